// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_types.h"
#include <CL/cl.h>
#include <algorithm>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <vector>

static cl_context context;
static cl_command_queue cmd_queue;
static cl_device_id *device_list;
static cl_int num_devices;

static double gettime() {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + t.tv_usec * 1e-6;
}

static int initialize() {
  cl_platform_id platform_id[1];
  if (clGetPlatformIDs(1, platform_id, NULL) != CL_SUCCESS) { printf("ERROR: clGetPlatformIDs failed\n"); return -1; }
  num_devices = 1;
  device_list = new cl_device_id[num_devices];
  if (clGetDeviceIDs(platform_id[0], CL_DEVICE_TYPE_ALL, num_devices, device_list, NULL) != CL_SUCCESS) { printf("ERROR: clGetDeviceIDs failed\n"); return -1; }
  context = clCreateContext(NULL, num_devices, device_list, NULL, NULL, NULL);
  if (!context) return -1;
  cmd_queue = clCreateCommandQueue(context, device_list[0], 0, NULL);
  return cmd_queue ? 0 : -1;
}

static int shutdown() {
  if (cmd_queue) clReleaseCommandQueue(cmd_queue);
  if (context) clReleaseContext(context);
  if (device_list) delete[] device_list;
  cmd_queue = 0; context = 0; device_list = 0; num_devices = 0;
  return 0;
}

