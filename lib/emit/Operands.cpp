//===- Operands.cpp - what statements of a persistent kernel name -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Operands.h"
#include "persistify/Planted.h"
#include "llvm/Support/FormatVariadic.h"

using namespace persistify;
using namespace persistify::emit;
using llvm::formatv;

std::string Operands::pick(const std::string &Name, uint64_t Count, const ExprP &Index) const {
  if (Index->O == Expr::Const)
    return Name + "_" + std::to_string(std::min<uint64_t>(Index->Bits, Count - 1));
  std::string I = (*this)(Index), Out;
  for (uint64_t E = 0; E + 1 < Count; ++E)
    Out += formatv("{0} == {1} ? {2}_{1} : ", I, E, Name);
  return "(" + Out + Name + "_" + std::to_string(Count - 1) + ")";
}

std::string Operands::variable(unsigned V, const ExprP &Index) const {
  if (!Index)
    return Names.Vars[V];
  if (P.Arrays[V] == Plan::ArrayForm::Scalars)
    return pick(Names.Vars[V], R.Vars[V].Count, Index);
  return Names.Vars[V] + "[" + (*this)(Index) + "]";
}

std::string Operands::handle(const Handle &H) const {
  if (H.K == Handle::Null)
    return "p_buf_null()";
  return H.Index ? pick(Names.Handles[H.V], R.Handles[H.V].Count, H.Index) : Names.Handles[H.V];
}

std::string Operands::extreme(llvm::StringRef Name, const std::string &A, const std::string &B) const {
  if (!P.Model || planted("own-extremes") || P.Model->hidden((Name + "()").str()).empty())
    return formatv("{0}({1}, {2})", Name, A, B);
  return formatv("(({1}) {0} ({2}) ? ({1}) : ({2}))", Name == "min" ? "<" : ">", A, B);
}
