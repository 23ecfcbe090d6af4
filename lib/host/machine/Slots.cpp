//===- Slots.cpp - what the host fills in for the region -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "library/Containers.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/UserHints.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

std::string Leaves::slotKey(const Place &At) const {
  Place P = At; // however it is reached
  for (size_t B; (B = P.Path.find('{')) != std::string::npos;)
    P.Path.erase(B, P.Path.find('}', B) + 1 - B);
  const VarDecl *D = Objects[P.Obj].D;
  auto Index = P.Index ? constantValue(P.Index) : std::nullopt;
  std::string K = Index ? places().elementText(P, *Index) : places().textOf(P);
  // The text says "::" where another declaration hides it.
  if (llvm::StringRef Text = Objects[P.Obj].Text; Text.starts_with("::") && !planted("keys-hidden"))
    if (size_t At = K.find(Text.str()); At != std::string::npos)
      K.erase(At, 2);
  return D && D->isLocalVarDeclOrParm() ? Frames.front().F->getNameAsString() + ":" + K : K;
}

std::string Leaves::accessed(const Place &P, std::string Text) const {
  return P.Wrapped || wrapper().isWrapped(Ctx.getBaseElementType(P.T)) ? Text + "()" : Text;
}

std::string Leaves::kernelIn(const Place &Functor) {
  const HandlePath Path = functorKernel(Functor.T);
  Place P = Functor;
  for (const FieldDecl *F : Path.Members)
    P = places().field(P, F);
  return places().textOf(P) + Path.Text;
}

/// The type of the handle in a slot, in text.
static std::string slotType(Slot::Kind K) {
  return handleText(K == Slot::Buffer ? ApiType::Buffer : K == Slot::Kernel ? ApiType::Kernel : ApiType::Queue);
}

/// Whether operator()() of a constant object of the wrapper's class gives the handle by value.
static bool givesCopy(QualType T) {
  auto *RD = T->getAsCXXRecordDecl();
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD)
    return false;
  for (const CXXMethodDecl *M : RD->methods())
    if (M->getOverloadedOperator() == OO_Call && M->isConst() && M->getNumParams() == 0)
      return !M->getReturnType()->isReferenceType();
  return llvm::any_of(RD->bases(), [](const CXXBaseSpecifier &B) { return givesCopy(B.getType()); });
}

unsigned Leaves::newSlot(Slot::Kind K, const Place &P, uint64_t Size) {
  const Object &O = Objects[P.Obj];
  clang::SourceRange Rg = P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange();
  if (effects().hostOnly(P) && ok())
    refuse(Diag::HostTime, Rg, {O.Name});
  else if (!O.Nameless.empty() && !Scanning)
    refuse(Diag::HostNotCapturable, Rg, {O.Name, O.Nameless});
  else if (P.Hidden && !Scanning)
    refuse(Diag::HostNotCapturable, Rg, {P.Hidden->getNameAsString(), "it is a private member"});
  if (!Scanning)
    containers().requireWay(O);
  Slot S;
  S.K = K;
  S.Text = accessed(P, places().textOf(P));
  S.Size = Size;
  S.Key = slotKey(P);
  QualType Leaf = Ctx.getBaseElementType(P.T);
  const ApiType Class = objectType(Leaf);
  S.Owned = K == Slot::Buffer && (P.Wrapped || Class != ApiType::None);
  if (Class == ApiType::Functor) { // keeps its kernel to itself
    if (!Scanning)
      containers().requireTarget(O);
    S.Init = kernelIn(P);
    S.LocalType = slotType(Slot::Kernel);
    S.Text = Options.Names("kernel_" + llvm::Twine(R.Slots.size()));
  }
  if (ownedHandle(Leaf) != ApiType::None) {
    if (!Scanning)
      containers().requireTarget(O);
    ofOwner(S, places().textOf(P));
  }
  // CL/cl.hpp: a constant object gives a copy of its handle, which has no address.
  const bool Unchanged = K == Slot::Queue || K == Slot::Kernel || P.T.isConstQualified() || O.T.isConstQualified();
  if (S.LocalType.empty() && wrapper().isWrapped(P.T) && Unchanged && givesCopy(P.T) && !planted("constant-objects")) {
    if (!Scanning)
      containers().requireTarget(O);
    S.Init = S.Text;
    S.LocalType = slotType(K);
    S.Text = Options.Names("handle_" + llvm::Twine(R.Slots.size()));
  }
  if (!P.Reads.empty() && S.LocalType.empty()) {
    PerhapsNone[R.Slots.size()] = S.Text;
    S.Init = P.Reads;
    S.LocalType = K == Slot::Buffer ? slotType(K) : "size_t";
    S.Text = Options.Names("element_" + llvm::Twine(R.Slots.size()));
  }
  if (P.Spelled)
    S.Range = range(P.Spelled->getSourceRange());
  R.Slots.push_back(std::move(S));
  return R.Slots.size() - 1;
}

