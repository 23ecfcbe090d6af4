//===- Operators.cpp - arithmetic, assignments, && and ?: -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "effects/HostEffects.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

static std::optional<Expr::Op> operatorOf(BinaryOperatorKind K) {
  switch (K) {
  case BO_Add:
  case BO_AddAssign: return Expr::Add;
  case BO_Sub:
  case BO_SubAssign: return Expr::Sub;
  case BO_Mul:
  case BO_MulAssign: return Expr::Mul;
  case BO_Div:
  case BO_DivAssign: return Expr::Div;
  case BO_Rem:
  case BO_RemAssign: return Expr::Rem;
  case BO_Shl:
  case BO_ShlAssign: return Expr::Shl;
  case BO_Shr:
  case BO_ShrAssign: return Expr::Shr;
  case BO_And:
  case BO_AndAssign: return Expr::BitAnd;
  case BO_Or:
  case BO_OrAssign: return Expr::BitOr;
  case BO_Xor:
  case BO_XorAssign: return Expr::BitXor;
  case BO_LT: return Expr::LT;
  case BO_GT: return Expr::GT;
  case BO_LE: return Expr::LE;
  case BO_GE: return Expr::GE;
  case BO_EQ: return Expr::EQ;
  case BO_NE: return Expr::NE;
  default: return std::nullopt;
  }
}

ExprP Expressions::arithmetic(BinaryOperatorKind Op, ExprP A, ExprP B, clang::SourceRange Rg) {
  auto O = operatorOf(Op);
  if (!O) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"this operator"});
    return A;
  }
  if ((*O == Expr::Div || *O == Expr::Rem) && A->T.isInteger()) {
    auto C = constantValue(B);
    if (!C || *C == 0 || (A->T.K == ScalarType::Signed && *C == ~uint64_t(0))) {
      ExprP Zero = binary(Expr::EQ, B, constant(B->T, 0));
      if (A->T.K == ScalarType::Signed) {
        ExprP Min = binary(Expr::EQ, A, constant(A->T, uint64_t(1) << (A->T.Bits - 1)));
        ExprP One = binary(Expr::EQ, B, constant(B->T, ~uint64_t(0)));
        Zero = binary(Expr::LogOr, Zero, binary(Expr::LogAnd, Min, One));
      }
      stmts().bailIf(Zero, Stmt::Division, Rg);
    }
  }
  return binary(*O, A, B);
}

void Expressions::compared(const Value &Kernel) {
  for (const Value *V = &Kernel; V; V = V->Or.get())
    if (Slot &S = R.Slots[R.Kernels[V->Slot].Slot]; !S.Made)
      S.Compared = true;
}

std::optional<ExprP> Expressions::compareOpaque(BinaryOperatorKind Op, const Value &A, const Value &B,
                                                clang::SourceRange Rg) {
  if (Op != BO_EQ && Op != BO_NE)
    return std::nullopt;
  auto Result = [&](bool Equal) { return constant(intType(), Equal == (Op == BO_EQ)); };
  auto IsObject = [&](const Value &V) {
    return V.K == Value::Str || (V.K == Value::Pointer && keeping().isObject(V.P));
  };
  if (A.K == Value::Null && B.K == Value::Null)
    return Result(true);
  if ((A.K == Value::Null && IsObject(B)) || (B.K == Value::Null && IsObject(A)))
    return Result(false);
  if (A.K == Value::Maybe || B.K == Value::Maybe) {
    auto Is = [&](const Value &V) { return V.K == Value::Maybe ? V.E : constant(intType(), V.K != Value::Null); };
    bool Null = A.K == Value::Null || B.K == Value::Null;
    if ((A.K != Value::Maybe && !IsObject(A) && !Null) || (B.K != Value::Maybe && !IsObject(B) && !Null) ||
        A.K == Value::Str || B.K == Value::Str)
      return std::nullopt;
    ExprP Both = binary(Expr::LogAnd, Is(A), Is(B)), None = unary(Expr::LogNot, binary(Expr::LogOr, Is(A), Is(B)));
    auto Same = Null ? std::optional<ExprP>(constant(intType(), 0)) : keeping().samePlace(A.P, B.P);
    if (!Same)
      return std::nullopt;
    ExprP Equal = binary(Expr::LogOr, binary(Expr::LogAnd, Both, *Same), None);
    return Op == BO_EQ ? Equal : unary(Expr::LogNot, Equal);
  }
  if (A.K == Value::Pointer && B.K == Value::Pointer)
    if (auto Same = keeping().samePlace(A.P, B.P))
      return Op == BO_EQ ? *Same : unary(Expr::LogNot, *Same);
  if (auto &Other = A.K == Value::Null ? B : A;
      (A.K == Value::Null || B.K == Value::Null) && Other.K == Value::HandleV && made().isMade(Other.H))
    return Result(false);
  if (A.K == Value::Null || B.K == Value::Null)
    if (auto Given = keeping().given(A.K == Value::Null ? B : A))
      return Op == BO_NE ? *Given : unary(Expr::LogNot, *Given);
  // Guards see on entry that no kernel is null, nor two of them the same object.
  if (A.K == Value::KernelV && B.K == Value::KernelV && !A.Or && !B.Or) {
    compared(A);
    compared(B);
    return Result(A.Slot == B.Slot);
  }
  if (A.K == Value::HandleV && same(A, B))
    return Result(true);
  if ((A.K == Value::HandleV || B.K == Value::HandleV) && (A.K == Value::HandleV || A.K == Value::Null) &&
      (B.K == Value::HandleV || B.K == Value::Null))
    return sameHandle(A, B, Op == BO_EQ, Rg);
  if ((A.K == Value::Null && B.K == Value::KernelV) || (B.K == Value::Null && A.K == Value::KernelV)) {
    compared(A.K == Value::Null ? B : A);
    return Result(false);
  }
  return std::nullopt;
}

