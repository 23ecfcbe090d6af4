//===- lib/kernel/Macros.cpp - recording, and stability of a text ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Macros.h"
#include "Parse.h"
#include "persistify/Containment.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include <map>
#include <set>

using namespace clang;

namespace persistify::kernel {
namespace {

class Recorder : public PPCallbacks {
public:
  Recorder(Preprocessor &PP, MacroLog &Log) : SM(PP.getSourceManager()), Log(Log) {
    PP.setTokenWatcher([this](const Token &T) {
      if (const IdentifierInfo *II = T.isAnnotation() ? nullptr : T.getIdentifierInfo())
        if (!SM.isInSystemHeader(SM.getExpansionLoc(T.getLocation())))
          this->Log.Words.insert(II->getName().str());
      if (T.getLocation().isMacroID())
        this->Log.Tokens.push_back(T);
    });
  }

  void InclusionDirective(SourceLocation HashLoc, const Token &IncludeTok, llvm::StringRef Name, bool IsAngled,
                          CharSourceRange, OptionalFileEntryRef File, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, SrcMgr::CharacteristicKind) override {
    if (!ours(HashLoc) || !File)
      return;
    if (!IncludeTok.getIdentifierInfo() || IncludeTok.getIdentifierInfo()->getName() != "include")
      Log.Unusual = "#include_next";
    KernelInclude I;
    I.Name = Name.str();
    I.Quoted = !IsAngled;
    auto From = Nodes.find(SM.getFileID(HashLoc));
    I.From = From == Nodes.end() ? -1 : int(From->second);
    if (auto Buffer = SM.getMemoryBufferForFileOrNone(*File))
      I.Text = Buffer->getBuffer().str();
    auto Same = llvm::find_if(Log.Includes, [&](const KernelInclude &X) {
      return X.Name == I.Name && X.Quoted == I.Quoted && X.From == I.From;
    });
    Entered = Same - Log.Includes.begin();
    if (Same == Log.Includes.end())
      Log.Includes.push_back(std::move(I));
  }
  void EmbedDirective(SourceLocation, llvm::StringRef, bool, OptionalFileEntryRef,
                      const LexEmbedParametersResult &) override {
    Log.Unusual = "#embed";
  }
  void FileChanged(SourceLocation Loc, FileChangeReason Reason, SrcMgr::CharacteristicKind, FileID) override {
    if (Reason != EnterFile || !ours(Loc))
      return;
    FileID File = SM.getFileID(Loc);
    if (Log.Files.insert(File).second && File != SM.getMainFileID())
      Nodes[File] = Entered;
  }
  void SourceRangeSkipped(clang::SourceRange Range, SourceLocation) override {
    if (ours(Range.getBegin()))
      Log.Skipped.push_back(Range);
  }

  void MacroExpands(const Token &Name, const MacroDefinition &MD, clang::SourceRange Range,
                    const MacroArgs *) override {
    if (!ours(Range.getBegin()))
      return;
    Log.Expansions.push_back({Name.getIdentifierInfo(), MD.getMacroInfo(), SM.getFileLoc(Range.getBegin())});
  }
  void If(SourceLocation Loc, clang::SourceRange Condition, ConditionValueKind Value) override {
    add(MacroLog::TestKind::If, Loc, Condition, {}, Value == CVK_True, Loc);
  }
  void Elif(SourceLocation Loc, clang::SourceRange Condition, ConditionValueKind Value, SourceLocation IfLoc) override {
    if (Value != CVK_NotEvaluated)
      add(MacroLog::TestKind::If, Loc, Condition, {}, Value == CVK_True, IfLoc);
  }
  void Ifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &MD) override {
    add(MacroLog::TestKind::Ifdef, Loc, {}, Name.getIdentifierInfo()->getName().str(), bool(MD), Loc);
  }
  void Ifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &MD) override {
    add(MacroLog::TestKind::Ifndef, Loc, {}, Name.getIdentifierInfo()->getName().str(), !MD, Loc);
  }
  void HasInclude(SourceLocation, llvm::StringRef, bool, OptionalFileEntryRef, SrcMgr::CharacteristicKind) override {
    Log.UsesHasInclude = true;
  }
  void Endif(SourceLocation Loc, SourceLocation IfLoc) override {
    for (MacroLog::Test &T : Log.Tests)
      if (T.IfLoc == IfLoc)
        T.Endif = Loc;
  }

private:
  bool ours(SourceLocation Loc) const {
    Loc = SM.getFileLoc(Loc);
    return Loc.isValid() && !SM.isWrittenInBuiltinFile(Loc) && !SM.isWrittenInCommandLineFile(Loc) &&
           !SM.isInSystemHeader(Loc) && !SM.isWrittenInScratchSpace(Loc);
  }
  void add(MacroLog::TestKind K, SourceLocation Loc, clang::SourceRange Condition, std::string Macro, bool Value,
           SourceLocation IfLoc) {
    if (ours(Loc))
      Log.Tests.push_back({K, Loc, Condition, std::move(Macro), Value, SourceLocation(), IfLoc});
  }

