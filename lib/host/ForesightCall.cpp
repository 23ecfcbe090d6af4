//===- ForesightCall.cpp - calls, constructors, OpenCL --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Definition.h"
#include "ApiCall.h"
#include "ForesightWalk.h"

using namespace clang;

namespace persistify::host::foresight {

constexpr unsigned MaxFrames = 48;
constexpr unsigned MaxRecursion = 3;

/// The body of a function of the program, not of a library.
const FunctionDecl *Walk::body(const FunctionDecl *F) const {
  const FunctionDecl *Def = definitionThatRuns(F);
  if (!Def || inWrapper(F))
    return nullptr;
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(Def->getLocation())) ? nullptr : Def;
}

Datum Walk::invoke(const FunctionDecl *F, Args A, const Spot &This, const Spot &Closure, bool Unknown) {
  const FunctionDecl *Def = body(F);
  unsigned Same = 0;
  for (const Frame &Fr : Frames)
    Same += Fr.F == Def;
  if (!Def || Frames.size() > MaxFrames || Same >= MaxRecursion) {
    for (const clang::Expr *X : A)
      run(X);
    return {};
  }
  Frame New;
  New.F = Def;
  New.This = This;
  New.Closure = Closure;
  if (!Closure.empty() && M.knows(Closure + ".=this"))
    New.This = M.read(Closure + ".=this").S;
  for (unsigned I = 0; I < Def->getNumParams() && !Dead; ++I) {
    const ParmVarDecl *P = Def->getParamDecl(I);
    Spot At = M.create();
    QualType T = P->getType();
    if (I < A.size()) {
      init(At, A[I], T);
    } else if (Unknown && (T->isPointerType() || T->isReferenceType())) {
      // Of each struct or class there is one, as far as is known.
      QualType To = T->getPointeeType();
      if (To->isRecordType() && containerOf(To) == Container::None) {
        Spot &One = Shared[To->getCanonicalTypeUnqualified().getTypePtr()];
        if (One.empty())
          One = M.create() + "[0]";
        M.write(At, T->isPointerType() ? Datum::address(One) : Datum::bound(One));
      }
    } else if (NoArguments && Def->isMain() && I == 0) {
      M.write(At, Datum::integer(1));
    }
    New.Vars[P] = At;
  }
  for (const clang::Expr *X : A.drop_front(std::min<size_t>(A.size(), Def->getNumParams())))
    run(X);
  if (Dead)
    return {};
  QualType RT = Def->getReturnType();
  if (!RT->isVoidType())
    New.Result = M.create();
  Frames.push_back(std::move(New));
  ASTContext *Saved = Ctx;
  Ctx = &Def->getASTContext();
  Flow Fl = run(Def->getBody());
  Ctx = Saved;
  Frame Done = std::move(Frames.back());
  Frames.pop_back();
  if (Dead || Fl == Flow::Dead) {
    Dead = true;
    return {};
  }
  for (auto &[S, D] : Done.Returned) // handles only: numbers tell of errors
    if (Datum Now = M.read(S); D.K != Datum::Int && Now.K != Datum::Int)
      M.write(S, join(Now, D));
  if (Done.Result.empty())
    return {};
  if (RT->isReferenceType())
    return Datum::bound(follow(Done.Result));
  return isLeaf(RT) ? M.read(Done.Result) : Datum::bound(Done.Result);
}

/// Calls what a closure, a std::function or an object with operator() is.
Datum Walk::callObject(const Spot &At, Args A) {
  Datum D = M.read(At);
  if (D.K == Datum::Function)
    return invoke(llvm::cast<FunctionDecl>(D.D), A, "", "");
  Datum C = M.read(At + "!class");
  if (auto *RD = C.K == Datum::Class ? llvm::cast<CXXRecordDecl>(C.D) : nullptr) {
    if (const CXXMethodDecl *Op = RD->isLambda() && !RD->isGenericLambda() ? RD->getLambdaCallOperator() : nullptr)
      return invoke(Op, A, Frames.empty() ? Spot() : Frames.back().This, At);
    for (const CXXMethodDecl *M : RD->methods())
      if (M->getOverloadedOperator() == OO_Call && M->getNumParams() == A.size())
        return invoke(M, A, At, "");
  }
  for (const clang::Expr *X : A)
    run(X);
  return {};
}

