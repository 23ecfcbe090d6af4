//===- Functions.cpp - calls of the program's own and of known functions -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "interpreter/Closures.h"
#include "program/FloatEnvironment.h"
#include "device/Commands.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/Algorithms.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "names/UserHints.h"
#include "entry/SwapProof.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

using library::Does;

/// Whether the object that X designates has exactly the type of X.
static bool exactType(const clang::Expr *X) {
  X = X->IgnoreParens();
  while (auto *C = dyn_cast<ImplicitCastExpr>(X)) {
    if (C->getCastKind() != CK_NoOp)
      return false;
    X = C->getSubExpr()->IgnoreParens();
  }
  if (auto *D = dyn_cast<DeclRefExpr>(X))
    return !D->getDecl()->getType()->isReferenceType();
  if (auto *M = dyn_cast<MemberExpr>(X))
    return !M->getMemberDecl()->getType()->isReferenceType();
  return isa<ArraySubscriptExpr>(X) && X->getType()->isRecordType() &&
         isa<ImplicitCastExpr>(llvm::cast<ArraySubscriptExpr>(X)->getBase()) &&
         llvm::cast<ImplicitCastExpr>(llvm::cast<ArraySubscriptExpr>(X)->getBase())->getCastKind() ==
             CK_ArrayToPointerDecay;
}

void Functions::swap(const clang::Expr *XA, const clang::Expr *XB) {
  clang::SourceRange Rg = XA->getSourceRange();
  Place A = exprs().lvalue(XA);
  if (!ok())
    return;
  A = keeping().pinned(A);
  Place B = exprs().lvalue(XB);
  if (!ok())
    return;
  if (namesBase(A, XA->getType()) || namesBase(B, XB->getType()))
    return refuse(Diag::HostImplicitCall, Rg, {"the swap of a base of " + A.T.getAsString()});
  swapPlaces(A, B, Rg);
}

void Functions::swapPlaces(Place A, Place B, clang::SourceRange Rg, bool OfObjects) {
  A = keeping().pinned(A);
  B = keeping().pinned(B);
  if (A.valid() && B.valid() && (exchanges().swapOwners(A, B, Rg) || exchanges().swapVectors(A, B, Rg)))
    return;
  const bool Outside = !A.Or && !B.Or && !A.Index && !B.Index && A.valid() && B.valid() &&
                       A.Obj != exchanges().ExchangeObj && B.Obj != exchanges().ExchangeObj &&
                       Objects[A.Obj].External && Objects[B.Obj].External && !Scanning;
  // Two objects on one device: the address or queue that each of them has of it is the
  // same, and nothing is exchanged.
  const bool Queues = places().classify(A.T) == LeafKind::Queue;
  if (Outside && (OfObjects || planted("pointers-swapped")) && !A.Fields.empty() && !A.T.isVolatileQualified() &&
      (A.T->isPointerType() || (Queues && wrapper().isWrapped(A.T))) &&
      (Queues || places().classify(A.T) == LeafKind::Pointer || places().classify(A.T) == LeafKind::Other) &&
      (Queues || !places().scalarType(A.T->getPointeeType())) && !effects().hostOnly(A)) {
    const char *Raw = A.T->isPointerType() ? "" : "()";
    containers().requireOf(A, places().textOf(A) + Raw + " == " + places().textOf(B) + Raw,
                           "'" + places().textOf(A) + "' and '" + places().textOf(B) + "' differ");
    containers().requireOf(B, places().textOf(A) + Raw + " == " + places().textOf(B) + Raw, "");
    return;
  }
  const CXXRecordDecl *RD = Outside ? A.T->getAsCXXRecordDecl() : nullptr;
  if (RD && RD->hasDefinition() && !RD->isUnion() && !RD->isInStdNamespace() && objectType(A.T) == ApiType::None &&
      llvm::all_of(RD->fields(), [](const FieldDecl *F) { return !F->getType()->isReferenceType(); }) &&
      RD->getNumBases() == 0 && !places().vectorMember(A.T) &&
      (wrapper().memberwise(RD) || swapExchangesMembers(Ctx, RD))) {
    for (const FieldDecl *F : RD->fields())
      if (ok())
        swapPlaces(places().field(A, F), places().field(B, F), Rg, /*OfObjects=*/true);
    return;
  }
  if (ok() && A.valid() && containerOf(A.T) == Container::Vector && !containers().length(A))
    return refuse(Diag::HostContainerCall, Rg, {A.Spelled ? text(A.Spelled) : Objects[A.Obj].Name, "std::swap"});
  // Through temporaries: the values are read before either is written.
  llvm::SaveAndRestore Both(leaves().Exchanging, true);
  Place T = places().temporary(A.T, "swapped");
  leaves().copyPart(T, A, Rg);
  leaves().copyPart(A, B, Rg);
  leaves().copyPart(B, T, Rg);
}

