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
  EXPECT_EQ(use(K, 4), "rw");
  EXPECT_EQ(use(K, 5), "");
  EXPECT_EQ(use(K, 6), "rw");
}

/// Whether what the kernel leaves depends on the order of its atomics.
static bool ordered(const std::string &Body, const std::string &Before = "") {
  return use(summary(Before + "__kernel void f(__global int *a, __global int *b, __global const int *c, __local int *l) {"
                     "int i = get_global_id(0);" + Body + "}"), 0).back() == 'a';
}

TEST(KernelSummary, OrderOfAtomics) {
  // The same in any order.
  EXPECT_FALSE(ordered("a[i] = b[i];"));
  EXPECT_FALSE(ordered("a[i] = 1; atomic_add(b, c[i]); atomic_inc(b); atomic_sub(&b[1], 2);"));
  EXPECT_FALSE(ordered("a[i] = 1; if (c[i]) atomic_min(&b[c[i]], i); else (void)atomic_min(b, 1);"));
  EXPECT_FALSE(ordered("atomic_or(a, 1); for (; i < 9; atomic_max(b, i)) i++;"));
  EXPECT_FALSE(ordered("a[i] = 1; atomic_xchg(b, 1); atomic_xchg(b, 1);"));
  EXPECT_FALSE(ordered("switch (c[i]) { case 1: atomic_xor(a, i); }"));
  EXPECT_FALSE(ordered("atomic_inc(&l[c[i]]); barrier(CLK_LOCAL_MEM_FENCE); a[i] = l[i];"));
  EXPECT_FALSE(ordered("put(a, c[i]);", "void put(__global int *p, int v) { atomic_add(p, v); }"));
  // Not so.
  EXPECT_TRUE(ordered("a[atomic_inc(b)] = i;"));
  EXPECT_TRUE(ordered("a[atomic_inc(l)] = i;"));
  EXPECT_TRUE(ordered("a[place(b)] = i;", "int place(__global int *p) { return atomic_inc(p); }"));
  EXPECT_TRUE(ordered("if (atomic_min(a, i) > i) b[i] = 1;"));
  EXPECT_TRUE(ordered("int old = atomic_max(a, i);"));
  EXPECT_TRUE(ordered("atomic_cmpxchg(a, 0, i);"));
  EXPECT_TRUE(ordered("atomic_xchg(a, i);"));
  EXPECT_TRUE(ordered("atomic_xchg(a, 1); atomic_xchg(a, 2);"));
  EXPECT_TRUE(ordered("atomic_xchg((volatile __global float *)a, 1.0f);"));
  EXPECT_TRUE(ordered("atomic_add(a, 1); atomic_max(a, i);"));
  EXPECT_TRUE(ordered("if (a[c[i]] > i) atomic_min(&a[c[i]], i);"));
  EXPECT_TRUE(ordered("__global int *p = c[i] ? a : b; atomic_add(p, 1); b[i] += 1;"));
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
  // A pointer's bytes through one of the generic address space; as what a type of the same size is.
  K = summary(R"(
    typedef struct { __global int *p; } box;
    __kernel void f(__global int *a, __global int *b, __global int *c) {
      __global int *p = a;
      *(ulong *)&p += 4;
      ulong bits = __builtin_astype(b, ulong);
      p[1] = bits;
    })", {"-cl-std=CL2.0"});
  EXPECT_EQ(use(K, 0), "rw");
  EXPECT_EQ(use(K, 1), "rw");
}

// ---- what is not modelled ----

