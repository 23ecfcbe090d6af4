//===- Output.cpp - the output folder --------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "FileTransaction.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace persistify {

bool collectOutput(const Inputs &In, const DriverResult &Result, std::vector<OutputEntry> &Entries,
                   DiagnosticSink &Sink) {
  StringSet<> Targets;
  for (const OutputFile &File : Result.Files) {
    Targets.insert(File.Path);
    Entries.push_back({File.Path, File.Text, File.Input, /*Changed=*/true});
  }
  auto IsOutput = [&](StringRef Input) {
    return any_of(Result.Files, [&](const OutputFile &File) { return File.Input == Input; });
  };
  std::vector<std::string> Places = outputPaths(In.Paths);
  for (auto [Path, Place] : zip(In.Paths, Places))
    if (!IsOutput(Path) && Targets.insert(Place).second)
      Entries.push_back({Place, In.Texts.lookup(Path), Path, /*Changed=*/false});
  for (const auto &[Path, Place] : Result.Companions) {
    if (!Targets.insert(Place).second)
      continue;
    std::optional<std::string> Text = readFile(Path, Sink);
    if (!Text)
      return false;
    Entries.push_back({Place, std::move(*Text), Path, /*Changed=*/false});
  }
  for (const OutputEntry &E : Entries)
    if (sys::path::is_absolute(E.Path) || is_contained(make_range(sys::path::begin(E.Path),
                                                                  sys::path::end(E.Path)), "..")) {
      Sink.report(Diag::Internal, {}, {"output path '" + E.Path + "' leaves the output folder"});
      return false;
    }
  return true;
}

namespace {
constexpr StringLiteral ManifestName = ".persistify";
constexpr StringLiteral ManifestStart = "# Files written by persistify";
constexpr StringLiteral ManifestHead = "# Files written by persistify (SHA-256). Others are left alone.\n";

std::string hashOf(StringRef Text) {
  return toHex(SHA256::hash(arrayRefFromStringRef(Text)), /*LowerCase=*/true);
}

std::string inFolder(StringRef Folder, StringRef Path) {
  SmallString<256> Result(Folder);
  sys::path::append(Result, Path);
  return Result.str().str();
}

/// What an earlier run wrote: the hash of each path.
std::optional<StringMap<std::string>> readManifest(StringRef Out) {
  auto File = MemoryBuffer::getFile(inFolder(Out, ManifestName));
  if (!File || !isManifest((*File)->getBuffer()))
    return std::nullopt;
  StringMap<std::string> Result;
  for (StringRef Rest = (*File)->getBuffer(); !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.starts_with("#"))
      continue;
    auto [Hash, Path] = Line.split("  ");
    Result[Path] = Hash.str();
  }
  return Result;
}

bool isEmptyFolder(StringRef Folder) {
  std::error_code EC;
  return sys::fs::directory_iterator(Folder, EC) == sys::fs::directory_iterator();
}

/// Whether the file at \p Target may be replaced or removed without --force.
bool isOurs(StringRef Target, StringRef Path, const StringMap<std::string> &Manifest) {
  auto Known = Manifest.find(Path);
  auto File = MemoryBuffer::getFile(Target, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return !File || (Known != Manifest.end() && Known->second == hashOf((*File)->getBuffer()));
}
} // namespace

bool isManifest(StringRef Text) { return Text.starts_with(ManifestStart); }

bool writeOutput(StringRef Out, const std::vector<OutputEntry> &Entries, bool Force,
                 DiagnosticSink &Sink) {
  auto Unwritable = [&](StringRef Path, StringRef Why) {
    Sink.report(Diag::OutputUnwritable, {}, {Path.str(), Why.str()});
    return false;
  };
  bool Exists = sys::fs::exists(Out);
  if (Exists && !sys::fs::is_directory(Out))
    return Unwritable(Out, "it is a file, not a folder");

  std::optional<StringMap<std::string>> Manifest = readManifest(Out);
  if (Exists && !Manifest && !Force && !isEmptyFolder(Out)) {
    Sink.report(Diag::OutputNotOurs, {}, {Out.str()});
    return false;
  }
  if (!Manifest && sys::fs::exists(inFolder(Out, ManifestName)))
    return Unwritable(inFolder(Out, ManifestName),
                      "it is a file of options; choose another folder, or use --in-place");
  if (!Manifest)
    Manifest.emplace();

  FileTransaction Transaction(Out, Sink);
  std::string NewManifest = ManifestHead.str();
  StringSet<> Written;
  for (const OutputEntry &E : Entries) {
    std::string Target = inFolder(Out, E.Path);
    for (const OutputEntry &Other : Entries)
      if (!Other.Input.empty() && sys::fs::exists(Target) &&
          sys::fs::equivalent(Target, Other.Input))
        return Unwritable(Target, "it is an input; choose another folder, or use --in-place");
    if (!Force && !isOurs(Target, E.Path, *Manifest))
      return Manifest->count(E.Path)
                 ? Unwritable(Target, "it was changed since persistify wrote it (--force overwrites)")
                 : Unwritable(Target, "persistify did not write it (--force overwrites)");
    if (!Transaction.add(Target, E.Text))
      return false;
    Written.insert(E.Path);
    NewManifest += hashOf(E.Text) + "  " + E.Path + "\n";
  }
  for (const auto &Former : *Manifest) {
    std::string Target = inFolder(Out, Former.getKey());
    if (!Written.contains(Former.getKey()) && isOurs(Target, Former.getKey(), *Manifest))
      Transaction.remove(Target);
  }
  std::string ManifestPath = inFolder(Out, ManifestName);
  if (!Transaction.add(ManifestPath, NewManifest) || !Transaction.commit())
    return false;
  int FD;
  if (!sys::fs::openFileForWrite(ManifestPath, FD, sys::fs::CD_OpenExisting)) {
    (void)sys::fs::setLastAccessAndModificationTime(FD, std::chrono::system_clock::now());
    (void)sys::Process::SafelyCloseFileDescriptor(FD);
  }
  return true;
}

/// A path as make and ninja read it in a rule.
static std::string inRule(StringRef Path) {
  std::string Result;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Result += '\\';
    if (C == '$')
      Result += '$';
    Result += C;
  }
  return Result;
}

bool writeDepFile(StringRef DepFile, StringRef Out, const std::set<std::string> &Files,
                  DiagnosticSink &Sink) {
  std::string Text = inRule(inFolder(Out, ManifestName)) + ":";
  for (const std::string &File : Files)
    Text += " \\\n  " + inRule(File);
  std::error_code EC;
  raw_fd_ostream OS(DepFile, EC);
  if (!EC) {
    OS << Text << "\n";
    // A header that is gone is no error: the next run sees what replaces it.
    for (const std::string &File : Files)
      OS << inRule(File) << ":\n";
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    Sink.report(Diag::OutputUnwritable, {}, {DepFile.str(), EC.message()});
  return !EC;
}

} // namespace persistify
