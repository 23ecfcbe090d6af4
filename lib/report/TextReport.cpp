//===- TextReport.cpp - diagnostics in the style of compilers --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Planted.h"
#include "persistify/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace persistify {

void TextReport::addSource(StringRef Path, StringRef Text) { Sources[Path] = Text.str(); }

StringRef TextReport::lineOf(const SourceRange &R) {
  auto [It, New] = Sources.try_emplace(R.File);
  if (New)
    if (auto File = MemoryBuffer::getFile(R.File))
      It->second = (*File)->getBuffer().str();
  StringRef Rest = It->second;
  for (unsigned Line = 1; Line < R.Line; ++Line) {
    size_t End = Rest.find('\n');
    if (End == StringRef::npos)
      return {};
    Rest = Rest.drop_front(End + 1);
  }
  return Rest.take_until([](char C) { return C == '\n'; }).rtrim('\r');
}

/// LLVM writes "note:" in bold black, which nobody reads on a dark terminal: here in cyan, as Clang does.
static void printMessage(const SMDiagnostic &Message, const char *Program, bool Colors, raw_ostream &OS) {
  static constexpr StringLiteral Black = "\033[0;1;30mnote: ", Cyan = "\033[0;1;36mnote: ";
  std::string Text;
  raw_string_ostream Stream(Text);
  Stream.enable_colors(Colors);
  Message.print(Program, Stream, Colors);
  size_t Label = Colors && Message.getKind() == SourceMgr::DK_Note ? Text.find(Black.str()) : std::string::npos;
  if (Label != std::string::npos)
    Text.replace(Label, Black.size(), Cyan.str());
  OS << Text;
}

void TextReport::printOne(const SourceRange &R, Severity S, StringRef Text, bool WithSource) {
  SourceMgr::DiagKind Kind = S == Severity::Error     ? SourceMgr::DK_Error
                             : S == Severity::Warning ? SourceMgr::DK_Warning
                                                      : SourceMgr::DK_Note;
  StringRef Line = R.valid() && R.Column && WithSource ? lineOf(R) : "";
  if (Line.empty() || R.Column > Line.size() + 1) {
    std::string Where = R.File;
    if (R.valid())
      Where += ":" + std::to_string(R.Line) + (R.Column ? ":" + std::to_string(R.Column) : std::string());
    printMessage(SMDiagnostic(Where, Kind, Text), Where.empty() ? ToolName.c_str() : "", Colors, OS);
    return;
  }
  // A range of several lines is shown to the end of its first one.
  unsigned Begin = R.Column - 1;
  unsigned End = R.EndLine > R.Line ? Line.size() : R.EndLine == R.Line ? R.EndColumn - 1 : 0;
  SmallVector<std::pair<unsigned, unsigned>, 1> Ranges;
  if (Begin < End && End <= Line.size())
    Ranges.push_back({Begin, End});
  SourceMgr NoSources;
  printMessage(SMDiagnostic(NoSources, SMLoc(), R.File, R.Line, Begin, Kind, Text, Line, Ranges), "", Colors, OS);
}

void TextReport::printNote(const SourceRange &R, StringRef Text) {
  if (Minimum <= Severity::Note)
    printOne(R, Severity::Note, Text, /*WithSource=*/false);
}

void TextReport::print(const Diagnostic &D) {
  if (Levels.of(D.D) < Minimum)
    return;
  printOne(D.Range, Levels.of(D.D), D.message() + " [" + diagCode(D.D).str() + "]",
           /*WithSource=*/true);
  if (StringRef Fix = diagFix(D.D); !Fix.empty())
    printOne(D.Range, Severity::Note, Fix, /*WithSource=*/false);
}

void TextReport::print(ArrayRef<Diagnostic> Ds) {
  for (const Diagnostic &D : Ds)
    print(D);
}

/// What is said of the files that are read, not of what is in them.
static bool isOfInputs(const Diagnostic &D) {
  return is_contained({Diag::NoteFoundInput, Diag::NoteOwnOutput, Diag::NoteTwoPrograms}, D.D) &&
         !planted("inputs-behind");
}

void TextReport::printInputs(const Report &R) {
  constexpr size_t Most = 3; // have a line of their own
  std::string Names;
  size_t Found = 0;
  for (const Diagnostic &D : R.Diagnostics)
    if (isOfInputs(D) && D.D == Diag::NoteFoundInput)
      Names += (Found++ ? ", '" : "'") + D.Args.front() + "'";
  const bool AreNotes = Levels.of(Diag::NoteFoundInput) == Severity::Note;
  // A list of loops is for programs; what was found matters to people, where something went wrong.
  const bool Silent = AreNotes && !R.Analysed && R.ExitCode == 0, Joined = AreNotes && !R.EachInput && Found > Most;
  for (const Diagnostic &D : R.Diagnostics)
    if (isOfInputs(D) && (D.D != Diag::NoteFoundInput || !(Silent || Joined)))
      print(D);
  if (Joined && !Silent)
    printNote({}, Names + " are read, too (--explain says of each why) [" + diagCode(Diag::NoteFoundInput).str() + "]");
}

void TextReport::print(const Report &R) {
  setSeverities(R.Severities);
  printInputs(R);
  for (const LoopReport &Loop : R.Loops) {
    print(Loop.Diagnostics);
    bool SaysWhere = all_of(Loop.Diagnostics, [&](const Diagnostic &D) {
      return D.Range.File == Loop.Range.File && D.Range.Line == Loop.Range.Line;
    });
    if (Loop.S == LoopReport::Status::Refused && !SaysWhere)
      printNote(Loop.Range, "this loop is left as it is");
  }
  for (const Diagnostic &D : R.Diagnostics)
    if (!isOfInputs(D))
      print(D);
}

} // namespace persistify
