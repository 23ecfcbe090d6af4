//===- lib/kernel/Races.cpp ------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two accesses whose addresses grow alike with all ids meet where the rest of them
// is so many steps apart: the item that reads is the neighbour, so many ids away, of
// the one that writes. It is a race if both are known to get there, which their
// limits say, and if no barrier of the group stands between, or they may be of
// different groups. A limit with an argument in it is taken to be far enough away;
// two limits that differ in one are not compared, and nothing is known then.
//
//===----------------------------------------------------------------------===//
#include "Races.h"
#include "Touches.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::kernel {
namespace {

constexpr int64_t Near = 4; ///< work-items are neighbours up to here
constexpr int64_t Trips = 2;
constexpr int64_t LargeGroup = 1024;

struct Step {
  unsigned Atom;
  Poly By;
  bool Reader; ///< of a trip: of the loop around the read
};

/// One work-item that reads, and by Shift another one that writes.
class Pair {
public:
  Pair(const Affine &A, const Touch &W, const Touch &R, bool Barriers, unsigned &Budget)
      : A(A), W(W), R(R), Barriers(Barriers), Budget(Budget) {}

  /// Whether there is one; \p Asked: ids that the kernel asks for.
  bool meets(const std::set<unsigned> &Asked) {
    if (W.Bytes != R.Bytes || !sameWays())
      return false;
    std::set<unsigned> Items, TripsW, TripsR;
    atoms(W.At, Items, TripsW);
    atoms(R.At, Items, TripsR);
    Rest = R.At - W.At; // Σ By * Shift
    for (unsigned Item : Items) {
      std::optional<Poly> C = W.At.coefficient(Item), D = R.At.coefficient(Item);
      if (!C || !D || !(*C == *D) || A.varies(*C))
        return false;
      if (!C->zero())
        Steps.push_back({Item, *C, false});
    }
    std::vector<Step> Counts;
    for (auto [From, Reader] : {std::pair(&TripsW, false), std::pair(&TripsR, true)})
      for (unsigned T : *From) {
        std::optional<Poly> C = (Reader ? R : W).At.coefficient(T);
        if (!C || A.varies(*C))
          return false;
        Rest = Reader ? Rest - *C * Poly::atom(T) : Rest + *C * Poly::atom(T);
        if (Counts.size() < 3)
          Counts.push_back({T, Reader ? C->times(-1) : *C, Reader});
      }
    if (A.varies(Rest))
      return false;
    if (W.Own && W.At == R.At) // a race of all that come to one place, where what they leave is made of what they find
      for (unsigned Item : Asked)
        if (llvm::none_of(Items, [&](unsigned X) { return A.dimension(X) == A.dimension(Item); }))
          if (Shift = {{Item, 1}}; apart() && reached())
            return true;
    Shift.clear();
    Steps.insert(Steps.begin(), Counts.begin(), Counts.end()); // the ids come last: they are solved for
    return !Steps.empty() && Steps.size() <= 6 && solve(0, Rest);
  }

  std::map<unsigned, int64_t> Shift; ///< by item atom: the writer's id less the reader's

private:
  void atoms(const Poly &P, std::set<unsigned> &Items, std::set<unsigned> &Trip) const {
    for (const auto &[M, N] : P.Terms)
      for (unsigned X : M)
        if (A.isItem(X))
          Items.insert(X);
        else if (A.isTrip(X))
          Trip.insert(X);
  }

  /// Conditions that are the same for all items: both accesses stand under the same ones.
  bool sameWays() const {
    std::set<std::pair<std::string, bool>> Of[2];
    for (unsigned I : {0, 1})
      for (const Limit &L : (I ? R : W).Under)
        if (L.K == Limit::Same)
          Of[I].insert({L.Text, L.Is});
    for (const auto &[Text, Is] : Of[0])
      if (Of[0].count({Text, !Is}))
        return false;
    return Of[0] == Of[1];
  }

