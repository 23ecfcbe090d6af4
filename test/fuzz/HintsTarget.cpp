//===- HintsTarget.cpp - pragmas, and files of defaults ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is lines: all of them as a .persistify file, each behind "#pragma persistify"
// by itself, and together in front of the loop of a small program.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Sample.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace persistify;
using namespace persistify::fuzz;

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  initialise();
  return 0;
}

/// As a file, which has no place on a disk.
static void asConfig(const uint8_t *Data, size_t Size) {
  const int File = memfd_create("persistify", 0);
  if (File < 0 || write(File, Data, Size) != ssize_t(Size))
    std::abort();
  std::vector<std::string> Arguments;
  DiagnosticSink Sink;
  if (!readConfig("/proc/self/fd/" + std::to_string(File), Arguments, Sink) && Sink.all().empty())
    std::abort();
  close(File);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  asConfig(Data, Size);
  std::string Pragmas;
  bool Good = false;
  for (const std::string &Line : linesOf(Data, Size)) {
    std::vector<Hint> Hints;
    std::string Error;
    if (parseHints(Line, Hints, Error))
      Good = true;
    else if (Error.empty()) // whoever wrote it must be told
      std::abort();
    for (const Hint &H : Hints)
      hintNames(H.A, H.B);
    Pragmas += "#pragma persistify " + Line + "\n";
  }
  if (Good)
    run(textOf(Data, Size), sample(Pragmas));
  return 0;
}
