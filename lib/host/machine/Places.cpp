//===- Places.cpp - objects, places and leaves of the host -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "device/Wrapper.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "library/Containers.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace clang;

namespace persistify::host {

std::optional<ScalarType> Places::scalarType(QualType T) const {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isBooleanType())
    return boolType();
  if (auto *ET = T->getAs<EnumType>()) {
    if (!ET->getDecl()->isComplete())
      return std::nullopt;
    T = ET->getDecl()->getIntegerType().getCanonicalType();
    if (T->isBooleanType())
      return boolType();
  }
  auto *B = T->getAs<BuiltinType>();
  if (!B || !Ctx.getTypeSizeInChars(T).getQuantity())
    return std::nullopt;
  unsigned Bits = Ctx.getTypeSize(T);
  if (B->isFloatingPoint()) {
    if (B->getKind() == BuiltinType::Float || B->getKind() == BuiltinType::Double)
      return ScalarType{ScalarType::Float, Bits};
    return std::nullopt;
  }
  if (!B->isInteger() || Bits > 64)
    return std::nullopt;
  return ScalarType{B->isSignedInteger() ? ScalarType::Signed : ScalarType::Unsigned, Bits};
}

LeafKind Places::classify(QualType T) const {
  T = T.getCanonicalType();
  if (scalarType(T))
    return LeafKind::Scalar;
  auto Kind = [](ApiType H) {
    return H == ApiType::Buffer   ? LeafKind::Handle
           : H == ApiType::Kernel ? LeafKind::Kernel
           : H == ApiType::Queue  ? LeafKind::Queue
           : H == ApiType::Event  ? LeafKind::Event
                                  : LeafKind::Other;
  };
  if (const ApiType Owned = ownedHandle(T); Owned != ApiType::None)
    return Kind(Owned);
  if (const LeafKind H = Kind(handleType(T)); H != LeafKind::Other)
    return H;
  if (T->isPointerType() || T->isNullPtrType() || containerOf(T) == Container::Iterator ||
      containerOf(T) == Container::InitList)
    return LeafKind::Pointer;
  if (Container C = containerOf(T); C == Container::String || C == Container::Function)
    return LeafKind::Other;
  if (T->isConstantArrayType())
    return LeafKind::Array;
  if (T->isRecordType()) {
    const ApiType H = heldHandle(T);
    if (H == ApiType::Buffer) // not images, pipes, ...
      return objectType(T) == ApiType::Buffer ? LeafKind::Handle : LeafKind::Other;
    return H == ApiType::None ? LeafKind::Record : Kind(H);
  }
  return LeafKind::Other;
}

bool same(const Value &A, const Value &B) {
  if (A.K != B.K)
    return false;
  switch (A.K) {
  case Value::Scalar: return same(A.E, B.E);
  case Value::HandleV: return A.H.K == B.H.K && A.H.V == B.H.V && same(A.H.Index, B.H.Index);
  case Value::KernelV: return A.Slot == B.Slot && !A.Or == !B.Or && (!A.Or || (same(A.E, B.E) && same(*A.Or, *B.Or)));
  case Value::QueueV: return A.Slot == B.Slot;
  case Value::DeviceV: return A.Text == B.Text;
  case Value::Later: return A.P.Obj == B.P.Obj && A.P.Path == B.P.Path;
  case Value::Pointer:
  case Value::Record:
  case Value::ProgramV:
  case Value::Maybe:
    return A.P.Obj == B.P.Obj && A.P.Path == B.P.Path && same(A.P.Index, B.P.Index) && A.P.Or == B.P.Or &&
           A.P.Unit == B.P.Unit && A.P.Inside == B.P.Inside && A.P.T.getCanonicalType() == B.P.T.getCanonicalType() &&
           same(A.E, B.E);
  case Value::Str:
    if (A.Then || B.Then)
      return A.Then && B.Then && same(A.E, B.E) && same(*A.Then, *B.Then) && same(*A.Or, *B.Or);
    return A.Text == B.Text && A.Inside == B.Inside &&
           (A.Lit == B.Lit || (A.Lit && B.Lit && A.Lit->getBytes() == B.Lit->getBytes()));
  case Value::Function: return A.F == B.F;
  case Value::OneOf: return A.Told == B.Told && A.Targets == B.Targets;
  case Value::EventV: return A.Inside == B.Inside && same(A.E, B.E);
  case Value::Unknown:
  case Value::Null: return same(A.E, B.E);
  default: return true;
  }
}

