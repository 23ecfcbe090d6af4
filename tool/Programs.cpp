//===- Programs.cpp - finding the programs of a source tree ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "HostFlags.h"
#include "Inputs.h"
#include "Output.h"
#include "persistify/Api.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace persistify {

static bool isHostFile(StringRef Path) {
  return is_contained({".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP"}, sys::path::extension(Path));
}
bool isKernelFile(StringRef Path) { return is_contained({".cl", ".ocl"}, sys::path::extension(Path)); }

/// Of a program in another language.
static bool isForeign(StringRef Path) { return is_contained({".cu", ".hip"}, sys::path::extension(Path)); }

static bool isHeader(StringRef Path) {
  return is_contained({".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".inc"}, sys::path::extension(Path));
}

namespace {
/// The source files below a folder, sorted.
class Walk {
public:
  std::vector<std::string> Hosts, Kernels, Headers, Foreign;

  /// \p Most: so many entries are looked at, the others left out.
  explicit Walk(size_t Most = -1) : Left(Most) {}

  bool operator()(StringRef Folder, DiagnosticSink &Sink) {
    bool Good = read(Folder, Sink);
    const std::string Root = realPath(Folder);
    for (size_t I = 0; I < Links.size(); ++I) { // by now all that lies below is met
      const std::string To = realPath(Links[I]), Link = Links[I];
      if (Met.count(To) || liesIn(Root, To))
        continue;
      Walk There(std::min(Left, LinkMost)); // data, perhaps
      There.Met = Met;
      DiagnosticSink Unread;
      if (!There.read(Link, Unread) || !There.complete())
        continue;
      Met = std::move(There.Met);
      llvm::append_range(Links, There.Links);
      llvm::append_range(Hosts, There.Hosts);
      llvm::append_range(Kernels, There.Kernels);
      llvm::append_range(Headers, There.Headers);
      llvm::append_range(Foreign, There.Foreign);
    }
    llvm::sort(Hosts);
    llvm::sort(Kernels);
    llvm::sort(Headers);
    llvm::sort(Foreign);
    return Good;
  }
  bool complete() const { return Left != 0; }

private:
  static constexpr size_t LinkMost = 4000; ///< entries behind a link to a folder

  bool read(StringRef Folder, DiagnosticSink &Sink) {
    if (!Met.insert(realPath(Folder)).second)
      return true;
    SmallString<256> List(Folder);
    sys::path::append(List, ".persistify");
    if (auto Text = MemoryBuffer::getFile(List); Text && isManifest((*Text)->getBuffer()))
      return true; // our own output
    std::error_code EC;
    bool Good = true;
    std::vector<std::string> Folders;
    for (sys::fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false), End; It != End && !EC && Left;
         It.increment(EC), --Left) {
      StringRef Name = sys::path::filename(It->path());
      if (Name.starts_with("."))
        continue;
      sys::fs::file_type Type = It->type();
      if (Type == sys::fs::file_type::directory_file)
        Folders.push_back(It->path());
      else if (Type == sys::fs::file_type::symlink_file && sys::fs::is_directory(It->path()))
        Links.push_back(It->path());
      else if (auto *To = isHostFile(Name)     ? &Hosts
                          : isKernelFile(Name) ? &Kernels
                          : isHeader(Name)     ? &Headers
                          : isForeign(Name)    ? &Foreign
                                               : nullptr;
               To && sys::fs::is_regular_file(It->path()))
        To->push_back(It->path());
    }
    if (EC) {
      Sink.report(Diag::InputUnreadable, {}, {Folder.str(), EC.message()});
      Good = false;
    }
    llvm::sort(Folders);
    for (const std::string &F : Folders)
      Good &= read(F, Sink);
    return Good;
  }

  size_t Left;
  std::set<std::string> Met;      ///< folders, by their real paths
  std::vector<std::string> Links; ///< to folders
};
} // namespace

//===- texts --------------------------------------------------------------===//

const std::string &SourceFiles::text(StringRef Path) {
  auto [It, New] = Texts.try_emplace(Path);
  if (New)
    if (auto File = MemoryBuffer::getFile(Path))
      It->second = (*File)->getBuffer().str();
  return It->second;
}

/// The host file and all that it reaches by quoted includes.
std::vector<std::string> SourceFiles::withHeaders(StringRef Host, ArrayRef<std::string> Folders) {
  std::vector<std::string> Files{Host.str()};
  std::set<std::string> Seen{normalPath(Host)};
  for (size_t I = 0; I < Files.size() && I < 200; ++I)
    for (const std::string &Name : quotedIncludes(text(Files[I]))) {
      std::string Path = beside(Files[I], Name);
      for (const std::string &Folder : Folders)
        if (!sys::fs::is_regular_file(Path))
          Path = beside(Folder + "/.", Name);
      if (sys::fs::is_regular_file(Path) && Seen.insert(normalPath(Path)).second)
        Files.push_back(std::move(Path));
    }
  return Files;
}

bool SourceFiles::namesOpenCL(StringRef File) {
  const StringRef Text = text(File);
  auto Has = [&](const std::string &Word) { return Text.contains(Word); };
  return any_of(headerWords(), Has) || any_of(launchWords(), Has);
}

StringRef SourceFiles::wrapperOf(StringRef File) {
  static constexpr std::pair<StringLiteral, StringLiteral> Libraries[] = {
      {"boost/compute", "Boost.Compute"}, {"viennacl/", "ViennaCL"}, {"vexcl/", "VexCL"},
      {"arrayfire.h", "ArrayFire"},       {"sycl/", "SYCL"},         {"CL/sycl.hpp", "SYCL"},
      {"opencv2/core/ocl.hpp", "OpenCV"}};
  for (const IncludeDirective &Include : includeDirectives(text(File)))
    for (auto &[Header, Library] : Libraries)
      if (StringRef(Include.Name).starts_with(Header))
        return Library;
  return "";
}

bool SourceFiles::definesMain(StringRef Host) { return persistify::definesMain(text(Host)); }

const std::set<std::string> &SourceFiles::kernelsIn(StringRef File) {
  auto [It, New] = Defined.try_emplace(File);
  if (const std::string &Text = text(File); New && StringRef(Text).contains("kernel"))
    It->second = persistify::kernelsIn(Text);
  return It->second;
}

//===- kernels ------------------------------------------------------------===//

size_t nearness(StringRef A, StringRef B) {
  size_t Common = 0;
  for (auto I = sys::path::begin(A), J = sys::path::begin(B);
       I != sys::path::end(A) && J != sys::path::end(B) && *I == *J; ++I, ++J)
    ++Common;
  return Common;
}

static const std::string *nearest(ArrayRef<std::string> Kernels, StringRef Name, StringRef Host) {
  const std::string *Best = nullptr;
  for (const std::string &Kernel : Kernels)
    if (sys::path::filename(Kernel) == sys::path::filename(Name) &&
        (!Best || nearness(Kernel, Host) > nearness(*Best, Host)))
      Best = &Kernel;
  return Best;
}

/// The kernel files of a folder and below; none if too much lies there.
const std::vector<std::string> &SourceFiles::below(const std::string &Folder) {
  constexpr size_t Entries = 5000;
  auto [It, New] = Below.try_emplace(Folder);
  if (New) {
    DiagnosticSink Unread;
    Walk Files(Entries);
    Files(Folder.empty() ? "." : Folder, Unread);
    if (Files.complete())
      for (StringRef Kernel : Files.Kernels) {
        Kernel.consume_front("./");
        It->second.push_back(Kernel.str());
      }
  }
  return It->second;
}

std::string SourceFiles::find(StringRef Name, StringRef Host, ArrayRef<std::string> Others) {
  constexpr unsigned Above = 3; // folders
  if (sys::path::stem(Name).empty() || sys::path::stem(Name).starts_with("."))
    return ""; // an ending, for a name that the program has from elsewhere
  if (sys::path::is_absolute(Name) && sys::fs::is_regular_file(Name))
    return Name.str();
  Name = Name.ltrim('/'); // behind the name of a folder
  const std::string Own = sys::path::parent_path(Host).str();
  std::string Folder = Own;
  for (unsigned I = 0; I <= Above; ++I, Folder = folderAbove(Folder)) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (sys::fs::is_regular_file(Path))
      return Path.str().str();
  }
  for (const std::string &Start : {Own, folderAbove(Own)}) {
    if (!sys::path::has_parent_path(normalPath(Start)))
      break; // the root
    if (const std::string *Found = nearest(below(Start), Name, Host))
      return *Found;
  }
  const std::string *Found = nearest(Others, Name, Host);
  return Found ? *Found : "";
}

