//===- ForesightText.cpp - texts and formats of the C and C++ libraries ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "llvm/ADT/ScopeExit.h"
#include "entry/ForesightWalk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host::foresight {

/// The value of a constant of floating point.
std::optional<double> TextModel::constantFloat(const clang::Expr *X) const {
  llvm::APFloat F(0.0);
  bool Lost;
  if (X->isValueDependent() || !X->getType()->isRealFloatingType() || !X->EvaluateAsFloat(F, *Ctx))
    return std::nullopt;
  F.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &Lost);
  return F.convertToDouble();
}

namespace {
/// One conversion of a format: flags, width, precision, length, letter. Numbers that an argument says are there already.
struct Conversion {
  std::string Flags, Length;
  std::optional<int64_t> Width, Precision;
  char Letter = 0;

  /// V as an argument of this type.
  int64_t fit(int64_t V) const {
    const unsigned Bits = Length == "hh" ? 8 : Length == "h" ? 16 : Length.empty() ? 32 : 64;
    const bool Signed = Letter == 'd' || Letter == 'i';
    const uint64_t Moved = uint64_t(V) << (64 - Bits);
    return Signed ? int64_t(Moved) >> (64 - Bits) : int64_t(Moved >> (64 - Bits));
  }
  /// For our own printf.
  std::string spec(llvm::StringRef Type) const {
    return "%" + Flags + (Width ? std::to_string(*Width) : "") + (Precision ? "." + std::to_string(*Precision) : "") +
           Type.str();
  }
  /// A text as %s writes it.
  std::optional<std::string> text(std::string S) const {
    if ((Width || Precision) && S.find(Blank) != std::string::npos)
      return std::nullopt;
    if (Precision)
      S = S.substr(0, *Precision);
    const size_t Rest = Width && size_t(*Width) > S.size() ? *Width - S.size() : 0;
    return Flags.find('-') != std::string::npos ? S + std::string(Rest, ' ') : std::string(Rest, ' ') + S;
  }
};
} // namespace

/// What the printf functions make of a format and its arguments.
std::optional<std::string> TextModel::format(Args A) {
  auto Format = A.empty() ? std::nullopt : text(A[0]);
  if (!Format)
    return std::nullopt;
  std::string Out;
  size_t Next = 1;
  llvm::StringRef Rest = *Format;
  auto Number = [&]() -> std::optional<std::optional<int64_t>> {
    int64_t N = 0;
    if (Rest.consume_front("*")) {
      Datum D = Next < A.size() ? W.value(A[Next++]) : Datum();
      return D.K == Datum::Int && D.I >= 0 && D.I < 1000 ? std::optional(std::optional(D.I)) : std::nullopt;
    }
    if (Rest.empty() || !llvm::isDigit(Rest.front()))
      return std::optional<int64_t>();
    return Rest.consumeInteger(10, N) || N > 1000 ? std::nullopt : std::optional(std::optional(N));
  };
  while (!Rest.empty()) {
    if (!Rest.consume_front("%")) {
      Out += Rest.front();
      Rest = Rest.drop_front();
      continue;
    }
    Conversion C;
    C.Flags = Rest.take_while([](char X) { return llvm::StringRef("-+ #0").contains(X); }).str();
    Rest = Rest.drop_front(C.Flags.size());
    auto Width = Number();
    if (!Width)
      return std::nullopt;
    C.Width = *Width;
    if (Rest.consume_front(".")) {
      auto Precision = Number();
      if (!Precision)
        return std::nullopt;
      C.Precision = Precision->value_or(0);
    }
    C.Length = Rest.take_while([](char X) { return llvm::StringRef("hlLzjt").contains(X); }).str();
    Rest = Rest.drop_front(C.Length.size());
    if (Rest.empty() || C.Flags.size() > 5)
      return std::nullopt;
    C.Letter = Rest.front();
    Rest = Rest.drop_front();
    if (C.Letter == '%') {
      Out += '%';
      continue;
    }
    if (Next >= A.size())
      return std::nullopt;
    const clang::Expr *X = A[Next++];
    if (C.Letter == 's') {
      auto T = textWithBlanks(X);
      if (!T && C.spec("") == "%")
        return joined(Out, std::nullopt);
      T = T ? C.text(*T) : std::nullopt;
      if (!T)
        return std::nullopt;
      Out += *T;
      continue;
    }
    char Text[64];
    int Length = -1;
    if (llvm::StringRef("feEgG").contains(C.Letter)) {
      if (auto V = constantFloat(X)) {
        Length = snprintf(Text, sizeof Text, C.spec(std::string(1, C.Letter)).c_str(), *V);
      } else if (!C.Width && !planted("float-blanks")) {
        Out += FloatBlank;
        continue;
      }
    } else if (Datum D = W.value(X);
               D.K == Datum::Unknown && C.spec("") == "%" && llvm::StringRef("diu").contains(C.Letter)) {
      Out += Blank;
      continue;
    } else if (D.K == Datum::Int && llvm::StringRef("diuxXoc").contains(C.Letter)) {
      if (C.Letter == 'c')
        Length = D.I ? snprintf(Text, sizeof Text, C.spec("c").c_str(), int(D.I)) : -1;
      else
        Length = snprintf(Text, sizeof Text, C.spec(std::string("ll") + C.Letter).c_str(), (long long)(C.fit(D.I)));
    }
    if (Length < 0 || size_t(Length) >= sizeof Text)
      return std::nullopt;
    Out += Text;
  }
  return Out;
}

