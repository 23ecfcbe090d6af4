//===- SourceNames.cpp - what the program calls the sources of its kernels --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where several sources define a kernel, the one counts that is spelled where its program is made.
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "program/Definition.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

static bool isKernelFile(llvm::StringRef Name) {
  Name = Name.rsplit('.').second;
  return Name == "cl" || Name == "ocl" || Name == "clh" || Name == "opencl";
}

/// The kernel files that a function opens, or gives to another one, in front of its calls that make programs. Of several
/// that are read to one buffer, one after the other, the last counts.
struct ProgramIndex::FilesBefore : AstVisitor {
  const ProgramIndex &P;
  std::map<const CallExpr *, std::vector<std::string>> Of;
  std::vector<std::string> Files;
  explicit FilesBefore(const ProgramIndex &P) : P(P) {}

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    Files.clear();
    return AstVisitor::TraverseFunctionDecl(F);
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (apiCall(C).arg(ApiArg::Texts)) {
      if (!Files.empty())
        Of[C] = std::move(Files); // what comes behind is another program's
      Files.clear();
      return true;
    }
    for (const clang::Expr *X : C->arguments()) {
      X = X->IgnoreParenCasts();
      auto *D = dyn_cast<DeclRefExpr>(X);
      auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
      if (auto Values = V ? P.valuesOf(V) : llvm::ArrayRef<const clang::Expr *>(); Values.size() == 1)
        X = Values.front()->IgnoreParenCasts();
      else if (V && V->getInit())
        X = V->getInit()->IgnoreParenCasts();
      if (auto *L = dyn_cast<clang::StringLiteral>(X); L && L->isOrdinary() && isKernelFile(L->getString()))
        Files.push_back(L->getString().str());
    }
    return true;
  }
};

/// String literals and calls that an expression comes from, through variables and functions.
struct ProgramIndex::Spelled : AstVisitor {
  const ProgramIndex &P;
  std::set<std::string> Out;
  std::set<const Decl *> Seen;
  std::vector<const CallExpr *> Made; ///< programs, of text
  std::vector<std::string> Pieces; ///< SourcePieces::Texts
  std::map<const clang::Expr *, bool> Joints; ///< literals that are added to text, and whether to what a function gives
  std::string Behind; ///< what a loop adds behind each
  std::string At; ///< where the last program is made
  bool Several = false; ///< of an object that holds texts
  explicit Spelled(const ProgramIndex &P) : P(P) {}

