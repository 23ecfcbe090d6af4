// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// ---------------------------------------------------------------- helpers ---
static const char *errorName(cl_int e) {
  switch (e) {
  case CL_INVALID_KERNEL_ARGS: return "CL_INVALID_KERNEL_ARGS";
  case CL_INVALID_WORK_GROUP_SIZE: return "CL_INVALID_WORK_GROUP_SIZE";
  case CL_OUT_OF_RESOURCES: return "CL_OUT_OF_RESOURCES";
  default: return "CL_SOMETHING";
  }
}

#define CL_CHECK(_expr)                                                         \
   do {                                                                         \
     cl_int _err = _expr;                                                       \
     if (_err == CL_SUCCESS)                                                    \
       break;                                                                   \
     fprintf(stderr, "OpenCL Error: '%s' returned %s!\n", #_expr, errorName(_err)); \
     abort();                                                                   \
   } while (0)

#define CL_CHECK_ERR(_expr)                                                     \
   ({                                                                           \
     cl_int _err = CL_INVALID_VALUE;                                            \
     decltype(_expr) _ret = _expr;                                              \
     if (_err != CL_SUCCESS) {                                                  \
       fprintf(stderr, "OpenCL Error: '%s' returned %s!\n", #_expr, errorName(_err)); \
       abort();                                                                 \
     }                                                                          \
     _ret;                                                                      \
   })

static void args(cl_kernel k, cl_uint) { (void)k; }
template <typename T, typename... Rest>
static void args(cl_kernel k, cl_uint i, const T &first, const Rest &... rest) {
  CL_CHECK(clSetKernelArg(k, i, sizeof first, &first));
  args(k, i + 1, rest...);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500;
  std::vector<std::vector<int>> adj(n);
  unsigned r = 1;
  for (int e = 0; e < 3 * n; ++e) {
    r = r * 69069 + 1; int a = (r >> 8) % n;
    r = r * 69069 + 1; int b = (r >> 8) % n;
    if (a != b) { adj[a].push_back(b); adj[b].push_back(a); }
  }
  std::vector<int> row(1, 0), col, c(n, -1);
  for (auto &v : adj) { col.insert(col.end(), v.begin(), v.end()); row.push_back(col.size()); }

  cl_platform_id platform; cl_device_id device;
  CL_CHECK(clGetPlatformIDs(1, &platform, NULL));
  CL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context ctx = CL_CHECK_ERR(clCreateContext(NULL, 1, &device, NULL, NULL, &_err));
  cl_command_queue queue = CL_CHECK_ERR(clCreateCommandQueue(ctx, device, 0, &_err));
  char src[8192]; FILE *f = fopen("mis.cl", "r"); assert(f);
  size_t len = fread(src, 1, sizeof src, f); fclose(f);
  const char *srcs[] = {src};
  cl_program program = CL_CHECK_ERR(clCreateProgramWithSource(ctx, 1, srcs, &len, &_err));
  CL_CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel mis1 = CL_CHECK_ERR(clCreateKernel(program, "mis1", &_err));
  cl_kernel mis2 = CL_CHECK_ERR(clCreateKernel(program, "mis2", &_err));
  cl_kernel mis3 = CL_CHECK_ERR(clCreateKernel(program, "mis3", &_err));
  cl_mem rowB = CL_CHECK_ERR(clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, row.size() * 4, row.data(), &_err));
  cl_mem colB = CL_CHECK_ERR(clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, col.size() * 4, col.data(), &_err));
  cl_mem cB = CL_CHECK_ERR(clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, n * 4, c.data(), &_err));
  cl_mem nextB = CL_CHECK_ERR(clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, n * 4, c.data(), &_err));
  cl_mem minB = CL_CHECK_ERR(clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * 4, NULL, &_err));
  cl_mem stopB = CL_CHECK_ERR(clCreateBuffer(ctx, CL_MEM_READ_WRITE, 4, NULL, &_err));

  size_t global = (n + 31) / 32 * 32, local = 32;
  cl_uint round = 0;
  int stop = 1;
  while (stop) {
    stop = 0;
    CL_CHECK(clEnqueueWriteBuffer(queue, stopB, CL_FALSE, 0, sizeof stop, &stop, 0, NULL, NULL));
    args(mis1, 0, rowB, colB, cB, minB, round, n, stopB);
    CL_CHECK(clEnqueueNDRangeKernel(queue, mis1, 1, NULL, &global, &local, 0, NULL, NULL));
    args(mis2, 0, rowB, colB, cB, nextB, minB, round, n);
    CL_CHECK(clEnqueueNDRangeKernel(queue, mis2, 1, NULL, &global, &local, 0, NULL, NULL));
    args(mis3, 0, rowB, colB, cB, nextB, n);
    CL_CHECK(clEnqueueNDRangeKernel(queue, mis3, 1, NULL, &global, &local, 0, NULL, NULL));
    CL_CHECK(clEnqueueReadBuffer(queue, stopB, CL_TRUE, 0, sizeof stop, &stop, 0, NULL, NULL));
    round++;
  }
  CL_CHECK(clEnqueueReadBuffer(queue, cB, CL_TRUE, 0, n * 4, c.data(), 0, NULL, NULL));
  int chosen = 0, bad = 0;
  for (int v = 0; v < n; ++v) {
    bool neighbour = false;
    for (int u : adj[v]) neighbour |= c[u] == 1;
    if (c[v] == 1) { ++chosen; bad += neighbour; }
    else bad += c[v] != 2 || !neighbour;
  }
  printf("rounds %u chosen %d bad %d\n", round, chosen, bad);
  return bad != 0;
}
