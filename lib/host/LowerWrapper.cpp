//===- LowerWrapper.cpp - objects of the C++ wrapper ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A wrapper object is a leaf like the handle it holds: copying one is a retain,
// destroying one a release, and the pairs cancel. What an object outside the
// region holds at the end is exchanged by the runtime with both counts kept.
// cl::NDRange and cl::EnqueueArgs are records whose members are private; a range
// outside the region is read through get(), and its number of dimensions is a
// precondition.
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "SwapProof.h"
#include "persistify/Containment.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify::host {

using library::Does;

bool Lowering::isWrapped(QualType T) const { return heldHandle(T) != ApiType::None && classify(T) != LeafKind::Other; }

/// The object that X is, or that the pointer X points to.
Place Lowering::objectPlace(const clang::Expr *X) {
  if (!X->getType()->isPointerType())
    return lvalue(X);
  Value V = rvalue(X);
  if (V.K == Value::Pointer)
    return V.P;
  if (ok())
    refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
  return {};
}

/// The handle that X is, or that the wrapper object X holds.
Value Lowering::object(const clang::Expr *X) {
  if (X->getType()->isPointerType() && isWrapped(X->getType()->getPointeeType())) {
    Place P = objectPlace(X);
    return ok() ? load(P, X->getSourceRange()) : Value();
  }
  return rvalue(X);
}

Place Lowering::member(const Place &P, ApiMember M) {
  if (const FieldDecl *F = apiMember(P.T->getAsRecordDecl(), M))
    return field(P, F);
  refuse(Diag::HostUnsupportedType, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
         {Objects[P.Obj].Name, P.T.getAsString()});
  return {};
}

/// obj() and obj.get().
Value Lowering::rawHandle(const ApiCall &C) {
  Place P = objectPlace(C.arg(ApiArg::Object));
  if (!ok() || !P.valid())
    return {};
  if (isProgram(P.T))
    return load(P, C.range());
  if (!isWrapped(P.T) && objectType(P.T) != ApiType::Context) // a device, say: only dropped code may use it
    return {};
  P.T = C.C->getType().getNonReferenceType();
  P.Wrapped = true;
  return C.C->isGLValue() ? Value::pointer(P) : load(P, C.range());
}

Value Lowering::defaultQueue(clang::SourceRange Rg) {
  auto [It, New] = OpaqueSlots.try_emplace("q default", 0);
  if (New) {
    Slot S;
    S.K = Slot::Queue;
    S.Text = Options.Names("default_queue");
    S.LocalType = handleText(ApiType::Queue);
    const DefaultQueue Default = ::persistify::defaultQueue();
    S.Init = Default.Handle;
    S.Range = range(Rg);
    S.Key = Default.Object;
    R.Slots.push_back(std::move(S));
    It->second = R.Slots.size() - 1;
  }
  return Value::of(Value::QueueV, It->second);
}

/// cl::Local(size).
Value Lowering::localSize(const ApiCall &C) {
  Place T = temporary(C.C->getType(), "local");
  store(member(T, ApiMember::Bytes), Value::scalar(castTo(sizeType(), scalar(C.arg(ApiArg::Size)))), C.range());
  return Value::record(T);
}

void Lowering::setArgValue(const Value &K, ExprP Idx, const clang::Expr *X, const ApiCall &C) {
  if (X->getType()->isPointerType())
    return refuse(Diag::HostUnsupportedApi, C.range(), {C.Name, ": '" + text(X) + "' is a pointer"});
  Place P;
  if (X->isGLValue()) {
    P = lvalue(X);
  } else {
    P = temporary(X->getType(), "argument");
    initialize(P, X);
  }
  if (ok())
    setArgPlace(K, Idx, P, X, C);
}

void Lowering::setArgPlace(const Value &K, ExprP Idx, const Place &P, const clang::Expr *X, const ApiCall &C) {
  if (objectType(P.T) == ApiType::LocalSize) {
    Value Size = load(member(P, ApiMember::Bytes), C.range());
    if (ok() && Size.K == Value::Scalar)
      setArgBytes(K, Idx, Size.E, Value::of(Value::Null), X, C);
    return;
  }
  if (heldHandle(P.T) == ApiType::Buffer && objectType(P.T) != ApiType::Buffer && ok())
    return refuse(Diag::HostUnsupportedApi, C.range(),
                  {C.Name, ": '" + text(X) + "' is a " + className(P.T) + ", no buffer"});
  setArgBytes(K, Idx, constant(sizeType(), Ctx.getTypeSizeInChars(P.T).getQuantity()), Value::pointer(P), X, C);
}

