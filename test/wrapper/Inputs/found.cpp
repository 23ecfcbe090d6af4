// A pond whose machine is found first: platforms and devices are counted before anything else is made.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

class Machine {
public:
  explicit Machine(const char *file) {
    find();
    std::ifstream in(file);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    program = cl::Program(context, text);
    if (program.build(devices) != CL_SUCCESS) {
      std::string log;
      program.getBuildInfo(devices[0], CL_PROGRAM_BUILD_LOG, &log);
      if (!log.empty())
        std::cerr << log << "\n";
      throw std::runtime_error("program");
    }
    kernel("spread", spread);
    kernel("add", add);
  }
  void buffers(const std::vector<int> &at) {
    const size_t bytes = at.size() * sizeof(int);
    now = cl::Buffer(context, CL_MEM_READ_WRITE, bytes);
    next = cl::Buffer(context, CL_MEM_READ_WRITE, bytes);
    rain = cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, const_cast<int *>(at.data()));
    queue.enqueueWriteBuffer(now, CL_TRUE, 0, bytes, at.data());
  }
  void wave(int n) {
    spread.setArg(0, now);
    spread.setArg(1, next);
    spread.setArg(2, n);
    queue.enqueueNDRangeKernel(spread, cl::NullRange, cl::NDRange(n), cl::NullRange);
    std::swap(now, next);
  }
  void shower(int n) {
    add.setArg(0, now);
    add.setArg(1, rain);
    add.setArg(2, n);
    queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(n), cl::NullRange);
  }
  void read(std::vector<int> &to) { queue.enqueueReadBuffer(now, CL_TRUE, 0, to.size() * sizeof(int), to.data()); }

private:
  void find() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    if (platforms.empty()) {
      std::cerr << "no platform\n";
      std::exit(2);
    }
    if (platforms[0].getDevices(CL_DEVICE_TYPE_ALL, &devices) != CL_SUCCESS || devices.size() < 1)
      throw std::runtime_error("no device");
    cl_int err = 0;
    context = cl::Context(devices, nullptr, nullptr, nullptr, &err);
    if (err != CL_SUCCESS)
      throw std::runtime_error("context");
    queue = cl::CommandQueue(context, devices.front());
  }
  void kernel(const char *name, cl::Kernel &k) {
    cl_int err;
    k = cl::Kernel(program, name, &err);
    if (err != CL_SUCCESS)
      throw std::runtime_error(std::string("kernel ") + name);
  }
  std::vector<cl::Device> devices;
  cl::Context context;
  cl::CommandQueue queue;
  cl::Program program;
  cl::Kernel spread, add;
  cl::Buffer now, next, rain;
};

struct Pond {
  Pond(int n, const char *file) : level(n) {
    try {
      machine = new Machine(file);
    } catch (std::runtime_error &e) {
      std::cerr << e.what() << "\n";
      throw;
    }
    for (int i = 0; i < n; i++)
      level[i] = i % 17 * 300;
    machine->buffers(level);
  }
  ~Pond() { delete machine; }
  void run(int steps, int every) {
    for (int s = 0; s < steps; s++) {
      machine->wave((int)level.size());
      if (s % every == every - 1)
        machine->shower((int)level.size());
    }
    machine->read(level);
  }
  Machine *machine;
  std::vector<int> level;
};

int main(int argc, char **argv) {
  int steps = argc > 2 ? std::atoi(argv[2]) : 20;
  Pond pond(argc > 3 ? std::atoi(argv[3]) : 300, argv[1]);
  pond.run(steps, 3);
  long sum = 0;
  for (size_t i = 0; i < pond.level.size(); i++)
    sum = sum * 31 % 1000003 + pond.level[i];
  std::cout << sum << " " << pond.level[0] << "\n";
}
