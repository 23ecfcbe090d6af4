//===- Parse.cpp - parsing host files -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoaderCalls.h"
#include "Lookups.h"
#include "MacroWatch.h"
#include "RawTokens.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/ErrorDirective.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "clang/Tooling/Tooling.h"
#include <map>

using namespace clang;

namespace persistify {
namespace {

persistify::SourceRange placeOf(const SourceManager &SM, SourceLocation L) {
  L = SM.getExpansionLoc(L);
  persistify::SourceRange R;
  R.File = SM.getFilename(L).str();
  R.Line = R.EndLine = lineOf(SM, L);
  R.Column = SM.getSpellingColumnNumber(L);
  R.EndColumn = R.Column + 1;
  R.Begin = SM.getFileOffset(L);
  R.End = R.Begin + 1;
  return R;
}

/// Finds initialisers that GCC takes for constants: numbers, constants that stand in front, and calls of functions that
/// it knows, as in `static const double root = sqrt(two);`.
struct FoldedByGcc : AstVisitor {
  const SourceManager &SM;
  std::vector<SourceLocation> Left; ///< not seen yet
  FoldedByGcc(const SourceManager &SM, std::vector<SourceLocation> In) : SM(SM), Left(std::move(In)) {}

  static bool folds(const clang::Expr *E) {
    E = E->IgnoreParens();
    if (auto *R = dyn_cast<DeclRefExpr>(E)) {
      auto *V = dyn_cast<VarDecl>(R->getDecl());
      const QualType T = R->getType();
      return V ? T.isConstQualified() && !T.isVolatileQualified() && T->isArithmeticType() && V->getAnyInitializer()
               : isa<EnumConstantDecl>(R->getDecl());
    }
    if (auto *C = dyn_cast<clang::CallExpr>(E)) {
      const FunctionDecl *F = C->getDirectCallee();
      return F && F->getBuiltinID() && !F->hasBody() && C->getType()->isArithmeticType() &&
             llvm::all_of(C->arguments(), folds);
    }
    if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, UnaryExprOrTypeTraitExpr>(E))
      return true;
    if (auto *B = dyn_cast<clang::BinaryOperator>(E); B && B->isAssignmentOp())
      return false;
    if (auto *U = dyn_cast<clang::UnaryOperator>(E); U && (U->isIncrementDecrementOp() || !U->isArithmeticOp()))
      return false;
    if (!isa<clang::BinaryOperator, clang::UnaryOperator, CastExpr, clang::ConditionalOperator, InitListExpr>(E))
      return false;
    return llvm::all_of(E->children(), [](const clang::Stmt *S) { return folds(cast<clang::Expr>(S)); });
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (const clang::Expr *Init = V->getInit(); Init && V->hasGlobalStorage() && folds(Init))
      llvm::erase_if(Left, [&](SourceLocation L) {
        L = SM.getExpansionLoc(L);
        return !SM.isBeforeInTranslationUnit(L, SM.getExpansionLoc(Init->getBeginLoc())) &&
               !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Init->getEndLoc()), L);
      });
    return true;
  }
};

/// Keeps errors; warnings of the user's compiler are not ours to repeat.
class ErrorCollector : public DiagnosticConsumer {
public:
  explicit ErrorCollector(DiagnosticSink &Sink) : Sink(Sink) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    if (Info.getID() == diag::err_init_element_not_constant && Folded.size() < 1000) {
      Folded.push_back(Info.getLocation());
      return;
    }
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || Sink.all().size() > 20)
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    persistify::SourceRange R;
    if (Info.getLocation().isValid() && Info.hasSourceManager()) {
      const SourceManager &SM = Info.getSourceManager();
      SourceLocation L = SM.getExpansionLoc(Info.getLocation());
      R = placeOf(SM, L);
      if (Info.getID() == diag::err_pp_hash_error)
        Message += cureOfErrorDirective(SM.getBufferData(SM.getFileID(L)), R.Begin, "behind '--'");
    }
    Sink.report(Diag::ParseError, R, {Message.str().str()});
  }

  /// Behind the parse: reports the initialisers that are no constants of C, but for those that GCC takes for one.
  void reportNotFolded(ASTContext &Ctx) {
    if (Folded.empty())
      return;
    FoldedByGcc Finder(Ctx.getSourceManager(), std::move(Folded));
    Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
    for (SourceLocation L : Finder.Left)
      Sink.report(Diag::ParseError, placeOf(Ctx.getSourceManager(), L),
                  {"initializer element is not a compile-time constant"});
    Folded.clear();
  }

  DiagnosticSink &Sink;

