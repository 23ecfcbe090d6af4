//===- Instances.cpp - templates as ordinary functions --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Instances.h"
#include "FileSummary.h"
#include "RawTokens.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/Debug.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

#define DEBUG_TYPE "pst-frontend"

using namespace clang;

namespace persistify {

namespace {

/// A function that is made of a template, as text.
struct Instance {
  std::string Key;   ///< the same for the function that is made, and for the one that is written
  std::string Says;  ///< what its body says
  unsigned Begin = 0, End = 0; ///< the template, in the file
  unsigned At = 0;             ///< where its text belongs there
  std::string Text;
  unsigned Aliases = 0; ///< statements of the text that name template arguments
};

/// In a comment in front of each text.
constexpr llvm::StringLiteral WrittenMark = ", written down by persistify";

/// What templates around a function are given: names of parameters, and the arguments.
using Arguments = std::vector<std::pair<const NamedDecl *, TemplateArgument>>;

PrintingPolicy policyOf(const ASTContext &Ctx) {
  PrintingPolicy P(Ctx.getLangOpts());
  P.FullyQualifiedName = true;
  P.SuppressDefaultTemplateArgs = true;
  P.PrintCanonicalTypes = false;
  return P;
}

/// Finds the functions of the main file that are made of templates, or written as such.
struct Functions : AstVisitor {
  const SourceManager &SM;
  std::vector<const FunctionDecl *> Made, Written;
  explicit Functions(const SourceManager &SM) : SM(SM) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseDecl(Decl *D) override {
    return (isa_and_nonnull<NamespaceDecl>(D) && SM.isInSystemHeader(D->getLocation())) || AstVisitor::TraverseDecl(D);
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody() || !SM.isInMainFile(SM.getExpansionLoc(F->getLocation())))
      return true;
    if (F->getTemplateInstantiationPattern())
      Made.push_back(F);
    else if (F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      Written.push_back(F);
    return true;
  }
};

/// Writes the text of one function.
class Writer {
public:
  Writer(ASTContext &Ctx, const FunctionDecl *F)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Policy(policyOf(Ctx)), F(F),
        Pattern(F->getTemplateInstantiationPattern()) {}

  std::optional<Instance> write() {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(Pattern->getBody());
    if (!Body || !isPlain() || Body->getBeginLoc().isMacroID() || Body->getEndLoc().isMacroID() || !arguments())
      return std::nullopt;
    if (!findPlace())
      return std::nullopt;
    Instance Out;
    Out.Key = frontend::nameOf(Ctx, F);
    Out.Says = frontend::bodyText(Ctx, F, 0);
    Out.At = SM.getFileOffset(End);
    llvm::StringRef File = SM.getBufferData(SM.getMainFileID());
    const unsigned From = SM.getFileOffset(Body->getLBracLoc()) + 1;
    std::string Text = valued(File.slice(From, SM.getFileOffset(Body->getRBracLoc()) + 1).str());
    Out.Text = ("\n// " + nameText() + WrittenMark + "\n#line ").str() + numberOf(Pattern->getLocation()) + "\n" +
               head() + " {\n";
    for (const auto &[Param, Argument] : Given)
      if (isa<TemplateTypeParmDecl>(Param) && mentions(Text, Param->getName())) {
        Out.Text += "using " + Param->getName().str() + " = " + type(Argument.getAsType()) + ";\n";
        ++Out.Aliases;
      }
    addLine(Out.Text, Body->getLBracLoc(), Text);
    Out.Text += Text;
    llvm::StringRef Behind = File.substr(Out.At).take_until([](char C) { return C == '\n'; });
    Out.Text += '\n';
    if (Behind.trim().empty()) // the line's end stands there
      Out.Text += "#line " + std::to_string(SM.getPresumedLineNumber(End) + 1);
    else
      Out.Text += "#line " + numberOf(End) + "\n";
    return Out;
  }

private:
  /// An ordinary function or member function, of types that can be spelled.
  bool isPlain() const {
    if (isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl, CXXDeductionGuideDecl>(F) || F->isConstexpr() ||
        F->isConsteval() || F->getTrailingRequiresClause() || !F->getDeclName().isIdentifier() ||
        F->getReturnType()->isUndeducedType() || F->getDeclaredReturnType()->getContainedAutoType())
      return false;
    // Attributes of a template are none of its specialisations.
    if (llvm::any_of(Pattern->attrs(), [](const Attr *A) { return !isa<WarnUnusedResultAttr, UnusedAttr>(A); }))
      return false;
    return F->getNumParams() == Pattern->getNumParams(); // no packs
  }

