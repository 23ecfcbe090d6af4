//===- ContainerCalls.cpp - calls of the C++ standard library -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of containers, and functions that take or give them. A function that
// returns a reference gives a pointer to the place, as calls do everywhere.
//
//===----------------------------------------------------------------------===//
#include "Definition.h"
#include "Closures.h"
#include "Containers.h"
#include "Lowering.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

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

/// The value of an operand: also of one that is passed by reference.
Value Lowering::operand(const clang::Expr *X) {
  const clang::Expr *B = bare(X);
  if (containerOf(B->getType()) == Container::String)
    return stringValue(B);
  if (!B->isGLValue())
    return rvalue(B);
  Place P = lvalue(B);
  return ok() ? load(P, X->getSourceRange()) : Value();
}

std::optional<Value> Lowering::containerCall(const FunctionDecl *F, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  const clang::Expr *Obj = objectOfCall(C, F);
  if (auto *Op = dyn_cast<CXXOperatorCallExpr>(C); Op && Op->isComparisonOp() && C->getNumArgs() == 2 &&
                                                   containerOf(bare(C->getArg(0))->getType()) == Container::Vector) {
    if (ok())
      refuse(Diag::HostBulkWork, Rg, {text(C->getArg(0))});
    return Value();
  }
  if (!Obj)
    return libraryCall(F, C);
  Obj = whole(Obj);
  bool Arrow = Obj->getType()->isPointerType();
  Container K = containerOf(Arrow ? Obj->getType()->getPointeeType() : Obj->getType());
  std::string N = nameOf(F);
  unsigned First = isa<CXXOperatorCallExpr>(C) ? 1 : 0; // argument behind the object
  unsigned Args = C->getNumArgs() - First;
  auto Arg = [&](unsigned I) { return C->getArg(First + I); };
  auto Refuse = [&](const std::string &What) {
    if (ok())
      refuse(Diag::HostContainerCall, Rg, {text(Obj), What});
    return Value();
  };
  if (K == Container::None)
    return std::nullopt;
  if (K == Container::Iterator) {
    Value V = operand(Obj);
    if (!ok())
      return Value();
    if (V.K != Value::Pointer)
      return Refuse(N);
    if (N == "*" || N == "->" || N == "base")
      return V;
    if (N == "[]" && Args == 1)
      return Value::pointer(advance(V.P, scalar(Arg(0)), Rg));
    int64_t By = N == "++" ? 1 : N == "--" ? -1 : 0;
    ExprP D = By ? constant({ScalarType::Signed, 64}, By)
              : Args == 1 && (N == "+" || N == "+=" || N == "-" || N == "-=")
                  ? castTo({ScalarType::Signed, 64}, scalar(Arg(0)))
                  : nullptr;
    if (!ok() || !D)
      return Refuse(N);
    if (By && Args)
      V = pinned(V);
    Value New = Value::pointer(advance(V.P, N[0] == '-' && !By ? unary(Expr::Neg, D) : D, Rg));
    if (N == "+" || N == "-")
      return New;
    Place P = lvalue(Obj);
    if (ok())
      store(P, New, Rg);
    return By && Args ? V : Value::pointer(P);
  }
  if (K == Container::String) {
    Value V = operand(Obj);
    if (ok() && V.K == Value::Str && (N == "c_str" || N == "data"))
      return V;
    if (ok() && V.K == Value::Str && V.Text && (N == "size" || N == "length" || N == "empty"))
      return Value::scalar(N == "empty" ? constant(boolType(), V.Text->empty()) : constant(sizeType(), V.Text->size()));
    // A view of a string is a constant where nothing can change that string while there is a view.
    if (N == "convert" && isStringView(C->getType()) && ok() && V.Text && (lasts(Obj) || planted("views-last")))
      return V;
    if ((N == "=" || N == "+=") && Args == 1 && ok()) {
      Value From = stringValue(Arg(0));
      if (auto Both = N == "+=" ? joined(V, From) : std::nullopt)
        From = *Both;
      else if (N == "+=")
        return Refuse(N);
      Place P = lvalue(Obj);
      if (ok())
        store(P, From, Rg);
      return Value::pointer(P);
    }
    return Refuse(N);
  }
  if (K == Container::Function && isa<CXXConversionDecl>(F) && !Arrow &&
      Obj->isGLValue()) { // which no trip of the region sets
    Place P = lvalue(Obj);
    if (!ok() || !P.valid())
      return Refuse(N);
    P.Spelled = Obj;
    return inputValue(P, "_is_set", "int", intType(), "static_cast<bool>(" + textOf(P) + ")");
  }
  if (K == Container::Function) {
    const FunctionDecl *To = callee(Obj);
    if (!ok())
      return Value();
    if (!To || N != "()")
      return Refuse(N);
    llvm::SmallVector<const clang::Expr *, 8> Given;
    for (unsigned I = 0; I < Args; ++I)
      Given.push_back(Arg(I));
    return callKnown(To, Given, Rg);
  }
  // The object itself.
  if (N == "=" && Args == 1 && !Arrow && (K == Container::Pair || K == Container::Tuple))
    return assignTuple(Obj, Arg(0), Rg);
  Place P;
  if (Arrow) {
    Value V = rvalue(Obj);
    P = V.P;
  } else if (Obj->isGLValue()) {
    P = lvalue(Obj);
  } else {
    Value V = rvalue(Obj);
    P = V.P;
  }
  if (!ok())
    return Value();
  if (!P.valid())
    return Refuse(N);
  P.Spelled = Obj;
  switch (K) {
  case Container::Array:
  case Container::Vector: {
    if ((N == "[]" || N == "at") && Args == 1) {
      size_t From = Out->size();
      ExprP Idx = scalar(Arg(0));
      if (!ok())
        return Value();
      Place El = containerElement(kept(P, From), Idx, N == "at", Rg);
      El.Spelled = C;
      return Value::pointer(El);
    }
    if (N == "size" && !Args)
      return containerSize(P, Rg);
    if (N == "empty" && !Args) {
      Value V = containerSize(P, Rg);
      return ok() ? Value::scalar(castTo(boolType(), unary(Expr::LogNot, V.E))) : V;
    }
    if (!Args)
      if (auto End = containerEnd(P, N, Rg))
        return *End;
    if (auto *M = dyn_cast<CXXMethodDecl>(F); N == "=" && Args == 1 && K == Container::Vector && M) {
      auto From = returnedVector(P.T, Arg(0));
      if (const clang::Expr *X = bare(Arg(0)); !From && ok() && isa<CXXConstructExpr>(X)) { // one made for it
        From = temporary(P.T, "made");
        Objects[From->Obj].Id = "made " + std::to_string(C->getBeginLoc().getRawEncoding());
        initialize(*From, X);
      }
      if (!From && ok() && M->isCopyAssignmentOperator())
        From = lvalue(Arg(0));
      if (!ok())
        return Value();
      if (!From)
        return Refuse(N);
      copyVector(P, *From, Rg);
      return Value::pointer(P);
    }
    if (K == Container::Vector && (N == "resize" || N == "assign" || N == "reserve")) {
      llvm::SmallVector<const clang::Expr *, 2> Given;
      for (unsigned I = 0; I < Args; ++I)
        Given.push_back(Arg(I));
      return resize(P, N, Given, Rg) || !ok() ? Value() : Refuse(N);
    }
    if (N == "fill" && Args == 1 && K == Container::Array) {
      Value V = operand(Arg(0));
      if (V.K == Value::Scalar)
        V.E = pinned(V.E, "value"); // the elements may be part of it
      auto L = length(P);
      Place A = contents(P);
      for (uint64_t I = 0; L && I < *L && ok(); ++I)
        store(element(A, constant(sizeType(), I), Rg), V, Rg);
      return Value();
    }
    return Refuse(N);
  }
  case Container::Map:
    if ((N == "[]" || N == "at" || N == "find") && Args == 1) {
      Place El = mapElement(P, Arg(0), Rg, /*Makes=*/N == "[]");
      El.Spelled = C;
      if (N == "find")
        El.Node = true;
      return Value::pointer(El);
    }
    if ((N == "count" || N == "contains") && Args == 1) {
      mapElement(P, Arg(0), Rg); // guarded
      auto T = scalarType(C->getType());
      return ok() && T ? Value::scalar(constant(*T, 1)) : Value();
    }
    if (N == "end" || N == "cend")
      return Value::of(Value::Null); // no element's node
    return Refuse(N);
  case Container::Smart:
    if (ownedHandle(P.T) != ApiType::None) {
      llvm::SmallVector<const clang::Expr *, 2> Given;
      for (unsigned I = 0; I < Args; ++I)
        Given.push_back(Arg(I));
      auto V = ownerCall(P, N, Given, Rg);
      return V || !ok() ? V.value_or(Value()) : Refuse(N);
    }
    if (N == "*" || N == "->" || N == "get")
      return Value::pointer(smartPointee(P, Rg));
    if (N == "[]" && Args == 1) {
      Place To = smartPointee(P, Rg);
      ExprP Idx = ok() ? scalar(Arg(0)) : nullptr;
      return ok() ? Value::pointer(advance(To, Idx, Rg)) : Value();
    }
    if (N == "swap" && Args == 1 && swapOwners(P, lvalue(Arg(0)), Rg))
      return Value();
    if (N == "convert") {
      smartPointee(P, Rg);
      return Value::scalar(constant(boolType(), 1));
    }
    return Refuse(N);
  case Container::InitList: {
    Place A = load(P, Rg).P;
    auto *AT = ok() && A.valid() ? Ctx.getAsConstantArrayType(A.T) : nullptr;
    if (!AT || Args)
      return Refuse(N);
    ExprP Size = constant(sizeType(), AT->getZExtSize());
    if (N == "size")
      return Value::scalar(Size);
    Place First = element(A, constant(sizeType(), 0), Rg);
    return N == "begin" ? Value::pointer(First) : N == "end" ? Value::pointer(advance(First, Size, Rg)) : Refuse(N);
  }
  default: return Refuse(N);
  }
}

