//===- SwapProof.cpp - what std::swap does to a program's own class ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Buffer(Buffer &&o) : mem_(std::exchange(o.mem_, nullptr)) {}
//   Buffer &operator=(Buffer &&o) { if (this != &o) { release(); mem_ = ...; } return *this; }
//   ~Buffer() { if (mem_) clReleaseMemObject(mem_); }
//
// A class that owns a handle is exchanged by its move constructor, two assignments and
// a destructor. They are run here on symbols: each member of the two objects holds a
// value of its own, and what is asked is that in the end each object has the other's,
// that nothing else was called, and that each handle was retained as often as
// released. Conditions on a symbol are tried both ways. What is not understood ends
// the proof: such a class is not exchanged.
//
//===----------------------------------------------------------------------===//
#include "entry/SwapProof.h"
#include "entry/SymbolRun.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "persistify/Containment.h"
#include <map>
#include <optional>
#include <vector>

using namespace clang;

namespace persistify::host {
namespace {

bool holds(ASTContext &Ctx, QualType T, const std::string &B, std::map<int64_t, bool> &Assumed) {
  SymbolRun R(Ctx, Assumed);
  if (R.exchange(T, "a", B))
    return true;
  if (!R.Asked || Assumed.size() >= 4)
    return false;
  int64_t On = *R.Asked;
  for (bool Set : {true, false}) {
    Assumed[On] = Set;
    if (!holds(Ctx, T, B, Assumed))
      return false;
  }
  Assumed.erase(On);
  return true;
}

} // namespace

/// Whether the first parameter of a function template takes whatever it is given as it is: `template <class U> f(U &&x)`.
static bool takesAnything(const FunctionDecl *F) {
  if (!F->getNumParams())
    return false;
  QualType T = F->getParamDecl(0)->getType();
  if (auto *Pack = T->getAs<PackExpansionType>())
    T = Pack->getPattern();
  auto *R = T->getAs<RValueReferenceType>();
  return R && R->getPointeeType()->isTemplateTypeParmType() && !R->getPointeeType().hasQualifiers();
}

bool templateMoves(const CXXRecordDecl *RD) {
  for (const Decl *D : RD->decls())
    if (auto *T = dyn_cast<FunctionTemplateDecl>(D);
        T && takesAnything(T->getTemplatedDecl()) && !planted("templates-idle"))
      if (isa<CXXConstructorDecl>(T->getTemplatedDecl())
              ? !RD->hasMoveConstructor()
              : T->getTemplatedDecl()->getOverloadedOperator() == OO_Equal && !RD->hasMoveAssignment())
        return true;
  return false;
}

bool swapExchangesMembers(ASTContext &Ctx, const CXXRecordDecl *RD) {
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD)
    return false;
  QualType T = Ctx.getRecordType(RD);
  std::map<int64_t, bool> Assumed;
  return holds(Ctx, T, "b", Assumed) && (Assumed.clear(), holds(Ctx, T, "a", Assumed));
}

} // namespace persistify::host