  /// Adds the number of the line in which a text begins; without its first line, if that is blank.
  void addLine(std::string &To, SourceLocation At, std::string &Text) const {
    const size_t First = Text.find('\n');
    const bool Blank = First != std::string::npos && llvm::StringRef(Text).take_front(First).trim().empty();
    if (Blank)
      Text.erase(0, First + 1);
    To += "#line " + std::to_string(SM.getPresumedLineNumber(At) + (Blank ? 1 : 0)) + "\n";
  }

  std::string numberOf(SourceLocation At) const { return std::to_string(SM.getPresumedLineNumber(At)); }

  std::string nameText() const {
    std::string Name;
    llvm::raw_string_ostream OS(Name);
    F->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
    return Name;
  }

  std::string type(QualType T) const { return TypeName::getFullyQualifiedName(T, Ctx, Policy); }

  /// Adds what a template is given. False for what has no text here.
  bool add(const TemplateParameterList *Params, const TemplateArgumentList &Its) {
    if (!Params || Params->size() != Its.size())
      return false;
    for (unsigned I = 0; I < Its.size(); ++I) {
      const NamedDecl *Param = Params->getParam(I);
      const TemplateArgument &A = Its[I];
      if (Param->isParameterPack() ||
          (A.getKind() != TemplateArgument::Type && A.getKind() != TemplateArgument::Integral))
        return false;
      if (A.getKind() == TemplateArgument::Type) {
        const CXXRecordDecl *RD = A.getAsType()->getAsCXXRecordDecl();
        if (RD && RD->isLambda())
          return false;
      }
      Given.push_back({Param, A});
    }
    return true;
  }

  /// What all templates around the function are given, from the outside to the inside.
  bool arguments() {
    std::vector<const ClassTemplateSpecializationDecl *> Classes;
    for (const DeclContext *C = F->getDeclContext(); C->isRecord(); C = C->getParent())
      if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C)) {
        if (S->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
          break; // written already
        if (isa<ClassTemplatePartialSpecializationDecl>(S) ||
            !isa<ClassTemplateDecl *>(S->getSpecializedTemplateOrPartial()))
          return false;
        Classes.push_back(S);
      }
    for (const ClassTemplateSpecializationDecl *S : llvm::reverse(Classes)) {
      // The parameters have the names that they have where the function is defined.
      const TemplateParameterList *Params = S->getSpecializedTemplate()->getTemplateParameters();
      if (const unsigned Lists = Pattern->getNumTemplateParameterLists(); Lists && Classes.size() == Lists)
        Params = Pattern->getTemplateParameterList(Levels);
      if (!add(Params, S->getTemplateArgs()))
        return false;
      ++Levels;
    }
    if (const TemplateArgumentList *Own = F->getTemplateSpecializationArgs()) {
      const FunctionTemplateDecl *T = Pattern->getDescribedFunctionTemplate();
      if (!T || !add(T->getTemplateParameters(), *Own))
        return false;
      ++Levels;
    }
    return Levels != 0;
  }

  /// The declaration at the level of a namespace around D; null for what stands in a function.
  static const Decl *outermost(const Decl *D) {
    while (D->getLexicalDeclContext()->isRecord())
      D = llvm::cast<Decl>(D->getLexicalDeclContext());
    return D->getLexicalDeclContext()->isFileContext() ? D : nullptr;
  }

  /// Where a declaration ends, with its semicolon. Invalid for what a macro ends.
  SourceLocation endOf(const Decl *D) const {
    const SourceLocation Last = D->getEndLoc();
    if (Last.isInvalid() || Last.isMacroID() || !SM.isInMainFile(Last))
      return SourceLocation();
    return isa<TagDecl>(D) ? Lexer::findLocationAfterToken(Last, tok::semi, SM, Ctx.getLangOpts(),
                                                           /*SkipTrailingWhitespaceAndNewLine=*/false)
                           : Lexer::getLocForEndOfToken(Last, 0, SM, Ctx.getLangOpts());
  }

