//===- ForesightLibrary.cpp - functions of the C and C++ libraries ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApiCall.h"
#include "ForesightWalk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host::foresight {

QualType bareType(const clang::Expr *X) { return bare(X)->getType().getNonReferenceType(); }

// ---- containers -----------------------------------------------------------------------

std::optional<int64_t> Walk::size(const Spot &At, QualType T) const {
  if (auto N = fixedSize(T); N && containerOf(T) == Container::Array)
    return *N;
  if (auto *A = Ctx->getAsConstantArrayType(T))
    return A->getZExtSize();
  Datum D = At.empty() ? Datum() : M.read(At + "!size");
  return D.K == Datum::Int ? std::optional(D.I) : std::nullopt;
}

void Walk::fill(const Spot &At, int64_t From, int64_t To, const clang::Expr *X, QualType T) {
  // More of them are data.
  if (To - From > 64)
    M.write(At + "[?]", Datum());
  for (int64_t I = From; I < std::min<int64_t>(To, From + 64) && spend(); ++I)
    if (X)
      init(At + "[" + std::to_string(I) + "]", X, T);
    else
      make(At + "[" + std::to_string(I) + "]", T, {});
}

/// std::vector and those like it, std::array.
std::optional<Datum> Walk::sequence(const Spot &At, QualType T, llvm::StringRef N, Args A) {
  auto Size = size(At, T);
  QualType ET = elementType(T);
  auto Element = [&](Datum I) { return Datum::bound(element(At, I)); };
  auto Iterator = [&](std::optional<int64_t> I) {
    Spot To = M.create();
    if (I)
      M.write(To, Datum::address(At + "[" + std::to_string(*I) + "]"));
    return Datum::bound(To);
  };
  auto Resize = [&](std::optional<int64_t> S) {
    M.write(At + "!size", S ? Datum::integer(*S) : Datum());
    return Datum();
  };
  if (N == "size")
    return Size ? Datum::integer(*Size) : Datum();
  if (N == "empty")
    return Size ? Datum::integer(*Size == 0) : Datum();
  if ((N == "[]" || N == "at") && A.size() == 1)
    return Element(value(A[0]));
  if (N == "front")
    return Element(Datum::integer(0));
  if (N == "back")
    return Element(Size ? Datum::integer(*Size - 1) : Datum());
  if (N == "data")
    return Datum::address(At + "[0]");
  if (N == "begin" || N == "cbegin")
    return Iterator(0);
  if (N == "end" || N == "cend")
    return Iterator(Size);
  if (containerOf(T) == Container::Array) {
    if (N == "fill" && A.size() == 1 && Size)
      fill(At, 0, *Size, A[0], ET);
    return N == "fill" ? std::optional(Datum()) : std::nullopt;
  }
  if (N == "push_back" || N == "emplace_back") {
    Spot To = element(At, Size ? Datum::integer(*Size) : Datum());
    if (N == "push_back" && A.size() == 1)
      init(To, A[0], ET);
    else
      make(To, ET, A);
    Resize(Size ? std::optional(*Size + 1) : std::nullopt);
    return Datum::bound(To);
  }
  if (N == "pop_back")
    return Resize(Size ? std::optional(*Size - 1) : std::nullopt);
  if (N == "clear") {
    M.clear(At);
    return Resize(0);
  }
  if ((N == "resize" || N == "assign") && !A.empty() && bareType(A[0])->isIntegerType()) {
    Datum S = value(A[0]);
    int64_t From = N == "assign" ? 0 : Size.value_or(0);
    if (S.K == Datum::Int)
      fill(At, From, S.I, A.size() > 1 ? A[1] : nullptr, ET);
    return Resize(S.K == Datum::Int ? std::optional(S.I) : std::nullopt);
  }
  if (N == "=" || N == "assign") {
    if (!libraryObject(At, T, A))
      return std::nullopt;
    return Datum::bound(At);
  }
  // One more element in front of a known one.
  if ((N == "insert" || N == "emplace" || N == "push_front" || N == "emplace_front") && Size && *Size < 4096) {
    bool Front = llvm::StringRef(N).ends_with("front");
    Args Rest = A.drop_front(Front || A.empty() ? 0 : 1);
    Datum Before = Front ? Datum::address(At + "[0]") : A.empty() ? Datum() : M.read(place(A[0]));
    std::optional<int64_t> I = Before.K == Datum::Address && llvm::StringRef(Before.S).starts_with(At + "[") &&
                                       Before.S.find(']') == Before.S.size() - 1
                                   ? lastIndex(Before.S)
                                   : std::nullopt;
    const bool One = llvm::StringRef(N).starts_with("emplace") ||
                     (Rest.size() == 1 && Ctx->hasSameUnqualifiedType(bareType(Rest[0]), ET)) ||
                     (Rest.size() == 1 && isLeaf(ET) && isLeaf(bareType(Rest[0])));
    if (One && I && *I >= 0 && *I <= *Size) {
      Spot New = M.create();
      if (Rest.size() == 1 && !llvm::StringRef(N).starts_with("emplace"))
        init(New, Rest[0], ET);
      else
        make(New, ET, Rest);
      for (int64_t J = *Size; J > *I; --J)
        M.copy(At + "[" + std::to_string(J) + "]", At + "[" + std::to_string(J - 1) + "]");
      M.copy(At + "[" + std::to_string(*I) + "]", New);
      Resize(*Size + 1);
      return Iterator(*I);
    }
  }
  if (N == "swap" && A.size() == 1) {
    Spot Other = place(A[0]), Temporary = M.create();
    M.copy(Temporary, At);
    M.copy(At, Other);
    M.copy(Other, Temporary);
    return Datum();
  }
  if (N == "pop_front" || (N == "erase" && !A.empty())) {
    auto Index = [&](const clang::Expr *X) {
      Datum D = isLeaf(bareType(X)) ? value(X) : M.read(place(X));
      return D.K == Datum::Address && D.S.rfind('[') == At.size() && llvm::StringRef(D.S).starts_with(At)
                 ? lastIndex(D.S)
                 : std::nullopt;
    };
    const std::optional<int64_t> From = N == "erase" ? Index(A[0]) : 0, To = A.size() == 2 ? Index(A[1])
                                                                             : From        ? std::optional(*From + 1)
                                                                                           : From;
    if (Size && From && To && *From >= 0 && *From <= *To && *To <= *Size && *Size < 4096) {
      for (int64_t I = *From; I + (*To - *From) < *Size; ++I)
        M.copy(At + "[" + std::to_string(I) + "]", At + "[" + std::to_string(I + (*To - *From)) + "]");
      Resize(*Size - (*To - *From));
      return Iterator(*From);
    }
  }
  for (const clang::Expr *X : A)
    run(X);
  if (N == "insert" || N == "erase" || N == "emplace" || N == "pop_front") {
    M.doubt(At);
    return Resize(std::nullopt);
  }
  return N == "reserve" || N == "shrink_to_fit" ? std::optional(Datum()) : std::nullopt;
}

