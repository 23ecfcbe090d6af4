//===- ProgramIndex.cpp - facts about a whole host file ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramIndex.h"
#include "persistify/Api.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace persistify::host {

persistify::SourceRange toRange(const SourceManager &SM, const LangOptions &LO,
                                clang::SourceRange R) {
  persistify::SourceRange Out;
  SourceLocation B = SM.getExpansionLoc(R.getBegin());
  SourceLocation E = Lexer::getLocForEndOfToken(SM.getExpansionRange(R.getEnd()).getEnd(), 0, SM, LO);
  if (B.isInvalid())
    return Out;
  if (E.isInvalid())
    E = B;
  Out.File = SM.getFilename(B).str();
  Out.Line = SM.getSpellingLineNumber(B);
  Out.Column = SM.getSpellingColumnNumber(B);
  Out.EndLine = SM.getSpellingLineNumber(E);
  Out.EndColumn = SM.getSpellingColumnNumber(E);
  Out.Begin = SM.getFileOffset(B);
  Out.End = SM.getFileOffset(E);
  return Out;
}

static Api calledApi(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F || !F->getIdentifier())
    return Api::None;
  // The C++ wrapper's methods have no model yet, but a loop of them is a candidate.
  if (auto *M = dyn_cast<CXXMethodDecl>(F); M && F->getName() == "enqueueNDRangeKernel" &&
                                            M->getParent()->getName() == "CommandQueue")
    return Api::Launch;
  return apiOf(F->getName());
}

static const FunctionDecl *definitionOf(const FunctionDecl *F) {
  const FunctionDecl *D = nullptr;
  return F && F->hasBody(D) ? D : F;
}

struct ProgramIndex::Builder : RecursiveASTVisitor<Builder> {
  ProgramIndex &P;
  const FunctionDecl *Current = nullptr;
  std::map<const FunctionDecl *, std::set<const FunctionDecl *>> Calls;
  explicit Builder(ProgramIndex &P) : P(P) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(Decl *D) {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F)
      return RecursiveASTVisitor::TraverseDecl(D);
    // Bodies of system headers do not enqueue kernels.
    if (P.Ctx.getSourceManager().isInSystemHeader(F->getLocation()))
      return true;
    const FunctionDecl *Saved = Current;
    Current = F;
    bool Ok = RecursiveASTVisitor::TraverseDecl(D);
    Current = Saved;
    return Ok;
  }

  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F)
      return true;
    Api A = calledApi(C);
    noteEvents(C, A);
    if ((A == Api::Launch || A == Api::LaunchTask) && Current)
      P.Launching.insert(Current);
    if (Current)
      Calls[Current].insert(definitionOf(F));
    // Handles given to parameters.
    const FunctionDecl *Def = definitionOf(F);
    unsigned N = std::min<unsigned>(C->getNumArgs(), Def->getNumParams());
    bool Op = isa<CXXOperatorCallExpr>(C) && isa<CXXMethodDecl>(F);
    for (unsigned I = 0; I < N; ++I)
      if (I + Op < C->getNumArgs())
        assign({Def->getParamDecl(I), ""}, C->getArg(I + Op));
    return true;
  }
  /// Which queues' commands make an event variable's values.
  void noteEvents(CallExpr *C, Api A) {
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const clang::Expr *X = C->getArg(I)->IgnoreParenCasts();
      const Type *T = X->getType().getCanonicalType().getTypePtr();
      bool Array = T->isArrayType();
      QualType PT = Array ? cast<ArrayType>(T)->getElementType()
                          : T->isPointerType() ? T->getPointeeType() : QualType();
      auto *Event = PT.isNull() ? nullptr : PT.getCanonicalType()->getAs<PointerType>();
      auto *RT = Event ? Event->getPointeeType()->getAs<RecordType>() : nullptr;
      if (!RT || RT->getDecl()->getName() != "_cl_event")
        continue;
      if (auto *B = dyn_cast<BinaryOperator>(X); B && B->getOpcode() == BO_Add)
        X = B->getLHS();
      Key K = keyOf(X, P.Ctx);
      if (!K.first)
        continue;
      bool Last = I + 1 == C->getNumArgs();
      bool Enqueues = A == Api::Launch || A == Api::LaunchTask || A == Api::Read || A == Api::Write ||
                      A == Api::Copy || A == Api::Fill || A == Api::Order;
      if (A != Api::None && !Last)
        continue; // a wait list
      if (A == Api::Wait)
        continue;
      P.EventQueues[K.first].insert(Enqueues && Last ? keyOf(C->getArg(0), P.Ctx).first : nullptr);
    }
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign)
      assign(keyOf(B->getLHS(), P.Ctx), B->getRHS());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (const clang::Expr *I = V->getInit())
      init({V, ""}, I);
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *C) {
    for (const CXXCtorInitializer *I : C->inits())
      if (I->isAnyMemberInitializer())
        assign({I->getAnyMember(), ""}, I->getInit());
    return true;
  }

  void init(Key K, const clang::Expr *I) {
    I = I->IgnoreParenImpCasts();
    if (auto *L = dyn_cast<InitListExpr>(I)) {
      unsigned N = 0;
      for (const clang::Expr *E : L->inits())
        init({K.first, K.second + "[" + std::to_string(N++) + "]"}, E);
      return;
    }
    assign(K, I);
  }

  void assign(Key K, const clang::Expr *E) {
    if (!K.first)
      return;
    E = E->IgnoreParenCasts();
    P.Assigned[K.first].push_back(E);
    if (auto *C = dyn_cast<CallExpr>(E)) {
      if (const FunctionDecl *F = C->getDirectCallee())
        if (F->getIdentifier() && F->getName() == "clCreateKernel" && C->getNumArgs() >= 2)
          for (const std::string &S : P.strings(C->getArg(1)))
            P.Names[K].insert(S);
      return;
    }
    Key From = keyOf(E, P.Ctx);
    if (From.first)
      P.Copies[K].insert(From);
  }
};