std::optional<ExprP> Expressions::withinArray(BinaryOperatorKind Op, const Value &A, const Value &B) {
  if ((!BinaryOperator::isComparisonOp(Op) && Op != BO_Sub) || Op == BO_Cmp || A.K != Value::Pointer ||
      B.K != Value::Pointer || !A.P.valid() || A.P.Obj != B.P.Obj || A.P.Path != B.P.Path || A.P.Unit || B.P.Unit ||
      A.P.Or || B.P.Or || !A.P.Index || !B.P.Index || !Ctx.hasSameUnqualifiedType(A.P.T, B.P.T) ||
      A.P.T->isConstantArrayType())
    return std::nullopt;
  ScalarType S64{ScalarType::Signed, 64};
  return binary(*operatorOf(Op), castTo(S64, A.P.Index), castTo(S64, B.P.Index));
}

/// A comparison of two pointers of which one may have several targets: of each of these. None: neither has.
static std::optional<std::optional<ExprP>>
ofEach(const Value &A, const Value &B, llvm::function_ref<std::optional<ExprP>(const Value &, const Value &)> Compare) {
  for (const bool Left : {true, false}) {
    const Value &V = Left ? A : B;
    if (!V.P.Or)
      continue;
    const Value First = Value::pointer(Keeping::first(V.P)), Other = Value::pointer(V.P.Or->Other);
    auto X = Left ? Compare(First, B) : Compare(A, First), Y = X ? Left ? Compare(Other, B) : Compare(A, Other) : X;
    return X && Y ? std::optional<ExprP>(conditional(V.P.Or->C, *X, *Y)) : std::nullopt;
  }
  return std::nullopt;
}

/// Which element of an array, or of what a pointer leads to, this is.
static std::optional<uint64_t> elementOf(const Place &P) {
  const auto Last = lastElement(P.Path);
  return !P.Index && Last && Last->Array.empty() ? std::optional(Last->At) : std::nullopt;
}

std::optional<ExprP> Expressions::amongElements(BinaryOperatorKind Op, const Value &A, const Value &B) {
  if ((!BinaryOperator::isComparisonOp(Op) && Op != BO_Sub) || Op == BO_Cmp || A.K != Value::Pointer ||
      B.K != Value::Pointer || !A.P.valid() || !B.P.valid())
    return std::nullopt;
  if (auto X = ofEach(A, B, [&](const Value &X, const Value &Y) { return amongElements(Op, X, Y); }))
    return *X;
  if (A.P.Obj != B.P.Obj || A.P.Obj == exchanges().ExchangeObj || A.P.Index || B.P.Index || A.P.Unit || B.P.Unit ||
      A.P.BaseAt != B.P.BaseAt || !A.P.Row || A.P.Row != B.P.Row || !A.P.Reads.empty() || !B.P.Reads.empty() ||
      !Ctx.hasSameUnqualifiedType(A.P.T, B.P.T))
    return std::nullopt;
  const auto I = lastElement(A.P.Path), J = lastElement(B.P.Path);
  if (!I || !J || I->Array != J->Array)
    return std::nullopt;
  const ScalarType S64{ScalarType::Signed, 64};
  return binary(*operatorOf(Op), constant(S64, I->At), constant(S64, J->At));
}

