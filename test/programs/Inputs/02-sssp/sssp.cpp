// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single source shortest paths as repeated min-plus products. Returns -1 on any OpenCL error,
// in the manner of the old graph suites.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <utility>
#include <vector>

static cl_context ctx;
static cl_command_queue queue;
static cl_device_id dev;

static int initialize()
{
  cl_platform_id id[8];
  cl_uint num = 0;
  if (clGetPlatformIDs(8, id, &num) != CL_SUCCESS || num == 0) {
    printf("ERROR: clGetPlatformIDs() failed\n");
    return -1;
  }
  if (clGetDeviceIDs(id[0], CL_DEVICE_TYPE_ALL, 1, &dev, NULL) != CL_SUCCESS) {
    printf("ERROR: clGetDeviceIDs() failed\n");
    return -1;
  }
  ctx = clCreateContext(NULL, 1, &dev, NULL, NULL, NULL);
  if (!ctx) {
    printf("ERROR: clCreateContext() failed\n");
    return -1;
  }
  queue = clCreateCommandQueue(ctx, dev, 0, NULL);
  if (!queue) {
    printf("ERROR: clCreateCommandQueue() failed\n");
    return -1;
  }
  return 0;
}

int main(int argc, char **argv)
{
  const int n = argc > 1 ? atoi(argv[1]) : 1500;
  const int INF = 1 << 28;
  cl_int err = 0;
  if (initialize())
    return -1;

  std::vector<int> row(n + 1), col, weight;
  unsigned s = 99;
  for (int v = 0; v < n; ++v) {
    row[v] = (int)col.size();
    for (int e = 0; e < 4; ++e) {
      s = s * 1664525u + 1013904223u;
      int to = e == 0 ? (v + n - 1) % n : (int)((s >> 8) % (unsigned)n);
      if (e != 0 && abs(to - v) > 50)
        continue;
      col.push_back(to);
      weight.push_back(1 + (int)(s >> 24) % 20);
    }
  }
  row[n] = (int)col.size();
  std::vector<int> dist(n, INF);
  dist[7] = 0;

  FILE *fp = fopen("sssp.cl", "r");
  if (!fp) {
    printf("ERROR: unable to open sssp.cl\n");
    return -1;
  }
  char *source = (char *)calloc(8000, 1);
  if (fread(source, 1, 7999, fp) == 0)
    return -1;
  fclose(fp);
  const char *slist[2] = {source, 0};
  cl_program prog = clCreateProgramWithSource(ctx, 1, slist, NULL, &err);
  if (err != CL_SUCCESS) {
    printf("ERROR: clCreateProgramWithSource() => %d\n", err);
    return -1;
  }
  err = clBuildProgram(prog, 0, NULL, NULL, NULL, NULL);
  if (err != CL_SUCCESS) {
    printf("ERROR: clBuildProgram() => %d\n", err);
    return -1;
  }
  const char *kernelname1 = "minplus";
  const char *kernelname2 = "differs";
  cl_kernel kernel1 = clCreateKernel(prog, kernelname1, &err);
  cl_kernel kernel2 = clCreateKernel(prog, kernelname2, &err);
  if (err != CL_SUCCESS) {
    printf("ERROR: clCreateKernel() 0 => %d\n", err);
    return -1;
  }
  clReleaseProgram(prog);

  cl_mem row_d = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, (n + 1) * 4, row.data(), &err);
  cl_mem col_d = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, col.size() * 4, col.data(), &err);
  cl_mem weight_d = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, weight.size() * 4, weight.data(), &err);
  cl_mem vector_d1 = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * 4, dist.data(), &err);
  cl_mem vector_d2 = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * 4, dist.data(), &err);
  cl_mem stop_d = clCreateBuffer(ctx, CL_MEM_READ_WRITE, sizeof(int), NULL, &err);
  if (err != CL_SUCCESS) {
    printf("ERROR: clCreateBuffer => %d\n", err);
    return -1;
  }

  clSetKernelArg(kernel1, 0, sizeof(cl_int), (void *)&n);
  clSetKernelArg(kernel1, 1, sizeof(void *), (void *)&row_d);
  clSetKernelArg(kernel1, 2, sizeof(void *), (void *)&col_d);
  clSetKernelArg(kernel1, 3, sizeof(void *), (void *)&weight_d);
  clSetKernelArg(kernel1, 4, sizeof(void *), (void *)&vector_d1);
  clSetKernelArg(kernel1, 5, sizeof(void *), (void *)&vector_d2);
  clSetKernelArg(kernel2, 0, sizeof(void *), (void *)&vector_d1);
  clSetKernelArg(kernel2, 1, sizeof(void *), (void *)&vector_d2);
  clSetKernelArg(kernel2, 2, sizeof(void *), (void *)&stop_d);
  clSetKernelArg(kernel2, 3, sizeof(cl_int), (void *)&n);

  int block_size = 128;
  size_t local_work[3] = {(size_t)block_size, 1, 1};
  size_t global_work[3] = {(size_t)((n + block_size - 1) / block_size * block_size), 1, 1};

  int stop = 1, i;
  for (i = 1; i < n; i++) {
    stop = 0;
    err = clEnqueueWriteBuffer(queue, stop_d, CL_TRUE, 0, sizeof(int), &stop, 0, 0, 0);
    if (err != CL_SUCCESS) {
      printf("ERROR: write stop (%d)\n", err);
      return -1;
    }
    err = clEnqueueNDRangeKernel(queue, kernel1, 1, NULL, global_work, local_work, 0, 0, 0);
    if (err != CL_SUCCESS) {
      printf("ERROR: kernel1 (%d)\n", err);
      return -1;
    }
    err = clEnqueueNDRangeKernel(queue, kernel2, 1, NULL, global_work, local_work, 0, 0, 0);
    if (err != CL_SUCCESS) {
      printf("ERROR: kernel2 (%d)\n", err);
      return -1;
    }
    err = clEnqueueReadBuffer(queue, stop_d, CL_TRUE, 0, sizeof(int), &stop, 0, 0, 0);
    if (err != CL_SUCCESS) {
      printf("ERROR: read stop (%d)\n", err);
      return -1;
    }
    // leave before the swap: the two vectors are equal
    if (stop == 0)
      break;
    cl_mem tmp = vector_d1;
    vector_d1 = vector_d2;
    vector_d2 = tmp;
    clSetKernelArg(kernel1, 4, sizeof(void *), (void *)&vector_d1);
    clSetKernelArg(kernel1, 5, sizeof(void *), (void *)&vector_d2);
    clSetKernelArg(kernel2, 0, sizeof(void *), (void *)&vector_d1);
    clSetKernelArg(kernel2, 1, sizeof(void *), (void *)&vector_d2);
  }
  err = clEnqueueReadBuffer(queue, vector_d1, CL_TRUE, 0, n * 4, dist.data(), 0, 0, 0);
  if (err != CL_SUCCESS)
    return -1;

  // Dijkstra on the transposed view: relax u -> v for each row v that lists u.
  std::vector<std::vector<std::pair<int, int> > > out(n);
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e)
      out[col[e]].push_back(std::make_pair(v, weight[e]));
  std::vector<int> ref(n, INF);
  std::priority_queue<std::pair<int, int> > heap;
  ref[7] = 0;
  heap.push(std::make_pair(0, 7));
  while (!heap.empty()) {
    int d = -heap.top().first, u = heap.top().second;
    heap.pop();
    if (d != ref[u])
      continue;
    for (size_t k = 0; k < out[u].size(); ++k)
      if (d + out[u][k].second < ref[out[u][k].first]) {
        ref[out[u][k].first] = d + out[u][k].second;
        heap.push(std::make_pair(-ref[out[u][k].first], out[u][k].first));
      }
  }
  long wrong = 0, sum = 0;
  for (int v = 0; v < n; ++v) {
    wrong += dist[v] != ref[v];
    sum += dist[v];
  }
  printf("iterations %d stop %d sum %ld wrong %ld\n", i, stop, sum, wrong);
  free(source);
  return wrong ? 1 : 0;
}