  SourceManager &SM;
  MacroLog &Log;
  std::map<FileID, size_t> Nodes; ///< files by their place in MacroLog::Includes
  size_t Entered = 0;
};

} // namespace

void MacroLog::attach(Preprocessor &PP) { PP.addPPCallbacks(std::make_unique<Recorder>(PP, *this)); }

void forEachRawToken(const ParsedSource &P, clang::SourceRange FileRange,
                     llvm::function_ref<void(const Token &)> Visit) {
  const SourceManager &SM = P.sources();
  FileID File = SM.getFileID(FileRange.getBegin());
  llvm::StringRef Buffer = SM.getBufferData(File);
  unsigned Begin = SM.getFileOffset(FileRange.getBegin());
  unsigned End = SM.getFileOffset(FileRange.getEnd()); // offset of the last token's begin
  Lexer L(SM.getLocForStartOfFile(File), P.lang(), Buffer.begin(), Buffer.begin() + Begin, Buffer.end());
  Token T;
  for (bool Last = false; !Last;) { // which may end with the text
    Last = L.LexFromRawLexer(T);
    if (T.is(tok::eof) || SM.getFileOffset(T.getLocation()) > End)
      break;
    Visit(T);
  }
}

const MacroInfo *macroAt(const ParsedSource &P, llvm::StringRef Name, SourceLocation Loc) {
  Preprocessor &PP = P.pp();
  const IdentifierInfo *II = PP.getIdentifierInfo(Name);
  const MacroDirective *MD = PP.getLocalMacroDirectiveHistory(II);
  if (!MD)
    return nullptr;
  MacroDirective::DefInfo Def = MD->findDirectiveAtLoc(Loc, P.sources());
  return Def ? Def.getMacroInfo() : nullptr;
}

const MacroInfo *macroAtEnd(const ParsedSource &P, llvm::StringRef Name) {
  Preprocessor &PP = P.pp();
  return PP.getMacroInfo(PP.getIdentifierInfo(Name));
}

void forEachIdentifier(const ParsedSource &P, clang::SourceRange FileRange,
                       llvm::function_ref<void(llvm::StringRef, SourceLocation)> Visit) {
  std::set<const MacroInfo *> Seen;
  std::vector<std::pair<const MacroInfo *, SourceLocation>> Work;
  auto enter = [&](llvm::StringRef Name, SourceLocation Loc) {
    if (const MacroInfo *MI = macroAt(P, Name, Loc))
      if (Seen.insert(MI).second)
        Work.push_back({MI, Loc});
  };
  forEachRawToken(P, FileRange, [&](const Token &T) {
    if (T.isNot(tok::raw_identifier))
      return;
    Visit(T.getRawIdentifier(), T.getLocation());
    enter(T.getRawIdentifier(), T.getLocation());
  });
  while (!Work.empty()) {
    auto [MI, Loc] = Work.back();
    Work.pop_back();
    for (const Token &T : MI->tokens())
      if (const IdentifierInfo *II = T.getIdentifierInfo()) {
        Visit(II->getName(), T.getLocation());
        enter(II->getName(), Loc); // a macro's body expands where it is used
      }
  }
}

