// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gaussian elimination with pivoting on the device; a singular matrix throws.
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Pivot { cl_float value; cl_int row; };

static void call(cl_int rc) { if (rc != CL_SUCCESS) throw std::runtime_error("OpenCL error " + std::to_string(rc)); }
template <typename T> static void arg(cl_kernel k, cl_uint i, const T &v) { call(clSetKernelArg(k, i, sizeof(T), &v)); }

struct Machine {
  cl_context ctx; cl_command_queue q; cl_program prog;
  cl_kernel find, swap, mult, elim;
  Machine() {
    cl_platform_id p; cl_device_id d; cl_int rc;
    call(clGetPlatformIDs(1, &p, nullptr));
    call(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr));
    ctx = clCreateContext(nullptr, 1, &d, nullptr, nullptr, &rc); call(rc);
    q = clCreateCommandQueue(ctx, d, 0, &rc); call(rc);
    std::stringstream ss; ss << std::ifstream("gauss.cl").rdbuf();
    std::string s = ss.str(); const char *c = s.c_str();
    prog = clCreateProgramWithSource(ctx, 1, &c, nullptr, &rc); call(rc);
    call(clBuildProgram(prog, 0, nullptr, nullptr, nullptr, nullptr));
    find = clCreateKernel(prog, "find_pivot", &rc); call(rc);
    swap = clCreateKernel(prog, "swap_rows", &rc); call(rc);
    mult = clCreateKernel(prog, "factors", &rc); call(rc);
    elim = clCreateKernel(prog, "eliminate", &rc); call(rc);
  }
};

static int solve(Machine &g, std::vector<float> &m, int n) {
  cl_int rc;
  cl_mem dm = clCreateBuffer(g.ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, m.size() * 4, m.data(), &rc); call(rc);
  cl_mem df = clCreateBuffer(g.ctx, CL_MEM_READ_WRITE, n * 4, nullptr, &rc); call(rc);
  cl_mem dp = clCreateBuffer(g.ctx, CL_MEM_READ_WRITE, sizeof(Pivot), nullptr, &rc); call(rc);
  int swaps = 0;
  for (int k = 0; k < n - 1; ++k) {
    Pivot best;
    const size_t one = 1, cols = n + 1;
    arg(g.find, 0, dm); arg(g.find, 1, n); arg(g.find, 2, k); arg(g.find, 3, dp);
    call(clEnqueueNDRangeKernel(g.q, g.find, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    call(clEnqueueReadBuffer(g.q, dp, CL_TRUE, 0, sizeof best, &best, 0, nullptr, nullptr));
    if (best.row < 0)
      throw std::domain_error("singular at column " + std::to_string(k));
    if (best.row != k) {
      arg(g.swap, 0, dm); arg(g.swap, 1, n); arg(g.swap, 2, k); arg(g.swap, 3, best.row);
      call(clEnqueueNDRangeKernel(g.q, g.swap, 1, nullptr, &cols, nullptr, 0, nullptr, nullptr));
      ++swaps;
    }
    const size_t rows[2] = {size_t(n + 1 - k), size_t(n - 1 - k)};
    arg(g.mult, 0, dm); arg(g.mult, 1, df); arg(g.mult, 2, n); arg(g.mult, 3, k);
    call(clEnqueueNDRangeKernel(g.q, g.mult, 1, nullptr, &rows[1], nullptr, 0, nullptr, nullptr));
    arg(g.elim, 0, dm); arg(g.elim, 1, df); arg(g.elim, 2, n); arg(g.elim, 3, k);
    call(clEnqueueNDRangeKernel(g.q, g.elim, 2, nullptr, rows, nullptr, 0, nullptr, nullptr));
  }
  call(clEnqueueReadBuffer(g.q, dm, CL_TRUE, 0, m.size() * 4, m.data(), 0, nullptr, nullptr));
  return swaps;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 20;
  bool singular = argc > 2;
  std::vector<float> m(n * (n + 1));
  for (int r = 0; r < n; ++r)
    for (int c = 0; c <= n; ++c) m[r * (n + 1) + c] = singular && c == n / 2 ? 0.0f : float((r * 37 + c * c * 11 + r * c) % 23) - 7 + (r == (c + 1) % n ? 30 : 0);
  auto a = m;
  try {
    Machine g;
    int swaps = solve(g, m, n);
    std::vector<double> x(n);
    for (int r = n - 1; r >= 0; --r) {
      double s = m[r * (n + 1) + n];
      for (int c = r + 1; c < n; ++c) s -= m[r * (n + 1) + c] * x[c];
      x[r] = s / m[r * (n + 1) + r];
    }
    double worst = 0;
    for (int r = 0; r < n; ++r) {
      double s = -a[r * (n + 1) + n];
      for (int c = 0; c < n; ++c) s += a[r * (n + 1) + c] * x[c];
      worst = std::max(worst, std::fabs(s));
    }
    std::printf("n=%d, %d swaps, residual %s\n", n, swaps, worst < 0.05 ? "ok" : "WRONG");
    return worst < 0.05 ? 0 : 1;
  } catch (const std::domain_error &e) {
    std::printf("%s\n", e.what());
    return singular ? 0 : 1;
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
    return 2;
  }
}