TEST(KernelSummary, WhatIsNotKnownIsRefused) {
  auto With = [](const std::string &Attribute) {
    return problems("__kernel " + Attribute + " void f(__global int *a) { a[0] = 1; }");
  };
  for (const char *Refused : {"__attribute__((weak))", "__attribute__((section(\"x\")))", "__attribute__((constructor))",
                              "__attribute__((annotate(\"x\")))", "__attribute__((visibility(\"hidden\")))"})
    EXPECT_EQ(With(Refused), "2011") << Refused;
  for (const char *Taken : {"__attribute__((vec_type_hint(float4)))", "__attribute__((work_group_size_hint(8, 1, 1)))",
                            "__attribute__((reqd_work_group_size(8, 1, 1)))", "__attribute__((noinline))",
                            "__attribute__((convergent))", "__attribute__((nosvm))", "__attribute__((unused))"})
    EXPECT_EQ(With(Taken), "") << Taken;
  // Of a helper, of an earlier declaration, of a variable, of a type.
  EXPECT_EQ(problems("__attribute__((weak)) int g(int x) { return x; }\n"
                     "__kernel void f(__global int *a) { a[0] = g(1); }"), "2011");
  EXPECT_EQ(problems("int g(int x) __attribute__((weak));\nint g(int x) { return x; }\n"
                     "__kernel void f(__global int *a) { a[0] = g(1); }"), "2011");
  EXPECT_EQ(problems("__kernel void f(__global int *a) { _BitInt(7) x = a[0]; a[1] = x; }"), "2011");
  EXPECT_EQ(problems("__kernel void f(__global int *a) { a[0] = ({ int x = a[1]; x + 1; }); }"), "2011");
  EXPECT_EQ(problems("__kernel void f(__global int *a) { int x __attribute__((aligned(16))) = 1; a[0] = x; }"), "");
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

TEST(Barriers, UnderConditions) {
  auto Branched = [](const std::string &Body, const std::string &Before = "") {
    return summary(Before + "__kernel void f(__global int *a, int n, __local int *t) { " + Body + " }").Branched;
  };
  const std::string B = "barrier(CLK_LOCAL_MEM_FENCE);";
  EXPECT_EQ(Branched(B + B), 0u);
  EXPECT_EQ(Branched("for (int i = 0; i < n; ++i) " + B), 0u);
  EXPECT_EQ(Branched("if (n) { " + B + B + "} else " + B + B), 3u);
  EXPECT_EQ(Branched("if (n > 9) return; " + B), 1u);
  EXPECT_EQ(Branched("for (int i = 0;; ++i) { if (i == n) break; " + B + " } " + B), 1u);
  EXPECT_EQ(Branched("switch (n) { case 1: " + B + " break; default: return; } " + B), 2u);
  EXPECT_EQ(Branched("switch (n) { case 1: t[0] = 1; break; } " + B), 0u);
  const std::string Helpers = "void once(int n) { if (n) " + B + " } void twice(int n) { once(n); once(n); " + B + " } ";
  EXPECT_EQ(Branched("twice(n); if (n == 2) twice(n);", Helpers), 2u + 3u);
}

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
  EXPECT_EQ(problems(S + "for (int k = 0; k < n; ++k) { barrier(1); if (a[i] > k) break; } }"), "2005 2018");
  EXPECT_EQ(problems(S + "for (int k = 0; k < n; ++k) { if (a[i] > k) continue; barrier(1); } }"), "2005");
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

// ---- barriers of a kernel's own between its groups ----

/// "fewer", "replaced", "resident" or codes, for a kernel that calls `meet`.
static std::string meeting(const std::string &Text) {
  KernelSummary K = summary(Text);
  if (!K.Problems.empty())
    return problems(Text);
  return K.FewerGroups ? "fewer" : !K.OwnBarrier.empty() ? "replaced" : K.Waits.empty() ? "" : "resident";
}
static const std::string Grows = "void meet(volatile __global int *c, int goal) { barrier(2); if (get_local_id(0) == 0) { "
                                 "atomic_inc(c); while (atomic_or(c, 0) < goal) ; } barrier(2); } ";
static const std::string Turns = "void meet(volatile __global int *c, volatile __global int *s) { int groups = get_num_groups(0); barrier(2); "
                                 "if (!get_local_id(0)) { int old = *s; if (atomic_add(c, 1) == groups - 1) { *c = 0; mem_fence(2); *s = !old; } "
                                 "else while (*s == old) { } } barrier(2); } ";
static const std::string Head = "__kernel void f(__global int *a, volatile __global int *c, volatile __global int *s, int n) { ";
static const std::string Share = "for (int i = get_global_id(0); i < n; i += get_global_size(0)) ";

static std::string grows(const std::string &Body) { return meeting(Grows + Head + Body + " }"); }
static std::string turns(const std::string &Body) { return meeting(Turns + Head + Body + " }"); }
/// The growing form with another helper.
static std::string helper(const std::string &Body) {
  return meeting("void meet(volatile __global int *c, int goal) { " + Body + " } " + Head + Share +
                 "a[i]++; meet(c, get_num_groups(0)); " + Share + "a[i]--; }");
}

TEST(OwnBarrier, Recognised) {
  EXPECT_EQ(grows(Share + "a[i]++; meet(c, get_num_groups(0)); " + Share + "a[i]--;"), "fewer");
  EXPECT_EQ(grows("int goal = 0; for (int r = 0; r < n; ++r) { " + Share + "a[i] += r; goal += get_num_groups(0); meet(c, goal); }"), "fewer");
  EXPECT_EQ(turns("for (int r = 0; r < n; ++r) { " + Share + "a[i] += r; meet(c, s); }"), "fewer");
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0) { int old = atomic_add(c, 1); int end = (old / goal + 1) * goal; "
                   "while (atomic_add(c, 0) < end) { } } barrier(2);"), "fewer");
  EXPECT_EQ(helper("int g = get_num_groups(0); barrier(2); if (get_local_id(0) == 0) { int old = atomic_add(c, 1); "
                   "int end = (old / g + 1) * g; while (*c < end) { } } barrier(2);"), "fewer");
  EXPECT_EQ(helper("int me = get_local_id(0); barrier(2); if (me == 0) { mem_fence(2); atomic_inc(&c[1]); do { } while (c[1] != goal); } "
                   "barrier(2); mem_fence(2);"), "fewer");
}

