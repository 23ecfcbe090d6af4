//===- Inputs.cpp - input files and the flags they are parsed with ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inputs.h"
#include "CommandText.h"
#include "HostFlags.h"
#include "Programs.h"
#include "ShownPaths.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

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

bool isMeantBy(StringRef Path, StringRef Spelling) {
  return normalPath(Path) == normalPath(Spelling) || sys::path::filename(Path) == Spelling;
}

std::string rootOf(const std::vector<std::string> &Paths, SourceFiles &Files) {
  std::vector<std::string> All = Paths;
  for (const std::string &Path : Paths)
    append_range(All, Files.withHeaders(Path));
  const std::string Wider = commonDirectory(All);
  return sys::path::has_relative_path(Wider) ? Wider : commonDirectory(Paths);
}

std::vector<std::string> kernelFlagsFor(const ToolOptions &Options, StringRef Path) {
  std::vector<std::string> Result;
  for (const KernelFlags &K : Options.Kernels)
    if (K.File.empty() || isMeantBy(Path, K.File))
      append_range(Result, K.Flags);
  return Result;
}

namespace {
/// The files of a run.
class Reader {
public:
  Reader(const ToolOptions &Options, StringRef RuntimeInclude, Inputs &In, DiagnosticSink &Sink)
      : Options(Options), Flags(Options.HostFlags, RuntimeInclude), Shown(Options), In(In), Sink(Sink) {}

  bool operator()() {
    if (!Options.BuildDir.empty()) {
      if (!Flags.loadDatabase(Options.BuildDir, Sink))
        return false;
      In.Database = Options.BuildDir + "/compile_commands.json";
    }
    for (const std::string &Path : Options.Inputs)
      if (!sys::fs::is_directory(Path))
        Named.push_back(Path);
    const bool OneHost = Options.Inputs.size() == 1 && Named.size() == 1 && !Files.isKernel(Named.front());
    sayPrograms();
    takeGivenFolders();
    if (Options.Inputs.empty())
      takeDatabase();
    if (Options.BuildDir.empty() && Options.HostFlags.empty() && Options.Config)
      findDatabase();
    if (OneHost && Options.BuildDir.empty() && Options.Config && sys::fs::is_regular_file(Named.front()))
      takeHelpers();
    for (const std::string &Path : Named)
      if (take(Path) && Files.isKernel(Path))
        AnyKernel = true;
    if (!AnyKernel)
      findKernels();
    takeContext();
    findRoot();
    if (Good && !AnyHost)
      bad("no host file on the command line: it is the host's loops that are transformed");
    return Good;
  }

private:
  void bad(const Twine &Message) {
    Sink.report(Diag::BadOption, {}, {Message.str()});
    Good = false;
  }

  /// Files that are given together are one program, even if they are two: one with a loop is transformed all the same.
  void sayPrograms() {
    std::vector<std::string> Mains;
    for (const std::string &Path : Named)
      if (sys::fs::is_regular_file(Path) && !Files.isKernel(Path) && Files.definesMain(Path) &&
          !hasStamp(Files.text(Path)))
        Mains.push_back(Path);
    if (Mains.size() > 1 && Named.size() == Options.Inputs.size()) // else a folder's program is chosen
      Sink.report(Diag::NoteTwoPrograms, {}, {Shown(Mains[0]), Shown(Mains[1])});
  }

  /// Those first of which a loop seems to launch kernels; and how to go on.
  std::string severalPrograms(SourceTree &Tree, std::vector<Program> Programs, const std::string &What) const {
    constexpr size_t Most = 20; // are named
    std::set<std::string> WithLoops;
    for (const Program &P : Programs)
      if (Tree.seemsToLoop(P) && !planted("programs-by-name"))
        WithLoops.insert(P.Host);
    llvm::sort(Programs, [&](const Program &A, const Program &B) {
      return std::pair(!WithLoops.count(A.Host), A.Host) < std::pair(!WithLoops.count(B.Host), B.Host);
    });
    std::string Text =
        What + " holds " + std::to_string(Programs.size()) + " programs; give the file with main of one, too:";
    for (const Program &P : ArrayRef(Programs).take_front(Most))
      Text += "\n  " + Shown(P.Host);
    if (Programs.size() > Most)
      Text += "\n  and " + std::to_string(Programs.size() - Most) + " more";
    std::vector<std::string> Hosts, Folders;
    copy_if(Options.Inputs, std::back_inserter(Folders),
            [](const std::string &Path) { return sys::fs::is_directory(Path); });
    for (const Program &P : Programs)
      Hosts.push_back(P.Host);
    return Text + "\nsuch as: " + commandWith(Options, Shown(Programs.front().Host)) + "\nto see the loops of all: " +
           examineCommand(Options, Folders.size() == 1 ? Folders.front() : Shown(commonDirectory(Hosts)));
  }

