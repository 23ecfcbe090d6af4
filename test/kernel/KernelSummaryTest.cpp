//===- test/kernel/KernelSummaryTest.cpp -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Kernel.h"
#include "gtest/gtest.h"

using namespace persistify;

namespace {

KernelSummary summary(const std::string &Text, std::vector<std::string> Flags = {}, const char *Name = "f") {
  DiagnosticSink Diags;
  std::unique_ptr<KernelModel> M = KernelModel::create({KernelSource{"test.cl", Text, std::move(Flags)}}, Diags);
  for (const Diagnostic &D : Diags.all())
    ADD_FAILURE() << D.Range.Line << ": " << D.message();
  const KernelSummary *K = M ? M->find(Name) : nullptr;
  if (!K)
    ADD_FAILURE() << "no kernel " << Name;
  return K ? *K : KernelSummary();
}

/// The codes of all problems, "2005 2006".
std::string problems(const std::string &Text) {
  std::string Out;
  for (const Diagnostic &D : summary(Text).Problems)
    Out += (Out.empty() ? "" : " ") + diagCode(D.D).substr(3).str();
  return Out;
}

std::string use(const KernelSummary &K, unsigned I) {
  const Access &A = K.Params[I].Use;
  return std::string(A.Reads ? "r" : "") + (A.Writes ? "w" : "") + (A.Atomic ? "a" : "");
}

} // namespace

// ---- parsing and parameters ----

TEST(KernelSummary, ParseErrorsHaveAPlace) {
  DiagnosticSink Diags;
  EXPECT_FALSE(KernelModel::create({KernelSource{"dir/test.cl", "\n__kernel void f( { }", {}}}, Diags));
  ASSERT_FALSE(Diags.all().empty());
  EXPECT_EQ(Diags.all()[0].D, Diag::ParseError);
  EXPECT_EQ(Diags.all()[0].Range.File, "dir/test.cl");
  EXPECT_EQ(Diags.all()[0].Range.Line, 2u);
}

TEST(KernelSummary, StandardIsRaisedWhenNeeded) {
  EXPECT_EQ(summary("__kernel void f(__global atomic_int *a) { atomic_fetch_add_explicit(a, 1, memory_order_relaxed); }").Params.size(), 1u);
}

TEST(KernelSummary, Params) {
  KernelSummary K = summary("typedef struct { float x; int3 y; } item;\n"
                            "typedef __global const int *restrict ro;\n"
                            "__kernel void f(ro a, __constant float4 *b, __local double *c, item d, uchar e, int3 g) { a[0]; }");
  ASSERT_EQ(K.Params.size(), 6u);
  EXPECT_EQ(K.Params[0].PhaseType, "const __global int *");
  EXPECT_TRUE(K.Params[1].IsConstantAS);
  EXPECT_EQ(K.Params[1].PhaseType, "const __global float4 *");
  EXPECT_EQ(K.Params[2].K, KernelParam::Kind::Local);
  EXPECT_EQ(K.Params[2].Align, 8u);
  EXPECT_EQ(K.Params[3].Size, 32u);
  EXPECT_EQ(K.Params[3].PhaseType, "item");
  EXPECT_EQ(K.Params[4].Size, 1u);
  EXPECT_EQ(K.Params[5].Size, 16u);
}

TEST(KernelSummary, LocalVariables) {
  KernelSummary K = summary("__kernel void f(__global int *a) { __local float t[4][5]; __local short s; s = a[0]; t[0][0] = s; }");
  ASSERT_EQ(K.Locals.size(), 2u);
  EXPECT_EQ(K.Locals[0].Size, 80u);
  EXPECT_EQ(K.Locals[0].PhaseType, "__local float (*)[5]"); // all uses decay
  EXPECT_EQ(K.Locals[1].PhaseType, "__local short *");
  EXPECT_EQ(K.Locals[1].Align, 2u);
}

