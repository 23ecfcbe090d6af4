//===- lib/kernel/WrittenOut.cpp - kernels that macros define ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   #define STEP(n) __kernel void step_##n(__global int *a) { a[get_global_id(0)] += n; }
//   STEP(1)
//   STEP(2)
//
// Text in the body of a macro cannot be edited for one use. So what such a macro expands to is written in its place, and the
// analysis looks at that text. The program keeps its own: what a phase is, is compared with that
// (CopyMeaning.cpp), and what the preprocessor is asked is about that. Macros from outside and of the implementation keep
// their names in what is written out.
//
//===----------------------------------------------------------------------===//
#include "Macros.h"
#include "Parse.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace persistify::kernel {
namespace {

class WriteOut {
public:
  explicit WriteOut(const ParsedSource &P) : P(P), SM(P.sources()) {}

  /// The uses in the source that a kernel comes from as a whole, by offset.
  std::map<unsigned, CharSourceRange> uses() const {
    std::map<unsigned, CharSourceRange> Out;
    for (const FunctionDecl *F : P.functions()) {
      const SourceLocation Begin = F->getBeginLoc();
      if (!F->hasAttr<OpenCLKernelAttr>() || !Begin.isMacroID())
        continue;
      const CharSourceRange Use = SM.getExpansionRange(Begin);
      if (SM.getFileID(Use.getBegin()) == SM.getMainFileID() && SM.getExpansionLoc(F->getEndLoc()) == Use.getBegin() &&
          F->getEndLoc().isMacroID() && SM.getExpansionLoc(F->getBody()->getBeginLoc()) == Use.getBegin())
        Out[SM.getFileOffset(Use.getBegin())] = Use;
    }
    return Out;
  }

  /// What stands for \p Use; none if that cannot be said.
  std::optional<std::string> text(const CharSourceRange &Use) const {
    std::string Out;
    SourceLocation Kept;
    for (const Token &T : P.macros().Tokens) {
      if (SM.getExpansionLoc(T.getLocation()) != Use.getBegin())
        continue;
      if (T.isAnnotation())
        return std::nullopt;
      std::string Word;
      if (const SourceLocation Of = fromOutside(T.getLocation()); Of.isValid()) {
        const CharSourceRange All = SM.getImmediateExpansionRange(Of);
        if (All.getBegin() == Kept)
          continue;
        if (All.getBegin() != All.getEnd()) // with arguments
          return std::nullopt;
        Kept = All.getBegin();
        Word = Lexer::getSpelling(SM.getSpellingLoc(Kept), Buffer, SM, P.lang()).str();
      } else {
        Kept = SourceLocation();
        Word = P.pp().getSpelling(T);
      }
      Out += (Out.empty() ? "" : " ") + Word;
    }
    return Out.empty() ? std::nullopt : std::optional(Out);
  }

private:
  /// Where a macro that the source does not define itself was expanded, on the way to the token at \p L.
  SourceLocation fromOutside(SourceLocation L) const {
    if (!L.isMacroID())
      return {};
    const SourceLocation Spelled = SM.getImmediateSpellingLoc(L);
    if (SM.isMacroArgExpansion(L)) {
      if (const SourceLocation Of = fromOutside(Spelled); Of.isValid())
        return Of;
    } else if (const SourceLocation File = SM.getFileLoc(Spelled);
               !Spelled.isMacroID() && !SM.isWrittenInScratchSpace(File) &&
               (SM.isInSystemHeader(File) || SM.isWrittenInBuiltinFile(File) || SM.isWrittenInCommandLineFile(File))) {
      return L;
    }
    return fromOutside(SM.getImmediateExpansionRange(L).getBegin());
  }

  const ParsedSource &P;
  const SourceManager &SM;
  mutable llvm::SmallString<64> Buffer;
};

} // namespace

std::unique_ptr<ParsedSource> ParsedSource::parseWrittenOut(const KernelSource &Source, DiagnosticSink &Diags) {
  std::unique_ptr<ParsedSource> Given = parse(Source, Diags);
  if (!Given || planted("kernels-of-macros"))
    return Given;
  const SourceManager &SM = Given->sources();
  const WriteOut Write(*Given);
  std::vector<Written> Segments;
  KernelSource Whole = Source;
  int64_t Moved = 0;
  for (const auto &[At, Use] : Write.uses()) {
    const std::optional<std::string> Text = Write.text(Use);
    const SourceLocation Last = Use.getEnd();
    if (!Text || SM.getFileID(Last) != SM.getMainFileID())
      return Given;
    const unsigned LastAt = SM.getFileOffset(Last), End = LastAt + Lexer::MeasureTokenLength(Last, SM, Given->lang());
    const std::string Lines(llvm::StringRef(Source.Text).slice(At, End).count('\n'), '\n'); // the rest keeps its lines
    const unsigned New = unsigned(At + Moved);
    Whole.Text.replace(New, End - At, *Text + Lines);
    Segments.push_back({New, unsigned(New + Text->size() + Lines.size()), At, LastAt, End});
    Moved += int64_t(Text->size() + Lines.size()) - int64_t(End - At);
  }
  if (Segments.empty())
    return Given;
  if (llvm::none_of(Source.Flags, [](llvm::StringRef F) { return F.starts_with("-cl-std="); }))
    Whole.Flags.push_back("-cl-std=" + Given->standard().str());
  DiagnosticSink Unused;
  std::unique_ptr<ParsedSource> Out = parse(Whole, Unused);
  if (!Out || Out->functions().size() != Given->functions().size())
    return Given;
  Given->Names = Out->Names;
  Out->Before = std::move(Given);
  Out->Segments = std::move(Segments);
  return Out;
}

/// Where a place of the main file is in the source as it was given.
SourceLocation ParsedSource::given(SourceLocation L, bool Last) const {
  unsigned At = sources().getFileOffset(L);
  int64_t Moved = 0;
  for (const Written &W : Segments) {
    if (At < W.Begin)
      break;
    Moved = int64_t(W.OldEnd) - W.End;
    if (At < W.End) {
      At = Last ? W.OldLast : W.OldBegin;
      Moved = 0;
      break;
    }
  }
  const SourceManager &SM = Before->sources();
  return SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(int(At + Moved));
}

} // namespace persistify::kernel
