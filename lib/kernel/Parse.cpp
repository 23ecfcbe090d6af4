//===- lib/kernel/Parse.cpp ------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Parse.h"
#include "Macros.h"
#include "persistify/ErrorDirective.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// Collects errors with their place; warnings are the compiler's business.
class ErrorCollector : public DiagnosticConsumer {
public:
  struct Entry {
    std::string Text;
    persistify::SourceRange Range;
  };
  std::vector<Entry> Errors;

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    Entry E;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    E.Text = std::string(Message);
    if (Info.getLocation().isValid() && Info.hasSourceManager()) {
      const SourceManager &SM = Info.getSourceManager();
      SourceLocation Loc = SM.getExpansionLoc(Info.getLocation());
      PresumedLoc P = SM.getPresumedLoc(Loc, /*UseLineDirectives=*/false);
      if (P.isValid()) {
        E.Range.File = P.getFilename();
        E.Range.Line = E.Range.EndLine = P.getLine();
        E.Range.Column = E.Range.EndColumn = P.getColumn();
        E.Range.Begin = E.Range.End = SM.getFileOffset(Loc);
        if (Info.getID() == diag::err_pp_hash_error)
          E.Text += cureOfErrorDirective(SM.getBufferData(SM.getFileID(Loc)), E.Range.Begin, "of --kernel-flags");
      }
    }
    Errors.push_back(std::move(E));
  }
};

/// Builds the AST and keeps it: nothing happens in the consumer.
class KeepAction : public ASTFrontendAction {
public:
  explicit KeepAction(MacroLog &Log) : Log(Log) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, llvm::StringRef) override {
    Log.attach(CI.getPreprocessor());
    return std::make_unique<ASTConsumer>();
  }

private:
  MacroLog &Log;
};

std::string deviceVersion(llvm::StringRef Std) {
  return llvm::StringSwitch<std::string>(Std)
      .Cases("CL2.0", "cl2.0", "200")
      .Cases("CL3.0", "cl3.0", "300")
      .Cases("CL1.1", "cl1.1", "110")
      .Default("120");
}

/// The flags that the frontend understands and that change what it sees.
/// Everything else (vendor flags, optimisation) is left out.
void selectFlags(llvm::ArrayRef<std::string> Flags, std::vector<std::string> &Out, std::string &Std) {
  static const llvm::StringRef Known[] = {"-cl-single-precision-constant", "-cl-fast-relaxed-math",
                                          "-cl-finite-math-only"};
  for (size_t I = 0; I < Flags.size(); ++I) {
    llvm::StringRef F = Flags[I];
    if (F == "-D" || F == "-I" || F == "-U") {
      if (I + 1 < Flags.size()) {
        Out.push_back(std::string(F));
        Out.push_back(Flags[++I]);
      }
    } else if (F.starts_with("-D") || F.starts_with("-I") || F.starts_with("-U")) {
      Out.push_back(std::string(F));
    } else if (F.starts_with("-cl-std=")) {
      Std = F.substr(8).str();
    } else if (llvm::is_contained(Known, F)) {
      Out.push_back(std::string(F));
    }
  }
}

/// What stands for macros of which nobody knows the values.
std::string declarationsOfAny(const KernelSource &Source) {
  std::string Declarations;
  for (const auto &[Name, Type] : Source.Any)
    Declarations += "extern __constant " + Type + " " + AnyPrefix.str() + Name + ";\n";
  return Declarations;
}

/// The frontend's for a source, read as OpenCL C \p Std.
std::vector<std::string> commandLine(const KernelSource &Source, const std::string &Std,
                                     llvm::ArrayRef<std::string> UserFlags) {
  std::vector<std::string> Args = {"-triple",
                                   "spir64-unknown-unknown",
                                   "-x",
                                   "cl",
                                   "-cl-std=" + Std,
                                   "-finclude-default-header",
                                   "-fdeclare-opencl-builtins",
                                   "-fsyntax-only",
                                   "-w",
                                   "-nostdsysteminc",
                                   "-ferror-limit",
                                   "20",
                                   "-resource-dir",
                                   clangResourceDir()};
  // The device's version, which only implementations define.
  Args.push_back("-D__OPENCL_VERSION__=" + deviceVersion(Std));
  Args.insert(Args.end(), UserFlags.begin(), UserFlags.end());
  for (const auto &[Name, Type] : Source.Any)
    Args.insert(Args.end(), {"-U" + Name, "-D" + Name + "=" + AnyPrefix.str() + Name});
  if (!Source.Any.empty())
    Args.insert(Args.end(), {"-internal-isystem", "/persistify", "-include", "any.h"});
  Args.push_back(Source.Path);
  return Args;
}

} // namespace