/// What a char pointer points to, with the null character behind it.
std::optional<std::string> TextModel::bytes(const Datum &D) const {
  if (D.K == Datum::Text && size_t(D.I) <= D.S.size() && D.S.find(Blank) == std::string::npos)
    return D.S.substr(D.I) + '\0';
  auto I = D.K == Datum::Address ? lastIndex(D.S) : std::nullopt;
  Datum T = I ? M.read(withoutIndex(D.S)) : Datum();
  if (T.K != Datum::Text || *I < 0 || size_t(*I) > T.S.size() || T.S.find(Blank) != std::string::npos)
    return std::nullopt;
  return T.S.substr(*I) + '\0';
}

/// What a std::string is made of by these arguments: those of its constructors, of assign and append.
std::optional<std::string> TextModel::stringOf(Args A) {
  if (A.empty())
    return std::string();
  const QualType First = bareType(A[0]);
  if (First->isIntegerType()) {
    Datum N = W.value(A[0]), C = A.size() == 2 ? W.value(A[1]) : Datum();
    return N.K == Datum::Int && C.K == Datum::Int && N.I >= 0 && N.I < 4096 ? std::optional(std::string(N.I, char(C.I)))
                                                                            : std::nullopt;
  }
  if (A.size() == 1)
    return isText(First) || First->isPointerType() || First->isArrayType() ? textWithBlanks(A[0]) : std::nullopt;
  if (A.size() > 3 || !bareType(A[1])->isIntegerType())
    return std::nullopt;
  Datum N = W.value(A[1]), M = A.size() == 3 ? W.value(A[2]) : Datum::integer(-1);
  if (N.K != Datum::Int || M.K != Datum::Int)
    return std::nullopt;
  if (!isText(First) && A.size() == 2) { // so many characters
    auto S = bytes(W.value(A[0]));
    return S && N.I >= 0 && size_t(N.I) <= S->size() ? std::optional(S->substr(0, N.I)) : std::nullopt;
  }
  auto S = text(A[0]); // from there on
  return S && size_t(N.I) <= S->size() ? std::optional(S->substr(N.I, size_t(M.I))) : std::nullopt;
}

/// What the elements are that a pointer points to, before it became one to void.
static QualType elementsOf(const clang::Expr *Pointer) {
  const QualType T = Pointer->IgnoreParenCasts()->getType();
  return (T->isArrayType()     ? QualType(T->getArrayElementTypeNoTypeQual(), 0)
          : T->isPointerType() ? T->getPointeeType()
                               : QualType());
}

/// memcpy.
void TextModel::copyBytes(const clang::Expr *ToX, const clang::Expr *FromX, const Datum &Count) {
  const Datum To = W.value(ToX), From = W.value(FromX);
  if (To.K != Datum::Address)
    return;
  const Spot All = withoutIndex(To.S);
  auto At = lastIndex(To.S);
  QualType T = elementsOf(FromX);
  if (QualType Other = elementsOf(ToX); T.isNull() || Other.isNull() || !Ctx->hasSameUnqualifiedType(T, Other))
    T = QualType();
  if (auto S = bytes(From); S && At && Count.K == Datum::Int && *At >= 0 && Count.I >= 0 &&
                            size_t(Count.I) <= S->size() && elementsOf(ToX)->isCharType()) {
    Datum Old = M.read(All);
    std::string Text = Old.K == Datum::Text ? Old.S : "", New = S->substr(0, Count.I);
    const size_t End = New.find('\0'), Behind = *At + Count.I;
    const bool Ends = End != std::string::npos || (Old.K == Datum::Text && Behind <= Text.size());
    const bool Begins = *At == 0 || (Old.K == Datum::Text && size_t(*At) <= Text.size());
    std::string Tail = End == std::string::npos && Behind <= Text.size() ? Text.substr(Behind) : "";
    const bool Known = Ends && Begins && Text.find(Blank) == std::string::npos;
    return M.write(All, Known ? Datum::text(Text.substr(0, *At) + New.substr(0, End) + Tail) : Datum());
  }
  if (Count.K == Datum::Int && From.K == Datum::Address && !T.isNull() && !T->isIncompleteType() && !T->isVoidType() &&
      Count.I > 0) {
    const int64_t Size = Ctx->getTypeSizeInChars(T).getQuantity(), N = Size ? Count.I / Size : 0;
    const bool Same = N && Count.I % Size == 0 && N <= 64 && (N == 1 || (At && lastIndex(From.S)));
    if (Same && !(N > 1 && From.S == To.S)) {
      std::vector<Spot> Old; // they may overlap
      for (int64_t I = 0; I < N; ++I)
        M.copy(Old.emplace_back(M.create()), W.follow(moved(From.S, I)));
      for (int64_t I = 0; I < N; ++I)
        M.copy(W.follow(moved(To.S, I)), Old[I]);
      return;
    }
  }
  if (lastIndex(To.S) == 0 && From.K == Datum::Address && lastIndex(From.S) == 0 && Count.K != Datum::Int)
    return M.copy(All, withoutIndex(From.S)); // of a table, as a whole
  M.doubt(All);
}

