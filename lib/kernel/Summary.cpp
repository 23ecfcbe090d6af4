//===- lib/kernel/Summary.cpp ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Summary.h"
#include "Access.h"
#include "Branched.h"
#include "Elements.h"
#include "Gathers.h"
#include "Guards.h"
#include "Known.h"
#include "Order.h"
#include "OwnBarrier.h"
#include "Phases.h"
#include "Races.h"
#include "Types.h"
#include "Uniform.h"
#include "Waiting.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include <set>

using namespace clang;

namespace persistify::kernel {
namespace {

/// What a declaration or statement names: variables, functions, types.
struct Named : AstVisitor {
  std::set<const NamedDecl *> Decls;

  explicit Named(Stmt *S) { TraverseStmt(S); }
  explicit Named(const VarDecl *V) { TraverseDecl(const_cast<VarDecl *>(V)); }
  bool VisitDeclRefExpr(DeclRefExpr *R) override { return Decls.insert(R->getDecl()), true; }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) override { return Decls.insert(T.getTypedefNameDecl()), true; }
  bool VisitTagTypeLoc(TagTypeLoc T) override { return Decls.insert(T.getDecl()), true; }
};

class Summariser {
public:
  Summariser(const ParsedSource &P, const CallTree &Tree, AccessAnalysis &Accesses, const FunctionDecl *F,
             KernelSummary &Out)
      : P(P), Tree(Tree), Accesses(Accesses), F(F), Out(Out) {}

