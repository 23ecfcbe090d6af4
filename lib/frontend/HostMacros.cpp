//===- HostMacros.cpp - how a host file must be compiled ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/HostMacros.h"
#include "MacroWatch.h"
#include "persistify/Api.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace persistify {
namespace {

/// Names of the implementation: its headers test them as they like.
bool isReserved(llvm::StringRef Name) { return Name.starts_with("_"); }

/// What C++ or the preprocessor takes for something else than a name: no macro can be called that.
bool isNoName(llvm::StringRef Word) {
  static const llvm::StringRef Words[] = {"and",    "and_eq", "bitand", "bitor", "compl",  "defined",     "not",
                                          "not_eq", "or",     "or_eq",  "xor",   "xor_eq", "__VA_ARGS__", "__VA_OPT__"};
  return llvm::is_contained(Words, Word);
}

/// What gives the line of a call, wherever it is written.
bool isLine(llvm::StringRef Name) {
  return Name == "__builtin_LINE" || Name == "__builtin_source_location" || Name == "source_location";
}

/// Stands for the name of a parameter, which HostMacros::name() gives it: no text of C has such a character.
constexpr char ParameterMark = '\1';
std::string parameter(size_t I) { return ParameterMark + std::to_string(I) + ParameterMark; }

class Watcher : public PPCallbacks {
public:
  Watcher(Preprocessor &PP, HostMacros &Out, llvm::StringRef Edited)
      : PP(PP), SM(PP.getSourceManager()), Out(Out), Edited(Edited) {
    PP.setTokenWatcher([this](const Token &T) { // names that are put together stand in no file
      if (!T.isAnnotation() && T.getIdentifierInfo() && T.getLocation().isMacroID() &&
          SM.isWrittenInScratchSpace(SM.getSpellingLoc(T.getLocation())) && own(T.getLocation()))
        Pasted.insert(T.getIdentifierInfo()->getName().str());
      if (!T.isAnnotation() && T.getIdentifierInfo() && !SM.isInSystemHeader(SM.getExpansionLoc(T.getLocation())))
        this->Out.Lines |= isLine(T.getIdentifierInfo()->getName());
      if (!T.isAnnotation() && T.getLocation().isMacroID()) { // it has more than pragmas
        WithTokens = SM.getExpansionLoc(T.getLocation());
        OfPragmas.erase(WithTokens);
      }
    });
  }

  // ---- what the preprocessor meets

