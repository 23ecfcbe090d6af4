// What the C++ wrapper's model leaves out: each loop one step outside it.
// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.hpp"

void images(const cl::Image2D &image) {
  setup();
  while (!stop) {
    step.setArg(0, image); // expect PST1008: 'image' is a cl::Image2D, no buffer
    launch();
    read_flag();
  }
}

void programs(const std::string &text) {
  setup();
  while (!stop) {
    cl::Program fresh(context, text); // expect PST1020: cl::Program
    launch();
    read_flag();
  }
}

void kernels(const char *name) {
  while (!stop) {
    cl::Kernel mine(program, name); // expect PST1020: cl::Kernel
    mine.setArg(0, data);
    mine.setArg(1, flag);
    queue.enqueueNDRangeKernel(mine, cl::NullRange, cl::NDRange(64));
    read_flag();
  }
}

void buffers() {
  setup();
  cl::Buffer last;
  while (!stop) {
    cl::Buffer mine(context, CL_MEM_READ_WRITE, 64);
    step.setArg(0, mine);
    last = mine; // expect PST1022: last
    launch();
    read_flag();
  }
}

void adopted(cl_mem raw) {
  setup();
  while (!stop) {
    cl::Buffer mine(raw); // expect PST1014: this constructor of cl::Buffer
    step.setArg(0, mine);
    launch();
    read_flag();
  }
}

void user_events() {
  setup();
  while (!stop) {
    cl::UserEvent gate(context); // expect PST1022: cl::UserEvent
    launch();
    read_flag();
  }
}

void foreign_events(const std::vector<cl::Event> &first) {
  setup();
  while (!stop) {
    queue.enqueueNDRangeKernel(step, cl::NullRange, cl::NDRange(64), cl::NullRange, &first); // expect PST1065: first
    read_flag();
  }
}

cl_ulong counted() {
  cl_ulong total = 0;
  setup();
  while (!stop) {
    cl::Event done;
    queue.enqueueNDRangeKernel(step, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &done);
    read_flag();
    total += done.getInfo<CL_EVENT_REFERENCE_COUNT>(); // expect PST1008: getInfo
  }
  return total;
}

void queues(bool other, cl::CommandQueue &second) {
  setup();
  while (!stop) {
    cl::CommandQueue &now = other ? second : queue;
    now.enqueueNDRangeKernel(step, cl::NullRange, cl::NDRange(64)); // expect PST1017: now
    read_flag();
  }
}
