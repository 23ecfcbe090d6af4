//===- Leaves.cpp - leaves: variables, handles, loads and stores ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Commands.h"
#include "device/Events.h"
#include "device/Exchanges.h"
#include "device/MadeObjects.h"
#include "device/MirroredArrays.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "machine/Pointers.h"
#include "names/NamesAtLoop.h"
#include "names/UserHints.h"
#include "entry/SwapProof.h"
#include "Walk.h"
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

QualType Leaves::referredBy(const Place &P) {
  for (const FieldDecl *F : llvm::reverse(P.Fields))
    if (F->getType()->isReferenceType() && !planted("own-references"))
      return F->getType().getNonReferenceType();
  return QualType();
}

void Leaves::noteReference(const std::string &Key, const Place &P) {
  if (QualType T = referredBy(P); !T.isNull())
    ByReference[Key] = T;
}

Variable *Leaves::scalarLeaf(const Place &P, unsigned &Id) {
  if (effects().hostOnly(P) && ok())
    refuse(Diag::HostTime, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {Objects[P.Obj].Name});
  if (P.Obj >= 0 && P.Obj == exchanges().ExchangeObj)
    refuse(Diag::HostPointer, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  std::string K = std::to_string(P.Obj) + P.Path;
  noteReference(K, P);
  if (auto It = ScalarLeaves.find(K); It != ScalarLeaves.end()) {
    Id = It->second;
    if (R.Vars[Id].Slot >= 0)
      asItStands(R.Vars[Id].Slot, P);
    return &R.Vars[Id];
  }
  QualType T = P.T;
  while (auto *A = Ctx.getAsConstantArrayType(T))
    T = A->getElementType();
  auto ST = places().scalarType(T);
  if (!ST) {
    refuse(Diag::HostUnsupportedType, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
           {Objects[P.Obj].Name, T.getAsString()});
    return nullptr;
  }
  Variable V;
  V.T = *ST;
  V.Name = Objects[P.Obj].Name;
  for (char C : P.Path)
    V.Name += llvm::isAlnum(C) ? C : '_';
  V.IsArray = P.Extent != 0;
  V.Count = P.Extent ? P.Extent : 1;
  if (Objects[P.Obj].External) {
    if (!places().checkCapture(P))
      return nullptr;
    Place Whole = P;
    V.Slot = newSlot(V.IsArray ? Slot::Blob : Slot::Scalar, Whole, V.Count * V.T.bytes());
  }
  if (V.T.K == ScalarType::Float)
    R.HostFloat = true;
  if (const Object &O = Objects[P.Obj]; V.IsArray && !O.External && O.Local)
    V.OfTrip = events().isOfTrip(O.Local) && !planted("arrays-of-trips");
  R.Vars.push_back(V);
  Id = R.Vars.size() - 1;
  ScalarLeaves[K] = Id;
  if (V.Slot >= 0)
    Outside[Id] = P;
  if (P.Extent)
    mirrors().ArrayMirrors[Id] = mirrors().mirrorName(P);
  if (!P.Extent)
    LeafKeys[Id] = K;
  return &R.Vars[Id];
}

HandleVariable *Leaves::handleLeaf(const Place &P, unsigned &Id) {
  std::string K = std::to_string(P.Obj) + P.Path;
  if (auto It = HandleLeaves.find(K); It != HandleLeaves.end()) {
    Id = It->second;
    if (R.Handles[Id].Slot >= 0)
      asItStands(R.Handles[Id].Slot, P);
    return &R.Handles[Id];
  }
  HandleVariable V;
  V.Name = Objects[P.Obj].Name;
  for (char C : P.Path)
    V.Name += llvm::isAlnum(C) ? C : '_';
  V.IsArray = P.Extent != 0;
  V.Count = P.Extent ? P.Extent : 1;
  if (Objects[P.Obj].External) {
    if (!places().checkCapture(P))
      return nullptr;
    if (P.Obj == exchanges().ExchangeObj) {
      V.Slot = exchanges().exchangeSlots(P);
      R.Handles.push_back(V);
      Id = R.Handles.size() - 1;
      HandleLeaves[K] = Id;
      return &R.Handles[Id];
    }
    if (V.Count > 64) {
      refuse(Diag::HostNotCapturable, P.Spelled->getSourceRange(),
             {places().textOf(P), "it is an array of more than 64 buffers"});
      return nullptr;
    }
    // One slot for each element: elements are handles of their own.
    V.Slot = int(R.Slots.size());
    for (uint64_t I = 0; I < V.Count; ++I) {
      unsigned S = newSlot(Slot::Buffer, P, 0);
      if (V.IsArray) {
        Place El = P;
        El.Index = constant(sizeType(), I);
        if (R.Slots[S].Owner.empty())
          R.Slots[S].Text = accessed(P, places().elementText(P, I));
        else
          ofOwner(R.Slots[S], places().elementText(P, I));
        R.Slots[S].Key = slotKey(El);
      }
    }
  }
  R.Handles.push_back(V);
  Id = R.Handles.size() - 1;
  HandleLeaves[K] = Id;
  return &R.Handles[Id];
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

/// Whether the place itself is one of those, not only perhaps.
static bool isExact(const Place &P, const std::string &Key, const std::set<std::string> &Pending) {
  return !P.Index || (constantValue(P.Index) && Pending.count(Key));
}

bool Leaves::stale(const Place &P) const {
  if (!P.Index || constantValue(P.Index) || planted("stale-places"))
    return false;
  bool Found = false;
  forEachVar(P.Index, [&](unsigned V) {
    auto It = E.Changed.find(V);
    Found |= It != E.Changed.end() && It->second > P.Born && !keeping().PinnedVars.count(V);
  });
  return Found;
}

Value Leaves::load(const Place &P, clang::SourceRange Rg) {
  if (!P.valid())
    return {};
  if (P.Or && places().classify(P.T) == LeafKind::Record)
    return Value::record(P); // whose members are looked at
  if (P.Or) {
    Value A = load(Keeping::first(P), Rg), B = load(P.Or->Other, Rg);
    Value V = ok() ? keeping().chosen(P.Or->C, A, B, Rg) : Value();
    if (V.K == Value::Unknown && !V.E && ok())
      refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
    return V;
  }
  LeafKind K = places().classify(P.T);
  if (P.Obj == exchanges().ExchangeObj && K == LeafKind::Scalar && !P.Path.empty() && !effects().hostOnly(P)) {
    Place Q = exchanges().exchangedMember(P, Rg);
    return ok() ? load(Q, Rg) : Value();
  }
  if (stale(P)) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"an element whose index changes while it is used"});
    return {};
  }
  ordering().noteAccess(P, /*Write=*/false);
  if (effects().hostOnly(P)) {
    events().ownOnEntry(P);
    return Value::later(P);
  }
  std::string Key = places().key(P);
  if (pending(E.Reading, P)) // where it may be another element's, the array is named
    refuse(Diag::HostPendingTransfer, Rg,
           {P.Spelled && isExact(P, Key, E.Reading) ? text(P.Spelled) : Objects[P.Obj].Name});
  if (P.Extent && K != LeafKind::Array && K != LeafKind::Record && mirrors().mirrored(P))
    return mirrors().loadMirror(P, Rg);
  switch (K) {
  case LeafKind::Scalar: {
    if (auto It = E.Known.find(Key); It != E.Known.end() && It->second.K == Value::Scalar)
      return It->second;
    if (auto C = names().constantLocal(P))
      return Value::scalar(*C);
    unsigned Id;
    if (Variable *V = scalarLeaf(P, Id))
      return Value::scalar(variable(Id, V->T, P.Index));
    return Value::scalar(constant(intType(), 0));
  }
  case LeafKind::Handle: {
    unsigned Id;
    Handle H;
    if (auto It = E.Buffers.find(Key); It != E.Buffers.end() && It->second < MadeObjects::FirstSwapped) {
      H.K = Handle::Var;
      H.V = It->second;
    } else if (handleLeaf(P, Id)) {
      H.K = Handle::Var;
      H.V = Id;
      H.Index = P.Index;
    }
    return Value::handle(H);
  }
  case LeafKind::Record: return Value::record(P);
  case LeafKind::Array: return Value::pointer(P);
  default: break;
  }
  // Opaque leaves live in the environment; untouched outside ones have their
  // value on entry.
  if (auto It = E.Known.find(Key); It != E.Known.end()) {
    Value V = It->second;
    if (V.K == Value::OneOf)
      return pointers().oneOfTargets(V);
    V.Told = -1;
    V.Inside |= K == LeafKind::Event && V.K == Value::EventV && P.Index && !constantValue(P.Index);
    if (K == LeafKind::Event && V.K == Value::Unknown) {
      events().ownOnEntry(P);
      if (!V.E)
        events().askEvent(P);
    }
    return V;
  }
  if (!Objects[P.Obj].External)
    return {};
  if (P.Obj == exchanges().ExchangeObj) { // of one object or the other
    refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
    return {};
  }
  if (P.T.isVolatileQualified()) {
    places().checkCapture(P);
    return {};
  }
  if (K == LeafKind::Kernel)
    return kernelAt(P);
  if (K == LeafKind::Event) {
    events().ownOnEntry(P);
    events().askEvent(P);
  }
  if (made().isProgram(P.T))
    return Value::program(P);
  if (made().isContext(P.T))
    return Value::pointer(places().pointee(P)); // which nothing looks at
  if (K == LeafKind::Queue) {
    auto [It, New] = OpaqueSlots.try_emplace("q" + Key, 0);
    if (New) {
      It->second = newSlot(Slot::Queue, P, 0);
      commands().oneQueue(P.Spelled);
    }
    return Value::of(Value::QueueV, It->second);
  }
  if (Commands::isDevice(P.T))
    return commands().deviceAt(P);
  if (K == LeafKind::Pointer && P.T->isVoidPointerType()) {
    auto To = entry().foreseenTarget(P);
    if (!ok())
      return {};
    return Value::pointer(To ? *To : places().pointee(P)); // whose use says of what type it is
  }
  if (K == LeafKind::Pointer && P.T->isPointerType() && !P.T->getPointeeType()->isIncompleteType() &&
      !P.T->getPointeeType()->isFunctionType()) {
    const VarDecl *D = P.Path.empty() ? Objects[P.Obj].D : nullptr;
    if (const clang::Expr *Address = D ? names().stableAddress(D) : nullptr)
      return exprs().rvalue(Address);
    if (auto Q = exchanges().exchanged(P, Rg))
      return *Q;
    Place Q = places().pointee(P);
    Q.Spelled = P.Spelled;
    if (Q.T->isConstantArrayType() && !Ctx.hasSameUnqualifiedType(Q.T, P.T->getPointeeType()))
      Q = places().element(Q, constant(sizeType(), 0), Rg);
    return Value::pointer(Q);
  }
  return {};
}

