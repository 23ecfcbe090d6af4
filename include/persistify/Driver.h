//===- persistify/Driver.h - the tool's pipeline as one call ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// frontend -> host model -> kernel model -> plan -> emit, over texts in memory.
// Reads the files named here and the headers they include; writes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_DRIVER_H
#define PERSISTIFY_DRIVER_H

#include "persistify/Diagnostics.h"
#include "persistify/Frontend.h"
#include "persistify/Hints.h"
#include "persistify/Host.h"
#include "persistify/Kernel.h"
#include "persistify/Optimisations.h"
#include <set>
#include "persistify/LoopReport.h"
#include <string>
#include <vector>

namespace persistify {

/// What is printed of each loop (docs/region-text.md).
struct DumpSet {
  bool Region = false, RegionFull = false; ///< for people, without loss
  bool Kernels = false, Plan = false;
  bool Code = false; ///< the persistent kernel
  bool any() const { return Region || RegionFull || Kernels || Plan || Code; }
};

struct DriverOptions {
  /// --loop FILE:LINE: only loops that start there (empty: all).
  std::vector<std::pair<std::string, unsigned>> OnlyLoops;
  /// Other files of the program: what they define is known, but they are not changed.
  std::vector<HostFile> Context;
  std::string Root; ///< folder that holds all inputs, which OUT stands for; empty: the deepest one
  std::string Out;  ///< folder of the output, where its files will include others; empty: in place of the inputs
  bool ListOnly = false; ///< find and name the loops, transform nothing
  HostOptions Host;
  bool WithCheck = true; ///< re-parse the generated code with Clang
  std::vector<Hint> Hints; ///< of the command line; pragmas are found
  OptSet Optimisations;
  /// Build options for kernels in string literals; empty: those that the host spells out.
  std::vector<std::string> KernelFlags;
  DumpSet Dump; ///< fills LoopReport::Dump
  unsigned Jobs = 1;       ///< files that are parsed at the same time
};

/// One file of the output set. Paths are relative to OUT.
struct OutputFile {
  std::string Path;
  std::string Text;
  bool Generated = false; ///< not derived from an input file by edits (…persist.cl, …persist.h)
  std::string Input;      ///< the input, or header of one, it is an edited form of, or empty
  std::string Original = {}; ///< text of that
};

struct DriverResult {
  std::vector<LoopReport> Loops;       ///< in source order
  std::vector<Diagnostic> Diagnostics; ///< errors of the input (parse errors and the like)
  std::vector<OutputFile> Files;       ///< changed host files and generated files only
  std::vector<std::pair<std::string, std::string>>
      Literals; ///< kernel sources in string literals: KernelSource::Path, text
  /// Headers and other files that hosts and kernels reach by quoted includes
  /// from beside them: (absolute path, path relative to OUT).
  std::vector<std::pair<std::string, std::string>> Companions;
  /// Every file that was read, absolute: inputs and all that they include. And the places at which an included
  /// file was looked for in vain; these do not exist.
  std::set<std::string> FilesRead;
  /// Files of DriverOptions::Context, by their paths there, of which a loop needs variables: it was refused since they
  /// are not to change.
  std::set<std::string> Wanted;
};

DriverResult runPipeline(const std::vector<KernelSource> &Kernels, const std::vector<HostFile> &Hosts,
                         const DriverOptions &Options);
/// While loops need variables of such files, again with those among the hosts that \p May takes.
DriverResult runPipeline(const std::vector<KernelSource> &Kernels, std::vector<HostFile> &Hosts, DriverOptions &Options,
                         llvm::function_ref<bool(const HostFile &)> May);

} // namespace persistify

#endif // PERSISTIFY_DRIVER_H
