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
static bool takesWord(const OptionText &O) { return (!O.ValueName.empty() || !O.Values.empty()) && !O.OptionalValue; }

/// All that the value may be, where that is known.
static std::vector<std::string> valuesOf(const OptionText &O) {
  std::vector<std::string> Values = O.Values;
  if (O.Name == "no-opt") {
    Values.push_back("all");
    for (const OptText &Opt : optTable())
      if (!Opt.AtRunTime)
        Values.push_back(Opt.Name.str());
  }
  if (O.Name == "werror" || O.Name == "explain")
    for (Diag D : allDiags())
      if (O.Name == "explain" || diagSeverity(D) != Severity::Error)
        Values.push_back(diagCode(D).str());
  return Values;
}

static void printBash(raw_ostream &OS) {
  std::vector<OptionText> Table = optionTable();
  OS << "# bash completion of persistify, made by persistify --generate-completion=bash\n"
        "_persistify() {\n"
        "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" name equals=\n"
        "  # readline makes '=' a word of its own\n"
        "  if [[ $cur == = ]]; then cur=\"\"; name=$prev equals=1\n"
        "  elif [[ $prev == = ]]; then name=\"${COMP_WORDS[COMP_CWORD-2]}\" equals=1\n"
        "  else name=$prev; fi\n"
        "  case \"$name\" in\n";
  for (const OptionText &O : Table) {
    std::vector<std::string> Values = valuesOf(O);
    if (!takesWord(O) && Values.empty())
      continue;
    OS << "    " << O.spelling() << ") ";
    if (O.OptionalValue) // only behind '='
      OS << "[[ $equals ]] && { ";
    else if (!takesWord(O)) // --explain: a code, or the first of the files
      OS << "[[ $cur == PST* ]] && { ";
    if (!Values.empty())
      OS << formatv("COMPREPLY=($(compgen -W \"{0}\" -- \"$cur\"))", join(Values, " "));
    else if (O.Completes == OptionText::Folder)
      OS << "COMPREPLY=($(compgen -d -- \"$cur\"))";
    else if (O.Completes == OptionText::File)
      OS << "COMPREPLY=($(compgen -f -- \"$cur\"))";
    else
      OS << "COMPREPLY=()";
    OS << (takesWord(O) ? "; return ;;\n" : "; return; } ;;\n");
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
    std::vector<std::string> Values = valuesOf(O);
    bool Value = takesWord(O) || O.OptionalValue;
    if (Value && O.Name.size() > 1)
      OS << (O.OptionalValue ? "=-" : "=");
    OS << "[" << zshText(O.Help) << "]";
    if (Value) {
      OS << (O.OptionalValue ? "::" : ":") << zshText(O.ValueName.empty() ? "value" : O.ValueName) << ":";
      if (!Values.empty())
        OS << "(" << join(Values, " ") << ")";
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
  case Shell::Bash: return printBash(OS);
  case Shell::Zsh: return printZsh(OS);
  }
}

} // namespace persistify
