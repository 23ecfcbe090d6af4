//===- LowerCall.cpp - calls of the program's own and of known functions -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify::host {

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

static bool inStd(const FunctionDecl *F) { return F->isInStdNamespace(); }

void Lowering::swap(const clang::Expr *XA, const clang::Expr *XB) {
  clang::SourceRange Rg = XA->getSourceRange();
  Place A = lvalue(XA);
  if (!ok())
    return;
  A = pinned(A);
  Place B = lvalue(XB);
  if (!ok())
    return;
  B = pinned(B);
  // Through temporaries: the values are read before either is written.
  Place T = temporary(A.T, "swapped");
  store(T, load(A, Rg), Rg);
  store(A, load(B, Rg), Rg);
  store(B, load(T, Rg), Rg);
}

/// Functions of the standard library with a model.
std::optional<Value> Lowering::knownFunction(const FunctionDecl *F, const clang::CallExpr *C) {
  if (!F->getIdentifier())
    return std::nullopt;
  llvm::StringRef N = F->getName();
  clang::SourceRange Rg = C->getSourceRange();
  unsigned Args = C->getNumArgs();
  if (inStd(F)) {
    if ((N == "swap" || N == "iter_swap") && Args == 2) {
      if (N == "swap")
        swap(C->getArg(0), C->getArg(1));
      else
        refuse(Diag::HostUnknownCall, Rg, {"std::iter_swap"});
      return Value();
    }
    if ((N == "move" || N == "forward" || N == "as_const" || N == "addressof") && Args == 1) {
      Place P = lvalue(C->getArg(0));
      return ok() ? Value::pointer(P) : Value();
    }
    if ((N == "min" || N == "max") && Args == 2 && !C->getArg(0)->getType()->isRecordType()) {
      Place A = lvalue(C->getArg(0)), B = lvalue(C->getArg(1));
      if (!ok())
        return Value();
      Value VA = load(A, Rg), VB = load(B, Rg);
      if (VA.K != Value::Scalar || VB.K != Value::Scalar)
        return std::nullopt;
      // min(a, b) is b only if b < a; max(a, b) is b only if a < b.
      ExprP TakeB = N == "min" ? binary(Expr::LT, VB.E, VA.E) : binary(Expr::LT, VA.E, VB.E);
      Place T = temporary(A.T, "choice");
      store(T, Value::scalar(conditional(TakeB, VB.E, VA.E)), Rg);
      return Value::pointer(T);
    }
  }
  bool Builtin = F->getBuiltinID() != 0;
  if (Builtin && Args == 2 && N == "__builtin_expect")
    return Value::scalar(scalar(C->getArg(0)));
  if ((Builtin || inStd(F)) && Args == 1 && (N == "abs" || N == "labs" || N == "llabs")) {
    auto T = scalarType(C->getType());
    if (T && T->isInteger()) {
      ExprP X = host::cast(*T, scalar(C->getArg(0)));
      ExprP Neg = unary(Expr::Neg, X);
      return Value::scalar(conditional(binary(Expr::LT, X, constant(*T, 0)), Neg, X));
    }
  }
  // Correctly rounded on host and device (rule H10).
  static const char *const Exact[] = {"fabs", "floor", "ceil", "trunc", "rint", "fmin", "fmax"};
  llvm::StringRef Base = N;
  for (const char *E1 : Exact) {
    if (!(Base == E1 || (Base.size() == strlen(E1) + 1 && Base.starts_with(E1) && Base.ends_with("f"))) &&
        !(inStd(F) && Base == "abs" && llvm::StringRef(E1) == "fabs"))
      continue;
    auto T = scalarType(C->getType());
    if (!(Builtin || inStd(F)) || !T || T->K != ScalarType::Float)
      break;
    R.HostFloat = true;
    std::vector<ExprP> A;
    for (const clang::Expr *X : C->arguments())
      A.push_back(host::cast(*T, scalar(X)));
    return Value::scalar(math(E1, *T, std::move(A)));
  }
  return std::nullopt;
}

