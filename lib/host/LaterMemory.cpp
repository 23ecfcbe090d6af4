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
#include "Containers.h"
#include "Lowering.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

namespace {

/// A part of the host's memory, as the generated code writes it.
struct Memory {
  int Obj;
  QualType T; ///< of what is there
  std::string Address, Bytes, Name;
  bool Pointed = false; ///< what a pointer of the object points to
  bool Open = false;    ///< and what comes in front of that, or behind it
  QualType Of = T;      ///< of the object that it is, or is a part of ...
  bool Reached = true;  ///< ... by a name that others may have for it, too
  bool Referred = false; ///< a reference that is a member of the object names it
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
    if (!Behind->isFunctionType() && !Behind->isIncompleteType() && !HostCalls::isStream(Behind) && !HostCalls::isFile(Behind))
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
    case Container::String:
      return isStringView(T) ? members(T, std::nullopt) : element(elementType(T), std::move(By));
    case Container::Vector:
      return element(elementType(T), std::move(By));
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
    case Container::Map:
    case Container::Function:
    case Container::None:
      break;
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
  const bool Stays = List && (D->getASTContext().getBaseElementType(D->getType()).isConstQualified() || Index.neverChanges(D));
  return Stays && T->isPointerType() && llvm::all_of(List->inits(), [](const clang::Expr *X) {
           return isa<clang::StringLiteral>(X->IgnoreParenCasts()) || isa<ImplicitValueInitExpr>(X);
         });
}

} // namespace

