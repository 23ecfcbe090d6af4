//===- OwnArguments.cpp - what calls change that the host performs -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Wrapper.h"
#include "names/NamesAtLoop.h"
#include "program/OwnAddress.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "device/Events.h"
#include "effects/HostEffects.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "library/ContainerKinds.h"
#include "program/Definition.h"
#include "effects/LaterText.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {

/// Whether objects of type T can be assigned.
static bool assignable(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), T.getQualifiers().getCVRQualifiers());
  if (T.isConstQualified() || T->isReferenceType())
    return false;
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || HostCalls::isStdType(T))
    return true;
  if (auto *Class = dyn_cast<CXXRecordDecl>(R)) {
    bool Own = false;
    for (const CXXMethodDecl *M : Class->methods())
      if (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) {
        Own |= !M->isImplicit();
        if (!M->isImplicit() && !M->isDeleted() && M->getAccess() == AS_public)
          return true;
      }
    if (Own || Class->hasUserDeclaredMoveConstructor() ||
        !llvm::all_of(Class->bases(), [](const CXXBaseSpecifier &B) { return assignable(B.getType()); }))
      return false;
  }
  return llvm::all_of(R->fields(), [](const FieldDecl *F) { return assignable(F->getType()); });
}

/// Whether classes of the program's say how objects of type T are assigned.
static bool assignsInItsWay(QualType T) {
  auto *Class = QualType(T->getBaseElementTypeUnsafe(), 0)->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || HostCalls::isStdType(QualType(Class->getTypeForDecl(), 0)) || objectType(T) != ApiType::None ||
      planted("any-assignment"))
    return false;
  return llvm::any_of(Class->methods(),
                      [](const CXXMethodDecl *M) {
                        return (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) && M->isUserProvided();
                      }) ||
         llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &B) { return assignsInItsWay(B.getType()); }) ||
         llvm::any_of(Class->fields(), [](const FieldDecl *F) { return assignsInItsWay(F->getType()); });
}

/// Whether \p F makes a pair or tuple of copies of the numbers that it is given, through whatever references.
static bool makesCopies(const FunctionDecl *F) {
  if (!ofLibrary(F))
    return false;
  auto *C = dyn_cast<CXXConstructorDecl>(F);
  const QualType T = C ? F->getASTContext().getRecordType(C->getParent()) : F->getReturnType();
  const Container Of = containerOf(T);
  return (Of == Container::Pair || Of == Container::Tuple) && llvm::none_of(elements(T), [](const TemplateArgument &A) {
           return A.getKind() == TemplateArgument::Type && A.getAsType()->isReferenceType();
         });
}

/// Whether the container to which a call appends holds copies of numbers: no references, and nothing that its own constructor may keep.
static bool holdsCopies(const clang::Expr *X) {
  auto *M = dyn_cast<CXXMemberCallExpr>(X);
  if (!M || !appendedTo(X))
    return false;
  auto ByValue = [](const CXXConstructorDecl *C) {
    return C->isCopyOrMoveConstructor() ||
           llvm::none_of(C->parameters(), [](const ParmVarDecl *P) { return P->getType()->isReferenceType(); });
  };
  auto Copies = [&](QualType T) {
    const CXXRecordDecl *Class = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
    if (!Class || containerOf(T) == Container::String)
      return true;
    return !HostCalls::isStdType(T) && Class->hasDefinition() && llvm::all_of(Class->ctors(), ByValue) &&
           llvm::none_of(Class->decls(), [](const Decl *D) { return isa<FunctionTemplateDecl>(D); }) &&
           llvm::none_of(Class->fields(), [](const FieldDecl *F) { return F->getType()->isReferenceType(); });
  };
  auto AllCopies = [&](QualType T) {
    const Container Of = T.isNull() ? Container::None : containerOf(T);
    return Of == Container::Pair || Of == Container::Tuple
               ? llvm::all_of(elements(T),
                              [&](const TemplateArgument &A) {
                                return A.getKind() != TemplateArgument::Type || Copies(A.getAsType());
                              })
               : Copies(T);
  };
  const QualType T = M->getMethodDecl()->getFunctionObjectParameterType();
  return planted("elements-copied") ||
         (AllCopies(elementType(T, 0)) && (containerOf(T) != Container::Map || AllCopies(elementType(T, 1))));
}

/// Whether a method of the library's that is not const leaves its object as it is, and
/// nobody changes it by what is returned.
static bool onlyLooks(const CXXMethodDecl *M) {
  const library::Row *R = library::row(M);
  return R && R->is(library::Still) && R->is(library::Iterates);
}

