//===- Show.cpp - what the tool prints about its result --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Show.h"
#include "Diff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

static std::string place(const SourceRange &R) { return formatv("{0}:{1}:{2}", R.File, R.Line, R.Column); }

bool asksForCodes(const ToolOptions &Options) {
  return Options.Explain && !Options.Inputs.empty() && all_of(Options.Inputs, isCode);
}

/// A page without its title and the message, which stand above it already.
static StringRef pageBody(StringRef Page) {
  size_t Why = Page.find("\n## ");
  return Why == StringRef::npos ? "" : Page.drop_front(Why + 1).rtrim();
}

bool showCodes(const ToolOptions &Options, StringRef Pages, raw_ostream &OS, DiagnosticSink &Sink) {
  bool Good = true;
  for (const std::string &Code : Options.Inputs) {
    std::optional<Diag> D = diagFromCode(Code);
    if (!D) {
      Sink.report(Diag::BadOption, {}, {"--explain: there is no diagnostic '" + Code + "'"});
      Good = false;
      continue;
    }
    OS << diagCode(*D) << " (" << severityName(diagSeverity(*D)) << "): " << generalText(*D) << "\n";
    if (StringRef Fix = diagFix(*D); !Fix.empty())
      OS << "  " << Fix << "\n";
    SmallString<256> Page(Pages);
    sys::path::append(Page, diagCode(*D) + ".md");
    if (auto File = MemoryBuffer::getFile(Page))
      OS << "\n" << pageBody((*File)->getBuffer()) << "\n\n";
    else
      OS << "  see docs/diagnostics/" << diagCode(*D) << ".md\n";
  }
  return Good;
}

bool isReason(Diag D) { return diagSeverity(D) != Severity::Note || D == Diag::NoteLoopInHeader; }

void showLoops(const DriverResult &Result, bool Analysed, raw_ostream &OS) {
  for (const LoopReport &Loop : Result.Loops) {
    OS << place(Loop.Range) << ": " << (Analysed ? statusName(Loop.S) : StringRef("candidate"));
    if (Loop.S == LoopReport::Status::Refused)
      for (const Diagnostic &D : Loop.Diagnostics)
        if (isReason(D.D))
          OS << " " << diagCode(D.D);
    OS << "\n";
  }
}

std::string explainRefusal(const LoopReport &Loop, TextReport &Sources) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const Diagnostic &D : Loop.Diagnostics) {
    if (diagSeverity(D.D) == Severity::Note)
      continue;
    OS << "  " << diagCode(D.D) << ": " << D.message() << "\n";
    if (D.Range.valid()) {
      OS << "    evidence: " << place(D.Range);
      if (StringRef Line = Sources.lineOf(D.Range).trim(); !Line.empty())
        OS << ": " << Line;
      OS << "\n";
    }
    if (StringRef Fix = diagFix(D.D); !Fix.empty())
      OS << "    what to change: " << Fix << "\n";
    OS << "    more: persistify --explain " << diagCode(D.D) << "\n";
  }
  return Text;
}

void showExplanations(ArrayRef<LoopReport> Loops, raw_ostream &OS) {
  for (const LoopReport &Loop : Loops) {
    if (Loop.Explain.empty())
      continue;
    OS << place(Loop.Range) << ": ";
    OS << (Loop.Region.empty() ? statusName(Loop.S) : StringRef(Loop.Region)) << "\n" << Loop.Explain;
    if (Loop.Explain.back() != '\n')
      OS << "\n";
  }
}

void showDiff(const Inputs &In, const std::vector<OutputEntry> &Entries, raw_ostream &OS) {
  // What changes first, then what is new.
  for (bool New : {false, true})
    for (const OutputEntry &E : Entries)
      if (E.Changed && E.Input.empty() == New)
        OS << unifiedDiff(New ? "/dev/null" : "a/" + E.Path, "b/" + E.Path, New ? "" : In.Texts.lookup(E.Input),
                          E.Text);
}

void showSummary(const ToolOptions &Options, const DriverResult &Result, size_t Untouched, raw_ostream &OS) {
  LoopCounts Counts = countLoops(Result.Loops);
  OS << "persistify: " << Counts.Transformed << (Counts.Transformed == 1 ? " loop" : " loops") << " transformed, "
     << Counts.Refused << " refused";
  if (Untouched)
    OS << ", " << Untouched << " not touched by the change";
  OS << "; ";
  if (!Options.writes())
    OS << "nothing written\n";
  else if (Options.InPlace)
    OS << (Counts.Transformed ? "files changed in place\n" : "nothing changed\n");
  else
    OS << "output in " << StringRef(Options.Output).rtrim('/') << "/\n";
}

bool writeText(StringRef File, StringRef Text, DiagnosticSink &Sink) {
  std::error_code EC;
  raw_fd_ostream OS(File, EC);
  if (!EC) {
    OS << Text;
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    Sink.report(Diag::OutputUnwritable, {}, {File.str(), EC.message()});
  return !EC;
}

bool writeDocument(const ToolOptions &Options, StringRef Text, DiagnosticSink &Sink) {
  if (!Options.ReportFile.empty())
    return writeText(Options.ReportFile, Text, Sink);
  outs() << Text;
  return true;
}

std::string documentOf(const json::Value &Document) { return formatv("{0:2}\n", Document); }

std::string documentOf(const ToolOptions &Options, const Report &R, TextReport &Sources) {
  if (Options.Format == ReportFormat::Html)
    return htmlReport(R);
  return documentOf(Options.Format == ReportFormat::Json ? jsonReport(R) : sarifReport(R, Sources));
}

bool writeReport(const ToolOptions &Options, const Report &R, TextReport &Text) {
  bool ToFile = !Options.ReportFile.empty();
  DiagnosticSink Sink;
  bool Good = true;
  if (Options.Format != ReportFormat::Text)
    Good = writeDocument(Options, documentOf(Options, R, Text), Sink);
  else if (ToFile) {
    std::string Plain;
    raw_string_ostream OS(Plain);
    TextReport Copy(Text, OS);
    Copy.setPlain();
    Copy.print(R);
    Good = writeText(Options.ReportFile, OS.str(), Sink);
  }
  if (ToFile != (Options.Format == ReportFormat::Text))
    Text.print(R);
  Text.print(Sink.all());
  return Good;
}

} // namespace persistify
