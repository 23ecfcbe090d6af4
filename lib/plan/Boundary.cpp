//===- Boundary.cpp - in and out between two trips ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "Internal.h"
#include "persistify/Planted.h"
#include "persistify/OwnNames.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {
namespace {

/// The loop that the region consists of, behind assignments; null if there is more.
const Stmt *onlyLoop(const Region &R) {
  const Stmt *Loop = nullptr;
  for (const Stmt &S : R.Body) {
    if (Loop || (S.K != Stmt::Loop && S.K != Stmt::Assign))
      return nullptr;
    if (S.K == Stmt::Loop)
      Loop = &S;
  }
  return Loop;
}

/// Sizes that are looked at before the loop must be what they were in front of the first trip.
bool sizesChange(const Plan &P) {
  std::set<unsigned> Read;
  for (const PlanRange &Range : P.Ranges) {
    const PlanSizes &Sizes = P.Sizes.at(Range.Of);
    for (unsigned I = 0; I < 3; ++I)
      for (const ExprP *E : {&Sizes.Offset[I], &Sizes.Global[I], &Sizes.Local[I]})
        readVars(*E, Read);
  }
  return llvm::any_of(Read, [&](unsigned V) { return P.R->Vars[V].Assigned; });
}

/// The names in a text of the host's, those in its literals not.
enum class Names {
  All,
  Values, ///< of which it takes a value: of `&x` it takes where x is
  Scope   ///< that mean something else where another declaration hides them: no members behind `.` and `->`
};
std::set<std::string> namesIn(llvm::StringRef Text, Names Which = Names::All) {
  std::set<std::string> Out;
  for (size_t I = 0; I < Text.size();) {
    if (Text[I] == '"' || Text[I] == '\'') {
      const char Quote = Text[I++];
      for (; I < Text.size() && Text[I] != Quote; ++I)
        I += Text[I] == '\\';
      ++I;
      continue;
    }
    const llvm::StringRef Name = Text.drop_front(I).take_while(inName);
    if (Name.empty()) {
      ++I;
      continue;
    }
    const llvm::StringRef Before = Text.take_front(I), Behind = Text.drop_front(I + Name.size()).ltrim();
    const llvm::StringRef Left = Before.drop_back(!Before.empty()).rtrim();
    const bool Unary = Before.ends_with("&") &&
                       (Left.empty() || Left.ends_with("*)") || llvm::StringRef("(,=<>?:").contains(Left.back()));
    const bool Where = Unary && (Behind.empty() || llvm::StringRef("),").contains(Behind[0]));
    const llvm::StringRef Ahead = Before.rtrim();
    const bool Member = Ahead.ends_with("->") || (Ahead.ends_with(".") && !Ahead.ends_with(".."));
    if (!llvm::isDigit(Name.front()) && !(Which == Names::Values && Where) && !(Which == Names::Scope && Member))
      Out.insert(Name.str());
    I += Name.size();
  }
  return Out;
}

/// The first of \p Names that the loop's header declares, too: there it is something else. Empty: none.
std::string hiddenName(const Region &R, const std::set<std::string> &Names) {
  for (const std::string &N : Names)
    if (R.HeaderNames.count(N))
      return "'" + N + "', which names something else in the loop, is ";
  return "";
}

/// Texts that hold in front of the loop are asked for again between two trips. They must mean the same there: no variable of
/// the loop's header hides a name of theirs, and none of what the region assigns is named.
std::string whyNotAnew(const Region &R) {
  std::set<std::string> Named, Assigned;
  auto Name = [&](std::set<std::string> &To, llvm::StringRef Text, Names Which = Names::All) {
    for (const std::string &N : namesIn(Text, Which))
      To.insert(N);
  };
  auto Assign = [&](const Slot &S) {
    if (!S.Init.empty() && llvm::all_of(S.Init, llvm::isDigit)) // of the generated code: it begins anew each time
      return true;
    const llvm::StringRef Text = S.Text; // an element, or what is behind a pointer: what leads there is not assigned
    const size_t Member = Text.find_last_of(".>");
    if (Text.contains('[') || Text.contains('('))
      return S.Init.empty();
    if (Member != llvm::StringRef::npos || llvm::all_of(Text, inName))
      Name(Assigned, Member == llvm::StringRef::npos ? Text : Text.drop_front(Member));
    return S.Init.empty();
  };
  bool Fixed = true;
  for (const Variable &V : R.Vars)
    if (V.Assigned && V.Slot >= 0)
      Fixed &= Assign(R.Slots[V.Slot]);
  for (const HandleVariable &H : R.Handles)
    for (uint64_t I = 0; H.Assigned && H.Slot >= 0 && I < H.Count; ++I)
      Fixed &= Assign(R.Slots[H.Slot + I]);
  if (!Fixed)
    return "an object that the loop changes is looked up in front of it";
  for (const Precondition &C : R.Preconditions)
    Name(Named, C.Text, Names::Values);
  for (const Slot &S : R.Slots)
    Name(Named, S.Init, Names::Values);
  for (const std::string &N : Named)
    if (Assigned.count(N))
      return "'" + N + "', which the loop changes, is looked at in front of it";
  for (const Precondition &C : R.Preconditions)
    Name(Named, C.Text);
  for (const Slot &S : R.Slots)
    Name(Named, S.Init), Name(Named, S.Text);
  const std::string Hidden = hiddenName(R, Named);
  return Hidden.empty() ? "" : Hidden + "looked at in front of it";
}

/// A buffer that a trip makes, and releases, is nobody's between two trips, unless something still names it there: why it is
/// kept, if it is. (That no trip uses another one's is asked of all handles.)
std::string keptBuffer(const Plan &P) {
  const Region &R = *P.R;
  std::set<unsigned> Made; // handles that may be one
  for (bool Grown = true; Grown;) {
    Grown = false;
    forEachStmt(R.Body, [&](const Stmt &S) {
      auto IsMade = [&](const Handle &H) { return H.K == Handle::Var && Made.count(H.V); };
      if (S.K == Stmt::AssignHandle && (S.E || IsMade(S.H) || IsMade(S.H2)))
        Grown |= Made.insert(S.Var).second;
    });
  }
  for (unsigned V : Made)
    if (R.Handles[V].Slot >= 0)
      return "'" + R.Handles[V].Name + "', which keeps a buffer that trips make";
  std::string Why;
  forEachStmt(R.Body, [&](const Stmt &S) {
    if (S.K != Stmt::SetArg || S.Arg.K != ArgValue::HandleValue || S.Arg.H.K != Handle::Var || !Made.count(S.Arg.H.V))
      return;
    if (const int A = P.argOf(S.KernelSlot, S.ArgIndex); A >= 0 && P.Args[A].Recorded)
      Why = "an argument of '" + P.Kernels[S.KernelSlot]->Name + "', which keeps a buffer that trips make";
  });
  return Why;
}

/// Whether the host has something to do when trips have run: it does so at the begin of the body.
bool performsInBody(const Region &R) { return !R.Deferred.empty() || !R.Commit.empty() || !R.CommitTexts.empty(); }

std::string whyNot(const Plan &P, PlanBoundary &B) {
  const Region &R = *P.R;
  const Stmt *Loop = onlyLoop(R);
  if (!Loop)
    return "more than assignments stands in front of its first trip, or behind its last";
  if (!R.testEditable())
    return "it has no condition that can be edited";
  if (!R.Pending.empty())
    return R.Pending;
  if (!R.Commit.empty() && !R.CommitsAgain)
    return "the host performs something behind the loop";
  if (R.TimesTrips && R.LaterClocks)
    return "it takes the time of each trip";
  if (performsInBody(R)) {
    if (R.BodyBegin == R.BodyEnd)
      return "it has no body that can be edited";
    if (R.TestActs && !Loop->TestLast) // it would be evaluated again there
      return "its condition does something";
    if (R.HandsOn)
      return "a variable of its header is one that only the host has";
    // What stands in front of the region stands in front of each question, too; so does what it performs.
    std::set<std::string> Before, Performed;
    for (const DeferredStmt &D : R.Deferred) {
      Before.merge(namesIn(D.Before));
      Performed.merge(namesIn(D.Text, Names::Scope));
    }
    for (const std::string *Text : {&R.Commit, &R.CommitTexts})
      Performed.merge(namesIn(*Text, Names::Scope));
    if (planted("no-clock-between") && !Before.empty())
      return "it looks at clocks in front of it";
    if (const std::string Hidden = hiddenName(R, Before); !Hidden.empty())
      return Hidden + "looked at in front of it";
    if (const std::string Hidden = hiddenName(R, Performed); !Hidden.empty() && !planted("hidden-in-body"))
      return Hidden + "what the host sets or looks at when trips have run";
    B.InBody = true;
  }
  if (!R.Spares.empty())
    return "what a pointer leads to, which may be null, is looked at in front of the loop";
  const std::set<unsigned> Older = usedBeforeMade({*Loop});
  for (unsigned K = 0; K < R.Kernels.size(); ++K)
    if (const Slot &S = R.Slots[R.Kernels[K].Slot]; S.Made && (Older.count(K) || planted("made-by-others")))
      return "a kernel of '" + S.name() + "' that another trip has made";
  B.Anew = R.Anew || !R.Preconditions.empty() || llvm::any_of(R.Slots, [](const Slot &S) { return !S.Init.empty(); });
  if (B.Anew)
    if (std::string Why = whyNotAnew(R); !Why.empty())
      return Why;
  if (std::string Why = keptBuffer(P); !Why.empty())
    return Why;
  for (unsigned H = 0; H < R.Handles.size(); ++H)
    if (R.Handles[H].Slot < 0 && P.HandleIn[H])
      return "'" + R.Handles[H].Name + "', a buffer that trips hand on";
  if (sizesChange(P))
    return "sizes that the loop changes";
  for (unsigned V : readBeforeSet(R, {*Loop})) {
    if (R.Vars[V].Slot >= 0 || R.Vars[V].Looked || R.Vars[V].OfTrip)
      continue;
    if (R.Vars[V].IsArray || R.Vars[V].Here.empty())
      return "'" + R.Vars[V].Name + "', which its condition cannot name";
    B.Carried.push_back(V);
  }
  B.Loop = Loop;
  return "";
}

ExprP make(Expr::Op O, ScalarType T, std::vector<ExprP> Args, uint64_t Bits = 0) {
  auto E = std::make_shared<Expr>();
  E->O = O;
  E->T = T;
  E->Bits = Bits;
  E->Args = std::move(Args);
  return E;
}

ExprP both(Expr::Op O, const ExprP &A, const ExprP &B) { return make(O, {ScalarType::Signed, 32}, {A, B}); }

/// Whether the host runs the trip that is about to begin, by what variables hold then. A trip that is not told so is
/// no harm: it comes to its Bail.
class HostCondition {
public:
  explicit HostCondition(const Region &R) : R(R) {}
  /// Null if a place of \p L cannot be told, or there is none.
  ExprP find(const Stmt &Loop) {
    if (!Loop.TestLast)
      list(Loop.Before);
    ExprP When = list(Loop.Body);
    return Told ? When : nullptr;
  }

private:
  /// When the statements come to a trip's Bail; null: never. Behind them, Now is what they leave.
  ExprP list(const StmtList &L) {
    ExprP When;
    for (const Stmt &S : L)
      if (ExprP Here = statement(S))
        When = When ? both(Expr::LogOr, When, Here) : Here;
    return When;
  }

