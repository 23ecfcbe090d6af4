//===- PrintExpr.cpp - names and expressions in the text of regions ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Print.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace persistify::region {

std::string quoted(llvm::StringRef Text) {
  std::string S = "\"";
  for (unsigned char C : Text)
    if (C == '\n')
      S += "\\n";
    else if (C == '\t')
      S += "\\t";
    else if (C == '"' || C == '\\')
      (S += '\\') += char(C);
    else if (C < 0x20 || C == 0x7f)
      S += "\\x" + llvm::utohexstr(C, true, 2);
    else
      S += char(C);
  return S + "\"";
}

std::string TextNames::unique(llvm::StringRef Name, llvm::StringRef Otherwise, llvm::StringMap<unsigned> &Taken) {
  std::string Word;
  for (char C : Name) // "p->n[0]" is p.n.0
    if (llvm::isAlnum(C) || C == '_')
      Word += C;
    else if (!Word.empty() && Word.back() != '.')
      Word += '.';
  while (!Word.empty() && Word.back() == '.')
    Word.pop_back();
  if (Word.empty() || llvm::isDigit(Word[0]))
    Word = Otherwise.str() + (Word.empty() ? "" : ".") + Word;
  std::string Free = Word;
  while (!Taken.try_emplace(Free, 1).second)
    Free = Word + "." + std::to_string(Taken[Word]++);
  return Free;
}

TextNames::TextNames(const Region &R) {
  llvm::StringMap<unsigned> Taken, OfKernels;
  for (const HandleVariable &H : R.Handles)
    Handles.push_back(unique(H.Name, "h", Taken));
  for (const Variable &V : R.Vars)
    Vars.push_back(unique(V.Name, "v", Taken));
  for (const KernelUse &K : R.Kernels)
    Kernels.push_back(unique(K.Name, "k", OfKernels));
}

/// The shortest decimal that is read back as the same bits; empty if there is none.
static std::string floatText(ScalarType T, uint64_t Bits) {
  for (int Digits = 1; Digits <= 17; ++Digits) {
    char Buffer[64];
    const bool Single = T.Bits == 32;
    const double V = Single ? llvm::bit_cast<float>(uint32_t(Bits)) : llvm::bit_cast<double>(Bits);
    if (!std::isfinite(V))
      return "";
    snprintf(Buffer, sizeof Buffer, "%.*g", Digits, V);
    const uint64_t Back = Single ? llvm::bit_cast<uint32_t>(std::strtof(Buffer, nullptr))
                                 : llvm::bit_cast<uint64_t>(std::strtod(Buffer, nullptr));
    if (Back != Bits)
      continue;
    std::string S = Buffer;
    if (S.find_first_of(".e") == std::string::npos)
      S += ".0";
    return S + (Single ? "f" : "");
  }
  return "";
}

static std::string constantText(const Expr &E) {
  const char *Type = typeText(E.T);
  const std::string Plain = "0x" + llvm::utohexstr(E.Bits, true) + ":" + (Type ? Type : "?");
  if (!Type || inType(E.T, E.Bits) != E.Bits)
    return Plain;
  switch (E.T.K) {
  case ScalarType::Float: {
    std::string S = floatText(E.T, E.Bits);
    return S.empty() ? Plain : S;
  }
  case ScalarType::Bool: return E.Bits > 1 ? Plain : E.Bits ? "true" : "false";
  case ScalarType::Signed:
  case ScalarType::Unsigned: break;
  }
  const int64_t Signed = int64_t(E.Bits << (64 - E.T.Bits)) >> (64 - E.T.Bits);
  std::string S = E.T.K == ScalarType::Signed ? std::to_string(Signed) : std::to_string(E.Bits);
  if (E.T.Bits < 32)
    return S + ":" + Type;
  return S + (E.T.K == ScalarType::Unsigned ? "u" : "") + (E.T.Bits == 64 ? "l" : "");
}

std::string ExprPrinter::operand(const Expr &E, bool OfBinary) const {
  if (precedence(E.O) || E.O == Expr::Cond || (E.O == Expr::Neg && !OfBinary)) // - -1 is not --1
    return "(" + text(E) + ")";
  return text(E);
}

std::string ExprPrinter::text(const Expr &E) const {
  auto Arg = [&](size_t I) { return I < E.Args.size() ? E.Args[I] : nullptr; };
  auto Operand = [&](size_t I, bool OfBinary) { return Arg(I) ? operand(*Arg(I), OfBinary) : std::string("_"); };
  const char *Type = typeText(E.T);
  switch (E.O) {
  case Expr::Const: return constantText(E);
  case Expr::Var:
    return "%" + (E.V < Names.Vars.size() ? Names.Vars[E.V] : "?" + std::to_string(E.V)) +
           (Arg(0) ? index(text(Arg(0))) : "");
  case Expr::Cast: return "(" + std::string(Type ? Type : "?") + ")" + Operand(0, false);
  case Expr::Neg: // -1 is a constant
    if (Arg(0) && Arg(0)->O != Expr::Const)
      return "-" + Operand(0, false);
    return "-(" + text(Arg(0)) + ")";
  case Expr::BitNot:
  case Expr::LogNot: return operatorText(E.O) + Operand(0, false);
  case Expr::Cond: return Operand(0, true) + " ? " + Operand(1, true) + " : " + Operand(2, true);
  case Expr::Math: {
    std::string S = E.Name;
    if (!Arg(0) || Arg(0)->T != E.T)
      S += std::string(":") + (Type ? Type : "?");
    S += "(";
    for (size_t I = 0; I < E.Args.size(); ++I)
      S += (I ? ", " : "") + text(E.Args[I]);
    return S + ")";
  }
  case Expr::Add:
  case Expr::Sub:
  case Expr::Mul:
  case Expr::Div:
  case Expr::Rem:
  case Expr::Shl:
  case Expr::Shr:
  case Expr::BitAnd:
  case Expr::BitOr:
  case Expr::BitXor:
  case Expr::LT:
  case Expr::GT:
  case Expr::LE:
  case Expr::GE:
  case Expr::EQ:
  case Expr::NE:
  case Expr::LogAnd:
  case Expr::LogOr: break;
  }
  return Operand(0, true) + " " + operatorText(E.O) + " " + Operand(1, true);
}

std::string ExprPrinter::text(const Handle &H) const {
  if (H.K == Handle::Null)
    return "null";
  return "%" + (H.V < Names.Handles.size() ? Names.Handles[H.V] : "?" + std::to_string(H.V)) +
         (H.Index ? index(text(H.Index)) : "");
}

} // namespace persistify::region
