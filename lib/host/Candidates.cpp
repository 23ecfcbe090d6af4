//===- Candidates.cpp - finding the loops that launch kernels -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "names/LoopHints.h"
#include "Lowering.h"
#include "effects/LeftBranches.h"
#include "program/SameBuffers.h"
#include "Walk.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Debug.h"
#include "persistify/Frontend.h"
#include "persistify/Host.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

#define DEBUG_TYPE "pst-host"

using namespace clang;

namespace persistify {
namespace {

using host::HostCalls;
using host::isLoop;
using host::isOnce;
using host::Lowering;
using host::ProgramIndex;

/// The outermost loops that launch.
void launchingLoops(const clang::Stmt *S, ASTContext &Ctx, const ProgramIndex &Index,
                    std::vector<const clang::Stmt *> &To) {
  if (!S)
    return;
  if (auto *L = dyn_cast<LambdaExpr>(S))
    return launchingLoops(L->getCallOperator()->getBody(), Ctx, Index, To);
  if (isLoop(S) && !isOnce(S, Ctx) && Index.launches(S))
    return To.push_back(S);
  for (const clang::Stmt *C : S->children())
    launchingLoops(C, Ctx, Index, To);
}

/// Whether S launches in front of a place in it.
bool launchesBefore(const clang::Stmt *S, SourceLocation At, const SourceManager &SM, const ProgramIndex &Index) {
  if (!S || !SM.isBeforeInTranslationUnit(S->getBeginLoc(), At))
    return false;
  if (SM.isBeforeInTranslationUnit(S->getEndLoc(), At))
    return Index.launches(S);
  return llvm::any_of(S->children(), [&](const clang::Stmt *C) { return launchesBefore(C, At, SM, Index); });
}

/// The last jump to a label in S; not those of lambdas, whose labels are others.
const GotoStmt *lastJump(const clang::Stmt *S, const LabelDecl *To) {
  auto *G = dyn_cast_or_null<GotoStmt>(S);
  if (G && G->getLabel() == To)
    return G;
  const GotoStmt *Last = nullptr;
  if (S && !isa<LambdaExpr>(S))
    for (const clang::Stmt *C : S->children())
      if (const GotoStmt *Inner = lastJump(C, To))
        Last = Inner;
  return Last;
}

/// A call, in what S does itself, that comes to a function by any number of calls.
const CallExpr *callOf(const clang::Stmt *S, const FunctionDecl *F, const ProgramIndex &Index) {
  auto *C = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = C ? C->getDirectCallee() : nullptr;
  auto *Named = C ? dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens()) : nullptr; // Base::f() is that one
  const bool ByName = Named && Named->hasQualifier() && !planted("base-overridden");
  if (Callee &&
      (planted("only-itself") ? Callee->getCanonicalDecl() == F->getCanonicalDecl() : Index.leadsTo(Callee, F, ByName)))
    return C;
  if (S && !isa<LambdaExpr>(S))
    for (const clang::Stmt *Child : S->children())
      if (const CallExpr *Inner = callOf(Child, F, Index))
        return Inner;
  return nullptr;
}

class Finder {
public:
  Finder(ASTContext &Ctx, const ProgramIndex &Index, const HostOptions &Options, std::vector<CandidateLoop> &Out,
         llvm::ArrayRef<Hint> Hints, const std::set<std::string> &OwnBarriers)
      : Ctx(Ctx), Index(Index), Options(Options), Calls(Ctx), Sight(Ctx, Index), Out(Out),
        Hints(Hints, Ctx.getSourceManager()), OwnBarriers(OwnBarriers) {}

  void function(const FunctionDecl *F, llvm::ArrayRef<const FunctionDecl *> Made) {
    noteInstances(Made);
    const size_t Before = Out.size();
    visit(F->getBody(), F, Out);
    if (Out.size() == Before && !F->isDependentContext() && Index.launches(F) && !planted("loops-as-written"))
      if (const CallExpr *Again = callOf(F->getBody(), F, Index))
        Out.push_back(withoutLoop(Again->getSourceRange(), F, Diag::HostRecursion, {F->getNameAsString()}));
  }

