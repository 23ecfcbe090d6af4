//===- OptionsTarget.cpp - command lines and build options -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a command line, one argument on each line. What it says of kernels, loops
// and hints is tried on a small program; files are neither read nor written for it.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Sample.h"
#include "llvm/Support/CommandLine.h"

using namespace persistify;
using namespace persistify::fuzz;

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  initialise();
  return 0;
}

/// Those that end the program, or read files of arguments.
static bool isLeftOut(llvm::StringRef Argument) {
  llvm::StringRef Name = Argument.ltrim('-').split('=').first;
  return Argument.starts_with("@") || Name == "h" || Name.starts_with("help") || Name.starts_with("version") ||
         Name.starts_with("print-");
}

/// The host's compiler is Clang's own command line; of that only macros are tried.
static bool isOfMacros(llvm::StringRef Flag) { return Flag.size() > 2 && (Flag.starts_with("-D") || Flag.starts_with("-U")); }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::vector<std::string> Arguments = {"persistify", "--no-config"};
  llvm::append_range(Arguments, linesOf(Data, Size));
  llvm::erase_if(Arguments, isLeftOut);
  std::vector<const char *> Argv;
  for (const std::string &A : Arguments)
    Argv.push_back(A.c_str());
  llvm::cl::ResetAllOptionOccurrences();
  ToolOptions Options;
  DiagnosticSink Sink;
  if (!parseCommandLine(Argv.size(), Argv.data(), Options, Sink)) {
    if (Sink.all().empty()) // whoever typed it must be told
      std::abort();
    return -1;
  }
  if (Options.Inputs.empty())
    return 0;
  DriverOptions Driver;
  Driver.ListOnly = Options.ListLoops;
  Driver.Hints = Options.Hints;
  Driver.Host.Output = Options.HostOutput;
  Driver.Optimisations = Options.Optimisations;
  Driver.OnlyLoops = Options.Loops;
  std::vector<std::string> Flags;
  for (const KernelFlags &K : Options.Kernels)
    llvm::append_range(Flags, K.Flags);
  Driver.KernelFlags = Flags;
  llvm::erase_if(Options.HostFlags, [](const std::string &F) { return !isOfMacros(F); });
  run(textOf(Data, Size), sample(), Driver, Flags, Options.HostFlags);
  return 0;
}
