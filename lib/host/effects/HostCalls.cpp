//===- HostCalls.cpp - what calls do that has no place on a device ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "program/Definition.h"
#include "effects/HostCalls.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Api.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

static const CXXRecordDecl *recordOf(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return T->getAsCXXRecordDecl();
}

/// The row of the class of \p T, or of what it refers or points to.
static const library::ClassRow *rowOf(QualType T) { return library::classRow(recordOf(T)); }

bool HostCalls::isStream(QualType T) {
  const library::ClassRow *R = rowOf(T);
  return R && R->is(library::Printer);
}

bool HostCalls::isFile(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const RecordDecl *R = T->getAsRecordDecl();
  return R && R->getName().contains("FILE") &&
         (planted("any-file-name") || R->getASTContext().getSourceManager().isInSystemHeader(R->getLocation()));
}

bool HostCalls::isStdType(QualType T) {
  const CXXRecordDecl *R = recordOf(T);
  return R && (R->isInStdNamespace() || library::inChrono(R));
}

/// std::string and std::string_view, of any characters.
static bool isText(QualType T) {
  const library::ClassRow *R = rowOf(T);
  return R && R->is(library::Text);
}

bool HostCalls::isOutput(const FunctionDecl *F) {
  auto *M = dyn_cast<CXXMethodDecl>(F);
  if (!M && F->getOverloadedOperator() == OO_LessLess)
    return F->isInStdNamespace() && F->getNumParams() == 2 && isStream(F->getParamDecl(0)->getType());
  return library::is(F, library::Prints) && (!M || (M->isInstance() && !M->isVirtual()));
}

bool HostCalls::isClock(const FunctionDecl *F) { return library::is(F, library::Clock); }

bool HostCalls::returnsItsOwn(const FunctionDecl *F) { return library::is(F, library::Shared); }

/// Library functions that may also run later: formatting, arithmetic, containers.
HostEffect HostCalls::library(const FunctionDecl *F) const {
  HostEffect E;
  E.Output = isOutput(F);
  E.Clock = isClock(F);
  if (E.Output || E.Clock)
    return E;
  if (library::inChrono(F))
    return E;
  if (auto *M = dyn_cast<CXXMethodDecl>(F)) {
    const library::ClassRow *R = library::classRow(M->getParent());
    E.Other = !R || !R->is(library::LaterClass);
    return E;
  }
  if (F->isOverloadedOperator()) {
    E.Other = !F->isInStdNamespace();
    for (const ParmVarDecl *P : F->parameters())
      if (const CXXRecordDecl *R = recordOf(P->getType()); R && R->getIdentifier() && R->getName().contains("stream"))
        E.Other = true;
    return E;
  }
  if (returnsItsOwn(F) && !planted("shared-times"))
    E.Shared.insert(F->getReturnType()->getPointeeType().getTypePtr());
  E.Other = !library::is(F, library::Later);
  return E;
}

const HostEffect &HostCalls::of(const FunctionDecl *F) {
  const bool Library = ofLibrary(F);
  const FunctionDecl *Def = Library ? nullptr : definitionThatRuns(F);
  bool HasBody = Def;
  if (HasBody)
    F = Def;
  if (auto It = Known.find(F); It != Known.end())
    return It->second;
  Known[F].Other = true; // while it is looked at: recursion
  HostEffect E;
  if (Library || isClock(F)) {
    E = library(F);
    E.Other |= callsBack(F);
    E.Other |= E.Output && !streamsInMemory().empty();
    E.Other |= mayThrow(F) && !planted("thrown-behind");
  } else if (HasBody && !F->isDependentContext())
    E = body(F);
  else
    E.Other = true;
  return Known[F] = E;
}

// ---- what the library calls of the program's -----------------------------------

bool HostCalls::acts(const FunctionDecl *F) {
  const HostEffect &E = of(F);
  return E.Other || E.Clock || !E.Reads.empty() || !E.Writes.empty();
}

