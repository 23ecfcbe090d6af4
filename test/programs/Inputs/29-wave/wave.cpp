// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A string that swings; three cl::Buffers go round.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

int main(int argc, char** argv) {
  const int n = 400;
  const int steps = argc > 1 ? std::atoi(argv[1]) : 90;
  const float c2 = 0.25f;
  std::vector<float> u(n), v(n), w(n);
  for (int i = 0; i < n; ++i) u[i] = v[i] = std::exp(-0.01f * float((i - 100) * (i - 100)));
  try {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
    cl::Context context(devices[0]);
    cl::CommandQueue queue(context, devices[0]);
    std::ifstream in("wave.cl");
    std::string source(std::istreambuf_iterator<char>(in), (std::istreambuf_iterator<char>()));
    cl::Program program(context, source);
    program.build(devices);
    cl::Kernel wave(program, "wave");

    cl::Buffer now(context, u.begin(), u.end(), false);
    cl::Buffer before(context, v.begin(), v.end(), false);
    cl::Buffer after(context, CL_MEM_READ_WRITE, n * sizeof(float));
    wave.setArg(3, n);
    wave.setArg(4, c2);
    for (int s = 0; s < steps; ++s) {
      wave.setArg(0, now);
      wave.setArg(1, before);
      wave.setArg(2, after);
      queue.enqueueNDRangeKernel(wave, cl::NullRange, cl::NDRange(n), cl::NullRange);
      cl::Buffer oldest = before;
      before = now;
      now = after;
      after = oldest;
    }
    queue.finish();
    std::vector<float> result(n);
    queue.enqueueReadBuffer(now, CL_TRUE, 0, n * sizeof(float), result.data());

    for (int s = 0; s < steps; ++s) {
      for (int i = 0; i < n; ++i)
        w[i] = 2 * u[i] - v[i] + c2 * ((i ? u[i - 1] : 0) - 2 * u[i] + (i < n - 1 ? u[i + 1] : 0));
      v = u;
      u = w;
    }
    float worst = 0;
    for (int i = 0; i < n; ++i) worst = std::max(worst, std::fabs(u[i] - result[i]));
    std::cout << steps << " steps: " << (worst < 1e-3f ? "fine" : "broken") << std::endl;
    return worst < 1e-3f ? 0 : 1;
  } catch (const cl::Error& e) {
    std::cerr << e.what() << " (" << e.err() << ")\n";
    return 2;
  }
}
