//===- Runtime.cpp - where the runtime library lies ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"
#include "Inputs.h"
#include "persistify/Debug.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#define DEBUG_TYPE "pst-runtime"

/// Texts for the OpenCL compiler, from the build of the runtime: the device
/// library and the kernels that qualify a device.
extern "C" const char persistify_device_text[];
extern "C" const char persistify_probe_text[];

using namespace llvm;

namespace persistify {

// Compilers look in /usr by themselves, and named once more its folders would come in front of others.
std::string RuntimeFiles::cflags() const { return Include == "/usr/include" ? "" : "-I" + Include; }
std::string RuntimeFiles::libs() const {
  bool Usual = Library == "/usr/lib" || Library == "/usr/" PERSISTIFY_LIBDIR;
  return (Usual ? "" : "-L" + Library + " ") + "-lpersistify_rt -lOpenCL -ldl -lpthread";
}

/// The folder above the one that the tool lies in.
static std::string prefixOf(const char *Argv0) {
  static char Anchor;
  std::string Tool = sys::fs::getMainExecutable(Argv0, &Anchor);
  return sys::path::parent_path(sys::path::parent_path(Tool)).str();
}

std::string diagnosticPages(const char *Argv0) { return prefixOf(Argv0) + "/share/persistify/diagnostics"; }

std::optional<RuntimeFiles> findRuntime(const char *Argv0) {
  std::string Prefix = prefixOf(Argv0);
  auto Below = [&](StringRef Path) {
    SmallString<256> Result(Prefix);
    sys::path::append(Result, Path);
    return Result.str().str();
  };
  RuntimeFiles Result{Below("include"), "", Below("share/persistify/runtime/host")};
  if (!sys::fs::exists(Below("include/persistify/runtime.h"))) {
    LLVM_DEBUG(dbgs() << "no runtime: there is no " << Below("include/persistify/runtime.h") << "\n");
    return std::nullopt;
  }
  for (StringRef Directory : {"lib", PERSISTIFY_LIBDIR})
    if (sys::fs::exists(Below((Directory + "/libpersistify_rt.a").str())))
      Result.Library = Below(Directory);
  LLVM_DEBUG(dbgs() << "runtime: headers in " << Result.Include << ", library in "
                    << (Result.Library.empty() ? "none" : Result.Library) << "\n");
  if (Result.Library.empty())
    return std::nullopt;
  return Result;
}

/// The definition of a text in C, one string literal per line.
static std::string textDefinition(StringRef Name, StringRef Text) {
  std::string Result = ("extern const char " + Name + "[];\nconst char " + Name + "[] =").str();
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Result += "\n  \"";
    for (char C : Line) {
      if (C == '"' || C == '\\' || C == '?')
        Result += '\\';
      Result += C;
    }
    Result += "\\n\"";
  }
  return Result + ";\n";
}

bool embedRuntime(const RuntimeFiles &Runtime, std::vector<OutputEntry> &Entries, DiagnosticSink &Sink) {
  std::error_code EC;
  std::vector<std::string> Files;
  for (sys::fs::recursive_directory_iterator It(Runtime.Sources, EC), End; It != End && !EC; It.increment(EC)) {
    StringRef Extension = sys::path::extension(It->path());
    if (Extension != ".c" && Extension != ".cpp" && Extension != ".h")
      continue;
    Files.push_back(It->path());
  }
  if (EC) {
    Sink.report(Diag::InputUnreadable, {}, {Runtime.Sources, EC.message()});
    return false;
  }
  llvm::sort(Files);
  LLVM_DEBUG(dbgs() << "runtime: " << Files.size() << " sources of " << Runtime.Sources << " go into the output\n");
  for (const std::string &File : Files) {
    std::optional<std::string> Text = readFile(File, Sink);
    if (!Text)
      return false;
    Entries.push_back({("persistify/" + sys::path::filename(File)).str(), std::move(*Text), "",
                       /*Changed=*/true});
  }
  Entries.push_back({"persistify/persistify_device_text.c",
                     "/* Texts of persistify's runtime for the OpenCL compiler. */\n" +
                         textDefinition("persistify_device_text", persistify_device_text) +
                         textDefinition("persistify_probe_text", persistify_probe_text),
                     "", /*Changed=*/true});
  return true;
}

} // namespace persistify
