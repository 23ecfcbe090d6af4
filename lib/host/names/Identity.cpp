//===- Identity.cpp - copied host text means what it meant ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of statements are compared with the originals, which stand in the output too,
// in lockstep. Of the other text each name must be one that was meant: lowering notes
// what it names.
//
//===----------------------------------------------------------------------===//
#include "persistify/Identity.h"
#include "program/ApiCall.h"
#include "names/DeclKeys.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/SameMeaning.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace persistify {
namespace host {
namespace {

class Check {
public:
  Check(ASTContext &Ctx, const Region &R) : Ctx(Ctx), SM(Ctx.getSourceManager()), R(R) {}

  void code(const GeneratedCode &G) {
    const clang::Stmt *Behind = G.Original->getElse(); // the exits: of a loop that asks they stand by themselves
    bool Was = false;
    for (const clang::Stmt *S : G.Block->body()) {
      if (S == G.Original)
        Was = true;
      else if (Was && !Behind)
        Behind = S;
      else
        composed(S, G);
    }
    exits(Behind, G);
    questions(G);
  }

  std::optional<OtherMeaning> Found;

private:
  void differ(const persistify::SourceRange &At, std::string What) {
    if (!Found)
      Found = OtherMeaning{At, std::move(What)};
  }

  // ---- copies of statements

  void exits(const clang::Stmt *Next, const GeneratedCode &G) {
    std::set<size_t> Seen;
    for (auto *If = dyn_cast_or_null<IfStmt>(Next); If; If = dyn_cast_or_null<IfStmt>(Next = If->getElse())) {
      auto *Is = dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
      clang::Expr::EvalResult K;
      auto *Body = dyn_cast<CompoundStmt>(If->getThen());
      if (!Is || !Body || !Is->getRHS()->EvaluateAsInt(K, Ctx) || K.Val.getInt() == 0 ||
          K.Val.getInt().getZExtValue() > R.Exits.size())
        return differ(R.Range, "an exit cannot be found in the output");
      Seen.insert(K.Val.getInt().getZExtValue() - 1);
      copy(R.Exits[K.Val.getInt().getZExtValue() - 1], Body, G);
    }
    if (auto *Body = dyn_cast_or_null<CompoundStmt>(Next); Body && !R.Exits.empty()) { // of a loop without an end
      Seen.insert(R.Exits.size() - 1);
      copy(R.Exits.back(), Body, G);
    }
    for (size_t I = 0; I < R.Exits.size(); ++I)
      if (!R.Exits[I].Text.empty() && !Seen.count(I))
        differ(R.Exits[I].Range, "an exit cannot be found in the output");
  }

  /// The function that an expression of ours calls, behind sizes that are set in front of it, and what must hold.
  static llvm::StringRef called(const clang::Expr *X) {
    for (;;) {
      X = X->IgnoreImplicit()->IgnoreParenImpCasts();
      if (auto *B = dyn_cast<BinaryOperator>(X); B && B->getOpcode() == BO_Comma && !planted("sizes-in-front"))
        X = B->getRHS();
      else if (auto *C = dyn_cast<ConditionalOperator>(X))
        X = C->getTrueExpr();
      else
        break;
    }
    auto *Call = dyn_cast<CallExpr>(X);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getIdentifier() ? F->getName() : "";
  }
  static const BinaryOperator *assignment(const clang::Stmt *S) {
    auto *X = dyn_cast<clang::Expr>(S);
    return X ? dyn_cast<BinaryOperator>(X->IgnoreImplicit()) : nullptr;
  }
  /// The statement that asks; in front of it clocks may be read.
  static const BinaryOperator *askingStatement(const CompoundStmt *In) {
    for (const clang::Stmt *S : In->body())
      if (const BinaryOperator *Is = assignment(S);
          Is && Is->isAssignmentOp() && called(Is->getRHS()) == "persistify_at_later")
        return Is;
    return nullptr;
  }
  /// What stands around a body in which the host asks; null: it is a body as it was.
  static const CompoundStmt *asking(const clang::Stmt *Body) {
    auto *C = dyn_cast_or_null<CompoundStmt>(Body);
    auto *Again = C && C->size() > 1 ? dyn_cast<DoStmt>(C->body_front()) : nullptr;
    auto *In = Again ? dyn_cast<CompoundStmt>(Again->getBody()) : nullptr;
    return In && askingStatement(In) ? C : nullptr;
  }

