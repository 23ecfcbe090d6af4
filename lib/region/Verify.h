//===- Verify.h - inside the verifier of regions ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_REGION_VERIFY_H
#define PERSISTIFY_LIB_REGION_VERIFY_H

#include "Print.h"
#include "persistify/RegionVerify.h"
#include "llvm/ADT/Twine.h"

namespace persistify::region {

class Verifier {
public:
  explicit Verifier(const Region &R) : R(R), Names(R), X(Names) {}
  std::vector<RegionFault> run();
  std::vector<RegionFault> run(const ExprP &E) {
    expression(E);
    return std::move(Faults);
  }

private:
  void fault(const char *Rule, const llvm::Twine &What);
  /// Reports unless \p Holds.
  bool rule(bool Holds, const char *Rule, const llvm::Twine &What);

  // ---- declarations
  void slots();
  void variables();
  void handles();
  void kernels();
  void rest();
  bool isSlot(int64_t S) const { return S >= 0 && size_t(S) < R.Slots.size(); }

  // ---- expressions (VerifyExpr.cpp)
  /// One that must be there.
  bool needed(const ExprP &E, const char *For);
  void expression(const ExprP &E);
  void check(const Expr &E);
  void checkConstant(const Expr &E);
  void checkVariable(const Expr &E);
  void checkBinary(const Expr &E);
  void integer(const ExprP &E, const char *For);
  /// A number of bytes or work-items: unsigned, 64 bits.
  void size(const ExprP &E, const char *For);
  /// An index stands where there is an array, and only there.
  void index(const ExprP &E, bool IsArray, const std::string &Name);

  // ---- statements
  /// What stands around a list.
  struct Context {
    bool Breaks = false, Continues = false, Solo = false;
    std::vector<unsigned> Labels;
  };
  void list(const StmtList &L, Context C);
  /// What stands behind a jump: the plan does not look at it.
  void reachable(const StmtList &L);
  void statement(const Stmt &S, const Context &C);
  void leaf(const Stmt &S, const Context &C);
  void loop(const Stmt &S, const Context &C);
  void block(const Stmt &S, Context C);
  void setArg(const Stmt &S);
  void launch(const Stmt &S);
  void readBack(const Stmt &S);
  void assignHandle(const Stmt &S);
  void memory(const Stmt &S, const Handle &H, unsigned OffsetOf);
  bool target(const Stmt &S);
  bool handle(const Handle &H, bool MayBeNull);
  bool kernel(unsigned K);
  void inSolo(const Stmt &S);

  // ---- what is read was set (a variable of the region's own has no value before)
  void defined(const ExprP &E);
  void defined(const Handle &H);
  void definitions(const StmtList &L);
  void definitions(const Stmt &S);
  /// Adds what is set there.
  void addSet(const StmtList &L);
  void addSet(const Stmt &S);

  const Region &R;
  TextNames Names;
  ExprPrinter X;
  std::vector<RegionFault> Faults;
  unsigned Line = 0;
  std::set<unsigned> Labels; ///< of all blocks
  std::set<unsigned> SetVars, SetHandles;
};

} // namespace persistify::region

#endif // PERSISTIFY_LIB_REGION_VERIFY_H
