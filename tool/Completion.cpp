//===- Completion.cpp - completion of shells from the table of options -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace persistify {

/// Whether the value may be a word of its own behind the option.
static bool takesWord(const OptionText &O) {
  return (!O.ValueName.empty() || !O.Values.empty()) && !O.OptionalValue;
}

static void printBash(raw_ostream &OS) {
  std::vector<OptionText> Table = optionTable();
  OS << "# bash completion of persistify, made by persistify --generate-completion=bash\n"
        "_persistify() {\n"
        "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" name\n"
        "  # readline makes '=' a word of its own\n"
        "  if [[ $cur == = ]]; then cur=\"\"; name=$prev\n"
        "  elif [[ $prev == = ]]; then name=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
        "  else name=$prev; fi\n"
        "  case \"$name\" in\n";
  for (const OptionText &O : Table) {
    if (!takesWord(O))
      continue;
    OS << "    " << O.spelling() << ") ";
    if (!O.Values.empty())
      OS << formatv("COMPREPLY=($(compgen -W \"{0}\" -- \"$cur\"))", join(O.Values, " "));
    else if (O.Completes == OptionText::Folder)
      OS << "COMPREPLY=($(compgen -d -- \"$cur\"))";
    else if (O.Completes == OptionText::File)
      OS << "COMPREPLY=($(compgen -f -- \"$cur\"))";
    else
      OS << "COMPREPLY=()";
    OS << "; return ;;\n";
  }
  OS << "  esac\n"
        "  if [[ $cur == -* ]]; then\n"
        "    COMPREPLY=($(compgen -W \"";
  for (size_t I = 0; I < Table.size(); ++I)
    OS << (I == 0 ? "" : I % 8 == 0 ? "\n      " : " ") << Table[I].spelling();
  OS << "\" -- \"$cur\"))\n"
        "  else\n"
        "    COMPREPLY=($(compgen -f -- \"$cur\"))\n"
        "  fi\n"
        "}\n"
        "complete -o filenames -F _persistify persistify\n";
}

/// Text inside a '...[text]...' specification of zsh.
static std::string zshText(StringRef Text) {
  std::string Result;
  for (char C : StringRef(Text).rtrim(':')) {
    if (C == '\n')
      Result += ' ';
    else if (C == '\'')
      Result += "'\\''";
    else if (C == '[' || C == ']' || C == ':')
      (Result += '\\') += C;
    else
      Result += C;
  }
  return Result;
}

static void printZsh(raw_ostream &OS) {
  OS << "#compdef persistify\n"
        "# zsh completion of persistify, made by persistify --generate-completion=zsh\n"
        "_arguments \\\n";
  for (const OptionText &O : optionTable()) {
    OS << "  '*" << O.spelling();
    bool Value = takesWord(O);
    if (Value && O.Name.size() > 1)
      OS << "=";
    OS << "[" << zshText(O.Help) << "]";
    if (Value) {
      OS << ":" << zshText(O.ValueName.empty() ? "value" : O.ValueName) << ":";
      if (!O.Values.empty())
        OS << "(" << join(O.Values, " ") << ")";
      else if (O.Completes == OptionText::Folder)
        OS << "_files -/";
      else if (O.Completes == OptionText::File)
        OS << "_files";
    }
    OS << "' \\\n";
  }
  OS << "  '*:input file:_files'\n";
}

void printCompletion(Shell S, raw_ostream &OS) {
  switch (S) {
  case Shell::Bash:
    return printBash(OS);
  case Shell::Zsh:
    return printZsh(OS);
  }
}

} // namespace persistify