private:
  std::vector<SourceLocation> Folded; ///< initialisers that are no constants of C
};

/// What the parse of a host on this thread wants of the handlers that come from Clang's registries: it cannot give
/// them anything when it makes them.
struct HostParse {
  HostParts *Met; ///< or null
};
thread_local const HostParse *ThisParse = nullptr;

class OwnPragma : public PragmaHandler {
public:
  OwnPragma() : PragmaHandler("persistify") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &Name) override {
    const SourceManager &SM = PP.getSourceManager();
    SourceLocation Begin = Name.getLocation(), End = Name.getEndLoc();
    PragmaText P;
    for (Token T = Name; T.isNot(tok::eod);) {
      PP.LexUnexpandedToken(T);
      if (T.is(tok::eod))
        break;
      if (T.hasLeadingSpace() && !P.Text.empty())
        P.Text += ' ';
      P.Text += PP.getSpelling(T);
      End = T.getEndLoc();
    }
    if (!ThisParse || !ThisParse->Met)
      return;
    if (Introducer.Kind != PIK_HashPragma) { // has no line of its own
      Begin = End = SM.getExpansionLoc(Introducer.Loc);
      P.Text = "_Pragma";
    }
    P.Range.File = SM.getFilename(Begin).str();
    P.Range.Line = lineOf(SM, Begin);
    P.Range.Column = SM.getSpellingColumnNumber(Begin);
    P.Range.EndLine = lineOf(SM, End);
    P.Range.EndColumn = SM.getSpellingColumnNumber(End);
    P.Range.Begin = SM.getFileOffset(Begin);
    P.Range.End = SM.getFileOffset(End);
    ThisParse->Met->Pragmas.push_back(std::move(P));
  }
};

PragmaHandlerRegistry::Add<OwnPragma> RegisterOwnPragma("persistify", "hints to persistify");

/// Watches the preprocessor, and leaves out bodies of libraries' headers that a host's parse need not read: of functions
/// that are no templates. They know nothing of the program, and what they mean only a table says; instances of templates
/// call what is the program's. Clang reads bodies that constants or types depend on in any case.
class HostPlugin : public PluginASTAction {
  class Consumer : public ASTConsumer {
  public:
    explicit Consumer(const HeaderSearchOptions &Search) {
      for (const HeaderSearchOptions::Entry &E : Search.UserEntries)
        if (E.Group == clang::frontend::System || E.Group == clang::frontend::ExternCSystem)
          Folders.push_back(E.Path + "/");
    }
    bool shouldSkipFunctionBody(Decl *D) override { return ThisParse && !D->isTemplated() && inLibrary(D); }

  private:
    /// By the place of the header: one of the program's may say that it is the system's (#pragma GCC system_header).
    bool inLibrary(const Decl *D) {
      const SourceManager &SM = D->getASTContext().getSourceManager();
      const SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
      auto [It, New] = InLibrary.try_emplace(SM.getFileID(Loc), false);
      if (New)
        It->second = llvm::any_of(Folders, [&](const std::string &F) { return SM.getFilename(Loc).starts_with(F); });
      return It->second;
    }
    std::vector<std::string> Folders;
    std::map<FileID, bool> InLibrary;
  };
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, llvm::StringRef) override {
    if (ThisParse->Met)
      frontend::watchMacros(CI.getPreprocessor(), ThisParse->Met->Macros);
    return std::make_unique<Consumer>(CI.getHeaderSearchOpts());
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return ThisParse != nullptr; }
};

