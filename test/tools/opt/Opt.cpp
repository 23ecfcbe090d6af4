//===- Opt.cpp - runs the plan and the emitter on regions in text ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   persistify-opt FILE... [--verify] [--round-trip] [--print] [--kernels] [--plan] [--emit]
//                          [--with=k.cl] [--no-opt=NAME]
//   persistify-opt --random=SEED --count=N
//
// A file has parts, with lines `// -----` between them. Each is a region, or kernels behind a line `//--- kernels`, or
// both. Kernels by themselves are those of all parts behind them. `// options: --no-opt=NAME` in a part is for that
// part. What is printed of a part stands behind a line `=== NAME`. Emitted text is parsed by Clang, as the tool does.
//
//===----------------------------------------------------------------------===//
#include "Opt.h"
#include "lib/driver/Pipeline.h"
#include "persistify/Containment.h"
#include "persistify/Emit.h"
#include "persistify/PlanText.h"
#include "persistify/RegionText.h"
#include "persistify/RegionVerify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

extern "C" const char persistify_device_text[]; // NOLINT(readability-redundant-declaration): beside another unity source

using namespace llvm;
using namespace persistify;

namespace {
cl::list<std::string> Files(cl::Positional, cl::desc("FILE..."));
cl::opt<bool> Verify("verify", cl::desc("Say which rules each region breaks"));
cl::opt<bool> RoundTrip("round-trip", cl::desc("Print each region, read it, compare"));
cl::opt<bool> Print("print", cl::desc("Print each region in full"));
cl::opt<bool> ShowKernels("kernels", cl::desc("Print what is known of the kernels"));
cl::opt<bool> ShowPlan("plan", cl::desc("Print each plan"));
cl::opt<bool> Emit("emit", cl::desc("Print each persistent kernel"));
cl::opt<std::string> With("with", cl::desc("Kernels of all regions"));
cl::list<std::string> NoOpt("no-opt", cl::CommaSeparated, cl::desc("As persistify"));
cl::opt<uint64_t> Random("random", cl::desc("Make regions, from this seed"));
cl::opt<unsigned> Count("count", cl::init(1), cl::desc("How many"));

/// One text of kernels, and the regions that were planned with it.
struct Kernels {
  driver::Source S;
  std::vector<driver::Transformed> Done;
  std::vector<std::string> Names;
};

class Runner {
public:
  void file(StringRef Path, StringRef Text);
  void random();
  /// What was emitted, parsed. To be called once, in the end.
  void parseAll();
  bool Good = true;

private:
  void part(StringRef Path, StringRef Text, unsigned Line);
  void region(std::unique_ptr<Region> R, Kernels *With, const OptSet &Uses);
  void plan(std::unique_ptr<Region> R, Kernels &With, const OptSet &Uses);
  Kernels *kernels(StringRef Text, StringRef Path);
  bool parses(const Kernels &K, ArrayRef<const driver::Transformed *> Of, std::string &Why);
  void bad(const Twine &Why) {
    outs() << "error: " << Why << "\n";
    Good = false;
  }

  std::vector<std::unique_ptr<Kernels>> All;
  Kernels *Shared = nullptr;
};

Kernels *Runner::kernels(StringRef Text, StringRef Path) {
  auto K = std::make_unique<Kernels>();
  K->S.Text = {Path.str(), Text.str(), {}};
  K->S.Stem = "k";
  DiagnosticSink Sink;
  if (Ended E = contained([&] { K->S.Model = KernelModel::create({K->S.Text}, Sink); }, Extent::File); !E)
    return bad("the tool " + E.How + " while it read kernels"), nullptr;
  if (!K->S.Model) {
    for (const Diagnostic &D : Sink.all())
      bad(Path + ":" + Twine(D.Range.Line) + ": " + D.message());
    return nullptr;
  }
  All.push_back(std::move(K));
  return All.back().get();
}

/// `// options: ...` of a part.
bool optionsOf(StringRef Text, OptSet &Uses, std::string &Error) {
  SmallVector<StringRef> Names(NoOpt.begin(), NoOpt.end());
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    if (Line.consume_front("// options: --no-opt="))
      Line.trim().split(Names, ',');
  }
  return all_of(Names, [&](StringRef Name) { return Uses.switchOff(Name, Error); });
}

void Runner::plan(std::unique_ptr<Region> R, Kernels &K, const OptSet &Uses) {
  driver::Transformed T;
  DiagnosticSink Why;
  T.R = std::move(R);
  std::string Text;
  std::vector<RegionFault> Faults;
  Ended E = contained([&] {
    leaveWrongArguments(*T.R, *K.S.Model);
    T.P = makePlan(*T.R, *K.S.Model, Uses, Why);
    if (!T.P)
      return;
    Faults = verifyPlan(*T.P);
    T.Entry = "persistify_region_" + std::to_string(K.Done.size() + 1);
    if (ShowKernels)
      for (const KernelSummary *Each : T.P->Kernels)
        Text += kernelText(*Each);
    if (ShowPlan)
      Text += planText(*T.P);
    if (Emit)
      Text += emitRegionKernel(*T.P, layoutState(*T.P), T.Entry);
  });
  if (!E) {
    (void)T.P.release();
    (void)T.R.release();
    return bad("the tool " + E.How);
  }
  outs() << Text;
  for (const RegionFault &F : Faults)
    bad("the plan breaks " + F.message());
  for (const Diagnostic &D : Why.all())
    outs() << "refused: " << D.message() << " [" << diagCode(D.D) << "]\n";
  if (!T.P)
    return;
  K.Names.push_back(T.R->Function);
  K.Done.push_back(std::move(T));
}

