//===- ForesightLibrary.cpp - functions of the C and C++ libraries ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "entry/ForesightWalk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host::foresight {

using library::Class;

QualType bareType(const clang::Expr *X) { return bare(X)->getType().getNonReferenceType(); }

static bool isStream(QualType T) {
  const Class Of = library::classOf(T);
  return Of == Class::OStringStream || Of == Class::StringStream;
}

static bool isSequence(QualType T) { return library::is(T, library::Sequence); }
static bool isApiObject(ApiType Class) { return Class != ApiType::None && Class != ApiType::EventList; }

/// What a container or pointer keeps when X, a reference to it, was moved from.
void LibraryModel::movedFrom(const Spot &From, QualType T, const clang::Expr *X) {
  if (From.empty() || !X->isXValue() || planted("old-values"))
    return;
  Container C = containerOf(T);
  if (C == Container::Smart)
    M.write(From, Datum::null());
  else if (isText(T))
    M.write(From, Datum());
  else if (C != Container::Array && (isSequence(T) || C == Container::Map)) {
    M.clear(From);
    M.write(From + "!size", Datum::integer(0));
  }
}

/// A method that has no model here may have changed its object.
void LibraryModel::changedByLibrary(const CallExpr *C, const CXXMethodDecl *Method) {
  auto *MC = dyn_cast<CXXMemberCallExpr>(C);
  if (!MC || Method->isConst() || planted("old-values") || library::is(Method, library::Still))
    return;
  const clang::Expr *Obj = MC->getImplicitObjectArgument();
  QualType T = bareType(Obj);
  const bool Arrow = T->isPointerType();
  T = Arrow ? T->getPointeeType() : T;
  if (!isText(T) && !isStream(T) && !isSequence(T) && containerOf(T) == Container::None &&
      library::classOf(T) != Class::Optional)
    return;
  const Spot At = Arrow ? W.pointee(Obj) : W.place(Obj);
  M.doubt(At);
  if (library::whatDoes(T, Method) == Does::Swap)
    M.doubt(W.place(C->getArg(0)));
  if (containerOf(T) == Container::Smart)
    M.write(At, Datum());
}

/// The object at \p At becomes a copy of \p X, or what it was if it is moved from.
bool LibraryModel::copy(const Spot &At, QualType T, const clang::Expr *X) {
  const Spot From = W.place(X);
  if (From.empty())
    M.clear(At);
  else
    M.copy(At, From);
  movedFrom(From, T, X);
  return true;
}

void LibraryModel::initializeStream(const Spot &At, Args A) {
  // One that begins with a text is written over; blanks do not matter.
  auto S = A.empty() || bareType(A[0])->isEnumeralType() || planted("streams-with-blanks")
               ? std::nullopt
               : W.texts().textWithBlanks(A[0]);
  const bool Blanks = S && llvm::StringRef(*S).trim().empty() && S->find(Blank) == std::string::npos;
  for (const clang::Expr *X : S ? A.drop_front() : A)
    W.run(X);
  M.write(At, A.empty() || Blanks || bareType(A[0])->isEnumeralType() ? Datum::text("") : Datum());
}

void LibraryModel::initializeApiObject(const Spot &At, QualType T, Args A) {
  const ApiType Class = objectType(T), H = heldHandle(T);
  const QualType First = A.empty() ? QualType() : bareType(A[0]);
  if (A.size() == 1 && H == ApiType::Kernel)
    return isLeaf(First) ? M.write(At, W.value(A[0])) : void(copy(At, T, A[0]));
  if (A.size() == 1 && objectType(First) == Class && className(First) == className(T))
    return void(copy(At, T, A[0]));
  Datum D = A.empty() ? Datum::null() : W.made();
  if (Class == ApiType::Program)
    for (const clang::Expr *X : A.take_front(2))
      if (QualType S = bareType(X);
          isText(S) || isSequence(S) || (S->isPointerType() && S->getPointeeType()->isCharType())) {
        W.builds().seeSource(X, nullptr, X->getSourceRange());
        break;
      }
  if (A.size() >= 2 && H == ApiType::Kernel) {
    D = {Datum::Kernel, W.made().I, "", nullptr};
    if (heldHandle(First) == ApiType::Kernel)
      D = M.read(W.place(A[0]));
    else
      D.S = W.texts().names(A[1]);
  }
  for (const clang::Expr *X : A)
    if (X->getType()->isPointerType() && X->getType()->getPointeeType()->isIntegerType() &&
        !X->getType()->getPointeeType().isConstQualified())
      W.output(X, Datum::integer(0));
  M.write(At, D);
}

