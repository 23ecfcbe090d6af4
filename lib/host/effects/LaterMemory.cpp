//===- LaterMemory.cpp - what statements performed later see -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement that the host performs behind the region (Later.cpp) finds there what
// the region left. So the region may write nothing that such a statement reads by
// itself, and read nothing that one writes. What goes by one name is compared here;
// two names for one object, where pointers or references are about, are left to
// preconditions of the region.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/MirroredArrays.h"
#include "effects/HostEffects.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

namespace {

/// A part of the host's memory, as the generated code writes it.
struct HostPart {
  int Obj = -1;
  QualType T; ///< of what is there
  std::string Address, Bytes, Name;
  bool Pointed = false; ///< what a pointer of the object points to
  bool Open = false;    ///< and what comes in front of that, or behind it
  QualType Of = T;      ///< of the object that it is, or is a part of ...
  bool Reached = true;  ///< ... by a name that others may have for it, too
  bool Referred = false; ///< a reference that is a member of the object names it
  bool Led = false;      ///< it is what something of that name leads to
};

/// What is reached from an object without a name of its own.
struct Reach {
  QualType T;
  bool Pointed; ///< by a pointer that does not own it; else it is an element
  bool Written; ///< functions that are performed later may change it by that
  /// The members that lead to the container or pointer, if it has a name.
  std::optional<std::vector<const FieldDecl *>> By;
};

/// Types that the elements of a container of the library's have.
std::vector<QualType> elementTypes(QualType T) {
  std::vector<QualType> Of;
  if (HostCalls::isStdType(T) && !HostCalls::isStream(T))
    for (const TemplateArgument &A : elements(QualType(T->getBaseElementTypeUnsafe(), 0)))
      if (A.getKind() == TemplateArgument::Type)
        Of.push_back(A.getAsType());
  return Of;
}

/// What objects of type T refer to, and the elements of what containers they are or have.
class Reaching {
public:
  std::vector<Reach> To;
  explicit Reaching(QualType T) { of(T, std::vector<const FieldDecl *>()); }

private:
  using Path = std::optional<std::vector<const FieldDecl *>>;
  std::set<const Type *> Seen; ///< what lies on the way: a list's node has no end

  void pointer(QualType Behind, Path By, bool Written) {
    if (!Behind->isFunctionType() && !Behind->isIncompleteType() && !HostCalls::isStream(Behind) &&
        !HostCalls::isFile(Behind))
      To.push_back({Behind, true, Written, std::move(By)});
  }
  void element(QualType T, Path By) {
    To.push_back({T, false, true, std::move(By)});
    of(T, std::nullopt);
  }
  void of(QualType T, Path By) {
    if (T->isPointerType() || T->isReferenceType())
      return pointer(T->getPointeeType(), std::move(By), false);
    if (T->isArrayType()) // which element, nobody knows
      By = std::nullopt;
    T = QualType(T->getBaseElementTypeUnsafe(), 0).getCanonicalType();
    if (T->isPointerType())
      return pointer(T->getPointeeType(), std::nullopt, false);
    if (HostCalls::isStream(T) || !Seen.insert(T.getTypePtr()).second)
      return;
    object(T, std::move(By));
    Seen.erase(T.getTypePtr());
  }
  void object(QualType T, Path By) {
    switch (containerOf(T)) {
    case Container::String: return isStringView(T) ? members(T, std::nullopt) : element(elementType(T), std::move(By));
    case Container::Vector: return element(elementType(T), std::move(By));
    case Container::Smart:
    case Container::Iterator:
    case Container::InitList:
      if (QualType Behind = elementType(T); !Behind.isNull())
        pointer(Behind, std::nullopt, containerOf(T) != Container::InitList);
      return;
    case Container::Array: // hold their elements themselves
    case Container::Pair:
    case Container::Tuple:
      for (QualType E : elementTypes(T))
        of(E, std::nullopt);
      return;
    case Container::Deque:
    case Container::Map:
    case Container::Function:
    case Container::None: break;
    }
    if (HostCalls::isStdType(T)) { // somewhere
      for (QualType E : elementTypes(T))
        element(E, std::nullopt);
      return;
    }
    members(T, std::move(By));
  }
  void members(QualType T, Path By) {
    const RecordDecl *R = T->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    if (auto *Class = dyn_cast_or_null<CXXRecordDecl>(R))
      for (const CXXBaseSpecifier &B : Class->bases())
        of(B.getType(), std::nullopt);
    if (R)
      for (const FieldDecl *F : R->fields()) {
        Path Member = By;
        if (Member)
          Member->push_back(F);
        of(F->getType(), std::move(Member));
      }
  }
};

/// A table of texts that stays as it is.
bool onlyLiterals(const VarDecl *D, const ProgramIndex &Index) {
  auto *List = D && D->getType()->isArrayType() ? dyn_cast_or_null<InitListExpr>(D->getAnyInitializer()) : nullptr;
  const QualType T = D ? QualType(D->getType()->getBaseElementTypeUnsafe(), 0) : QualType();
  const bool Stays =
      List && (D->getASTContext().getBaseElementType(D->getType()).isConstQualified() || Index.neverChanges(D));
  return Stays && T->isPointerType() && llvm::all_of(List->inits(), [](const clang::Expr *X) {
           return isa<clang::StringLiteral>(X->IgnoreParenCasts()) || isa<ImplicitValueInitExpr>(X);
         });
}

} // namespace

