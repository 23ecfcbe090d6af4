//===- SameDeclarations.cpp - declarations and attributes in lockstep -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SameWalk.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace persistify {

// ---- what names refer to

bool SameWalk::same(const Decl *A, const Decl *B) {
  if (!A || !B)
    return !A && !B;
  A = A->getCanonicalDecl();
  B = B->getCanonicalDecl();
  if (const Decl *P = Locals.partner(A))
    return P == B;
  if (A == B)
    return !Locals.taken(B);
  if (A->getKind() != B->getKind())
    return false;
  if (const auto *R = dyn_cast<RecordDecl>(A))
    return sameRecord(R, cast<RecordDecl>(B));
  if (const auto *E = dyn_cast<EnumDecl>(A))
    return sameEnum(E, cast<EnumDecl>(B));
  if (const auto *FA = dyn_cast<FieldDecl>(A)) { // of classes that are instances of one template
    const auto *FB = cast<FieldDecl>(B);
    return FA->getFieldIndex() == FB->getFieldIndex() && sameRecord(FA->getParent(), FB->getParent());
  }
  if (const auto *F = dyn_cast<FunctionDecl>(A))
    return sameFunction(F, cast<FunctionDecl>(B));
  return false;
}

namespace {
/// Whether an instance of a template is told from another one by more than its types: by variables that outlive a call, or the names
/// of its types. Those of the library are not.
struct OwnState : AstVisitor {
  const SourceManager &SM;
  std::set<const FunctionDecl *> Seen;
  bool Found = false;
  explicit OwnState(const SourceManager &SM) : SM(SM) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool of(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (F->isTemplateInstantiation() && !SM.isInSystemHeader(F->getLocation()) && F->hasBody(Def) &&
        Seen.insert(Def).second)
      TraverseStmt(Def->getBody());
    return !Found;
  }
  bool VisitVarDecl(VarDecl *V) override {
    return !(Found |= V->isStaticLocal() && !V->isConstexpr() &&
                      !(V->getType().isConstQualified() && V->getType()->isArithmeticType()));
  }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    auto *V = dyn_cast<VarDecl>(D->getDecl());
    Found |= V && !V->isConstexpr() &&
             (V->isStaticDataMember() ? V->getInstantiatedFromStaticDataMember() != nullptr
                                      : isa<VarTemplateSpecializationDecl>(V));
    auto *F = dyn_cast<FunctionDecl>(D->getDecl());
    return F ? of(F) : !Found;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    auto *F = dyn_cast<FunctionDecl>(M->getMemberDecl());
    Found |= isa<VarDecl>(M->getMemberDecl());
    return F ? of(F) : !Found;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override { return of(C->getConstructor()); }
  bool VisitCXXTypeidExpr(CXXTypeidExpr *) override { return !(Found = true); }
};
} // namespace

/// Functions that two pieces make by using the same template, or a class of their own.
bool SameWalk::sameFunction(const FunctionDecl *A, const FunctionDecl *B) {
  if (!planted("one-instance") && !OwnState(Ctx.getSourceManager()).of(A))
    return false;
  // OpenCL C's own functions are declared anew by each use.
  if (Ctx.getLangOpts().OpenCL && A->isImplicit() && B->isImplicit())
    return A->getDeclName() == B->getDeclName() && !A->hasBody() && !B->hasBody() &&
           Ctx.hasSameType(A->getType(), B->getType());
  const FunctionTemplateDecl *TA = A->getPrimaryTemplate(), *TB = B->getPrimaryTemplate();
  const auto *MA = dyn_cast<CXXMethodDecl>(A), *MB = dyn_cast<CXXMethodDecl>(B);
  if (TA || TB) {
    if (!TA || !TB || A->getTemplateSpecializationKind() != TSK_ImplicitInstantiation ||
        B->getTemplateSpecializationKind() != TSK_ImplicitInstantiation ||
        !sameArguments(A->getTemplateSpecializationArgs()->asArray(), B->getTemplateSpecializationArgs()->asArray()))
      return false;
    auto Pattern = [](const FunctionTemplateDecl *T) {
      while (const FunctionTemplateDecl *From = T->getInstantiatedFromMemberTemplate())
        T = From;
      return T->getCanonicalDecl();
    };
    return Pattern(TA) == Pattern(TB) && (!MA || sameRecord(MA->getParent(), MB->getParent()));
  }
  if (!MA || !sameRecord(MA->getParent(), MB->getParent()))
    return false;
  if (const FunctionDecl *PA = A->getInstantiatedFromMemberFunction()) {
    const FunctionDecl *PB = B->getInstantiatedFromMemberFunction();
    return PB && PA->getCanonicalDecl() == PB->getCanonicalDecl();
  }
  return A->isImplicit() && B->isImplicit() && A->getDeclName().getNameKind() == B->getDeclName().getNameKind() &&
         parameters(A, B);
}

