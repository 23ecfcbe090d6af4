//===- Candidates.cpp - finding the loops that launch kernels -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "persistify/Host.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"

using namespace clang;

namespace persistify {
namespace {

using host::Lowering;
using host::ProgramIndex;

bool isLoop(const clang::Stmt *S) {
  return isa<ForStmt>(S) || isa<WhileStmt>(S) || isa<DoStmt>(S) || isa<CXXForRangeStmt>(S);
}

/// do { ... } while (0) is a block, not a loop.
bool isOnce(const clang::Stmt *S, ASTContext &Ctx) {
  auto *D = dyn_cast<DoStmt>(S);
  clang::Expr::EvalResult R;
  return D && !D->getCond()->isValueDependent() && D->getCond()->EvaluateAsInt(R, Ctx) &&
         R.Val.getInt() == 0;
}

/// Does the region use its variable V anywhere but in its own update and test?
struct Uses {
  std::set<unsigned> Read;
  void expr(const ExprP &E) {
    if (!E)
      return;
    if (E->O == Expr::Var)
      Read.insert(E->V);
    for (auto &A : E->Args)
      expr(A);
  }
  void list(const StmtList &L) {
    for (const Stmt &S : L)
      stmt(S);
  }
  void stmt(const Stmt &S) {
    // x = x + 1 reads nothing that matters by itself.
    if (S.K != Stmt::Assign)
      expr(S.E);
    else
      assign(S);
    expr(S.Index);
    expr(S.Value);
    for (int I = 0; I < 3; ++I) {
      expr(S.Offset[I]);
      expr(S.Global[I]);
      expr(S.Local[I]);
    }
    expr(S.Arg.Size);
    for (auto &P : S.Arg.Pieces)
      expr(P.E);
    list(S.Before);
    list(S.Next);
    list(S.Body);
    list(S.Else);
  }
  void assign(const Stmt &S) {
    Uses Sub;
    Sub.expr(S.E);
    Sub.Read.erase(S.Var);
    Read.insert(Sub.Read.begin(), Sub.Read.end());
  }
};

/// A loop around other launching loops whose counter nothing in its body uses:
/// it repeats the same work, usually to time it.
bool repeats(const Region &R) {
  if (R.Body.empty() || R.Body.back().K != Stmt::Loop)
    return false;
  const Stmt &L = R.Body.back();
  Uses Test, Body;
  Test.expr(L.E);
  Body.list(L.Body);
  Body.list(L.Next);
  if (Test.Read.size() > 2 || Test.Read.empty())
    return false;
  for (unsigned V : Test.Read)
    if (Body.Read.count(V))
      return false;
  // Handles that change, or values that come back, make trips differ.
  for (const HandleVariable &H : R.Handles)
    if (H.Assigned)
      return false;
  return true;
}

class Finder {
public:
  Finder(ASTContext &Ctx, const ProgramIndex &Index, std::vector<CandidateLoop> &Out)
      : Ctx(Ctx), Index(Index), Out(Out) {}

  void function(const FunctionDecl *F) { visit(F->getBody(), F, Out); }

private:
  void visit(const clang::Stmt *S, const FunctionDecl *F, std::vector<CandidateLoop> &To) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (isLoop(S) && !isOnce(S, Ctx) && Index.launches(S)) {
      To.push_back(candidate(S, F));
      return;
    }
    for (const clang::Stmt *C : S->children())
      visit(C, F, To);
  }

  CandidateLoop candidate(const clang::Stmt *S, const FunctionDecl *F) {
    CandidateLoop C;
    C.Function = F->getQualifiedNameAsString();
    Index.launchingCalls(S, C.Calls);
    Lowering L(Ctx, Index);
    Region R = L.lower(S, F);
    C.Range = host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), S->getSourceRange());
    std::vector<CandidateLoop> Inner;
    for (const clang::Stmt *Sub : S->children())
      visit(Sub, F, Inner);
    if (L.refusals().empty()) {
      evidence(R, S, F);
      if (!Inner.empty() && repeats(R))
        C.Repetition = true;
      else
        C.R = std::move(R);
    } else {
      C.Refusals.push_back(L.refusals().front());
    }
    C.Inner = std::move(Inner); // in case the plan refuses the whole
    return C;
  }

  /// What the region's kernel arguments were set to before it: in front of the
  /// loop, else anywhere in the file.
  void evidence(Region &R, const clang::Stmt *S, const FunctionDecl *F) {
    Lowering::ArgSets Here;
    Lowering::scanArgs(Ctx, Index, F, S, Here);
    auto Add = [&](const Lowering::ArgSets &Sets) {
      bool Found = false;
      for (auto &[Key, Buffers] : Sets)
        for (unsigned K = 0; K < R.Kernels.size(); ++K)
          if (R.Slots[R.Kernels[K].Slot].Key == Key.first) {
            Found = true;
            R.Evidence.push_back({K, Key.second, {Buffers.begin(), Buffers.end()}});
          }
      return Found;
    };
    if (Add(Here))
      return;
    if (!Everywhere) {
      Everywhere.emplace();
      for (const FunctionDecl *Other : Functions)
        Lowering::scanArgs(Ctx, Index, Other, nullptr, *Everywhere);
    }
    Add(*Everywhere);
  }

  ASTContext &Ctx;
  const ProgramIndex &Index;
  std::vector<CandidateLoop> &Out;
  std::optional<Lowering::ArgSets> Everywhere;

public:
  std::vector<const FunctionDecl *> Functions; ///< definitions of the main file
};

struct Definitions : RecursiveASTVisitor<Definitions> {
  ASTContext &Ctx;
  std::vector<const FunctionDecl *> Found;
  explicit Definitions(ASTContext &C) : Ctx(C) {}
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        Ctx.getSourceManager().isInMainFile(Ctx.getSourceManager().getExpansionLoc(F->getLocation())))
      Found.push_back(F);
    return true;
  }
};

} // namespace

std::vector<CandidateLoop> findCandidates(ASTUnit &Unit) {
  std::vector<CandidateLoop> Out;
  ASTContext &Ctx = Unit.getASTContext();
  ProgramIndex Index(Ctx);
  Definitions D(Ctx);
  D.TraverseDecl(Ctx.getTranslationUnitDecl());
  Finder F(Ctx, Index, Out);
  F.Functions = D.Found;
  for (const FunctionDecl *Fn : D.Found)
    F.function(Fn);
  return Out;
}

} // namespace persistify
