// What the code generator assumed of containers is tested before anything is
// bound: when it is not so, the original loop runs and says why.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- as-built
// RUN: %long env PERSISTIFY_FAULT=no-usual-length not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- as-built
// RUN: %long env PERSISTIFY_FAULT=objects-of-one-way not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- as-built
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'bufs' has not 2 elements" -- longer
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'bufs' has not 2 elements" -- none
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'state' is null" -- null
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'kernels' has no element under this key" -- key
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --expect-fallback "'sizes' has not more than 1 element" -- sizes
#include "setup.h"
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

enum class Step { Map, Add };
using Kernels = std::map<Step, cl_kernel>;
struct State {
  std::vector<cl_mem> field;
  int step;
};
static const std::string mode_null = "null";
static size_t items = 64;

static void apply(cl_kernel k, cl_mem in, cl_mem out, int v) {
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static void rounds(cl_kernel map, std::vector<cl_mem> &bufs, int n) {
  size_t cur = 0;
  for (int i = 0; i < n; i++, cur ^= 1)
    apply(map, bufs[cur], bufs[1 - cur], i);
}

static void member(cl_kernel map, std::unique_ptr<State> &state, int n) {
  for (int i = 0; i < n; i++) {
    apply(map, state->field.front(), state->field.back(), state->step);
    std::swap(state->field[0], state->field[1]);
    state->step += 2;
  }
}

static void keyed(Kernels &kernels, cl_mem data, int n) {
  for (int i = 0; i < n; i++) {
    clSetKernelArg(kernels[Step::Add], 0, sizeof data, &data);
    clSetKernelArg(kernels[Step::Add], 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, kernels[Step::Add], 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
}

// Of unknown length: single elements, and the length itself.
static void table(cl_kernel add, cl_mem data, const std::vector<int> &sizes, int n) {
  for (int i = 0; i < n; i++) {
    int v = sizes[0] + sizes[1] * i + (int)sizes.size();
    clSetKernelArg(add, 0, sizeof data, &data);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
}

// One known target behind a function object and a function pointer.
static int twice(int v) { return 2 * v; }
static void functions(cl_kernel add, cl_mem data, int n) {
  int base = 3;
  std::function<void(int)> launch = [&](int v) {
    int w = v + base;
    clSetKernelArg(add, 0, sizeof data, &data);
    clSetKernelArg(add, 1, sizeof w, &w);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  };
  int (*change)(int) = twice;
  for (int i = 0; i < n; i++) {
    launch(change(i));
    base += change(1);
  }
  printf("functions %d\n", base);
}

int main(int argc, char **argv) {
  std::string mode = argv[1];
  start("steps.cl", "");
  cl_kernel map = clCreateKernel(program, "map", nullptr), add = clCreateKernel(program, "add", nullptr);
  Kernels kernels;
  kernels[Step::Map] = clCreateKernel(program, "map", nullptr);
  kernels[Step::Add] = clCreateKernel(program, "add", nullptr);
  cl_mem data = ints(64, 1);
  int n = 5;

  std::vector<cl_mem> bufs = {ints(64, 1), ints(64, 2)};
  if (mode == "longer")
    bufs.insert(bufs.begin() + 1, ints(64, 3));
  if (mode == "none")
    bufs.clear();
  rounds(map, bufs, mode == "none" ? 0 : n);
  for (cl_mem b : bufs)
    show("bufs", b);

  std::unique_ptr<State> state;
  if (mode != mode_null) {
    state = std::make_unique<State>();
    state->field = {ints(64, 5), ints(64, 6)};
    state->step = 1;
  }
  member(map, state, state ? n : 0);
  if (state)
    show("state", state->field[state->step & 1]);

  if (mode == "key")
    kernels.erase(Step::Add);
  keyed(kernels, data, mode == "key" ? 0 : n);
  std::vector<int> sizes;
  for (int i = 0; i < (mode == "sizes" ? 1 : argc + 1); i++)
    sizes.push_back(i + 7);
  table(add, data, sizes, mode == "sizes" ? 0 : n);
  functions(add, data, n);
  show("data", data);
}
