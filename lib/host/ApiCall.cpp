//===- ApiCall.cpp - an OpenCL call, with its arguments by meaning -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApiCall.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace persistify::host {

static NamespaceDecl *namespaceIn(const DeclContext *In, ASTContext &Ctx, llvm::StringRef Name) {
  for (NamedDecl *D : In->lookup(&Ctx.Idents.get(Name)))
    if (auto *N = dyn_cast<NamespaceDecl>(D))
      return N;
  return nullptr;
}

/// The namespace cl around D, if it is the outermost one.
static const NamespaceDecl *namespaceCl(const Decl *D) {
  const NamespaceDecl *Outer = nullptr;
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C))
      Outer = N;
  return Outer && Outer->getName() == "cl" ? Outer : nullptr;
}

bool inWrapper(const Decl *D) {
  const NamespaceDecl *Cl = D ? namespaceCl(D) : nullptr;
  if (!Cl)
    return false;
  ASTContext &Ctx = D->getASTContext();
  auto *Detail = namespaceIn(Cl, Ctx, "detail");
  if (!Detail)
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  auto File = [&](const Decl *X) { return SM.getFileID(SM.getExpansionLoc(X->getLocation())); };
  for (NamedDecl *W : Detail->lookup(&Ctx.Idents.get("Wrapper")))
    return File(W) == File(D);
  return false;
}

llvm::StringRef wrapperClass(QualType T) {
  const CXXRecordDecl *RD = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  if (!RD || !RD->getIdentifier())
    return {};
  if (library::classOf(T) == library::Class::Vector) {
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(RD);
    if (S && S->getTemplateArgs().size() && S->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
        wrapperClass(S->getTemplateArgs()[0].getAsType()) == "Event")
      return "vector<Event>";
    return {};
  }
  // cl::size_t<3> of older headers is an array, no object of the API.
  return inWrapper(RD) && RD->getName() != "size_t" ? RD->getName() : llvm::StringRef();
}

const clang::Expr *rangeGiven(const CXXConstructExpr *Args, llvm::StringRef Member) {
  llvm::SmallVector<const clang::Expr *, 3> Ranges;
  for (const clang::Expr *A : Args->arguments())
    if (wrapperClass(A->getType()) == "NDRange")
      Ranges.push_back(A);
  static const char *const Names[][3] = {{"global_"}, {"global_", "local_"}, {"offset_", "global_", "local_"}};
  for (unsigned I = 0; I < Ranges.size() && Ranges.size() <= 3; ++I)
    if (Member == Names[Ranges.size() - 1][I])
      return Ranges[I];
  return nullptr;
}

static llvm::StringRef handleOf(const CXXRecordDecl *RD) {
  RD = RD->getDefinition();
  if (!RD)
    return {};
  if (RD->getName() == "Wrapper") {
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(RD);
    if (!S || !S->getTemplateArgs().size() || S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return {};
    return handleRecord(S->getTemplateArgs()[0].getAsType());
  }
  for (const CXXBaseSpecifier &B : RD->bases())
    if (const CXXRecordDecl *BD = B.getType()->getAsCXXRecordDecl(); BD && inWrapper(BD))
      if (llvm::StringRef H = handleOf(BD); !H.empty())
        return H;
  return {};
}

llvm::StringRef handleRecord(QualType T) {
  auto *P = T.getCanonicalType()->getAs<PointerType>();
  const RecordDecl *R = P ? P->getPointeeType()->getAsRecordDecl() : nullptr;
  return R && R->getIdentifier() ? R->getName() : llvm::StringRef();
}

llvm::StringRef wrappedHandle(QualType T) {
  llvm::StringRef Name = wrapperClass(T);
  if (Name.empty())
    return {};
  if (Name == "vector<Event>")
    return "_cl_event";
  if (Name == "KernelFunctor" || Name == "make_kernel")
    return "_cl_kernel";
  return handleOf(T->getAsCXXRecordDecl());
}

bool wrapperThrows(ASTContext &Ctx) {
  auto *Cl = namespaceIn(Ctx.getTranslationUnitDecl(), Ctx, "cl");
  return Cl && !Cl->lookup(&Ctx.Idents.get("Error")).empty();
}

ApiCall apiCall(const CallExpr *C) {
  ApiCall R;
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return R;
  R.C = C;
  auto *M = dyn_cast<CXXMethodDecl>(F);
  if (!M && F->getIdentifier() && !inWrapper(F)) {
    R.Row = F->hasBody() && !planted("any-name") ? nullptr : apiRow(F->getName()); // the program's own otherwise
    R.A = R.Row ? R.Row->A : Api::None;
    R.Name = F->getNameAsString();
    R.Args.assign(C->arg_begin(), C->arg_end());
    if (R.Row && R.Row->arity() && R.Row->arity() != R.Args.size())
      R.A = Api::Other;
    return R;
  }
  if (!inWrapper(F))
    return R;
  // NDRange and EnqueueArgs are plain data, known to the lowering itself.
  llvm::StringRef Class = M ? M->getParent()->getName() : "cl";
  if (Class == "NDRange" || (M && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator())))
    return R;
  R.Wrapper = true;
  if (auto *MC = dyn_cast<CXXMemberCallExpr>(C))
    R.Args.push_back(MC->getImplicitObjectArgument());
  R.Args.append(C->arg_begin(), C->arg_end());
  if (Class == "functionImplementation_" && !R.Args.empty()) // make_kernel's base
    R.Args[0] = R.Args[0]->IgnoreParenImpCasts();
  R.Name = M ? ("cl::" + Class + "::" + F->getNameAsString()).str() : "cl::" + F->getNameAsString();
  if (Class == "Wrapper" && M)
    R.Name = F->getNameAsString();
  std::string Function = F->getNameAsString();
  if (!M && Function == "copy") {
    auto IsBuffer = [](const clang::Expr *X) { return wrappedHandle(X->getType()) == "_cl_mem"; };
    bool Queue = !R.Args.empty() && wrappedHandle(R.Args[0]->getType()) == "_cl_command_queue";
    if (R.Args.size() > Queue && IsBuffer(R.Args[Queue]))
      Function += "(Buffer)";
  }
  R.Row = apiRow(Class, Function, R.Args.size());
  R.A = R.Row->A;
  return R;
}

const clang::Expr *peel(const clang::Expr *E) {
  while (E) {
    const clang::Expr *X = E->IgnoreParenCasts();
    if (auto *W = dyn_cast<ExprWithCleanups>(X))
      X = W->getSubExpr();
    else if (auto *T = dyn_cast<MaterializeTemporaryExpr>(X))
      X = T->getSubExpr();
    else if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X))
      X = B->getSubExpr();
    else if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
      X = D->getExpr();
    else if (auto *K = dyn_cast<CXXConstructExpr>(X);
             K && K->getNumArgs() >= 1 && K->getConstructor()->isCopyOrMoveConstructor())
      X = K->getArg(0);
    else if (auto *C = dyn_cast<CallExpr>(X)) {
      const FunctionDecl *F = C->getDirectCallee();
      if (library::whatDoes(F) == library::Does::Same)
        X = C->getArg(0);
      else if (ApiCall A = apiCall(C); A.A == Api::RawHandle && !A.Args.empty())
        X = A.Args[0];
    }
    if (X == E)
      break;
    E = X;
  }
  return E;
}

} // namespace persistify::host