FrontendPluginRegistry::Add<HostPlugin> RegisterHostPlugin("persistify", "parses of hosts");

/// Files that the build's compiler writes beside its output (-Wp,-MD,FILE) are the build's.
void writesNothing(CompilerInvocation &Invocation) {
  Invocation.getDependencyOutputOpts() = DependencyOutputOptions();
  Invocation.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  Invocation.getDiagnosticOpts().DiagnosticLogFile.clear();
  Invocation.getFrontendOpts().StatsFile.clear();
}

/// Parses what the driver made of a command line.
class Parser : public tooling::ToolAction {
public:
  explicit Parser(frontend::LookupLog &Log) : Log(Log) {}

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation, FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers, DiagnosticConsumer *Consumer) override {
    writesNothing(*Invocation);
    Log.Files.clear(); // the driver's own
    Log.Folders.clear();
    Invocation->getFrontendOpts().SkipFunctionBodies = true; // see HostPlugin
    Unit = ASTUnit::LoadFromCompilerInvocation(
        Invocation, std::move(Containers),
        CompilerInstance::createDiagnostics(&Invocation->getDiagnosticOpts(), Consumer, /*ShouldOwnClient=*/false),
        Files);
    return Unit != nullptr;
  }

  std::unique_ptr<ASTUnit> Unit;

private:
  frontend::LookupLog &Log;
};

/// What is not the system's.
std::vector<Decl *> ownDecls(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  std::vector<Decl *> Own;
  llvm::copy_if(Ctx.getTranslationUnitDecl()->decls(), std::back_inserter(Own),
                [&](const Decl *D) { return !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())); });
  return Own;
}

/// Gives the AST away as long as the parse lives, without what it need not read.
class OutputParser : public tooling::FrontendActionFactory {
public:
  OutputParser(ErrorCollector &Errors, Bodies Which, llvm::function_ref<void(ASTContext &)> Use)
      : Errors(Errors), Which(Which), Use(Use) {}

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation, FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers, DiagnosticConsumer *Consumer) override {
    writesNothing(*Invocation);
    Invocation->getDiagnosticOpts().ShowCarets = false; // no count of warnings on stderr
    return FrontendActionFactory::runInvocation(std::move(Invocation), Files, std::move(Containers), Consumer);
  }
  std::unique_ptr<FrontendAction> create() override { return std::make_unique<Action>(*this); }

private:
  struct Consumer : ASTConsumer {
    explicit Consumer(const OutputParser &Of) : Of(Of), Before(Of.Errors.Sink.all().size()) {}
    /// Bodies that constants or types depend on are read in any case.
    bool shouldSkipFunctionBody(Decl *D) override {
      return D->getASTContext().getSourceManager().isInSystemHeader(D->getLocation());
    }
    void HandleTranslationUnit(ASTContext &Ctx) override {
      Of.Errors.reportNotFolded(Ctx);
      frontend::nameLoaderCalls(Ctx, ownDecls(Ctx));
      if (Of.Errors.Sink.all().size() == Before)
        Of.Use(Ctx);
    }
    const OutputParser &Of;
    const size_t Before;
  };

  struct Action : ASTFrontendAction {
    explicit Action(const OutputParser &Of) : Of(Of) {}
    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, llvm::StringRef) override {
      CI.getFrontendOpts().SkipFunctionBodies = Of.Which == Bodies::Own;
      return std::make_unique<Consumer>(Of);
    }
    const OutputParser &Of;
  };

  ErrorCollector &Errors;
  const Bodies Which;
  llvm::function_ref<void(ASTContext &)> Use;
};

/// Reads like a compiler, and remembers which files it comes to.
class FilesParser : public tooling::FrontendActionFactory {
public:
  explicit FilesParser(std::vector<ReachedFile> &Out) : Out(Out) {}

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation, FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers, DiagnosticConsumer *Consumer) override {
    writesNothing(*Invocation);
    return FrontendActionFactory::runInvocation(std::move(Invocation), Files, std::move(Containers), Consumer);
  }
  std::unique_ptr<FrontendAction> create() override { return std::make_unique<Action>(Out); }

