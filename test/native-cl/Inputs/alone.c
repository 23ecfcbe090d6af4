/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Programs of one builtin function each: what it needs comes with it.
 */
#include "cl.h"

static const char *const expressions[] = {
    "min(u[0], u[1])",          "max(f[1], f[2])",           "clamp(i[5], -1, 3)",     "min(f[3], f[1])",
    "convert_int_sat(f[3])",    "convert_float4_rtz(d4).x",  "normalize(f[1]) * 5",    "mad_sat(i[2], 3, 4)",
    "select(i[1], i[2], i[3])", "shuffle((int4)(1, 2, 3, 4), (uint4)(3)).x", "vload_half(1, (global half *)u)",
    "rotate(u[1], u[2])",       "fract(f[3] + 0.5f, &x) * 4", "half_cos(f[0])",         "atomic_add(i + 1, 1)",
    "any(i[1] - 2)",            "smoothstep(0.0f, 8.0f, f[4])", "ldexp(f[1], i[2])",   "rootn(f[8], 3)",
    "mix(f[1], f[3], 0.5f)",    "upsample((short)1, (ushort)2)", "popcount(u[7])",     "length((float2)(f[3], f[4]))",
};

int main(void) {
  setup s = open_platform(0);
  cl_int err;
  int data[16];
  float numbers[16];
  for (int i = 0; i < 16; ++i) {
    data[i] = i;
    numbers[i] = (float)i;
  }
  for (size_t n = 0; n < sizeof expressions / sizeof *expressions; ++n) {
    char source[400];
    snprintf(source, sizeof source,
             "kernel void k(global float *o, global int *i, global uint *u, global float *f) {\n"
             "  float x; double4 d4 = (double4)(f[3]); o[0] = %s; }\n",
             expressions[n]);
    cl_program program = build(s, source, "");
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    OK(err);
    cl_mem buffers[4];
    for (cl_uint i = 0; i < 4; ++i) {
      buffers[i] = clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, 64, i % 3 ? (void *)data : (void *)numbers, &err);
      OK(err);
      OK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
    }
    size_t one = 1;
    float result;
    OK(clEnqueueNDRangeKernel(s.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(s.queue, buffers[0], CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL));
    printf("%s = %g\n", expressions[n], result);
    for (int i = 0; i < 4; ++i)
      OK(clReleaseMemObject(buffers[i]));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
  }
  close_platform(s);
  return 0;
}