  /// A launch is a region where it stands, once: a call of what launches there is none.
  void launchesOnce(std::vector<CandidateLoop> &Of) {
    llvm::erase_if(Of, [&](const CandidateLoop &C) {
      return !C.Loop && llvm::any_of(C.Calls, [&](const std::string &F) { return LaunchIn.count(F) != 0; });
    });
    for (CandidateLoop &C : Of)
      launchesOnce(C.Inner);
  }

private:
  /// Loops of a template that launch in what is made of it: calls that depend on its parameters say nothing.
  void noteInstances(llvm::ArrayRef<const FunctionDecl *> Made) {
    for (const FunctionDecl *F : Made) {
      std::vector<const clang::Stmt *> Loops;
      launchingLoops(F->getBody(), Ctx, Index, Loops);
      for (const clang::Stmt *S : Loops)
        InInstances.insert(S->getBeginLoc());
    }
  }

  bool launches(const clang::Stmt *S) const {
    return Index.launches(S) || (InInstances.count(S->getBeginLoc()) && !planted("templates-as-written"));
  }

  void visit(const clang::Stmt *S, const FunctionDecl *F, std::vector<CandidateLoop> &To) {
    if (!S)
      return;
    if (auto *L = dyn_cast<LambdaExpr>(S)) {
      const FunctionDecl *Op = L->getCallOperator();
      if (const FunctionTemplateDecl *T = Op->getDescribedFunctionTemplate())
        for (const FunctionDecl *Made : T->specializations())
          if (Made->hasBody())
            noteInstances(Made);
      return visit(Op->getBody(), Op, To);
    }
    if (isLoop(S) && !isOnce(S, Ctx) && launches(S)) {
      To.push_back(candidate(S, F));
      return;
    }
    std::vector<size_t> Found{To.size()}; // in front of each statement of a block
    for (const clang::Stmt *C : S->children()) {
      if (!isa<CompoundStmt>(S) || !launch(C, F, To))
        visit(C, F, To);
      Found.push_back(To.size());
    }
    if (Inside || F->isDependentContext() || planted("loops-as-written")) // what is around it says more
      return;
    if (auto *B = dyn_cast<CompoundStmt>(S))
      jumpsBack(B, F, Found, To);
    else if (auto *C = dyn_cast<CallExpr>(S); C && Found.front() == Found.back() && Index.repeats(C))
      To.push_back(withoutLoop(S->getSourceRange(), F, Diag::HostTemplate, {}));
  }

