//===- Inputs.cpp - input files and the flags they are parsed with ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inputs.h"
#include "HostFlags.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

std::optional<std::string> readFile(StringRef Path, DiagnosticSink &Sink) {
  std::error_code EC;
  if (sys::fs::is_directory(Path))
    EC = std::make_error_code(std::errc::is_a_directory);
  else if (auto File = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false))
    return (*File)->getBuffer().str();
  else
    EC = File.getError();
  Sink.report(Diag::InputUnreadable, {}, {Path.str(), EC.message()});
  return std::nullopt;
}

static bool isKernelFile(StringRef Path) {
  StringRef Extension = sys::path::extension(Path);
  return Extension == ".cl" || Extension == ".ocl";
}

bool isMeantBy(StringRef Path, StringRef Spelling) {
  return normalPath(Path) == normalPath(Spelling) || sys::path::filename(Path) == Spelling;
}

std::vector<std::string> kernelFlagsFor(const ToolOptions &Options, StringRef Path) {
  std::vector<std::string> Result;
  for (const KernelFlags &K : Options.Kernels)
    if (K.File.empty() || isMeantBy(Path, K.File))
      append_range(Result, K.Flags);
  return Result;
}

bool readInputs(const ToolOptions &Options, StringRef RuntimeInclude, Inputs &In,
                DiagnosticSink &Sink) {
  bool Good = true;
  auto Bad = [&](const Twine &Message) {
    Sink.report(Diag::BadOption, {}, {Message.str()});
    Good = false;
  };

  HostFlags Flags(Options.HostFlags, RuntimeInclude);
  if (!Options.BuildDir.empty() && !Flags.loadDatabase(Options.BuildDir, Sink))
    return false;

  StringSet<> Seen;
  bool AnyHost = false;
  for (const std::string &Path : Options.Inputs) {
    if (!Seen.insert(normalPath(Path)).second) {
      Bad("'" + Path + "' is given twice");
      continue;
    }
    std::optional<std::string> Text = readFile(Path, Sink);
    if (!Text) {
      Good = false;
      continue;
    }
    In.Paths.push_back(Path);
    In.Texts[Path] = *Text;
    bool IsKernel = isKernelFile(Path);
    AnyHost |= !IsKernel;
    if (hasStamp(*Text))
      Sink.report(Diag::NoteOwnOutput, {}, {Path});
    else if (IsKernel)
      In.Kernels.push_back({Path, *Text, kernelFlagsFor(Options, Path)});
    else
      In.Hosts.push_back({Path, *Text, Flags.of(Path)});
  }

  for (const std::string &Path : Flags.files()) {
    if (Seen.count(Path))
      continue;
    if (auto Text = MemoryBuffer::getFile(Path); Text && !hasStamp((*Text)->getBuffer()))
      In.Context.push_back({Path, (*Text)->getBuffer().str(), Flags.of(Path)});
  }

  for (const KernelFlags &K : Options.Kernels)
    if (!K.File.empty() && !K.Default && none_of(Options.Inputs, [&](const std::string &Path) {
          return isKernelFile(Path) && isMeantBy(Path, K.File);
        }))
      Bad("--kernel-flags: no kernel file '" + K.File + "' on the command line");
  auto LoopOf = [&](StringRef Option, StringRef File) {
    if (none_of(Options.Inputs, [&](const std::string &Path) {
          return !isKernelFile(Path) && isMeantBy(Path, File);
        }))
      Bad(Option + ": no host file '" + File + "' on the command line");
  };
  for (const auto &[File, Line] : Options.Loops)
    LoopOf("--loop", File);
  for (const Hint &H : Options.Hints)
    if (!H.File.empty() && !H.Default)
      LoopOf(StringRef(H.Text).split(' ').first, H.File);
  if (Good && !AnyHost)
    Bad("no host file on the command line: it is the host's loops that are transformed");
  return Good;
}

} // namespace persistify