TEST(KernelSummary, Unsupported) {
  EXPECT_EQ(problems("__kernel void f(read_only image2d_t i) {}"), "2002");
  EXPECT_EQ(problems("__kernel void f(__global int *a) { printf(\"x\"); }"), "2003");
  EXPECT_EQ(problems("int g(int x); __kernel void f(__global int *a) { a[0] = g(1); }"), "2016");
  EXPECT_EQ(problems("int g(int x) { return x ? g(x - 1) : 0; } __kernel void f(__global int *a) { a[0] = g(1); }"), "2015");
  EXPECT_EQ(problems("__constant int t[2] = {1, 2}; __kernel void f(__global int *a) { a[0] = t[1]; }"), "");
}

TEST(KernelSummary, OpenCL20) { // few test devices compile it; the phases are parsed again here
  EXPECT_EQ(summary(R"(
    int twice(int *p) { return *p * 2; }
    __kernel void f(__global int *a, __global atomic_int *sum) {
      int x = a[get_global_id(0)];
      a[get_global_id(0)] = twice(&x) + twice(&a[get_global_id(0)]);
      atomic_fetch_add_explicit(sum, x, memory_order_relaxed, memory_scope_device);
    })", {"-cl-std=CL2.0"}).Problems.size(), 0u);
}

// ---- accesses ----

TEST(KernelSummary, AccessesFollowPointers) {
  KernelSummary K = summary(R"(
    void put(__global int *p, int v) { __global int *q = p + 1; *q = v; }
    int get(__global const int *p) { return p[3]; }
    __kernel void f(__global int *a, __global int *b, __global int *c, __global float4 *d, __global uint *e,
                    __global int *unused, __global int *g, int which) {
      __global int *p = which ? a : b;
      put(p, get(c));
      vstore4((float4)(1), 0, (__global float *)d);
      atomic_inc(e);
      if (g[0] > 0) g++;
      *(g + 1) += 2;
    })");
  EXPECT_EQ(use(K, 0), "w");
  EXPECT_EQ(use(K, 1), "w");
  EXPECT_EQ(use(K, 2), "r");
  EXPECT_EQ(use(K, 3), "w");
  EXPECT_EQ(use(K, 4), "rwa");
  EXPECT_EQ(use(K, 5), "");
  EXPECT_EQ(use(K, 6), "rw");
}

TEST(KernelSummary, LostPointersAreReadAndWritten) {
  KernelSummary K = summary(R"(
    typedef struct { __global int *p; } box;
    void lose(box *b) { b->p[0] = 1; }
    __kernel void f(__global int *a, __global int *b, __global int *c) {
      box x; x.p = a; lose(&x);
      box y; y.p = b; y.p[2] = 1;
      size_t n = (size_t)c;
    })");
  EXPECT_EQ(use(K, 0), "rw");
  EXPECT_TRUE(K.Params[1].Use.Writes);
  EXPECT_EQ(use(K, 2), "rw");
}

// ---- schedule ----

TEST(KernelSummary, Schedule) {
  EXPECT_EQ(summary("__kernel void f(__global int *a) { a[get_global_id(0) - get_global_offset(0)] = get_global_size(0); }").Sched, Schedule::ItemStride);
  EXPECT_EQ(summary("__kernel void f(__global int *a) { a[get_group_id(0)] = 1; }").Sched, Schedule::GroupStride);
  EXPECT_EQ(summary("__kernel void f(__global int *a, __local int *t) { a[0] = 1; }").Sched, Schedule::GroupStride);
  KernelSummary K = summary("void g(void) {\nmem_fence(CLK_GLOBAL_MEM_FENCE); }\n__kernel void f(__global int *a) { g(); }");
  EXPECT_EQ(K.Sched, Schedule::GroupStride);
  EXPECT_EQ(K.ScheduleReason, "mem_fence() at test.cl:2");
}

// ---- K2: barriers and exits ----

TEST(Barriers, EarlyReturn) {
  const char *Front = "__kernel void f(__global int *a, int n, __local int *t) { int i = get_global_id(0);";
  std::string S = Front;
  EXPECT_EQ(problems(S + "if (i >= n) return; t[0] = 1; barrier(1); a[i] = t[0]; }"), "2005");
  EXPECT_EQ(problems(S + "if (n == 0) return; t[0] = 1; barrier(1); a[i] = t[0]; }"), "");
  EXPECT_EQ(problems(S + "t[0] = 1; barrier(1); if (i >= n) return; a[i] = t[0]; }"), "");
  EXPECT_EQ(problems(S + "if (get_group_id(0) > n) return; barrier(1); a[i] = t[0]; }"), "");
  EXPECT_EQ(problems("__kernel void f(__global int *a, int n) { int i = get_global_id(0); if (i >= n) return; a[i] = 1; }"), "");
}

TEST(Barriers, Conditions) {
  std::string S = "__kernel void f(__global int *a, __global const int *c, int n, __local int *t) { int i = get_global_id(0);";
  EXPECT_EQ(problems(S + "if (i < n) { barrier(1); } a[i] = 1; }"), "2018");
  EXPECT_EQ(problems(S + "for (int k = 0; k < n; ++k) { barrier(1); } a[i] = 1; }"), "");
  EXPECT_EQ(problems(S + "for (int k = i; k < n; ++k) { barrier(1); } a[i] = 1; }"), "2018");
  EXPECT_EQ(problems(S + "int m = n; if (i > 3) m = 2; for (int k = 0; k < m; ++k) barrier(1); a[i] = 1; }"), "2018");
  EXPECT_EQ(problems(S + "for (int k = 0; k < c[get_group_id(0)]; ++k) barrier(1); a[i] = 1; }"), "");
  EXPECT_EQ(problems(S + "for (int k = 0; k < a[0]; ++k) barrier(1); a[i] = 1; }"), "2018"); // a is written
  EXPECT_EQ(problems(S + "for (int k = 0; k < n; ++k) { barrier(1); if (a[i] > k) break; } }"), "2018 2005");
  EXPECT_EQ(problems(S + "for (int k = 0; k < n; ++k) { if (a[i] > k) continue; barrier(1); } }"), "2005 2018");
  EXPECT_EQ(problems(S + "for (int k = 0; k < n; ++k) { barrier(1); for (int j = 0; j < i; ++j) if (c[j]) break; } a[i] = 1; }"), "");
}

TEST(Barriers, FlagsInLocalMemory) {
  std::string S = "__kernel void f(__global int *a) { __local int go; int l = get_local_id(0);";
  EXPECT_EQ(problems(S + "do { barrier(1); if (l == 0) go = 0; barrier(1); if (a[l] > 3) go = 1; barrier(1); } while (go); }"), "");
  // The flag is set to 0 while others may still read it.
  EXPECT_EQ(problems(S + "do { if (l == 0) go = 0; barrier(1); if (a[l] > 3) go = 1; barrier(1); } while (go); }"), "2018 2018");
}

TEST(Barriers, InHelpers) {
  EXPECT_EQ(problems("void sync(int n) { for (int i = 0; i < n; ++i) barrier(1); }"
                     "__kernel void f(__global int *a, int n) { sync(n); a[0] = 1; }"), "");
  EXPECT_EQ(problems("void sync(int n) { for (int i = 0; i < n; ++i) barrier(1); }"
                     "__kernel void f(__global int *a, int n) { sync(a[get_local_id(0)]); }"), "2018");
}

// ---- K3: waiting loops ----

/// "resident": it waits, and keeps its groups whole; else the codes of all problems.
static std::string waiting(const std::string &Text) {
  KernelSummary K = summary(Text);
  if (K.Waits.empty())
    return problems(Text);
  return K.Sched == Schedule::GroupStride && K.Problems.empty() ? "resident" : "waits, but";
}

TEST(Waiting, Loops) {
  EXPECT_EQ(waiting("__kernel void f(volatile __global int *a) { while (a[0] == 0) ; a[1] = 1; }"), "resident");
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { while (atomic_add(a, 0) < 4) ; }"), "resident");
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { while (atomic_cmpxchg(a, 0, 1) != 0) ; a[1]++; atomic_xchg(a, 0); }"), "resident");
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { int done = 0; while (!done) { if (atomic_cmpxchg(a, 0, 1) == 0) { a[1]++; done = 1; atomic_xchg(a, 0); } } }"), "resident");
  EXPECT_EQ(waiting("int ready(volatile __global int *p) { return *p; }"
                     "__kernel void f(volatile __global int *a) { int n = 0; for (;;) { if (ready(a)) break; ++n; } a[1] = n; }"), "resident");
  EXPECT_EQ(waiting("__kernel void f(__global int *a, __global int *b) { int i = get_global_id(0); atomic_inc(a); if (i == 0) { do { } while (atomic_or(a, 0) < 10); } b[i] = 1; }"), "resident");
}

TEST(Waiting, ReadOnce) {
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { if (get_global_id(0) == 0) a[0] = 1; while (a[0] == 0) ; }"), "2006");
  EXPECT_EQ(waiting("int ready(__global int *p) { return *p; }"
                    "__kernel void f(__global int *a) { a[get_global_id(0)] = 1; while (!ready(a)) ; }"), "2006");
  // A cast to volatile, a volatile member, a fence, a barrier.
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { a[get_global_id(0)] = 1; while (*(volatile __global int *)a == 0) ; }"), "resident");
  EXPECT_EQ(waiting("typedef struct { int go; } s;"
                    "__kernel void f(volatile __global s *a) { a->go = 1; while (!a[1].go) ; }"), "resident");
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { a[get_global_id(0)] = 1; while (a[0] == 0) mem_fence(CLK_GLOBAL_MEM_FENCE); }"), "resident");
  // One loop of two.
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { a[get_global_id(0)] = 1; while (atomic_or(a, 0) < 4) ; while (a[0] < 8) ; }"), "2006");
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { a[get_global_id(0)] = 1; while (a[0] < 8) ; while (atomic_or(a, 0) < 4) ; }"), "2006");
}

TEST(Waiting, LookingBack) {
  std::string S = "__kernel void f(volatile __global uint *s, __global uint *out) { uint sum = 0; s[get_group_id(0)] = 1;";
  EXPECT_EQ(waiting(S + "for (int at = get_group_id(0) - 1; at >= 0;) { uint v = atomic_or(&s[at], 0); if (v & 2) { sum += v; break; } if (v & 1) { sum += v; --at; } } *out = sum; }"), "resident");
  EXPECT_EQ(waiting(S + "int at = get_group_id(0); while (at > 0) { uint v = s[at - 1]; if (v == 0) continue; sum += v; --at; } *out = sum; }"), "resident");
  EXPECT_EQ(waiting(S + "int at = get_group_id(0), polls = 0; while (at > 0) { uint v = s[at - 1]; if (v) { sum += v; --at; } else ++polls; } *out = sum; }"), "resident");
  EXPECT_EQ(waiting(S + "int at = get_group_id(0), k = 5; uint v; do { v = s[at]; if (v & 1) --at; } while (!(v & 2) && atomic_cmpxchg(&s[63], 0, k) != 1); *out = sum; }"), "resident");
  // Each round leaves or goes to another cell.
  EXPECT_EQ(waiting("__kernel void f(__global int *a, __global int *o, int n) { int i = get_global_id(0), j = n / 2, k = 0; a[i] = 1;"
                    "  while (i < n && j < n) { if (a[i] < a[j]) o[k++] = i++; else o[k++] = j++; } }"), "");
  EXPECT_EQ(waiting("__kernel void f(__global int *a, int n) { int i = get_global_id(0); a[i] = 1; while (i < n) { if (a[i] > 0) i += 2; else i += 1; } }"), "");
  EXPECT_EQ(waiting("__kernel void f(__global int *a, int k, int n) { int h = get_global_id(0) % n;"
                    "  for (;;) { int old = atomic_cmpxchg(&a[h], 0, k); if (old == 0 || old == k) break; else h = (h + 1) % n; } }"), "");
}

TEST(Waiting, WithALimit) {
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { atomic_inc(a); for (int i = 0; i < 1000 && atomic_or(a, 0) < 4; ++i) ; }"), "resident");
  EXPECT_EQ(waiting("int ready(volatile __global int *p) { return *p; }"
                    "__kernel void f(volatile __global int *a) { int n = 0; while (n++ < 1000) { if (ready(a)) break; mem_fence(3); } a[1] = n; }"), "resident");
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { a[get_global_id(0)] = 1; for (int i = 0; i < 9; ++i) if (a[0]) break; }"), "resident");
  EXPECT_EQ(waiting("__kernel void f(volatile __global int *a) { int n = 0; a[1] = 1; while (!*a) if (++n == 1000) { a[2] = 1; break; } }"), "resident");
  // It works until somebody else has found it.
  EXPECT_EQ(waiting("__kernel void f(volatile __global int *found, __global const int *t, int n) {"
                    "  for (int i = get_global_id(0); i < n && !*found; i += 64) if (t[i] == 7) *found = i; }"), "");
}

TEST(Waiting, OrdinaryLoops) {
  EXPECT_EQ(waiting("__kernel void f(__global const int *row, __global int *a) { int i = get_global_id(0), k = row[i]; while (k < row[i + 1]) { a[k] = 1; ++k; } }"), "");
  EXPECT_EQ(waiting("__kernel void f(__global int *a) { int x = get_global_id(0); while (a[x] != x) x = a[x]; a[get_global_id(0)] = x; }"), "");
  EXPECT_EQ(waiting("__kernel void f(__global int *a, int v) { int i = get_global_id(0); while (a[i] > v) a[i] -= 1; }"), "");
  EXPECT_EQ(waiting("__kernel void f(__global int *a, int n) { for (int i = get_global_id(0); i < n && a[0] >= 0; i += 4) a[i] = 1; }"), "");
  EXPECT_EQ(waiting("__kernel void f(__global int *head, __global int *a, int n) { int i; while ((i = atomic_inc(head)) < n) a[i] = 1; }"), "");
  EXPECT_EQ(waiting("__kernel void f(__global int *a, int n) { int h = get_global_id(0); while (atomic_cmpxchg(&a[h], 0, 1) != 0) h = (h + 1) % n; }"), "");
}

TEST(Waiting, CompareAndSwapRetries) {
  EXPECT_EQ(waiting("__kernel void f(volatile __global int *a, int v) { int old = *a, seen; while ((seen = atomic_cmpxchg(a, old, old + v)) != old) old = seen; }"), "");
  EXPECT_EQ(waiting(R"(
    inline void add(volatile __global float *p, float v) {
      union { uint u; float f; } o, n;
      do { o.f = *p; n.f = o.f + v; } while (atomic_cmpxchg((volatile __global uint *)p, o.u, n.u) != o.u);
    }
    __kernel void f(__global float *a) { add(a, 1.0f); })"), "");
  EXPECT_EQ(waiting("__kernel void f(__global float *a, float v) { float o = v; while ((o = atomic_xchg(a, atomic_xchg(a, 0.0f) + o)) != 0.0f) ; }"), "");
}

// ---- K1: surplus items ----

TEST(Surplus, Unsafe) {
  KernelSummary K = summary("int sum(__local int *t, int x) { t[get_local_id(0)] = x; barrier(1); return t[0]; }"
                            "__kernel void f(__global int *a, __local int *t) { a[get_global_id(0)] = sum(t, a[0]); }");
  EXPECT_TRUE(K.Problems.empty());
  EXPECT_FALSE(K.SurplusSafe);
  EXPECT_NE(K.SurplusReason, "");
}
