//===- ForesightFlow.cpp - statements ------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/ForesightWalk.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace persistify::host::foresight {

/// Steps that the loops around one point may take: what fills the program's
/// data is not what decides about its handles.
constexpr unsigned StepsOfLoop = 12000;
// A loop within another one has as many, of which the outer one counts so many; if the walk has enough left.
constexpr unsigned StepsOfInner = 1000, LeastForInner = 300000;
constexpr unsigned MaxArrivals = 6;

bool Walk::spend() {
  if (Budget == 0)
    Dead = true;
  else
    --Budget;
  return !Dead;
}

/// Tries both ways. One that ends the program, or leaves (for an error, as a
/// rule), is not taken further if the other one goes on.
Flow Walk::branch(llvm::function_ref<Flow()> A, llvm::function_ref<Flow()> B) {
  size_t Mark = M.mark();
  const unsigned MadeBefore = M.made();
  constexpr size_t MostWays = 8;
  const bool Kept = !Frames.empty() && Frames.back().EndsProgram && Frames.back().Back.size() < MostWays;
  Frame::Way Back;
  if (Kept)
    Back = {M.since(Frames.back().Begin), Frames.back().Objects};
  auto Try = [&](llvm::function_ref<Flow()> Way) {
    Flow F = Way();
    if (Dead)
      F = Flow::Dead;
    Dead = false;
    return F;
  };
  Flow FA = Try(A);
  const LabelDecl *LabelA = Label;
  Memory::Changes CA = M.since(Mark);
  M.rollback(Mark);
  Flow FB = Try(B);
  if (Budget == 0)
    Dead = true;
  if (FA == FB) {
    M.joinWith(CA, Mark, MadeBefore);
    Dead |= FA == Flow::Dead;
    return FA;
  }
  Memory::Changes CB = M.since(Mark);
  bool TakeA = FA < FB;
  Flow Left = TakeA ? FB : FA;
  if (TakeA) {
    M.rollback(Mark);
    M.apply(CA);
    Label = LabelA;
  }
  Untaken |= Left == Flow::Break || Left == Flow::Return;
  Broken |= Left == Flow::Break;
  Skipped |= Left == Flow::Continue;
  if (Kept && Left == Flow::Return) {
    for (auto &[S, D] : TakeA ? CB : CA)
      Back.Changes[S] = D;
    Frames.back().Back.push_back(std::move(Back));
  }
  if (Left == Flow::Return && !Frames.back().Result.empty())
    for (auto &[S, D] : TakeA ? CB : CA)
      if (llvm::StringRef(S).starts_with(Frames.back().Result)) {
        auto [It, New] = Frames.back().Returned.try_emplace(S, D);
        if (!New)
          It->second = join(It->second, D);
      }
  return TakeA ? FA : FB;
}

Flow Walk::run(const clang::Stmt *S) {
  if (!S)
    return Flow::Next;
  if (!spend())
    return Flow::Dead;
  switch (S->getStmtClass()) {
  case clang::Stmt::CompoundStmtClass: {
    llvm::SmallVector<const clang::Stmt *, 16> Body(S->child_begin(), S->child_end());
    return block(Body, 0);
  }
  case clang::Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (auto *V = dyn_cast<VarDecl>(D))
        declare(V);
    break;
  case clang::Stmt::IfStmtClass: return ifStmt(cast<IfStmt>(S));
  case clang::Stmt::SwitchStmtClass: return switchStmt(cast<SwitchStmt>(S));
  case clang::Stmt::ForStmtClass:
  case clang::Stmt::WhileStmtClass:
  case clang::Stmt::DoStmtClass:
  case clang::Stmt::CXXForRangeStmtClass: return loop(S);
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass: return run(cast<SwitchCase>(S)->getSubStmt());
  case clang::Stmt::LabelStmtClass: return run(cast<LabelStmt>(S)->getSubStmt());
  case clang::Stmt::AttributedStmtClass: return run(cast<AttributedStmt>(S)->getSubStmt());
  case clang::Stmt::BreakStmtClass: return Flow::Break;
  case clang::Stmt::ContinueStmtClass: return Flow::Continue;
  case clang::Stmt::GotoStmtClass: Label = cast<GotoStmt>(S)->getLabel(); return Flow::Goto;
  case clang::Stmt::ReturnStmtClass: {
    const clang::Expr *X = cast<ReturnStmt>(S)->getRetValue();
    if (X && !Frames.back().Result.empty())
      init(Frames.back().Result, X, Frames.back().F->getReturnType());
    else if (X)
      value(X);
    return Dead ? Flow::Dead : Flow::Return;
  }
  case clang::Stmt::CXXTryStmtClass: {
    // What is thrown is thrown for an error. A handler may run that goes on, too.
    auto *T = cast<CXXTryStmt>(S);
    Flow F = run(T->getTryBlock());
    if (F != Flow::Dead || Budget == 0)
      return F;
    Dead = false;
    for (unsigned I = 0; I < T->getNumHandlers() && !planted("old-values"); ++I)
      branch([&] { return run(T->getHandler(I)->getHandlerBlock()); }, [] { return Flow::Next; });
    return Flow::Next;
  }
  default:
    if (auto *X = dyn_cast<clang::Expr>(S)) {
      if (X->isGLValue())
        place(X);
      else if (isLeaf(X->getType()) || X->getType()->isVoidType())
        value(X);
      else
        place(X);
    }
    break;
  }
  return Dead ? Flow::Dead : Flow::Next;
}