std::optional<ExprP> Expressions::betweenPointers(BinaryOperatorKind Op, const Value &A, const Value &B) {
  if ((!BinaryOperator::isComparisonOp(Op) && Op != BO_Sub) || Op == BO_Cmp || Scanning || A.K != Value::Pointer ||
      B.K != Value::Pointer || !A.P.valid() || !B.P.valid())
    return std::nullopt;
  if (auto X = ofEach(A, B, [&](const Value &X, const Value &Y) { return betweenPointers(Op, X, Y); }))
    return *X;
  if (A.P.Obj == B.P.Obj || !Ctx.hasSameUnqualifiedType(A.P.T, B.P.T) ||
      (!places().scalarType(A.P.T) && places().classify(A.P.T) != LeafKind::Record))
    return std::nullopt;
  // Where the first element of what a pointer leads to on entry is, or of an array.
  auto Begin = [&](const Place &P) -> std::string {
    const Object &O = Objects[P.Obj];
    llvm::StringRef T = O.Text;
    if (!O.External || P.Unit || P.Hidden || P.BaseAt || (!P.Path.empty() && !elementOf(P)) || !O.Nameless.empty() ||
        P.Obj == exchanges().ExchangeObj || effects().hostOnly(P))
      return "";
    if (O.Behind >= 0)
      return O.Plain && T.consume_front("(*") && T.consume_back(")") ? "(" + T.str() + ")" : "";
    auto *Array = Ctx.getAsConstantArrayType(O.T);
    return O.D && Array && Ctx.hasSameUnqualifiedType(Array->getElementType(), P.T) ? "(" + T.str() + ")" : "";
  };
  const std::string OfA = Begin(A.P), OfB = Begin(B.P);
  if (OfA.empty() || OfB.empty())
    return std::nullopt;
  for (const Place *P : {&A.P, &B.P})
    containers().requireWay(Objects[P->Obj]);
  Place Named; // by which the value is called: the pointer, or the array
  Named.Obj = Objects[A.P.Obj].Behind >= 0 ? Objects[A.P.Obj].Behind : A.P.Obj;
  Named.T = Objects[Named.Obj].T;
  const ScalarType S64{ScalarType::Signed, 64};
  const uint64_t Size = Ctx.getTypeSizeInChars(A.P.T).getQuantity();
  const ExprP Apart = containers()
                          .inputValue(Named, "_apart", "long long", S64,
                                      "(long long)((const char *)" + OfA + " - (const char *)" + OfB + ")")
                          .E;
  auto Bytes = [&](const Place &P) {
    if (auto At = elementOf(P))
      return constant(S64, *At * Size);
    return P.Index ? binary(Expr::Mul, castTo(S64, P.Index), constant(S64, Size)) : constant(S64, 0);
  };
  const ExprP Between = binary(Expr::Add, binary(Expr::Sub, Bytes(A.P), Bytes(B.P)), Apart);
  return Op == BO_Sub ? binary(Expr::Div, Between, constant(S64, Size))
                      : binary(*operatorOf(Op), Between, constant(S64, planted("apart-at-first") ? Size : 0));
}

ExprP Expressions::sameHandle(const Value &A, const Value &B, bool Equal, clang::SourceRange Rg) {
  unsigned Id = keeping().pinnedVariable("same", intType());
  Stmt &S = emit(Stmt::SameHandle, Rg);
  S.Var = Id;
  S.H = A.H;
  S.H2 = B.H;
  R.ComparesHandles = true;
  return Equal ? variable(Id, intType()) : unary(Expr::LogNot, variable(Id, intType()));
}

