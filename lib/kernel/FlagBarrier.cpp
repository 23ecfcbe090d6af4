//===- lib/kernel/FlagBarrier.cpp - barriers with a flag for each group ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only ids decide which flags an item sets, looks at and resets, and whether. So
// each time the barrier is met the same is done to the same flags, and it is enough
// to show that there is an order in which all can come to its end: all groups take
// the same step of it before one takes the next,
//
//   an array with goals    each store is of the goal; then the waits for it
//   an array of two values set; wait for that; reset; wait for that
//
// where the steps of several arrays have a common order. A wait that does not hold
// then never does, since no group that has come past it does more for it than before.
// What is left in memory is the goal, or the reset value: copies leave the sets out
// with the waits. For that whoever sets a flag must wait for its reset, or all groups'
// flags are reset.
//
//===----------------------------------------------------------------------===//
#include "BarrierForm.h"
#include "OwnBarrier.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace clang;

namespace persistify::kernel {
namespace {

class FlagBarrier : public BarrierForm {
public:
  explicit FlagBarrier(const BarrierText &Text) : BarrierForm(Text) {}

  bool match() {
    for (const Stmt *S : Text.Body)
      declared(S);
    if (Groups.unknown() || !llvm::all_of(Text.Body, [&](const Stmt *S) { return part(S); }))
      return false;
    llvm::MapVector<const ParmVarDecl *, std::vector<unsigned>> Arrays;
    for (unsigned I = 0; I < Ops.size(); ++I)
      Arrays[Ops[I].On.Base].push_back(I);
    for (const auto &[Base, Of] : Arrays) {
      if (!steps(Of))
        return false;
      Shape.Bases.insert(Base);
      // Flags with other values in the same place would be taken for these.
      Shape.Separate |= !sameValues(Of, Arrays.begin()->second);
    }
    // Neighbours that wait for each other are no barrier of all groups.
    bool WatchesAll = llvm::any_of(Ops, [](const Op &O) { return O.IsWait && O.On.Index && !O.OfGroup; });
    if (!WatchesAll || !hasOrder() || !resetsAll())
      return false;
    for (const Stmt *S : Text.Body)
      leaveOut(S);
    Shape.Way = way();
    return true;
  }

private:
  /// A value that flags are set to or compared with.
  struct Value {
    const Expr *E = nullptr;
    std::optional<int64_t> Known;
  };
  enum Step { Set, WaitForSet, Reset, WaitForReset };
  struct Guard {
    const Expr *Cond;
    bool When;
    bool OfItem; ///< it tells items of a group apart
  };
  /// A store to a flag, or a loop that waits while (flag Compare Value).
  struct Op {
    const Stmt *S;
    Cell On;
    Value V;
    bool IsWait;
    BinaryOperatorKind Compare;
    std::vector<Guard> Under;
    std::set<unsigned> Before; ///< what an item may have done then
    bool OfItem, OfGroup;      ///< which flag it is depends on the item in its group, on the group
    const ForStmt *Loop;       ///< the innermost around it
    Step At = Set;
  };

  // ---- statements ----

  void declared(const Stmt *S) {
    walk(S, [&](const Stmt *X) {
      if (const auto *D = dyn_cast<DeclStmt>(X))
        for (const Decl *One : D->decls())
          Own.insert(dyn_cast<VarDecl>(One));
      return true;
    });
  }

