// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A class whose members launch, all in its header. What DEEP and LIMIT are the file that includes this says.
#ifndef POND_HPP
#define POND_HPP
#include "device.hpp"
#include <cstdio>
#include <utility>
#include <vector>

namespace pond {

inline void told(int line, int top) { std::printf("line %d: %d\n", line, top); }

struct State {
  cl_mem now, old;
  int size;
};

class Water : public gpu::Device {
  State state;
  cl_kernel wave, loudest;
  cl_mem top;

  void step() {
    size_t global = state.size;
    clSetKernelArg(wave, 0, sizeof(cl_mem), &state.now);
    clSetKernelArg(wave, 1, sizeof(cl_mem), &state.old);
    clSetKernelArg(wave, 2, sizeof(int), &state.size);
    clEnqueueNDRangeKernel(queue, wave, 1, NULL, &global, NULL, 0, NULL, NULL);
    std::swap(state.now, state.old);
  }

public:
  Water(int n, const char *file) : gpu::Device(file) {
    std::vector<int> start(n);
    for (int i = 0; i < n; ++i)
      start[i] = i * i DEEP;
    state = {ints(n, start.data()), ints(n, start.data()), n};
    top = ints(1, nullptr);
    wave = kernel("wave"), loudest = kernel("loudest");
  }

  void advance() { step(); }

  int calm(int most) {
    int trips = 0, high = LIMIT + 1;
    size_t global = state.size;
    if (most > 0) for (; high > LIMIT && trips < most; ++trips) {
      high = 0;
      step();
      clEnqueueWriteBuffer(queue, top, CL_TRUE, 0, sizeof high, &high, 0, NULL, NULL);
      clSetKernelArg(loudest, 0, sizeof(cl_mem), &state.now);
      clSetKernelArg(loudest, 1, sizeof(cl_mem), &top);
      clEnqueueNDRangeKernel(queue, loudest, 1, NULL, &global, NULL, 0, NULL, NULL);
      clEnqueueReadBuffer(queue, top, CL_TRUE, 0, sizeof high, &high, 0, NULL, NULL);
    } told(__LINE__, high);
    return trips;
  }

  long sum() {
    std::vector<int> v(state.size);
    clEnqueueReadBuffer(queue, state.now, CL_TRUE, 0, v.size() * sizeof(int), v.data(), 0, NULL, NULL);
    long s = 0;
    for (int x : v)
      s = (s * 31 + x) % 1000003;
    return s;
  }
};

} // namespace pond
#endif