static bool labels(const clang::Stmt *S, const LabelDecl *L) {
  for (auto *X = dyn_cast<LabelStmt>(S); X; X = dyn_cast<LabelStmt>(X->getSubStmt()))
    if (X->getDecl() == L)
      return true;
  return false;
}

/// The end of an object.
void Walk::destroy(const Spot &At, QualType T, bool Part) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  RD = RD && RD->hasDefinition() ? RD->getDefinition() : nullptr;
  if (!RD || At.empty() || Dead || RD->hasTrivialDestructor() || planted("silent-ends"))
    return;
  if (RD->isInStdNamespace()) {
    if (Datum P = M.read(At);
        P.K == Datum::Address && library::classOf(T) == library::Class::UniquePtr && !elementType(T)->isArrayType())
      destroy(follow(P.S), elementType(T));
    return;
  }
  if (Datum D = M.read(At + "!class"); D.K == Datum::Class && !Part && cast<CXXRecordDecl>(D.D)->hasDefinition())
    if (const CXXDestructorDecl *Own = RD->getDestructor(); Own && Own->isVirtual())
      RD = cast<CXXRecordDecl>(D.D)->getDefinition();
  if (const CXXDestructorDecl *D = RD->getDestructor(); D && D->isUserProvided())
    invoke(D, {}, At, "");
  for (const FieldDecl *F : RD->fields())
    if (F->getIdentifier())
      destroy(follow(At + "." + F->getNameAsString()), F->getType());
  for (const CXXBaseSpecifier &B : RD->bases())
    destroy(At, B.getType(), /*Part=*/true);
}

Flow Walk::block(llvm::ArrayRef<const clang::Stmt *> Body, size_t From) {
  const size_t Outside = Frames.empty() ? 0 : Frames.back().Objects.size();
  Flow F = statements(Body, From);
  while (!Frames.empty() && Frames.back().Objects.size() > Outside) {
    auto [At, T] = Frames.back().Objects.back();
    Frames.back().Objects.pop_back();
    if (F != Flow::Dead)
      destroy(At, T);
  }
  return Dead ? Flow::Dead : F;
}

Flow Walk::statements(llvm::ArrayRef<const clang::Stmt *> Body, size_t From) {
  for (size_t I = From; I < Body.size(); ++I) {
    if (!Body[I])
      continue;
    Flow F = run(Body[I]);
    if (F == Flow::Goto)
      for (size_t J = 0; J < Body.size(); ++J)
        if (Body[J] && labels(Body[J], Label)) {
          I = J - 1;
          F = Flow::Next;
          break;
        }
    if (F != Flow::Next)
      return F;
  }
  return Flow::Next;
}

