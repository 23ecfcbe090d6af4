//===- test/kernel/MacroChecksTest.cpp - rule H9 ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Kernel.h"
#include "gtest/gtest.h"

using namespace persistify;

static std::unique_ptr<KernelModel> model(std::string Text, std::vector<std::string> Flags = {}) {
  DiagnosticSink Diags;
  KernelSource S{"test.cl", std::move(Text), std::move(Flags)};
  std::unique_ptr<KernelModel> M = KernelModel::create({S}, Diags);
  for (const Diagnostic &D : Diags.all())
    ADD_FAILURE() << D.message();
  return M;
}
static std::string checks(std::string Text, std::vector<std::string> Flags = {}) {
  auto M = model(std::move(Text), std::move(Flags));
  return M ? M->emitMacroChecks(0) : "";
}
static bool has(const std::string &S, const char *Part) { return S.find(Part) != std::string::npos; }

TEST(MacroChecks, NothingFromOutside) {
  EXPECT_EQ(checks("#define N 4\n__kernel void f(__global int *a) { a[0] = N + FLT_RADIX; }"), "");
}

TEST(MacroChecks, DefaultThatTheBuildMayOverride) {
  std::string C = checks("#ifndef N\n#define N 4\n#endif\n__kernel void f(__global int *a) { a[0] = N; }");
  EXPECT_TRUE(has(C, "#if !defined(N) || !p_operand(N, 4, 1000003)\n#error")) << C;
}

TEST(MacroChecks, TestedMacros) {
  std::string C = checks("#ifdef A\n#define X 1\n#else\n#define X 2\n#endif\n#ifdef B\n#define Y 1\n#endif\n"
                         "__kernel void f(__global int *a) { a[0] = X; }",
                         {"-DB"});
  EXPECT_TRUE(has(C, "#ifdef A\n#error")) << C;
  EXPECT_TRUE(has(C, "#ifndef B\n#error")) << C;
}

TEST(MacroChecks, ConditionsAreAskedAgain) {
  std::string C = checks("#if __OPENCL_VERSION__ >= 110 && \\\n  !defined(Q)\n#define X 1\n#else\n#error no\n#endif\n"
                         "__kernel void f(__global int *a) { a[0] = X; }");
  EXPECT_TRUE(has(C, "#if !(__OPENCL_VERSION__ >= 110 && ! defined ( Q ))\n#error")) << C;
}

TEST(MacroChecks, ValuesGivenByFlags) {
  auto M = model("__kernel void f(__global T *a) { __local T t[N * M]; a[0] = N + S; }",
                 {"-DN=(1 << 4)", "-D", "M=N", "-DS=1.5f", "-DT=float"});
  ASSERT_TRUE(M);
  std::string C = M->emitMacroChecks(0);
  EXPECT_TRUE(has(C, "p_operand(N, ( 1 << 4 ), 1000003)")) << C;
  EXPECT_TRUE(has(C, "#define p_same_T_float 1")) << C;
  EXPECT_TRUE(has(C, "#define p_there p_text(1.5f)")) << C;
  EXPECT_TRUE(M->uncheckedMacros(0).empty());
  EXPECT_TRUE(M->kernels()[0].Problems.empty());
}

TEST(MacroChecks, TextsOfDefaults) {
  auto M = model("#ifndef MAX\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#endif\n"
                 "#ifndef REAL\n#define REAL unsigned int\n#endif\n#ifndef LOG\n#define LOG(...)\n#endif\n"
                 "__kernel void f(__global REAL *a) { a[0] = MAX(a[1], 2); LOG(a) }");
  ASSERT_TRUE(M);
  std::string C = M->emitMacroChecks(0);
  EXPECT_TRUE(has(C, "#define p_here p_text(MAX(p_0, p_1))")) << C;
  EXPECT_TRUE(has(C, "#define p_there p_text(((p_0) > (p_1) ? (p_0) : (p_1)))")) << C;
  EXPECT_TRUE(has(C, "#define p_there p_text(unsigned int)")) << C;
  EXPECT_TRUE(M->uncheckedMacros(0).empty());
}