  static const clang::Stmt *at(const clang::Stmt *S, llvm::ArrayRef<unsigned> Path) {
    for (unsigned Step : Path) {
      auto Children = S->children();
      auto It = Children.begin();
      for (; Step && It != Children.end(); --Step)
        ++It;
      if (It == Children.end() || !*It)
        return nullptr;
      S = *It;
      if (const CompoundStmt *Asks = asking(S))
        S = Asks->body_back();
    }
    return S;
  }

  void copy(const RegionExit &X, const CompoundStmt *Body, const GeneratedCode &G) {
    const clang::Stmt *Loop = G.Loop;
    llvm::ArrayRef<clang::Stmt *> Rest(Body->body_begin(), Body->body_end());
    std::vector<const clang::Stmt *> Originals;
    for (const std::vector<unsigned> &Path : X.Statements)
      if (const clang::Stmt *S = at(Loop, Path))
        Originals.push_back(S);
      else
        return differ(X.Range, "a statement cannot be found in the output");
    DeclMap Locals;
    auto Compare = [&](const clang::Stmt *S) {
      while (!Rest.empty() && isa<NullStmt>(Rest.front()) && !isa<NullStmt>(S))
        Rest = Rest.drop_front();
      if (Rest.empty())
        return differ(X.Range, "a statement cannot be found in the output");
      if (auto D = sameMeaning(S, Rest.front(), Ctx, Locals))
        return differ(X.Range, D->What);
      Rest = Rest.drop_front();
    };
    llvm::ArrayRef<const clang::Stmt *> Types = llvm::ArrayRef(Originals).take_front(X.Declarations);
    llvm::ArrayRef<const clang::Stmt *> Texts = llvm::ArrayRef(Originals).drop_front(X.Declarations);
    for (const clang::Stmt *S : Types)
      if (Compare(S); Found)
        return;
    if (Rest.size() < X.Locals.size())
      return differ(X.Range, "a local variable cannot be found in the output");
    std::map<std::string, const VarDecl *> Copies; // of the loop's variables
    for (size_t I = 0; I < X.Locals.size(); ++I) {
      auto *D = dyn_cast<DeclStmt>(Rest[I]);
      auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
      if (!V)
        return differ(X.Range, "a local variable cannot be found in the output");
      composed(D, G);
      if (V->getType()->isReferenceType())
        outside(V->getInit(), G);
      Copies[V->getNameAsString()] = V;
    }
    Rest = Rest.drop_front(X.Locals.size());
    if (X.Nested && !X.Locals.empty() && Rest.size() == 1)
      if (auto *Inner = dyn_cast<CompoundStmt>(Rest.front()))
        Rest = llvm::ArrayRef<clang::Stmt *>(Inner->body_begin(), Inner->body_end());
    for (const clang::Stmt *S : Texts)
      pairs(S, Loop, Texts, Copies, Locals);
    for (const clang::Stmt *S : Texts)
      if (Compare(S); Found)
        return;
    if (!llvm::all_of(Rest, [](const clang::Stmt *S) { return isa<NullStmt>(S); }))
      differ(X.Range, "a statement of the output has no original");
  }

  /// What a reference of the loop is bound to stands outside of it, and no copy of a local variable may hide it.
  void outside(const clang::Stmt *S, const GeneratedCode &G) { outside(S, G.Block, nullptr); }
  void outside(const clang::Stmt *S, const clang::Stmt *Of, const clang::Stmt *Own) {
    if (!S)
      return;
    if (auto *D = dyn_cast<DeclRefExpr>(S))
      if (const SourceLocation At = D->getDecl()->getLocation(); within(At, Of) && !(Own && within(At, Own)))
        differ(R.Range, "'" + D->getDecl()->getNameAsString() + "' is another variable there");
    for (const clang::Stmt *C : S->children())
      outside(C, Of, Own);
  }

  /// The loop's own variables that S names stand for the copies of that name and type.
  void pairs(const clang::Stmt *S, const clang::Stmt *Loop, llvm::ArrayRef<const clang::Stmt *> Originals,
             const std::map<std::string, const VarDecl *> &Copies, DeclMap &To) const {
    if (!S)
      return;
    auto *D = dyn_cast<DeclRefExpr>(S);
    auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    auto It = V ? Copies.find(V->getNameAsString()) : Copies.end();
    auto Inside = [&](const clang::Stmt *Of) { return within(V->getLocation(), Of); }; // one of the text's own
    if (It != Copies.end() && Inside(Loop) && llvm::none_of(Originals, Inside) &&
        Ctx.hasSameUnqualifiedType(V->getType(), It->second->getType()))
      To.pair(V, It->second);
    for (const clang::Stmt *C : S->children())
      pairs(C, Loop, Originals, Copies, To);
  }