void LibraryModel::initializeSequence(const Spot &At, QualType T, Args A) {
  const QualType First = A.empty() ? QualType() : bareType(A[0]);
  if (A.empty())
    return M.clear(At), M.write(At + "!size", Datum::integer(0));
  if (First->isIntegerType() && !isa<CXXStdInitializerListExpr>(bare(A[0]))) {
    Datum N = W.value(A[0]);
    M.clear(At);
    M.write(At + "!size", N.K == Datum::Int ? N : Datum());
    if (N.K == Datum::Int)
      fill(At, 0, N.I,
           A.size() > 1 && A[1]->getType()->isRecordType() == elementType(T)->isRecordType() ? A[1] : nullptr,
           elementType(T));
    return;
  }
  if (A.size() == 1 || isSequence(First)) // or an allocator
    return void(copy(At, T, A[0]));
  Datum From = isLeaf(First) ? W.value(A[0]) : M.read(W.place(A[0]));
  Datum To = isLeaf(bareType(A[1])) ? W.value(A[1]) : M.read(W.place(A[1]));
  Datum N = From.K == Datum::Address && To.K == Datum::Address ? W.arithmetic(BO_Sub, To, From, Ctx->LongTy) : Datum();
  M.clear(At);
  M.write(At + "!size", N);
  if (N.K == Datum::Int)
    for (int64_t I = 0; I < std::min<int64_t>(N.I, 64); ++I)
      M.copy(At + "[" + std::to_string(I) + "]", moved(From.S, I));
}

void LibraryModel::initializeMap(const Spot &At, QualType T, Args A) {
  if (A.size() == 1 && Ctx->hasSameUnqualifiedType(bareType(A[0]), T))
    return void(copy(At, T, A[0]));
  M.clear(At);
  M.write(At + "!size", Datum::integer(0));
  const InitListExpr *L = A.empty() ? nullptr : bracedElements(A[0]);
  for (const clang::Expr *X : L ? L->inits() : llvm::ArrayRef<clang::Expr *>()) {
    Args One(X);
    mapMethod(At, T, Does::Insert, One);
  }
  if (!A.empty() && !L)
    M.write(At + "!size", Datum());
}

bool LibraryModel::initialize(const Spot &At, QualType T, Args A) {
  QualType First = A.empty() ? QualType() : bareType(A[0]);
  bool Same = A.size() == 1 && Ctx->hasSameUnqualifiedType(First, T);
  if (isStream(T))
    return initializeStream(At, A), true;
  if (isText(T)) {
    if (Same && M.read(W.place(A[0])).K == Datum::Texts)
      return copy(At, T, A[0]);
    auto S = W.texts().stringOf(A);
    M.write(At, S ? Datum::text(*S) : Datum());
    if (Same && A[0]->isXValue())
      movedFrom(W.place(A[0]), T, A[0]);
    return true;
  }
  if (isApiObject(objectType(T)))
    return initializeApiObject(At, T, A), true;
  Container C = containerOf(T);
  if (A.empty() && emptyElements(At, T))
    return true;
  if (isSequence(T) && C != Container::InitList)
    return initializeSequence(At, T, A), true;
  switch (C) {
  case Container::InitList:
  case Container::Iterator:
    if (A.size() == 1 && !isLeaf(First))
      return copy(At, T, A[0]);
    if (A.size() == 1)
      M.write(At, W.value(A[0]));
    return true;
  case Container::Map: initializeMap(At, T, A); return true;
  case Container::Pair:
  case Container::Tuple:
    if (A.size() == 1 && containerOf(First) == C)
      return copy(At, T, A[0]);
    for (unsigned I = 0; I < A.size(); ++I) {
      Spot To = At + (C == Container::Tuple ? "<" + std::to_string(I) + ">" : I ? ".second" : ".first");
      if (QualType ET = elementType(T, I); !ET.isNull() && ET->isReferenceType())
        M.write(To, Datum::bound(W.place(A[I])));
      else if (!ET.isNull())
        W.make(To, ET, A[I]);
    }
    return true;
  case Container::Smart:
    if (A.empty())
      M.write(At, Datum::null());
    else if (isLeaf(First))
      M.write(At, W.value(A[0]));
    else if (Spot From = W.place(A[0]); true) {
      M.write(At, M.read(From));
      movedFrom(From, T, A[0]);
    }
    for (const clang::Expr *X : A.drop_front(std::min<size_t>(1, A.size())))
      W.run(X);
    return true;
  case Container::Function:
    if (A.empty() || First->isNullPtrType())
      M.write(At, Datum::null());
    else if (isLeaf(First) || First->isFunctionType())
      M.write(At, W.value(A[0]));
    else
      return copy(At, T, A[0]);
    return true;
  default: break;
  }
  if (library::classOf(T) == Class::Optional) {
    if (Same)
      return copy(At, T, A[0]);
    bool Empty = A.empty() || (!First.isNull() && library::classOf(First) == Class::NullOpt);
    M.clear(At);
    if (!Empty)
      W.make(At, elementType(T), A);
    M.write(At + "!has", Datum::integer(!Empty));
    return true;
  }
  if (library::classOf(T) == Class::Reference && !A.empty()) {
    M.write(At, Datum::bound(W.place(A[0])));
    return true;
  }
  return false;
}