ParsedSource::~ParsedSource() {
  if (Action)
    Action->EndSourceFile();
}

std::unique_ptr<ParsedSource> ParsedSource::parse(const KernelSource &Source, DiagnosticSink &Diags) {
  std::vector<std::string> UserFlags;
  std::string GivenStd;
  selectFlags(Source.Flags, UserFlags, GivenStd);
  std::vector<std::string> Standards;
  if (GivenStd.empty())
    Standards = {"CL1.2", "CL2.0", "CL3.0"};
  else
    Standards = {GivenStd};

  std::vector<ErrorCollector::Entry> FirstErrors;
  for (const std::string &Std : Standards) {
    auto Result = std::unique_ptr<ParsedSource>(new ParsedSource);
    Result->Std = Std;
    Result->MainPath = Source.Path;
    auto Errors = std::make_unique<ErrorCollector>();
    ErrorCollector &Collected = *Errors;

    llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> FS(new llvm::vfs::OverlayFileSystem(filesWithLog()));
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory(new llvm::vfs::InMemoryFileSystem);
    FS->pushOverlay(Memory);
    llvm::SmallString<256> Absolute(Source.Path);
    (void)FS->makeAbsolute(Absolute);
    Memory->addFile(Absolute, 0, llvm::MemoryBuffer::getMemBufferCopy(Source.Text, Source.Path));

    if (!Source.Any.empty()) {
      Memory->addFile("/persistify/any.h", 0, llvm::MemoryBuffer::getMemBufferCopy(declarationsOfAny(Source)));
      Result->Any = Source.Any;
    }
    const std::vector<std::string> Args = commandLine(Source, Std, UserFlags);
    std::vector<const char *> ArgV;
    for (const std::string &A : Args)
      ArgV.push_back(A.c_str());

    Result->CI = std::make_unique<CompilerInstance>();
    CompilerInstance &CI = *Result->CI;
    llvm::IntrusiveRefCntPtr<DiagnosticsEngine> Early(
        new DiagnosticsEngine(new DiagnosticIDs, new DiagnosticOptions, &Collected, /*ShouldOwnClient=*/false));
    auto Invocation = std::make_shared<CompilerInvocation>();
    auto Parse = [&] {
      if (!CompilerInvocation::CreateFromArgs(*Invocation, ArgV, *Early))
        return;
      CI.setInvocation(Invocation);
      CI.createDiagnostics(Errors.release(), /*ShouldOwnClient=*/true);
      CI.createFileManager(FS);
      CI.createSourceManager(CI.getFileManager());
      if (CI.createTarget()) {
        Result->Log = std::make_unique<MacroLog>();
        Result->Action = std::make_unique<KeepAction>(*Result->Log);
        if (!Result->Action->BeginSourceFile(CI, CI.getFrontendOpts().Inputs[0]))
          Result->Action.reset();
        else
          llvm::consumeError(Result->Action->Execute());
      }
    };
    if (!runClang(Parse, Source.Path, Diags)) {
      (void)Result.release(); // in no state to be destroyed
      return nullptr;
    }
    if (Collected.Errors.empty() && Result->Action) {
      const SourceManager &SM = CI.getSourceManager();
      for (const Decl *D : CI.getASTContext().getTranslationUnitDecl()->decls())
        if (const auto *F = dyn_cast<FunctionDecl>(D))
          if (F->doesThisDeclarationHaveABody() && !SM.isInSystemHeader(F->getLocation()))
            Result->Functions.push_back(F);
      Result->chooseNames();
      return Result;
    }
    if (FirstErrors.empty())
      FirstErrors = Collected.Errors;
    if (FirstErrors.empty())
      FirstErrors.push_back({"the OpenCL C frontend could not be started", {}});
  }
  for (ErrorCollector::Entry &E : FirstErrors) {
    if (!E.Range.valid())
      E.Range.File = Source.Path;
    Diags.report(Diag::ParseError, E.Range, {E.Text});
  }
  return nullptr;
}