bool SameWalk::references(const Decl *A, const Decl *B, SourceLocation At) {
  if (same(A, B))
    return true;
  const auto *N = dyn_cast_or_null<NamedDecl>(A);
  const char *What = !A || isa<FunctionDecl>(A) ? "function" : isa<VarDecl>(A) ? "variable" : "name";
  return differ(At, "'" + (N ? N->getNameAsString() : std::string()) + "' is another " + What + " there");
}

// ---- declarations in functions

bool SameWalk::variables(const VarDecl *A, const VarDecl *B) {
  SourceLocation At = A->getLocation();
  const std::string Name = "'" + A->getNameAsString() + "'";
  if (A->getKind() != B->getKind() || A->getStorageClass() != B->getStorageClass() ||
      A->getTSCSpec() != B->getTSCSpec() || A->isConstexpr() != B->isConstexpr() ||
      A->getInitStyle() != B->getInitStyle() || A->isInline() != B->isInline())
    return differ(At, Name + " is declared in another way there");
  if (A->isLocalExternDecl() || A->hasExternalStorage())
    return check(A->getCanonicalDecl() == B->getCanonicalDecl(), At, Name + " is another variable there");
  if (A->isStaticLocal() && A->getStorageClass() == SC_Static &&
      A->getType().getAddressSpace() != LangAS::opencl_constant)
    return differ(At, Name + " is static: the copy would have one of its own");
  if (!types(A->getType(), B->getType(), At) || !attributes(A, B) ||
      !check(Locals.pair(A, B), At, Name + " is another variable there"))
    return false;
  if (const auto *DA = dyn_cast<DecompositionDecl>(A)) {
    const auto *DB = cast<DecompositionDecl>(B);
    if (DA->bindings().size() != DB->bindings().size())
      return differ(At, "a structured binding is another one there");
    for (size_t I = 0; I < DA->bindings().size(); ++I) {
      const BindingDecl *X = DA->bindings()[I], *Y = DB->bindings()[I];
      if (!check(Locals.pair(X, Y), At, "a structured binding is another one there") ||
          !types(X->getType(), Y->getType(), At))
        return false;
      const VarDecl *HX = X->getHoldingVar(), *HY = Y->getHoldingVar();
      if (!check(!HX == !HY, At, "a structured binding is another one there") || (HX && !variables(HX, HY)) ||
          !statements(X->getBinding(), Y->getBinding()))
        return false;
    }
  }
  return statements(A->getInit(), B->getInit());
}

bool SameWalk::parameters(const FunctionDecl *A, const FunctionDecl *B) {
  SourceLocation At = A->getLocation();
  if (A->getNumParams() != B->getNumParams() || A->isVariadic() != B->isVariadic() ||
      A->isNoReturn() != B->isNoReturn() || A->UsesFPIntrin() != B->UsesFPIntrin() ||
      A->getExceptionSpecType() != B->getExceptionSpecType())
    return differ(At, "'" + A->getNameAsString() + "' has another header there");
  if (!types(A->getReturnType(), B->getReturnType(), At))
    return false;
  for (unsigned I = 0; I < A->getNumParams(); ++I) {
    const ParmVarDecl *X = A->getParamDecl(I), *Y = B->getParamDecl(I);
    if (!types(X->getType(), Y->getType(), X->getLocation()) || !attributes(X, Y) ||
        !check(Locals.pair(X, Y), X->getLocation(), "'" + X->getName() + "' is another parameter there"))
      return false;
  }
  return true;
}

