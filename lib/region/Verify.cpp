//===- Verify.cpp - what holds of every region -------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::region {

void Verifier::fault(const char *Rule, const llvm::Twine &What) {
  constexpr size_t Most = 20; // one is bad enough
  if (Faults.size() < Most)
    Faults.push_back({Rule, What.str(), Line});
}

bool Verifier::rule(bool Holds, const char *Rule, const llvm::Twine &What) {
  if (!Holds)
    fault(Rule, What);
  return Holds;
}

// ---- declarations ----------------------------------------------------------------

void Verifier::slots() {
  for (size_t I = 0; I < R.Slots.size(); ++I) {
    const Slot &S = R.Slots[I];
    rule(S.OneOf < 0 || (isSlot(S.OneOf) && R.Slots[S.OneOf].K == Slot::Kernel && S.K == Slot::Kernel), "slot-index",
         "slot " + llvm::Twine(I) + " is one of slot " + llvm::Twine(S.OneOf) + ", which is no kernel");
    rule(S.SizeSlot < 0 || (isSlot(S.SizeSlot) && R.Slots[S.SizeSlot].K == Slot::Scalar), "slot-index",
         "the size of slot " + llvm::Twine(I) + " is in slot " + llvm::Twine(S.SizeSlot) + ", which is no scalar");
  }
}

void Verifier::variables() {
  for (size_t I = 0; I < R.Vars.size(); ++I) {
    const Variable &V = R.Vars[I];
    const std::string Name = "%" + Names.Vars[I];
    rule(typeText(V.T) != nullptr, "type", Name + " has no type");
    rule(V.Count > 0 && (V.IsArray || V.Count == 1), "element-count",
         Name + " has " + llvm::Twine(V.Count) + " elements");
    if (V.Slot < 0)
      continue;
    if (!rule(isSlot(V.Slot), "slot-index", "there is no slot " + llvm::Twine(V.Slot) + ", which " + Name + " is in"))
      continue;
    const Slot &S = R.Slots[V.Slot];
    if (!rule(S.K == Slot::Scalar || S.K == Slot::Blob, "slot-kind",
              Name + " is in a slot of the kind " + SlotKinds[S.K]))
      continue;
    rule(S.Size >= V.Count * V.T.bytes(), "slot-size",
         Name + " needs " + llvm::Twine(V.Count * V.T.bytes()) + " bytes, its slot has " + llvm::Twine(S.Size));
  }
}

void Verifier::handles() {
  for (size_t I = 0; I < R.Handles.size(); ++I) {
    const HandleVariable &H = R.Handles[I];
    const std::string Name = "%" + Names.Handles[I];
    rule(H.Count > 0 && (H.IsArray || H.Count == 1), "element-count",
         Name + " has " + llvm::Twine(H.Count) + " elements");
    const Slot::Kind Wanted = H.Mirror ? Slot::Mirror : Slot::Buffer;
    for (uint64_t E = 0; H.Slot >= 0 && E < H.Count; ++E) {
      const uint64_t S = uint64_t(H.Slot) + E; // each element has one
      if (!rule(isSlot(int64_t(S)), "slot-index", "there is no slot " + llvm::Twine(S) + ", which " + Name + " is in"))
        break;
      rule(R.Slots[S].K == Wanted, "slot-kind", Name + " is in a slot of the kind " + SlotKinds[R.Slots[S].K]);
    }
  }
}

void Verifier::kernels() {
  for (size_t I = 0; I < R.Kernels.size(); ++I) {
    const KernelUse &K = R.Kernels[I];
    rule(!K.Name.empty(), "kernel-name", "kernel " + llvm::Twine(I) + " has no name");
    if (rule(isSlot(int(K.Slot)), "slot-index", "kernel " + Names.Kernels[I] + " has no slot"))
      rule(R.Slots[K.Slot].K == Slot::Kernel, "slot-kind",
           "kernel " + Names.Kernels[I] + " is in a slot of the kind " + SlotKinds[R.Slots[K.Slot].K]);
  }
}

