//===- InPlace.cpp - changing the input files themselves -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FileTransaction.h"
#include "Output.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <set>

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
  return Succeeds({"ls-files", "--error-unmatch"}) && Succeeds({"diff", "--no-ext-diff", "--quiet", "HEAD"});
}

/// A file beside \p Header that an earlier run changed and that includes it, but that this one does not write; "" if
/// there is none. It would have the loops of another program then.
static std::string otherUser(StringRef Header, const std::set<std::string> &Written) {
  const std::string Include = ("\"" + sys::path::filename(Header) + "\"").str();
  std::error_code EC;
  for (sys::fs::directory_iterator It(sys::path::parent_path(Header), EC), End; !EC && It != End; It.increment(EC)) {
    SmallString<256> Path;
    if (It->type() == sys::fs::file_type::directory_file || sys::fs::real_path(It->path(), Path) ||
        Written.count(Path.str().str()) || Path == Header || StringRef(Path).ends_with(".orig"))
      continue;
    auto Text = MemoryBuffer::getFile(Path);
    if (Text && (*Text)->getBufferSize() < (64u << 20) && hasStamp((*Text)->getBuffer()) &&
        (*Text)->getBuffer().contains("#include " + Include))
      return sys::path::filename(It->path()).str();
  }
  return "";
}

bool writeInPlace(const Inputs &In, const std::vector<OutputEntry> &Entries, bool Force, DiagnosticSink &Sink) {
  const std::string &Folder = In.Root;
  FileTransaction Transaction(Folder + "/.persistify", Sink);
  auto Protected = [&](StringRef Path, StringRef Why) {
    Sink.report(Diag::OutputUnwritable, {}, {Path.str(), (Why + " (--force overwrites)").str()});
    return false;
  };
  std::set<std::string> Written; // by this run
  for (const OutputEntry &E : Entries)
    if (SmallString<256> Real; E.Changed && !E.Input.empty() && !sys::fs::real_path(E.Input, Real))
      Written.insert(Real.str().str());
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
      if (Former && (*Former)->getBuffer() != E.Text && !Force && !planted("shared-in-place"))
        if (SmallString<256> Real; !sys::fs::real_path(Target, Real))
          if (const std::string Other = otherUser(Real, Written); !Other.empty())
            return Protected(Target, "'" + Other +
                                         "', which an earlier run changed, needs it as it is; give the sources of all "
                                         "its programs in one run, or write to a folder with -o");
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