/// Variables by declaration, members by field (whatever the object), elements
/// by constant index, or "[]" for any.
ProgramIndex::Key ProgramIndex::keyOf(const clang::Expr *E, ASTContext &Ctx) {
  E = E->IgnoreParenCasts();
  if (auto *D = dyn_cast<DeclRefExpr>(E))
    return {D->getDecl(), ""};
  if (auto *M = dyn_cast<MemberExpr>(E))
    return {M->getMemberDecl(), ""};
  if (auto *U = dyn_cast<UnaryOperator>(E))
    if (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)
      return keyOf(U->getSubExpr(), Ctx);
  if (auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    Key K = keyOf(A->getBase(), Ctx);
    clang::Expr::EvalResult R;
    if (A->getIdx()->EvaluateAsInt(R, Ctx))
      K.second += "[" + std::to_string(R.Val.getInt().getExtValue()) + "]";
    else
      K.second += "[]";
    return K;
  }
  return {nullptr, ""};
}

/// All strings that a name expression may be: a literal, or the literals that
/// initialise or are assigned to the variable (or array) that it names.
std::set<std::string> ProgramIndex::strings(const clang::Expr *E) const {
  std::set<std::string> Out;
  E = E->IgnoreParenCasts();
  if (auto *L = dyn_cast<StringLiteral>(E)) {
    Out.insert(L->getString().str());
    return Out;
  }
  Key K = keyOf(E, Ctx);
  if (auto *V = dyn_cast_or_null<VarDecl>(K.first))
    if (const clang::Expr *I = V->getAnyInitializer()) {
      if (auto *IL = dyn_cast<InitListExpr>(I->IgnoreParenImpCasts())) {
        for (const clang::Expr *X : IL->inits())
          for (const std::string &S : strings(X))
            Out.insert(S);
      } else if (!isa<DeclRefExpr>(I->IgnoreParenImpCasts())) {
        return strings(I);
      }
    }
  return Out;
}

ProgramIndex::ProgramIndex(ASTContext &C) : Ctx(C) {
  Builder B(*this);
  B.TraverseDecl(Ctx.getTranslationUnitDecl());
  // Close "launches" over the call graph.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[F, Callees] : B.Calls)
      if (!Launching.contains(F))
        for (const FunctionDecl *Callee : Callees)
          if (Launching.contains(Callee)) {
            Launching.insert(F);
            Changed = true;
            break;
          }
  }
}

std::set<std::string> ProgramIndex::copies(const FunctionDecl *F, llvm::StringRef Name) const {
  auto Named = [](const Key &K) {
    auto *V = dyn_cast<VarDecl>(K.first);
    auto *In = V && V->isLocalVarDeclOrParm() ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
    return (In ? In->getNameAsString() + ":" : "") + K.first->getNameAsString() + K.second;
  };
  llvm::StringRef Base = Name.take_until([](char C) { return C == '[' || C == '.'; });
  // All that its values may come from, then all that those may get to.
  std::map<Key, std::set<Key>> Onwards;
  for (auto &[To, Froms] : Copies)
    for (const Key &From : Froms)
      Onwards[From].insert(To);
  auto Close = [](std::set<Key> Set, const std::map<Key, std::set<Key>> &Edges) {
    std::vector<Key> Todo(Set.begin(), Set.end());
    while (!Todo.empty()) {
      Key K = Todo.back();
      Todo.pop_back();
      if (auto It = Edges.find(K); It != Edges.end())
        for (const Key &Other : It->second)
          if (Other.first && Set.insert(Other).second)
            Todo.push_back(Other);
    }
    return Set;
  };
  std::string Start = (F->getNameAsString() + ":" + Base).str();
  std::set<Key> Mine;
  for (const std::map<Key, std::set<Key>> *Edges : {&Copies, &std::as_const(Onwards)})
    for (auto &[K, Others] : *Edges)
      if (K.first && Named({K.first, ""}) == Start)
        Mine.insert(K);
  std::set<std::string> Names;
  for (const Key &K : Close(Close(Mine, Copies), Onwards))
    Names.insert(Named(K));
  return Names;
}