void Runner::region(std::unique_ptr<Region> R, Kernels *With, const OptSet &Uses) {
  const std::vector<RegionFault> Faults = verifyRegion(*R);
  for (const RegionFault &F : Faults)
    if (Verify)
      outs() << "breaks " << F.message() << "\n";
    else
      bad("the region breaks " + F.message());
  if (RoundTrip) {
    std::string Error;
    std::unique_ptr<Region> Back = parseRegion(regionText(*R), "printed", Error);
    if (!Back)
      bad("what was printed is not read: " + Error);
    else if (std::string Other = regionDifference(*R, *Back); !Other.empty())
      bad("what was read differs: " + Other);
  }
  if (Print)
    outs() << regionText(*R);
  if (!Faults.empty() || !(ShowPlan || Emit || ShowKernels))
    return;
  if (!With)
    return bad("there are no kernels");
  plan(std::move(R), *With, Uses);
}

void Runner::part(StringRef Path, StringRef Text, unsigned Line) {
  StringRef Marker = "//--- kernels\n";
  const size_t At = Text.find(Marker);
  StringRef OfRegion = Text.take_front(At);
  Kernels *Own = nullptr;
  if (At != StringRef::npos && !(Own = kernels(Text.drop_front(At + Marker.size()), "k.cl")))
    return;
  bool Any = false; // besides comments
  for (StringRef Rest = OfRegion; !Rest.empty() && !Any; Rest = Rest.split('\n').second) {
    StringRef L = Rest.split('\n').first.trim();
    Any = !L.empty() && !L.starts_with("//");
  }
  if (!Any) {
    Shared = Own ? Own : Shared;
    return;
  }
  std::string Error;
  OptSet Uses;
  std::unique_ptr<Region> R;
  if (!optionsOf(OfRegion, Uses, Error))
    return bad(Error);
  R = parseRegion(OfRegion, sys::path::filename(Path), Error, Line);
  outs() << "=== " << (R ? R->Function : "?") << "\n";
  if (!R)
    return bad(Error);
  region(std::move(R), Own ? Own : Shared, Uses);
}

void Runner::file(StringRef Path, StringRef Text) {
  Shared = nullptr;
  if (!With.empty()) {
    auto File = MemoryBuffer::getFile(With);
    if (!File || !(Shared = kernels((*File)->getBuffer(), sys::path::filename(With))))
      return bad("cannot read " + With);
  }
  unsigned Line = 1;
  while (!Text.empty()) {
    const StringRef Between = "\n// -----\n";
    const size_t End = Text.find(Between);
    StringRef Part = Text.take_front(End == StringRef::npos ? Text.size() : End + 1);
    part(Path, Part, Line);
    Line += Part.count('\n') + 1;
    Text = Text.drop_front(std::min(Text.size(), End == StringRef::npos ? End : End + Between.size()));
  }
}

void Runner::random() {
  Kernels *K = kernels(opt::randomKernels(), "random.cl");
  const OptSet All;
  for (unsigned I = 0; K && I < Count; ++I) {
    const bool Before = std::exchange(Good, true);
    std::unique_ptr<Region> R = opt::randomRegion(Random + I);
    const std::string Text = regionText(*R);
    region(std::move(R), K, All);
    if (!Good)
      outs() << "... by --random=" << Random + I << ":\n" << Text;
    Good &= Before;
  }
}

bool Runner::parses(const Kernels &K, ArrayRef<const driver::Transformed *> Of, std::string &Why) {
  KernelSource Whole = K.S.Text;
  Whole.Text = std::string("#define P_BACKEND_CL1\n") + persistify_device_text + "\n" + K.S.Text.Text + "\n" +
               driver::deviceFile(K.S, Of);
  DiagnosticSink Sink;
  if (KernelModel::parses(Whole, Sink))
    return true;
  const Diagnostic &D = Sink.all().front();
  StringRef Line = Whole.Text;
  for (unsigned I = 1; I < D.Range.Line; ++I)
    Line = Line.split('\n').second;
  Why = D.message() + ": " + Line.split('\n').first.trim().str();
  return false;
}

void Runner::parseAll() {
  if (!Emit)
    return;
  for (const auto &K : All) {
    std::vector<const driver::Transformed *> Of;
    for (const driver::Transformed &T : K->Done)
      Of.push_back(&T);
    std::string Why;
    if (Of.empty() || parses(*K, Of, Why))
      continue;
    bad("emitted text does not parse: " + Why);
    for (size_t I = 0; I < Of.size(); ++I)
      if (!parses(*K, Of[I], Why))
        bad("  " + K->Names[I] + ": " + Why);
  }
}
} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Runs persistify's plan and emitter on regions in text\n");
  Runner Run;
  if (Random.getNumOccurrences())
    Run.random();
  for (const std::string &Path : Files) {
    auto File = MemoryBuffer::getFileOrSTDIN(Path);
    if (!File) {
      errs() << "cannot read " << Path << "\n";
      return 2;
    }
    Run.file(Path, (*File)->getBuffer());
  }
  Run.parseAll();
  return Run.Good ? 0 : 1;
}