  /// What launches again and again without being a loop.
  CandidateLoop withoutLoop(clang::SourceRange Rg, const FunctionDecl *F, Diag Why, std::vector<std::string> Args) {
    CandidateLoop C;
    C.Function = host::functionName(F);
    C.Range = host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), Rg);
    host::LoopHints::Scope Here(Hints, C);
    if (!C.Skip)
      C.Refusals.push_back({Why, C.Range, std::move(Args)});
    return C;
  }

  /// A jump back over launches, from a statement of a block to one in front of it. \p Found says what of To is in front of
  /// each: a jump around a loop that launches is no loss that anyone expected.
  void jumpsBack(const CompoundStmt *B, const FunctionDecl *F, llvm::ArrayRef<size_t> Found,
                 std::vector<CandidateLoop> &To) {
    llvm::ArrayRef<clang::Stmt *> Body(B->body_begin(), B->size());
    const SourceManager &SM = Ctx.getSourceManager();
    for (size_t From = Body.size(); From-- > 0;)
      for (auto *L = dyn_cast<LabelStmt>(Body[From]); L; L = dyn_cast<LabelStmt>(L->getSubStmt())) {
        const GotoStmt *Jump = nullptr;
        size_t Last = From;
        for (size_t I = From; I < Body.size(); ++I)
          if (const GotoStmt *G = lastJump(Body[I], L->getDecl()))
            Jump = G, Last = I;
        if (Jump && Found[From] == Found[Last + 1] &&
            llvm::any_of(Body.slice(From, Last + 1 - From),
                         [&](const clang::Stmt *S) { return launchesBefore(S, Jump->getBeginLoc(), SM, Index); }))
          To.insert(To.begin() + Found[From], withoutLoop(clang::SourceRange(L->getBeginLoc(), Jump->getEndLoc()), F,
                                                          Diag::HostGoto, {L->getDecl()->getNameAsString()}));
      }
  }

  /// Takes a launch of a kernel with barriers of its own, a statement such as
  /// `err = clEnqueue...;` or `if (clEnqueue...) return;`. What cannot become a
  /// region is no loss that anyone expected: it is not reported.
  bool launch(const clang::Stmt *S, const FunctionDecl *F, std::vector<CandidateLoop> &To) {
    auto *I = dyn_cast<IfStmt>(S);
    bool Check = isLoop(S) && isOnce(S, Ctx) && S->getBeginLoc().isMacroID();
    if (OwnBarriers.empty() ||
        !(I ? Index.launches(I->getCond()) : (isa<clang::Expr>(S) || Check) && Index.launches(S)))
      return false;
    CandidateLoop C = candidate(S, F);
    if (!C.Skip && (!C.R || llvm::none_of(C.R->Kernels, [&](const KernelUse &U) { return OwnBarriers.count(U.Name); })))
      return false;
    C.Loop = false;
    LaunchIn.insert(C.Function);
    To.push_back(std::move(C));
    return true;
  }

  CandidateLoop candidate(const clang::Stmt *S, const FunctionDecl *F) {
    CandidateLoop C;
    if (F->isDependentContext()) {
      C.Range = host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), S->getSourceRange());
      C.Refusals.push_back({Diag::HostTemplate, C.Range, {}});
      return C;
    }
    C.Function = host::functionName(F);
    Index.launchingCalls(S, C.Calls);
    C.Range = host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), S->getSourceRange());
    host::LoopHints::Scope Here(Hints, C);
    if (C.Skip)
      return C;
    ++Inside;
    for (const clang::Stmt *Sub : S->children())
      visit(Sub, F, C.Inner);
    --Inside;
    if (const CandidateLoop *Skipped = skippedIn(C.Inner)) {
      C.Refusals.push_back({Diag::HostSkipInside, C.Range, {std::to_string(Skipped->Range.Line)}});
      return C;
    }
    if (Ended E = contained([&] { lower(S, F, C); }); !E) {
      C.R.reset();
      C.Refusals = {{Diag::LoopCrashed, C.Range, {E.How, "read this loop"}}};
      Sightless = true; // what it knows may be half written
    }
    return C; // with its inner loops, in case the plan refuses the whole
  }

  static bool hasLaunch(const StmtList &Body) {
    bool Found = false;
    host::forEachStmt(Body, [&](const persistify::Stmt &S) { Found |= S.K == persistify::Stmt::Launch; });
    return Found;
  }

  /// Makes the loop \p S a region, or says why it is none.
  void lower(const clang::Stmt *S, const FunctionDecl *F, CandidateLoop &C) {
    if (planted("in-reading") && C.Range.Line % 2)
      failIfPlanted();
    LLVM_DEBUG(llvm::dbgs() << "loop of " << C.Function << ", line " << C.Range.Line << "\n");
    host::Exchange Exchange;
    host::HostOnly HostsOwn;
    bool Guess = true, Stays = true;
    auto Lower = [&](std::optional<Lowering> &L) {
      L.emplace(Ctx, Index, Calls, Options, Hints.inForce());
      L->Sight = Sightless || !Guess ? nullptr : &Sight;
      L->Guesses = Guess;
      L->branches().Stays = Stays;
      L->HostsOwn.Keys = HostsOwn.Keys;
      L->Exchanged = Exchange;
      L->Exchanged.Grown = false;
      Region R = L->lower(S, F);
      Exchange = L->Exchanged;
      HostsOwn = L->HostsOwn;
      LLVM_DEBUG(llvm::dbgs() << "  read" << (Guess ? "" : ", without guesses")
                              << (Stays ? "" : ", without branches that stay")
                              << (Exchange.AnyTrip ? ", with trips for the host" : "") << ": "
                              << (L->refusals().empty() ? "good" : L->refusals().front().message())
                              << (Exchange.Grown || HostsOwn.Grown ? "; once more, with what was found" : "") << "\n");
      return R;
    };
    std::optional<Lowering> Attempt;
    auto Try = [&] {
      Region R = Lower(Attempt);
      for (unsigned I = 0; I < 40 && (Exchange.Grown || HostsOwn.Grown); ++I)
        R = Lower(Attempt);
      return R;
    };
    Region R = Try();
    // A loop that launches nothing, without branches that cannot move, or if what is guessed holds, tells that it is
    // not so.
    for (bool *Less : {&Stays, &Guess})
      if (Attempt->refusals().empty() && !hasLaunch(R.Body)) {
        *Less = false;
        Exchange = host::Exchange();
        HostsOwn = host::HostOnly();
        R = Try();
      }
    // As a last way, trips for the host.
    std::vector<Diagnostic> Why = Attempt->refusals().vec(), NotForHost;
    if ((Why.empty() ? Attempt->branches().WantsHost : Attempt->branches().InBranch) &&
        Options.Output != OutputMode::Refuse) {
      Exchange = host::Exchange();
      Exchange.AnyTrip = Guess = Stays = true;
      HostsOwn = host::HostOnly();
      Region WithHost = Try();
      if (Attempt->refusals().empty() && !WithHost.ForHost.empty() && hasLaunch(WithHost.Body)) {
        WithHost.OrOriginal = Why.empty();
        R = std::move(WithHost);
        Why.clear();
      } else if (!Why.empty() && !WithHost.ForHost.empty() && !Attempt->refusals().empty()) {
        Why = Attempt->refusals().vec(); // the host could run that branch: what is in the way is behind it
      }
      NotForHost = Attempt->branches().NotForHost;
      // The host could, but there is more.
      if (!Why.empty() && !Attempt->refusals().empty()) {
        const Diagnostic &More = Attempt->refusals().front(), &First = Why.front();
        if (More.Range.File != First.Range.File || More.Range.Begin != First.Range.Begin)
          NotForHost.push_back({Diag::NoteNoHostTrips,
                                First.Range,
                                {"in line " + std::to_string(More.Range.Line) + ", " + More.message()}});
      }
    }
    if (Why.empty()) {
      evidence(R, S, F);
      host::nameSameBuffers(R, Ctx, F, S);
      R.C90 = !Ctx.getLangOpts().C99 && !Ctx.getLangOpts().CPlusPlus;
      LLVM_DEBUG(llvm::dbgs() << "  a region: " << R.Kernels.size() << " kernels, " << R.Slots.size() << " slots, "
                              << R.Vars.size() << " variables, " << R.Handles.size() << " handles, "
                              << R.Preconditions.size() << " conditions\n");
      C.R = std::move(R);
    } else {
      LLVM_DEBUG(llvm::dbgs() << "  refused: " << diagCode(Why.front().D) << ", line " << Why.front().Range.Line << ": "
                              << Why.front().message() << "\n");
      C.Refusals.push_back(Why.front());
      auto Same = llvm::find_if(NotForHost, [&](const Diagnostic &D) {
        return D.Range.Begin == Why.front().Range.Begin && D.Range.File == Why.front().Range.File;
      });
      if (Same != NotForHost.end())
        C.Refusals.push_back(*Same);
    }
  }

  static const CandidateLoop *skippedIn(llvm::ArrayRef<CandidateLoop> Loops) {
    for (const CandidateLoop &L : Loops) {
      if (L.Skip)
        return &L;
      if (const CandidateLoop *Inner = skippedIn(L.Inner))
        return Inner;
    }
    return nullptr;
  }

  /// What the region's kernel arguments were set to before it: in front of the
  /// loop, else anywhere in the file.
  void evidence(Region &R, const clang::Stmt *S, const FunctionDecl *F) {
    Lowering::ArgSets Here;
    Lowering::scanArgs(Ctx, Index, Calls, F, S, Here);
    auto Add = [&](const Lowering::ArgSets &Sets, bool Elsewhere) {
      bool Found = false;
      for (auto &[Key, Buffers] : Sets)
        for (unsigned K = 0; K < R.Kernels.size(); ++K)
          if (R.Slots[R.Kernels[K].Slot].Key == Key.first) {
            Found = true;
            R.Evidence.push_back({K, Key.second, {Buffers.begin(), Buffers.end()}});
            // Under a name of this function's own it may be the same buffer.
            std::string Mine = F->getNameAsString() + ":";
            for (const Slot &X : R.Slots)
              if (Elsewhere && X.K == Slot::Buffer && llvm::StringRef(X.Key).starts_with(Mine)) {
                auto Same = Index.copies(F, X.Key.substr(Mine.size()));
                if (llvm::any_of(Buffers, [&](const std::string &B) { return Same.count(B) != 0; }))
                  R.Evidence.back().Buffers.push_back(X.Key);
              }
          }
      return Found;
    };
    if (Add(Here, false))
      return;
    if (!Everywhere) {
      Everywhere.emplace();
      for (const FunctionDecl *Other : Functions)
        if (!Other->isDependentContext() && Index.setsArguments(Other))
          Lowering::scanArgs(Ctx, Index, Calls, Other, nullptr, *Everywhere);
    }
    Add(*Everywhere, true);
  }

  ASTContext &Ctx;
  const ProgramIndex &Index;
  const HostOptions &Options;
  HostCalls Calls;
  host::Foresight Sight;
  bool Sightless = false; ///< since it crashed
  std::vector<CandidateLoop> &Out;
  std::set<SourceLocation> InInstances;
  std::set<std::string> LaunchIn; ///< functions with launches that are regions without a loop
  unsigned Inside = 0; ///< loops that launch
  host::LoopHints Hints;
  const std::set<std::string> &OwnBarriers;
  std::optional<Lowering::ArgSets> Everywhere;

