//===- FlagAdvice.cpp - what host files with syntax errors perhaps lack ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FlagAdvice.h"
#include "HostFlags.h"
#include "Programs.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace persistify {

namespace {
/// As a command would name it here.
std::string nameOf(StringRef Path) {
  SmallString<256> Here;
  (void)sys::fs::current_path(Here);
  const std::string Whole = normalPath(Path);
  StringRef Short = Whole;
  if (Short == Here)
    return ".";
  return Short.consume_front(Here) && Short.consume_front("/") ? Short.str() : Whole;
}

class Adviser {
public:
  Adviser(const ToolOptions &Options, const Inputs &In, std::vector<Diagnostic> Errors, DiagnosticSink &Sink)
      : Options(Options), In(In), Errors(std::move(Errors)), Sink(Sink) {}

  void operator()() {
    const bool Flagless = Options.HostFlags.empty() && In.Database.empty();
    const std::vector<std::string> Missing = missing();
    headers(Missing);
    if (Missing.empty())
      standard();
    if (Flagless) {
      build();
      Sink.report(Diag::NoteNoFlags, {});
    }
  }

private:
  void say(const std::string &What) { Sink.report(Diag::NoteTryFlags, {}, {What}); }

  /// Headers that were not found.
  std::vector<std::string> missing() const {
    std::vector<std::string> Names;
    for (const Diagnostic &D : Errors)
      if (StringRef Text = D.Args.front(); Text.consume_front("'"))
        if (auto [Name, Rest] = Text.split("' file not found");
            Name.size() != Text.size() && !is_contained(Names, Name.str()))
          Names.push_back(Name.str());
    return Names;
  }

  /// Sources of the folder of the first host file, or of one or two above it: as many as are not too many.
  std::optional<SourceTree> around() const {
    constexpr size_t Entries = 5000;
    std::optional<SourceTree> Result;
    std::string Folder = normalPath(In.Hosts.front().Path);
    for (unsigned Up = 0; Up < 3; ++Up) {
      Folder = sys::path::parent_path(Folder).str();
      SourceTree Tree;
      if (!sys::path::has_relative_path(Folder) || !Tree.readSmall(Folder, Entries))
        break;
      Result = std::move(Tree);
    }
    return Result;
  }

  /// Folders that makefiles beside the host files name.
  std::set<std::string> ofMakefiles() const {
    std::set<std::string> Folders;
    SourceFiles Files;
    for (const HostFile &H : In.Hosts)
      for (StringRef Name : {"Makefile", "makefile", "GNUmakefile", "CMakeLists.txt"}) {
        const std::string Path = beside(H.Path, Name);
        SmallVector<StringRef, 64> Words;
        SplitString(Files.text(Path), Words, " \t\n\r()\"");
        for (StringRef Word : Words)
          if (Word.consume_front("-I"), !Word.empty() && !Word.contains('$'))
            if (const std::string Folder = beside(Path, Word); sys::fs::is_directory(Folder))
              Folders.insert(normalPath(Folder));
      }
    return Folders;
  }

  void headers(const std::vector<std::string> &Missing) {
    std::optional<SourceTree> Tree = Missing.empty() ? std::nullopt : around();
    const std::set<std::string> Named = ofMakefiles();
    std::vector<std::string> Flags;
    std::string Where;
    for (const std::string &Name : Missing) {
      std::vector<std::string> Folders; // in which it lies
      for (const std::string &Header : Tree ? Tree->Headers : std::vector<std::string>())
        if (StringRef Folder = Header; Folder.consume_back("/" + Name))
          Folders.push_back(Folder.str());
      size_t Near = 0; // another project's, perhaps, are farther
      for (const std::string &F : Folders)
        Near = std::max(Near, nearness(F, normalPath(In.Hosts.front().Path)));
      erase_if(Folders, [&](const std::string &F) { return nearness(F, normalPath(In.Hosts.front().Path)) < Near; });
      if (any_of(Folders, [&](const std::string &F) { return Named.count(F); }))
        erase_if(Folders, [&](const std::string &F) { return !Named.count(F); });
      if (Folders.empty()) {
        absent(Name);
      } else if (Folders.size() == 1) {
        const std::string Flag = "-I" + nameOf(Folders.front());
        if (!is_contained(Flags, Flag))
          Flags.push_back(Flag);
        Where += (Where.empty() ? "'" : ", '") + Name + "'";
      } else {
        say("-- -I" + nameOf(Folders[0]) + " or -I" + nameOf(Folders[1]) + ": '" + Name + "' lies in " +
            (Folders.size() == 2 ? "both" : std::to_string(Folders.size()) + " folders, those among them"));
      }
    }
    if (!Flags.empty())
      say("-- " + join(Flags, " ") + ": " + Where +
          (Flags.size() > 1                 ? " lie there"
           : StringRef(Where).contains(',') ? " lie there"
                                            : " lies there"));
  }

