//===- Strings.cpp - strings that the loop assigns -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// what = "launch"; if (err) goto fail;
//
// The device carries the number of the constant that an outside const char * or
// std::string was given last; the host gives it to the variable behind the region.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Exchanges.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace persistify::host {

using library::Does;

/// Text as a literal of C and C++.
static std::string quoted(llvm::StringRef Text) {
  std::string Out = "\"";
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\')
      Out += std::string("\\") + char(C);
    else if (llvm::isPrint(C) && C != '?') // no trigraphs
      Out += char(C);
    else
      Out += "\\" + std::string({char('0' + C / 64), char('0' + C / 8 % 8), char('0' + C % 8)});
  }
  return Out + "\"";
}

bool Strings::storeText(const Place &P, const Value &V, clang::SourceRange Rg) {
  QualType To = P.T->isPointerType() ? P.T->getPointeeType() : QualType();
  bool Pointer = !To.isNull() && Ctx.hasSameUnqualifiedType(To, Ctx.CharTy) &&
                 (To.isConstQualified() || !Ctx.getLangOpts().CPlusPlus);
  if ((!Pointer && containerOf(P.T) != Container::String) || V.K != Value::Str || !V.Text ||
      V.Text->find('\0') != std::string::npos || V.Inside || V.P.valid() || P.Index || Scanning ||
      P.Obj == exchanges().ExchangeObj)
    return false;
  if (!places().checkCapture(P))
    return true;
  auto [It, New] = Texts.try_emplace(places().key(P));
  Text &T = It->second;
  if (New) {
    if (!Objects[P.Obj].Nameless.empty() || P.Hidden)
      containers().requireOf(P, "1", ""); // says why
    if (!ok())
      return true;
    containers().requireTarget(Objects[P.Obj]);
    // Which of two names was given something last is not known if they are one variable.
    auto Alone = [&](const Place &Q) { return Objects[Q.Obj].D && !Objects[Q.Obj].D->getType()->isReferenceType(); };
    for (auto &[Key, Other] : Texts)
      if (Other.P.valid() && Ctx.hasSameUnqualifiedType(Other.P.T, P.T) && !(Alone(P) && Alone(Other.P)))
        require("&" + places().textOf(P) + " != &" + places().textOf(Other.P),
                "'" + places().textOf(P) + "' and '" + places().textOf(Other.P) + "' are the same");
    Slot S;
    S.K = Slot::Scalar;
    S.Size = 4;
    S.LocalType = "int";
    S.Init = "0";
    S.Text = Options.Names("text_" + llvm::Twine(R.Slots.size()));
    S.Key = S.Text;
    S.Range = range(Rg);
    Variable Number;
    Number.Name = Objects[P.Obj].Name + "_text";
    Number.T = intType();
    Number.Slot = int(R.Slots.size());
    Number.Assigned = true;
    T.P = P;
    T.Number = R.Vars.size();
    T.Slot = S.Text;
    R.Slots.push_back(std::move(S));
    R.Vars.push_back(std::move(Number));
  }
  size_t I = llvm::find(T.Constants, *V.Text) - T.Constants.begin();
  if (I == T.Constants.size())
    T.Constants.push_back(*V.Text);
  Stmt &S = emit(Stmt::Assign, Rg);
  S.Var = T.Number;
  S.E = constant(intType(), I + 1);
  E.Known.set(places().key(P), V);
  return true;
}

Place Strings::character(const Value &V, const ExprP &Index, const clang::Expr *X, llvm::StringRef Spelled) {
  auto I = constantValue(Index);
  auto T = places().scalarType(X->getType());
  if (!V.Text || !I || *I > V.Text->size() || !T || !Ctx.hasSameUnqualifiedType(X->getType(), Ctx.CharTy)) {
    if (ok())
      refuse(Diag::HostPointer, X->getSourceRange(), {Spelled.str()});
    return {};
  }
  const char C = *I < V.Text->size() ? (*V.Text)[*I] : '\0';
  Place P = places().temporary(X->getType(), "character");
  leaves().store(P, Value::scalar(castTo(*T, constant({ScalarType::Signed, 64}, uint64_t(int64_t(C))))),
                 X->getSourceRange());
  return P;
}