Place Expressions::assignment(const BinaryOperator *B) {
  clang::SourceRange Rg = B->getSourceRange();
  llvm::SaveAndRestore Indexed(places().EventsByIndex, places().EventsByIndex || leadsToEvents(B));
  unsigned Uses = effects().TimeUses.size();
  if (B->getOpcode() == BO_Assign && B->getType()->isPointerType() && B->getType()->getPointeeType()->isCharType() &&
      isa<ConditionalOperator>(B->getRHS()->IgnoreParenImpCasts())) {
    Place P = lvalue(B->getLHS());
    if (ok())
      strings().storeEither(keeping().pinned(P), B->getRHS());
    return P;
  }
  Value RV = rvalue(B->getRHS());
  if (!ok())
    return {};
  if (effects().TimeUses.size() > Uses) { // then the left side is the host's as well
    effects().TimeUses.resize(Uses);
    RV = Value::later();
  }
  size_t From = Out->size();
  Place P = lvalue(B->getLHS());
  if (!ok())
    return {};
  if (RV.K == Value::Later && isa<CompoundAssignOperator>(B)) {
    effects().makeHostOnly(P);
    return P;
  }
  RV = keeping().kept(RV, From);
  auto *CA = dyn_cast<CompoundAssignOperator>(B);
  if (!CA)
    return stored(P, RV, Rg);
  Value L = leaves().load(P, Rg);
  if (L.K == Value::Later) {
    effects().useOfTime(B);
    return P;
  }
  if (L.K == Value::Pointer && RV.K == Value::Scalar) {
    ExprP D = castTo({ScalarType::Signed, 64}, RV.E);
    if (B->getOpcode() == BO_SubAssign)
      D = unary(Expr::Neg, D);
    return stored(P, moved(L.P, B->getType(), D, Rg), Rg);
  }
  if (auto Rest =
          B->getOpcode() == BO_AddAssign && RV.K == Value::Scalar ? strings().laterCharacters(L, RV.E) : std::nullopt) {
    return stored(P, *Rest, Rg);
  }
  auto LT = places().scalarType(CA->getComputationLHSType());
  auto T = places().scalarType(B->getLHS()->getType());
  if (L.K != Value::Scalar || RV.K != Value::Scalar || !LT || !T) {
    if (ok())
      refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(B) + "'"});
    return P;
  }
  ExprP X = arithmetic(B->getOpcode(), castTo(*LT, L.E), RV.E, Rg);
  return stored(P, Value::scalar(castTo(*T, X)), Rg);
}

Value Expressions::binaryValue(const BinaryOperator *B) {
  clang::SourceRange Rg = B->getSourceRange();
  if (B->getOpcode() == BO_Comma) {
    effect(B->getLHS());
    return rvalue(B->getRHS());
  }
  if (B->isLogicalOp())
    return logical(B);
  if (B->isAssignmentOp()) {
    Place P = assignment(B);
    return ok() ? leaves().load(P, Rg) : Value();
  }
  if (B->isEqualityOp())
    for (auto [X, Other] : {std::pair(B->getLHS(), B->getRHS()), std::pair(B->getRHS(), B->getLHS())})
      if (Other->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))
        if (auto Given = events().elementGiven(X))
          return Value::scalar(B->getOpcode() == BO_NE ? *Given : constant(intType(), 0));
  Value L = rvalue(B->getLHS());
  size_t From = Out->size();
  Value RV = rvalue(B->getRHS());
  if (!ok())
    return {};
  if (B->isEqualityOp() && (L.K == Value::Null) != (RV.K == Value::Null))
    if (const Value &Event = L.K == Value::Null ? RV : L;
        places().classify(B->getLHS()->IgnoreParenImpCasts()->getType()) == LeafKind::Event ||
        places().classify(B->getRHS()->IgnoreParenImpCasts()->getType()) == LeafKind::Event)
      if (auto Given = events().eventGiven(Event)) {
        auto T = places().scalarType(B->getType());
        ExprP Is = B->getOpcode() == BO_NE ? keeping().pinned(*Given, "given")
                                           : unary(Expr::LogNot, keeping().pinned(*Given, "given"));
        return Value::scalar(T ? castTo(*T, Is) : Is);
      }
  if (B->isAdditiveOp() && places().EventsByIndex) {
    followList(L, B->getLHS());
    followList(RV, B->getRHS());
  }
  if (L.K == Value::Later || RV.K == Value::Later) {
    effects().useOfTime(B);
    return Value::later();
  }
  L = keeping().kept(L, From);
  if (L.K == Value::Scalar && RV.K == Value::Scalar) {
    ExprP X = arithmetic(B->getOpcode(), L.E, RV.E, Rg);
    if (auto T = places().scalarType(B->getType()))
      X = castTo(*T, X);
    return Value::scalar(X);
  }
  llvm::SaveAndRestore Indexed(places().EventsByIndex,
                               places().EventsByIndex ||
                                   leadsToEvents(L.K == Value::Pointer ? B->getLHS() : B->getRHS()));
  if (L.K == Value::Pointer && RV.K == Value::Scalar && B->isAdditiveOp()) {
    ExprP D = castTo({ScalarType::Signed, 64}, RV.E);
    return moved(L.P, B->getType(), B->getOpcode() == BO_Sub ? unary(Expr::Neg, D) : D, Rg);
  }
  if (L.K == Value::Str && RV.K == Value::Scalar && B->getOpcode() == BO_Add)
    if (auto Rest = strings().laterCharacters(L, RV.E))
      return *Rest;
  if (RV.K == Value::Pointer && L.K == Value::Scalar && B->getOpcode() == BO_Add)
    return moved(RV.P, B->getType(), castTo({ScalarType::Signed, 64}, L.E), Rg);
  // A difference counts elements of the type that both pointers have.
  if (B->getOpcode() == BO_Sub && L.K == Value::Pointer && RV.K == Value::Pointer)
    for (auto [V, X] : {std::pair(&L, B->getLHS()), std::pair(&RV, B->getRHS())})
      if (V->P.valid() && !viewedAs(V->P, X->getType()->getPointeeType(), Rg))
        return {};
  // Two targets of exchanged pointers may be elements of one array, or the same.
  const bool Targets = L.K == Value::Pointer && L.P.valid() && L.P.Obj == exchanges().ExchangeObj;
  if (auto X = Targets ? std::nullopt : withinArray(B->getOpcode(), L, RV)) {
    auto T = places().scalarType(B->getType());
    return Value::scalar(T ? castTo(*T, *X) : *X);
  }
  if (B->isEqualityOp() && (L.K == Value::Null) != (RV.K == Value::Null))
    if (auto Given = givenFunction(L.K == Value::Null ? B->getRHS() : B->getLHS())) {
      auto T = places().scalarType(B->getType());
      ExprP Is = B->getOpcode() == BO_NE ? *Given : unary(Expr::LogNot, *Given);
      return Value::scalar(T ? castTo(*T, Is) : Is);
    }
  auto X = compareOpaque(B->getOpcode(), L, RV, Rg);
  if (!X && ok())
    X = amongElements(B->getOpcode(), L, RV);
  if (!X && ok())
    X = betweenPointers(B->getOpcode(), L, RV);
  if (X && ok()) {
    ExprP C = *X;
    if (auto T = places().scalarType(B->getType()))
      C = castTo(*T, C);
    return Value::scalar(C);
  }
  if (ok())
    refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(B) + "'"});
  return {};
}

