//===- test/kernel/PhaseTextTest.cpp - the text of phases ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Kernel.h"
#include "gtest/gtest.h"

using namespace persistify;

namespace {

struct Result {
  std::string Text, Problems;
};

Result phases(const std::string &Source, bool Surplus = false, const char *Name = "f") {
  DiagnosticSink Diags;
  std::unique_ptr<KernelModel> M = KernelModel::create({KernelSource{"test.cl", Source, {}}}, Diags);
  Result R;
  for (const Diagnostic &D : Diags.all())
    R.Problems += D.message();
  if (!M)
    return R;
  for (const Diagnostic &D : M->find(Name)->Problems)
    R.Problems += diagCode(D.D).substr(3).str() + " ";
  if (R.Problems.empty())
    R.Text = M->emitPhases({std::string(Name)}, {Surplus});
  return R;
}
bool has(const std::string &S, const char *Part) { return S.find(Part) != std::string::npos; }

} // namespace

TEST(PhaseText, CommentsAndLayoutStay) {
  Result R = phases("/* doc */ __kernel\nvoid f(__global int *a, // data\n       int n) {\n  // body\n  a[0]  =  n;\n}\n");
  EXPECT_TRUE(has(R.Text, "P_PHASE void f_phase(__global int *a, // data\n       int n, const p_ids *p_v) {\n  // body\n  a[0]  =  n;\n}\n")) << R.Text;
}

TEST(PhaseText, HelpersWithABarrierAreInlined) {
  Result R = phases("#define FN static inline\nstatic inline void s1(int n) { barrier(1); }\nFN int s2(int n) { barrier(1); return n; }\n"
                    "static int s3(int n) { return n; }\n__kernel void f(__global int *a, int n) { s1(n); a[0] = s2(n) + s3(n); }");
  EXPECT_TRUE(has(R.Text, "P_PHASE void s1_phase(int n) {")) << R.Problems << R.Text;
  EXPECT_TRUE(has(R.Text, "P_PHASE int s2_phase(int n) {")) << R.Text;
  EXPECT_TRUE(has(R.Text, "s1_phase(n); a[0] = s2_phase(n) + s3(n);")) << R.Text;
}

TEST(PhaseText, AWayRoundTheBarriersEndsWithABarrier) {
  std::string Text = phases("__kernel void f(__global int *a, int n) {\n  int l = get_local_id(0);\n"
                            "  if (get_group_id(0) >= n)\n    return;\n  barrier(1);\n  if (l > 3)\n    return;\n"
                            "  a[l] = 1;\n}\n").Text;
  EXPECT_NE(Text.find(">= n)\n    return;"), std::string::npos) << Text;
  EXPECT_NE(Text.find("(l > 3)\n    goto p_tail;\n  a[l] = 1;\np_tail:\n  P_PHASE_END();\n}"), std::string::npos) << Text;
}

TEST(PhaseText, WhatStandsAroundAStatementNestsAsItDoes) {
  auto body = [](const std::string &Body) {
    Result R = phases("#define MEET(c) if (c) { barrier(1); }\n"
                      "__kernel void f(__global int *a, int n) {\n" + Body + "\n}\n");
    size_t From = R.Text.find("p_v) {\n");
    return From == std::string::npos ? R.Problems : R.Text.substr(From + 7, R.Text.find("\n}\n") - From - 7);
  };
  EXPECT_EQ(body("if (n) a[0]++; else if (n > 3) barrier(1);"),
            "if (n) a[0]++; else { { if (n > 3) { barrier(1); P_PATH_END(); } P_PHASE_END(); } P_PATH_END(); } P_PHASE_END();");
  EXPECT_EQ(body("if (n) a[0]++; else{barrier(1);}"),
            "if (n) a[0]++; else{barrier(1);P_PATH_END(); } P_PHASE_END();");
  EXPECT_EQ(body("if (n) l: m: if (n > 3) barrier(1);"),
            "if (n) { l: m: { if (n > 3) { barrier(1); P_PATH_END(); } P_PHASE_END(); } P_PATH_END(); } P_PHASE_END();");
  EXPECT_EQ(body("if (n) MEET(n > 3) else a[0]++;"),
            "if (n) { { MEET(n > 3) else a[0]++; P_PHASE_END(); } P_PATH_END(); } P_PHASE_END();");
  EXPECT_EQ(body("switch (n) case 1: if (n) barrier(1);"),
            "switch (n) case 1: { P_PHASE_END(); { if (n) { barrier(1); P_PATH_END(); } P_PHASE_END(); } } P_PHASE_END();");
  EXPECT_EQ(body("switch (n) { case 1: barrier(1); break; default: l: a[0]++; }"),
            "switch (n) { case 1: P_PHASE_END(); barrier(1); P_PATH_END(); break; default: P_PHASE_END(); l: a[0]++; } P_PHASE_END();");
  // What is said of a loop stays with it.
  EXPECT_EQ(body("if (n)\n#pragma unroll\nfor (int i = 0; i < n; i++) if (i) barrier(1);"),
            "if (n)\n{ \n#pragma unroll\nfor (int i = 0; i < n; i++) { if (i) { barrier(1); P_PATH_END(); } P_PHASE_END(); } "
            "P_PATH_END(); } P_PHASE_END();");
  EXPECT_EQ(body("__attribute__((opencl_unroll_hint)) for (int i = 0; i < n; i++) if (i) barrier(1);"),
            "__attribute__((opencl_unroll_hint)) for (int i = 0; i < n; i++) { if (i) { barrier(1); P_PATH_END(); } "
            "P_PHASE_END(); }");
}

