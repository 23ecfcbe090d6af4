//===- Options.cpp - the table of options ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Help, man page and shell completion are made from what stands here.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "persistify/Api.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/Threading.h"

using namespace llvm;

namespace persistify {

namespace {
cl::OptionCategory InputCategory("Input", "how kernels and host files are parsed");
cl::OptionCategory OutputCategory("Output", "where the result goes");
cl::OptionCategory SelectCategory("Selection", "which loops are transformed");
cl::OptionCategory HintCategory("Hints", "what no analysis can know; each can also be a #pragma persistify");
cl::OptionCategory OptCategory("Optimisations", "what the persistent kernel saves; none changes results");
cl::OptionCategory ReportCategory("Report", "what is shown; on stdout unless noted");
cl::OptionCategory BuildCategory("Building the output", "flags for the program's own build");
cl::OptionCategory *const Categories[] = {&InputCategory, &OutputCategory, &SelectCategory, &HintCategory,
                                          &OptCategory,   &ReportCategory, &BuildCategory};

cl::list<std::string> InputArguments(cl::Positional, cl::cat(InputCategory),
                                     cl::desc("kernel.cl... host.cpp... [-- host compiler flags]"));
cl::list<std::string> KernelFlagsOpt("kernel-flags", cl::value_desc("[FILE.cl=]FLAGS"), cl::cat(InputCategory),
                                     cl::desc("Options that the program passes to clBuildProgram, for all\n"
                                              "kernel files or for one. Repeatable"));
cl::opt<std::string> BuildDir("p", cl::value_desc("BUILD_DIR"), cl::cat(InputCategory),
                              cl::desc("Take the host compiler's flags from BUILD_DIR/compile_commands.json"));
cl::opt<std::string> Jobs("j", cl::value_desc("N"), cl::Prefix, cl::cat(InputCategory),
                          cl::desc("Work on N files at the same time (default: as many as there\n"
                                   "are processors)"));
cl::opt<std::string> LoopTimeout("loop-timeout", cl::value_desc("SECONDS"), cl::init("20"), cl::cat(InputCategory),
                                 cl::desc("Refuse a loop that takes longer to read, plan or write\n"
                                          "(default: 20; 0: no limit). Whole files may take ten times\n"
                                          "as long"));
cl::opt<std::string> MemoryLimit("memory-limit", cl::value_desc("MIB"), cl::init("4096"), cl::cat(InputCategory),
                                 cl::desc("Refuse a loop or file that needs more memory (default: 4096,\n"
                                          "at most half of the machine's; 0: no limit)"));
cl::opt<bool> NoConfig("no-config", cl::cat(InputCategory),
                       cl::desc("Do not look for a .persistify file of options, nor for\n"
                                "compile_commands.json, above the host files"));

cl::opt<std::string> Root("root", cl::value_desc("DIR"), cl::cat(OutputCategory),
                          cl::desc("The folder that OUT stands for (default: the deepest one that\n"
                                   "holds all inputs and the headers that they reach by quoted\n"
                                   "includes)"));
cl::opt<std::string> Output("o", cl::value_desc("OUT"), cl::init("persistified"), cl::cat(OutputCategory),
                            cl::desc("Folder for the output (default: persistified)"));
cl::opt<bool> InPlace("in-place", cl::cat(OutputCategory),
                      cl::desc("Change the host files themselves. A file that is not\n"
                               "committed unchanged in git is kept as FILE.orig"));
cl::opt<bool> EmbedRuntime("embed-runtime", cl::cat(OutputCategory),
                           cl::desc("Copy the runtime's sources to OUT/persistify, so that OUT\n"
                                    "builds where persistify is not installed"));
cl::opt<bool> Force("force", cl::cat(OutputCategory),
                    cl::desc("Overwrite files that persistify did not write, or that were\n"
                             "changed since"));
cl::opt<std::string> DepFile("depfile", cl::value_desc("FILE"), cl::cat(OutputCategory),
                             cl::desc("Write all files that were read as a rule for make and ninja,\n"
                                      "with OUT/.persistify as its target"));
cl::opt<std::string> DepTarget("depfile-target", cl::value_desc("NAME"), cl::cat(OutputCategory),
                               cl::desc("The target of that rule"));
cl::opt<std::string> AbsentFile("absent-file", cl::value_desc("FILE"), cl::cat(OutputCategory),
                                cl::desc("Write the paths at which a header was looked for and not\n"
                                         "found: one that appears there may change the output"));
cl::opt<std::string> ExportFixes("export-fixes", cl::value_desc("FILE"), cl::cat(OutputCategory),
                                 cl::desc("Write the changes of the host files as YAML for\n"
                                          "clang-apply-replacements"));

cl::list<std::string> Loops("loop", cl::value_desc("FILE:LINE"), cl::cat(SelectCategory),
                            cl::desc("Only the loop that starts there. Repeatable"));
cl::opt<std::string> HostOutput("output", cl::value_desc("replay|refuse|drop"), cl::init("replay"),
                                cl::cat(SelectCategory),
                                cl::desc("What becomes of output in a loop: it appears in order when the\n"
                                         "loop has ended (default), the loop is refused, or the output\n"
                                         "is dropped"));
cl::opt<bool> Strict("strict", cl::cat(SelectCategory), cl::desc("Exit code 1 if any loop is refused"));
cl::list<std::string> WError("werror", cl::value_desc("PSTnnnn"), cl::ValueOptional, cl::CommaSeparated,
                             cl::cat(SelectCategory),
                             cl::desc("Make this diagnostic an error: exit code 1. Without a code:\n"
                                      "all warnings. Repeatable"));

cl::list<std::string> KernelOf("kernel-of", cl::value_desc("HANDLE=KERNEL"), cl::cat(HintCategory),
                               cl::desc("The cl_kernel variable or member HANDLE holds the kernel\n"
                                        "function KERNEL. Repeatable"));
cl::list<std::string> Distinct("distinct", cl::value_desc("A,B"), cl::cat(HintCategory),
                               cl::desc("The buffers A and B (handles, or KERNEL.PARAMETER) are\n"
                                        "different memory. Repeatable"));
cl::list<std::string> Drop("drop", cl::value_desc("FUNCTION"), cl::cat(HintCategory),
                           cl::desc("Calls of FUNCTION in loops may be left out. Repeatable"));
cl::list<std::string> Skip("skip", cl::value_desc("FILE:LINE"), cl::cat(HintCategory),
                           cl::desc("Leave the loop that starts there as it is. Repeatable"));
cl::list<std::string> ForceLoop("force-loop", cl::value_desc("FILE:LINE"), cl::cat(HintCategory),
                                cl::desc("Take the loop that starts there as a whole although it only\n"
                                         "repeats its inner loop. Repeatable"));

/// The option's text lists the whole table.
std::string optHelp() {
  std::string Text = "Switch off, to measure what it gives. Repeatable; all or of:";
  for (bool AtRunTime : {false, true}) {
    if (AtRunTime)
      Text += "\nWhen the program runs, PERSISTIFY_NO_OPT does the same for";
    for (const OptText &O : optTable())
      if (O.AtRunTime == AtRunTime)
        Text += ("\n  " + O.Name + ": " + O.Meaning).str();
  }
  return Text;
}
const std::string OptHelp = optHelp();
cl::list<std::string> NoOpt("no-opt", cl::value_desc("NAME"), cl::CommaSeparated, cl::cat(OptCategory),
                            cl::desc(OptHelp));

cl::opt<bool> Diff("diff", cl::cat(ReportCategory),
                   cl::desc("Show the change as a unified diff; writes nothing unless -o\n"
                            "or --in-place is given too"));
cl::opt<bool> DryRun("dry-run", cl::cat(ReportCategory), cl::desc("Do all the work, write nothing"));
cl::opt<bool> ListLoops("list-loops", cl::cat(ReportCategory),
                        cl::desc("List the loops that launch kernels; writes nothing"));
cl::opt<bool> ListPrograms("list-programs", cl::cat(ReportCategory),
                           cl::desc("List the programs of a folder, each with its files; writes\n"
                                    "nothing"));
cl::opt<bool> Explain("explain", cl::cat(ReportCategory),
                      cl::desc("Show phases, barriers with their reasons, captured state and\n"
                               "guards of each loop, or why it was refused; with codes\n"
                               "(PSTnnnn) instead of files: what these mean"));
cl::list<std::string> DumpOpt("dump", cl::value_desc("region|region-full|kernels|plan|code"), cl::CommaSeparated,
                              cl::cat(ReportCategory),
                              cl::desc("Show of each loop what a stage hands to the next: the region\n"
                                       "that it became (full: with columns and offsets), its kernels,\n"
                                       "the plan, the persistent kernel; writes nothing. Repeatable"));
cl::opt<std::string> Examine("examine", cl::value_desc("DIR"), cl::cat(ReportCategory),
                             cl::desc("Statistics over all programs in DIR and below; writes\n"
                                      "nothing"));
cl::opt<std::string> ReportOpt("report", cl::value_desc("text|json|sarif|html"), cl::init("text"),
                               cl::cat(ReportCategory),
                               cl::desc("Diagnostics as text on stderr (default), or on stdout as\n"
                                        "JSON (docs/report-schema.md) or SARIF 2.1.0; or a page\n"
                                        "(HTML) with the program beside its persistent kernels"));
cl::opt<std::string> ReportFile("report-file", cl::value_desc("FILE"), cl::cat(ReportCategory),
                                cl::desc("Write the report to FILE"));
cl::opt<std::string> StatsFile("statistics", cl::value_desc("FILE"), cl::cat(ReportCategory),
                               cl::desc("Also report what runs of the output took: FILE is what\n"
                                        "PERSISTIFY_STATS=json:FILE left"));
cl::opt<std::string> ChangedFile("changed", cl::value_desc("DIFF"), cl::cat(ReportCategory),
                                 cl::desc("Only report loops that DIFF touches, a unified diff as of\n"
                                          "git diff (-: standard input): in the loop, where a message\n"
                                          "about it points, or in a kernel that it launches"));
cl::opt<std::string> CrashBundle("crash-bundle", cl::value_desc("DIR"), cl::cat(ReportCategory),
                                 cl::desc("After an internal error, write what a report of it needs to DIR:\n"
                                          "preprocessed sources and the command that repeats it"));
cl::opt<bool> Quiet("quiet", cl::cat(ReportCategory),
                    cl::desc("Only warnings and errors: no notes, no summary, no progress"));
cl::opt<bool> Progress("progress", cl::cat(ReportCategory),
                       cl::desc("Name each file on stderr, also when that is no terminal\n"
                                "(--examine)"));

cl::opt<bool> PrintCFlags("cflags", cl::cat(BuildCategory), cl::desc("Print the compiler flags that the output needs"));
cl::opt<bool> PrintLibs("libs", cl::cat(BuildCategory), cl::desc("Print the linker flags that the output needs"));

cl::opt<std::string> ApiOpt("api", cl::Hidden, cl::init("opencl"), cl::value_desc("opencl|hip-sketch"),
                            cl::cat(ReportCategory), cl::desc("The interface by which the program uses the device"));

cl::opt<bool> GenerateMan("generate-man", cl::Hidden, cl::cat(BuildCategory), cl::desc("Print the man page"));
cl::opt<std::string> GenerateCompletion("generate-completion", cl::Hidden, cl::value_desc("bash|zsh"),
                                        cl::cat(BuildCategory), cl::desc("Print the completion of a shell"));

/// cl::list has an operator& of its own.
using StringList = cl::list<std::string>;
StringList *const RepeatedLists[] = {std::addressof(KernelFlagsOpt), std::addressof(KernelOf),
                                     std::addressof(Distinct),       std::addressof(Drop),
                                     std::addressof(Skip),           std::addressof(ForceLoop)};

/// LLVM's shared library registers its own options, "color" among them; none of
/// them is ours.
void dropForeignOptions() {
  SmallVector<cl::Option *> Foreign;
  for (auto &Entry : cl::getRegisteredOptions()) {
    bool Ours = any_of(Entry.second->Categories, [](cl::OptionCategory *C) {
      return is_contained(Categories, C) || C->getName() == "Generic Options" || C->getName() == "Contributors";
    });
    if (!Ours)
      Foreign.push_back(Entry.second);
  }
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

/// Made when LLVM's option of that name is gone.
cl::opt<std::string> &colorOption() {
  static cl::opt<std::string> Color("color", cl::value_desc("auto|always|never"), cl::init("auto"),
                                    cl::cat(ReportCategory),
                                    cl::desc("Colours of the text; auto: on a terminal (default)"));
  return Color;
}

/// All that the value of an option may be, where its description lists that.
std::vector<std::string> choices(const cl::Option &O) {
  SmallVector<StringRef> Values;
  if (O.ValueStr.contains('|'))
    O.ValueStr.split(Values, '|');
  return {Values.begin(), Values.end()};
}

/// "FILE.cl=FLAGS" or "FLAGS".
KernelFlags parseKernelFlags(StringRef Value) {
  KernelFlags Result;
  size_t Equals = Value.find('=');
  StringRef Name = Value.take_front(Equals == StringRef::npos ? 0 : Equals);
  if (!Name.starts_with("-") && (Name.ends_with(".cl") || Name.ends_with(".ocl"))) {
    Result.File = Name.str();
    Value = Value.drop_front(Equals + 1);
  }
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *> Flags;
  cl::TokenizeGNUCommandLine(Value, Saver, Flags);
  Result.Flags.assign(Flags.begin(), Flags.end());
  return Result;
}

/// The command line as values, with checks that need no file.
class OptionReader {
public:
  OptionReader(ToolOptions &Options, DiagnosticSink &Sink) : Options(Options), Sink(Sink) {}

  bool read(int argc, const char **argv) {
    for (int I = 1; I < argc; ++I)
      if (StringRef(argv[I]) == "--") {
        Options.HostFlags.assign(argv + I + 1, argv + argc);
        argc = I;
      }
    std::vector<std::string> Arguments(argv + 1, argv + argc);
    Options.Arguments = Arguments;
    if (!parse(argv[0], Arguments))
      return false;
    if (!NoConfig) {
      std::vector<std::string> Defaults;
      if (!defaults(Defaults))
        return false;
      if (!Defaults.empty()) {
        for (StringList *List : RepeatedLists)
          OnCommandLine[List] = List->size();
        Arguments.insert(Arguments.begin(), Defaults.begin(), Defaults.end());
        cl::ResetAllOptionOccurrences();
        if (!parse(argv[0], Arguments))
          return false;
      }
    }
    take();
    return takeValues() && takeLists() && consistent();
  }

private:
  bool bad(const Twine &Message) {
    Sink.report(Diag::BadOption, {}, {Message.str()});
    return false;
  }

  /// A flag for the compiler that should stand behind "--".
  static bool isForCompiler(StringRef A) {
    static const StringRef Begins[] = {"-D", "-U", "-I", "-i", "-std", "-f",      "-m",
                                       "-W", "-O", "-l", "-L", "-x",   "-pthread"};
    const StringRef Name = A.split('=').first.ltrim('-');
    return any_of(Begins, [&](StringRef B) { return A.starts_with(B); }) && !cl::getRegisteredOptions().count(Name);
  }

  bool parse(const char *Tool, const std::vector<std::string> &Arguments) {
    std::vector<const char *> Argv{Tool};
    for (const std::string &A : Arguments) {
      if (StringRef Code = A;
          Code.consume_front("--explain=") && (Code.starts_with_insensitive("PST") || isCode(Code))) {
        Argv.insert(Argv.end(), {"--explain", Code.data()});
        continue;
      }
      // LLVM takes whatever begins with an h for its -h.
      StringRef Name = StringRef(A).split('=').first;
      if ((Name.consume_front("--h") || Name.consume_front("-h")) && !Name.empty() &&
          !cl::getRegisteredOptions().count(("h" + Name).str()))
        return bad("Unknown command line argument '" + A + "'.  Try: '" + Tool + " --help'");
      Argv.push_back(A.c_str());
    }
    std::string Message;
    raw_string_ostream MessageStream(Message);
    if (cl::ParseCommandLineOptions(Argv.size(), Argv.data(), overview(), &MessageStream))
      return true;
    if (auto Flag = find_if(Arguments, isForCompiler); Flag != Arguments.end())
      return bad("'" + *Flag + "' is no option; flags of your compiler stand at the end, behind '--'");
    // Each line begins with the tool's name, which the report adds.
    SmallVector<StringRef> Lines;
    StringRef(Message).trim().split(Lines, '\n');
    for (StringRef &Line : Lines)
      Line.consume_front("persistify: ");
    return bad(join(Lines, " "));
  }

  /// Options of the .persistify file above the host files, without those that
  /// may be given once and are on the command line.
  bool defaults(std::vector<std::string> &To) {
    std::vector<std::string> Places(InputArguments.begin(), InputArguments.end());
    erase_if(Places, [](StringRef P) { return P.ends_with(".cl") || P.ends_with(".ocl") || (Explain && isCode(P)); });
    if (!Examine.empty())
      Places.push_back(Examine);
    std::string Found;
    for (size_t I = 0; I < Places.size(); ++I) {
      std::string File = findConfig(Places[I]);
      if (I != 0 && File != Found)
        return bad("'" + Places[0] + "' and '" + Places[I] + "' have different .persistify files; use --no-config");
      Found = File;
    }
    if (Found.empty())
      return true;
    Options.ConfigFile = Found;
    std::vector<std::string> Arguments;
    if (!readConfig(Found, Arguments, Sink))
      return false;
    auto &Known = cl::getRegisteredOptions();
    for (std::string &A : Arguments) {
      StringRef Name = StringRef(A).ltrim('-').split('=').first;
      cl::Option *O = Known.lookup(Name);
      bool Once = O->getNumOccurrencesFlag() == cl::Optional;
      if (!Once || O->getNumOccurrences() == 0)
        To.push_back(std::move(A));
    }
    return true;
  }

  void take() {
    Options.Inputs.assign(InputArguments.begin(), InputArguments.end());
    Options.Output = Output;
    Options.OutputGiven = Output.getNumOccurrences() != 0;
    Options.InPlace = InPlace;
    Options.EmbedRuntime = EmbedRuntime;
    Options.Force = Force;
    Options.DepFile = DepFile;
    Options.DepTarget = DepTarget;
    Options.AbsentFile = AbsentFile;
    Options.ExportFixes = ExportFixes;
    Options.BuildDir = BuildDir;
    Options.Root = Root;
    Options.Config = !NoConfig;
    Options.Strict = Strict;
    Options.Diff = Diff;
    Options.DryRun = DryRun;
    Options.ListLoops = ListLoops;
    Options.ListPrograms = ListPrograms;
    Options.Explain = Explain;
    Options.Examine = Examine;
    Options.ReportFile = ReportFile;
    Options.StatsFile = StatsFile;
    Options.ChangedFile = ChangedFile;
    Options.Quiet = Quiet;
    Options.CrashBundle = CrashBundle;
    Options.Progress = Progress;
    Options.PrintCFlags = PrintCFlags;
    Options.PrintLibs = PrintLibs;
    Options.GenerateMan = GenerateMan;
    for (size_t I = 0; I < KernelFlagsOpt.size(); ++I) {
      Options.Kernels.push_back(parseKernelFlags(KernelFlagsOpt[I]));
      Options.Kernels.back().Default = isDefault(KernelFlagsOpt, I);
    }
  }

  /// One of the listed values as the enumeration whose order they have.
  template <typename Enum> bool choice(const cl::opt<std::string> &O, Enum &To) {
    std::vector<std::string> Values = choices(O);
    auto Found = llvm::find(Values, O.getValue());
    To = Enum(Found - Values.begin());
    return Found != Values.end() || bad("--" + O.ArgStr + " '" + O.getValue() + "' is none of " + join(Values, ", "));
  }

  bool takeValues() {
    Options.Jobs = hardware_concurrency().compute_thread_count();
    if (Jobs.getNumOccurrences() &&
        (StringRef(Jobs).getAsInteger(10, Options.Jobs) || Options.Jobs == 0 || Options.Jobs > 1024))
      return bad("-j '" + Jobs + "' is no number above 0");
    if (StringRef(LoopTimeout).getAsInteger(10, Options.Bounds.Seconds) || Options.Bounds.Seconds > 1000000)
      return bad("--loop-timeout '" + LoopTimeout + "' is no number of seconds");
    if (StringRef(MemoryLimit).getAsInteger(10, Options.Bounds.Memory))
      return bad("--memory-limit '" + MemoryLimit + "' is no number of MiB");
    if (GenerateCompletion.getNumOccurrences() && !choice(GenerateCompletion, Options.GenerateCompletion.emplace()))
      return false;
    return choice(HostOutput, Options.HostOutput) && choice(ReportOpt, Options.Format) &&
           choice(colorOption(), Options.Color);
  }

  /// Values of the .persistify file stand in front of those of the command line.
  bool isDefault(const StringList &List, size_t Index) const {
    auto Own = OnCommandLine.find(std::addressof(List));
    return Own != OnCommandLine.end() && Index + Own->second < List.size();
  }

  bool place(StringRef Option, StringRef Value, std::string &File, unsigned &Line) {
    auto [Name, Number] = Value.rsplit(':');
    if (Name.empty() || Number.getAsInteger(10, Line) || Line == 0)
      return bad("--" + Option + " '" + Value + "' is not of the form FILE:LINE");
    File = Name.str();
    return true;
  }

  bool hint(Hint::Kind K, const StringList &O, size_t Index) {
    StringRef Value = O[Index];
    Hint H;
    H.K = K;
    H.Default = isDefault(O, Index);
    H.Text = ("--" + O.ArgStr + " " + Value).str();
    switch (K) {
    case Hint::Kind::Kernel:
    case Hint::Kind::Distinct: {
      auto [A, B] = Value.split(K == Hint::Kind::Kernel ? '=' : ',');
      if (A.trim().empty() || B.trim().empty())
        return bad("--" + O.ArgStr + " '" + Value + "' is not of the form " + O.ValueStr);
      H.A = A.trim().str();
      H.B = B.trim().str();
      break;
    }
    case Hint::Kind::Drop:
      if (Value.empty())
        return bad("--drop needs the name of a function");
      H.A = Value.str();
      break;
    case Hint::Kind::Skip:
    case Hint::Kind::Force:
      if (!place(O.ArgStr, Value, H.File, H.Line))
        return false;
      break;
    }
    Options.Hints.push_back(std::move(H));
    return true;
  }

  bool takeLists() {
    for (StringRef Value : Loops) {
      std::pair<std::string, unsigned> Loop;
      if (!place("loop", Value, Loop.first, Loop.second))
        return false;
      Options.Loops.push_back(std::move(Loop));
    }
    static const std::pair<Hint::Kind, StringList *> Lists[] = {{Hint::Kind::Kernel, std::addressof(KernelOf)},
                                                                {Hint::Kind::Distinct, std::addressof(Distinct)},
                                                                {Hint::Kind::Drop, std::addressof(Drop)},
                                                                {Hint::Kind::Skip, std::addressof(Skip)},
                                                                {Hint::Kind::Force, std::addressof(ForceLoop)}};
    for (auto [K, List] : Lists)
      for (size_t I = 0; I < List->size(); ++I)
        if (!hint(K, *List, I))
          return false;
    const std::vector<std::string> Stages = choices(DumpOpt);
    bool *const Which[] = {&Options.Dump.Region, &Options.Dump.RegionFull, &Options.Dump.Kernels, &Options.Dump.Plan,
                           &Options.Dump.Code};
    for (const std::string &Stage : DumpOpt) {
      auto Found = llvm::find(Stages, Stage);
      if (Found == Stages.end())
        return bad("--dump '" + Stage + "' is none of " + join(Stages, ", "));
      *Which[Found - Stages.begin()] = true;
    }
    if (!useApi(ApiOpt))
      return bad("--api '" + ApiOpt + "' is none of " + join(choices(ApiOpt), ", "));
    for (StringRef Name : NoOpt)
      if (std::string Error; !Options.Optimisations.switchOff(Name, Error))
        return bad("--no-opt: " + Error);
    for (StringRef Code : WError) {
      if (Code.empty() || Code == "all") {
        Options.Severities.WarningsAreErrors = true;
        continue;
      }
      std::optional<Diag> D = diagFromCode(Code);
      if (!D)
        return bad("--werror: there is no diagnostic '" + Code + "'");
      Options.Severities.Errors.insert(*D);
    }
    return true;
  }

  bool consistent() {
    DumpSet Regions = Options.Dump;
    Regions.Region = Regions.RegionFull = false;
    if (isSketch() && (Regions.any() || !Options.Dump.any()))
      return bad("--api=" + ApiOpt + " is experimental: it goes with --dump=region only");
    if (Options.Dump.any() && (Options.Diff || Options.InPlace || Options.ListLoops || Options.Explain ||
                               !Options.Examine.empty() || !Options.ExportFixes.empty()))
      return bad("--dump writes nothing else");
    if (Options.Dump.any() && Options.Format != ReportFormat::Text && Options.ReportFile.empty())
      return bad("--dump and a report in JSON, SARIF or HTML are both for stdout; use --report-file");
    if (Options.InPlace && Options.OutputGiven)
      return bad("-o and --in-place exclude each other");
    if (Options.InPlace && !Options.ExportFixes.empty())
      return bad("--export-fixes and --in-place exclude each other");
    if (!Options.DepFile.empty() && (Options.InPlace || !Options.writes()))
      return bad("--depfile needs an output folder");
    if (!Options.DepTarget.empty() && Options.DepFile.empty())
      return bad("--depfile-target needs --depfile");
    if (Options.Output.empty())
      return bad("-o needs the name of a folder");
    if (CrashBundle.getNumOccurrences() &&
        (Options.CrashBundle.empty() || normalPath(Options.CrashBundle) == normalPath(Options.Output)))
      return bad("--crash-bundle needs the name of a folder other than that of -o");
    if (Options.Format != ReportFormat::Text && Options.ReportFile.empty() && Options.Diff)
      return bad("--diff and a report in JSON, SARIF or HTML are both for stdout; use --report-file");
    if (StringRef(Options.Examine).starts_with("-") && !sys::fs::exists(Options.Examine))
      return bad("--examine needs a folder behind it, and there stands '" + Options.Examine + "': --examine DIR " +
                 Options.Examine + " ...");
    if (!Options.Examine.empty()) {
      if (!Options.Inputs.empty())
        return bad("--examine takes a folder and no input files");
      if (Options.Diff || Options.InPlace || Options.ListLoops || Options.Explain || !Options.ExportFixes.empty())
        return bad("--examine writes statistics only");
    }
    if (ChangedFile.getNumOccurrences() && Options.ChangedFile.empty())
      return bad("--changed needs a file, or - for standard input");
    if (Options.ListPrograms &&
        ((Options.Inputs.empty() && Options.BuildDir.empty()) || Options.Format == ReportFormat::Sarif))
      return bad("--list-programs takes folders or -p BUILD_DIR, and lists as text or JSON");
    bool NeedsInput = Options.Examine.empty() && !Options.PrintCFlags && !Options.PrintLibs && !Options.GenerateMan &&
                      !Options.GenerateCompletion;
    if (NeedsInput && Options.Inputs.empty() && Options.BuildDir.empty())
      return bad("no input files; try 'persistify --help'");
    return true;
  }

  ToolOptions &Options;
  DiagnosticSink &Sink;
  std::map<const StringList *, size_t> OnCommandLine; ///< values given there
};
} // namespace

bool isCode(StringRef Input) {
  bool Whole = Input.consume_front_insensitive("PST");
  return Input.size() == 4 && all_of(Input, isDigit) && (Whole || !sys::fs::exists(Input));
}

std::vector<OptionText> optionTable() {
  std::vector<OptionText> Table;
  for (auto &Entry : cl::getRegisteredOptions()) {
    const cl::Option &O = *Entry.second;
    if (O.getOptionHiddenFlag() != cl::NotHidden)
      continue;
    OptionText Text;
    Text.Name = Entry.first().str();
    Text.ValueName = O.ValueStr.str();
    Text.Help = O.HelpStr.str();
    Text.OptionalValue = O.getValueExpectedFlag() == cl::ValueOptional && !O.ValueStr.empty();
    Text.Category = O.Categories.front()->getName().str();
    Text.Values = choices(O);
    StringRef Value = O.ValueStr;
    Text.Completes = Value.starts_with("FILE")                                  ? OptionText::File
                     : Value == "DIR" || Value == "OUT" || Value == "BUILD_DIR" ? OptionText::Folder
                                                                                : OptionText::Nothing;
    Table.push_back(std::move(Text));
  }
  // Headings in the order of the table above, LLVM's own at the end.
  auto Rank = [](const OptionText &O) {
    size_t I = 0;
    while (I < std::size(Categories) && Categories[I]->getName() != O.Category)
      ++I;
    return I;
  };
  llvm::sort(Table, [&](const OptionText &A, const OptionText &B) {
    return std::pair(Rank(A), A.Name) < std::pair(Rank(B), B.Name);
  });
  return Table;
}

bool parseCommandLine(int argc, const char **argv, ToolOptions &Options, DiagnosticSink &Sink) {
  dropForeignOptions();
  colorOption();
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "persistify " PERSISTIFY_VERSION " (LLVM " LLVM_VERSION_STRING ")\n"; });
  return OptionReader(Options, Sink).read(argc, argv);
}

} // namespace persistify