/// Nothing that is performed later may see something else than it would have.
void Lowering::checkDeferred() {
  if (!ok())
    return;
  if (!TimeUses.empty())
    return refuse(Diag::HostTime, TimeUses.front()->getSourceRange(), {text(TimeUses.front())});
  if (R.Deferred.empty())
    return;
  auto Overlap = [](llvm::StringRef A, llvm::StringRef B) { return A.starts_with(B) || B.starts_with(A); };
  // Host arrays that transfers write, by handle variable.
  std::set<unsigned> Written;
  forEachStmt(R.Body, [&](const Stmt &S) {
    if (const Handle *To = S.writes(); To && To->K == Handle::Var)
      Written.insert(To->V);
  });
  for (const Unchanging &U : LaterReads) {
    if (hostOnly(U.P))
      continue;
    for (auto &[K, Id] : Mirrors) {
      size_t Digits = 0;
      unsigned Obj = std::stoul(K, &Digits);
      if (Written.count(Id) && int(Obj) == U.P.Obj && Overlap(llvm::StringRef(K).drop_front(Digits), U.P.Path))
        return refuse(Diag::HostDeferred, U.R, {textOf(U.P), "the loop changes '" + R.Handles[Id].Name + "'"});
    }
    for (auto &[K, T] : Texts)
      if (T.P.Obj == U.P.Obj && Overlap(T.P.Path, U.P.Path))
        return refuse(Diag::HostDeferred, U.R, {textOf(U.P), "the loop changes '" + textOf(T.P) + "'"});
    bool Chars = U.P.T->isCharType() || (U.P.T->isPointerType() && U.P.T->getPointeeType()->isCharType());
    for (auto &[K, Id] : ScalarLeaves) {
      const Variable &V = R.Vars[Id];
      if (!V.Assigned || V.Slot < 0)
        continue;
      size_t Digits = 0;
      unsigned Obj = std::stoul(K, &Digits);
      bool Same = int(Obj) == U.P.Obj && Overlap(llvm::StringRef(K).drop_front(Digits), U.P.Path);
      if (Same || (Chars && V.T.Bits == 8 && V.IsArray))
        return refuse(Diag::HostDeferred, U.R, {textOf(U.P), "the loop changes '" + R.Slots[V.Slot].Text + "'"});
    }
  }
  // ---- one object under two names
  auto Reached = [&](int Obj) { // not by a name that only it has
    const Object &O = Objects[Obj];
    if (!O.D || O.D->getType()->isReferenceType())
      return true;
    llvm::StringRef T = O.Text;
    return !T.consume_back(O.D->getName()) || !(T.empty() || (T.ends_with("::") && !T.contains('(')));
  };
  auto Leaf = [](ScalarType A, ScalarType B) {
    return A.Bits == B.Bits && (A.K == ScalarType::Float) == (B.K == ScalarType::Float);
  };
  // Whether something of type A may have a B, or a scalar S, in it, or in what it owns.
  auto Has = [&](auto &&Self, QualType A, QualType B, std::optional<ScalarType> S, bool Owned, unsigned Depth = 0) -> bool {
    A = Ctx.getBaseElementType(A.getNonReferenceType().getCanonicalType()).getUnqualifiedType();
    if (!B.isNull())
      B = Ctx.getBaseElementType(B.getNonReferenceType().getCanonicalType()).getUnqualifiedType();
    if (auto *Complex = A->getAs<ComplexType>())
      return Self(Self, Complex->getElementType(), B, S, Owned, Depth);
    if (auto *Lanes = A->getAs<VectorType>())
      return Self(Self, Lanes->getElementType(), B, S, Owned, Depth);
    if (auto T = scalarType(A); T && (S || scalarType(B)))
      return Leaf(*T, S ? *S : *scalarType(B));
    if (!S && A == B)
      return true;
    const CXXRecordDecl *Class = A->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition())
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (Depth < 8 && Self(Self, Base.getType(), B, S, Owned, Depth + 1))
          return true;
    if (Owned && llvm::any_of(elementTypes(A), [&](QualType E) { return Depth >= 8 || Self(Self, E, B, S, Owned, Depth + 1); }))
      return true;
    const RecordDecl *Record = A->getAsRecordDecl();
    return Record && llvm::any_of(Record->fields(), [&](const FieldDecl *F) {
             return Depth >= 8 || Self(Self, F->getType(), B, S, Owned, Depth + 1);
           });
  };
  // The objects that the names A and B reach may be one, or one a part of the other.
  auto MayMeet = [&](const Memory &A, const Memory &B, std::optional<ScalarType> S, bool Written) {
    // In C a pointer to a variable begins with its address.
    auto *Named = B.Reached || B.Obj < 0 ? nullptr : Objects[B.Obj].D;
    const bool Kept = Named && !Ctx.getLangOpts().CPlusPlus && scalarType(Named->getType()) && !Index.takesAddress(Named);
    const bool Far = A.Reached && !Kept, Away = B.Reached;
    if ((A.Obj == B.Obj && !A.Pointed && !A.Referred && !B.Referred) || (!Far && !Away))
      return false;
    if (A.T->isVoidType() || (Written && Far && A.T->isCharType())) // whatever
      return true;
    // The region looks at bytes of something.
    const bool Bytes = B.Reached && S && S->Bits == 8 && S->K != ScalarType::Bool && Written && !planted("any-bytes");
    if (Bytes && (A.Reached || (A.Obj >= 0 && Objects[A.Obj].D && Index.takesAddress(Objects[A.Obj].D))))
      return true;
    if (!Has(Has, A.T, S ? QualType() : B.T, S, false))
      return false;
    if (B.Of.isNull())
      return true;
    return (Away && Has(Has, A.Of, B.Of, std::nullopt, true)) || (Far && Has(Has, B.Of, A.Of, std::nullopt, true));
  };
  auto IsText = [](const Memory &M) { return M.Pointed && M.T->isAnyCharacterType(); };
  auto Apart = [&](const Memory &A, Memory B, bool Changed, clang::SourceRange Rg) {
    const std::string Does = Changed ? "change" : "use";
    if ((A.Obj >= 0 && !Objects[A.Obj].Nameless.empty()) || (B.Obj >= 0 && !Objects[B.Obj].Nameless.empty()))
      return refuse(Diag::HostDeferred, Rg, {A.Name, "the loop " + Does + "s '" + B.Name + "'"});
    auto May = [&] { refuse(Diag::HostDeferred, Rg, {A.Name, "the loop may " + Does + " it as '" + B.Name + "'"}); };
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
    require("(" + Begin + " >= " + Other + " + " + B.Bytes + " || " + Other + " >= " + Begin + " + " + A.Bytes + ")",
            "'" + A.Name + "' and '" + B.Name + "' are the same memory");
  };
  auto Whole = [&](int Obj, QualType T, const std::string &Text, QualType ByReference) {
    const bool Referred = !ByReference.isNull();
    return Memory{Obj, T, "&" + Text, "sizeof(" + Text + ")", Text, false, false, Referred ? ByReference : Objects[Obj].T,
                  Referred || Reached(Obj), Referred};
  };
  auto Referred = [&](const std::string &Key) {
    auto It = ByReference.find(Key);
    return It == ByReference.end() ? QualType() : It->second;
  };
  auto WholePlace = [&](const Place &P, const std::string &Text) { return Whole(P.Obj, P.T, Text, referredBy(P)); };
  // Behind a pointer there may be more than one object.
  auto Opened = [&](Memory M) {
    llvm::StringRef T = Objects[M.Obj].Text;
    if (!M.Referred && T.consume_front("(*") && T.consume_back(")") && T != "this" && !planted("one-element")) {
      M.Address = "&" + Objects[M.Obj].Text;
      M.Bytes = "1";
      M.Open = true;
    }
    return M;
  };
  // What the region has of the host's, and whether it writes it.
  struct Part {
    Memory M;
    std::optional<ScalarType> S;
    bool Written;
  };
  std::vector<Part> Parts;
  for (auto &[K, Id] : ScalarLeaves)
    if (const Variable &V = R.Vars[Id]; V.Slot >= 0 && R.Slots[V.Slot].LocalType.empty())
      Parts.push_back({Whole(std::stoi(K), QualType(), R.Slots[V.Slot].Text, Referred(K)), V.T, V.Assigned});
  for (auto &[K, Id] : Mirrors)
    if (const HandleVariable &H = R.Handles[Id]; H.Slot >= 0 && !R.Slots[H.Slot].Text.empty()) {
      const Slot &S = R.Slots[H.Slot];
      Memory M = Whole(std::stoi(K), Objects[std::stoi(K)].T, S.Text, Referred(K));
      M.Bytes = S.Size ? std::to_string(S.Size) : S.SizeSlot >= 0 ? "(" + R.Slots[S.SizeSlot].Init + ")" : "";
      Parts.push_back({M, scalarType(Ctx.getBaseElementType(M.T)), Written.count(Id) != 0});
    }
  // Containers whose length the region has from the host.
  std::set<std::string> Measured;
  auto Measure = [&](llvm::StringRef Text) {
    if (size_t At = Text.find(".size()"); At != llvm::StringRef::npos)
      Measured.insert(Text.take_front(At).str());
  };
  for (auto &[Text, Id] : Inputs)
    Measure(Text);
  for (const Precondition &C : R.Preconditions)
    Measure(C.Text);
  for (const Place &P : Asked) // whether a pointer is null
    Parts.push_back({WholePlace(P, textOf(P)), std::nullopt, false});
  for (const PointerLvalue &P : Followed)
    if (!planted("followed-apart"))
      Parts.push_back({{-1, P.T, "&" + P.Text, "sizeof(" + P.Text + ")", P.Text, false, false, QualType(), P.Reference}, std::nullopt, false});
  struct Use {
    Memory M;
    clang::SourceRange R;
    bool Written; ///< by what is performed later
  };
  // What is reached from P, which T is the text of if it has one.
  auto Reaches = [&](const Place &P, const std::string &T, clang::SourceRange Rg, bool Writes, llvm::function_ref<void(const Use &)> Do) {
    if (planted("views-own") || onlyLiterals(Objects[P.Obj].D, Index))
      return;
    for (Reach &To : Reaching(P.T).To) {
      const std::string Name = (T.empty() ? Objects[P.Obj].Name : T) + (To.Pointed ? "" : "[]");
      Use U{{P.Obj, To.T, "", "", Name, To.Pointed, false, To.Pointed ? To.T : Objects[P.Obj].T, To.Pointed || Reached(P.Obj)}, Rg, To.Written && (Writes || To.Pointed)};
      const bool Text = To.Pointed && To.T->isAnyCharacterType();
      auto Meets = [&](const Part &Of) { return (U.Written || Of.Written) && MayMeet(U.M, Of.M, Of.S, U.Written); };
      if (!T.empty() && !P.Or && !P.Index && To.By && (Text || !To.Pointed) && llvm::any_of(Parts, Meets)) {
        Place Q = P;
        for (const FieldDecl *F : *To.By)
          if (!F->isBitField() && !Q.Hidden && ok())
            Q = field(Q, F);
        if (ok() && !Q.Hidden) {
          const std::string By = textOf(Q);
          U.M.Address = Text ? By : By + ".data()";
          U.M.Bytes = Text ? "1" : "sizeof(*" + By + ".data()) * " + By + ".capacity()";
          U.M.Open = Text;
        }
      }
      Do(U);
    }
  };
  auto Check = [&](const Use &U) {
    for (const Part &P : Parts)
      if (ok() && (U.Written || P.Written) && MayMeet(U.M, P.M, P.S, U.Written) && !(P.S && P.S->K == ScalarType::Bool && IsText(U.M)))
        Apart(U.M, P.M, P.Written, U.R);
  };
  for (const Unchanging &U : LaterReads) {
    if (U.P.Obj < 0 || HostCalls::isStream(U.P.T) || HostCalls::isFile(U.P.T))
      continue;
    const bool Hosts = hostOnly(U.P), Outer = Objects[U.P.Obj].External;
    if (Outer == Hosts) // CheckOwn, or nothing of the host's
      continue;
    const std::string T = Outer ? textOf(U.P) : "";
    const bool Pointer = Outer && U.P.T->isPointerType();
    if (Outer)
      Check({U.P.Index || llvm::StringRef(U.P.Path).starts_with("[") ? Opened(WholePlace(U.P, T)) : WholePlace(U.P, T), U.R, false});
    if (Pointer && !U.P.T->getPointeeType()->isIncompleteType() && !U.P.T->isFunctionPointerType())
      Check({{U.P.Obj, U.P.T->getPointeeType(), T, U.P.Index || planted("one-element") ? "" : "1", "*" + T, true, true, U.P.T->getPointeeType()}, U.R, false});
    else
      Reaches(U.P, T, U.R, Hosts, Check);
  }
  auto OwnName = [&](const std::string &Text) {
    for (size_t I = 0; I < Objects.size(); ++I)
      if (Objects[I].External && Objects[I].Text == Text)
        return !Reached(I);
    return false;
  };
  // What the host writes: objects, members of the region's, and what it has no name for.
  auto CheckOwn = [&](const Place &P, const std::string &T, clang::SourceRange Rg) {
    Memory M = WholePlace(P, T);
    if (TakenForMore.count(P.Obj) && M.Reached)
      M.Bytes.clear();
    Check({TakenForMore.count(P.Obj) ? M : Opened(M), Rg, true});
    if (!planted("elements-own"))
      Reaches(P, T, Rg, true, Check);
    // Of another container the region may only have asked how many elements it has.
    if (llvm::any_of(Reaching(M.T).To, [](const Reach &To) { return !To.Pointed; }))
      for (const std::string &Other : Measured)
        if (ok() && !M.Bytes.empty() && (M.Reached || !OwnName(Other)) && "&" + Other != M.Address)
          require("((const char *)&" + Other + " < (const char *)" + M.Address + " || (const char *)&" + Other + " >= (const char *)" +
                      M.Address + " + " + M.Bytes + ")",
                  "'" + M.Name + "' and '" + Other + "' are the same memory");
  };
  for (size_t I = 0; I < Objects.size(); ++I)
    if (Place P; P.Obj = I, P.T = Objects[I].T, Objects[I].External && hostOnly(P))
      CheckOwn(P, Objects[I].Text, LoopStmt->getSourceRange());
  for (const Unchanging &U : LaterReads)
    if (!U.P.Fields.empty() && Objects[U.P.Obj].External && hostOnly(U.P))
      CheckOwn(U.P, textOf(U.P), U.R);
  for (const Behind &B : LaterBehind)
    Check({{-1, B.T, "", "", B.Name, true, false, B.T}, B.R, B.Written});
}

} // namespace persistify::host
