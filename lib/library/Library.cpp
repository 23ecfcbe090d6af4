//===- Library.cpp - finds the row of a function, a method or a class -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Library.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace persistify::library {

namespace {

// ---- the table -----------------------------------------------------------------

constexpr ClassSet Contiguous = in(Class::Array) | in(Class::Vector) | in(Class::Span);
constexpr ClassSet Lists = in(Class::List) | in(Class::ForwardList);
constexpr ClassSet Growing = in(Class::Vector) | in(Class::Deque) | in(Class::List);
constexpr ClassSet Fronts = in(Class::Deque) | Lists;
constexpr ClassSet Sequences = Contiguous | Growing;
constexpr ClassSet InitLists = in(Class::InitList);
constexpr ClassSet MultiMaps = in(Class::MultiMap) | in(Class::UnorderedMultiMap);
constexpr ClassSet Maps = in(Class::Map) | in(Class::UnorderedMap) | MultiMaps;
constexpr ClassSet Sets = in(Class::Set) | in(Class::MultiSet) | in(Class::UnorderedSet) | in(Class::UnorderedMultiSet);
constexpr ClassSet Adapters = in(Class::Stack) | in(Class::Queue) | in(Class::PriorityQueue);
constexpr ClassSet Texts = in(Class::String) | in(Class::StringView);
constexpr ClassSet Iterated = Sequences | Maps | Sets | Texts;
constexpr ClassSet Tuples = in(Class::Pair) | in(Class::Tuple);
constexpr ClassSet Pointers = in(Class::UniquePtr) | in(Class::SharedPtr) | in(Class::SharedPtrBase);
constexpr ClassSet Owners = Pointers | in(Class::Optional);
constexpr ClassSet Iterators = in(Class::Iterator) | in(Class::NodeIterator);
constexpr ClassSet Streams = in(Class::OStream) | in(Class::OFStream) | in(Class::Ios) | in(Class::IosBase);
constexpr ClassSet StringStreams = in(Class::OStringStream) | in(Class::IStringStream) | in(Class::StringStream);
constexpr ClassSet Buffers = in(Class::StreamBuf) | in(Class::FileBuf) | in(Class::StringBuf);
static_assert(unsigned(Class::StringBuf) < 64, "a set of classes has 64 bits");

const Row Rows[] = {
#define LIBRARY_FUNCTION(SCOPE, NAME, LEAST, MOST, DOES, TRAITS)                                                       \
  {Scope::SCOPE, 0, #NAME, LEAST, MOST, Does::DOES, TRAITS},
#include "Functions.def"
#define LIBRARY_METHOD(CLASSES, NAME, LEAST, MOST, DOES, TRAITS)                                                       \
  {Scope::Method, CLASSES, #NAME, LEAST, MOST, Does::DOES, TRAITS},
#define LIBRARY_OPERATOR(CLASSES, OPERATOR, LEAST, MOST, DOES, TRAITS)                                                 \
  {Scope::Method, CLASSES, "operator " #OPERATOR, LEAST, MOST, Does::DOES, TRAITS},
#include "Methods.def"
};

const ClassRow Classes[] = {
#define LIBRARY_CLASS(ID, NAME, CONTAINER, TRAITS) {Class::ID, #NAME, Container::CONTAINER, TRAITS},
#include "Classes.def"
};

using RowList = llvm::SmallVector<const Row *, 2>;

/// The rows of a name.
const RowList &rowsOf(llvm::StringRef Name) {
  static const llvm::StringMap<RowList> Map = [] {
    llvm::StringMap<RowList> M;
    for (const Row &R : Rows)
      M[R.Name].push_back(&R);
    return M;
  }();
  static const RowList None;
  auto It = Map.find(Name);
  return It == Map.end() ? None : It->second;
}

llvm::StringRef operatorName(OverloadedOperatorKind Op) {
  switch (Op) {
#define OVERLOADED_OPERATOR(NAME, SPELLING, TOKEN, UNARY, BINARY, MEMBER)                                              \
  case OO_##NAME: return "operator " #NAME;
#include "clang/Basic/OperatorKinds.def"
  default: return "";
  }
}

// ---- declarations ----------------------------------------------------------------

/// Whether a class stands in a namespace of the library's own beside std or within it, as __gnu_cxx::__normal_iterator does.
bool besideStd(const Decl *D) {
  auto *N = dyn_cast<NamespaceDecl>(D->getDeclContext()->getRedeclContext());
  const SourceManager &SM = D->getASTContext().getSourceManager();
  return N && N->getIdentifier() && N->getName().starts_with("__") &&
         (N->getParent()->isStdNamespace() || N->getParent()->isTranslationUnit()) &&
         SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
}

/// Whether the program says itself what a class template of the library is for some type: std::hash<Mine>.
bool isOwnSpecialization(const CXXRecordDecl *R) {
  auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!S || planted("own-specializations"))
    return false;
  const SourceManager &SM = R->getASTContext().getSourceManager();
  auto System = [&](const Decl *D) { return SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())); };
  auto *Partial = S->getInstantiatedFrom().dyn_cast<ClassTemplatePartialSpecializationDecl *>();
  return System(S->getSpecializedTemplate()) && !(Partial ? System(Partial) : System(S));
}

/// Whether a program declares \p F, which has no body, as double (void).
bool isOwnDeclaration(const FunctionDecl *F) {
  return !F->hasBody() && F->getReturnType()->isRealFloatingType() && F->getNumParams() == 0;
}

/// Some of the compiler's functions are declared with (...), and their arguments are checked by what they are.
bool fits(const Row &R, const FunctionDecl *F) {
  const unsigned N = F->getNumParams();
  if (N == 0 && F->getIdentifier() && F->getName().starts_with("__builtin_") &&
      (F->isVariadic() || F->getType()->isFunctionNoProtoType()))
    return true;
  return (N >= R.Least && (R.Most == Any || N <= R.Most)) || (R.In != Scope::Method && planted("any-arity"));
}

/// Whether a function that stands outside of classes is one of \p R, but for its name.
bool isIn(const Row &R, const FunctionDecl *F, bool Builtin) {
  if (R.In == Scope::Builtin)
    return Builtin;
  if (R.In == Scope::Std)
    return F->isInStdNamespace();
  if (R.In != Scope::C)
    return false;
  const bool CLinkage =
      !F->getASTContext().getLangOpts().CPlusPlus || F->isExternC() || F->getBuiltinID() || F->hasAttr<AsmLabelAttr>();
  return F->isInStdNamespace() || (CLinkage && F->getDeclContext()->getRedeclContext()->isTranslationUnit());
}

const Row *functionRow(const FunctionDecl *F) {
  const llvm::StringRef Written = F->getName();
  llvm::StringRef Name = Written;
  const bool Builtin = F->getBuiltinID() && rowsOf(Name).empty() && Name.consume_front("__builtin_");
  auto Find = [&](llvm::StringRef Name, uint32_t Needs) -> const Row * {
    for (const Row *R : rowsOf(Name))
      if ((R->Traits & Needs) == Needs && isIn(*R, F, Builtin) && fits(*R, F))
        return R;
    return nullptr;
  };
  if (const Row *R = Find(Name, NoTrait))
    return R;
  llvm::StringRef Stem = Name;
  if (Stem.consume_back("f"))
    return Find(Stem, Floats);
  if (Stem.consume_back("ll") || Stem.consume_back("l"))
    return Find(Stem, Longs);
  return nullptr;
}

} // namespace

