//===- ForesightMethods.cpp - containers, owners and texts of the C++ library -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What their methods do to what is known, by the steps of persistify/Library.h.
//
//===----------------------------------------------------------------------===//
#include "entry/ForesightWalk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host::foresight {

// ---- containers -----------------------------------------------------------------------

std::optional<int64_t> LibraryModel::size(const Spot &At, QualType T) const {
  if (auto N = fixedSize(T); N && containerOf(T) == Container::Array)
    return *N;
  if (auto *A = Ctx->getAsConstantArrayType(T))
    return A->getZExtSize();
  Datum D = At.empty() ? Datum() : M.read(At + "!size");
  return D.K == Datum::Int ? std::optional(D.I) : std::nullopt;
}

void LibraryModel::fill(const Spot &At, int64_t From, int64_t To, const clang::Expr *X, QualType T) {
  // More of them are data.
  if (To - From > 64)
    M.write(At + "[?]", Datum());
  for (int64_t I = From; I < std::min<int64_t>(To, From + 64) && W.spend(); ++I)
    if (X)
      W.init(At + "[" + std::to_string(I) + "]", X, T);
    else
      W.make(At + "[" + std::to_string(I) + "]", T, {});
}

/// Elements of an array, members of a pair or tuple, as they are without arguments. False if it is none of these.
bool LibraryModel::emptyElements(const Spot &At, QualType T) {
  const Container C = containerOf(T);
  if (C != Container::Array && C != Container::Pair && C != Container::Tuple)
    return false;
  const unsigned N = planted("no-elements-made") ? 0 : fixedSize(T).value_or(0);
  if (C == Container::Array) {
    M.clear(At);
    if (elementType(T)->isRecordType()) // others have no value
      fill(At, 0, N, nullptr, elementType(T));
    return true;
  }
  for (unsigned I = 0; I < N; ++I)
    if (QualType ET = elementType(T, I); !ET.isNull() && !ET->isReferenceType())
      W.make(At + (C == Container::Tuple ? "<" + std::to_string(I) + ">" : I ? ".second" : ".first"), ET, {});
  return true;
}

/// An iterator to element \p I.
Datum LibraryModel::iteratorAt(const Spot &At, std::optional<int64_t> I) {
  Spot To = M.create();
  if (I)
    M.write(To, Datum::address(At + "[" + std::to_string(*I) + "]"));
  return Datum::bound(To);
}

/// std::vector and those like it, std::array.
std::optional<Datum> LibraryModel::sequence(const Spot &At, QualType T, Does What, Args A) {
  auto Size = size(At, T);
  auto Element = [&](Datum I) { return Datum::bound(W.element(At, I)); };
  switch (What) {
  case Does::Size:
  case Does::SSize: return Size ? Datum::integer(*Size) : Datum();
  case Does::Empty: return Size ? Datum::integer(*Size == 0) : Datum();
  case Does::Index:
  case Does::At: return Element(W.value(A[0]));
  case Does::First: return Element(Datum::integer(0));
  case Does::Last: return Element(Size ? Datum::integer(*Size - 1) : Datum());
  case Does::Data: return Datum::address(At + "[0]");
  case Does::Begin: return iteratorAt(At, 0);
  case Does::End: return iteratorAt(At, Size);
  case Does::FillAll:
    if (Size)
      fill(At, 0, *Size, A[0], elementType(T));
    return Datum();
  default: return containerOf(T) == Container::Array ? std::nullopt : changeSequence(At, T, What, A);
  }
}

/// What the length of a sequence becomes.
Datum LibraryModel::resized(const Spot &At, std::optional<int64_t> S) {
  M.write(At + "!size", S ? Datum::integer(*S) : Datum());
  return Datum();
}