// ---- calls ---------------------------------------------------------------------------

/// A pair or tuple is assigned: also std::tie(a, b) = ...
std::optional<Datum> LibraryModel::assignTuple(const Spot &At, Container K, Args A) {
  Spot From = W.place(A[0]);
  std::vector<std::string> Steps = M.parts(From, K == Container::Tuple ? "<" : ".");
  if (containerOf(bareType(A[0])) != K) // a pair in place of a tuple
    Steps.clear();
  for (unsigned I = 0; containerOf(bareType(A[0])) != K && I < 2; ++I)
    M.copy(W.follow(At + "<" + std::to_string(I) + ">"), W.half(From, I));
  for (const std::string &S : Steps)
    if (!From.empty())
      M.copy(W.follow(At + S), W.follow(From + S));
  return Datum::bound(At);
}

std::optional<Datum> LibraryModel::iteratorMethod(const Spot &At, Does What, Args A) {
  Datum D = M.read(At);
  auto Result = [&](Datum R) {
    Spot To = M.create();
    M.write(To, std::move(R));
    return Datum::bound(To);
  };
  auto By = [&](bool Back) { return W.arithmetic(Back ? BO_Sub : BO_Add, D, W.value(A[0]), Ctx->LongTy); };
  switch (What) {
  case Does::Deref: return D.K == Datum::Address ? Datum::bound(W.follow(D.S)) : Datum();
  case Does::Arrow:
  case Does::Base: return D;
  case Does::Next:
  case Does::Previous:
    M.write(At, W.arithmetic(BO_Add, D, Datum::integer(What == Does::Next ? 1 : -1), Ctx->LongTy));
    return A.empty() ? Datum::bound(At) : Result(D);
  case Does::Plus:
  case Does::Minus: return Result(By(What == Does::Minus));
  case Does::Advance:
  case Does::Retreat: M.write(At, By(What == Does::Retreat)); return Datum::bound(At);
  case Does::Index: {
    Datum E = By(false);
    return E.K == Datum::Address ? Datum::bound(E.S) : Datum();
  }
  default: return std::nullopt;
  }
}

std::optional<Datum> LibraryModel::method(const CallExpr *C, const CXXMethodDecl *Method) {
  Args A(C->getArgs(), C->getNumArgs());
  const clang::Expr *Obj;
  if (auto *MC = dyn_cast<CXXMemberCallExpr>(C)) {
    Obj = MC->getImplicitObjectArgument();
  } else {
    Obj = A[0];
    A = A.drop_front();
  }
  QualType T = bareType(Obj);
  bool Arrow = T->isPointerType();
  if (Arrow)
    T = T->getPointeeType();
  while (!A.empty() && isa<CXXDefaultArgExpr>(A.back()))
    A = A.drop_back();
  const Does What = library::whatDoes(T, Method);
  const Class Of = library::classOf(T);
  Container K = containerOf(T);
  if (Of == Class::OStream && What == Does::Put)
    if (Spot At = W.place(Obj); !W.dead() && !At.empty())
      return W.texts().put(At, A[0]);
  bool Known = isText(T) || isStream(T) || isSequence(T) || K != Container::None || Of == Class::Optional ||
               Of == Class::Reference;
  if (heldHandle(T) == ApiType::Kernel && Method->getOverloadedOperator() == OO_Equal && A.size() == 1) {
    Spot At = W.place(Obj);
    initialize(At, T, A);
    return Datum::bound(At);
  }
  if (!Known)
    return std::nullopt;
  Spot At = Arrow ? W.pointee(Obj) : W.place(Obj);
  if (W.dead() || At.empty())
    return std::nullopt;
  if (Of == Class::Reference)
    return Datum::bound(At);
  if (isStream(T))
    return W.texts().streamMethod(At, What, A);
  if (isText(T))
    return stringMethod(At, What, A, Method->isConst());
  if (isSequence(T))
    return sequence(At, T, What, A);
  switch (K) {
  case Container::Map: return mapMethod(At, T, What, A);
  case Container::Smart:
  case Container::Function:
  case Container::None: return owner(At, T, What, A);
  case Container::Pair:
  case Container::Tuple: return What == Does::Assign ? assignTuple(At, K, A) : std::nullopt;
  case Container::Iterator: return iteratorMethod(At, What, A);
  default: return std::nullopt;
  }
}