  /// The files of \p Tree that use OpenCL, or come to one that does, become inputs; they must be one program, which a
  /// file that is given may choose. The others that define no `main` are known.
  void takeProgram(SourceTree &Tree, const Twine &What) {
    Tree.Strict = true;
    Tree.FlagsOf = [&](StringRef Path) { return Flags.given(Path); };
    std::set<std::string> Using, &Given = Tree.Given;
    for (const std::string &Path : Named)
      Given.insert(normalPath(Path));
    std::vector<Program> Programs;
    const Program *Chosen = nullptr;
    for (const std::string &Path : Tree.Hosts)
      if (!Tree.Files.definesMain(Path)) {
        if (Tree.usesOpenCL(Path))
          Using.insert(Path);
      } else if (Program P = Tree.programOf(Path); !P.Hosts.empty() && !hasStamp(Tree.Files.text(Path))) {
        Programs.push_back(std::move(P));
      }
    auto IsOwn = [&](const std::string &Path) { return hasStamp(Tree.Files.text(Path)) && !planted("own-in-folders"); };
    auto IsDone = [&](const std::string &Path) { return IsOwn(Path) && Tree.Files.definesMain(Path); };
    if (any_of(Named, IsDone))
      return; // by an earlier run, in place: a note will say so
    for (const Program &P : Programs)
      if (Given.count(normalPath(P.Host))) {
        if (Chosen)
          return bad("'" + Shown(Chosen->Host) + "' and '" + Shown(P.Host) +
                     "' both define main: they are two programs");
        Chosen = &P;
      }
    if (!Chosen && Programs.size() > 1)
      return bad(severalPrograms(Tree, std::move(Programs), What.str()));
    if (Chosen) {
      Using.clear();
      append_range(Known, Chosen->Others);
    } else {
      for (const std::string &Path : Tree.Hosts)
        if (!Using.count(Path) && !Tree.Files.definesMain(Path) && !hasStamp(Tree.Files.text(Path)))
          Known.push_back(Path);
    }
    const Program *P = Chosen ? Chosen : Programs.empty() ? nullptr : &Programs.front();
    if (P) {
      Using.insert(P->Hosts.begin(), P->Hosts.end());
      In.Linked = Shown(P->Others);
    } else if (any_of(Tree.Hosts, IsDone))
      Using.clear();
    takeOwn(P ? Tree.ownOutput(*P) : [&] {
      std::vector<std::string> All;
      copy_if(Tree.Hosts, std::back_inserter(All), IsOwn);
      return All;
    }());
    if (Using.empty() && !In.AnyOwn)
      return bad(What + " has no host file that uses OpenCL" + lookedAt(Tree));
    for (const std::string &Path : Using)
      if (!Given.count(normalPath(Path)))
        Named.push_back(Path);
  }

  /// Where no file uses OpenCL: what there was to see.
  std::string lookedAt(SourceTree &Tree) const {
    constexpr size_t Most = 5;
    for (const std::string &Path : Tree.Hosts)
      for (const std::string &Text : Tree.headersOf(Path))
        if (const StringRef Library = Tree.Files.wrapperOf(Text); !Library.empty())
          return (": '" + Shown(Text) + "' uses " + Library +
                  "; launches that a library makes are seen only where -I leads to its headers, in a folder "
                  "that is not the system's")
              .str();
    if (Tree.Hosts.empty())
      return ": there is no C or C++ file";
    std::string Names;
    for (size_t I = 0; I < std::min(Tree.Hosts.size(), Most); ++I)
      Names += (I ? ", '" : "'") + Shown(Tree.Hosts[I]) +
               (sys::fs::exists(Tree.Hosts[I]) ? "'" : "' (which does not exist)");
    if (Tree.Hosts.size() > Most)
      Names += " and " + std::to_string(Tree.Hosts.size() - Most) + " more";
    return ": looked at " + Names + ", and at headers that lie where includes and flags lead to";
  }

  /// Files of the program that an earlier run changed in place, and that nobody named.
  void takeOwn(ArrayRef<std::string> Paths) {
    for (const std::string &Path : Paths)
      if (none_of(Named, [&](const std::string &Given) { return normalPath(Given) == normalPath(Path); })) {
        Sink.report(Diag::NoteOwnOutput, {}, {Shown(Path)});
        In.AnyOwn = AnyHost = true;
      }
  }

