//===- Output.cpp - the output folder --------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "FileTransaction.h"
#include "Show.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
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
  std::vector<std::string> Places = outputPaths(In.Paths, In.Root);
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
    if (sys::path::is_absolute(E.Path) ||
        is_contained(make_range(sys::path::begin(E.Path), sys::path::end(E.Path)), "..")) {
      Sink.report(Diag::Internal, {}, {"output path '" + E.Path + "' leaves the output folder"});
      return false;
    }
  return true;
}

namespace {
constexpr StringLiteral ManifestName = ".persistify";
constexpr StringLiteral ManifestStart = "# Files written by persistify";
constexpr StringLiteral ManifestHead = "# Files written by persistify (SHA-256). Others are left alone.\n";

std::string hashOf(StringRef Text) { return toHex(SHA256::hash(arrayRefFromStringRef(Text)), /*LowerCase=*/true); }

std::string inFolder(StringRef Folder, StringRef Path) {
  SmallString<256> Result(Folder);
  sys::path::append(Result, Path);
  return Result.str().str();
}

/// What earlier runs wrote: the hashes of each path, more than one after a run that did not come to its end.
using Manifest = StringMap<SmallVector<std::string, 1>>;

std::optional<Manifest> readManifest(StringRef Out) {
  auto File = MemoryBuffer::getFile(inFolder(Out, ManifestName));
  if (!File || !isManifest((*File)->getBuffer()))
    return std::nullopt;
  Manifest Result;
  for (StringRef Rest = (*File)->getBuffer(); !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.starts_with("#"))
      continue;
    auto [Hash, Path] = Line.split("  ");
    Result[Path].push_back(Hash.str());
  }
  return Result;
}

bool isEmptyFolder(StringRef Folder) {
  std::error_code EC;
  return sys::fs::directory_iterator(Folder, EC) == sys::fs::directory_iterator();
}

/// Whether an input lies in the folder or below it.
bool holdsInputs(StringRef Folder, const std::vector<OutputEntry> &Entries) {
  SmallString<256> Whole;
  if (sys::fs::real_path(Folder, Whole))
    return false;
  return llvm::any_of(Entries, [&](const OutputEntry &E) {
    SmallString<256> Input;
    return !E.Input.empty() && !sys::fs::real_path(E.Input, Input) && StringRef(Input).starts_with(inFolder(Whole, ""));
  });
}

/// Whether the file at \p Target may be replaced or removed without --force.
bool isOurs(StringRef Target, StringRef Path, const Manifest &Known) {
  auto Hashes = Known.find(Path);
  auto File = MemoryBuffer::getFile(Target, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return !File || (Hashes != Known.end() && is_contained(Hashes->second, hashOf((*File)->getBuffer())));
}
} // namespace

bool isManifest(StringRef Text) { return Text.starts_with(ManifestStart); }

/// Before files change one by one: a list of what they are and of what they shall be, too old for a stamp.
/// If the run is killed in between, the next one knows all of them for its own.
static bool announce(StringRef Path, const Manifest &Former, StringRef New, DiagnosticSink &Sink) {
  std::string Text = New.str();
  for (const auto &F : Former)
    for (const std::string &Hash : F.getValue())
      Text += Hash + "  " + F.getKey().str() + "\n";
  FileTransaction List(sys::path::parent_path(Path), Sink);
  List.setTime(sys::toTimePoint(1));
  return List.add(Path, Text) && List.commit();
}