/// Whether what a container's element access gives is only read: v[i] + 1, print(v.at(i)), v.back().x
static bool readAtOnce(ASTContext &Ctx, const clang::Expr *X, const CXXMethodDecl *M) {
  using library::Does;
  const bool Names = llvm::is_contained({Does::Index, Does::At, Does::First, Does::Last}, library::whatDoes(M));
  const Container Of = containerOf(M->getThisType()->getPointeeType()); // of a map the access may make the element
  if (!Names || (Of != Container::Array && Of != Container::Vector && Of != Container::String) ||
      planted("elements-changed"))
    return false;
  for (DynTypedNode At = DynTypedNode::create(*X);;) {
    const auto Parents = Ctx.getParents(At);
    const auto *P = Parents.size() == 1 ? Parents[0].get<clang::Expr>() : nullptr;
    if (auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(P))
      return Cast->getCastKind() == CK_LValueToRValue ||
             (Cast->getCastKind() == CK_NoOp && Cast->getType().isConstQualified());
    auto *Member = dyn_cast_or_null<MemberExpr>(P);
    if (!(Member && !Member->isArrow() && isa<FieldDecl>(Member->getMemberDecl())) && !isa_and_nonnull<ParenExpr>(P))
      return false;
    At = Parents[0];
  }
}

std::vector<Place> HostEffects::ownArguments(const clang::Expr *X) {
  std::vector<Place> Own;
  auto Mine = [&](const clang::Expr *A, bool Pointed) {
    Place P = giveToHost(A, Pointed);
    if (!ok() || !P.valid())
      return events().forgetEvents();
    events().eventBecomes(P, nullptr);
    Own.push_back(P);
  };
  auto Pointed = [&](const clang::Expr *A) {
    // How far into an array is the host's business, too.
    auto *Sum = dyn_cast<BinaryOperator>(A->IgnoreParenImpCasts());
    if (Sum && Sum->getOpcode() == BO_Add && Sum->getLHS()->getType()->isPointerType() && !Sum->HasSideEffects(Ctx))
      A = Sum->getLHS();
    Mine(A, true);
  };
  auto *C = dyn_cast<clang::CallExpr>(X);
  auto *Made = dyn_cast<CXXConstructExpr>(X);
  const FunctionDecl *F = C ? C->getDirectCallee() : Made ? Made->getConstructor() : nullptr;
  if (!F)
    return Own;
  llvm::ArrayRef<const clang::Expr *> Args =
      C ? llvm::ArrayRef<const clang::Expr *>(C->getArgs(), C->getNumArgs())
        : llvm::ArrayRef<const clang::Expr *>(Made->getArgs(), Made->getNumArgs());
  unsigned Skip = isa<CXXOperatorCallExpr>(X) && isa<CXXMethodDecl>(F);
  if (auto *M = dyn_cast<CXXMethodDecl>(F);
      C && M && M->isInstance() && !M->isConst() && !onlyLooks(M) && !readAtOnce(Ctx, X, M)) {
    const clang::Expr *Obj = Skip ? C->getArg(0) : nullptr;
    if (auto *MC = dyn_cast<CXXMemberCallExpr>(C))
      Obj = MC->getImplicitObjectArgument();
    if (Obj && Obj->getType()->isPointerType())
      Pointed(Obj);
    else if (Obj && !HostCalls::isStream(Obj->getType()))
      Mine(Obj, false);
  }
  for (unsigned I = 0; I < F->getNumParams() && I + Skip < Args.size() && ok(); ++I) {
    QualType T = F->getParamDecl(I)->getType();
    const clang::Expr *A = Args[I + Skip];
    if (HostCalls::isStream(T))
      continue;
    if ((holdsCopies(X) || makesCopies(F)) &&
        places().scalarType(T.getNonReferenceType())) // v.emplace_back(i) copies i
      continue;
    if (T->isReferenceType()) {
      const bool Temporary = isa<MaterializeTemporaryExpr>(A->IgnoreParenNoopCasts(Ctx));
      if (!T.getNonReferenceType().isConstQualified() && !Temporary &&
          (T->isLValueReferenceType() || !planted("pointers-only")))
        Mine(A, false);
    } else if (T->isPointerType() && !T->getPointeeType().isConstQualified() &&
               !(T->isVoidPointerType() && planted("pointers-only"))) {
      if (HostCalls::isFile(T))
        continue;
      if (!T->isVoidPointerType() && places().classify(T) != LeafKind::Pointer) // an event
        continue;
      Pointed(A);
    }
  }
  const HostEffect &Fx = Calls.of(F);
  for (const VarDecl *V : Fx.Writes)
    if (Place P = places().objectOf(V); ok() && P.valid() && !HostCalls::isStream(P.T)) {
      makeHostOnly(P);
      Own.push_back(P);
    }
  for (const clang::Type *Type : Fx.Shared) { // characters as an array: no look at bytes
    const QualType T(Type, 0),
        Text = Ctx.getConstantArrayType(Ctx.CharTy, llvm::APInt(64, 26), nullptr, ArraySizeModifier::Normal, 0);
    LaterBehind.push_back({T->isCharType() ? Text : T, text(X), X, true});
  }
  for (const VarDecl *V : Fx.Reads)
    LaterReads.push_back({places().objectOf(V), X->getSourceRange(), X});
  return Own;
}