/// Compares what the region has of the host's with what is performed later.
class LaterMemory {
public:
  explicit LaterMemory(LoweringPart &L) : L(L), Ctx(L.Ctx), R(L.R), Objects(L.Objects) {}
  void check();

private:
  using Object = Object;
  using Unchanging = HostEffects::Unchanging;
  using Behind = HostEffects::Behind;
  using PointerLvalue = PointerLvalue;
  /// What the region has of the host's, and whether it writes it.
  struct Part {
    HostPart M;
    std::optional<ScalarType> S;
    bool Written;
  };
  struct Use {
    HostPart M;
    clang::SourceRange R;
    const clang::Stmt *For; ///< that is performed later, if it is one statement
    bool Written; ///< by what is performed later
  };

  void checkName(const Unchanging &U);
  void collectParts();
  void collectMeasured();
  void checkRead(const Unchanging &U);
  void checkOwn(const Place &P, const std::string &T, clang::SourceRange Rg, const clang::Stmt *For);
  void checkReached(const Place &P, const std::string &T, const Use &By);
  void check(const Use &U);

  bool reached(int Obj) const;
  bool ownName(const std::string &Text) const;
  bool mayBe(ScalarType A, ScalarType B) const;
  bool has(QualType A, QualType B, std::optional<ScalarType> S, bool Owned, unsigned Depth = 0) const;
  bool mayMeet(const HostPart &A, const Part &Of, bool Writes) const;
  void apart(const Use &U, const Part &Of);
  void refuse(const clang::Stmt *For, clang::SourceRange Rg, bool Writes, const std::string &What,
              const std::string &How);

  HostPart whole(int Obj, QualType T, const std::string &Text, QualType ByReference) const;
  HostPart wholePlace(const Place &P, const std::string &Text) const;
  QualType referredBy(const std::string &Key) const;
  HostPart opened(HostPart M) const;
  bool onlyNamed(const Place &P) const;

  LoweringPart &L;
  ASTContext &Ctx;
  Region &R;
  std::vector<Object> &Objects;
  std::set<unsigned> Written; ///< host arrays that transfers write, by handle variable
  std::vector<Part> Parts;
  std::set<std::string> Measured; ///< containers whose length the region has from the host
};

void HostEffects::checkDeferred() {
  if (!ok())
    return;
  if (!TimeUses.empty())
    return refuse(Diag::HostTime, TimeUses.front()->getSourceRange(), {text(TimeUses.front())});
  if (!R.Deferred.empty())
    LaterMemory(*this).check();
}

void LaterMemory::check() {
  forEachStmt(R.Body, [&](const Stmt &S) {
    if (const Handle *To = S.writes(); To && To->K == Handle::Var)
      Written.insert(To->V);
  });
  for (const Unchanging &U : L.effects().LaterReads)
    if (L.ok() && !L.effects().hostOnly(U.P))
      checkName(U);
  if (!L.ok())
    return;
  // One object under two names.
  collectParts();
  collectMeasured();
  for (const Unchanging &U : L.effects().LaterReads)
    if (U.P.Obj >= 0 && !HostCalls::isStream(U.P.T) && !HostCalls::isFile(U.P.T))
      checkRead(U);
  // What the host writes: objects, members of the region's, and what it has no name for.
  for (size_t I = 0; I < Objects.size(); ++I)
    if (Place P; P.Obj = I, P.T = Objects[I].T, Objects[I].External && L.effects().hostOnly(P))
      checkOwn(P, Objects[I].Text, L.LoopStmt->getSourceRange(), nullptr);
  for (const Unchanging &U : L.effects().LaterReads)
    if (!U.P.Fields.empty() && Objects[U.P.Obj].External && L.effects().hostOnly(U.P))
      checkOwn(U.P, L.places().textOf(U.P), U.R, U.For);
  for (const Behind &B : L.effects().LaterBehind)
    check({{-1, B.T, "", "", B.Name, true, false, B.T}, B.For->getSourceRange(), B.For, B.Written});
}

