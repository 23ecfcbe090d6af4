//===- LowerCall.cpp - calls of the program's own and of known functions -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Definition.h"
#include "Closures.h"
#include "FloatEnvironment.h"
#include "Lowering.h"
#include "SwapProof.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "clang/AST/DeclTemplate.h"
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

void Lowering::swap(const clang::Expr *XA, const clang::Expr *XB) {
  clang::SourceRange Rg = XA->getSourceRange();
  Place A = lvalue(XA);
  if (!ok())
    return;
  A = pinned(A);
  Place B = lvalue(XB);
  if (!ok())
    return;
  if (namesBase(A, XA->getType()) || namesBase(B, XB->getType()))
    return refuse(Diag::HostImplicitCall, Rg, {"the swap of a base of " + A.T.getAsString()});
  swapPlaces(A, B, Rg);
}

void Lowering::swapPlaces(Place A, Place B, clang::SourceRange Rg, bool OfObjects) {
  A = pinned(A);
  B = pinned(B);
  if (A.valid() && B.valid() && swapOwners(A, B, Rg))
    return;
  const bool Outside = !A.Or && !B.Or && !A.Index && !B.Index && A.valid() && B.valid() && A.Obj != ExchangeObj &&
                       B.Obj != ExchangeObj && Objects[A.Obj].External && Objects[B.Obj].External && !Scanning;
  // Two objects on one device: the address or queue that each of them has of it is the
  // same, and nothing is exchanged.
  const bool Queues = classify(A.T) == LeafKind::Queue;
  if (Outside && (OfObjects || planted("pointers-swapped")) && !A.Fields.empty() && !A.T.isVolatileQualified() &&
      (A.T->isPointerType() || (Queues && isWrapped(A.T))) &&
      (Queues || classify(A.T) == LeafKind::Pointer || classify(A.T) == LeafKind::Other) &&
      (Queues || !scalarType(A.T->getPointeeType())) && !hostOnly(A)) {
    const char *Raw = A.T->isPointerType() ? "" : "()";
    requireOf(A, textOf(A) + Raw + " == " + textOf(B) + Raw, "'" + textOf(A) + "' and '" + textOf(B) + "' differ");
    requireOf(B, textOf(A) + Raw + " == " + textOf(B) + Raw, "");
    return;
  }
  const CXXRecordDecl *RD = Outside ? A.T->getAsCXXRecordDecl() : nullptr;
  if (RD && RD->hasDefinition() && !RD->isUnion() && !RD->isInStdNamespace() && objectType(A.T) == ApiType::None &&
      llvm::all_of(RD->fields(), [](const FieldDecl *F) { return !F->getType()->isReferenceType(); }) &&
      RD->getNumBases() == 0 && !vectorMember(A.T) && (memberwise(RD) || swapExchangesMembers(Ctx, RD))) {
    for (const FieldDecl *F : RD->fields())
      if (ok())
        swapPlaces(field(A, F), field(B, F), Rg, /*OfObjects=*/true);
    return;
  }
  // Through temporaries: the values are read before either is written.
  llvm::SaveAndRestore Both(Exchanging, true);
  Place T = temporary(A.T, "swapped");
  copyPart(T, A, Rg);
  copyPart(A, B, Rg);
  copyPart(B, T, Rg);
}

/// std::min, max and clamp of numbers: a reference to one of their arguments. \p AsValue:
/// its value will do.
std::optional<Value> Lowering::oneOfArguments(const clang::Expr *X, bool AsValue) {
  auto *C = dyn_cast<clang::CallExpr>(X->IgnoreParens());
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  const Does What = library::whatDoes(F);
  const unsigned Args = C ? C->getNumArgs() : 0;
  if (!((What == Does::Least || What == Does::Greatest) && Args == 2) && !(What == Does::Clamp && Args == 3))
    return std::nullopt;
  if (!F->getReturnType()->isReferenceType() || !scalarType(C->getType()))
    return std::nullopt;
  met(C);
  clang::SourceRange Rg = C->getSourceRange();
  Place P[3];
  ExprP V[3];
  for (unsigned I = 0; I < Args && ok(); ++I)
    P[I] = pinned(lvalue(C->getArg(I)));
  for (unsigned I = 0; I < Args && ok(); ++I)
    if (Value Of = load(P[I], Rg); Of.K == Value::Scalar)
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
      To = choose(pinned(Else[I].If, "choice"), P[Else[I].Is], To);
    }
  }
  if (!ok())
    return std::nullopt;
  if (!AsValue && planted("copied-arguments")) {
    Place Copy = temporary(To.T, "copy");
    store(Copy, load(To, C->getSourceRange()), C->getSourceRange());
    return Value::pointer(Copy);
  }
  return AsValue ? Value::scalar(Result) : Value::pointer(To);
}

