// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// M^e modulo a prime by repeated squaring.
#include <CL/cl.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

struct ClError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void ensure(cl_int code, const char *what) {
  if (code != CL_SUCCESS)
    throw ClError(std::string(what) + ": " + std::to_string(code));
}

struct Device {
  cl_context context{};
  cl_command_queue queue{};
  cl_program program{};

  explicit Device(const std::string &file) {
    cl_platform_id platform{};
    cl_device_id id{};
    ensure(clGetPlatformIDs(1, &platform, nullptr), "platform");
    ensure(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "device");
    cl_int rc;
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &rc);
    ensure(rc, "context");
    queue = clCreateCommandQueue(context, id, 0, &rc);
    ensure(rc, "queue");
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const char *ptr = text.c_str();
    program = clCreateProgramWithSource(context, 1, &ptr, nullptr, &rc);
    ensure(rc, "program");
    ensure(clBuildProgram(program, 1, &id, nullptr, nullptr, nullptr), "build");
  }
  cl_mem buffer(std::size_t bytes, const void *data = nullptr) const {
    cl_int rc;
    auto m = clCreateBuffer(context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), bytes,
                            const_cast<void *>(data), &rc);
    ensure(rc, "buffer");
    return m;
  }
};

using Matrix = std::vector<std::uint32_t>;

Matrix reference(Matrix base, std::uint64_t e, std::uint32_t n, std::uint32_t mod) {
  Matrix r(n * n, 0);
  for (std::uint32_t i = 0; i < n; ++i) r[i * n + i] = 1 % mod;
  auto mul = [&](const Matrix &a, const Matrix &b) {
    Matrix c(n * n, 0);
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) {
        std::uint64_t acc = 0;
        for (std::uint32_t k = 0; k < n; ++k) acc = (acc + std::uint64_t(a[i * n + k]) * b[k * n + j]) % mod;
        c[i * n + j] = std::uint32_t(acc);
      }
    return c;
  };
  for (; e; e >>= 1) {
    if (e & 1) r = mul(r, base);
    base = mul(base, base);
  }
  return r;
}

Matrix power(Device &d, const Matrix &m, std::uint64_t exponent, std::uint32_t n, std::uint32_t mod, int &launches) {
  Matrix id(n * n, 0);
  for (std::uint32_t i = 0; i < n; ++i) id[i * n + i] = 1 % mod;
  cl_mem result = d.buffer(m.size() * 4, id.data());
  cl_mem base = d.buffer(m.size() * 4, m.data());
  cl_mem scratch = d.buffer(m.size() * 4);
  cl_int rc;
  cl_kernel k = clCreateKernel(d.program, "matmul_mod", &rc);
  ensure(rc, "kernel");
  const std::size_t up = (n + 7) / 8 * 8;
  const std::array<std::size_t, 2> global{up, up}, local{8, 8};
  const std::size_t *g = global.data(), *l = local.data();
  ensure(clSetKernelArg(k, 3, sizeof n, &n), "arg");
  ensure(clSetKernelArg(k, 4, sizeof mod, &mod), "arg");
  std::size_t gs[2] = {up, up}, ls[2] = {8, 8};
  (void)g, (void)l;
  while (exponent != 0) {
    if (exponent & 1u) {
      ensure(clSetKernelArg(k, 0, sizeof(cl_mem), &scratch), "arg");
      ensure(clSetKernelArg(k, 1, sizeof(cl_mem), &result), "arg");
      ensure(clSetKernelArg(k, 2, sizeof(cl_mem), &base), "arg");
      ensure(clEnqueueNDRangeKernel(d.queue, k, 2, nullptr, gs, ls, 0, nullptr, nullptr), "launch");
      std::swap(scratch, result);
      ++launches;
    }
    exponent >>= 1;
    if (exponent == 0)
      break;
    ensure(clSetKernelArg(k, 0, sizeof(cl_mem), &scratch), "arg");
    ensure(clSetKernelArg(k, 1, sizeof(cl_mem), &base), "arg");
    ensure(clSetKernelArg(k, 2, sizeof(cl_mem), &base), "arg");
    ensure(clEnqueueNDRangeKernel(d.queue, k, 2, nullptr, gs, ls, 0, nullptr, nullptr), "launch");
    std::swap(scratch, base);
    ++launches;
  }
  Matrix out(n * n);
  ensure(clEnqueueReadBuffer(d.queue, result, CL_TRUE, 0, out.size() * 4, out.data(), 0, nullptr, nullptr), "read");
  return out;
}

} // namespace

int main(int argc, char **argv) try {
  const std::uint32_t n = argc > 1 ? std::stoul(argv[1]) : 19, mod = 1000003;
  const std::uint64_t e = argc > 2 ? std::stoull(argv[2]) : 1000;
  Matrix m(n * n);
  for (std::uint32_t i = 0; i < n * n; ++i) m[i] = (i * 2654435761u) % mod;
  Device d("matpow.cl");
  int launches = 0;
  const Matrix got = power(d, m, e, n, mod, launches);
  const bool good = got == reference(m, e, n, mod);
  std::printf("n=%u e=%llu launches=%d %s\n", n, (unsigned long long)e, launches, good ? "ok" : "WRONG");
  return good ? 0 : 1;
} catch (const std::exception &x) {
  std::fprintf(stderr, "%s\n", x.what());
  return 4;
}