  bool within(SourceLocation L, const clang::Stmt *S) const {
    L = SM.getExpansionLoc(L);
    return !SM.isBeforeInTranslationUnit(L, SM.getExpansionLoc(S->getBeginLoc())) &&
           !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(S->getEndLoc()), L);
  }

  // ---- text that was put together

  struct Names : AstVisitor {
    Check &C;
    const GeneratedCode &G;
    Names(Check &C, const GeneratedCode &G) : C(C), G(G) {}
    bool shouldVisitImplicitCode() const override { return true; }
    /// An initialiser of a member stands in its class.
    bool dataTraverseStmtPre(clang::Stmt *S) override { return !isa<CXXDefaultInitExpr>(S); }
    /// What the host performs later.
    bool VisitCaseStmt(CaseStmt *S) override {
      clang::Expr::EvalResult K;
      C.Site = S->getLHS()->EvaluateAsInt(K, C.Ctx) ? K.Val.getInt().getZExtValue() : 0;
      return true;
    }
    bool VisitDefaultStmt(DefaultStmt *) override {
      C.Site = 0;
      return true;
    }
    bool VisitDeclRefExpr(DeclRefExpr *D) override { return C.named(D->getDecl(), D->getLocation(), G); }
    bool VisitMemberExpr(MemberExpr *M) override {
      return C.spelled(M->getMemberDecl(), M->getMemberLoc()) &&
             (!isa<CXXMethodDecl>(M->getMemberDecl()) || C.named(M->getMemberDecl(), SourceLocation(), G));
    }
    bool VisitCXXConstructExpr(CXXConstructExpr *X) override {
      return X->getConstructor()->isTrivial() || X->getConstructor()->isDefaulted() ||
             C.named(X->getConstructor(), SourceLocation(), G);
    }
    bool VisitTagTypeLoc(TagTypeLoc T) override { return C.named(T.getDecl(), SourceLocation(), G); }
    bool VisitTypedefTypeLoc(TypedefTypeLoc T) override { return C.named(T.getTypedefNameDecl(), SourceLocation(), G); }
    bool VisitIntegerLiteral(IntegerLiteral *L) override { return C.literal(L->getLocation()); }
    bool VisitFloatingLiteral(FloatingLiteral *L) override { return C.literal(L->getLocation()); }
    bool VisitStringLiteral(clang::StringLiteral *L) override { return C.literal(L->getBeginLoc()); }
  };

  /// What the loop's condition tells the runtime.
  void questions(const GeneratedCode &G) {
    const clang::Expr *Test = testOf(G.Loop);
    question(Test, G);
    if (const CompoundStmt *Asks = asking(bodyOf(G.Loop)))
      performed(cast<DoStmt>(Asks->body_front()), Test, isa<DoStmt>(G.Loop), G);
  }
  /// Text at the begin of the body. What the host performs may name nothing of the loop's there, whose condition stands
  /// there once more unless it is behind the body.
  void performed(const DoStmt *Asks, const clang::Expr *Test, bool Last, const GeneratedCode &G) {
    auto *Body = cast<CompoundStmt>(Asks->getBody());
    // In front of the question clocks are read, as in front of the region.
    const BinaryOperator *Asking = askingStatement(Body);
    const auto *At = llvm::find_if(Body->body(), [&](const clang::Stmt *S) { return assignment(S) == Asking; });
    composed(Asking->getRHS(), G);
    for (const clang::Stmt *S : llvm::make_range(std::next(At), Body->body_end())) {
      outside(S, G.Loop, Body);
      composed(S, G);
    }
    if (Last || !Test)
      return;
    auto *And = dyn_cast<BinaryOperator>(Asks->getCond()->IgnoreParenImpCasts());
    DeclMap None;
    if (!And || And->getOpcode() != BO_LAnd)
      return differ(R.Range, "the condition cannot be found in the output");
    if (auto D = sameMeaning(Test->IgnoreParenImpCasts(), And->getRHS()->IgnoreParenImpCasts(), Ctx, None))
      differ(R.Range, D->What);
  }
  void question(const clang::Stmt *S, const GeneratedCode &G) {
    if (!S)
      return;
    auto *Call = dyn_cast<CallExpr>(S);
    if (Call && called(Call) == "persistify_at") {
      for (const clang::Expr *A : Call->arguments())
        composed(A, G);
      return;
    }
    for (const clang::Stmt *C : S->children())
      question(C, G);
  }