  bool solve(size_t I, const Poly &Left) {
    if (Budget == 0)
      return false;
    --Budget;
    if (I == Steps.size())
      return Left.zero() && apart() && reached();
    const Step &S = Steps[I];
    std::map<unsigned, int64_t> &To = !A.isTrip(S.Atom) ? Shift : S.Reader ? CountR : CountW;
    if (I + 1 == Steps.size()) { // Left = By * N
      if (S.By.Terms.size() != Left.Terms.size() && !Left.zero())
        return false;
      const int64_t N = Left.zero() ? 0 : Left.Terms.begin()->second / S.By.Terms.begin()->second;
      if (!(S.By.times(N) == Left) || N > Near || N < (A.isTrip(S.Atom) ? 0 : -Near))
        return false;
      To[S.Atom] = N;
      return apart() && reached();
    }
    const int64_t Most = A.isTrip(S.Atom) ? Trips : Near;
    for (int64_t N = 0; N <= Most; ++N)
      for (int64_t Sign : {1, -1}) {
        if (Sign < 0 && (N == 0 || A.isTrip(S.Atom)))
          continue;
        To[S.Atom] = N * Sign;
        if (solve(I + 1, Left - S.By.times(N * Sign)))
          return true;
      }
    return false;
  }

  /// Whether these are two items, of different groups where a barrier may stand between the accesses.
  bool apart() const {
    bool Different = false;
    for (const auto &[Atom, N] : Shift)
      Different |= N != 0 && (!Barriers || !A.mayBeOfOneGroup(Atom));
    if (!Different || !Barriers)
      return Different;
    // At the edge of a group the neighbour is of the next one.
    for (const Touch *T : {&W, &R})
      for (const Limit &L : T->Under) {
        if (L.K != Limit::Low && L.K != Limit::High)
          continue;
        const auto It = Shift.find(AtomGlobal + L.Dim);
        const int64_t Other = It == Shift.end() ? 0
                              : T == &W         ? -It->second
                                                : It->second; // the other one's id less this one's
        if (L.K == Limit::Low ? Other >= 0 : Other <= 0)
          return false;
      }
    return true;
  }

  struct Bound { ///< Items + Rest >= 0
    Poly Items, Rest;
    unsigned Of; ///< 1: the writer's, 2: the reader's
  };

  bool addBound(const Touch &T, const Limit &L, std::vector<Bound> &Out) const {
    const bool Writer = &T == &W;
    Poly P = L.Of;
    std::set<unsigned> Items, Trip;
    atoms(P, Items, Trip);
    for (unsigned X : Trip) {
      std::optional<Poly> C = P.coefficient(X);
      const auto &Count = Writer ? CountW : CountR;
      const auto It = Count.find(X);
      if (!C)
        return false;
      P = P.without(X) + C->times(It == Count.end() ? 0 : It->second);
    }
    Bound B{Poly(), P, Writer ? 1u : 2u};
    for (unsigned X : Items) {
      std::optional<Poly> C = P.coefficient(X);
      if (!C || A.varies(*C))
        return false;
      B.Items = B.Items + *C * Poly::atom(X);
      B.Rest = B.Rest.without(X);
      const auto It = Shift.find(X);
      if (Writer && It != Shift.end())
        B.Rest = B.Rest + C->times(It->second);
    }
    for (const Limit &Same : (Writer ? R : W).Under)
      if (Same.K == Limit::AtLeast && Same.Of == L.Of)
        B.Of = 3;
    Out.push_back(std::move(B));
    return true;
  }

  /// Whether the limits of both leave a place for the two.
  bool reached() const {
    if (planted("any-limits"))
      return true;
    std::vector<Bound> All;
    std::set<unsigned> Items, Unused;
    bool Edge[2] = {false, false};
    for (const Touch *T : {&W, &R})
      for (const Limit &L : T->Under) {
        Edge[T == &R] |= L.K == Limit::Low || L.K == Limit::High;
        if (L.K != Limit::AtLeast)
          continue;
        if (!addBound(*T, L, All))
          return false;
        atoms(L.Of, Items, Unused);
      }
    if (Edge[0] && Edge[1])
      return false;
    for (const auto &[Item, N] : Shift)
      Items.insert(Item);
    for (unsigned Item : Items) { // ids are not negative
      const auto It = Shift.find(Item);
      All.push_back({Poly::atom(Item), Poly(), 3});
      const Poly By = Poly::constant(It == Shift.end() ? 0 : It->second);
      All.push_back({Poly::atom(Item), By, 3});
      if (const Poly *Width = A.width(Item)) // nor beyond the row
        for (const Poly &P : {Poly(), By})
          All.push_back({Poly::atom(Item).times(-1), *Width - Poly::constant(1) - P, 3});
    }
    for (size_t I = 0; I < All.size(); ++I) {
      const Bound &B = All[I];
      const std::optional<int64_t> Alone = B.Rest.number();
      if (B.Items.zero()) {
        if (Alone && *Alone < 0)
          return false;
        continue;
      }
      // From an argument on: perhaps the launch ends there.
      bool Ends = Alone || !isLower(B);
      for (size_t K = 0; K < All.size(); ++K) {
        if (!(B.Items + All[K].Items).zero())
          continue;
        Ends |= (B.Of & All[K].Of) != 0;
        if (!room(B, All[K]))
          return false;
      }
      if (!Ends || (Alone && llvm::any_of(B.Items.Terms, [](const auto &T) { return T.first.size() > 1; })))
        return false;
    }
    return true;
  }