bool ofLibrary(const FunctionDecl *F) {
  if (planted("any-name"))
    return true;
  const ASTContext &Ctx = F->getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  bool Declared = false;
  for (const FunctionDecl *R : F->redecls()) {
    if (R->isImplicit() || R->getLocation().isInvalid())
      continue;
    const bool System = SM.isInSystemHeader(SM.getExpansionLoc(R->getLocation()));
    if (!System && R->doesThisDeclarationHaveABody())
      return false;
    Declared |= System;
  }
  // Declared by the program only. Names that C99 added are the program's own in C89.
  return Declared || (F->getBuiltinID() &&
                      (F->getName().starts_with("__") || Ctx.getLangOpts().C99 || Ctx.getLangOpts().CPlusPlus));
}

bool inChrono(const Decl *D) {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C); N && N->getIdentifier() && N->getName() == "chrono")
      return N->isInStdNamespace();
  return false;
}

// ---- what is asked ----------------------------------------------------------------

const ClassRow *classRow(const CXXRecordDecl *R) {
  static const llvm::StringMap<const ClassRow *> Map = [] {
    llvm::StringMap<const ClassRow *> M;
    for (const ClassRow &C : Classes)
      M[C.Name] = &C;
    return M;
  }();
  if (!R || !R->getIdentifier())
    return nullptr;
  auto It = Map.find(R->getName());
  if (It == Map.end() ||
      !(R->isInStdNamespace() || planted("any-class") || (It->second->Model == Container::Iterator && besideStd(R)) ||
        (It->second->is(Time) && inChrono(R))))
    return nullptr;
  return isOwnSpecialization(R) ? nullptr : It->second;
}