/// The value under a key of a map.
Spot Walk::entry(const Spot &Map, const clang::Expr *Key, bool Create) {
  QualType KT = bareType(Key);
  Datum K;
  if (auto T = KT->isIntegralOrEnumerationType() ? std::nullopt : text(Key))
    K = Datum::text(*T);
  else if (KT->isIntegralOrEnumerationType())
    K = value(Key);
  if (Map.empty() || (K.K != Datum::Text && K.K != Datum::Int))
    return {};
  Spot At = Map + ".at(" + (K.K == Datum::Text ? "\"" + K.S + "\"" : std::to_string(K.I)) + ")";
  if (!M.read(At + "!key")) {
    if (!Create)
      return {};
    if (Datum N = M.read(Map + "!size"); N.K == Datum::Int)
      M.write(Map + "!size", Datum::integer(N.I + 1));
    M.write(At + "!key", K);
  }
  return At;
}

std::optional<Datum> Walk::mapMethod(const Spot &At, QualType T, llvm::StringRef N, Args A) {
  auto Iterator = [&](Datum D) {
    Spot To = M.create();
    M.write(To, std::move(D));
    return Datum::bound(To);
  };
  if ((N == "[]" || N == "at") && A.size() == 1)
    return Datum::bound(entry(At, A[0], N == "[]"));
  if ((N == "find" || N == "count" || N == "contains") && A.size() == 1) {
    Spot E = entry(At, A[0], false);
    if (N == "find")
      return Iterator(E.empty() ? Datum() : Datum::address(E));
    return E.empty() ? Datum() : Datum::integer(1);
  }
  if (N == "end" || N == "cend")
    return Iterator(Datum::null());
  if (N == "size" || N == "empty") {
    auto S = size(At, T);
    return S ? Datum::integer(N == "size" ? *S : *S == 0) : Datum();
  }
  if ((N == "emplace" || N == "try_emplace" || N == "insert_or_assign") && A.size() == 2) {
    const bool There = !entry(At, A[0], false).empty();
    Spot E = entry(At, A[0], true);
    if (E.empty())
      return Datum();
    if (!There || N == "insert_or_assign")
      init(E, A[1], elementType(T, 1));
    Spot Made = M.create(); // the iterator, and whether it was not there
    M.write(Made + ".first", Datum::address(E));
    return Datum::bound(Made);
  }
  if (N == "insert" && A.size() == 1) {
    Spot P = place(A[0]);
    Datum K = M.read(P + ".first");
    if (P.empty() || (K.K != Datum::Text && K.K != Datum::Int))
      return Datum();
    Spot E = At + ".at(" + (K.K == Datum::Text ? "\"" + K.S + "\"" : std::to_string(K.I)) + ")";
    if (M.read(E + "!key")) // is there already
      return Datum();
    M.copy(E, P + ".second");
    M.write(E + "!key", K);
    if (Datum Size = M.read(At + "!size"); Size.K == Datum::Int)
      M.write(At + "!size", Datum::integer(Size.I + 1));
    return Datum();
  }
  if (N == "clear") {
    M.clear(At);
    M.write(At + "!size", Datum::integer(0));
    return Datum();
  }
  if (N == "erase" && A.size() == 1) {
    Datum At1 = containerOf(bareType(A[0])) == Container::Iterator ? M.read(place(A[0])) : Datum();
    Spot E = At1.K == Datum::Address                              ? At1.S
             : containerOf(bareType(A[0])) == Container::Iterator ? Spot()
                                                                  : entry(At, A[0], false);
    Datum Size = M.read(At + "!size");
    M.write(At + "!size", E.empty() || Size.K != Datum::Int ? Datum() : Datum::integer(Size.I - 1));
    if (!E.empty())
      M.clear(E);
    return Datum();
  }
  if (N == "=" && libraryObject(At, T, A))
    return Datum::bound(At);
  return std::nullopt;
}