  void run() {
    Out.Name = F->getName().str();
    Out.Names = P.names().number();
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
    if (unknown())
      return;
    unsupported();
    moves();
    locals();
    schedule();
    loops();
    bounds();
    accesses();
    waiting();
    barriers();
    emission();
    if (Out.Problems.empty() && Out.Waits.empty()) // who waits for others is ordered by that
      Out.Races = findRaces(P, F, Tree);
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

  /// Before all analyses: what none of them knows.
  bool unknown() {
    for (const FunctionDecl *G : Tree.below(F))
      if (std::optional<Unknown> U = findUnknown(G)) {
        problem(Diag::KernelUnsupported, U->Range, {U->What});
        return true;
      }
    return false;
  }

  void unsupported() {
    for (const FunctionDecl *G : Tree.below(F)) {
      const FunctionFacts &Facts = Tree.facts(G);
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
    case Builtin::Printf: problem(Diag::KernelPrintf, B.E->getSourceRange()); break;
    case Builtin::SubGroup: problem(Diag::KernelSubgroups, B.E->getSourceRange(), {Name}); break;
    case Builtin::GroupCollective: problem(Diag::KernelCollective, B.E->getSourceRange(), {Name}); break;
    case Builtin::DeviceQueue: problem(Diag::KernelDeviceQueue, B.E->getSourceRange(), {Name}); break;
    case Builtin::Unknown: // those that the program declares are told elsewhere
      if (const FunctionDecl *D = cast<CallExpr>(B.E)->getDirectCallee();
          !D->isImplicit() && !D->getBuiltinID() && !P.sources().isInSystemHeader(D->getLocation()))
        break;
      [[fallthrough]];
    case Builtin::Image: problem(Diag::KernelUnsupported, B.E->getSourceRange(), {"'" + Name + "'"}); break;
    default: break;
    }
  }

  /// Declarations that leave the kernel's body for another place: each name must mean there what it meant here.
  void moves() {
    ASTContext &C = P.ast();
    const Named All(F->getBody());
    auto IsInner = [](const NamedDecl *D) { return D->getParentFunctionOrMethod() && !isa<ParmVarDecl>(D); };
    for (const VarDecl *V : Tree.facts(F).LocalVars) {
      const Named In(V);
      if (llvm::any_of(In.Decls, [&](const NamedDecl *D) { return isa<TypeDecl>(D) && IsInner(D); }) &&
          !planted("inner-types"))
        problem(Diag::KernelUnsupported, V->getSourceRange(),
                {"a __local variable of a type that the kernel declares itself"});
      // It is a parameter of the phase: from the start on its name is taken.
      if (llvm::any_of(
              All.Decls,
              [&](const NamedDecl *D) { return D != V && D->getDeclName() == V->getDeclName() && !IsInner(D); }) &&
          !planted("hidden-names"))
        problem(Diag::KernelUnsupported, V->getSourceRange(),
                {"a __local variable with the name of something else that the kernel uses"});
      if (C.getDeclAlign(V).getQuantity() > 128)
        problem(Diag::KernelUnsupported, V->getSourceRange(),
                {"an alignment of a __local variable of more than 128 bytes"});
    }
    for (const FunctionDecl *G : Tree.below(F))
      for (const VarDecl *V : Tree.facts(G).ConstantVars) {
        const Named In(V);
        if (llvm::any_of(In.Decls, [&](const NamedDecl *D) { return D != V && IsInner(D); }) &&
            !planted("inner-constants"))
          problem(Diag::KernelUnsupported, V->getSourceRange(),
                  {"a __constant variable whose declaration uses what the function declares itself"});
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
    Out.ScheduleReason = groupStrideReason(P, Tree, F);
    Out.Sched = Out.ScheduleReason.empty() ? Schedule::ItemStride : Schedule::GroupStride;
    Out.Branched = branchedBarriers(F, Tree);
  }

  void loops() {
    if (const Stmt *Loop = findGatherLoop(F, Tree))
      Out.Gathers = "loop at " + P.where(Loop->getBeginLoc());
    if (const Stmt *Loop = findUnevenLoop(F, Tree))
      Out.Uneven = "loop at " + P.where(Loop->getBeginLoc());
  }

  void bounds() {
    if (Out.Sched == Schedule::ItemStride)
      findItemBounds(F, Out.Bounds);
  }

  void accesses() {
    const FunctionAccess &A = Accesses.of(F);
    bool Ordered = dependsOnOrder(F, Tree, Accesses);
    for (unsigned I = 0; I < Out.Params.size(); ++I)
      if (Out.Params[I].K == KernelParam::Kind::Buffer) {
        Out.Params[I].Use = A.Params[I];
        Out.Params[I].Use.Atomic = Ordered && A.Params[I].Writes;
      }
    findElements(F, A, Out.Params);
  }

  /// Rule K3.
  void waiting() {
    WaitingLoop W = findWaitingLoop(F, Tree, Accesses);
    if (W.ReadOnce)
      problem(Diag::KernelSpin, W.Loop->getSourceRange());
    else if (W.Loop)
      Out.Waits = "loop at " + P.where(W.Loop->getBeginLoc());
    if (B = findOwnBarriers(F, Tree, Accesses); W.Loop && B.any()) {
      const CallExpr *First = *llvm::min_element(
          B.Calls, [](const CallExpr *X, const CallExpr *Y) { return X->getBeginLoc() < Y->getBeginLoc(); });
      Out.OwnBarrier = First->getDirectCallee()->getName().str() + "() at " + P.where(First->getBeginLoc());
      Out.BarrierMemory.assign(B.Memory.begin(), B.Memory.end());
      Out.BarrierCounts.assign(B.Groups.begin(), B.Groups.end());
      Out.FewerGroups = worksWithFewerGroups(F, B, Tree, Accesses);
    }
  }

  /// Rules K1 and K2.
  void barriers() {
    if (!Tree.has(F, isCollective))
      return;
    UniformAnalysis Uniform(Tree, Accesses, B.Calls);
    for (const UniformResult::Problem &X : Uniform.kernel(F).Problems)
      problem(X.D, X.S->getSourceRange(), {X.What});
  }

  /// What only writing the text shows.
  void emission() {
    if (!Out.Problems.empty())
      return;
    PhaseWriter Writer(P, Tree, PhaseForm());
    Writer.add(F, Out.Problems);
    Out.FlagStores = Writer.flagStores();
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      if (auto It = Writer.raised().find(F->getParamDecl(I)); It != Writer.raised().end())
        Out.Params[I].Raises = It->second;
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      if (auto It = Writer.loopBounds().find(F->getParamDecl(I)); It != Writer.loopBounds().end())
        Out.Params[I].LoopBound = It->second;
    if (!Out.Problems.empty() || Out.Sched == Schedule::ItemStride)
      return;
    std::vector<Diagnostic> Surplus;
    PhaseWriter(P, Tree, {/*Surplus=*/true}).add(F, Surplus);
    if (!Surplus.empty()) {
      Out.SurplusSafe = false;
      Out.SurplusReason =
          Surplus.front().D == Diag::KernelSurplus ? Surplus.front().Args[1] : Surplus.front().message();
    }
  }

  const ParsedSource &P;
  const CallTree &Tree;
  AccessAnalysis &Accesses;
  const FunctionDecl *F;
  KernelSummary &Out;
  OwnBarriers B;
};

} // namespace

std::string groupStrideReason(const ParsedSource &P, const CallTree &Tree, const FunctionDecl *F) {
  std::string Reason;
  auto found = [&](SourceLocation At, llvm::StringRef What) {
    Reason = What.str() + " at " + P.where(At);
    return true;
  };
  auto call = [&](llvm::function_ref<bool(Builtin)> Pred) {
    const Expr *E = Tree.findBuiltin(F, Pred);
    if (!E)
      return false;
    const auto *C = dyn_cast<CallExpr>(E);
    return found(E->getExprLoc(), C ? C->getDirectCallee()->getName().str() + "()" : std::string("an atomic"));
  };
  auto localParam = [&] {
    for (const ParmVarDecl *Q : F->parameters())
      if (Q->getType()->isPointerType() && Q->getType()->getPointeeType().getAddressSpace() == LangAS::opencl_local)
        return found(Q->getLocation(), "__local parameter '" + Q->getName().str() + "'");
    return false;
  };
  auto localVariable = [&] {
    const std::vector<const VarDecl *> &Vars = Tree.facts(F).LocalVars;
    return !Vars.empty() &&
           found(Vars.front()->getLocation(), "__local variable '" + Vars.front()->getName().str() + "'");
  };
  auto localAccess = [&] {
    for (const FunctionDecl *G : Tree.below(F))
      if (const Expr *E = Tree.facts(G).LocalAccess)
        return found(E->getExprLoc(), "__local memory");
    return false;
  };
  auto waits = [&] {
    AccessAnalysis Accesses;
    WaitingLoop W = findWaitingLoop(F, Tree, Accesses);
    return W.Loop && found(W.Loop->getBeginLoc(), "waits for other groups");
  };
  // The strongest reason is the one that is told.
  (void)(call(isCollective) || call([](Builtin B) { return B == Builtin::Fence; }) || localVariable() || localParam() ||
         call([](Builtin B) { return B == Builtin::IdLocal || B == Builtin::IdGroup || B == Builtin::SubGroup; }) ||
         localAccess() || waits());
  return Reason;
}

void summariseKernels(const ParsedSource &P, const CallTree &Tree, unsigned Source, std::vector<KernelSummary> &Out,
                      std::vector<const FunctionDecl *> &Definitions) {
  AccessAnalysis Accesses;
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
