//===- JsonReport.cpp - the report as JSON ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schema is docs/report-schema.md; a change there or here changes the
// number of the schema.
//
//===----------------------------------------------------------------------===//
#include "persistify/Report.h"

using namespace llvm;

namespace persistify {

static constexpr int SchemaVersion = 1;

json::Value jsonRange(const SourceRange &R) {
  if (!R.valid())
    return R.File.empty() ? json::Value(nullptr) : json::Value(json::Object{{"file", R.File}});
  json::Object Result{{"file", R.File}, {"line", R.Line}};
  if (R.Column)
    Result["column"] = R.Column;
  if (R.EndLine) {
    Result["endLine"] = R.EndLine;
    Result["endColumn"] = R.EndColumn;
  }
  if (R.End > R.Begin) {
    Result["begin"] = R.Begin;
    Result["end"] = R.End;
  }
  return Result;
}

json::Value jsonDiagnostic(const Diagnostic &D, const Severities &S) {
  json::Object Result{{"code", diagCode(D.D)},
                      {"severity", severityName(S.of(D.D))},
                      {"message", json::fixUTF8(D.message())},
                      {"place", jsonRange(D.Range)}};
  if (StringRef Fix = diagFix(D.D); !Fix.empty())
    Result["advice"] = Fix;
  return Result;
}

static json::Array list(ArrayRef<Diagnostic> Ds, const Severities &S) {
  json::Array Result;
  for (const Diagnostic &D : Ds)
    Result.push_back(jsonDiagnostic(D, S));
  return Result;
}

static json::Value loop(const LoopReport &L, const Report &R) {
  bool Listed = !R.Analysed && L.S == LoopReport::Status::Skipped;
  json::Object Result{{"place", jsonRange(L.Range)},
                      {"function", L.Function},
                      {"status", Listed ? StringRef("candidate") : statusName(L.S)},
                      {"diagnostics", list(L.Diagnostics, R.Severities)}};
  if (!L.Region.empty())
    Result["region"] = L.Region;
  if (!L.Explain.empty()) {
    json::Array Lines;
    for (StringRef Rest = StringRef(L.Explain).rtrim('\n'); !Rest.empty();) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      Lines.push_back(json::fixUTF8(Line));
    }
    Result["explanation"] = std::move(Lines);
  }
  return Result;
}

json::Value jsonReport(const Report &R) {
  json::Array Loops;
  for (const LoopReport &L : R.Loops)
    Loops.push_back(loop(L, R));
  LoopCounts Counts = countLoops(R.Loops);
  json::Object Summary{{"loops", int64_t(R.Loops.size())}};
  if (R.Analysed) {
    Summary["transformed"] = Counts.Transformed;
    Summary["refused"] = Counts.Refused;
    Summary["repetition"] = Counts.Repetition;
    Summary["skipped"] = Counts.Skipped;
  }
  return json::Object{{"schema", SchemaVersion},
                      {"tool", json::Object{{"name", "persistify"}, {"version", R.Version}}},
                      {"exitCode", R.ExitCode},
                      {"summary", std::move(Summary)},
                      {"diagnostics", list(R.Diagnostics, R.Severities)},
                      {"loops", std::move(Loops)}};
}

} // namespace persistify