  void FileChanged(SourceLocation Loc, FileChangeReason Reason, SrcMgr::CharacteristicKind, FileID) override {
    // Options count as text before the file; it begins when that is left.
    if (!Begun && Reason == ExitFile && SM.getFileID(Loc) == SM.getMainFileID()) {
      Begun = true;
      for (const auto &[Name, State] : PP.macros())
        if (const MacroInfo *MI = PP.getMacroInfo(Name)) {
          AtBegin[Name->getName()] = MI;
          Out.Outside[Name->getName().str()] = definition(MI);
        }
    }
    if (Loc.isFileID() && edited(Loc)) // behind #line, or back from a file
      Out.Numbered.push_back({SM.getSpellingLineNumber(Loc), SM.getPresumedLineNumber(Loc)});
    if (Reason == EnterFile && own(Loc))
      Files.insert(SM.getFileID(Loc));
  }
  void MacroExpands(const Token &Name, const MacroDefinition &MD, clang::SourceRange Range,
                    const MacroArgs *) override {
    if (Name.getIdentifierInfo()->getName() == "__LINE__" && edited(SM.getExpansionLoc(Range.getBegin())))
      Out.Lines = true;
    // What stands in macros of the system is the system's.
    const SourceLocation Written = SM.getSpellingLoc(Name.getLocation());
    if (!MD.getMacroInfo() || !own(SM.isWrittenInScratchSpace(Written) ? Range.getBegin() : Written))
      return;
    Expansions.push_back({Name.getIdentifierInfo()->getName(), MD.getMacroInfo(), SM.getFileLoc(Range.getBegin())});
  }
  void If(SourceLocation Loc, clang::SourceRange, ConditionValueKind Value) override {
    tested({}, Loc, Value == CVK_True, Loc);
  }
  void Elif(SourceLocation Loc, clang::SourceRange, ConditionValueKind Value, SourceLocation IfLoc) override {
    if (Value != CVK_NotEvaluated)
      tested({}, Loc, Value == CVK_True, IfLoc);
  }
  void Ifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    tested(Name.getIdentifierInfo()->getName(), Loc, false, Loc);
  }
  void Ifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    tested(Name.getIdentifierInfo()->getName(), Loc, false, Loc);
  }
  void Elifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    tested(Name.getIdentifierInfo()->getName(), Loc, false, {});
  }
  void Elifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    tested(Name.getIdentifierInfo()->getName(), Loc, false, {});
  }
  void Endif(SourceLocation Loc, SourceLocation IfLoc) override { Ends[IfLoc] = Loc; }
  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) override {
    const SourceLocation Use = SM.getExpansionLoc(Loc);
    if (Loc.isMacroID() && edited(Use) && Use != WithTokens)
      OfPragmas[Use] = Lexer::getLocForEndOfToken(SM.getExpansionRange(Loc).getEnd(), 0, SM, PP.getLangOpts());
  }
  void SourceRangeSkipped(clang::SourceRange Range, SourceLocation) override { Skipped.push_back(Range); }

  // ---- what follows from it

  void EndOfMainFile() override {
    // How the language itself is compiled.
    for (llvm::StringRef Name : {"__cplusplus", "__CHAR_UNSIGNED__"})
      present(Name);
    static const llvm::Regex OpenMP("pragma[ \t]+omp|_Pragma[ \t]*\\([ \t]*\"[ \t]*omp"), OpenACC("pragma[ \t]+acc");
    for (FileID File : Files) {
      if (OpenMP.match(SM.getBufferData(File)) && !planted("directives-unasked"))
        present("_OPENMP");
      if (OpenACC.match(SM.getBufferData(File)))
        present("_OPENACC");
    }
    for (const Tested &T : Tests)
      if (own(T.Loc))
        inOwnFile(T);
      else
        inSystemHeader(T);
    for (const Expansion &E : Expansions)
      if (fromOutside(E.Name, E.Info) && !inCondition(E.Loc))
        value(E.Name);
    for (FileID File : Files)
      words(File);
    for (const std::string &Name : Pasted)
      if (!atBegin(Name))
        Out.Words.insert(Name);
    for (auto &[Begin, End] : OfPragmas)
      Out.Pragmas.push_back({SM.getFileOffset(Begin), SM.getFileOffset(End)});
    for (const HostMacros::Check &C : Out.Checks)
      for (const std::string &Name : C.Names)
        Out.Words.erase(Name);
    for (auto It = Out.Words.begin(); It != Out.Words.end();)
      It = isVersionMacro(*It) || isNoName(*It) ? Out.Words.erase(It) : std::next(It);
  }

