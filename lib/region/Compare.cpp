//===- Compare.cpp - where two regions differ --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements are compared member by member, also by those that a kind of
// statement has no use for. Declarations are compared as text, of which
// Fields.h says that it has all of them.
//
//===----------------------------------------------------------------------===//
#include "persistify/RegionText.h"
#include <optional>

namespace persistify::region {

namespace {

bool same(const ExprP &A, const ExprP &B) {
  if (!A || !B)
    return A == B;
  if (A == B)
    return true;
  auto &[O, T, Bits, V, Name, Args] = *A;
  auto &[O2, T2, Bits2, V2, Name2, Args2] = *B;
  if (O != O2 || T != T2 || Bits != Bits2 || V != V2 || Name != Name2 || Args.size() != Args2.size())
    return false;
  for (size_t I = 0; I < Args.size(); ++I)
    if (!same(Args[I], Args2[I]))
      return false;
  return true;
}

bool same(const Handle &A, const Handle &B) { return A.K == B.K && A.V == B.V && same(A.Index, B.Index); }

bool same(const ArgValue &A, const ArgValue &B) {
  auto &[K, Size, H, Pieces] = A;
  auto &[K2, Size2, H2, Pieces2] = B;
  if (K != K2 || !same(Size, Size2) || !same(H, H2) || Pieces.size() != Pieces2.size())
    return false;
  for (size_t I = 0; I < Pieces.size(); ++I)
    if (Pieces[I].Offset != Pieces2[I].Offset || Pieces[I].Size != Pieces2[I].Size || !same(Pieces[I].E, Pieces2[I].E))
      return false;
  return true;
}

bool same(const SourceRange &A, const SourceRange &B) {
  auto &[F, L, C, EL, EC, Begin, End] = A;
  auto &[F2, L2, C2, EL2, EC2, Begin2, End2] = B;
  return F == F2 && L == L2 && C == C2 && EL == EL2 && EC == EC2 && Begin == Begin2 && End == End2;
}

std::optional<std::string> difference(const StmtList &A, const StmtList &B);

/// The member in which two statements differ, of which those inside differ first.
std::optional<std::string> difference(const Stmt &A, const Stmt &B) {
  auto &[K, Range, What, Why, ForHost, Var, Index, E, Value, H, H2, Kernel, ArgIndex, Arg, Dim, Offset, Global, Local,
         HasLocal, Ignored, Size, Label, Exit, TestLast, Site, Values, Next, Body, Else, Before] = A;
  auto Is = [](const char *Name, bool Same) { return Same ? std::optional<std::string>() : std::string(Name); };
  for (const std::optional<std::string> &D : {Is("K", K == B.K),
                                              Is("Range", same(Range, B.Range)),
                                              Is("What", What == B.What),
                                              Is("Why", Why == B.Why),
                                              Is("ForHost", ForHost == B.ForHost),
                                              Is("Var", Var == B.Var),
                                              Is("Index", same(Index, B.Index)),
                                              Is("E", same(E, B.E)),
                                              Is("Value", same(Value, B.Value)),
                                              Is("H", same(H, B.H)),
                                              Is("H2", same(H2, B.H2)),
                                              Is("KernelSlot", Kernel == B.KernelSlot),
                                              Is("ArgIndex", ArgIndex == B.ArgIndex),
                                              Is("Arg", same(Arg, B.Arg)),
                                              Is("Dim", Dim == B.Dim),
                                              Is("HasLocal", HasLocal == B.HasLocal),
                                              Is("StatusIgnored", Ignored == B.StatusIgnored),
                                              Is("Size", Size == B.Size),
                                              Is("Label", Label == B.Label),
                                              Is("ExitIndex", Exit == B.ExitIndex),
                                              Is("TestLast", TestLast == B.TestLast),
                                              Is("Site", Site == B.Site),
                                              Is("Values", Values.size() == B.Values.size())})
    if (D)
      return D;
  for (unsigned I = 0; I < 3; ++I)
    if (!same(Offset[I], B.Offset[I]) || !same(Global[I], B.Global[I]) || !same(Local[I], B.Local[I]))
      return "sizes in dimension " + std::to_string(I);
  for (size_t I = 0; I < Values.size(); ++I)
    if (!same(Values[I], B.Values[I]))
      return "value " + std::to_string(I);
  for (auto [L, L2] :
       {std::pair(&Before, &B.Before), std::pair(&Next, &B.Next), std::pair(&Body, &B.Body), std::pair(&Else, &B.Else)})
    if (auto D = difference(*L, *L2))
      return D;
  return std::nullopt;
}

std::optional<std::string> difference(const StmtList &A, const StmtList &B) {
  if (A.size() != B.size())
    return std::to_string(A.size()) + " statements and " + std::to_string(B.size());
  for (size_t I = 0; I < A.size(); ++I)
    if (auto D = difference(A[I], B[I]))
      return "line " + std::to_string(A[I].Range.Line) + ", statement " + std::to_string(I) + ": " + *D;
  return std::nullopt;
}

} // namespace

} // namespace persistify::region

std::string persistify::regionDifference(const Region &A, const Region &B) {
  const std::string Text = regionText(A), Text2 = regionText(B);
  for (llvm::StringRef T = Text, T2 = Text2; !T.empty() || !T2.empty();) {
    auto [Line, Rest] = T.split('\n');
    auto [Line2, Rest2] = T2.split('\n');
    if (Line != Line2)
      return "'" + Line.trim().str() + "' and '" + Line2.trim().str() + "'";
    T = Rest;
    T2 = Rest2;
  }
  return region::difference(A.Body, B.Body).value_or("");
}
