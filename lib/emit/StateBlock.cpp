//===- StateBlock.cpp - the struct that the state block is -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host writes it before the launch, by the offsets of StateLayout, and the persistent
// kernel reads its fields by the program's names. Each field says where it stands, so the
// struct has the same layout for every compiler; that it is as large as the host takes it to
// be is checked where it is compiled.
//
//===----------------------------------------------------------------------===//
#include "StateBlock.h"
#include "ExprText.h"
#include "llvm/Support/FormatVariadic.h"

using namespace persistify;
using namespace persistify::emit;
using llvm::formatv;

/// The variable that a slot is, if one is.
std::optional<unsigned> StateBlock::varOf(unsigned Slot) const {
  for (size_t I = 0; I < R.Vars.size(); ++I)
    if (R.Vars[I].Slot == int(Slot))
      return I;
  return std::nullopt;
}

std::string StateBlock::slotField(unsigned I) {
  const Slot &S = R.Slots[I];
  if (S.K == Slot::Kernel)
    return Names.unique("k_" + S.KernelName + "_most");
  if (auto V = varOf(I))
    return Names.Vars[*V];
  for (size_t H = 0; H < R.Handles.size(); ++H) {
    const HandleVariable &V = R.Handles[H];
    if (V.Slot >= 0 && I >= unsigned(V.Slot) && I < V.Slot + V.Count)
      return V.IsArray ? Names.Handles[H] + "_" + std::to_string(I - V.Slot) : Names.Handles[H];
  }
  return Names.unique("h_value"); // one that only the host looks at
}

StateBlock::StateBlock(const Plan &P, const StateLayout &L, KernelNames &Names) : P(P), R(*P.R), L(L), Names(Names) {
  for (const StateField &F : L.Fields) {
    auto Name = [&]() -> std::string {
      switch (F.K) {
      case StateField::OfSlot: return slotField(F.Index);
      case StateField::EntrySize: return Names.unique(Names.entry(F.Index) + "_bytes");
      case StateField::EntryId: return Names.unique(Names.entry(F.Index) + "_id");
      case StateField::OfArg: return Names.Args[F.Index];
      case StateField::ArgSet: return Names.ArgSet[F.Index];
      case StateField::Carried: return Names.Vars[P.Boundary.Carried[F.Index]];
      case StateField::Between: return "p_between";
      case StateField::Trips: return "p_trips";
      case StateField::Noted: return "p_noted";
      case StateField::Cells: return Names.Cells[F.Index];
      case StateField::Limits: return "p_limits";
      case StateField::Log: return "p_log";
      }
    };
    Fields[{F.K, F.Index}] = Name();
  }
}

/// As declared, behind the name what makes it an array.
std::pair<std::string, std::string> StateBlock::type(const StateField &F) const {
  auto Elements = [](uint64_t N) { return "[" + std::to_string(N) + "]"; };
  switch (F.K) {
  case StateField::OfSlot: {
    const Slot &S = R.Slots[F.Index];
    auto V = varOf(F.Index);
    if (!V)
      return S.Size > 8 ? std::pair{std::string("uchar"), Elements(S.Size)}
                        : std::pair{std::string("ulong"), std::string()};
    const Variable &Of = R.Vars[*V];
    return {typeName(Of.T), Of.IsArray ? Elements(Of.Count) : ""};
  }
  case StateField::OfArg: {
    const KernelParam &Param = *P.Args[F.Index].Param;
    return {Param.K == KernelParam::Kind::Value ? Names.Own.theirs(Param.PhaseType) : "ulong", ""};
  }
  case StateField::Carried: return {typeName(R.Vars[P.Boundary.Carried[F.Index]].T), ""};
  case StateField::Noted: return {"uint", ""};
  case StateField::Cells: return {"uchar", "[3][P_CELL_BYTES]"};
  case StateField::Limits: return {"ulong", "[4]"};
  case StateField::EntrySize:
  case StateField::EntryId:
  case StateField::ArgSet:
  case StateField::Between:
  case StateField::Trips:
  case StateField::Log: return {"ulong", ""};
  }
}

void StateBlock::declare(llvm::raw_ostream &OS, llvm::StringRef Entry) const {
  OS << formatv("// What the host hands to {0}, and behind it the same once more for the results.\n", Entry);
  OS << "typedef struct {\n";
  for (const StateField &F : L.Fields) {
    auto [Type, Array] = type(F);
    OS << "  " << (F.Align > 8 ? formatv("P_FIELD_OF({0})", F.Align).str() : "P_FIELD");
    OS << formatv(" {0} {1}{2}; // at {3}\n", Type, Fields.at({F.K, F.Index}), Array, F.Offset);
  }
  OS << formatv("} {0}_state;\n", Entry);
  OS << formatv("P_LAYOUT({0}_state, {1});\n\n", Entry, L.Bytes);
}

std::string StateBlock::field(StateField::Kind K, unsigned Index) const { return "p_in->" + Fields.at({K, Index}); }

std::string StateBlock::result(StateField::Kind K, unsigned Index) const { return "p_out->" + Fields.at({K, Index}); }

void StateBlock::note(KernelText &Out, const std::string &Buffer) const {
  if (L.Noted)
    Out.line() << formatv("p_note(&p_e, &p_in->p_noted, &p_noted, {0});\n", Buffer);
}
