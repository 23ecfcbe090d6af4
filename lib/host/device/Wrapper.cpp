//===- Wrapper.cpp - objects of the C++ wrapper --------------------------===//
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
#include "device/Commands.h"
#include "device/Events.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "persistify/AstVisitor.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify::host {

using library::Does;

bool Wrapper::isWrapped(QualType T) const {
  return heldHandle(T) != ApiType::None && places().classify(T) != LeafKind::Other;
}

Place Wrapper::objectPlace(const clang::Expr *X) {
  if (!X->getType()->isPointerType())
    return exprs().lvalue(X);
  Value V = exprs().rvalue(X);
  if (V.K == Value::Pointer)
    return V.P;
  if (ok())
    refuse(Diag::HostPointer, X->getSourceRange(), {text(X)});
  return {};
}

Value Wrapper::object(const clang::Expr *X) {
  if (X->getType()->isPointerType() && isWrapped(X->getType()->getPointeeType())) {
    Place P = objectPlace(X);
    return ok() ? leaves().load(P, X->getSourceRange()) : Value();
  }
  // unmap(const Memory &): a buffer is given by its base.
  for (auto *C = dyn_cast<ImplicitCastExpr>(X); C && C->isGLValue() && !planted("bases-of-buffers");
       C = dyn_cast<ImplicitCastExpr>(X)) {
    const bool ToBase = C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase;
    if (!isWrapped(C->getSubExpr()->getType()) || (!ToBase && C->getCastKind() != CK_NoOp))
      break;
    effects().met(C);
    X = C->getSubExpr();
  }
  return exprs().rvalue(X);
}

Place Wrapper::member(const Place &P, ApiMember M) {
  if (const FieldDecl *F = apiMember(P.T->getAsRecordDecl(), M))
    return places().field(P, F);
  refuse(Diag::HostUnsupportedType, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
         {Objects[P.Obj].Name, P.T.getAsString()});
  return {};
}

Value Wrapper::rawHandle(const ApiCall &C) {
  Place P = objectPlace(C.arg(ApiArg::Object));
  if (!ok() || !P.valid())
    return {};
  if (made().isProgram(P.T))
    return leaves().load(P, C.range());
  if (!isWrapped(P.T) && objectType(P.T) != ApiType::Context) // a device, say: only dropped code may use it
    return {};
  P.T = C.C->getType().getNonReferenceType();
  P.Wrapped = true;
  return C.C->isGLValue() ? Value::pointer(P) : leaves().load(P, C.range());
}