  void look(const clang::Stmt *S) { TraverseStmt(const_cast<clang::Stmt *>(S)); }
  void follow(const ValueDecl *D) {
    auto *Param = dyn_cast_or_null<ParmVarDecl>(D); // of a call that was come by: what it is given was seen there
    if (auto *F = Param ? dyn_cast<FunctionDecl>(Param->getDeclContext()) : nullptr;
        F && Seen.count(F->getCanonicalDecl()))
      return;
    if (!D || !Seen.insert(D->getCanonicalDecl()).second)
      return;
    const auto Values = P.valuesOf(D);
    for (const clang::Expr *X : Values)
      look(X);
    if (auto *V = dyn_cast<VarDecl>(D); V && V->isImplicit() && Values.empty()) // for (auto &name : names)
      look(V->getInit());
    if (auto It = P.MadeBy.find(canonical(D)); It != P.MadeBy.end())
      for (const CallExpr *C : It->second)
        look(C);
  }
  bool VisitStringLiteral(clang::StringLiteral *L) override {
    if (!L->isOrdinary())
      return true;
    Out.insert(L->getString().str());
    const auto Joint = L->getString().contains('\n') && !planted("no-joints") ? Joints.find(L) : Joints.end();
    if (isKernelFile(L->getString()) || (Joint != Joints.end() && !Pieces.empty()))
      Pieces.push_back(L->getString().str());
    else if (Joint != Joints.end() && Joint->second)
      Behind = L->getString().str();
    return true;
  }
  /// What a chain a + b + c, or stream << a << b, begins with. \p Calls: one of them is what a function of the program gives.
  static const clang::Expr *chain(const CXXOperatorCallExpr *C, bool &Calls) {
    for (const CXXOperatorCallExpr *At = C;;) {
      for (const clang::Expr *X : At->arguments()) {
        auto *Call = dyn_cast<CallExpr>(peel(X));
        auto *F = Call && !isa<CXXOperatorCallExpr>(Call) ? Call->getDirectCallee() : nullptr;
        Calls |= F && definitionOf(F)->hasBody() && !F->isInStdNamespace() && !isa<CXXMethodDecl>(F);
      }
      const clang::Expr *Left = peel(At->getArg(0));
      auto *Next = dyn_cast<CXXOperatorCallExpr>(Left);
      if (!Next || Next->getOperator() != C->getOperator())
        return Left;
      At = Next;
    }
  }
  /// a + "\n" + b
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) override {
    const auto Op = C->getOperator();
    if (C->getNumArgs() != 2 || (Op != OO_Plus && Op != OO_PlusEqual && Op != OO_LessLess))
      return true;
    bool Calls = Op != OO_Plus;
    auto *RD = chain(C, Calls)->getType()->getAsCXXRecordDecl();
    const library::ClassRow *Class = library::classRow(RD);
    if (Op == OO_LessLess && !(Class && Class->is(library::InMemory)))
      return true; // it is printed
    for (const clang::Expr *X : C->arguments())
      if (auto *L = dyn_cast<clang::StringLiteral>(X->IgnoreParenImpCasts()))
        Joints[L] |= Calls;
    return true;
  }
  bool dataTraverseStmtPre(clang::Stmt *S) override { return !isa<CXXThrowExpr>(S); }
  bool VisitDeclRefExpr(DeclRefExpr *D) override {
    if (isa<VarDecl>(D->getDecl()))
      follow(D->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    if (isa<FieldDecl>(M->getMemberDecl()))
      follow(M->getMemberDecl());
    return true;
  }
  void at(const clang::Expr *X) {
    SourceRange R = toRange(P.Ctx.getSourceManager(), P.Ctx.getLangOpts(), X->getSourceRange());
    Out.insert(At = "<" + R.File + ":" + std::to_string(R.Line) + ">");
  }
  /// Whether a local vector is empty when it is declared, and gets one text, once.
  bool holdsOne(const clang::Expr *X) const {
    auto *D = dyn_cast<DeclRefExpr>(peel(X));
    auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    auto *F = V && V->isLocalVarDecl() && !V->isStaticLocal() ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
    auto *Made = V && V->getInit() ? dyn_cast<CXXConstructExpr>(V->getInit()->IgnoreImplicit()) : nullptr;
    if (!F || !F->hasBody() || !Made || Made->getNumArgs() || planted("many-texts"))
      return false;
    Additions Found{V};
    Found.look(F->getBody(), false);
    return Found.Times == 1 && !Found.Looped;
  }
  /// Calls that add to a vector.
  struct Additions {
    const VarDecl *V;
    unsigned Times = 0;
    bool Looped = false;
    void look(const clang::Stmt *S, bool InLoop) {
      auto *C = dyn_cast_or_null<CXXMemberCallExpr>(S);
      auto *D = C ? dyn_cast<DeclRefExpr>(C->getImplicitObjectArgument()->IgnoreParenImpCasts()) : nullptr;
      const CXXMethodDecl *M = D && D->getDecl() == V ? C->getMethodDecl() : nullptr;
      if (M && M->getIdentifier() && !M->isConst() && !library::is(M, library::Still) &&
          library::whatDoes(M) != library::Does::Clear) {
        ++Times;
        Looped |= InLoop;
      }
      InLoop |= isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
      if (S)
        for (const clang::Stmt *Part : S->children())
          look(Part, InLoop);
    }
  };
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    if (objectType(C->getType()) == ApiType::Program) {
      at(C);
      for (const clang::Expr *X : C->arguments()) {
        auto *RD = X->getType().getNonReferenceType()->getAsCXXRecordDecl();
        Several |= RD && library::classOf(P.Ctx.getRecordType(RD)) == library::Class::Vector && !holdsOne(X);
      }
    }
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F)
      return true;
    if (apiCall(C).arg(ApiArg::Texts)) {
      at(C);
      if (!llvm::is_contained(Made, C))
        Made.push_back(C);
    }
    const FunctionDecl *Def = definitionOf(F);
    if (Def->hasBody() && !inWrapper(Def) && !P.Ctx.getSourceManager().isInSystemHeader(Def->getLocation()) &&
        Seen.insert(Def->getCanonicalDecl()).second)
      look(Def->getBody());
    return true;
  }
};

