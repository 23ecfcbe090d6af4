//===- ContainerCalls.cpp - calls of the C++ standard library -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of containers, and functions that take or give them. A function that
// returns a reference gives a pointer to the place, as calls do everywhere.
//
//===----------------------------------------------------------------------===//
#include "Closures.h"
#include "Containers.h"
#include "Lowering.h"

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

/// Whether S does nothing but assign variables from First on.
bool onlyAssigns(const Stmt &S, unsigned First) {
  if (S.K == Stmt::Assign ? S.Var < First
                          : S.K != Stmt::If && S.K != Stmt::Block && S.K != Stmt::Leave)
    return false;
  for (const StmtList *L : {&S.Body, &S.Else, &S.Before, &S.Next})
    for (const Stmt &Sub : *L)
      if (!onlyAssigns(Sub, First))
        return false;
  return true;
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
                  ? host::cast({ScalarType::Signed, 64}, scalar(Arg(0)))
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
      return Value::scalar(N == "empty" ? constant(boolType(), V.Text->empty())
                                        : constant(sizeType(), V.Text->size()));
    if ((N == "=" || N == "+=") && Args == 1 && ok()) {
      Value From = stringValue(Arg(0));
      if (N == "+=" && V.Text && From.Text)
        From = Value::string(*V.Text + *From.Text);
      else if (N == "+=")
        return Refuse(N);
      Place P = lvalue(Obj);
      if (ok())
        store(P, From, Rg);
      return Value::pointer(P);
    }
    return Refuse(N);
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
      return ok() ? Value::scalar(host::cast(boolType(), unary(Expr::LogNot, V.E))) : V;
    }
    ExprP Zero = constant(sizeType(), 0);
    if (N == "front" || N == "data" || N == "begin" || N == "cbegin") {
      if (auto L = length(P); ok() && L && *L == 0 && N != "front")
        return Value(); // nothing to point to
      return Value::pointer(containerElement(P, Zero, false, Rg));
    }
    auto L = length(P);
    if (L && (N == "end" || N == "cend")) {
      if (*L == 0)
        return Value();
      Place El = containerElement(P, Zero, false, Rg);
      return Value::pointer(advance(El, constant(sizeType(), *L), Rg));
    }
    if (L && *L && N == "back")
      return Value::pointer(containerElement(P, constant(sizeType(), *L - 1), false, Rg));
    if (N == "fill" && Args == 1 && K == Container::Array) {
      Value V = operand(Arg(0));
      if (V.K == Value::Scalar)
        V.E = pinned(V.E, "value"); // the elements may be part of it
      Place A = contents(P);
      for (uint64_t I = 0; L && I < *L && ok(); ++I)
        store(element(A, constant(sizeType(), I), Rg), V, Rg);
      return Value();
    }
    return Refuse(N);
  }
  case Container::Map:
    if ((N == "[]" || N == "at" || N == "find") && Args == 1) {
      Place El = mapElement(P, Arg(0), Rg);
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
    if (!ownedHandle(P.T).empty()) {
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

/// A method of a smart pointer that owns a handle.
std::optional<Value> Lowering::ownerCall(Place P, llvm::StringRef N, llvm::ArrayRef<const clang::Expr *> Args,
                                         clang::SourceRange Rg) {
  if (N == "get" && Args.empty())
    return load(P, Rg);
  if (N == "convert") {
    Value V = load(P, Rg);
    auto Known = ok() ? compareOpaque(BO_NE, V, Value::of(Value::Null), Rg) : std::nullopt;
    return Known ? std::optional(Value::scalar(host::cast(boolType(), *Known))) : std::nullopt;
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
  if (!IsTie)
    P = lvalue(To);
  for (unsigned I = 0; I < *N && ok(); ++I) {
    if (IsTie)
      if (auto *D = dyn_cast<DeclRefExpr>(bare(Tie->getArg(I))); D && D->getDecl()->isInStdNamespace())
        continue; // std::ignore
    Place Part = IsTie ? lvalue(Tie->getArg(I)) : tupleElement(P, I, Rg);
    if (ok())
      copyPart(Part, tupleElement(V.P, I, Rg), Rg);
  }
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
  if (const FunctionDecl *F = D && D->getInit() && neverChanges(D) ? callableOf(D->getInit()) : nullptr)
    return F;
  return pointedFunction(P);
}

/// A call of a function that is not named by the call.
Value Lowering::callKnown(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange Rg) {
  const FunctionDecl *Def = nullptr;
  auto *M = dyn_cast<CXXMethodDecl>(F);
  bool Lambda = M && M->getParent()->isLambda();
  if (!F->hasBody(Def) || (M && !M->isStatic() && !Lambda) || (Lambda && !captured(M, Rg))) {
    if (ok())
      refuse(Diag::HostUnknownCall, Rg, {F->getNameAsString()});
    return {};
  }
  if (Lambda && copiesElsewhere(Frames, M)) {
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
      if (!ownedHandle(bare(Arg(S))->getType()).empty()) {
        Value A = operand(Arg(0)), B = ok() ? operand(Arg(1)) : Value();
        auto Same = ok() ? compareOpaque(Equal ? BO_EQ : BO_NE, A, B, Rg) : std::nullopt;
        return Same ? std::optional(Value::scalar(host::cast(boolType(), *Same))) : std::nullopt;
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
    if (Strings && N == "+" && A.Text && B.Text)
      return Value::string(*A.Text + *B.Text);
    if (Strings)
      return std::nullopt;
    if (Compares && (A.K == Value::Null) != (B.K == Value::Null)) // find(key) == end()
      return Value::scalar(constant(boolType(), !Equal));
    auto X = withinArray(BinaryOperator::getOverloadedOpcode(llvm::cast<CXXOperatorCallExpr>(C)->getOperator()), A, B);
    auto T = X ? scalarType(C->getType()) : std::nullopt;
    return T ? std::optional(Value::scalar(host::cast(*T, *X))) : std::nullopt;
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
    return ok() ? Value::scalar(host::cast(*T, V.E)) : V;
  }
  if ((N == "begin" || N == "end" || N == "cbegin" || N == "cend" || N == "data") && Args == 1) {
    const clang::Expr *X = bare(Arg(0));
    if (!X->isGLValue())
      return std::nullopt;
    Place P = lvalue(X);
    if (ok() && (Kind(0) == Container::Vector || Kind(0) == Container::Array))
      P = contents(P);
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
      ExprP Best = host::cast(*T, pinned(scalar(L->getInit(0)), "best"));
      for (unsigned I = 1; I < L->getNumInits() && ok(); ++I) {
        ExprP X = pinned(scalar(L->getInit(I)), "one");
        Best = pinned(conditional(N == "min" ? binary(Expr::LT, X, Best) : binary(Expr::LT, Best, X), X, Best), "best");
      }
      return Value::scalar(Best);
    }
  return rangeCall(N, C);
}

/// Algorithms over a range of known elements.
std::optional<Value> Lowering::rangeCall(llvm::StringRef N, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  // Does something with the elements A <= i < B of one array, one after the other: with
  // few of them each by itself, else in a loop, which assigns Carried. False if the
  // elements are not known.
  auto ForElements = [&](const Value &A, const Value &B, llvm::ArrayRef<Place> Carried,
                         llvm::function_ref<void(const Place &)> Do) -> bool {
    auto Within = ok() ? withinArray(BO_Sub, B, A) : std::nullopt;
    if (!Within || !A.P.Extent)
      return false;
    auto I = constantValue(A.P.Index), J = constantValue(B.P.Index);
    if (I && J && (*J < *I || *J > A.P.Extent))
      return false;
    Place El = A.P;
    if (I && J && *J - *I <= 64) {
      for (uint64_t K = *I; K < *J && ok(); ++K) {
        El.Index = constant(sizeType(), K);
        Do(El);
      }
      return ok();
    }
    Place At = temporary(Ctx.getSizeType(), "at");
    store(At, Value::scalar(host::cast(sizeType(), A.P.Index)), Rg);
    ExprP End = pinned(host::cast(sizeType(), B.P.Index), "end");
    auto Forget = [&] {
      forget(At);
      for (const Place &P : Carried)
        forget(P);
    };
    Forget();
    El.Index = load(At, Rg).E;
    Stmt Loop;
    Loop.K = Stmt::Loop;
    Loop.Range = range(Rg);
    Loop.E = binary(Expr::LT, El.Index, End);
    StmtList *Saved = Out;
    Out = &Loop.Body;
    Do(El);
    Out = &Loop.Next;
    if (ok())
      store(At, Value::scalar(binary(Expr::Add, El.Index, constant(sizeType(), 1))), Rg);
    Out = Saved;
    Forget();
    Out->push_back(std::move(Loop));
    return ok();
  };
  unsigned Args = C->getNumArgs();
  auto Unknown = [&] {
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {text(C->getArg(0))});
    return Value();
  };
  if (N == "accumulate" && Args == 3) {
    auto T = scalarType(C->getType());
    Value V = operand(C->getArg(2));
    if (!ok() || !T || V.K != Value::Scalar)
      return std::nullopt;
    // init = init + *i, with the usual conversions.
    auto Common = [](ScalarType A, ScalarType B) {
      if (A.K == ScalarType::Float || B.K == ScalarType::Float)
        return A.K != ScalarType::Float ? B : B.K != ScalarType::Float ? A : A.Bits >= B.Bits ? A : B;
      ScalarType Int = intType();
      A = A.Bits < 32 ? Int : A;
      B = B.Bits < 32 ? Int : B;
      return A.Bits != B.Bits ? (A.Bits > B.Bits ? A : B) : A.K == ScalarType::Unsigned ? A : B;
    };
    Place Sum = temporary(C->getType(), "sum");
    store(Sum, Value::scalar(host::cast(*T, V.E)), Rg);
    Value First = operand(C->getArg(0)), Last = ok() ? operand(C->getArg(1)) : Value();
    bool Good = ForElements(First, Last, {Sum}, [&](const Place &P) {
      Value X = load(P, Rg);
      if (!ok() || X.K != Value::Scalar)
        return;
      ScalarType W = Common(*T, X.E->T);
      store(Sum, Value::scalar(binary(Expr::Add, host::cast(W, load(Sum, Rg).E), host::cast(W, X.E))), Rg);
    });
    return Good ? load(Sum, Rg) : Unknown();
  }
  if ((N == "max_element" || N == "min_element") && Args == 2) {
    // The first of the largest (smallest) ones; Last if there is none.
    Place Best = temporary(Ctx.getSizeType(), "best"), Most, Any = temporary(Ctx.IntTy, "any");
    store(Any, Value::scalar(constant(intType(), 0)), Rg);
    Value First = operand(C->getArg(0)), End = ok() ? operand(C->getArg(1)) : Value();
    if (!ok() || End.K != Value::Pointer || !End.P.Index || !scalarType(End.P.T))
      return Unknown();
    Most = temporary(End.P.T, "most");
    store(Best, Value::scalar(host::cast(sizeType(), End.P.Index)), Rg);
    store(Most, Value::scalar(constant(*scalarType(End.P.T), 0)), Rg);
    bool Good = ForElements(First, End, {Best, Most, Any}, [&](const Place &P) {
      Value X = load(P, Rg);
      if (!ok() || X.K != Value::Scalar)
        return;
      ExprP V = pinned(X.E, "one"), M = load(Most, Rg).E;
      ExprP Takes = binary(Expr::LogOr, unary(Expr::LogNot, load(Any, Rg).E),
                           N == "max_element" ? binary(Expr::LT, M, V) : binary(Expr::LT, V, M));
      branch(pinned(Takes, "takes"), [&] {
        store(Most, Value::scalar(V), Rg);
        store(Best, Value::scalar(host::cast(sizeType(), P.Index)), Rg);
        store(Any, Value::scalar(constant(intType(), 1)), Rg);
      }, [] {}, Rg);
    });
    if (!Good)
      return Unknown();
    End.P.Index = pinned(load(Best, Rg).E, "best");
    return Value::pointer(End.P);
  }
  static const char *const Known[] = {"fill", "count",   "any_of", "all_of", "none_of",
                                      "iota", "reverse", "copy",   "rotate"};
  if (Args < 2 || llvm::none_of(Known, [&](const char *K) { return N == K; }))
    return std::nullopt;
  std::vector<Place> Els, Middle;
  bool Rotate = N == "rotate";
  if (!elementsBetween(C->getArg(0), C->getArg(Rotate ? 2 : 1), Els, Rg) ||
      (Rotate && (Args != 3 || !elementsBetween(C->getArg(0), C->getArg(1), Middle, Rg))))
    return Unknown();
  if (N == "fill" && Args == 3) {
    Value V = operand(C->getArg(2));
    if (ok() && V.K == Value::Scalar)
      V.E = pinned(V.E, "value"); // the elements may be part of it
    for (const Place &P : Els)
      if (ok())
        store(P, V, Rg);
    return Value();
  }
  if (N == "iota" && Args == 3) {
    Value V = operand(C->getArg(2));
    auto T = scalarType(bare(C->getArg(2))->getType());
    if (!ok() || V.K != Value::Scalar || !T || !T->isInteger())
      return std::nullopt;
    ExprP Start = pinned(V.E, "first");
    for (uint64_t I = 0; I < Els.size() && ok(); ++I)
      store(Els[I], Value::scalar(binary(Expr::Add, Start, constant(*T, I))), Rg);
    return Value();
  }
  if (N == "count" && Args == 3) {
    Value V = operand(C->getArg(2));
    auto T = scalarType(C->getType());
    if (!ok() || !T || V.K != Value::Scalar)
      return std::nullopt;
    ExprP Sum = constant(*T, 0);
    for (const Place &P : Els) {
      Value X = load(P, Rg);
      if (!ok() || X.K != Value::Scalar || X.E->T != V.E->T)
        return std::nullopt;
      Sum = binary(Expr::Add, Sum, host::cast(*T, binary(Expr::EQ, X.E, V.E)));
    }
    return Value::scalar(pinned(Sum, "count"));
  }
  if (N.ends_with("_of") && Args == 3) {
    const FunctionDecl *F = callee(C->getArg(2));
    if (!F || !ok() || Els.empty())
      return ok() && Els.empty() ? std::optional<Value>(Value::scalar(constant(boolType(), N != "any_of")))
                                 : std::nullopt;
    // All are evaluated: so none may have a side effect.
    ExprP Any;
    size_t Before = Out->size();
    unsigned Vars = R.Vars.size();
    for (const Place &P : Els) {
      auto *X = new (Ctx) OpaqueValueExpr(C->getBeginLoc(), P.T.getNonReferenceType(), VK_LValue);
      Given[X] = P;
      const clang::Expr *A = X;
      if (F->getNumParams() == 1 && !F->getParamDecl(0)->getType()->isReferenceType())
        A = ImplicitCastExpr::Create(Ctx, P.T.getUnqualifiedType(), CK_LValueToRValue, X, nullptr, VK_PRValue,
                                     FPOptionsOverride());
      Value V = callKnown(F, {A}, Rg);
      if (!ok() || V.K != Value::Scalar)
        return Value();
      ExprP One = unary(Expr::LogNot, pinned(V.E, "holds"));
      if (N != "all_of")
        One = unary(Expr::LogNot, One);
      Any = Any ? binary(Expr::LogOr, Any, One) : One;
    }
    for (size_t I = Before; I < Out->size(); ++I)
      if (!onlyAssigns((*Out)[I], Vars)) {
        refuse(Diag::HostUnknownCall, Rg, {N.str()});
        return Value();
      }
    if (N != "any_of")
      Any = unary(Expr::LogNot, Any);
    return Value::scalar(host::cast(boolType(), pinned(Any, "any")));
  }
  if (N == "copy" && Args == 3) {
    Value To = operand(C->getArg(2));
    if (!ok() || To.K != Value::Pointer || !To.P.Extent)
      return std::nullopt;
    for (uint64_t I = 0; I < Els.size() && ok(); ++I)
      store(advance(To.P, constant(sizeType(), I), Rg), load(Els[I], Rg), Rg);
    return Value();
  }
  if (N == "rotate" || N == "reverse") {
    std::vector<Place> Old;
    for (const Place &P : Els) {
      Old.push_back(temporary(P.T, "old"));
      if (ok())
        store(Old.back(), load(P, Rg), Rg);
    }
    size_t Size = Els.size(), By = Rotate ? Middle.size() : 0;
    for (size_t I = 0; I < Size && ok(); ++I)
      store(Els[I], load(Old[Rotate ? (I + By) % Size : Size - 1 - I], Rg), Rg);
    return Value();
  }
  return std::nullopt;
}

} // namespace persistify::host
