// Rule K3: work lists, retried compare-and-swaps and pointer chains are no waiting.
// REQUIRES: device
// RUN: %run-check %S/k3-worklist.cl %s --host-flag=-I%S/../../host/Inputs --entries 1
#include "setup.h"
#include <vector>

template <class T> cl_mem device_copy(const std::vector<T> &v) {
  cl_int e;
  cl_mem b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, v.size() * sizeof(T), (void *)v.data(), &e);
  need(e, "buffer");
  return b;
}

int main() {
  const cl_int n = 700;
  std::vector<cl_int> row, col, dist(n, -1), list(n), root(n + 1);
  for (int v = 0; v < n; v++) {
    row.push_back(col.size());
    for (int k = 1; k <= v % 4; k++)
      col.push_back((v * 7 + k * 31) % n);
    col.push_back((v + 1) % n);
    root[v] = v / 3;
  }
  row.push_back(col.size());
  dist[0] = 0, root[n] = -1;

  start("k3-worklist.cl", "");
  cl_kernel drain = clCreateKernel(program, "drain", nullptr), weigh = clCreateKernel(program, "weigh", nullptr);
  cl_mem d_row = device_copy(row), d_col = device_copy(col), d_dist = device_copy(dist), d_list = device_copy(list),
         d_next = device_copy(list), d_root = device_copy(root);
  cl_mem head = ints(1, 0), tail = ints(1, 0), total = ints(1, 0);
  cl_int count = 1, zero = 0, depth = 0;
  const size_t workers = 64, per_group = 16, all = (n + 63) / 64 * 64;
  clSetKernelArg(drain, 0, sizeof d_row, &d_row);
  clSetKernelArg(drain, 1, sizeof d_col, &d_col);
  clSetKernelArg(drain, 2, sizeof d_dist, &d_dist);
  clSetKernelArg(drain, 5, sizeof head, &head);
  clSetKernelArg(drain, 6, sizeof tail, &tail);
  clSetKernelArg(weigh, 0, sizeof d_dist, &d_dist);
  clSetKernelArg(weigh, 1, sizeof total, &total);
  clSetKernelArg(weigh, 2, sizeof d_root, &d_root);
  clSetKernelArg(weigh, 3, sizeof n, &n);
  while (count > 0) {
    ++depth;
    clEnqueueWriteBuffer(queue, head, CL_FALSE, 0, sizeof zero, &zero, 0, nullptr, nullptr);
    clEnqueueWriteBuffer(queue, tail, CL_FALSE, 0, sizeof zero, &zero, 0, nullptr, nullptr);
    clSetKernelArg(drain, 3, sizeof d_list, &d_list);
    clSetKernelArg(drain, 4, sizeof d_next, &d_next);
    clSetKernelArg(drain, 7, sizeof count, &count);
    clSetKernelArg(drain, 8, sizeof depth, &depth);
    clEnqueueNDRangeKernel(queue, drain, 1, nullptr, &workers, &per_group, 0, nullptr, nullptr);
    clEnqueueNDRangeKernel(queue, weigh, 1, nullptr, &all, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, tail, CL_TRUE, 0, sizeof count, &count, 0, nullptr, nullptr);
    cl_mem t = d_list;
    d_list = d_next;
    d_next = t;
  }
  float sum = 0;
  clEnqueueReadBuffer(queue, total, CL_TRUE, 0, sizeof sum, &sum, 0, nullptr, nullptr);
  printf("depth %d, total %g\n", depth, sum);
  show("dist", d_dist), show("root", d_root);
}