const std::vector<std::string> &ProgramIndex::filesBefore(const CallExpr *Made) const {
  static const std::vector<std::string> None;
  if (!Before) {
    FilesBefore Finder(*this);
    Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
    Before = std::move(Finder.Of);
  }
  auto It = Before->find(Made);
  return It == Before->end() ? None : It->second;
}

/// The texts of which the one program that was come by is made, if they seem to be several.
SourcePieces ProgramIndex::piecesOf(const Spelled &S) const {
  SourcePieces Out;
  if (S.At.empty() || S.Made.size() > 1)
    return Out;
  clang::Expr::EvalResult N;
  const clang::Expr *Count = S.Made.empty() ? nullptr : S.Made.front()->getArg(1);
  const bool Known = Count && !Count->isValueDependent() && Count->EvaluateAsInt(N, Ctx);
  const uint64_t Many = Known ? N.Val.getInt().getLimitedValue() : 0;
  Out.Texts = S.Pieces;
  if (Out.Texts.size() < 2 && Many > 1)
    if (auto &Files = filesBefore(S.Made.front()); Files.size() == Many)
      Out.Texts = Files;
  if (!S.Behind.empty() && llvm::all_of(S.Pieces, isKernelFile))
    for (size_t I = Out.Texts.size(); I-- > 1;)
      Out.Texts.insert(Out.Texts.begin() + I, S.Behind);
  while (!Out.Texts.empty() && !isKernelFile(Out.Texts.back())) // blanks at the end do not count
    Out.Texts.pop_back();
  const auto Files = uint64_t(llvm::count_if(Out.Texts, isKernelFile));
  if (Files < 2)
    return {};
  Out.At = S.At;
  Out.Certain = (Many > 1 && Files <= Many) || S.Several; // more are alternatives
  return Out;
}

SourceNames ProgramIndex::programSources(const clang::Expr *Program) const {
  Spelled S(*this);
  S.look(Program);
  return {S.Out, piecesOf(S)};
}

SourceNames ProgramIndex::kernelSources(const Key &K, const std::string &Name) const {
  Spelled S(*this);
  std::set<Key> Seen;
  std::vector<Key> Work = {K};
  while (!Work.empty()) {
    const Key At = Work.back();
    Work.pop_back();
    if (!At.first || !Seen.insert(At).second)
      continue;
    if (auto It = Programs.find(At); It != Programs.end())
      for (auto &[Of, Program] : It->second)
        if (Of == Name)
          S.look(Program);
    if (auto It = Copies.find(At); It != Copies.end())
      Work.insert(Work.end(), It->second.begin(), It->second.end());
    if (At.second.empty())
      continue;
    Work.push_back({At.first, "[]"});
    if (auto It = Copies.find({At.first, ""}); It != Copies.end()) // of the whole
      for (const Key &From : It->second)
        Work.push_back({From.first, From.second + At.second});
  }
  if (S.Out.empty() && K.first) // made by a function of the program
    for (const clang::Expr *X : valuesOf(K.first))
      S.look(X);
  const auto Files = llvm::count_if(S.Out, isKernelFile);
  const bool Text = llvm::any_of(S.Out, [](llvm::StringRef X) { return X.contains('{'); });
  const SourcePieces Pieces = piecesOf(S);
  if (Files == 1 || (Files == 0 && Text) || S.Made.empty() || planted("no-files-before"))
    return {S.Out, Pieces};
  std::set<std::string> Last;
  for (const CallExpr *C : S.Made)
    if (auto &Of = filesBefore(C); !Of.empty())
      Last.insert(Of.back());
  if (!Last.empty()) {
    for (auto It = S.Out.begin(); It != S.Out.end();)
      It = isKernelFile(*It) ? S.Out.erase(It) : std::next(It);
    S.Out.insert(Last.begin(), Last.end());
  }
  return {S.Out, Pieces};
}

SourceNames ProgramIndex::kernelSources(const clang::Expr *Handle, const std::string &Name) const {
  return kernelSources(keyOf(Handle, Ctx), Name);
}

} // namespace persistify::host