std::optional<Value> Strings::laterCharacters(const Value &V, const ExprP &Delta) {
  auto C = constantValue(castTo({ScalarType::Signed, 64}, Delta));
  if (V.K != Value::Str || !V.Text || !C || *C > V.Text->size())
    return std::nullopt;
  if (*C == 0)
    return V;
  Value Rest = Value::string(V.Text->substr(*C));
  Rest.Inside = true;
  return Rest;
}

void Strings::storeEither(const Place &P, const clang::Expr *X) {
  auto *C = dyn_cast<ConditionalOperator>(X->IgnoreParenImpCasts());
  ExprP Cond = C ? exprs().condition(C->getCond()) : nullptr;
  if (!ok())
    return;
  if (auto T = Cond ? truth(Cond) : std::nullopt)
    return storeEither(P, *T ? C->getTrueExpr() : C->getFalseExpr());
  if (Cond)
    return stmts().branch(
        Cond, [&] { storeEither(P, C->getTrueExpr()); }, [&] { storeEither(P, C->getFalseExpr()); },
        C->getSourceRange());
  if (Value V = exprs().rvalue(X); ok())
    leaves().store(P, V, X->getSourceRange());
}

void Strings::commitTexts() {
  for (auto &[Key, T] : Texts) {
    if (llvm::none_of(R.Slots, [&, &Of = T](const Slot &S) { return S.Text == Of.Slot; }))
      continue; // pruned: it was assigned where the region does not come
    R.CommitTexts += (R.CommitTexts.empty() ? "switch (" : "\nswitch (") + T.Slot + ") {";
    for (size_t I = 0; I < T.Constants.size(); ++I)
      R.CommitTexts += "\ncase " + std::to_string(I + 1) + ":\n  " + places().textOf(T.P) + " = " +
                       quoted(T.Constants[I]) + ";\n  break;";
    R.CommitTexts += "\n}";
  }
}

/// Whether it is only asked if C is 0.
static bool askedForNull(const clang::CallExpr *C, ASTContext &Ctx) {
  const clang::Expr *X = C;
  for (;;) {
    auto Parents = Ctx.getParents(*X);
    if (Parents.size() != 1)
      return false;
    if (auto *I = Parents[0].get<IfStmt>())
      return I->getCond() == X;
    auto *Up = Parents[0].get<clang::Expr>();
    if (auto *Q = dyn_cast_or_null<clang::ConditionalOperator>(Up))
      return Q->getCond() == X;
    if (auto *B = dyn_cast_or_null<clang::BinaryOperator>(Up)) {
      auto Other = (B->getLHS() == X ? B->getRHS() : B->getLHS())->getIntegerConstantExpr(Ctx);
      return B->isLogicalOp() || (B->isEqualityOp() && Other && *Other == 0);
    }
    if (auto *U = dyn_cast_or_null<clang::UnaryOperator>(Up))
      return U->getOpcode() == UO_LNot;
    if (!isa_and_nonnull<ParenExpr, ImplicitCastExpr>(Up))
      return false;
    X = Up;
  }
}

std::optional<Value> Strings::textFunction(Does What, const clang::CallExpr *C) {
  const bool Part = What == Does::ComparePart, Length = What == Does::TextLength;
  if (!Part && !Length && What != Does::CompareText)
    return std::nullopt;
  Checkpoint Before = stmts().save();
  std::string Texts[2];
  bool Known = true;
  for (unsigned I = 0; I < (Length ? 1 : 2) && Known; ++I) {
    const Value V = exprs().rvalue(C->getArg(I));
    Known = ok() && V.K == Value::Str && V.Text && !V.Inside && !V.P.valid() && !V.Or && !V.Then;
    if (Known)
      Texts[I] = llvm::StringRef(*V.Text).split('\0').first.str(); // as far as C reads it
  }
  if (Known && ok() && Length)
    return Value::scalar(constant(sizeType(), Texts[0].size()));
  auto N = Known && Part ? constantValue(exprs().scalar(C->getArg(2))) : std::optional<uint64_t>(UINT64_MAX);
  if (Known && ok() && N) {
    const bool Same = Texts[0].substr(0, *N) == Texts[1].substr(0, *N);
    if (Same || askedForNull(C, Ctx))
      return Value::scalar(constant(intType(), !Same));
  }
  stmts().restore(std::move(Before));
  return std::nullopt;
}

} // namespace persistify::host
