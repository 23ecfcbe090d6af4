//===- HelpText.cpp - what help says besides the options --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace persistify {

namespace {
constexpr StringLiteral Overview = "persistify - runs OpenCL host loops inside one persistent kernel\n\n"
                                   "Files ending in .cl or .ocl are kernels, all others are host files (C or C++).\n"
                                   "Kernels that are string literals of the host need no file; without kernel files,\n"
                                   "those that the host files name in strings are read. A folder stands for the files\n"
                                   "of the program in it, -p alone for those of its compile_commands.json.\n";

constexpr std::pair<int, StringLiteral> ExitCodes[] = {
    {0, "output written with at least one loop transformed, or nothing to do"},
    {1, "loops found but none transformed, any refused with --strict, or a diagnostic of --werror"},
    {2, "wrong usage, unreadable input or unwritable output"},
    {3, "syntax error in a kernel or host file"},
    {5, "internal error"}};
constexpr StringLiteral ExampleLines[] = {"persistify relax.cl host.cpp -o out -- -Iinclude -DN=64",
                                          "c++ out/host.cpp $(persistify --cflags --libs) -Iinclude -DN=64 -o program",
                                          "persistify relax.cl host.cpp --diff -p build",
                                          "persistify --examine src -p build -j4"};

std::string moreHelp() {
  std::string Text = "\nExit codes:\n";
  for (auto &[Code, Meaning] : ExitCodes)
    Text += "  " + std::to_string(Code) + "  " + Meaning.str() + "\n";
  Text += "\nExamples:\n";
  for (StringRef Line : ExampleLines)
    Text += "  " + Line.str() + "\n";
  return Text;
}
const std::string MoreHelpText = moreHelp();
const cl::extrahelp MoreHelp(MoreHelpText);
} // namespace

StringRef overview() { return Overview; }
ArrayRef<std::pair<int, StringLiteral>> exitCodeTable() { return ExitCodes; }
ArrayRef<StringLiteral> exampleLines() { return ExampleLines; }

ExitCode exitCodeOf(Diag D) {
  switch (D) {
  case Diag::ParseError: return ExitParse;
  case Diag::InputUnreadable:
  case Diag::OutputUnwritable:
  case Diag::BadOption:
  case Diag::OutputNotOurs: return ExitUsage;
  default: return diagSeverity(D) == Severity::Error ? ExitInternal : ExitDone;
  }
}

} // namespace persistify
