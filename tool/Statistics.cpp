//===- Statistics.cpp - what runs of a program took ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Statistics.h"
#include "Inputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {
namespace {

/// The entries of one loop.
struct Entries {
  LoopRuns Runs;
  std::vector<double> Original, Persistent; ///< ms
  std::map<int64_t, double> Build;          ///< by process
};

double median(std::vector<double> Values) {
  llvm::sort(Values);
  const size_t N = Values.size();
  return N == 0 ? 0 : N % 2 ? Values[N / 2] : (Values[N / 2 - 1] + Values[N / 2]) / 2;
}

void add(const json::Object &O, Entries &To) {
  const bool Persistent = O.getString("path") == "persistent";
  PathRuns &Path = Persistent ? To.Runs.Persistent : To.Runs.Original;
  ++Path.Entries;
  if (std::optional<double> Time = O.getNumber("region_ms"))
    (Persistent ? To.Persistent : To.Original).push_back(*Time);
  double &Build = To.Build[O.getInteger("pid").value_or(0)];
  Build = std::max(Build, O.getNumber("build_ms").value_or(0));
  if (std::optional<StringRef> Why = O.getString("reason"); Why && !Persistent)
    ++To.Runs.Reasons[Why->str()];
  if (!Persistent)
    return;
  To.Runs.Device = O.getString("device").value_or("").str();
  To.Runs.Barrier = O.getString("barrier").value_or("").str();
  To.Runs.Groups = O.getInteger("groups").value_or(0);
  To.Runs.GroupSize = O.getInteger("wg").value_or(0);
  To.Runs.Barriers = O.getInteger("barriers").value_or(0);
}

} // namespace

bool readStatistics(StringRef File, std::vector<LoopReport> &Loops, DiagnosticSink &Sink) {
  std::optional<std::string> Text = readFile(File, Sink);
  if (!Text)
    return false;
  std::map<std::pair<std::string, int64_t>, Entries> Of; // by file and line
  unsigned Number = 0;
  for (StringRef Rest = *Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    ++Number;
    if (Line.trim().empty())
      continue;
    Expected<json::Value> Value = json::parse(Line);
    const json::Object *O = Value ? Value->getAsObject() : nullptr;
    if (!Value)
      consumeError(Value.takeError());
    if (!O || O->getInteger("schema") != 1 || !O->getString("file") || !O->getInteger("line") ||
        !O->getString("path")) {
      Sink.report(Diag::BadOption, {},
                  {("--statistics: line " + Twine(Number) + " of '" + File +
                    "' is no entry as PERSISTIFY_STATS=json:FILE writes it")
                       .str()});
      return false;
    }
    add(*O, Of[{O->getString("file")->str(), *O->getInteger("line")}]);
  }
  for (LoopReport &L : Loops) {
    auto It = Of.find({sys::path::filename(L.Range.File).str(), L.Range.Line});
    if (It == Of.end() || L.S != LoopReport::Status::Transformed)
      continue;
    Entries &E = It->second;
    auto Take = [](PathRuns &Path, const std::vector<double> &Times) {
      Path.Timed = Times.size();
      Path.Median = median(Times);
    };
    Take(E.Runs.Original, E.Original);
    Take(E.Runs.Persistent, E.Persistent);
    E.Runs.Build = 0;
    for (auto &[Pid, Ms] : E.Build)
      E.Runs.Build += Ms;
    L.Runs = E.Runs;
  }
  return true;
}

} // namespace persistify