/// "%s_%d.cl" as a pattern for names of files.
static std::string patternOf(StringRef Format) {
  std::string Out;
  for (size_t I = 0; I < Format.size(); ++I) {
    if (Format[I] != '%' || Format.substr(I, 2) == "%%") {
      if (StringRef("*?[]{}\\").contains(Format[I]))
        Out += '\\';
      Out += Format[I];
      I += Format[I] == '%';
      continue;
    }
    I = Format.find_first_of("diuoxXeEfgGcsp", I + 1); // where the conversion ends
    Out += '*';
    if (I == StringRef::npos)
      break;
  }
  return Out;
}

std::vector<std::string> SourceFiles::findAll(StringRef Name, StringRef Host, ArrayRef<std::string> Others) {
  constexpr unsigned Above = 3; // folders
  constexpr size_t Most = 16;   // files
  const StringRef In = sys::path::parent_path(Name);
  if (!Name.contains('%')) {
    std::string Found = find(Name, Host, Others);
    return Found.empty() ? std::vector<std::string>() : std::vector<std::string>{std::move(Found)};
  }
  const std::string Glob = patternOf(sys::path::filename(Name)); // the pattern refers to it
  Expected<GlobPattern> Pattern = GlobPattern::create(Glob);
  if (!Pattern) {
    consumeError(Pattern.takeError());
    return {};
  }
  std::string Folder = sys::path::parent_path(Host).str();
  for (unsigned I = 0; I <= Above && !In.contains('%'); ++I, Folder = folderAbove(Folder)) {
    SmallString<256> Path(sys::path::is_absolute(In) ? "" : Folder);
    sys::path::append(Path, In);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    std::vector<std::string> Found;
    std::error_code EC;
    for (sys::fs::directory_iterator It(Path.empty() ? "." : Twine(Path), EC), End; It != End && !EC; It.increment(EC))
      if (const StringRef File = sys::path::filename(It->path());
          isKernelFile(File) && Pattern->match(File) && sys::fs::is_regular_file(It->path()))
        Found.push_back(StringRef(It->path()).str());
    llvm::sort(Found);
    if (!Found.empty())
      return Found.size() > Most ? std::vector<std::string>() : Found;
  }
  return {};
}