void Leaves::asItStands(unsigned Slot, const Place &P) {
  auto It = P.Reads.empty() ? PerhapsNone.find(Slot) : PerhapsNone.end();
  if (It == PerhapsNone.end())
    return;
  R.Slots[Slot].Text = It->second;
  R.Slots[Slot].Init.clear();
  R.Slots[Slot].LocalType.clear();
  PerhapsNone.erase(It);
}

void Leaves::ofOwner(Slot &S, const std::string &Owner) const {
  S.Owner = Owner;
  S.Init = Owner + ".get()";
  S.LocalType = slotType(S.K);
  S.Text = Options.Names("handle_" + llvm::Twine(R.Slots.size()));
}

void Leaves::commitOwners() {
  const std::string All = Options.Names("held"), One = Options.Names("one");
  llvm::MapVector<const Type *, std::vector<const Slot *>> ByType;
  for (const HandleVariable &H : R.Handles)
    for (uint64_t I = 0; H.Assigned && H.Slot >= 0 && I < H.Count; ++I)
      if (const Slot &S = R.Slots[H.Slot + I]; !S.Owner.empty())
        ByType[Owners.at(S.Owner).getTypePtr()].push_back(&S);
  R.CommitsAgain &= ByType.empty();
  for (auto &[T, Slots] : ByType) {
    bool Shared = library::classOf(QualType(T, 0)) == library::Class::SharedPtr;
    std::string Held;
    for (const Slot *S : Slots)
      Held += (Held.empty() ? "std::move(" : ", std::move(") + S->Owner + ")";
    R.Commit += (R.Commit.empty() ? "{\n" : "\n{\n") + ("  std::decay<decltype(" + Slots[0]->Owner + ")>::type ") +
                All + "[] = {" + Held + "};\n  for (auto &" + One + " : " + All + ") {";
    for (const Slot *S : Slots) // several may own one object: each of them gets one
      R.Commit += "\n    if (" + One + " && !" + S->Owner + " && " + One + ".get() == " + S->Text + ")\n      " +
                  S->Owner + " = " + (Shared ? One : "std::move(" + One + ")") + ";";
    R.Commit += "\n  }\n}";
  }
}

std::set<std::string> Leaves::knownKernels(const Place &P) {
  std::vector<GivenArgument> Given = Index.givenArguments(P.Of).vec();
  if (P.Spelled)
    llvm::append_range(Given, Index.givenArguments(P.Spelled));
  std::set<std::string> Names = kernelsThatTake(Given, Options.Kernels);
  if (Names.empty())
    return Names;
  std::string List;
  for (const std::string &Name : Names)
    List += (List.empty() ? "'" : ", '") + Name + "'";
  R.Notes.push_back(
      {P.Spelled ? range(P.Spelled->getSourceRange()) : R.Range,
       "nothing here tells which kernel '" + places().textOf(P) + "' is: " + List +
           (Names.size() > 1 ? " take what it is given, and the program is asked" : " takes what it is given")});
  return Names;
}

