//===- Mirrors.cpp - host arrays in device memory ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   clEnqueueReadBuffer(q, d_sums, CL_TRUE, 0, groups * sizeof(float), h_sums, ...);
//   for (i = 0; i < groups; ++i) sum += h_sums[i];
//
// A host array that is transferred in bulk, or whose elements are chosen by a
// computed index, lives in a device buffer of its own while the region runs: its
// mirror. Bulk transfers become copies between buffers, element accesses become
// transfers of one element. The runtime fills the mirror from the array before
// the launch and writes it back after (rule H5: so the array holds what the last
// executed read gave it, whatever way the loop was left).
//
// Which arrays need a mirror is found while lowering, which then starts again.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "device/Commands.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

std::string MirroredArrays::mirrorName(const Place &P) const {
  if (P.Obj < 0 || P.Or || P.Obj == exchanges().ExchangeObj)
    return "";
  const Object &O = Objects[P.Obj];
  if (!O.External && O.Local)
    return "local " + std::to_string(reinterpret_cast<uintptr_t>(O.Local)) + P.Path;
  if (!O.External) // a vector that a function returns, or that is made for an assignment, or an array on the heap
    return O.Id.empty() || (containerOf(O.T) != Container::Vector && !isHeapArray(P.Obj)) ? ""
                                                                                          : "made " + O.Id + P.Path;
  Place Array = P;
  Array.Index = nullptr;
  return leaves().slotKey(Array);
}

bool MirroredArrays::mirrored(const Place &P) const {
  if (P.valid() && !P.Or && commands().largeMapping(P.Obj))
    return true;
  return !Exchanged.Mirrors.empty() && Exchanged.Mirrors.count(mirrorName(P));
}

bool MirroredArrays::wantMirror(const Place &At) {
  Place P = At;
  if (llvm::StringRef(P.Path).ends_with("[0]")) // the first of an array of structs
    P.Path.resize(P.Path.size() - 3);
  std::string Name = Scanning ? "" : mirrorName(P);
  QualType T = P.T;
  while (auto *A = Ctx.getAsConstantArrayType(T))
    T = A->getElementType();
  // Only elements of arrays are loaded and stored there; a number of its own stays a variable.
  const bool Element =
      P.T->isArrayType() || P.Extent || llvm::StringRef(P.Path).contains('[') ||
      (P.Obj >= 0 && (Objects[P.Obj].Behind >= 0 || containerOf(Objects[P.Obj].T) == Container::Vector ||
                      llvm::StringRef(Objects[P.Obj].Text).starts_with("(*")));
  if (!Element && !planted("any-mirror") && (places().scalarType(P.T) || (P.Obj >= 0 && !Objects[P.Obj].External)))
    return false;
  if (Name.empty() || T.isNull() || T->isIncompleteType() || !T.isTriviallyCopyableType(Ctx) ||
      T.isVolatileQualified() || T->isAnyPointerType())
    return false;
  if (Exchanged.Mirrors.insert(Name).second)
    Exchanged.Grown = true;
  return true;
}

Place MirroredArrays::mirrorStart(Place P) {
  while (!P.Extent && Ctx.getAsConstantArrayType(P.T))
    P = places().element(P, constant(sizeType(), 0), {});
  if (!P.Extent) {
    P.Extent = UnknownExtent;
    P.Index = constant(sizeType(), 0);
  }
  return P;
}

void MirroredArrays::writes(const Place &P, const Handle &H) {
  if (!commands().largeMapping(P.Obj))
    R.Handles[H.V].Assigned = true;
}

