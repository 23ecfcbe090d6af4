//===- Variadic.cpp - functions with an unknown number of arguments -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// void set_args(cl_kernel k, int n, ...): a call is expanded in place, so what it
// gives is known. A va_list of the function is the number of the argument that comes
// next, which must be the same on all ways to a va_arg; loops around one are
// unrolled for that.
//
//===----------------------------------------------------------------------===//
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace persistify::host {

std::string Functions::nextArgument(const clang::Expr *X, int &List) {
  Value V = exprs().rvalue(X);
  if (!ok())
    return {};
  List = V.P.Obj;
  ordering().noteAccess(V.P, /*Write=*/true);
  if (List >= 0 && !V.P.Or && !Objects[List].External && !stmts().inRegionFunction())
    return std::to_string(List) + ".next";
  refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"'" + text(X) + "'"});
  return {};
}

std::optional<Value> Functions::variadicCall(const FunctionDecl *F, const clang::CallExpr *C) {
  int To = -1, From = -1;
  switch (F->getBuiltinID()) {
  case Builtin::BI__builtin_va_start:
    if (std::string Next = nextArgument(C->getArg(0), To); ok()) {
      E.Known.set(Next, Value::scalar(constant(sizeType(), 0)));
      ListFrames[To] = Frames.size() - 1;
    }
    return Value();
  case Builtin::BI__builtin_va_copy:
    if (std::string A = nextArgument(C->getArg(0), To), B = nextArgument(C->getArg(1), From); ok()) {
      auto It = E.Known.find(B);
      E.Known.set(A, It != E.Known.end() ? It->second : Value());
      ListFrames[To] = ListFrames[From];
    }
    return Value();
  case Builtin::BI__builtin_va_end:
    if (std::string Next = nextArgument(C->getArg(0), To); ok())
      E.Known.erase(Next);
    return Value();
  default: return std::nullopt;
  }
}

/// A va_list, or what a parameter of that type is.
bool isList(QualType T, ASTContext &Ctx) {
  const QualType List = Ctx.getCanonicalType(Ctx.getBuiltinVaListType());
  T = Ctx.getCanonicalType(T.getNonReferenceType()).getUnqualifiedType();
  return T == List || (List->isArrayType() && T == Ctx.getCanonicalType(Ctx.getArrayDecayedType(List)));
}

std::optional<GivenList> Functions::listed(const clang::Expr *X) {
  int List = -1;
  const std::string Next = nextArgument(X, List);
  auto It = E.Known.find(Next);
  if (!ok() || It == E.Known.end() || It->second.K != Value::Scalar || !ListFrames.count(List))
    return std::nullopt;
  const auto I = constantValue(It->second.E);
  const Frame &Of = Frames[ListFrames[List]];
  if (!I || *I > Of.Variadic.size())
    return std::nullopt;
  GivenList Out;
  for (size_t N = *I; N < Of.Variadic.size(); ++N) {
    Out.Places.push_back(Of.Variadic[N]);
    Out.Spelled.push_back(Of.Args[Of.Args.size() - Of.Variadic.size() + N]);
  }
  return Out;
}

Value Functions::variadicArgument(const VAArgExpr *X) {
  clang::SourceRange Rg = X->getSourceRange();
  int List = -1;
  std::string Next = nextArgument(X->getSubExpr(), List);
  if (!ok())
    return {};
  auto It = E.Known.find(Next);
  auto I = It != E.Known.end() && It->second.K == Value::Scalar ? constantValue(It->second.E) : std::nullopt;
  const std::vector<Place> &Given = Frames[ListFrames[List]].Variadic;
  if (!I || *I >= Given.size()) {
    refuse(Diag::HostUnsupportedExpr, Rg, {I ? "an argument that the call does not give" : "'" + text(X) + "'"});
    return {};
  }
  const Place From = Given[*I];
  E.Known.set(Next, Value::scalar(constant(sizeType(), *I + 1)));
  auto A = places().scalarType(From.T), B = places().scalarType(X->getType());
  bool Pointers = From.T->isPointerType() && X->getType()->isPointerType();
  if (A && B ? A->K == ScalarType::Float ? *A != *B : B->K == ScalarType::Float || A->bytes() != B->bytes()
             : !Pointers && !Ctx.hasSameUnqualifiedType(From.T, X->getType())) {
    refuse(Diag::HostUnsupportedExpr, Rg,
           {"an argument of type " + From.T.getAsString() + " as " + X->getType().getAsString()});
    return {};
  }
  Value V = leaves().load(From, Rg);
  if (V.K == Value::Scalar && B)
    V.E = castTo(*B, V.E);
  return V;
}

} // namespace persistify::host