std::optional<Value> Functions::oneOfArguments(const clang::Expr *X, bool AsValue) {
  auto *C = dyn_cast<clang::CallExpr>(X->IgnoreParens());
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  const Does What = library::whatDoes(F);
  const unsigned Args = C ? C->getNumArgs() : 0;
  if (!((What == Does::Least || What == Does::Greatest) && Args == 2) && !(What == Does::Clamp && Args == 3))
    return std::nullopt;
  if (!F->getReturnType()->isReferenceType() || !places().scalarType(C->getType()))
    return std::nullopt;
  effects().met(C);
  clang::SourceRange Rg = C->getSourceRange();
  Place P[3];
  ExprP V[3];
  for (unsigned I = 0; I < Args && ok(); ++I)
    P[I] = keeping().pinned(exprs().lvalue(C->getArg(I)));
  for (unsigned I = 0; I < Args && ok(); ++I)
    if (Value Of = leaves().load(P[I], Rg); Of.K == Value::Scalar)
      V[I] = Of.E;
    else
      return std::nullopt;
  if (!ok())
    return std::nullopt;
  // min(a, b) is b only if b < a, max(a, b) only if a < b; clamp(x, low, high) is low if x < low.
  struct {
    ExprP If;
    unsigned Is;
  } Else[2];
  unsigned Choices = 0;
  if (What == Does::Clamp)
    Else[Choices++] = {binary(Expr::LT, V[2], V[0]), 2};
  Else[Choices++] = {What == Does::Least ? binary(Expr::LT, V[1], V[0]) : binary(Expr::LT, V[0], V[1]), 1};
  ExprP Result = V[0];
  Place To = P[0];
  for (unsigned I = 0; I < Choices && ok(); ++I) {
    if (AsValue) {
      Result = conditional(Else[I].If, V[Else[I].Is], Result);
    } else if (auto T = truth(Else[I].If)) {
      To = *T ? P[Else[I].Is] : To;
    } else {
      To = keeping().choose(keeping().pinned(Else[I].If, "choice"), P[Else[I].Is], To);
    }
  }
  if (!ok())
    return std::nullopt;
  if (!AsValue && planted("copied-arguments")) {
    Place Copy = places().temporary(To.T, "copy");
    leaves().store(Copy, leaves().load(To, C->getSourceRange()), C->getSourceRange());
    return Value::pointer(Copy);
  }
  return AsValue ? Value::scalar(Result) : Value::pointer(To);
}

std::optional<Value> Functions::knownFunction(const FunctionDecl *F, const clang::CallExpr *C) {
  const library::Row *Row = isa<CXXMethodDecl>(F) ? nullptr : library::row(F);
  if (!Row)
    return std::nullopt;
  const Does What = Row->What;
  switch (What) {
  case Does::Swap: swap(C->getArg(0), C->getArg(1)); return Value();
  case Does::Same:
  case Does::AddressOf: {
    Place P = exprs().lvalue(C->getArg(0));
    return ok() ? Value::pointer(P) : Value();
  }
  case Does::Least:
  case Does::Greatest:
  case Does::Clamp:
    if (auto V = oneOfArguments(C, /*AsValue=*/false); V || !ok())
      return V ? *V : Value();
    return std::nullopt;
  case Does::Expect: return Value::scalar(exprs().scalar(C->getArg(0)));
  case Does::Free: return mirrors().freed(C->getArg(0)) ? std::optional(Value()) : std::nullopt;
  case Does::Absolute:
    if (auto T = places().scalarType(C->getType()); T && T->isInteger()) {
      ExprP X = castTo(*T, exprs().scalar(C->getArg(0)));
      ExprP Neg = unary(Expr::Neg, X);
      return Value::scalar(conditional(binary(Expr::LT, X, constant(*T, 0)), Neg, X));
    }
    break;
  default: break;
  }
  if (auto V = leaves().memoryFunction(What, C); V || !ok())
    return V ? *V : Value();
  if (auto V = strings().textFunction(What, C); V || !ok())
    return V ? *V : Value();
  for (auto Of : {&Algorithms::bitFunction, &Algorithms::writtenNumber, &Algorithms::divisorFunction,
                  &Algorithms::exponentFunction, &Algorithms::sameBytes})
    if (auto V = (algorithms().*Of)(What, C); V || !ok())
      return V ? *V : Value();
  auto V = mathFunction(*Row, C);
  return V || ok() ? V : Value();
}