std::vector<FoundKernel> SourceFiles::kernelsOf(StringRef Host, ArrayRef<std::string> Texts,
                                                ArrayRef<std::string> Others, ArrayRef<std::string> Names) {
  std::vector<FoundKernel> Result;
  auto Add = [&](std::string Path, const std::string &By, unsigned Line) {
    if (!hasStamp(text(Path)) &&
        none_of(Result, [&](const FoundKernel &K) { return normalPath(K.Path) == normalPath(Path); }))
      Result.push_back({std::move(Path), By, Line, ""});
  };
  for (const std::string &File : Texts)
    for (const NamedFile &Named : namedKernelFiles(text(File)))
      for (std::string &Path : findAll(Named.Name, Host, Others))
        Add(std::move(Path), File, Named.Line);
  for (const std::string &Name : Names)
    if (isKernelFile(Name))
      for (std::string &Path : findAll(Name, Host, Others))
        Add(std::move(Path), Host.str(), 0);
  for (const std::string &File : Texts)
    for (const NamedFile &Named : namesOfFiles(text(File)))
      if (std::string Path = isKernelFile(Named.Name) ? "" : find(Named.Name, Host, {});
          !Path.empty() && isKernel(Path) && !planted("kernels-by-ending"))
        Add(std::move(Path), File, Named.Line);
  return Result;
}

/// Whether a text defines the function, perhaps in a string that it is part of.
static bool defines(StringRef Text, StringRef Name) {
  for (size_t At = 0; (At = Text.find(Name, At)) != StringRef::npos; At += Name.size())
    if (Text.take_front(At).rtrim().ends_with("void") && Text.drop_front(At + Name.size()).ltrim().starts_with("("))
      return true;
  return false;
}

