//===- FileSummary.cpp - what a file of a program defines and uses -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FileSummary.h"
#include "persistify/Containment.h"
#include "persistify/AstVisitor.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace persistify::frontend {

namespace {

/// Names and types as text that does not depend on the language or the file.
class Namer {
public:
  Namer(ASTContext &Ctx, llvm::StringRef Suffix, bool C) : Ctx(Ctx), Suffix(Suffix), C(C), Policy(Ctx.getLangOpts()) {
    Policy.SuppressTagKeyword = true;
    Policy.AnonymousTagLocations = false;
    Policy.Bool = true;
  }

  std::string plain(std::string T) const {
    if (!Suffix.empty())
      for (size_t At; (At = T.find(Suffix)) != std::string::npos;)
        T.erase(At, Suffix.size());
    for (size_t At; (At = T.find("(void)")) != std::string::npos;)
      T.erase(At + 1, 4);
    return T;
  }

  std::string type(QualType T) const {
    return T.isNull() ? std::string() : plain(T.getCanonicalType().getAsString(Policy));
  }

  std::string entity(const NamedDecl *D) const {
    std::string Name;
    llvm::raw_string_ostream OS(Name);
    D->printQualifiedName(OS, Policy);
    auto *V = dyn_cast<ValueDecl>(D);
    std::string Type = V ? type(V->getType()) : "";
    bool Shared = D->isExternallyVisible() || isa<TypeDecl>(D);
    // An entity with C linkage is the same whatever the file's language.
    if (auto *F = dyn_cast<FunctionDecl>(D); Shared && F && (C || F->isExternC()))
      Type = "";
    return plain(Name) + "|" + Type + "|" + (Shared ? "" : fileName(D));
  }

  std::string fileName(const Decl *D) const {
    const SourceManager &SM = Ctx.getSourceManager();
    return llvm::sys::path::filename(SM.getFilename(SM.getExpansionLoc(D->getLocation()))).str();
  }

private:
  ASTContext &Ctx;
  llvm::StringRef Suffix;
  bool C;
  PrintingPolicy Policy;
};

/// Writes down all that decides what a statement does, but for what a C and a
/// C++ parse of the same text call differently.
class Sayer {
public:
  Sayer(ASTContext &Ctx, const Namer &Names) : Ctx(Ctx), Names(Names) {}
  std::string Text;

  void add(llvm::StringRef T) {
    Text += T;
    Text += '\n';
  }

  void statement(const Stmt *S) {
    if (!S)
      return add("-");
    if (auto *E = dyn_cast<Expr>(S); E && expression(E))
      return;
    if (auto *I = dyn_cast<IfStmt>(S); I && I->isConstexpr() && !I->hasInitStorage() && !I->hasVarStorage() &&
                                       !I->getCond()->isInstantiationDependent())
      if (std::optional<const Stmt *> Taken = I->getNondiscardedCase(Ctx))
        return statement(*Taken);
    add(S->getStmtClassName());
    if (auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *X : D->decls())
        declaration(X);
      return;
    }
    if (auto *L = dyn_cast<LabelStmt>(S))
      add(L->getName());
    if (auto *G = dyn_cast<GotoStmt>(S))
      add(G->getLabel()->getName());
    auto *Call = AnyAsserted ? dyn_cast<CallExpr>(S) : nullptr;
    for (const Stmt *C : S->children())
      if (!Call || C == Call->getCallee() || !isAssertedName(Call, llvm::cast<Expr>(C)))
        statement(C);
  }

  void declaration(const Decl *D) {
    auto *N = dyn_cast<NamedDecl>(D);
    add(N ? localName(N) : D->getDeclKindName());
    if (auto *V = dyn_cast<VarDecl>(D)) {
      add(Names.type(V->getType()));
      statement(V->getInit());
    }
    if (auto *R = dyn_cast<RecordDecl>(D))
      record(R);
    if (auto *R = dyn_cast<CXXRecordDecl>(D))
      for (const CXXMethodDecl *M : R->methods())
        if (M->doesThisDeclarationHaveABody() && !M->isImplicit())
          statement(M->getBody());
  }