  /// With slashes alone. Only Windows takes backslashes, one or two in a row.
  static std::string withSlashes(StringRef Name) {
    std::string Out;
    for (char C : Name)
      if (C != '\\')
        Out += C;
      else if (Out.empty() || Out.back() != '/')
        Out += '/';
    return Out;
  }

  /// A header that lies nowhere near.
  void absent(StringRef Name) {
    if (const std::string Slashes = withSlashes(Name); Slashes != Name)
      return say("slashes in place of the backslashes, which only Windows takes: #include of '" + Slashes + "'");
    if (Name == "CL/cl.hpp")
      say("'CL/cl.hpp', the C++ binding of before OpenCL 2.1, which is no longer part of packages: put it in a folder "
          "CL and give the folder around "
          "it by -I; or make the program include <CL/opencl.hpp>, which is much the same (its macros begin with "
          "CL_HPP_)");
  }

  static size_t errorsWith(const HostFile &H, const std::string &Standard) {
    std::vector<std::string> Flags = H.Flags;
    for (std::string &Flag : Flags)
      if (StringRef(Flag).starts_with("-std="))
        Flag = "-std=" + Standard;
    DiagnosticSink Own;
    if (parseHost(H.Path, H.Text, Flags, Own))
      return 0;
    return std::max<size_t>(1, Own.all().size());
  }

  /// Where nothing says which version of the language it is: the one with which most errors go away.
  void standard() {
    auto Says = [](StringRef Flag) {
      return Flag.starts_with("-std=") || Flag.starts_with("--std=") || Flag == "-ansi";
    };
    for (const HostFile &H : In.Hosts) {
      const bool Is17 = is_contained(H.Flags, "-std=gnu++17"), Is11 = is_contained(H.Flags, "-std=gnu11");
      const size_t Before = Is17 || Is11 ? errorsWith(H, Is17 ? "gnu++17" : "gnu11") : 0;
      if (!Before || any_of(Options.HostFlags, Says))
        continue;
      std::string Best;
      size_t Least = Before;
      for (StringRef Standard :
           Is17 ? ArrayRef<StringRef>{"gnu++20", "gnu++23", "gnu++14"} : ArrayRef<StringRef>{"gnu17", "gnu2x", "gnu89"})
        if (const size_t Left = errorsWith(H, Standard.str()); Left * 2 <= Least && Left < Least) {
          Least = Left;
          Best = Standard.str();
        }
      if (Best.empty())
        continue;
      say("-- -std=" + Best + ": with it '" + nameOf(H.Path) + "' has " +
          (Least ? "fewer errors" : "none of these errors"));
      return;
    }
  }

  /// How the flags of the build are had.
  void build() {
    struct System {
      StringLiteral File, Command, Place;
    };
    static constexpr System Systems[] = {
        {"CMakeLists.txt", "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "build"},
        {"meson.build", "meson setup build", "build"},
        {"Makefile", "bear -- make", "."},
        {"makefile", "bear -- make", "."},
        {"GNUmakefile", "bear -- make", "."},
        {"SConstruct", "bear -- scons", "."}};
    const System *Best = nullptr;
    std::string Place, Folder = normalPath(In.Hosts.front().Path);
    for (unsigned Up = 0; Up < 4; ++Up) {
      Folder = sys::path::parent_path(Folder).str();
      if (!sys::path::has_relative_path(Folder))
        break;
      auto Its = find_if(Systems, [&](const System &S) { return sys::fs::is_regular_file(Folder + "/" + S.File); });
      if (Its == std::end(Systems) || (Best && Its->File != Best->File)) // a tree of CMakeLists.txt begins at the top
        continue;
      if (Best && Best->Place == ".") // but a makefile is one program's
        break;
      Best = Its;
      Place = Folder;
    }
    if (!Best)
      return;
    const std::string Name = nameOf(Place);
    const std::string In = Name == "." ? "" : "cd " + Name + " && ";
    const std::string To = Best->Place == "." ? Name : Name == "." ? Best->Place.str() : Name + "/" + Best->Place.str();
    say("the flags of their build (" + (Name == "." ? "" : Name + "/") + Best->File.str() + "): '" + In +
        Best->Command.str() + "' writes them for -p " + To);
  }

  const ToolOptions &Options;
  const Inputs &In;
  const std::vector<Diagnostic> Errors;
  DiagnosticSink &Sink;
};
} // namespace

void adviseOnFlags(const ToolOptions &Options, const Inputs &In, ArrayRef<Diagnostic> Found, DiagnosticSink &Sink) {
  SourceFiles Files;
  std::set<std::string> OfKernels;
  for (const KernelSource &K : In.Kernels)
    for (const std::string &Path : Files.withHeaders(K.Path))
      OfKernels.insert(normalPath(Path));
  std::vector<Diagnostic> Errors;
  copy_if(Found, std::back_inserter(Errors), [&](const Diagnostic &D) {
    return D.D == Diag::ParseError && !D.Args.empty() && D.Range.valid() && !OfKernels.count(normalPath(D.Range.File));
  });
  if (!Errors.empty() && !planted("no-flag-advice"))
    Adviser(Options, In, std::move(Errors), Sink)();
}

} // namespace persistify
