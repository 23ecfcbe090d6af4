/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Builtin functions with pointers, vectors in memory, ids with offsets, copies of groups, printf, unions, structs,
 * atomics of OpenCL 2.0, program-scope variables: numbers that two implementations must agree on.
 */
#include "cl.h"

/* Of exact inputs, so that no rounding can differ. */
static const char *source =
    "kernel void pointers(global int *o, global float *f) {\n"
    "  float whole, sine, cosine; int e, q; private float p[1]; local float l[1];\n"
    "  f[0] = fract(2.75f, &whole); f[1] = whole; f[2] = fract(-0.25f, p); f[3] = p[0];\n"
    "  f[4] = frexp(12.0f, &e); o[0] = e; f[5] = frexp(-0.0f, &e); o[1] = e; f[6] = modf(-3.5f, l); f[7] = l[0];\n"
    "  sine = sincos(0.0f, &cosine); f[8] = sine; f[9] = cosine; f[10] = remquo(7.0f, 2.0f, &q); o[2] = q & 7;\n"
    "  f[11] = remquo(-9.0f, 4.0f, &q); o[3] = q & 7; float4 w; float4 r = fract((float4)(1.5f, 2.0f, -1.25f, 0.0f), &w);\n"
    "  vstore4(r, 3, f); vstore4(w, 4, f); int4 e4; r = frexp((float4)(1, 2, 3, 4), &e4); vstore4(r, 5, f);\n"
    "  vstore4(e4, 1, o); f[24] = remainder(5.5f, 2.0f); f[25] = lgamma_r(3.0f, &e) > 0.69f; o[8] = e;\n"
    "  f[26] = isnan(nan(5u)); f[27] = rootn(27.0f, 3) > 2.9f; f[28] = tgamma(4.0f) > 5.9f;\n"
    "}\n"
    "kernel void common(global int *o, global float *f) {\n"
    "  f[0] = mix(1.0f, 3.0f, 0.5f); f[1] = clamp(5.0f, 0.0f, 2.0f); f[2] = smoothstep(0.0f, 2.0f, 1.0f);\n"
    "  f[3] = step(1.0f, 0.5f); f[4] = dot((float3)(1, 2, 3), (float3)(4, 5, 6));\n"
    "  float3 c = cross((float3)(1, 2, 3), (float3)(4, 5, 6)); f[5] = c.x; f[6] = c.y; f[7] = c.z;\n"
    "  f[8] = fast_length((float2)(3, 4)) > 4.9f; f[9] = half_divide(6.0f, 3.0f) > 1.9f; f[10] = native_sqrt(16.0f) > 3.9f;\n"
    "  vstore4(mix((float4)(0), (float4)(8), 0.25f), 3, f); vstore2(clamp((int2)(-5, 50), 0, 10), 0, o);\n"
    "  o[2] = mul24(-5, 7); o[3] = mad24(100, 200, -1); o[4] = mad24(3u, 4u, 5u); o[5] = as_int(1.0f); o[6] = as_short2(0x12345678).y;\n"
    "  o[7] = as_uchar4(0x01020304).w; o[8] = select(1, 2, -1); o[9] = select((int2)(1, 2), (int2)(3, 4), (int2)(-1, 0)).x;\n"
    "  o[10] = any((int4)(0, 0, -1, 0)); o[11] = all((int2)(-1, 1)); o[12] = vec_step(float3); o[13] = sizeof(int3);\n"
    "}\n"
    "kernel void memory(global int *o, global float *f) {\n"
    "  local char bytes[64]; private short s[9]; union { uint u[4]; uchar b[16]; } both;\n"
    "  for (int i = 0; i < 64; ++i) bytes[i] = (char)(i * 5);\n"
    "  vstore3((char3)(1, 2, 3), 2, bytes); char8 c = vload8(0, bytes + 3); o[0] = c.s3; o[1] = c.s7;\n"
    "  vstore4((short4)(1, -2, 3, -4), 0, s + 1); o[2] = vload2(1, s + 1).y; o[3] = vload3(0, s + 2).s2;\n"
    "  global half *h = (global half *)(f + 16); vstore_half(1.5f, 0, h); vstore_half_rtz(1.0009f, 1, h); vstore_half_rtp(1.0001f, 2, h);\n"
    "  vstore_half4((float4)(65504, 70000, -0.0f, 6e-8f), 1, h); vstorea_half3((float3)(1, 2, 3), 2, h);\n"
    "  f[0] = vload_half(0, h); f[1] = vload_half(1, h); f[2] = vload_half(2, h); vstore4(vload_half4(1, h), 1, f);\n"
    "  float3 t = vloada_half3(2, h); f[8] = t.x + 10 * t.y + 100 * t.z;\n"
    "  for (int i = 0; i < 4; ++i) both.u[i] = 0x01020304 * (i + 1);\n"
    "  o[4] = both.b[5]; both.b[8] = 0xff; o[5] = both.u[2]; int4 v = (int4)(1, 2, 3, 4); v.xw = v.wx; v.hi += v.lo; vstore4(v, 2, o);\n"
    "  vstore4(shuffle((int4)(10, 20, 30, 40), (uint4)(3, 3, 0, 6)), 3, o);\n"
    "  vstore8(shuffle2((int2)(1, 2), (int2)(3, 4), (uint8)(0, 1, 2, 3, 3, 2, 1, 4)), 2, o);\n"
    "  o[24] = (int)((uchar)200 + (uchar)100); o[25] = (-7) / 2; o[26] = (-7) % 3; o[27] = (-8) >> 1; o[28] = 1 << 33; o[29] = (char)300;\n"
    "}\n"
    "kernel void ids(global int *o, global float *f) {\n"
    "  int k = (int)get_global_linear_id(), l = (int)get_local_linear_id();\n"
    "  o[k] = l + 100 * (int)(get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2)) +\n"
    "    1000000 * (int)(get_group_id(0) + 2 * get_group_id(1) + 4 * get_group_id(2)) + (int)get_global_id(7) +\n"
    "    (int)get_group_id(3) + (int)get_local_id(4) + (int)get_global_offset(3) + (int)get_enqueued_local_size(0); }\n"
    "kernel void strided(global int *o, global float *f, local int *t) {\n"
    "  event_t e = async_work_group_strided_copy(t, o + get_group_id(0), 8, 2, 0); wait_group_events(1, &e);\n"
    "  if (get_local_id(0) < 8) t[get_local_id(0)] += 1000; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  e = async_work_group_strided_copy(o + get_group_id(0) + 16, t, 8, 2, 0); wait_group_events(1, &e);\n"
    "  event_t es[2]; local int4 q[2]; es[0] = async_work_group_copy(q, (global int4 *)o, 1, 0);\n"
    "  es[1] = async_work_group_copy(q + 1, (global int4 *)o + 1, 1, es[0]); wait_group_events(2, es);\n"
    "  if (get_global_id(0) == 0) f[0] = q[0].w + q[1].x; }\n"
    "kernel void orders(global int *o, global float *f) {\n"
    "  volatile global atomic_int *a = (volatile global atomic_int *)o; volatile global atomic_uint *u = (volatile global atomic_uint *)o;\n"
    "  int i = (int)get_global_id(0), x = 5;\n"
    "#define R memory_order_relaxed, memory_scope_device\n"
    "  atomic_fetch_add_explicit(a, i, R); atomic_fetch_sub_explicit(a + 1, i, R); atomic_fetch_xor_explicit(a + 3, i, R);\n"
    "  atomic_fetch_or_explicit(a + 2, 1 << i, memory_order_acq_rel, memory_scope_device);\n"
    "  atomic_fetch_and_explicit(a + 4, ~(1 << i), R); atomic_fetch_min_explicit(a + 5, -i, R);\n"
    "  atomic_fetch_max_explicit(a + 6, i, R); atomic_fetch_max_explicit(u + 7, (uint)-i, R);\n"
    "  while (!atomic_compare_exchange_weak_explicit(a + 8, &x, x + 3, memory_order_acq_rel, R));\n"
    "  if (i == 0) { atomic_store_explicit(a + 9, 77, memory_order_release, memory_scope_device);\n"
    "    o[10] = atomic_exchange_explicit(a + 9, 78, memory_order_acq_rel, memory_scope_device); x = 1;\n"
    "    o[11] = atomic_compare_exchange_strong_explicit(a + 9, &x, 2, memory_order_acquire, R); o[12] = x;\n"
    "    o[13] = atomic_load_explicit(a + 9, memory_order_acquire, memory_scope_device); } }\n"
    "kernel void told(global int *o, global float *f) {\n"
    "  printf(\"%d %5u|%-4d|%04x %c %s %%\\n\", -3, 7u, 8, 255, 'x', \"text\");\n"
    "  printf(\"%.2f %e %g %ld %hhd %v4hld %v2hlx\\n\", 1.5f, 2500.0f, 0.25, 1l << 40, (char)-1, (int4)(1, 2, 3, 4), (int2)(16, 255));\n"
    "  printf(\"%v4hhu %v2hd %v8hld %v3hlf %v2lf %v4hlg %v16hlx\\n\", (uchar4)(1, 2, 3, 255), (short2)(-4, 5), (int8)(1, -2, 3, 4, 5, 6, 7, 8),\n"
    "    (float3)(0.5f, 1, 2), (double2)(0.25, 4), (float4)(1, 2, 3, 4.5f), (int16)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)); }\n";