/// What X, an object or a value, holds.
Datum LibraryModel::object(const clang::Expr *X) {
  return isLeaf(X->getType().getNonReferenceType()) && X->isPRValue() ? W.value(X) : M.read(W.place(X));
}

Datum LibraryModel::textResult(const std::optional<std::string> &S) {
  Spot To = M.create();
  M.write(To, S ? Datum::text(*S) : Datum());
  return Datum::bound(To);
}

/// Operators that are no methods.
std::optional<Datum> LibraryModel::operatorCall(const CallExpr *C, const FunctionDecl *F) {
  Args A(C->getArgs(), C->getNumArgs());
  OverloadedOperatorKind Op = F->getOverloadedOperator();
  QualType T = bareType(A[0]), U = bareType(A[1]);
  if (Op == OO_Plus && (isText(T) || isText(U))) {
    std::optional<std::string> L, R;
    for (auto [X, S] : {std::pair(A[0], &L), std::pair(A[1], &R)})
      if (bareType(X)->isIntegerType()) {
        if (Datum D = W.value(X); D.K == Datum::Int)
          *S = std::string(1, char(D.I));
      } else {
        *S = W.texts().textWithBlanks(X);
      }
    return textResult(L || R ? std::optional(joined(L.value_or(Rest.str()), R)) : std::nullopt);
  }
  if (Op == OO_EqualEqual || Op == OO_ExclaimEqual) {
    std::optional<bool> E;
    if (isText(T) || isText(U)) {
      auto L = W.texts().text(A[0]), R = W.texts().text(A[1]);
      if (L && R)
        E = *L == *R;
    } else {
      E = equal(object(A[0]), object(A[1]));
    }
    return E ? Datum::integer(*E == (Op == OO_EqualEqual)) : Datum();
  }
  if (Op == OO_Minus || Op == OO_Less)
    if (Datum D = W.arithmetic(BO_Sub, object(A[0]), object(A[1]), Ctx->LongTy); D.K == Datum::Int)
      return Op == OO_Minus ? D : Datum::integer(D.I < 0);
  if (Op == OO_LessLess)
    return W.texts().put(W.place(A[0]), A[1]);
  return std::nullopt;
}