private:
  struct Tested {
    llvm::StringRef Name; ///< of #ifdef and its like
    SourceLocation Loc;
    bool Value;
    SourceLocation IfLoc;
    std::vector<std::pair<llvm::StringRef, const MacroInfo *>> Names; ///< in it, with what they were
    std::set<std::string> Asked;                                      ///< those that must only be defined, or not
    std::string Text;                                                 ///< the condition
    unsigned End;                                                     ///< where its line ends
  };
  struct Expansion {
    llvm::StringRef Name;
    const MacroInfo *Info;
    SourceLocation Loc;
  };

  bool own(SourceLocation Loc) const {
    Loc = SM.getFileLoc(Loc);
    return Loc.isValid() && !SM.isWrittenInBuiltinFile(Loc) && !SM.isWrittenInCommandLineFile(Loc) &&
           !SM.isInSystemHeader(Loc) && !SM.isWrittenInScratchSpace(Loc);
  }

  /// Whether it is in the file that is changed.
  bool edited(SourceLocation Loc) const {
    return Edited.empty() ? SM.isInMainFile(Loc) : SM.getFilename(Loc) == Edited;
  }

  const MacroInfo *atBegin(llvm::StringRef Name) const { return AtBegin.lookup(Name); }
  bool fromOutside(llvm::StringRef Name, const MacroInfo *MI) const { return MI == atBegin(Name); }
  bool isSystems(const MacroInfo *MI) const { return SM.isInSystemHeader(MI->getDefinitionLoc()); }
  bool isPredefined(const MacroInfo *MI) const { return SM.isWrittenInBuiltinFile(MI->getDefinitionLoc()); }

  std::string definition(const MacroInfo *MI) const {
    std::string Text;
    for (const IdentifierInfo *Param : MI->params())
      Text += "(" + Param->getName().str();
    for (const Token &T : MI->tokens())
      Text += " " + PP.getSpelling(T);
    return Text;
  }

  void tested(llvm::StringRef Name, SourceLocation Loc, bool Value, SourceLocation IfLoc) {
    if (SM.isWrittenInBuiltinFile(Loc) || SM.isWrittenInCommandLineFile(Loc))
      return;
    Tested T{Name, Loc, Value, IfLoc, {}, {}, "", 0};
    if (Name.empty()) {
      condition(T);
      Conditions[SM.getFileID(Loc)].push_back({SM.getFileOffset(Loc), T.End});
    } else {
      T.Names.push_back({Name, PP.getMacroInfo(PP.getIdentifierInfo(Name))});
      T.Asked.insert(Name.str());
    }
    Tests.push_back(std::move(T));
  }

  /// Reads a condition: its text, and its identifiers with those of the macros that they are.
  void condition(Tested &T) const {
    std::set<std::string> Seen;
    std::vector<const MacroInfo *> Work;
    auto Add = [&](llvm::StringRef Name) {
      if (isNoName(Name) || Name == "true" || Name == "false" || !Seen.insert(Name.str()).second)
        return;
      const IdentifierInfo *II = PP.getIdentifierInfo(Name);
      const MacroInfo *MI = PP.getMacroInfo(II);
      T.Names.push_back({II->getName(), MI});
      if (MI)
        Work.push_back(MI);
    };
    const FileID File = SM.getFileID(T.Loc);
    llvm::StringRef Buffer = SM.getBufferData(File);
    Lexer L(SM.getLocForStartOfFile(File), PP.getLangOpts(), Buffer.begin(), Buffer.begin() + SM.getFileOffset(T.Loc),
            Buffer.end());
    Token Tok;
    L.LexFromRawLexer(Tok); // the directive's own name
    T.End = SM.getFileOffset(T.Loc);
    bool Defined = false; // after that operator, perhaps with a parenthesis
    while (!L.LexFromRawLexer(Tok) && !Tok.isAtStartOfLine()) {
      T.End = SM.getFileOffset(Tok.getLocation());
      T.Text += (Tok.hasLeadingSpace() && !T.Text.empty() ? " " : "") + Lexer::getSpelling(Tok, SM, PP.getLangOpts());
      const bool Identifier = Tok.is(tok::raw_identifier);
      if (Identifier)
        Add(Tok.getRawIdentifier());
      if (Identifier && Defined)
        T.Asked.insert(Tok.getRawIdentifier().str());
      if (Tok.isNot(tok::l_paren))
        Defined = Identifier && Tok.getRawIdentifier() == "defined";
    }
    while (!Work.empty()) {
      const MacroInfo *MI = Work.back();
      Work.pop_back();
      for (const Token &Part : MI->tokens())
        if (const IdentifierInfo *II = Part.getIdentifierInfo())
          Add(II->getName());
    }
  }

  bool inCondition(SourceLocation Loc) const {
    auto [File, At] = SM.getDecomposedLoc(Loc);
    const auto In = Conditions.find(File);
    return In != Conditions.end() &&
           llvm::any_of(In->second, [At = At](auto Line) { return At >= Line.first && At <= Line.second; });
  }

  /// Whether a group only switches diagnostics.
  bool quiet(const Tested &T) const {
    auto Endif = Ends.find(T.IfLoc);
    if (Endif == Ends.end() || SM.getFileID(T.IfLoc) != SM.getFileID(Endif->second))
      return false;
    llvm::StringRef Text =
        SM.getBufferData(SM.getFileID(T.IfLoc)).slice(SM.getFileOffset(T.IfLoc), SM.getFileOffset(Endif->second));
    Text = Text.split('\n').second;
    while (!Text.empty()) {
      llvm::StringRef Line;
      std::tie(Line, Text) = Text.split('\n');
      Line = Line.trim();
      if (Line.empty() || Line.starts_with("//") || Line == "#")
        continue;
      if (!Line.consume_front("#") || Line.ends_with("\\"))
        return false;
      Line = Line.ltrim();
      if (Line.consume_front("pragma")) {
        Line = Line.ltrim();
        if (!(Line.consume_front("GCC") || Line.consume_front("clang")) || !Line.ltrim().starts_with("diagnostic"))
          return false;
      } else if (!Line.starts_with("if") && !Line.starts_with("el") && !Line.starts_with("endif")) {
        return false;
      }
    }
    return true;
  }

  void check(const std::string &Condition, const std::string &Differs, std::set<std::string> Names) {
    if (Known.insert(Condition).second)
      Out.Checks.push_back({Condition, Differs, std::move(Names)});
  }

  /// It must be a macro at the file's beginning, or none, as it was.
  void present(llvm::StringRef Name) {
    if (isVersionMacro(Name))
      return;
    const bool Is = atBegin(Name);
    check((Is ? "!defined(" : "defined(") + Name.str() + ")", Name.str() + (Is ? " is not defined" : " is defined"),
          {Name.str()});
  }

  void inOwnFile(const Tested &T) {
    if (quiet(T))
      return;
    if (!T.Name.empty())
      return present(T.Name);
    if (!llvm::all_of(T.Names, [&](auto &N) { return fromOutside(N.first, N.second); })) {
      for (auto &[Name, MI] : T.Names)
        value(Name);
      return;
    }
    std::set<std::string> Names;
    for (auto &[Name, MI] : T.Names) {
      Names.insert(Name.str());
      if (MI && MI->isFunctionLike() && !MI->isBuiltinMacro())
        present(Name); // else what follows is no expression
    }
    if (Names.empty())
      return;
    const std::string File = llvm::sys::path::filename(SM.getFilename(SM.getFileLoc(T.Loc))).str();
    check((T.Value ? "!(" : "(") + T.Text + ")",
          "'#if " + T.Text + "' of " + File + " is " + (T.Value ? "false" : "true"), Names);
  }

  /// Headers of the system are the same in every build, but for what the program says to them.
  void inSystemHeader(const Tested &T) {
    for (auto &[Name, MI] : T.Names) {
      const MacroInfo *Begin = atBegin(Name);
      if (isVersionMacro(Name) || (Name == "NDEBUG" && !asserts()) || (Begin && isSystems(Begin)))
        continue;
      if (Begin && !isPredefined(Begin) && !Begin->isBuiltinMacro())
        T.Name.empty() ? value(Name) : present(Name);
      else if (!Begin && !MI && !isReserved(Name) && T.Asked.count(Name.str()) && !ofSystem(Name))
        present(Name);
    }
  }

  /// Its headers define it in the end.
  bool ofSystem(llvm::StringRef Name) const {
    const MacroInfo *MI = PP.getMacroInfo(PP.getIdentifierInfo(Name));
    return MI && SM.isInSystemHeader(MI->getDefinitionLoc());
  }

  bool asserts() const {
    return llvm::any_of(Expansions, [](const Expansion &E) { return E.Name == "assert"; });
  }

  /// What it expands to must be what it was.
  void value(llvm::StringRef Name) {
    const MacroInfo *MI = atBegin(Name);
    if (MI && MI->isBuiltinMacro())
      return;
    present(Name);
    // What -include brings of the system's is as much the same as what the files include.
    if (!MI || isSystems(MI) || !Valued.insert(Name.str()).second)
      return;
    if (isPredefined(MI) && MI->getNumTokens() == 1 && MI->tokens_begin()->is(tok::numeric_constant)) {
      const std::string Is = PP.getSpelling(*MI->tokens_begin());
      if (llvm::StringRef(Is).find_first_not_of("0123456789ulUL") == llvm::StringRef::npos)
        return check("(" + Name.str() + ") != (" + Is + ")", Name.str() + " is not " + Is, {Name.str()});
    }
    std::string Use = Name.str(), Text;
    llvm::ArrayRef<const IdentifierInfo *> Params = MI->params();
    if (MI->isFunctionLike()) {
      Use += "(";
      for (size_t I = 0; I < Params.size(); ++I)
        Use += (I ? ", " : "") + parameter(I);
      Use += ")";
    }
    bool Plain = !MI->isVariadic();
    int Depth = 0;
    for (const Token &T : MI->tokens()) {
      Depth += T.is(tok::l_paren) - T.is(tok::r_paren);
      Plain &= !T.isOneOf(tok::hash, tok::hashhash) && Depth >= 0 &&
               !(T.getIdentifierInfo() && T.getIdentifierInfo()->getName().starts_with("__has_")); // in directives only
      const auto Param = llvm::find(Params, T.getIdentifierInfo());
      Text += (T.hasLeadingSpace() && !Text.empty() ? " " : "") +
              (T.getIdentifierInfo() && Param != Params.end() ? parameter(Param - Params.begin()) : PP.getSpelling(T));
      if (const IdentifierInfo *II = T.getIdentifierInfo(); II && Param == Params.end() && II->getName() != Name) {
        if (atBegin(II->getName()))
          value(II->getName());
        else
          Out.Words.insert(II->getName().str());
      }
    }
    if (!Plain || Depth != 0)
      return check("1", Name.str() + " cannot be compared", {Name.str()});
    Out.Values.push_back({Name.str(), Use, Text});
  }

  /// Identifiers that would be something else as macros; what conditions ask is checked by itself.
  void words(FileID File) {
    std::vector<std::pair<unsigned, unsigned>> Gaps;
    for (clang::SourceRange R : Skipped)
      if (SM.getFileID(R.getBegin()) == File)
        Gaps.push_back({SM.getFileOffset(R.getBegin()), SM.getFileOffset(R.getEnd())});
    llvm::StringRef Buffer = SM.getBufferData(File);
    Lexer L(SM.getLocForStartOfFile(File), PP.getLangOpts(), Buffer.begin(), Buffer.begin(), Buffer.end());
    bool Hash = false, Passive = false;
    size_t Gap = 0;
    Token T;
    for (bool End = false; !End;) {
      End = L.LexFromRawLexer(T);
      if (T.isAtStartOfLine())
        Hash = Passive = false;
      if (T.is(tok::hash) && T.isAtStartOfLine()) {
        Hash = true;
        continue;
      }
      if (T.isNot(tok::raw_identifier))
        continue;
      llvm::StringRef Word = T.getRawIdentifier();
      if (Hash) {
        Hash = false;
        Passive = Word.starts_with("if") || Word.starts_with("el") || Word == "include" || Word == "pragma";
        continue;
      }
      const unsigned At = SM.getFileOffset(T.getLocation());
      while (Gap < Gaps.size() && Gaps[Gap].second <= At)
        ++Gap;
      if (!Passive && (Gap == Gaps.size() || At < Gaps[Gap].first) && !atBegin(Word))
        Out.Words.insert(Word.str());
    }
  }

  Preprocessor &PP;
  SourceManager &SM;
  HostMacros &Out;
  const std::string Edited;
  bool Begun = false;
  llvm::StringMap<const MacroInfo *> AtBegin;
  std::vector<Tested> Tests;
  std::map<FileID, std::vector<std::pair<unsigned, unsigned>>> Conditions; ///< their places
  std::vector<Expansion> Expansions;
  std::vector<clang::SourceRange> Skipped;
  std::map<SourceLocation, SourceLocation> Ends; ///< of #if, by its place
  std::map<SourceLocation, SourceLocation> OfPragmas; ///< uses of macros that are nothing else: from, to
  SourceLocation WithTokens; ///< the last use that is more
  std::set<FileID> Files;
  std::set<std::string> Known, Valued, Pasted;
};

