/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   strict WHAT
 *
 * Programs with one mistake each, which an implementation need not notice.
 */
#include "cl.h"

static const char *source =
    "kernel void put(global int *a, int at) { a[at] = 7; }\n"
    "kernel void split(global int *a) {\n"
    "  if (get_local_id(0) & 1) { a[0] = 1; barrier(CLK_GLOBAL_MEM_FENCE); } else { barrier(CLK_GLOBAL_MEM_FENCE); }\n"
    "}\n"
    "kernel void leaves(global int *a) {\n"
    "  if (get_local_id(0) == 3) return;\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE); a[get_local_id(0)] = 1;\n"
    "}\n"
    "kernel void order(global int *a, global int *next) { a[atomic_inc(next)] = get_global_id(0); }\n"
    "kernel void meet(global int *a) {\n"
    "  if (get_local_id(0) == 0) { atomic_inc(a); while (atomic_or(a, 0) < (int)get_num_groups(0)); }\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE); if (get_local_id(0) == 1) atomic_inc(a + 1);\n"
    "}\n";

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  setup s = open_platform(0);
  cl_program program = build(s, source, "");
  cl_int err, zero[64] = {0}, data[64];
  cl_mem a = clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, sizeof zero, zero, &err);
  cl_mem b = clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, sizeof zero, zero, &err);
  OK(err);
  const char *name = strcmp(what, "split") == 0 || strcmp(what, "leaves") == 0 || strcmp(what, "order") == 0 ||
                             strcmp(what, "meet") == 0
                         ? what
                         : "put";
  cl_kernel k = clCreateKernel(program, name, &err);
  OK(err);
  OK(clSetKernelArg(k, 0, sizeof a, &a));
  size_t global = strcmp(what, "order") == 0 ? 64 : strcmp(what, "meet") == 0 ? 16 : 4;
  size_t local = strcmp(what, "order") == 0 ? 8 : strcmp(what, "meet") == 0 ? 2 : 4;
  int at = strcmp(what, "behind") == 0 ? 64 : strcmp(what, "before") == 0 ? -1 : 0;
  if (strcmp(name, "put") == 0)
    OK(clSetKernelArg(k, 1, sizeof at, &at));
  if (strcmp(what, "order") == 0)
    OK(clSetKernelArg(k, 1, sizeof b, &b));
  if (strcmp(what, "released") == 0) {
    OK(clReleaseMemObject(a));
    printf("launch: %d\n", clEnqueueNDRangeKernel(s.queue, k, 1, NULL, &global, &local, 0, NULL, NULL));
  } else {
    OK(clEnqueueNDRangeKernel(s.queue, k, 1, NULL, &global, &local, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(s.queue, a, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  }
  if (strcmp(what, "twice") == 0) {
    OK(clReleaseKernel(k));
    printf("again: %d\n", clReleaseKernel(k));
  } else if (strcmp(what, "kind") == 0) {
    printf("kind: %d\n", clReleaseMemObject((cl_mem)k));
  }
  if (strcmp(what, "order") == 0)
    for (int i = 0; i < 64; ++i)
      printf("%d%s", data[i], i % 16 == 15 ? "\n" : " ");
  if (strcmp(what, "meet") == 0)
    printf("met: %d %d\n", data[0], data[1]);
  if (strcmp(what, "leak") != 0) {
    if (strcmp(what, "twice") != 0)
      OK(clReleaseKernel(k));
    if (strcmp(what, "released") != 0)
      OK(clReleaseMemObject(a));
  }
  OK(clReleaseMemObject(b));
  OK(clReleaseProgram(program));
  close_platform(s);
  return 0;
}