  void record(const RecordDecl *R) {
    if (R->isInvalidDecl() || R->isDependentType() || !R->isCompleteDefinition())
      return;
    for (const FieldDecl *F : R->fields()) {
      add(F->getNameAsString());
      add(Names.type(F->getType()));
    }
    add(std::to_string(Ctx.getASTRecordLayout(R).getSize().getQuantity()));
  }

private:
  /// Of what a loop over a range declares without the number of its scope.
  std::string localName(const NamedDecl *D) const {
    const std::string Name = D->getNameAsString();
    return D->isImplicit() ? llvm::StringRef(Name).rtrim("0123456789").str() : Names.plain(Name);
  }

  void sign(QualType T) { add(T->isSignedIntegerOrEnumerationType() ? "signed" : "unsigned"); }

  /// True if all about E has been said.
  bool expression(const Expr *E) {
    // A computed number that becomes a wider one, or floating.
    if (auto *I = dyn_cast<ImplicitCastExpr>(E); I && !planted("signs-of-enumerations")) {
      const Expr *From = I->getSubExpr()->IgnoreParenImpCasts();
      auto *B = dyn_cast<BinaryOperator>(From);
      if (B && !B->isComparisonOp() && !B->isLogicalOp() && B->getType()->isIntegerType() &&
          (I->getCastKind() == CK_IntegralToFloating ||
           (I->getCastKind() == CK_IntegralCast && Ctx.getTypeSize(I->getType()) > Ctx.getTypeSize(B->getType()))))
        sign(B->getType());
    }
    if (isa<ImplicitCastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
            SubstNonTypeTemplateParmExpr>(E)) {
      for (const Stmt *C : E->children())
        statement(C);
      return true;
    }
    // What a declaration gives stands in no child.
    auto *Argument = dyn_cast<CXXDefaultArgExpr>(E);
    auto *Member = dyn_cast<CXXDefaultInitExpr>(E);
    if ((Argument || Member) && !planted("defaults-unsaid")) {
      statement(Argument ? Argument->getExpr() : Member->getExpr());
      return true;
    }
    // An int in C, of its enumeration in C++.
    if (auto *D = dyn_cast<DeclRefExpr>(E))
      if (auto *C = dyn_cast<EnumConstantDecl>(D->getDecl())) {
        add(C->getNameAsString());
        add(llvm::toString(C->getInitVal(), 10));
        return true;
      }
    if (!E->isTypeDependent() && !E->isValueDependent() &&
        E->isNullPointerConstant(Ctx, Expr::NPC_NeverValueDependent)) {
      add("0");
      return true;
    }
    if (auto *C = dyn_cast<CXXConstructExpr>(E)) {
      if (C->getConstructor()->isCopyOrMoveConstructor() && C->getConstructor()->isTrivial() && C->getNumArgs() == 1) {
        statement(C->getArg(0));
        return true;
      }
      add(Names.entity(C->getConstructor()));
    } else if (auto *D = dyn_cast<DeclRefExpr>(E)) {
      reference(D->getDecl());
    } else if (auto *M = dyn_cast<MemberExpr>(E)) {
      reference(M->getMemberDecl());
    } else if (auto *L = dyn_cast<OverloadExpr>(E)) {
      add(L->getName().getAsString());
    } else if (auto *L = dyn_cast<CXXDependentScopeMemberExpr>(E)) {
      add(L->getMember().getAsString());
    } else if (auto *L = dyn_cast<IntegerLiteral>(E)) {
      add(llvm::toString(L->getValue(), 10, false));
    } else if (auto *L = dyn_cast<CharacterLiteral>(E)) {
      add(std::to_string(L->getValue()));
    } else if (auto *L = dyn_cast<FloatingLiteral>(E)) {
      add(llvm::toString(L->getValue().bitcastToAPInt(), 16, false));
    } else if (auto *L = dyn_cast<CXXBoolLiteralExpr>(E)) {
      add(L->getValue() ? "true" : "false");
    } else if (auto *L = dyn_cast<clang::StringLiteral>(E)) {
      // __FILE__ depends on how the file was named.
      llvm::StringRef T = L->getBytes();
      add(T.ends_with(File) && !File.empty() ? llvm::StringRef(File) : T);
    } else if (auto *B = dyn_cast<BinaryOperator>(E)) {
      add(B->getOpcodeStr());
      // An enumeration is unsigned in C, and may become an int in C++.
      const BinaryOperatorKind Op = B->getOpcode();
      const QualType T = B->getLHS()->getType();
      if (!T.isNull() && !T->isDependentType() && T->isIntegerType() && !planted("signs-of-enumerations") &&
          (B->isRelationalOp() || Op == BO_Div || Op == BO_Rem || Op == BO_Shr))
        sign(T);
    } else if (auto *U = dyn_cast<UnaryOperator>(E)) {
      add(UnaryOperator::getOpcodeStr(U->getOpcode()));
    } else if (auto *C = dyn_cast<ExplicitCastExpr>(E)) {
      add(Names.type(C->getType()));
      // The kinds of casts are the languages' affair.
      statement(C->getSubExpr());
      return true;
    } else if (isa<UnaryExprOrTypeTraitExpr, OffsetOfExpr>(E)) {
      Expr::EvalResult R;
      if (!E->isValueDependent() && E->EvaluateAsInt(R, Ctx)) {
        add(llvm::toString(R.Val.getInt(), 10));
        return true;
      }
    } else if (auto *N = dyn_cast<CXXNewExpr>(E)) {
      add(Names.type(N->getAllocatedType()));
    } else if (auto *I = dyn_cast<InitListExpr>(E)) {
      add(Names.type(I->getType()));
    } else if (auto *X = dyn_cast<CXXScalarValueInitExpr>(E)) {
      add(Names.type(X->getType()));
    }
    return false;
  }

