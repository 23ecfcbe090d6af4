//===- SourceWalk.cpp - the source files below a folder ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SourceWalk.h"
#include "Output.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

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

bool SourceWalk::operator()(StringRef Folder, DiagnosticSink &Sink) {
  bool Good = read(Folder, Sink);
  const std::string Root = realPath(Folder);
  for (size_t I = 0; I < Links.size(); ++I) { // by now all that lies below is met
    const std::string To = realPath(Links[I]), Link = Links[I];
    if (Met.count(To) || liesIn(Root, To))
      continue;
    SourceWalk There(std::min(Left, LinkMost)); // data, perhaps
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

bool SourceWalk::read(StringRef Folder, DiagnosticSink &Sink) {
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

} // namespace persistify