namespace {
/// Classes and functions of the program that the library calls without being given them.
/// And what it looks at as characters, in one way or the other.
struct Survey : AstVisitor {
  ASTContext &Ctx;
  std::map<const TagDecl *, std::vector<const FunctionDecl *>> &Operators;
  std::string InMemory;
  bool Catches = false;       ///< exceptions
  bool StreamsThrow = false;  ///< as the program has asked them to
  AsBytes Bytes{Ctx};
  std::set<const clang::Expr *> Plain; ///< casts of what the library looks at within a call
  Survey(ASTContext &Ctx, std::map<const TagDecl *, std::vector<const FunctionDecl *>> &Operators)
      : Ctx(Ctx), Operators(Operators) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitCXXTryStmt(CXXTryStmt *) override { return Catches = true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (isa<CXXMethodDecl>(F) || !(F->isOverloadedOperator() || library::isHook(F)))
      return true;
    for (const ParmVarDecl *P : F->parameters()) {
      QualType T = P->getType().getNonReferenceType();
      const TagDecl *D = T->getAsTagDecl();
      if (D || T->isDependentType())
        Operators[D ? D->getCanonicalDecl() : nullptr].push_back(F);
    }
    return true;
  }
  bool VisitCXXRecordDecl(CXXRecordDecl *R) override {
    if (R->isThisDeclarationADefinition() && !R->isDependentType() && isBuffer(R))
      InMemory = R->getNameAsString();
    return true;
  }
  bool isBuffer(const CXXRecordDecl *R) const {
    return llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) {
      const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
      return D && D->hasDefinition() &&
             (library::classOf(Ctx.getRecordType(D)) == library::Class::StreamBuf || isBuffer(D));
    });
  }
  /// \p From and \p To are names for one place.
  void isAlso(QualType From, QualType To) {
    From = Ctx.getBaseElementType(From), To = Ctx.getBaseElementType(To);
    if (From->isDependentType() || To->isDependentType() || isByte(From) == isByte(To))
      return;
    Bytes.add(isByte(From) ? To : From);
  }
  static bool isByte(QualType T) { return T->isCharType() || T->isStdByteType(); }
  bool VisitCastExpr(CastExpr *C) override {
    const QualType From = C->getSubExpr()->getType(), To = C->getType();
    auto *Call = dyn_cast<CallExpr>(C->getSubExpr()->IgnoreParenCasts());
    const bool Made =
        From->isVoidPointerType() && Call && Call->getDirectCallee() && ofLibrary(Call->getDirectCallee()); // malloc()
    if (C->isGLValue())
      isAlso(From, To);
    else if (From->isPointerType() && To->isPointerType() && C->getCastKind() != CK_NullToPointer && !Made &&
             !Plain.count(C))
      isAlso(From->getPointeeType(), To->getPointeeType());
    return true;
  }
  bool VisitRecordDecl(RecordDecl *R) override {
    AsBytes Members{Ctx};
    if (R->isUnion() && R->isThisDeclarationADefinition() && !R->isDependentType())
      for (const FieldDecl *F : R->fields())
        Members.add(F->getType());
    if (Members.has(8, false))
      Bytes.add(Members);
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && ofLibrary(F) && !HostCalls::isOutput(F))
      for (const clang::Expr *A : C->arguments())
        for (auto *K = dyn_cast<CastExpr>(A->IgnoreParens()); K;
             K = dyn_cast<CastExpr>(K->getSubExpr()->IgnoreParens()))
          Plain.insert(K);
    if (F && !ofLibrary(F) && !F->isDefined() && F->getReturnType()->isPointerType() &&
        isByte(F->getReturnType()->getPointeeType()))
      for (const clang::Expr *A : C->arguments()) // in a file that is not seen
        if (QualType T = A->IgnoreParenImpCasts()->getType();
            T->isPointerType() && (T->isVoidPointerType() || !T->getPointeeType()->isIncompleteType()))
          isAlso(T->getPointeeType(), F->getReturnType()->getPointeeType());
    const library::Row *R = library::rowOfName(F);
    if (!R)
      return true;
    const unsigned At = isa<CXXMethodDecl>(F) ? 0 : 1;
    const bool Gives = R->is(library::GivesBuffer) && C->getNumArgs() > At &&
                       !C->getArg(At)->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull);
    if (R->is(library::MakesStream) || Gives)
      InMemory = F->getNameAsString();
    StreamsThrow |= R->is(library::Throwing);
    return true;
  }
};
} // namespace