private:
  struct Counting : PPCallbacks {
    explicit Counting(SourceManager &SM) : SM(SM) {}
    void MacroDefined(const Token &Name, const MacroDirective *) override { count(Name.getLocation()); }
    void count(SourceLocation At) {
      if (const FileID In = SM.getFileID(SM.getFileLoc(At)); In != Last)
        Files.insert(Last = In);
    }
    SourceManager &SM;
    std::set<FileID> Files;
    FileID Last;
  };

  struct Action : PreprocessOnlyAction {
    explicit Action(std::vector<ReachedFile> &Out) : Out(Out) {}
    bool BeginSourceFileAction(CompilerInstance &CI) override {
      auto Callbacks = std::make_unique<Counting>(CI.getSourceManager());
      Its = Callbacks.get();
      CI.getPreprocessor().addPPCallbacks(std::move(Callbacks));
      CI.getPreprocessor().setTokenWatcher([C = Its](const Token &T) {
        if (!T.isAnnotation() && T.isNot(tok::eof))
          C->count(T.getLocation());
      });
      return true;
    }
    void EndSourceFileAction() override {
      eachFile(Its->SM,
               [&](FileID In, llvm::StringRef Path) { Out.push_back({normalPath(Path), Its->Files.count(In) != 0}); });
    }
    std::vector<ReachedFile> &Out;
    Counting *Its = nullptr;
  };

  std::vector<ReachedFile> &Out;
};

/// Whether \p Action, which \p Make makes for a log, parsed without errors.
bool parse(const std::string &Path, const std::string &Text, const std::vector<std::string> &Flags,
           ErrorCollector &Collector, const FileTexts &Others,
           llvm::function_ref<std::unique_ptr<tooling::ToolAction>(frontend::LookupLog &)> Make,
           llvm::function_ref<void(tooling::ToolAction &)> Take) {
  DiagnosticSink &Diags = Collector.Sink;
  size_t Before = Diags.all().size();
  bool Ran = false;
  auto Build = [&] {
    auto Log = llvm::makeIntrusiveRefCnt<frontend::LookupLog>();
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    auto Whole = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Log);
    Whole->pushOverlay(Memory);
    auto Files = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Whole);
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
    for (const auto &[Other, OtherText] : Others)
      Memory->addFile(Other, 0, llvm::MemoryBuffer::getMemBuffer(OtherText));
    std::vector<std::string> Command = {"persistify", "-fsyntax-only"};
    llvm::append_range(Command, tooling::getClangStripDependencyFileAdjuster()(Flags, Path));
    Command.push_back(Path);
    std::unique_ptr<tooling::ToolAction> Action = Make(*Log);
    tooling::ToolInvocation Invocation(std::move(Command), Action.get(), Files.get(),
                                       std::make_shared<PCHContainerOperations>());
    Invocation.setDiagnosticConsumer(&Collector);
    Ran = Invocation.run();
    if (Ran)
      Take(*Action);
  };
  if (!runClang(Build, Path, Diags))
    return false;
  bool Errors = Diags.all().size() > Before;
  if (!Ran && !Errors)
    Diags.report(Diag::ParseError, {}, {"cannot parse '" + Path + "'"});
  return Ran && !Errors;
}

} // namespace

bool runClang(llvm::function_ref<void()> Part, const std::string &Path, DiagnosticSink &Diags) {
  Ended E = contained(Part, Extent::File);
  if (!E)
    Diags.report(E.Crashed ? Diag::Internal : Diag::ParseError, {},
                 {"Clang " + E.How + " while it parsed '" + Path + "'"});
  return bool(E);
}