bool Env::operator==(const Env &O) const {
  if (Reachable != O.Reachable || Known.size() != O.Known.size() || Reading != O.Reading || Writing != O.Writing ||
      Mapped != O.Mapped || Held != O.Held || Buffers != O.Buffers || Unreleased != O.Unreleased ||
      Written != O.Written || Few != O.Few || Steady.size() != O.Steady.size())
    return false;
  for (auto &[K, V] : Steady)
    if (auto It = O.Steady.find(K); It == O.Steady.end() || !same(V, It->second))
      return false;
  return SharedMap<Value>::compare(
      Known, O.Known, [](const std::string &, const Value *A, const Value *B) { return A && B && same(*A, *B); });
}

std::string declarationId(const Decl *D) { return llvm::utohexstr(reinterpret_cast<uintptr_t>(D->getCanonicalDecl())); }

int Places::newObject(QualType T, std::string Name) {
  Object O;
  O.T = T;
  O.Name = std::move(Name);
  Objects.push_back(std::move(O));
  return int(Objects.size()) - 1;
}

Place Places::temporary(QualType T, const char *Name) {
  Place P;
  P.T = T.getUnqualifiedType();
  P.Obj = newObject(P.T, Name);
  return P;
}

const Place *Places::localObject(const VarDecl *D) const {
  // What the lambda at hand, or one that it stands in, holds a copy of.
  const FunctionDecl *In = Frames.back().F;
  for (const Frame &F : llvm::reverse(Frames)) {
    auto *M = dyn_cast_or_null<CXXMethodDecl>(In);
    if (!M || !M->getParent()->isLambda())
      break;
    if (!F.F || F.F->getCanonicalDecl() != In->getCanonicalDecl())
      continue;
    if (auto It = F.Copies.find(D); It != F.Copies.end())
      return &It->second;
    In = dyn_cast<FunctionDecl>(M->getParent()->getDeclContext());
  }
  for (const Frame &F : llvm::reverse(Frames))
    if (auto It = F.Vars.find(D); It != F.Vars.end())
      return &It->second;
  return nullptr;
}

Place Places::objectOf(const VarDecl *D) {
  D = D->getCanonicalDecl();
  // Another lambda, called in the loop, may have the variable where this one has a copy.
  if (auto C = names().Captures.find(D); C != names().Captures.end() && C->second == LCK_ByCopy && Frames.size() > 1 &&
                                         ok() && (D->getType()->isReferenceType() || !Index.neverChanges(D)))
    refuse(Diag::HostNotCapturable, D->getSourceRange(), {D->getNameAsString(), "a lambda holds a copy of it"});
  if (const Place *P = localObject(D))
    return *P;
  if (auto It = External.find(D); It != External.end()) {
    Place P;
    P.Obj = It->second;
    P.T = D->getType().getNonReferenceType();
    P.Of = {D, ""};
    return P;
  }
  // A reference is what it was bound to.
  if (D->getType()->isReferenceType() && D->isLocalVarDecl() && D->getInit() && names().stablePath(D->getInit()) &&
      !names().Captures.count(D)) // of those the lambda has the name only
    return exprs().lvalue(D->getInit());
  names().plain(D);
  Place P;
  P.T = D->getType().getNonReferenceType();
  P.Obj = newObject(P.T, D->getNameAsString());
  Object &O = Objects[P.Obj];
  O.External = true;
  O.D = D;
  O.Id = declarationId(D);
  O.Seen = Foresight::Name{D, ""};
  names().nameObject(O);
  P.Of = {D, ""};
  External[D] = P.Obj;
  return P;
}