TEST(OwnBarrier, NoBarrierOfAllGroups) {
  const std::string Wait = "while (atomic_or(c, 0) < goal) ;";
  EXPECT_EQ(helper("if (get_local_id(0) == 0) { atomic_inc(c); " + Wait + " } barrier(2);"), "resident"); // none in front
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0) { atomic_inc(c); " + Wait + " }"), "resident"); // none behind
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 1) { atomic_inc(c); " + Wait + " } barrier(2);"), "resident");
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0) { " + Wait + " atomic_inc(c); } barrier(2);"), "resident");
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0) { atomic_inc(c); " + Wait + " *c = 0; } barrier(2);"), "resident");
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0) { atomic_inc(c); while (c[1] < goal) ; } barrier(2);"), "resident");
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0) { atomic_inc(c); while (*c < goal + (int)get_group_id(0)) ; } barrier(2);"), "resident");
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0) { if (get_group_id(0)) atomic_inc(c); " + Wait + " } barrier(2);"), "resident");
  EXPECT_EQ(helper("barrier(2); if (get_local_id(0) == 0 && get_group_id(0)) { atomic_inc(c); " + Wait + " } barrier(2);"), "resident");
  const std::string Told = "void meet(volatile __global int *c, int goal, int l) { barrier(2); if (l == 0) { atomic_inc(c); " + Wait + " } barrier(2); } ";
  EXPECT_EQ(meeting(Told + Head + "meet(c, n, get_local_id(0)); meet(c, 2 * n, get_local_id(0)); }"), "fewer");
  EXPECT_EQ(meeting(Told + Head + "meet(c, n, get_local_id(0)); meet(c, 2 * n, 0); }"), "resident"); // all items of a group
  // Half of the groups let the others go.
  EXPECT_EQ(meeting("void meet(volatile __global int *c, volatile __global int *s) { barrier(2); if (!get_local_id(0)) { int old = *s; "
                    "if (atomic_inc(c) == get_num_groups(0) / 2 - 1) { *c = 0; *s = !old; } else while (*s == old) ; } barrier(2); } " +
                    Head + "meet(c, s); }"), "resident");
  // Released before the counter starts again.
  EXPECT_EQ(meeting("void meet(volatile __global int *c, volatile __global int *s) { barrier(2); if (!get_local_id(0)) { int old = *s; "
                    "if (atomic_inc(c) == get_num_groups(0) - 1) { *s = !old; *c = 0; } else while (*s == old) ; } barrier(2); } " +
                    Head + "meet(c, s); }"), "resident");
}