  /// Finds the place of the text: behind the function's definition, or that of the outermost class around it, where C++
  /// has specialisations; and behind the classes of the file that a template is given.
  bool findPlace() {
    const Decl *Outer = outermost(Pattern);
    if (!Outer)
      return false;
    End = endOf(Outer);
    Scope = Outer->getLexicalDeclContext();
    for (const auto &[Param, A] : Given)
      if (!comesBehind(A.getKind() == TemplateArgument::Type ? A.getAsType() : A.getIntegralType()))
        return false;
    return End.isValid();
  }

  /// Moves the place behind the definitions of a type. False if there is none.
  bool comesBehind(QualType T) {
    T = T.getCanonicalType().getNonReferenceType();
    while (!T->getPointeeType().isNull())
      T = T->getPointeeType();
    const TagDecl *Tag = Ctx.getBaseElementType(T)->getAsTagDecl();
    const TagDecl *Definition = Tag ? Tag->getDefinition() : nullptr;
    if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Tag))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Type && !comesBehind(A.getAsType()))
          return false;
    if (!Definition || !SM.isInMainFile(Definition->getLocation()))
      return true;
    const Decl *Outer = outermost(Definition);
    // Only namespaces around the template have its specialisations.
    while (Outer && !Outer->getLexicalDeclContext()->Encloses(F->getDeclContext()->getEnclosingNamespaceContext()))
      Outer = dyn_cast<NamespaceDecl>(Outer->getLexicalDeclContext());
    const SourceLocation Behind = Outer ? endOf(Outer) : SourceLocation();
    if (Behind.isInvalid())
      return false;
    if (End.isValid() && SM.isBeforeInTranslationUnit(End, Behind)) {
      End = Behind;
      Scope = Outer->getLexicalDeclContext();
    }
    return true;
  }

  /// Everything in front of the body.
  std::string head() const {
    std::string Name;
    llvm::raw_string_ostream OS(Name);
    // Namespaces that the place is not in, and the classes of a member.
    llvm::SmallVector<const NamespaceDecl *, 4> Around;
    for (const DeclContext *C = F->getDeclContext(); C && !C->isTranslationUnit(); C = C->getParent())
      if (const auto *N = dyn_cast<NamespaceDecl>(C); N && !N->Encloses(Scope) && !N->isAnonymousNamespace())
        Around.push_back(N);
    for (const NamespaceDecl *N : llvm::reverse(Around))
      OS << N->getName() << "::";
    if (const auto *M = dyn_cast<CXXMethodDecl>(F)) {
      std::vector<const CXXRecordDecl *> Classes;
      for (const DeclContext *C = M->getDeclContext(); C->isRecord(); C = C->getParent())
        Classes.push_back(llvm::cast<CXXRecordDecl>(C));
      for (const CXXRecordDecl *C : llvm::reverse(Classes)) {
        OS << C->getName();
        if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C))
          printTemplateArgumentList(OS, spelled(S->getTemplateArgs().asArray()), Policy);
        OS << "::";
      }
    }
    OS << F->getName();
    if (const TemplateArgumentList *Own = F->getTemplateSpecializationArgs())
      printTemplateArgumentList(OS, spelled(Own->asArray()), Policy);
    OS << "(";
    llvm::ListSeparator Comma(", ");
    for (const ParmVarDecl *P : F->parameters()) {
      OS << Comma;
      TypeName::getFullyQualifiedType(P->getOriginalType(), Ctx).print(OS, Policy, P->getName());
    }
    const auto *Type = F->getType()->castAs<FunctionProtoType>();
    OS << (Type->isVariadic() ? ", ...)" : ")");
    if (!Type->getMethodQuals().empty())
      OS << " " << Type->getMethodQuals().getAsString(Policy);
    if (Type->getRefQualifier() != RQ_None)
      OS << (Type->getRefQualifier() == RQ_LValue ? " &" : " &&");
    if (Type->isNothrow())
      OS << " noexcept";
    std::string Text;
    for (unsigned I = 0; I < Levels; ++I)
      Text += "template <> ";
    // As functions of templates are: others may have it, too. One that is asked for by name must be there.
    if (Pattern->isInlineSpecified() || F->getTemplateSpecializationKind() == TSK_ImplicitInstantiation)
      Text += "inline ";
    llvm::raw_string_ostream All(Text);
    TypeName::getFullyQualifiedType(F->getReturnType(), Ctx).print(All, Policy, OS.str());
    return All.str();
  }

  /// Arguments with the types' names in full.
  std::vector<TemplateArgument> spelled(llvm::ArrayRef<TemplateArgument> Its) const {
    std::vector<TemplateArgument> Out;
    for (const TemplateArgument &A : Its)
      Out.push_back(A.getKind() == TemplateArgument::Type
                        ? TemplateArgument(TypeName::getFullyQualifiedType(A.getAsType(), Ctx))
                        : A);
    return Out;
  }

  static bool mentions(llvm::StringRef Text, llvm::StringRef Name) {
    frontend::RawTokens Tokens(Text);
    for (Token T; Tokens.next(T);)
      if (T.is(tok::raw_identifier) && T.getRawIdentifier() == Name)
        return true;
    return false;
  }

  /// A text with the numbers that template parameters stand for.
  std::string valued(const std::string &Text) const {
    std::map<llvm::StringRef, std::string> Values;
    for (const auto &[Param, A] : Given)
      if (A.getKind() == TemplateArgument::Integral) {
        std::string &Is = Values[Param->getName()];
        llvm::raw_string_ostream OS(Is);
        if (A.getIntegralType()->isEnumeralType())
          OS << "((" << type(A.getIntegralType()) << ")" << llvm::toString(A.getAsIntegral(), 10) << ")";
        else
          A.print(Policy, OS, /*IncludeType=*/true);
        if (llvm::StringRef(Is).starts_with("-"))
          Is = "(" + Is + ")";
      }
    if (Values.empty())
      return Text;
    frontend::RawTokens Tokens(Text);
    std::string Out;
    size_t Done = 0;
    bool Member = false;
    for (Token T; Tokens.next(T);) {
      auto It = T.is(tok::raw_identifier) && !Member ? Values.find(T.getRawIdentifier()) : Values.end();
      if (It != Values.end()) {
        const size_t At = T.getRawIdentifier().begin() - Text.data();
        Out.append(Text, Done, At - Done).append(It->second);
        Done = At + T.getRawIdentifier().size();
      }
      Member = T.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    }
    return Out.append(Text, Done);
  }

  ASTContext &Ctx;
  const SourceManager &SM;
  PrintingPolicy Policy;
  const FunctionDecl *F, *Pattern;
  Arguments Given;
  unsigned Levels = 0; ///< templates that are given something
  SourceLocation End; ///< where the text belongs, and what it stands in there
  const DeclContext *Scope = nullptr;
};

