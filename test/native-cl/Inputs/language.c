/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Kernels of many kinds, each with the numbers that it must give.
 */
#include "cl.h"

static const char *source =
    "typedef struct { int a; float4 b; char c[3]; double d; } S;\n"
    "constant int table[4] = {10, 20, 30, 40};\n"
    "constant char *constant words[2] = {\"one\", \"two\"};\n"
    "int helper(local int *l, int i);\n"
    "inline int plain(int x) { return x + 1; }\n"
    "kernel void by_value(global int *out, S s, float3 v, char2 c, long n, uchar u) {\n"
    "  out[0] = s.a; out[1] = (int)s.b.z; out[2] = s.c[2]; out[3] = (int)v.z; out[4] = c.y; out[5] = (int)(n >> 32);\n"
    "  out[6] = u; out[7] = (int)(s.d * 2); out[8] = table[3]; out[9] = plain(1); out[10] = words[1][2];\n"
    "}\n"
    "kernel void ids(global int *out) {\n"
    "  size_t i = (get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
    "  out[i] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_local_id(0) + 100000 * get_group_id(1) +\n"
    "           1000000 * get_num_groups(0) + 10000000 * get_work_dim();\n"
    "}\n"
    "kernel void reverse(global int *data) {\n"
    "  local int tile[64], sum;\n"
    "  int l = get_local_id(0), n = get_local_size(0);\n"
    "  if (l == 0) sum = 0;\n"
    "  tile[l] = data[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  atomic_add(&sum, tile[n - 1 - l]);\n"
    "  for (int k = 0; k < 3; ++k) { int t = helper(tile, (l + 1) % n); barrier(CLK_LOCAL_MEM_FENCE); tile[l] = t; \n"
    "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  data[get_global_id(0)] = tile[l] + 1000 * sum;\n"
    "}\n"
    "int helper(local int *l, int i) { return l[i]; }\n"
    "kernel void by_argument(global int *data, local int *a, local char *b, local double *c) {\n"
    "  int l = get_local_id(0), n = get_local_size(0);\n"
    "  a[l] = l; b[l] = 2 * l; c[l] = 0.5 * l;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  data[get_global_id(0)] = a[n - 1 - l] + 100 * b[n - 1 - l] + 10000 * (int)(2 * c[n - 1 - l]);\n"
    "}\n"
    "kernel void inner(global int *out, int add) { out[get_global_id(0)] = add + get_global_id(0); }\n"
    "kernel void outer(global int *out) { inner(out, 7); }\n"
    "kernel __attribute__((reqd_work_group_size(4, 2, 1))) void required(global int *out) {\n"
    "  out[get_global_id(1) * 8 + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1); }\n"
    "kernel void divide(global int *out, int zero, int most) {\n"
    "  int x = 5 / zero, y = 5 % zero, z = most / (zero - 1); out[0] = 1; out[1] = x == x && y == y && z == z;\n"
    "  uchar c = 200; c /= (uchar)zero; out[2] = c == c; }\n"
    "kernel void copies(global int *data) {\n"
    "  local int tile[32]; int l = get_local_id(0);\n"
    "  event_t e = async_work_group_copy(tile, data + 32 * get_group_id(0), 32, 0);\n"
    "  wait_group_events(1, &e);\n"
    "  tile[l] *= 2; tile[l + 16] *= 3;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  e = async_work_group_copy(data + 32 * get_group_id(0), tile, 32, 0); wait_group_events(1, &e);\n"
    "}\n"
    "kernel void atomics(global int *c, global uint *u, global long *l, global float *f) {\n"
    "  int i = get_global_id(0);\n"
    "  atomic_add(c, 1); atomic_sub(c + 1, i); atomic_inc(c + 2); atomic_dec(c + 3); atomic_min(c + 4, -i);\n"
    "  atomic_max(c + 5, i); atomic_or(c + 6, 1 << (i % 31)); atomic_xor(c + 7, i); atomic_and(c + 8, ~(1 << (i % 31)));\n"
    "  atomic_max(u, i + 0x80000000u); atomic_min(u + 1, i + 0x80000000u); atom_add(l, 1l << 33);\n"
    "  int old; do { old = c[9]; } while (atomic_cmpxchg(c + 9, old, old + 2) != old);\n"
    "  atomic_xchg(f, 2.5f);\n"
    "}\n";