void HostCalls::survey() {
  if (std::exchange(Surveyed, true))
    return;
  Survey S(Ctx, Operators);
  const SourceManager &SM = Ctx.getSourceManager();
  for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() && !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      S.TraverseDecl(D);
  InMemory = std::move(S.InMemory);
  StreamsThrow = S.StreamsThrow;
  Catches = S.Catches;
  // Who calls the functions of a file without main() is not seen.
  bool Main = false;
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get("main")))
    Main |= isa<FunctionDecl>(D) && cast<FunctionDecl>(D)->isDefined();
  Catches |= !Main && Ctx.getLangOpts().CXXExceptions;
  Bytes.add(S.Bytes);
}

void AsBytes::add(QualType T) {
  if (T->isIncompleteType()) // void
    Anything = true;
  else
    add(T, 0);
}

void AsBytes::add(QualType T, unsigned Depth) {
  T = Ctx.getBaseElementType(T);
  if (auto *C = T->getAs<ComplexType>())
    return add(C->getElementType(), Depth);
  if (auto *V = T->getAs<VectorType>())
    return add(V->getElementType(), Depth);
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (Depth > 8)
    Anything = true;
  else if (T->isScalarType())
    Leaves.insert({Ctx.getTypeSize(T), T->isRealFloatingType()});
  else if (R) {
    if (auto *Class = dyn_cast<CXXRecordDecl>(R))
      for (const CXXBaseSpecifier &B : Class->bases())
        add(B.getType(), Depth + 1);
    for (const FieldDecl *F : R->fields())
      add(F->getType(), Depth + 1);
  }
}

const AsBytes &HostCalls::asBytes() {
  survey();
  return Bytes;
}

const std::string &HostCalls::streamsInMemory() {
  survey();
  static const std::string None;
  return planted("streams-elsewhere") ? None : InMemory;
}

bool HostCalls::isQuiet(const clang::Expr *A) {
  QualType T = A->getType();
  if (!T->isFunctionPointerType() && !T->isFunctionType())
    return true;
  auto *D = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
  if (auto *U = dyn_cast<UnaryOperator>(A->IgnoreParenImpCasts()); U && U->getOpcode() == UO_AddrOf)
    D = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens());
  auto *F = D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
  return F ? !acts(F) : A->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull);
}

/// Whether the library's \p F may throw where the program may catch it: the loop has ended at that trip. Not for want of memory.
bool HostCalls::mayThrow(const FunctionDecl *F) {
  survey();
  if (!Catches)
    return false;
  if (isOutput(F))
    return StreamsThrow && (isa<CXXMethodDecl>(F) || F->isOverloadedOperator());
  // A position in a text, or of an element, may be behind the end.
  auto IsPosition = [](const ParmVarDecl *P) {
    return P->getType().getNonReferenceType()->isIntegerType() &&
           !P->getType().getNonReferenceType()->isAnyCharacterType();
  };
  auto *M = dyn_cast<CXXMethodDecl>(F);
  if (!M || !isStdType(Ctx.getRecordType(M->getParent())) || llvm::none_of(M->parameters(), IsPosition))
    return M && library::whatDoes(M) == library::Does::At;
  if (auto *C = dyn_cast<CXXConstructorDecl>(M)) // a part of another text
    return isText(Ctx.getRecordType(M->getParent())) && C->getNumParams() > 1 && !IsPosition(C->getParamDecl(0)) &&
           !C->getParamDecl(0)->getType()->isPointerType();
  return library::is(M, library::Throws);
}

/// Whether the library's \p F may run something of the program's that acts: it handles
/// objects of the program's classes.
bool HostCalls::callsBack(const FunctionDecl *F) {
  if (planted("library-alone"))
    return false;
  if (const TemplateArgumentList *Args = F->getTemplateSpecializationArgs())
    if (llvm::any_of(Args->asArray(), [&](const TemplateArgument &A) { return mayAct(A, false); }))
      return true;
  auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && mayAct(Ctx.getRecordType(M->getParent()), false);
}

/// The same for a template argument; the types of a pack are elements.
bool HostCalls::mayAct(const TemplateArgument &A, bool All) {
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::any_of(A.pack_elements(), [&](const TemplateArgument &P) { return mayAct(P, false); });
  return A.getKind() == TemplateArgument::Type && mayAct(A.getAsType(), All);
}