class WatchAction : public PreprocessOnlyAction {
public:
  WatchAction(HostMacros &Out, llvm::StringRef Edited) : Out(Out), Edited(Edited) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    CI.getDiagnostics().setSuppressAllDiagnostics(true);
    frontend::watchMacros(CI.getPreprocessor(), Out, Edited);
    return true;
  }

private:
  HostMacros &Out;
  llvm::StringRef Edited;
};

} // namespace

void frontend::watchMacros(Preprocessor &PP, HostMacros &Out, llvm::StringRef Edited) {
  PP.addPPCallbacks(std::make_unique<Watcher>(PP, Out, Edited));
}

HostMacros hostMacros(const HostFile &File, llvm::StringRef Edited) {
  HostMacros Out;
  DiagnosticSink Errors;
  bool Done = false;
  auto Run = [&] {
    Done = tooling::runToolOnCodeWithArgs(std::make_unique<WatchAction>(Out, Edited), File.Text, File.Flags, File.Path,
                                          "persistify");
  };
  if (!runClang(Run, File.Path, Errors) || !Done || Out.Outside.empty()) {
    new (&Out) HostMacros(); // may be half written
    Out.Checks.push_back({"1", "its macros could not be read", {}});
  }
  return Out;
}

void HostMacros::name(const HostNames &Names) {
  auto Named = [&](std::string &Text) {
    for (size_t At; (At = Text.find(ParameterMark)) != std::string::npos;) {
      const size_t End = Text.find(ParameterMark, At + 1);
      Text.replace(At, End + 1 - At, Names(llvm::StringRef(Text).slice(At + 1, End)));
    }
  };
  for (Value &V : Values) {
    Named(V.Use);
    Named(V.Analysed);
  }
}

void HostMacros::add(const HostMacros &Other) {
  auto Same = [&](const std::string &Name) {
    const auto Mine = std::as_const(Outside).find(Name), Its = Other.Outside.find(Name);
    if (Mine == Outside.end() || Its == Other.Outside.end())
      return Mine == Outside.end() && Its == Other.Outside.end();
    return Mine->second == Its->second;
  };
  std::set<std::string> Known;
  for (const Check &C : Checks)
    Known.insert(C.Condition);
  for (const Value &V : Values)
    Known.insert(V.Use);
  for (const Check &C : Other.Checks)
    if (llvm::all_of(C.Names, Same) && Known.insert(C.Condition).second)
      Checks.push_back(C);
  for (const Value &V : Other.Values)
    if (Same(V.Name) && Known.insert(V.Use).second)
      Values.push_back(V);
  for (const Check &C : Checks)
    for (const std::string &Name : C.Names)
      Words.erase(Name);
}

} // namespace persistify