/// std::unique_ptr, std::shared_ptr, std::optional, std::function.
std::optional<Datum> Walk::owner(const Spot &At, QualType T, llvm::StringRef N, Args A) {
  bool Optional = containerOf(T) == Container::None;
  if (N == "bool" || N == "has_value") {
    Datum D = Optional ? M.read(At + "!has") : M.read(At);
    if (D.K == Datum::Unknown || Optional)
      return D;
    return Datum::integer(D.K != Datum::Null);
  }
  if (N == "=") {
    Spot Temporary = M.create(); // the value may be a part of what is set
    if (!libraryObject(Temporary, T, A))
      return std::nullopt;
    M.copy(At, Temporary);
    return Datum::bound(At);
  }
  if (N == "()")
    return callObject(At, A);
  if (Optional) {
    if (N == "*" || N == "value")
      return Datum::bound(At);
    if (N == "->")
      return Datum::address(At);
    if (N == "emplace" || N == "reset") {
      M.clear(At);
      if (N == "emplace")
        make(At, elementType(T), A);
      M.write(At + "!has", Datum::integer(N == "emplace"));
      return Datum::bound(At);
    }
    return std::nullopt;
  }
  Datum D = M.read(At);
  if (N == "get" || N == "->")
    return D;
  if (N == "*")
    return D.K == Datum::Address ? Datum::bound(D.S) : Datum();
  if (N == "[]" && A.size() == 1) {
    Datum I = value(A[0]);
    return I.K == Datum::Int && D.K == Datum::Address ? Datum::bound(moved(D.S, I.I)) : Datum();
  }
  if (N == "reset" || N == "release") {
    M.write(At, A.empty() ? Datum::null() : value(A[0]));
    return D;
  }
  return std::nullopt;
}

static llvm::StringRef stdName(QualType T) {
  auto *RD = T->getAsCXXRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() ? RD->getName() : llvm::StringRef();
}

static bool isStream(QualType T) {
  llvm::StringRef N = stdName(T);
  return N == "basic_ostringstream" || N == "basic_stringstream";
}

static bool isSequence(QualType T) {
  Container C = containerOf(T);
  llvm::StringRef N = stdName(T);
  return C == Container::Vector || C == Container::Array || C == Container::InitList || N == "vector" || N == "deque" ||
         N == "list" || N == "span";
}

