//===- Containers.cpp - containers of the C++ standard library ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a std::array or std::vector are a place like a C array. Those
// of a vector outside the region are bound by address, so its length must be
// known when the code is generated: it is guessed from how the program builds
// the vector, and the region has a precondition that it is so. Nothing in a
// region changes the length of a vector from outside.
//
// Steps of a place's path: "[]" the elements of a container, "<1>" an element
// of a tuple, ".at(key)" the value under a key of a map.
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "program/Definition.h"
#include "device/Exchanges.h"
#include "device/MirroredArrays.h"
#include "effects/HostEffects.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "program/FixedLength.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "names/NamedType.h"
#include "persistify/Containment.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace persistify::host {

// ---- places ----------------------------------------------------------------------

void Containers::requireOf(const Place &P, const std::string &Test, const std::string &Reason) {
  if (Scanning)
    return;
  const Object &O = Objects[P.Obj];
  clang::SourceRange Rg = P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange();
  if (!O.Nameless.empty())
    return refuse(Diag::HostNotCapturable, Rg, {O.Name, O.Nameless});
  if (P.Hidden)
    return refuse(Diag::HostNotCapturable, Rg, {P.Hidden->getNameAsString(), "it is a private member"});
  requireTarget(O);
  require(Test, Reason);
}

void Containers::requireTarget(const Object &O) {
  if (!planted("unled-guards"))
    requireWay(O);
  llvm::StringRef T = O.Text;
  if (!T.consume_front("(*") || T == "this)")
    return;
  T = T.drop_back();
  require(T.str() + (Ctx.getLangOpts().CPlusPlus ? " != nullptr" : " != NULL"), "'" + T.str() + "' is null");
  const bool Sized = !O.T.isNull() && !O.T->isIncompleteType() && !O.T->isFunctionType() && !O.T->isVariableArrayType();
  const std::string Size = O.Root.isNull() || !Sized ? "sizeof *(" + T.str() + ")"
                                                     : std::to_string(Ctx.getTypeSizeInChars(O.T).getQuantity());
  if (O.Plain && Sized && !planted("unread-pointers"))
    require("persistify_is_readable((const void *)(" + T.str() + "), " + Size + ")",
            "'" + T.str() + "' points to nothing that can be read");
}

void Containers::requireWay(const Object &O) {
  if (O.Behind >= 0 && !planted("any-pointer"))
    requireTarget(Objects[O.Behind]);
}

Value Containers::inputValue(const Place &P, const char *Name, const char *Type, ScalarType T,
                             const std::string &Text) {
  if (!Objects[P.Obj].Nameless.empty() || P.Hidden)
    requireOf(P, Text, ""); // says why
  requireTarget(Objects[P.Obj]);
  Asked.push_back(P);
  return inputValue(Objects[P.Obj].Name + Name, Type, T, Text,
                    P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange());
}

Value Containers::inputValue(const std::string &Name, const char *Type, ScalarType T, const std::string &Text,
                             clang::SourceRange Rg) {
  auto [It, New] = Inputs.try_emplace(Text, 0);
  if (New) {
    Slot S;
    S.K = Slot::Scalar;
    S.Size = T.bytes();
    S.LocalType = Type;
    S.Init = Text;
    S.Text = Options.Names("in_" + llvm::Twine(R.Slots.size()));
    S.Key = S.Text;
    if (Rg.isValid())
      S.Range = range(Rg);
    Variable V;
    V.Name = Name;
    V.T = T;
    V.Slot = int(R.Slots.size());
    R.Slots.push_back(std::move(S));
    R.Vars.push_back(std::move(V));
    It->second = R.Vars.size() - 1;
  }
  return Value::scalar(variable(It->second, T));
}

std::optional<uint64_t> Containers::lengthOnEntry(const Place &V) {
  constexpr uint64_t Longest = 4096;
  const Container K = containerOf(V.T);
  if (!Sight || (K != Container::Vector && K != Container::Deque && objectType(V.T) != ApiType::EventList))
    return std::nullopt;
  auto At = places().seen(V);
  auto N = At ? Sight->length(LoopStmt, *At) : std::nullopt;
  return N && *N <= Longest ? N : std::nullopt;
}

bool Containers::keepsLength(const Place &V) {
  const ValueDecl *D = V.Fields.empty() ? static_cast<const ValueDecl *>(Objects[V.Obj].D) : V.Fields.back();
  if (!D || V.Or || !Objects[V.Obj].External || places().classify(elementType(V.T)) != LeafKind::Event ||
      !Ctx.hasSameUnqualifiedType(D->getType(), V.T))
    return false;
  auto [It, New] = KeepsLength.try_emplace(D, false);
  if (New)
    It->second = host::keepsLength(D, LoopStmt, Index);
  return It->second;
}