Value Wrapper::defaultQueue(clang::SourceRange Rg) {
  auto [It, New] = leaves().OpaqueSlots.try_emplace("q default", 0);
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

Value Wrapper::localSize(const ApiCall &C) {
  Place T = places().temporary(C.C->getType(), "local");
  leaves().store(member(T, ApiMember::Bytes), Value::scalar(castTo(sizeType(), exprs().scalar(C.arg(ApiArg::Size)))),
                 C.range());
  return Value::record(T);
}

void Wrapper::setArgValue(const Value &K, ExprP Idx, const clang::Expr *X, const ApiCall &C) {
  if (X->getType()->isPointerType())
    return refuse(Diag::HostUnsupportedApi, C.range(), {C.Name, ": '" + text(X) + "' is a pointer"});
  Place P;
  if (X->isGLValue()) {
    P = exprs().lvalue(X);
  } else {
    P = places().temporary(X->getType(), "argument");
    exprs().initialize(P, X);
  }
  if (ok())
    setArgPlace(K, Idx, P, X, C);
}

void Wrapper::setArgPlace(const Value &K, ExprP Idx, const Place &P, const clang::Expr *X, const ApiCall &C) {
  if (objectType(P.T) == ApiType::LocalSize) {
    Value Size = leaves().load(member(P, ApiMember::Bytes), C.range());
    if (ok() && Size.K == Value::Scalar)
      commands().setArgBytes(K, Idx, Size.E, Value::of(Value::Null), X, C);
    return;
  }
  if (heldHandle(P.T) == ApiType::Buffer && objectType(P.T) != ApiType::Buffer && ok())
    return refuse(Diag::HostUnsupportedApi, C.range(),
                  {C.Name, ": '" + text(X) + "' is a " + className(P.T) + ", no buffer"});
  commands().setArgBytes(K, Idx, constant(sizeType(), Ctx.getTypeSizeInChars(P.T).getQuantity()), Value::pointer(P), X,
                         C);
}

Value Wrapper::functor(ApiCall C) {
  clang::SourceRange Rg = C.range();
  Value K = commands().kernel(C);
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
      Values.push_back(keeping().pinned(exprs().lvalue(C.Args[I])));
      continue;
    }
    Values.push_back(places().temporary(T, "argument"));
    exprs().initialize(Values.back(), C.Args[I]);
  }
  if (!ok())
    return {};
  Value Q = leaves().load(member(A, ApiMember::Queue), Rg);
  if (ok() && Q.K != Value::QueueV)
    refuse(Diag::HostSeveralQueues, Rg);
  for (unsigned I = 0; I < Values.size() && ok(); ++I)
    setArgPlace(K, constant(intType(), I), Values[I], C.Args[First + I], C);
  Stmt S = commands().command(C, Stmt::Launch);
  if (!ok() || !ranges(member(A, ApiMember::Offset), member(A, ApiMember::Global), member(A, ApiMember::Local), S, Rg))
    return {};
  Place Events = member(A, ApiMember::Events);
  if (ok() && Objects[A.Obj].External)
    containers().requireOf(Events, places().textOf(Events) + ".empty()",
                           "'" + text(C.arg(ApiArg::Enqueue)) + "' waits for events");
  else if (!events().wrappedEvents(Events, C.arg(ApiArg::Enqueue)) && ok())
    refuse(Diag::HostEvents, Rg, {text(C.arg(ApiArg::Enqueue))});
  if (Status) {
    Place P = exprs().lvalue(Status);
    if (ok())
      leaves().store(P, Value::scalar(constant(intType(), 0)), Rg);
  }
  if (ok())
    commands().forKernel(K, std::move(S));
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

Place Wrapper::enqueueArgs(const clang::Expr *X) {
  Place P = exprs().lvalue(X);
  if (!ok() || !Objects[P.Obj].External)
    return P;
  auto Keeps = [&](const VarDecl *V) {
    auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (V->getType().isVolatileQualified() || !F || !F->hasBody() || places().classify(V->getType()) != LeafKind::Queue)
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
  Place T = places().temporary(P.T, "launch");
  exprs().initialize(T, D->getInit());
  return T;
}

// ---- ranges -----------------------------------------------------------------------

ExprP Wrapper::rangeDims(const Place &P) {
  ExprP None = constant(intType(), ~0u);
  if (!ok() || !P.valid())
    return None;
  if (P.Or) {
    ExprP A = rangeDims(Keeping::first(P)), B = rangeDims(P.Or->Other);
    return same(A, B) ? A : None;
  }
  if (!Objects[P.Obj].External) {
    Value V =
        leaves().load(member(P, ApiMember::Dimensions), P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange());
    return V.K == Value::Scalar ? castTo(intType(), V.E) : None;
  }
  const VarDecl *D = P.Path.empty() ? Objects[P.Obj].D : nullptr;
  if (D && inWrapper(D)) // cl::NullRange
    return constant(intType(), 0);
  auto [It, New] = RangeDims.try_emplace(places().key(P), ~0u);
  if (New && P.Hidden)
    refuse(Diag::HostNotNameable, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {P.Hidden->getNameAsString() + " is a private member"});
  if (New && ok()) {
    const FieldDecl *F = P.Fields.empty() ? nullptr : P.Fields.back();
    bool OfArgs = F && objectType(Ctx.getRecordType(F->getParent())) == ApiType::LaunchArgs;
    if (auto N = P.Spelled ? Index.rangeDims(P.Spelled, OfArgs ? apiMember(F) : ApiMember::None) : std::nullopt) {
      It->second = *N;
      require(places().textOf(P) + ".dimensions() == " + std::to_string(*N),
              (OfArgs ? "a range of " + text(P.Spelled) : places().textOf(P)) + " has another number of dimensions");
    }
  }
  return constant(intType(), It->second);
}

bool Wrapper::ranges(const Place &Offset, const Place &Global, const Place &Local, Stmt &S, clang::SourceRange Rg) {
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
        stmts().bail(Rg, Stmt::NoSize);
        return false;
      }
      S.Dim = *Dims;
    } else if (*Dims == 0) {
      continue; // NullRange: none
    }
    Place Sizes = member(*Ranges[K], ApiMember::Sizes);
    for (unsigned I = 0; I < S.Dim && ok(); ++I) {
      Value V = leaves().load(places().element(Sizes, constant(sizeType(), I), Rg), Rg);
      if (ok() && V.K != Value::Scalar) // only the host has it
        refuse(Diag::HostTime, Rg, {Ranges[K]->Spelled ? text(Ranges[K]->Spelled) : "a range"});
      To[K][I] = V.E;
    }
    if (K == 2)
      S.HasLocal = true;
  }
  return ok();
}