void Leaves::store(const Place &P, const Value &V, clang::SourceRange Rg) {
  if (!P.valid() || !ok())
    return;
  if (P.Or) {
    stmts().branch(P.Or->C, [&] { store(Keeping::first(P), V, Rg); }, [&] { store(P.Or->Other, V, Rg); }, Rg);
    return;
  }
  if (P.Obj == exchanges().ExchangeObj && V.K == Value::Scalar && places().classify(P.T) == LeafKind::Scalar &&
      !P.Path.empty() && !effects().hostOnly(P))
    return store(exchanges().exchangedMember(P, Rg), V, Rg);
  if (V.K == Value::Later && !effects().hostOnly(P)) {
    effects().makeHostOnly(P);
    if (!effects().LaterStored.count(P.Obj) || planted("temporary-lost"))
      return; // the lowering starts again
    // A temporary is the host's from here on: nothing of it may be the region's yet.
    if (!ofObject(ScalarLeaves, P.Obj).empty() || !ofObject(HandleLeaves, P.Obj).empty() ||
        !ofObject(E.Known, P.Obj).empty())
      return refuse(Diag::HostTime, Rg, {Objects[P.Obj].Name});
  }
  if (effects().hostOnly(P))
    return effects().storeLater(P, V, Rg);
  if (!P.Reads.empty())
    return places().unknownElement(P, Rg);
  if (stale(P))
    return refuse(Diag::HostUnsupportedExpr, Rg, {"an element whose index changes while it is used"});
  ordering().noteAccess(P, /*Write=*/true);
  std::string Key = places().key(P);
  if (pending(E.Reading, P) || pending(E.Writing, P))
    refuse(Diag::HostPendingTransfer, Rg,
           {P.Spelled && (isExact(P, Key, E.Reading) || isExact(P, Key, E.Writing)) ? text(P.Spelled)
                                                                                    : Objects[P.Obj].Name});
  LeafKind K = places().classify(P.T);
  if (K == LeafKind::Scalar && P.Extent && mirrors().mirrored(P) && V.K == Value::Scalar)
    return mirrors().storeMirror(P, V.E, Rg);
  if (K == LeafKind::Scalar) {
    unsigned Id;
    Variable *Var = scalarLeaf(P, Id);
    if (!Var)
      return;
    if (V.K != Value::Scalar) {
      refuse(Diag::HostUnsupportedExpr, Rg, {"the value stored here"});
      return;
    }
    ExprP X = castTo(Var->T, V.E);
    if (auto It = E.Known.find(Key); It != E.Known.end() && It->second.K == Value::Scalar && same(It->second.E, X))
      return; // it holds this constant already
    stmts().Stored.insert(Key);
    Var->Assigned = true;
    Stmt &S = emit(Stmt::Assign, Rg);
    S.Var = Id;
    S.Index = P.Index;
    S.E = X;
    if (!Scanning) // copies of many are what takes time there
      E.Changed[Id] = ++Moment;
    std::set<uint64_t> Few;
    bool AreFew = !P.Extent && Var->T.isInteger() && keeping().values(X, Few) && Few.size() <= 8;
    forget(P);
    if (AreFew)
      E.Few[Key] = std::move(Few);
    if (!P.Extent && !Objects[P.Obj].External && Var->T.isInteger())
      if (ExprP Same = entry().steady(X); Same && Same->O != Expr::Const)
        E.Steady[Key] = std::move(Same);
    if (X->O == Expr::Const && (!P.Index || constantValue(P.Index)))
      E.Known.set(Key, Value::scalar(X));
    return;
  }
  if (K == LeafKind::Handle) {
    if (P.Wrapped) // `buffer() = handle` leaves the counts of both as they are
      return refuse(Diag::HostNotCapturable, Rg,
                    {places().textOf(P), "the handle inside a wrapper object is assigned"});
    bool Owner = ownedHandle(P.T) != ApiType::None && Objects[P.Obj].External;
    if (Owner && (!Exchanging || P.Obj == exchanges().ExchangeObj)) // what it owned would be released
      return refuse(Diag::HostImplicitCall, Rg, {"the assignment of '" + places().textOf(P) + "'"});
    unsigned Id;
    HandleVariable *Var = handleLeaf(P, Id);
    if (!Var)
      return;
    for (uint64_t I = 0; Owner && I < Var->Count; ++I)
      Owners[R.Slots[Var->Slot + I].Owner] = P.T.getCanonicalType().getUnqualifiedType();
    Handle H;
    if (V.K == Value::HandleV)
      H = V.H;
    else if (V.K != Value::Null) {
      refuse(Diag::HostUnsupportedExpr, Rg, {"the buffer handle stored here"});
      return;
    }
    made().holdBuffer(P, H, Rg);
    Var->Assigned = true;
    Stmt &S = emit(Stmt::AssignHandle, Rg);
    S.Var = Id;
    S.Index = P.Index;
    S.H = H;
    return;
  }
  if (K == LeafKind::Record && V.K == Value::Record)
    return objectType(P.T) == ApiType::Range ? wrapper().storeRange(P, V.P, Rg) : copyRecord(P, V.P, Rg);
  // What is not a whole of this kind has no members and elements to give.
  if (K == LeafKind::Array ||
      (K == LeafKind::Record && (V.K == Value::Scalar || V.K == Value::Pointer || V.K == Value::Str)))
    return refuse(Diag::HostUnsupportedExpr, Rg, {"the value stored here"});
  if (K == LeafKind::Pointer && exchanges().exchange(P, V, Rg))
    return;
  if (Objects[P.Obj].External && strings().storeText(P, V, Rg))
    return;
  if (Objects[P.Obj].External) {
    if (K == LeafKind::Event) {
      if (Objects[P.Obj].D) {
        events().EventsSet.insert(Objects[P.Obj].D);
        if (!P.Fields.empty() && !planted("event-owner"))
          events().EventMembers[Objects[P.Obj].D].insert(declarationId(P.Fields.back()));
      } else {
        effects().makeHostOnly(P);
      }
    } else if (K == LeafKind::Kernel) {
      const bool Empty =
          V.K == Value::Null && !Scanning; // behind the release, say; in front of the loop it is no kernel yet
      if ((!made().isMade(V) && !Empty && !(V.K == Value::KernelV && made().onlyInLoop(P))) || !P.Path.empty() ||
          !Objects[P.Obj].D)
        refuse(Diag::HostKernelAssigned, Rg, {places().textOf(P)});
      made().HoldsMade.insert(Objects[P.Obj].D);
      made().isMade(V) ? void(E.Held.insert(Key)) : void(E.Held.erase(Key));
    } else if (K == LeafKind::Pointer && (V.K == Value::Pointer || V.K == Value::Null) && made().onlyInLoop(P)) {
      made().HoldsMade.insert(Objects[P.Obj].D);
    } else {
      refuse(Diag::HostUnsupportedType, Rg, {places().textOf(P), P.T.getAsString()});
    }
    if (!ok())
      return;
  }
  if (K == LeafKind::Pointer && V.K == Value::Pointer && V.P.Extent && V.P.Index && !V.P.Or &&
      !Objects[P.Obj].External) {
    ExprP At = tell(PointerAt, Key, "_at", castTo(sizeType(), V.P.Index), Rg);
    Value To = V;
    if (!constantValue(V.P.Index))
      To.P.Index = At;
    E.Known.set(Key, To);
    if (constantValue(V.P.Index) && !P.Index)
      pointers().holdPointer(Key, V, Rg);
    return;
  }
  if (K == LeafKind::Event)
    return events().setEvent(P, V, Rg);
  E.Known.set(Key, K == LeafKind::Kernel && V.K == Value::KernelV && !made().isMade(V) && !Scanning && !P.Index
                       ? made().heldKernel(Key, V, Rg)
                       : keeping().pinned(V));
  if (K == LeafKind::Pointer && !P.Index)
    pointers().holdPointer(Key, V, Rg);
}

