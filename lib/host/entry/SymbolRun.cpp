//===- SymbolRun.cpp - a class's own functions, run on symbols --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/SymbolRun.h"
#include "entry/SwapProof.h"
#include "library/ContainerKinds.h"
#include "program/ApiCall.h"
#include "program/Definition.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

/// X without parentheses and clean-ups: casts and constructions stay.
static const clang::Expr *plain(const clang::Expr *X) {
  for (;;) {
    const clang::Expr *Y = X->IgnoreParens();
    if (auto *C = dyn_cast<FullExpr>(Y))
      Y = C->getSubExpr();
    else if (auto *C = dyn_cast<CXXBindTemporaryExpr>(Y))
      Y = C->getSubExpr();
    else if (auto *C = dyn_cast<MaterializeTemporaryExpr>(Y))
      Y = C->getSubExpr();
    else if (Y == X)
      return X;
    X = Y;
  }
}

bool SymbolRun::exchange(QualType T, const std::string &A, const std::string &B) {
  members(T, A);
  if (A != B)
    members(T, B);
  std::map<std::string, Symbol> Before = Memory;
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  const CXXConstructorDecl *Make = maker(RD, /*Move=*/true);
  const CXXMethodDecl *Assign = assigner(RD, /*Move=*/true);
  if (!Make || !Assign)
    return false;
  construct(Make, "tmp", A);
  assign(Assign, A, B);
  assign(Assign, B, "tmp");
  destroy(T, "tmp");
  if (Failed)
    return false;
  for (const auto &[Place, Was] : Before) {
    bool InA = llvm::StringRef(Place).starts_with(A + ".");
    std::string Now = (InA ? B : A) + Place.substr((InA ? A : B).size());
    if (!(Memory[Now] == Was))
      return false;
  }
  return llvm::all_of(Retained, [](const auto &R) { return R.second == 0; });
}

const CXXRecordDecl *SymbolRun::own(QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return RD && RD->hasDefinition() && !library(RD) ? RD->getDefinition() : nullptr;
}

bool SymbolRun::library(const Decl *D) {
  const SourceManager &SM = D->getASTContext().getSourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
}

bool SymbolRun::movable(QualType T) {
  if (T->isScalarType())
    return !T.isVolatileQualified() && !T->isMemberPointerType();
  if (T.isVolatileQualified())
    return false;
  if (T->isConstantArrayType())
    return T->getBaseElementTypeUnsafe()->isScalarType();
  return T->getAsCXXRecordDecl() &&
         (trivial(T) || objectType(T) != ApiType::None || containerOf(T) == Container::Vector ||
          containerOf(T) == Container::String || containerOf(T) == Container::Smart);
}

bool SymbolRun::trivial(QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return !RD || (RD->hasDefinition() && RD->isTriviallyCopyable());
}

void SymbolRun::members(QualType T, const std::string &At) {
  const CXXRecordDecl *RD = own(T);
  if (T.isVolatileQualified() || (RD && (RD->isUnion() || RD->isPolymorphic() || RD->getNumVBases())))
    return fail();
  if (!RD) {
    if (!movable(T))
      return fail();
    Memory[At] = {Symbol::Atom, Atoms++, {}};
    return;
  }
  for (const CXXBaseSpecifier &B : RD->bases())
    members(B.getType(), At);
  for (const FieldDecl *F : RD->fields())
    members(F->getType(), field(At, F));
}

std::string SymbolRun::field(const std::string &At, const FieldDecl *F) {
  return At + "." + std::to_string(reinterpret_cast<uintptr_t>(F->getCanonicalDecl()));
}

const CXXConstructorDecl *SymbolRun::maker(const CXXRecordDecl *RD, bool Move) {
  const CXXConstructorDecl *Best = nullptr;
  Move |= planted("copied-as-moved");
  for (const CXXConstructorDecl *C : RD->ctors())
    if (!C->isDeleted() && ((Move && C->isMoveConstructor()) || (!Best && C->isCopyConstructor())))
      Best = C;
  return Move && templateMoves(RD) ? nullptr : Best;
}