bool Places::isOpaque(QualType T) const {
  const RecordDecl *R = LoopStmt && !Scanning ? T->getAsRecordDecl() : nullptr;
  return R && !isa<ClassTemplateSpecializationDecl>(R) && (R = R->getDefinition()) && !planted("opaque-members") &&
         !names().inFrontOfLoop(R->getLocation());
}

Place Places::pointee(const Place &Ptr, QualType T0) {
  std::string K = key(Ptr);
  Place P;
  P.T = T0.isNull() ? Ptr.T->getPointeeType() : T0;
  P.Of = Ptr.Of;
  if (auto It = Pointees.find(K); It != Pointees.end()) {
    P.Obj = It->second;
    P.T = Objects[P.Obj].T;
    return mirrors().mirrored(P) ? mirrors().mirrorStart(P) : P;
  }
  if (Objects[Ptr.Obj].External && Objects[Ptr.Obj].Nameless.empty() && !Ptr.Hidden && !Ptr.Wrapped &&
      !Ptr.T->isArrayType()) // others are refused when used; where an array is nobody changes
    Followed.push_back(exchanges().pointerLvalue(Ptr));
  std::string T = Ptr.Wrapped ? textOf(Ptr) + "()" : textOf(Ptr);
  if (containerOf(Ptr.T) == Container::Smart && elementType(Ptr.T)->isArrayType()) // has no operator *
    T += ".get()";
  // A parameter declared as an array of known size points to that many.
  if (auto *Parm = dyn_cast_or_null<ParmVarDecl>(Ptr.Path.empty() ? Objects[Ptr.Obj].D : nullptr))
    if (auto *D = Parm->getType()->getAs<DecayedType>())
      if (Ctx.getAsConstantArrayType(D->getOriginalType()) &&
          (scalarType(Ctx.getBaseElementType(P.T)) || classify(Ctx.getBaseElementType(P.T)) == LeafKind::Handle))
        P.T = D->getOriginalType();
  P.Obj = newObject(P.T, Objects[Ptr.Obj].Name);
  Objects[P.Obj].External = true;
  Objects[P.Obj].Text = "(*" + T + ")";
  Objects[P.Obj].Id = "*" + T;
  Objects[P.Obj].Behind = Ptr.Obj;
  Objects[P.Obj].Plain = Ptr.T->isPointerType() && !Ptr.Wrapped;
  Objects[P.Obj].Nameless = Objects[Ptr.Obj].Nameless;
  if (Objects[P.Obj].Nameless.empty() && isOpaque(P.T)) {
    if (names().reachedElsewhere(Ptr, P.T)) {
      Objects[P.Obj].Elsewhere = true;
      Objects[P.Obj].Root = Ptr.T.getUnqualifiedType();
    } else {
      Objects[P.Obj].Nameless =
          "what it points to is defined behind the loop only, perhaps in another file: no member can be named";
    }
  }
  if (auto N = seen(Ptr))
    Objects[P.Obj].Seen = Foresight::Name{N->Root, N->Steps + "*"};
  P.Hidden = Ptr.Hidden;
  Pointees[K] = P.Obj;
  return mirrors().mirrored(P) ? mirrors().mirrorStart(P) : P;
}

Place Places::firstOf(const Place &Array) {
  auto *A = Array.valid() && !Array.Or && Array.Path.empty() ? Ctx.getAsVariableArrayType(Array.T) : nullptr;
  if (A && Objects[Array.Obj].Local) { // memory of the loop's own: Statements::declare
    auto It = E.Known.find(key(Array));
    return It != E.Known.end() && It->second.K == Value::Pointer ? It->second.P : Place();
  }
  if (!A || !Objects[Array.Obj].External || !scalarType(A->getElementType()) || planted("variable-lengths"))
    return {};
  return pointee(Array, A->getElementType());
}