  bool part(const Stmt *S) {
    if (!S || isFence(S))
      return true;
    if (isBarrier(S))
      return !Loop;
    if (const auto *B = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(B->body(), [&](const Stmt *X) { return part(X); });
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::all_of(D->decls(), [&](const Decl *One) {
        const auto *V = dyn_cast<VarDecl>(One);
        return isPrivate(V) && V->getType()->isIntegerType() && (!V->getInit() || isPlain(V->getInit()));
      });
    if (const auto *I = dyn_cast<IfStmt>(S))
      return branches(I);
    if (const Expr *Cond = waitCondition(S))
      return wait(S, Cond);
    if (const auto *L = dyn_cast<ForStmt>(S))
      return loop(L);
    const auto *E = dyn_cast<Expr>(S);
    return E && (assigns(E) || store(E));
  }

  bool branches(const IfStmt *I) {
    AsksItem = false;
    if (!byIds(I->getCond(), F))
      return false;
    std::set<unsigned> Start = Done;
    Under.push_back({I->getCond(), true, AsksItem});
    bool Ok = part(I->getThen());
    std::swap(Start, Done);
    Under.back().When = false;
    Ok = Ok && part(I->getElse());
    Under.pop_back();
    Done.insert(Start.begin(), Start.end());
    return Ok;
  }

  bool loop(const ForStmt *L) {
    const auto *Init = dyn_cast_or_null<Expr>(L->getInit());
    const auto *B = Init ? dyn_cast<BinaryOperator>(Init) : nullptr;
    const VarDecl *Reused = B && B->getOpcode() == BO_Assign ? variableOf(B->getLHS()) : nullptr;
    bool Ours = Reused && Own.insert(Reused).second; // in here its values are these
    size_t First = Ops.size();
    const ForStmt *Outer = std::exchange(Loop, L);
    bool Ok = L->getInit() && part(L->getInit()) && L->getCond() && byIds(L->getCond(), F) && L->getInc() &&
              assigns(L->getInc()) && part(L->getBody());
    Loop = Outer;
    for (size_t I = First; I < Ops.size(); ++I)
      for (size_t J = First; J < Ops.size(); ++J)
        Ops[I].Before.insert(J);
    if (Ours)
      Own.erase(Reused);
    return Ok;
  }

  /// An assignment of a private variable.
  bool assigns(const Expr *E) const {
    E = E->IgnoreParenCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
      return isNumber(variableOf(B->getLHS())) && isPlain(B->getRHS());
    const auto *U = dyn_cast<UnaryOperator>(E);
    return U && U->isIncrementDecrementOp() && isNumber(variableOf(U->getSubExpr()));
  }
  static bool isNumber(const VarDecl *V) { return isPrivate(V) && V->getType()->isIntegerType(); }

  bool store(const Expr *E) {
    const Expr *To = nullptr;
    Cell C = stores(E, To);
    return C && To && add(E, C, To, /*IsWait=*/false, BO_EQ);
  }
  bool wait(const Stmt *S, const Expr *Cond) {
    if (Cell C = reads(Cond))
      return add(S, C, nullptr, /*IsWait=*/true, BO_NE);
    Cond = Cond->IgnoreParenImpCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(Cond); U && U->getOpcode() == UO_LNot)
      return add(S, reads(U->getSubExpr()), nullptr, /*IsWait=*/true, BO_EQ);
    const auto *B = dyn_cast<BinaryOperator>(Cond);
    if (!B || !B->isComparisonOp())
      return false;
    if (Cell C = reads(B->getLHS()))
      return add(S, C, B->getRHS(), /*IsWait=*/true, B->getOpcode());
    return add(S, reads(B->getRHS()), B->getLHS(), /*IsWait=*/true,
               BinaryOperator::reverseComparisonOp(B->getOpcode()));
  }
  /// \p To: null is zero.
  bool add(const Stmt *S, const Cell &C, const Expr *To, bool IsWait, BinaryOperatorKind Compare) {
    AsksItem = AsksGroup = false;
    if (!C || (C.Index && !byIds(C.Index, F)))
      return false;
    const bool OfItem = AsksItem, OfGroup = AsksGroup;
    if (F != Text.Kernel) {
      if (!staysPut(Text.Call->getArg(C.Base->getFunctionScopeIndex())))
        return false;
      Shape.Fixed.insert(C.Base);
    }
    Value V;
    Expr::EvalResult R;
    if (!To)
      V.Known = 0;
    else if (To->EvaluateAsInt(R, F->getASTContext()))
      V.Known = R.Val.getInt().extOrTrunc(32).getExtValue();
    else if (isGoal(To))
      V.E = To->IgnoreParenCasts();
    else
      return false;
    unsigned N = Ops.size();
    Ops.push_back({S, C, V, IsWait, Compare, Under, Done, OfItem, OfGroup, Loop});
    Done.insert(N);
    return true;
  }