  void composed(const clang::Stmt *S, const GeneratedCode &G) {
    Site = 0;
    Names N(*this, G);
    N.TraverseStmt(const_cast<clang::Stmt *>(S));
  }

  bool librarys(const Decl *D) const {
    return D->getLocation().isInvalid() || D->isImplicit() || inWrapper(D) ||
           SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
  }

  /// A macro of the program that has another name than what it stands for.
  bool spelled(const NamedDecl *D, SourceLocation At) {
    if (!At.isMacroID() || !ofProgram(At))
      return !Found;
    if (D->getNameAsString() != token(At))
      differ(R.Range, "'" + token(At) + "' is a macro");
    return !Found;
  }
  bool literal(SourceLocation At) {
    if (At.isMacroID() && ofProgram(At))
      differ(R.Range, "'" + token(At) + "' is a macro");
    return !Found;
  }
  std::string token(SourceLocation At) const {
    auto Use = [&] {
      return Lexer::getSourceText(CharSourceRange::getTokenRange(SM.getExpansionLoc(At)), SM, Ctx.getLangOpts()).str();
    };
    while (At.isMacroID() && SM.isMacroArgExpansion(At) && HostNames::isRuntimes(Use()))
      At = SM.getImmediateSpellingLoc(At); // an argument of ours
    return Use();
  }
  /// Whether the macro that is expanded at a place of the generated code is the program's.
  bool ofProgram(SourceLocation At) const {
    return !SM.isInSystemHeader(SM.getSpellingLoc(At)) &&
           !HostNames::isRuntimes(Lexer::getImmediateMacroName(At, SM, Ctx.getLangOpts()));
  }

  bool named(const NamedDecl *D, SourceLocation At, const GeneratedCode &G) {
    if (At.isValid() && !spelled(D, At))
      return false;
    auto *Id = D->getIdentifier();
    if (librarys(D) || (Id && R.Names.mayBe(Id->getName())) || within(D->getLocation(), G.Block))
      return !Found;
    if (auto *M = dyn_cast<CXXMethodDecl>(D); M && M->getParent()->isLambda())
      return !Found;
    std::string Key = Keys.of(D);
    const bool Own = isa<FunctionDecl>(D) && Site > 0 && Site <= R.Deferred.size() && !planted("any-function");
    if (Key.empty() || !(Own ? R.Deferred[Site - 1].Functions : R.Meant).count(Key)) {
      const char *Kind = isa<FunctionDecl>(D) ? "function" : isa<TypeDecl>(D) ? "type" : "variable";
      differ(R.Range, "'" + D->getNameAsString() + "' is another " + Kind + " there");
    }
    return !Found;
  }

  ASTContext &Ctx;
  const SourceManager &SM;
  const Region &R;
  DeclKeys Keys;
  size_t Site = 0; ///< of the statement performed later in which names are looked at, or 0
};

struct BlockFinder : AstVisitor {
  std::map<std::string, std::vector<GeneratedCode>> Found; ///< by entry
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseFunctionTemplateDecl(FunctionTemplateDecl *D) override { // not the pattern
    for (FunctionDecl *S : D->specializations())
      TraverseDecl(S);
    return true;
  }
  bool TraverseDecl(Decl *D) override {
    auto *C = dyn_cast_or_null<DeclContext>(D);
    if (D && D->getLocation().isValid() && D->getASTContext().getSourceManager().isInSystemHeader(D->getLocation()) &&
        !isa<TranslationUnitDecl>(D))
      return true;
    if (C && C->isDependentContext() && isa<FunctionDecl>(D))
      return true;
    return AstVisitor::TraverseDecl(D);
  }
  bool VisitCompoundStmt(CompoundStmt *C) override {
    if (GeneratedCode G = generatedCode(C); G.Block)
      Found[std::string(G.Entry)].push_back(G);
    return true;
  }
};

} // namespace
} // namespace host

struct OutputCode::Blocks : host::BlockFinder {};

OutputCode::OutputCode(ASTContext &Output) : Output(Output), All(std::make_unique<Blocks>()) {
  All->TraverseDecl(Output.getTranslationUnitDecl());
}
OutputCode::~OutputCode() = default;

std::optional<OtherMeaning> OutputCode::otherMeaning(const Region &R, llvm::StringRef Entry) const {
  if (planted("any-meaning"))
    return std::nullopt;
  auto It = All->Found.find(Entry.str());
  if (It == All->Found.end())
    return OtherMeaning{R.Range, "its code cannot be found in the output"};
  host::Check C(Output, R);
  for (const host::GeneratedCode &G : It->second)
    C.code(G);
  return C.Found;
}

} // namespace persistify