Place Places::thisPlace(QualType T) {
  // A lambda of the loop's function has that function's object.
  Frame &F = Frames.back().This ? Frames.back() : Frames.front();
  if (!F.This) {
    if (!OwnThis) {
      Place P;
      P.T = T;
      P.Obj = newObject(P.T, "this");
      Objects[P.Obj].External = true;
      Objects[P.Obj].Text = "(*this)";
      Objects[P.Obj].Id = "*this";
      Objects[P.Obj].Seen = Foresight::Name();
      OwnThis = P;
    }
    F.This = OwnThis;
  }
  return *F.This;
}

Place Places::asClass(Place P, const CXXRecordDecl *Is, std::string Class) {
  if (Class.empty() && !Scanning) {
    Class = names().typeText(Ctx.getRecordType(Is), "");
    if (Class.empty())
      refuse(Diag::HostNotCapturable, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(),
             {textOf(P), "its class '" + Is->getNameAsString() + "' has no name at the loop"});
  }
  P.Path += std::string("{=") + (P.T.isConstQualified() ? "const " : "") + Class + "}";
  P.T = Ctx.getQualifiedType(Ctx.getRecordType(Is), P.T.getLocalQualifiers());
  return P;
}

static bool derived(const CXXRecordDecl *Of, const CXXRecordDecl *Base) {
  return Of && Base && Of->hasDefinition() && Of->getCanonicalDecl() != Base->getCanonicalDecl() &&
         Of->isDerivedFrom(Base);
}

uint64_t Places::baseOffset(const CXXRecordDecl *Of, const CXXRecordDecl *Base) const {
  CXXBasePaths Paths;
  uint64_t At = 0;
  if (planted("base-offset") || !derived(Of, Base) || !Of->isDerivedFrom(Base, Paths))
    return 0;
  for (const CXXBasePathElement &Step : Paths.front()) {
    const ASTRecordLayout &L = Ctx.getASTRecordLayout(Step.Class);
    const CXXRecordDecl *To = Step.Base->getType()->getAsCXXRecordDecl();
    At += (Step.Base->isVirtual() ? L.getVBaseClassOffset(To) : L.getBaseClassOffset(To)).getQuantity();
  }
  return At;
}

Place Places::toBase(Place P, QualType From, QualType To) {
  const CXXRecordDecl *Of = P.valid() && !P.T.isNull() ? P.T->getAsCXXRecordDecl() : nullptr;
  const CXXRecordDecl *As = From->getAsCXXRecordDecl(), *Is = To->getAsCXXRecordDecl();
  if (P.Or) {
    auto C = std::make_shared<Choice>(*P.Or);
    C->Other = toBase(C->Other, From, To);
    P.Or = C;
  }
  P.BaseAt += baseOffset(As, Is);
  CXXBasePaths Paths;
  if (!As || !derived(Of, Is) || !Of->isDerivedFrom(Is, Paths) ||
      !Paths.isAmbiguous(Ctx.getCanonicalType(Ctx.getRecordType(Is))))
    return P;
  return asClass(derived(Of, As) ? asClass(std::move(P), As) : std::move(P), Is);
}

/// Whether a member of \p Base is named by that class's name in \p Of: nothing else there has the name.
static bool goesByName(const CXXRecordDecl *Of, const CXXRecordDecl *Base) {
  auto Other = [&](const CXXRecordDecl *In) {
    return (In->getDeclName() == Base->getDeclName() && In->getCanonicalDecl() != Base->getCanonicalDecl()) ||
           llvm::any_of(In->decls(), [&](const Decl *D) {
             auto *T = dyn_cast<TypeDecl>(D);
             auto *R = dyn_cast<CXXRecordDecl>(D);
             return T && T->getDeclName() == Base->getDeclName() && !(R && R->isInjectedClassName());
           });
  };
  return Base->getIdentifier() && !Other(Of) && Of->forallBases([&](const CXXRecordDecl *In) { return !Other(In); });
}