/// The kernel that the outside handle \p Key holds, if it is known already to be one of them.
static std::optional<unsigned> kernelOfPlace(const Region &R, const std::string &Key) {
  std::optional<unsigned> Out;
  for (unsigned I = 0; I < R.Kernels.size(); ++I) {
    const Slot &S = R.Slots[R.Kernels[I].Slot];
    if (S.Key != Key || S.K != Slot::Kernel)
      continue;
    if (Out || S.Made || S.OneOf >= 0 || R.Kernels[I].Name.empty() || !S.LocalType.empty())
      return std::nullopt;
    Out = I;
  }
  return Out;
}

Value Leaves::kernelAt(const Place &P) {
  constexpr size_t Most = 16;
  auto Unknown = [&](const std::string &Text, std::string Why) {
    refuse(Diag::HostUnknownKernel, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {Text, std::move(Why)});
  };
  auto [It, New] = KernelLeaves.try_emplace(places().key(P), Value::of(Value::KernelV, R.Kernels.size()));
  if (!New) {
    if (const KernelUse &U = R.Kernels[It->second.Slot]; U.Name.empty() && !Scanning)
      Unknown(R.Slots[U.Slot].name(), "");
    return It->second;
  }
  if (const auto Same = planted("kernels-anew") ? std::nullopt : kernelOfPlace(R, slotKey(P)); Same && !Scanning)
    return It->second =
               Value::of(Value::KernelV, *Same); // an element of an array that each round of a loop looks at anew
  unsigned First = newSlot(Slot::Kernel, P, 0);
  std::set<std::string> Names;
  if (std::string Said = hints().hintedKernel(R.Slots[First].name(), P.Spelled); !Said.empty())
    Names.insert(std::move(Said));
  if (Names.empty() && P.Of.first)
    Names = Index.kernelNames(P.Of);
  if (Names.size() != 1 && P.Spelled)
    if (std::set<std::string> Seen = Index.kernelNames(P.Spelled); Seen.size() == 1 || Names.empty())
      Names = std::move(Seen);
  if (auto N = Names.size() != 1 && Sight ? places().seen(P) : std::nullopt) // at this loop, not anywhere in the file
    if (std::set<std::string> Seen = Sight->kernels(LoopStmt, *N); !Seen.empty())
      Names = std::move(Seen);
  if (Names.empty() && !Scanning)
    Names = knownKernels(P);
  if (!Scanning && Names.empty())
    Unknown(places().textOf(P),
            Options.Kernels.empty() ? "" : ": no kernel of the sources takes all arguments that it is given");
  else if (!Scanning && Names.size() > Most)
    Unknown(places().textOf(P), ": it may be one of " + std::to_string(Names.size()));
  if (Names.size() != 1 && (Scanning || !ok()))
    Names = {""};
  const Slot Of = R.Slots[First];
  std::vector<Value> Each;
  for (const std::string &Name : Names) {
    unsigned S = Each.empty() ? First : R.Slots.size();
    if (!Each.empty()) {
      R.Slots.push_back(Of);
      if (!Of.Init.empty())
        R.Slots[S].Text = Options.Names("kernel_" + llvm::Twine(S));
    }
    R.Slots[S].KernelName = Name;
    if (Names.size() > 1)
      R.Slots[S].OneOf = int(First);
    Value V = Value::of(Value::KernelV, R.Kernels.size());
    ProgramIndex::Key At = P.Of;
    if (auto C = P.Index ? constantValue(P.Index) : std::nullopt)
      At.second += "[" + std::to_string(*C) + "]";
    SourceNames From = At.first ? Index.kernelSources(At, Name) : SourceNames();
    if (From.Spelled.empty() && P.Spelled)
      From = Index.kernelSources(P.Spelled, Name);
    R.Kernels.push_back({S, Name, std::move(From)});
    Each.push_back(V);
  }
  for (size_t I = Each.size() - 1; I-- > 0;) {
    const std::string Is =
        "persistify_is_kernel(" + (Of.Init.empty() ? Of.Text : Of.Init) + ", \"" + R.Kernels[Each[I].Slot].Name + "\")";
    Each[I].E = containers().inputValue(P, "_chosen", "int", intType(), Is).E;
    Each[I].Or = std::make_shared<Value>(Each[I + 1]);
  }
  return KernelLeaves[places().key(P)] = Each.front();
}

} // namespace persistify::host
