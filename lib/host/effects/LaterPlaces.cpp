//===- LaterPlaces.cpp - objects in text that the host performs ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "library/ContainerKinds.h"
#include "device/Exchanges.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Places.h"
#include "effects/LaterText.h"
#include "library/Literals.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify::host {

bool LaterText::follows(const Place &P, llvm::StringRef Text) {
  if (!Text.consume_front("(*this)"))
    Text.consume_front("this->");
  return P.Index || Text.contains('*') || Text.contains("->");
}

std::string LaterText::place(const Place &P, const clang::Expr *X) {
  // Where no expression stands for it, it is the loop's.
  const clang::SourceRange Rg = X ? X->getSourceRange() : L.LoopStmt->getSourceRange();
  if (P.Or) {
    fail(X);
    return "";
  }
  if (Instead && Instead->Obj == P.Obj && llvm::StringRef(P.Path).starts_with(Instead->Path))
    return InsteadText + P.Path.substr(Instead->Path.size());
  const LeafKind Kind = L.places().classify(P.T);
  if (Kind == LeafKind::Event)
    L.effects().makeHostOnly(P);
  // Buffers and kernels are what they are when the region ends.
  if ((Kind == LeafKind::Handle || Kind == LeafKind::Kernel || Kind == LeafKind::Queue) && !planted("any-handle")) {
    fail(X);
    return "";
  }
  // Pointers that the loop exchanges, and what they point to, have no name for each moment.
  const bool Array = P.valid() && L.Exchanged.Arrays.count(L.Objects[P.Obj].Text);
  if ((P.Obj == L.exchanges().ExchangeObj || Array || L.exchanges().isExchangedVector(P) ||
       (L.exchanges().exchanges(P) && L.exchanges().isExchanged(L.places().textOf(P)))) &&
      !planted("exchanged-later")) {
    fail(X);
    return "";
  }
  const Object &O = L.Objects[P.Obj];
  std::string T;
  if (!O.External) {
    if (!L.effects().hostOnly(P)) {
      fail(X);
      return "";
    }
    T = L.effects().hostLocal(P);
  } else {
    if (!O.Nameless.empty() || P.Hidden) {
      if (L.ok())
        L.refuse(Diag::HostNotCapturable, Rg, {O.Name, P.Hidden ? "it is a private member" : O.Nameless});
      return "";
    }
    Place Named = P;
    if (P.Index && llvm::StringRef(P.Path).ends_with("[]")) // the elements of a container go by its name
      Named.Path.resize(P.Path.size() - 2);
    T = L.places().textOf(Named);
    L.effects().LaterReads.push_back({P, Rg, Root}); // or the host's own, see checkDeferred()
  }
  Follows |= follows(P, T);
  if (P.Index) {
    const bool Pointee = T.rfind("(*", 0) == 0 && P.Path.empty(); // an array parameter, or what an object points to
    if (Pointee && planted("pointers-indexed"))
      T = T.substr(2, T.size() - 3);
    else if (Pointee ||
             (P.Whole.isNull() && !llvm::StringRef(P.Path).ends_with("[]"))) // one object, taken for its bytes
      T = "(&" + T + ")";
    if (auto *A = P.Whole.isNull() ? nullptr : L.Ctx.getAsConstantArrayType(P.Whole);
        A && A->getElementType()->isConstantArrayType()) { // of arrays: from its first leaf on
      T = "(&" + T;
      for (; A; A = L.Ctx.getAsConstantArrayType(A->getElementType()))
        T += "[0]";
      T += ")";
    }
    const std::string At = typed(L.Ctx.getSizeType(), P.Index);
    T += P.Struct ? "[0]" : "[" + At + "]";
    if (P.Unit && !planted("members-at-begin")) // a member of a struct that is taken for its bytes
      T = "(*(" + declaration(L.Ctx.getPointerType(P.T), "") + ")((char *)&" + T + " + " +
          (P.Struct ? At + " * " + std::to_string(P.Unit) + " + " : "") + std::to_string(P.Inside) + "))";
    else if (P.T->isArrayType() && !planted("rows-as-elements")) // a row: its first leaf is named so far
      T = "(*(" + declaration(L.Ctx.getPointerType(P.T), "") + ")&" + T + ")";
  }
  return T;
}

/// A pointer to an element reaches the others, too.
void LaterText::around(Place P, const clang::Expr *X) {
  const size_t Steps = P.Path.size();
  while (llvm::StringRef(P.Path).ends_with("]") && !llvm::StringRef(P.Path).ends_with("[]") && !planted("one-element"))
    P.Path.resize(P.Path.rfind('['));
  if (P.Path.size() == Steps || !L.Objects[P.Obj].External || P.Or)
    return;
  P.Index = nullptr;
  P.T = L.Ctx.getConstantArrayType(P.T, llvm::APInt(64, std::max<uint64_t>(P.Row, 1)), nullptr,
                                   ArraySizeModifier::Normal, 0);
  L.effects().LaterReads.push_back({P, X->getSourceRange(), Root});
}

