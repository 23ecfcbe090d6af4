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

static json::Object location(const SourceRange &R) {
  json::Object Physical{{"artifactLocation", json::Object{{"uri", uri(R.File)}}}};
  if (R.valid()) {
    json::Object Region{{"startLine", R.Line}};
    if (R.Column)
      Region["startColumn"] = R.Column;
    if (R.EndLine >= R.Line && R.EndColumn && R.Column) {
      Region["endLine"] = R.EndLine;
      Region["endColumn"] = R.EndColumn;
    }
    Physical["region"] = std::move(Region);
  }
  return json::Object{{"physicalLocation", std::move(Physical)}};
}

namespace {
class Writer {
public:
  explicit Writer(const Report &R) : R(R) {}

  json::Value document() {
    for (const LoopReport &L : R.Loops)
      for (const Diagnostic &D : L.Diagnostics)
        add(D, &L);
    for (const Diagnostic &D : R.Diagnostics)
      add(D, nullptr);
    json::Object Driver{{"name", "persistify"},
                        {"version", R.Version},
                        {"semanticVersion", R.Version},
                        {"rules", std::move(Rules)}};
    json::Object Run{
        {"tool", json::Object{{"driver", std::move(Driver)}}},
        {"columnKind", "utf16CodeUnits"},
        {"results", std::move(Results)},
        {"invocations",
         json::Array{json::Object{{"executionSuccessful", R.ExitCode <= 1}, {"exitCode", R.ExitCode}}}}};
    return json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", json::Array{std::move(Run)}}};
  }

private:
  int64_t rule(Diag D) {
    auto [It, New] = RuleIndex.try_emplace(D, Rules.size());
    if (New) {
      json::Object Rule{{"id", diagCode(D)},
                        {"shortDescription", json::Object{{"text", diagText(D)}}},
                        {"defaultConfiguration", json::Object{{"level", level(diagSeverity(D))}}}};
      if (StringRef Fix = diagFix(D); !Fix.empty())
        Rule["help"] = json::Object{{"text", Fix}};
      Rules.push_back(std::move(Rule));
    }
    return It->second;
  }

  void add(const Diagnostic &D, const LoopReport *L) {
    json::Object Result{{"ruleId", diagCode(D.D)},
                        {"ruleIndex", rule(D.D)},
                        {"level", level(R.Severities.of(D.D))},
                        {"message", json::Object{{"text", json::fixUTF8(D.message())}}}};
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
  json::Array Rules, Results;
  std::map<Diag, int64_t> RuleIndex;
};
} // namespace

json::Value sarifReport(const Report &R) { return Writer(R).document(); }

} // namespace persistify