/// functor(cl::EnqueueArgs(...), arguments...): sets them all and launches.
Value Lowering::functor(ApiCall C) {
  clang::SourceRange Rg = C.range();
  Value K = kernel(C);
  if (!ok())
    return {};
  const FunctionDecl *F = C.C->getDirectCallee();
  unsigned First = C.Row->arity(), Last = C.Args.size();
  // A last parameter that is not among the functor's types gets the status.
  auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(llvm::cast<CXXMethodDecl>(F)->getParent());
  unsigned Types = Last - First;
  if (Class && Class->getTemplateArgs().size() && Class->getTemplateArgs()[0].getKind() == TemplateArgument::Pack)
    Types = Class->getTemplateArgs()[0].pack_size();
  const clang::Expr *Status = nullptr;
  if (Last - First == Types + 1)
    Status = C.Args[--Last];
  C.StatusIgnored = !Status && !wrapperThrows(Ctx);
  Place A = enqueueArgs(C.arg(ApiArg::Enqueue));
  std::vector<Place> Values;
  for (unsigned I = First; I < Last && ok(); ++I) {
    QualType T = F->getParamDecl(I - 1)->getType(); // the object is no parameter
    if (T->isReferenceType()) {
      Values.push_back(pinned(lvalue(C.Args[I])));
      continue;
    }
    Values.push_back(temporary(T, "argument"));
    initialize(Values.back(), C.Args[I]);
  }
  if (!ok())
    return {};
  Value Q = load(member(A, ApiMember::Queue), Rg);
  if (ok() && Q.K != Value::QueueV)
    refuse(Diag::HostSeveralQueues, Rg);
  for (unsigned I = 0; I < Values.size() && ok(); ++I)
    setArgPlace(K, constant(intType(), I), Values[I], C.Args[First + I], C);
  Stmt S = command(C, Stmt::Launch);
  if (!ok() || !ranges(member(A, ApiMember::Offset), member(A, ApiMember::Global), member(A, ApiMember::Local), S, Rg))
    return {};
  Place Events = member(A, ApiMember::Events);
  if (ok() && Objects[A.Obj].External)
    requireOf(Events, textOf(Events) + ".empty()", "'" + text(C.arg(ApiArg::Enqueue)) + "' waits for events");
  else if (!wrappedEvents(Events, C.arg(ApiArg::Enqueue)) && ok())
    refuse(Diag::HostEvents, Rg, {text(C.arg(ApiArg::Enqueue))});
  if (Status) {
    Place P = lvalue(Status);
    if (ok())
      store(P, Value::scalar(constant(intType(), 0)), Rg);
  }
  if (ok())
    forKernel(K, std::move(S));
  return Value::of(Value::EventV);
}