void LaterMemory::refuse(const clang::Stmt *For, clang::SourceRange Rg, bool Writes, const std::string &What,
                         const std::string &How) {
  L.refuse(Diag::HostDeferred, Rg,
           {For ? L.text(For) : "a statement",
            std::string("it ") + (Writes ? "changes " : "uses ") + What + ", which the loop " + How});
}

/// Whether the loop changes what goes by the name that \p U has.
void LaterMemory::checkName(const Unchanging &U) {
  auto Same = [&](llvm::StringRef Key) { // object and path
    int Obj = 0;
    Key.consumeInteger(10, Obj);
    return Obj == U.P.Obj && (Key.starts_with(U.P.Path) || llvm::StringRef(U.P.Path).starts_with(Key));
  };
  auto Changes = [&](const std::string &Name) {
    const std::string Own = L.places().textOf(U.P);
    refuse(U.For, U.R, false, "'" + Own + "'", Name == Own ? "changes" : "changes as '" + Name + "'");
  };
  for (auto &[K, Id] : L.mirrors().Mirrors)
    if (Written.count(Id) && Same(K))
      return Changes(R.Handles[Id].Name);
  for (auto &[K, T] : L.strings().Texts)
    if (Same(std::to_string(T.P.Obj) + T.P.Path))
      return Changes(L.places().textOf(T.P));
  const bool Chars = U.P.T->isCharType() || (U.P.T->isPointerType() && U.P.T->getPointeeType()->isCharType());
  for (auto &[K, Id] : L.leaves().ScalarLeaves)
    if (const Variable &V = R.Vars[Id]; V.Assigned && V.Slot >= 0 && (Same(K) || (Chars && V.T.Bits == 8 && V.IsArray)))
      return Changes(R.Slots[V.Slot].Text);
}

/// Whether an object is reached by other names than one that only it has.
bool LaterMemory::reached(int Obj) const {
  const Object &O = Objects[Obj];
  if (O.Behind >= 0 && !Objects[O.Behind].T.isNull() && Objects[O.Behind].T->isVariableArrayType())
    return reached(O.Behind); // elements of an array that is a variable
  if (!O.D || O.D->getType()->isReferenceType())
    return true;
  llvm::StringRef T = O.Text;
  return !T.consume_back(O.D->getName()) || !(T.empty() || (T.ends_with("::") && !T.contains('(')));
}

bool LaterMemory::ownName(const std::string &Text) const {
  for (size_t I = 0; I < Objects.size(); ++I)
    if (Objects[I].External && Objects[I].Text == Text)
      return !reached(I);
  return false;
}

/// Whether a place for an A may be one for a B.
bool LaterMemory::mayBe(ScalarType A, ScalarType B) const {
  auto IsByte = [](ScalarType T) { return T.Bits == 8 && T.K != ScalarType::Bool; };
  if (A.Bits == B.Bits && (A.K == ScalarType::Float) == (B.K == ScalarType::Float))
    return true;
  const ScalarType Number = IsByte(A) ? B : A;
  return IsByte(A) != IsByte(B) && L.Calls.asBytes().has(Number.Bits, Number.K == ScalarType::Float) &&
         !planted("texts-apart");
}