ExprP Leaves::tell(std::map<std::string, unsigned> &Leaves, const std::string &Key, const char *Suffix, ExprP X,
                   clang::SourceRange Rg) {
  auto [It, New] = Leaves.try_emplace(Key, R.Vars.size());
  if (New) {
    Variable V;
    V.Name = Objects[std::stoul(Key)].Name + Suffix;
    V.T = X->T;
    V.Assigned = true;
    R.Vars.push_back(V);
  }
  Stmt &S = emit(Stmt::Assign, Rg);
  S.Var = It->second;
  S.E = X;
  return variable(It->second, X->T);
}

void Leaves::dropPointerIndices() {
  std::set<unsigned> At, Read;
  for (auto *Leaves : {&PointerAt, &made().KernelAt, &events().EventSet, &pointers().TargetOf})
    for (auto &[Key, Var] : *Leaves)
      At.insert(Var);
  forEachStmt(R.Body, [&](const Stmt &S) {
    forEachOperand(S, [&](const ExprP &X) {
      forEachVar(X, [&](unsigned V) {
        if (S.K != Stmt::Assign || S.Var != V)
          Read.insert(V);
      });
    });
  });
  auto Drop = [&](auto &&Self, StmtList &L) -> void {
    llvm::erase_if(L, [&](const Stmt &S) { return S.K == Stmt::Assign && At.count(S.Var) && !Read.count(S.Var); });
    for (Stmt &S : L)
      forEachList(S, [&](StmtList &Inner) { Self(Self, Inner); });
  };
  Drop(Drop, R.Body);
}

