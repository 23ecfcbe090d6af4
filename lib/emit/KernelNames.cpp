//===- KernelNames.cpp - names in a persistent kernel -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelNames.h"
#include "persistify/Planted.h"
#include "llvm/ADT/StringExtras.h"

using namespace persistify;
using namespace persistify::emit;

std::string KernelNames::unique(const std::string &Base, uint64_t Elements) {
  auto Names = [&](const std::string &N) {
    std::vector<std::string> All = {N};
    for (uint64_t E = 0; E < Elements; ++E)
      All.push_back(N + "_" + std::to_string(E));
    return All;
  };
  std::string N = Base;
  for (unsigned I = 2; llvm::any_of(Names(N), [&](const std::string &X) { return Taken.contains(X); }); ++I)
    N = Base + "_" + std::to_string(I);
  for (const std::string &X : Names(N))
    Taken.insert(X);
  return N;
}

KernelNames::KernelNames(const Plan &P) : Own(P.Kernels.empty() ? 0 : P.Kernels.front()->Names), P(P) {
  const Region &R = *P.R;
  for (const KernelSummary *K : P.Kernels)
    Taken.insert(K->phaseFunction());
  // Names of the kernels' sources stay what they are in the region's text.
  if (P.Model && !planted("same-words"))
    P.Model->forEachIdentifier([&](llvm::StringRef Name) {
      if (Name.size() > 2 && Name[1] == '_' && llvm::StringRef("ahck").contains(Name[0]))
        Taken.insert(Name);
    });
  for (size_t I = 0; I < R.Vars.size(); ++I) {
    const Variable &V = R.Vars[I];
    bool Elements = V.IsArray && P.Arrays[I] == Plan::ArrayForm::Scalars;
    Vars.push_back(unique("h_" + V.Name, Elements ? V.Count : 0));
  }
  for (const HandleVariable &H : R.Handles)
    Handles.push_back(unique("h_" + H.Name, H.IsArray ? H.Count : 0));
  for (const PlanArg &A : P.Args) {
    std::string N = A.Param->Name.empty() ? "arg" + std::to_string(A.Index) : A.Param->Name;
    Args.push_back(unique("a_" + P.Kernels[A.Kernel]->Name + "_" + N));
  }
  for (const PlanRotation &Rot : P.Rotations)
    Cells.push_back(unique("c_" + R.Handles[P.Entries[Rot.Entry].HandleVar].Name));
  for (const std::string &N : Args) {
    ArgSet.push_back(unique(N + "_set"));
    ArgUnset.push_back(unique(N + "_unset"));
  }
  for (const std::string &N : Cells)
    Turns.push_back(unique(N + "_turn"));
  for (const std::string &N : Handles)
    Needs.push_back(unique(N + "_need"));
  for (size_t I = 0; I < P.Entries.size(); ++I)
    Entries.push_back(unique("p_" + entry(I)));
}

std::string KernelNames::entry(unsigned I) const {
  const PlanEntry &E = P.Entries[I];
  if (E.HandleVar < 0)
    return Args[E.Arg];
  return Handles[E.HandleVar] + (P.R->Handles[E.HandleVar].IsArray ? "_" + std::to_string(E.Element) : "");
}
