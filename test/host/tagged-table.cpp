// A table that says what each entry is, in a vector of tuples that is handed over by value: what is done with a number cannot be done
// with a buffer. The table is what it was seen to be, or the original loop runs. Sizes of a launch are copied to memory of the trip.
// Other styles: an array of structs and if, tables of a class, a table that the loop changes, for which no guess holds.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4
// RUN: %long env PERSISTIFY_FAULT=parameters-unsettled not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --expect-fallback "is not" -- more
// RUN: %long env PERSISTIFY_FAULT=tags-unsettled not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4
// RUN: %long env PERSISTIFY_FAULT=few-on-heap not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4
#include "setup.h"
#include <array>
#include <tuple>
#include <vector>

enum class Kind { Number, Buffer };
using Args = std::vector<std::tuple<Kind, void *, size_t>>;

struct Job {
  std::vector<cl_kernel> kernels{};
  std::vector<cl_mem> buffers{};

  void make(const Args &args) {
    for (const auto &arg : args) {
      cl_mem b = nullptr;
      if (std::get<0>(arg) == Kind::Buffer)
        b = ints(int(std::get<2>(arg)), 3);
      buffers.push_back(b);
    }
  }
  void run(int which, Args args, const std::vector<size_t> &global) {
    cl_kernel kernel = kernels[which];
    for (int i = 0; i < int(args.size()); i++) {
      auto arg = args[i];
      Kind kind = std::get<0>(arg);
      void *value = std::get<1>(arg);
      switch (kind) {
      case Kind::Number: need(clSetKernelArg(kernel, i, sizeof(int), value), "number"); break;
      case Kind::Buffer: need(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "buffer"); break;
      }
    }
    cl_uint dimensions = static_cast<cl_uint>(global.size());
    size_t *sizes = new size_t[dimensions];
    for (cl_uint i = 0; i < dimensions; i++)
      sizes[i] = global[i];
    need(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, sizes, NULL, 0, NULL, NULL), "launch");
    delete[] sizes;
  }
};

// An array of structs, and if.
struct Entry {
  int number; // or a buffer
  const void *at;
};

// What leaves a function is taken for an error, and left out.
static void options(int argc, Entry *table) {
  if (argc == 2) {
    table[0].number = 0;
    table[2].number = 2;
    return;
  }
}

static void plain(cl_kernel k, cl_mem b, int trips, int argc) {
  int step = 0;
  size_t items = 64;
  Entry table[3] = {{0, &b}, {1, &step}, {1, nullptr}};
  options(argc, table);
  for (step = 0; step < trips; step++) {
    for (unsigned i = 0; i < 2; i++) {
      const Entry &e = table[i];
      if (e.number)
        need(clSetKernelArg(k, i, sizeof(int), e.at), "number");
      else
        need(clSetKernelArg(k, i, sizeof(cl_mem), e.at), "buffer");
    }
    if (table[2].number == 2)
      need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "twice");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
}

// A table of a class; memory of C, all zero, of which not all is given a value.
class Launcher {
  std::array<std::pair<bool, int>, 2> kinds{{{false, 0}, {true, 7}}};

public:
  void run(cl_kernel k, cl_mem b, int trips) {
    for (int i = 0; i < trips; i++) {
      size_t *offset = (size_t *)calloc(2, sizeof *offset), *items = (size_t *)malloc(2 * sizeof *items);
      items[0] = 32 + 0 * offset[0];
      items[1] = 1;
      offset[0] = size_t(i);
      for (unsigned n = 0; n < kinds.size(); n++)
        if (kinds[n].first) {
          int v = kinds[n].second + i;
          need(clSetKernelArg(k, n, sizeof v, &v), "number");
        } else {
          need(clSetKernelArg(k, n, sizeof b, &b), "buffer");
        }
      need(clEnqueueNDRangeKernel(queue, k, 2, offset, items, NULL, 0, NULL, NULL), "launch");
      free(items);
      free(offset);
    }
  }
};

// The loop changes the table: no constant.
static void turns(cl_kernel k, cl_mem b, int trips) {
  size_t items = 64;
  Entry table[2] = {{1, nullptr}, {0, nullptr}};
  need(clSetKernelArg(k, 0, sizeof b, &b), "buffer");
  for (int i = 0; i < trips; i++) {
    int v = i;
    if (table[0].number)
      v = 100 + i;
    table[0].number = i % 3 == 0;
    need(clSetKernelArg(k, 1, sizeof v, &v), "number");
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  }
}

int main(int argc, char **) {
  start("steps.cl", "");
  Job job;
  job.kernels.push_back(kernel_named("add"));
  int step = 0;
  int data[64] = {0};
  auto args = Args{{Kind::Buffer, (void *)data, 64}, {Kind::Number, (void *)&step, 1}};
  job.make(args);
  for (step = 0; step < 6; step++)
    job.run(0, args, {64});
  show("tuples", job.buffers[0]);
  cl_mem b = ints(64, 1);
  plain(job.kernels[0], b, 5, argc);
  Launcher().run(job.kernels[0], b, 4);
  turns(job.kernels[0], b, 7);
  show("others", b);
}