bool Expressions::changedSince(const Env &Before, const Env &After, size_t FirstNew) const {
  return !SharedMap<Value>::compare(Before.Known, After.Known,
                                    [&](const std::string &Key, const Value *A, const Value *B) {
                                      return std::stoul(Key) >= FirstNew || (A && B && same(*A, *B));
                                    });
}

Value Expressions::logical(const BinaryOperator *B) {
  bool IsOr = B->getOpcode() == BO_LOr;
  auto Typed = [&](ExprP X) {
    auto T = places().scalarType(B->getType());
    return Value::scalar(T ? castTo(*T, X) : X);
  };
  ExprP L = condition(B->getLHS());
  if (!ok())
    return {};
  if (auto T = truth(L)) {
    if (*T == IsOr)
      return Typed(constant(intType(), IsOr));
    ExprP X = condition(B->getRHS());
    return Typed(unary(Expr::LogNot, unary(Expr::LogNot, X)));
  }
  StmtList Side;
  StmtList *Saved = Out;
  Env Before = E;
  const size_t FirstNew = Objects.size();
  Out = &Side;
  ExprP X = condition(B->getRHS());
  Out = Saved;
  if (!ok())
    return {};
  if (Side.empty() && !changedSince(Before, E, FirstNew))
    return Typed(binary(IsOr ? Expr::LogOr : Expr::LogAnd, L, X));
  // t = L; if (t) { side effects; t = R; }
  Env AfterRight = E;
  E = Before;
  Place T = places().temporary(Ctx.IntTy, "both");
  ExprP Norm = unary(Expr::LogNot, unary(Expr::LogNot, L));
  leaves().store(T, Value::scalar(Norm), B->getSourceRange());
  ExprP TV = leaves().load(T, B->getSourceRange()).E;
  Env Skipped = E;
  Stmt If;
  If.K = Stmt::If;
  If.Range = range(B->getSourceRange());
  If.E = IsOr ? unary(Expr::LogNot, TV) : TV;
  If.Body = std::move(Side);
  E = AfterRight;
  Out = &If.Body;
  leaves().store(T, Value::scalar(unary(Expr::LogNot, unary(Expr::LogNot, X))), B->getSourceRange());
  Out = Saved;
  E = stmts().merge(E, Skipped);
  E.Known.erase(places().key(T));
  Out->push_back(std::move(If));
  return Typed(TV);
}