/// \p All: whatever methods it has may be called: an allocator, a comparison. Else those
/// that an element has to have.
bool HostCalls::mayAct(QualType T, bool All) {
  T = T.getNonReferenceType().getCanonicalType();
  while (T->isPointerType() || T->isArrayType())
    T = T->isPointerType() ? T->getPointeeType() : QualType(T->getArrayElementTypeNoTypeQual(), 0);
  if (T->isFunctionType())
    return false; // the function that is given is looked at
  const TagDecl *D = T->getAsTagDecl();
  if (!D)
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  const bool System = SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
  survey();
  if (!System)
    for (const TagDecl *For : {D->getCanonicalDecl(), static_cast<const TagDecl *>(nullptr)})
      if (auto It = Operators.find(For); It != Operators.end())
        for (const FunctionDecl *F : It->second)
          if (F->isDependentContext() || acts(F))
            return true;
  auto *R = dyn_cast<CXXRecordDecl>(D);
  if (!R)
    return false;
  if (System) {
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
    if (!S)
      return false;
    const unsigned Elements = library::is(T, library::Entries) ? 2 : 1;
    for (unsigned I = 0; I < S->getTemplateArgs().size(); ++I)
      if (mayAct(S->getTemplateArgs()[I], I >= Elements))
        return true;
    return false;
  }
  return classActs(R, All);
}

bool HostCalls::classActs(const CXXRecordDecl *R, bool All) {
  R = R->getDefinition();
  if (!R)
    return true;
  auto [It, New] = Acts.try_emplace({R, All}, false); // of itself: nothing more
  if (!New)
    return It->second;
  bool Found = false;
  for (const Decl *D : R->decls()) {
    auto *M = dyn_cast<CXXMethodDecl>(D);
    if (isa<FunctionTemplateDecl>(D) &&
        (All || isa<CXXConstructorDecl>(llvm::cast<FunctionTemplateDecl>(D)->getTemplatedDecl())))
      Found = true;
    if (!M || M->isDeleted() || M->isTrivial() || M->isPureVirtual())
      continue;
    if (isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(M) || M->isOverloadedOperator() || All)
      Found |= (M->isUserProvided() || M->hasBody()) && acts(M);
  }
  for (const CXXBaseSpecifier &B : R->bases())
    Found = Found || mayAct(B.getType(), All);
  for (const FieldDecl *F : R->fields())
    Found = Found ||
            (F->getType()->isRecordType() || F->getType()->isArrayType() ? mayAct(F->getType(), false) : false) ||
            (F->hasInClassInitializer() && !F->getInClassInitializer()->isConstantInitializer(Ctx, false));
  return Acts[{R, All}] = Found;
}

bool HostCalls::extraShows(QualType T) {
  const CXXRecordDecl *R =
      T->isReferenceType() || T->isPointerType() ? nullptr : Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!R || !(R = R->getDefinition()) || planted("extra-objects"))
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  if (SM.isInSystemHeader(SM.getExpansionLoc(R->getLocation())))
    return mayAct(T, false);
  auto Shows = [&](const FunctionDecl *F) {
    const HostEffect &E = of(F);
    return E.Other || E.Output || E.Static || !E.Writes.empty();
  };
  for (const CXXMethodDecl *M : R->methods()) {
    auto *C = dyn_cast<CXXConstructorDecl>(M);
    if (!M->isDeleted() && M->isUserProvided() &&
        ((C && C->isDefaultConstructor()) || isa<CXXDestructorDecl>(M) || M->isCopyAssignmentOperator() ||
         M->isMoveAssignmentOperator()) &&
        Shows(M))
      return true;
  }
  for (const FieldDecl *F : R->fields()) {
    if (extraShows(F->getType()))
      return true;
    auto *C =
        F->hasInClassInitializer() ? dyn_cast_or_null<CallExpr>(F->getInClassInitializer()->IgnoreImplicit()) : nullptr;
    if (F->hasInClassInitializer() && F->getInClassInitializer()->HasSideEffects(Ctx) &&
        !(C && C->getNumArgs() == 0 && C->getDirectCallee() && !Shows(C->getDirectCallee())))
      return true;
  }
  return llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) { return extraShows(B.getType()); });
}

bool HostCalls::endActs(QualType T) {
  if (planted("explicit-only") || T->isReferenceType() || T->isPointerType())
    return false;
  const CXXRecordDecl *R = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || R->hasTrivialDestructor())
    return false;
  return mayAct(T, false);
}

} // namespace persistify::host
