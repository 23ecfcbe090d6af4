//===- lib/kernel/Summary.cpp ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Summary.h"
#include "Access.h"
#include "Phases.h"
#include "Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace persistify::kernel {
namespace {

class Summariser {
public:
  Summariser(const ParsedSource &P, const CallTree &Tree, AccessAnalysis &Accesses, const FunctionDecl *F,
             KernelSummary &Out)
      : P(P), Tree(Tree), Accesses(Accesses), F(F), Out(Out) {}

  void run() {
    Out.Name = F->getName().str();
    Out.Range = P.range(F->getSourceRange());
    if (const auto *A = F->getAttr<ReqdWorkGroupSizeAttr>()) {
      Out.ReqdLocalSize[0] = A->getXDim();
      Out.ReqdLocalSize[1] = A->getYDim();
      Out.ReqdLocalSize[2] = A->getZDim();
    }
    params();
    if (const FunctionDecl *R = Tree.recursive(F)) {
      // Nothing below is defined for recursive functions.
      problem(Diag::KernelRecursion, R->getLocation(), {R->getName().str()});
      return;
    }
    unsupported();
    locals();
    schedule();
    accesses();
    emission();
  }

private:
  void problem(Diag D, clang::SourceRange R, std::vector<std::string> Args = {}) {
    Args.insert(Args.begin(), Out.Name);
    Out.Problems.push_back({D, P.range(R), std::move(Args)});
  }

  void params() {
    for (const ParmVarDecl *Q : F->parameters()) {
      std::string Why;
      Out.Params.push_back(describeParam(P.ast(), Q, Why));
      if (!Why.empty())
        problem(Diag::KernelParam, Q->getSourceRange(), {Q->getName().str(), printType(P.ast(), Q->getType())});
    }
  }

  void unsupported() {
    for (const FunctionDecl *G : Tree.below(F)) {
      const FunctionFacts &Facts = Tree.facts(G);
      if (Facts.Unsupported)
        problem(Diag::KernelUnsupported, Facts.Unsupported->getSourceRange(), {Facts.UnsupportedWhat.str()});
      if (Facts.Unresolved) {
        const FunctionDecl *Callee = Facts.Unresolved->getDirectCallee();
        problem(Diag::KernelNoBody, Facts.Unresolved->getSourceRange(), {Callee ? Callee->getName().str() : "?"});
      }
      if (Facts.BackwardGoto)
        problem(Diag::KernelGotoLoop, Facts.BackwardGoto->getSourceRange(),
                {cast<GotoStmt>(Facts.BackwardGoto)->getLabel()->getName().str()});
      if (Facts.Fp64)
        Out.UsesFp64 = true;
      for (const DeclRefExpr *R : Facts.ProgramVars) {
        const auto *V = cast<VarDecl>(R->getDecl());
        LangAS Space = V->getType().getAddressSpace();
        if (Space == LangAS::opencl_local || Space == LangAS::opencl_constant || V->getType().isConstQualified())
          continue;
        problem(Diag::KernelProgramScope, R->getSourceRange(), {V->getName().str()});
      }
      if (G != F && !Facts.LocalVars.empty())
        problem(Diag::KernelUnsupported, Facts.LocalVars.front()->getSourceRange(),
                {"a __local variable of a kernel that is called as a function"});
      for (const FunctionFacts::BuiltinCall &B : Facts.Builtins)
        builtin(B);
    }
  }

  void builtin(const FunctionFacts::BuiltinCall &B) {
    std::string Name;
    if (const auto *C = dyn_cast<CallExpr>(B.E))
      Name = C->getDirectCallee()->getName().str();
    switch (B.Kind) {
    case Builtin::Printf:
      problem(Diag::KernelPrintf, B.E->getSourceRange());
      break;
    case Builtin::SubGroup:
      problem(Diag::KernelSubgroups, B.E->getSourceRange(), {Name});
      break;
    case Builtin::GroupCollective:
      problem(Diag::KernelCollective, B.E->getSourceRange(), {Name});
      break;
    case Builtin::DeviceQueue:
      problem(Diag::KernelDeviceQueue, B.E->getSourceRange(), {Name});
      break;
    case Builtin::Image:
      problem(Diag::KernelUnsupported, B.E->getSourceRange(), {"'" + Name + "'"});
      break;
    default:
      break;
    }
  }

  void locals() {
    ASTContext &C = P.ast();
    for (const VarDecl *V : Tree.facts(F).LocalVars) {
      LocalVariable L;
      L.Name = V->getName().str();
      L.PhaseType = printType(C, localForm(F, V).Param);
      L.Size = C.getTypeSizeInChars(V->getType()).getQuantity();
      L.Align = C.getDeclAlign(V).getQuantity();
      Out.Locals.push_back(std::move(L));
    }
  }

  void schedule() {
    auto group = [&](SourceLocation At, llvm::StringRef What) {
      Out.Sched = Schedule::GroupStride;
      Out.ScheduleReason = What.str() + " at " + P.where(At);
    };
    // The reason shown is the strongest one: a barrier before an id.
    auto first = [&](llvm::function_ref<bool(Builtin)> Pred) {
      const Expr *E = Tree.findBuiltin(F, Pred);
      if (!E)
        return false;
      const auto *C = dyn_cast<CallExpr>(E);
      group(E->getExprLoc(), C ? C->getDirectCallee()->getName().str() + "()" : std::string("an atomic"));
      return true;
    };
    if (first(isCollective) || first([](Builtin B) { return B == Builtin::Fence; }))
      return;
    if (!Out.Locals.empty())
      return group(Tree.facts(F).LocalVars.front()->getLocation(), "__local variable '" + Out.Locals.front().Name + "'");
    for (unsigned I = 0; I < Out.Params.size(); ++I)
      if (Out.Params[I].K == KernelParam::Kind::Local)
        return group(F->getParamDecl(I)->getLocation(), "__local parameter '" + Out.Params[I].Name + "'");
    if (first([](Builtin B) { return B == Builtin::IdLocal || B == Builtin::IdGroup || B == Builtin::SubGroup; }))
      return;
    for (const FunctionDecl *G : Tree.below(F))
      if (const Expr *E = Tree.facts(G).LocalAccess)
        return group(E->getExprLoc(), "__local memory");
  }

  void accesses() {
    const FunctionAccess &A = Accesses.of(F);
    for (unsigned I = 0; I < Out.Params.size(); ++I)
      if (Out.Params[I].K == KernelParam::Kind::Buffer)
        Out.Params[I].Use = A.Params[I];
  }

  /// What only writing the text shows.
  void emission() {
    if (!Out.Problems.empty())
      return;
    PhaseWriter Writer(P, Tree, /*Surplus=*/false);
    Writer.add(F, Out.Problems);
  }

  const ParsedSource &P;
  const CallTree &Tree;
  AccessAnalysis &Accesses;
  const FunctionDecl *F;
  KernelSummary &Out;
};

} // namespace

void summariseKernels(const ParsedSource &P, const CallTree &Tree, unsigned Source, std::vector<KernelSummary> &Out,
                      std::vector<const FunctionDecl *> &Definitions) {
  AccessAnalysis Accesses(Tree);
  for (const FunctionDecl *F : P.functions()) {
    if (!F->hasAttr<OpenCLKernelAttr>())
      continue;
    KernelSummary K;
    K.Source = Source;
    Summariser(P, Tree, Accesses, F, K).run();
    Out.push_back(std::move(K));
    Definitions.push_back(F);
  }
}

} // namespace persistify::kernel