bool SameWalk::functions(const FunctionDecl *A, const FunctionDecl *B, bool Attributes) {
  if (!parameters(A, B) || (Attributes && !attributes(A, B)))
    return false;
  if (const auto *CA = dyn_cast<CXXConstructorDecl>(A)) {
    const auto *CB = dyn_cast<CXXConstructorDecl>(B);
    if (!CB || CA->getNumCtorInitializers() != CB->getNumCtorInitializers())
      return differ(A->getLocation(), "a constructor is another one there");
    for (auto IA = CA->init_begin(), IB = CB->init_begin(); IA != CA->init_end(); ++IA, ++IB)
      if ((*IA)->isBaseInitializer() != (*IB)->isBaseInitializer() ||
          (*IA)->isDelegatingInitializer() != (*IB)->isDelegatingInitializer() ||
          !same((*IA)->getAnyMember(), (*IB)->getAnyMember()))
        return differ((*IA)->getSourceLocation(), "a constructor is another one there");
      else if (!statements((*IA)->getInit(), (*IB)->getInit()))
        return false;
  }
  return statements(A->getBody(), B->getBody());
}

bool SameWalk::declarations(const Decl *A, const Decl *B) {
  SourceLocation At = A->getLocation();
  if (A->getKind() != B->getKind())
    return differ(At, "a declaration declares something else there");
  if (const auto *V = dyn_cast<VarDecl>(A))
    return variables(V, cast<VarDecl>(B));
  if (const auto *F = dyn_cast<FunctionDecl>(A)) // in a block: of a function outside
    return check(F->getCanonicalDecl() == B->getCanonicalDecl(), At,
                 "'" + F->getNameAsString() + "' is another function there");
  if (const auto *R = dyn_cast<RecordDecl>(A)) {
    Layout.clear();
    return sameRecord(R, cast<RecordDecl>(B)) ||
           differ(At, Layout.empty() ? "'" + R->getNameAsString() + "' is another type there" : Layout);
  }
  if (const auto *E = dyn_cast<EnumDecl>(A))
    return check(sameEnum(E, cast<EnumDecl>(B)), At, "'" + E->getNameAsString() + "' is another type there");
  if (const auto *T = dyn_cast<TypedefNameDecl>(A))
    return types(T->getUnderlyingType(), cast<TypedefNameDecl>(B)->getUnderlyingType(), At) && attributes(A, B);
  // What these do shows where the names are used.
  if (isa<UsingDecl, UsingDirectiveDecl, UsingEnumDecl, UsingShadowDecl, NamespaceAliasDecl, StaticAssertDecl,
          EmptyDecl>(A))
    return true;
  if (const auto *L = dyn_cast<LabelDecl>(A)) // __label__ x;
    return check(Locals.pair(L, B), At, "'" + L->getName() + "' is another label there");
  return differ(At, llvm::Twine("a declaration (") + A->getDeclKindName() + ") cannot be compared");
}

// ---- attributes

namespace {
enum class Attribute { NoMeaning, Compared, Unknown };
} // namespace