/// Whether something of type A may have a B, or a scalar S, in it, or in what it owns.
bool LaterMemory::has(QualType A, QualType B, std::optional<ScalarType> S, bool Owned, unsigned Depth) const {
  A = Ctx.getBaseElementType(A.getNonReferenceType().getCanonicalType()).getUnqualifiedType();
  if (!B.isNull())
    B = Ctx.getBaseElementType(B.getNonReferenceType().getCanonicalType()).getUnqualifiedType();
  if (auto *Complex = A->getAs<ComplexType>())
    return has(Complex->getElementType(), B, S, Owned, Depth);
  if (auto *Lanes = A->getAs<VectorType>())
    return has(Lanes->getElementType(), B, S, Owned, Depth);
  if (auto T = L.places().scalarType(A); T && (S || L.places().scalarType(B)))
    return mayBe(*T, S ? *S : *L.places().scalarType(B));
  if (!S && A == B)
    return true;
  auto In = [&](QualType Part) { return Depth >= 8 || has(Part, B, S, Owned, Depth + 1); };
  const CXXRecordDecl *Class = A->getAsCXXRecordDecl();
  if (Class && Class->hasDefinition() &&
      llvm::any_of(Class->bases(), [&](const CXXBaseSpecifier &Base) { return In(Base.getType()); }))
    return true;
  if (Owned && llvm::any_of(elementTypes(A), In))
    return true;
  const RecordDecl *Record = A->getAsRecordDecl();
  return Record && llvm::any_of(Record->fields(), [&](const FieldDecl *F) { return In(F->getType()); });
}

/// The objects that the names A and B reach may be one, or one a part of the other.
bool LaterMemory::mayMeet(const HostPart &A, const Part &Of, bool Writes) const {
  const HostPart &B = Of.M;
  // In C a pointer to a variable begins with its address.
  auto *Named = B.Reached || B.Obj < 0 ? nullptr : Objects[B.Obj].D;
  const bool Kept =
      Named && !Ctx.getLangOpts().CPlusPlus && L.places().scalarType(Named->getType()) && !L.Index.keepsAddress(Named);
  const bool Far = A.Reached && !Kept, Away = B.Reached;
  if ((A.Obj == B.Obj && !A.Pointed && !A.Referred && !B.Referred) || (!Far && !Away))
    return false;
  if (A.T->isVoidType() || (Writes && Far && A.T->isCharType())) // whatever
    return true;
  // The region looks at bytes of something.
  const bool Bytes =
      B.Reached && Of.S && Of.S->Bits == 8 && Of.S->K != ScalarType::Bool && Writes && !planted("any-bytes");
  if (Bytes && (A.Reached || (A.Obj >= 0 && Objects[A.Obj].D && L.Index.keepsAddress(Objects[A.Obj].D))))
    return true;
  // One is a part of the other: what the region has may be a struct that it takes for its bytes.
  const bool Around = !Of.S && !B.T.isNull() && has(B.T, A.T, std::nullopt, false) && !planted("parts-of-structs");
  if (!Around && !has(A.T, Of.S ? QualType() : B.T, Of.S, false))
    return false;
  if (B.Of.isNull())
    return true;
  return (Away && has(A.Of, B.Of, std::nullopt, true)) || (Far && has(B.Of, A.Of, std::nullopt, true));
}

/// Has the entry look whether A and B are apart, or refuses the loop.
void LaterMemory::apart(const Use &U, const Part &Of) {
  const HostPart &A = U.M;
  HostPart B = Of.M;
  auto May = [&] {
    refuse(U.For, U.R, U.Written, A.Led ? "what '" + A.Name + "' leads to" : "'" + A.Name + "'",
           std::string("may ") + (Of.Written ? "change" : "use") + " as '" + B.Name + "'");
  };
  if ((A.Obj >= 0 && !Objects[A.Obj].Nameless.empty()) || (B.Obj >= 0 && !Objects[B.Obj].Nameless.empty()))
    return May();
  // A text goes on behind its first character, and a function may look around what a pointer
  // points to. Another object it reaches only from inside of that, if all of that is known.
  if (A.Open) {
    if (B.Reached || B.Obj < 0 || Objects[B.Obj].T->isPointerType() || Objects[B.Obj].T->isReferenceType())
      return May();
    const Object &O = Objects[B.Obj];
    B.Address = "&" + O.Text;
    B.Bytes = "sizeof(" + O.Text + ")";
  }
  if (A.Bytes.empty() || B.Bytes.empty()) // behind one of several pointers; a mirror that grows when it is used
    return May();
  std::string Begin = "(const char *)" + A.Address, Other = "(const char *)" + B.Address;
  L.require("(" + Begin + " >= " + Other + " + " + B.Bytes + " || " + Other + " >= " + Begin + " + " + A.Bytes + ")",
            "'" + A.Name + "' and '" + B.Name + "' are the same memory");
}