/// A pointer to where the elements of a vector or array begin or end; nothing if \p N asks
/// for something else.
std::optional<Value> Lowering::containerEnd(const Place &V, llvm::StringRef N, clang::SourceRange Rg) {
  bool Begin = N == "data" || N == "begin" || N == "cbegin", End = N == "end" || N == "cend";
  if (!Begin && !End && N != "front" && N != "back")
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
  if (Begin || N == "front")
    return Value::pointer(containerElement(V, Zero, false, Rg));
  ExprP Size = L ? constant(sizeType(), *L) : containerSize(V, Rg).E;
  if (!ok())
    return Value();
  if (N == "back")
    return Value::pointer(containerElement(V, binary(Expr::Sub, Size, constant(sizeType(), 1)), false, Rg));
  Place First = L ? containerElement(V, Zero, false, Rg) : V.Or ? Place() : firstElement(V, Rg);
  if (ok() && !First.valid())
    refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
  return ok() ? Value::pointer(advance(First, Size, Rg)) : Value();
}

/// A method of a smart pointer that owns a handle.
std::optional<Value> Lowering::ownerCall(Place P, llvm::StringRef N, llvm::ArrayRef<const clang::Expr *> Args,
                                         clang::SourceRange Rg) {
  if (N == "get" && Args.empty())
    return load(P, Rg);
  if (N == "convert") {
    Value V = load(P, Rg);
    auto Known = ok() ? compareOpaque(BO_NE, V, Value::of(Value::Null), Rg) : std::nullopt;
    return Known ? std::optional(Value::scalar(castTo(boolType(), *Known))) : std::nullopt;
  }
  if (N == "swap" && Args.size() == 1) {
    P = pinned(P);
    Place Other = lvalue(Args[0]);
    if (ok())
      swapPlaces(P, Other, Rg);
    return Value();
  }
  return std::nullopt;
}

