//===- CommandText.cpp - commands that messages propose --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandText.h"
#include "persistify/Containment.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace persistify {

std::string shellWord(StringRef Word) {
  constexpr StringLiteral Plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./:,@%";
  if (!Word.empty() && Word.find_first_not_of(Plain) == StringRef::npos)
    return Word.str();
  std::string Out = "'";
  for (char C : Word)
    Out += C == '\'' ? "'\\''" : std::string(1, C);
  return Out + "'";
}

static std::string withFlags(std::string Command, const ToolOptions &Options) {
  if (!Options.HostFlags.empty() && !planted("bare-proposals"))
    Command += " --";
  for (const std::string &Flag : planted("bare-proposals") ? std::vector<std::string>() : Options.HostFlags)
    Command += " " + shellWord(Flag);
  return Command;
}

std::string commandWith(const ToolOptions &Options, StringRef Input) {
  std::vector<std::string> Words = planted("bare-proposals") ? Options.Inputs : Options.Arguments;
  auto Last = Options.Inputs.empty() ? Words.rend() : llvm::find(reverse(Words), Options.Inputs.back());
  Words.insert(Last == Words.rend() ? Words.end() : Last.base(), Input.str());
  std::string Command = "persistify";
  for (const std::string &Word : Words)
    Command += " " + shellWord(Word);
  return withFlags(std::move(Command), Options);
}

std::string examineCommand(const ToolOptions &Options, StringRef Folder) {
  std::string Command = "persistify --examine " + shellWord(Folder);
  if (!Options.BuildDir.empty())
    Command += " -p " + shellWord(Options.BuildDir);
  return withFlags(std::move(Command), Options);
}

} // namespace persistify
