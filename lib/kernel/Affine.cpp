//===- lib/kernel/Affine.cpp -----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Affine.h"
#include "Builtins.h"
#include "Parse.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace persistify::kernel {

//===- polynomials ----------------------------------------------------------===//

static constexpr size_t MostTerms = 24, MostWays = 12;

// As the device computes: what overflows comes round.
static int64_t sum(int64_t A, int64_t B) { return int64_t(uint64_t(A) + uint64_t(B)); }
static int64_t product(int64_t A, int64_t B) { return int64_t(uint64_t(A) * uint64_t(B)); }

Poly Poly::constant(int64_t N) {
  Poly P;
  if (N)
    P.Terms[{}] = N;
  return P;
}
Poly Poly::atom(unsigned A) {
  Poly P;
  P.Terms[{A}] = 1;
  return P;
}
Poly Poly::operator+(const Poly &O) const {
  Poly P = *this;
  for (const auto &[M, N] : O.Terms) {
    int64_t &To = P.Terms[M];
    if (!(To = sum(To, N)))
      P.Terms.erase(M);
  }
  return P;
}
Poly Poly::operator*(const Poly &O) const {
  Poly P;
  for (const auto &[M, N] : Terms)
    for (const auto &[K, L] : O.Terms) {
      std::vector<unsigned> Both = M;
      Both.insert(Both.end(), K.begin(), K.end());
      llvm::sort(Both);
      int64_t &To = P.Terms[Both];
      if (!(To = sum(To, product(N, L))))
        P.Terms.erase(Both);
    }
  return P;
}
Poly Poly::times(int64_t N) const { return *this * constant(N); }
std::optional<int64_t> Poly::number() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first.empty())
    return Terms.begin()->second;
  return std::nullopt;
}
bool Poly::has(unsigned A) const {
  return llvm::any_of(Terms, [&](const auto &T) { return llvm::is_contained(T.first, A); });
}
std::optional<Poly> Poly::coefficient(unsigned A) const {
  Poly P;
  for (const auto &[M, N] : Terms) {
    const size_t Times = llvm::count(M, A);
    if (Times > 1)
      return std::nullopt;
    if (!Times)
      continue;
    std::vector<unsigned> Rest = M;
    Rest.erase(llvm::find(Rest, A));
    P.Terms[Rest] = N;
  }
  return P;
}
Poly Poly::without(unsigned A) const {
  Poly P;
  for (const auto &[M, N] : Terms)
    if (!llvm::is_contained(M, A))
      P.Terms[M] = N;
  return P;
}
std::string Poly::text() const {
  std::string Out;
  for (const auto &[M, N] : Terms) {
    Out += (N < 0 ? "" : "+") + std::to_string(N);
    for (unsigned A : M)
      Out += "*" + std::to_string(A);
  }
  return Out.empty() ? "0" : Out;
}

//===- ways -----------------------------------------------------------------===//

static Limits joined(const Limits &A, const Limits &B) {
  Limits Out = A;
  for (const Limit &L : B)
    if (!llvm::is_contained(Out, L))
      Out.push_back(L);
  return Out;
}

Ways both(const Ways &A, const Ways &B) {
  Ways Out;
  for (const Limits &X : A)
    for (const Limits &Y : B)
      if (Out.size() < MostWays)
        Out.push_back(joined(X, Y));
  return Out;
}

static Ways either(Ways A, const Ways &B) {
  for (const Limits &L : B)
    if (A.size() < MostWays)
      A.push_back(L);
  return A;
}

//===- atoms ----------------------------------------------------------------===//

Affine::Affine(const FunctionDecl *F) : Ctx(F->getASTContext()), Kernel(F) { learn(F); }

Poly Affine::named(const std::string &Name) {
  auto [It, New] = Names.try_emplace(Name, 0);
  if (New)
    It->second = newAtom(Uniform);
  return Poly::atom(It->second);
}

