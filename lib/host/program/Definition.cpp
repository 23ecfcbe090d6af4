//===- Definition.cpp - what a declaration stands for ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace persistify::host {

namespace {

enum class Meaning {
  Same,    ///< what the declaration says without it; layouts are asked of Clang
  Another, ///< another definition may run, or be the object
  Unknown, ///< more than is modelled
};

// Long: a row for each kind of attribute, which the compiler asks for.
Meaning meaning(attr::Kind K) {
  switch (K) {
  // Another definition, chosen by the linker, the loader or the processor.
  case attr::Weak:
  case attr::WeakRef:
  case attr::WeakImport:
  case attr::SelectAny:
  case attr::Common:
  case attr::Alias:
  case attr::IFunc:
  case attr::GNUInline:
  case attr::TargetClones:
  case attr::TargetVersion:
  case attr::CPUDispatch:
  case attr::CPUSpecific:
  case attr::DLLImport:
  case attr::LoaderUninitialized:
  case attr::OMPDeclareVariant: return Meaning::Another;

  // For diagnostics and analyses only.
  case attr::Annotate:
  case attr::AnnotateType:
  case attr::Availability:
  case attr::CallableWhen:
  case attr::ConstInit:
  case attr::Consumable:
  case attr::Deprecated:
  case attr::DiagnoseIf:
  case attr::EnumExtensibility:
  case attr::Error:
  case attr::ExternalSourceSymbol:
  case attr::FlagEnum:
  case attr::Format:
  case attr::FormatArg:
  case attr::LifetimeBound:
  case attr::MaybeUndef:
  case attr::NoDeref:
  case attr::NoEscape:
  case attr::NonNull:
  case attr::Owner:
  case attr::Pointer:
  case attr::PreferredName:
  case attr::PreferredType:
  case attr::Reinitializes:
  case attr::ReturnsNonNull:
  case attr::Sentinel:
  case attr::Suppress:
  case attr::TypeNonNull:
  case attr::TypeNullable:
  case attr::TypeNullUnspecified:
  case attr::Unavailable:
  case attr::UnsafeBufferUsage:
  case attr::Unused:
  case attr::WarnUnused:
  case attr::WarnUnusedResult:
  // Thread safety analysis.
  case attr::AcquireCapability:
  case attr::AcquiredAfter:
  case attr::AcquiredBefore:
  case attr::AssertCapability:
  case attr::AssertExclusiveLock:
  case attr::AssertSharedLock:
  case attr::Capability:
  case attr::ExclusiveTrylockFunction:
  case attr::GuardedBy:
  case attr::GuardedVar:
  case attr::LockReturned:
  case attr::LocksExcluded:
  case attr::NoThreadSafetyAnalysis:
  case attr::PtGuardedBy:
  case attr::PtGuardedVar:
  case attr::ReleaseCapability:
  case attr::RequiresCapability:
  case attr::ScopedLockable:
  case attr::SharedTrylockFunction:
  case attr::TryAcquireCapability:
  // How code is generated, not what it does.
  case attr::AllocAlign:
  case attr::AllocSize:
  case attr::AlwaysInline:
  case attr::AnyX86NoCfCheck:
  case attr::Artificial:
  case attr::AssumeAligned:
  case attr::Builtin:
  case attr::C11NoReturn:
  case attr::CXX11NoReturn:
  case attr::Callback:
  case attr::CarriesDependency:
  case attr::CodeModel:
  case attr::CodeSeg:
  case attr::Cold:
  case attr::Const:
  case attr::DisableSanitizerInstrumentation:
  case attr::DisableTailCalls:
  case attr::Flatten:
  case attr::Hot:
  case attr::Leaf:
  case attr::MayAlias:
  case attr::MinSize:
  case attr::MinVectorWidth:
  case attr::NoAlias:
  case attr::NoBuiltin:
  case attr::NoCommon:
  case attr::NoDebug:
  case attr::NoDuplicate:
  case attr::NoInline:
  case attr::NoInstrumentFunction:
  case attr::NoMerge:
  case attr::NoProfileFunction:
  case attr::NoReturn:
  case attr::NoSanitize:
  case attr::NoSplitStack:
  case attr::NoStackProtector:
  case attr::NoThrow:
  case attr::NoUwtable:
  case attr::NotTailCalled:
  case attr::OMPDeclareSimdDecl:
  case attr::OptimizeNone:
  case attr::Pure:
  case attr::Restrict:
  case attr::Retain:
  case attr::Section:
  case attr::StandaloneDebug:
  case attr::StrictFP: // which FloatEnvironment.h is about
  case attr::StrictGuardStackCheck:
  case attr::Target:
  case attr::Uninitialized:
  case attr::Used:
  // Names and where they are seen.
  case attr::AbiTag:
  case attr::DLLExport:
  case attr::EnableIf:
  case attr::ExcludeFromExplicitInstantiation:
  case attr::Final:
  case attr::InternalLinkage:
  case attr::Overloadable:
  case attr::Override:
  case attr::TypeVisibility:
  case attr::UsingIfExists:
  case attr::Visibility:
  // Layout and type, which Clang answers for.
  case attr::AlignValue:
  case attr::Aligned:
  case attr::CDecl:
  case attr::CountedBy:
  case attr::CountedByOrNull:
  case attr::MSABI:
  case attr::MaxFieldAlignment:
  case attr::Mode:
  case attr::NoUniqueAddress:
  case attr::Packed:
  case attr::SizedBy:
  case attr::SizedByOrNull:
  case attr::SysVABI:
  case attr::TLSModel:
  case attr::TransparentUnion:
  // Run before or after main, not where the function is called or the variable is used.
  case attr::AlwaysDestroy:
  case attr::Constructor:
  case attr::Destructor:
  case attr::InitPriority:
  case attr::NoDestroy:
  // Of statements: hints for the compiler.
  case attr::CXXAssume:
  case attr::CodeAlign:
  case attr::FallThrough:
  case attr::Likely:
  case attr::LoopHint:
  case attr::OpenCLUnrollHint:
  case attr::Unlikely: return Meaning::Same;

  // Another name for the linker: whose, is asked by renamed().
  case attr::AsmLabel: return Meaning::Same;

  default: return Meaning::Unknown;
  }
}

const Attr *first(const Decl *D, Meaning Least) {
  if (planted("any-attribute"))
    return nullptr;
  for (const Decl *R : D->redecls())
    for (const Attr *A : R->attrs())
      if (meaning(A->getKind()) >= Least)
        return A;
  return nullptr;
}

} // namespace