Value Expressions::conditionalValue(const AbstractConditionalOperator *C, const CastExpr *Loaded) {
  if (isa<BinaryConditionalOperator>(C)) {
    refuse(Diag::HostUnsupportedExpr, C->getSourceRange(), {"'?:' without a middle operand"});
    return {};
  }
  ExprP Cond = condition(C->getCond());
  if (!ok())
    return {};
  auto Operand = [&](const clang::Expr *X) {
    if (!Loaded)
      return rvalue(X);
    Place P = lvalue(X);
    return ok() ? leaves().load(P, Loaded->getSourceRange()) : Value();
  };
  if (auto T = truth(Cond))
    return Operand(*T ? C->getTrueExpr() : C->getFalseExpr());
  if (C->getType()->isVoidType()) {
    stmts().branch(Cond, [&] { effect(C->getTrueExpr()); }, [&] { effect(C->getFalseExpr()); }, C->getSourceRange());
    return {};
  }
  // Without side effects and with scalar results: an expression.
  StmtList SideA, SideB;
  StmtList *Saved = Out;
  Env Before = E;
  const size_t FirstNew = Objects.size();
  Out = &SideA;
  Value A = Operand(C->getTrueExpr());
  Env AfterA = E;
  E = Before;
  Out = &SideB;
  Value B = Operand(C->getFalseExpr());
  Out = Saved;
  if (!ok())
    return {};
  const bool Pure =
      SideA.empty() && SideB.empty() && !changedSince(Before, AfterA, FirstNew) && !changedSince(Before, E, FirstNew);
  if (Pure) {
    E = Before;
    if (Value V = keeping().chosen(Cond, A, B, C->getSourceRange()); V.K != Value::Unknown || V.E || !ok())
      return V;
  }
  // What is looked at to find a place is done on its way only.
  auto IsPointer = [](const Value &V) { return V.K == Value::Pointer || V.K == Value::Maybe || V.K == Value::Null; };
  if (IsPointer(A) && IsPointer(B) && !changedSince(Before, AfterA, FirstNew) && !changedSince(Before, E, FirstNew)) {
    ExprP Which = keeping().pinned(Cond, "choice");
    Stmt If;
    If.K = Stmt::If;
    If.Range = range(C->getSourceRange());
    If.E = Which;
    If.Body = SideA;
    If.Else = SideB;
    Checkpoint Start = stmts().save();
    Out->push_back(std::move(If));
    E = stmts().merge(AfterA, E);
    if (Value V = keeping().chosen(Which, A, B, C->getSourceRange()); V.K != Value::Unknown || !ok())
      return V;
    stmts().restore(std::move(Start));
  }
  auto IsEvent = [](const Value &V) {
    return V.K == Value::EventV || V.K == Value::Null || (V.K == Value::Unknown && V.E);
  };
  if ((A.K == Value::Scalar && B.K == Value::Scalar) ||
      (places().classify(C->getType()) == LeafKind::Event && IsEvent(A) && IsEvent(B)) ||
      ((A.K == Value::HandleV || A.K == Value::Null) && (B.K == Value::HandleV || B.K == Value::Null))) {
    Place T = places().temporary(C->getType(), "choice");
    Stmt If;
    If.K = Stmt::If;
    If.Range = range(C->getSourceRange());
    If.E = Cond;
    If.Body = std::move(SideA);
    If.Else = std::move(SideB);
    Env AfterB = E;
    E = AfterA;
    Out = &If.Body;
    leaves().store(T, A, C->getSourceRange());
    AfterA = E;
    E = AfterB;
    Out = &If.Else;
    leaves().store(T, B, C->getSourceRange());
    Out = Saved;
    E = stmts().merge(AfterA, E);
    Out->push_back(std::move(If));
    return leaves().load(T, C->getSourceRange());
  }
  E = Before;
  if (auto T = truth(entry().settled(Cond))) // one of two pointers
    return Operand(*T ? C->getTrueExpr() : C->getFalseExpr());
  refuse(Diag::HostUnsupportedExpr, C->getSourceRange(), {"'" + text(C) + "'"});
  return {};
}

} // namespace persistify::host
