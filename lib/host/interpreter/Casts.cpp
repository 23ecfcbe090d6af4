//===- Casts.cpp - casts, and what memory is looked at as ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/Literals.h"
#include "device/Commands.h"
#include "device/MirroredArrays.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "interpreter/Functions.h"
#include "machine/Leaves.h"
#include "machine/Keeping.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

bool Expressions::viewedAs(const Place &P, QualType T, clang::SourceRange Rg) {
  if (P.Or && !viewedAs(P.Or->Other, T, Rg))
    return false;
  if (T.isVolatileQualified() && ok()) {
    refuse(Diag::HostNotCapturable, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name, "it is volatile"});
    return false;
  }
  if (Ctx.hasSameUnqualifiedType(P.T, T))
    return true;
  auto A = places().scalarType(P.T), B = places().scalarType(T);
  if (A && B && *A == *B)
    return true;
  // In a method of a base, `this` is the whole object: see toBase.
  const CXXRecordDecl *Is = P.T->getAsCXXRecordDecl(), *As = T->getAsCXXRecordDecl();
  if (Is && As && Is->hasDefinition() && Is->isDerivedFrom(As))
    return true;
  refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  return false;
}

/// Which element of its array \p X is, if each of these is a place of its own.
static std::optional<int64_t> rowElement(const Place &X) {
  const auto Last = lastElement(X.Path);
  return X.Row && !X.Extent && !X.Unit && Last ? std::optional<int64_t>(Last->At) : std::nullopt;
}

/// Which element of one array all choices of \p P are; null if they are of several.
static ExprP rowIndex(const Place &P) {
  const ScalarType S64{ScalarType::Signed, 64};
  const auto At = rowElement(P);
  if (!At || !P.Or)
    return At ? constant(S64, *At) : nullptr;
  const Place &Other = P.Or->Other;
  auto Array = [](const Place &X) { return lastElement(X.Path)->Array; };
  const ExprP Rest = rowIndex(Other);
  const bool Same = Rest && P.Obj == Other.Obj && P.Row == Other.Row && P.BaseAt == Other.BaseAt &&
                    Array(P) == Array(Other) && P.Reads.empty() && Other.Reads.empty();
  return Same ? conditional(P.Or->C, constant(S64, *At), Rest) : nullptr;
}

/// \p P without those choices that \p Delta elements further would be outside of their array. No pointer is there, as the
/// language has it, but programs that compare one work: \p Bail ends the region for them.
static Place stayWithin(const Place &P, const ExprP &Delta, llvm::function_ref<void(ExprP)> Bail,
                        llvm::function_ref<Place(const ExprP &, const Place &, const Place &)> Choose) {
  const auto D = constantValue(Delta);
  auto Leaves = [&](const Place &X) {
    const auto At = rowElement(X);
    return At && (*At + int64_t(*D) < 0 || uint64_t(*At + int64_t(*D)) > X.Row);
  };
  if (!D || !P.Or)
    return P;
  std::vector<std::pair<ExprP, Place>> Stay; // with what each is designated by, if none in front of it is
  ExprP Gone, None;
  auto Both = [](const ExprP &X, const ExprP &Y) { return X && Y ? binary(Expr::LogAnd, X, Y) : X ? X : Y; };
  for (const Place *X = &P; X; X = X->Or ? &X->Or->Other : nullptr) {
    const ExprP Is = X->Or ? X->Or->C : nullptr;
    if (!Leaves(*X))
      Stay.push_back({Is, Keeping::first(*X)});
    else
      Gone = Gone ? binary(Expr::LogOr, Gone, Both(None, Is)) : Both(None, Is);
    None = Is ? Both(None, unary(Expr::LogNot, Is)) : None;
  }
  if (!Gone || Stay.empty())
    return P;
  if (!planted("steps-out"))
    Bail(Gone);
  Place Out = Stay.back().second;
  for (size_t I = Stay.size() - 1; I-- > 0;)
    Out = Choose(Stay[I].first, Stay[I].second, Out);
  return Out;
}