std::optional<Value> Functions::mathFunction(const library::Row &Row, const clang::CallExpr *C) {
  const Does What = Row.What;
  auto Of = [&](unsigned I) { return places().scalarType(C->getArg(I)->getType()); };
  auto T = places().scalarType(C->getType());
  if (What == Does::IsNan || What == Does::IsInfinite || What == Does::SignOfInfinite || What == Does::IsFinite) {
    if (!Of(0) || Of(0)->K != ScalarType::Float)
      return std::nullopt;
    ExprP X = exprs().scalar(C->getArg(0));
    R.HostFloat = true;
    ExprP Finite = binary(Expr::EQ, binary(Expr::Sub, X, X), constant(X->T, 0));
    ExprP Nan = binary(Expr::NE, X, X);
    ExprP V = What == Does::IsNan      ? Nan
              : What == Does::IsFinite ? Finite
                                       : binary(Expr::EQ, binary(Expr::LogOr, Nan, Finite), constant(intType(), 0));
    if (What == Does::SignOfInfinite && !planted("infinite-without-sign"))
      V = binary(Expr::Sub, castTo(intType(), binary(Expr::LogAnd, V, binary(Expr::GT, X, constant(X->T, 0)))),
                 castTo(intType(), binary(Expr::LogAnd, V, binary(Expr::LT, X, constant(X->T, 0)))));
    return Value::scalar(T ? castTo(*T, V) : V);
  }
  const bool Exact = What == Does::MathExact || What == Does::Absolute;
  if (!T || T->K != ScalarType::Float || (!Exact && What != Does::MathDouble && What != Does::MathNearly))
    return std::nullopt;
  R.HostFloat = true;
  ScalarType In = Exact ? *T : ScalarType{ScalarType::Float, 64};
  std::vector<ExprP> A;
  for (const clang::Expr *X : C->arguments())
    A.push_back(castTo(In, castTo(*T, exprs().scalar(X))));
  const std::string Name = (What == Does::Absolute ? "f" : "") + std::string(Row.Name); // std::abs of a float is fabs
  return Value::scalar(castTo(*T, math(Name, In, std::move(A))));
}

static const char NoModel[] = "there is no model of this use of the library for the device";

/// Whether X names a part of what a parameter is or points to, or where that is.
static bool partOfParameter(const clang::Expr *X) {
  X = X->IgnoreParens();
  if (auto *C = dyn_cast<ImplicitCastExpr>(X))
    return llvm::is_contained({CK_NoOp, CK_LValueToRValue, CK_ArrayToPointerDecay}, C->getCastKind()) &&
           partOfParameter(C->getSubExpr());
  if (auto *M = dyn_cast<MemberExpr>(X))
    return isa<FieldDecl>(M->getMemberDecl()) && partOfParameter(M->getBase());
  if (auto *U = dyn_cast<UnaryOperator>(X))
    return (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref) && partOfParameter(U->getSubExpr());
  if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
    return isa<IntegerLiteral>(A->getIdx()->IgnoreParenImpCasts()) && partOfParameter(A->getBase());
  auto *R = dyn_cast<DeclRefExpr>(X);
  return R && isa<ParmVarDecl>(R->getDecl());
}

/// A function of another library than the standard's that does nothing but say where a part of its argument is:
/// value_ptr(v) { return &v.x; }
static bool givesPart(const FunctionDecl *F) {
  const FunctionDecl *Def =
      F->isExternC() || F->isInStdNamespace() || isa<CXXMethodDecl>(F) ? nullptr : definitionThatRuns(F);
  auto *Body = Def ? dyn_cast_or_null<CompoundStmt>(Def->getBody()) : nullptr;
  auto *Only = Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Only && Only->getRetValue() && partOfParameter(Only->getRetValue()) && !planted("no-accessors");
}

/// Also a member of a class of the library's.
static bool ofStd(const FunctionDecl *F) {
  const DeclContext *C = F->getDeclContext();
  while (C && !C->isFileContext())
    C = C->getParent();
  return C && (C->isStdNamespace() || (C->getParent() && C->getParent()->isStdNamespace()));
}

/// "std::valarray::operator[]"
static std::string libraryName(const FunctionDecl *F) {
  auto *M = dyn_cast<CXXMethodDecl>(F);
  return "std::" + (M ? M->getParent()->getNameAsString() + "::" : "") + F->getNameAsString();
}