/// Functions of the standard library with a model.
std::optional<Value> Lowering::knownFunction(const FunctionDecl *F, const clang::CallExpr *C) {
  const library::Row *Row = isa<CXXMethodDecl>(F) ? nullptr : library::row(F);
  if (!Row)
    return std::nullopt;
  const Does What = Row->What;
  switch (What) {
  case Does::Swap: swap(C->getArg(0), C->getArg(1)); return Value();
  case Does::Same:
  case Does::AddressOf: {
    Place P = lvalue(C->getArg(0));
    return ok() ? Value::pointer(P) : Value();
  }
  case Does::Least:
  case Does::Greatest:
  case Does::Clamp:
    if (auto V = oneOfArguments(C, /*AsValue=*/false); V || !ok())
      return V ? *V : Value();
    return std::nullopt;
  case Does::Expect: return Value::scalar(scalar(C->getArg(0)));
  case Does::Free: return freed(C->getArg(0)) ? std::optional(Value()) : std::nullopt;
  case Does::Absolute:
    if (auto T = scalarType(C->getType()); T && T->isInteger()) {
      ExprP X = castTo(*T, scalar(C->getArg(0)));
      ExprP Neg = unary(Expr::Neg, X);
      return Value::scalar(conditional(binary(Expr::LT, X, constant(*T, 0)), Neg, X));
    }
    break;
  default: break;
  }
  for (auto Of : {&Lowering::memoryFunction, &Lowering::textFunction, &Lowering::bitFunction, &Lowering::writtenNumber,
                  &Lowering::divisorFunction, &Lowering::exponentFunction})
    if (auto V = (this->*Of)(What, C); V || !ok())
      return V ? *V : Value();
  auto V = mathFunction(*Row, C);
  return V || ok() ? V : Value();
}

/// Functions of <math.h> and <cmath> (rule H10).
std::optional<Value> Lowering::mathFunction(const library::Row &Row, const clang::CallExpr *C) {
  const Does What = Row.What;
  auto Of = [&](unsigned I) { return scalarType(C->getArg(I)->getType()); };
  auto T = scalarType(C->getType());
  if (What == Does::IsNan || What == Does::IsInfinite || What == Does::IsFinite) {
    if (!Of(0) || Of(0)->K != ScalarType::Float)
      return std::nullopt;
    ExprP X = scalar(C->getArg(0));
    R.HostFloat = true;
    ExprP Finite = binary(Expr::EQ, binary(Expr::Sub, X, X), constant(X->T, 0));
    ExprP Nan = binary(Expr::NE, X, X);
    ExprP V = What == Does::IsNan      ? Nan
              : What == Does::IsFinite ? Finite
                                       : binary(Expr::EQ, binary(Expr::LogOr, Nan, Finite), constant(intType(), 0));
    return Value::scalar(T ? castTo(*T, V) : V);
  }
  const bool Exact = What == Does::MathExact || What == Does::Absolute;
  if (!T || T->K != ScalarType::Float || (!Exact && What != Does::MathDouble && What != Does::MathNearly))
    return std::nullopt;
  R.HostFloat = true;
  ScalarType In = Exact ? *T : ScalarType{ScalarType::Float, 64};
  std::vector<ExprP> A;
  for (const clang::Expr *X : C->arguments())
    A.push_back(castTo(In, castTo(*T, scalar(X))));
  const std::string Name = (What == Does::Absolute ? "f" : "") + std::string(Row.Name); // std::abs of a float is fabs
  return Value::scalar(castTo(*T, math(Name, In, std::move(A))));
}

static const char UnknownEffects[] = "its effects are unknown";
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

