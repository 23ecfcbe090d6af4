// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times of each step are taken from events after the run.
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#define STEPS 24

struct Body { float x, y, z, w; };

static void handleError(cl_int code, const char *file, int line) {
  if (code == CL_SUCCESS) return;
  std::fprintf(stderr, "%s:%d: OpenCL error %d\n", file, line, code);
  std::exit(1);
}
#define H(x) handleError((x), __FILE__, __LINE__)

class NBody {
public:
  explicit NBody(int count) : n(count), local(32), global((count + 31) / 32 * 32) {}
  void init();
  void run();
  void report();
  std::vector<Body> pos, vel;
  int n;
private:
  size_t local, global;
public:
  cl_context ctx; cl_command_queue queue; cl_program program;
  cl_kernel forces, drift;
  cl_mem posBuf, velBuf, accBuf;
  cl_event stepDone[STEPS];
};

void NBody::init() {
  cl_platform_id p; cl_device_id d; cl_int e;
  H(clGetPlatformIDs(1, &p, 0)); H(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0));
  ctx = clCreateContext(0, 1, &d, 0, 0, &e); H(e);
  queue = clCreateCommandQueue(ctx, d, CL_QUEUE_PROFILING_ENABLE, &e); H(e);
  std::ifstream f("nbody.cl"); std::stringstream s; s << f.rdbuf(); std::string t = s.str(); const char *c = t.c_str();
  program = clCreateProgramWithSource(ctx, 1, &c, 0, &e); H(e);
  H(clBuildProgram(program, 1, &d, "", 0, 0));
  forces = clCreateKernel(program, "forces", &e); H(e);
  drift = clCreateKernel(program, "drift", &e); H(e);
  pos.resize(n); vel.resize(n);
  for (int i = 0; i < n; i++) {
    pos[i] = Body{std::cos(0.7f * i) * (1 + i % 5), std::sin(0.9f * i) * (1 + i % 3), 0.1f * (i % 11), 1.0f / n};
    vel[i] = Body{0.01f * (i % 4), 0, 0, 0};
  }
  posBuf = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, n * sizeof(Body), pos.data(), &e); H(e);
  velBuf = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, n * sizeof(Body), vel.data(), &e); H(e);
  accBuf = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof(Body), 0, &e); H(e);
}

void NBody::run() {
  const float eps2 = 0.01f, dt = 0.05f;
  size_t items = n;
  H(clSetKernelArg(forces, 0, sizeof posBuf, &posBuf));
  H(clSetKernelArg(forces, 1, sizeof accBuf, &accBuf));
  H(clSetKernelArg(forces, 2, sizeof n, &n));
  H(clSetKernelArg(forces, 3, sizeof eps2, &eps2));
  H(clSetKernelArg(forces, 4, local * sizeof(Body), 0));
  H(clSetKernelArg(drift, 0, sizeof posBuf, &posBuf));
  H(clSetKernelArg(drift, 1, sizeof velBuf, &velBuf));
  H(clSetKernelArg(drift, 2, sizeof accBuf, &accBuf));
  H(clSetKernelArg(drift, 3, sizeof dt, &dt));
  for (int step = 0; step < STEPS; ++step) {
    H(clEnqueueNDRangeKernel(queue, forces, 1, 0, &global, &local, 0, 0, 0));
    H(clEnqueueNDRangeKernel(queue, drift, 1, 0, &items, 0, 0, 0, &stepDone[step]));
  }
  H(clFinish(queue));
}

void NBody::report() {
  double sum = 0;
  for (int s = 0; s < STEPS; s++) {
    cl_ulong a = 0, b = 0;
    H(clGetEventProfilingInfo(stepDone[s], CL_PROFILING_COMMAND_START, sizeof a, &a, 0));
    H(clGetEventProfilingInfo(stepDone[s], CL_PROFILING_COMMAND_END, sizeof b, &b, 0));
    sum += (b - a) * 1e-6;
    H(clReleaseEvent(stepDone[s]));
  }
  std::fprintf(stderr, "drift kernels: %g ms\n", sum);
  std::vector<Body> got(n), acc(n);
  H(clEnqueueReadBuffer(queue, posBuf, CL_TRUE, 0, n * sizeof(Body), got.data(), 0, 0, 0));
  for (int step = 0; step < STEPS; ++step) {
    for (int i = 0; i < n; i++) {
      double ax = 0, ay = 0, az = 0;
      for (int j = 0; j < n; j++) {
        double dx = pos[j].x - pos[i].x, dy = pos[j].y - pos[i].y, dz = pos[j].z - pos[i].z;
        double inv = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01), f = pos[j].w * inv * inv * inv;
        ax += f * dx; ay += f * dy; az += f * dz;
      }
      acc[i] = Body{float(ax), float(ay), float(az), 0};
    }
    for (int i = 0; i < n; i++) {
      vel[i].x += 0.05f * acc[i].x; vel[i].y += 0.05f * acc[i].y; vel[i].z += 0.05f * acc[i].z;
      pos[i].x += 0.05f * vel[i].x; pos[i].y += 0.05f * vel[i].y; pos[i].z += 0.05f * vel[i].z;
    }
  }
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = std::fmax(worst, std::fabs(got[i].x - pos[i].x) + std::fabs(got[i].y - pos[i].y) + std::fabs(got[i].z - pos[i].z));
  std::printf("%d bodies, %d steps: %s\n", n, STEPS, worst < 2e-3 ? "ok" : "off");
  if (worst >= 2e-3) std::exit(1);
}

int main(int argc, char **argv) {
  NBody sim(argc > 1 ? std::atoi(argv[1]) : 100);
  sim.init();
  sim.run();
  sim.report();
}