std::optional<Value> Wrapper::wrapperMethod(const CXXMethodDecl *M, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
  bool Copies = M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
  QualType Self = Ctx.getRecordType(M->getParent());
  const ApiType Class = objectType(Self);
  if (Copies && Op && C->getNumArgs() == 2 &&
      (isWrapped(Self) || Class == ApiType::Range || Class == ApiType::LocalSize ||
       (Class == ApiType::None && !M->isTrivial() && memberwise(M->getParent())))) {
    Place From = exprs().lvalue(C->getArg(1)), To = exprs().lvalue(C->getArg(0));
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
  Place P = objectPlace(Obj);
  if (!ok())
    return Value();
  if (Class == ApiType::Range) {
    const ApiMember Gives = rangeMethod(M);
    if (Gives == ApiMember::Dimensions)
      return Value::scalar(castTo(sizeType(), rangeDims(P)));
    if (Gives == ApiMember::Sizes)
      return Value::pointer(places().element(member(P, ApiMember::Sizes), constant(sizeType(), 0), Rg));
    return std::nullopt;
  }
  Value Now = leaves().load(P, Rg);
  const Does What = library::whatDoes(M); // of std::vector
  if (What == Does::Append || What == Does::AppendMade) {
    Value Next = Value::of(Value::Null);
    if (C->getNumArgs() == 1)
      Next = object(C->getArg(0));
    bool Known = Now.K == Value::EventV && (Next.K == Value::EventV || Next.K == Value::Null);
    leaves().store(P, Known ? Next : Value(), Rg);
    return Value();
  }
  if (What == Does::Clear) {
    leaves().store(P, Value::of(Value::EventV), Rg);
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

void Wrapper::copyElements(const ApiCall &C) {
  commands().queue(C);
  Handle H = commands().buffer(C.arg(ApiArg::Buffer));
  if (!ok())
    return;
  const clang::Expr *X = C.arg(ApiArg::Begin);
  Checkpoint Before = stmts().save();
  Value B = exprs().rvalue(X), End = exprs().rvalue(C.arg(ApiArg::End));
  ExprP Size;
  if (ok() && B.K == Value::Pointer && End.K == Value::Pointer && B.P.Obj == End.P.Obj && B.P.Path == End.P.Path &&
      B.P.Index && End.P.Index && B.P.T->isArithmeticType())
    Size = binary(Expr::Mul, binary(Expr::Sub, castTo(sizeType(), End.P.Index), castTo(sizeType(), B.P.Index)),
                  constant(sizeType(), Ctx.getTypeSizeInChars(B.P.T).getQuantity()));
  commands().transferBytes(C, H, true, constant(sizeType(), 0), Size, B, X, std::move(Before));
}

} // namespace persistify::host
