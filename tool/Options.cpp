//===- Options.cpp - the table of options ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace persistify {

namespace {
cl::OptionCategory InputCategory("Input", "how kernels and host files are parsed");
cl::OptionCategory OutputCategory("Output", "where the result goes");
cl::OptionCategory SelectCategory("Selection", "which loops are transformed");
cl::OptionCategory ReportCategory("Report", "what is shown; on stdout unless noted");
cl::OptionCategory BuildCategory("Building the output", "flags for the program's own build");

cl::list<std::string> Inputs(cl::Positional, cl::cat(InputCategory),
                             cl::desc("kernel.cl... host.cpp... [-- host compiler flags]"));
cl::list<std::string> KernelFlagsOpt(
    "kernel-flags", cl::value_desc("[FILE.cl=]FLAGS"), cl::cat(InputCategory),
    cl::desc("Options that the program passes to clBuildProgram, for all\n"
             "kernel files or for one. Repeatable"));
cl::opt<std::string> BuildDir(
    "p", cl::value_desc("BUILD_DIR"), cl::cat(InputCategory),
    cl::desc("Take the host compiler's flags from BUILD_DIR/compile_commands.json"));

cl::opt<std::string> Output("o", cl::value_desc("OUT"), cl::init("persistified"),
                            cl::cat(OutputCategory),
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

cl::list<std::string> Loops("loop", cl::value_desc("FILE:LINE"), cl::cat(SelectCategory),
                            cl::desc("Only the loop that starts there. Repeatable"));
cl::opt<bool> Strict("strict", cl::cat(SelectCategory),
                     cl::desc("Exit code 1 if any loop is refused"));

cl::opt<bool> Diff("diff", cl::cat(ReportCategory),
                   cl::desc("Show the change as a unified diff; writes nothing unless -o\n"
                            "or --in-place is given too"));
cl::opt<bool> DryRun("dry-run", cl::cat(ReportCategory), cl::desc("Do all the work, write nothing"));
cl::opt<bool> ListLoops("list-loops", cl::cat(ReportCategory),
                        cl::desc("List the loops that launch kernels; writes nothing"));
cl::opt<bool> Explain("explain", cl::cat(ReportCategory),
                      cl::desc("Show phases, barriers with their reasons, captured state and\n"
                               "guards of each loop; with codes (PSTnnnn) instead of files:\n"
                               "what these mean"));
cl::opt<bool> Quiet("quiet", cl::cat(ReportCategory),
                    cl::desc("Only warnings and errors: no notes, no summary"));

cl::opt<bool> PrintCFlags("cflags", cl::cat(BuildCategory),
                          cl::desc("Print the compiler flags that the output needs"));
cl::opt<bool> PrintLibs("libs", cl::cat(BuildCategory),
                        cl::desc("Print the linker flags that the output needs"));

constexpr StringLiteral Overview =
    "persistify - runs OpenCL host loops inside one persistent kernel\n\n"
    "Files ending in .cl or .ocl are kernels, all others are host files (C or C++).\n"
    "Kernels that are string literals of the host need no file.\n";

const cl::extrahelp MoreHelp(
    "\nExit codes:\n"
    "  0  output written with at least one loop transformed, or nothing to do\n"
    "  1  loops found but none transformed, or any refused with --strict\n"
    "  2  wrong usage, unreadable input or unwritable output\n"
    "  3  syntax error in a kernel or host file\n"
    "  5  internal error\n"
    "\nExamples:\n"
    "  persistify relax.cl host.cpp -o out -- -Iinclude -DN=64\n"
    "  c++ out/host.cpp $(persistify --cflags --libs) -Iinclude -DN=64 -o program\n"
    "  persistify relax.cl host.cpp --diff -p build\n");

/// LLVM's shared library registers its own options; none of them is ours.
void dropForeignOptions() {
  SmallVector<cl::Option *> Foreign;
  for (auto &Entry : cl::getRegisteredOptions()) {
    bool Ours = any_of(Entry.second->Categories, [](cl::OptionCategory *C) {
      return is_contained({&InputCategory, &OutputCategory, &SelectCategory, &ReportCategory,
                           &BuildCategory}, C) ||
             C->getName() == "Generic Options";
    });
    if (!Ours)
      Foreign.push_back(Entry.second);
  }
  for (cl::Option *O : Foreign)
    O->removeArgument();
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
} // namespace

ExitCode exitCodeOf(Diag D) {
  switch (D) {
  case Diag::ParseError:
    return ExitParse;
  case Diag::InputUnreadable:
  case Diag::OutputUnwritable:
  case Diag::BadOption:
  case Diag::OutputNotOurs:
    return ExitUsage;
  default:
    return diagSeverity(D) == Severity::Error ? ExitInternal : ExitDone;
  }
}

bool parseCommandLine(int argc, const char **argv, ToolOptions &Options, DiagnosticSink &Sink) {
  auto Bad = [&](const Twine &Message) {
    Sink.report(Diag::BadOption, {}, {Message.str()});
    return false;
  };
  for (int I = 1; I < argc; ++I)
    if (StringRef(argv[I]) == "--") {
      Options.HostFlags.assign(argv + I + 1, argv + argc);
      argc = I;
    }

  dropForeignOptions();
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "persistify " PERSISTIFY_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  });
  std::string Message;
  raw_string_ostream MessageStream(Message);
  if (!cl::ParseCommandLineOptions(argc, argv, Overview, &MessageStream)) {
    // Each line begins with the tool's name, which the report adds.
    SmallVector<StringRef> Lines;
    StringRef(Message).trim().split(Lines, '\n');
    for (StringRef &Line : Lines)
      Line.consume_front("persistify: ");
    return Bad(join(Lines, " "));
  }

  Options.Inputs.assign(Inputs.begin(), Inputs.end());
  Options.Output = Output;
  Options.OutputGiven = Output.getNumOccurrences() != 0;
  Options.InPlace = InPlace;
  Options.EmbedRuntime = EmbedRuntime;
  Options.Force = Force;
  Options.BuildDir = BuildDir;
  Options.Strict = Strict;
  Options.Diff = Diff;
  Options.DryRun = DryRun;
  Options.ListLoops = ListLoops;
  Options.Explain = Explain;
  Options.Quiet = Quiet;
  Options.PrintCFlags = PrintCFlags;
  Options.PrintLibs = PrintLibs;
  for (const std::string &Value : KernelFlagsOpt)
    Options.Kernels.push_back(parseKernelFlags(Value));
  for (StringRef Value : Loops) {
    auto [File, Line] = Value.rsplit(':');
    unsigned Number;
    if (File.empty() || Line.getAsInteger(10, Number) || Number == 0)
      return Bad("--loop '" + Value + "' is not of the form FILE:LINE");
    Options.Loops.push_back({File.str(), Number});
  }
  if (Options.InPlace && Options.OutputGiven)
    return Bad("-o and --in-place exclude each other");
  if (Options.Output.empty())
    return Bad("-o needs the name of a folder");
  if (Options.Inputs.empty() && !Options.PrintCFlags && !Options.PrintLibs)
    return Bad("no input files; try 'persistify --help'");
  return true;
}

} // namespace persistify
