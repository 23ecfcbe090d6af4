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
#include "RegionPrinter.h"

using namespace persistify;
using namespace persistify::emit;
using llvm::formatv;

/// The variable that a slot is, if one is.
std::optional<unsigned> RegionPrinter::varOf(unsigned Slot) const {
  for (size_t I = 0; I < R.Vars.size(); ++I)
    if (R.Vars[I].Slot == int(Slot))
      return I;
  return std::nullopt;
}

std::string RegionPrinter::slotField(unsigned I) {
  const Slot &S = R.Slots[I];
  if (S.K == Slot::Kernel)
    return unique("k_" + S.KernelName + "_most");
  if (auto V = varOf(I))
    return VarNames[*V];
  for (size_t H = 0; H < R.Handles.size(); ++H) {
    const HandleVariable &V = R.Handles[H];
    if (V.Slot >= 0 && I >= unsigned(V.Slot) && I < V.Slot + V.Count)
      return V.IsArray ? HandleNames[H] + "_" + std::to_string(I - V.Slot) : HandleNames[H];
  }
  return unique("h_value"); // one that only the host looks at
}

void RegionPrinter::nameFields() {
  for (const StateField &F : L.Fields) {
    auto Name = [&]() -> std::string {
      switch (F.K) {
      case StateField::OfSlot: return slotField(F.Index);
      case StateField::EntrySize: return unique(entryVar(F.Index) + "_bytes");
      case StateField::EntryId: return unique(entryVar(F.Index) + "_id");
      case StateField::OfArg: return ArgNames[F.Index];
      case StateField::ArgSet: return SetNames[F.Index];
      case StateField::Carried: return VarNames[P.Boundary.Carried[F.Index]];
      case StateField::Between: return "p_between";
      case StateField::Trips: return "p_trips";
      case StateField::Noted: return "p_noted";
      case StateField::Cells: return CellNames[F.Index];
      case StateField::Limits: return "p_limits";
      case StateField::Log: return "p_log";
      }
    };
    FieldNames[{F.K, F.Index}] = Name();
  }
}

/// As declared, behind the name what makes it an array.
std::pair<std::string, std::string> RegionPrinter::fieldType(const StateField &F) {
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
    return {Param.K == KernelParam::Kind::Value ? Own.theirs(Param.PhaseType) : "ulong", ""};
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

void RegionPrinter::stateBlock() {
  OS << formatv("// What the host hands to {0}, and behind it the same once more for the results.\n", Entry);
  OS << "typedef struct {\n";
  for (const StateField &F : L.Fields) {
    auto [Type, Array] = fieldType(F);
    OS << "  " << (F.Align > 8 ? formatv("P_FIELD_OF({0})", F.Align).str() : "P_FIELD");
    OS << formatv(" {0} {1}{2}; // at {3}\n", Type, FieldNames.at({F.K, F.Index}), Array, F.Offset);
  }
  OS << formatv("} {0}_state;\n", Entry);
  OS << formatv("P_LAYOUT({0}_state, {1});\n\n", Entry, L.Bytes);
}

std::string RegionPrinter::field(StateField::Kind K, unsigned Index) const {
  return "p_in->" + FieldNames.at({K, Index});
}

std::string RegionPrinter::result(StateField::Kind K, unsigned Index) const {
  return "p_out->" + FieldNames.at({K, Index});
}
