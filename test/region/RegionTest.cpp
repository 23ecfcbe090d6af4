//===- RegionTest.cpp - regions that no text can say --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/RegionText.h"
#include "persistify/RegionVerify.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"

using namespace persistify;

namespace {

const char *const Text = R"(
region all {
  kernel k = host  handle %h[2] assigned = host  handle %g assigned = host  var %x : int assigned = host
  var %y : float assigned = host
  exit text "return;"
  deferred text "f();"
  for_host PST1016 args "save"
  body {
    %x = %x + 1 @1
    %h[1ul] = %g @2
    %x = same %g, %h[0ul] @3
    arg k[1] = bytes 8ul (0+4: %x, 4+4: 2.5f) @4
    launch k global [1ul, 2ul] local [1ul, 1ul] offset [0ul, 0ul] @5
    read %x from %g at 4ul @6
    write %x to %g @7
    copy %g to %h[0ul] bytes 3ul @8
    fill %g with 1l bytes 16ul @9
    if %x @10 { %x = 2 @11 } else { %x = 3 @12 }
    loop while %x @13 before { %x = 4 @14 } next { %x = 5 @15 } { break @16 }
    block 4 @17 { if %x @18 { leave 4 @19 } }
    log 0 (%x) @20
    bail no_bytes for_host if %x @21
    %y = fmax(%y, 1.0f) @22
    if %x @23 { exit 1 @24 }
  }
}
)";

std::unique_ptr<Region> region() {
  std::string Error;
  std::unique_ptr<Region> R = parseRegion(Text, "text", Error);
  EXPECT_EQ(Error, "");
  return R;
}

/// The rules that a changed region breaks.
std::string broken(llvm::function_ref<void(Region &)> Change) {
  std::unique_ptr<Region> R = region();
  Change(*R);
  std::string Rules;
  for (const RegionFault &F : verifyRegion(*R))
    Rules += (Rules.empty() ? "" : " ") + F.Rule;
  return Rules;
}

ExprP changed(const ExprP &E, llvm::function_ref<void(Expr &)> Change) {
  auto Copy = std::make_shared<Expr>(*E);
  Change(*Copy);
  return Copy;
}

TEST(Verify, Valid) {
  EXPECT_EQ(broken([](Region &) {}), "");
}

TEST(Verify, Indices) {
  EXPECT_EQ(broken([](Region &R) { R.Body[0].Var = 9; }), "variable-index");
  EXPECT_EQ(broken([](Region &R) { R.Body[0].E = changed(R.Body[0].E->Args[0], [](Expr &E) { E.V = 9; }); }),
            "variable-index");
  EXPECT_EQ(broken([](Region &R) { R.Body[1].Var = 9; }), "handle-index");
  EXPECT_EQ(broken([](Region &R) { R.Body[1].H.V = 9; }), "handle-index");
  EXPECT_EQ(broken([](Region &R) { R.Body[3].KernelSlot = 9; }), "kernel-index");
  EXPECT_EQ(broken([](Region &R) { R.Body[4].KernelSlot = 9; }), "kernel-index");
  EXPECT_EQ(broken([](Region &R) { R.Evidence.push_back({9, 0, {}}); }), "kernel-index");
}

TEST(Verify, Types) {
  EXPECT_EQ(broken([](Region &R) { R.Vars[0].T.Bits = 24; }), "type");
  EXPECT_EQ(broken([](Region &R) { R.Body[0].E = changed(R.Body[0].E, [](Expr &E) { E.T.Bits = 24; }); }),
            "type assigned-type");
  EXPECT_EQ(broken([](Region &R) {
              R.Body[0].E = changed(R.Body[0].E->Args[0], [](Expr &E) { E.T.K = ScalarType::Unsigned; });
            }),
            "variable-type assigned-type");
  EXPECT_EQ(
      broken([](Region &R) { R.Body[0].E = changed(R.Body[0].E, [](Expr &E) { E.T = {ScalarType::Unsigned, 32}; }); }),
      "result-type assigned-type");
  EXPECT_EQ(broken([](Region &R) {
              R.Body[0].E = changed(R.Body[0].E, [](Expr &E) { E.O = Expr::LT, E.T = {ScalarType::Bool, 8}; });
            }),
            "result-type assigned-type");
}