bool hasOtherName(const VarDecl *D) {
  return !planted("any-alias") && llvm::any_of(D->redecls(), [](const VarDecl *R) {
    return R->hasAttr<AliasAttr>() || R->hasAttr<AsmLabelAttr>() || R->hasAttr<WeakRefAttr>();
  });
}

const Attr *barringAttribute(const Decl *D) { return first(D, Meaning::Unknown); }

const Attr *barringAttribute(const AttributedStmt *S) {
  for (const Attr *A : S->getAttrs())
    if (meaning(A->getKind()) != Meaning::Same)
      return A;
  return nullptr;
}

std::string attributeName(const Attr *A) { return A->getNormalizedFullName(); }

const FunctionDecl *definitionThatRuns(const FunctionDecl *F) {
  const FunctionDecl *Def = nullptr;
  if (!F || !F->hasBody(Def) || !Def->getBody())
    return nullptr;
  // The function that a lambda's conversion to a pointer yields has a body that Clang leaves empty.
  if (auto *M = dyn_cast<CXXMethodDecl>(Def); M && M->isLambdaStaticInvoker() && !planted("any-definition"))
    return nullptr;
  return first(Def, Meaning::Another) || Def->isMultiVersion() ? nullptr : Def;
}

const FunctionDecl *calledByPointer(const FunctionDecl *F) {
  auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  return M && M->isLambdaStaticInvoker() && !M->getParent()->isGenericLambda() && !planted("any-definition")
             ? M->getParent()->getLambdaCallOperator()
             : F;
}

bool initializerCounts(const VarDecl *V) { return !first(V, Meaning::Another); }

bool renamed(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  for (const Decl *R : F->redecls())
    if (auto *A = R->getAttr<AsmLabelAttr>(); A && !SM.isInSystemHeader(SM.getExpansionLoc(R->getLocation())))
      return true;
  return false;
}

void traverseDefinition(AstVisitor &V, const FunctionDecl *Def) {
  if (auto *C = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : C->inits())
      V.TraverseStmt(I->getInit());
  V.TraverseStmt(Def->getBody());
}

llvm::SmallVector<const CXXMethodDecl *, 4> overriders(ASTContext &Ctx, const CXXMethodDecl *M) {
  struct Find : AstVisitor {
    const CXXMethodDecl *M;
    llvm::SmallVector<const CXXMethodDecl *, 4> Found;
    bool shouldVisitTemplateInstantiations() const override { return true; }
    bool overrides(const CXXMethodDecl *D) const {
      return D->getCanonicalDecl() == M->getCanonicalDecl() ||
             llvm::any_of(D->overridden_methods(), [&](const CXXMethodDecl *O) { return overrides(O); });
    }
    bool VisitCXXMethodDecl(CXXMethodDecl *D) override {
      if (D->isVirtual() && D->isCanonicalDecl() && overrides(D))
        Found.push_back(D);
      return true;
    }
  } F;
  F.M = M;
  F.TraverseDecl(Ctx.getTranslationUnitDecl());
  return std::move(F.Found);
}

} // namespace persistify::host
