//===- ContainerCalls.cpp - calls of the C++ standard library -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of containers, and functions that take or give them. A function that
// returns a reference gives a pointer to the place, as calls do everywhere.
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "library/ContainerKinds.h"
#include "device/Exchanges.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "library/Algorithms.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

using library::Does;

namespace {

/// What a method or operator is called.
std::string nameOf(const FunctionDecl *F) {
  if (F->getIdentifier())
    return F->getName().str();
  if (F->isOverloadedOperator())
    return getOperatorSpelling(F->getOverloadedOperator());
  return isa<CXXConversionDecl>(F) ? "convert" : "";
}

const clang::Expr *objectOfCall(const clang::CallExpr *C, const FunctionDecl *F) {
  if (auto *M = dyn_cast<CXXMemberCallExpr>(C))
    return M->getImplicitObjectArgument();
  if (isa<CXXOperatorCallExpr>(C) && isa<CXXMethodDecl>(F) && C->getNumArgs())
    return C->getArg(0);
  return nullptr;
}

/// X as the object that it is, not as a base of it.
const clang::Expr *whole(const clang::Expr *X) {
  for (;;) {
    X = X->IgnoreParens();
    auto *C = dyn_cast<ImplicitCastExpr>(X);
    if (!C || (C->getCastKind() != CK_NoOp && C->getCastKind() != CK_DerivedToBase &&
               C->getCastKind() != CK_UncheckedDerivedToBase))
      return X;
    X = C->getSubExpr();
  }
}

/// Whether X is a string that nothing changes: a temporary one, or a constant.
bool lasts(const clang::Expr *X) {
  if (isa<MaterializeTemporaryExpr>(X->IgnoreParenImpCasts()) || !bare(X)->isGLValue())
    return true;
  auto *D = dyn_cast<DeclRefExpr>(bare(X));
  auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return V && V->getType().isConstQualified() && !V->getType()->isReferenceType();
}

/// One text behind another: a message of which nobody asks what it says may have parts that are not known.
std::optional<Value> joined(const Value &A, const Value &B) {
  if (A.Text && B.Text)
    return Value::string(*A.Text + *B.Text);
  const bool OfHost = A.K == Value::Later || B.K == Value::Later;
  return OfHost ? std::nullopt : std::optional(Value::of(Value::Str));
}

} // namespace

Value Containers::operand(const clang::Expr *X) {
  const clang::Expr *B = bare(X);
  if (containerOf(B->getType()) == Container::String)
    return stringValue(B);
  if (!B->isGLValue())
    return exprs().rvalue(B);
  Place P = exprs().lvalue(B);
  return ok() ? leaves().load(P, X->getSourceRange()) : Value();
}

std::optional<Value> Containers::containerCall(const FunctionDecl *F, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  const clang::Expr *Obj = objectOfCall(C, F);
  if (auto *Op = dyn_cast<CXXOperatorCallExpr>(C); Op && Op->isComparisonOp() && C->getNumArgs() == 2 &&
                                                   containerOf(bare(C->getArg(0))->getType()) == Container::Vector) {
    if (auto Same = algorithms().sameVectors(Op))
      return Same;
    if (ok())
      refuse(Diag::HostBulkWork, Rg, {text(C->getArg(0))});
    return Value();
  }
  if (!Obj)
    return libraryCall(F, C);
  MethodCall M{F, C, whole(Obj), false, Does::Unmodelled, {}};
  M.Arrow = M.Object->getType()->isPointerType();
  const QualType T = M.Arrow ? M.Object->getType()->getPointeeType() : M.Object->getType();
  M.What = library::whatDoes(T, F);
  M.Args.append(C->arg_begin() + (isa<CXXOperatorCallExpr>(C) ? 1 : 0), C->arg_end());
  const Container K = containerOf(T);
  switch (K) {
  case Container::None: return std::nullopt;
  case Container::Iterator: return iteratorCall(M);
  case Container::String: return textCall(M);
  case Container::Function: return functionCall(M);
  case Container::Pair:
  case Container::Tuple:
    if (M.is(Does::Assign, 1) && !M.Arrow)
      return assignTuple(M.Object, M.Args[0], Rg);
    break;
  default: break;
  }
  // The object itself.
  Place P = !M.Arrow && M.Object->isGLValue() ? exprs().lvalue(M.Object) : exprs().rvalue(M.Object).P;
  if (!ok())
    return Value();
  if (!P.valid())
    return noModel(M);
  P.Spelled = M.Object;
  switch (K) {
  case Container::Array:
  case Container::Vector:
  case Container::Deque: return sequenceCall(M, P);
  case Container::Map: return mapCall(M, P);
  case Container::Smart: return ownerCall(M, P);
  case Container::InitList: return listCall(M, P);
  default: return noModel(M);
  }
}

