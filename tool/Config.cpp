//===- Config.cpp - the file of defaults -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .persistify file holds options as the command line spells them, one a line:
//
//   # how this project is built
//   --kernel-flags=-DWIDTH=16
//   p = build
//
// The nearest one in a folder above the host file counts. Output folders have a
// list of files by the same name, which is no such file.
//
//===----------------------------------------------------------------------===//
#include "Inputs.h"
#include "Options.h"
#include "Output.h"
#include "persistify/OutputLayout.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

std::string findConfig(StringRef Path) {
  std::string Normal = normalPath(Path);
  StringRef Folder = sys::fs::is_directory(Normal) ? StringRef(Normal) : sys::path::parent_path(Normal);
  for (; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    SmallString<256> File(Folder);
    sys::path::append(File, ".persistify");
    if (!sys::fs::is_regular_file(File))
      continue;
    auto Text = MemoryBuffer::getFile(File);
    if (!Text || !isManifest((*Text)->getBuffer()))
      return File.str().str();
  }
  return "";
}

/// Options that make no sense as a project's defaults.
static bool isForCommandLine(StringRef Name) {
  return is_contained({"help", "help-list", "help-hidden", "help-list-hidden", "version", "print-options",
                       "print-all-options", "no-config", "generate-man", "generate-completion", "cflags", "libs",
                       "examine"},
                      Name);
}

/// Options whose value is a path, which in a file means one beside that file.
static bool isPath(StringRef Name) {
  return is_contained({"p", "o", "root", "report-file", "statistics", "changed", "export-fixes", "crash-bundle"}, Name);
}

bool readConfig(StringRef File, std::vector<std::string> &Arguments, DiagnosticSink &Sink) {
  std::optional<std::string> Text = readFile(File, Sink);
  if (!Text)
    return false;
  auto &Known = cl::getRegisteredOptions();
  bool Good = true;
  unsigned Number = 0;
  for (StringRef Rest = *Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    ++Number;
    Line = Line.trim();
    if (Line.empty() || Line.starts_with("#"))
      continue;
    StringRef Name = Line.ltrim('-');
    size_t End = Name.find_first_of("= \t");
    StringRef Value = End == StringRef::npos ? "" : Name.drop_front(End).ltrim();
    Name = Name.take_front(End);
    Value.consume_front("=");
    Value = Value.trim();
    if (Value.size() >= 2 && (Value.front() == '"' || Value.front() == '\'') && Value.back() == Value.front())
      Value = Value.drop_front().drop_back();
    auto Bad = [&](const Twine &Why) {
      SourceRange Where;
      Where.File = File.str();
      Where.Line = Number;
      Sink.report(Diag::BadOption, Where, {Why.str()});
      Good = false;
    };
    cl::Option *O = Known.lookup(Name);
    if (!O || Name.empty()) {
      Bad("unknown option '" + Name + "'");
      continue;
    }
    if (isForCommandLine(Name)) {
      Bad("'" + Name + "' is for the command line only");
      continue;
    }
    if (Value.empty() && O->getValueExpectedFlag() == cl::ValueRequired) {
      Bad("'" + Name + "' needs a value");
      continue;
    }
    std::string Full = Value.str();
    if (isPath(Name)) {
      SmallString<256> Beside(sys::path::parent_path(File));
      sys::path::append(Beside, Value);
      if (!sys::path::is_absolute(Value))
        Full = Beside.str().str();
    }
    Arguments.push_back("--" + Name.str() + (Full.empty() ? "" : "=" + Full));
  }
  return Good;
}

} // namespace persistify
