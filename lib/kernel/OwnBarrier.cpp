//===- lib/kernel/OwnBarrier.cpp -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OwnBarrier.h"
#include "BarrierForm.h"
#include "Uniform.h"
#include "Waiting.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// Whether \p S is a statement by itself, where other text may stand in place of it.
bool isStatement(const Flow &Graph, const Stmt *S) {
  const Stmt *Around = Graph.parent(S);
  const auto *L = dyn_cast<ForStmt>(Around);
  return isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, LabelStmt>(Around) && conditionOf(Around) != S &&
         (!L || L->getBody() == S);
}

/// Whether `#pragma persistify barrier` stands on the line in front of \p F.
bool isNamed(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  auto [File, Offset] = SM.getDecomposedExpansionLoc(F->getBeginLoc());
  llvm::StringRef Before = SM.getBufferData(File).take_front(Offset).rtrim();
  llvm::StringRef Line = Before.substr(Before.rfind('\n') + 1);
  llvm::SmallVector<llvm::StringRef, 4> Words;
  llvm::SplitString(Line, Words);
  return F->getReturnType()->isVoidType() &&
         Words == llvm::ArrayRef<llvm::StringRef>({"#pragma", "persistify", "barrier"});
}

/// Whether a copy can have other text in place of \p S.
bool isEditable(const FunctionDecl *F, const Stmt *S) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  CharSourceRange R = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(S->getSourceRange()), SM,
                                               F->getASTContext().getLangOpts());
  return R.isValid() && SM.getFileID(R.getBegin()) == SM.getFileID(F->getBody()->getBeginLoc());
}

std::optional<BarrierShape> match(const BarrierText &Text) {
  std::optional<BarrierShape> Shape = matchCounter(Text);
  return Shape ? Shape : matchFlags(Text);
}
/// Whether its waits can be taken out of the text, as they are not part of a macro.
bool isEditable(const BarrierText &Text, const BarrierShape &Shape) {
  bool Editable = true;
  for (const Stmt *S : Text.Body)
    walk(S, [&](const Stmt *X) {
      bool Left = Shape.Waits.count(X);
      Editable = Editable && (!Left || isEditable(Text.F, X));
      return !Left;
    });
  return Editable;
}

/// The search for all barriers of a kernel.
class BarrierSearch {
public:
  BarrierSearch(const FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses)
      : Kernel(Kernel), Tree(Tree), Accesses(Accesses), Across(Kernel, Tree) {}

  OwnBarriers run() {
    helpers();
    if (waits())
      written(Kernel->getBody(), Kernel->getBody());
    if ((Helpers.empty() && Out.Calls.empty()) || waits() || !calls() || !alone())
      return {};
    // A parameter that must be the number of groups keeps its value.
    for (unsigned P : Out.Groups)
      if (isChanged(Kernel, Kernel->getParamDecl(P)))
        return {};
    if (Out.Calls.empty() || !llvm::all_of(Out.Calls, [&](const CallExpr *C) { return isEven(C); }) ||
        !goalsAreUniform())
      return {};
    return Out;
  }

private:
  /// Whether the kernel waits in another way than is known yet.
  bool waits() { return findWaitingLoop(Kernel, Tree, Accesses, Out.Waits).Loop != nullptr; }

  // ---- what is a barrier ----

  void helpers() {
    for (const FunctionDecl *F : Tree.below(Kernel)) {
      const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
      if (F == Kernel || !Body || !Tree.has(F, [](Builtin B) { return B == Builtin::Barrier; }))
        continue;
      if (isNamed(F)) {
        Out.Named.insert(F);
        BarrierShape &Shape = Helpers[F];
        walk(Body, [&](const Stmt *S) {
          if (isa<ForStmt, WhileStmt, DoStmt>(S))
            Shape.Waits.insert(S);
          return true;
        });
      } else if (const CallExpr *Call = firstCall(F);
                 Call && !F->hasAttr<OpenCLKernelAttr>() && F->getReturnType()->isVoidType() &&
                 !anyOf(Body, [](const Stmt *S) { return isa<ReturnStmt, GotoStmt, SwitchStmt>(S); })) {
        AcrossGroups Across(F, Tree);
        BarrierText Text{Kernel, F, Call, &Across, {Body->body_begin(), Body->body_end()}};
        if (std::optional<BarrierShape> Shape = match(Text); Shape && isEditable(Text, *Shape))
          Helpers.emplace(F, std::move(*Shape));
      }
    }
    for (const auto &[F, Shape] : Helpers)
      Out.Waits.insert(Shape.Waits.begin(), Shape.Waits.end());
  }
  const CallExpr *firstCall(const FunctionDecl *F) const {
    for (const FunctionFacts::Call &C : Tree.facts(Kernel).Calls)
      if (C.Callee == F)
        return C.E;
    return nullptr;
  }