std::optional<uint64_t> Containers::length(const Place &V) {
  if (!V.valid() || V.Or)
    return std::nullopt;
  if (Place Now = exchanges().vectorNow(V); !ok() || Now.Or || Now.Obj != V.Obj) { // the same of each
    auto N = ok() ? length(Now.Or ? Keeping::first(Now) : Now) : std::nullopt;
    for (const Place *P = &Now; N && P->Or; P = &P->Or->Other)
      if (length(P->Or->Other.Or ? Keeping::first(P->Or->Other) : P->Or->Other) != N)
        N = std::nullopt;
    return N;
  }
  if (auto N = fixedSize(V.T))
    return N;
  if (effects().hostOnly(V) && ok() && !keepsLength(V)) { // the host appends to it later, by whatever name
    if (V.Spelled)
      effects().useOfTime(V.Spelled);
    else
      refuse(Diag::HostTime, {}, {Objects[V.Obj].Name});
  }
  if (!Objects[V.Obj].External) {
    auto It = E.Known.find(places().key(V) + ".size()");
    return It != E.Known.end() && It->second.K == Value::Scalar ? constantValue(It->second.E) : std::nullopt;
  }
  auto N = lengthOnEntry(V);
  if (!N || V.T.isVolatileQualified())
    return std::nullopt;
  std::string T = places().textOf(V), L = std::to_string(*N);
  requireOf(V, T + ".size() == " + L, "'" + T + "' has not " + L + (*N == 1 ? " element" : " elements"));
  return N;
}

bool Containers::emptyOnEntry(const Place &V, bool Data) {
  const bool List = V.valid() && (containerOf(V.T) == Container::Vector || objectType(V.T) == ApiType::EventList);
  if (!List || V.Or || !Objects[V.Obj].External || V.T.isVolatileQualified() || effects().hostOnly(V) ||
      lengthOnEntry(V) != 0u)
    return false;
  const std::string T = places().textOf(V);
  requireOf(V, Data ? T + ".data() == nullptr" : T + ".empty()",
            "'" + T + (Data ? "' has, or had, elements" : "' has elements"));
  return true;
}

Place Containers::contents(Place V) {
  if (!V.valid())
    return V;
  const bool Exchanges = exchanges().isExchangedVector(V);
  V = exchanges().vectorNow(V);
  if (V.Or) {
    Place A = contents(Keeping::first(V)), B = contents(V.Or->Other);
    if (Exchanges && A.valid() && B.valid() && !Ctx.hasSameUnqualifiedType(A.T, B.T)) // of different lengths
      return {};
    return A.valid() && B.valid() ? keeping().choose(V.Or->C, A, B) : Place();
  }
  auto N = length(V);
  QualType ET = elementType(V.T);
  if (!N || ET.isNull() || containerOf(V.T) == Container::Deque) // whose elements are in pieces
    return {};
  if (V.T.isConstQualified())
    ET = ET.withConst();
  V.T = Ctx.getConstantArrayType(ET, llvm::APInt(64, *N), nullptr, ArraySizeModifier::Normal, 0);
  V.Path += "[]";
  return V;
}