/// The same with one argument that is a place.
void Walk::callWith(const Spot &At, const Spot &Argument) {
  Datum C = M.read(At + "!class");
  auto *RD = C.K == Datum::Class ? llvm::cast<CXXRecordDecl>(C.D) : nullptr;
  const CXXMethodDecl *Op = RD && RD->isLambda() && !RD->isGenericLambda() ? RD->getLambdaCallOperator() : nullptr;
  if (!Op || Op->getNumParams() != 1 || !Op->getBody())
    return;
  Frame New;
  New.F = Op;
  New.Closure = At;
  if (!Frames.empty())
    New.This = Frames.back().This;
  Spot P = M.create();
  if (Op->getParamDecl(0)->getType()->isReferenceType())
    M.write(P, Datum::bound(Argument));
  else
    M.copy(P, Argument);
  New.Vars[Op->getParamDecl(0)] = P;
  Frames.push_back(std::move(New));
  Dead |= run(Op->getBody()) == Flow::Dead;
  Frames.pop_back();
}

Datum Walk::call(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  Args A(C->getArgs(), C->getNumArgs());
  if (!F) {
    if (auto *MP = dyn_cast<BinaryOperator>(C->getCallee()->IgnoreParens()); MP && MP->isPtrMemOp())
      return {};
    Datum D = value(C->getCallee());
    if (D.K == Datum::Function)
      return invoke(llvm::cast<FunctionDecl>(D.D), A, "", "");
    for (const clang::Expr *X : A)
      run(X);
    return {};
  }
  if (F->getBuiltinID() && F->getName() == "__builtin_expect" && A.size() == 2)
    return value(A[0]);
  if (ApiCall Api = apiCall(C))
    return openCl(C, F);
  auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isInstance()) {
    const clang::Expr *Obj = nullptr;
    if (auto *MC = dyn_cast<CXXMemberCallExpr>(C)) {
      Obj = MC->getImplicitObjectArgument();
    } else if (isa<CXXOperatorCallExpr>(C) && !A.empty()) {
      Obj = A.front();
      A = A.drop_front();
    }
    if (!Obj)
      return {};
    if (!body(F) || containerOf(Ctx->getRecordType(Method->getParent())) != Container::None) {
      if (auto D = libraryMethod(C, Method))
        return *D;
      if ((Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()) && A.size() == 1) {
        Spot From = place(A[0]), At = place(Obj);
        if (From.empty())
          M.clear(At);
        else
          M.copy(At, From);
        return Datum::bound(At);
      }
      return unknownCall(C, F);
    }
    if ((Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()) && !Method->isUserProvided()) {
      Spot From = place(A[0]), At = place(Obj);
      M.copy(At, From);
      return Datum::bound(At);
    }
    Spot At = Obj->getType()->isPointerType() ? pointee(Obj) : place(Obj);
    if (Dead)
      return {};
    const CXXRecordDecl *RD = Method->getParent();
    if (RD->isLambda()) {
      if (isa<CXXConversionDecl>(Method))
        return Datum::of(Datum::Function, RD->getLambdaCallOperator());
      return invoke(F, A, Frames.empty() ? Spot() : Frames.back().This, At);
    }
    if (Datum D = M.read(At + "!class"); Method->isVirtual() && D.K == Datum::Class)
      if (auto *Own = llvm::cast<CXXRecordDecl>(D.D); Own->hasDefinition())
        if (CXXMethodDecl *Over = const_cast<CXXMethodDecl *>(Method)->getCorrespondingMethodInClass(Own, true))
          F = Over;
    return invoke(F, A, At, "");
  }
  if (body(F))
    return invoke(F, A, "", "");
  if (auto D = libraryCall(C, F))
    return *D;
  return unknownCall(C, F);
}

/// A function without a body: a library's, or one in another file.
Datum Walk::unknownCall(const CallExpr *C, const FunctionDecl *F) {
  for (const clang::Expr *X : C->arguments()) {
    QualType T = X->getType();
    if (X->isGLValue() || !isLeaf(T)) {
      Spot At = place(X);
      if (X->isGLValue() && !T.isConstQualified())
        if (const auto *P = F->getNumParams() ? F->getParamDecl(F->getNumParams() - 1) : nullptr;
            P && P->getType()->isReferenceType() && isLeaf(T))
          M.write(At, {});
    } else if (Datum D = value(X); D.K == Datum::Address && T->isPointerType() &&
                                   !T->getPointeeType().isConstQualified()) {
      Spot At = D.S; // it may set what it is given by address
      if (isLeaf(T->getPointeeType()) && !T->isVoidPointerType()) {
        if (lastIndex(At) && T->getPointeeType()->isCharType())
          At = At.substr(0, At.rfind('['));
        M.write(At, {});
      }
    }
    if (Dead)
      return {};
  }
  if (Index.neverReturns(F)) {
    Dead = true;
    return {};
  }
  QualType RT = F->getReturnType();
  if (RT->isPointerType())
    return made(); // a failing call is an error
  return {};
}