std::string withTexts(llvm::StringRef File, llvm::ArrayRef<Instance> Instances) {
  std::string Out;
  unsigned Done = 0;
  for (const Instance &I : Instances) {
    Out.append(File.data() + Done, I.At - Done).append(I.Text);
    Done = I.At;
  }
  return Out.append(File.data() + Done, File.size() - Done);
}

} // namespace

/// Where each text begins in the file that has them all.
static std::vector<unsigned> placesOf(llvm::ArrayRef<Instance> Instances) {
  std::vector<unsigned> Out;
  unsigned Before = 0;
  for (const Instance &I : Instances) {
    Out.push_back(I.At + Before);
    Before += I.Text.size();
  }
  return Out;
}

/// The end of what two texts have in common, and what follows it in each.
static std::string firstDifference(llvm::StringRef A, llvm::StringRef B) {
  const size_t Same = std::mismatch(A.begin(), A.begin() + std::min(A.size(), B.size()), B.begin()).first - A.begin();
  const size_t From = Same < 80 ? 0 : Same - 80;
  return (A.slice(From, Same) + " >>> " + A.substr(Same, 60) + " <<< " + B.substr(Same, 60)).str();
}

/// Leaves out the instances that do not compile, or that say something else. True if all do.
static bool allSaySame(const HostFile &Host, std::vector<Instance> &Instances) {
  const std::string Text = withTexts(Host.Text, Instances);
  DiagnosticSink Errors;
  const std::unique_ptr<ASTUnit> Unit = parseHost(Host.Path, Text, Host.Flags, Errors);
  std::set<size_t> Wrong;
  if (!Unit) {
    const std::vector<unsigned> Places = placesOf(Instances);
    for (const Diagnostic &D : Errors.all()) {
      LLVM_DEBUG(llvm::dbgs() << "written instances: line " << D.Range.Line << ": " << D.message() << "\n");
      for (size_t I = 0; I < Instances.size(); ++I)
        if (D.Range.Begin >= Places[I] && D.Range.Begin < Places[I] + Instances[I].Text.size())
          Wrong.insert(I);
    }
    if (Wrong.empty()) // what else it may be
      Instances.clear();
  } else {
    ASTContext &Ctx = Unit->getASTContext();
    Functions Now(Ctx.getSourceManager());
    Now.TraverseDecl(Ctx.getTranslationUnitDecl());
    std::map<std::string, const FunctionDecl *> Written;
    for (const FunctionDecl *F : Now.Written)
      Written[frontend::nameOf(Ctx, F)] = F;
    for (size_t I = 0; I < Instances.size(); ++I) {
      auto It = Written.find(Instances[I].Key);
      const std::string Says = It == Written.end() ? "" : frontend::bodyText(Ctx, It->second, Instances[I].Aliases);
      if (Says == Instances[I].Says || (It != Written.end() && planted("any-instance")))
        continue;
      LLVM_DEBUG(llvm::dbgs() << "written instances: " << Instances[I].Key
                              << (It == Written.end() ? " is not found" : " says something else, behind ")
                              << firstDifference(Says, Instances[I].Says) << "\n");
      Wrong.insert(I);
    }
  }
  std::vector<Instance> Left;
  for (size_t I = 0; I < Instances.size(); ++I)
    if (!Wrong.count(I))
      Left.push_back(std::move(Instances[I]));
  Instances = std::move(Left);
  return Wrong.empty();
}

