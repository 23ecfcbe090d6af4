//===- lib/kernel/CallTree.cpp ---------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CallTree.h"
#include "Flow.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <set>

using namespace clang;

namespace persistify::kernel {
namespace {

bool isLocalSpace(QualType T) { return T.getAddressSpace() == LangAS::opencl_local; }

bool hasDouble(QualType T) {
  T = T.getCanonicalType();
  if (T->isPointerType())
    return hasDouble(T->getPointeeType());
  if (const auto *V = T->getAs<VectorType>())
    T = V->getElementType().getCanonicalType();
  return T->isSpecificBuiltinType(BuiltinType::Double);
}

class Collector : public AstVisitor {
public:
  Collector(FunctionFacts &Out, const SourceManager &SM) : Out(Out), SM(SM) {}

  // sizeof does not evaluate its operand.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override { return true; }

  bool VisitExpr(Expr *E) override {
    QualType T = E->getType();
    if (!Out.Fp64 && !T.isNull() && hasDouble(T))
      Out.Fp64 = E;
    if (!Out.LocalAccess && !T.isNull() &&
        ((T->isPointerType() && isLocalSpace(T->getPointeeType())) || (E->isGLValue() && isLocalSpace(T))))
      Out.LocalAccess = E;
    if (!T.isNull() && ((T->isPointerType() && T->getPointeeType().isVolatileQualified()) ||
                        (E->isGLValue() && T.isVolatileQualified())))
      Out.Volatile = E;
    Builtin B = builtinOf(E);
    if (B != Builtin::None)
      Out.Builtins.push_back({B, E});
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const FunctionDecl *F = calleeWithBody(C)) {
      Out.Calls.push_back({C, F});
      return true;
    }
    const FunctionDecl *F = C->getDirectCallee();
    // Builtins are declared by the frontend or by its headers.
    if (!F || (!F->isImplicit() && !F->getBuiltinID() && !SM.isInSystemHeader(F->getLocation())))
      Out.Unresolved = C;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      if (V->isFileVarDecl() || V->isStaticLocal())
        Out.ProgramVars.push_back(R);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (isa<ParmVarDecl>(V))
      return true;
    if (isLocalSpace(V->getType()))
      Out.LocalVars.push_back(V);
    else if (V->getType().getAddressSpace() == LangAS::opencl_constant)
      Out.ConstantVars.push_back(V);
    return true;
  }
  bool VisitGotoStmt(GotoStmt *G) override {
    Out.AnyGoto = G;
    if (SM.isBeforeInTranslationUnit(G->getLabel()->getStmt()->getIdentLoc(), G->getGotoLoc()))
      Out.BackwardGoto = G;
    return true;
  }

private:
  FunctionFacts &Out;
  const SourceManager &SM;
};

} // namespace

const FunctionFacts &CallTree::facts(const FunctionDecl *F) const {
  auto [It, New] = Facts.try_emplace(F);
  if (New) {
    Collector C(It->second, F->getASTContext().getSourceManager());
    C.TraverseStmt(F->getBody());
  }
  return It->second;
}

CallTree::CallTree() = default;
CallTree::~CallTree() = default;

const Flow &CallTree::flow(const FunctionDecl *F) const {
  std::unique_ptr<Flow> &Known = Flows[F];
  if (!Known)
    Known = std::make_unique<Flow>(F);
  return *Known;
}

static void postOrder(const CallTree &T, const FunctionDecl *F, std::set<const FunctionDecl *> &Seen,
                      std::vector<const FunctionDecl *> &Out) {
  if (!Seen.insert(F).second)
    return;
  for (const FunctionFacts::Call &C : T.facts(F).Calls)
    postOrder(T, C.Callee, Seen, Out);
  Out.push_back(F);
}

std::vector<const FunctionDecl *> CallTree::below(const FunctionDecl *F) const {
  std::set<const FunctionDecl *> Seen;
  std::vector<const FunctionDecl *> Out;
  postOrder(*this, F, Seen, Out);
  return Out;
}

const FunctionDecl *CallTree::recursive(const FunctionDecl *F) const {
  for (const FunctionDecl *G : below(F)) {
    for (const FunctionFacts::Call &C : facts(G).Calls) {
      std::vector<const FunctionDecl *> Under = below(C.Callee);
      if (llvm::is_contained(Under, G))
        return G;
    }
  }
  return nullptr;
}

const Expr *CallTree::findBuiltin(const FunctionDecl *F, llvm::function_ref<bool(Builtin)> Pred) const {
  for (const FunctionDecl *G : below(F))
    for (const FunctionFacts::BuiltinCall &B : facts(G).Builtins)
      if (Pred(B.Kind))
        return B.E;
  return nullptr;
}

bool CallTree::isCollectiveCall(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  if (isCollective(builtinOf(E)))
    return true;
  const auto *C = dyn_cast<CallExpr>(E);
  const FunctionDecl *G = C ? calleeWithBody(C) : nullptr;
  return G && has(G, isCollective);
}

bool CallTree::hasCollective(const Stmt *S) const {
  return anyOf(S, [&](const Stmt *X) { return isCollectiveCall(X); });
}

} // namespace persistify::kernel
