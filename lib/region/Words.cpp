//===- Words.cpp - words of the text of regions ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Fields.h"
#include "persistify/Api.h"
#include <iterator>

namespace persistify::region {

const char *const SlotKinds[7] = {"queue", "kernel", "buffer", "scalar", "blob", "mirror", "context"};
static_assert(std::size(SlotKinds) == Slot::Context + 1);

const char *const BailReasons[14] = {"path",     "division", "out_of_range", "length",  "unseen",
                                     "thrown",   "ends",     "cleanup",      "in_try",  "no_event",
                                     "no_bytes", "no_size",  "host_flags",   "no_times"};
static_assert(std::size(BailReasons) == Stmt::NoTimes + 1);

namespace {
struct TypeWord {
  ScalarType T;
  const char *Word;
};
constexpr TypeWord TypeWords[] = {
    {{ScalarType::Bool, 8}, "bool"},      {{ScalarType::Signed, 8}, "char"},      {{ScalarType::Unsigned, 8}, "uchar"},
    {{ScalarType::Signed, 16}, "short"},  {{ScalarType::Unsigned, 16}, "ushort"}, {{ScalarType::Signed, 32}, "int"},
    {{ScalarType::Unsigned, 32}, "uint"}, {{ScalarType::Signed, 64}, "long"},     {{ScalarType::Unsigned, 64}, "ulong"},
    {{ScalarType::Float, 32}, "float"},   {{ScalarType::Float, 64}, "double"}};
} // namespace

const char *typeText(ScalarType T) {
  for (const TypeWord &W : TypeWords)
    if (W.T == T)
      return W.Word;
  return nullptr;
}

bool typeFromText(llvm::StringRef Text, ScalarType &T) {
  for (const TypeWord &W : TypeWords)
    if (Text == W.Word) {
      T = W.T;
      return true;
    }
  return false;
}

const char *operatorText(Expr::Op O) {
  switch (O) {
  case Expr::Add: return "+";
  case Expr::Sub:
  case Expr::Neg: return "-";
  case Expr::Mul: return "*";
  case Expr::Div: return "/";
  case Expr::Rem: return "%";
  case Expr::Shl: return "<<";
  case Expr::Shr: return ">>";
  case Expr::BitAnd: return "&";
  case Expr::BitOr: return "|";
  case Expr::BitXor: return "^";
  case Expr::BitNot: return "~";
  case Expr::LT: return "<";
  case Expr::GT: return ">";
  case Expr::LE: return "<=";
  case Expr::GE: return ">=";
  case Expr::EQ: return "==";
  case Expr::NE: return "!=";
  case Expr::LogAnd: return "&&";
  case Expr::LogOr: return "||";
  case Expr::LogNot: return "!";
  case Expr::Const:
  case Expr::Var:
  case Expr::Cast:
  case Expr::Cond:
  case Expr::Math: break;
  }
  return nullptr;
}

unsigned precedence(Expr::Op O) {
  switch (O) {
  case Expr::LogOr: return 1;
  case Expr::LogAnd: return 2;
  case Expr::BitOr: return 3;
  case Expr::BitXor: return 4;
  case Expr::BitAnd: return 5;
  case Expr::EQ:
  case Expr::NE: return 6;
  case Expr::LT:
  case Expr::GT:
  case Expr::LE:
  case Expr::GE: return 7;
  case Expr::Shl:
  case Expr::Shr: return 8;
  case Expr::Add:
  case Expr::Sub: return 9;
  case Expr::Mul:
  case Expr::Div:
  case Expr::Rem: return 10;
  case Expr::Const:
  case Expr::Var:
  case Expr::Cast:
  case Expr::Neg:
  case Expr::BitNot:
  case Expr::LogNot:
  case Expr::Cond:
  case Expr::Math: break;
  }
  return 0;
}

const char *defaultWhat(Stmt::Kind K) {
  switch (K) {
  case Stmt::Launch: return functionOf(Api::Launch);
  case Stmt::ReadBack: return functionOf(Api::Read);
  case Stmt::Upload: return functionOf(Api::Write);
  case Stmt::Copy: return functionOf(Api::Copy);
  case Stmt::Fill: return functionOf(Api::Fill);
  case Stmt::SetArg: return functionOf(Api::SetArg);
  case Stmt::Solo: return "host loop";
  case Stmt::Assign:
  case Stmt::AssignHandle:
  case Stmt::SameHandle:
  case Stmt::MakeKernel:
  case Stmt::If:
  case Stmt::Loop:
  case Stmt::Block:
  case Stmt::Leave:
  case Stmt::Break:
  case Stmt::Continue:
  case Stmt::Exit:
  case Stmt::Log:
  case Stmt::Bail: break;
  }
  return "";
}

std::string keyOfSlot(const Region &R, llvm::StringRef Text, Slot::Kind K) {
  return (R.Function + ":" + Text + (K == Slot::Blob ? "[0]" : "")).str();
}

uint64_t inType(ScalarType T, uint64_t Bits) { return T.Bits >= 64 ? Bits : Bits & ((uint64_t(1) << T.Bits) - 1); }

} // namespace persistify::region
