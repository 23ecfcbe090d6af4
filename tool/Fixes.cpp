//===- Fixes.cpp - the changes for clang-apply-replacements ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Diff.h"
#include "Output.h"
#include "Show.h"
#include "persistify/OutputLayout.h"
#include "clang/Tooling/ReplacementsYaml.h"

using namespace llvm;

namespace persistify {

bool exportFixes(StringRef File, const Inputs &In, const std::vector<OutputEntry> &Entries, DiagnosticSink &Sink) {
  clang::tooling::TranslationUnitReplacements All;
  for (const OutputEntry &E : Entries) {
    if (!E.Changed || E.Input.empty())
      continue;
    std::string Path = normalPath(E.Input);
    if (All.MainSourceFile.empty())
      All.MainSourceFile = Path;
    for (const TextEdit &Edit : lineEdits(In.Texts.lookup(E.Input), E.Text))
      All.Replacements.emplace_back(Path, Edit.Offset, Edit.Length, Edit.Text);
  }
  std::string Text;
  raw_string_ostream OS(Text);
  yaml::Output YAML(OS);
  YAML << All;
  return writeText(File, OS.str(), Sink);
}

} // namespace persistify
