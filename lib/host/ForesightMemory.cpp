//===- ForesightMemory.cpp - what a walk over the program knows ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ForesightMemory.h"
#include "llvm/ADT/StringExtras.h"

namespace persistify::host::foresight {

std::set<std::string> Datum::texts() const {
  if (K == Text)
    return {S.substr(std::min<size_t>(I, S.size()))};
  std::set<std::string> Out;
  llvm::StringRef Rest = S;
  while (!Rest.empty()) {
    auto [One, Others] = Rest.split('\0');
    Out.insert(One.str());
    Rest = Others;
  }
  return Out;
}

/// Either of few texts; empty if there are more.
static std::string few(const Datum &A, const Datum &B) {
  std::set<std::string> All = A.texts();
  All.merge(B.texts());
  std::string S;
  for (const std::string &T : All)
    S += T + '\0';
  return All.size() <= 8 ? S : std::string();
}

Datum join(const Datum &A, const Datum &B) {
  if (A == B)
    return A;
  if (A.K == B.K && (A.K == Datum::Kernel || A.K == Datum::Token)) {
    Datum D = A;
    D.I = 0;
    if (A.S != B.S) // a token has none
      D.S = A.S.empty() || B.S.empty() ? "" : few(A, B);
    return D;
  }
  auto IsText = [](const Datum &D) { return D.K == Datum::Text || D.K == Datum::Texts; };
  if (IsText(A) && IsText(B))
    if (std::string S = few(A, B); !S.empty())
      return {Datum::Texts, 0, std::move(S), nullptr};
  auto Made = [](const Datum &D) {
    return D.K == Datum::Kernel || D.K == Datum::Address || D.K == Datum::Token || D.K == Datum::Function;
  };
  auto Not = [](const Datum &D) { return D.K == Datum::Null || D.K == Datum::Unknown; };
  if (Made(A) && Not(B))
    return A;
  if (Made(B) && Not(A))
    return B;
  return {};
}

std::optional<int64_t> lastIndex(llvm::StringRef S) {
  int64_t I;
  size_t At = S.rfind('[');
  if (!S.ends_with("]") || At == llvm::StringRef::npos || S.slice(At + 1, S.size() - 1).getAsInteger(10, I))
    return std::nullopt;
  return I;
}

Spot moved(const Spot &S, int64_t N) {
  if (N == 0 || S.empty())
    return S;
  auto I = lastIndex(S);
  return I ? S.substr(0, S.rfind('[')) + "[" + std::to_string(*I + N) + "]" : Spot();
}

Spot Memory::create() {
  // Of equal width, so that no number starts another one.
  return llvm::utohexstr(0x1000000 + Next++);
}

Datum Memory::read(const Spot &S) const {
  if (S.empty())
    return {};
  if (auto It = Cells.find(S); It != Cells.end())
    return It->second;
  if (AnyIndex && lastIndex(S))
    if (auto It = Cells.find(S.substr(0, S.rfind('[')) + "[?]"); It != Cells.end())
      return It->second;
  return {};
}

void Memory::forEachPart(const Spot &S, llvm::function_ref<void(const Spot &, const Datum &)> F) const {
  if (S.empty())
    return;
  for (auto It = Cells.lower_bound(S); It != Cells.end() && llvm::StringRef(It->first).starts_with(S); ++It)
    if (It->first.size() == S.size() || llvm::StringRef(".[<!").contains(It->first[S.size()]))
      F(It->first, It->second);
}

bool Memory::knows(const Spot &S) const {
  bool Any = false;
  forEachPart(S, [&](const Spot &, const Datum &D) { Any |= bool(D); });
  return Any;
}

void Memory::write(const Spot &S, Datum D) {
  if (S.empty())
    return;
  AnyIndex |= llvm::StringRef(S).ends_with("[?]");
  auto [It, New] = Cells.try_emplace(S);
  Journal.push_back({S, It->second});
  It->second = std::move(D);
}

void Memory::clear(const Spot &S) {
  std::vector<Spot> All;
  forEachPart(S, [&](const Spot &P, const Datum &D) {
    if (D)
      All.push_back(P);
  });
  for (const Spot &P : All)
    write(P, {});
}

void Memory::copy(const Spot &To, const Spot &From) {
  if (To.empty() || To == From)
    return;
  std::vector<std::pair<Spot, Datum>> All;
  forEachPart(From, [&](const Spot &P, const Datum &D) {
    if (D)
      All.push_back({P.substr(From.size()), D});
  });
  if (From.empty() || !llvm::StringRef(From).starts_with(To)) // the value may be a part of what is set
    clear(To);
  for (auto &[P, D] : All)
    write(To + P, D);
}

std::vector<std::string> Memory::parts(const Spot &S, llvm::StringRef Prefix) const {
  std::vector<std::string> Out;
  Spot Start = S + Prefix.str();
  for (auto It = Cells.lower_bound(Start); It != Cells.end() && llvm::StringRef(It->first).starts_with(Start); ++It) {
    llvm::StringRef Rest = llvm::StringRef(It->first).drop_front(S.size());
    size_t End = Rest.starts_with(".at(") ? Rest.find(')') : Rest.find_first_of(".[<!", Prefix.size());
    if (Rest.starts_with(".at(") && End != llvm::StringRef::npos)
      ++End;
    std::string Step = Rest.substr(0, End).str();
    if (It->second && (Out.empty() || Out.back() != Step))
      Out.push_back(Step);
  }
  return Out;
}

Memory::Changes Memory::since(size_t Mark) const {
  Changes C;
  for (size_t I = Mark; I < Journal.size(); ++I)
    C[Journal[I].first] = Cells.find(Journal[I].first)->second;
  return C;
}

void Memory::rollback(size_t Mark) {
  while (Journal.size() > Mark) {
    Cells[Journal.back().first] = std::move(Journal.back().second);
    Journal.pop_back();
  }
}

void Memory::apply(const Changes &C) {
  for (auto &[S, D] : C)
    write(S, D);
}

void Memory::joinWith(const Changes &Other, size_t Mark) {
  Changes Base; // before
  for (size_t I = Mark; I < Journal.size(); ++I)
    Base.try_emplace(Journal[I].first, Journal[I].second);
  for (auto &[S, D] : Other)
    write(S, join(D, Cells[S]));
  for (auto &[S, D] : Base)
    if (!Other.count(S))
      write(S, join(D, Cells[S]));
}

} // namespace persistify::host::foresight