Handle MirroredArrays::mirror(const Place &P) {
  if (auto *Large = commands().largeMapping(P.Obj))
    return Large->Of;
  std::string K = std::to_string(P.Obj) + P.Path;
  leaves().noteReference(K, P);
  auto [It, New] = Mirrors.try_emplace(K);
  if (New) {
    const Object &O = Objects[P.Obj];
    if (O.External)
      places().checkCapture(P);
    HandleVariable V;
    V.Name = O.Name;
    llvm::StringRef Path = P.Path;
    Path.consume_back("[]");
    for (char C : Path)
      V.Name += llvm::isAlnum(C) ? C : '_';
    V.Mirror = true;
    if (O.External) {
      V.Slot = leaves().newSlot(Slot::Mirror, P, 0);
      Place Array = P;
      Array.Index = nullptr;
      std::string Key = leaves().slotKey(Array);
      auto [Where, Name] = llvm::StringRef(Key).rsplit("(*"); // what a pointer designates has its name
      if (llvm::StringRef(P.Path).ends_with("[]")) // all elements, not the first
        R.Slots[V.Slot].Key = llvm::StringRef(Key).drop_back(3).str();
      else
        R.Slots[V.Slot].Key = Name.consume_back(")") ? (Where + Name).str() : Key;
    } else {
      Slot S;
      S.K = Slot::Mirror;
      S.Range = range(O.Local ? O.Local->getSourceRange() : LoopStmt->getSourceRange());
      S.Key = "local " + V.Name; // the same in each run of the tool
      auto Same = [&](const Slot &Other) { return llvm::StringRef(Other.Key).split('#').first == S.Key; };
      if (auto N = llvm::count_if(R.Slots, Same))
        S.Key += "#" + std::to_string(N + 1);
      R.Slots.push_back(S);
      V.Slot = int(R.Slots.size()) - 1;
    }
    uint64_t Element = P.Struct ? P.Struct : mirrorUnit(P);
    if (P.Extent != UnknownExtent)
      R.Slots[V.Slot].Size = P.Extent * Element;
    R.Handles.push_back(V);
    It->second = R.Handles.size() - 1;
    if (O.External && llvm::StringRef(P.Path).ends_with("[]")) {
      Place Vector = P;
      Vector.Path.resize(P.Path.size() - 2);
      VectorBytes[It->second] = places().textOf(Vector) + ".size() * " + std::to_string(Element) + "u";
    }
  }
  Handle H;
  H.K = Handle::Var;
  H.V = It->second;
  return H;
}

uint64_t MirroredArrays::mirrorUnit(const Place &P) const {
  return P.Unit ? P.Unit : Ctx.getTypeSizeInChars(Ctx.getBaseElementType(P.T)).getQuantity();
}

ExprP MirroredArrays::mirrorOffset(const Place &P) const {
  ExprP Start = binary(Expr::Mul, castTo(sizeType(), P.Index), constant(sizeType(), mirrorUnit(P)));
  const uint64_t Inside = P.Inside + P.BaseAt;
  if (auto *Large = commands().largeMapping(P.Obj))
    Start = binary(Expr::Add, Large->Offset, Start);
  return Inside ? binary(Expr::Add, Start, constant(sizeType(), Inside)) : Start;
}

std::optional<Place> MirroredArrays::mirrorMember(const Place &Of, const FieldDecl *F) const {
  const RecordDecl *RD = Of.T->getAsRecordDecl();
  auto *Class = dyn_cast_or_null<CXXRecordDecl>(RD);
  if (!RD || RD->isUnion() || F->isBitField() || F->getType()->isReferenceType() ||
      F->getType().isVolatileQualified() || Of.T.isVolatileQualified() ||
      (Class && (Class->isDynamicClass() || Class->isInStdNamespace())))
    return std::nullopt;
  const auto Members = commands().membersOf(RD->getDefinition());
  const auto Found =
      llvm::find_if(Members, [&](auto &M) { return M.first->getCanonicalDecl() == F->getCanonicalDecl(); });
  if (Found == Members.end())
    return std::nullopt;
  Place P = Of;
  P.Unit = mirrorUnit(Of);
  P.Inside += Found->second;
  P.T = F->getType();
  if (Of.T.isConstQualified())
    P.T = P.T.withConst();
  return P;
}

Stmt MirroredArrays::mirrorElement(Stmt::Kind K, const Place &P, ScalarType T, clang::SourceRange Rg) {
  Stmt S;
  S.K = K;
  S.Range = range(Rg);
  S.What = "element of " + Objects[P.Obj].Name;
  S.H = mirror(P);
  S.Offset[0] = mirrorOffset(P);
  S.Size = T.bytes();
  return S;
}

Value MirroredArrays::loadMirror(const Place &P, clang::SourceRange Rg) {
  auto T = places().scalarType(P.T);
  if (!T) {
    if (VectorBytes.count(mirror(P).V)) // a table of handles and the like, were its length known
      refuse(Diag::HostContainerLength, Rg, {Objects[P.Obj].Name});
    else
      refuse(Diag::HostUnsupportedType, Rg, {Objects[P.Obj].Name, P.T.getAsString()});
    return {};
  }
  if (T->K == ScalarType::Float)
    R.HostFloat = true;
  unsigned Id = keeping().pinnedVariable(Objects[P.Obj].Name + "_element", *T);
  Stmt S = mirrorElement(Stmt::ReadBack, P, *T, Rg);
  S.Var = Id;
  Out->push_back(std::move(S));
  return Value::scalar(variable(Id, *T));
}

