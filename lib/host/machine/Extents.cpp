//===- Extents.cpp - how many elements stand behind a pointer -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that an index of the loop chooses are all looked at where the region
// begins, so that it must be certain that they are there. It is where a pointer
// is only ever given whole arrays: by its initialisation, or as a parameter by
// each call of its function, which no other file may call. Where another file may, handles are looked at all the same:
// the runtime does that so that nothing happens if there are none. Then an index must be one of those.
//
//   cl_mem *levels = malloc(n * sizeof *levels);
//
// Of an array of buffers that nobody here knows the length of, the first ones are looked at when the region begins, as
// long as they are buffers that live. How many those are is a value of the region, and an index must be less.
//
//===----------------------------------------------------------------------===//
#include "program/Closed.h"
#include "program/Definition.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

namespace {

struct Extent {
  ASTContext &Ctx;
  const ProgramIndex &Index;
  llvm::function_ref<bool(const VarDecl *)> Keeps;
  unsigned Depth = 0;
  bool Guess = false; ///< other files may call a function with less

  std::optional<uint64_t> of(const clang::Expr *X, QualType Element) {
    X = X->IgnoreParens();
    auto *C = dyn_cast<CastExpr>(X);
    while (C && (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_LValueToRValue)) {
      X = C->getSubExpr()->IgnoreParens();
      C = dyn_cast<CastExpr>(X);
    }
    if (C && C->getCastKind() == CK_ArrayToPointerDecay)
      X = C->getSubExpr()->IgnoreParens();
    if (auto *A = Ctx.getAsConstantArrayType(X->getType());
        A && Ctx.hasSameUnqualifiedType(A->getElementType(), Element))
      return A->getZExtSize();
    if (auto *N = dyn_cast<CXXNewExpr>(X);
        N && N->isArray() && N->getArraySize() && Ctx.hasSameUnqualifiedType(N->getAllocatedType(), Element)) {
      clang::Expr::EvalResult R;
      const clang::Expr *Size = *N->getArraySize();
      if (!Size->isValueDependent() && Size->EvaluateAsInt(R, Ctx))
        return R.Val.getInt().getZExtValue();
    }
    auto *R = dyn_cast<DeclRefExpr>(X);
    auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    QualType To = V ? V->getType()->getPointeeType() : QualType();
    return !To.isNull() && Ctx.hasSameUnqualifiedType(To, Element) ? behind(V) : std::nullopt;
  }

  /// The fewest elements of all arrays that V may be given.
  std::optional<uint64_t> behind(const VarDecl *V) {
    V = V->getCanonicalDecl();
    auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (++Depth > 6 || !F || !V->getType()->isPointerType() || V->isStaticLocal() ||
        V->getType().isVolatileQualified() || !Keeps(V))
      return std::nullopt;
    QualType Element = V->getType()->getPointeeType();
    if (!isa<ParmVarDecl>(V))
      return V->getInit() ? of(V->getInit(), Element) : std::nullopt;
    const FunctionDecl *Def = definitionThatRuns(F);
    if (!Def)
      return std::nullopt;
    if (!callsUnseen(Def, Ctx).empty()) {
      if (!Def->isExternallyVisible() || isa<CXXMethodDecl>(Def))
        return std::nullopt;
      Guess = true;
    }
    std::optional<uint64_t> Least;
    for (const clang::Expr *X : Index.valuesOf(V)) {
      auto N = of(X, Element);
      if (!N)
        return std::nullopt;
      Least = std::min(Least.value_or(*N), *N);
    }
    return Least;
  }
};

} // namespace

std::optional<uint64_t> Places::extentBehind(const Place &P, bool *Guess) {
  auto *V = dyn_cast_or_null<VarDecl>(P.Of.first);
  if (!P.valid() || Scanning || !V || !P.Of.second.empty() || !Objects[P.Obj].External ||
      Objects[P.Obj].Text != "(*" + V->getNameAsString() + ")")
    return std::nullopt;
  V = V->getCanonicalDecl();
  auto [It, New] = Extents.try_emplace(V);
  if (New) {
    auto Keeps = [&](const VarDecl *D) { return Index.neverChanges(D); };
    Extent Of{Ctx, Index, Keeps};
    It->second.first = Of.behind(V);
    It->second.second = Of.Guess;
  }
  const bool Handles = classify(P.T) == LeafKind::Handle || classify(P.T) == LeafKind::Kernel;
  if (It->second.second && (!Guess || !Handles || !Guesses))
    return std::nullopt;
  if (Guess)
    *Guess = It->second.second;
  return It->second.first;
}

std::optional<Place> Places::anyBuffer(const Place &P, const ExprP &Index, clang::SourceRange Rg) {
  if (!P.valid() || Scanning || !Guesses || !ok() || planted("no-unknown-lengths"))
    return std::nullopt;
  const Object &O = Objects[P.Obj];
  llvm::StringRef T = O.Text;
  if (!O.External || O.Behind < 0 || !O.Plain || !O.Nameless.empty() || O.Elsewhere || P.Hidden || P.Extent ||
      !P.Path.empty() || !P.T->isPointerType() || classify(P.T) != LeafKind::Handle || !T.consume_front("(*") ||
      !T.consume_back(")"))
    return std::nullopt;
  const std::string Array = "(const void *)(" + T.str() + ")";
  const Value There =
      containers().inputValue(P, "_there", "unsigned long long", sizeType(),
                              "persistify_buffers_at(" + Array + ", " + std::to_string(Keeping::MostChoices) + ")");
  ExprP I = keeping().pinned(castTo(sizeType(), Index), "at");
  if (!planted("any-element"))
    stmts().bailIf(binary(Expr::GE, I, There.E), Stmt::Unseen, Rg);
  auto At = [&](uint64_t N) {
    Place El = advance(P, constant(sizeType(), N), Rg);
    El.Reads = "(" + handleText(ApiType::Buffer) + ")persistify_buffer_at(" + Array + ", " + std::to_string(N) + ")";
    return El;
  };
  return keeping().oneOf(I, Keeping::MostChoices, 0, P.Spelled, Rg, At);
}

} // namespace persistify::host
