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
};

/// What objects of class T point to, without owning it.
std::vector<QualType> pointedBy(QualType T, unsigned Depth = 0) {
  std::vector<QualType> To;
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || Depth > 4 || HostCalls::isStream(T) || planted("views-own"))
    return To;
  auto Add = [&](QualType F) {
    if (F->isPointerType() || F->isReferenceType()) {
      if (!F->getPointeeType()->isFunctionType() && !F->getPointeeType()->isIncompleteType())
        To.push_back(F->getPointeeType());
      return;
    }
    for (QualType Inner : pointedBy(F, Depth + 1))
      To.push_back(Inner);
  };
  const QualType Object(T->getBaseElementTypeUnsafe(), 0);
  switch (containerOf(Object)) {
  case Container::String:
    if (isStringView(Object))
      break; // by its members
    return To;
  case Container::Smart:
  case Container::Iterator:
  case Container::InitList:
    if (QualType Behind = elementType(Object); !Behind.isNull())
      To.push_back(Behind);
    return To;
  case Container::Array:
  case Container::Vector:
  case Container::Map:
  case Container::Pair:
  case Container::Tuple: // own their elements
    for (const TemplateArgument &A : elements(Object))
      if (A.getKind() == TemplateArgument::Type)
        Add(A.getAsType());
    return To;
  case Container::Function:
  case Container::None:
    break;
  }
  for (const CXXBaseSpecifier &B : R->bases())
    Add(B.getType());
  for (const FieldDecl *F : R->fields())
    Add(F->getType());
  return To;
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
    return !O.D || O.D->getType()->isReferenceType() || O.Text != O.D->getName();
  };
  auto Leaf = [](ScalarType A, ScalarType B) {
    return A.Bits == B.Bits && (A.K == ScalarType::Float) == (B.K == ScalarType::Float);
  };
  // Whether something of type A may have a B, or a scalar S, in it.
  auto Has = [&](auto &&Self, QualType A, QualType B, std::optional<ScalarType> S, unsigned Depth = 0) -> bool {
    A = Ctx.getBaseElementType(A.getNonReferenceType().getCanonicalType()).getUnqualifiedType();
    if (!B.isNull())
      B = Ctx.getBaseElementType(B.getNonReferenceType().getCanonicalType()).getUnqualifiedType();
    if (auto T = scalarType(A); T && (S || scalarType(B)))
      return Leaf(*T, S ? *S : *scalarType(B));
    if (!S && A == B)
      return true;
    const CXXRecordDecl *Class = A->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition())
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (Depth < 8 && Self(Self, Base.getType(), B, S, Depth + 1))
          return true;
    const RecordDecl *Record = A->getAsRecordDecl();
    return Record && llvm::any_of(Record->fields(), [&](const FieldDecl *F) {
             return Depth >= 8 || Self(Self, F->getType(), B, S, Depth + 1);
           });
  };
  // The objects that the names A and B reach may be one, or one a part of the other.
  auto MayMeet = [&](const Memory &A, const Memory &B, std::optional<ScalarType> S) {
    const bool Far = A.Pointed || Reached(A.Obj), Away = B.Pointed || Reached(B.Obj);
    if ((A.Obj == B.Obj && !A.Pointed) || (!Far && !Away) || !Has(Has, A.T, S ? QualType() : B.T, S))
      return false;
    QualType TA = A.Pointed ? A.T : Objects[A.Obj].T, TB = Objects[B.Obj].T;
    return (Away && Has(Has, TA, TB, std::nullopt)) || (Far && Has(Has, TB, TA, std::nullopt));
  };
  auto IsText = [](const Memory &M) { return M.Pointed && M.T->isAnyCharacterType(); };
  auto Apart = [&](const Memory &A, Memory B, clang::SourceRange Rg) {
    if (!Objects[A.Obj].Nameless.empty() || !Objects[B.Obj].Nameless.empty())
      return refuse(Diag::HostDeferred, Rg, {A.Name, "the loop changes '" + B.Name + "'"});
    // A text goes on behind its first character. Another object it reaches only from
    // inside of that, if all of that is known.
    if (IsText(A)) {
      const Object &O = Objects[B.Obj];
      if (Reached(B.Obj) || O.T->isPointerType() || O.T->isReferenceType())
        return refuse(Diag::HostDeferred, Rg, {A.Name, "the loop may change it as '" + B.Name + "'"});
      B.Address = "&" + O.Text;
      B.Bytes = "sizeof(" + O.Text + ")";
    }
    if (A.Bytes.empty() || B.Bytes.empty()) // behind one of several pointers; a mirror that grows when it is used
      return refuse(Diag::HostDeferred, Rg, {A.Name, "the loop may change it as '" + B.Name + "'"});
    std::string Begin = "(const char *)" + A.Address, Other = "(const char *)" + B.Address;
    require("(" + Begin + " >= " + Other + " + " + B.Bytes + " || " + Other + " >= " + Begin + " + " + A.Bytes + ")",
            "'" + A.Name + "' and '" + B.Name + "' are the same memory");
  };
  auto Whole = [&](int Obj, QualType T, const std::string &Text) {
    return Memory{Obj, T, "&" + Text, "sizeof(" + Text + ")", Text};
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
      Parts.push_back({Whole(std::stoi(K), QualType(), R.Slots[V.Slot].Text), V.T, V.Assigned});
  for (auto &[K, Id] : Mirrors)
    if (const HandleVariable &H = R.Handles[Id]; H.Slot >= 0 && !R.Slots[H.Slot].Text.empty()) {
      const Slot &S = R.Slots[H.Slot];
      Memory M = Whole(std::stoi(K), Objects[std::stoi(K)].T, S.Text);
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
  std::vector<std::pair<Memory, clang::SourceRange>> Seen;
  for (const Unchanging &U : LaterReads) {
    if (U.P.Obj < 0 || !Objects[U.P.Obj].External || hostOnly(U.P) || HostCalls::isStream(U.P.T))
      continue;
    std::string T = textOf(U.P);
    auto Behind = [&](QualType Of, const std::string &Address, const std::string &Bytes, const std::string &Name) {
      Seen.push_back({Memory{U.P.Obj, Of, Address, U.P.Index ? "" : Bytes, Name, true}, U.R});
    };
    Seen.push_back({Whole(U.P.Obj, U.P.T, T), U.R});
    if (QualType Of = elementType(U.P.T); containerOf(U.P.T) == Container::Vector && !Of->isBooleanType())
      Behind(Of, T + ".data()", "sizeof(*" + T + ".data()) * " + T + ".size()", T + "[]");
    // What a class reaches by pointers of its own, such as a view: it has no name here.
    for (QualType Of : pointedBy(U.P.T))
      for (const Part &P : Parts)
        if (ok() && P.Written && (P.S ? Has(Has, Of, QualType(), P.S) : Has(Has, Of, P.M.T, std::nullopt)))
          return refuse(Diag::HostDeferred, U.R, {T, "the loop may change it as '" + P.M.Name + "'"});
    if (U.P.T->isPointerType() && !U.P.T->getPointeeType()->isIncompleteType() && !U.P.T->isFunctionPointerType() &&
        !HostCalls::isFile(U.P.T))
      Behind(U.P.T->getPointeeType(), T, "sizeof(*" + T + ")", "*" + T);
  }
  for (auto &[M, Rg] : Seen)
    for (const Part &P : Parts)
      if (ok() && P.Written && MayMeet(M, P.M, P.S) && !(P.S && P.S->K == ScalarType::Bool && IsText(M)))
        Apart(M, P.M, Rg);
  auto OwnName = [&](const std::string &Text) {
    for (size_t I = 0; I < Objects.size(); ++I)
      if (Objects[I].External && Objects[I].Text == Text)
        return !Reached(I);
    return false;
  };
  // What the host writes: objects, and members of the region's.
  std::vector<std::pair<Memory, clang::SourceRange>> Own;
  for (size_t I = 0; I < Objects.size(); ++I)
    if (Place P; P.Obj = I, Objects[I].External && hostOnly(P))
      Own.push_back({Whole(I, Objects[I].T, Objects[I].Text), LoopStmt->getSourceRange()});
  for (const Unchanging &U : LaterReads)
    if (!U.P.Fields.empty() && Objects[U.P.Obj].External && hostOnly(U.P))
      Own.push_back({Whole(U.P.Obj, U.P.T, textOf(U.P)), U.R});
  for (auto &[M, Rg] : Own) {
    for (const Part &P : Parts)
      if (ok() && MayMeet(M, P.M, P.S))
        Apart(M, P.M, Rg);
    // Of another container the region may only have asked how many elements it has.
    if (containerOf(M.T) == Container::Vector)
      for (const std::string &Other : Measured)
        if (ok() && (Reached(M.Obj) || !OwnName(Other)) && "&" + Other != M.Address)
          require("(const void *)" + M.Address + " != (const void *)&" + Other,
                  "'" + M.Name + "' and '" + Other + "' are the same memory");
  }
}

} // namespace persistify::host