TEST(Verify, Operands) {
  EXPECT_EQ(broken([](Region &R) { R.Body[0].E = changed(R.Body[0].E, [](Expr &E) { E.Args.pop_back(); }); }),
            "operand-count");
  EXPECT_EQ(broken([](Region &R) { R.Body[0].E = changed(R.Body[0].E, [](Expr &E) { E.Args[1] = nullptr; }); }),
            "expression-missing");
  EXPECT_EQ(broken([](Region &R) { R.Body[0].E = nullptr; }), "expression-missing");
  EXPECT_EQ(broken([](Region &R) { R.Body[14].E = changed(R.Body[14].E, [](Expr &E) { E.Name = ""; }); }),
            "function-name");
}

TEST(Verify, Expression) {
  std::unique_ptr<Region> R = region();
  EXPECT_TRUE(verifyExpression(*R, R->Body[0].E).empty());
  EXPECT_TRUE(verifyExpression(*R, nullptr).empty());
  EXPECT_EQ(verifyExpression(*R, changed(R->Body[0].E, [](Expr &E) { E.Args.clear(); })).size(), 1u);
}

/// Where the change is found.
std::string difference(llvm::function_ref<void(Region &)> Change) {
  std::unique_ptr<Region> A = region(), B = region();
  Change(*B);
  return regionDifference(*A, *B);
}

TEST(Difference, None) {
  EXPECT_EQ(difference([](Region &) {}), "");
}

// Members that a kind of statement has no use for are no part of its text.
TEST(Difference, UnusedMembers) {
  EXPECT_EQ(difference([](Region &R) { R.Body[0].Size = 3; }), "line 1, statement 0: Size");
  EXPECT_EQ(difference([](Region &R) { R.Body[0].Label = 3; }), "line 1, statement 0: Label");
  EXPECT_EQ(difference([](Region &R) { R.Body[0].Site = 3; }), "line 1, statement 0: Site");
  EXPECT_EQ(difference([](Region &R) { R.Body[0].Value = R.Body[0].E; }), "line 1, statement 0: Value");
  EXPECT_EQ(difference([](Region &R) { R.Body[0].H.V = 1; }), "line 1, statement 0: H");
  EXPECT_EQ(difference([](Region &R) { R.Body[5].HasLocal = true; }), "line 6, statement 5: HasLocal");
  EXPECT_EQ(difference([](Region &R) { R.Body[0].Local[2] = R.Body[0].E; }),
            "line 1, statement 0: sizes in dimension 2");
  EXPECT_EQ(difference([](Region &R) { R.Body[9].Body[0].Dim = 2; }),
            "line 10, statement 9: line 11, statement 0: Dim");
}

TEST(Difference, Text) {
  EXPECT_EQ(difference([](Region &R) { R.Body.pop_back(); }).substr(0, 12), "'if %x @23 {");
  EXPECT_EQ(difference([](Region &R) { R.Exits[0].Breaks = true; }),
            "'exit text \"return;\"' and 'exit text \"return;\" breaks'");
  EXPECT_EQ(difference([](Region &R) { R.Anew = true; }).substr(0, 6), "'exit ");
}

// Names that are no words, and the same ones, are told apart.
TEST(Print, Names) {
  std::unique_ptr<Region> R = region();
  R->Vars[0].Name = "p->x[0]";
  R->Vars[1].Name = "p.x.0";
  R->Handles[0].Name = R->Handles[1].Name = "";
  R->Kernels.push_back(R->Kernels[0]);
  std::string Error;
  std::unique_ptr<Region> Back = parseRegion(regionText(*R), "printed", Error);
  ASSERT_TRUE(Back) << Error;
  EXPECT_EQ(regionDifference(*R, *Back), "");
  EXPECT_EQ(Back->Vars[1].Name, "p.x.0");
  EXPECT_EQ(Back->Handles[1].Name, "");
}

TEST(Print, Expression) {
  std::unique_ptr<Region> R = region();
  EXPECT_EQ(exprText(*R, R->Body[0].E), "%x + 1");
  EXPECT_EQ(exprText(*R, nullptr), "_");
}

TEST(Reach, End) {
  std::unique_ptr<Region> R = region();
  EXPECT_TRUE(reachesEnd(R->Body));
  Stmt Bail;
  Bail.K = Stmt::Bail;
  R->Body.insert(R->Body.begin() + 2, Bail);
  EXPECT_FALSE(reachesEnd(R->Body));
  dropUnreachable(R->Body);
  EXPECT_EQ(R->Body.size(), 3u);
}

} // namespace