namespace {
/// Whether an initialiser means the same wherever it stands in the function.
struct Stable {
  llvm::function_ref<bool(const VarDecl *)> Keeps;
  bool operator()(const clang::Stmt *S) const {
    if (auto *D = dyn_cast<DeclRefExpr>(S))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
        return Keeps(V);
    if (auto *C = dyn_cast<clang::CallExpr>(S); C && apiCall(C).A != Api::DefaultQueue)
      return false;
    if (isa<CXXThisExpr>(S) || isa<LambdaExpr>(S))
      return false;
    for (const clang::Stmt *Sub : S->children())
      if (Sub && !(*this)(Sub))
        return false;
    return true;
  }
};

/// Uses of a variable other than in calls of the wrapper, which takes queues by
/// non-const reference but does not change them, or as const.
struct OtherUses : AstVisitor {
  const VarDecl *V;
  std::set<const clang::Expr *> Fine;
  bool Found = false;
  explicit OtherUses(const VarDecl *V) : V(V) {}
  void fine(const clang::Expr *X) { Fine.insert(X->IgnoreParenImpCasts()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    if (inWrapper(C->getConstructor()) && !C->getConstructor()->isMoveConstructor())
      for (const clang::Expr *X : C->arguments())
        fine(X);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *C) override {
    if (ApiCall A = apiCall(C))
      for (const clang::Expr *X : A.Args)
        fine(X);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
    if (C->getType().isConstQualified() && C->isGLValue())
      fine(C);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    Found |= D->getDecl() == V && !Fine.count(D);
    return true;
  }
};
} // namespace

/// The cl::EnqueueArgs that X is. One from outside the region that is made of what
/// cannot have changed is made again, so that its sizes may be constants; the private
/// members of others are read where the program allows it.
Place Lowering::enqueueArgs(const clang::Expr *X) {
  Place P = lvalue(X);
  if (!ok() || !Objects[P.Obj].External)
    return P;
  auto Keeps = [&](const VarDecl *V) {
    auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (V->getType().isVolatileQualified() || !F || !F->hasBody() || classify(V->getType()) != LeafKind::Queue)
      return !V->getType().isVolatileQualified() && Index.neverChanges(V);
    OtherUses U(V);
    U.TraverseStmt(F->getBody());
    return !U.Found;
  };
  const VarDecl *D = P.Path.empty() ? Objects[P.Obj].D : nullptr;
  bool Same = D && D->isLocalVarDecl() && !D->isStaticLocal() && D->getInit() && Index.neverChanges(D) &&
              Stable{Keeps}(D->getInit());
  if (!Same) {
    if ((P.Or || member(P, ApiMember::Global).Hidden) && ok())
      refuse(Diag::HostLaunchArgs, X->getSourceRange(), {text(X)});
    return P;
  }
  Place T = temporary(P.T, "launch");
  initialize(T, D->getInit());
  return T;
}

// ---- ranges -----------------------------------------------------------------------

/// Number of dimensions of a cl::NDRange.
ExprP Lowering::rangeDims(const Place &P) {
  ExprP None = constant(intType(), ~0u);
  if (!ok() || !P.valid())
    return None;
  if (P.Or) {
    ExprP A = rangeDims(first(P)), B = rangeDims(P.Or->Other);
    return same(A, B) ? A : None;
  }
  if (!Objects[P.Obj].External) {
    Value V = load(member(P, ApiMember::Dimensions), P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange());
    return V.K == Value::Scalar ? castTo(intType(), V.E) : None;
  }
  const VarDecl *D = P.Path.empty() ? Objects[P.Obj].D : nullptr;
  if (D && inWrapper(D)) // cl::NullRange
    return constant(intType(), 0);
  auto [It, New] = RangeDims.try_emplace(key(P), ~0u);
  if (New && P.Hidden)
    refuse(Diag::HostNotNameable, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {P.Hidden->getNameAsString() + " is a private member"});
  if (New && ok()) {
    const FieldDecl *F = P.Fields.empty() ? nullptr : P.Fields.back();
    bool OfArgs = F && objectType(Ctx.getRecordType(F->getParent())) == ApiType::LaunchArgs;
    if (auto N = P.Spelled ? Index.rangeDims(P.Spelled, OfArgs ? apiMember(F) : ApiMember::None) : std::nullopt) {
      It->second = *N;
      require(textOf(P) + ".dimensions() == " + std::to_string(*N),
              (OfArgs ? "a range of " + text(P.Spelled) : textOf(P)) + " has another number of dimensions");
    }
  }
  return constant(intType(), It->second);
}

/// Sizes of a launch from cl::NDRange objects.
bool Lowering::ranges(const Place &Offset, const Place &Global, const Place &Local, Stmt &S, clang::SourceRange Rg) {
  const Place *Ranges[] = {&Global, &Offset, &Local};
  ExprP *To[] = {S.Global, S.Offset, S.Local};
  for (unsigned K = 0; K < 3 && ok(); ++K) {
    auto Dims = constantValue(rangeDims(*Ranges[K]));
    if (!ok())
      return false;
    if (!Dims || *Dims > 3) {
      const clang::Expr *X = Ranges[K]->Spelled;
      refuse(Diag::HostRangeDims, X ? X->getSourceRange() : Rg, {X ? text(X) : Objects[Ranges[K]->Obj].Name});
      return false;
    }
    if (K == 0) {
      if (*Dims == 0) {
        bail(Rg, Stmt::NoSize);
        return false;
      }
      S.Dim = *Dims;
    } else if (*Dims == 0) {
      continue; // NullRange: none
    }
    Place Sizes = member(*Ranges[K], ApiMember::Sizes);
    for (unsigned I = 0; I < S.Dim && ok(); ++I) {
      Value V = load(element(Sizes, constant(sizeType(), I), Rg), Rg);
      if (ok() && V.K != Value::Scalar) // only the host has it
        refuse(Diag::HostTime, Rg, {Ranges[K]->Spelled ? text(Ranges[K]->Spelled) : "a range"});
      To[K][I] = V.E;
    }
    if (K == 2)
      S.HasLocal = true;
  }
  return ok();
}

void Lowering::storeRange(const Place &To, const Place &From, clang::SourceRange Rg) {
  ExprP Dims = rangeDims(From);
  if (!ok())
    return;
  if (Objects[To.Obj].External) { // keeps its number of dimensions
    if (!constantValue(Dims) || !same(Dims, rangeDims(To)))
      return refuse(Diag::HostRangeDims, Rg, {To.Spelled ? text(To.Spelled) : Objects[To.Obj].Name});
  } else {
    store(member(To, ApiMember::Dimensions), Value::scalar(Dims), Rg);
  }
  if (auto D = constantValue(Dims); D && *D == 0) {
    for (unsigned I = 0; I < 3 && ok(); ++I)
      store(element(member(To, ApiMember::Sizes), constant(sizeType(), I), Rg), Value::scalar(constant(sizeType(), 0)),
            Rg);
    return;
  }
  copyPart(member(To, ApiMember::Sizes), member(From, ApiMember::Sizes), Rg);
}

// ---- constructors and methods --------------------------------------------------------

/// A move leaves null handles behind.
void Lowering::moveFrom(const Place &P, clang::SourceRange Rg) {
  if (!ok())
    return;
  if (P.Or || (P.Index && !constantValue(P.Index)))
    return refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  if (objectType(P.T) == ApiType::EventList) {
    E.Known.set(key(P), Value::of(Value::EventV)); // empty
  } else if (isWrapped(P.T)) {
    store(P, Value::of(Value::Null), Rg);
  } else if (auto *A = Ctx.getAsConstantArrayType(P.T)) {
    for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I)
      moveFrom(element(P, constant(sizeType(), I), Rg), Rg);
  } else if (P.T->isRecordType() && !P.T->getAsCXXRecordDecl()->isTriviallyCopyable()) {
    for (const FieldDecl *F : P.T->getAsRecordDecl()->fields())
      moveFrom(field(P, F), Rg);
  }
}