/// The one member of a class that is an array: cl::size_t<3> of CL/cl.hpp, which holds the
/// sizes of a range there.
static const FieldDecl *arrayOf(QualType T) {
  const RecordDecl *RD = T->getAsRecordDecl();
  RD = RD ? RD->getDefinition() : nullptr;
  const bool One = RD && !RD->isUnion() && std::distance(RD->field_begin(), RD->field_end()) == 1;
  return One && RD->field_begin()->getType()->isConstantArrayType() ? *RD->field_begin() : nullptr;
}

Place Places::field(Place Base, const FieldDecl *F) {
  Base = existing(std::move(Base));
  if (leaves().Opaque.count(Base.Obj) && ok())
    refuse(Diag::HostUnsupportedExpr, Base.Spelled ? Base.Spelled->getSourceRange() : clang::SourceRange(),
           {"what is in '" + (Base.Spelled ? text(Base.Spelled) : Objects[Base.Obj].Name) + "'"});
  Base.BaseAt = 0; // members are found in the whole object
  if (!Base.Or && pastEnd(Base) && ok())
    refuse(Diag::HostPointer, Base.Spelled ? Base.Spelled->getSourceRange() : clang::SourceRange(),
           {Base.Spelled ? text(Base.Spelled) : textOf(Base)});
  // A struct that is transferred whole is its bytes, and so are its members.
  if (!Base.Extent && Base.T->isRecordType() && containerOf(Base.T) == Container::None && mirrors().mirrored(Base) &&
      !planted("whole-structs"))
    Base = mirrors().mirrorStart(std::move(Base));
  if (Base.Extent && mirrors().mirrored(Base)) {
    if (auto P = mirrors().mirrorMember(Base, F))
      return *P;
    refuse(Diag::HostPointer, Base.Spelled ? Base.Spelled->getSourceRange() : clang::SourceRange(), {textOf(Base)});
  }
  if (containerOf(Base.T) == Container::Array) // its only member
    return containers().contents(Base);
  // A member that an object has anyway goes by one name, whatever the object is taken for.
  const bool Late = NamesAtLoop::isLate(Base);
  if (llvm::StringRef Step = Base.Path; (Late || Step.starts_with("{=")) && Step.find('}') == Step.size() - 1) {
    const CXXRecordDecl *Is = Objects[Base.Obj].T->getAsCXXRecordDecl();
    auto *In = dyn_cast<CXXRecordDecl>(F->getParent());
    auto *Around = dyn_cast_or_null<CXXMethodDecl>(Frames.front().F);
    if (Is && In && Is->hasDefinition() &&
        (Is->getCanonicalDecl() == In->getCanonicalDecl() || Is->isDerivedFrom(In)) &&
        (Late || F->getAccess() == AS_public || !names().mayName(F) ||
         (Around && Around->getParent()->getCanonicalDecl() == Is->getCanonicalDecl()))) {
      Base.Path.clear();
      Base.T = Objects[Base.Obj].T;
    }
  }
  // A member of a base class is named by that, or the base is taken first where its name does not do.
  auto *Parent = dyn_cast<CXXRecordDecl>(F->getParent());
  const bool InLate = NamesAtLoop::isLate(Base); // and not one that it has as its base
  const std::string LateStep = InLate && ok() ? names().lateMember(Base, F) : "";
  if (InLate && LateStep.empty() && ok())
    names().refuseLate(Base, F->getLocation());
  const bool OfBase = !InLate && derived(Base.T->getAsCXXRecordDecl(), Parent) && !planted("base-names");
  if (OfBase && (!F->getIdentifier() || !goesByName(Base.T->getAsCXXRecordDecl(), Parent)))
    Base = asClass(std::move(Base), Parent);
  if (Base.Node && F->getName() == "second") {
    Base.Node = false;
    return Base;
  }
  if (containerOf(Base.T) == Container::Pair)
    return containers().tupleElement(Base, F->getName() == "second", F->getSourceRange());
  if (!Base.Lanes.isNull())
    return lane(Base, F);
  if (F->getParent()->isUnion())
    return unionMember(Base, F);
  names().plain(F);
  Base.Of = {F, ""};
  Base.Row = 0;
  if (F->isBitField())
    refuse(Diag::HostNotCapturable, F->getSourceRange(), {F->getNameAsString(), "it is a bit-field"});
  // Members of an unnamed struct are named as the enclosing one's. A member of
  // a base class may have the same name as one of the class itself.
  bool Sizes = apiMember(F) == ApiMember::Sizes;
  const FieldDecl *Inside = Sizes ? arrayOf(F->getType()) : nullptr;
  if (Sizes) { // private, but to be had
    Base.Path += firstSizeText(F);
  } else if (F->getIdentifier()) {
    if (Parent && !InLate)
      names().means(Parent); // a member of a base may be named by it
    const bool ByName = !InLate && derived(Base.T->getAsCXXRecordDecl(), Parent);
    Base.Path += "." + (ByName ? Parent->getNameAsString() + "::" : "") + F->getNameAsString();
  }
  Base.Fields.push_back(F);
  if (InLate) {
    Base.Path += LateStep;
  } else if (!Sizes && !names().mayName(F)) {
    std::string Step = names().reach(F);
    Base.Path += Step;
    if (Step.empty())
      Base.Hidden = F;
  }
  if (Base.Or) {
    auto C = std::make_shared<Choice>(*Base.Or);
    C->Other = field(C->Other, F);
    Base.Or = C;
  }
  // A reference names what it is bound to; the runtime finds objects that overlap.
  bool Volatile = Base.T.isVolatileQualified() && !F->getType()->isReferenceType();
  Base.T = (Inside ? Inside : F)->getType().getNonReferenceType();
  if (Volatile)
    Base.T = Base.T.withVolatile();
  return Base;
}