  void reference(const ValueDecl *D) {
    auto *V = dyn_cast<VarDecl>(D);
    bool Local = isa<ParmVarDecl, BindingDecl>(D) || (V && V->isLocalVarDecl());
    // The system's functions are declared differently in C and C++.
    const SourceManager &SM = Ctx.getSourceManager();
    if (auto *F = dyn_cast<FunctionDecl>(D); F && SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()))) {
      add(D->getNameAsString());
      for (const ParmVarDecl *P : F->parameters()) // abs(double) is another function in C++
        if (P->getType()->isArithmeticType())
          add(Names.type(P->getType().getUnqualifiedType()));
      return;
    }
    add(Local ? localName(D) : Names.entity(D));
    add(Names.type(D->getType()));
    const TemplateArgumentList *Given = nullptr;
    if (auto *F = dyn_cast<FunctionDecl>(D))
      Given = F->getTemplateSpecializationArgs();
    else if (auto *Of = dyn_cast<VarTemplateSpecializationDecl>(D))
      Given = &Of->getTemplateArgs();
    if (Given && !planted("defaults-unsaid"))
      for (const TemplateArgument &A : Given->asArray()) {
        std::string Said;
        llvm::raw_string_ostream OS(Said);
        A.print(Ctx.getPrintingPolicy(), OS, /*IncludeType=*/true);
        add(Names.plain(Said));
      }
  }

  /// The function's name that assert() gives to what ends the program.
  bool isAssertedName(const CallExpr *C, const Expr *Argument) const {
    const FunctionDecl *F = C->getDirectCallee();
    const auto *Name = dyn_cast<PredefinedExpr>(Argument->IgnoreParens()->IgnoreParenImpCasts()->IgnoreParens());
    return F && F->isNoReturn() && Name && Name->getIdentKind() == PredefinedIdentKind::PrettyFunction;
  }

public:
  std::string File; ///< name, without folders
  bool AnyAsserted = false; ///< whatever an assertion that fails calls the function

private:
  ASTContext &Ctx;
  const Namer &Names;
};