bool Affine::varies(const Poly &P) const {
  return llvm::any_of(P.Terms, [&](const auto &T) {
    return llvm::any_of(T.first, [&](unsigned A) { return isItem(A) || isTrip(A); });
  });
}

const Poly *Affine::width(unsigned A) const {
  for (const auto &[Of, S] : Splits)
    if (S.Rest == A)
      return &S.By;
  return nullptr;
}

std::optional<Poly> Affine::whole(Poly P) const {
  for (const auto &[A, S] : Splits) { // parts have larger numbers than what they are parts of
    if (S.Several || !P.has(A))
      continue;
    std::optional<Poly> C = P.coefficient(A);
    if (!C)
      return std::nullopt;
    P = P.without(A) + *C * (Poly::atom(S.Quotient) * S.By + Poly::atom(S.Rest));
  }
  for (unsigned D = 0; D < 3; ++D) {
    std::optional<Poly> Group = P.coefficient(AtomGroup + D), Local = P.coefficient(AtomLocal + D);
    if (!Group || !Local)
      return std::nullopt;
    if (Group->zero() || Local->zero() || Local->Terms.size() != Group->Terms.size())
      continue;
    // A width that is written as a number is that of the groups.
    const int64_t G = Group->Terms.begin()->second, L = Local->Terms.begin()->second, Width = G / L;
    if (*Group == *Local * Poly::atom(AtomLocalSize + D) || (Width > 1 && *Group == Local->times(Width)))
      P = P.without(AtomGroup + D).without(AtomLocal + D) + *Local * Poly::atom(AtomGlobal + D);
  }
  return P;
}

//===- variables ------------------------------------------------------------===//

/// `V = value;`, or null.
static const BinaryOperator *assignment(const Stmt *S, const VarDecl *&V) {
  const auto *C = dyn_cast<CompoundStmt>(S);
  if (C && C->size() == 1)
    S = C->body_front();
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (!B || B->getOpcode() != BO_Assign)
    return nullptr;
  const auto *R = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
  V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V ? B : nullptr;
}

void Affine::learn(const FunctionDecl *F) {
  if (!Learnt.insert(F).second)
    return;
  std::set<const Expr *> Reads;
  std::map<const VarDecl *, unsigned> Changes, Kept1;
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *K = dyn_cast<CastExpr>(S); K && K->getCastKind() == CK_LValueToRValue)
      Reads.insert(K->getSubExpr()->IgnoreParens());
    else if (const auto *R = dyn_cast<DeclRefExpr>(S); R && !Reads.count(R))
      if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
        ++Changes[V];
    return true;
  });
  for (const auto &[V, N] : Changes)
    Changed.insert(V);
  walk(F->getBody(), [&](const Stmt *S) {
    const auto *C = dyn_cast<CompoundStmt>(S);
    if (!C)
      return true;
    std::set<const VarDecl *> Here;
    for (const Stmt *One : C->body()) {
      if (const auto *D = dyn_cast<DeclStmt>(One))
        for (const Decl *X : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(X))
            Here.insert(V);
      const VarDecl *V = nullptr;
      const auto *If = dyn_cast<IfStmt>(One);
      if (const BinaryOperator *B = assignment(One, V); B && Here.count(V) && !V->getInit() && Changes[V] == 1)
        Given[V] = B->getRHS();
      else if (If && !If->getElse() && assignment(If->getThen(), V) && Here.count(V) && V->getInit()) {
        Kept[V].push_back(If);
        ++Kept1[V];
      }
    }
    return true;
  });
  for (const auto &[V, N] : Kept1)
    if (Changes[V] != N)
      Kept.erase(V);
}

static bool isWide(const ASTContext &Ctx, QualType T) {
  return T->isIntegerType() && !T->isBooleanType() && Ctx.getTypeSizeInChars(T).getQuantity() >= 4;
}