unsigned lineOf(const SourceManager &SM, SourceLocation At) {
  const unsigned Written = SM.getSpellingLineNumber(At);
  if (!SM.hasLineTable())
    return Written;
  const PresumedLoc Said = SM.getPresumedLoc(At);
  return Said.isValid() && Said.getLine() != Written && SM.getBufferData(SM.getFileID(At)).contains(WrittenMark)
             ? Said.getLine()
             : Written;
}

WrittenInstances withInstances(const HostFile &Host, llvm::ArrayRef<unsigned> At) {
  WrittenInstances Out;
  DiagnosticSink Errors;
  const std::unique_ptr<ASTUnit> Unit = parseHost(Host.Path, Host.Text, Host.Flags, Errors);
  if (!Unit)
    return Out;
  ASTContext &Ctx = Unit->getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  Functions Found(SM);
  Found.TraverseDecl(Ctx.getTranslationUnitDecl());
  std::vector<Instance> Instances;
  std::map<unsigned, unsigned> Made; // by place, how many
  for (const FunctionDecl *F : Found.Made) {
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    const unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(Pattern->getBeginLoc())),
                   End = SM.getFileOffset(SM.getExpansionLoc(Pattern->getEndLoc()));
    bool Wanted = false;
    for (unsigned P : At)
      if (P >= Begin && P <= End) {
        ++Made[P];
        Wanted = true;
      }
    std::optional<Instance> I = Wanted ? Writer(Ctx, F).write() : std::nullopt;
    if (I) {
      I->Begin = Begin, I->End = End;
      Instances.push_back(std::move(*I));
    }
  }
  llvm::sort(Instances,
             [](const Instance &A, const Instance &B) { return std::tie(A.At, A.Key) < std::tie(B.At, B.Key); });
  while (!Instances.empty() && !allSaySame(Host, Instances))
    ;
  if (Instances.empty())
    return Out;
  for (const auto &[Place, Number] : Made)
    if (llvm::count_if(Instances, [&, P = Place](const Instance &I) { return P >= I.Begin && P <= I.End; }) == Number)
      Out.Whole.push_back(Place);
  Out.Text = withTexts(Host.Text, Instances);
  return Out;
}

} // namespace persistify