/// Where OpenCL is called by a pointer, that is to be the function which it is called like.
void Lowering::requireLoaded(const FunctionDecl *F) {
  const clang::Expr *Pointer = loaderPointer(F);
  if (!Pointer || Scanning || planted("any-loader"))
    return;
  Place P = lvalue(Pointer);
  Asked.push_back(P);
  if (ok())
    requireOf(P, "persistify_is_call(\"" + F->getNameAsString() + "\", (void (*)(void))" + textOf(P) + ")",
              "'" + textOf(P) + "' is not " + F->getNameAsString() + " of the OpenCL library");
}

Value Lowering::call(const clang::CallExpr *C, bool ResultUsed) {
  if (!ok())
    return {};
  met(C);
  if (auto Dropped = hintedDrop(C))
    return *Dropped;
  if (isAtomic(C))
    return {};
  clang::SourceRange Rg = C->getSourceRange();
  const FunctionDecl *F = C->getDirectCallee();
  if (!F) {
    if (auto V = tableCall(C))
      return *V;
    llvm::SmallVector<const clang::Expr *, 8> Args(C->arguments());
    NotNamed = nullptr;
    if (const FunctionDecl *To = callee(C->getCallee()))
      return callKnown(To, Args, Rg);
    if (ok())
      refuse(Diag::HostUnknownCall, Rg,
             {text(C->getCallee()),
              NotNamed ? "it calls '" + NotNamed->getNameAsString() +
                             "', which cannot be named where the loop stands: declare it in front of that"
                       : "it is not seen which function it calls"});
    return {};
  }
  std::string Name = F->getNameAsString();
  if (ApiCall A = apiCall(C)) {
    requireLoaded(F);
    return ok() ? api(std::move(A), ResultUsed) : Value();
  }
  if (auto *M = dyn_cast<CXXMethodDecl>(F))
    if (auto V = wrapperMethod(M, C))
      return *V;
  if (auto *M = dyn_cast<CXXMethodDecl>(F); M && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) &&
                                            M->isTrivial() && isa<CXXOperatorCallExpr>(C) && C->getNumArgs() == 2 &&
                                            !isStringView(Ctx.getRecordType(M->getParent()))) {
    Place From = lvalue(C->getArg(1)), To = lvalue(C->getArg(0));
    if (ok() && namesBase(To, Ctx.getRecordType(M->getParent())))
      refuse(Diag::HostImplicitCall, Rg, {"the copy to a base of " + To.T.getAsString()});
    if (ok())
      store(To, Value::record(From), Rg);
    return ok() ? Value::pointer(To) : Value();
  }
  if (auto V = containerCall(F, C))
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
    metWhole(C);
    bail(Rg, Stmt::Ends);
    return {};
  }
  // Library code is known by name or not at all: its bodies are not the program's.
  bool Library = inWrapper(F) ||
                 (Ctx.getSourceManager().isInSystemHeader(Ctx.getSourceManager().getExpansionLoc(F->getLocation())) &&
                  !givesPart(F));
  auto *Virtual = dyn_cast<CXXMethodDecl>(F); // which may have its body in a derived class
  const FunctionDecl *Def = Library ? nullptr : definitionThatRuns(F);
  if (!Library && (Def || (Virtual && Virtual->isVirtual()))) {
    if (!Def)
      Def = F;
    std::optional<Place> This;
    const clang::Expr *Left = nullptr; // of an assignment: evaluated behind the right side since C++17
    llvm::SmallVector<const clang::Expr *, 8> Args(C->arguments());
    if (auto *M = dyn_cast<CXXMethodDecl>(Def); M && !M->isStatic()) {
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
        refuse(Diag::HostUnknownCall, Rg, {Name, UnknownEffects});
        return {};
      }
      auto *ME = dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens());
      bool Dynamic = M->isVirtual() && !M->hasAttr<FinalAttr>() && !(ME && ME->hasQualifier()) &&
                     (Arrow || (!M->getParent()->hasAttr<FinalAttr>() && !exactType(Obj)));
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
        Value V = pointerOf(Obj);
        if (V.K != Value::Pointer) {
          if (ok())
            refuse(Diag::HostPointer, Rg, {text(Obj)});
          return {};
        }
        This = V.P;
      } else if (auto *O = dyn_cast<CXXOperatorCallExpr>(C);
                 O && O->isAssignmentOp() && Ctx.getLangOpts().CPlusPlus17 && !planted("left-first")) {
        if (Dynamic && Args[0]->HasSideEffects(Ctx)) { // what runs depends on the left side
          refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(C) + "'"});
          return {};
        }
        Left = Dynamic ? nullptr : Obj;
        if (Dynamic)
          This = lvalue(Obj);
      } else {
        This = lvalue(Obj);
      }
      if (!ok())
        return {};
      if (Dynamic) {
        Def = overrider(M, *This, Rg);
        if (!Def) {
          if (ok())
            refuse(Diag::HostUnknownCall, Rg, {Name, mayRun(Ctx, M)});
          return {};
        }
      }
    }
    return inlineCall(Def, Args, This, Rg, Left);
  }
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
  return {};
}