std::unique_ptr<ASTUnit> parseHost(const std::string &Path, const std::string &Text,
                                   const std::vector<std::string> &Flags, DiagnosticSink &Diags, HostParts *Met,
                                   const FileTexts &Others) {
  const HostParse This{Met};
  ThisParse = &This;
  std::unique_ptr<ASTUnit> Unit;
  ErrorCollector Errors(Diags);
  bool Good = parse(
      Path, Text, Flags, Errors, Others, [](frontend::LookupLog &Log) { return std::make_unique<Parser>(Log); },
      [&](tooling::ToolAction &A) {
        if ((Unit = std::move(static_cast<Parser &>(A).Unit)))
          Errors.reportNotFolded(Unit->getASTContext());
      });
  ThisParse = nullptr;
  if (!Good)
    return nullptr;
  // Where Clang looks for parents. That nothing is around what stands elsewhere leaves ExprMutationAnalyzer with more that
  // may change, and is not asked otherwise.
  ASTContext &Ctx = Unit->getASTContext();
  std::vector<Decl *> Own = ownDecls(Ctx);
  frontend::nameLoaderCalls(Ctx, Own);
  Ctx.setTraversalScope(Own);
  return Unit;
}

bool parseOutput(const std::string &Path, const std::string &Text, const std::vector<std::string> &Flags,
                 DiagnosticSink &Diags, const FileTexts &Others, Bodies Which,
                 llvm::function_ref<void(ASTContext &)> Use) {
  ErrorCollector Errors(Diags);
  return parse(
      Path, Text, Flags, Errors, Others,
      [&](frontend::LookupLog &) { return std::make_unique<OutputParser>(Errors, Which, Use); },
      [](tooling::ToolAction &) {});
}

void eachFile(const SourceManager &SM, llvm::function_ref<void(FileID, llvm::StringRef)> Do) {
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &E = SM.getLocalSLocEntry(I);
    if (const auto File = E.isFile() ? E.getFile().getContentCache().OrigEntry : std::nullopt)
      Do(SM.getFileID(SourceLocation::getFromRawEncoding(E.getOffset())), File->getName());
  }
}

std::vector<ReachedFile> filesReached(const std::string &Path, const std::string &Text,
                                      const std::vector<std::string> &Flags, DiagnosticSink &Diags,
                                      const FileTexts &Others) {
  std::vector<ReachedFile> Out;
  ErrorCollector Errors(Diags);
  parse(
      Path, Text, Flags, Errors, Others, [&](frontend::LookupLog &) { return std::make_unique<FilesParser>(Out); },
      [](tooling::ToolAction &) {});
  return Out;
}

std::vector<ReachedFile> filesReached(const SourceManager &SM) {
  std::vector<ReachedFile> Out;
  eachFile(SM, [&](FileID, llvm::StringRef Path) { Out.push_back({normalPath(Path), true}); });
  return Out;
}

std::vector<std::string> flagsOfGcc(const ASTUnit &Unit, const std::vector<std::string> &Flags, bool Version) {
  const SourceManager &SM = Unit.getSourceManager();
  bool Clang = false, Asks = false;
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    FileID File = SM.translateFile(It->first);
    if (!File.isValid() || SM.isInSystemHeader(SM.getLocForStartOfFile(File)))
      continue;
    Clang |= SM.getBufferData(File).contains("__clang_");
    Asks |= SM.getBufferData(File).contains("__GNUC") && !planted("old-gcc");
  }
  auto Speak = [&](llvm::StringRef Of) {
    return llvm::any_of(Flags, [&](llvm::StringRef F) { return F.contains(Of); });
  };
  Clang &= !Speak("__clang_");
  Version &= Asks && !Speak("__GNUC") && !Speak("-fgnuc-version");
  if (!Clang && !Version)
    return {};
  std::vector<std::string> Out = Flags;
  if (Clang)
    for (const char *Name :
         {"__clang__", "__clang_major__", "__clang_minor__", "__clang_patchlevel__", "__clang_version__"})
      Out.push_back(std::string("-U") + Name);
  // Clang calls itself 4.2. With 11 glibc's headers use attributes that it does not take.
  if (Version)
    Out.push_back("-fgnuc-version=10.2.1");
  if (Clang && Version && !Unit.getLangOpts().CPlusPlus)
    Out.push_back("-D_Float128=__float128"); // as glibc's headers do for Clang
  return Out;
}

