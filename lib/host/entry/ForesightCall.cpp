//===- ForesightCall.cpp - calls, constructors, OpenCL --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "program/ApiCall.h"
#include "entry/ForesightWalk.h"
#include "persistify/Containment.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host::foresight {

constexpr unsigned MaxFrames = 48;
constexpr unsigned MaxRecursion = 3;

/// The body of a function of the program, not of a library.
static const FunctionDecl *programBody(const FunctionDecl *F) {
  const FunctionDecl *Def = definitionThatRuns(F);
  if (!Def || inWrapper(F))
    return nullptr;
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(Def->getLocation())) ? nullptr : Def;
}

/// Whether a function ends the program, or throws, unless it returns before: "no device was found". A `return`
/// behind that only pleases compilers.
static bool endsProgram(const FunctionDecl *F, const ProgramIndex &Index) {
  auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  auto Ends = [&](const clang::Stmt *S) {
    if (auto *X = dyn_cast_or_null<clang::Expr>(S))
      S = X->IgnoreParenCasts();
    auto *C = dyn_cast_or_null<CallExpr>(S);
    return S && (isa<CXXThrowExpr>(S) || (C && Index.neverReturns(C->getDirectCallee())));
  };
  return Body && llvm::any_of(Body->body(), Ends);
}

Datum Walk::invoke(const FunctionDecl *F, Args A, const Spot &This, const Spot &Closure, bool Unknown) {
  const FunctionDecl *Def = programBody(F);
  unsigned Same = 0;
  for (const Frame &Fr : Frames)
    Same += Fr.F == Def;
  if (!Def || Frames.size() > MaxFrames || Same >= MaxRecursion) {
    for (const clang::Expr *X : A)
      run(X);
    if (Def && !planted("old-values")) { // what it counts is not seen
      const unsigned Cells = M.doubtAll();
      Budget -= std::min(Budget, Cells / 16);
    }
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
  New.EndsProgram = endsProgram(Def, Index) && !planted("no-way-back");
  New.Begin = M.mark();
  const unsigned MadeBefore = M.made();
  Frames.push_back(std::move(New));
  ASTContext *Saved = Ctx;
  Ctx = &Def->getASTContext();
  Flow Fl = run(Def->getBody());
  if ((Dead || Fl == Flow::Dead) && Budget && !Frames.back().Back.empty()) {
    // Nothing but the left ways come back. In which trip one was left, and what was counted until then, is not known.
    const std::vector<Frame::Way> Back = std::exchange(Frames.back().Back, {});
    const size_t Begin = Frames.back().Begin;
    M.rollback(Begin);
    M.apply(Back.front().Changes);
    for (const Frame::Way &Way : llvm::drop_begin(Back))
      M.joinWith(Way.Changes, Begin, MadeBefore);
    for (const Frame::Way &Way : Back)
      forget(Way.Changes);
    Dead = false;
    Fl = Flow::Return;
    for (auto &[At, T] : llvm::reverse(Back.back().Objects))
      destroy(At, T);
  }
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
    auto *MP = dyn_cast<BinaryOperator>(C->getCallee()->IgnoreParens());
    const bool OfMember = MP && MP->isPtrMemOp();
    Datum D = OfMember ? Datum() : value(C->getCallee());
    if (D.K == Datum::Function) {
      auto *To = llvm::cast<FunctionDecl>(D.D);
      if (const CallExpr *Named = Index.callOf(C, To))
        return openCl(Named, To);
      return invoke(To, A, "", "");
    }
    for (const clang::Expr *X : A)
      give(X, nullptr, /*Library=*/false, /*LooksOnly=*/false);
    if (OfMember)
      M.doubt(MP->getLHS()->getType()->isPointerType() ? pointee(MP->getLHS()) : place(MP->getLHS()));
    return {};
  }
  if (library::whatDoes(F) == library::Does::Expect)
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
    if (!programBody(F) || containerOf(Ctx->getRecordType(Method->getParent())) != Container::None) {
      if (auto D = libraries().method(C, Method))
        return *D;
      libraries().changedByLibrary(C, Method);
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
    auto *Callee = dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens());
    const bool ByName = Callee && Callee->hasQualifier(); // Base::f() is that one
    const Datum D = M.read(At + "!class");
    if (Method->isVirtual() && !ByName && !D && !At.empty() && M.wasWritten(At + "!class")) { // one of several classes
      for (const clang::Expr *X : A)
        run(X);
      M.doubt(At);
      return {};
    }
    if (Method->isVirtual() && !ByName && D.K == Datum::Class)
      if (auto *Own = llvm::dyn_cast_or_null<CXXRecordDecl>(D.D); Own && Own->hasDefinition())
        if (CXXMethodDecl *Over = const_cast<CXXMethodDecl *>(Method)->getCorrespondingMethodInClass(Own, true))
          F = Over;
    return invoke(F, A, At, "");
  }
  if (programBody(F))
    return invoke(F, A, "", "");
  if (auto D = libraries().call(C, F))
    return *D;
  return unknownCall(C, F);
}