  /// Several folders are those of one program.
  void takeGivenFolders() {
    SourceTree All;
    std::string Names;
    for (const std::string &Folder : Options.Inputs) {
      if (!sys::fs::is_directory(Folder))
        continue;
      SourceTree Tree;
      if (!Tree.read(Folder, Sink)) {
        Good = false;
        return;
      }
      Names += (Names.empty() ? "'" : " and '") + Folder + "'";
      for (auto [To, From] : {std::pair(&All.Hosts, &Tree.Hosts),
                              {&All.Kernels, &Tree.Kernels},
                              {&All.Headers, &Tree.Headers},
                              {&All.Foreign, &Tree.Foreign}})
        for (std::string &Path : *From)
          if (none_of(*To,
                      [&](const std::string &Has) { return normalPath(Has) == normalPath(Path); })) // one in the other
            To->push_back(std::move(Path));
    }
    if (Names.empty())
      return;
    takeProgram(All, Names);
    takeFolders(All);
  }

  void takeFolders(SourceTree &Tree) {
    const std::vector<std::string> Folders = Tree.includeFolders();
    Flags.addFolders(Folders);
    In.Folders = Shown(Folders);
  }

  void takeDatabase() {
    SourceTree Tree;
    Tree.Hosts = Flags.files();
    takeProgram(Tree, "'" + In.Database + "'");
  }

  /// One host file, and nothing else, is given: the files of its folder and below, or of the database, that define what
  /// it uses. Those that use OpenCL are inputs like it.
  void takeHelpers() {
    constexpr size_t Entries = 5000;
    const std::string Host = Named.front();
    SourceTree Tree;
    if (!Tree.readSmall(sys::path::has_parent_path(Host) ? sys::path::parent_path(Host) : ".", Entries))
      return;
    Tree.Strict = true;
    Tree.FlagsOf = [&](StringRef Path) { return Flags.given(Path); };
    const std::vector<std::string> Has = Flags.files();
    for (std::string &Path : Tree.Hosts) {
      StringRef Short = Path;
      Short.consume_front("./");
      Path = Short.str();
    }
    if (!Has.empty()) // what is built is known, and with which flags
      Tree.Hosts = Has;
    else
      takeFolders(Tree);
    if (hasStamp(Tree.Files.text(Host)))
      return;
    const auto Own = find_if(Tree.Hosts, [&](const std::string &P) { return normalPath(P) == normalPath(Host); });
    Program P = Tree.programOf(Own == Tree.Hosts.end() ? Host : *Own);
    for (bool Input : {true, false})
      for (const std::string &Path : Input ? P.Hosts : P.Others)
        if (normalPath(Path) != normalPath(Host)) {
          (Input ? Named : Known).push_back(Path);
          Sink.report(Diag::NoteFoundInput, {}, {Shown(Path), "'" + Shown(Host) + "' uses what it defines"});
        }
    takeOwn(Tree.ownOutput(P));
    In.Linked = Shown(P.Others);
  }

  /// As clangd and others do: compile_commands.json of the host files' folder or one above it, or of `build` in one.
  void findDatabase() {
    auto Host = find_if(Named, [&](StringRef Path) { return !Files.isKernel(Path); });
    if (Host == Named.end())
      return;
    std::string Absolute = normalPath(*Host);
    for (StringRef Folder = sys::path::parent_path(Absolute); !Folder.empty();
         Folder = sys::path::parent_path(Folder)) {
      std::optional<std::string> Place = HostFlags::buildFolder(Folder);
      DiagnosticSink Unread;
      if (!Place || !Flags.loadDatabase(*Place, Unread))
        continue;
      const std::vector<std::string> Has = Flags.files();
      if (all_of(Named, [&](StringRef Path) { return Files.isKernel(Path) || is_contained(Has, normalPath(Path)); })) {
        In.Database = *Place + "/compile_commands.json";
        Sink.report(Diag::NoteFoundInput, {}, {Shown(In.Database), "it says how the host files are compiled"});
        return;
      }
    }
    Flags.forgetDatabase();
  }

  bool isGiven(const std::string &Path) const {
    return any_of(Options.Inputs, [&](const std::string &Input) { return normalPath(Input) == normalPath(Path); });
  }