/// std::get.
std::optional<Datum> LibraryModel::elementOf(const FunctionDecl *F, const clang::Expr *Tuple) {
  const TemplateArgumentList *L = F->getTemplateSpecializationArgs();
  if (!L || !L->size() || L->get(0).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  int64_t I = L->get(0).getAsIntegral().extOrTrunc(64).getSExtValue();
  Spot At = W.place(Tuple);
  Container K = containerOf(bareType(Tuple));
  if (At.empty())
    return Datum();
  return Datum::bound(W.follow(K == Container::Pair    ? At + (I ? ".second" : ".first")
                               : K == Container::Tuple ? At + "<" + std::to_string(I) + ">"
                                                       : At + "[" + std::to_string(I) + "]"));
}

/// std::begin, end, size or data of a sequence or an array.
std::optional<Datum> LibraryModel::endsOf(Does What, const clang::Expr *X) {
  QualType T = bareType(X);
  Spot At = W.place(X);
  if (At.empty())
    return Datum();
  auto S = size(At, T);
  if (!T->isArrayType())
    return isSequence(T) ? sequence(At, T, What, {}) : std::nullopt;
  if (What == Does::Size || What == Does::SSize)
    return S ? Datum::integer(*S) : Datum();
  return Datum::address(At + "[" + std::to_string(What == Does::End ? S.value_or(0) : 0) + "]");
}

std::optional<Datum> LibraryModel::call(const CallExpr *C, const FunctionDecl *F) {
  Args A(C->getArgs(), C->getNumArgs());
  if (F->isOverloadedOperator() && F->isInStdNamespace() && A.size() == 2)
    return operatorCall(C, F);
  if (F->getLiteralIdentifier() && F->isInStdNamespace() && A.size() == 2 && isText(C->getType())) // "text"s, "text"sv
    return textResult(W.texts().textWithBlanks(A[0]));
  const library::Row *Row = library::row(F);
  if (!Row)
    return std::nullopt;
  if (auto D = memoryFunction(Row->What, A))
    return D;
  if (auto D = W.texts().textFunction(Row->What, A))
    return D;
  return function(Row->What, C, F);
}

std::optional<Datum> LibraryModel::function(Does What, const CallExpr *C, const FunctionDecl *F) {
  Args A(C->getArgs(), C->getNumArgs());
  switch (What) {
  case Does::Same:
  case Does::Refer: return Datum::bound(W.place(A[0]));
  case Does::AddressOf: return Datum::address(W.place(A[0]));
  case Does::Element: return elementOf(F, A[0]);
  case Does::MakeTuple:
  case Does::Tie: {
    Spot At = M.create();
    initialize(At, C->getType(), A);
    return Datum::bound(At);
  }
  case Does::MakeOwner: {
    const TemplateArgumentList *L = F->getTemplateSpecializationArgs();
    if (!L || !L->size() || L->get(0).getKind() != TemplateArgument::Type)
      return std::nullopt;
    Spot At = M.create(), Held = M.create();
    if (L->get(0).getAsType()->isArrayType())
      for (const clang::Expr *X : A)
        W.run(X);
    else
      W.make(Held + "[0]", L->get(0).getAsType(), A);
    M.write(At, Datum::address(Held + "[0]"));
    return Datum::bound(At);
  }
  case Does::Swap:
  case Does::Exchange: {
    Spot P = W.place(A[0]), Old = M.create();
    M.copy(Old, P);
    if (What == Does::Exchange) {
      W.init(P, A[1], A[0]->getType());
      return Datum::bound(Old);
    }
    Spot Q = W.place(A[1]);
    M.copy(P, Q);
    M.copy(Q, Old);
    return Datum();
  }
  case Does::Least:
  case Does::Greatest: {
    if (A.size() != 2)
      return std::nullopt;
    Spot P = W.place(A[0]), Q = W.place(A[1]);
    Datum X = M.read(P), Y = M.read(Q);
    if (X.K != Datum::Int || Y.K != Datum::Int)
      return Datum();
    return Datum::bound((What == Does::Least) == (X.I <= Y.I) ? P : Q);
  }
  case Does::ToText: {
    Datum D = W.value(A[0]);
    const QualType T = bareType(A[0]);
    if (D.K == Datum::Int)
      return textResult(decimal(D.I, T));
    const bool Float = T->isRealFloatingType() && !planted("float-blanks");
    return textResult(D.K != Datum::Unknown || !(Float || T->isIntegerType())
                          ? std::nullopt
                          : std::optional(Float ? FloatBlank.str() : std::string(1, Blank)));
  }
  case Does::Size:
  case Does::SSize:
  case Does::Begin:
  case Does::End:
  case Does::Data: return endsOf(What, A[0]);
  case Does::ForEach: {
    if (A.size() != 3)
      return std::nullopt;
    Datum From = object(A[0]), To = object(A[1]);
    Spot Callee = W.place(A[2]);
    Datum Count = W.arithmetic(BO_Sub, To, From, Ctx->LongTy);
    for (int64_t I = 0; Count.K == Datum::Int && I < std::min<int64_t>(Count.I, 256) && !W.dead(); ++I)
      W.callWith(Callee, moved(From.S, I));
    return Datum();
  }
  case Does::ParseOptions:
    if (!W.NoArguments)
      return std::nullopt;
    for (const clang::Expr *X : A)
      W.run(X);
    return Datum::integer(-1);
  default: return std::nullopt;
  }
}

std::optional<Datum> LibraryModel::memoryFunction(Does What, Args A) {
  switch (What) {
  case Does::Allocate:
  case Does::AllocateZero:
  case Does::AllocateAligned:
  case Does::Reallocate: {
    Datum Old = What == Does::Reallocate ? W.value(A[0]) : Datum();
    for (const clang::Expr *X : A)
      W.run(X);
    return Old.K == Datum::Address ? Old : Datum::address(M.create() + "[0]");
  }
  case Does::CopyBytes: W.texts().copyBytes(A[0], A[1], A.size() > 2 ? W.value(A[2]) : Datum()); return W.value(A[0]);
  case Does::SetBytes: {
    Datum To = W.value(A[0]), C = W.value(A[1]), Count = W.value(A[2]);
    const bool Chars = bareType(A[0])->isPointerType() && bareType(A[0])->getPointeeType()->isCharType();
    if (To.K == Datum::Address) {
      Spot All = withoutIndex(To.S);
      M.clear(All);
      if (Chars && lastIndex(To.S) == 0 && C.K == Datum::Int && C.I == 0 && Count.K == Datum::Int && Count.I > 0)
        M.write(All, Datum::text(""));
    }
    return To;
  }
  default: return std::nullopt;
  }
}

/// Functions of texts that end with a zero.
std::optional<Datum> TextModel::textFunction(Does What, Args A) {
  switch (What) {
  case Does::TextLength: {
    auto S = text(A[0]);
    return S ? Datum::integer(S->size()) : Datum();
  }
  case Does::CompareText:
  case Does::ComparePart: {
    auto L = text(A[0]), R = text(A[1]);
    if (What == Does::ComparePart && L && R)
      if (Datum D = W.value(A[2]); D.K == Datum::Int) {
        L = L->substr(0, D.I);
        R = R->substr(0, D.I);
      }
    return L && R ? Datum::integer(L->compare(*R)) : Datum();
  }
  case Does::DuplicateText: {
    auto S = textWithBlanks(A[0]);
    Spot To = M.create();
    M.write(To, S ? Datum::text(*S) : Datum());
    return Datum::address(To + "[0]");
  }
  case Does::CopyText:
  case Does::CopyTextPart:
  case Does::ConcatenateText:
  case Does::Format:
  case Does::FormatPart: return writeText(What, A);
  default: return std::nullopt;
  }
}

/// strcpy, strncpy, strcat, sprintf and snprintf.
Datum TextModel::writeText(Does What, Args A) {
  const bool Formats = What == Does::Format || What == Does::FormatPart;
  Datum To = W.value(A[0]);
  std::optional<std::string> S = What == Does::Format       ? format(A.drop_front())
                                 : What == Does::FormatPart ? format(A.drop_front(2))
                                                            : textWithBlanks(A[1]);
  const bool Blanks = S && S->find(Blank) != std::string::npos;
  const Datum Result = !Formats ? To : S && !Blanks ? Datum::integer(S->size()) : Datum();
  // What does not fit is left out, by strncpy with the null character.
  if (const bool Copies = What == Does::CopyTextPart; A.size() >= 3 && (Copies || What == Does::FormatPart)) {
    Datum Most = W.value(A[Copies ? 2 : 1]);
    auto Old = Copies ? text(To) : std::nullopt;
    constexpr size_t Digits = 20; // that take the place of one
    const size_t Longest = S ? S->size() + Digits * llvm::count(*S, Blank) : 0;
    if (!S || Most.K != Datum::Int || Most.I <= 0 || (Blanks && Longest >= size_t(Most.I)))
      S = std::nullopt;
    else if (S->size() >= size_t(Most.I) && !Copies)
      S->resize(Most.I - 1);
    else if (S->size() >= size_t(Most.I))
      S = Old && Old->size() >= size_t(Most.I) ? std::optional(S->substr(0, Most.I) + Old->substr(Most.I))
                                               : std::nullopt;
  }
  if (What == Does::ConcatenateText) {
    auto Old = textWithBlanks(To);
    S = Old ? std::optional(joined(*Old, S)) : std::nullopt;
  }
  if (To.K == Datum::Address) {
    Spot At = withoutIndex(To.S);
    M.write(At, S && lastIndex(To.S).value_or(0) == 0 ? Datum::text(*S) : Datum());
  }
  return Result;
}

} // namespace persistify::host::foresight