Value Lowering::call(const clang::CallExpr *C, bool ResultUsed) {
  if (!ok())
    return {};
  clang::SourceRange Rg = C->getSourceRange();
  const FunctionDecl *F = C->getDirectCallee();
  if (!F) {
    refuse(Diag::HostUnknownCall, Rg, {text(C->getCallee())});
    return {};
  }
  std::string Name = F->getNameAsString();
  Api A = F->getIdentifier() ? apiOf(F->getName()) : Api::None;
  if (A != Api::None)
    return api(A, C, ResultUsed);
  if (auto *M = dyn_cast<CXXMethodDecl>(F);
      M && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) && M->isTrivial() &&
      isa<CXXOperatorCallExpr>(C) && C->getNumArgs() == 2) {
    Place From = lvalue(C->getArg(1)), To = lvalue(C->getArg(0));
    if (ok())
      store(To, Value::record(From), Rg);
    return ok() ? Value::pointer(To) : Value();
  }
  if (auto V = knownFunction(F, C))
    return *V;
  if (!ok())
    return {};
  if (Index.neverReturns(F)) {
    bail(Rg, "a function that ends the program is called");
    return {};
  }
  const FunctionDecl *Def = nullptr;
  // Library code is known by name or not at all: its bodies are not the program's.
  bool Library = Ctx.getSourceManager().isInSystemHeader(
      Ctx.getSourceManager().getExpansionLoc(F->getLocation()));
  if (!Library && F->hasBody(Def) && Def->getBody()) {
    std::optional<Place> This;
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
      if (!Obj || (M->isVirtual() && !M->hasAttr<FinalAttr>() && Arrow)) {
        refuse(Diag::HostUnknownCall, Rg, {Name});
        return {};
      }
      if (M->isVirtual() && !M->hasAttr<FinalAttr>() && !M->getParent()->hasAttr<FinalAttr>() &&
          !exactType(Obj)) {
        refuse(Diag::HostUnknownCall, Rg, {Name});
        return {};
      }
      if (M->getParent()->isLambda()) {
        for (const LambdaCapture &Cap : M->getParent()->captures()) {
          auto *V = Cap.capturesVariable() ? dyn_cast<VarDecl>(Cap.getCapturedVar()) : nullptr;
          if (Cap.getCaptureKind() == LCK_StarThis || (V && V->isInitCapture())) {
            refuse(Diag::HostNotCapturable, Rg,
                   {V ? V->getNameAsString() : "*this", "a lambda holds a copy of it"});
            return {};
          }
          if (!V || Cap.getCaptureKind() != LCK_ByCopy)
            continue;
          // The copy was taken when the lambda was made: the same only if the
          // variable never changes.
          if (!neverChanges(V)) {
            refuse(Diag::HostNotCapturable, Rg, {V->getNameAsString(), "a lambda holds a copy of it"});
            return {};
          }
          CopyCaptures.insert(V->getCanonicalDecl());
        }
        This = Frames.back().This;
      } else if (Arrow) {
        Value V = rvalue(Obj);
        if (V.K != Value::Pointer) {
          if (ok())
            refuse(Diag::HostPointer, Rg, {text(Obj)});
          return {};
        }
        This = V.P;
      } else {
        This = lvalue(Obj);
      }
      if (!ok())
        return {};
    }
    return inlineCall(Def, Args, This, Rg);
  }
  if (isOutputFunction(Name))
    refuse(Diag::HostOutput, Rg, {Name});
  else if (isInputFunction(Name))
    refuse(Diag::HostInput, Rg, {Name});
  else
    refuse(Diag::HostUnknownCall, Rg, {Name});
  return {};
}

Value Lowering::inlineCall(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args,
                           std::optional<Place> This, clang::SourceRange Rg) {
  if (Frames.size() > 24) {
    refuse(Diag::HostRecursion, Rg, {F->getNameAsString()});
    return {};
  }
  for (const Frame &Fr : Frames)
    if (Fr.F == F) {
      refuse(Diag::HostRecursion, Rg, {F->getNameAsString()});
      return {};
    }
  if (F->isVariadic() && F->getNumParams() != Args.size()) {
    refuse(Diag::HostUnknownCall, Rg, {F->getNameAsString()});
    return {};
  }
  Frame New;
  New.F = F;
  New.This = This;
  New.FirstObject = Objects.size();
  New.CallSite = Rg;
  for (unsigned I = 0; I < F->getNumParams() && I < Args.size() && ok(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    if (P->getType()->isReferenceType()) {
      if (P->getType().getNonReferenceType().isVolatileQualified()) {
        refuse(Diag::HostNotCapturable, Rg, {P->getNameAsString(), "it is volatile"});
        return {};
      }
      New.Vars[P->getCanonicalDecl()] = pinned(lvalue(Args[I]));
      continue;
    }
    Place Param;
    Param.T = P->getType();
    Param.Obj = newObject(P->getType(), P->getNameAsString());
    if (Param.T.isVolatileQualified())
      refuse(Diag::HostNotCapturable, Rg, {P->getNameAsString(), "it is volatile"});
    New.Vars[P->getCanonicalDecl()] = Param;
    if (auto *RD = Param.T->getAsCXXRecordDecl();
        RD && RD->hasDefinition() && !RD->isTrivial() && !RD->isTriviallyCopyable()) {
      refuse(Diag::HostImplicitCall, Rg, {"the copy of '" + P->getNameAsString() + "'"});
      return {};
    }
    // An opaque argument that nothing looks at (a message, an event) is fine.
    LeafKind K = classify(Param.T);
    if (K == LeafKind::Scalar || K == LeafKind::Handle || K == LeafKind::Record ||
        K == LeafKind::Array)
      initialize(Param, Args[I]);
    else
      E.Known[key(Param)] = pinned(rvalue(Args[I]));
  }
  if (!ok())
    return {};
  QualType RT = F->getReturnType();
  if (!RT->isVoidType() && !RT->isReferenceType()) {
    New.ReturnPlace = temporary(RT, "result");
    New.FirstObject = std::min<size_t>(New.FirstObject, New.ReturnPlace.Obj);
  }
  auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body) {
    refuse(Diag::HostUnknownCall, Rg, {F->getNameAsString()});
    return {};
  }
  if (!Body->body_empty())
    New.Tail = Body->body_back();
  New.ReturnLabel = NextLabel++;
  Frames.push_back(std::move(New));
  ++Depth;
  std::vector<Target> SavedTargets = std::move(Targets);
  Targets.clear();
  Stmt Block;
  Block.K = Stmt::Block;
  Block.Range = range(Rg);
  Block.Label = Frames.back().ReturnLabel;
  StmtList *Saved = Out;
  Out = &Block.Body;
  statement(Body);
  Out = Saved;
  Targets = std::move(SavedTargets);
  --Depth;
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
    else if (Done.ReturnPlace.valid())
      Result = load(Done.ReturnPlace, Rg);
  }
  // What the call's own objects were known to hold dies with it.
  for (auto K = E.Known.begin(); K != E.Known.end();) {
    unsigned Obj = std::stoul(K->first);
    bool Dead = Obj >= Done.FirstObject && !Objects[Obj].External &&
                !(Result.K == Value::Record && int(Obj) == Result.P.Obj);
    K = Dead ? E.Known.erase(K) : std::next(K);
  }
  return Result;
}

} // namespace persistify::host