Edited::Edited(ASTUnit &Unit, llvm::StringRef Path) : Unit(Unit), Main(Unit.getSourceManager().getMainFileID()) {
  SourceManager &SM = Unit.getSourceManager();
  if (auto File = SM.getFileManager().getOptionalFileRef(Path); !Path.empty() && File)
    SM.setMainFileID(SM.translateFile(*File));
}

Edited::~Edited() { Unit.getSourceManager().setMainFileID(Main); }

bool inEdited(const SourceManager &SM, SourceLocation At) {
  return SM.getIncludeLoc(SM.getMainFileID()).isValid() ? SM.getFileID(SM.getExpansionLoc(At)) == SM.getMainFileID()
                                                        : SM.isInMainFile(At);
}

size_t nextToken(llvm::StringRef Text, size_t At) {
  frontend::RawTokens Tokens(Text.drop_front(At));
  Token T;
  return Tokens.next(T) ? At + Tokens.offset(T) : Text.size();
}

unsigned firstToken(llvm::StringRef Text) {
  size_t At = nextToken(Text, 0);
  while (At > 0 && At < Text.size() && (Text[At - 1] == ' ' || Text[At - 1] == '\t'))
    --At;
  return At;
}

std::vector<IncludeDirective> includeDirectives(llvm::StringRef Text) {
  std::vector<IncludeDirective> Out;
  frontend::RawTokens Tokens(Text);
  Token T;
  bool Hash = false, Include = false; // the tokens in front on this line
  while (Tokens.next(T)) {
    if (T.isAtStartOfLine())
      Hash = Include = false;
    if (T.is(tok::hash) && T.isAtStartOfLine()) {
      Hash = true;
    } else if (std::exchange(Hash, false)) {
      Include = T.is(tok::raw_identifier) && (T.getRawIdentifier() == "include" || T.getRawIdentifier() == "import" ||
                                              T.getRawIdentifier() == "include_next");
    } else if (std::exchange(Include, false) && (T.is(tok::string_literal) || T.is(tok::less))) {
      const llvm::StringRef Line = Text.drop_front(Tokens.offset(T)).split('\n').first;
      const bool Angled = T.is(tok::less);
      if (const size_t End = Line.find(Angled ? '>' : '"', 1); End != llvm::StringRef::npos)
        Out.push_back({Line.slice(1, End).str(), Angled, unsigned(Line.data() - Text.data()), unsigned(End + 1)});
    }
  }
  return Out;
}

std::vector<std::string> quotedIncludes(llvm::StringRef Text) {
  std::vector<std::string> Out;
  for (IncludeDirective &D : includeDirectives(Text))
    if (!D.Angled && !D.Name.empty())
      Out.push_back(std::move(D.Name));
  return Out;
}

std::vector<std::string> mentionedFiles(llvm::StringRef Text) {
  std::vector<std::string> Out = quotedIncludes(Text);
  frontend::RawTokens Tokens(Text);
  Token T;
  std::map<std::string, std::string> Strings; // macros that are one
  std::vector<std::string> Named; // #include NAME
  std::vector<std::string> Words; // identifiers of the directive, up to here
  bool Directive = false;
  auto EndLine = [&] {
    if (Words.size() == 2 && Words[0] == "include")
      Named.push_back(Words[1]);
    Words.clear();
  };
  while (Tokens.next(T)) {
    if (T.isAtStartOfLine()) {
      EndLine();
      Directive = T.is(tok::hash);
    } else if (Directive && T.is(tok::raw_identifier)) {
      Words.push_back(T.getRawIdentifier().str());
    } else if (Directive && T.is(tok::string_literal) && *T.getLiteralData() == '"') {
      const std::string Name = llvm::StringRef(T.getLiteralData(), T.getLength()).drop_front().drop_back().str();
      if (Words.size() == 2 && Words[0] == "define")
        Strings[Words[1]] = Name;
      else if (llvm::is_contained(Words, "__has_include"))
        Out.push_back(Name);
    }
  }
  EndLine();
  for (const std::string &N : Named)
    if (auto It = Strings.find(N); It != Strings.end())
      Out.push_back(It->second);
  return Out;
}

} // namespace persistify