  ExprP statement(const Stmt &S) {
    if (S.K == Stmt::Bail && S.ForHost)
      return S.E ? known(now(S.E)) : make(Expr::Const, {ScalarType::Signed, 32}, {}, 1);
    if (S.K == Stmt::If) {
      const ExprP C = now(S.E);
      const auto Before = Now;
      ExprP Then = list(S.Body);
      const auto Behind = std::exchange(Now, Before);
      ExprP Else = list(S.Else);
      join(C, Behind);
      if (Then || Else)
        known(C);
      if (!Told)
        return nullptr;
      if (Then)
        Then = Then->O == Expr::Const ? C : both(Expr::LogAnd, C, Then);
      const ExprP Not = Else ? make(Expr::LogNot, {ScalarType::Signed, 32}, {C}) : nullptr;
      if (Else)
        Else = Else->O == Expr::Const ? Not : both(Expr::LogAnd, Not, Else);
      return Then && Else ? both(Expr::LogOr, Then, Else) : Then ? Then : Else;
    }
    if (S.K == Stmt::Block)
      return list(S.Body);
    const ExprP Value = S.K == Stmt::Assign && !S.Index ? now(S.E) : nullptr;
    forEachStmt({S}, [&](const Stmt &Inner) {
      Told &= !(Inner.K == Stmt::Bail && Inner.ForHost); // in a loop
      if (Inner.setsVar())
        Now[Inner.Var] = nullptr;
    });
    if (Value)
      Now[S.Var] = Value;
    return nullptr;
  }