int main(int argc, char **argv) {
  CSR g;
  g.nodes = argc > 1 ? atoi(argv[1]) : 800;
  cl_int err = 0;
  std::vector<std::vector<int> > lists(g.nodes);
  unsigned s = 123;
  for (int e = 0; e < g.nodes * 4; e++) {
    s = s * 22695477u + 1u; int a = (s >> 9) % g.nodes;
    s = s * 22695477u + 1u; int b = (s >> 9) % g.nodes;
    if (a != b && std::find(lists[a].begin(), lists[a].end(), b) == lists[a].end()) { lists[a].push_back(b); lists[b].push_back(a); }
  }
  std::vector<int> row, col, color(g.nodes, -1), node_value(g.nodes);
  for (int i = 0; i < g.nodes; i++) {
    row.push_back(col.size());
    col.insert(col.end(), lists[i].begin(), lists[i].end());
    node_value[i] = (int)((unsigned)i * 2654435761u % 1000003u);
  }
  g.edges = col.size();
  if (initialize()) return -1;
  FILE *fp = fopen("color.cl", "rb");
  if (!fp) { printf("ERROR: unable to open color.cl\n"); return -1; }
  char *source = (char *)calloc(8192, 1);
  if (!fread(source, 1, 8191, fp)) return -1;
  fclose(fp);
  const char *slist[2] = {source, 0};
  cl_program prog = clCreateProgramWithSource(context, 1, slist, NULL, &err);
  if (err != CL_SUCCESS) { printf("ERROR: clCreateProgramWithSource() => %d\n", err); return -1; }
  err = clBuildProgram(prog, num_devices, device_list, "-I . ", NULL, NULL);
  if (err != CL_SUCCESS) { printf("ERROR: clBuildProgram() => %d\n", err); return -1; }
  cl_kernel kernel1 = clCreateKernel(prog, "color1", &err);
  cl_kernel kernel2 = clCreateKernel(prog, "color2", &err);
  if (err != CL_SUCCESS) { printf("ERROR: clCreateKernel() => %d\n", err); return -1; }
  clReleaseProgram(prog);
  cl_mem row_d = clCreateBuffer(context, CL_MEM_READ_WRITE, row.size() * sizeof(int), NULL, &err);
  cl_mem col_d = clCreateBuffer(context, CL_MEM_READ_WRITE, col.size() * sizeof(int), NULL, &err);
  cl_mem stop_d = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, &err);
  cl_mem color_d = clCreateBuffer(context, CL_MEM_READ_WRITE, g.nodes * sizeof(int), NULL, &err);
  cl_mem node_value_d = clCreateBuffer(context, CL_MEM_READ_WRITE, g.nodes * sizeof(int), NULL, &err);
  cl_mem max_d = clCreateBuffer(context, CL_MEM_READ_WRITE, g.nodes * sizeof(int), NULL, &err);
  if (err != CL_SUCCESS) { printf("ERROR: clCreateBuffer => %d\n", err); return -1; }
  err = clEnqueueWriteBuffer(cmd_queue, color_d, 1, 0, g.nodes * sizeof(int), color.data(), 0, 0, 0);
  err |= clEnqueueWriteBuffer(cmd_queue, max_d, 1, 0, g.nodes * sizeof(int), color.data(), 0, 0, 0);
  err |= clEnqueueWriteBuffer(cmd_queue, row_d, 1, 0, row.size() * sizeof(int), row.data(), 0, 0, 0);
  err |= clEnqueueWriteBuffer(cmd_queue, col_d, 1, 0, col.size() * sizeof(int), col.data(), 0, 0, 0);
  err |= clEnqueueWriteBuffer(cmd_queue, node_value_d, 1, 0, g.nodes * sizeof(int), node_value.data(), 0, 0, 0);
  if (err != CL_SUCCESS) { printf("ERROR: write => %d\n", err); return -1; }

  int block_size = 64;
  size_t local_work[3] = {(size_t)block_size, 1, 1};
  size_t global_work[3] = {(size_t)(g.nodes % block_size == 0 ? g.nodes : (g.nodes / block_size + 1) * block_size), 1, 1};
  int stop = 1, graph_color = 1;
  double timer3 = gettime();
  while (stop) {
    stop = 0;
    err = clEnqueueWriteBuffer(cmd_queue, stop_d, 1, 0, sizeof(int), &stop, 0, 0, 0);
    if (err != CL_SUCCESS) { printf("ERROR: clEnqueueWriteBuffer stop_d (%d)\n", err); return -1; }
    clSetKernelArg(kernel1, 0, sizeof(void *), (void *)&row_d);
    clSetKernelArg(kernel1, 1, sizeof(void *), (void *)&col_d);
    clSetKernelArg(kernel1, 2, sizeof(void *), (void *)&node_value_d);
    clSetKernelArg(kernel1, 3, sizeof(void *), (void *)&color_d);
    clSetKernelArg(kernel1, 4, sizeof(void *), (void *)&stop_d);
    clSetKernelArg(kernel1, 5, sizeof(void *), (void *)&max_d);
    clSetKernelArg(kernel1, 6, sizeof(cl_int), (void *)&graph_color);
    clSetKernelArg(kernel1, 7, sizeof(CSR), (void *)&g);
    clSetKernelArg(kernel2, 0, sizeof(void *), (void *)&node_value_d);
    clSetKernelArg(kernel2, 1, sizeof(void *), (void *)&color_d);
    clSetKernelArg(kernel2, 2, sizeof(void *), (void *)&max_d);
    clSetKernelArg(kernel2, 3, sizeof(cl_int), (void *)&graph_color);
    clSetKernelArg(kernel2, 4, sizeof(CSR), (void *)&g);
    err = clEnqueueNDRangeKernel(cmd_queue, kernel1, 1, NULL, global_work, local_work, 0, 0, 0);
    if (err != CL_SUCCESS) { printf("ERROR: kernel1 (%d)\n", err); return -1; }
    err = clEnqueueNDRangeKernel(cmd_queue, kernel2, 1, NULL, global_work, local_work, 0, 0, 0);
    if (err != CL_SUCCESS) { printf("ERROR: kernel2 (%d)\n", err); return -1; }
    err = clEnqueueReadBuffer(cmd_queue, stop_d, 1, 0, sizeof(int), &stop, 0, 0, 0);
    if (err != CL_SUCCESS) { printf("ERROR: Read stop_d (%d)\n", err); return -1; }
    graph_color++;
  }
  err = clEnqueueReadBuffer(cmd_queue, color_d, 1, 0, g.nodes * sizeof(int), color.data(), 0, 0, 0);
  if (err != CL_SUCCESS) { printf("ERROR: read color_d (%d)\n", err); return -1; }
  double timer4 = gettime();
  fprintf(stderr, "kernel time = %lf ms\n", (timer4 - timer3) * 1000);
  // reference: the same rounds, one after another
  std::vector<int> want(g.nodes, -1), best(g.nodes, -1);
  int rounds = 1;
  for (bool more = true; more; rounds++) {
    more = false;
    for (int v = 0; v < g.nodes; v++)
      if (want[v] == -1) {
        int end = v + 1 < g.nodes ? row[v + 1] : g.edges, top = -1;
        for (int e = row[v]; e < end; e++)
          if (want[col[e]] == -1 && row[v] != end - 1) { more = true; top = std::max(top, node_value[col[e]]); }
        best[v] = top;
      }
    for (int v = 0; v < g.nodes; v++)
      if (want[v] == -1 && node_value[v] >= best[v]) want[v] = rounds;
  }
  bool same = want == color && rounds == graph_color;
  printf("total number of colors used: %d, %s\n", graph_color, same ? "as expected" : "NOT as expected");
  free(source);
  shutdown();
  return same ? 0 : 1;
}