Values Affine::variable(const VarDecl *V) {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  if (!isWide(Ctx, V->getType()))
    return {};
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    return P->getDeclContext() == Kernel && !changes(P)
               ? Values{{named("p" + std::to_string(P->getFunctionScopeIndex())), {}}}
               : Values();
  if (V->isFileVarDecl())
    return V->getName().starts_with(AnyPrefix) ? Values{{named(V->getName().str()), {}}} : Values();
  if (auto It = Given.find(V); It != Given.end())
    return value(It->second);
  if (!V->isLocalVarDecl() || V->isStaticLocal() || !V->getInit())
    return {};
  if (!changes(V))
    return value(V->getInit());
  auto It = Kept.find(V);
  if (It == Kept.end())
    return {};
  const Values First = value(V->getInit());
  Known[V] = First;
  Ways All = {{}};
  for (const IfStmt *If : It->second)
    All = both(All, condition(If->getCond(), false));
  Known.erase(V);
  Values Out;
  for (const Value &X : First)
    for (const Limits &L : All)
      Out.push_back({X.P, joined(X.Under, L)});
  return Out;
}

//===- values ---------------------------------------------------------------===//

Values Affine::combined(const Values &L, const Values &R,
                        llvm::function_ref<std::optional<Poly>(const Poly &, const Poly &)> F) {
  Values Out;
  for (const Value &A : L)
    for (const Value &B : R)
      if (std::optional<Poly> P = F(A.P, B.P); P && P->Terms.size() <= MostTerms && Out.size() < MostWays)
        Out.push_back({*P, joined(A.Under, B.Under)});
  return Out;
}

Values Affine::value(const Expr *E) {
  if (!E || !Budget || Depth > 40)
    return {};
  --Budget;
  E = E->IgnoreParens();
  if (!E->getType()->isIntegerType() || E->getType()->isVectorType())
    return {};
  if (std::optional<llvm::APSInt> N = E->getIntegerConstantExpr(Ctx))
    return N->getBitWidth() <= 64 ? Values{{Poly::constant(N->getSExtValue()), {}}} : Values();
  ++Depth;
  Values Out;
  if (const auto *K = dyn_cast<CastExpr>(E)) {
    const bool Keeps =
        K->getCastKind() == CK_IntegralCast || K->getCastKind() == CK_LValueToRValue || K->getCastKind() == CK_NoOp;
    if (Keeps && isWide(Ctx, K->getType()))
      Out = value(K->getSubExpr());
  } else if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      Out = variable(V);
  } else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus)) {
    Out = value(U->getSubExpr());
    for (Value &X : Out)
      X.P = X.P.times(U->getOpcode() == UO_Minus ? -1 : 1);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    Out = binary(B);
  } else if (const auto *Q = dyn_cast<ConditionalOperator>(E)) {
    for (bool Is : {true, false})
      for (const Limits &L : condition(Q->getCond(), Is))
        for (const Value &X : value(Is ? Q->getTrueExpr() : Q->getFalseExpr()))
          if (Out.size() < MostWays)
            Out.push_back({X.P, joined(X.Under, L)});
  } else if (const auto *C = dyn_cast<CallExpr>(E)) {
    Out = call(C);
  }
  --Depth;
  return Out;
}

Values Affine::opaque(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E);
  const Values L = value(B->getLHS()), R = value(B->getRHS());
  if (L.size() != 1 || R.size() != 1 || !L[0].Under.empty() || !R[0].Under.empty() || varies(L[0].P) || varies(R[0].P))
    return {};
  return {{named("(" + L[0].P.text() + B->getOpcodeStr().str() + R[0].P.text() + ")"), {}}};
}