std::string decimal(int64_t V, QualType T) {
  return T->isUnsignedIntegerOrEnumerationType() ? std::to_string(uint64_t(V)) : std::to_string(V);
}

/// std::fixed, std::setprecision(6), std::ios::fixed and the like: what they change of numbers of floating point is no part of what is
/// known, since those may have any value where it does not matter.
bool isFormat(const clang::Expr *X) {
  X = X->IgnoreUnlessSpelledInSource();
  if (auto *C = dyn_cast<CallExpr>(X))
    X = C->getCallee()->IgnoreParenImpCasts();
  auto *M = dyn_cast<MemberExpr>(X);
  auto *R = dyn_cast<DeclRefExpr>(X);
  const ValueDecl *D = M ? M->getMemberDecl() : R ? R->getDecl() : nullptr;
  return library::formatsFloats(D) && !planted("formats-as-texts");
}

/// A stream that writes into a text.
std::optional<Datum> TextModel::streamMethod(const Spot &At, Does What, Args A) {
  if (What == Does::Put)
    return put(At, A[0]);
  if (What == Does::StreamFlags && isFormat(A[0]))
    return Datum();
  if (What != Does::StreamText)
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

/// stream << x, of numbers in decimal and texts.
Datum TextModel::put(const Spot &At, const clang::Expr *X) {
  QualType U = bareType(X);
  Datum D = M.read(At);
  std::optional<std::string> S;
  if (U->isIntegerType()) {
    if (Datum I = W.value(X); I.K == Datum::Int)
      S = U->isCharType() ? std::string(1, char(I.I)) : decimal(I.I, U);
    else if (I.K == Datum::Unknown && !U->isAnyCharacterType())
      S = std::string(1, Blank);
  } else if (auto V = constantFloat(X)) {
    char Text[64];
    if (snprintf(Text, sizeof Text, "%g", *V) > 0) // six digits, as streams do
      S = Text;
  } else if (U->isRealFloatingType() && !planted("float-blanks")) {
    S = FloatBlank.str();
  } else if (isFormat(X)) {
    S = "";
  } else {
    S = textWithBlanks(X);
  }
  if (D.K == Datum::Text)
    M.write(At, Datum::text(joined(D.S, S)));
  return Datum::bound(At);
}

// ---- what things are --------------------------------------------------------------

bool isText(QualType T) {
  return containerOf(T) == Container::String || library::classOf(T) == library::Class::StringView;
}
static std::optional<std::string> withoutBlanks(std::optional<std::string> S) {
  return S && S->find(Blank) == std::string::npos ? S : std::nullopt;
}
/// The kernel that the string X names, or the kernels that it may name, as Datum::S.
std::string TextModel::names(const clang::Expr *X) {
  Datum D = isLeaf(X->getType().getNonReferenceType()) ? W.value(X) : M.read(W.place(X));
  return D.K == Datum::Texts ? D.S : text(D).value_or("");
}

std::optional<std::string> TextModel::text(const Datum &D) const { return withoutBlanks(textWithBlanks(D)); }
std::optional<std::string> TextModel::text(const clang::Expr *X) { return withoutBlanks(textWithBlanks(X)); }
std::optional<std::string> TextModel::textWithBlanks(const Datum &D) const {
  if (D.K == Datum::Text && size_t(D.I) <= D.S.size())
    return D.S.substr(D.I, D.S.find('\0', D.I) - D.I);
  if (D.K != Datum::Address)
    return std::nullopt;
  // Of a char array, or what is behind a string.
  Spot At = D.S;
  auto I = lastIndex(At);
  if (I)
    At = withoutIndex(At);
  Datum T = M.read(At);
  if (T.K != Datum::Text || (I && (*I < 0 || size_t(*I) > T.S.size())))
    return std::nullopt;
  std::string S = T.S.substr(I.value_or(0));
  return I ? S.substr(0, S.find('\0')) : S;
}
std::optional<std::string> TextModel::textWithBlanks(const clang::Expr *X) {
  QualType T = X->getType().getNonReferenceType();
  if (isLeaf(T))
    return textWithBlanks(W.value(X));
  Datum D = M.read(W.place(X));
  return D.K == Datum::Text ? std::optional(D.S) : std::nullopt;
}

} // namespace persistify::host::foresight
