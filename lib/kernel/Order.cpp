//===- lib/kernel/Order.cpp ------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Order.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// The calls below \p Body whose values nobody uses.
class Unused {
public:
  explicit Unused(const Stmt *Body) {
    walk(Body, [&](const Stmt *S) {
      if (const auto *B = dyn_cast<CompoundStmt>(S)) {
        for (const Stmt *One : B->body())
          add(One);
      } else if (const auto *I = dyn_cast<IfStmt>(S)) {
        add(I->getThen());
        add(I->getElse());
      } else if (const auto *L = dyn_cast<ForStmt>(S)) {
        add(L->getInit());
        add(L->getInc());
        add(L->getBody());
      } else if (const auto *L = dyn_cast<WhileStmt>(S)) {
        add(L->getBody());
      } else if (const auto *L = dyn_cast<DoStmt>(S)) {
        add(L->getBody());
      } else if (const auto *C = dyn_cast<SwitchCase>(S)) {
        add(C->getSubStmt());
      } else if (const auto *L = dyn_cast<LabelStmt>(S)) {
        add(L->getSubStmt());
      } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Comma) {
        add(B->getLHS());
      }
      return true;
    });
  }
  bool has(const Expr *E) const { return Found.count(E); }

private:
  void add(const Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (!E)
      return;
    E = E->IgnoreParens();
    if (const auto *K = dyn_cast<CastExpr>(E))
      return add(K->getSubExpr());
    if (const auto *Q = dyn_cast<ConditionalOperator>(E)) {
      add(Q->getTrueExpr());
      add(Q->getFalseExpr());
    } else if (const auto *B = dyn_cast<BinaryOperator>(E); B && (B->getOpcode() == BO_Comma || B->isLogicalOp())) {
      add(B->getRHS());
    } else {
      Found.insert(E);
    }
  }
  std::set<const Expr *> Found;
};

/// Operations that may come in any order: those of one kind, on one piece of memory.
struct Change {
  std::string Kind; ///< empty: it is a read
  Roots Where;
};

class OrderSearch {
public:
  OrderSearch(const CallTree &Tree, AccessAnalysis &Accesses) : Tree(Tree), Accesses(Accesses) {}

  bool depends(const FunctionDecl *Kernel) {
    std::vector<Change> All = changes(Kernel);
    if (Ordered)
      return true;
    std::map<unsigned, std::set<std::string>> Params;
    std::map<const VarDecl *, std::set<std::string>> Objects;
    bool Changes = false;
    for (const Change &C : All) {
      Changes |= !C.Kind.empty();
      if (C.Where.Unknown || C.Where.empty())
        Params[~0u].insert(C.Kind);
      for (unsigned P : C.Where.Params)
        Params[P].insert(C.Kind);
      for (const VarDecl *V : C.Where.Objects)
        Objects[V].insert(C.Kind);
    }
    auto Several = [](const auto &Of) { return Of.second.size() > 1; };
    if (!Changes)
      return false;
    if (Params.count(~0u) || llvm::any_of(Params, Several) || llvm::any_of(Objects, Several))
      return true;
    for (const MemoryAccess &A : Accesses.of(Kernel).Accesses)
      if (A.Reads && !A.Atomic)
        for (const auto &[P, Kinds] : Params)
          if ((A.Where.Unknown || A.Where.Params.count(P)) && Kinds.count("") == 0 && isGlobal(Kernel, P))
            return true;
    return false;
  }

private:
  static bool isGlobal(const FunctionDecl *F, unsigned P) {
    QualType T = F->getParamDecl(P)->getType();
    return !T->isPointerType() || T->getPointeeType().getAddressSpace() != LangAS::opencl_local;
  }

  /// Of \p F and what it calls, in terms of its parameters.
  std::vector<Change> changes(const FunctionDecl *F) {
    std::vector<Change> Out;
    const FunctionFacts &Facts = Tree.facts(F);
    Unused Dropped(F->getBody());
    for (const FunctionFacts::BuiltinCall &B : Facts.Builtins)
      if (isAtomic(B.Kind))
        atomic(F, B, Dropped, Out);
    for (const FunctionFacts::Call &C : Facts.Calls)
      for (Change &Inner : changes(C.Callee)) {
        Change Mapped = {Inner.Kind, {}};
        Mapped.Where.Unknown = Inner.Where.Unknown;
        Mapped.Where.Objects = Inner.Where.Objects;
        for (unsigned P : Inner.Where.Params)
          if (P < C.E->getNumArgs())
            Mapped.Where.merge(Accesses.roots(F, C.E->getArg(P)));
        Out.push_back(std::move(Mapped));
      }
    return Out;
  }

  void atomic(const FunctionDecl *F, const FunctionFacts::BuiltinCall &B, const Unused &Dropped,
              std::vector<Change> &Out) {
    const auto *C = dyn_cast<CallExpr>(B.E);
    if (!C || C->getNumArgs() == 0 || !C->getArg(0)->getType()->isPointerType()) {
      Ordered = true; // Clang's own form of an atomic
      return;
    }
    llvm::StringRef N = C->getDirectCallee()->getName();
    N.consume_front("__opencl_");
    N.consume_front("atomic_") || N.consume_front("atom_");
    N.consume_front("fetch_");
    N.consume_back("_explicit");
    QualType Of = C->getArg(0)->getType()->getPointeeType();
    if (const auto *A = Of->getAs<AtomicType>())
      Of = A->getValueType();
    std::string Kind = llvm::StringSwitch<std::string>(N)
                           .Cases("add", "sub", "inc", "dec", "add")
                           .Cases("min", "max", "and", "or", "xor", N.str())
                           .Default("");
    if (N == "xchg" || N == "exchange" || N == "store" || N == "init") {
      Expr::EvalResult R;
      if (C->getNumArgs() > 1 && C->getArg(1)->EvaluateAsInt(R, F->getASTContext())) {
        llvm::SmallString<24> Text;
        R.Val.getInt().toString(Text);
        Kind = ("set " + Text).str();
      }
    }
    bool Reads = B.Kind == Builtin::AtomicLoad;
    if (!Reads && (Kind.empty() || !Of->isIntegerType() || (B.Kind != Builtin::AtomicStore && !Dropped.has(C))))
      Ordered = true;
    Out.push_back({Reads ? "" : Kind, Accesses.roots(F, C->getArg(0))});
  }

  const CallTree &Tree;
  AccessAnalysis &Accesses;
  bool Ordered = false; ///< an operation that comes out differently by itself
};

} // namespace

bool dependsOnOrder(const FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses) {
  return OrderSearch(Tree, Accesses).depends(Kernel);
}

} // namespace persistify::kernel
