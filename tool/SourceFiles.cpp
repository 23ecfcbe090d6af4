//===- SourceFiles.cpp - the texts of a program and the kernel files that they name ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SourceFiles.h"
#include "SourceWalk.h"
#include "persistify/Api.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

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
    SourceWalk Files(Entries);
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

} // namespace persistify