/// What the text of \p FileRange itself does to macros. A copy does it again.
class OwnDirectives {
public:
  OwnDirectives(const ParsedSource &P, clang::SourceRange FileRange) : P(P), SM(P.sources()), Range(FileRange) {}

  /// The last directive for \p Name in front of \p Loc, or there, if it stands in the range.
  const MacroDirective *before(llvm::StringRef Name, SourceLocation Loc) const {
    if (!contains(Loc))
      return nullptr;
    for (const MacroDirective *D = history(Name); D; D = D->getPrevious())
      if (contains(D->getLocation()) && SM.getFileOffset(D->getLocation()) <= SM.getFileOffset(Loc))
        return D;
    return nullptr;
  }
  /// Whether the macro is behind a copy at the end of the source what it is in front of it, and nothing is defined twice.
  bool keep(llvm::StringRef Name) const {
    const MacroInfo *End = macroAtEnd(P, Name);
    auto Same = [&](const MacroInfo *M) { return M == End || (M && End && M->isIdenticalTo(*End, P.pp(), true)); };
    for (const MacroDirective *D = history(Name); D; D = D->getPrevious())
      if (auto *Def = llvm::dyn_cast<DefMacroDirective>(D);
          Def && contains(D->getLocation()) && End && !Same(Def->getInfo()))
        return false;
    return Same(macroAt(P, Name, Range.getEnd()));
  }

private:
  const MacroDirective *history(llvm::StringRef Name) const {
    return planted("no-own-macros") ? nullptr : P.pp().getLocalMacroDirectiveHistory(P.pp().getIdentifierInfo(Name));
  }
  bool contains(SourceLocation Loc) const {
    return Loc.isFileID() && SM.getFileID(Loc) == SM.getFileID(Range.getBegin()) &&
           SM.getFileOffset(Loc) >= SM.getFileOffset(Range.getBegin()) &&
           SM.getFileOffset(Loc) <= SM.getFileOffset(Range.getEnd());
  }

  const ParsedSource &P;
  const SourceManager &SM;
  clang::SourceRange Range;
};

std::string unstableMacro(const ParsedSource &P, clang::SourceRange FileRange) {
  Preprocessor &PP = P.pp();
  SourceLocation Begin = FileRange.getBegin();
  const OwnDirectives Own(P, FileRange);
  std::string Result;
  auto check = [&](llvm::StringRef Name, const MacroInfo *Here, SourceLocation Loc) {
    if (!Result.empty() || (Own.before(Name, Loc) && Own.keep(Name)))
      return;
    const MacroInfo *End = macroAtEnd(P, Name);
    if (Here == End || (Here && End && Here->isIdenticalTo(*End, PP, /*Syntactically=*/true)))
      return;
    Result = Name.str();
  };
  const SourceManager &SM = P.sources();
  forEachIdentifier(P, FileRange, [&](llvm::StringRef Name, SourceLocation Loc) {
    // Tokens of macro bodies are judged where the text stands.
    bool Inside = SM.getFileID(Loc) == SM.getFileID(Begin) && SM.getFileOffset(Loc) >= SM.getFileOffset(Begin) &&
                  SM.getFileOffset(Loc) <= SM.getFileOffset(FileRange.getEnd());
    check(Name, macroAt(P, Name, Inside ? Loc : Begin), Loc);
  });
  // Names made by ## are not in the text; the expansions themselves are.
  for (const MacroLog::Expansion &E : P.macros().Expansions) {
    if (SM.getFileID(E.Loc) != SM.getFileID(Begin) || SM.getFileOffset(E.Loc) < SM.getFileOffset(Begin) ||
        SM.getFileOffset(E.Loc) > SM.getFileOffset(FileRange.getEnd()))
      continue;
    if (E.Info && E.Info->isBuiltinMacro()) {
      if (E.Name->getName() == "_Pragma")
        continue; // an operator
      if (E.Name->getName() == "__COUNTER__" && !planted("counters"))
        continue; // makes names that differ, as any other number does; where the number itself matters, the copy means something else
      return E.Name->getName().str(); // __LINE__ and kin change with the place
    }
    check(E.Name->getName(), E.Info, E.Loc);
  }
  return Result;
}

} // namespace persistify::kernel