/// Whether an argument is a text that a function of the program makes of numbers and that nothing else depends on.
static bool isMessage(const FunctionDecl *F, const clang::CallExpr *C, const HostEffect &Fx) {
  return F->getReturnType()->isPointerType() && F->getReturnType()->getPointeeType()->isCharType() && !Fx.Other &&
         !Fx.Output && !Fx.Clock && !Fx.Handles && Fx.Reads.empty() && Fx.Writes.empty() &&
         llvm::all_of(C->arguments(), [](const clang::Expr *A) { return A->getType()->isIntegralOrEnumerationType(); });
}

/// Gives an argument, or leaves it out if it is such a message that cannot be made here: then the function must
/// not look at it. What makes it may keep it for the next time, so it is called later.
bool Lowering::giveOrLeave(const Place &Param, const clang::Expr *X) {
  auto *C = dyn_cast<clang::CallExpr>(bare(X));
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  if (!F || Scanning || isa<CXXMethodDecl>(F) || apiCall(C) || !definitionThatRuns(F) ||
      !isMessage(F, C, Calls.of(F)) || planted("all-arguments"))
    return giveArgument(Param, X);
  Snapshot Before = save();
  if (giveArgument(Param, X))
    return true;
  auto Why = std::exchange(Refused, {});
  restore(std::move(Before));
  if (Calls.of(F).Static)
    perform(C);
  if (!ok())
    Refused = std::move(Why);
  return ok();
}

/// The object that `this` is in a lambda: that of the method in which it stands.
std::optional<Place> Lowering::closureObject(const CXXMethodDecl *M, clang::SourceRange Rg) {
  const Frame *Maker = makerOf(Frames, M);
  auto Outermost = [](const FunctionDecl *F) { // the function that a lambda stands in
    for (auto *L = dyn_cast_or_null<CXXMethodDecl>(F); L && L->getParent()->isLambda();
         L = dyn_cast_or_null<CXXMethodDecl>(F))
      F = dyn_cast<FunctionDecl>(L->getParent()->getDeclContext());
    return F ? F->getCanonicalDecl() : nullptr;
  };
  bool Sibling = Outermost(Frames.front().F) == Outermost(M); // of one method, which has one object
  if (!Maker && !Sibling && capturesThis(M))
    refuse(Diag::HostNotCapturable, Rg, {"this", "the lambda was made by a call that has ended"});
  return Maker ? Maker->This : Frames.front().This;
}