Values Affine::binary(const BinaryOperator *B) {
  const Values L = value(B->getLHS()), R = value(B->getRHS());
  const std::optional<int64_t> By = R.size() == 1 && R[0].Under.empty() ? R[0].P.number() : std::nullopt;
  const bool Shift = By && *By >= 0 && *By < 31;
  switch (B->getOpcode()) {
  case BO_Add: return combined(L, R, [](const Poly &X, const Poly &Y) { return X + Y; });
  case BO_Sub: return combined(L, R, [](const Poly &X, const Poly &Y) { return X - Y; });
  case BO_Mul: return combined(L, R, [](const Poly &X, const Poly &Y) { return X * Y; });
  case BO_Comma: return R;
  default: break;
  }
  if (Values Same = opaque(B); !Same.empty())
    return Same;
  switch (B->getOpcode()) {
  case BO_Shl:
    return Shift ? combined(L, R, [&](const Poly &X, const Poly &) { return X.times(int64_t(1) << *By); }) : Values();
  case BO_Shr: return Shift ? divided(L, {{Poly::constant(int64_t(1) << *By), {}}}, false) : Values();
  case BO_And:
    return By && *By > 0 && llvm::isPowerOf2_64(*By + 1) ? divided(L, {{Poly::constant(*By + 1), {}}}, true) : Values();
  case BO_Div: return divided(L, R, false);
  case BO_Rem: return divided(L, R, true);
  default: return {};
  }
}

Values Affine::divided(const Values &L, const Values &R, bool Rest) {
  Values Out;
  for (const Value &X : L)
    for (const Value &By : R) {
      if (varies(By.P) || By.P.zero() || Out.size() >= MostWays)
        continue;
      Limits Under = joined(X.Under, By.Under);
      const auto First = X.P.Terms.begin();
      if (X.P.Terms.size() == 1 && First->first.size() == 1 && First->second == 1 &&
          isItem(First->first[0])) { // an id is rows of so many
        const unsigned A = First->first[0];
        if (!Splits.count(A)) {
          Split S{By.P, newAtom(Part), newAtom(Part)};
          Dims[S.Quotient] = Dims[S.Rest] = dimension(A);
          Splits[A] = S;
          OfOneGroup.insert(S.Rest);
          if (mayBeOfOneGroup(A))
            OfOneGroup.insert(S.Quotient);
        }
        Split &S = Splits[A];
        if (!(S.By == By.P)) {
          S.Several = true;
          continue;
        }
        if (Rest)
          Under = joined(Under, {Limit::atLeast(By.P - Poly::constant(1) - Poly::atom(S.Rest))});
        Out.push_back({Poly::atom(Rest ? S.Rest : S.Quotient), Under});
        continue;
      }
      if (!Rest)
        continue;
      for (const Poly &P : {X.P, By.P - Poly::constant(1) - X.P})
        if (Ways W = atLeast(P, Under); !W.empty())
          Under = W[0];
        else
          Under.push_back(Limit::atLeast(Poly::constant(-1)));
      Out.push_back({X.P, Under});
    }
  return Out;
}

/// The one thing that a function does is to return this; or null.
static const Expr *returned(const FunctionDecl *G) {
  const auto *Body = dyn_cast<CompoundStmt>(G->getBody());
  const auto *R = Body && !Body->body_empty() ? dyn_cast<ReturnStmt>(Body->body_back()) : nullptr;
  if (!R)
    return nullptr;
  for (const Stmt *S : Body->body())
    if (S != R && !isa<DeclStmt>(S))
      return nullptr;
  return R->getRetValue();
}