Value Containers::noModel(const MethodCall &M) {
  if (ok())
    refuse(Diag::HostContainerCall, M.C->getSourceRange(), {text(M.Object), nameOf(M.F)});
  return Value();
}

Value Containers::iteratorCall(const MethodCall &M) {
  clang::SourceRange Rg = M.C->getSourceRange();
  Value V = operand(M.Object);
  if (!ok())
    return Value();
  if (V.K != Value::Pointer)
    return noModel(M);
  const bool Back = M.What == Does::Minus || M.What == Does::Retreat;
  int64_t By = 0;
  switch (M.What) {
  case Does::Deref:
  case Does::Arrow:
  case Does::Base: return V;
  case Does::Index: return Value::pointer(places().advance(V.P, exprs().scalar(M.Args[0]), Rg));
  case Does::Next: By = 1; break;
  case Does::Previous: By = -1; break;
  case Does::Plus:
  case Does::Minus:
  case Does::Advance:
  case Does::Retreat: break;
  default: return noModel(M);
  }
  ExprP D = By                   ? constant({ScalarType::Signed, 64}, By)
            : M.Args.size() == 1 ? castTo({ScalarType::Signed, 64}, exprs().scalar(M.Args[0]))
                                 : nullptr;
  if (!ok() || !D)
    return noModel(M);
  if (By && !M.Args.empty()) // i++ gives what was there before
    V = keeping().pinned(V);
  Value New = Value::pointer(places().advance(V.P, Back ? unary(Expr::Neg, D) : D, Rg));
  if (M.What == Does::Plus || M.What == Does::Minus)
    return New;
  Place P = exprs().lvalue(M.Object);
  if (ok())
    leaves().store(P, New, Rg);
  return By && !M.Args.empty() ? V : Value::pointer(P);
}

Value Containers::textCall(const MethodCall &M) {
  clang::SourceRange Rg = M.C->getSourceRange();
  Value V = operand(M.Object);
  const bool Known = ok() && V.K == Value::Str && V.Text;
  switch (M.What) {
  case Does::CText:
  case Does::Data:
    if (ok() && V.K == Value::Str)
      return V;
    break;
  case Does::TextLength:
    if (Known)
      return Value::scalar(constant(sizeType(), V.Text->size()));
    break;
  case Does::Empty:
    if (Known)
      return Value::scalar(constant(boolType(), V.Text->empty()));
    break;
  case Does::Convert: // a view of a string is a constant where nothing can change that string while there is a view
    if (isStringView(M.C->getType()) && ok() && V.Text && (lasts(M.Object) || planted("views-last")))
      return V;
    break;
  case Does::Assign:
  case Does::AppendText: {
    const bool Appends = M.What == Does::AppendText;
    if (!isa<CXXOperatorCallExpr>(M.C) || M.Args.size() != 1 || !ok())
      break;
    Value From = stringValue(M.Args[0]);
    auto Both = Appends ? joined(V, From) : std::optional(From);
    if (!Both)
      break;
    Place P = exprs().lvalue(M.Object);
    if (ok())
      leaves().store(P, *Both, Rg);
    return Value::pointer(P);
  }
  default: break;
  }
  return noModel(M);
}

Value Containers::functionCall(const MethodCall &M) {
  if (M.What == Does::Convert && !M.Arrow && M.Object->isGLValue()) { // which no trip of the region sets
    Place P = exprs().lvalue(M.Object);
    if (!ok() || !P.valid())
      return noModel(M);
    P.Spelled = M.Object;
    return inputValue(P, "_is_set", "int", intType(), "static_cast<bool>(" + places().textOf(P) + ")");
  }
  const FunctionDecl *To = functions().callee(M.Object);
  if (!ok())
    return Value();
  return To && M.What == Does::Call ? functions().callKnown(To, M.Args, M.C->getSourceRange()) : noModel(M);
}