Value Expressions::moved(const Place &P, QualType Pointer, ExprP Delta, clang::SourceRange Rg) {
  if (!planted("other-units") && !viewedAs(P, Pointer->getPointeeType(), Rg))
    return {};
  // Any of the structs, and what is behind the last one, which the program may compare with. A remainder is never that.
  const ScalarType S64{ScalarType::Signed, 64};
  const bool Any = !constantValue(Delta) && !Scanning && P.valid() && places().classify(P.T) == LeafKind::Record;
  const ExprP From = Any && !planted("no-end") ? rowIndex(P) : nullptr;
  const ExprP To = From ? castTo(sizeType(), binary(Expr::Add, From, castTo(S64, Delta))) : nullptr;
  std::set<uint64_t> Only;
  const bool Within = To && keeping().values(To, Only) && !Only.empty() && *Only.rbegin() < P.Row;
  if (To && !Within) {
    const ExprP At = keeping().pinned(To, "at");
    const bool Few = P.Row < Keeping::MostChoices;
    stmts().bailIf(Few ? binary(Expr::GT, At, constant(sizeType(), P.Row))
                       : binary(Expr::EQ, At, constant(sizeType(), P.Row)),
                   Stmt::Unseen, Rg);
    if (Few) {
      const Place One = Keeping::first(P);
      auto Behind = [&](uint64_t I) { return places().advance(One, constant(S64, I - *rowElement(One)), Rg); };
      Place Out = Behind(P.Row);
      for (uint64_t I = P.Row; I-- > 0;)
        Out = keeping().choose(binary(Expr::EQ, At, constant(sizeType(), I)), Behind(I), Out);
      return Value::pointer(Out);
    }
  }
  const Place Start = stayWithin(
      P, Delta, [&](const ExprP &Gone) { stmts().bailIf(Gone, Stmt::Unseen, Rg); },
      [&](const ExprP &C, const Place &A, const Place &B) { return keeping().choose(C, A, B); });
  return Value::pointer(places().advance(Start, std::move(Delta), Rg));
}

Value Expressions::typedPointee(const Place &Of, QualType To) {
  QualType T = To->getPointeeType();
  llvm::StringRef Pointer = Objects[Of.Obj].Text;
  std::string Type = names().typeText(To, "", !Ctx.getLangOpts().CPlusPlus);
  if (T->isVoidType())
    return Value::pointer(Of);
  if (T->isIncompleteType() || T->isFunctionType() || Type.empty() || !Pointer.consume_front("(*") ||
      !Pointer.consume_back(")"))
    return {};
  Place P = Of;
  P.T = T;
  auto [It, New] = places().Pointees.try_emplace(places().key(Of) + Type, 0);
  if (New) {
    Object O = Objects[Of.Obj];
    O.T = T;
    O.Text = ("(*((" + Type + ")" + Pointer + "))").str();
    O.Id = O.Text.substr(1);
    if (places().isOpaque(T) && O.Nameless.empty()) { // another file's, which is given the pointer as it is
      if (Scanning || !names().frontOfFunction() || T.isVolatileQualified() ||
          names().unitOf(T->getAsRecordDecl()->getDefinition()->getLocation()).isInvalid()) {
        O.Nameless =
            "what it points to is defined behind the loop only, perhaps in another file: no member can be named";
      } else {
        O.Elsewhere = true;
        O.Root = Ctx.getPointerType(Of.T);
        O.Text = ("(*" + Pointer + ")").str();
      }
    }
    It->second = int(Objects.size());
    Objects.push_back(std::move(O));
  }
  P.Obj = It->second;
  return Value::pointer(mirrors().mirrored(P) ? mirrors().mirrorStart(P) : P);
}

Value Expressions::decayed(const CastExpr *C) {
  const clang::Expr *Sub = C->getSubExpr();
  if (auto *S = dyn_cast<clang::StringLiteral>(Sub->IgnoreParens()))
    return Value::string(S);
  if (auto *P = dyn_cast<PredefinedExpr>(Sub->IgnoreParens()); P && hasOneText(P))
    return Value::string(P->getFunctionName());
  Place P = lvalue(Sub);
  if (!ok())
    return {};
  if (!P.T->isConstantArrayType()) { // e.g. std::string tables
    if (Place First = places().firstOf(P); First.valid())
      return Value::pointer(First);
    refuse(Diag::HostPointer, C->getSourceRange(), {text(Sub)});
    return {};
  }
  P.Spelled = Sub;
  Place First = places().element(P, constant(sizeType(), 0), C->getSourceRange());
  First.Spelled = Sub;
  return Value::pointer(First);
}

Value Expressions::numberCast(const CastExpr *C) {
  const clang::Expr *Sub = C->getSubExpr();
  ExprP X = scalar(Sub);
  auto T = places().scalarType(C->getType());
  // Numbers become an enumeration whose type is bool in one way in g++ 12 and in another in Clang.
  auto *Enum = C->getType()->getAs<EnumType>();
  const bool OfBool = Enum && Enum->getDecl()->getIntegerType()->isBooleanType() && !Sub->getType()->isBooleanType() &&
                      !planted("numbers-of-bools");
  if (!T || OfBool) {
    refuse(Diag::HostUnsupportedType, C->getSourceRange(), {text(C), C->getType().getAsString()});
    return {};
  }
  if (T->K == ScalarType::Float)
    R.HostFloat = true;
  return Value::scalar(castTo(*T, X));
}