std::vector<FoundKernel> SourceFiles::definersOf(StringRef Host, ArrayRef<std::string> Texts, ArrayRef<std::string> Has,
                                                 const std::vector<std::string> *Among) {
  std::vector<FoundKernel> Result;
  if (planted("unnamed-kernels"))
    return Result;
  const std::string Own = sys::path::parent_path(Host).str();
  const bool Whole = !sys::path::has_parent_path(normalPath(Own)); // not the files of the machine
  const std::vector<std::string> Found = Among ? *Among : Whole ? std::vector<std::string>() : below(Own);
  std::set<std::string> Seen;
  for (const std::string &File : Texts)
    for (const NamedFile &Named : namesOfKernels(text(File))) {
      if (!Seen.insert(Named.Name).second ||
          any_of(Has, [&](const std::string &Path) { return kernelsIn(Path).count(Named.Name); }))
        continue;
      size_t Best = 0;
      std::vector<std::string> Paths;
      for (const std::string &Path : Found) {
        if (!kernelsIn(Path).count(Named.Name) || hasStamp(text(Path)))
          continue;
        const size_t Near = nearness(Path, Host);
        if (Paths.empty() || Near > Best)
          Paths.clear();
        else if (Near < Best)
          continue;
        Best = Near;
        Paths.push_back(Path);
      }
      if (Paths.empty() || any_of(Texts, [&](const std::string &T) { return defines(text(T), Named.Name); }))
        continue;
      for (const std::string &Path : Paths)
        if (none_of(Result, [&](const FoundKernel &K) { return K.Path == Path; }))
          Result.push_back({Path, File, Named.Line, Named.Name});
    }
  return Result;
}

//===- trees --------------------------------------------------------------===//

bool SourceTree::read(StringRef Folder, DiagnosticSink &Sink) {
  if (!sys::fs::is_directory(Folder)) {
    auto Why = sys::fs::exists(Folder) ? std::errc::not_a_directory : std::errc::no_such_file_or_directory;
    Sink.report(Diag::InputUnreadable, {}, {Folder.str(), std::make_error_code(Why).message()});
    return false;
  }
  Walk Sources;
  bool Good = Sources(Folder, Sink);
  Hosts = std::move(Sources.Hosts);
  Kernels = std::move(Sources.Kernels);
  Headers = std::move(Sources.Headers);
  Foreign = std::move(Sources.Foreign);
  return Good;
}

bool SourceTree::readSmall(StringRef Folder, size_t Most) {
  Walk Sources(Most);
  DiagnosticSink Unread;
  if (!Sources(Folder, Unread) || !Sources.complete())
    return false;
  Hosts = std::move(Sources.Hosts);
  Kernels = std::move(Sources.Kernels);
  Headers = std::move(Sources.Headers);
  Foreign = std::move(Sources.Foreign);
  return true;
}

const std::string *SourceTree::header(const std::string &File, StringRef Name) {
  if (ByName.empty())
    for (const std::string &Header : Headers)
      ByName[sys::path::filename(Header)].push_back(Header);
  const std::string Ending = ("/" + Name).str(), *Best = nullptr;
  auto It = ByName.find(sys::path::filename(Name));
  if (It != ByName.end())
    for (const std::string &Header : It->second)
      if (StringRef(Header).ends_with(Ending) && (!Best || nearness(Header, File) > nearness(*Best, File)))
        Best = &Header;
  return Best;
}

/// Whether the system has a header of that name, for all that is known without a compiler.
static bool isOfSystem(StringRef Name) {
  return any_of(ArrayRef<std::string>{"/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu",
                                      "/usr/include/aarch64-linux-gnu", clangResourceDir() + "/include"},
                [&](const std::string &Folder) { return sys::fs::exists(Folder + "/" + Name); });
}

std::vector<std::string> SourceTree::includeFolders() {
  std::vector<std::string> Work = Hosts;
  std::vector<std::string> Result;
  StringSet<> Seen, Added;
  for (size_t I = 0; I < Work.size(); ++I) {
    const std::string File = Work[I];
    for (const IncludeDirective &Include : includeDirectives(Files.text(File))) {
      std::string Found = beside(File, Include.Name);
      if (Include.Angled || !sys::fs::is_regular_file(Found)) {
        const std::string *Best = Include.Angled && isOfSystem(Include.Name) ? nullptr : header(File, Include.Name);
        if (!Best)
          continue;
        Found = *Best;
        std::string Folder = StringRef(Found).drop_back(Include.Name.size() + 1).str();
        if (Added.insert(Folder).second)
          Result.push_back(Folder);
      }
      if (Seen.insert(Found).second)
        Work.push_back(Found);
    }
  }
  return Result;
}

