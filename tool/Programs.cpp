//===- Programs.cpp - finding the programs of a source tree ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "Inputs.h"
#include "Output.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace persistify {

static bool isHostFile(StringRef Path) {
  return is_contained({".c", ".cc", ".cpp", ".cxx", ".c++", ".C"}, sys::path::extension(Path));
}
static bool isKernelFile(StringRef Path) {
  return is_contained({".cl", ".ocl"}, sys::path::extension(Path));
}

bool SourceTree::read(StringRef Folder, DiagnosticSink &Sink) {
  if (!sys::fs::is_directory(Folder)) {
    auto Why = sys::fs::exists(Folder) ? std::errc::not_a_directory : std::errc::no_such_file_or_directory;
    Sink.report(Diag::InputUnreadable, {}, {Folder.str(), std::make_error_code(Why).message()});
    return false;
  }
  bool Good = readFolder(Folder, Sink);
  llvm::sort(Hosts);
  llvm::sort(Kernels);
  return Good;
}

bool SourceTree::readFolder(StringRef Folder, DiagnosticSink &Sink) {
  SmallString<256> List(Folder);
  sys::path::append(List, ".persistify");
  if (auto Text = MemoryBuffer::getFile(List); Text && isManifest((*Text)->getBuffer()))
    return true; // our own output
  std::error_code EC;
  bool Good = true;
  std::vector<std::string> Folders;
  for (sys::fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false), End; It != End && !EC;
       It.increment(EC)) {
    StringRef Name = sys::path::filename(It->path());
    if (Name.starts_with("."))
      continue;
    sys::fs::file_type Type = It->type();
    if (Type == sys::fs::file_type::directory_file)
      Folders.push_back(It->path());
    else if ((isHostFile(Name) || isKernelFile(Name)) && sys::fs::is_regular_file(It->path()))
      (isKernelFile(Name) ? Kernels : Hosts).push_back(It->path());
  }
  if (EC) {
    Sink.report(Diag::InputUnreadable, {}, {Folder.str(), EC.message()});
    Good = false;
  }
  llvm::sort(Folders);
  for (const std::string &F : Folders)
    Good &= readFolder(F, Sink);
  return Good;
}

const std::string &SourceTree::text(StringRef Path) {
  auto [It, New] = Texts.try_emplace(Path);
  if (New)
    if (auto File = MemoryBuffer::getFile(Path))
      It->second = (*File)->getBuffer().str();
  return It->second;
}

/// The host file and all that it reaches by quoted includes.
std::vector<std::string> SourceTree::withHeaders(StringRef Host) {
  std::vector<std::string> Files{Host.str()};
  std::set<std::string> Seen{normalPath(Host)};
  for (size_t I = 0; I < Files.size() && I < 200; ++I)
    for (const std::string &Name : quotedIncludes(text(Files[I]))) {
      SmallString<256> Path(sys::path::parent_path(Files[I]));
      sys::path::append(Path, Name);
      sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
      if (sys::fs::is_regular_file(Path) && Seen.insert(normalPath(Path)).second)
        Files.push_back(Path.str().str());
    }
  return Files;
}

/// Length of the longest common beginning, in folders.
static size_t nearness(StringRef A, StringRef B) {
  size_t Common = 0;
  for (auto I = sys::path::begin(A), J = sys::path::begin(B);
       I != sys::path::end(A) && J != sys::path::end(B) && *I == *J; ++I, ++J)
    ++Common;
  return Common;
}

std::vector<std::string> SourceTree::namedBy(ArrayRef<std::string> Files, StringRef Host) {
  std::set<std::string> Found;
  for (const std::string &File : Files) {
    StringRef Text = text(File);
    for (size_t At = Text.find(".cl\""), Next = 0; At != StringRef::npos; At = Text.find(".cl\"", Next)) {
      Next = At + 4;
      size_t Quote = Text.rfind('"', At);
      if (Quote == StringRef::npos)
        continue;
      StringRef Name = Text.slice(Quote + 1, At + 3);
      const std::string *Best = nullptr;
      for (const std::string &K : Kernels)
        if (sys::path::filename(K) == sys::path::filename(Name) &&
            (!Best || nearness(K, Host) > nearness(*Best, Host)))
          Best = &K;
      if (Best)
        Found.insert(*Best);
    }
  }
  return {Found.begin(), Found.end()};
}

static bool usesOpenCL(StringRef Text) {
  for (StringRef Word : {"clEnqueueNDRangeKernel", "enqueueNDRangeKernel", "clEnqueueTask", "CL/cl",
                         "CL/opencl", "OpenCL/opencl.h", "OpenCL/cl.h"})
    if (Text.contains(Word))
      return true;
  return false;
}

std::vector<Program> SourceTree::programs() {
  std::vector<Program> Result;
  for (const std::string &Host : Hosts) {
    std::vector<std::string> Files = withHeaders(Host);
    if (hasStamp(text(Host)) ||
        none_of(Files, [&](const std::string &F) { return usesOpenCL(text(F)); }))
      continue;
    Program P;
    P.Host = Host;
    P.Kernels = namedBy(Files, Host);
    P.Named = !P.Kernels.empty();
    if (!P.Named) {
      std::string Folder = (sys::path::parent_path(Host) + "/").str();
      for (const std::string &K : Kernels)
        if (StringRef(K).starts_with(Folder))
          P.Kernels.push_back(K);
    }
    erase_if(P.Kernels, [&](const std::string &K) { return hasStamp(text(K)); });
    Result.push_back(std::move(P));
  }
  return Result;
}

} // namespace persistify