/// For certain: of choices it is not known.
static bool surelySame(const Place &A, const Place &B) {
  return A.Obj == B.Obj && A.Path == B.Path && same(A.Index, B.Index) && !A.Or && !B.Or;
}

/// Copies or moves the object From into To.
void Lowering::transferObject(const Place &To, const Place &From, bool Move, clang::SourceRange Rg) {
  if (!ok() || surelySame(To, From))
    return;
  store(To, load(From, Rg), Rg);
  if (Move)
    moveFrom(From, Rg);
}

/// Whether copies, moves and destruction of a class are those of its members.
bool Lowering::memberwise(const CXXRecordDecl *RD) const {
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || templateMoves(RD))
    return false;
  if (RD->isTriviallyCopyable())
    return true;
  if (objectType(Ctx.getRecordType(RD)) == ApiType::LaunchArgs)
    return true;
  if (RD->isUnion() || RD->isPolymorphic() || RD->hasUserDeclaredDestructor() || RD->getNumBases())
    return false;
  for (const CXXConstructorDecl *C : RD->ctors())
    if (C->isCopyOrMoveConstructor() && C->isUserProvided())
      return false;
  for (const CXXMethodDecl *M : RD->methods())
    if ((M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) && M->isUserProvided())
      return false;
  for (const FieldDecl *F : RD->fields()) {
    if (F->isUnnamedBitField())
      continue;
    QualType T = Ctx.getBaseElementType(F->getType());
    if (T->isRecordType() && !isWrapped(T) && !memberwise(T->getAsCXXRecordDecl()))
      return false;
  }
  return true;
}

/// Whether destroying an object does nothing but release wrapped handles.
bool Lowering::releasesOnly(QualType T) const {
  T = Ctx.getBaseElementType(T);
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return !RD || !RD->hasDefinition() || RD->hasTrivialDestructor() || objectType(T) != ApiType::None || memberwise(RD);
}