Values Affine::call(const CallExpr *C) {
  if (const FunctionDecl *G = calleeWithBody(C)) {
    const Expr *Result = returned(G);
    if (!Result || C->getNumArgs() != G->getNumParams())
      return {};
    learn(G);
    std::map<const VarDecl *, Values> Before = Known;
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      Before.erase(G->getParamDecl(I));
    std::map<const VarDecl *, Values> Now = Known;
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      Now[G->getParamDecl(I)] = changes(G->getParamDecl(I)) ? Values() : value(C->getArg(I));
    Known = std::move(Now);
    Values Out = value(Result);
    Known = std::move(Before);
    return Out;
  }
  const FunctionDecl *G = C->getDirectCallee();
  if (!G || !G->getIdentifier())
    return {};
  const llvm::StringRef N = G->getName();
  const unsigned Args = C->getNumArgs();
  if (isIdQuery(builtinOf(C))) {
    std::optional<llvm::APSInt> D = Args == 1 ? C->getArg(0)->getIntegerConstantExpr(Ctx) : std::nullopt;
    if (Args && (!D || *D < 0 || *D > 2))
      return {};
    const unsigned Dim = D ? unsigned(D->getZExtValue()) : 0;
    const int Base = llvm::StringSwitch<int>(N)
                         .Case("get_global_id", AtomGlobal)
                         .Case("get_local_id", AtomLocal)
                         .Case("get_group_id", AtomGroup)
                         .Case("get_local_size", AtomLocalSize)
                         .Default(-1);
    if (Base >= 0)
      return {{Poly::atom(Base + Dim), {}}};
    if (N == "get_global_size" || N == "get_num_groups" || N == "get_work_dim" || N == "get_global_offset")
      return {{named(N.str() + std::to_string(Dim)), {}}};
    return {};
  }
  if (Args == 0 || !isWide(Ctx, C->getType()) || C->getType()->isVectorType())
    return {};
  const Values A = value(C->getArg(0)), B = Args > 1 ? value(C->getArg(1)) : Values(),
               D = Args > 2 ? value(C->getArg(2)) : Values();
  auto Where = [&](const Values &Of, const Values &By, int Sign) { // Of, where Sign * (Of - By) is not negative
    Values Out;
    for (const Value &X : Of)
      for (const Value &Y : By)
        for (const Limits &L : atLeast((X.P - Y.P).times(Sign), joined(X.Under, Y.Under)))
          if (Out.size() < MostWays)
            Out.push_back({X.P, L});
    return Out;
  };
  auto More = [](Values X, const Values &Y) {
    X.insert(X.end(), Y.begin(), Y.end());
    return X;
  };
  if (N == "mul24" && Args == 2)
    return combined(A, B, [](const Poly &X, const Poly &Y) { return X * Y; });
  if (N == "mad24" && Args == 3)
    return combined(combined(A, B, [](const Poly &X, const Poly &Y) { return X * Y; }), D,
                    [](const Poly &X, const Poly &Y) { return X + Y; });
  if ((N == "min" || N == "max") && Args == 2)
    return More(Where(A, B, N == "max" ? 1 : -1), Where(B, A, N == "max" ? 1 : -1));
  if (N == "clamp" && Args == 3)
    return Where(Where(A, B, 1), D, -1);
  return {};
}

//===- conditions -----------------------------------------------------------===//

Ways Affine::atLeast(const Poly &P, const Limits &Under) const {
  std::optional<Poly> W = whole(P);
  if (!W)
    return {};
  if (std::optional<int64_t> N = W->number())
    return *N >= 0 ? Ways{Under} : Ways();
  for (unsigned D = 0; D < 3; ++D) {
    if (W->has(AtomGroup + D))
      return {};
    if (!W->has(AtomLocal + D))
      continue;
    const std::optional<Poly> C = W->coefficient(AtomLocal + D);
    const Poly Rest = W->without(AtomLocal + D);
    const std::optional<int64_t> Sign = C ? C->number() : std::nullopt, N = Rest.number();
    const std::optional<int64_t> BehindSize = (Rest - Poly::atom(AtomLocalSize + D)).number();
    if (!Sign || (*Sign != 1 && *Sign != -1) || varies(Rest))
      return {};
    if ((*Sign == 1 && N && *N >= 0) || (*Sign == -1 && BehindSize && *BehindSize >= -1))
      return {Under}; // always
    if (*Sign == -1 && N && *N < 0)
      return {};
    return {joined(Under, {{*Sign == 1 ? Limit::High : Limit::Low, Poly(), "", true, D}})};
  }
  return {joined(Under, {Limit::atLeast(*W)})};
}