TEST(PhaseText, QueriesOnlyWhereUsed) {
  Result R = phases("__kernel void f(__global int *a) { a[get_global_id(0)] = get_work_dim(); }");
  EXPECT_TRUE(has(R.Text, "#define get_global_id(d) v_get_global_id(p_v, d)\n"));
  EXPECT_TRUE(has(R.Text, "#define get_work_dim() v_get_work_dim(p_v)\n"));
  EXPECT_FALSE(has(R.Text, "get_local_id"));
  EXPECT_TRUE(has(R.Text, "#undef get_work_dim\n"));
}

TEST(PhaseText, MacroThatChangesIsRefused) {
  EXPECT_EQ(phases("#define N 4\n__kernel void f(__global int *a) { a[0] = N; }\n#undef N\n#define N 5\n").Problems, "2008 ");
  EXPECT_EQ(phases("#define M N\n#define N 4\n__kernel void f(__global int *a) { a[0] = M; }\n#undef N\n").Problems, "2008 ");
  EXPECT_EQ(phases("__kernel void f(__global int *a) { int N = 1; a[0] = N; }\n#define N 5\n").Problems, "2008 ");
  EXPECT_EQ(phases("__kernel void f(__global int *a) { a[0] = __LINE__; }\n").Problems, "2008 ");
  EXPECT_EQ(phases("#define N 4\n__kernel void f(__global int *a) { a[0] = N; }\n#define N 4\n").Problems, "");
  EXPECT_EQ(phases("__kernel void f(__global int *a) {\n#ifdef N\n a[0] = 1;\n#else\n a[0] = 2;\n#endif\n }\n#define N\n").Problems, "2008 ");
}

TEST(PhaseText, KernelMadeByAMacroIsWrittenOut) {
  const Result R = phases("#define K(n) __kernel void n(__global int *a) { a[get_global_id(0)] = 1; }\nK(f)\n");
  EXPECT_EQ(R.Problems, "");
  EXPECT_TRUE(has(R.Text, "P_PHASE void f_phase (")) << R.Text;
}

TEST(PhaseText, MacroUseOfALocalVariable) {
  Result R = phases("#define BUMP cnt += 1\n__kernel void f(__global int *a) { __local int cnt; cnt = 0; BUMP; a[0] = cnt; }");
  EXPECT_TRUE(has(R.Text, "#define cnt (*p_l_cnt)\n")) << R.Problems << R.Text;
  EXPECT_TRUE(has(R.Text, "#undef cnt\n")) << R.Text;
  // The macro would also reach the member.
  EXPECT_EQ(phases("#define BUMP cnt += 1\ntypedef struct { int cnt; } s;\n"
                   "__kernel void f(__global s *a) { __local int cnt; cnt = 0; BUMP; a[0].cnt = cnt; }").Problems, "2012 ");
}

TEST(PhaseText, ReservedNames) {
  Result R = phases("__kernel void f(__global int *a) { int p_v = 1; a[get_global_id(0)] = p_v; }");
  EXPECT_TRUE(has(R.Text, "P1_PHASE void f_phase(__global int *a, const p1_ids *p1_v) { int p_v = 1;")) << R.Text;
  EXPECT_TRUE(has(R.Text, "#define get_global_id(d) v1_get_global_id(p1_v, d)\n")) << R.Text;
  R = phases("#define p1_x P2_y\n__kernel void f(__global int *a) { int p_v = 1; a[0] = p_v; }");
  EXPECT_TRUE(has(R.Text, "const p3_ids *p3_v")) << R.Text;
  for (const char *Name : {"P_STORE_NEW(a, b)", "P_RAISE(a, b, c)", "P_JOINED", "P_UNJOINED", "P_USE_RANGE(r, l)",
                           "P_FIXED_RANGE", "P_PATH_END()", "P_STEADY(x)", "P_GROUPS_READY(r, e)", "P_BARRIER()",
                           "persistify_x"})
    EXPECT_EQ(phases(std::string("#define ") + Name + " 4\n__kernel void f(__global int *a) { a[0] = 1; }").Problems, "")
        << Name;
  for (const char *Name : {"if", "else"})
    EXPECT_EQ(phases(std::string("__kernel void f(__global int *a) { a[0] = 1; }\n#define ") + Name).Problems, "2014 ")
        << Name;
  EXPECT_EQ(phases("void f_phase(void) {}\n__kernel void f(__global int *a) { a[0] = 1; }").Problems, "2014 ");
}

TEST(PhaseText, ConstantMixIsRefused) {
  EXPECT_EQ(phases("__constant int t[2] = {1, 2};\n__kernel void f(__global int *a, __constant int *c, int n) {"
                   " __constant int *p = n ? t : c; a[0] = p[0]; }").Problems, "2013 ");
}

TEST(PhaseText, SurplusPredicatesEveryStatement) {
  Result R = phases("__kernel void f(__global int *a, __local int *t, int n) {\n"
                    "  int l = get_local_id(0), v = a[l];\n"
                    "  for (int k = 0; k < n; ++k) {\n"
                    "    t[l] = v;\n"
                    "    barrier(1);\n"
                    "    if (l) v += t[l - 1]; else v = 0;\n"
                    "    barrier(1);\n"
                    "  }\n"
                    "  if (n) a[l] = v;\n}", true);
  EXPECT_TRUE(has(R.Text, "v = P_ON(p_v) ? (a[l]) : 0;")) << R.Problems << R.Text;
  EXPECT_TRUE(has(R.Text, "    if (P_ON(p_v)) t[l] = v;\n    barrier(1);\n    if (P_ON(p_v)) if (l)")) << R.Text;
  EXPECT_TRUE(has(R.Text, "  if (P_ON(p_v)) if (n) a[l] = v;")) << R.Text;
}