TEST(OwnBarrier, NamedByAPragma) {
  const std::string Bits = "void meet(volatile __global int *c) { int all = (1 << get_num_groups(0)) - 1; barrier(2); "
                           "if (get_local_id(0) == 0) { atomic_or(c, 1 << get_group_id(0)); while (*c != all) ; } barrier(2); } ";
  const std::string Body = Head + Share + "a[i]++; meet(c); " + Share + "a[i]--; }";
  EXPECT_EQ(meeting(Bits + Body), "resident");
  EXPECT_EQ(meeting("#pragma persistify barrier\n" + Bits + Body), "fewer");
  EXPECT_EQ(meeting("#pragma persistify barriers\n" + Bits + Body), "resident");
  EXPECT_EQ(meeting("#pragma persistify barrier\nint other; " + Bits + Body), "resident");
  EXPECT_EQ(meeting("#pragma persistify barrier\n" + Bits + Head + "if (get_group_id(0)) meet(c); }"), "resident");
  EXPECT_EQ(meeting("#pragma persistify barrier\n" + Bits + Head + "meet(c); a[0] = c[0]; }"), "resident");
}

// ---- a flag for each group ----

/// A helper with arrays c and s and a goal.
static std::string goals(const std::string &Body, const std::string &Calls = "") {
  return meeting("void meet(volatile __global int *c, volatile __global int *s, int goal) { int g = get_group_id(0), "
                 "n = get_num_groups(0), l = get_local_id(0), size = get_local_size(0); " + Body + " } " + Head +
                 (Calls.empty() ? "for (int r = 1; r <= n; ++r) { " + Share + "a[i] += r; meet(c, s, r); }" : Calls) + " }");
}
/// One with a single array.
static std::string flags(const std::string &Body) {
  return meeting("void meet(volatile __global int *c) { int g = get_group_id(0), n = get_num_groups(0), "
                 "l = get_local_id(0), size = get_local_size(0); " + Body + " } " + Head + Share + "a[i]++; meet(c); " +
                 Share + "a[i]--; }");
}
static const std::string Come = "if (l == 0) c[g] = goal; ", Watch = "if (g == 0) { if (l < n) while (c[l] != goal) ; ",
                         Release = "barrier(2); if (l < n) s[l] = goal; } ", Go = "if (l == 0) while (s[g] != goal) ; barrier(2); ";

TEST(FlagBarrier, Goals) {
  EXPECT_EQ(goals(Come + Watch + Release + Go), "fewer");
  EXPECT_EQ(goals("barrier(2); " + Come + "if (g == n - 1) for (int k = l; k < n; k += size) while (c[k] < goal) mem_fence(2); barrier(2); "
                  "if (g == n - 1) for (int k = l; k < n; k += size) s[k] = goal; " + Go), "fewer");
  EXPECT_EQ(goals("if (!l) atomic_xchg(&c[g], goal); " + Watch.substr(0, 25) + "while (atomic_add(c + l, 0) != goal) ; " + Release +
                  "if (!l) while (goal != atomic_cmpxchg(&s[g], -1, -1)) ; barrier(2);"), "fewer");
  EXPECT_EQ(goals(Come + "for (int k = l; k < n; k += size) while (c[k] != goal) ; barrier(2);"), "fewer"); // all watch all
  EXPECT_EQ(goals("int next = goal + 1; if (l == 0) c[g] = next; if (l < n) while (c[l] != next) ; barrier(2);"), "fewer");
  // Other places for other instances, and goals that not all have.
  const std::string Barrier = Come + Watch + Release + Go;
  EXPECT_EQ(goals(Barrier, "for (int r = 1; r <= n; ++r) meet(c + r, s, r);"), "resident");
  EXPECT_EQ(goals(Barrier, "meet(c, s, 1); meet(s, c, 2);"), "resident");
  EXPECT_EQ(goals(Barrier, "meet(c, s, get_group_id(0));"), "resident");
  EXPECT_EQ(goals(Barrier, "meet(c, s, get_local_id(0));"), "resident");
  EXPECT_EQ(goals(Barrier, "int r = 0; for (int i = get_local_id(0); i < n; i += get_local_size(0)) r++; meet(c, s, r);"), "resident");
  EXPECT_EQ(goals(Barrier, "meet(c, s, a[0]);"), "resident");
  EXPECT_EQ(goals(Barrier, "if (get_group_id(0) != 1) meet(c, s, 1);"), "resident");
  EXPECT_EQ(goals(Barrier, "meet(c, s, 1); a[0] = c[0];"), "resident");
  EXPECT_EQ(goals(Barrier, "meet(c, s, 1); s[0] = 0;"), "resident");
  EXPECT_EQ(goals(Barrier, "meet(c, c, 1);"), "fewer"); // it only looks at less
}