const CXXMethodDecl *SymbolRun::assigner(const CXXRecordDecl *RD, bool Move) {
  const CXXMethodDecl *Best = nullptr;
  Move |= planted("copied-as-moved");
  for (const CXXMethodDecl *M : RD->methods())
    if (!M->isDeleted() && ((Move && M->isMoveAssignmentOperator()) || (!Best && M->isCopyAssignmentOperator())))
      Best = M;
  return Move && templateMoves(RD) ? nullptr : Best;
}

void SymbolRun::construct(const CXXConstructorDecl *C, const std::string &At, const std::string &From) {
  if (!C->isUserProvided())
    return memberwise(C->getParent(), At, From, /*Making=*/true, C->isMoveConstructor());
  const FunctionDecl *Def = definitionThatRuns(C);
  if (!Def || library(C))
    return fail();
  Frame Fr;
  Fr[Def->getParamDecl(0)] = From;
  body(Def, std::move(Fr), At);
}

void SymbolRun::assign(const CXXMethodDecl *M, const std::string &To, const std::string &From) {
  if (!M->isUserProvided())
    return memberwise(M->getParent(), To, From, /*Making=*/false, M->isMoveAssignmentOperator());
  const FunctionDecl *Def = definitionThatRuns(M);
  if (!Def || library(M))
    return fail();
  Frame Fr;
  const ParmVarDecl *P = Def->getParamDecl(0);
  if (P->getType()->isReferenceType()) {
    Fr[P] = From;
    body(Def, std::move(Fr), To);
    return;
  }
  std::string Copy = local(); // X &operator=(X other)
  make(P->getType(), Copy, From, /*Move=*/true);
  Fr[P] = Copy;
  body(Def, std::move(Fr), To);
  destroy(P->getType(), Copy);
}

void SymbolRun::make(QualType T, const std::string &At, const std::string &From, bool Move) {
  const CXXRecordDecl *RD = own(T);
  if (!RD)
    return moveWhole(At, From, T);
  const CXXConstructorDecl *Best = maker(RD, Move);
  return Best ? construct(Best, At, From) : fail();
}

void SymbolRun::memberwise(const CXXRecordDecl *RD, const std::string &To, const std::string &From, bool Making,
                           bool Move) {
  for (const CXXBaseSpecifier &B : RD->bases())
    part(B.getType(), To, From, Making, Move);
  for (const FieldDecl *F : RD->fields())
    part(F->getType(), field(To, F), field(From, F), Making, Move);
}

void SymbolRun::part(QualType T, const std::string &To, const std::string &From, bool Making, bool Move) {
  const CXXRecordDecl *RD = own(T);
  if (!RD)
    return moveWhole(To, From, T);
  if (Making)
    return make(T, To, From, Move);
  const CXXMethodDecl *Best = assigner(RD, Move);
  return Best ? assign(Best, To, From) : fail();
}

void SymbolRun::moveWhole(const std::string &To, const std::string &From, QualType T) {
  if (!movable(T) || !Memory.count(From))
    return fail();
  Symbol V = Memory[From];
  if (!trivial(T))
    Memory[From] = {Symbol::Atom, Atoms++, {}};
  Memory[To] = V;
}

void SymbolRun::destroy(QualType T, const std::string &At) {
  const CXXRecordDecl *RD = own(T);
  if (!RD)
    return;
  if (const CXXDestructorDecl *D = RD->getDestructor(); D && D->isUserProvided()) {
    const FunctionDecl *Def = definitionThatRuns(D);
    if (!Def)
      return fail();
    body(Def, {}, At);
  }
  for (const FieldDecl *F : RD->fields())
    destroy(F->getType(), field(At, F));
  for (const CXXBaseSpecifier &B : RD->bases())
    destroy(B.getType(), At);
}

Symbol SymbolRun::body(const FunctionDecl *F, Frame Vars, std::string This) {
  if (++Depth > 12 || !F->getBody()) {
    fail();
    return {};
  }
  std::swap(Frames, Vars);
  std::swap(Self, This);
  bool Outer = Returned;
  Symbol OuterResult = Result;
  Returned = false;
  Result = {};
  if (auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits()) {
      if (Failed)
        break;
      if (I->isMemberInitializer())
        initialize(I->getMember()->getType(), field(Self, I->getMember()), I->getInit());
      else if (I->isIndirectMemberInitializer())
        fail();
      else // a base, or the constructor that this one delegates to
        initialize(I->getInit()->getType(), Self, I->getInit());
    }
  statement(F->getBody());
  Symbol R = Result;
  Returned = Outer;
  Result = OuterResult;
  std::swap(Frames, Vars);
  std::swap(Self, This);
  --Depth;
  return R;
}

