//===- Programs.cpp - finding the programs of a source tree ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "HostFlags.h"
#include "persistify/Containment.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace persistify {

//===- files and headers --------------------------------------------------===//

bool SourceTree::read(StringRef Folder, DiagnosticSink &Sink) {
  if (!sys::fs::is_directory(Folder)) {
    auto Why = sys::fs::exists(Folder) ? std::errc::not_a_directory : std::errc::no_such_file_or_directory;
    Sink.report(Diag::InputUnreadable, {}, {Folder.str(), std::make_error_code(Why).message()});
    return false;
  }
  SourceWalk Sources;
  bool Good = Sources(Folder, Sink);
  Hosts = std::move(Sources.Hosts);
  Kernels = std::move(Sources.Kernels);
  Headers = std::move(Sources.Headers);
  Foreign = std::move(Sources.Foreign);
  return Good;
}

bool SourceTree::readSmall(StringRef Folder, size_t Most) {
  SourceWalk Sources(Most);
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