TEST(FlagBarrier, NoGoals) {
  EXPECT_EQ(goals(Come + "if (g == 0) { if (l < n) while (s[l] != goal) ; barrier(2); } barrier(2);"), "resident"); // another array
  EXPECT_EQ(goals("if (l == 0) c[g] = goal + g; " + Watch + Release + Go), "resident");
  EXPECT_EQ(goals("if (l == 0) c[g] = goal + 1; " + Watch + Release + Go), "resident");
  EXPECT_EQ(goals("if (l == 0) c[g] += 1; " + Watch + Release + Go), "resident");
  EXPECT_EQ(goals(Come + Watch + Release + Go + "if (l == 0) c[g] = goal - 1;"), "resident");
  EXPECT_EQ(goals(Come + Watch + Release + "goal++; " + Go), "resident");
  EXPECT_EQ(goals("if (c[g] == 0) c[g] = goal; " + Watch + Release + Go), "resident"); // memory decides
  EXPECT_EQ(goals("if (goal > 1 && l == 0) c[g] = goal; " + Watch + Release + Go), "resident"); // not each time
  EXPECT_EQ(goals(Come + "if (l == 0 && g > 0) while (c[g - 1] != goal) ; barrier(2);"), "resident"); // neighbours
  EXPECT_EQ(goals(Come + Watch + Release + "if (l == 0) while (s[g] == goal) ; barrier(2);"), "resident");
  EXPECT_EQ(goals(Watch + Release + Come + Go), "resident"); // watches first
}

TEST(FlagBarrier, SetAndReset) {
  const std::string On = "if (l == 0) c[g] = 1; ", All = "if (g == 0) for (int k = l; k < n; k += size) ";
  const std::string Seen = All + "while (c[k] == 0) ; ", Off = All + "c[k] = 0; ", Wait = "if (l == 0) while (c[g] != 0) ; barrier(2);";
  EXPECT_EQ(flags("barrier(2); " + On + Seen + "barrier(2); " + Off + Wait), "fewer");
  EXPECT_EQ(flags("if (l == 0) c[g] = 1; if (g == 0 && l < n) while (!c[l]) ; barrier(2); if (g == 0 && l < n) c[l] = 0; "
                  "if (l == 0) while (c[g]) ; barrier(2);"), "fewer");
  // The master has no flag.
  EXPECT_EQ(flags("if (g == 0) { for (int k = l + 1; k < n; k += size) while (c[k] == 0) ; barrier(2); "
                  "for (int k = l + 1; k < n; k += size) c[k] = 0; } else { barrier(2); if (l == 0) { c[g] = 1; while (c[g] == 1) ; } "
                  "barrier(2); }"), "fewer");
  // In two arrays, each reset by who looks at it.
  const std::string Watch = "if (g == 0) { for (int k = l; k < n; k += size) while (c[k] != 1) ; barrier(2); ",
                    Clear = "for (int k = l; k < n; k += size) c[k] = 0; ",
                    Answer = "for (int k = l; k < n; k += size) s[k] = 1; } if (l == 0) { while (s[g] == 0) ; s[g] = 0; } barrier(2);";
  EXPECT_EQ(goals(On + Watch + Clear + Answer), "fewer");
  EXPECT_EQ(goals(On + Watch + "if (l < n) c[l] = 0; " + Answer), "resident");                      // not all, it may be
  EXPECT_EQ(goals(On + Watch + "for (int k = l; k < n - 1; k += size) c[k] = 0; " + Answer), "resident");
  EXPECT_EQ(goals(On + Watch + "for (int k = l; k < n; k += 2 * size) c[k] = 0; " + Answer), "resident");
  EXPECT_EQ(goals(On + Watch + "for (int k = l + 1; k < n; k += size) c[k] = 0; " + Answer), "resident");
  EXPECT_EQ(goals("if (l == 0) c[g + 1] = 1; " + Watch + Clear + Answer), "resident");
  EXPECT_EQ(goals(On + "if (g == 0) { for (int k = l; k < n; k += size) while (c[k] != 1) ; barrier(2); " + Clear +
                  "for (int k = l; k < n; k += size) s[k] = 1; } if (l == 0) { s[g] = 0; while (s[g] == 0) ; } barrier(2);"), "resident");
  EXPECT_EQ(flags(On + Seen + "barrier(2); " + Off + Wait + On), "resident");             // set behind the last wait
  const std::string Some = "if (g == 0 && l < n) c[l] = 0; ";
  EXPECT_EQ(flags(On + Seen + "barrier(2); " + Off + "barrier(2);"), "fewer");            // a barrier for group 0
  EXPECT_EQ(flags(On + Seen + "barrier(2); " + Some + "barrier(2);"), "resident"); // who knows what is reset?
  EXPECT_EQ(flags(On + Off + "barrier(2); " + Seen + Wait), "resident");                  // reset before it is seen
  EXPECT_EQ(flags(On + Seen + Some + "if (l == 0 && g > 0) while (c[g] != 0) ; barrier(2);"), "resident"); // not who set it
  EXPECT_EQ(flags(On + Seen + Some + "if (l == 0) while (c[0] != 0) ; barrier(2);"), "resident");
  EXPECT_EQ(flags("c[g * size + l] = 1; " + Seen + Off + "if (l == 0) while (c[g * size + l] != 0) ; barrier(2);"), "resident");
  EXPECT_EQ(flags(On + Seen + Off + "if (l == 0) c[g] = 2; " + Wait), "resident");
}