void SymbolRun::initialize(QualType T, const std::string &At, const clang::Expr *X) {
  X = plain(X);
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
    X = plain(D->getExpr());
  if (auto *L = dyn_cast<InitListExpr>(X); L && L->getNumInits() == 1 && !own(T))
    X = plain(L->getInit(0));
  const CXXRecordDecl *RD = own(T);
  auto *C = dyn_cast<CXXConstructExpr>(X);
  if (C && RD && C->getConstructor()->isCopyOrMoveConstructor())
    return construct(C->getConstructor(), At, place(C->getArg(0)));
  if (C && !RD && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
    return moveWhole(At, place(C->getArg(0)), T);
  if (C && !RD && C->getNumArgs() == 0 && movable(T)) { // an empty container
    Memory[At] = {Symbol::Atom, Atoms++, {}};
    return;
  }
  if (C && RD && C->getNumArgs() == 0) // X() : all members of their own
    return makeEmpty(C->getConstructor(), At);
  if (C || RD)
    return fail();
  if (isa<ImplicitValueInitExpr>(X) || (isa<InitListExpr>(X) && llvm::cast<InitListExpr>(X)->getNumInits() == 0)) {
    Memory[At] = {Symbol::Number, 0, {}};
    return;
  }
  Memory[At] = value(X);
}

void SymbolRun::makeEmpty(const CXXConstructorDecl *C, const std::string &At) {
  if (C->isTrivial())
    return members(C->getASTContext().getRecordType(C->getParent()), At); // indeterminate
  if (!C->isUserProvided())
    return defaulted(C->getParent(), At);
  const FunctionDecl *Def = definitionThatRuns(C);
  if (!Def)
    return fail();
  body(Def, {}, At);
}

void SymbolRun::defaulted(const CXXRecordDecl *RD, const std::string &At) {
  if (RD->getNumBases())
    return fail();
  for (const FieldDecl *F : RD->fields()) {
    if (F->hasInClassInitializer() && F->getInClassInitializer()) {
      std::string Outer = std::exchange(Self, At); // `this` is the object with the member
      initialize(F->getType(), field(At, F), F->getInClassInitializer());
      Self = std::move(Outer);
    } else if (const CXXRecordDecl *Of = own(F->getType());
               Of && !Of->hasTrivialDefaultConstructor() && !planted("silent-members")) {
      auto C = llvm::find_if(
          Of->ctors(), [](const CXXConstructorDecl *C) { return C->isDefaultConstructor() && !C->getNumParams(); });
      if (C == Of->ctor_end())
        return fail();
      makeEmpty(*C, field(At, F));
    } else {
      members(F->getType(), field(At, F));
    }
  }
}

void SymbolRun::statement(const clang::Stmt *S) {
  if (Failed || Returned || !S || isa<NullStmt>(S))
    return;
  if (auto *C = dyn_cast<CompoundStmt>(S)) {
    for (const clang::Stmt *X : C->body())
      statement(X);
  } else if (auto *I = dyn_cast<IfStmt>(S)) {
    if (I->getConditionVariable() || I->getInit() || I->isConsteval())
      return fail();
    bool C = condition(I->getCond());
    statement(C ? I->getThen() : I->getElse());
  } else if (auto *X = dyn_cast<ReturnStmt>(S)) {
    const clang::Expr *V = X->getRetValue();
    Symbol R;
    if (V && V->isGLValue())
      R = {Symbol::Address, 0, place(V)};
    else if (V && (V->getType()->isScalarType() || V->getType()->isVoidType()))
      R = V->getType()->isVoidType() && planted("returned-nothing") ? Symbol() : value(V);
    else if (V) // an object
      return fail();
    Result = R;
    Returned = true;
  } else if (auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *X : D->decls()) {
      auto *V = dyn_cast<VarDecl>(X);
      if (!V || V->isStaticLocal() || !V->getInit() ||
          (V->getType()->isRecordType() && own(V->getType()) && !V->getType()->isReferenceType()))
        return fail(); // an object whose end would have to be followed
      if (V->getType()->isReferenceType()) {
        Frames[V] = place(V->getInit());
        continue;
      }
      std::string At = local();
      initialize(V->getType(), At, V->getInit());
      Frames[V] = At;
    }
  } else if (auto *X = dyn_cast<clang::Expr>(S)) {
    effect(X);
  } else {
    fail();
  }
}