public:
  std::vector<const FunctionDecl *> Functions; ///< definitions of the main file
};

struct Definitions : AstVisitor {
  ASTContext &Ctx;
  std::vector<const FunctionDecl *> Found;
  std::vector<const FunctionDecl *> Included; ///< by the program, not the system's
  std::vector<const FunctionDecl *> Marked; ///< the program's, in headers that say they are the system's
  /// Of templates: what the program makes of each.
  std::map<const FunctionDecl *, std::vector<const FunctionDecl *>> Instances;
  explicit Definitions(ASTContext &C, const HeaderSearch *Search = nullptr) : Ctx(C), Search(Search) {}
  /// Namespaces of the system's headers, most of what a C++ file includes, have none of them.
  bool TraverseDecl(Decl *D) override {
    const SourceManager &SM = Ctx.getSourceManager();
    const bool Systems = isa_and_nonnull<NamespaceDecl>(D) && SM.isInSystemHeader(D->getLocation()) &&
                         !inEdited(SM, D->getLocation()) && !isMarked(SM.getExpansionLoc(D->getLocation()));
    return Systems || AstVisitor::TraverseDecl(D);
  }
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    const SourceManager &SM = Ctx.getSourceManager();
    SourceLocation At = SM.getExpansionLoc(F->getLocation());
    if (!F->doesThisDeclarationHaveABody())
      return true;
    if (const FunctionDecl *Template = F->getTemplateInstantiationPattern()) {
      Instances[Template->getCanonicalDecl()].push_back(F);
      return true;
    }
    if (inEdited(SM, At))
      Found.push_back(F);
    else if (At.isValid() && !SM.isInSystemHeader(At))
      Included.push_back(F);
    else if (isMarked(At))
      Marked.push_back(F);
    return true;
  }