/// What Clang has besides these is unknown, and so is what it will have.
static Attribute kindOf(const Attr *A) {
  switch (A->getKind()) {
  // Warnings, debugging, likelihood, and how a function is compiled.
  case attr::Unused:
  case attr::Used:
  case attr::WarnUnusedResult:
  case attr::Deprecated:
  case attr::Format:
  case attr::FormatArg:
  case attr::NonNull:
  case attr::ReturnsNonNull:
  case attr::FallThrough:
  case attr::Likely:
  case attr::Unlikely:
  case attr::Suppress:
  case attr::NoDebug:
  case attr::Cold:
  case attr::Hot:
  case attr::Leaf:
  case attr::NoThrow:
  case attr::Const:
  case attr::Pure:
  case attr::GNUInline:
  case attr::AlwaysInline:
  case attr::NoInline:
  case attr::Flatten:
  case attr::Convergent:
  case attr::Overloadable:
  case attr::Final:
  case attr::Override:
  case attr::OpenCLKernel: // of the callee, which is the same
  case attr::MaxFieldAlignment: // #pragma pack: the layout shows it
    return Attribute::NoMeaning;
  case attr::Aligned:
  case attr::Packed:
  case attr::MayAlias:
  case attr::TransparentUnion:
  case attr::Cleanup:
  case attr::LoopHint:
  case attr::OpenCLUnrollHint:
  case attr::OpenCLAccess:
  case attr::VecTypeHint:
  case attr::WorkGroupSizeHint:
  case attr::ReqdWorkGroupSize:
  case attr::OpenCLIntelReqdSubGroupSize:
  case attr::Uninitialized:
  case attr::NoUniqueAddress:
  case attr::MustTail:
  case attr::FlagEnum:
  case attr::EnumExtensibility: return Attribute::Compared;
  default: return Attribute::Unknown;
  }
}

bool SameWalk::attributes(const Decl *A, const Decl *B) {
  auto Of = [](const Decl *D) {
    return D->hasAttrs() ? llvm::ArrayRef<const Attr *>(D->getAttrs()) : llvm::ArrayRef<const Attr *>();
  };
  return attributes(Of(A), Of(B), A->getLocation());
}

bool SameWalk::attributes(llvm::ArrayRef<const Attr *> A, llvm::ArrayRef<const Attr *> B, SourceLocation At) {
  auto Counts = [](const Attr *X) { return kindOf(X) != Attribute::NoMeaning; };
  auto NextA = A.begin(), NextB = B.begin();
  for (;; ++NextA, ++NextB) {
    NextA = std::find_if(NextA, A.end(), Counts);
    NextB = std::find_if(NextB, B.end(), Counts);
    if (NextA == A.end() || NextB == B.end())
      break;
    const Attr *X = *NextA, *Y = *NextB;
    const std::string Name = std::string("attribute '") + X->getSpelling() + "'";
    if (kindOf(X) == Attribute::Unknown)
      return differ(At, Name + " cannot be compared");
    bool Same = X->getKind() == Y->getKind();
    if (Same) {
      if (const auto *L = dyn_cast<AlignedAttr>(X)) {
        const auto *M = cast<AlignedAttr>(Y);
        Same = !L->isAlignmentDependent() && !M->isAlignmentDependent() && L->getAlignment(Ctx) == M->getAlignment(Ctx);
      } else if (const auto *C = dyn_cast<CleanupAttr>(X)) {
        Same = same(C->getFunctionDecl(), cast<CleanupAttr>(Y)->getFunctionDecl());
      } else if (const auto *H = dyn_cast<LoopHintAttr>(X)) {
        const auto *K = cast<LoopHintAttr>(Y);
        Same = H->getOption() == K->getOption() && H->getState() == K->getState() && !H->getValue() == !K->getValue() &&
               (!H->getValue() || statements(H->getValue(), K->getValue()));
      } else { // numbers, types and words
        std::string TX, TY;
        llvm::raw_string_ostream OX(TX), OY(TY);
        X->printPretty(OX, PrintingPolicy(Ctx.getLangOpts()));
        Y->printPretty(OY, PrintingPolicy(Ctx.getLangOpts()));
        Same = OX.str() == OY.str();
      }
    }
    if (!Same)
      return differ(At, Name + " says something else there");
  }
  if (NextA == A.end() && NextB == B.end())
    return true;
  const Attr *Left = NextA != A.end() ? *NextA : *NextB;
  return differ(At, llvm::Twine("attribute '") + Left->getSpelling() + "' stands in one place only");
}

} // namespace persistify