/// Initialises an object of the wrapper's classes. False if P is none.
bool Lowering::initializeWrapper(const Place &P, const clang::Expr *X) {
  const ApiType Class = objectType(P.T);
  const CXXRecordDecl *RD = P.T->getAsCXXRecordDecl(); // null in C
  bool Memberwise = RD && RD->hasDefinition() && Class == ApiType::None && !RD->isTriviallyCopyable() && memberwise(RD);
  if (Class == ApiType::None && !Memberwise)
    return false;
  const bool Plain = Class == ApiType::Range || Class == ApiType::LaunchArgs || Class == ApiType::LocalSize;
  if (!Memberwise && !Plain && !isWrapped(P.T)) {
    refuse(Class == ApiType::Program ? Diag::HostProgramInLoop : Diag::HostResource, X->getSourceRange(),
           {className(P.T)});
    return true;
  }
  if (auto *C = dyn_cast<CXXBindTemporaryExpr>(X))
    return initialize(P, C->getSubExpr()), true;
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(X))
    return initialize(P, D->getExpr()), true;
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
    return initialize(P, D->getExpr()), true;
  if (auto *C = dyn_cast<CastExpr>(X);
      C && !X->isGLValue() && (C->getCastKind() == CK_ConstructorConversion || C->getCastKind() == CK_NoOp))
    return initialize(P, C->getSubExpr()), true;
  if (auto *Q = dyn_cast<ConditionalOperator>(X)) {
    ExprP Cond = condition(Q->getCond());
    if (ok())
      branch(
          Cond, [&] { initialize(P, Q->getTrueExpr()); }, [&] { initialize(P, Q->getFalseExpr()); },
          X->getSourceRange());
    return true;
  }
  if (auto *C = dyn_cast<CXXConstructExpr>(X)) {
    if (C->getConstructor()->isCopyOrMoveConstructor()) {
      transferObject(P, lvalue(C->getArg(0)), C->getConstructor()->isMoveConstructor(), X->getSourceRange());
      return true;
    }
    if (Memberwise) { // a default constructor that does nothing itself
      const CXXConstructorDecl *D = C->getConstructor();
      if (C->getNumArgs() || D->isUserProvided())
        return false;
      const bool Zero = C->requiresZeroInitialization() && !planted("left-over"); // W(): also what has no initialiser
      for (const FieldDecl *F : P.T->getAsRecordDecl()->fields())
        if (Zero && !F->hasInClassInitializer() && !isWrapped(F->getType()) && !F->isUnnamedBitField())
          initialize(field(P, F), new (Ctx) ImplicitValueInitExpr(F->getType()));
      for (const FieldDecl *F : P.T->getAsRecordDecl()->fields())
        if (F->hasInClassInitializer())
          asMember(P, [&] { initialize(field(P, F), F->getInClassInitializer()); });
        else if (isWrapped(F->getType()))
          store(field(P, F), Value::of(objectType(F->getType()) == ApiType::EventList ? Value::EventV : Value::Null),
                X->getSourceRange());
        else if (F->getType()->isRecordType() && !F->getType()->getAsCXXRecordDecl()->isTrivial())
          return false;
      return true;
    }
    return construct(P, C, Class), true;
  }
  if (Memberwise || Class == ApiType::LocalSize)
    return false;
  Value V = rvalue(X);
  if (ok())
    store(P, V, X->getSourceRange());
  return true;
}