private:
  /// Whether only #pragma GCC system_header makes it the system's: no folder of the system has it.
  bool isMarked(SourceLocation At) {
    if (!Search || At.isInvalid())
      return false;
    const SourceManager &SM = Ctx.getSourceManager();
    auto [It, New] = MarkedFiles.try_emplace(SM.getFileID(At), false);
    if (New && SM.getFileEntryRefForID(It->first))
      It->second = std::none_of(Search->system_dir_begin(), Search->system_dir_end(), [&](const DirectoryLookup &D) {
        return SM.getFilename(At).starts_with((D.getName() + "/").str());
      });
    return It->second;
  }

  const HeaderSearch *Search;
  std::map<FileID, bool> MarkedFiles;
};

} // namespace

std::vector<CandidateLoop> findCandidates(ASTUnit &Unit, const HostOptions &Options, llvm::ArrayRef<Hint> Hints,
                                          const std::set<std::string> &OwnBarriers) {
  std::vector<CandidateLoop> Out;
  ASTContext &Ctx = Unit.getASTContext();
  ProgramIndex Index(Ctx);
  Definitions D(Ctx);
  D.TraverseDecl(Ctx.getTranslationUnitDecl());
  Finder F(Ctx, Index, Options, Out, Hints, OwnBarriers);
  F.Functions = D.Found;
  for (const FunctionDecl *Fn : D.Found) {
    // A template of the main file is made into functions here only: of one that becomes
    // one function the text means what it means in that function.
    auto Made = D.Instances.find(Fn->getCanonicalDecl());
    bool Once = Fn->isDependentContext() && Made != D.Instances.end() && Made->second.size() == 1;
    llvm::ArrayRef<const FunctionDecl *> Each;
    if (!Once && Made != D.Instances.end())
      Each = Made->second;
    F.function(Once ? Made->second.front() : Fn, Each);
  }
  F.launchesOnce(Out);
  return Out;
}