static const struct {
  const char *name;
  size_t dims, global[3], local[3], offset[3];
} runs[] = {
    {"pointers", 1, {1}, {1}, {0}}, {"common", 1, {1}, {1}, {0}},
    {"memory", 1, {1}, {1}, {0}},   {"ids", 3, {4, 2, 4}, {2, 1, 2}, {3, 5, 7}},
    {"strided", 1, {16}, {8}, {0}}, {"orders", 1, {16}, {4}, {0}},
    {"told", 1, {1}, {1}, {0}},
};

int main(void) {
  setup s = open_platform(0);
  cl_program program = build(s, source, "-cl-std=CL3.0");
  for (size_t r = 0; r < sizeof runs / sizeof *runs; ++r) {
    cl_int err, o[32];
    float f[32];
    for (int i = 0; i < 32; ++i)
      o[i] = i, f[i] = 0;
    cl_kernel k = clCreateKernel(program, runs[r].name, &err);
    OK(err);
    cl_mem a = clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, sizeof o, o, &err);
    OK(err);
    cl_mem b = clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, sizeof f, f, &err);
    OK(err);
    OK(clSetKernelArg(k, 0, sizeof a, &a));
    OK(clSetKernelArg(k, 1, sizeof b, &b));
    if (!strcmp(runs[r].name, "strided"))
      OK(clSetKernelArg(k, 2, 64, NULL));
    OK(clEnqueueNDRangeKernel(s.queue, k, (cl_uint)runs[r].dims, runs[r].offset, runs[r].global, runs[r].local, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(s.queue, a, CL_TRUE, 0, sizeof o, o, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(s.queue, b, CL_TRUE, 0, sizeof f, f, 0, NULL, NULL));
    printf("%s:", runs[r].name);
    for (int i = 0; i < 32; ++i)
      printf(" %d", o[i]);
    printf(" |");
    for (int i = 0; i < 32; ++i)
      printf(" %.9g", f[i] == 0 ? 0.0 : f[i]);
    printf("\n");
    fflush(stdout);
    OK(clReleaseKernel(k));
    OK(clReleaseMemObject(a));
    OK(clReleaseMemObject(b));
  }
  OK(clReleaseProgram(program));
  close_platform(s);
  return 0;
}