TEST(MacroChecks, WhatCannotBeComparedIsAProblem) {
  auto M = model("#ifndef NAME\n#define NAME(a) a##_x\n#endif\n__kernel void f(__global int *NAME(a)) { a_x[0] = 1; }");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->uncheckedMacros(0), std::vector<std::string>{"NAME"});
  ASSERT_FALSE(M->kernels()[0].Problems.empty());
  EXPECT_EQ(M->kernels()[0].Problems[0].D, Diag::KernelUnsupported);
}

TEST(MacroChecks, ExtensionPragmasDoNotMatter) {
  EXPECT_EQ(checks("#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#elif defined(cl_amd_fp64)\n"
                   "  # pragma OPENCL EXTENSION cl_amd_fp64 : enable\n#endif\n__kernel void f(__global int *a) {}"),
            "");
}

TEST(MacroChecks, NamesThatMayComeFromOutside) {
  auto M = model("#ifndef N\n#define N 4 // words of comments do not count: other\n#endif\n"
                 "#ifdef FAST\n#define STEP WIDE\n#else\n#define STEP 1\n#endif\n"
                 "#ifndef ONCE\n#define ONCE\n#define MORE 2\n#endif\n"
                 "__kernel void f(__global int *a) { a[0] = N + STEP + MORE; }");
  ASSERT_TRUE(M);
  std::set<std::string> Names = M->harmlessMacros(0);
  EXPECT_TRUE(Names.count("N"));     // compared
  EXPECT_TRUE(Names.count("FAST"));  // asked again
  EXPECT_TRUE(Names.count("WIDE"));  // stands where nothing was taken
  EXPECT_FALSE(Names.count("STEP")); // the source's own
  EXPECT_FALSE(Names.count("a"));
  EXPECT_FALSE(Names.count("int"));
  EXPECT_FALSE(Names.count("other"));
  EXPECT_FALSE(Names.count("ONCE")); // defined in the end either way
}

// Equal values are not the same text: what is no operand by itself means something else beside an operator.
TEST(MacroChecks, OperandsAndOperators) {
  for (const char *Body : {"1 + 1", "+", "* 2", "2 *", "(1", "(1) + (1)", "- 4", "(+)", "(2 :)", "(1 ? 2)",
                           "(1 2)", "()"}) {
    auto M = model("#ifndef N\n#define N " + std::string(Body) + "\n#endif\n__kernel void f(__global int *a) { }");
    ASSERT_TRUE(M) << Body;
    EXPECT_FALSE(has(M->emitMacroChecks(0), "p_operand(N, ")) << Body;
  }
  for (const char *Body : {"2", "(1 + 1)", "((2))", "(-4)", "(1 ? 2 : 3 ? 4 : 5)", "((1) * -(~3))"}) {
    auto M = model("#ifndef N\n#define N " + std::string(Body) + "\n#endif\n__kernel void f(__global int *a) { }");
    ASSERT_TRUE(M) << Body;
    EXPECT_TRUE(has(M->emitMacroChecks(0), "p_operand(N, ")) << Body;
  }
}

TEST(MacroChecks, AnyValueWhereNothingIsLost) {
  DiagnosticSink Diags;
  KernelSource S{"test.cl", "#if LEVEL > 2\n#define UP 1\n#else\n#define UP 0\n#endif\n"
                            "__kernel void f(__global int *a) {\n"
                            "  if (get_global_id(0) < N) a[get_global_id(0)] = SEED + UP; }\n"
                            "__kernel void g(__global int *a) { __local int t[TILE]; t[0] = 0; a[0] = t[0]; }",
                 {"-DN=100", "-DTILE=16", "-DSEED=7ul", "-DLEVEL=3"}};
  S.Varies = true;
  auto M = KernelModel::create({S}, Diags);
  ASSERT_TRUE(M);
  std::string C = M->emitMacroChecks(0);
  EXPECT_TRUE(has(C, "N is a constant of type int ")) << C;
  EXPECT_TRUE(has(C, "SEED is a constant of type ulong ")) << C;
  EXPECT_TRUE(has(C, "_operand(TILE, 16, 1000003)")) << C;
  EXPECT_TRUE(has(C, "#if !(LEVEL > 2)")) << C;
  ASSERT_TRUE(M->kernels()[0].Bounds[0]);
  EXPECT_EQ(M->kernels()[0].Bounds[0]->Text[0], "(unsigned long)(N)");
  EXPECT_TRUE(M->harmlessMacros(0).count("N"));
}