  bool take(const std::string &Found) {
    const std::string Path = Shown(Found);
    if (!Seen.insert(normalPath(Path)).second) {
      bad("'" + Path + "' is given twice");
      return false;
    }
    std::optional<std::string> Text = readFile(Path, Sink);
    if (!Text)
      return Good = false;
    In.Paths.push_back(Path);
    In.Texts[Path] = *Text;
    Files.know(Path, *Text);
    const bool IsKernel = Files.isKernel(Path);
    AnyHost |= !IsKernel;
    if (hasStamp(*Text)) {
      Sink.report(Diag::NoteOwnOutput, {}, {Path});
      In.AnyOwn |= !IsKernel;
    } else if (IsKernel)
      In.Kernels.push_back({Path, *Text, kernelFlagsFor(Options, Path)});
    else
      In.Hosts.push_back({Path, *Text, Flags.of(Path), {}, {}, false, isGiven(Path)});
    return true;
  }

  /// Where no kernel file is given: those that the hosts name.
  void findKernels() {
    std::vector<std::string> All, Has;
    auto Take = [&](const FoundKernel &K) {
      if (Seen.count(normalPath(K.Path)) ||
          (!Options.Root.empty() && !liesIn(normalPath(K.Path), normalPath(Options.Root))) || !take(K.Path))
        return;
      Has.push_back(K.Path);
      const std::string Of = K.Kernel.empty() ? "names it" : "names its kernel '" + K.Kernel + "'";
      Sink.report(Diag::NoteFoundInput, {},
                  {Shown(K.Path), K.Line ? "'" + Shown(K.By) + "' " + Of + " in line " + std::to_string(K.Line)
                                         : "flags of '" + Shown(K.By) + "' name it"});
    };
    for (size_t H = 0; H < In.Hosts.size(); ++H) {
      const std::string Host = In.Hosts[H].Path;
      const std::vector<std::string> Texts = Files.withHeaders(Host, foldersIn(In.Hosts[H].Flags));
      for (const FoundKernel &K : Files.kernelsOf(Host, Texts, {}, valuesIn(In.Hosts[H].Flags)))
        Take(K);
      append_range(All, Texts);
    }
    if (!In.Hosts.empty())
      for (const FoundKernel &K : Files.definersOf(In.Hosts.front().Path, All, Has))
        Take(K);
  }

  void findRoot() {
    In.Root = commonDirectory(In.Paths);
    if (!Options.Root.empty()) {
      const std::string Given = normalPath(Options.Root);
      if (!In.Paths.empty() && !liesIn(In.Root, Given))
        bad("--root: '" + Options.Root + "' does not hold all inputs");
      In.Root = Given;
      return;
    }
    In.Root = rootOf(In.Paths, Files);
  }

  void takeContext() {
    for (const std::string &Path : Known)
      In.MayChange.insert(normalPath(Path));
    for (const std::string &Path : Flags.files())
      Known.push_back(Path);
    for (const std::string &Path : Known)
      if (const std::string &Text = Files.text(Path);
          !Text.empty() && !hasStamp(Text) && Seen.insert(normalPath(Path)).second)
        In.Context.push_back({Shown(Path), Text, Flags.of(Path)});
  }

  const ToolOptions &Options;
  HostFlags Flags;
  const ShownPaths Shown;
  Inputs &In;
  DiagnosticSink &Sink;
  SourceFiles Files;
  std::vector<std::string> Named; ///< as given, and what folders and the database stand for
  std::vector<std::string> Known; ///< other files of the program
  StringSet<> Seen;
  bool Good = true, AnyHost = false, AnyKernel = false;
};
} // namespace

bool readInputs(const ToolOptions &Options, StringRef RuntimeInclude, Inputs &In, DiagnosticSink &Sink) {
  bool Good = Reader(Options, RuntimeInclude, In, Sink)();
  auto Bad = [&](const Twine &Message) {
    Sink.report(Diag::BadOption, {}, {Message.str()});
    Good = false;
  };

  auto IsKernel = [&](const std::string &Path) {
    return isKernelFile(Path) || any_of(In.Kernels, [&](const KernelSource &K) { return K.Path == Path; });
  };
  for (const KernelFlags &K : Options.Kernels)
    if (!K.File.empty() && !K.Default &&
        none_of(In.Paths, [&](const std::string &Path) { return IsKernel(Path) && isMeantBy(Path, K.File); }))
      Bad("--kernel-flags: no kernel file '" + K.File + "' on the command line");
  auto LoopOf = [&](StringRef Option, StringRef File) {
    if (none_of(In.Paths, [&](const std::string &Path) { return !IsKernel(Path) && isMeantBy(Path, File); }))
      Bad(Option + ": no host file '" + File + "' on the command line");
  };
  for (const auto &[File, Line] : Options.Loops)
    LoopOf("--loop", File);
  for (const Hint &H : Options.Hints)
    if (!H.File.empty() && !H.Default)
      LoopOf(StringRef(H.Text).split(' ').first, H.File);
  return Good;
}

} // namespace persistify