IncludedLoops loopsInHeaders(ASTUnit &Unit) {
  ASTContext &Ctx = Unit.getASTContext();
  Definitions D(Ctx, &Unit.getPreprocessor().getHeaderSearchInfo());
  D.TraverseDecl(Ctx.getTranslationUnitDecl());
  IncludedLoops Out;
  if (D.Included.empty() && D.Marked.empty())
    return Out;
  ProgramIndex Index(Ctx);
  for (auto &[From, To] : {std::pair(&D.Included, &Out.Own), std::pair(&D.Marked, &Out.Marked)})
    for (const FunctionDecl *F : *From) {
      std::vector<const clang::Stmt *> Loops;
      launchingLoops(F->getBody(), Ctx, Index, Loops);
      std::set<SourceLocation> Told;
      if (auto Made = D.Instances.find(F->getCanonicalDecl()); Made != D.Instances.end())
        for (const FunctionDecl *Instance : Made->second)
          launchingLoops(Instance->getBody(), Ctx, Index, Loops);
      for (const clang::Stmt *S : Loops)
        if (Told.insert(S->getBeginLoc()).second)
          To->push_back(host::toRange(Ctx.getSourceManager(), Ctx.getLangOpts(), S->getSourceRange()));
    }
  return Out;
}

} // namespace persistify