Datum Walk::made() {
  return {Datum::Token, ++Made, {}, nullptr};
}

void Walk::output(const clang::Expr *Pointer, Datum D) {
  if (Datum P = value(Pointer); P.K == Datum::Address)
    M.write(follow(P.S), std::move(D));
}

/// Every call of OpenCL succeeds.
Datum Walk::openCl(const CallExpr *C, const FunctionDecl *F) {
  QualType RT = F->getReturnType();
  Args A(C->getArgs(), C->getNumArgs());
  ApiCall Api = apiCall(C);
  if (Api.Wrapper) {
    if (auto *B = dyn_cast<CXXMemberCallExpr>(C); B && F->getIdentifier() && F->getName() == "build")
      seeOptions(A);
    if (Api.A == persistify::Api::RawHandle && !Api.Args.empty()) {
      Spot At = Api.Args[0]->getType()->isPointerType() ? pointee(Api.Args[0]) : place(Api.Args[0]);
      return RT->isReferenceType() ? Datum::bound(At) : M.read(At);
    }
    for (const clang::Expr *X : Api.Args)
      run(X);
    return RT->isIntegerType() ? Datum::integer(0) : Datum();
  }
  llvm::StringRef N = Api.Name;
  Datum Result = RT->isPointerType() ? made() : Datum::integer(0);
  if (N == "clCreateKernel" && A.size() >= 2) {
    value(A[0]);
    Result = {Datum::Kernel, ++Made, names(A[1]), nullptr};
    A = A.drop_front(2);
  } else if (N == "clCloneKernel" && A.size() >= 1) {
    Datum K = value(A[0]);
    Result = {Datum::Kernel, ++Made, K.K == Datum::Kernel ? K.S : "", nullptr};
    A = A.drop_front();
  }
  if ((N == "clBuildProgram" || N == "clCompileProgram") && A.size() >= 4)
    seeOptions(A[3]);
  if (N == "clCreateProgramWithSource" && A.size() >= 3)
    seeSource(A[2], A[1], C->getSourceRange());
  for (const clang::Expr *X : A) {
    QualType T = X->getType();
    if (!T->isPointerType() || T->getPointeeType().isConstQualified() || Dead) {
      run(X);
      continue;
    }
    Datum P = value(X);
    QualType To = X->IgnoreParenCasts()->getType();
    To = To->isPointerType() ? To->getPointeeType() : T->getPointeeType();
    if (P.K != Datum::Address || !isLeaf(To))
      continue;
    bool Error = RT->isPointerType() && X == A.back();
    M.write(follow(P.S), Error ? Datum::integer(0) : To->isPointerType() ? made() : Datum());
  }
  return Result;
}

// ---- constructors -------------------------------------------------------------------

void Walk::closure(const Spot &At, const LambdaExpr *L) {
  M.clear(At);
  M.write(At + "!class", Datum::of(Datum::Class, L->getLambdaClass()));
  auto Init = L->capture_init_begin();
  for (const LambdaCapture &C : L->captures()) {
    const clang::Expr *X = Init != L->capture_init_end() ? *Init++ : nullptr;
    if (C.capturesThis()) {
      if (!Frames.empty())
        M.write(At + ".=this", Datum::bound(Frames.back().This));
      continue;
    }
    if (!C.capturesVariable())
      continue;
    Spot To = At + ".=" + C.getCapturedVar()->getNameAsString();
    if (C.getCaptureKind() == LCK_ByRef)
      M.write(To, Datum::bound(X ? place(X) : variable(C.getCapturedVar())));
    else if (X)
      init(To, X, C.getCapturedVar()->getType().getNonReferenceType());
  }
}

