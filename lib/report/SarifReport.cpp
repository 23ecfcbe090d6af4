//===- SarifReport.cpp - the report as SARIF 2.1.0 -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's SarifDocumentWriter wants locations of a live SourceManager; what is
// reported here outlives every parse, so the document is written directly.
//
//===----------------------------------------------------------------------===//
#include "persistify/OutputLayout.h"
#include "persistify/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

/// SARIF's level of a severity.
static StringRef level(Severity S) {
  return S == Severity::Error ? "error" : S == Severity::Warning ? "warning" : "note";
}

/// A path as a URI reference: absolute ones as file:, others as they are.
static std::string uri(StringRef Path) {
  std::string Result = sys::path::is_absolute(Path) ? "file://" : "";
  for (unsigned char C : sys::path::convert_to_slash(Path)) {
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Result += C;
    else
      Result += "%" + toHex(ArrayRef<uint8_t>(C));
  }
  return Result;
}

/// How many UTF-16 code units a viewer has for \p Bytes: one for each byte that is no UTF-8.
static unsigned utf16Units(StringRef Bytes) {
  unsigned Units = 0;
  const UTF8 *At = Bytes.bytes_begin(), *End = Bytes.bytes_end();
  while (At != End) {
    UTF32 Point = 0;
    if (convertUTF8Sequence(&At, End, &Point, strictConversion) != conversionOK) {
      ++At;
      Point = 0;
    }
    Units += Point > 0xffff ? 2 : 1;
  }
  return Units;
}

/// The message with {0} {1} ... for its arguments, as SARIF has them.
static std::string messageString(Diag D) {
  StringRef Text = diagText(D);
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '{' || Text[I] == '}')
      Result += Text[I]; // doubled
    if (Text[I] == '%' && I + 1 < Text.size() && isDigit(Text[I + 1]))
      Result += std::string("{") + Text[++I] + "}";
    else
      Result += Text[I];
  }
  return Result;
}

namespace {
class Writer {
public:
  Writer(const Report &R, TextReport &Sources) : R(R), Sources(Sources) {}

  json::Value document() {
    for (const LoopReport &L : R.Loops)
      for (const Diagnostic &D : L.Diagnostics)
        add(D, &L);
    for (const Diagnostic &D : R.Diagnostics)
      add(D, nullptr);
    json::Object Driver{
        {"name", "persistify"}, {"version", R.Version}, {"semanticVersion", R.Version}, {"rules", std::move(Rules)}};
    json::Object Run{
        {"tool", json::Object{{"driver", std::move(Driver)}}},
        {"columnKind", "utf16CodeUnits"},
        {"results", std::move(Results)},
        {"invocations", json::Array{json::Object{{"executionSuccessful", R.ExitCode <= 1}, {"exitCode", R.ExitCode}}}}};
    return json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", json::Array{std::move(Run)}}};
  }

private:
  /// A column of a line, counted in UTF-16 code units from 1; 0: the line is not known.
  unsigned column(const SourceRange &R, unsigned Line, unsigned Column) {
    SourceRange At;
    At.File = R.File;
    At.Line = Line;
    const StringRef Text = Sources.lineOf(At);
    return Column && Column <= Text.size() + 1 ? 1 + utf16Units(Text.take_front(Column - 1)) : 0;
  }

  json::Object location(const SourceRange &R) {
    // A kernel source in a literal is "<host.cpp:12>".
    StringRef File = R.File;
    unsigned Line = R.Line;
    const bool Literal = File.consume_front("<") && File.consume_back(">");
    if (Literal) {
      auto [Host, Number] = File.rsplit(':');
      File = Host;
      if (Number.getAsInteger(10, Line))
        Line = 0;
    } else {
      File = R.File;
    }
    json::Object Physical{{"artifactLocation", json::Object{{"uri", uri(File)}}}};
    if (Line) {
      json::Object Region{{"startLine", Line}};
      const unsigned First = Literal ? 0 : column(R, R.Line, R.Column);
      if (First)
        Region["startColumn"] = First;
      if (const unsigned Last = R.EndLine >= R.Line && First ? column(R, R.EndLine, R.EndColumn) : 0) {
        Region["endLine"] = R.EndLine;
        Region["endColumn"] = Last;
      }
      Physical["region"] = std::move(Region);
    }
    return json::Object{{"physicalLocation", std::move(Physical)}};
  }

  int64_t rule(Diag D) {
    auto [It, New] = RuleIndex.try_emplace(D, Rules.size());
    if (New) {
      json::Object Rule{{"id", diagCode(D)},
                        {"shortDescription", json::Object{{"text", generalText(D)}}},
                        {"messageStrings", json::Object{{"default", json::Object{{"text", messageString(D)}}}}},
                        {"defaultConfiguration", json::Object{{"level", level(diagSeverity(D))}}}};
      json::Object Help;
      if (StringRef Fix = diagFix(D); !Fix.empty())
        Help["text"] = Fix;
      SmallString<256> Page(R.Pages);
      sys::path::append(Page, diagCode(D) + ".md");
      if (auto Text = MemoryBuffer::getFile(Page); Text && !R.Pages.empty()) {
        Rule["helpUri"] = uri(Page);
        Help.try_emplace("text", "see " + uri(Page));
        Help["markdown"] = json::fixUTF8((*Text)->getBuffer());
      }
      if (!Help.empty())
        Rule["help"] = std::move(Help);
      Rules.push_back(std::move(Rule));
    }
    return It->second;
  }

  void add(const Diagnostic &D, const LoopReport *L) {
    json::Object Message{{"text", json::fixUTF8(D.message())}, {"id", "default"}};
    if (!D.Args.empty()) {
      json::Array Arguments;
      for (const std::string &Arg : D.Args)
        Arguments.push_back(json::fixUTF8(Arg));
      Message["arguments"] = std::move(Arguments);
    }
    json::Object Result{{"ruleId", diagCode(D.D)},
                        {"ruleIndex", rule(D.D)},
                        {"level", level(R.Severities.of(D.D))},
                        {"message", std::move(Message)}};
    if (!D.Range.File.empty())
      Result["locations"] = json::Array{location(D.Range)};
    if (L) {
      json::Object Loop = location(L->Range);
      Loop["message"] = json::Object{{"text", "the loop"}};
      Result["relatedLocations"] = json::Array{std::move(Loop)};
      Result["properties"] = json::Object{{"loopStatus", statusName(L->S)}};
    }
    Results.push_back(std::move(Result));
  }

  const Report &R;
  TextReport &Sources;
  json::Array Rules, Results;
  std::map<Diag, int64_t> RuleIndex;
};
} // namespace

json::Value sarifReport(const Report &R, TextReport &Sources) { return Writer(R, Sources).document(); }

} // namespace persistify
