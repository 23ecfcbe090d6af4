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

using namespace llvm;

namespace persistify {

static std::string place(const SourceRange &R) {
  return formatv("{0}:{1}:{2}", R.File, R.Line, R.Column);
}

bool asksForCodes(const ToolOptions &Options) {
  return Options.Explain && !Options.Inputs.empty() &&
         all_of(Options.Inputs, [](StringRef Input) {
           return Input.size() == 7 && Input.starts_with_insensitive("PST") &&
                  all_of(Input.drop_front(3), isDigit);
         });
}

bool showCodes(const ToolOptions &Options, raw_ostream &OS, DiagnosticSink &Sink) {
  bool Good = true;
  for (const std::string &Code : Options.Inputs) {
    std::optional<Diag> D = diagFromCode(Code);
    if (!D) {
      Sink.report(Diag::BadOption, {}, {"--explain: there is no diagnostic '" + Code + "'"});
      Good = false;
      continue;
    }
    std::string Text = Diagnostic{*D, {}, std::vector<std::string>(10, "...")}.message();
    OS << diagCode(*D) << " (" << severityName(diagSeverity(*D)) << "): " << Text << "\n";
    if (StringRef Fix = diagFix(*D); !Fix.empty())
      OS << "  " << Fix << "\n";
    OS << "  see docs/diagnostics/" << diagCode(*D) << ".md\n";
  }
  return Good;
}

void showDiagnostics(const DriverResult &Result, TextReport &Report) {
  Report.print(Result.Diagnostics);
  if (Result.Loops.empty() && Result.Diagnostics.empty())
    Report.print(Diagnostic{Diag::NoteNoCandidate, {}, {}});
  for (const LoopReport &Loop : Result.Loops) {
    if (Loop.S == LoopReport::Status::Skipped)
      continue;
    Report.print(Loop.Diagnostics);
    bool SaysWhere = all_of(Loop.Diagnostics, [&](const Diagnostic &D) {
      return D.Range.File == Loop.Range.File && D.Range.Line == Loop.Range.Line;
    });
    if (Loop.S == LoopReport::Status::Refused && !SaysWhere)
      Report.printNote(Loop.Range, "this loop is left as it is");
  }
}

void showLoops(const DriverResult &Result, raw_ostream &OS) {
  for (const LoopReport &Loop : Result.Loops) {
    OS << place(Loop.Range) << ": ";
    switch (Loop.S) {
    case LoopReport::Status::Repetition:
      OS << "repetition\n";
      break;
    case LoopReport::Status::Refused:
      OS << "refused";
      for (const Diagnostic &D : Loop.Diagnostics)
        if (diagSeverity(D.D) != Severity::Note)
          OS << " " << diagCode(D.D);
      OS << "\n";
      break;
    case LoopReport::Status::Transformed:
    case LoopReport::Status::Skipped:
      OS << "candidate\n";
      break;
    }
  }
}

void showExplanations(const DriverResult &Result, raw_ostream &OS) {
  for (const LoopReport &Loop : Result.Loops) {
    if (Loop.Explain.empty())
      continue;
    OS << place(Loop.Range) << ":";
    if (!Loop.Region.empty())
      OS << " " << Loop.Region;
    OS << "\n" << Loop.Explain;
    if (Loop.Explain.back() != '\n')
      OS << "\n";
  }
}

void showDiff(const Inputs &In, const std::vector<OutputEntry> &Entries, raw_ostream &OS) {
  // What changes first, then what is new.
  for (bool New : {false, true})
    for (const OutputEntry &E : Entries)
      if (E.Changed && E.Input.empty() == New)
        OS << unifiedDiff(New ? "/dev/null" : "a/" + E.Path, "b/" + E.Path,
                          New ? "" : In.Texts.lookup(E.Input), E.Text);
}

LoopCounts countLoops(const DriverResult &Result) {
  LoopCounts Counts;
  for (const LoopReport &Loop : Result.Loops) {
    Counts.Transformed += Loop.S == LoopReport::Status::Transformed;
    Counts.Refused += Loop.S == LoopReport::Status::Refused;
  }
  return Counts;
}

void showSummary(const ToolOptions &Options, const DriverResult &Result, raw_ostream &OS) {
  LoopCounts Counts = countLoops(Result);
  OS << "persistify: " << Counts.Transformed << (Counts.Transformed == 1 ? " loop" : " loops")
     << " transformed, " << Counts.Refused << " refused; ";
  if (!Options.writes())
    OS << "nothing written\n";
  else if (Options.InPlace)
    OS << (Counts.Transformed ? "files changed in place\n" : "nothing changed\n");
  else
    OS << "output in " << StringRef(Options.Output).rtrim('/') << "/\n";
}

} // namespace persistify