void MirroredArrays::storeMirror(const Place &P, const ExprP &X, clang::SourceRange Rg) {
  auto T = places().scalarType(P.T);
  Stmt S = mirrorElement(Stmt::Upload, P, *T, Rg);
  S.Value = castTo(*T, X);
  writes(P, S.H);
  Out->push_back(std::move(S));
}

void MirroredArrays::transferMirror(bool Read, Place Host, Stmt S, const ExprP &Bytes) {
  Host = mirrorStart(Host);
  if (!ok())
    return;
  ExprP At = mirrorOffset(Host);
  Handle M = mirror(Host);
  ordering().noteAccess(Host, /*Write=*/Read);
  S.K = Stmt::Copy;
  S.E = Bytes;
  S.Offset[1] = At;
  S.H2 = M;
  if (Read)
    writes(Host, M);
  else {
    std::swap(S.H, S.H2);
    std::swap(S.Offset[0], S.Offset[1]);
  }
  Out->push_back(std::move(S));
}

Stmt MirroredArrays::ofMirrors(llvm::StringRef What, llvm::ArrayRef<Place> Read, const Place &Written,
                               clang::SourceRange Rg) {
  Stmt S;
  S.Range = range(Rg);
  S.What = What.str();
  S.StatusIgnored = true; // of no bytes is no error
  auto Pending = [&](const Place &P) {
    if (ok())
      refuse(Diag::HostPendingTransfer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  };
  for (const Place &P : Read)
    if (leaves().pending(E.Reading, P))
      Pending(P);
  if (leaves().pending(E.Reading, Written) || leaves().pending(E.Writing, Written))
    Pending(Written);
  return S;
}

void MirroredArrays::copyMirror(const Place &To, const Place &From, const ExprP &Bytes, llvm::StringRef What,
                                clang::SourceRange Rg) {
  Stmt S = ofMirrors(What, {From}, To, Rg);
  Place Source = mirrorStart(From);
  if (!ok())
    return;
  S.H = mirror(Source);
  ordering().noteAccess(Source, /*Write=*/false);
  S.Offset[0] = mirrorOffset(Source);
  transferMirror(/*Read=*/true, To, std::move(S), Bytes);
}

void MirroredArrays::setMirror(Place Host, const ExprP &Pattern, const ExprP &Bytes, llvm::StringRef What,
                               clang::SourceRange Rg) {
  Stmt S = ofMirrors(What, {}, Host, Rg);
  Host = mirrorStart(Host);
  if (!ok())
    return;
  S.K = Stmt::Fill;
  S.H = mirror(Host);
  ordering().noteAccess(Host, /*Write=*/true);
  S.Offset[0] = mirrorOffset(Host);
  S.E = Bytes;
  S.Size = Pattern->T.bytes();
  S.Value = Pattern;
  writes(Host, S.H);
  Out->push_back(std::move(S));
}

namespace {

/// C text of an expression over values on entry; empty if it is none.
struct EntryText {
  const Region &R;
  std::map<unsigned, std::string> Last; ///< counter of a loop around -> its last value
  std::map<unsigned, ExprP> Once; ///< the region's own variables with one assignment
  static std::string type(ScalarType T) {
    if (T.K == ScalarType::Bool)
      return "unsigned char";
    if (T.K == ScalarType::Float)
      return "";
    static const std::pair<unsigned, const char *> Names[] = {
        {8, "char"}, {16, "short"}, {32, "int"}, {64, "long long"}};
    for (auto &[Bits, Name] : Names)
      if (Bits == T.Bits)
        return (T.K == ScalarType::Unsigned ? "unsigned " : "signed ") + std::string(Name);
    return "";
  }
  std::string text(const ExprP &E, unsigned Depth = 0) const {
    std::string T = type(E->T);
    if (T.empty())
      return "";
    switch (E->O) {
    case Expr::Const:
      return "(" + T + ")" +
             (E->T.K == ScalarType::Signed ? std::to_string(int64_t(E->Bits)) + "ll" : std::to_string(E->Bits) + "ull");
    case Expr::Var: {
      const Variable &V = R.Vars[E->V];
      if (auto It = Last.find(E->V); It != Last.end())
        return "(" + T + ")(" + It->second + ")";
      if (auto It = Once.find(E->V); It != Once.end() && It->second && Depth < 8) {
        std::string Own = text(It->second, Depth + 1);
        return Own.empty() ? "" : "(" + T + ")(" + Own + ")";
      }
      if (V.Slot < 0 || V.Assigned || V.IsArray || !E->Args.empty() || !R.Slots[V.Slot].LocalType.empty())
        return "";
      return "(" + T + ")(" + R.Slots[V.Slot].Text + ")";
    }
    case Expr::Cast: {
      std::string A = text(E->Args[0], Depth);
      return A.empty() || E->T.K == ScalarType::Bool ? "" : "(" + T + ")(" + A + ")";
    }
    case Expr::Add:
    case Expr::Sub:
    case Expr::Mul:
    case Expr::Div:
    case Expr::Rem:
    case Expr::Shr: {
      auto C = constantValue(E->Args[1]);
      bool ByConstant = E->O == Expr::Div || E->O == Expr::Rem || E->O == Expr::Shr;
      if (ByConstant && (!C || *C == 0 || *C > 0x7fffffff))
        return "";
      std::string A = text(E->Args[0], Depth), B = text(E->Args[1], Depth);
      const char *Op = E->O == Expr::Add   ? " + "
                       : E->O == Expr::Sub ? " - "
                       : E->O == Expr::Mul ? " * "
                       : E->O == Expr::Div ? " / "
                       : E->O == Expr::Rem ? " % "
                                           : " >> ";
      return A.empty() || B.empty() ? "" : "(" + T + ")(" + A + Op + B + ")";
    }
    default: return "";
    }
  }
};

/// Ways out of a loop other than its own test.
bool leavesEarly(const StmtList &L, unsigned Loops = 0) {
  for (const Stmt &S : L) {
    if (S.K == Stmt::Exit || S.K == Stmt::Leave || (S.K == Stmt::Break && !Loops))
      return true;
    bool Early = false;
    forEachList(S, [&](const StmtList &Inner) { Early |= leavesEarly(Inner, Loops + (S.K == Stmt::Loop)); });
    if (Early)
      return true;
  }
  return false;
}

/// What a loop does to its counter I on every trip, once: in its header, or in its body. Null: not known.
const Stmt *stepOf(const Stmt &L, unsigned I) {
  const Stmt *Step = nullptr;
  unsigned Sets = 0;
  auto Top = [&](const StmtList &List) {
    for (const Stmt &S : List)
      if (S.K == Stmt::Assign && S.Var == I && !S.Index)
        Step = &S;
    forEachStmt(List, [&](const Stmt &S) { Sets += S.setsVar() && S.Var == I; });
  };
  Top(L.Next);
  Top(L.Body);
  return Sets == 1 ? Step : nullptr;
}

/// for (...; i < bound; i += c): what i is on the last trip, if all trips are made.
std::optional<std::pair<unsigned, std::string>> lastTrip(const Stmt &L, const EntryText &Text) {
  if (!L.E || (L.E->O != Expr::LT && L.E->O != Expr::LE && L.E->O != Expr::NE) || L.TestLast || leavesEarly(L.Body))
    return std::nullopt;
  ExprP I = L.E->Args[0];
  while (I->O == Expr::Cast)
    I = I->Args[0];
  const Stmt *Step = I->O == Expr::Var && I->Args.empty() ? stepOf(L, I->V) : nullptr;
  if (!Step)
    return std::nullopt;
  // i = i + c, through the casts of a narrow type.
  ExprP X = Step->E;
  while (X->O == Expr::Cast)
    X = X->Args[0];
  auto C = X->O == Expr::Add ? constantValue(X->Args[1]) : std::nullopt;
  ExprP Old = X->O == Expr::Add ? X->Args[0] : nullptr;
  while (Old && Old->O == Expr::Cast)
    Old = Old->Args[0];
  if (!C || *C == 0 || *C > 0x7fffffff || !Old || Old->O != Expr::Var || Old->V != I->V)
    return std::nullopt;
  std::string Bound = Text.text(L.E->Args[1]);
  if (Bound.empty())
    return std::nullopt;
  // No trip at all: nothing is looked at.
  return std::make_pair(I->V, L.E->O == Expr::LE ? Bound : "(" + Bound + ") > 0 ? (" + Bound + ") - 1 : 0");
}

} // namespace

void MirroredArrays::checkArrays() {
  std::set<unsigned> Read;
  forEachStmt(R.Body, [&](const Stmt &S) {
    forEachOperand(S, [&](const ExprP &E) { forEachVar(E, [&](unsigned V) { Read.insert(V); }); });
  });
  for (auto &[V, Name] : ArrayMirrors)
    if (R.Vars[V].Assigned && R.Vars[V].Count > MaxCarriedElements && (Read.count(V) || R.Vars[V].Slot < 0) &&
        !Name.empty() && Exchanged.Mirrors.insert(Name).second) {
      Exchanged.Grown = true;
      Refused.push_back({Diag::HostArray, R.Range, {R.Vars[V].Name, std::to_string(MaxCarriedElements)}});
    }
}

void MirroredArrays::finishMirrors() {
  struct Most {
    uint64_t Constant = 0;
    std::set<std::string> Others; ///< expressions
  };
  std::map<unsigned, Most> Bytes; ///< by handle variable
  EntryText Text{R, {}, {}};
  forEachStmt(R.Body, [&](const Stmt &S) { // null: more than one
    if (S.setsVar() && R.Vars[S.Var].Slot < 0)
      if (auto [It, New] = Text.Once.try_emplace(S.Var, S.K == Stmt::Assign && !S.Index ? S.E : nullptr); !New)
        It->second = nullptr;
  });
  auto Reach = [&](const Handle &H, const ExprP &Offset, const ExprP &Size) {
    if (H.K != Handle::Var || !R.Handles[H.V].Mirror || R.Slots[R.Handles[H.V].Slot].Size)
      return;
    ExprP End = binary(Expr::Add, Offset, Size);
    if (auto C = constantValue(End))
      Bytes[H.V].Constant = std::max(Bytes[H.V].Constant, *C);
    else if (std::string T = Text.text(End); !T.empty())
      Bytes[H.V].Others.insert(std::move(T));
  };
  auto Walk = [&](auto &&Self, const StmtList &L) -> void {
    for (const Stmt &S : L) {
      if (S.K == Stmt::Copy) {
        Reach(S.H, S.Offset[0], S.E);
        Reach(S.H2, S.Offset[1], S.E);
      } else if (S.K == Stmt::Fill) {
        Reach(S.H, S.Offset[0], S.E);
      } else if (S.K == Stmt::ReadBack || S.K == Stmt::Upload) {
        Reach(S.H, S.Offset[0], constant(sizeType(), S.Size));
      } else if (S.K == Stmt::AssignHandle && S.E) {
        Reach(S.H, constant(sizeType(), 0), S.E);
      } else if (S.K == Stmt::Loop || S.K == Stmt::Block || S.K == Stmt::Solo) {
        auto Counter = S.K == Stmt::Loop ? lastTrip(S, Text) : std::nullopt;
        if (Counter)
          Text.Last.insert(*Counter);
        forEachList(S, [&](const StmtList &Inner) { Self(Self, Inner); });
        if (Counter)
          Text.Last.erase(Counter->first);
      }
    }
  };
  Walk(Walk, R.Body);
  for (auto &[Obj, Size] : HeapBytes)
    if (auto It = Mirrors.find(std::to_string(Obj) + "[]"); It != Mirrors.end()) {
      Handle H;
      H.K = Handle::Var;
      H.V = It->second;
      Reach(H, constant(sizeType(), 0), Size);
    }
  for (auto &[H, Text] : VectorBytes)
    Bytes[H] = {0, {Text}}; // all that there is
  unsigned N = 0;
  for (auto &[H, Most] : Bytes) {
    std::string Init = Most.Constant ? std::to_string(Most.Constant) + "ull" : "";
    for (const std::string &T : Most.Others)
      Init = Init.empty() ? T : "persistify_larger(" + Init + ", " + T + ")";
    if (Init.empty())
      continue;
    Slot Size;
    Size.K = Slot::Scalar;
    Size.Size = 8;
    Size.Text = Options.Names("bytes_" + llvm::Twine(++N));
    Size.LocalType = "unsigned long long";
    Size.Init = Init;
    Slot &S = R.Slots[R.Handles[H].Slot];
    Size.Range = S.Range;
    S.SizeSlot = int(R.Slots.size());
    R.Slots.push_back(Size);
  }
}

} // namespace persistify::host