/// Assignment of a tuple or pair; std::tie(...) = ... assigns the variables.
std::optional<Value> Lowering::assignTuple(const clang::Expr *To, const clang::Expr *From, clang::SourceRange Rg) {
  Value V = rvalue(bare(From));
  if (ok() && V.K == Value::Pointer && V.P.valid())
    V = Value::record(V.P);
  if (!ok())
    return Value();
  auto N = V.K == Value::Record ? fixedSize(V.P.T) : std::nullopt;
  auto *Tie = dyn_cast<clang::CallExpr>(bare(To));
  bool IsTie = Tie && Tie->getDirectCallee() && Tie->getDirectCallee()->isInStdNamespace() &&
               Tie->getDirectCallee()->getIdentifier() && Tie->getDirectCallee()->getName() == "tie";
  if (!N || (IsTie && Tie->getNumArgs() != *N)) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"this assignment"});
    return Value();
  }
  Place P;
  if (IsTie)
    met(Tie);
  else
    P = lvalue(To);
  // All places are found before the first is set.
  std::vector<std::pair<Place, unsigned>> Parts;
  for (unsigned I = 0; I < *N && ok(); ++I) {
    if (IsTie)
      if (auto *D = dyn_cast<DeclRefExpr>(bare(Tie->getArg(I))); D && D->getDecl()->isInStdNamespace())
        continue; // std::ignore
    const size_t From = Out->size();
    Place Part = IsTie ? lvalue(Tie->getArg(I)) : tupleElement(P, I, Rg);
    for (auto &[Earlier, Which] : Parts)
      Earlier = kept(Earlier, From);
    Parts.push_back({Part, I});
  }
  const size_t Begin = Out->size();
  for (auto &[Part, I] : Parts)
    if (ok())
      copyPart(planted("places-again") ? Part : kept(Part, Begin), tupleElement(V.P, I, Rg), Rg);
  return IsTie ? Value() : Value::pointer(P);
}