Place Containers::containerElement(const Place &V, ExprP Index, bool Checked, clang::SourceRange Rg) {
  Index = castTo(sizeType(), Index);
  auto C = constantValue(Index);
  Place A = contents(V);
  if (!ok())
    return V;
  if (A.valid()) {
    uint64_t N = Ctx.getAsConstantArrayType(A.T)->getZExtSize();
    if (C && *C >= N) { // undefined, or throws
      if (Checked)
        stmts().bail(Rg, Stmt::OutOfRange);
      else
        refuse(Diag::HostContainerLength, Rg, {text(V.Spelled)});
      return A;
    }
    if (Checked && !C)
      stmts().bailIf(binary(Expr::GE, Index, constant(sizeType(), N)), Stmt::OutOfRange, Rg);
    return places().element(A, Index, Rg);
  }
  const bool Pieces = containerOf(V.T) == Container::Deque;
  if (ok() && exchanges().isExchangedVector(V) && !Checked) {
    Place First = firstElement(V, Rg);
    return ok() ? places().advance(First, Index, Rg) : V;
  }
  if ((containerOf(V.T) != Container::Vector && !Pieces) || V.Or) {
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
    return V;
  }
  if (Checked && ok()) {
    Value N = containerSize(V, Rg);
    if (!ok())
      return V;
    stmts().bailIf(binary(Expr::GE, Index, N.E), Stmt::OutOfRange, Rg);
  }
  // Of unknown length: single elements by constant index, or an array in device memory.
  Place P = V;
  P.Path += "[]";
  P.T = elementType(V.T);
  P.Row = 0;
  if (C && Objects[V.Obj].External && !mirrors().mirrored(P)) {
    std::string T = places().textOf(V), I = std::to_string(*C);
    requireOf(V, T + ".size() > " + I, "'" + T + "' has not more than " + I + (*C == 1 ? " element" : " elements"));
    P.Path += "[" + I + "]";
    P.Of.second += "[" + I + "]";
    if (V.T.isConstQualified())
      P.T = P.T.withConst();
    return P;
  }
  if (!C && Objects[V.Obj].External && entry().hasQueue(P.T, /*OrKernel=*/true))
    if (std::string Step = entry().steadyStep(Index, Rg); !Step.empty()) {
      P.Path += Step;
      P.Of.second += "[]";
      std::string T = places().textOf(V);
      requireOf(V, T + ".size() > (unsigned long long)(" + entry().hostText(entry().steady(Index)) + ")",
                "'" + places().textOf(P) + "' is none of the elements of '" + T + "'");
      return P;
    }
  if (Pieces) {
    refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
    return V;
  }
  P = firstElement(V, Rg);
  return ok() ? places().advance(P, Index, Rg) : V;
}

Value Containers::containerSize(const Place &V, clang::SourceRange Rg) {
  if (auto N = length(V))
    return Value::scalar(constant(sizeType(), *N));
  if (Place Now = ok() ? exchanges().vectorNow(V) : Place(); ok() && Now.Or && !V.Or) {
    auto Size = [&](auto &Self, const Place &P) -> ExprP {
      Value A = containerSize(P.Or ? Keeping::first(P) : P, Rg);
      ExprP B = ok() && P.Or ? Self(Self, P.Or->Other) : nullptr;
      return !ok() || !P.Or ? A.E : conditional(P.Or->C, A.E, B);
    };
    ExprP N = Size(Size, Now);
    return ok() ? Value::scalar(N) : Value();
  }
  if (!ok())
    return {};
  if (!V.Or && !Objects[V.Obj].External)
    if (auto It = E.Known.find(places().key(V) + ".size()"); It != E.Known.end() && It->second.K == Value::Scalar) {
      Place Length = V;
      Length.Path += ".size()";
      ordering().noteAccess(Length, /*Write=*/false);
      return It->second;
    }
  if (V.Or || !Objects[V.Obj].External) {
    refuse(Diag::HostContainerLength, Rg, {V.Spelled ? text(V.Spelled) : Objects[V.Obj].Name});
    return {};
  }
  return inputValue(V, "_size", "size_t", sizeType(), places().textOf(V) + ".size()");
}

Place Containers::mapElement(Place M, const clang::Expr *Key, clang::SourceRange Rg, bool Makes) {
  QualType KT = elementType(M.T);
  // Equal literals of a file are one object, so a pointer to one is a key as well.
  const bool Pointers = KT->isPointerType() && KT->getPointeeType()->isCharType() && !planted("keys-as-strings");
  Value K = containerOf(Key->getType()) == Container::String || Pointers ? stringValue(Key) : exprs().rvalue(bare(Key));
  if (K.K == Value::Pointer && ok()) // a reference to the key
    K = leaves().load(K.P, Rg);
  if (!ok())
    return M;
  std::string Text;
  auto Plain = [](char C) { return llvm::isAlnum(C) || llvm::StringRef("_-. :/+").contains(C); };
  if (K.K == Value::Str && K.Text && llvm::all_of(*K.Text, Plain) &&
      (Pointers || containerOf(KT) == Container::String)) {
    Text = "\"" + *K.Text + "\"";
  } else if (auto C = K.K == Value::Scalar ? constantValue(K.E) : std::nullopt;
             C && KT->isIntegralOrEnumerationType()) {
    Text = K.E->T.K == ScalarType::Signed ? std::to_string(int64_t(*C)) : std::to_string(*C);
    if (KT->isEnumeralType()) {
      names().means(KT);
      const std::string Type = namedType(KT, Ctx);
      Text = Type.empty() ? "" : "(" + Type + ")" + Text;
    }
    if (Text.find('<') != std::string::npos) // see textOf
      Text.clear();
  }
  if (Text.empty() || M.Or || !Objects[M.Obj].External) {
    refuse(Diag::HostMapKey, Rg, {M.Spelled ? text(M.Spelled) : Objects[M.Obj].Name});
    return M;
  }
  const bool Later = Makes && effects().hostOnly(M);
  if (!Later)
    requireOf(M, places().textOf(M) + ".count(" + Text + ")",
              "'" + places().textOf(M) + "' has no element under this key");
  M.T = elementType(M.T, 1);
  M.Path += Later ? "[" + Text + "]" : ".at(" + Text + ")";
  M.Of.second += "[" + (K.K == Value::Str ? Text : std::to_string(*constantValue(K.E))) + "]";
  return M;
}