/// How often S names D other than to append to it.
static int otherUses(const clang::Stmt *S, const ValueDecl *D) {
  if (!S)
    return 0;
  auto *R = dyn_cast<DeclRefExpr>(S);
  auto *M = dyn_cast<MemberExpr>(S);
  int N = (R && R->getDecl() == D) + (M && M->getMemberDecl() == D) - (appendedTo(S) == D);
  for (const clang::Stmt *C : S->children())
    N += otherUses(C, D);
  return N;
}
bool HostEffects::collects(const clang::CallExpr *C) {
  auto *M = dyn_cast<CXXMemberCallExpr>(C);
  const ValueDecl *D = appendedTo(C);
  if (!D || otherUses(LoopStmt, D) > 0)
    return false;
  Checkpoint Before = stmts().save();
  Place P = exprs().lvalue(M->getImplicitObjectArgument());
  if (!ok() || !P.valid() || !Objects[P.Obj].External) {
    stmts().restore(std::move(Before));
    return false;
  }
  stmts().restore(std::move(Before));
  giveToHost(M->getImplicitObjectArgument(), false);
  return ok();
}

std::string HostEffects::hostLocal(const Place &P) {
  const Object &O = Objects[P.Obj];
  // Of a class that is only made from something, the member alone.
  const CXXRecordDecl *Class = Ctx.getBaseElementType(O.T)->getAsCXXRecordDecl();
  const bool Member = Class && Class->hasDefinition() && !Class->isAggregate() && !Class->hasDefaultConstructor();
  if (Member &&
      (P.Path.empty() || P.Index ||
       (!places().scalarType(P.T) && places().classify(P.T) != LeafKind::Event && !HostCalls::isStdType(P.T))))
    refuse(Diag::HostTime, P.Spelled ? P.Spelled->getSourceRange() : clang::SourceRange(), {O.Name});
  std::string &Name = HostLocals[(O.Id.empty() ? "#" + std::to_string(P.Obj) : O.Id) + (Member ? P.Path : "")];
  if (Name.empty()) {
    // It is made in front of the loop, assigned, and ends behind it.
    if (!Member && !wrapper().isWrapped(Ctx.getBaseElementType(O.T)) && Calls.extraShows(O.T) &&
        ok()) // one of the wrapper's holds nothing
      refuse(
          Diag::HostDeferred, P.Spelled ? P.Spelled->getSourceRange() : LoopStmt->getSourceRange(),
          {O.Name, "making an object of its class, or its end, does something that shows, and would come once more"});
    if (const VarDecl *D = O.Local ? O.Local : O.D; D && D->getDeclContext() == Frames.front().F)
      R.HandsOn |= ofHeader(D);
    Name = Options.Names("own_" + O.Name + "_" + llvm::Twine(HostLocals.size()));
    const QualType T = Member ? P.T : O.T.getUnqualifiedType();
    auto Unfit = [&](const char *Why) {
      if (ok())
        refuse(Diag::HostDeferred, P.Spelled ? P.Spelled->getSourceRange() : LoopStmt->getSourceRange(),
               {O.Name, std::string(Why) + ", and the host has one for all trips"});
    };
    if (!assignable(T) && !O.T.isConstQualified())
      Unfit("objects of its type cannot be assigned");
    if (assignsInItsWay(T))
      Unfit("an assignment to an object of its type may leave something else than making one");
    if (mayLeadIntoItself(T))
      Unfit("an object of its type may hold an address within itself");
    if (Class && !Member)
      for (const CXXConstructorDecl *C : Class->ctors())
        if (C->isDefaultConstructor())
          names().means(C);
    const LangOptions &LO = Ctx.getLangOpts();
    const bool Zero = T->isScalarType(), Listed = T->isArrayType() || !Class || Class->isAggregate();
    const char *Init = LO.CPlusPlus11                 ? "{};"
                       : !LO.CPlusPlus                ? " = {0};"
                       : Zero && !T->isEnumeralType() ? " = 0;"
                       : Listed && !Zero              ? " = {};"
                                                      : ";";
    R.HostLocals.push_back({Name, LaterText(*this).declaration(T, Name) + Init});
  }
  return Member ? Name : Name + P.Path;
}

} // namespace persistify::host