TEST(OwnBarrier, CallsThatGroupsMayMiss) {
  EXPECT_EQ(grows("if (get_group_id(0) > 0) meet(c, n);"), "resident");
  EXPECT_EQ(grows("if (get_group_id(0) * 4 >= n) return; meet(c, n);"), "resident");
  EXPECT_EQ(grows("for (int r = 0; r < (int)get_group_id(0); ++r) meet(c, n);"), "resident");
  EXPECT_EQ(grows("int k = get_group_id(0); for (int r = 0; r < k % 3; ++r) meet(c, n);"), "resident");
  EXPECT_EQ(grows("meet(c, n); if (*c > n) a[0] = 1;"), "resident");    // looks at the counter
  EXPECT_EQ(grows("meet(c, n); while (*s == 0) ; "), "resident");       // waits in another way
  EXPECT_EQ(meeting(Grows + "void too(volatile __global int *c, int goal) { barrier(2); if (get_local_id(0) == 0) { atomic_inc(c); "
                    "while (*c < goal) ; } barrier(2); } " + Head + "meet(c, n); too(c, n); }"), "resident"); // one counter
  EXPECT_EQ(grows("for (int k = 0; k < n; k++) { if (k == (int)get_group_id(0)) continue; meet(c, n + k * n); }"), "resident");
  EXPECT_EQ(grows("int r = 0; for (int k = 0; k < n; k++) { do { if (r == 2) return; r++; } while (r < (int)get_group_id(0)); meet(c, n + k * n); }"), "resident");
  EXPECT_EQ(grows("int m = 1; get_group_id(0) > 2 && (m = 2); for (int k = 0; k < m; k++) meet(c, n + k * n);"), "resident");
  // What only some do behind it is their own business.
  EXPECT_EQ(grows("meet(c, n); if (get_group_id(0) > 3) return; a[get_global_id(0)] = 1;"), "replaced");
  EXPECT_EQ(grows("for (int k = 0; k < n; k++) { meet(c, n + k * n); if (k == (int)get_group_id(0)) continue; a[get_global_id(0)] += k; }"), "replaced");
  EXPECT_EQ(grows("int k = 0; while (a[k] != 0) { meet(c, n); a[k] = 0; }"), "2018"); // not the same for all items
}