Value Containers::sequenceCall(const MethodCall &M, const Place &P) {
  clang::SourceRange Rg = M.C->getSourceRange();
  const Container K = containerOf(P.T);
  switch (M.What) {
  case Does::Index:
  case Does::At: {
    size_t From = Out->size();
    ExprP Idx = exprs().scalar(M.Args[0]);
    if (!ok())
      return Value();
    Place El = containerElement(keeping().kept(P, From), Idx, M.What == Does::At, Rg);
    El.Spelled = M.C;
    return Value::pointer(El);
  }
  case Does::Size: return containerSize(P, Rg);
  case Does::Empty: {
    Value V = containerSize(P, Rg);
    return ok() ? Value::scalar(castTo(boolType(), unary(Expr::LogNot, V.E))) : V;
  }
  case Does::Swap: return exchanges().swapVectors(P, exprs().lvalue(M.Args[0]), Rg) ? Value() : noModel(M);
  case Does::Assign: return K == Container::Vector ? assignVector(M, P) : noModel(M);
  case Does::Resize:
  case Does::AssignAll:
  case Does::Reserve:
    return K == Container::Vector && !exchanges().isExchangedVector(P) && (resize(P, M.What, M.Args, Rg) || !ok())
               ? Value()
               : noModel(M);
  case Does::FillAll: {
    Value V = operand(M.Args[0]);
    if (V.K == Value::Scalar)
      V.E = keeping().pinned(V.E, "value"); // the elements may be part of it
    auto L = length(P);
    Place A = contents(P);
    for (uint64_t I = 0; L && I < *L && ok(); ++I)
      leaves().store(places().element(A, constant(sizeType(), I), Rg), V, Rg);
    return Value();
  }
  default:
    if (auto End = M.Args.empty() ? containerEnd(P, M.What, Rg) : std::nullopt)
      return *End;
    return noModel(M);
  }
}

Value Containers::assignVector(const MethodCall &M, const Place &P) {
  clang::SourceRange Rg = M.C->getSourceRange();
  auto From = returnedVector(P.T, M.Args[0]);
  if (const clang::Expr *X = bare(M.Args[0]); !From && ok() && isa<CXXConstructExpr>(X)) { // one made for it
    From = places().temporary(P.T, "made");
    Objects[From->Obj].Id = "made " + std::to_string(M.C->getBeginLoc().getRawEncoding());
    exprs().initialize(*From, X);
  }
  if (!From && ok() && llvm::cast<CXXMethodDecl>(M.F)->isCopyAssignmentOperator())
    From = exprs().lvalue(M.Args[0]);
  if (!ok())
    return Value();
  if (!From)
    return noModel(M);
  copyVector(P, *From, Rg);
  return Value::pointer(P);
}

Value Containers::mapCall(const MethodCall &M, const Place &P) {
  clang::SourceRange Rg = M.C->getSourceRange();
  if (M.is(Does::Index, 1) || M.is(Does::At, 1) || M.is(Does::FindKey, 1)) {
    Place El = mapElement(P, M.Args[0], Rg, /*Makes=*/M.What == Does::Index);
    El.Spelled = M.C;
    El.Node |= M.What == Does::FindKey;
    return Value::pointer(El);
  }
  if (M.is(Does::HasKey, 1)) {
    mapElement(P, M.Args[0], Rg); // guarded
    auto T = places().scalarType(M.C->getType());
    return ok() && T ? Value::scalar(constant(*T, 1)) : Value();
  }
  return M.What == Does::End ? Value::of(Value::Null) : noModel(M); // no element's node
}

