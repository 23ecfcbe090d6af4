//===- Races.cpp - launches whose work-items do not wait for each other --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a kernel becomes known of a launch: that it has work-items so
// far apart, and that two parameters are one buffer.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "persistify/Planted.h"

namespace persistify::plan {
namespace {

class RaceFinder {
public:
  explicit RaceFinder(Plan &P) : P(P), Values(*P.R) {}

  void run() {
    const bool Any = llvm::any_of(P.Kernels, [](const KernelSummary *K) { return !K->Races.empty(); });
    if (!Any)
      return;
    All = allTouches(P);
    std::set<const KernelRace *> Told;
    forEachStmt(P.R->Body, [&](const Stmt &S) {
      if (S.K != Stmt::Launch)
        return;
      for (const KernelRace &Race : P.Kernels[S.KernelSlot]->Races)
        if (sameBuffer(S, Race) && hasItems(S, Race) && Told.insert(&Race).second)
          tell(S, Race);
    });
  }

private:
  std::optional<uint64_t> number(const ExprP &E) const {
    const ExprP Fixed = E ? Values.onEntry(E) : nullptr;
    if (Fixed && Fixed->O == Expr::Const && Fixed->T.K != ScalarType::Float)
      return Fixed->Bits;
    return std::nullopt;
  }

  /// Whether two of them are known to be so far apart, and in different groups where that counts.
  bool hasItems(const Stmt &S, const KernelRace &Race) const {
    for (unsigned D = 0; D < 3; ++D) {
      if (!Race.Apart[D])
        continue;
      if (D >= S.Dim)
        return false;
      const std::optional<uint64_t> Size = number(S.Global[D]);
      if (Size && *Size <= Race.Apart[D])
        return false;
      const unsigned(&Required)[3] = P.Kernels[S.KernelSlot]->ReqdLocalSize;
      const std::optional<uint64_t> Group = Required[0] ? Required[D] : S.HasLocal ? number(S.Local[D]) : std::nullopt;
      const bool Same = S.HasLocal && (identical(S.Local[D], S.Global[D]) || Values.same(S.Local[D], S.Global[D]));
      const bool One = Same || (Size && Group && *Size <= *Group);
      if (Race.OtherGroups && One && !planted("one-group"))
        return false;
    }
    return true;
  }

  /// The one entry that a parameter of the launch is known to be; null: several.
  std::optional<unsigned> entry(const Stmt &S, unsigned Param) const {
    Roots R;
    auto It = All.find(&S);
    for (const Touch &T : It == All.end() ? llvm::ArrayRef<Touch>() : llvm::ArrayRef<Touch>(It->second))
      if (T.Param == int(Param))
        R.insert(T.R.begin(), T.R.end());
    if (R.size() != 1)
      return std::nullopt;
    return *R.begin();
  }

  bool sameBuffer(const Stmt &S, const KernelRace &Race) const {
    if (Race.Written == Race.Read)
      return true;
    const std::optional<unsigned> W = entry(S, Race.Written), R = entry(S, Race.Read);
    return W && W == R;
  }

  void tell(const Stmt &S, const KernelRace &Race) {
    const KernelSummary &K = *P.Kernels[S.KernelSlot];
    const std::string &Read = K.Params[Race.Read].Name, &Written = K.Params[Race.Written].Name;
    std::string Text = "a work-item reads an element of '" + Read + "' (" + Race.ReadAt + ") that another one" +
                       (Race.OtherGroups ? ", of another work-group," : "") + " writes in the same launch (" +
                       Race.WrittenAt;
    Text += Race.Written == Race.Read ? ")" : ", by '" + Written + "', which is the same buffer)";
    P.Races.push_back("kernel '" + K.Name + "': " + Text);
    P.Remarks.push_back({Diag::NoteRace, S.Range, {K.Name, Text}});
  }

  Plan &P;
  FixedValues Values;
  Touches All;
};

} // namespace

void findRaces(Plan &P) { RaceFinder(P).run(); }

} // namespace persistify::plan
