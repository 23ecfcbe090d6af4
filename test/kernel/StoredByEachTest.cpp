//===- test/kernel/StoredByEachTest.cpp ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule K2: a flag in local memory that each work-item sets to one constant before it reads it is the same for all.
//
//===----------------------------------------------------------------------===//
#include "persistify/Kernel.h"
#include "gtest/gtest.h"

using namespace persistify;

static KernelSummary flagged(const std::string &Body, const std::string &More = "") {
  const std::string Text = "__kernel void f(__global int *a, int n" + More + ") { __local int go, t[64]; int l = get_local_id(0);" +
                           Body + " a[get_global_id(0)] = t[l]; }";
  DiagnosticSink Diags;
  auto M = KernelModel::create({KernelSource{"test.cl", Text, {}}}, Diags);
  for (const Diagnostic &D : Diags.all())
    ADD_FAILURE() << D.Range.Line << ": " << D.message();
  const KernelSummary *K = M ? M->find("f") : nullptr;
  if (!K)
    ADD_FAILURE() << "no kernel";
  return K ? *K : KernelSummary();
}

static bool proven(const std::string &Body, const std::string &More = "") { return flagged(Body, More).Problems.empty(); }

static const std::string FlagSync = "barrier(CLK_LOCAL_MEM_FENCE);", FlagRound = "{" + FlagSync + "go = 0;" + FlagSync + "if (a[l] > t[l]) go = 1;" + FlagSync + "}";

TEST(StoredByEach, Flags) {
  EXPECT_TRUE(proven("go = 1; while (go)" + FlagRound));
  EXPECT_TRUE(proven("t[l] = n; go = 2; t[l]++; while (go != 0)" + FlagRound));
  EXPECT_TRUE(proven("go = 1; for (int k = 0; go && k < n; k++)" + FlagRound));
  EXPECT_TRUE(proven("if (l > 3) go = 1; else go = 1; while (go)" + FlagRound));
  EXPECT_TRUE(proven("if (n > 3) { go = 1; if (go)" + FlagSync + "}"));
  EXPECT_TRUE(proven("t[0] = 1; while (t[0]) {" + FlagSync + "t[0] = 0;" + FlagSync + "if (a[l] > 1) t[0] = 1;" + FlagSync + "}"));
  EXPECT_TRUE(proven("*o = 1; while (*o) {" + FlagSync + "o[0] = 0;" + FlagSync + "if (a[l] > 1) *o = 1;" + FlagSync + "}", ", __local int *o"));
}

TEST(StoredByEach, FlagsThatSomeHaveNotSet) {
  EXPECT_FALSE(proven("if (l == 0) go = 1; while (go)" + FlagRound));
  EXPECT_FALSE(proven("if (n > 3) go = 1; while (go)" + FlagRound)); // what others set of it is not looked into
  EXPECT_FALSE(proven("go = l; while (go)" + FlagRound));
  EXPECT_FALSE(proven("go = n; while (go)" + FlagRound)); // only constants are compared
  EXPECT_FALSE(proven("if (l > 3) go = 1; else go = 2; while (go > 1)" + FlagRound));
  EXPECT_FALSE(proven("go = 1; go = 0; while (go)" + FlagRound));
  EXPECT_FALSE(proven("go = 1; go |= 2; while (go)" + FlagRound));
  EXPECT_FALSE(proven("go = 1; atomic_dec(&go); while (go)" + FlagRound));
  EXPECT_FALSE(proven("go = 1; while (go) { go = 0;" + FlagSync + "if (a[l] > 1) go = 1;" + FlagSync + "}")); // set while others read
  EXPECT_FALSE(proven("go = 1; while (go) {" + FlagSync + "go = 0;" + FlagSync + "if (a[l] > 1) go = 1; }"));
  EXPECT_FALSE(proven("t[l] = 1; while (t[0]) {" + FlagSync + "t[0] = 0;" + FlagSync + "}"));
  EXPECT_FALSE(proven("t[1] = 1; while (t[0]) {" + FlagSync + "t[0] = 0;" + FlagSync + "}"));
  EXPECT_FALSE(proven("__local int *o = l ? t : &go; *o = 1; while (*o) {" + FlagSync + "*o = 0;" + FlagSync + "}"));
  EXPECT_FALSE(proven("if (l) o++; *o = 1; while (*o) {" + FlagSync + "*o = 0;" + FlagSync + "}", ", __local int *o"));
}

// Surplus work-items store nothing.
TEST(StoredByEach, NoSurplus) {
  EXPECT_FALSE(flagged("go = 1; while (go)" + FlagRound).SurplusSafe);
  EXPECT_FALSE(flagged("go = 1; int more = go; while (more)" + FlagRound).SurplusSafe);
  EXPECT_TRUE(flagged("if (l == 0) go = 1;" + FlagSync + "while (go)" + FlagRound).SurplusSafe);
}