bool Leaves::pending(const std::set<std::string> &Keys, const Place &P) const {
  if (Keys.empty())
    return false;
  if (!P.Index)
    return Keys.count(places().key(P));
  std::string Base = std::to_string(P.Obj) + P.Path + "#";
  if (constantValue(P.Index))
    return Keys.count(places().key(P)) || Keys.count(Base + "?");
  auto It = Keys.lower_bound(Base);
  return It != Keys.end() && llvm::StringRef(*It).starts_with(Base);
}

void Leaves::forget(const Place &P) {
  E.Few.erase(places().key(P));
  E.Steady.erase(places().key(P));
  if (!P.Index || constantValue(P.Index)) {
    E.Known.erase(places().key(P));
    return;
  }
  const std::string Base = std::to_string(P.Obj) + P.Path;
  static_assert('$' == '#' + 1);
  E.Known.eraseRange(Base + "#", Base + "$"); // all keys that begin so
}

void Leaves::copyPart(const Place &To, const Place &From, clang::SourceRange Rg) {
  auto *AT = Ctx.getAsConstantArrayType(To.T);
  if (!AT)
    return store(To, load(From, Rg), Rg);
  for (uint64_t I = 0; I < AT->getZExtSize() && ok(); ++I) {
    ExprP N = constant(sizeType(), I);
    copyPart(places().element(To, N, Rg), places().element(From, N, Rg), Rg);
  }
}