Flow Walk::ifStmt(const IfStmt *S) {
  if (S->isConsteval())
    return Flow::Next;
  run(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  auto C = truth(S->getCond());
  if (Dead)
    return Flow::Dead;
  if (!C)
    return branch([&] { return run(S->getThen()); }, [&] { return run(S->getElse()); });
  const clang::Stmt *Taken = *C ? S->getThen() : S->getElse(), *Other = *C ? S->getElse() : S->getThen();
  if (Other && Index.launches(Other)) { // to see the loops in it
    size_t Mark = M.mark();
    run(Other);
    M.rollback(Mark);
    Dead = Budget == 0;
  }
  return run(Taken);
}

static bool isCase(const CaseStmt *C, int64_t V, const ASTContext &Ctx) {
  auto Number = [&](const clang::Expr *X) {
    clang::Expr::EvalResult R;
    return X && X->EvaluateAsInt(R, Ctx) ? std::optional(R.Val.getInt().extOrTrunc(64).getSExtValue()) : std::nullopt;
  };
  auto From = Number(C->getLHS()), To = C->getRHS() ? Number(C->getRHS()) : From;
  return From && To && *From <= V && V <= *To;
}

Flow Walk::switchStmt(const SwitchStmt *S) {
  run(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  Datum V = value(S->getCond());
  auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (Dead || !Body)
    return Dead ? Flow::Dead : Flow::Next;
  llvm::SmallVector<const clang::Stmt *, 16> All(Body->body_begin(), Body->body_end());
  std::vector<size_t> Starts;
  std::optional<size_t> Found, Default;
  for (size_t I = 0; I < All.size(); ++I) {
    bool First = true;
    for (auto *C = dyn_cast<SwitchCase>(All[I]); C; C = dyn_cast<SwitchCase>(C->getSubStmt())) {
      if (First)
        Starts.push_back(I);
      First = false;
      if (isa<DefaultStmt>(C))
        Default = I;
      else if (V.K == Datum::Int && isCase(cast<CaseStmt>(C), V.I, *Ctx))
        Found = I;
    }
  }
  auto From = [&](std::optional<size_t> I) {
    Flow F = I ? block(All, *I) : Flow::Next;
    return F == Flow::Break ? Flow::Next : F;
  };
  bool Within = false; // a case in the middle of a statement
  for (const SwitchCase *C = S->getSwitchCaseList(); C && V.K == Datum::Int && !Found; C = C->getNextSwitchCase())
    Within |= isa<CaseStmt>(C) ? isCase(cast<CaseStmt>(C), V.I, *Ctx) : !Default;
  if (V.K == Datum::Int && !Within)
    return From(Found ? Found : Default);
  if (!Default)
    Starts.push_back(All.size());
  std::function<Flow(size_t)> Any = [&](size_t I) -> Flow {
    if (I + 1 >= Starts.size())
      return Starts.empty() ? Flow::Next : From(Starts[I]);
    return branch([&] { return From(Starts[I]); }, [&] { return Any(I + 1); });
  };
  const size_t Mark = M.mark();
  const Flow F = Any(0);
  if (Within)
    forget(M.since(Mark));
  return F;
}

void Walk::arrive(const clang::Stmt *Loop) {
  if (Unseen)
    return;
  auto [It, New] = Launches.try_emplace(Loop, false);
  if (New)
    It->second = Index.launches(Loop);
  if (!It->second)
    return;
  auto &At = To.Of[Loop];
  if (At.size() < MaxArrivals)
    At.push_back({M.snapshot(), Frames.back(), Globals});
}

void Walk::forget(const Memory::Changes &Changes, const Memory::Changes &Before) {
  // The source of kernels, line by line behind what was in front of it.
  auto Grown = [&](const Spot &S, const Datum &Now) {
    auto Old = Before.find(S);
    if (Old == Before.end() || Now.K != Datum::Text || Old->second.K != Datum::Text || planted("no-growing-texts"))
      return Datum();
    const llvm::StringRef Front = llvm::StringRef(Old->second.S).take_front(Old->second.S.find(Rest));
    return Front.empty() || !llvm::StringRef(Now.S).starts_with(Front) ? Datum()
                                                                       : Datum::text(joined(Front.str(), std::nullopt));
  };
  for (auto &[S, D] : Changes)
    if (Datum Now = M.read(S); Now.K == Datum::Int || Now.K == Datum::Text || Now.K == Datum::Texts)
      M.write(S, Grown(S, Now));
}

Flow Walk::trips(const clang::Expr *Cond, bool First, llvm::function_ref<Flow()> Body, bool Some, const VarDecl *Var) {
  size_t Mark = M.mark();
  unsigned Saved = LoopEnd;
  const unsigned Begin = Budget;
  const bool Inner = LoopEnd && Budget > LeastForInner && !planted("one-budget");
  if (!LoopEnd || Inner) {
    const unsigned Steps = StepsOfLoop >> std::min(Inner && Cond ? Endings[Cond] : 0, 4u);
    LoopEnd = Budget > Steps ? Budget - Steps : 1;
  }
  bool SavedUntaken = Untaken, SavedSkipped = Skipped, SavedBroken = std::exchange(Broken, false);
  unsigned Unknown = 0;
  Flow F = Flow::Next;
  bool GaveUp = false;
  for (unsigned Trip = 0;; ++Trip) {
    bool Endless = !Cond;
    if (Cond && (Trip || !First)) {
      if (Var)
        declare(Var);
      auto C = truth(Cond);
      if (C && !*C)
        break;
      if (!C && ++Unknown > 1)
        GaveUp = true;
      Endless = C && isa<IntegerLiteral, CXXBoolLiteralExpr>(Cond->IgnoreParenCasts());
    }
    GaveUp |= Budget < LoopEnd || (Endless && Trip && Untaken) || (Some && Trip);
    if (Dead || GaveUp)
      break;
    Untaken = false;
    F = Body();
    if (F != Flow::Next && F != Flow::Continue)
      break;
    F = Flow::Next;
  }
  // What was counted is not known. Nor is what other trips count, where conditions may come out otherwise.
  if (Broken && !GaveUp && !Dead && !planted("old-values"))
    forget(M.since(Mark));
  if (GaveUp) {
    if (Inner && Cond)
      ++Endings[Cond];
    const Memory::Changes Before = M.before(Mark);
    forget(M.since(Mark), Before);
    if (!Dead && !planted("first-trip")) {
      bool SavedUnseen = Unseen;
      size_t Other = M.mark();
      Unseen = true;
      Body();
      Unseen = SavedUnseen;
      Memory::Changes Changes = M.since(Other);
      M.rollback(Other);
      Dead = Budget == 0;
      for (auto &[S, D] : Changes) // a kernel that another trip made
        if (Datum Now = M.read(S); Now.K == Datum::Kernel && D.K == Datum::Kernel)
          M.write(S, join(Now, D));
      forget(Changes, Before);
    }
  }
  LoopEnd = Saved;
  if (const unsigned Spent = Begin - Budget; Inner && Spent > StepsOfInner)
    LoopEnd = Saved > Spent - StepsOfInner ? Saved - (Spent - StepsOfInner) : 1;
  Untaken = SavedUntaken;
  Skipped = SavedSkipped;
  Broken = SavedBroken;
  if (Dead)
    return Flow::Dead;
  return F == Flow::Break ? Flow::Next : F;
}

/// A trip without its end. Where it may have been left before, what it counted is not known.
Flow Walk::body(const clang::Stmt *OfLoop) {
  const size_t Mark = M.mark();
  Skipped = false;
  Flow F = run(OfLoop);
  if (std::exchange(Skipped, false) && !planted("old-values"))
    forget(M.since(Mark));
  return F;
}

Flow Walk::loop(const clang::Stmt *S) {
  arrive(S);
  if (auto *R = dyn_cast<CXXForRangeStmt>(S))
    return rangeFor(R);
  if (auto *D = dyn_cast<DoStmt>(S))
    return trips(D->getCond(), true, [&] { return body(D->getBody()); });
  if (auto *W = dyn_cast<WhileStmt>(S))
    return trips(W->getCond(), false, [&] { return body(W->getBody()); }, /*Some=*/false, W->getConditionVariable());
  auto *F = cast<ForStmt>(S);
  run(F->getInit());
  return trips(
      F->getCond(), false,
      [&] {
        Flow At = body(F->getBody());
        if ((At == Flow::Next || At == Flow::Continue) && F->getInc())
          run(F->getInc());
        return At;
      },
      /*Some=*/false, F->getConditionVariable());
}

Flow Walk::rangeFor(const CXXForRangeStmt *S) {
  run(S->getInit());
  const clang::Expr *Range = S->getRangeInit();
  Spot At = place(Range);
  QualType T = Range->getType().getNonReferenceType();
  const VarDecl *V = S->getLoopVariable();
  auto With = [&](const Spot &Element) {
    Spot Var = M.create();
    Frames.back().Vars[V] = Var;
    auto *D = dyn_cast<DecompositionDecl>(V);
    if (V->getType()->isReferenceType() && !D)
      M.write(Var, Datum::bound(Element));
    else if (!D || !llvm::StringRef(Element).ends_with(")"))
      M.copy(Var, Element);
    else
      Var = Element; // of a map
    if (D)
      bindings(D, V->getType()->isReferenceType() ? Element : Var);
    return body(S->getBody());
  };
  std::vector<Spot> Elements;
  bool Known = false;
  if (containerOf(T) == Container::Map && !At.empty()) {
    Known = bool(M.read(At + "!size"));
    for (const std::string &Step : M.parts(At, ".at("))
      Elements.push_back(At + Step);
    auto Key = [&](const Spot &S) { return M.read(S + "!key"); };
    if (llvm::all_of(Elements, [&](const Spot &S) { return Key(S).K == Datum::Int; }))
      llvm::sort(Elements, [&](const Spot &A, const Spot &B) { return Key(A).I < Key(B).I; });
  } else if (Datum D = M.read(At); isText(T) && D.K == Datum::Text && D.S.find(Blank) == std::string::npos) {
    Known = true;
    for (size_t I = 0; I < D.S.size(); ++I)
      Elements.push_back(At + "[" + std::to_string(I) + "]");
  } else if (auto N = libraries().size(At, T); N && *N <= 4096) {
    Known = true;
    for (int64_t I = 0; I < *N; ++I)
      Elements.push_back(At.empty() ? At : At + "[" + std::to_string(I) + "]");
  }
  if (isText(T) && !Known && V->getType()->isReferenceType() && !V->getType()->getPointeeType().isConstQualified())
    M.write(At, {});
  if (!Known && Elements.empty() && planted("one-trip-sure"))
    return With("");
  if (!Known && Elements.empty()) // some that are not known
    return trips(nullptr, false, [&] { return With(""); }, /*Some=*/true);
  size_t I = 0;
  return trips(nullptr, false, [&] { return I < Elements.size() ? With(Elements[I++]) : Flow::Break; });
}

void Walk::declare(const VarDecl *V) {
  if (V->isStaticLocal() || V->isLocalExternDecl()) {
    Spot At = variable(V);
    if (V->isStaticLocal() && V->getInit() && !M.read(At + "!init")) {
      M.write(At + "!init", Datum::integer(1));
      init(At, V->getInit(), V->getType());
    }
    return;
  }
  Spot At = M.create();
  if (V->getInit())
    init(At, V->getInit(), V->getType());
  Frames.back().Vars[V->getCanonicalDecl()] = At;
  if (V->getType()->isRecordType() && !V->isNRVOVariable())
    Frames.back().Objects.push_back({At, V->getType()});
  if (auto *D = dyn_cast<DecompositionDecl>(V))
    bindings(D, follow(At));
}

void Walk::bindings(const DecompositionDecl *D, const Spot &Whole) {
  QualType T = D->getType().getNonReferenceType();
  unsigned I = 0;
  for (const BindingDecl *B : D->bindings()) {
    Spot &At = Frames.back().Vars[llvm::cast<ValueDecl>(B->getCanonicalDecl())];
    Container C = containerOf(T);
    if (Whole.empty())
      At.clear();
    else if (C == Container::Pair)
      At = half(Whole, I);
    else if (C == Container::Tuple)
      At = follow(Whole + "<" + std::to_string(I) + ">");
    else if (T->isArrayType() || C == Container::Array)
      At = Whole + "[" + std::to_string(I) + "]";
    else if (auto *ME = dyn_cast_or_null<MemberExpr>(B->getBinding() ? B->getBinding()->IgnoreParenCasts() : nullptr))
      At = member(Whole, ME->getMemberDecl());
    ++I;
  }
}

} // namespace persistify::host::foresight
