//===- Changed.cpp - which loops a change touches ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths of a diff are those of the repository's root, or of the folder where diff ran. A file
// is meant by the end of its path, so the tool need not know which.
//
//===----------------------------------------------------------------------===//
#include "Changed.h"
#include "Inputs.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace persistify {

/// The path in "+++ b/dir/file" and "+++ dir/file<tab>date"; empty for a file that is gone.
static StringRef pathOf(StringRef Line, bool Git) {
  Line.consume_front("+++ ");
  Line = Line.split('\t').first.trim();
  if (Line.size() > 1 && Line.consume_front("\""))
    Line.consume_back("\"");
  if (Line == "/dev/null")
    return "";
  if (Git)
    Line.consume_front("b/");
  Line.consume_front("./");
  return Line;
}

std::optional<ChangedLines> ChangedLines::read(StringRef File, DiagnosticSink &Sink) {
  auto Buffer = MemoryBuffer::getFileOrSTDIN(File);
  if (!Buffer) {
    Sink.report(Diag::InputUnreadable, {}, {File.str(), Buffer.getError().message()});
    return std::nullopt;
  }
  ChangedLines Result;
  Lines *Here = nullptr;
  bool Git = false;
  unsigned Files = 0, Number = 0;
  uint64_t Old = 0, New = 0; // lines of the hunk that are still to come
  for (StringRef Rest = (*Buffer)->getBuffer(); !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    ++Number;
    if (Old || New) { // what begins with +++ here is a line of the text
      Old -= Old && (Line.starts_with("-") || Line.starts_with(" ") || Line.empty());
      New -= New && (Line.starts_with("+") || Line.starts_with(" ") || Line.empty());
      continue;
    }
    if (Line.starts_with("diff --git "))
      Git = true;
    if (Line.starts_with("--- "))
      Git |= Line.starts_with("--- a/");
    if (Line.starts_with("+++ ")) {
      ++Files;
      StringRef Path = pathOf(Line, Git);
      Here = Path.empty() ? nullptr : &Result.Of[Path.str()];
    }
    if (!Line.consume_front("@@ -"))
      continue;
    auto Count = [&](uint64_t &To) { return !Line.consume_front(",") || !Line.consumeInteger(10, To); };
    uint64_t First;
    Old = New = 1;
    if (!Files || Line.consumeInteger(10, First) || !Count(Old) || !Line.consume_front(" +") ||
        Line.consumeInteger(10, First) || !Count(New)) {
      Sink.report(Diag::BadOption, {},
                  {("--changed: line " + Twine(Number) + " of '" + File + "' is not as a unified diff has it").str()});
      return std::nullopt;
    }
    if (Here) // all of a hunk, with the lines around that it may have
      Here->push_back({unsigned(First), unsigned(New ? First + New - 1 : First + 1)});
  }
  if (!Files && !(*Buffer)->getBuffer().trim().empty()) {
    Sink.report(Diag::BadOption, {}, {("--changed: '" + File + "' is no unified diff").str()});
    return std::nullopt;
  }
  return Result;
}

bool ChangedLines::in(const SourceRange &R) const {
  if (R.File.empty())
    return false;
  const std::string Path = normalPath(R.File);
  const unsigned Last = std::max(R.Line, R.EndLine);
  return any_of(Of, [&](const auto &File) {
    StringRef Front = Path;
    return Front.consume_back(File.first) && (Front.empty() || Front.ends_with("/")) &&
           any_of(File.second, [&](auto &L) { return L.first <= Last && R.Line <= L.second; });
  });
}

bool ChangedLines::touch(const LoopReport &Loop) const {
  return in(Loop.Range) || any_of(Loop.Diagnostics, [&](const Diagnostic &D) { return in(D.Range); }) ||
         (Loop.Account && any_of(Loop.Account->Steps, [&](const AccountStep &S) { return in(S.KernelRange); }));
}

size_t ChangedLines::keepTouched(std::vector<LoopReport> &Loops) const {
  const size_t Before = Loops.size();
  erase_if(Loops, [&](const LoopReport &L) { return !touch(L); });
  return Before - Loops.size();
}

} // namespace persistify