  /// Now becomes what holds behind a branch: \p Then if \p C, else what is Now.
  void join(const ExprP &C, const std::map<unsigned, ExprP> &Then) {
    std::set<unsigned> Set;
    for (auto *Way : {&Then, &std::as_const(Now)})
      for (auto &[V, E] : *Way)
        Set.insert(V);
    for (unsigned V : Set) {
      auto On = [&](const std::map<unsigned, ExprP> &Way) {
        auto It = Way.find(V);
        if (It != Way.end())
          return It->second;
        auto Same = std::make_shared<Expr>();
        Same->O = Expr::Var;
        Same->T = R.Vars[V].T;
        Same->V = V;
        return ExprP(Same);
      };
      const ExprP A = On(Then), B = On(Now);
      Now[V] = A == B ? A : A && B && C ? make(Expr::Cond, A->T, {truth(C), A, B}) : nullptr;
    }
  }

  /// As a condition of ?:, which is an integer in OpenCL C.
  static ExprP truth(const ExprP &C) {
    if (C->T.isInteger())
      return C;
    return make(Expr::LogNot, {ScalarType::Signed, 32}, {make(Expr::LogNot, {ScalarType::Signed, 32}, {C})});
  }

  ExprP known(const ExprP &E) {
    Told &= E != nullptr;
    return E;
  }