const std::vector<std::string> &SourceTree::included(const std::string &File, ArrayRef<std::string> Folders) {
  auto [It, New] = Included[join(Folders, "\n")].try_emplace(File);
  if (New)
    for (const IncludeDirective &Include : includeDirectives(Files.text(File)))
      if (std::string Found = found(File, Include, Folders); !Found.empty())
        It->second.push_back(std::move(Found));
  return It->second;
}

std::string SourceTree::found(const std::string &File, const IncludeDirective &Include, ArrayRef<std::string> Folders) {
  if (std::string Own = beside(File, Include.Name); !Include.Angled && sys::fs::is_regular_file(Own))
    return Own;
  for (const std::string &Folder : Folders)
    if (SmallString<256> Path(Folder); sys::path::append(Path, Include.Name), sys::fs::is_regular_file(Path))
      return Path.str().str();
  const std::string *Best = Include.Angled && isOfSystem(Include.Name) ? nullptr : header(File, Include.Name);
  return Best ? *Best : "";
}

const std::vector<std::string> &SourceTree::headersOf(const std::string &File) {
  auto [It, New] = Reached.try_emplace(File);
  if (!New)
    return It->second;
  std::vector<std::string> Result{File}, Folders;
  if (FlagsOf && !planted("headers-by-tree"))
    Folders = foldersIn(FlagsOf(File));
  StringSet<> Seen;
  Seen.insert(normalPath(File));
  for (size_t I = 0; I < Result.size() && I < 300; ++I) {
    const std::string Text = Result[I];
    for (const std::string &Found : included(Text, Folders))
      if (Seen.insert(normalPath(Found)).second)
        Result.push_back(Found);
  }
  return It->second = std::move(Result);
}

bool SourceTree::usesOpenCL(const std::string &Host) {
  return !hasStamp(Files.text(Host)) &&
         any_of(headersOf(Host), [&](const std::string &File) { return Files.namesOpenCL(File); });
}

//===- programs -----------------------------------------------------------===//

const FileOutline &SourceTree::outline(const std::string &File) {
  auto [It, New] = Outlines.try_emplace(File);
  if (New)
    It->second = outlineOf(Files.text(File));
  return It->second;
}

bool SourceTree::isGiven(const std::string &File) const {
  return !Given.empty() && Given.count(normalPath(File)) && !planted("given-as-found");
}

void SourceTree::index() {
  if (Indexed)
    return;
  Indexed = true;
  std::vector<std::string> All = Hosts;
  append_range(All, Foreign);
  for (const std::string &Host : All)
    if (!Files.definesMain(Host) && !hasStamp(Files.text(Host))) {
      for (const std::string &Name : outline(Host).Defines)
        Functions[Name].push_back(Host);
      for (const std::string &Name : outline(Host).Variables)
        Variables[Name].push_back(Host);
    }
}

std::vector<std::string> SourceTree::definersOf(StringRef Name) {
  index();
  SmallVector<StringRef, 4> Parts;
  Name.split(Parts, "::");
  auto It = Functions.find(Parts.size() < 2 ? Name.str() : (Parts[Parts.size() - 2] + "::").str());
  if (It == Functions.end())
    return {};
  std::vector<std::string> Result = It->second;
  erase_if(Result, [&](const std::string &File) { return !outline(File).Words.count(Parts.back().str()); });
  return Result;
}

Program SourceTree::programOf(const std::string &Host) {
  std::set<std::string> All{Host};
  if (isGiven(Host))
    for (const std::string &File : Hosts)
      if (isGiven(File) && !Files.definesMain(File))
        All.insert(File);
  for (std::vector<std::string> Work(All.begin(), All.end()); !Work.empty();) {
    const std::string File = Work.back();
    Work.pop_back();
    for (const std::string &Next : usedBy(File))
      if (All.insert(Next).second)
        Work.push_back(Next);
  }
  // A file that another one includes is a part of that.
  std::map<std::string, std::string> Paths;
  for (const std::string &File : All)
    Paths.try_emplace(normalPath(File), File);
  std::set<std::string> Parts;
  for (const std::string &File : All)
    for (const std::string &Text : headersOf(File))
      if (auto It = Paths.find(normalPath(Text)); It != Paths.end() && It->second != File && It->second != Host)
        Parts.insert(It->second);
  for (const std::string &Part : Parts)
    All.erase(Part);
  auto Uses = [&](const std::string &File) {
    return any_of(headersOf(File), [&](const std::string &Text) { return Files.namesOpenCL(Text); });
  };
  std::set<std::string> Using;
  copy_if(All, std::inserter(Using, Using.end()), Uses);
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (const std::string &File : All)
      if (!Using.count(File) && any_of(usedBy(File), [&](const std::string &Next) { return Using.count(Next); }))
        Grown = Using.insert(File).second;
  }
  Program P;
  P.Host = Host;
  if (Using.count(Host))
    P.Hosts.push_back(Host);
  for (const std::string &File : All)
    if (File != Host || !Using.count(Host))
      (Using.count(File) ? P.Hosts : P.Others).push_back(File);
  return P;
}