/// Whatever the source has of such names, also in macros that nothing expands.
void ParsedSource::chooseNames() {
  unsigned Number = 0;
  auto Taken = [&] {
    return llvm::any_of(pp().getIdentifierTable(),
                        [&](const auto &Entry) { return OwnNames::isOne(Entry.getKey(), Number); });
  };
  while (Taken() && !planted("own-names"))
    ++Number;
  Names = OwnNames(Number);
}

SourceRange ParsedSource::range(clang::SourceRange R) const {
  const SourceManager &SM = sources();
  SourceRange Out;
  SourceLocation Begin = SM.getExpansionLoc(R.getBegin());
  SourceLocation End = SM.getExpansionRange(R.getEnd()).getEnd();
  PresumedLoc B = SM.getPresumedLoc(Begin, false);
  if (B.isInvalid())
    return Out;
  if (Before && SM.getFileID(Begin) == SM.getMainFileID() && SM.getFileID(End) == SM.getMainFileID())
    return Before->range(clang::SourceRange(given(Begin, false), given(End, true)));
  Out.File = SM.getFileID(Begin) == SM.getMainFileID() ? MainPath : std::string(B.getFilename());
  Out.Line = B.getLine();
  Out.Column = B.getColumn();
  Out.Begin = SM.getFileOffset(Begin);
  SourceLocation Past = Lexer::getLocForEndOfToken(End, 0, SM, lang());
  if (Past.isInvalid() || SM.getFileID(Past) != SM.getFileID(Begin))
    Past = Begin;
  PresumedLoc P = SM.getPresumedLoc(Past, false);
  Out.EndLine = P.getLine();
  Out.EndColumn = P.getColumn();
  Out.End = SM.getFileOffset(Past);
  return Out;
}

/// Whether a statement's last token is not its semicolon yet.
static bool needsSemicolon(const Stmt *S) {
  for (;;) {
    if (const auto *F = dyn_cast<ForStmt>(S))
      S = F->getBody();
    else if (const auto *W = dyn_cast<WhileStmt>(S))
      S = W->getBody();
    else if (const auto *I = dyn_cast<IfStmt>(S))
      S = I->getElse() ? I->getElse() : I->getThen();
    else if (const auto *W = dyn_cast<SwitchStmt>(S))
      S = W->getBody();
    else if (const auto *L = dyn_cast<LabelStmt>(S))
      S = L->getSubStmt();
    else if (const auto *C = dyn_cast<SwitchCase>(S))
      S = C->getSubStmt();
    else if (const auto *A = dyn_cast<AttributedStmt>(S))
      S = A->getSubStmt();
    else
      return !isa<CompoundStmt, NullStmt, DeclStmt>(S);
  }
}

SourceLocation ParsedSource::lastToken(const Stmt *S) const {
  const SourceManager &SM = sources();
  SourceLocation End = S->getEndLoc();
  bool Semicolon = needsSemicolon(S);
  if (End.isMacroID() && Semicolon) { // that may stand in the macro, too
    const char *Text = SM.getCharacterData(SM.getSpellingLoc(End));
    unsigned Length = Lexer::MeasureTokenLength(SM.getSpellingLoc(End), SM, lang());
    Length += llvm::StringRef(Text + Length).find_first_not_of(" \t");
    SourceLocation Next = End.getLocWithOffset(Length);
    if (Text[Length] == ';' && SM.getFileID(Next) == SM.getFileID(End)) {
      End = Next;
      Semicolon = false;
    }
  }
  if (End.isMacroID() && !Lexer::isAtEndOfMacroExpansion(End, SM, lang()))
    return {};
  End = SM.getExpansionRange(End).getEnd();
  if (!Semicolon)
    return End;
  std::optional<Token> Next = Lexer::findNextToken(End, SM, lang());
  return Next && Next->is(tok::semi) ? Next->getLocation() : SourceLocation();
}

bool ParsedSource::ownFloats() const {
  static const llvm::Regex Pragma(
      "float_control|fenv_access|FENV_ACCESS|FENV_ROUND|CX_LIMITED_RANGE|clang[ \t]+fp[ \t]");
  return !planted("own-floats") &&
         llvm::any_of(Log->Files, [&](FileID File) { return Pragma.match(sources().getBufferData(File)); });
}

std::string ParsedSource::where(SourceLocation L) const {
  SourceRange R = range(L);
  return llvm::sys::path::filename(R.File).str() + ":" + std::to_string(R.Line);
}

} // namespace persistify::kernel