  /// Barriers that \p S has as statements of its own, with a work-group barrier at the end.
  /// \p Whole: \p S, or what does nothing but that.
  void written(const Stmt *S, const Stmt *Whole) {
    if (!S || isa<Expr>(S))
      return;
    if (const auto *L = dyn_cast<DoStmt>(S); L && isConstant(Kernel, L->getCond(), 0))
      return written(L->getBody(), L);
    std::set<const Stmt *> Taken;
    if (const auto *B = dyn_cast<CompoundStmt>(S)) {
      llvm::ArrayRef<const Stmt *> All(const_cast<const Stmt *const *>(B->body_begin()), B->size());
      // From the back: what is one up to the first of its work-group barriers may need the others too.
      for (size_t End = All.size(); End-- > 0;)
        if (const auto *Last = dyn_cast<CallExpr>(All[End]); Last && builtinOf(Last) == Builtin::Barrier)
          for (size_t At = End; At-- > 0;)
            if (isWritten(All.slice(At, End + 1 - At), Last, End + 1 - At == All.size() ? Whole : nullptr)) {
              Taken.insert(All.begin() + At, All.begin() + End + 1);
              End = At;
              break;
            }
    }
    for (const Stmt *Child : S->children())
      if (!Taken.count(Child))
        written(Child, Child);
  }
  bool isWritten(llvm::ArrayRef<const Stmt *> Body, const CallExpr *Last, const Stmt *Whole) {
    BarrierText Text{Kernel, Kernel, nullptr, &Across, {Body.begin(), Body.end()}};
    std::optional<BarrierShape> Shape = match(Text);
    if (!Shape)
      return false;
    if (!isEditable(Text, *Shape) || !isEditable(Kernel, Last)) {
      if (!Whole || !isEditable(Kernel, Whole) || needsOtherEdits(Whole))
        return false;
      Out.Expanded.insert(Whole);
    }
    Out.Calls.insert(Last);
    Out.Waits.insert(Shape->Waits.begin(), Shape->Waits.end());
    Out.Written.push_back(Text.Body);
    for (const Stmt *S : Body)
      walk(S, [&](const Stmt *X) { return Written.insert(X).second; });
    Unmatched |= !takes(*Shape);
    return true;
  }
  /// Whether \p S has variables that copies of the kernel write in another way.
  static bool needsOtherEdits(const Stmt *S) {
    return anyOf(S, [](const Stmt *X) {
      const auto *R = dyn_cast<DeclRefExpr>(X);
      const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      LangAS Space = V ? V->getType().getAddressSpace() : LangAS::Default;
      return Space == LangAS::opencl_local || Space == LangAS::opencl_constant;
    });
  }
  /// Notes what a barrier in the kernel itself uses.
  bool takes(const BarrierShape &Shape) {
    for (const ParmVarDecl *Base : Shape.Bases)
      if (!uses(Base->getFunctionScopeIndex(), Shape.Way))
        return false;
    for (const ParmVarDecl *Count : Shape.Counts)
      Out.Groups.insert(Count->getFunctionScopeIndex());
    Goals.insert(Shape.Goals.begin(), Shape.Goals.end());
    return true;
  }
  /// Two barriers on one counter do not wait for the same arrivals, unless they are alike.
  bool uses(unsigned Param, const std::string &Way) {
    Out.Memory.insert(Param);
    return Kernel->getParamDecl(Param)->getType()->getPointeeType().getAddressSpace() == LangAS::opencl_global &&
           Users.try_emplace(Param, Way).first->second == Way;
  }

  // ---- how the kernel uses them ----