std::vector<std::string> SourceTree::ownOutput(const Program &P) {
  std::set<std::string> Uses, Defined;
  std::vector<std::string> All = P.Hosts, Result;
  append_range(All, P.Others);
  for (const std::string &File : All) {
    Defined.insert(outline(File).Defines.begin(), outline(File).Defines.end());
    for (const std::string &Text : headersOf(File))
      Uses.insert(outline(Text).Uses.begin(), outline(Text).Uses.end());
  }
  copy_if(Hosts, std::back_inserter(Result), [&](const std::string &Host) {
    return hasStamp(Files.text(Host)) && !Files.definesMain(Host) && !planted("own-in-folders") &&
           any_of(outline(Host).Defines, [&](StringRef Name) {
             const bool Scope = Name.consume_back("::");
             return Uses.count(Name.str()) && (Scope || !Defined.count(Name.str()));
           });
  });
  return Result;
}

bool SourceTree::seemsToLoop(const Program &P) {
  std::set<std::string> Texts;
  for (const std::string &Host : P.Hosts)
    Texts.insert(headersOf(Host).begin(), headersOf(Host).end());
  std::vector<LoopCalls> Calls;
  for (const std::string &Text : Texts)
    Calls.push_back(loopCallsOf(Files.text(Text)));
  return seemsToLaunchInLoop(Calls);
}

std::vector<Program> SourceTree::programs() {
  std::vector<Program> Result;
  std::set<std::string> Taken;
  auto Kernels = [&](Program &P) {
    std::set<std::string> Once;
    for (const std::string &Host : P.Hosts)
      for (FoundKernel &K : Files.kernelsOf(Host, headersOf(Host), this->Kernels,
                                            FlagsOf ? valuesIn(FlagsOf(Host)) : std::vector<std::string>()))
        if (Once.insert(normalPath(K.Path)).second)
          P.Kernels.push_back(std::move(K.Path));
    P.Named = !P.Kernels.empty();
    if (!P.Named) {
      std::string Folder = (sys::path::parent_path(P.Host) + "/").str();
      for (const std::string &K : this->Kernels)
        if (StringRef(K).starts_with(Folder) && !hasStamp(Files.text(K)))
          P.Kernels.push_back(K);
    }
    std::set<std::string> Texts;
    for (const std::string &Host : P.Hosts)
      Texts.insert(headersOf(Host).begin(), headersOf(Host).end());
    for (FoundKernel &K :
         Files.definersOf(P.Host, std::vector<std::string>(Texts.begin(), Texts.end()), P.Kernels, &this->Kernels))
      P.Kernels.push_back(std::move(K.Path));
    Taken.insert(P.Hosts.begin(), P.Hosts.end());
    Result.push_back(std::move(P));
  };
  for (bool Main : {true, false})
    for (const std::string &Host : Hosts) {
      if (hasStamp(Files.text(Host)) || Files.definesMain(Host) != Main || Taken.count(Host))
        continue;
      Program P = programOf(Host);
      if (!Main && !P.Hosts.empty() && P.Hosts.front() == Host)
        for (const std::string &Other : drop_begin(P.Hosts)) // these are looked at by themselves
          P.Others.push_back(Other);
      if (!Main)
        P.Hosts.resize(std::min<size_t>(P.Hosts.size(), P.Hosts.empty() || P.Hosts.front() != Host ? 0 : 1));
      if (!P.Hosts.empty() && (Main || usesOpenCL(Host)))
        Kernels(P);
    }
  llvm::sort(Result, [](const Program &A, const Program &B) { return A.Host < B.Host; });
  return Result;
}

} // namespace persistify