static void print(setup s, cl_mem buffer, const char *name, int count) {
  int data[64];
  OK(clEnqueueReadBuffer(s.queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  printf("%s:", name);
  for (int i = 0; i < count; ++i)
    printf(" %d", data[i]);
  printf("\n");
}

typedef struct {
  cl_int a;
  cl_float4 b;
  cl_char c[3];
  cl_double d;
} value;

int main(int argc, char **argv) {
  setup s = open_platform(0);
  cl_program program = build(s, source, argc > 1 ? argv[1] : "");
  cl_int err, data[64];
  for (int i = 0; i < 64; ++i)
    data[i] = i;
  cl_mem out = clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &err);
  OK(err);
#define KERNEL(name) \
  cl_kernel name = clCreateKernel(program, #name, &err); \
  OK(err); \
  OK(clSetKernelArg(name, 0, sizeof out, &out))
#define RUN(name, dims, ...) \
  do { \
    size_t sizes[][3] = {__VA_ARGS__}; \
    OK(clEnqueueNDRangeKernel(s.queue, name, dims, sizes[2], sizes[0], sizes[1], 0, NULL, NULL)); \
    OK(clReleaseKernel(name)); \
  } while (0)

  KERNEL(by_value);
  value v = {.a = 3, .c = {1, 2, 3}, .d = 4.5};
  v.b.s[2] = 6;
  cl_float4 three = {{1, 2, 3, 0}};
  cl_char2 two = {{4, 5}};
  cl_long n = 9l << 32;
  cl_uchar u = 250;
  OK(clSetKernelArg(by_value, 1, sizeof v, &v));
  OK(clSetKernelArg(by_value, 2, sizeof three, &three));
  OK(clSetKernelArg(by_value, 3, sizeof two, &two));
  OK(clSetKernelArg(by_value, 4, sizeof n, &n));
  OK(clSetKernelArg(by_value, 5, sizeof u, &u));
  RUN(by_value, 1, {1}, {1}, {0});
  print(s, out, "by_value", 11);

  KERNEL(ids);
  RUN(ids, 2, {4, 4}, {2, 2}, {1, 2});
  print(s, out, "ids", 16);

  OK(clEnqueueWriteBuffer(s.queue, out, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  KERNEL(reverse);
  RUN(reverse, 1, {16}, {8}, {0});
  print(s, out, "reverse", 16);

  KERNEL(by_argument);
  OK(clSetKernelArg(by_argument, 1, 16, NULL));
  OK(clSetKernelArg(by_argument, 2, 4, NULL));
  OK(clSetKernelArg(by_argument, 3, 32, NULL));
  RUN(by_argument, 1, {8}, {4}, {0});
  print(s, out, "by_argument", 8);

  KERNEL(outer);
  RUN(outer, 1, {4}, {2}, {0});
  print(s, out, "outer", 4);

  KERNEL(required);
  RUN(required, 2, {8, 2}, {4, 2}, {0});
  print(s, out, "required", 4);

  KERNEL(divide);
  int zero = 0, most = -2147483647 - 1;
  OK(clSetKernelArg(divide, 1, sizeof zero, &zero));
  OK(clSetKernelArg(divide, 2, sizeof most, &most));
  RUN(divide, 1, {1}, {1}, {0});
  print(s, out, "divide", 3);

  OK(clEnqueueWriteBuffer(s.queue, out, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  KERNEL(copies);
  RUN(copies, 1, {32}, {16}, {0});
  print(s, out, "copies", 64);

  int start[64] = {0};
  start[8] = -1;
  start[17] = -1;
  OK(clEnqueueWriteBuffer(s.queue, out, CL_TRUE, 0, sizeof start, start, 0, NULL, NULL));
  KERNEL(atomics);
  cl_mem part[3];
  cl_buffer_region region = {128, 128};
  part[0] = clCreateSubBuffer(out, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
  OK(err);
  cl_uint least[2] = {0, 0xffffffffu};
  OK(clEnqueueWriteBuffer(s.queue, part[0], CL_TRUE, 0, sizeof least, least, 0, NULL, NULL));
  part[1] = clCreateBuffer(s.context, 0, 64, NULL, &err);
  cl_long none = 0;
  OK(clEnqueueFillBuffer(s.queue, part[1], &none, 8, 0, 64, 0, NULL, NULL));
  part[2] = clCreateBuffer(s.context, 0, 64, NULL, &err);
  for (int i = 0; i < 3; ++i)
    OK(clSetKernelArg(atomics, i + 1, sizeof part[i], &part[i]));
  RUN(atomics, 1, {256}, {16}, {0});
  print(s, out, "atomics", 10);
  cl_uint ends[2];
  OK(clEnqueueReadBuffer(s.queue, part[0], CL_TRUE, 0, sizeof ends, ends, 0, NULL, NULL));
  cl_long wide;
  OK(clEnqueueReadBuffer(s.queue, part[1], CL_TRUE, 0, sizeof wide, &wide, 0, NULL, NULL));
  float real;
  OK(clEnqueueReadBuffer(s.queue, part[2], CL_TRUE, 0, sizeof real, &real, 0, NULL, NULL));
  printf("more atomics: %x %x %lx %g\n", ends[0], ends[1], (long)wide, real);

  for (int i = 0; i < 3; ++i)
    OK(clReleaseMemObject(part[i]));
  OK(clReleaseMemObject(out));
  OK(clReleaseProgram(program));
  close_platform(s);
  return 0;
}