TEST(OwnBarrier, InTheKernel) {
  auto kernel = [](const std::string &Body) { return meeting(Head + "int l = get_local_id(0), g = get_group_id(0); " + Body + " }"); };
  const std::string Meet = "barrier(2); if (l == 0) { atomic_inc(c); while (*c < goal) ; } barrier(2); ";
  const std::string Flags = "if (l == 0) c[g] = goal; if (g == 0) { if (l < get_num_groups(0)) while (c[l] != goal) ; barrier(2); "
                            "if (l < get_num_groups(0)) s[l] = goal; } if (l == 0) while (s[g] != goal) ; barrier(2); ";
  EXPECT_EQ(kernel("int goal = 0; for (int r = 0; r < n; ++r) { " + Share + "a[i]++; goal += get_num_groups(0); " + Meet + "}"), "fewer");
  EXPECT_EQ(kernel("int goal = 0; for (int r = 0; r < n; ++r) { " + Share + "a[i]++; goal++; " + Flags + "}"), "fewer");
  EXPECT_EQ(kernel("int goal = 1; " + Share + "a[i]++; { " + Flags + "} goal = 2; " + Share + "a[i]--; { " + Flags + "}"), "fewer");
  EXPECT_EQ(kernel("int goal = 0; for (int r = 0; r < n; ++r) { " + Share + "a[i]++; goal += get_num_groups(0); " + Flags + "}"), "replaced");
  EXPECT_EQ(kernel("int goal = 0, h = g + n; for (int r = 0; r < n; ++r) { " + Share + "a[i]++; goal++; if (h == n) barrier(1); " + Flags + "}"), "replaced");
  EXPECT_EQ(kernel("int goal = n, h = g + l; if (l == 0) c[h] = goal; if (g == 0 && l < get_num_groups(0)) while (c[l] != goal) ; barrier(2);"), "replaced");
  EXPECT_EQ(kernel("barrier(2); if (l == 0) { int old = *s; if (atomic_add(c, 1) == get_num_groups(0) - 1) { *c = 0; *s = !old; } "
                   "else while (*s == old) ; } barrier(2);"), "fewer");
  EXPECT_EQ(kernel("int goal = n; " + Meet + "a[0] = *c;"), "resident");
  EXPECT_EQ(kernel("int goal = n; if (g) { " + Meet + "}"), "resident");
  EXPECT_EQ(kernel("int goal = n; " + Meet + "if (l == 0) { atomic_inc(c + 1); while (c[1] < goal) ; }"), "resident");
  EXPECT_EQ(kernel("int goal = n; barrier(2); if (l == 0) { atomic_inc(c); while (*c < goal) ; } a[l] = 1; barrier(2);"), "resident");
  // The same counter in another way.
  EXPECT_EQ(kernel("int goal = n; " + Meet + "barrier(2); if (l == 0) { int old = c[1]; if (atomic_inc(c) == get_num_groups(0) - 1) { *c = 0; "
                   "c[1] = !old; } else while (c[1] == old) ; } barrier(2);"), "resident");
  EXPECT_EQ(kernel("int goal = l; " + Flags), "resident");
  EXPECT_EQ(kernel("int goal = g; " + Flags), "resident");
  // A macro that is one statement is written out.
  const std::string Inc = "if (get_local_id(0) == 0) { atomic_inc(c); while (*c < goal) ; } ";
  auto macro = [&](const std::string &Text) { return meeting("#define MEET(c, goal) " + Text + "\n" + Head + Share + "a[i]++; MEET(c, n); }"); };
  EXPECT_EQ(macro("do { barrier(2); " + Inc + "barrier(2); } while (0)"), "replaced");
  EXPECT_EQ(macro("{ barrier(2); " + Inc + "barrier(2); }"), "replaced");
  EXPECT_EQ(macro("barrier(2); " + Inc + "barrier(2)"), "resident");
  EXPECT_EQ(macro("do { barrier(2); " + Inc + "barrier(2); a[0] = 1; } while (0)"), "resident");
}