Value Containers::ownerCall(const MethodCall &M, Place P) {
  clang::SourceRange Rg = M.C->getSourceRange();
  const bool Handle = ownedHandle(P.T) != ApiType::None;
  switch (M.What) {
  case Does::Get: return Handle ? leaves().load(P, Rg) : Value::pointer(smartPointee(P, Rg));
  case Does::Deref:
  case Does::Arrow: return Handle ? noModel(M) : Value::pointer(smartPointee(P, Rg));
  case Does::Index: {
    if (Handle)
      return noModel(M);
    Place To = smartPointee(P, Rg);
    ExprP Idx = ok() ? exprs().scalar(M.Args[0]) : nullptr;
    return ok() ? Value::pointer(places().advance(To, Idx, Rg)) : Value();
  }
  case Does::Swap: {
    if (Handle)
      P = keeping().pinned(P);
    Place Other = exprs().lvalue(M.Args[0]);
    if (!Handle)
      return exchanges().swapOwners(P, Other, Rg) ? Value() : noModel(M);
    if (ok())
      functions().swapPlaces(P, Other, Rg);
    return Value();
  }
  case Does::Convert: {
    if (!Handle) {
      smartPointee(P, Rg);
      return Value::scalar(constant(boolType(), 1));
    }
    Value V = leaves().load(P, Rg);
    auto Known = ok() ? exprs().compareOpaque(BO_NE, V, Value::of(Value::Null), Rg) : std::nullopt;
    return Known ? Value::scalar(castTo(boolType(), *Known)) : noModel(M);
  }
  default: return noModel(M);
  }
}

Value Containers::listCall(const MethodCall &M, const Place &P) {
  clang::SourceRange Rg = M.C->getSourceRange();
  Place A = leaves().load(P, Rg).P;
  auto *AT = ok() && A.valid() ? Ctx.getAsConstantArrayType(A.T) : nullptr;
  if (!AT)
    return noModel(M);
  ExprP Size = constant(sizeType(), AT->getZExtSize());
  if (M.What == Does::Size)
    return Value::scalar(Size);
  Place First = places().element(A, constant(sizeType(), 0), Rg);
  return M.What == Does::Begin ? Value::pointer(First)
         : M.What == Does::End ? Value::pointer(places().advance(First, Size, Rg))
                               : noModel(M);
}

std::optional<Value> Containers::containerEnd(const Place &V, Does What, clang::SourceRange Rg) {
  const bool Begin = What == Does::Data || What == Does::Begin, End = What == Does::End, Last = What == Does::Last;
  const bool Elements = containerOf(V.T) != Container::Deque; // which are one behind the other
  if (!((Begin || End) && Elements) && What != Does::First && !Last)
    return std::nullopt;
  ExprP Zero = constant(sizeType(), 0);
  auto L = length(V);
  if (!ok())
    return Value();
  if (L && *L == 0) { // nothing to point to
    if (!Begin && !End)
      refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
    return Value();
  }
  if (Begin || What == Does::First)
    return Value::pointer(containerElement(V, Zero, false, Rg));
  ExprP Size = L ? constant(sizeType(), *L) : containerSize(V, Rg).E;
  if (!ok())
    return Value();
  if (Last)
    return Value::pointer(containerElement(V, binary(Expr::Sub, Size, constant(sizeType(), 1)), false, Rg));
  Place First = L ? containerElement(V, Zero, false, Rg) : V.Or ? Place() : firstElement(V, Rg);
  if (ok() && !First.valid())
    refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
  return ok() ? Value::pointer(places().advance(First, Size, Rg)) : Value();
}

std::optional<Value> Containers::assignTuple(const clang::Expr *To, const clang::Expr *From, clang::SourceRange Rg) {
  Value V = exprs().rvalue(bare(From));
  if (ok() && V.K == Value::Pointer && V.P.valid())
    V = Value::record(V.P);
  if (!ok())
    return Value();
  auto N = V.K == Value::Record ? fixedSize(V.P.T) : std::nullopt;
  auto *Tie = dyn_cast<clang::CallExpr>(bare(To));
  bool IsTie = Tie && library::whatDoes(Tie->getDirectCallee()) == Does::Tie;
  if (!N || (IsTie && Tie->getNumArgs() != *N)) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"this assignment"});
    return Value();
  }
  Place P;
  if (IsTie)
    effects().met(Tie);
  else
    P = exprs().lvalue(To);
  // All places are found before the first is set.
  std::vector<std::pair<Place, unsigned>> Parts;
  for (unsigned I = 0; I < *N && ok(); ++I) {
    if (IsTie)
      if (auto *D = dyn_cast<DeclRefExpr>(bare(Tie->getArg(I))); D && D->getDecl()->isInStdNamespace())
        continue; // std::ignore
    const size_t From = Out->size();
    Place Part = IsTie ? exprs().lvalue(Tie->getArg(I)) : tupleElement(P, I, Rg);
    for (auto &[Earlier, Which] : Parts)
      Earlier = keeping().kept(Earlier, From);
    Parts.push_back({Part, I});
  }
  const size_t Begin = Out->size();
  for (auto &[Part, I] : Parts)
    if (ok())
      leaves().copyPart(planted("places-again") ? Part : keeping().kept(Part, Begin), tupleElement(V.P, I, Rg), Rg);
  return IsTie ? Value() : Value::pointer(P);
}

