// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lowest energy is kept on the device as the bits of a float and read as a float.
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

enum class Season { Warm, Cold };
#define VERIFY(x) do { if (cl_int code = (x)) throw code; } while (0)

struct Annealer {
  cl_context context{};
  cl_command_queue queue{};
  cl_kernel warm{}, cold{}, lowest{};
  cl_mem walkers{}, states{}, best{};
  size_t count{};
};

static float energy(int x) { int d = x - 4711; return float(d * d % 1009) + 0.001f * float(std::abs(d)); }
static cl_uint rnd(cl_uint &s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }

static int anneal(Annealer &a, cl_uint reach, float goal, float &best) {
  int trips = 0;
  const cl_uint big = 0x7f7fffff;
  VERIFY(clEnqueueWriteBuffer(a.queue, a.best, CL_TRUE, 0, sizeof big, &big, 0, nullptr, nullptr));
  Season season = Season::Warm;
  while (reach > 0) {
    switch (season) {
    case Season::Warm:
      VERIFY(clSetKernelArg(a.warm, 2, sizeof reach, &reach));
      VERIFY(clEnqueueNDRangeKernel(a.queue, a.warm, 1, nullptr, &a.count, nullptr, 0, nullptr, nullptr));
      season = Season::Cold;
      break;
    case Season::Cold:
      for (int k = 0; k < 3; ++k) {
        VERIFY(clSetKernelArg(a.cold, 2, sizeof reach, &reach));
        VERIFY(clEnqueueNDRangeKernel(a.queue, a.cold, 1, nullptr, &a.count, nullptr, 0, nullptr, nullptr));
      }
      season = Season::Warm;
      break;
    }
    VERIFY(clEnqueueNDRangeKernel(a.queue, a.lowest, 1, nullptr, &a.count, nullptr, 0, nullptr, nullptr));
    VERIFY(clEnqueueReadBuffer(a.queue, a.best, CL_TRUE, 0, sizeof best, &best, 0, nullptr, nullptr));
    ++trips;
    if (best < goal) break;
    if (season == Season::Warm) reach = reach * 7 / 8;
  }
  return trips;
}

int main(int argc, char **argv) {
  const cl_uint reach = argc > 1 ? std::atoi(argv[1]) : 300;
  Annealer a;
  a.count = 96;
  std::vector<int> walkers(a.count);
  std::vector<cl_uint> states(a.count);
  for (size_t i = 0; i < a.count; ++i) { walkers[i] = int(i * 97); states[i] = 12345u + 777u * unsigned(i); }
  float best = -1, want = 3e38f;
  int trips = 0, expected = 0;
  try {
    cl_platform_id platform; cl_device_id device; cl_int e;
    VERIFY(clGetPlatformIDs(1, &platform, nullptr));
    VERIFY(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
    a.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &e); VERIFY(e);
    a.queue = clCreateCommandQueue(a.context, device, 0, &e); VERIFY(e);
    std::string text;
    if (FILE *f = std::fopen("anneal.cl", "rb")) {
      char chunk[512];
      while (size_t n = std::fread(chunk, 1, sizeof chunk, f)) text.append(chunk, n);
      std::fclose(f);
    }
    const char *c = text.c_str();
    cl_program p = clCreateProgramWithSource(a.context, 1, &c, nullptr, &e); VERIFY(e);
    VERIFY(clBuildProgram(p, 0, nullptr, nullptr, nullptr, nullptr));
    a.warm = clCreateKernel(p, "warm", &e); VERIFY(e);
    a.cold = clCreateKernel(p, "cold", &e); VERIFY(e);
    a.lowest = clCreateKernel(p, "lowest", &e); VERIFY(e);
    clReleaseProgram(p);
    a.walkers = clCreateBuffer(a.context, CL_MEM_COPY_HOST_PTR, a.count * 4, walkers.data(), &e); VERIFY(e);
    a.states = clCreateBuffer(a.context, CL_MEM_COPY_HOST_PTR, a.count * 4, states.data(), &e); VERIFY(e);
    a.best = clCreateBuffer(a.context, CL_MEM_READ_WRITE, 4, nullptr, &e); VERIFY(e);
    for (cl_kernel k : {a.warm, a.cold}) {
      VERIFY(clSetKernelArg(k, 0, sizeof(cl_mem), &a.walkers));
      VERIFY(clSetKernelArg(k, 1, sizeof(cl_mem), &a.states));
    }
    VERIFY(clSetKernelArg(a.lowest, 0, sizeof(cl_mem), &a.walkers));
    VERIFY(clSetKernelArg(a.lowest, 1, sizeof(cl_mem), &a.best));
    trips = anneal(a, reach, 0.1f, best);
    std::vector<int> got(a.count);
    VERIFY(clEnqueueReadBuffer(a.queue, a.walkers, CL_TRUE, 0, a.count * 4, got.data(), 0, nullptr, nullptr));
    bool isWarm = true;
    for (cl_uint r = reach; r > 0;) {
      for (int k = 0; k < (isWarm ? 1 : 3); ++k)
        for (size_t i = 0; i < a.count; ++i) {
          int to = walkers[i] + int(rnd(states[i]) % (2 * r + 1)) - int(r);
          if (isWarm || energy(to) < energy(walkers[i])) walkers[i] = to;
        }
      isWarm = !isWarm;
      for (int w : walkers) want = std::fmin(want, energy(w));
      ++expected;
      if (want < 0.1f) break;
      if (isWarm) r = r * 7 / 8;
    }
    const bool ok = got == walkers && trips == expected && std::fabs(best - want) < 1e-3f;
    std::printf("%d trips, lowest %.2f, %s\n", trips, best, ok ? "same walk" : "OTHER walk");
    return !ok;
  } catch (cl_int code) {
    std::fprintf(stderr, "OpenCL %d\n", code);
    return 2;
  }
}