void Lowering::construct(const Place &P, const CXXConstructExpr *C, ApiType Class) {
  clang::SourceRange Rg = C->getSourceRange();
  unsigned N = C->getNumArgs();
  auto IsHandle = [&](unsigned I) {
    QualType T = C->getArg(I)->getType();
    return !isWrapped(T) && classify(T) == classify(P.T);
  };
  if (Class == ApiType::Range) {
    for (unsigned I = 0; I < N; ++I)
      if (!C->getArg(I)->getType()->isIntegerType())
        return refuse(Diag::HostImplicitCall, Rg, {"this constructor of " + className(P.T)});
    std::vector<ExprP> Sizes;
    for (unsigned I = 0; I < N && ok(); ++I)
      Sizes.push_back(pinned(castTo(sizeType(), scalar(C->getArg(I))), "size"));
    store(member(P, ApiMember::Dimensions), Value::scalar(constant({ScalarType::Unsigned, 32}, N)), Rg);
    const bool Ones = N && member(P, ApiMember::Sizes).Fields.back()->getType()->isArrayType(); // not in CL/cl.hpp
    for (unsigned I = 0; I < 3 && ok(); ++I)
      store(element(member(P, ApiMember::Sizes), constant(sizeType(), I), Rg),
            Value::scalar(I < N ? Sizes[I] : constant(sizeType(), Ones ? 1 : 0)), Rg);
  } else if (Class == ApiType::LaunchArgs) {
    bool Queue = false, Events = false;
    for (const clang::Expr *A : C->arguments()) {
      const ApiType AC = objectType(A->getType());
      if (AC == ApiType::Queue) {
        initialize(member(P, ApiMember::Queue), A), Queue = true;
      } else if ((AC == ApiType::Event || AC == ApiType::EventList) && !planted("events-at-launch")) {
        auto *Copy = dyn_cast<CXXConstructExpr>(A->IgnoreImplicit());
        const bool Copies = Copy && Copy->getConstructor()->isCopyOrMoveConstructor();
        if (Copies)
          met(Copy);
        waitFor(Copies ? Copy->getArg(0) : A); // it keeps what they are now
        store(member(P, ApiMember::Events), Value::of(Value::EventV), Rg);
        Events = true;
      } else if (Value V = AC == ApiType::Range ? Value() : rvalue(A); AC != ApiType::Range && ok()) {
        store(member(P, ApiMember::Events), V, Rg), Events = true;
      }
    }
    if (!Queue)
      store(member(P, ApiMember::Queue), defaultQueue(Rg), Rg);
    if (!Events)
      store(member(P, ApiMember::Events), Value::of(Value::EventV), Rg);
    if (!rangeGiven(C, ApiMember::Global))
      return refuse(Diag::HostImplicitCall, Rg, {"this constructor of " + className(P.T)});
    for (ApiMember Name : {ApiMember::Offset, ApiMember::Global, ApiMember::Local})
      if (const clang::Expr *X = rangeGiven(C, Name))
        initialize(member(P, Name), X);
      else
        store(member(member(P, Name), ApiMember::Dimensions), Value::scalar(constant({ScalarType::Unsigned, 32}, 0)),
              Rg);
  } else if (Class == ApiType::EventList) {
    Value V = Value::of(Value::EventV);
    auto *List = N >= 1 ? dyn_cast<CXXStdInitializerListExpr>(C->getArg(0)->IgnoreParenImpCasts()) : nullptr;
    if (List) {
      if (auto *L = dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit()))
        for (const clang::Expr *X : L->inits())
          if (rvalue(X).K != Value::EventV)
            V = Value();
    } else if (N >= 1 && !isa<CXXDefaultArgExpr>(C->getArg(0))) {
      auto Count = C->getArg(0)->getType()->isIntegerType() ? evaluate(C->getArg(0)) : std::nullopt;
      Value Of = Value::of(Value::Null); // that nothing has set yet
      if (Count && N >= 2 && objectType(C->getArg(1)->getType()) == ApiType::Event && !planted("no-fill"))
        Of = *Count ? object(C->getArg(1)) : Value::of(Value::EventV);
      // Several that nothing has set could not be told apart.
      V = Of.K == Value::EventV || (Count && *Count == 1 && Of.K == Value::Null) ? Of : Value();
    }
    if (ok())
      store(P, V, Rg);
  } else if (N == 0) {
    store(P, Value::of(Value::Null), Rg);
  } else if (IsHandle(0)) {
    // Without a retain the object's end would take a count from the handle.
    if (N < 2 || evaluate(C->getArg(1)).value_or(0) != 1)
      return refuse(Diag::HostImplicitCall, Rg, {"this constructor of " + className(P.T)});
    Value V = object(C->getArg(0));
    if (ok())
      store(P, V, Rg);
  } else if (N == 1 && objectType(C->getArg(0)->getType()) == ApiType::Kernel) { // a functor
    initialize(P, C->getArg(0));
  } else if (const ApiCall Made = apiCall(C); Made.A == Api::MakeKernel && isProgram(C->getArg(0)->getType())) {
    Value V = makeKernel(C, Made.arg(ApiArg::Program), Made.arg(ApiArg::Name), Made.Name);
    succeed(Made);
    store(P, V, Rg);
  } else if (Made.A == Api::MakeBuffer) {
    Value V = makeBuffer(C, Made.arg(ApiArg::Context), Made.arg(ApiArg::Flags), Made.arg(ApiArg::Size),
                         Made.given(ApiArg::Pointer), Made);
    succeed(Made);
    store(P, V, Rg);
  } else {
    refuse(classify(P.T) == LeafKind::Kernel ? Diag::HostProgramInLoop : Diag::HostResource, Rg, {className(P.T)});
  }
}