void Leaves::copyRecord(const Place &To, const Place &From, clang::SourceRange Rg) {
  if (Opaque.count(From.Obj) && !Objects[To.Obj].External && To.Path.empty() && !To.Index) {
    Opaque.insert(To.Obj);
    return;
  }
  Container C = containerOf(To.T);
  if (C == Container::Pair || C == Container::Tuple || C == Container::Array) {
    for (unsigned I = 0, N = *fixedSize(To.T); I < N && ok(); ++I)
      copyPart(containers().tupleElement(To, I, Rg), containers().tupleElement(From, I, Rg), Rg);
    return;
  }
  if (C == Container::Vector)
    return containers().copyVector(To, From, Rg);
  if (const FieldDecl *S = places().vectorMember(To.T))
    return copyPart(places().field(To, S), places().field(From, S), Rg);
  auto *RD = To.T->getAsRecordDecl();
  auto *CD = dyn_cast_or_null<CXXRecordDecl>(RD);
  if (!RD || RD->isUnion() || (CD && !wrapper().memberwise(CD) && !(Exchanging && swapExchangesMembers(Ctx, CD)))) {
    refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    return;
  }
  if (CD)
    for (const CXXBaseSpecifier &B : CD->bases())
      for (const FieldDecl *F : B.getType()->getAsCXXRecordDecl()->fields()) {
        if (F->isUnnamedBitField())
          continue;
        if (!B.getType()->getAsCXXRecordDecl()->bases().empty())
          return refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
        copyPart(places().field(To, F), places().field(From, F), Rg);
      }
  for (const FieldDecl *F : RD->fields()) {
    if (F->isUnnamedBitField())
      continue;
    if (F->getType()->isReferenceType())
      return refuse(Diag::HostImplicitCall, Rg, {"the copy of " + To.T.getAsString()});
    Place A = places().field(To, F), B = places().field(From, F);
    copyPart(A, B, Rg);
  }
}

} // namespace persistify::host
