//===- test/kernel/PhaseRunTest.cpp - phases leave what kernels leave ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PhaseRunner.h"
#include "gtest/gtest.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace persistify::test;
using RunCase = persistify::test::PhaseRun;

#define EXPECT_SAME(RUN)                                                                                               \
  do {                                                                                                                 \
    std::string Result = compare(RUN);                                                                                 \
    if (Result == "skipped")                                                                                           \
      GTEST_SKIP() << "no OpenCL device";                                                                              \
    EXPECT_EQ(Result, "");                                                                                             \
  } while (0)

TEST(PhaseRun, OneDimensionWithOffset) {
  EXPECT_SAME((RunCase{R"(
__kernel void f(__global int *a, int n) {
  int i = get_global_id(0);
  if (i >= n) return; // early
  a[i] += i * 3 + (int)get_global_offset(0) + (int)get_global_size(0);
})", "f", {{200}, {}, {10}}, {ints(300), value(205)}}));
}

TEST(PhaseRun, ThreeDimensions) {
  EXPECT_SAME((RunCase{R"(
__kernel void f(__global int *a) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  a[(z * 16 + y) * 16 + x] = x + 100 * y + 10000 * z + get_work_dim();
})", "f", {{6, 5, 4}, {}, {1, 2, 3}}, {ints(16 * 16 * 16)}}));
}

TEST(PhaseRun, HelperIdsAndMacros) {
  EXPECT_SAME((RunCase{R"(
#define GID get_global_id(0)
#define GETTER get_global_id
#define MINE mine(2)
#define APPLY(f, x) f(x)
int mine(int k) { return (int)GID * k; }
static inline int wrap(int k) { return MINE + k; }
int pure(int a, int b) { return a ^ b; }
__kernel void f(__global int *a) {
  int i = GETTER(0);
  a[i] = wrap(1) + MINE + APPLY(mine, 3) + pure(i, 5);
})", "f", {{128}, {}, {}}, {ints(128)}}));
}

static const char *const Tile = R"(
#define TILE 16
#define AT(i, j) tile[i][j]
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(__global const float *restrict in, __global float *out, int w) {
  __local float tile[TILE][TILE + 1]; // padded
  __local int sum;
  int lx = get_local_id(0), ly = get_local_id(1);
  if (lx == 0 && ly == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  AT(ly, lx) = in[get_global_id(1) * w + get_global_id(0)];
  atomic_add(&sum, lx);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * TILE + ly) * w + get_group_id(1) * TILE + lx] = AT(lx, ly) + sum + (float)sizeof(tile);
})";
TEST(PhaseRun, TileTwoDimensions) {
  EXPECT_SAME((RunCase{Tile, "transpose", {{64, 64}, {16, 16}, {}}, {floats(4096), floats(4096), value(64)}}));
}
TEST(PhaseRun, TileWithSurplus) {
  EXPECT_SAME((RunCase{Tile, "transpose", {{64, 64}, {16, 16}, {}}, {floats(4096), floats(4096), value(64)}, {}, 512}));
}

static const char *const Reduce = R"(
__kernel void reduce(__global const float *in, __global float *out, __local float *tmp, int n) {
  int lid = get_local_id(0), gid = get_global_id(0);
  float acc = gid < n ? in[gid] : 0.0f;
  tmp[lid] = acc;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) tmp[lid] += tmp[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = tmp[0];
})";
TEST(PhaseRun, ReduceWithLocalArgument) {
  EXPECT_SAME((RunCase{Reduce, "reduce", {{256}, {16}, {}}, {floats(256), floats(16), local(64), value(250)}}));
}
TEST(PhaseRun, ReduceSixteenOfSixtyFour) {
  EXPECT_SAME((RunCase{Reduce, "reduce", {{256}, {16}, {}}, {floats(256), floats(16), local(64), value(250)}, {}, 64}));
}

static const char *const Scan = R"(
int scan(__local int *t, int x, int lid, int n) {
  t[lid] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < n; d <<= 1) {
    int v = 0;
    if (lid >= d) v = t[lid - d];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[lid] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return t[lid];
}
__kernel void compact(__global const int *in, __global int *out, __global int *tail) {
  __local int t[32];
  __local int base;
  int lid = get_local_id(0), i = get_global_id(0);
  int keep = in[i] > 50;
  int at = scan(t, keep, lid, get_local_size(0));
  if (lid == get_local_size(0) - 1) base = get_group_id(0) * get_local_size(0) + 0 * atomic_add(tail, at);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (keep) out[base + at - 1] = in[i];
})";
TEST(PhaseRun, ScanHelper) {
  EXPECT_SAME((RunCase{Scan, "compact", {{256}, {32}, {}}, {ints(256), ints(256), zeros(4)}}));
}
TEST(PhaseRun, ScanHelperWithSurplus) {
  EXPECT_SAME((RunCase{Scan, "compact", {{256}, {16}, {}}, {ints(256), ints(256), zeros(4)}, {}, 64}));
}

TEST(PhaseRun, VectorsAndStructs) {
  EXPECT_SAME((RunCase{R"(
typedef struct { float4 p; int tag; } body;
kernel void f(global body *b, float4 shift, global uint *count) {
  size_t i = get_global_id(0);
  body mine = b[i];
  mine.p.xy += shift.zw;
  mine.tag = convert_int(mine.p.x) & 7;
  b[i] = mine;
  vstore4(mine.p * 2.0f, 0, (global float *)&b[i].p);
  atomic_inc(&count[mine.tag]);
})", "f", {{64}, {}, {}}, {floats(64 * 8), value<std::array<float, 4>>({1, 2, 3, 4}), zeros(32)}}));
}

TEST(PhaseRun, ConstantArguments) {
  EXPECT_SAME((RunCase{R"(
__constant float table[4] = {1, 2, 3, 4};
float poly(__constant float *c, float x) { return c[0] + x * c[1]; }
__constant float *second(__constant float *c) { return c + 1; }
__kernel void f(__constant float *c, __global float *out, constant int2 *v) {
  __constant float *p = c + 1;
  const __constant float *q = second(p);
  __constant int own[2] = {5, 6};
  int i = get_global_id(0);
  out[i] = poly(p, 2.0f) + poly(table, 1.0f) + ((__constant float4 *)c)->x + own[i & 1] + q[0] + vload2(0, c).y + v[1].x;
})", "f", {{64}, {}, {}}, {floats(8), floats(64), ints(8)}}));
}

TEST(PhaseRun, KernelCalledByKernel) {
  EXPECT_SAME((RunCase{R"(
__kernel void inner(__global int *a, int k);
__kernel void outer(__global int *a) { inner(a, 3); inner(a + 1, 4); }
__kernel void inner(__global int *a, int k) { a[2 * get_global_id(0)] += k; }
)", "outer", {{64}, {}, {}}, {ints(130)}}));
}

TEST(PhaseRun, TypedefsMacroHeaderAndGoto) {
  EXPECT_SAME((RunCase{R"(
typedef __global const int *restrict ro;
#define KERNEL(name) __kernel void name
#define ARGS ro in, __global int *out
KERNEL(f)(ARGS, const int n) {
  int i = get_global_id(0);
  if (i >= n) goto done;
  out[i] = in[i] + 1;
  switch (i & 3) { case 0: out[i] = 7; break; default: ; }
done: ;
})", "f", {{64}, {}, {}}, {ints(64), ints(64), value(60)}}));
}

TEST(PhaseRun, GroupIdsWithoutBarrierAndSurplus) {
  EXPECT_SAME((RunCase{R"(
__kernel void f(__global int *a) {
  a[get_group_id(0) * get_local_size(0) + get_local_id(0)] += get_num_groups(0) + get_local_id(0);
})", "f", {{96}, {16}, {}}, {ints(96)}, {}, 64}));
}

TEST(PhaseRun, LoopWithUniformExitAndFlag) {
  const char *S = R"(
__kernel void f(__global int *a, int n) {
  __local int changed, buf[16];
  int l = get_local_id(0);
  if (n == 0) return;
  buf[l] = a[get_global_id(0)];
  for (;;) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = l > 0 ? buf[l - 1] : buf[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (left > buf[l]) { buf[l] = left; changed = 1; }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!changed) break;
  }
  a[get_global_id(0)] = buf[l];
})";
  EXPECT_SAME((RunCase{S, "f", {{64}, {16}, {}}, {ints(64), value(1)}}));
  EXPECT_SAME((RunCase{S, "f", {{64}, {16}, {}}, {ints(64), value(1)}, {}, 48}));
}

TEST(PhaseRun, ParametersAssignedAndLocalMacroUse) {
  EXPECT_SAME((RunCase{R"(
#define COUNT (cnt)
#define BUMP cnt += 2
__kernel void f(__global int *a, int n) {
  __local int cnt;
  a += get_group_id(0) * 8; n *= 2;
  if (get_local_id(0) == 0) { cnt = n; BUMP; }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_local_id(0)] = COUNT + sizeof(cnt);
})", "f", {{64}, {8}, {}}, {ints(64), value(5)}}));
}

TEST(PhaseRun, AsyncCopy) {
  const char *S = R"(
__kernel void f(__global const int *in, __global int *out, __local int *t) {
  size_t g = get_group_id(0), n = get_local_size(0);
  event_t e = async_work_group_copy(t, in + g * n, n, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = t[n - 1 - get_local_id(0)];
})";
  EXPECT_SAME((RunCase{S, "f", {{64}, {16}, {}}, {ints(64), zeros(256), local(64)}}));
}

TEST(PhaseRun, MacrosFromOutside) {
  EXPECT_SAME((RunCase{R"(
#ifndef BLOCK
#define BLOCK 16
#endif
#ifdef USE_THREE
#define K 3
#else
#define K 4
#endif
#if __OPENCL_VERSION__ >= 110
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#endif
#if WIDTH > 4 && defined(BLOCK)
#define W 1
#else
#define W 2
#endif
__kernel void f(__global int *a) {
  __local int t[BLOCK];
  t[get_local_id(0)] = a[get_global_id(0)] * SCALE + NAME(2);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[BLOCK - 1 - get_local_id(0)] + K + W;
})", "f", {{64}, {16}, {}}, {ints(64)}, {"-DUSE_THREE", "-DSCALE=1.5f", "-DWIDTH=(1+4)", "-DNAME=convert_int"}}));
}

TEST(PhaseRun, SurplusInEveryKindOfStatement) {
  EXPECT_SAME((RunCase{R"(
int last(__local int *t, int l, int n) {
  barrier(CLK_LOCAL_MEM_FENCE);
  if (n > 100)
    return t[0];
  return(t[n - 1 - l]);
}
__kernel void f(__global int *a, __global const int *idx, __local int *t, int n, int mode) {
  int l = get_local_id(0), i = get_global_id(0), k;
  const int j = idx[i], w = 7 / (j + 1);
  int pair[2] = {1, 2};
  t[l] = a[i];
  if (mode == 1)
    t[l] += 5;
  else{
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  switch (mode) {
  case 0: barrier(CLK_LOCAL_MEM_FENCE); a[i] = 1; break;
  case 1: t[l] *= 2; a[i] = 9; barrier(CLK_LOCAL_MEM_FENCE);
  default: a[i] += w;
  }
  k = 0;
  while (k < n) {
    if (k == 2)
      if (l > 3) t[l] = k;
      else t[l] -= 1;
    else
      t[l]++;
    k++;
    int v = last(t, l, get_local_size(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = v + pair[l & 1];
    do barrier(CLK_LOCAL_MEM_FENCE); while (0);
    for (int q = l; q < 9; ++q) { if (q == j) break; a[i] += q; }
    if (k == n - 1) break;
  }
  if (l == 3) return;
  a[i] += t[l];
})", "f", {{64}, {8}, {}}, {ints(64), ints(64, 8), local(32), value(5), value(1)}, {}, 40}));
}

TEST(PhaseRun, CodeFromAHeader) {
  char Dir[] = "/tmp/persistify-inc-XXXXXX";
  ASSERT_TRUE(mkdtemp(Dir));
  std::string File = std::string(Dir) + "/part.h";
  FILE *F = fopen(File.c_str(), "w");
  fputs("#define STEP 3\n"
        "int place(int k) { return get_global_id(0) + k; }\n"
        "__kernel void f(__global const int *restrict in, __global int *out) {\n"
        "  out[place(0)] = in[place(0)] + STEP;\n}\n", F);
  fclose(F);
  EXPECT_SAME((RunCase{"#include \"part.h\"\n", "f", {{64}, {}, {}}, {ints(64), zeros(256)}, {std::string("-I") + Dir}}));
  remove(File.c_str());
  remove(Dir);
}