static std::string methodName(const CXXMethodDecl *M) {
  if (isa<CXXConversionDecl>(M))
    return "bool";
  if (M->getOverloadedOperator() != OO_None)
    return getOperatorSpelling(M->getOverloadedOperator());
  return M->getIdentifier() ? M->getName().str() : "";
}

/// What a container or pointer keeps when X, a reference to it, was moved from.
void Walk::movedFrom(const Spot &From, QualType T, const clang::Expr *X) {
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
void Walk::changedByLibrary(const CallExpr *C, const CXXMethodDecl *Method) {
  auto *MC = dyn_cast<CXXMemberCallExpr>(C);
  if (!MC || Method->isConst() || planted("old-values") ||
      llvm::is_contained(
          {"begin", "end", "rbegin", "rend", "data", "front", "back", "top", "at", "get", "reserve", "shrink_to_fit"},
          methodName(Method)))
    return;
  const clang::Expr *Obj = MC->getImplicitObjectArgument();
  QualType T = bareType(Obj);
  const bool Arrow = T->isPointerType();
  T = Arrow ? T->getPointeeType() : T;
  if (!isText(T) && !isStream(T) && !isSequence(T) && containerOf(T) == Container::None && stdName(T) != "optional")
    return;
  const Spot At = Arrow ? pointee(Obj) : place(Obj);
  M.doubt(At);
  if (methodName(Method) == "swap" && C->getNumArgs() == 1)
    M.doubt(place(C->getArg(0)));
  if (containerOf(T) == Container::Smart)
    M.write(At, Datum());
}

/// Initialises an object of a library's class; false if it has no model.
bool Walk::libraryObject(const Spot &At, QualType T, Args A) {
  QualType First = A.empty() ? QualType() : bareType(A[0]);
  bool Same = A.size() == 1 && Ctx->hasSameUnqualifiedType(First, T);
  auto Copy = [&] {
    Spot From = place(A[0]);
    if (From.empty())
      M.clear(At);
    else
      M.copy(At, From);
    movedFrom(From, T, A[0]);
    return true;
  };
  if (isStream(T)) { // one that begins with a text is written over; blanks do not matter
    auto S = A.empty() || bareType(A[0])->isEnumeralType() || planted("streams-with-blanks") ? std::nullopt
                                                                                             : textWithBlanks(A[0]);
    const bool Blanks = S && llvm::StringRef(*S).trim().empty() && S->find(Blank) == std::string::npos;
    for (const clang::Expr *X : S ? A.drop_front() : A)
      run(X);
    M.write(At, A.empty() || Blanks || bareType(A[0])->isEnumeralType() ? Datum::text("") : Datum());
    return true;
  }
  if (isText(T)) {
    if (Same && M.read(place(A[0])).K == Datum::Texts)
      return Copy();
    auto S = stringOf(A);
    M.write(At, S ? Datum::text(*S) : Datum());
    if (Same && A[0]->isXValue())
      movedFrom(place(A[0]), T, A[0]);
    return true;
  }
  if (const ApiType Class = objectType(T), H = heldHandle(T); Class != ApiType::None) {
    if (A.size() == 1 && H == ApiType::Kernel)
      return isLeaf(First) ? (M.write(At, value(A[0])), true) : Copy();
    if (A.size() == 1 && objectType(First) == Class && className(First) == className(T))
      return Copy();
    Datum D = A.empty() ? Datum::null() : made();
    if (Class == ApiType::Program)
      for (const clang::Expr *X : A.take_front(2))
        if (QualType S = bareType(X);
            isText(S) || isSequence(S) || (S->isPointerType() && S->getPointeeType()->isCharType())) {
          seeSource(X, nullptr, X->getSourceRange());
          break;
        }
    if (A.size() >= 2 && H == ApiType::Kernel) {
      D = {Datum::Kernel, ++Made, "", nullptr};
      if (heldHandle(First) == ApiType::Kernel)
        D = M.read(place(A[0]));
      else
        D.S = names(A[1]);
    }
    for (const clang::Expr *X : A)
      if (X->getType()->isPointerType() && X->getType()->getPointeeType()->isIntegerType() &&
          !X->getType()->getPointeeType().isConstQualified())
        output(X, Datum::integer(0));
    M.write(At, D);
    return true;
  }
  Container C = containerOf(T);
  if (isSequence(T) && C != Container::InitList) {
    if (A.empty()) {
      M.clear(At);
      if (C != Container::Array)
        M.write(At + "!size", Datum::integer(0));
      return true;
    }
    if (First->isIntegerType() && !isa<CXXStdInitializerListExpr>(bare(A[0]))) {
      Datum N = value(A[0]);
      M.clear(At);
      M.write(At + "!size", N.K == Datum::Int ? N : Datum());
      if (N.K == Datum::Int)
        fill(At, 0, N.I,
             A.size() > 1 && A[1]->getType()->isRecordType() == elementType(T)->isRecordType() ? A[1] : nullptr,
             elementType(T));
      return true;
    }
    if (A.size() == 1 || isSequence(First)) // or an allocator
      return Copy();
    Datum From = isLeaf(First) ? value(A[0]) : M.read(place(A[0]));
    Datum To = isLeaf(bareType(A[1])) ? value(A[1]) : M.read(place(A[1]));
    Datum N = From.K == Datum::Address && To.K == Datum::Address ? arithmetic(BO_Sub, To, From, Ctx->LongTy) : Datum();
    M.clear(At);
    M.write(At + "!size", N);
    if (N.K == Datum::Int)
      for (int64_t I = 0; I < std::min<int64_t>(N.I, 64); ++I)
        M.copy(At + "[" + std::to_string(I) + "]", moved(From.S, I));
    return true;
  }
  switch (C) {
  case Container::InitList:
  case Container::Iterator:
    if (A.size() == 1 && !isLeaf(First))
      return Copy();
    if (A.size() == 1)
      M.write(At, value(A[0]));
    return true;
  case Container::Map: {
    if (Same)
      return Copy();
    M.clear(At);
    M.write(At + "!size", Datum::integer(0));
    const InitListExpr *L = A.empty() ? nullptr : bracedElements(A[0]);
    for (const clang::Expr *X : L ? L->inits() : llvm::ArrayRef<clang::Expr *>()) {
      Args One(X);
      mapMethod(At, T, "insert", One);
    }
    if (A.size() && !L)
      M.write(At + "!size", Datum());
    return true;
  }
  case Container::Pair:
  case Container::Tuple:
    if (A.size() == 1 && containerOf(First) == C)
      return Copy();
    for (unsigned I = 0; I < A.size(); ++I) {
      Spot To = At + (C == Container::Tuple ? "<" + std::to_string(I) + ">" : I ? ".second" : ".first");
      if (QualType ET = elementType(T, I); !ET.isNull() && ET->isReferenceType())
        M.write(To, Datum::bound(place(A[I])));
      else if (!ET.isNull())
        make(To, ET, A[I]);
    }
    return true;
  case Container::Smart:
    if (A.empty())
      M.write(At, Datum::null());
    else if (isLeaf(First))
      M.write(At, value(A[0]));
    else if (Spot From = place(A[0]); true) {
      M.write(At, M.read(From));
      movedFrom(From, T, A[0]);
    }
    for (const clang::Expr *X : A.drop_front(std::min<size_t>(1, A.size())))
      run(X);
    return true;
  case Container::Function:
    if (A.empty() || First->isNullPtrType())
      M.write(At, Datum::null());
    else if (isLeaf(First) || First->isFunctionType())
      M.write(At, value(A[0]));
    else
      return Copy();
    return true;
  default: break;
  }
  if (stdName(T) == "optional") {
    if (Same)
      return Copy();
    bool Empty = A.empty() || stdName(First) == "nullopt_t";
    M.clear(At);
    if (!Empty)
      make(At, elementType(T), A);
    M.write(At + "!has", Datum::integer(!Empty));
    return true;
  }
  if (stdName(T) == "reference_wrapper" && A.size() >= 1) {
    M.write(At, Datum::bound(place(A[0])));
    return true;
  }
  return false;
}

// ---- calls ---------------------------------------------------------------------------

std::optional<Datum> Walk::libraryMethod(const CallExpr *C, const CXXMethodDecl *Method) {
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
  std::string N = methodName(Method);
  Container K = containerOf(T);
  if (stdName(T) == "basic_ostream" && N == "<<" && A.size() == 1)
    if (Spot At = place(Obj); !Dead && !At.empty())
      return put(At, A[0]);
  bool Known = isText(T) || isStream(T) || isSequence(T) || K != Container::None || stdName(T) == "optional" ||
               stdName(T) == "reference_wrapper";
  if (heldHandle(T) == ApiType::Kernel && N == "=" && A.size() == 1) {
    Spot At = place(Obj);
    libraryObject(At, T, A);
    return Datum::bound(At);
  }
  if (!Known)
    return std::nullopt;
  Spot At = Arrow ? pointee(Obj) : place(Obj);
  if (Dead || At.empty())
    return std::nullopt;
  if (stdName(T) == "reference_wrapper")
    return Datum::bound(At);
  if (isStream(T)) {
    if (N == "<<" && A.size() == 1)
      return put(At, A[0]);
    if (N != "str")
      return std::nullopt;
    if (!A.empty()) { // what is written then begins in front of it
      auto S = text(A[0]);
      M.write(At, S && S->empty() ? Datum::text("") : Datum());
      return Datum();
    }
    Spot To = M.create();
    M.write(To, M.read(At));
    return Datum::bound(To);
  }
  if (isText(T))
    return stringMethod(At, N, A, Method->isConst());
  if (isSequence(T))
    return sequence(At, T, N, A);
  switch (K) {
  case Container::Map: return mapMethod(At, T, N, A);
  case Container::Smart:
  case Container::Function:
  case Container::None: return owner(At, T, N, A);
  case Container::Pair:
  case Container::Tuple:
    if (N != "=" || A.size() != 1)
      return std::nullopt;
    // std::tie
    {
      Spot From = place(A[0]);
      std::vector<std::string> Steps = M.parts(From, K == Container::Tuple ? "<" : ".");
      if (containerOf(bareType(A[0])) != K) // a pair in place of a tuple
        Steps.clear();
      for (unsigned I = 0; containerOf(bareType(A[0])) != K && I < 2; ++I)
        M.copy(follow(At + "<" + std::to_string(I) + ">"), half(From, I));
      for (const std::string &S : Steps)
        if (!From.empty())
          M.copy(follow(At + S), follow(From + S));
      return Datum::bound(At);
    }
  case Container::Iterator: {
    Datum D = M.read(At);
    auto Result = [&](Datum R) {
      Spot To = M.create();
      M.write(To, std::move(R));
      return Datum::bound(To);
    };
    if (N == "*")
      return D.K == Datum::Address ? Datum::bound(follow(D.S)) : Datum();
    if (N == "->" || N == "base")
      return D;
    if (N == "++" || N == "--") {
      M.write(At, arithmetic(BO_Add, D, Datum::integer(N == "++" ? 1 : -1), Ctx->LongTy));
      return A.empty() ? Datum::bound(At) : Result(D);
    }
    if (A.size() == 1 && (N == "+" || N == "-"))
      return Result(arithmetic(N == "+" ? BO_Add : BO_Sub, D, value(A[0]), Ctx->LongTy));
    if (A.size() == 1 && (N == "+=" || N == "-=")) {
      M.write(At, arithmetic(N == "+=" ? BO_Add : BO_Sub, D, value(A[0]), Ctx->LongTy));
      return Datum::bound(At);
    }
    if (A.size() == 1 && N == "[]") {
      Datum E = arithmetic(BO_Add, D, value(A[0]), Ctx->LongTy);
      return E.K == Datum::Address ? Datum::bound(E.S) : Datum();
    }
    return std::nullopt;
  }
  default: return std::nullopt;
  }
}

std::optional<Datum> Walk::libraryCall(const CallExpr *C, const FunctionDecl *F) {
  Args A(C->getArgs(), C->getNumArgs());
  auto TextResult = [&](std::optional<std::string> S) {
    Spot To = M.create();
    M.write(To, S ? Datum::text(*S) : Datum());
    return Datum::bound(To);
  };
  auto TypeArgument = [&]() -> QualType {
    const TemplateArgumentList *L = F->getTemplateSpecializationArgs();
    return L && L->size() && L->get(0).getKind() == TemplateArgument::Type ? L->get(0).getAsType() : QualType();
  };
  auto Object = [&](const clang::Expr *X) {
    return isLeaf(X->getType().getNonReferenceType()) && X->isPRValue() ? value(X) : M.read(place(X));
  };
  OverloadedOperatorKind Op = F->getOverloadedOperator();
  if (Op != OO_None && F->isInStdNamespace() && A.size() == 2) {
    QualType T = bareType(A[0]), U = bareType(A[1]);
    if (Op == OO_Plus && (isText(T) || isText(U))) {
      std::optional<std::string> L, R;
      for (auto [X, S] : {std::pair(A[0], &L), std::pair(A[1], &R)})
        if (bareType(X)->isIntegerType()) {
          if (Datum D = value(X); D.K == Datum::Int)
            *S = std::string(1, char(D.I));
        } else {
          *S = textWithBlanks(X);
        }
      return TextResult(L || R ? std::optional(joined(L.value_or(Rest.str()), R)) : std::nullopt);
    }
    if (Op == OO_EqualEqual || Op == OO_ExclaimEqual) {
      std::optional<bool> E;
      if (isText(T) || isText(U)) {
        auto L = text(A[0]), R = text(A[1]);
        if (L && R)
          E = *L == *R;
      } else {
        E = equal(Object(A[0]), Object(A[1]));
      }
      return E ? Datum::integer(*E == (Op == OO_EqualEqual)) : Datum();
    }
    if (Op == OO_Minus || Op == OO_Less)
      if (Datum D = arithmetic(BO_Sub, Object(A[0]), Object(A[1]), Ctx->LongTy); D.K == Datum::Int)
        return Op == OO_Minus ? D : Datum::integer(D.I < 0);
    if (Op == OO_LessLess)
      return put(place(A[0]), A[1]);
    return std::nullopt;
  }
  if (F->getLiteralIdentifier() && F->isInStdNamespace() && A.size() == 2 && isText(C->getType())) // "text"s, "text"sv
    return TextResult(textWithBlanks(A[0]));
  if (!F->getIdentifier())
    return std::nullopt;
  llvm::StringRef N = F->getName();
  if (F->isInStdNamespace()) {
    if ((N == "move" || N == "forward" || N == "as_const") && A.size() == 1)
      return Datum::bound(place(A[0]));
    if (N == "ref" || N == "cref")
      return Datum::bound(place(A[0]));
    if (N == "addressof" && A.size() == 1)
      return Datum::address(place(A[0]));
    if (N == "get" && A.size() == 1) {
      const TemplateArgumentList *L = F->getTemplateSpecializationArgs();
      if (!L || !L->size() || L->get(0).getKind() != TemplateArgument::Integral)
        return std::nullopt;
      int64_t I = L->get(0).getAsIntegral().extOrTrunc(64).getSExtValue();
      Spot At = place(A[0]);
      Container K = containerOf(bareType(A[0]));
      if (At.empty())
        return Datum();
      return Datum::bound(follow(K == Container::Pair    ? At + (I ? ".second" : ".first")
                                 : K == Container::Tuple ? At + "<" + std::to_string(I) + ">"
                                                         : At + "[" + std::to_string(I) + "]"));
    }
    if (N == "make_pair" || N == "make_tuple" || N == "tie" || N == "forward_as_tuple") {
      Spot At = M.create();
      libraryObject(At, C->getType(), A);
      return Datum::bound(At);
    }
    if ((N == "make_unique" || N == "make_shared") && !TypeArgument().isNull()) {
      Spot At = M.create(), Held = M.create();
      if (TypeArgument()->isArrayType()) {
        for (const clang::Expr *X : A)
          run(X);
      } else {
        make(Held + "[0]", TypeArgument(), A);
      }
      M.write(At, Datum::address(Held + "[0]"));
      return Datum::bound(At);
    }
    if ((N == "swap" || N == "exchange") && A.size() == 2) {
      Spot P = place(A[0]), Old = M.create();
      M.copy(Old, P);
      if (N == "exchange") {
        init(P, A[1], A[0]->getType());
        return Datum::bound(Old);
      }
      Spot Q = place(A[1]);
      M.copy(P, Q);
      M.copy(Q, Old);
      return Datum();
    }
    if ((N == "min" || N == "max") && A.size() == 2) {
      Spot P = place(A[0]), Q = place(A[1]);
      Datum X = M.read(P), Y = M.read(Q);
      if (X.K != Datum::Int || Y.K != Datum::Int)
        return Datum();
      return Datum::bound((N == "min") == (X.I <= Y.I) ? P : Q);
    }
    if (N == "to_string" && A.size() == 1) {
      Datum D = value(A[0]);
      return TextResult(D.K == Datum::Int ? std::optional(decimal(D.I, bareType(A[0])))
                        : D.K == Datum::Unknown && bareType(A[0])->isIntegerType()
                            ? std::optional(std::string(1, Blank))
                            : std::nullopt);
    }
    if ((N == "begin" || N == "end" || N == "size" || N == "data") && A.size() == 1) {
      QualType T = bareType(A[0]);
      Spot At = place(A[0]);
      if (At.empty())
        return Datum();
      auto S = size(At, T);
      if (T->isArrayType())
        return N == "size" ? (S ? Datum::integer(*S) : Datum())
                           : Datum::address(At + "[" + std::to_string(N == "end" ? S.value_or(0) : 0) + "]");
      return isSequence(T) ? sequence(At, T, N, {}) : std::nullopt;
    }
    if (N == "for_each" && A.size() == 3) {
      Datum From = Object(A[0]), To = Object(A[1]);
      Spot Callee = place(A[2]);
      Datum Count = arithmetic(BO_Sub, To, From, Ctx->LongTy);
      for (int64_t I = 0; Count.K == Datum::Int && I < std::min<int64_t>(Count.I, 256) && !Dead; ++I)
        callWith(Callee, moved(From.S, I));
      return Datum();
    }
  }
  if (N == "malloc" || N == "calloc" || N == "aligned_alloc" || N == "realloc") {
    Datum Old = N == "realloc" ? value(A[0]) : Datum();
    for (const clang::Expr *X : A)
      run(X);
    return Old.K == Datum::Address ? Old : Datum::address(M.create() + "[0]");
  }
  if (NoArguments && (N == "getopt" || N == "getopt_long" || N == "getopt_long_only")) {
    for (const clang::Expr *X : A)
      run(X);
    return Datum::integer(-1);
  }
  if (N == "strlen" && A.size() == 1) {
    auto S = text(A[0]);
    return S ? Datum::integer(S->size()) : Datum();
  }
  if ((N == "strcmp" || N == "strncmp") && A.size() >= 2) {
    auto L = text(A[0]), R = text(A[1]);
    if (N == "strncmp" && L && R)
      if (Datum D = value(A[2]); D.K == Datum::Int) {
        L = L->substr(0, D.I);
        R = R->substr(0, D.I);
      }
    return L && R ? Datum::integer(L->compare(*R)) : Datum();
  }
  if (N == "strdup" && A.size() == 1) {
    auto S = textWithBlanks(A[0]);
    Spot To = M.create();
    M.write(To, S ? Datum::text(*S) : Datum());
    return Datum::address(To + "[0]");
  }
  if ((N == "strcpy" || N == "strcat" || N == "strncpy" || N == "sprintf" || N == "snprintf") && A.size() >= 2) {
    Datum To = value(A[0]);
    std::optional<std::string> S = N == "sprintf"    ? format(A.drop_front())
                                   : N == "snprintf" ? format(A.drop_front(2))
                                                     : textWithBlanks(A[1]);
    const bool Blanks = S && S->find(Blank) != std::string::npos;
    const Datum Result = N[1] == 't' ? To : S && !Blanks ? Datum::integer(S->size()) : Datum();
    // What does not fit is left out, by strncpy with the null character.
    if (const bool Copies = N == "strncpy"; A.size() >= 3 && (Copies || N == "snprintf")) {
      Datum Most = value(A[Copies ? 2 : 1]);
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
    if (N == "strcat") {
      auto Old = textWithBlanks(To);
      S = Old ? std::optional(joined(*Old, S)) : std::nullopt;
    }
    if (To.K == Datum::Address) {
      Spot At = withoutIndex(To.S);
      M.write(At, S && lastIndex(To.S).value_or(0) == 0 ? Datum::text(*S) : Datum());
    }
    return Result;
  }
  if (N == "memcpy" || N == "memmove") {
    copyBytes(A[0], A[1], A.size() > 2 ? value(A[2]) : Datum());
    return value(A[0]);
  }
  if (N == "memset" && A.size() == 3) {
    Datum To = value(A[0]), C = value(A[1]), Count = value(A[2]);
    const bool Chars = bareType(A[0])->isPointerType() && bareType(A[0])->getPointeeType()->isCharType();
    if (To.K == Datum::Address) {
      Spot All = withoutIndex(To.S);
      M.clear(All);
      if (Chars && lastIndex(To.S) == 0 && C.K == Datum::Int && C.I == 0 && Count.K == Datum::Int && Count.I > 0)
        M.write(All, Datum::text(""));
    }
    return To;
  }
  return std::nullopt;
}

} // namespace persistify::host::foresight