bool Places::hasMember(const Place &Base, const FieldDecl *F) const {
  if (Base.Node || !Base.Lanes.isNull())
    return true; // an entry of a map, a view of an array
  const RecordDecl *Is = Base.T->getAsRecordDecl(), *Of = F->getParent();
  if (!Is || Is->getCanonicalDecl() == Of->getCanonicalDecl())
    return Is;
  auto *Class = dyn_cast<CXXRecordDecl>(Is), *Holder = dyn_cast<CXXRecordDecl>(Of);
  return Class && Holder && Class->hasDefinition() && Class->isDerivedFrom(Holder);
}

Place Places::sameAddress(const Place &P, QualType T) {
  if (Ctx.hasSameUnqualifiedType(P.T, T) || P.Or || P.Unit || P.Node || !P.Lanes.isNull())
    return P;
  auto First = [&](QualType Of) -> const FieldDecl * {
    const RecordDecl *RD = Of->getAsRecordDecl();
    RD = RD ? RD->getDefinition() : nullptr;
    auto *Class = dyn_cast_or_null<CXXRecordDecl>(RD);
    if (!RD || RD->isUnion() || RD->field_empty() || containerOf(Of) != Container::None || wrapper().isWrapped(Of) ||
        objectType(Of) != ApiType::None || (Class && (Class->getNumBases() || Class->isPolymorphic())))
      return nullptr;
    const FieldDecl *F = *RD->field_begin();
    return F->isBitField() || F->getType()->isReferenceType() ? nullptr : F;
  };
  std::vector<const FieldDecl *> Down;
  for (QualType Of = P.T; const FieldDecl *F = First(Of); Of = F->getType()) {
    Down.push_back(F);
    if (!Ctx.hasSameUnqualifiedType(F->getType(), T))
      continue;
    Place Q = P;
    for (const FieldDecl *Step : Down)
      if (ok())
        Q = field(std::move(Q), Step);
    return Q;
  }
  Place Q = P;
  while (!Q.Fields.empty() && !Q.Index && !Q.Extent) {
    const FieldDecl *F = Q.Fields.back();
    const QualType Around = Ctx.getRecordType(F->getParent());
    const std::string Step = "." + F->getNameAsString();
    if (First(Around) != F || !F->getIdentifier() || !llvm::StringRef(Q.Path).ends_with(Step))
      return P;
    Q.Path.resize(Q.Path.size() - Step.size());
    Q.Fields.pop_back();
    Q.T = Around;
    Q.Row = 0;
    Q.Hidden = nullptr;
    if (Q.Path.empty() && Q.Fields.empty())
      Q.Of = {Objects[Q.Obj].D, ""};
    else if (!Q.Fields.empty() && llvm::StringRef(Q.Path).ends_with("." + Q.Fields.back()->getNameAsString()))
      Q.Of = {Q.Fields.back(), ""};
    else
      return P;
    if (Ctx.hasSameUnqualifiedType(Around, T))
      return Q;
  }
  return P;
}