void Verifier::rest() {
  for (const ArgEvidence &E : R.Evidence)
    rule(E.Kernel < R.Kernels.size(), "kernel-index", "evidence of kernel " + llvm::Twine(E.Kernel));
  for (const RegionExit &Exit : R.Exits)
    for (const RegionExit::Local &L : Exit.Locals)
      rule(!L.Host.empty() || isSlot(int(L.Slot)), "slot-index",
           "'" + L.Decl + "' of an exit is of slot " + llvm::Twine(L.Slot) + ", which there is not");
  for (const Precondition &P : R.Preconditions)
    rule(!P.Text.empty(), "precondition-text", "a precondition is empty");
}

std::vector<RegionFault> Verifier::run() {
  slots();
  variables();
  handles();
  kernels();
  rest();
  if (!Faults.empty()) // statements are not safe to look at
    return std::move(Faults);
  list(R.Body, {});
  Line = 0;
  if (Faults.empty())
    definitions(R.Body);
  return std::move(Faults);
}

// ---- what is read was set ----------------------------------------------------------

// Only what no way can have set is wrong: which ways are taken is not known here.

void Verifier::addSet(const Stmt &S) {
  if (S.setsVar())
    SetVars.insert(S.Var);
  if (S.K == Stmt::AssignHandle)
    SetHandles.insert(S.Var);
  for (const StmtList *L : {&S.Before, &S.Next, &S.Body, &S.Else})
    addSet(*L);
}

void Verifier::addSet(const StmtList &L) {
  for (const Stmt &S : L)
    addSet(S);
}

void Verifier::defined(const ExprP &E) {
  if (!E)
    return;
  if (E->O == Expr::Var)
    rule(R.Vars[E->V].Slot >= 0 || SetVars.count(E->V), "set-before-read",
         "%" + Names.Vars[E->V] + " is read, and nothing has set it");
  for (const ExprP &A : E->Args)
    defined(A);
}

void Verifier::defined(const Handle &H) {
  if (H.K != Handle::Var)
    return;
  const HandleVariable &V = R.Handles[H.V];
  rule(V.Slot >= 0 || V.Mirror || SetHandles.count(H.V), "set-before-read",
       "%" + Names.Handles[H.V] + " is used, and nothing has set it");
  defined(H.Index);
}

void Verifier::definitions(const Stmt &S) {
  Line = S.Range.Line;
  const bool Loop = S.K == Stmt::Loop;
  if (Loop) // by an earlier trip
    addSet(S);
  definitions(S.Before);
  Line = S.Range.Line;
  for (const ExprP &E : {S.Index, S.E, S.Value, S.Arg.Size})
    defined(E);
  for (unsigned I = 0; I < 3; ++I)
    for (const ExprP &E : {S.Offset[I], S.Global[I], S.Local[I]})
      defined(E);
  for (const ArgValue::Piece &P : S.Arg.Pieces)
    defined(P.E);
  for (const ExprP &E : S.Values)
    defined(E);
  for (const Handle *H : {&S.H, &S.H2, &S.Arg.H})
    defined(*H);
  if (!Loop && S.Body.empty() && S.Else.empty())
    return addSet(S);
  definitions(S.Body);
  definitions(S.Next);
  definitions(S.Else);
}

void Verifier::definitions(const StmtList &L) {
  for (const Stmt &S : L)
    definitions(S);
}

} // namespace persistify::region

using namespace persistify;

std::string RegionFault::message() const {
  return "rule " + Rule + (Line ? ", line " + std::to_string(Line) : "") + ": " + What;
}

std::vector<RegionFault> persistify::verifyRegion(const Region &R) { return region::Verifier(R).run(); }

std::vector<RegionFault> persistify::verifyExpression(const Region &R, const ExprP &E) {
  return region::Verifier(R).run(E);
}