/// A function or closure that a library is given runs, perhaps, some times. False if X is none.
bool Walk::mayCall(const clang::Expr *X) {
  const QualType T = X->getType().getNonReferenceType();
  auto *RD = T->getAsCXXRecordDecl();
  if (!(RD && RD->isLambda()) && !T->isFunctionPointerType() && !T->isFunctionType())
    return false;
  const Spot At = RD ? place(X) : Spot();
  const Datum D = RD ? Datum() : value(X);
  if (Dead || (!RD && D.K != Datum::Function))
    return true;
  llvm::SaveAndRestore NotSeen(Unseen, true); // what runs before it is not known
  trips(
      nullptr, false,
      [&] {
        if (RD)
          callObject(At, {});
        else
          invoke(llvm::cast<FunctionDecl>(D.D), {}, "", "");
        return Dead ? Flow::Dead : Flow::Next;
      },
      /*Some=*/true);
  Dead = Budget == 0;
  return true;
}

/// Gives X to a function whose body is not known, as its parameter To if that has a declaration.
void Walk::give(const clang::Expr *X, const ParmVarDecl *To, bool Library, bool LooksOnly) {
  const QualType T = X->getType();
  if (Library && mayCall(X))
    return;
  if (X->isGLValue() || !isLeaf(T)) {
    Spot At = place(X);
    if (Datum D = M.read(At); containerOf(T) == Container::Iterator && D.K == Datum::Address && !LooksOnly)
      M.doubt(withoutIndex(D.S));
    const QualType P = To ? To->getType() : QualType();
    if (!X->isGLValue() || T.isConstQualified() || P.isNull() || !P->isReferenceType() ||
        P->getPointeeType().isConstQualified())
      return;
    if (isLeaf(T))
      M.write(At, {});
    else if (Library && P->isLValueReferenceType() && !LooksOnly)
      M.doubt(At);
    return;
  }
  Datum D = value(X);
  if (D.K != Datum::Address || !T->isPointerType() || T->getPointeeType().isConstQualified() || LooksOnly)
    return;
  QualType Of = T->getPointeeType(); // it may set what it is given by address
  if (Of->isVoidType() && X->IgnoreParenCasts()->getType()->isPointerType())
    Of = X->IgnoreParenCasts()->getType()->getPointeeType();
  const bool Element = lastIndex(D.S).has_value();
  if (Library || (isLeaf(Of) && !Of->isVoidType() && Element))
    M.doubt(withoutIndex(D.S));
  if (isLeaf(Of) && !Of->isVoidType())
    M.write(D.S, {});
}

/// A function without a body: a library's, or one in another file.
Datum Walk::unknownCall(const CallExpr *C, const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  const bool Library = SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())) && !planted("old-values");
  auto *Method = dyn_cast<CXXMethodDecl>(F);
  const unsigned Object = isa<CXXOperatorCallExpr>(C) && Method && Method->isInstance();
  if (!Library)
    builds().seeGiven(C, F);
  for (unsigned I = 0; I < C->getNumArgs(); ++I) {
    const unsigned P = I - Object;
    give(C->getArg(I), I >= Object && P < F->getNumParams() ? F->getParamDecl(P) : nullptr, Library,
         Library && library::is(F, library::Looks));
    if (Dead)
      return {};
  }
  if (Index.neverReturns(F)) {
    Dead = true;
    return {};
  }
  QualType RT = F->getReturnType();
  if (RT->isPointerType() && !(Library && library::is(F, library::MayBeNull)))
    return made(); // a failing call is an error
  return {};
}

Datum Walk::made() { return {Datum::Token, ++Made, {}, nullptr}; }

void Walk::output(const clang::Expr *Pointer, Datum D) {
  if (Datum P = value(Pointer); P.K == Datum::Address)
    M.write(follow(P.S), std::move(D));
}

/// An argument of the wrapper: behind a pointer it may set anything, platforms or devices of a vector as well. \p Error: its
/// error code, if X is a pointer to one.
void Walk::answer(const clang::Expr *X, bool Error) {
  const QualType T = X->getType();
  if (!T->isPointerType() || T->getPointeeType().isConstQualified() || planted("old-values"))
    return void(run(X));
  const Datum P = value(X);
  if (P.K != Datum::Address)
    return;
  const QualType To = X->IgnoreParenCasts()->getType()->isPointerType()
                          ? X->IgnoreParenCasts()->getType()->getPointeeType()
                          : T->getPointeeType();
  Error &= To->isSpecificBuiltinType(BuiltinType::Int);
  if (!Error)
    M.doubt(withoutIndex(P.S));
  if (isLeaf(To) && !To->isVoidType())
    M.write(follow(P.S), Error ? Datum::integer(0) : Datum());
}