Place Containers::smartPointee(const Place &P, clang::SourceRange Rg) {
  if (auto Target = P.valid() ? exchanges().exchanged(P, Rg) : std::nullopt)
    return Target->P;
  if (P.valid() && P.Or) { // an element that an index names
    Place One = smartPointee(Keeping::first(P), Rg), Other = ok() ? smartPointee(P.Or->Other, Rg) : Place();
    return ok() ? keeping().choose(P.Or->C, One, Other) : Place();
  }
  if (!P.valid() || !Objects[P.Obj].External || E.Known.count(places().key(P))) {
    if (ok())
      refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : "this"});
    return {};
  }
  std::string T = places().textOf(P);
  requireOf(P, T + " != nullptr", "'" + T + "' is null");
  QualType To = elementType(P.T);
  if (auto *A = Ctx.getAsArrayType(To))
    To = A->getElementType();
  Place Q = places().pointee(P, To);
  Q.Spelled = P.Spelled;
  return Q;
}

Place Containers::tupleElement(Place T, unsigned I, clang::SourceRange Rg) {
  const unsigned Elements = fixedSize(T.T).value_or(0);
  auto IsNumber = [&](unsigned J) {
    const QualType ET = elementType(T.T, containerOf(T.T) == Container::Array ? 0 : J);
    return !ET.isNull() && places().scalarType(ET);
  };
  // Of each that an index may choose. Where they have buffers, loops over them are better taken element by element.
  if (T.Or && llvm::all_of(llvm::seq(0u, Elements), IsNumber) && !planted("element-of-first")) {
    const Place First = tupleElement(Keeping::first(T), I, Rg), Other = tupleElement(T.Or->Other, I, Rg);
    return ok() ? keeping().choose(T.Or->C, First, Other) : T;
  }
  auto N = fixedSize(T.T);
  QualType ET = elementType(T.T, containerOf(T.T) == Container::Array ? 0 : I);
  if (!N || I >= *N || ET.isNull() || ET->isReferenceType()) {
    refuse(Diag::HostUnsupportedExpr, Rg, {"this element"});
    return T;
  }
  switch (containerOf(T.T)) {
  case Container::Array: return places().element(contents(T), constant(sizeType(), I), Rg);
  case Container::Pair: T.Path += I ? ".second" : ".first"; break;
  default: T.Path += "<" + std::to_string(I) + ">"; break;
  }
  T.Of.second += "[" + std::to_string(I) + "]";
  T.T = T.T.isConstQualified() ? ET.withConst() : ET;
  return T;
}

/// The literal that X is, or is a string made of.
static const clang::StringLiteral *literalOf(const clang::Expr *X) {
  X = bare(X);
  if (auto *C = dyn_cast<CXXConstructExpr>(X); C && writtenArguments(C) == 1)
    X = bare(C->getArg(0));
  auto *L = dyn_cast<clang::StringLiteral>(X->IgnoreParenImpCasts());
  return L && L->isOrdinary() ? L : nullptr;
}

/// What a string that is made of a pointer to characters holds: those in front of the first zero.
static Value asString(Value V) {
  if (const size_t End = V.K == Value::Str && V.Text ? V.Text->find('\0') : std::string::npos;
      End != std::string::npos && !planted("zeros-in-strings"))
    return Value::string(V.Text->substr(0, End));
  return V;
}