bool Containers::elementsBetween(const clang::Expr *First, const clang::Expr *Last, std::vector<Place> &To) {
  Value A = operand(First), B = ok() ? operand(Last) : Value();
  if (!ok())
    return false;
  auto I = A.P.Index ? constantValue(A.P.Index) : std::nullopt;
  auto J = B.P.Index ? constantValue(B.P.Index) : std::nullopt;
  if (A.K != Value::Pointer || B.K != Value::Pointer || A.P.Or || B.P.Or || A.P.Obj != B.P.Obj ||
      A.P.Path != B.P.Path || !I || !J || *J < *I || *J - *I > 64 || *J > A.P.Extent)
    return false;
  for (uint64_t K = *I; K < *J; ++K) {
    Place P = A.P;
    P.Index = constant(sizeType(), K);
    To.push_back(P);
  }
  return true;
}

std::optional<Value> Containers::libraryOperator(const CXXOperatorCallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  auto Arg = [&](unsigned I) { return C->getArg(I); };
  auto Kind = [&](unsigned I) { return containerOf(bare(Arg(I))->getType()); };
  const bool Equal = C->getOperator() == OO_EqualEqual, Compares = Equal || C->getOperator() == OO_ExclaimEqual;
  if (Compares && (Kind(0) == Container::Smart || Kind(1) == Container::Smart)) {
    unsigned S = Kind(0) == Container::Smart ? 0 : 1;
    if (ownedHandle(bare(Arg(S))->getType()) != ApiType::None) {
      Value A = operand(Arg(0)), B = ok() ? operand(Arg(1)) : Value();
      auto Same = ok() ? exprs().compareOpaque(Equal ? BO_EQ : BO_NE, A, B, Rg) : std::nullopt;
      return Same ? std::optional(Value::scalar(castTo(boolType(), *Same))) : std::nullopt;
    }
    if (!bare(Arg(1 - S))->getType()->isNullPtrType() || !bare(Arg(S))->isGLValue())
      return std::nullopt;
    smartPointee(exprs().lvalue(bare(Arg(S))), Rg); // guarded
    return Value::scalar(constant(boolType(), !Equal));
  }
  bool Strings = Kind(0) == Container::String || Kind(1) == Container::String;
  bool Iterators = Kind(0) == Container::Iterator && Kind(1) == Container::Iterator;
  if (!Strings && !Iterators)
    return std::nullopt;
  Value A = operand(Arg(0)), B = ok() ? operand(Arg(1)) : Value();
  if (!ok())
    return Value();
  if (Strings && Compares && A.Text && B.Text)
    return Value::scalar(constant(boolType(), (*A.Text == *B.Text) == Equal));
  if (Strings && C->getOperator() == OO_Plus)
    if (auto V = joined(A, B))
      return V;
  if (Strings)
    return std::nullopt;
  if (Compares && (A.K == Value::Null) != (B.K == Value::Null)) // find(key) == end()
    return Value::scalar(constant(boolType(), !Equal));
  const BinaryOperatorKind Op = BinaryOperator::getOverloadedOpcode(C->getOperator());
  auto Numbers = exprs().withinArray(Op, A, B), X = Numbers ? Numbers : exprs().amongElements(Op, A, B);
  auto T = X ? places().scalarType(C->getType()) : std::nullopt;
  return T ? std::optional(Value::scalar(castTo(*T, *X))) : std::nullopt;
}

std::optional<Value> Containers::endsOf(Does What, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  const clang::Expr *X = bare(C->getArg(0));
  const Container K = containerOf(X->getType());
  const bool Size = What == Does::Size || What == Does::SSize;
  auto T = places().scalarType(C->getType());
  if (!X->isGLValue() || (Size && !T))
    return std::nullopt;
  Place P = exprs().lvalue(X);
  if (ok() && (K == Container::Vector || K == Container::Array)) {
    P.Spelled = X;
    if (!Size)
      return containerEnd(P, What, Rg);
    Value V = containerSize(P, Rg);
    return ok() ? Value::scalar(castTo(*T, V.E)) : V;
  }
  if (!ok())
    return Value();
  auto *A = P.valid() ? Ctx.getAsConstantArrayType(P.T) : nullptr;
  if (!A)
    return std::nullopt;
  if (Size)
    return Value::scalar(constant(*T, A->getZExtSize()));
  Place El = places().element(P, constant(sizeType(), 0), Rg);
  return Value::pointer(What == Does::End ? places().advance(El, constant(sizeType(), A->getZExtSize()), Rg) : El);
}

