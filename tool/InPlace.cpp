//===- InPlace.cpp - changing the input files themselves -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FileTransaction.h"
#include "Output.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace persistify {

/// Whether the last commit of a git repository has \p Path as it is now.
static bool isCommitted(StringRef Path) {
  auto Git = sys::findProgramByName("git");
  if (!Git)
    return false;
  auto Succeeds = [&](std::vector<StringRef> Command) {
    std::vector<StringRef> Args = {"git", "-C", sys::path::parent_path(Path)};
    Args.insert(Args.end(), Command.begin(), Command.end());
    Args.push_back("--");
    Args.push_back(sys::path::filename(Path));
    std::optional<StringRef> Silent[] = {StringRef(""), StringRef(""), StringRef("")};
    return sys::ExecuteAndWait(*Git, Args, std::nullopt, Silent) == 0;
  };
  return Succeeds({"ls-files", "--error-unmatch"}) &&
         Succeeds({"diff", "--no-ext-diff", "--quiet", "HEAD"});
}

bool writeInPlace(const Inputs &In, const std::vector<OutputEntry> &Entries, bool Force,
                  DiagnosticSink &Sink) {
  const std::string &Folder = In.Root;
  FileTransaction Transaction(Folder + "/.persistify", Sink);
  auto Protected = [&](StringRef Path, StringRef Why) {
    Sink.report(Diag::OutputUnwritable, {}, {Path.str(), (Why + " (--force overwrites)").str()});
    return false;
  };
  for (const OutputEntry &E : Entries) {
    if (!E.Changed)
      continue;
    SmallString<256> Target(Folder);
    sys::path::append(Target, E.Path);
    if (E.Input.empty()) {
      auto Former = MemoryBuffer::getFile(Target);
      bool Ours = !Former || hasStamp((*Former)->getBuffer()) || (*Former)->getBuffer() == E.Text;
      if (!Force && !Ours)
        return Protected(Target, "persistify did not write it");
      if (!Transaction.add(Target, E.Text))
        return false;
      continue;
    }
    // A symbolic link stays one: the file behind it changes.
    if (std::error_code EC = sys::fs::real_path(E.Input, Target)) {
      Sink.report(Diag::OutputUnwritable, {}, {E.Input, EC.message()});
      return false;
    }
    if (!isCommitted(Target)) {
      std::string Backup = (Target + ".orig").str();
      const std::string Original = In.Texts.lookup(E.Input);
      auto Former = MemoryBuffer::getFile(Backup);
      if (!Force && Former && (*Former)->getBuffer() != Original)
        return Protected(Backup, "it exists and is not this file's backup");
      if (!Transaction.add(Backup, Original))
        return false;
    }
    if (!Transaction.add(Target, E.Text))
      return false;
  }
  return Transaction.commit();
}

} // namespace persistify