/// What a piece of code names, calls of calls included.
class Mentions : public AstVisitor {
public:
  Mentions(llvm::function_ref<bool(const VarDecl *)> Wanted, const SourceManager &SM) : Wanted(Wanted), SM(SM) {}
  llvm::SetVector<const VarDecl *> Found;

  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return named(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override { return named(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return named(E->getConstructor()); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override { return TraverseStmt(E->getExpr()); }
  bool VisitVarDecl(VarDecl *V) override { return !V->isStaticLocal() || named(V); }
  bool function(const FunctionDecl *F) {
    const FunctionDecl *Def = F->getDefinition();
    if (!Def || SM.isInSystemHeader(SM.getExpansionLoc(Def->getLocation())) || !Met.insert(Def).second)
      return true;
    return TraverseDecl(const_cast<FunctionDecl *>(Def));
  }

private:
  bool named(const ValueDecl *D) {
    if (auto *V = dyn_cast<VarDecl>(D); V && Wanted(V))
      Found.insert(V->getCanonicalDecl());
    auto *F = dyn_cast<FunctionDecl>(D);
    return !F || function(F);
  }
  llvm::function_ref<bool(const VarDecl *)> Wanted;
  const SourceManager &SM;
  llvm::DenseSet<const FunctionDecl *> Met;
};

class Summariser : public AstVisitor {
public:
  Summariser(ASTContext &Ctx, llvm::StringRef Of, llvm::StringRef Suffix, FileSummary &Out)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Names(Ctx, Suffix, Out.C), AsIs(Ctx, "", Out.C), Of(Of), Out(Out) {}

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      return true;
    return AstVisitor::TraverseDecl(D);
  }

  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *) override { return Out.Templates = true; }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isExternallyVisible() && !isa<CXXMethodDecl>(F) && !F->isImplicit())
      Out.Overloads[F->getNameAsString()].insert(Names.entity(F));
    if (!F->doesThisDeclarationHaveABody() || F->isImplicit() || F->isTemplateInstantiation())
      return true;
    Sayer S = sayer();
    S.add(Names.type(F->getType()));
    for (const ParmVarDecl *P : F->parameters())
      S.add(P->getNameAsString());
    if (auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : C->inits()) {
        S.add(I->getMember() ? I->getMember()->getNameAsString() : "base");
        S.statement(I->getInit());
      }
    S.statement(F->getBody());
    std::string E = Names.entity(F);
    say(E, S);
    if (own(F)) {
      Out.Bodies[E] = body(F);
      Own.push_back(F);
      if (F->isExternallyVisible() && !F->isInlined()) {
        Out.Defined.insert(E);
        if (!F->isDependentContext() && !F->isWeak() && !F->hasAttr<GNUInlineAttr>())
          Out.Single.insert(E);
      }
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (isCopy(V))
      Out.Copies.insert({AsIs.entity(V), declarationText(V)});
    if (V->isFileVarDecl() && V->isExternallyVisible() && !inFile(V) && !V->isStaticDataMember() &&
        (V->isInline() || !Ctx.getLangOpts().CPlusPlus) &&
        V->isThisDeclarationADefinition() != VarDecl::DeclarationOnly)
      Out.Common.insert(Names.entity(V));
    if (V->isFileVarDecl() && own(V) && V->getInit())
      Initializers.push_back(V->getInit());
    if (!V->isFileVarDecl() || V->isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
      return true;
    Sayer S = sayer();
    S.declaration(V);
    say(Names.entity(V), S);
    if (own(V) && V->isExternallyVisible() && !V->isInline())
      Out.Defined.insert(Names.entity(V));
    return true;
  }

  bool VisitRecordDecl(RecordDecl *R) override {
    if (!R->isThisDeclarationADefinition() || R->isImplicit() || R->getDeclContext()->isFunctionOrMethod())
      return true;
    Sayer S = sayer();
    S.record(R);
    if (R->getIdentifier())
      say("type " + Names.entity(R), S);
    return true;
  }

  bool VisitEnumConstantDecl(EnumConstantDecl *C) override {
    Sayer S = sayer();
    S.add(llvm::toString(C->getInitVal(), 10));
    say("value " + C->getQualifiedNameAsString(), S);
    return true;
  }

  bool VisitNamedDecl(NamedDecl *D) override {
    const DeclContext *C = D->getLexicalDeclContext();
    while (isa<LinkageSpecDecl>(C) || (isa<NamespaceDecl>(C) && llvm::cast<NamespaceDecl>(C)->isAnonymousNamespace()))
      C = C->getLexicalParent();
    if (!C->isTranslationUnit() || !D->getIdentifier() || !own(D) || isa<NamespaceDecl>(D))
      return true;
    bool Internal = !D->isExternallyVisible() || (!Ctx.getLangOpts().CPlusPlus && isa<TypeDecl>(D));
    auto [It, New] = Out.FileScope.try_emplace(Names.plain(D->getNameAsString()), Internal);
    It->second |= Internal;
    return true;
  }

  bool VisitFieldDecl(FieldDecl *F) override {
    if (own(F))
      Out.Fields.insert(Names.plain(F->getNameAsString()));
    if (own(F) && F->hasInClassInitializer() && F->getInClassInitializer())
      Initializers.push_back(F->getInClassInitializer());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override { return used(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override { return used(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return used(E->getConstructor()); }

  void finish() {
    auto Wanted = [&](const VarDecl *V) { return isCopy(V); };
    auto Add = [&](const Mentions &Met, std::set<std::string> &To) {
      for (const VarDecl *V : Met.Found)
        To.insert(AsIs.entity(V));
    };
    if (Out.Copies.empty())
      return;
    for (const FunctionDecl *F : Own) {
      Mentions Met(Wanted, SM);
      Met.function(F);
      if (!Met.Found.empty())
        Add(Met, Out.Reaches[Names.entity(F)]);
    }
    Mentions Met(Wanted, SM);
    for (const Expr *X : Initializers)
      Met.TraverseStmt(const_cast<Expr *>(X));
    Add(Met, Out.InitializersReach);
  }

private:
  bool isCopy(const VarDecl *V) const {
    return (V->isFileVarDecl() || V->isStaticLocal()) && !V->isExternallyVisible() && !own(V) &&
           !V->getType().isConstantStorage(Ctx, /*ExcludeCtor=*/true, /*ExcludeDtor=*/true);
  }

  /// The declaration of a variable, if it says nothing else and may stand elsewhere.
  std::string declarationText(const VarDecl *V) const {
    const DeclContext *In = V->getLexicalDeclContext();
    const TagDecl *Tag = Ctx.getBaseElementType(V->getType())->getAsTagDecl();
    clang::SourceRange R = V->getSourceRange();
    if (!In->isTranslationUnit() || V->isThisDeclarationADefinition() == VarDecl::DeclarationOnly || V->hasAttrs() ||
        V->getFirstDecl() != V->getMostRecentDecl() || R.getBegin().isMacroID() || R.getEnd().isMacroID() ||
        (Tag && !Tag->getIdentifier()) || (Tag && SM.isPointWithin(Tag->getLocation(), R.getBegin(), R.getEnd())))
      return "";
    for (const Decl *D : In->decls()) // static int a, b;
      if (D != V && isa<DeclaratorDecl>(D) && D->getBeginLoc() == V->getBeginLoc())
        return "";
    return Lexer::getSourceText(CharSourceRange::getTokenRange(R), SM, Ctx.getLangOpts()).str() + ";";
  }

  Sayer sayer() const {
    Sayer S(Ctx, Names);
    S.File = llvm::sys::path::filename(Of).str();
    return S;
  }

  void say(const std::string &E, const Sayer &S) { Out.Says[E] = llvm::xxh3_64bits(Names.plain(S.Text)); }

  bool used(const ValueDecl *D) {
    if (!D->isExternallyVisible() || SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      return true;
    auto *F = dyn_cast<FunctionDecl>(D);
    if (F && F->getTemplateInstantiationPattern())
      F = F->getTemplateInstantiationPattern();
    auto *V = dyn_cast<VarDecl>(D);
    if ((F && !F->isImplicit() && !F->isDefined()) || (V && V->isFileVarDecl() && !V->hasDefinition()))
      Out.Used.insert(Names.entity(F ? llvm::cast<NamedDecl>(F) : V));
    return true;
  }

  bool inFile(const Decl *D) const { return SM.isInMainFile(SM.getExpansionLoc(D->getLocation())) || own(D); }

  bool own(const Decl *D) const {
    FileID In = SM.getFileID(SM.getExpansionLoc(D->getLocation()));
    auto [It, New] = OwnFiles.try_emplace(In, false);
    if (New)
      if (auto File = SM.getFileEntryRefForID(In))
        It->second = normalPath(File->getName()) == Of;
    return It->second;
  }

  /// The text of a body, if no macro made its ends.
  FileSummary::Body body(const FunctionDecl *F) const {
    const Stmt *B = F->getBody();
    if (!isa<CompoundStmt>(B) || B->getBeginLoc().isMacroID() || B->getEndLoc().isMacroID())
      return {};
    if (auto *C = dyn_cast<CXXConstructorDecl>(F); C && C->getNumCtorInitializers())
      for (const CXXCtorInitializer *I : C->inits())
        if (I->isWritten())
          return {};
    if (F->getReturnType()->isUndeducedType() || F->isConstexpr())
      return {};
    return {SM.getFileOffset(B->getBeginLoc()), SM.getFileOffset(B->getEndLoc()) + 1};
  }

  ASTContext &Ctx;
  const SourceManager &SM;
  Namer Names, AsIs;
  std::string Of;
  FileSummary &Out;
  std::vector<const FunctionDecl *> Own;
  std::vector<const Expr *> Initializers;
  mutable llvm::DenseMap<FileID, bool> OwnFiles;
};

} // namespace

static std::string macroText(const Preprocessor &PP, const MacroInfo &MI) {
  std::string Text;
  if (MI.isFunctionLike()) {
    llvm::ListSeparator Comma(", ");
    Text = "(";
    for (const IdentifierInfo *Param : MI.params())
      (Text += Comma) += MI.isC99Varargs() && Param == MI.params().back() ? "..." : Param->getName().str();
    Text += MI.isGNUVarargs() ? "...)" : ")";
  }
  Text += " ";
  for (const Token &T : MI.tokens())
    Text += (T.hasLeadingSpace() ? " " : "") + PP.getSpelling(T);
  return Text;
}

static void addMacros(ASTUnit &Unit, llvm::StringRef Of, std::map<std::string, FileSummary::Macro> &To) {
  const Preprocessor &PP = Unit.getPreprocessor();
  const SourceManager &SM = Unit.getSourceManager();
  for (const auto &[Name, State] : PP.macros()) {
    const MacroInfo *MI = PP.getMacroInfo(Name);
    if (!MI || MI->isBuiltinMacro())
      continue;
    SourceLocation At = MI->getDefinitionLoc();
    if (At.isInvalid() || SM.isInSystemHeader(At) || SM.isWrittenInBuiltinFile(At) || SM.isWrittenInCommandLineFile(At))
      continue;
    auto File = SM.getFileEntryRefForID(SM.getFileID(At));
    To[Name->getName().str()] = {macroText(PP, *MI), File && normalPath(File->getName()) == Of,
                                 MI->isUsedForHeaderGuard()};
  }
}

/// Options that change what the same text means, and that no macro of the program need tell.
static std::string languageOf(ASTContext &Ctx) {
  const LangOptions &L = Ctx.getLangOpts();
  const TargetInfo &T = Ctx.getTargetInfo();
  std::string Out;
  for (uint64_t Each : {uint64_t(Ctx.CharTy->isSignedIntegerType()), uint64_t(L.ShortEnums), uint64_t(L.PackStruct),
                        Ctx.getTypeSize(Ctx.getWideCharType()), uint64_t(T.getLongDoubleWidth()),
                        uint64_t(T.getDoubleWidth()), T.getPointerWidth(LangAS::Default), uint64_t(T.getLongWidth()),
                        uint64_t(L.getSignedOverflowBehavior()), uint64_t(FPOptions(L).getAsOpaqueInt())})
    Out += std::to_string(Each) + " ";
  return Out;
}

/// Whether one of the program's own declarations has another name for the linker: __asm__("other").
static bool hasLabels(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  return llvm::any_of(Ctx.getTranslationUnitDecl()->decls(), [&](const Decl *D) {
    return D->hasAttr<AsmLabelAttr>() && !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
  });
}

std::string nameOf(ASTContext &Ctx, const FunctionDecl *F) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->getNameForDiagnostic(OS, Ctx.getPrintingPolicy(), /*Qualified=*/true);
  return Name + "|" + Namer(Ctx, "", false).type(F->getType());
}

std::string bodyText(ASTContext &Ctx, const FunctionDecl *F, unsigned Skip) {
  const Namer Names(Ctx, "", false);
  Sayer S(Ctx, Names);
  S.AnyAsserted = true;
  for (const Stmt *Part : llvm::drop_begin(F->getBody()->children(), Skip))
    S.statement(Part);
  return S.Text;
}

FileSummary summarise(ASTUnit &Unit, llvm::StringRef Of, llvm::StringRef Suffix, bool C) {
  FileSummary Out;
  Out.C = C || !Unit.getLangOpts().CPlusPlus;
  Summariser S(Unit.getASTContext(), Of, Suffix, Out);
  S.TraverseDecl(Unit.getASTContext().getTranslationUnitDecl());
  S.finish();
  addFilesRead(Unit.getSourceManager(), Out.Read);
  addMacros(Unit, Of, Out.Macros);
  Out.Language = languageOf(Unit.getASTContext());
  Out.Labels = hasLabels(Unit.getASTContext());
  return Out;
}

} // namespace persistify::frontend