/// Whether a lambda's captures are what they were when it was made.
bool Lowering::captured(const CXXMethodDecl *M, clang::SourceRange Rg) {
  // Of a reference the lambda holds a copy of what it refers to. If it is made in the loop,
  // that of a parameter is compared in the end, like other objects from outside.
  auto Stays = [&](const VarDecl *V) {
    auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    const SourceManager &SM = Ctx.getSourceManager();
    bool InLoop = !SM.isBeforeInTranslationUnit(M->getBeginLoc(), LoopStmt->getBeginLoc()) &&
                  SM.isBeforeInTranslationUnit(M->getBeginLoc(), LoopStmt->getEndLoc());
    bool Own = isa<ParmVarDecl>(V) && F && F->getCanonicalDecl() == Frames.front().F->getCanonicalDecl() && InLoop;
    if (!V->getType()->isReferenceType() || Own)
      return Index.neverChanges(V) || (!InLoop && Index.changesOnlyBefore(V, M->getBeginLoc()));
    auto *D = V->isLocalVarDecl() && V->getInit() ? dyn_cast<DeclRefExpr>(bare(V->getInit())) : nullptr;
    auto *To = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    return To && !To->getType()->isReferenceType() && Index.neverChanges(To) && Index.neverChanges(V);
  };
  const auto *Copies = copiesOf(M);
  for (const LambdaCapture &Cap : M->getParent()->captures()) {
    auto *V = Cap.capturesVariable() ? dyn_cast<VarDecl>(Cap.getCapturedVar()) : nullptr;
    if (V && M->isConst() && Copies && Copies->count(V->getCanonicalDecl()))
      continue;
    if (Cap.getCaptureKind() == LCK_StarThis || (V && V->isInitCapture()) ||
        (V && Cap.getCaptureKind() == LCK_ByCopy && !M->isConst())) {
      refuse(Diag::HostNotCapturable, Rg, {V ? V->getNameAsString() : "*this", "a lambda holds a copy of it"});
      return false;
    }
    if (!V || Cap.getCaptureKind() != LCK_ByCopy)
      continue;
    // The copy was taken when the lambda was made: the same only if the
    // variable never changes.
    if (!Stays(V)) {
      refuse(Diag::HostNotCapturable, Rg, {V->getNameAsString(), "a lambda holds a copy of it"});
      return false;
    }
    CopyCaptures.insert(V->getCanonicalDecl());
  }
  return true;
}

/// Initializes a parameter that is no reference.
bool Lowering::giveArgument(const Place &Param, const clang::Expr *X) {
  if (isClosure(Param.T)) // what it captures is looked up when it is called
    return closure(Param.T, X);
  bool Library = Param.T->isRecordType() && containerOf(Param.T) != Container::None && ownsOnlyMemory(Param.T);
  if (auto *RD = Param.T->getAsCXXRecordDecl(); RD && RD->hasDefinition() && !RD->isTrivial() &&
                                                !RD->isTriviallyCopyable() && !isWrapped(Param.T) && !Library &&
                                                !memberwise(RD)) {
    refuse(Diag::HostImplicitCall, X->getSourceRange(), {"the copy of '" + Objects[Param.Obj].Name + "'"});
    return false;
  }
  // An opaque argument that nothing looks at (a message, an event) is fine.
  LeafKind K = classify(Param.T);
  if (Library || hostOnly(Param) || K == LeafKind::Scalar || K == LeafKind::Handle || K == LeafKind::Record ||
      K == LeafKind::Array)
    initialize(Param, Library ? bare(X) : X);
  else if (Value V = rvalue(X); V.K == Value::Pointer && K == LeafKind::Pointer && ok())
    store(Param, V, X->getSourceRange());
  else if (E.Known.set(key(Param), pinned(V)); K == LeafKind::Pointer)
    holdPointer(key(Param), V, X->getSourceRange());
  return ok();
}

const std::map<const VarDecl *, Place> *Lowering::copiesOf(const FunctionDecl *Lambda) const {
  auto *M = dyn_cast_or_null<CXXMethodDecl>(Lambda);
  auto It = M ? ClosureCopies.find(M->getParent()->getCanonicalDecl()) : ClosureCopies.end();
  return It == ClosureCopies.end() ? nullptr : &It->second;
}

/// Makes a closure of type T, as X says, or copies one: nothing happens if what it holds
/// copies of is plain. Scalars that may change are kept as they are where it is made.
bool Lowering::closure(QualType T, const clang::Expr *X) {
  for (const FieldDecl *F : T->getAsCXXRecordDecl()->fields())
    if (QualType Of = F->getType(); ok() && !Of->isReferenceType() && Of->isRecordType() &&
                                    !Of->getAsCXXRecordDecl()->isTriviallyCopyable() && !HostCalls::isStdType(Of) &&
                                    objectType(Of) == ApiType::None)
      refuse(Diag::HostImplicitCall, X->getSourceRange(), {"the copy of " + Of.getAsString()});
  auto *L = dyn_cast<LambdaExpr>(bare(X));
  if (!L || Scanning)
    return ok();
  auto &Copies = ClosureCopies[L->getLambdaClass()->getCanonicalDecl()];
  Copies.clear();
  for (const LambdaCapture &C : L->captures()) {
    const bool ByCopy = C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy;
    auto *V = ByCopy ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr;
    if (!V || !ok() || !scalarType(V->getType().getNonReferenceType()) ||
        (!V->isInitCapture() && Index.neverChanges(V)))
      continue;
    Place Copy = temporary(V->getType().getNonReferenceType(), "copy");
    if (V->isInitCapture())
      initialize(Copy, V->getInit());
    else
      copyPart(Copy, objectOf(V), X->getSourceRange());
    Copies[V->getCanonicalDecl()] = Copy;
  }
  return ok();
}