bool writeOutput(StringRef Out, const std::vector<OutputEntry> &Entries, bool Force, sys::TimePoint<> Began,
                 DiagnosticSink &Sink) {
  auto Unwritable = [&](StringRef Path, StringRef Why) {
    Sink.report(Diag::OutputUnwritable, {}, {Path.str(), Why.str()});
    return false;
  };
  bool Exists = sys::fs::exists(Out);
  if (Exists && !sys::fs::is_directory(Out))
    return Unwritable(Out, "it is a file, not a folder");

  std::optional<Manifest> Known = readManifest(Out);
  if (Exists && !Known && !Force && !isEmptyFolder(Out)) {
    // --force would be no good advice for a folder of sources.
    if (holdsInputs(Out, Entries))
      return Unwritable(Out, "it holds the inputs; choose another folder, or use --in-place");
    Sink.report(Diag::OutputNotOurs, {}, {Out.str()});
    return false;
  }
  if (!Known && sys::fs::exists(inFolder(Out, ManifestName)))
    return Unwritable(inFolder(Out, ManifestName), "it is a file of options; choose another folder, or use --in-place");
  if (!Known)
    Known.emplace();

  FileTransaction Transaction(Out, Sink);
  Transaction.setTime(Began);
  std::string NewManifest = ManifestHead.str();
  StringSet<> Written;
  for (const OutputEntry &E : Entries) {
    std::string Target = inFolder(Out, E.Path);
    for (const OutputEntry &Other : Entries)
      if (!Other.Input.empty() && sys::fs::exists(Target) && sys::fs::equivalent(Target, Other.Input))
        return Unwritable(Target, "it is an input; choose another folder, or use --in-place");
    if (!Force && !isOurs(Target, E.Path, *Known))
      return Known->count(E.Path) ? Unwritable(Target, "it was changed since persistify wrote it (--force overwrites)")
                                  : Unwritable(Target, "persistify did not write it (--force overwrites)");
    if (!Transaction.add(Target, E.Text))
      return false;
    Written.insert(E.Path);
    NewManifest += hashOf(E.Text) + "  " + E.Path + "\n";
  }
  for (const auto &Former : *Known) {
    std::string Target = inFolder(Out, Former.getKey());
    if (!Written.contains(Former.getKey()) && isOurs(Target, Former.getKey(), *Known))
      Transaction.remove(Target);
  }
  std::string ManifestPath = inFolder(Out, ManifestName);
  if (Transaction.changesFolder() && !planted("unannounced-writing") &&
      !announce(ManifestPath, *Known, NewManifest, Sink))
    return false;
  if (!Transaction.add(ManifestPath, NewManifest) || !Transaction.commit())
    return false;
  setTime(ManifestPath, Began);
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

bool writeDepFile(StringRef DepFile, StringRef Target, const Dependencies &D, DiagnosticSink &Sink) {
  // The time of a folder changes with the files in it.
  const std::string Here = realPath("."), Out = realPath(D.Out);
  auto IsWritten = [&](StringRef Folder) {
    auto Is = [&](StringRef Place) { return Folder == Place || Folder.starts_with((Place + "/").str()); };
    return Is(Here) || Is(Out) || Folder == sys::path::parent_path(Out) ||
           Folder == realPath(sys::path::parent_path(normalPath(DepFile)));
  };
  std::set<std::string> Read;
  for (const std::string &File : D.Files) {
    StringRef Folder = sys::path::parent_path(File);
    if (sys::fs::exists(File))
      Read.insert(File);
    else if (!Read.count(Folder.str()) && sys::fs::is_directory(Folder) && !IsWritten(realPath(Folder)))
      Read.insert(Folder.str());
  }
  std::string Text = inRule(Target.empty() ? inFolder(D.Out, ManifestName) : Target.str()) + ":";
  for (const std::string &File : Read)
    Text += " \\\n  " + inRule(File);
  Text += "\n";
  // A header that is gone is no error: the next run sees what replaces it.
  for (const std::string &File : Read)
    Text += inRule(File) + ":\n";
  return writeText(DepFile, Text, Sink);
}

bool writeAbsentFile(StringRef File, const Dependencies &D, DiagnosticSink &Sink) {
  std::string Text;
  for (const std::string &Path : D.Files)
    if (!sys::fs::exists(Path))
      Text += Path + "\n";
  return writeText(File, Text, Sink);
}

} // namespace persistify