void Walk::construct(const Spot &At, const CXXConstructExpr *C, bool Base) {
  Args A(C->getArgs(), writtenArguments(C));
  QualType T = C->getType();
  if (T->isArrayType()) // each element the same: nothing of it is known
    return;
  if (auto *I = A.size() == 1 ? dyn_cast<CXXStdInitializerListExpr>(bare(A[0])) : nullptr;
      I && C->getConstructor()->isCopyOrMoveConstructor())
    return init(At, I, T);
  if (libraryObject(At, T, A))
    return;
  constructor(At, C->getConstructor(), Args(C->getArgs(), C->getNumArgs()), Base);
}

void Walk::constructor(const Spot &At, const CXXConstructorDecl *C, Args A, bool Base, bool Unknown) {
  const CXXRecordDecl *RD = C->getParent();
  bool Copies = C->isCopyOrMoveConstructor() && A.size() >= 1;
  const FunctionDecl *Def = definitionThatRuns(C);
  if (Copies && (!Def || !C->isUserProvided())) {
    Spot From = place(A[0]);
    if (From.empty())
      return;
    M.copy(At, From);
  } else if (Def && Frames.size() <= MaxFrames &&
             !C->getASTContext().getSourceManager().isInSystemHeader(Def->getLocation())) {
    Frame New;
    New.F = Def;
    New.This = At;
    for (unsigned I = 0; I < Def->getNumParams() && !Dead; ++I) {
      Spot P = M.create();
      if (I < A.size())
        init(P, A[I], Def->getParamDecl(I)->getType());
      New.Vars[Def->getParamDecl(I)] = P;
    }
    if (Dead)
      return;
    Frames.push_back(std::move(New));
    ASTContext *Saved = Ctx;
    Ctx = &Def->getASTContext();
    for (const CXXCtorInitializer *I : llvm::cast<CXXConstructorDecl>(Def)->inits()) {
      const clang::Expr *X = I->getInit();
      if (Dead || !X)
        break;
      if (I->isAnyMemberInitializer()) {
        const FieldDecl *F = I->getAnyMember();
        init(F->getIdentifier() ? At + "." + F->getNameAsString() : At, X, F->getType());
        continue;
      }
      if (auto *CE = dyn_cast<CXXConstructExpr>(bare(X)))
        construct(At, CE, Base || !I->isDelegatingInitializer());
    }
    Flow Fl = Dead ? Flow::Dead : run(Def->getBody());
    Dead |= Fl == Flow::Dead;
    Ctx = Saved;
    Frames.pop_back();
  } else {
    for (const clang::Expr *X : A)
      run(X);
  }
  if (!Base && RD->isPolymorphic())
    M.write(At + "!class", Datum::of(Datum::Class, RD));
}

/// Makes a T out of arguments that were passed on to it.
void Walk::make(const Spot &At, QualType T, Args A) {
  if (At.empty() || Dead)
    return;
  if (isLeaf(T))
    return M.write(At, A.empty() ? (T->isPointerType() ? Datum::null() : Datum::integer(0)) : value(A[0]));
  if (libraryObject(At, T, A))
    return;
  auto *RD = T->getAsCXXRecordDecl();
  if (A.size() == 1 && A[0]->getType().getNonReferenceType()->getAsCXXRecordDecl()) {
    auto *From = A[0]->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (!RD || From->getCanonicalDecl() == RD->getCanonicalDecl() || From->isLambda())
      return init(At, A[0], T);
  }
  if (!RD || !RD->hasDefinition())
    return;
  const CXXConstructorDecl *Best = nullptr;
  unsigned BestScore = 0;
  for (const CXXConstructorDecl *C : RD->getDefinition()->ctors()) {
    if (C->isDeleted() || C->isCopyOrMoveConstructor() || A.size() > C->getNumParams() ||
        A.size() < C->getMinRequiredArguments())
      continue;
    unsigned Score = 1;
    for (unsigned I = 0; I < A.size(); ++I) {
      QualType P = C->getParamDecl(I)->getType().getNonReferenceType(), X = A[I]->getType().getNonReferenceType();
      Score += C->getASTContext().hasSameUnqualifiedType(P, X) ? 3 : P->isRecordType() == X->isRecordType() ? 1 : 0;
    }
    if (Score > BestScore) {
      Best = C;
      BestScore = Score;
    }
  }
  if (Best)
    return constructor(At, Best, A, false);
  if (RD->isAggregate()) {
    unsigned I = 0;
    for (const FieldDecl *F : RD->fields())
      if (I < A.size())
        init(At + "." + F->getNameAsString(), A[I++], F->getType());
  }
}

} // namespace persistify::host::foresight