Ways Affine::compared(const BinaryOperator *B, bool Is) {
  const BinaryOperatorKind Op = Is ? B->getOpcode() : BinaryOperator::negateComparisonOp(B->getOpcode());
  Ways Out;
  for (const Value &L : value(B->getLHS()))
    for (const Value &R : value(B->getRHS())) {
      const Poly D = R.P - L.P;
      const Limits Under = joined(L.Under, R.Under);
      std::optional<int64_t> N = D.number();
      if (N) {
        const bool True = Op == BO_LT   ? *N > 0
                          : Op == BO_LE ? *N >= 0
                          : Op == BO_GT ? *N < 0
                          : Op == BO_GE ? *N <= 0
                                        : (*N == 0) == (Op == BO_EQ);
        if (True)
          Out.push_back(Under);
        continue;
      }
      if (!varies(D)) {
        const bool Equal = Op == BO_EQ || Op == BO_NE, Turned = Op == BO_GT || Op == BO_LE;
        const Poly Of = Turned ? D.times(-1) : D; // L < R: D > 0
        const std::string Text =
            std::min(Equal ? Of.text() : "", Equal ? Of.times(-1).text() : "") + (Equal ? "=0" : Of.text() + ">0");
        Out.push_back(joined(Under, {{Limit::Same, Poly(), Text, Op == BO_LT || Op == BO_GT || Op == BO_EQ}}));
        continue;
      }
      if (Op == BO_NE) { // all but one
        Out.push_back(Under);
        continue;
      }
      const Poly One = Poly::constant(1);
      Ways W = {Under};
      auto Add = [&](const Poly &P) {
        Ways Next;
        for (const Limits &X : W)
          for (const Limits &Y : atLeast(P, X))
            Next.push_back(Y);
        W = std::move(Next);
      };
      if (Op == BO_LT || Op == BO_LE || Op == BO_EQ)
        Add(Op == BO_LT ? D - One : D);
      if (Op == BO_GT || Op == BO_GE || Op == BO_EQ)
        Add(Op == BO_GT ? D.times(-1) - One : D.times(-1));
      Out = either(std::move(Out), W);
    }
  return Out;
}

Ways Affine::condition(const Expr *E, bool Is) {
  if (!E || !Budget || Depth > 40)
    return {};
  --Budget;
  E = E->IgnoreParenImpCasts();
  bool Constant;
  if (!E->isValueDependent() && E->EvaluateAsBooleanCondition(Constant, Ctx))
    return Constant == Is ? Ways{{}} : Ways();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot)
    return condition(U->getSubExpr(), !Is);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isLogicalOp()) {
      const Ways L = condition(B->getLHS(), Is), R = condition(B->getRHS(), Is);
      return (B->getOpcode() == BO_LAnd) == Is ? both(L, R) : either(L, R);
    }
    if (B->isComparisonOp() && B->getOpcode() != BO_Cmp)
      return compared(B, Is);
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl());
        V && V->isLocalVarDecl() && V->getInit() && !changes(V) && !Known.count(V)) {
      ++Depth;
      Ways Out = condition(V->getInit(), Is);
      --Depth;
      return Out;
    }
  Ways Out; // not 0
  for (const Value &X : value(E))
    if (std::optional<int64_t> N = X.P.number()) {
      if ((*N != 0) == Is)
        Out.push_back(X.Under);
    } else if (!varies(X.P)) {
      Out.push_back(joined(X.Under, {{Limit::Same, Poly(), std::min(X.P.text(), X.P.times(-1).text()) + "=0", !Is}}));
    } else if (Is) {
      Out.push_back(X.Under);
    } else {
      for (const Limits &A : atLeast(X.P, X.Under))
        for (const Limits &B : atLeast(X.P.times(-1), A))
          Out.push_back(B);
    }
  return Out;
}

} // namespace persistify::kernel
