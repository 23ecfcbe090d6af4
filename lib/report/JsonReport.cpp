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
    return R.File.empty() ? json::Value(nullptr) : json::Value(json::Object{{"file", json::fixUTF8(R.File)}});
  json::Object Result{{"file", json::fixUTF8(R.File)}, {"line", R.Line}};
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

/// Members of \p Notes: what is said, and of which place.
static json::Array notes(const std::vector<AccountNote> &Notes) {
  json::Array Result;
  for (const AccountNote &N : Notes)
    Result.push_back(json::Object{{"place", jsonRange(N.Range)}, {"text", json::fixUTF8(N.Text)}});
  return Result;
}

static json::Array texts(const std::vector<std::string> &Texts) {
  json::Array Result;
  for (const std::string &T : Texts)
    Result.push_back(json::fixUTF8(T));
  return Result;
}

static json::Object step(const AccountStep &S) {
  json::Object Result{{"kind", S.K == AccountStep::Loop ? "loop" : "phase"},
                      {"place", jsonRange(S.Range)},
                      {"depth", S.Depth},
                      {"barrier", texts(S.Barrier)}};
  if (S.K == AccountStep::Loop)
    return Result;
  Result["call"] = json::fixUTF8(S.What);
  Result["conditional"] = S.Conditional;
  if (!S.NoBarrier.empty())
    Result["noBarrier"] = json::fixUTF8(S.NoBarrier);
  if (!S.Turn.empty())
    Result["rotation"] = S.Turn;
  if (!S.Kernel.empty()) {
    Result["kernel"] = S.Kernel;
    Result["kernelPlace"] = jsonRange(S.KernelRange);
    Result["schedule"] = S.Schedule;
    if (!S.ScheduleReason.empty())
      Result["scheduleReason"] = json::fixUTF8(S.ScheduleReason);
    Result["remarks"] = texts(S.Remarks);
  }
  json::Array Uses;
  for (const AccountUse &U : S.Uses)
    Uses.push_back(json::Object{
        {"buffer", U.Buffer}, {"reads", U.Read}, {"writes", U.Written}, {"through", json::fixUTF8(U.Through)}});
  Result["uses"] = std::move(Uses);
  return Result;
}

static json::Value plan(const LoopAccount &A) {
  json::Array Buffers, Steps, Optimisations, Captured, Arguments, Guards, Lines;
  for (const AccountBuffer &B : A.Buffers)
    Buffers.push_back(json::Object{{"name", json::fixUTF8(B.Name)},
                                   {"read", B.Read},
                                   {"written", B.Written},
                                   {"own", B.Own},
                                   {"rotates", B.Rotates}});
  for (const AccountStep &S : A.Steps)
    Steps.push_back(step(S));
  for (const AccountOptimisation &O : A.Optimisations)
    Optimisations.push_back(
        json::Object{{"name", O.Name}, {"on", O.On}, {"applied", O.Applied}, {"text", json::fixUTF8(textOf(O))}});
  for (const AccountCapture &C : A.Captured) {
    json::Object One{{"name", json::fixUTF8(C.Name)}, {"kind", C.Kind}, {"writtenBack", C.WrittenBack}};
    if (C.Bytes)
      One["bytes"] = int64_t(C.Bytes);
    Captured.push_back(std::move(One));
  }
  for (const AccountArgument &Arg : A.Arguments)
    Arguments.push_back(json::Object{{"kernel", Arg.Kernel},
                                     {"index", Arg.Index},
                                     {"name", Arg.Name},
                                     {"set", Arg.Set},
                                     {"recorded", Arg.Recorded}});
  for (const AccountGuard &G : A.Guards) {
    json::Object One{{"text", json::fixUTF8(G.Text)}};
    if (!G.Reason.empty())
      One["reason"] = json::fixUTF8(G.Reason);
    if (!G.First.empty())
      One["distinct"] = json::Array{json::fixUTF8(G.First), json::fixUTF8(G.Second)};
    Guards.push_back(std::move(One));
  }
  for (const AccountLink &L : A.Links) {
    json::Object One{{"first", L.First}, {"last", L.Last}, {"from", jsonRange(L.From)}};
    if (L.Phase)
      One["phase"] = L.Phase;
    Lines.push_back(std::move(One));
  }
  json::Object Between{{"possible", A.BetweenTrips}, {"carried", texts(A.Carried)}};
  if (!A.BetweenTrips)
    Between["reason"] = json::fixUTF8(A.NotBetween);
  json::Object Result{{"buffers", std::move(Buffers)},
                      {"steps", std::move(Steps)},
                      {"optimisations", std::move(Optimisations)},
                      {"captured", std::move(Captured)},
                      {"writtenBack", texts(A.WrittenBack)},
                      {"arguments", std::move(Arguments)},
                      {"guards", std::move(Guards)},
                      {"behind", notes(A.Behind)},
                      {"exits", notes(A.Exits)},
                      {"betweenTrips", std::move(Between)},
                      {"notes", notes(A.Notes)}};
  if (!A.DeviceFile.empty())
    Result["device"] = json::Object{{"file", json::fixUTF8(A.DeviceFile)},
                                    {"first", A.DeviceFirst},
                                    {"last", A.DeviceLast},
                                    {"lines", std::move(Lines)}};
  return Result;
}

json::Value jsonRuns(const LoopRuns &Runs) {
  auto Path = [](const PathRuns &P) {
    json::Object Result{{"entries", P.Entries}, {"timed", P.Timed}};
    if (P.Timed)
      Result["medianMs"] = P.Median;
    return Result;
  };
  json::Object Reasons;
  for (const auto &[Why, N] : Runs.Reasons)
    Reasons[json::fixUTF8(Why)] = N;
  json::Object Result{{"original", Path(Runs.Original)},
                      {"persistent", Path(Runs.Persistent)},
                      {"buildMs", Runs.Build},
                      {"reasons", std::move(Reasons)}};
  if (std::optional<double> Gain = Runs.gain())
    Result["gainMs"] = *Gain;
  return Result;
}

static json::Value loop(const LoopReport &L, const Report &R) {
  bool Listed = !R.Analysed && L.S == LoopReport::Status::Skipped;
  json::Object Result{{"place", jsonRange(L.Range)},
                      {"function", json::fixUTF8(L.Function)},
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
    if (L.Account)
      Result["plan"] = plan(*L.Account);
  }
  if (L.Runs)
    Result["runs"] = jsonRuns(*L.Runs);
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