void SymbolRun::effect(const clang::Expr *X) {
  X = plain(X);
  if (X->isGLValue())
    (void)place(X);
  else
    (void)value(X);
}

bool SymbolRun::condition(const clang::Expr *X) {
  Symbol V = value(X);
  if (V.K == Symbol::Number)
    return V.N != 0;
  if (V.K == Symbol::Address)
    return true;
  if (V.K == Symbol::Atom) {
    if (auto It = Assumed.find(V.N); It != Assumed.end())
      return It->second;
    if (!Failed)
      Asked = V.N;
  }
  fail();
  return false;
}

std::string SymbolRun::place(const clang::Expr *X) {
  X = plain(X);
  if (auto *C = dyn_cast<CastExpr>(X); C && C->getSubExpr()->isGLValue() &&
                                       (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_DerivedToBase ||
                                        C->getCastKind() == CK_UncheckedDerivedToBase))
    return place(C->getSubExpr());
  if (auto *D = dyn_cast<DeclRefExpr>(X)) {
    if (auto It = Frames.find(D->getDecl()); It != Frames.end())
      return It->second;
  } else if (auto *M = dyn_cast<MemberExpr>(X)) {
    if (auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()); F && !F->getType()->isReferenceType()) {
      if (!M->isArrow())
        return field(place(M->getBase()), F);
      Symbol V = value(M->getBase());
      if (V.K == Symbol::Address)
        return field(V.Place, F);
    }
  } else if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_Deref) {
    Symbol V = value(U->getSubExpr());
    if (V.K == Symbol::Address)
      return V.Place;
  } else if (auto *B = dyn_cast<BinaryOperator>(X); B && B->getOpcode() == BO_Assign) {
    Symbol V = value(B->getRHS());
    std::string At = place(B->getLHS());
    if (!Failed && Memory.count(At)) {
      Memory[At] = V;
      return At;
    }
  } else if (auto *C = dyn_cast<CallExpr>(X)) {
    Symbol V = call(C);
    if (V.K == Symbol::Address)
      return V.Place;
  }
  fail();
  return "none";
}

Symbol SymbolRun::value(const clang::Expr *X) {
  X = plain(X);
  if (Failed)
    return {};
  if (X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull)
    return {Symbol::Number, 0, {}};
  if (!X->isGLValue() && X->getType()->isIntegralOrEnumerationType())
    if (clang::Expr::EvalResult R; X->EvaluateAsInt(R, Ctx))
      return {Symbol::Number, R.Val.getInt().extOrTrunc(64).getSExtValue(), {}};
  if (isa<CXXThisExpr>(X))
    return {Symbol::Address, 0, Self};
  if (X->isGLValue()) {
    std::string At = place(X);
    auto It = Memory.find(At);
    if (!Failed && It != Memory.end())
      return It->second;
    fail();
    return {};
  }
  if (auto *C = dyn_cast<CastExpr>(X)) {
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp: return value(C->getSubExpr());
    case CK_PointerToBoolean:
    case CK_IntegralToBoolean: return {Symbol::Number, condition(C->getSubExpr()), {}};
    case CK_ToVoid: effect(C->getSubExpr()); return {};
    default: fail(); return {};
    }
  }
  if (auto *U = dyn_cast<UnaryOperator>(X)) {
    if (U->getOpcode() == UO_AddrOf)
      return {Symbol::Address, 0, place(U->getSubExpr())};
    if (U->getOpcode() == UO_LNot)
      return {Symbol::Number, !condition(U->getSubExpr()), {}};
  }
  if (auto *B = dyn_cast<BinaryOperator>(X)) {
    if (B->getOpcode() == BO_LAnd || B->getOpcode() == BO_LOr) {
      bool L = condition(B->getLHS());
      bool Both = L == (B->getOpcode() == BO_LAnd);
      return {Symbol::Number, Both ? condition(B->getRHS()) : L, {}};
    }
    if (B->isEqualityOp()) {
      Symbol L = value(B->getLHS()), R = value(B->getRHS());
      bool Eq = B->getOpcode() == BO_EQ;
      if (Failed)
        return {};
      if (L.K == R.K && L.K != Symbol::Unknown && (L == R || L.K != Symbol::Atom))
        return {Symbol::Number, (L == R) == Eq, {}};
      for (int Turn = 0; Turn < 2; ++Turn, std::swap(L, R)) // x != nullptr
        if (R.K == Symbol::Number && R.N == 0 && (L.K == Symbol::Atom || L.K == Symbol::Address)) {
          bool Set = L.K == Symbol::Address;
          if (auto It = Assumed.find(L.N); L.K == Symbol::Atom && It == Assumed.end()) {
            Asked = L.N;
            break;
          } else if (L.K == Symbol::Atom) { // NOLINT(readability-else-after-return): It is of the condition
            Set = It->second;
          }
          return {Symbol::Number, Set != Eq, {}};
        }
    }
  }
  if (auto *C = dyn_cast<CallExpr>(X))
    return call(C);
  fail();
  return {};
}