  static bool isLower(const Bound &B) { return B.Items.Terms.begin()->second > 0; }

  /// Whether the bound is one of a dimension in which the two are apart.
  bool ofShift(const Bound &B) const {
    return llvm::any_of(Shift, [&](const auto &S) { return S.second != 0 && B.Items.has(S.first); });
  }

  /// Between a lower and an upper limit of the same ids.
  bool room(const Bound &B, const Bound &C) const {
    if (std::optional<int64_t> N = (B.Rest + C.Rest).number()) // with barriers, for the edge of a group
      return *N >= (Barriers && ofShift(B) ? LargeGroup : 0);
    const Bound &Lower = isLower(B) ? B : C;
    return (B.Of & C.Of) != 0 || Lower.Rest.number();
  }

  const Affine &A;
  const Touch &W, &R;
  const bool Barriers;
  unsigned &Budget;
  Poly Rest;
  std::vector<Step> Steps;
  std::map<unsigned, int64_t> CountW, CountR;
};

/// `x = x | y`: whoever comes last, it is there.
bool collects(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *V =
      B && B->getOpcode() == BO_Assign ? dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts()) : nullptr;
  return V && (V->getOpcode() == BO_Or || V->getOpcode() == BO_And);
}

std::set<unsigned> askedIds(const FunctionDecl *F, const CallTree &Tree) {
  std::set<unsigned> Out;
  for (const FunctionDecl *G : Tree.below(F))
    for (const FunctionFacts::BuiltinCall &B : Tree.facts(G).Builtins) {
      const auto *C = dyn_cast<CallExpr>(B.E);
      if (!C || C->getNumArgs() != 1 || C->getDirectCallee()->getName() != "get_global_id")
        continue;
      if (std::optional<llvm::APSInt> D = C->getArg(0)->getIntegerConstantExpr(F->getASTContext());
          D && *D >= 0 && *D <= 2)
        Out.insert(AtomGlobal + unsigned(D->getZExtValue()));
    }
  return Out;
}

} // namespace

std::vector<KernelRace> findRaces(const ParsedSource &P, const FunctionDecl *F, const CallTree &Tree) {
  std::vector<KernelRace> Out;
  if (planted("no-races"))
    return Out;
  Affine A(F);
  std::vector<Touch> All = findTouches(F, A);
  const bool Barriers = Tree.has(F, isCollective);
  const std::set<unsigned> Asked = askedIds(F, Tree);
  std::set<std::pair<unsigned, unsigned>> Found;
  unsigned Budget = 400000;
  for (Touch &W : All)
    for (const Touch &R : All)
      W.Own |= W.Write && !R.Write && R.Param == W.Param && R.Store == W.Store && R.At == W.At && !collects(W.E);
  for (const Touch &W : All)
    for (const Touch &R : All) {
      if (!W.Write || R.Write || Found.count({W.Param, R.Param}))
        continue;
      Pair Of(A, W, R, Barriers, Budget);
      if (!Of.meets(Asked))
        continue;
      Found.insert({W.Param, R.Param});
      KernelRace Race;
      Race.Written = W.Param;
      Race.Read = R.Param;
      Race.WrittenAt = P.where(W.E->getExprLoc());
      Race.ReadAt = P.where(R.E->getExprLoc());
      Race.OtherGroups = Barriers;
      for (const auto &[Item, N] : Of.Shift)
        if (unsigned D = A.dimension(Item); N != 0)
          Race.Apart[D] = std::max<unsigned>(Race.Apart[D], Affine::isWhole(Item) ? unsigned(N < 0 ? -N : N) : 1);
      Out.push_back(std::move(Race));
    }
  return Out;
}

} // namespace persistify::kernel
