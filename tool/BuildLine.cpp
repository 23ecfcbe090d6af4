//===- BuildLine.cpp - how the output is built -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OUT holds the files that persistify was given or found to use OpenCL. What else belongs to the program stays where it is, and
// a reader of OUT would miss it: so one line says how the program comes out of both.
//
//===----------------------------------------------------------------------===//
#include "CommandText.h"
#include "Output.h"
#include "Show.h"
#include "ShownPaths.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

namespace {
/// A file that is compiled.
struct Compiled {
  std::string Path; ///< in OUT, or where it is
  std::string Text;
};
} // namespace

static bool isCFile(const Compiled &F) { return sys::path::extension(F.Path) == ".c"; }

/// The host files in OUT, and the others in their old places.
static std::vector<Compiled> compiledFiles(const ToolOptions &Options, const Inputs &In) {
  std::vector<Compiled> Files;
  const std::string Out = StringRef(Options.Output).rtrim('/').str();
  for (const HostFile &H : In.Hosts)
    Files.push_back({Out + "/" + outputPaths({H.Path}, In.Root).front(), H.Text});
  for (const std::string &Path : planted("output-alone") ? std::vector<std::string>() : In.Linked)
    if (auto Text = MemoryBuffer::getFile(Path))
      Files.push_back({Path, (*Text)->getBuffer().str()});
  return Files;
}

/// A command that compiles and links all, where nothing but the files is known of the build.
static std::string wholeCommand(const ToolOptions &Options, const Inputs &In, ArrayRef<Compiled> Files) {
  const bool AnyC = any_of(Files, isCFile), AnyCxx = !all_of(Files, isCFile);
  const bool Program = any_of(Files, [](const Compiled &F) { return definesMain(F.Text); });
  const bool Embedded = Options.EmbedRuntime && Program;
  // c++ takes all for C++; cc goes by the names.
  std::string Line = AnyCxx && !AnyC && !Embedded ? "c++" : "cc";
  if (!Program)
    Line += " -c";
  for (const Compiled &F : Files)
    Line += " " + shellWord(F.Path);
  for (const std::string &Flag : Options.HostFlags)
    Line += " " + shellWord(Flag);
  for (const std::string &Folder : In.Folders)
    Line += " " + shellWord("-I" + (Folder.empty() ? "." : Folder));
  const std::string Out = shellWord(StringRef(Options.Output).rtrim('/'));
  if (Options.EmbedRuntime)
    Line += " -I" + Out + (Program ? " " + Out + "/persistify/*.c -lOpenCL -ldl -lpthread" : "");
  else
    Line += Program ? " $(persistify --cflags --libs)" : " $(persistify --cflags)";
  if (!Program)
    return Line + (Options.EmbedRuntime ? "" : ", and link with $(persistify --libs)");
  if (StringRef(Line).starts_with("cc") && AnyCxx)
    Line += " -lstdc++";
  if (StringRef(Line).starts_with("cc") &&
      any_of(Files, [](const Compiled &F) { return isCFile(F) && StringRef(F.Text).contains("math.h"); }))
    Line += " -lm";
  return Line + " -o program";
}

/// What to change in the build that there is.
static std::string inPlaceOf(const ToolOptions &Options, const Inputs &In) {
  if (Options.InPlace)
    return "as before, with $(persistify --cflags) and, to link, $(persistify --libs)";
  constexpr size_t Most = 3; // are named
  std::vector<std::string> Pairs;
  for (const HostFile &H : ArrayRef(In.Hosts).take_front(Most))
    Pairs.push_back(
        shellWord((StringRef(Options.Output).rtrim('/') + "/" + outputPaths({H.Path}, In.Root).front()).str()) +
        " in place of " + shellWord(H.Path));
  if (In.Hosts.size() > Most)
    Pairs.push_back(std::to_string(In.Hosts.size() - Most) + " more");
  return "as before, but compile " + join(Pairs, ", ") + " with " +
         (Options.EmbedRuntime
              ? "-I" + shellWord(StringRef(Options.Output).rtrim('/')) + " and link what is in persistify/ there"
              : "$(persistify --cflags) and link with $(persistify --libs)");
}

void showBuild(const ToolOptions &Options, const Inputs &In, raw_ostream &OS) {
  if (!Options.writes() || !Options.DepFile.empty() || In.AnyOwn) // a build asks for the second; the last has its own
    return;
  const std::vector<Compiled> Files = compiledFiles(Options, In);
  if (Options.InPlace || !In.Database.empty())
    OS << "persistify: build: " << inPlaceOf(Options, In) << "\n";
  else if (count_if(Files, [](const Compiled &F) { return definesMain(F.Text); }) < 2) // else there are two programs
    OS << "persistify: build: " << wholeCommand(Options, In, Files) << "\n";
}

} // namespace persistify