  // ---- expressions ----

  /// Nothing of memory.
  static bool isPlain(const Expr *E) {
    return onlyLooks(E) && !anyOf(E, [](const Stmt *S) {
             const auto *K = dyn_cast<CastExpr>(S);
             const auto *R = K && K->getCastKind() == CK_LValueToRValue
                                 ? dyn_cast<DeclRefExpr>(K->getSubExpr()->IgnoreParens())
                                 : nullptr;
             return K && K->getCastKind() == CK_LValueToRValue && !(R && isPrivate(dyn_cast<VarDecl>(R->getDecl())));
           });
  }
  static void forEachVariable(const Expr *E, llvm::function_ref<void(const VarDecl *)> Do) {
    walk(E, [&](const Stmt *S) {
      if (const auto *R = dyn_cast<DeclRefExpr>(S))
        if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
          Do(V);
      return true;
    });
  }

  /// Whether \p E, in \p In, is made of ids, sizes and arguments of the kernel alone.
  bool byIds(const Expr *E, const FunctionDecl *In) {
    bool Ok = isPlain(E);
    forEachVariable(E, [&](const VarDecl *V) { Ok = Ok && byIds(V, In); });
    walk(E, [&](const Stmt *S) {
      const auto *X = dyn_cast<Expr>(S);
      AsksItem |= X && asksWhichItem(X);
      AsksGroup |= X && asksWhichGroup(X);
      return true;
    });
    return Ok;
  }
  static bool asksWhichItem(const Expr *E) {
    Builtin B = builtinOf(E);
    return B == Builtin::IdLocal || B == Builtin::IdGlobal;
  }
  /// Whether a pointer of the kernel's is the same each time.
  bool staysPut(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf) {
      const auto *A = dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParens());
      return A && staysPut(A->getBase()) && byIds(A->getIdx(), Text.Kernel);
    }
    return byIds(E, Text.Kernel);
  }
  bool byIds(const VarDecl *V, const FunctionDecl *In) {
    if (const auto *P = dyn_cast<ParmVarDecl>(V)) {
      if (isChanged(In, P))
        return false;
      if (In == Text.Kernel)
        return true;
      Shape.Fixed.insert(P);
      return byIds(Text.Call->getArg(P->getFunctionScopeIndex()), Text.Kernel);
    }
    if (!isNumber(V))
      return false;
    if (!Visiting.insert(V).second)
      return true;
    // Where the text gives it all its values, each of these; else the only one.
    bool InText = In == F && Own.count(V), Ok = true;
    unsigned Values = 0;
    auto Is = [&](const Expr *X) {
      ++Values;
      Ok = Ok && byIds(X, In);
    };
    auto Given = [&](const Stmt *S) {
      if (const auto *D = dyn_cast<DeclStmt>(S)) {
        for (const Decl *One : D->decls())
          if (One == V && V->getInit())
            Is(V->getInit());
      } else if (const auto *B = dyn_cast<BinaryOperator>(S);
                 B && B->isAssignmentOp() && variableOf(B->getLHS()) == V) {
        Is(B->getRHS());
        Ok = Ok && (InText || B->getOpcode() == BO_Assign);
      } else if (const auto *U = dyn_cast<UnaryOperator>(S);
                 U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) &&
                 variableOf(U->getSubExpr()) == V) {
        Ok = Ok && InText && U->getOpcode() != UO_AddrOf;
      }
      return true;
    };
    if (InText)
      for (const Stmt *S : Text.Body)
        walk(S, Given);
    else
      walk(In->getBody(), Given);
    Visiting.erase(V);
    return Ok && (InText || Values == 1);
  }

  /// Whether \p E is the same wherever the text computes it. (That all items have
  /// the same is looked at when all barriers are known.)
  bool isGoal(const Expr *E) {
    bool Ok = isPlain(E) && !Groups.differs(E) && !anyOf(E, [&](const Stmt *S) {
                const auto *X = dyn_cast<Expr>(S);
                return X && asksWhichItem(X);
              });
    forEachVariable(E, [&](const VarDecl *V) {
      if (!Ok || Visiting.count(V))
        return;
      if (F != Text.Kernel && !isa<ParmVarDecl>(V)) { // a name for something
        const DeclRefExpr *R = nullptr;
        walk(E, [&](const Stmt *S) {
          if (const auto *X = dyn_cast<DeclRefExpr>(S); X && X->getDecl() == V)
            R = X;
          return true;
        });
        const Expr *Is = settled(F, R);
        Visiting.insert(V);
        Ok = Is != R && isGoal(Is);
        Visiting.erase(V);
      } else {
        Ok = isNumber(V) && llvm::none_of(Text.Body, [&](const Stmt *S) { return gives(S, V); });
        Shape.Goals.insert(V);
      }
    });
    return Ok;
  }
  static bool gives(const Stmt *Where, const VarDecl *V) {
    return anyOf(Where, [&](const Stmt *S) {
      if (const auto *D = dyn_cast<DeclStmt>(S))
        return llvm::is_contained(D->decls(), V);
      const auto *B = dyn_cast<BinaryOperator>(S);
      const auto *U = dyn_cast<UnaryOperator>(S);
      return (B && B->isAssignmentOp() && variableOf(B->getLHS()) == V) ||
             (U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) && variableOf(U->getSubExpr()) == V);
    });
  }

  bool equal(const Expr *A, const Expr *B) const { return isSameCalculation(A, B, F->getASTContext()); }
  bool equal(const Value &A, const Value &B) const {
    return A.E && B.E ? equal(A.E, B.E) : !A.E && !B.E && A.Known == B.Known;
  }

  // ---- steps ----

  /// Whether \p O still waits when its flag holds \p Now.
  std::optional<bool> waits(const Op &O, const Value &Now) const {
    if (equal(O.V, Now))
      return O.Compare == BO_EQ || O.Compare == BO_LE || O.Compare == BO_GE;
    if (!O.V.Known || !Now.Known)
      return std::nullopt;
    int64_t L = *Now.Known, R = *O.V.Known;
    switch (O.Compare) {
    case BO_EQ: return L == R;
    case BO_NE: return L != R;
    default: // signed or not
      if (L < 0 || R < 0)
        return std::nullopt;
      return O.Compare == BO_LT ? L < R : O.Compare == BO_LE ? L <= R : O.Compare == BO_GT ? L > R : L >= R;
    }
  }

  std::vector<Value> valuesOf(const std::vector<unsigned> &Of) const {
    std::vector<Value> Out;
    for (unsigned I : Of)
      if (!Ops[I].IsWait && llvm::none_of(Out, [&](const Value &V) { return equal(V, Ops[I].V); }))
        Out.push_back(Ops[I].V);
    return Out;
  }
  bool sameValues(const std::vector<unsigned> &A, const std::vector<unsigned> &B) const {
    std::vector<Value> X = valuesOf(A), Y = valuesOf(B);
    return X.size() == 1 && Y.size() == 1 && equal(X[0], Y[0]);
  }

  /// Which step each operation on one array is.
  bool steps(const std::vector<unsigned> &Of) {
    std::vector<Value> Values = valuesOf(Of);
    if (Values.size() == 1) {
      for (unsigned I : Of)
        if (Op &O = Ops[I]; O.IsWait) {
          if (waits(O, Values[0]).value_or(true))
            return false;
          O.At = WaitForSet;
        }
      return true;
    }
    if (Values.size() != 2 || !Values[0].Known || !Values[1].Known)
      return false;
    // What is reset to is what they wait for at last.
    for (unsigned I : Of)
      if (Ops[I].IsWait && I == Of.back() && waits(Ops[I], Values[1]).value_or(true))
        std::swap(Values[0], Values[1]);
    for (unsigned I : Of) {
      Op &O = Ops[I];
      if (!O.IsWait) {
        O.At = equal(O.V, Values[0]) ? Set : Reset;
        continue;
      }
      std::optional<bool> AtSet = waits(O, Values[0]), AtReset = waits(O, Values[1]);
      if (!AtSet || !AtReset || *AtSet == *AtReset)
        return false;
      O.At = *AtSet ? WaitForReset : WaitForSet;
    }
    TwoValues.insert(Ops[Of[0]].On.Base);
    return true;
  }

  /// Whether all groups can take the steps together: they follow each other as in
  /// the text, and in each array as in the list of steps.
  bool hasOrder() const {
    using Node = std::pair<const ParmVarDecl *, int>;
    std::map<Node, std::set<Node>> After;
    for (const Op &O : Ops) {
      Node N{O.On.Base, O.At};
      for (int S = Set; S < O.At; ++S)
        After[{O.On.Base, S}].insert(N);
      After[N];
      for (unsigned B : O.Before)
        if (Node M{Ops[B].On.Base, Ops[B].At}; M != N)
          After[M].insert(N);
    }
    std::set<Node> Taken;
    for (bool More = true; More;) {
      More = false;
      for (const auto &[N, Next] : After) {
        if (Taken.count(N))
          continue;
        bool First = llvm::none_of(
            After, [&, &N = N](const auto &Other) { return !Taken.count(Other.first) && Other.second.count(N); });
        if (First)
          More = Taken.insert(N).second;
      }
    }
    return Taken.size() == After.size();
  }

  /// Whether flags of two values that are set are reset.
  bool resetsAll() {
    return llvm::all_of(Ops, [&](const Op &O) {
      return O.At != Set || !TwoValues.count(O.On.Base) || llvm::any_of(Ops, [&](const Op &R) {
               if (R.On.Base != O.On.Base || R.On.At != O.On.At)
                 return false;
               return (R.At == WaitForReset && isSameOfGroup(R.On, O.On) && !R.OfItem && alwaysThere(R, O)) ||
                      (R.At == Reset && (isOwn(O) || (O.Loop && below(*O.Loop, O.On.Index))) &&
                       (byEach(R) || forEach(R)));
             });
    });
  }
  // Flags with the numbers of groups:
  bool isGroupId(const Expr *E) { return isQuery(origin(E), "get_group_id", F); }
  bool isOwn(const Op &O) { return O.On.Index && isGroupId(O.On.Index); }
  /// Each group does it to its own.
  bool byEach(const Op &O) {
    return isOwn(O) && llvm::all_of(O.Under, [&](const Guard &G) { return G.When && isFirstItem(G.Cond); });
  }
  /// Group 0 does it to all, its items by turns.
  bool forEach(const Op &O) {
    const VarDecl *V = O.Loop ? below(*O.Loop, O.On.Index) : nullptr;
    const auto *Inc = V ? dyn_cast<BinaryOperator>(O.Loop->getInc()->IgnoreParenCasts()) : nullptr;
    return Inc && Inc->getOpcode() == BO_AddAssign && isQuery(origin(Inc->getRHS()), "get_local_size", F) &&
           isLocalId(origin(start(*O.Loop, V)), F) && llvm::all_of(O.Under, [&](const Guard &G) {
             const auto *B = dyn_cast<BinaryOperator>(settled(F, G.Cond));
             return G.When && B && B->getOpcode() == BO_EQ && isGroupId(B->getLHS()) && isConstant(F, B->getRHS(), 0);
           });
  }
  /// The variable \p Index if \p L leaves it from a local id, or zero, below the number of groups.
  const VarDecl *below(const ForStmt &L, const Expr *Index) {
    const VarDecl *V = Index ? variableOf(Index) : nullptr;
    const auto *B = dyn_cast<BinaryOperator>(L.getCond()->IgnoreParenImpCasts());
    const Expr *Start = V ? start(L, V) : nullptr;
    bool Is = Start && B && B->getOpcode() == BO_LT && variableOf(B->getLHS()) == V &&
              (isNumGroups(F, B->getRHS()) || isQuery(origin(B->getRHS()), "get_num_groups", F)) &&
              (isLocalId(origin(Start), F) || isConstant(F, Start, 0)) && !gives(L.getBody(), V);
    return Is ? V : nullptr;
  }
  static const Expr *start(const ForStmt &L, const VarDecl *V) {
    if (const auto *D = dyn_cast<DeclStmt>(L.getInit()))
      return D->isSingleDecl() && D->getSingleDecl() == V ? V->getInit() : nullptr;
    const auto *B = dyn_cast<BinaryOperator>(L.getInit());
    return B && B->getOpcode() == BO_Assign && variableOf(B->getLHS()) == V ? B->getRHS() : nullptr;
  }
  bool isSameOfGroup(const Cell &A, const Cell &B) {
    if (A.Base != B.Base || A.At != B.At || !A.Index || !B.Index)
      return false;
    return equal(origin(A.Index), origin(B.Index)) && isSettled(A.Index) && isSettled(B.Index);
  }
  /// Whether some item of each group that does \p O waits at \p W: the same, or the first.
  bool alwaysThere(const Op &W, const Op &O) {
    bool Same = true, First = true;
    for (const Guard &G : W.Under) {
      bool Shared = isSettled(G.Cond) &&
                    llvm::any_of(O.Under, [&](const Guard &Of) { return G.When == Of.When && equal(G.Cond, Of.Cond); });
      Same &= Shared;
      First &= (G.When && isFirstItem(G.Cond)) || (Shared && !G.OfItem);
    }
    return Same || First;
  }
  /// Whether the variables of \p E have one value each.
  bool isSettled(const Expr *E) const {
    bool Ok = true;
    walk(E, [&](const Stmt *S) {
      const auto *R = dyn_cast<DeclRefExpr>(S);
      const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      Ok = Ok && (!V || isa<ParmVarDecl>(V) || settled(F, R) != R);
      return true;
    });
    return Ok;
  }

  std::string way() {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    auto Print = [&](const Expr *E) { origin(E)->printPretty(OS, nullptr, F->getASTContext().getPrintingPolicy()); };
    for (const Op &O : Ops) {
      OS << O.At << " " << O.On.Base->getName() << " " << O.On.At << " ";
      if (O.On.Index)
        Print(O.On.Index);
      for (const Guard &G : O.Under) {
        OS << (G.When ? " if " : " else ");
        Print(G.Cond);
      }
      OS << ";";
    }
    return Out;
  }

  // ---- what copies leave out ----

  bool isLeftOut(const Stmt *S) const {
    return llvm::any_of(
        Ops, [&](const Op &O) { return O.S == S && (O.IsWait || (O.At == Set && TwoValues.count(O.On.Base))); });
  }
  /// Whether nothing of \p S is left.
  bool isEmpty(const Stmt *S) const {
    if (!S || isFence(S) || isLeftOut(S))
      return true;
    if (const auto *B = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(B->body(), [&](const Stmt *X) { return isEmpty(X); });
    if (const auto *I = dyn_cast<IfStmt>(S))
      return isEmpty(I->getThen()) && isEmpty(I->getElse());
    const auto *L = dyn_cast<ForStmt>(S);
    return L && isa<DeclStmt>(L->getInit()) && isEmpty(L->getBody());
  }
  void leaveOut(const Stmt *S) {
    if (!S || isFence(S))
      return;
    if (!isa<CompoundStmt>(S) && isEmpty(S))
      Shape.Waits.insert(S);
    if (!isLeftOut(S))
      for (const Stmt *Child : S->children())
        leaveOut(Child);
  }

  std::set<const VarDecl *> Own; ///< variables that get their values in the text
  std::set<const VarDecl *> Visiting;
  std::vector<Op> Ops;
  std::set<unsigned> Done;
  std::vector<Guard> Under;
  std::set<const ParmVarDecl *> TwoValues;
  const ForStmt *Loop = nullptr;
  bool AsksItem = false, AsksGroup = false; ///< what byIds() came by
};

} // namespace

std::optional<BarrierShape> matchFlags(const BarrierText &Text) {
  FlagBarrier B(Text);
  return B.match() ? std::optional(std::move(B.Shape)) : std::nullopt;
}

} // namespace persistify::kernel