/// Which functions a virtual call may mean.
static std::string mayRun(ASTContext &Ctx, const CXXMethodDecl *M) {
  llvm::SmallVector<const CXXMethodDecl *, 4> Found;
  for (const CXXMethodDecl *D : overriders(Ctx, M))
    if (!D->isPureVirtual())
      Found.push_back(D);
  std::string Names;
  for (size_t I = 0; I < Found.size() && I < 4; ++I)
    Names += (I ? ", '" : "'") + Found[I]->getQualifiedNameAsString() + "'";
  if (Found.size() > 4)
    Names += " and others";
  return Names.empty()       ? "no function that it may run is seen"
         : Found.size() == 1 ? "it is not seen to run " + Names + " always"
                             : "it may run " + Names;
}

void Functions::requireLoaded(const FunctionDecl *F) {
  const clang::Expr *Pointer = loaderPointer(F);
  if (!Pointer || Scanning || planted("any-loader"))
    return;
  Place P = exprs().lvalue(Pointer);
  containers().Asked.push_back(P);
  if (ok())
    containers().requireOf(
        P, "persistify_is_call(\"" + F->getNameAsString() + "\", (void (*)(void))" + places().textOf(P) + ")",
        "'" + places().textOf(P) + "' is not " + F->getNameAsString() + " of the OpenCL library");
}

Value Functions::callByPointer(const clang::CallExpr *C, bool ResultUsed) {
  if (auto V = tableCall(C))
    return *V;
  llvm::SmallVector<const clang::Expr *, 8> Args(C->arguments());
  names().NotNamed = nullptr;
  if (const FunctionDecl *To = callee(C->getCallee())) {
    const clang::CallExpr *Named = planted("no-handed-functions") ? nullptr : Index.callOf(C, To);
    return Named ? commands().api(apiCall(Named), ResultUsed) : callKnown(To, Args, C->getSourceRange());
  }
  if (ok())
    refuse(Diag::HostUnknownCall, C->getSourceRange(),
           {text(C->getCallee()),
            names().NotNamed ? "it calls '" + names().NotNamed->getNameAsString() +
                                   "', which cannot be named where the loop stands: declare it in front of that"
                             : "it is not seen which function it calls"});
  return {};
}

std::optional<Value> Functions::trivialAssignment(const CXXMethodDecl *M, const clang::CallExpr *C) {
  const QualType T = Ctx.getRecordType(M->getParent());
  if (!(M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) || !M->isTrivial() ||
      !isa<CXXOperatorCallExpr>(C) || C->getNumArgs() != 2 || isStringView(T))
    return std::nullopt;
  Place From = exprs().lvalue(C->getArg(1)), To = exprs().lvalue(C->getArg(0));
  if (ok() && namesBase(To, T))
    refuse(Diag::HostImplicitCall, C->getSourceRange(), {"the copy to a base of " + To.T.getAsString()});
  if (ok())
    leaves().store(To, Value::record(From), C->getSourceRange());
  return ok() ? Value::pointer(To) : Value();
}