bool ProgramIndex::eventQueue(const ValueDecl *Event, const ValueDecl *&Queue) const {
  auto It = EventQueues.find(Event);
  auto A = Assigned.find(Event);
  if (It == EventQueues.end() || It->second.size() != 1 || !*It->second.begin())
    return false;
  if (A != Assigned.end())
    for (const clang::Expr *X : A->second)
      if (!X->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull))
        return false;
  Queue = *It->second.begin();
  return true;
}

bool ProgramIndex::launches(const FunctionDecl *F) const {
  return Launching.contains(definitionOf(F));
}

bool ProgramIndex::launches(const Stmt *S) const {
  if (!S)
    return false;
  if (auto *C = dyn_cast<CallExpr>(S)) {
    Api A = calledApi(C);
    if (A == Api::Launch || A == Api::LaunchTask)
      return true;
    if (const FunctionDecl *F = C->getDirectCallee()) {
      if (launches(F))
        return true;
      auto *M = dyn_cast<CXXMethodDecl>(F);
      if (M && M->getParent()->isLambda() && launches(M->getBody()))
        return true;
    } else if (auto *U = dyn_cast<UnresolvedLookupExpr>(C->getCallee()->IgnoreParens())) {
      // A call in a template, whose arguments depend on its parameters.
      if (U->getName().isIdentifier() &&
          (apiOf(U->getName().getAsIdentifierInfo()->getName()) == Api::Launch))
        return true;
    }
  }
  if (isa<LambdaExpr>(S)) // its body runs where it is called
    return false;
  for (const Stmt *Child : S->children())
    if (launches(Child))
      return true;
  return false;
}

void ProgramIndex::launchingCalls(const Stmt *S, std::vector<std::string> &Names) const {
  if (!S)
    return;
  if (auto *C = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = definitionOf(C->getDirectCallee()); F && launches(F)) {
      std::string N = F->getQualifiedNameAsString();
      if (std::find(Names.begin(), Names.end(), N) == Names.end()) {
        Names.push_back(N);
        launchingCalls(F->getBody(), Names);
      }
    }
  for (const Stmt *Child : S->children())
    launchingCalls(Child, Names);
}

/// A body whose last statement is a call that never returns, with no return
/// statement anywhere.
static bool hasReturn(const Stmt *S) {
  if (!S)
    return false;
  if (isa<ReturnStmt>(S))
    return true;
  for (const Stmt *C : S->children())
    if (hasReturn(C))
      return true;
  return false;
}

bool ProgramIndex::neverReturns(const FunctionDecl *F) const {
  if (!F)
    return false;
  if (F->isNoReturn())
    return true;
  if (F->getIdentifier()) {
    llvm::StringRef N = F->getName();
    if (N == "exit" || N == "abort" || N == "_Exit" || N == "_exit" || N == "quick_exit")
      return true;
  }
  const Stmt *Body = F->getBody();
  auto *CS = dyn_cast_or_null<CompoundStmt>(Body);
  if (!CS || CS->body_empty() || hasReturn(CS))
    return false;
  const Stmt *Last = CS->body_back();
  if (auto *E = dyn_cast<clang::Expr>(Last))
    Last = E->IgnoreParenCasts();
  if (isa<CXXThrowExpr>(Last))
    return true;
  if (auto *C = dyn_cast<CallExpr>(Last))
    return C->getDirectCallee() && C->getDirectCallee() != F && neverReturns(C->getDirectCallee());
  return false;
}

void ProgramIndex::namesOf(const Key &K, std::set<std::string> &Out, std::set<Key> &Seen) const {
  if (!K.first || !Seen.insert(K).second)
    return;
  auto Add = [&](const Key &X) {
    if (auto It = Names.find(X); It != Names.end())
      Out.insert(It->second.begin(), It->second.end());
    if (auto It = Copies.find(X); It != Copies.end())
      for (const Key &From : It->second)
        namesOf(From, Out, Seen);
  };
  Add(K);
  if (Out.empty() && K.second.empty() == false)
    Add({K.first, "[]"});
}

std::string ProgramIndex::kernelName(const clang::Expr *Handle) const {
  std::set<std::string> Out;
  std::set<Key> Seen;
  namesOf(keyOf(Handle, Ctx), Out, Seen);
  return Out.size() == 1 ? *Out.begin() : std::string();
}

} // namespace persistify::host