TEST(OwnBarrier, NumberOfGroupsMatters) {
  EXPECT_EQ(grows("a[get_global_id(0)] = 1; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("a[get_group_id(0)] = 1; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("a[0] = get_num_groups(0); meet(c, n);"), "replaced");
  EXPECT_EQ(grows("if ((int)get_global_id(0) < n) a[get_global_id(0)] = 1; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int sum = 0; " + Share + "sum += a[i]; atomic_add(s, sum); meet(c, n);"), "replaced");
  EXPECT_EQ(grows("atomic_inc(s); meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int t[1] = {atomic_inc(s)}; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int t = atomic_inc(s); meet(c, n);"), "replaced");
  EXPECT_EQ(grows("if (atomic_inc(s) == 0) a[0] = 1; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("a[get_local_id(0)] += 1; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int m = n; " + Share + "m = i; a[0] = m; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int m = n; " + Share + "{ if (a[i]) m = 7; a[i] = m; } meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int i; for (i = get_global_id(0); i < n; i += get_global_size(0)) a[i] = 1; a[n] = i; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("for (int i = get_global_id(0); i < n; i += get_global_size(0)) { if (a[i]) ++i; a[i] = 1; } meet(c, n);"), "replaced");
  EXPECT_EQ(grows(Share + "{ a[i] = 1; if (a[i] < 0) break; } meet(c, n);"), "replaced");
  EXPECT_EQ(grows(Share + "a[i] = get_group_id(0); meet(c, n);"), "replaced");
  EXPECT_EQ(grows("for (int i = get_global_id(0); i < n; i += 256) a[i] = 1; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int done = 1; " + Share + "if (a[i]) done = 0; if (done) *s = 1; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int hit = 0; " + Share + "if (a[i]) hit = 1; else if (hit) a[i] = 2; meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int hit = 0; " + Share + "if (a[i]) hit = 1; if (hit) atomic_inc(s); meet(c, n);"), "replaced");
  EXPECT_EQ(grows("int hit = 0; " + Share + "if (a[i]) hit = 1; if (hit) *s = 1; if (get_global_id(0) == 0) a[0] = 0; meet(c, n);"), "fewer");
  EXPECT_EQ(turns("__local int t; if (get_local_id(0) == 0) t = n; barrier(1); " + Share + "a[i] = t; meet(c, s);"), "fewer");
  EXPECT_EQ(turns("__local int t; if (get_local_id(0) == 0) t = get_group_id(0); barrier(1); " + Share + "a[i] = t; meet(c, s);"), "replaced");
  EXPECT_EQ(turns("__local int t; if (get_local_id(0) == 0) t = n; barrier(1); " + Share + "t = i; meet(c, s);"), "replaced");
  EXPECT_EQ(turns("__local int t[64]; t[get_local_id(0)] = 0; barrier(1); " + Share + "a[i] = t[0]; meet(c, s);"), "replaced");
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

// ---- elements ----

/// "own/extent" of parameter 0 of a kernel with this body.
static std::string elements(const std::string &Body, const std::string &Before = "") {
  const Access U = summary(Before + "__kernel void f(__global int *a, __global int *b, int n) {" + Body + "}").Params[0].Use;
  return std::to_string(U.OwnBytes) + "/" + std::to_string(U.Extent);
}

TEST(KernelSummary, OwnElements) {
  EXPECT_EQ(elements("int i = get_global_id(0); if (i < n) a[i] += 1;"), "4/0");
  EXPECT_EQ(elements("const size_t i = get_global_id(0), j = (int)i; *(a + j) = a[get_global_id(0)];"), "4/0");
  EXPECT_EQ(elements("atomic_inc(&a[get_global_id(0)]); atomic_inc(a + get_global_id(0));"), "4/0");
  // Another element, or perhaps another one.
  EXPECT_EQ(elements("int i = get_global_id(1); a[i] = 1;"), "0/0");
  EXPECT_EQ(elements("ushort i = get_global_id(0); a[i] = 1;"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); i += n; a[i] = 1;"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); a[i] = a[i + 1];"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); a += n; a[i] = 1;"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); __global int *p = a; p[i] = 1;"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); ((__global char *)a)[i] = 1;"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); vstore2((int2)(1), i, a);"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); (n ? a : b)[i] = 1;"), "0/0");
  EXPECT_EQ(elements("int i = get_global_id(0); a[i] = 1; g(a);", "void g(__global int *p) { p[3] = 1; }"), "0/0");
}

TEST(KernelSummary, FirstElements) {
  EXPECT_EQ(elements("*a = 1;"), "0/4");
  EXPECT_EQ(elements("a[1] = a[0]; atomic_inc(a); atomic_add(&a[2], n);"), "0/12");
  EXPECT_EQ(elements("a[n] = 1;"), "0/0");
  EXPECT_EQ(elements("*a = 1; a[get_global_id(0)] = 1;"), "0/0");
  EXPECT_EQ(elements("a[-1] = 1;"), "0/0");
  EXPECT_EQ(elements("*a++ = 1;"), "0/0");
  EXPECT_EQ(elements("mark(a);", "void mark(__global int *p) { *p = 1; }"), "0/0"); // not followed
  EXPECT_EQ(elements("*(__global long *)a = 1;"), "0/0");
}