std::optional<Datum> LibraryModel::changeSequence(const Spot &At, QualType T, Does What, Args A) {
  auto Size = size(At, T);
  QualType ET = elementType(T);
  switch (What) {
  case Does::Append:
  case Does::AppendMade: {
    Spot To = W.element(At, Size ? Datum::integer(*Size) : Datum());
    if (What == Does::Append)
      W.init(To, A[0], ET);
    else
      W.make(To, ET, A);
    resized(At, Size ? std::optional(*Size + 1) : std::nullopt);
    return Datum::bound(To);
  }
  case Does::DropLast: return resized(At, Size ? std::optional(*Size - 1) : std::nullopt);
  case Does::Clear: M.clear(At); return resized(At, 0);
  case Does::Resize:
  case Does::AssignAll:
    if (bareType(A[0])->isIntegerType()) {
      Datum S = W.value(A[0]);
      int64_t From = What == Does::AssignAll ? 0 : Size.value_or(0);
      if (S.K == Datum::Int)
        fill(At, From, S.I, A.size() > 1 ? A[1] : nullptr, ET);
      return resized(At, S.K == Datum::Int ? std::optional(S.I) : std::nullopt);
    }
    if (What == Does::Resize)
      break;
    [[fallthrough]];
  case Does::Assign: return initialize(At, T, A) ? std::optional(Datum::bound(At)) : std::nullopt;
  case Does::Insert:
  case Does::InsertMade:
  case Does::Prepend:
  case Does::PrependMade:
    if (auto D = insertOne(At, T, What, A))
      return D;
    break;
  case Does::Swap: {
    Spot Other = W.place(A[0]), Temporary = M.create();
    M.copy(Temporary, At);
    M.copy(At, Other);
    M.copy(Other, Temporary);
    return Datum();
  }
  case Does::DropFirst:
  case Does::Erase:
    if (auto D = eraseSome(At, T, What, A))
      return D;
    break;
  default: break;
  }
  for (const clang::Expr *X : A)
    W.run(X);
  if (What == Does::Reserve)
    return Datum();
  if (!llvm::is_contained({Does::Insert, Does::InsertMade, Does::Erase, Does::DropFirst}, What))
    return std::nullopt;
  M.doubt(At);
  return resized(At, std::nullopt);
}

/// One more element in front of a known one.
std::optional<Datum> LibraryModel::insertOne(const Spot &At, QualType T, Does What, Args A) {
  auto Size = size(At, T);
  QualType ET = elementType(T);
  if (!Size || *Size >= 4096)
    return std::nullopt;
  const bool Front = What == Does::Prepend || What == Does::PrependMade;
  const bool Made = What == Does::InsertMade || What == Does::PrependMade;
  Args Rest = A.drop_front(Front || A.empty() ? 0 : 1);
  Datum Before = Front ? Datum::address(At + "[0]") : A.empty() ? Datum() : M.read(W.place(A[0]));
  std::optional<int64_t> I = Before.K == Datum::Address && llvm::StringRef(Before.S).starts_with(At + "[") &&
                                     Before.S.find(']') == Before.S.size() - 1
                                 ? lastIndex(Before.S)
                                 : std::nullopt;
  const bool One = Made || (Rest.size() == 1 && (Ctx->hasSameUnqualifiedType(bareType(Rest[0]), ET) ||
                                                 (isLeaf(ET) && isLeaf(bareType(Rest[0])))));
  if (!One || !I || *I < 0 || *I > *Size)
    return std::nullopt;
  Spot New = M.create();
  if (Rest.size() == 1 && !Made)
    W.init(New, Rest[0], ET);
  else
    W.make(New, ET, Rest);
  for (int64_t J = *Size; J > *I; --J)
    M.copy(At + "[" + std::to_string(J) + "]", At + "[" + std::to_string(J - 1) + "]");
  M.copy(At + "[" + std::to_string(*I) + "]", New);
  resized(At, *Size + 1);
  return iteratorAt(At, I);
}

/// Known elements go.
std::optional<Datum> LibraryModel::eraseSome(const Spot &At, QualType T, Does What, Args A) {
  auto Size = size(At, T);
  auto Index = [&](const clang::Expr *X) {
    Datum D = isLeaf(bareType(X)) ? W.value(X) : M.read(W.place(X));
    return D.K == Datum::Address && D.S.rfind('[') == At.size() && llvm::StringRef(D.S).starts_with(At) ? lastIndex(D.S)
                                                                                                        : std::nullopt;
  };
  const std::optional<int64_t> From = What == Does::Erase ? Index(A[0]) : 0, To = A.size() == 2 ? Index(A[1])
                                                                                  : From ? std::optional(*From + 1)
                                                                                         : From;
  if (!Size || !From || !To || *From < 0 || *From > *To || *To > *Size || *Size >= 4096)
    return std::nullopt;
  for (int64_t I = *From; I + (*To - *From) < *Size; ++I)
    M.copy(At + "[" + std::to_string(I) + "]", At + "[" + std::to_string(I + (*To - *From)) + "]");
  resized(At, *Size - (*To - *From));
  return iteratorAt(At, From);
}