Place LaterText::tryPlace(const clang::Expr *X) {
  Checkpoint Before = L.stmts().save();
  Place P = L.exprs().lvalue(X);
  if (L.ok() && P.valid() && !(P.Or && L.places().classify(P.T) == LeafKind::Event)) // but as it is written
    return P;
  L.stmts().restore(std::move(Before));
  return Place();
}

bool hasText(const clang::Expr *X) {
  switch (X->getStmtClass()) {
  case clang::Stmt::DeclRefExprClass:
  case clang::Stmt::MemberExprClass:
  case clang::Stmt::ArraySubscriptExprClass:
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::FloatingLiteralClass:
  case clang::Stmt::ImaginaryLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::CXXBoolLiteralExprClass:
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
  case clang::Stmt::ParenExprClass:
  case clang::Stmt::UnaryOperatorClass:
  case clang::Stmt::BinaryOperatorClass:
  case clang::Stmt::CompoundAssignOperatorClass:
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
  case clang::Stmt::OpaqueValueExprClass:
  case clang::Stmt::CXXRewrittenBinaryOperatorClass:
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXConstCastExprClass:
  case clang::Stmt::CXXReinterpretCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::BuiltinBitCastExprClass:
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
  case clang::Stmt::UserDefinedLiteralClass:
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
  case clang::Stmt::CXXBindTemporaryExprClass:
  case clang::Stmt::MaterializeTemporaryExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
  case clang::Stmt::CXXDefaultArgExprClass:
  case clang::Stmt::CXXDefaultInitExprClass:
  case clang::Stmt::CXXThisExprClass:
  case clang::Stmt::InitListExprClass:
  case clang::Stmt::DesignatedInitExprClass:
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
  case clang::Stmt::CXXStdInitializerListExprClass:
  case clang::Stmt::CompoundLiteralExprClass:
  case clang::Stmt::ArrayInitLoopExprClass:
  case clang::Stmt::ArrayInitIndexExprClass:
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::CXXNoexceptExprClass:
  case clang::Stmt::CXXTypeidExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
  case clang::Stmt::PredefinedExprClass:
  case clang::Stmt::SourceLocExprClass:
  case clang::Stmt::GenericSelectionExprClass:
  case clang::Stmt::ChooseExprClass:
  case clang::Stmt::LambdaExprClass: return true;
  default: return planted("any-expression");
  }
}

/// A value of pointer or class type that a variable has.
bool LaterText::pointer(const clang::Expr *X, llvm::raw_ostream &OS) {
  Place P = tryPlace(X);
  return P.valid() && pointer(P, X, OS);
}

bool LaterText::pointer(const Place &P, const clang::Expr *X, llvm::raw_ostream &OS) {
  if (P.Or && !planted("choices-unnamed")) { // names[i & 1]
    const ExprP Which = P.Or->C->T == intType() ? P.Or->C : unary(Expr::LogNot, unary(Expr::LogNot, P.Or->C));
    OS << "(" << typed(L.Ctx.IntTy, Which) << " ? ";
    const bool First = pointer(Keeping::first(P), X, OS);
    OS << " : ";
    const bool Other = pointer(P.Or->Other, X, OS);
    OS << ")";
    return First && Other;
  }
  if (L.places().classify(P.T) == LeafKind::Event)
    L.effects().makeHostOnly(P);
  if (L.Objects[P.Obj].External || L.effects().hostOnly(P)) {
    if (auto It = L.E.Known.find(L.places().key(P)); It == L.E.Known.end() || L.effects().hostOnly(P)) {
      OS << place(P, X);
      return true;
    }
  }
  if (X->getType()->isPointerType())
    return value(L.leaves().load(P, X->getSourceRange()), X, OS);
  // A std::string of the region's, such as a parameter, whose characters are known: another object with the same ones.
  auto Known = containerOf(P.T) == Container::String ? L.E.Known.find(L.places().key(P)) : L.E.Known.end();
  if (Known != L.E.Known.end() && Known->second.K == Value::Str && Known->second.Text && !Known->second.Then)
    return value(Known->second, X, OS);
  // One of the loop's own that each trip puts together is the host's: the loop is read again.
  if (!L.Objects[P.Obj].External && P.Path.empty() && containerOf(P.T) == Container::String && !planted("texts-stay"))
    L.effects().makeHostOnly(P);
  return fail(X);
}

} // namespace persistify::host