std::string Places::key(const Place &P) const {
  std::string K = std::to_string(P.Obj) + P.Path;
  if (P.Index) {
    auto C = constantValue(P.Index);
    K += C ? "#" + std::to_string(*C) : "#?";
  }
  if (P.Unit)
    K += "+" + std::to_string(P.Inside);
  return K;
}

std::optional<Foresight::Name> Places::seen(const Place &P) const {
  if (!P.valid() || !Objects[P.Obj].Seen || P.Or || P.Unit)
    return std::nullopt;
  Foresight::Name N = *Objects[P.Obj].Seen;
  N.Steps += P.Path;
  if (P.Index) {
    auto C = constantValue(P.Index);
    if (!C)
      return std::nullopt;
    N.Steps += "[" + std::to_string(*C) + "]";
  }
  return N;
}

std::string withSteps(std::string T, llvm::StringRef Path) {
  std::string Steps = Path.str();
  bool Contents = Path.starts_with("[]");
  for (size_t At; (At = Steps.find("[][")) != std::string::npos;)
    Steps.erase(At, 2);
  if (llvm::StringRef(Steps).ends_with("[]"))
    Steps.insert(Steps.size() - 1, "0");
  // "(*p).f" reads better as "p->f", and "(*p)[2]" means p[2].
  if (T.size() > 3 && T.rfind("(*", 0) == 0 && !Steps.empty() && !Contents) {
    std::string Inner = T.substr(2, T.size() - 3);
    return Steps[0] == '.' ? Inner + "->" + Steps.substr(1) : Inner + Steps;
  }
  return T + Steps;
}

std::string Places::textOf(const Place &P) const {
  std::string T = Objects[P.Obj].Text;
  llvm::StringRef Path = P.Path;
  if (Objects[P.Obj].Elsewhere)
    T = names().elsewhere(Objects[P.Obj], Path);
  for (size_t At; (At = Path.find_first_of("<{")) != llvm::StringRef::npos;) {
    if (Path[At] == '{') {
      size_t End = Path.find('}', At);
      llvm::StringRef Step = Path.slice(At + 1, End);
      size_t Name =
          Step.starts_with("=") || Step.starts_with("!") ? At : Path.take_front(At).rfind('.'); // that it replaces
      T = names().reached(withSteps(T, Path.take_front(Name)), Step);
      Path = Path.drop_front(End + 1);
      continue;
    }
    T = "std::get<" + Path.slice(At + 1, Path.find('>')).str() + ">(" + withSteps(T, Path.take_front(At)) + ")";
    Path = Path.drop_front(Path.find('>') + 1);
  }
  return entry().withSteadySteps(withSteps(T, Path));
}

bool Places::checkCapture(const Place &P) {
  const Object &O = Objects[P.Obj];
  clang::SourceRange Rg = P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange();
  if (P.T.isVolatileQualified() || O.T.isVolatileQualified()) {
    refuse(Diag::HostNotCapturable, Rg, {textOf(P), "it is volatile"});
    return false;
  }
  if (O.D && O.D->getStorageClass() == SC_Register) {
    refuse(Diag::HostNotCapturable, Rg, {textOf(P), "it is a register variable"});
    return false;
  }
  return true;
}

} // namespace persistify::host