Value Containers::stringValue(const clang::Expr *X) {
  X = bare(X);
  if (auto *D = dyn_cast<DeclRefExpr>(X->IgnoreParenImpCasts()))
    if (auto *V = dyn_cast<VarDecl>(D->getDecl());
        V && V->getInit() && !Frames.back().Vars.count(V->getCanonicalDecl()))
      if (Index.neverChanges(V) && (containerOf(V->getType()) == Container::String || V->getType()->isPointerType()))
        if (auto *L = literalOf(V->getInit()))
          return asString(Value::string(L->getString().str()));
  if (containerOf(X->getType()) == Container::String) {
    if (auto *C = dyn_cast<CXXConstructExpr>(X); C && writtenArguments(C) == 1)
      return stringValue(C->getArg(0));
    if (X->isGLValue()) {
      Place P = exprs().lvalue(X);
      return ok() ? leaves().load(P, X->getSourceRange()) : Value();
    }
    return exprs().rvalue(X);
  }
  return asString(exprs().rvalue(X));
}

// ---- construction ----------------------------------------------------------------

void Containers::valueInitialise(const Place &P, clang::SourceRange Rg) {
  if (!ok())
    return;
  const Container C = containerOf(P.T);
  if (C == Container::Pair || C == Container::Tuple || C == Container::Array) {
    Place A = C == Container::Array ? contents(P) : P;
    for (uint64_t I = 0, N = *fixedSize(P.T); I < N && ok(); ++I)
      valueInitialise(C == Container::Array ? places().element(A, constant(sizeType(), I), Rg) : tupleElement(P, I, Rg),
                      Rg);
    return;
  }
  if (auto *A = Ctx.getAsConstantArrayType(P.T)) {
    for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I)
      valueInitialise(places().element(P, constant(sizeType(), I), Rg), Rg);
    return;
  }
  auto Refuse = [&] {
    if (ok())
      refuse(Diag::HostImplicitCall, Rg, {"the constructor of " + P.T.getAsString()});
  };
  auto *RD = P.T->getAsRecordDecl();
  if (places().classify(P.T) != LeafKind::Record || !RD)
    return C == Container::None ? exprs().initialize(P, new (Ctx) ImplicitValueInitExpr(P.T)) : Refuse();
  auto *Class = dyn_cast<CXXRecordDecl>(RD);
  if (C != Container::None || objectType(P.T) != ApiType::None || (Class && !Class->hasDefinition()))
    return Refuse();
  const CXXConstructorDecl *Own = nullptr;
  if (Class && !Class->hasTrivialDefaultConstructor())
    for (const CXXConstructorDecl *D : Class->ctors())
      if (D->isDefaultConstructor() && !D->isDeleted())
        Own = D;
  if (Class && !Class->hasTrivialDefaultConstructor() && !Own)
    return Refuse();
  if (!Own || !Own->isUserProvided())
    exprs().zeroMembers(P, RD);
  const FunctionDecl *Def = Own && ok() ? definitionThatRuns(Own) : nullptr;
  if (!Own || !ok())
    return;
  if (!Def || P.Or || P.Index || Ctx.getSourceManager().isInSystemHeader(Own->getLocation()))
    return Refuse();
  functions().inlineCall(Def, {}, P, Rg);
}

void Containers::giveElement(const Place &To, const clang::Expr *X, clang::SourceRange Rg) {
  QualType T = To.T;
  if (X->isGLValue() && (places().scalarType(T) || places().classify(T) != LeafKind::Record) && ok()) {
    Place Q = exprs().lvalue(X); // bound to a reference parameter
    if (ok())
      leaves().store(To, leaves().load(Q, Rg), Rg);
    return;
  }
  exprs().initialize(To, X);
}

bool Containers::constructTuple(const Place &P, const CXXConstructExpr *C) {
  const clang::SourceRange Rg = C->getSourceRange();
  const unsigned Args = writtenArguments(C);
  const clang::Expr *From = Args == 1 ? C->getArg(0) : nullptr;
  uint64_t N = *fixedSize(P.T);
  if (From && fixedSize(From->getType()) == N && containerOf(From->getType()) != Container::Array) {
    Value V = exprs().rvalue(From);
    if (ok() && V.K != Value::Record && V.K != Value::Pointer)
      return false;
    for (unsigned I = 0; I < N && ok(); ++I)
      leaves().copyPart(tupleElement(P, I, Rg), tupleElement(V.P, I, Rg), Rg);
    return true;
  }
  if (Args != N && Args != 0)
    return false;
  for (unsigned I = 0; I < N && ok(); ++I) {
    Place El = tupleElement(P, I, Rg);
    if (Args)
      giveElement(El, C->getArg(I), Rg);
    else
      valueInitialise(El, Rg);
  }
  return true;
}