static bool hasLabels(const clang::Stmt *S) {
  return S && (isa<LabelStmt>(S) || llvm::any_of(S->children(), hasLabels));
}

/// How often a function calls itself in what S does.
static unsigned callsOf(const clang::Stmt *S, const FunctionDecl *F) {
  auto *C = dyn_cast_or_null<clang::CallExpr>(S);
  unsigned N = C && C->getDirectCallee() && C->getDirectCallee()->getCanonicalDecl() == F->getCanonicalDecl();
  if (S)
    for (const clang::Stmt *Child : S->children())
      N += callsOf(Child, F);
  return N;
}

Value Lowering::inlineCall(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, std::optional<Place> This,
                           clang::SourceRange Rg, const clang::Expr *Left) {
  constexpr unsigned MostDeep = 24, MostNested = 4, MostCalls = 2, MostFollowed = 2000;
  const bool Deep = Frames.size() > MostDeep;
  if (const size_t Depth = llvm::count_if(Frames, [&](const Frame &Fr) { return Fr.F == F; });
      Depth || (Deep && planted("deep-is-recursive"))) {
    // One that launches is taken in some times. Where the program needs it more often, the original loop runs.
    if (Scanning || Deep || !Index.launches(F) || F == Frames.front().F || hasLabels(F->getBody()) ||
        callsOf(F->getBody(), F) > MostCalls || planted("no-recursion")) {
      refuse(Diag::HostRecursion, Rg, {F->getNameAsString()});
      return {};
    }
    if (Depth >= MostNested) {
      bail(Rg, Stmt::Path);
      const auto T = scalarType(F->getReturnType()); // which nobody sees
      return T ? Value::scalar(constant(*T, 0)) : Value();
    }
  }
  if (Deep || (Scanning && ++ScanCalls > MostFollowed)) {
    refuse(Diag::HostUnknownCall, Rg,
           {F->getNameAsString(), Deep ? "more than 24 calls stand one within the other" : "too many calls"});
    return {};
  }
  Frame New;
  New.F = F;
  if (const auto *Copies = copiesOf(F))
    New.Copies = *Copies;
  New.This = This;
  New.FirstObject = Objects.size();
  New.Live = Live.size();
  New.CallSite = Rg;
  New.Args = Args.vec();
  const size_t From = Out->size();
  for (unsigned I = 0; I < Args.size() && ok(); ++I) {
    const ParmVarDecl *P = I < F->getNumParams() ? F->getParamDecl(I) : nullptr;
    if (!P) {
      Place More;
      More.T = Args[I]->getType();
      More.Obj = newObject(More.T, "argument" + std::to_string(I + 1));
      Objects[More.Obj].Id = declarationId(F) + "..." + std::to_string(I);
      New.Variadic.push_back(More);
      if (!giveOrLeave(More, Args[I]))
        return {};
      continue;
    }
    if (QualType T = P->getType().getNonReferenceType();
        P->getType()->isReferenceType() && isClosure(T) && isa<LambdaExpr>(bare(Args[I]))) {
      New.Vars[P->getCanonicalDecl()] = temporary(T, "lambda");
      if (!closure(T, Args[I]))
        return {};
      continue;
    }
    // A std::function that is made for the call.
    if (QualType T = P->getType().getNonReferenceType();
        P->getType()->isReferenceType() && containerOf(T) == Container::Function)
      if (auto *Made = dyn_cast<MaterializeTemporaryExpr>(Args[I]->IgnoreParenNoopCasts(Ctx))) {
        Place Own = temporary(T.getUnqualifiedType(), "callable");
        New.Vars[P->getCanonicalDecl()] = Own;
        initialize(Own, Made->getSubExpr());
        continue;
      }
    if (P->getType()->isReferenceType()) {
      if (P->getType().getNonReferenceType().isVolatileQualified()) {
        refuse(Diag::HostNotCapturable, Rg, {P->getNameAsString(), "it is volatile"});
        return {};
      }
      New.Vars[P->getCanonicalDecl()] = pinned(lvalue(Args[I]));
      continue;
    }
    if (auto Made = returnedVector(P->getType(), Args[I])) {
      New.Vars[P->getCanonicalDecl()] = *Made;
      continue;
    }
    if (const clang::Expr *Owner = sharedWith(P->getType(), Args[I])) { // one object: no owner is changed
      met(Args[I]->IgnoreImplicit());
      New.Vars[P->getCanonicalDecl()] = pinned(lvalue(Owner));
      continue;
    }
    Place Param;
    Param.T = P->getType();
    Param.Obj = newObject(P->getType(), P->getNameAsString());
    Objects[Param.Obj].Id = declarationId(P);
    if (containerOf(Param.T) == Container::Vector)
      Objects[Param.Obj].Local = P; // which may need memory of its own
    if (Param.T.isVolatileQualified())
      refuse(Diag::HostNotCapturable, Rg, {P->getNameAsString(), "it is volatile"});
    New.Vars[P->getCanonicalDecl()] = Param;
    if (!giveOrLeave(Param, Args[I]))
      return {};
  }
  if (Left && ok())
    New.This = lvalue(Left);
  else if (New.This && ok())
    New.This = kept(*New.This, From); // where it was before the arguments
  if (!ok())
    return {};
  QualType RT = F->getReturnType();
  if (!RT->isVoidType() && !RT->isReferenceType()) {
    New.ReturnPlace = temporary(RT, "result");
    Objects[New.ReturnPlace.Obj].Id = declarationId(F) + "@" + std::to_string(Rg.getBegin().getRawEncoding());
    New.FirstObject = std::min<size_t>(New.FirstObject, New.ReturnPlace.Obj);
  }
  auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body) {
    refuse(
        Diag::HostUnknownCall, Rg,
        {F->getNameAsString(), isa_and_nonnull<CXXTryStmt>(F->getBody()) ? "its body is a try block" : UnknownEffects});
    return {};
  }
  if (!Body->body_empty())
    New.Tail = Body->body_back();
  New.ReturnLabel = NextLabel++;
  New.Number = ++FramesMade;
  Frames.push_back(std::move(New));
  std::vector<Target> SavedTargets = std::move(Targets);
  Targets.clear();
  Expanded.insert(F);
  Stmt Block;
  Block.K = Stmt::Block;
  Block.Range = range(Rg);
  Block.Label = Frames.back().ReturnLabel;
  StmtList *Saved = Out;
  Out = &Block.Body;
  if (auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
    initializeMembers(Ctor);
  statement(Body);
  Out = Saved;
  Targets = std::move(SavedTargets);
  Frame Done = std::move(Frames.back());
  Frames.pop_back();
  if (!ok())
    return {};
  joinInto(E, Done.ReturnEnvs);
  closeBlock(std::move(Block), Done.LabelUsed);
  Value Result;
  if (E.Reachable) {
    if (Done.ReturnRef)
      Result = Value::pointer(*Done.ReturnRef);
    else if (Done.ReturnPlace.valid() && hostOnly(Done.ReturnPlace))
      Result = Value::later(Done.ReturnPlace);
    else if (Done.ReturnPlace.valid())
      Result = load(Done.ReturnPlace, Rg);
    if ((Result.K == Value::Unknown || Result.K == Value::EventV) && Done.ReturnPlace.valid())
      Result.P = Done.ReturnPlace; // an event may be wanted later
  }
  // What the call's own objects were known to hold dies with it.
  for (size_t Obj = Done.FirstObject; Obj < Objects.size(); ++Obj)
    if (!Objects[Obj].External && !(Result.K == Value::Record && int(Obj) == Result.P.Obj))
      E.Known.eraseRange(std::to_string(Obj), std::to_string(Obj) + "0");
  forgetBuffers([&](int Obj) {
    return size_t(Obj) >= Done.FirstObject && !Objects[Obj].External && Obj != Done.ReturnPlace.Obj;
  });
  return Result;
}

} // namespace persistify::host