std::optional<Value> Containers::listExtreme(Does What, const clang::CallExpr *C) {
  const InitListExpr *L = bracedElements(C->getArg(0));
  auto T = places().scalarType(C->getType());
  if (C->getNumArgs() != 1 || !L || !L->getNumInits() || !T)
    return std::nullopt;
  ExprP Best = castTo(*T, keeping().pinned(exprs().scalar(L->getInit(0)), "best"));
  for (unsigned I = 1; I < L->getNumInits() && ok(); ++I) {
    ExprP X = keeping().pinned(exprs().scalar(L->getInit(I)), "one");
    ExprP Better = What == Does::Least ? binary(Expr::LT, X, Best) : binary(Expr::LT, Best, X);
    Best = keeping().pinned(conditional(Better, X, Best), "best");
  }
  return Value::scalar(Best);
}

std::optional<Value> Containers::libraryCall(const FunctionDecl *F, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  unsigned Args = C->getNumArgs();
  auto Arg = [&](unsigned I) { return C->getArg(I); };
  if (auto *Op = dyn_cast<CXXOperatorCallExpr>(C); Op && Args == 2)
    return libraryOperator(Op);
  const library::Row *Row = F->isInStdNamespace() ? library::row(F) : nullptr;
  if (!Row)
    return std::nullopt;
  switch (Row->What) {
  case Does::Element: {
    auto *TA = F->getTemplateSpecializationArgs();
    const clang::Expr *X = bare(Arg(0));
    if (!TA || !TA->size() || TA->get(0).getKind() != TemplateArgument::Integral || !fixedSize(X->getType()))
      return std::nullopt;
    Place P = X->isGLValue() ? exprs().lvalue(X) : exprs().rvalue(X).P;
    if (!ok() || !P.valid())
      return Value();
    Place El = tupleElement(P, TA->get(0).getAsIntegral().getZExtValue(), Rg);
    El.Spelled = C;
    return Value::pointer(El);
  }
  case Does::ToText: {
    if (containerOf(C->getType()) != Container::String)
      return std::nullopt;
    ExprP X = exprs().scalar(Arg(0));
    auto V = X && X->T.isInteger() ? constantValue(X) : std::nullopt;
    if (!ok() || !V)
      return Value::of(Value::Str);
    return Value::string(X->T.K == ScalarType::Signed ? std::to_string(int64_t(*V)) : std::to_string(*V));
  }
  case Does::MakeTuple: {
    if (fixedSize(C->getType()) != Args)
      return std::nullopt;
    Place T = places().temporary(C->getType(), "tuple");
    for (unsigned I = 0; I < Args && ok(); ++I) {
      Value V = operand(Arg(I));
      if (ok())
        leaves().store(tupleElement(T, I, Rg), V, Rg);
    }
    return Value::record(T);
  }
  case Does::Exchange: {
    Place P = exprs().lvalue(Arg(0));
    if (!ok())
      return Value();
    P = keeping().pinned(P);
    Value V = operand(Arg(1));
    Place Old = places().temporary(P.T, "old");
    if (ok())
      leaves().copyPart(Old, P, Rg);
    if (ok())
      leaves().store(P, V, Rg);
    return ok() ? leaves().load(Old, Rg) : Value();
  }
  case Does::SwapPointees: {
    Value A = operand(Arg(0)), B = ok() ? operand(Arg(1)) : Value();
    if (ok() && A.K == Value::Pointer && B.K == Value::Pointer)
      functions().swapPlaces(A.P, B.P, Rg);
    return Value();
  }
  case Does::Size:
  case Does::SSize:
  case Does::Begin:
  case Does::End:
  case Does::Data: return endsOf(Row->What, C);
  case Does::Least:
  case Does::Greatest: return listExtreme(Row->What, C);
  default: return algorithms().algorithm(*Row, C);
  }
}

} // namespace persistify::host