HostPart LaterMemory::whole(int Obj, QualType T, const std::string &Text, QualType ByReference) const {
  const bool Referred = !ByReference.isNull();
  return HostPart{Obj,
                  T,
                  "&" + Text,
                  "sizeof(" + Text + ")",
                  Text,
                  false,
                  false,
                  Referred ? ByReference : Objects[Obj].T,
                  Referred || reached(Obj),
                  Referred};
}

HostPart LaterMemory::wholePlace(const Place &P, const std::string &Text) const {
  HostPart M = whole(P.Obj, P.T, Text, Leaves::referredBy(P));
  if (llvm::StringRef(P.Path).ends_with("[]")) { // all elements of a container
    Place Container = P;
    Container.Path.resize(P.Path.size() - 2);
    const std::string Name = L.places().textOf(Container);
    M.Address = Name + ".data()";
    M.Bytes = "sizeof(*" + Name + ".data()) * " + Name + ".size()";
    M.Reached = true;
  }
  return M;
}

QualType LaterMemory::referredBy(const std::string &Key) const {
  auto It = L.leaves().ByReference.find(Key);
  return It == L.leaves().ByReference.end() ? QualType() : It->second;
}

/// Whether a number in a struct is only ever named: nothing goes on from it to what stands around.
bool LaterMemory::onlyNamed(const Place &P) const {
  return !Ctx.getLangOpts().CPlusPlus && !P.Fields.empty() && !P.Or && !P.Index && L.places().scalarType(P.T) &&
         !P.Fields.back()->isBitField() && !P.Fields.back()->getType()->isArrayType() &&
         (planted("named-members") || !L.Index.takesAddress(P.Fields.back()));
}

/// Behind a pointer there may be more than one object.
HostPart LaterMemory::opened(HostPart M) const {
  llvm::StringRef T = Objects[M.Obj].Text;
  if (!M.Referred && T.consume_front("(*") && T.consume_back(")") && T != "this" && !planted("one-element")) {
    M.Address = "&" + Objects[M.Obj].Text;
    M.Bytes = "1";
    M.Open = true;
  }
  return M;
}

void LaterMemory::collectParts() {
  for (auto &[K, Id] : L.leaves().ScalarLeaves)
    if (const Variable &V = R.Vars[Id]; V.Slot >= 0 && R.Slots[V.Slot].LocalType.empty())
      Parts.push_back({whole(std::stoi(K), QualType(), R.Slots[V.Slot].Text, referredBy(K)), V.T, V.Assigned});
  for (auto &[K, Id] : L.mirrors().Mirrors)
    if (const HandleVariable &H = R.Handles[Id]; H.Slot >= 0 && !R.Slots[H.Slot].Text.empty()) {
      const Slot &S = R.Slots[H.Slot];
      // Of a container, the elements; of what others have, all of it.
      const QualType Of = Objects[std::stoi(K)].T,
                     Elements = llvm::StringRef(K).ltrim("0123456789") == "[]" ? elementType(Of) : QualType();
      HostPart M = whole(std::stoi(K), Elements.isNull() ? Of : Elements, S.Text, referredBy(K));
      // Of an object that goes by its own name, all of it.
      const bool Named = !M.Reached && llvm::all_of(K, llvm::isDigit) && !llvm::StringRef(S.Text).starts_with("(*");
      M.Bytes = S.Size            ? std::to_string(S.Size)
                : S.SizeSlot >= 0 ? "(" + R.Slots[S.SizeSlot].Init + ")"
                : Named           ? M.Bytes
                                  : "";
      Parts.push_back({M, L.places().scalarType(Ctx.getBaseElementType(M.T)), Written.count(Id) != 0});
    }
  for (const Place &P : L.containers().Asked) // whether a pointer is null
    Parts.push_back({wholePlace(P, L.places().textOf(P)), std::nullopt, false});
  for (const PointerLvalue &P : L.places().Followed)
    if (!planted("followed-apart"))
      Parts.push_back({{-1, P.T, "&" + P.Text, "sizeof(" + P.Text + ")", P.Text, false, false, QualType(), P.Reference},
                       std::nullopt,
                       false});
}

void LaterMemory::collectMeasured() {
  auto Measure = [&](llvm::StringRef Text) {
    if (size_t At = Text.find(".size()"); At != llvm::StringRef::npos)
      Measured.insert(Text.take_front(At).str());
  };
  for (auto &[Text, Id] : L.containers().Inputs)
    Measure(Text);
  for (const Precondition &C : R.Preconditions)
    Measure(C.Text);
}