/// Every call of OpenCL succeeds.
Datum Walk::openCl(const CallExpr *C, const FunctionDecl *F) {
  QualType RT = F->getReturnType();
  Args A(C->getArgs(), C->getNumArgs());
  ApiCall Api = apiCall(C);
  if (Api.Wrapper) {
    if (Api.Row->has(ApiArg::Options))
      builds().seeOptions(A);
    if (Api.A == persistify::Api::RawHandle && !Api.Args.empty()) {
      Spot At = Api.Args[0]->getType()->isPointerType() ? pointee(Api.Args[0]) : place(Api.Args[0]);
      return RT->isReferenceType() ? Datum::bound(At) : M.read(At);
    }
    auto *Member = dyn_cast<CXXMemberCallExpr>(C);
    for (const clang::Expr *X : Api.Args)
      if (Member && X == Member->getImplicitObjectArgument())
        run(X);
      else
        answer(X, !RT->isIntegerType() && X == Api.Args.back());
    return RT->isIntegerType() ? Datum::integer(0) : Datum();
  }
  Datum Result = RT->isPointerType() ? made() : Datum::integer(0);
  std::set<const clang::Expr *> Met;
  if (Api.Row->makes(ApiType::Kernel)) {
    const clang::Expr *Name = Api.arg(ApiArg::Name), *From = Api.arg(Name ? ApiArg::Program : ApiArg::Kernel);
    Met = {Name, From};
    if (const Datum K = From ? value(From) : Datum(); Name)
      Result = {Datum::Kernel, ++Made, texts().names(Name), nullptr};
    else // a clone
      Result = {Datum::Kernel, ++Made, K.K == Datum::Kernel ? K.S : "", nullptr};
  }
  if (const clang::Expr *X = Api.arg(ApiArg::Options))
    builds().seeOptions(X);
  if (const clang::Expr *X = Api.arg(ApiArg::Texts))
    builds().seeSource(X, Api.arg(ApiArg::NumTexts), C->getSourceRange());
  for (const clang::Expr *X : A) {
    if (Met.count(X))
      continue;
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
    if (lastIndex(P.S) && !Error) // more than one, perhaps
      M.doubt(withoutIndex(P.S));
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
  if (T->isArrayType()) {
    if (auto *Array = Ctx->getAsConstantArrayType(T); Array && A.empty() && !planted("no-elements-made"))
      libraries().fill(At, 0, Array->getZExtSize(), nullptr, Array->getElementType());
    return;
  }
  if (auto *I = A.size() == 1 ? dyn_cast<CXXStdInitializerListExpr>(bare(A[0])) : nullptr;
      I && C->getConstructor()->isCopyOrMoveConstructor())
    return init(At, I, T);
  if (libraries().initialize(At, T, A))
    return;
  constructor(At, C->getConstructor(), Args(C->getArgs(), C->getNumArgs()), Base);
}

void Walk::constructor(const Spot &At, const CXXConstructorDecl *C, Args A, bool Base) {
  const CXXRecordDecl *RD = C->getParent();
  bool Copies = C->isCopyOrMoveConstructor() && !A.empty();
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
        initField(At, F, X);
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
    for (const clang::Expr *X : A) // std::thread, say
      if (!mayCall(X))
        run(X);
  }
  if (!Base && RD->isPolymorphic())
    M.write(At + "!class", Datum::of(Datum::Class, RD));
}

/// The constructors of a class, those of templates behind the others.
static std::vector<const CXXConstructorDecl *> constructors(const CXXRecordDecl *RD) {
  std::vector<const CXXConstructorDecl *> All(RD->ctor_begin(), RD->ctor_end());
  for (const Decl *D : RD->decls())
    if (auto *T = dyn_cast<FunctionTemplateDecl>(D);
        T && isa<CXXConstructorDecl>(T->getTemplatedDecl()) && !planted("plain-constructors"))
      for (const FunctionDecl *F : T->specializations())
        All.push_back(cast<CXXConstructorDecl>(F));
  return All;
}

/// Makes a T out of arguments that were passed on to it.
void Walk::make(const Spot &At, QualType T, Args A) {
  if (At.empty() || Dead)
    return;
  if (isLeaf(T))
    return M.write(At, A.empty() ? (T->isPointerType() ? Datum::null() : Datum::integer(0)) : value(A[0]));
  if (libraries().initialize(At, T, A))
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
  for (const CXXConstructorDecl *C : constructors(RD->getDefinition())) {
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