/// Methods of plain wrapper objects, and assignments.
std::optional<Value> Lowering::wrapperMethod(const CXXMethodDecl *M, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
  bool Copies = M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
  QualType Self = Ctx.getRecordType(M->getParent());
  const ApiType Class = objectType(Self);
  if (Copies && Op && C->getNumArgs() == 2 &&
      (isWrapped(Self) || Class == ApiType::Range || Class == ApiType::LocalSize ||
       (Class == ApiType::None && !M->isTrivial() && memberwise(M->getParent())))) {
    Place From = lvalue(C->getArg(1)), To = lvalue(C->getArg(0));
    if (ok() && namesBase(To, Self))
      refuse(Diag::HostImplicitCall, Rg, {"the copy to a base of " + To.T.getAsString()});
    else
      transferObject(To, From, M->isMoveAssignmentOperator(), Rg);
    return ok() ? Value::pointer(To) : Value();
  }
  const clang::Expr *Obj = nullptr;
  if (auto *MC = dyn_cast<CXXMemberCallExpr>(C))
    Obj = MC->getImplicitObjectArgument();
  else if (Op)
    Obj = C->getArg(0);
  if (!Obj || (Class != ApiType::Range && Class != ApiType::EventList))
    return std::nullopt;
  std::string Name = M->getNameAsString();
  Place P = objectPlace(Obj);
  if (!ok())
    return Value();
  if (Class == ApiType::Range) {
    const ApiMember Gives = rangeMethod(M);
    if (Gives == ApiMember::Dimensions)
      return Value::scalar(castTo(sizeType(), rangeDims(P)));
    if (Gives == ApiMember::Sizes)
      return Value::pointer(element(member(P, ApiMember::Sizes), constant(sizeType(), 0), Rg));
    return std::nullopt;
  }
  Value Now = load(P, Rg);
  const Does What = library::whatDoes(M); // of std::vector
  if (What == Does::Append || What == Does::AppendMade) {
    Value Next = Value::of(Value::Null);
    if (C->getNumArgs() == 1)
      Next = object(C->getArg(0));
    bool Known = Now.K == Value::EventV && (Next.K == Value::EventV || Next.K == Value::Null);
    store(P, Known ? Next : Value(), Rg);
    return Value();
  }
  if (What == Does::Clear) {
    store(P, Value::of(Value::EventV), Rg);
    return Value();
  }
  if (What == Does::Reserve)
    return Value();
  if (llvm::is_contained({Does::Index, Does::At, Does::First, Does::Last}, What)) {
    P.T = C->getType().getNonReferenceType();
    return Value::pointer(P);
  }
  return std::nullopt;
}

// ---- cl::copy ------------------------------------------------------------------------

/// A blocking transfer of the elements between two iterators (pointers).
void Lowering::copyElements(const ApiCall &C) {
  queue(C);
  Handle H = buffer(C.arg(ApiArg::Buffer));
  if (!ok())
    return;
  const clang::Expr *X = C.arg(ApiArg::Begin);
  Snapshot Before = save();
  Value B = rvalue(X), End = rvalue(C.arg(ApiArg::End));
  ExprP Size;
  if (ok() && B.K == Value::Pointer && End.K == Value::Pointer && B.P.Obj == End.P.Obj && B.P.Path == End.P.Path &&
      B.P.Index && End.P.Index && B.P.T->isArithmeticType())
    Size = binary(Expr::Mul, binary(Expr::Sub, castTo(sizeType(), End.P.Index), castTo(sizeType(), B.P.Index)),
                  constant(sizeType(), Ctx.getTypeSizeInChars(B.P.T).getQuantity()));
  transferBytes(C, H, true, constant(sizeType(), 0), Size, B, X, std::move(Before));
}

} // namespace persistify::host