void LaterMemory::check(const Use &U) {
  auto IsText = [&] { return U.M.Pointed && U.M.T->isAnyCharacterType(); };
  for (const Part &P : Parts)
    if (L.ok() && (U.Written || P.Written) && mayMeet(U.M, P, U.Written) &&
        !(P.S && P.S->K == ScalarType::Bool && IsText()))
      apart(U, P);
}

/// What is reached from P, which T is the text of if it has one.
void LaterMemory::checkReached(const Place &P, const std::string &T, const Use &By) {
  if (planted("views-own") || onlyLiterals(Objects[P.Obj].D, L.Index))
    return;
  for (Reach &To : Reaching(P.T).To) {
    const std::string Name = (T.empty() ? Objects[P.Obj].Name : T) + (To.Pointed ? "" : "[]");
    Use U{{P.Obj, To.T, "", "", Name, To.Pointed, false, To.Pointed ? To.T : Objects[P.Obj].T,
           To.Pointed || reached(P.Obj), false, To.Pointed},
          By.R,
          By.For,
          To.Written && (By.Written || To.Pointed)};
    const bool Text = To.Pointed && To.T->isAnyCharacterType();
    auto Meets = [&](const Part &Of) { return (U.Written || Of.Written) && mayMeet(U.M, Of, U.Written); };
    if (!T.empty() && !P.Or && !P.Index && To.By && (Text || !To.Pointed) && llvm::any_of(Parts, Meets)) {
      Place Q = P;
      for (const FieldDecl *F : *To.By)
        if (!F->isBitField() && !Q.Hidden && L.ok())
          Q = L.places().field(Q, F);
      if (L.ok() && !Q.Hidden) {
        const std::string By = L.places().textOf(Q);
        U.M.Address = Text ? By : By + ".data()";
        U.M.Bytes = Text ? "1" : "sizeof(*" + By + ".data()) * " + By + ".capacity()";
        U.M.Open = Text;
      }
    }
    check(U);
  }
}

void LaterMemory::checkRead(const Unchanging &U) {
  const bool Hosts = L.effects().hostOnly(U.P), Outer = Objects[U.P.Obj].External;
  if (Outer == Hosts) // checkOwn(), or nothing of the host's
    return;
  const std::string T = Outer ? L.places().textOf(U.P) : "";
  const bool Pointer = Outer && U.P.T->isPointerType();
  if (Outer)
    check({U.P.Index || llvm::StringRef(U.P.Path).starts_with("[") ? opened(wholePlace(U.P, T)) : wholePlace(U.P, T),
           U.R, U.For, false});
  if (Pointer && !U.P.T->getPointeeType()->isIncompleteType() && !U.P.T->isFunctionPointerType())
    check({{U.P.Obj, U.P.T->getPointeeType(), T, U.P.Index || planted("one-element") ? "" : "1", "*" + T, true, true,
            U.P.T->getPointeeType()},
           U.R,
           U.For,
           false});
  else
    checkReached(U.P, T, {HostPart(), U.R, U.For, Hosts});
}

void LaterMemory::checkOwn(const Place &P, const std::string &T, clang::SourceRange Rg, const clang::Stmt *For) {
  HostPart M = wholePlace(P, T);
  const bool ForMore = L.effects().TakenForMore.count(P.Obj);
  if (ForMore && M.Reached)
    M.Bytes.clear();
  check({ForMore || onlyNamed(P) ? M : opened(M), Rg, For, true});
  if (!planted("elements-own"))
    checkReached(P, T, {HostPart(), Rg, For, true});
  // Of another container the region may only have asked how many elements it has.
  if (M.Bytes.empty() || llvm::none_of(Reaching(M.T).To, [](const Reach &To) { return !To.Pointed; }))
    return;
  for (const std::string &Other : Measured)
    if (L.ok() && (M.Reached || !ownName(Other)) && "&" + Other != M.Address)
      L.require("((const char *)&" + Other + " < (const char *)" + M.Address + " || (const char *)&" + Other +
                    " >= (const char *)" + M.Address + " + " + M.Bytes + ")",
                "'" + M.Name + "' and '" + Other + "' are the same memory");
}

} // namespace persistify::host