Value Functions::callMethod(const CXXMethodDecl *M, const clang::CallExpr *C) {
  const clang::SourceRange Rg = C->getSourceRange();
  const FunctionDecl *Def = M;
  std::optional<Place> This;
  const clang::Expr *Left = nullptr; // of an assignment: evaluated behind the right side since C++17
  llvm::SmallVector<const clang::Expr *, 8> Args(C->arguments());
  const clang::Expr *Obj = nullptr;
  bool Arrow = false;
  if (auto *MC = dyn_cast<CXXMemberCallExpr>(C)) {
    Obj = MC->getImplicitObjectArgument();
    Arrow = Obj->getType()->isPointerType();
  } else if (isa<CXXOperatorCallExpr>(C) && !Args.empty()) {
    Obj = Args.front();
    Args.erase(Args.begin());
  }
  if (!Obj) {
    refuse(Diag::HostUnknownCall, Rg, {M->getNameAsString(), UnknownEffects});
    return {};
  }
  auto *ME = dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens());
  const bool Dynamic = M->isVirtual() && !M->hasAttr<FinalAttr>() && !(ME && ME->hasQualifier()) &&
                       (Arrow || (!M->getParent()->hasAttr<FinalAttr>() && !exactType(Obj)));
  auto *O = dyn_cast<CXXOperatorCallExpr>(C);
  if (M->getParent()->isLambda()) {
    if (isa<LambdaExpr>(bare(Obj)))
      closure(Obj->getType(), Obj);
    if (!ok() || !captured(M, Rg))
      return {};
    if (!madeHere(Obj) && copiesElsewhere(Frames, M, copiesOf(M))) {
      refuse(Diag::HostNotCapturable, Rg, {text(Obj), "the lambda holds copies of another function's variables"});
      return {};
    }
    This = closureObject(M, Rg);
  } else if (Arrow) {
    Value V = keeping().pointerOf(Obj);
    if (V.K != Value::Pointer) {
      if (ok())
        refuse(Diag::HostPointer, Rg, {text(Obj)});
      return {};
    }
    This = V.P;
  } else if (O && O->isAssignmentOp() && Ctx.getLangOpts().CPlusPlus17 && !planted("left-first")) {
    if (Dynamic && Args[0]->HasSideEffects(Ctx)) { // what runs depends on the left side
      refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(C) + "'"});
      return {};
    }
    Left = Dynamic ? nullptr : Obj;
    if (Dynamic)
      This = exprs().lvalue(Obj);
  } else {
    This = exprs().lvalue(Obj);
  }
  if (Dynamic && ok()) {
    Def = names().overrider(M, *This, Rg);
    if (!Def && ok())
      refuse(Diag::HostUnknownCall, Rg, {M->getNameAsString(), mayRun(Ctx, M)});
  }
  return ok() ? inlineCall(Def, Args, This, Rg, Left) : Value();
}

void Functions::refuseCall(const FunctionDecl *F, bool Library, clang::SourceRange Rg) {
  const std::string Name = F->getNameAsString();
  if (library::is(F, library::Output))
    refuse(Diag::HostOutput, Rg, {Name});
  else if (library::is(F, library::Input))
    refuse(Diag::HostInput, Rg, {Name});
  else if (usesFloatEnvironment(F))
    refuse(Diag::HostFloatEnvironment, Rg, {"'" + Name + "' is called in the loop"});
  else if (ofStd(F))
    refuse(Diag::HostUnknownCall, Rg, {libraryName(F), NoModel});
  else if (F->getBuiltinID() && !F->hasBody()) // memset, strlen, lround
    refuse(Diag::HostUnknownCall, Rg, {Name, NoModel});
  else if (Library && library::row(F))
    refuse(Diag::HostUnknownCall, Rg, {Name, NoModel});
  else
    refuse(Diag::HostUnknownCall, Rg, {Name, UnknownEffects});
}

Value Functions::call(const clang::CallExpr *C, bool ResultUsed) {
  if (!ok())
    return {};
  effects().met(C);
  if (auto Dropped = hints().hintedDrop(C))
    return *Dropped;
  if (leaves().isAtomic(C))
    return {};
  clang::SourceRange Rg = C->getSourceRange();
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return callByPointer(C, ResultUsed);
  if (ApiCall A = apiCall(C)) {
    requireLoaded(F);
    return ok() ? commands().api(std::move(A), ResultUsed) : Value();
  }
  auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method)
    if (auto V = wrapper().wrapperMethod(Method, C))
      return *V;
  if (Method)
    if (auto V = trivialAssignment(Method, C))
      return *V;
  if (auto V = containers().containerCall(F, C))
    return *V;
  if (!ok())
    return {};
  if (auto V = variadicCall(F, C))
    return *V;
  if (auto V = knownFunction(F, C))
    return *V;
  if (!Scanning && (HostCalls::isClock(F) || Calls.of(F).time()))
    return Value::later();
  if (!ok())
    return {};
  if (Index.neverReturns(F)) {
    effects().metWhole(C);
    stmts().bail(Rg, Stmt::Ends);
    return {};
  }
  // Library code is known by name or not at all: its bodies are not the program's.
  const bool Library =
      inWrapper(F) ||
      (Ctx.getSourceManager().isInSystemHeader(Ctx.getSourceManager().getExpansionLoc(F->getLocation())) &&
       !givesPart(F));
  const FunctionDecl *Def = Library ? nullptr : definitionThatRuns(F);
  if (!Def && !Library && Method && Method->isVirtual())
    Def = F; // it may have its body in a derived class
  if (auto *M = dyn_cast_or_null<CXXMethodDecl>(Def); M && !M->isStatic())
    return callMethod(M, C);
  if (Def)
    return inlineCall(Def, llvm::SmallVector<const clang::Expr *, 8>(C->arguments()), std::nullopt, Rg);
  refuseCall(F, Library, Rg);
  return {};
}

} // namespace persistify::host
