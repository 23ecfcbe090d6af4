//===- ShownPaths.cpp - how paths are written in what the tool tells -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShownPaths.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

ShownPaths::ShownPaths(const ToolOptions &Options) {
  std::vector<std::string> Given = Options.Inputs;
  for (const std::string &Path : {Options.Examine, Options.Inputs.empty() ? Options.BuildDir : std::string()})
    if (!Path.empty())
      Given.push_back(Path);
  Absolute = any_of(Given, [](StringRef Path) { return sys::path::is_absolute(Path); });
  size_t Above = 0;
  for (StringRef Path : Given)
    Above = std::max<size_t>(
        Above, std::distance(sys::path::begin(Path), find_if(make_range(sys::path::begin(Path), sys::path::end(Path)),
                                                             [](StringRef Name) { return Name != ".."; })));
  for (std::string Folder = normalPath(""); Bases.size() <= Above && sys::path::has_relative_path(Folder);
       Folder = sys::path::parent_path(Folder).str())
    Bases.push_back(Folder);
}

/// Clang takes a name that begins with a dash for an option.
static std::string asFile(StringRef Path) {
  return (Path.starts_with("-") && !planted("dash-is-option") ? "./" + Path : Path).str();
}

std::string ShownPaths::operator()(StringRef Path) const {
  const std::string Whole = normalPath(Path);
  if (Path.empty() || planted("paths-as-found") || (Path.contains("..") && !sys::fs::equivalent(Path, Whole)))
    return Path.str(); // no file, or a link to a folder on the way
  SmallString<256> Short(Path);
  sys::path::remove_dots(Short, /*remove_dot_dot=*/true);
  std::string Up;
  for (const std::string &Base : Absolute ? ArrayRef<std::string>() : ArrayRef(Bases)) {
    if (StringRef Rest = Whole; liesIn(Whole, Base) && Rest.consume_front(Base) && Whole != Base)
      return asFile(Up + Rest.ltrim('/').str());
    Up += "../";
  }
  return asFile(Short);
}

std::vector<std::string> ShownPaths::operator()(std::vector<std::string> Paths) const {
  for (std::string &Path : Paths)
    Path = (*this)(Path);
  return Paths;
}

void ShownPaths::tidy(std::vector<Diagnostic> &Diagnostics) const {
  for (Diagnostic &D : Diagnostics)
    D.Range.File = (*this)(D.Range.File);
}

void ShownPaths::tidy(DriverResult &Result) const {
  std::map<std::string, std::string> Known; // asked for each
  for (const auto &[Path, Text] : Result.Literals)
    Known[Path] = Path;
  auto Tidy = [&](SourceRange &R) {
    auto [It, New] = Known.try_emplace(R.File);
    if (New)
      It->second = (*this)(R.File);
    R.File = It->second;
  };
  for (Diagnostic &D : Result.Diagnostics)
    Tidy(D.Range);
  for (LoopReport &L : Result.Loops) {
    Tidy(L.Range);
    for (Diagnostic &D : L.Diagnostics)
      Tidy(D.Range);
    if (!L.Account)
      continue;
    for (AccountStep &S : L.Account->Steps) {
      Tidy(S.Range);
      Tidy(S.KernelRange);
    }
    for (AccountLink &Link : L.Account->Links)
      Tidy(Link.From);
    for (auto *Notes : {&L.Account->Behind, &L.Account->Exits, &L.Account->Notes})
      for (AccountNote &N : *Notes)
        Tidy(N.Range);
  }
}

} // namespace persistify