/// The value under a key of a map.
Spot LibraryModel::entry(const Spot &Map, const clang::Expr *Key, bool Create) {
  QualType KT = bareType(Key);
  Datum K;
  if (auto T = KT->isIntegralOrEnumerationType() ? std::nullopt : W.texts().text(Key))
    K = Datum::text(*T);
  else if (KT->isIntegralOrEnumerationType())
    K = W.value(Key);
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

std::optional<Datum> LibraryModel::mapMethod(const Spot &At, QualType T, Does What, Args A) {
  auto Iterator = [&](Datum D) {
    Spot To = M.create();
    M.write(To, std::move(D));
    return Datum::bound(To);
  };
  auto Count = [&](int64_t By) {
    if (Datum N = M.read(At + "!size"); N.K == Datum::Int)
      M.write(At + "!size", Datum::integer(N.I + By));
  };
  const size_t N = A.size();
  switch (What) {
  case Does::Index:
  case Does::At: return Datum::bound(entry(At, A[0], What == Does::Index));
  case Does::FindKey: {
    Spot E = entry(At, A[0], false);
    return Iterator(E.empty() ? Datum() : Datum::address(E));
  }
  case Does::HasKey: return entry(At, A[0], false).empty() ? Datum() : Datum::integer(1);
  case Does::End: return Iterator(Datum::null());
  case Does::Size:
  case Does::Empty: {
    auto S = size(At, T);
    return S ? Datum::integer(What == Does::Size ? *S : *S == 0) : Datum();
  }
  case Does::InsertEntry:
  case Does::InsertOrSet: {
    if (N != 2)
      return std::nullopt;
    const bool There = !entry(At, A[0], false).empty();
    Spot E = entry(At, A[0], true);
    if (E.empty())
      return Datum();
    if (!There || What == Does::InsertOrSet)
      W.init(E, A[1], elementType(T, 1));
    Spot Made = M.create(); // the iterator, and whether it was not there
    M.write(Made + ".first", Datum::address(E));
    return Datum::bound(Made);
  }
  case Does::Insert: {
    if (N != 1)
      return std::nullopt;
    Spot P = W.place(A[0]);
    Datum K = M.read(P + ".first");
    if (P.empty() || (K.K != Datum::Text && K.K != Datum::Int))
      return Datum();
    Spot E = At + ".at(" + (K.K == Datum::Text ? "\"" + K.S + "\"" : std::to_string(K.I)) + ")";
    if (M.read(E + "!key")) // is there already
      return Datum();
    M.copy(E, P + ".second");
    M.write(E + "!key", K);
    Count(1);
    return Datum();
  }
  case Does::Clear:
    M.clear(At);
    M.write(At + "!size", Datum::integer(0));
    return Datum();
  case Does::Erase: {
    if (N != 1)
      return std::nullopt;
    const bool ByIterator = containerOf(bareType(A[0])) == Container::Iterator;
    Datum Node = ByIterator ? M.read(W.place(A[0])) : Datum();
    Spot E = Node.K == Datum::Address ? Node.S : ByIterator ? Spot() : entry(At, A[0], false);
    if (E.empty())
      M.write(At + "!size", Datum());
    Count(-1);
    if (!E.empty())
      M.clear(E);
    return Datum();
  }
  case Does::Assign: return initialize(At, T, A) ? std::optional(Datum::bound(At)) : std::nullopt;
  default: return std::nullopt;
  }
}

/// std::unique_ptr, std::shared_ptr, std::optional, std::function.
std::optional<Datum> LibraryModel::owner(const Spot &At, QualType T, Does What, Args A) {
  const bool Optional = containerOf(T) == Container::None;
  Datum D = M.read(At);
  switch (What) {
  case Does::Convert:
  case Does::HasValue:
    if (Optional)
      return M.read(At + "!has");
    return D.K == Datum::Unknown ? D : Datum::integer(D.K != Datum::Null);
  case Does::Assign: {
    Spot Temporary = M.create(); // the value may be a part of what is set
    if (!initialize(Temporary, T, A))
      return std::nullopt;
    M.copy(At, Temporary);
    return Datum::bound(At);
  }
  case Does::Call: return W.callObject(At, A);
  case Does::Value:
  case Does::Deref: return Optional ? Datum::bound(At) : D.K == Datum::Address ? Datum::bound(D.S) : Datum();
  case Does::Arrow: return Optional ? Datum::address(At) : D;
  case Does::Get: return D;
  case Does::Index: {
    Datum I = W.value(A[0]);
    return I.K == Datum::Int && D.K == Datum::Address ? Datum::bound(moved(D.S, I.I)) : Datum();
  }
  case Does::Emplace:
  case Does::Reset:
  case Does::Release:
    if (!Optional) {
      M.write(At, A.empty() ? Datum::null() : W.value(A[0]));
      return D;
    }
    M.clear(At);
    if (What == Does::Emplace)
      W.make(At, elementType(T), A);
    M.write(At + "!has", Datum::integer(What == Does::Emplace));
    return Datum::bound(At);
  default: return std::nullopt;
  }
}

/// std::string and std::string_view.
std::optional<Datum> LibraryModel::stringMethod(const Spot &At, Does What, Args A, bool Const) {
  Datum D = M.read(At);
  bool Known = D.K == Datum::Text;
  auto Set = [&](std::optional<std::string> S) {
    M.write(At, S ? Datum::text(*S) : Datum());
    return Datum::bound(At);
  };
  auto Piece = [&](const clang::Expr *X) -> std::optional<std::string> {
    if (bareType(X)->isIntegerType()) {
      Datum V = W.value(X);
      return V.K == Datum::Int ? std::optional(std::string(1, char(V.I))) : std::nullopt;
    }
    return W.texts().textWithBlanks(X);
  };
  auto Given = [&] { return A.size() == 1 ? Piece(A[0]) : W.texts().stringOf(A); };
  auto Plus = [&](std::optional<std::string> S) { return Known ? std::optional(joined(D.S, S)) : std::nullopt; };
  const bool Whole = Known && D.S.find(Blank) == std::string::npos;
  const Datum Size = Whole ? Datum::integer(D.S.size()) : Datum();
  switch (What) {
  case Does::Data: return !Const && !planted("old-texts") ? Datum::address(At + "[0]") : D;
  case Does::CText: return D;
  case Does::TextLength: return Size;
  case Does::Empty: return Known && D.S != Rest ? Datum::integer(D.S.empty()) : Datum();
  case Does::Clear: return Set("");
  case Does::Assign:
  case Does::AssignAll: return Set(Given());
  case Does::Append:
  case Does::AppendText: return Set(Plus(Given()));
  case Does::Substring: {
    Datum From = A.empty() ? Datum::integer(0) : W.value(A[0]),
          Count = A.size() == 2 ? W.value(A[1]) : Datum::integer(-1);
    Spot To = M.create();
    if (Whole && From.K == Datum::Int && Count.K == Datum::Int && size_t(From.I) <= D.S.size())
      M.write(To, Datum::text(D.S.substr(From.I, size_t(Count.I))));
    return Datum::bound(To);
  }
  case Does::FindText:
  case Does::FindTextLast:
  case Does::CompareText: {
    auto S = A.size() == 1 ? Piece(A[0]) : std::nullopt;
    if (!Whole || !S || S->find(Blank) != std::string::npos)
      return Datum();
    return Datum::integer(What == Does::CompareText ? D.S.compare(*S)
                          : What == Does::FindText  ? D.S.find(*S)
                                                    : D.S.rfind(*S));
  }
  case Does::Index:
  case Does::At: return Datum::bound(W.element(At, W.value(A[0])));
  case Does::First: return Datum::bound(W.element(At, Datum::integer(0)));
  case Does::Last: return Datum::bound(W.element(At, W.arithmetic(BO_Sub, Size, Datum::integer(1), Ctx->LongTy)));
  case Does::Begin:
  case Does::End: {
    const bool Begin = What == Does::Begin;
    Spot To = M.create();
    if (Begin || Whole)
      M.write(To, Datum::address(W.element(At, Begin ? Datum::integer(0) : Size)));
    else if (!Const)
      M.write(At, Datum());
    return Datum::bound(To);
  }
  default: break;
  }
  // All others but those that only look leave a text that nobody knows: insert, pop_back, resize, swap.
  if (!Const && What != Does::Reserve) {
    M.write(At, Datum());
    if (What == Does::Swap)
      if (Spot Other = W.place(A[0]); !Other.empty())
        M.write(Other, Datum());
  }
  return std::nullopt;
}

} // namespace persistify::host::foresight