const ClassRow *classRow(QualType T) {
  return T.isNull() ? nullptr : classRow(T.getNonReferenceType()->getAsCXXRecordDecl());
}

Class classOf(QualType T) {
  const ClassRow *R = classRow(T);
  return R ? R->Is : Class::None;
}

bool is(QualType T, ClassTrait Trait) {
  const ClassRow *R = classRow(T);
  return R && R->is(Trait);
}

static const Row *methodRow(ClassSet Of, const CXXMethodDecl *M) {
  llvm::StringRef Name = M->getIdentifier()          ? M->getName()
                         : M->isOverloadedOperator() ? operatorName(M->getOverloadedOperator())
                         : isa<CXXConversionDecl>(M) ? "operator Conversion"
                                                     : "";
  for (const Row *R : rowsOf(Name))
    if ((R->Of & Of) && fits(*R, M))
      return R;
  return nullptr;
}

const Row *row(const FunctionDecl *F) {
  if (!F || planted("no-library"))
    return nullptr;
  if (auto *M = dyn_cast<CXXMethodDecl>(F)) {
    const ClassRow *C = classRow(M->getParent());
    if (C && unsigned(C->Is) < 64)
      return methodRow(in(C->Is), M);
    if (!M->getIdentifier() || !inChrono(M))
      return nullptr;
    for (const Row *R : rowsOf(M->getName()))
      if (R->In == Scope::Chrono && fits(*R, M))
        return R;
    return nullptr;
  }
  if (!F->getIdentifier())
    return nullptr;
  const Row *R = functionRow(F);
  return R && (ofLibrary(F) || (R->is(OwnDeclared) && isOwnDeclaration(F))) ? R : nullptr;
}

bool formatsFloats(const ValueDecl *D) {
  return D && D->getIdentifier() && D->getDeclContext()->getEnclosingNamespaceContext()->isStdNamespace() &&
         llvm::any_of(rowsOf(D->getName()), [](const Row *R) { return R->In == Scope::Std && R->is(FloatFormat); });
}

const Row *rowOfName(const FunctionDecl *F) {
  if (const Row *R = row(F))
    return R;
  return F && F->getIdentifier() && !isa<CXXMethodDecl>(F) && !F->isDefined() ? functionRow(F) : nullptr;
}

bool isHook(const FunctionDecl *F) {
  return F->getIdentifier() &&
         llvm::any_of(rowsOf(F->getName()), [](const Row *R) { return R->In == Scope::Std && R->What == Does::Swap; });
}

const Row *row(QualType T, const FunctionDecl *F) {
  auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  const ClassRow *C = classRow(T);
  if (!M || !C || unsigned(C->Is) >= 64)
    return row(F);
  if (const Row *R = methodRow(in(C->Is), M))
    return R;
  return row(F);
}

Does whatDoes(const FunctionDecl *F) {
  const Row *R = row(F);
  return R ? R->What : Does::Unmodelled;
}

Does whatDoes(QualType T, const FunctionDecl *F) {
  const Row *R = row(T, F);
  return R ? R->What : Does::Unmodelled;
}

bool is(const FunctionDecl *F, Trait T) {
  const Row *R = row(F);
  return R && R->is(T);
}

std::optional<unsigned> formatOf(const FunctionDecl *F) {
  const Row *R = row(F);
  if (!R)
    return std::nullopt;
  return R->is(Formats0)   ? std::optional(0u)
         : R->is(Formats1) ? std::optional(1u)
         : R->is(Formats2) ? std::optional(2u)
                           : std::nullopt;
}

} // namespace persistify::library