/// The one function that a callable object or function pointer holds.
const FunctionDecl *Lowering::callee(const clang::Expr *X) {
  X = bare(X)->IgnoreParenImpCasts();
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_Deref)
    X = bare(U->getSubExpr())->IgnoreParenImpCasts();
  if (const FunctionDecl *F = callableOf(X))
    return F;
  if (!X->isGLValue())
    return nullptr;
  Place P = lvalue(X);
  if (!ok() || !P.valid() || P.Or)
    return nullptr;
  if (auto It = E.Known.find(key(P)); It != E.Known.end())
    return It->second.K == Value::Function ? It->second.F : nullptr;
  const VarDecl *D = Objects[P.Obj].External && P.Path.empty() ? Objects[P.Obj].D : nullptr;
  if (const FunctionDecl *F = D && D->getInit() && Index.neverChanges(D) ? callableOf(D->getInit()) : nullptr)
    return F;
  return pointedFunction(P);
}

/// A call of a function that is not named by the call.
Value Lowering::callKnown(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange Rg) {
  F = calledByPointer(F);
  const FunctionDecl *Def = definitionThatRuns(F);
  auto *M = dyn_cast<CXXMethodDecl>(F);
  bool Lambda = M && M->getParent()->isLambda();
  if (!Def || (M && !M->isStatic() && !Lambda) || (Lambda && !captured(M, Rg))) {
    if (ok())
      refuse(Diag::HostUnknownCall, Rg, {F->getNameAsString(), "its definition is not seen"});
    return {};
  }
  if (Lambda && copiesElsewhere(Frames, M, copiesOf(M))) {
    refuse(Diag::HostNotCapturable, Rg, {"lambda", "it holds copies of another function's variables"});
    return {};
  }
  return inlineCall(Def, Args, Lambda ? closureObject(M, Rg) : std::nullopt, Rg);
}

