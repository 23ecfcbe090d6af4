// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/* The simulation object owns raw handles and frees them by hand. */
class NBody {
 public:
  NBody(int bodies, int group);
  void Close();
  void Simulate(int steps, float dt);
  double Compare(int steps, float dt);
  int Steps() const { return steps_done_; }

 private:
  void Step(float dt);
  static void Fatal(const char *msg, cl_int code) {
    std::fprintf(stderr, "%s: %d\n", msg, code);
    std::exit(1);
  }
  int n_, group_, current_ = 0, steps_done_ = 0;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_mem pos_[2], vel_;
  std::vector<cl_float4> host_;
};

NBody::NBody(int bodies, int group) : n_(bodies), group_(group), host_(bodies) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int rc = clGetPlatformIDs(1, &platform, nullptr);
  if (rc) Fatal("platform", rc);
  rc = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  if (rc) Fatal("device", rc);
  context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &rc);
  queue_ = clCreateCommandQueue(context_, device, 0, &rc);
  std::ifstream in("nbody.cl");
  std::string src((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const char *ptr = src.c_str();
  program_ = clCreateProgramWithSource(context_, 1, &ptr, nullptr, &rc);
  rc = clBuildProgram(program_, 1, &device, nullptr, nullptr, nullptr);
  if (rc) Fatal("build", rc);
  kernel_ = clCreateKernel(program_, "integrate_bodies", &rc);
  if (rc) Fatal("kernel", rc);
  for (int i = 0; i < n_; ++i) {
    host_[i].s[0] = std::sin(i * 1.7f) * 10;
    host_[i].s[1] = std::cos(i * 0.9f) * 10;
    host_[i].s[2] = (i % 13) - 6.0f;
    host_[i].s[3] = 0.5f + (i % 3);
  }
  size_t bytes = sizeof(cl_float4) * n_;
  std::vector<cl_float4> zero(n_, cl_float4{{0, 0, 0, 0}});
  for (int i = 0; i < 2; ++i)
    pos_[i] = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, host_.data(), &rc);
  vel_ = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, zero.data(), &rc);
}

void NBody::Step(float dt) {
  const int next = 1 - current_;
  const cl_uint count = n_;
  const float eps2 = 0.5f;
  size_t local = group_, global = (n_ + group_ - 1) / group_ * local;
  cl_int rc = clSetKernelArg(kernel_, 0, sizeof(cl_mem), &pos_[current_]);
  rc |= clSetKernelArg(kernel_, 1, sizeof(cl_mem), &vel_);
  rc |= clSetKernelArg(kernel_, 2, sizeof(cl_mem), &pos_[next]);
  rc |= clSetKernelArg(kernel_, 3, sizeof(cl_uint), &count);
  rc |= clSetKernelArg(kernel_, 4, sizeof(cl_float), &dt);
  rc |= clSetKernelArg(kernel_, 5, sizeof(cl_float), &eps2);
  rc |= clSetKernelArg(kernel_, 6, local * sizeof(cl_float4), NULL);
  if (rc != CL_SUCCESS) Fatal("arguments", rc);
  rc = clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  if (rc != CL_SUCCESS) Fatal("launch", rc);
  current_ = next;
}

void NBody::Simulate(int steps, float dt) {
  while (steps-- > 0) {
    Step(dt);
    ++steps_done_;
    if (steps_done_ % 10 == 0)
      dt *= 0.5f;
  }
  clFinish(queue_);
}

double NBody::Compare(int steps, float dt) {
  std::vector<cl_float4> p = host_, v(n_, cl_float4{{0, 0, 0, 0}}), q = p, got(n_);
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n_; ++i) {
      double a[3] = {0, 0, 0};
      for (int j = 0; j < n_; ++j) {
        double d[3], r = 0.5;
        for (int c = 0; c < 3; ++c) { d[c] = double(p[j].s[c]) - p[i].s[c]; r += d[c] * d[c]; }
        double inv = 1 / std::sqrt(r);
        for (int c = 0; c < 3; ++c) a[c] += d[c] * p[j].s[3] * inv * inv * inv;
      }
      for (int c = 0; c < 3; ++c) { v[i].s[c] += float(a[c]) * dt; q[i].s[c] = p[i].s[c] + v[i].s[c] * dt; }
    }
    p = q;
    if ((s + 1) % 10 == 0) dt *= 0.5f;
  }
  clEnqueueReadBuffer(queue_, pos_[current_], CL_TRUE, 0, sizeof(cl_float4) * n_, got.data(), 0, nullptr, nullptr);
  double worst = 0;
  for (int i = 0; i < n_; ++i)
    for (int c = 0; c < 3; ++c) worst = std::max(worst, double(std::fabs(got[i].s[c] - p[i].s[c])));
  return worst;
}

void NBody::Close() {
  clReleaseMemObject(pos_[0]); clReleaseMemObject(pos_[1]); clReleaseMemObject(vel_);
  clReleaseKernel(kernel_); clReleaseProgram(program_); clReleaseCommandQueue(queue_); clReleaseContext(context_);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 50, steps = argc > 2 ? std::atoi(argv[2]) : 25;
  NBody sim(n, 16);
  sim.Simulate(steps, 0.02f);
  double worst = sim.Compare(steps, 0.02f);
  std::printf("%d bodies, %d steps: %s\n", n, sim.Steps(), worst < 1e-2 ? "ok" : "WRONG");
  sim.Close();
  return worst < 1e-2 ? 0 : 1;
}