Value Expressions::bitCast(const CastExpr *C) {
  const clang::Expr *Sub = C->getSubExpr();
  // Of a mapped pointer the type is known here only.
  QualType Saved = commands().MappedAs;
  if (Sub->getType()->isVoidPointerType())
    commands().MappedAs = C->getType()->getPointeeType();
  Value V = rvalue(Sub);
  commands().MappedAs = Saved;
  if (V.K == Value::Pointer && V.P.valid() && V.P.T->isVoidType() && ok())
    return typedPointee(V.P, C->getType());
  // (size_t *)&sizes: the array's address as that of its first element.
  if (auto *A = V.K == Value::Pointer && V.P.valid() && ok() ? Ctx.getAsConstantArrayType(V.P.T) : nullptr;
      A && Ctx.hasSameUnqualifiedType(A->getElementType(), C->getType()->getPointeeType()))
    return Value::pointer(places().element(V.P, constant(sizeType(), 0), C->getSourceRange()));
  if (V.K == Value::Pointer && V.P.valid() && ok() && !planted("first-members"))
    V.P = places().sameAddress(V.P, C->getType()->getPointeeType());
  return V;
}

std::optional<Value> Expressions::toDerived(const CastExpr *C) {
  const clang::Expr *Sub = C->getSubExpr();
  const bool Pointer = C->getType()->isPointerType();
  Value V = Pointer ? rvalue(Sub) : Value::pointer(lvalue(Sub));
  QualType To = Pointer ? C->getType()->getPointeeType() : C->getType();
  const CXXRecordDecl *Is = To->getAsCXXRecordDecl(), *As = V.P.valid() ? V.P.T->getAsCXXRecordDecl() : nullptr;
  if (!ok() || V.K != Value::Pointer || !Is || !As)
    return std::nullopt;
  if (Is->getCanonicalDecl() == As->getCanonicalDecl() || As->isDerivedFrom(Is)) {
    const QualType From = Pointer ? Sub->getType()->getPointeeType() : Sub->getType();
    const uint64_t At = places().baseOffset(Is, From->getAsCXXRecordDecl());
    V.P.BaseAt -= std::min(At, V.P.BaseAt);
    return V; // made as such an object
  }
  // The class may be named by a parameter of the template that the loop stands in.
  auto *Written = dyn_cast<ExplicitCastExpr>(C);
  QualType W = Written ? Written->getTypeAsWritten().getNonReferenceType() : QualType();
  if (Pointer && !W.isNull())
    W = W->getPointeeType();
  auto *Parameter = W.isNull() ? nullptr : W->getAs<SubstTemplateTypeParmType>();
  auto *Around = dyn_cast_or_null<CXXMethodDecl>(Frames.front().F);
  bool Named = Parameter && Around && Parameter->getAssociatedDecl() == Around->getParent();
  std::string Class = Named                                    ? Parameter->getReplacedParameter()->getNameAsString()
                      : names().inFrontOfLoop(Is->getEndLoc()) ? names().typeText(Ctx.getRecordType(Is), "")
                                                               : "";
  if (V.P.Or || Class.empty() || !Objects[V.P.Obj].External)
    return std::nullopt;
  V.P = places().asClass(std::move(V.P), Is, Class);
  return V;
}

Value Expressions::castValue(const CastExpr *C) {
  const clang::Expr *Sub = C->getSubExpr();
  if (C->getCastKind() == CK_BitCast)
    if (auto Made = mirrors().allocated(Sub, C->getType()))
      return *Made;
  switch (C->getCastKind()) {
  case CK_LValueToRValue: {
    if (auto *Q = dyn_cast<ConditionalOperator>(Sub->IgnoreParens()))
      return conditionalValue(Q, C);
    if (auto One = functions().oneOfArguments(Sub, /*AsValue=*/true))
      return *One;
    Place P = lvalue(Sub);
    return ok() ? leaves().load(P, C->getSourceRange()) : Value();
  }
  case CK_AtomicToNonAtomic: return rvalue(Sub); // refuses the variable
  case CK_ArrayToPointerDecay: return decayed(C);
  case CK_NullToPointer: return Value::of(Value::Null);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral: return numberCast(C);
  case CK_PointerToBoolean: {
    ExprP T = condition(Sub);
    return Value::scalar(castTo(boolType(), T));
  }
  case CK_BitCast: return bitCast(C);
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion: return rvalue(Sub);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase: {
    Value V = rvalue(Sub);
    if (V.K == Value::Pointer && C->getType()->isPointerType())
      V.P = places().toBase(std::move(V.P), Sub->getType()->getPointeeType(), C->getType()->getPointeeType());
    return V;
  }
  case CK_BaseToDerived:
    if (auto V = toDerived(C))
      return *V;
    break;
  case CK_FunctionToPointerDecay:
    if (auto *D = dyn_cast<DeclRefExpr>(Sub->IgnoreParens()))
      if (auto *F = dyn_cast<FunctionDecl>(D->getDecl()))
        return Value::function(F);
    return {};
  case CK_BuiltinFnToFnPtr: return {};
  case CK_ToVoid: effect(Sub); return {};
  default: break;
  }
  if (ok())
    refuse(Diag::HostUnsupportedExpr, C->getSourceRange(), {"'" + text(C) + "'"});
  return {};
}

} // namespace persistify::host