/// Elements First <= i < Last of one array, as places; false if they are not
/// known or too many to treat one by one.
bool Lowering::elementsBetween(const clang::Expr *First, const clang::Expr *Last, std::vector<Place> &To,
                               clang::SourceRange Rg) {
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

/// Free functions of the library over ranges and tuples.
std::optional<Value> Lowering::libraryCall(const FunctionDecl *F, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  unsigned Args = C->getNumArgs();
  auto Arg = [&](unsigned I) { return C->getArg(I); };
  auto Kind = [&](unsigned I) { return I < Args ? containerOf(bare(Arg(I))->getType()) : Container::None; };
  std::string N = nameOf(F);
  // Operators of iterators, strings and smart pointers.
  if (isa<CXXOperatorCallExpr>(C) && Args == 2) {
    bool Equal = N == "==", Compares = Equal || N == "!=";
    if (Compares && (Kind(0) == Container::Smart || Kind(1) == Container::Smart)) {
      unsigned S = Kind(0) == Container::Smart ? 0 : 1;
      if (ownedHandle(bare(Arg(S))->getType()) != ApiType::None) {
        Value A = operand(Arg(0)), B = ok() ? operand(Arg(1)) : Value();
        auto Same = ok() ? compareOpaque(Equal ? BO_EQ : BO_NE, A, B, Rg) : std::nullopt;
        return Same ? std::optional(Value::scalar(castTo(boolType(), *Same))) : std::nullopt;
      }
      if (!bare(Arg(1 - S))->getType()->isNullPtrType() || !bare(Arg(S))->isGLValue())
        return std::nullopt;
      smartPointee(lvalue(bare(Arg(S))), Rg); // guarded
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
    if (Strings && N == "+")
      if (auto V = joined(A, B))
        return V;
    if (Strings)
      return std::nullopt;
    if (Compares && (A.K == Value::Null) != (B.K == Value::Null)) // find(key) == end()
      return Value::scalar(constant(boolType(), !Equal));
    auto X = withinArray(BinaryOperator::getOverloadedOpcode(llvm::cast<CXXOperatorCallExpr>(C)->getOperator()), A, B);
    auto T = X ? scalarType(C->getType()) : std::nullopt;
    return T ? std::optional(Value::scalar(castTo(*T, *X))) : std::nullopt;
  }
  if (!F->isInStdNamespace() || !F->getIdentifier())
    return std::nullopt;
  auto *TA = F->getTemplateSpecializationArgs();
  if (N == "get" && Args == 1 && TA && TA->size() && TA->get(0).getKind() == TemplateArgument::Integral &&
      fixedSize(bare(Arg(0))->getType())) {
    const clang::Expr *X = bare(Arg(0));
    Place P;
    if (X->isGLValue()) {
      P = lvalue(X);
    } else {
      Value V = rvalue(X);
      P = V.P;
    }
    if (!ok() || !P.valid())
      return Value();
    Place El = tupleElement(P, TA->get(0).getAsIntegral().getZExtValue(), Rg);
    El.Spelled = C;
    return Value::pointer(El);
  }
  if (N == "to_string" && Args == 1 && containerOf(C->getType()) == Container::String) {
    ExprP X = scalar(Arg(0));
    auto V = X && X->T.isInteger() ? constantValue(X) : std::nullopt;
    if (!ok() || !V)
      return Value::of(Value::Str);
    return Value::string(X->T.K == ScalarType::Signed ? std::to_string(int64_t(*V)) : std::to_string(*V));
  }
  if ((N == "make_pair" || N == "make_tuple") && fixedSize(C->getType()) == Args) {
    Place T = temporary(C->getType(), "tuple");
    for (unsigned I = 0; I < Args && ok(); ++I) {
      Value V = operand(Arg(I));
      if (ok())
        store(tupleElement(T, I, Rg), V, Rg);
    }
    return Value::record(T);
  }
  if (N == "exchange" && Args == 2) {
    Place P = lvalue(Arg(0));
    if (!ok())
      return Value();
    P = pinned(P);
    Value V = operand(Arg(1));
    Place Old = temporary(P.T, "old");
    if (ok())
      copyPart(Old, P, Rg);
    if (ok())
      store(P, V, Rg);
    return ok() ? load(Old, Rg) : Value();
  }
  if (N == "iter_swap" && Args == 2) {
    Value A = operand(Arg(0)), B = ok() ? operand(Arg(1)) : Value();
    if (ok() && A.K == Value::Pointer && B.K == Value::Pointer)
      swapPlaces(A.P, B.P, Rg);
    return Value();
  }
  if ((N == "size" || N == "ssize") && Args == 1) {
    const clang::Expr *X = bare(Arg(0));
    auto T = scalarType(C->getType());
    if (!X->isGLValue() || !T)
      return std::nullopt;
    Place P = lvalue(X);
    if (!ok())
      return Value();
    if (auto *A = Ctx.getAsConstantArrayType(P.T))
      return Value::scalar(constant(*T, A->getZExtSize()));
    if (Kind(0) != Container::Vector && Kind(0) != Container::Array)
      return std::nullopt;
    Value V = containerSize(P, Rg);
    return ok() ? Value::scalar(castTo(*T, V.E)) : V;
  }
  if ((N == "begin" || N == "end" || N == "cbegin" || N == "cend" || N == "data") && Args == 1) {
    const clang::Expr *X = bare(Arg(0));
    if (!X->isGLValue())
      return std::nullopt;
    Place P = lvalue(X);
    if (ok() && (Kind(0) == Container::Vector || Kind(0) == Container::Array)) {
      P.Spelled = X;
      return containerEnd(P, N, Rg);
    }
    auto *A = ok() && P.valid() ? Ctx.getAsConstantArrayType(P.T) : nullptr;
    if (!A)
      return std::nullopt;
    Place El = element(P, constant(sizeType(), 0), Rg);
    return Value::pointer(N == "end" || N == "cend" ? advance(El, constant(sizeType(), A->getZExtSize()), Rg) : El);
  }
  if ((N == "min" || N == "max") && (Args == 1 || Args == 2))
    if (const InitListExpr *L = bracedElements(Arg(0)); L && L->getNumInits()) {
      const FunctionDecl *Less = Args == 2 ? callableOf(Arg(1)) : nullptr;
      auto T = scalarType(C->getType());
      if (Less || Args == 2 || !T)
        return std::nullopt;
      ExprP Best = castTo(*T, pinned(scalar(L->getInit(0)), "best"));
      for (unsigned I = 1; I < L->getNumInits() && ok(); ++I) {
        ExprP X = pinned(scalar(L->getInit(I)), "one");
        Best = pinned(conditional(N == "min" ? binary(Expr::LT, X, Best) : binary(Expr::LT, Best, X), X, Best), "best");
      }
      return Value::scalar(Best);
    }
  return algorithm(N, C);
}

} // namespace persistify::host