  bool calls() {
    if (Unmatched)
      return false;
    for (const FunctionDecl *F : Tree.below(Kernel))
      for (const FunctionFacts::Call &C : Tree.facts(F).Calls)
        if (auto It = Helpers.find(C.Callee); It != Helpers.end()) {
          Out.Calls.insert(C.E);
          if (F != Kernel || !call(C, It->second))
            return false;
        }
    return true;
  }
  bool call(const FunctionFacts::Call &C, const BarrierShape &Shape) {
    std::map<unsigned, const ParmVarDecl *> PointTo;
    for (unsigned I = 0; I < C.E->getNumArgs(); ++I) {
      const Expr *Arg = C.E->getArg(I);
      const ParmVarDecl *Q = C.Callee->getParamDecl(I);
      const Expr *First = firstCall(C.Callee)->getArg(I);
      if (Shape.Fixed.count(Q) &&
          !isSameCalculation(settled(Kernel, Arg), settled(Kernel, First), Kernel->getASTContext()))
        return false;
      if (Q->getType()->isPointerType()) {
        Roots R = Accesses.roots(Kernel, Arg);
        if (R.Unknown || !R.Objects.empty() || R.Params.size() != 1 ||
            !uses(*R.Params.begin(), "in " + C.Callee->getName().str()))
          return false;
        if (Shape.Separate && !PointTo.emplace(*R.Params.begin(), Q).second)
          return false;
      }
      if (Shape.Counts.count(Q) && !isNumGroups(Kernel, Arg)) {
        const auto *D = dyn_cast<DeclRefExpr>(settled(Kernel, Arg));
        const auto *V = D ? dyn_cast<ParmVarDecl>(D->getDecl()) : nullptr;
        if (!V || V->getDeclContext() != Kernel)
          return false;
        Out.Groups.insert(V->getFunctionScopeIndex());
      }
      if (Shape.Goals.count(Q))
        GoalArguments.push_back(Arg);
      else if (Shape.Fixed.count(Q))
        Ids.insert(Q);
    }
    return true;
  }
  /// Whether nobody else looks at their memory.
  bool alone() const {
    return llvm::all_of(Accesses.of(Kernel).Accesses, [&](const MemoryAccess &A) {
      const auto *C = dyn_cast_or_null<CallExpr>(A.E);
      return (C && Out.Calls.count(C)) || (A.E && Written.count(A.E)) ||
             !(A.Where.Unknown || llvm::any_of(A.Where.Params, [&](unsigned P) { return Out.Memory.count(P); }));
    });
  }

  /// Whether \p C stands as a statement where all groups come equally often.
  bool isEven(const CallExpr *C) const {
    const Flow &Graph = Tree.flow(Kernel);
    const CFGBlock *At = Graph.find(C).Block;
    if (Across.unknown() || !At || !isStatement(Graph, C))
      return false;
    const FunctionDecl *Helper = calleeWithBody(C);
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      if ((!Helper || !Ids.count(Helper->getParamDecl(I))) && Across.differs(C->getArg(I)))
        return false;
    return llvm::none_of(Graph.branches(), [&](const CFGBlock *Branch) {
      return (Graph.influences(Branch, At) || planted("any-way-differs")) &&
             (isa<SwitchStmt>(Branch->getTerminatorStmt()) || Across.differs(Branch));
    });
  }

  /// Whether all items of a group have the same goals for flags.
  bool goalsAreUniform() const {
    if (Goals.empty() && GoalArguments.empty())
      return true;
    UniformAnalysis Uniform(Tree, Accesses, Out.Calls);
    const std::set<const VarDecl *> &Varying = Uniform.kernel(Kernel).Varying;
    return llvm::none_of(Goals, [&](const VarDecl *V) { return Varying.count(V); }) &&
           llvm::none_of(GoalArguments, [&](const Expr *E) {
             return anyOf(E, [&](const Stmt *S) {
               const auto *X = dyn_cast<Expr>(S);
               const auto *R = dyn_cast<DeclRefExpr>(S);
               const auto *K = dyn_cast<CastExpr>(S);
               Builtin B = X ? builtinOf(X) : Builtin::None;
               return B == Builtin::IdLocal || B == Builtin::IdGlobal || isAtomic(B) ||
                      (R && Varying.count(dyn_cast<VarDecl>(R->getDecl()))) ||
                      (K && K->getCastKind() == CK_LValueToRValue &&
                       !isa<DeclRefExpr>(K->getSubExpr()->IgnoreParens()));
             });
           });
  }

  const FunctionDecl *Kernel;
  const CallTree &Tree;
  AccessAnalysis &Accesses;
  AcrossGroups Across;
  OwnBarriers Out;
  std::map<const FunctionDecl *, BarrierShape> Helpers;
  std::set<const Stmt *> Written;        ///< barriers in the kernel itself
  std::map<unsigned, std::string> Users; ///< what they do with each memory
  std::set<const ParmVarDecl *> Ids;     ///< of helpers: say which flags, nothing else
  std::set<const VarDecl *> Goals;
  std::vector<const Expr *> GoalArguments;
  bool Unmatched = false;
};

} // namespace

OwnBarriers findOwnBarriers(const FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses) {
  return BarrierSearch(Kernel, Tree, Accesses).run();
}

} // namespace persistify::kernel