  /// \p E by what variables held in the beginning; null if it is not known. Division by what may be 0 or -1 is not.
  ExprP now(const ExprP &E) {
    if (E->O == Expr::Var && E->Args.empty()) {
      auto It = Now.find(E->V);
      return It == Now.end() ? E : It->second;
    }
    if (E->O == Expr::Var || E->O == Expr::Math)
      return nullptr;
    auto Copy = std::make_shared<Expr>(*E);
    for (ExprP &A : Copy->Args)
      if (!(A = now(A)))
        return nullptr;
    const bool Divides = (E->O == Expr::Div || E->O == Expr::Rem) && E->T.isInteger();
    if (!Divides || Copy->Args[1]->O == Expr::Const)
      return Copy;
    if (E->O == Expr::Div)
      return nullptr;
    // Nothing is left by 1 and -1, and the trip does not come there with 0.
    const ExprP By = Copy->Args[1], Zero = make(Expr::Const, By->T, {}), One = make(Expr::Const, By->T, {}, 1);
    ExprP Safe = both(Expr::GT, By, One);
    if (By->T.K == ScalarType::Signed)
      Safe = both(Expr::LogOr, Safe, both(Expr::LT, By, make(Expr::Neg, By->T, {One})));
    return make(Expr::Cond, E->T, {Safe, Copy, Zero});
  }

  const Region &R;
  std::map<unsigned, ExprP> Now; ///< of variables that were set: their values; null: not known
  bool Told = true;
};

} // namespace

bool findBoundary(Plan &P, DiagnosticSink &Diags) {
  P.Boundary.Why = whyNot(P, P.Boundary);
  if (!P.Boundary.Loop)
    P.Boundary.Carried.clear(), P.Boundary.Anew = false;
  if (P.R->ForHost.empty())
    return true;
  if (P.Boundary.Loop && P.Boundary.InBody && P.R->Directives)
    P.Boundary = PlanBoundary(),
    P.Boundary.Why = "lines of the preprocessor stand in a loop that the host performs something of";
  const bool Current = planted("header-reads") || llvm::all_of(P.R->HostReads, [&](const std::string &Name) {
                         return llvm::any_of(P.Boundary.Carried, [&](unsigned V) { return P.R->Vars[V].Here == Name; });
                       });
  if (P.Boundary.Loop && Current)
    P.Boundary.ForHost = HostCondition(*P.R).find(*P.Boundary.Loop);
  if (P.Boundary.ForHost) {
    for (const Diagnostic &Why : P.R->ForHost)
      P.Remarks.push_back({Diag::NoteHostTrips, Why.Range, {Why.message()}});
    return true;
  }
  if (P.R->OrOriginal)
    return true;
  Diags.report(P.R->ForHost.front());
  Diags.report({Diag::NoteNoHostTrips,
                P.R->ForHost.front().Range,
                {!P.Boundary.Loop ? P.Boundary.Why
                 : Current        ? "whether a trip comes here cannot be told in front of it"
                                  : "they read variables of the loop's header that no entry hands on"}});
  return false;
}

} // namespace persistify::plan
