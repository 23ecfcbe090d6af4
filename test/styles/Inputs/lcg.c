/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Host scalars of every width that wrap, carried over the iterations. */
#include <CL/cl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct carry {
  uint32_t seed;
  uint64_t wide;
  int16_t narrow;
  int8_t tiny;
  uint8_t utiny;
  float f;
  int_fast8_t sign;
  bool odd;
  size_t n;
};

static void advance(struct carry *c, int round) {
  c->seed = c->seed * 1103515245u + 12345u;
  c->wide = (c->wide << 13) ^ (c->wide >> 7) ^ c->seed;
  c->narrow += 9000;
  c->tiny = (int8_t)(c->tiny + 77);
  c->utiny -= 3;
  c->odd = !c->odd;
  c->sign = c->odd ? -1 : 1;
  c->f = c->f * 0.5f + (float)(round * c->sign + 300);
  if (c->tiny < 0 && c->narrow > 0)
    c->wide += (uint64_t)-(int64_t)c->tiny;
  else if (c->utiny & 1)
    c->wide -= (uint32_t)c->narrow >> 3;
  c->n = c->n > 64 ? c->n - c->seed % 7 : 200 + (size_t)(c->wide % 5);
}

static void reference(uint32_t *h, const struct carry *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t x = h[i] ^ c->seed;
    x += (uint32_t)(c->wide >> 7) + (uint32_t)c->narrow * 31u + (uint32_t)c->tiny * 17u + c->utiny;
    x ^= (uint32_t)(c->f * 4.0f);
    h[i] = x * 2654435761u + i;
  }
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 60, status = 0;
  struct carry c = {1, 88172645463325252ull, -32000, 100, 2, 1.5f, 1, true, 210}, r = c;
  uint32_t h[256], ref[256];
  for (int i = 0; i < 256; i++) h[i] = ref[i] = i * i;
  cl_platform_id p; cl_device_id d;
  status |= clGetPlatformIDs(1, &p, NULL);
  status |= clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
  cl_context ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &status);
  cl_command_queue q = clCreateCommandQueue(ctx, d, 0, &status);
  char s[2048]; const char *sp = s;
  FILE *file = fopen("lcg.cl", "rb");
  s[fread(s, 1, 2047, file)] = 0;
  cl_program pr = clCreateProgramWithSource(ctx, 1, &sp, NULL, &status);
  status |= clBuildProgram(pr, 1, &d, NULL, NULL, NULL);
  cl_kernel k = clCreateKernel(pr, "stir", &status);
  cl_mem m = clCreateBuffer(ctx, CL_MEM_USE_HOST_PTR, sizeof h, h, &status);
  status = clSetKernelArg(k, 0, sizeof m, &m);
  for (int round = 0; round < rounds; ++round) {
    advance(&c, round);
    status |= clSetKernelArg(k, 1, sizeof c.seed, &c.seed);
    status |= clSetKernelArg(k, 2, sizeof c.wide, &c.wide);
    status |= clSetKernelArg(k, 3, sizeof c.narrow, &c.narrow);
    status |= clSetKernelArg(k, 4, sizeof c.tiny, &c.tiny);
    status |= clSetKernelArg(k, 5, sizeof c.utiny, &c.utiny);
    status |= clSetKernelArg(k, 6, sizeof c.f, &c.f);
    status |= clEnqueueNDRangeKernel(q, k, 1, NULL, &c.n, NULL, 0, NULL, NULL);
  }
  /* one more launch with the arguments that the loop left behind */
  size_t all = 256;
  status |= clEnqueueNDRangeKernel(q, k, 1, NULL, &all, NULL, 0, NULL, NULL);
  uint32_t out[256];
  status |= clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
  for (int round = 0; round < rounds; ++round) { advance(&r, round); reference(ref, &r); }
  struct carry last = r; last.n = 256;
  reference(ref, &last);
  int bad = 0;
  for (int i = 0; i < 256; i++) bad += out[i] != ref[i];
  bool same = r.seed == c.seed && r.wide == c.wide && r.narrow == c.narrow && r.tiny == c.tiny && r.utiny == c.utiny &&
              r.f == c.f && r.odd == c.odd && r.sign == c.sign && r.n == c.n;
  printf("rounds=%d status=%d bad=%d carry=%s n=%zu wide=%" PRIu64 "\n", rounds, status, bad, same ? "same" : "DIFFERS", c.n, c.wide);
  return bad || !same || status;
}
