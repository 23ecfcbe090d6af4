//===- UsedFiles.cpp - which files of a tree define what a file uses -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As far as their texts tell (FileOutline).
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "persistify/Containment.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace persistify {

/// The one of the files that lies nearest to \p User; null if two do.
static const std::string *nearestOf(ArrayRef<std::string> Paths, StringRef User) {
  const std::string *Best = nullptr;
  bool Tie = false;
  for (const std::string &Path : Paths) {
    const size_t New = nearness(Path, User), Old = Best ? nearness(*Best, User) : 0;
    if (Best && New < Old)
      continue;
    Tie = Best && New == Old;
    Best = &Path;
  }
  return Tie ? nullptr : Best;
}

/// Whether the class or namespace that \p Definer has functions of comes from a header that \p User does not include: it
/// is another one of that name.
bool SourceTree::hasOther(const std::string &Definer, const std::string &User, const std::string &Scope) {
  const std::vector<std::string> Own = headersOf(User);
  bool Elsewhere = false;
  for (const std::string &Text : headersOf(Definer)) {
    if (!outline(Text).Scopes.count(Scope))
      continue;
    if (any_of(Own, [&](const std::string &Path) { return normalPath(Path) == normalPath(Text); }))
      return false;
    Elsewhere |= Text != Definer;
  }
  return Elsewhere && !planted("scopes-by-name");
}

const std::set<std::string> &SourceTree::usedBy(const std::string &File) {
  index();
  auto [It, New] = Used.try_emplace(File);
  if (!New)
    return It->second;
  std::set<std::string> &Result = It->second;
  const FileOutline Own = outline(File);
  auto Defines = [&](const std::string &Name) { return Own.Defines.count(Name) || Own.Variables.count(Name); };
  // Of two that are equally near, the one beside the header that declares it.
  auto Beside = [&](const std::vector<std::string> &Paths, const std::string &Name) -> const std::string * {
    const std::string *Best = nullptr;
    for (const std::string &Path : Paths)
      if (any_of(headersOf(File), [&](const std::string &Text) {
            return sys::path::parent_path(Text) == sys::path::parent_path(Path) && outline(Text).Declares.count(Name);
          })) {
        if (Best)
          return nullptr;
        Best = &Path;
      }
    return Best;
  };
  auto Add = [&](const std::map<std::string, std::vector<std::string>> &Where, const std::string &Name) {
    auto Found = Where.find(Name);
    if (Found == Where.end() || Defines(Name))
      return;
    std::vector<std::string> Paths = Found->second;
    if (any_of(Paths, [&](const std::string &P) { return isGiven(P); }))
      erase_if(Paths, [&](const std::string &P) { return !isGiven(P); });
    if (StringRef(Name).ends_with("::"))
      erase_if(Paths, [&](const std::string &P) { return hasOther(P, File, StringRef(Name).drop_back(2).str()); });
    if (!Strict || Paths.size() == 1)
      if (const std::string *Near = nearestOf(Paths, File), *Best = Near ? Near : Beside(Paths, Name);
          Best && *Best != File && !is_contained(Foreign, *Best))
        Result.insert(*Best);
  };
  const std::vector<std::string> Texts = headersOf(File);
  const bool C = sys::path::extension(File) == ".c"; // where a function needs no declaration
  std::set<std::string> Declared, Scopes, Static;
  for (const std::string &Text : Texts)
    for (auto [To, From] : {std::pair(&Static, &outline(Text).Static), std::pair(&Declared, &outline(Text).Declares),
                            std::pair(&Scopes, &outline(Text).Scopes)})
      To->insert(From->begin(), From->end());
  for (const std::string &Text : Texts) {
    const FileOutline &O = outline(Text);
    for (const std::string &Name : O.Uses)
      if (Declared.count(Name) || (C && O.Calls.count(Name) && (!Static.count(Name) || planted("static-unseen"))))
        Add(Functions, Name);
    for (const std::string &Name : O.Externs)
      if (Own.Words.count(Name))
        Add(Variables, Name);
    for (const std::string &Name : O.Words)
      if (Scopes.count(Name))
        Add(Functions, Name + "::");
  }
  return Result;
}

} // namespace persistify