void Containers::constructVector(const Place &P, const CXXConstructExpr *C) {
  const clang::SourceRange Rg = C->getSourceRange();
  const unsigned Args = writtenArguments(C);
  const clang::Expr *From = Args == 1 ? C->getArg(0) : nullptr;
  const InitListExpr *L = bracedElements(C);
  std::optional<uint64_t> N = L ? L->getNumInits() : 0;
  Place Other;
  ExprP Size;
  if (!L && Args && C->getArg(0)->getType()->isIntegerType()) {
    Size = castTo(sizeType(), exprs().scalar(C->getArg(0)));
    N = constantValue(Size);
  } else if (!L && From && containerOf(From->getType()) == Container::Vector) {
    Value V = From->isGLValue() ? Value() : exprs().rvalue(From);
    Other = From->isGLValue() ? exprs().lvalue(From) : V.P;
    N = ok() && Other.valid() ? length(Other) : std::nullopt;
    if (ok() && Other.valid() && !N)
      Size = containerSize(Other, Rg).E;
  } else if (!L && Args) {
    N = std::nullopt;
  }
  if (!ok())
    return;
  // Its elements move: of one from outside the length would change.
  const bool Moves = Other.valid() && From->isXValue() && C->getConstructor()->isMoveConstructor();
  if (Moves && Objects[Other.Obj].External) {
    refuse(Diag::HostContainerLength, Rg, {text(From)});
    return;
  }
  auto MoveOut = llvm::make_scope_exit([&] {
    if (Moves && ok())
      E.Known.set(places().key(Other) + ".size()", Value::scalar(constant(sizeType(), 0)));
  });
  if (Size && (!N || *N > 64) && places().scalarType(elementType(P.T)) && !Objects[P.Obj].External && !L) {
    makeElements(P, Size, Other, Args == 2 ? C->getArg(1) : nullptr, Rg);
    return;
  }
  if (!N || *N > 64 || !keepsLength(P, *N)) {
    refuse(Diag::HostContainerLength, Rg, {Objects[P.Obj].Name});
    return;
  }
  E.Known.set(places().key(P) + ".size()", Value::scalar(constant(sizeType(), *N)));
  Place Pattern; // of all elements: w(3, n++) evaluates it once
  if (!L && !Other.valid() && Args == 2) {
    Pattern = places().temporary(elementType(P.T), "value");
    giveElement(Pattern, C->getArg(1), Rg);
    if (!ok())
      return;
  }
  Place A = contents(P);
  for (uint64_t I = 0; I < *N && ok(); ++I) {
    ExprP At = constant(sizeType(), I);
    Place El = places().element(A, At, Rg);
    if (L)
      giveElement(El, L->getInit(I), Rg);
    else if (Other.valid())
      leaves().copyPart(El, places().element(contents(Other), At, Rg), Rg);
    else if (Args == 2)
      leaves().copyPart(El, Pattern, Rg);
    else
      valueInitialise(El, Rg);
  }
}

bool Containers::construct(const Place &P, const CXXConstructExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  unsigned Args = writtenArguments(C);
  Container K = containerOf(P.T);
  if (K == Container::None)
    return false;
  if (Scanning && Objects[P.Obj].External)
    return true; // what it holds is found by its address
  const clang::Expr *From = Args == 1 ? C->getArg(0) : nullptr;
  switch (K) {
  case Container::String: {
    Value V = Args == 0 ? Value::string("") : From ? stringValue(From) : Value();
    if (ok())
      E.Known.set(places().key(P), V.K == Value::Str ? V : Value());
    return true;
  }
  case Container::Function:
    if (const FunctionDecl *F = From ? callableOf(From) : nullptr) {
      E.Known.set(places().key(P), Value::function(F));
      return true;
    }
    return false;
  case Container::Iterator:
  case Container::InitList:
    if (K == Container::InitList && Args == 0) {
      QualType None =
          Ctx.getConstantArrayType(elementType(P.T), llvm::APInt(64, 0), nullptr, ArraySizeModifier::Normal, 0);
      leaves().store(P, Value::pointer(places().temporary(None, "none")), Rg);
      return true;
    }
    if (!From)
      return false;
    if (Value V = From->isGLValue() ? leaves().load(exprs().lvalue(From), Rg) : exprs().rvalue(From); ok())
      leaves().store(P, V, Rg);
    return true;
  case Container::Pair:
  case Container::Tuple: return constructTuple(P, C);
  case Container::Vector: constructVector(P, C); return true;
  default: return false;
  }
}

} // namespace persistify::host