Symbol SymbolRun::call(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F || Failed) {
    fail();
    return {};
  }
  std::string Name = F->getNameAsString();
  llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
  if (F->isInStdNamespace()) {
    using library::Does;
    const Does What = library::whatDoes(F);
    if (What == Does::Same || What == Does::AddressOf)
      return {Symbol::Address, 0, place(Args[0])};
    QualType T = Args.empty() ? QualType() : Args[0]->getType();
    if (What == Does::Swap && movable(T)) {
      std::string A = place(Args[0]), B = place(Args[1]);
      if (Memory.count(A) && Memory.count(B))
        std::swap(Memory[A], Memory[B]);
      else
        fail();
      return {};
    }
    if (What == Does::Exchange && T->isScalarType()) {
      std::string A = place(Args[0]);
      Symbol New = value(Args[1]);
      if (Failed || !Memory.count(A)) {
        fail();
        return {};
      }
      return std::exchange(Memory[A], New);
    }
    fail();
    return {};
  }
  const ApiRow *Row = apiRow(Name);
  const bool Retain = Row && Row->Effect.Count == ApiCount::Retains,
             Release = Row && Row->Effect.Count == ApiCount::Releases;
  if ((Retain || Release) && Args.size() == 1) {
    Symbol V = value(Args[0]);
    // Of a handle that is there; the status is that of success.
    if (V.K != Symbol::Atom || (Assumed.count(V.N) && !Assumed[V.N]) || (Retained[V.N] += Retain ? 1 : -1) < 0)
      fail();
    return {Symbol::Number, 0, {}};
  }
  const FunctionDecl *Def = definitionThatRuns(F);
  auto *M = dyn_cast<CXXMethodDecl>(F);
  if (library(F) || !Def || (M && M->isVirtual()) || F->isVariadic()) {
    fail();
    return {};
  }
  std::string This = Self;
  if (auto *MC = dyn_cast<CXXMemberCallExpr>(C)) {
    const clang::Expr *O = MC->getImplicitObjectArgument();
    if (O->getType()->isPointerType()) {
      Symbol V = value(O);
      if (V.K != Symbol::Address)
        fail();
      This = V.Place;
    } else {
      This = place(O);
    }
  } else if (M && !M->isStatic()) { // x = y
    if ((M->isMoveAssignmentOperator() || M->isCopyAssignmentOperator()) && Args.size() == 2 &&
        M->getParamDecl(0)->getType()->isReferenceType()) {
      std::string From = place(Args[1]), To = place(Args[0]);
      if (!Failed)
        assign(M, To, From);
      return {Symbol::Address, 0, To};
    }
    fail();
    return {};
  }
  Frame Fr;
  for (unsigned I = 0; I < Args.size() && !Failed; ++I) {
    const ParmVarDecl *P = Def->getParamDecl(I);
    if (P->getType()->isReferenceType()) {
      Fr[P] = place(Args[I]);
    } else if (P->getType()->isScalarType()) {
      std::string At = local();
      Memory[At] = value(Args[I]);
      Fr[P] = At;
    } else {
      fail();
    }
  }
  return Failed ? Symbol() : body(Def, std::move(Fr), This);
}
} // namespace persistify::host
