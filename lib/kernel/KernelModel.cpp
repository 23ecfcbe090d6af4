//===- lib/kernel/KernelModel.cpp - the kernel model's front door ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Kernel.h"
#include "Macros.h"
#include "Parse.h"
#include "Phases.h"
#include "SelfCheck.h"
#include "Summary.h"
#include "persistify/Frontend.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace persistify {

const KernelSummary *KernelModel::find(llvm::StringRef Name) const {
  for (const KernelSummary &K : kernels())
    if (K.Name == Name)
      return &K;
  return nullptr;
}

namespace {

using namespace kernel;

class Model : public KernelModel {
public:
  bool build(std::vector<KernelSource> In, DiagnosticSink &Diags) {
    Sources = std::move(In);
    bool Ok = true;
    for (unsigned I = 0; I < Sources.size(); ++I) {
      Parsed.push_back(ParsedSource::parse(Sources[I], Diags));
      if (!Parsed.back()) {
        Ok = false;
        continue;
      }
      Trees.push_back(std::make_unique<CallTree>());
      size_t First = Summaries.size();
      summariseKernels(*Parsed.back(), *Trees.back(), I, Summaries, Declarations);
      for (const std::string &Macro : uncheckedMacros(I)) // rule H9
        for (size_t K = First; K < Summaries.size(); ++K)
          Summaries[K].Problems.push_back(
              {Diag::KernelUnsupported,
               Summaries[K].Range,
               {Summaries[K].Name,
                "macro '" + Macro + "', whose value cannot be compared when the program is built,"}});
      checkPhases(*Parsed.back(), Sources[I], *Trees.back(),
                  llvm::MutableArrayRef<KernelSummary>(Summaries).drop_front(First),
                  llvm::ArrayRef<const FunctionDecl *>(Declarations).drop_front(First));
    }
    return Ok;
  }

  llvm::ArrayRef<KernelSummary> kernels() const override { return Summaries; }

  std::string emitPhases(llvm::ArrayRef<std::string> Names, PhaseForm Form) const override {
    std::string Out;
    for (unsigned Source = 0; Source < Sources.size(); ++Source) {
      PhaseWriter Writer(*Parsed[Source], *Trees[Source], Form);
      bool Any = false;
      for (unsigned I = 0; I < Summaries.size(); ++I)
        if (Summaries[I].Source == Source && llvm::is_contained(Names, Summaries[I].Name)) {
          std::vector<Diagnostic> Ignored; // the same as in Summaries[I].Problems
          Writer.add(Declarations[I], Ignored);
          Any = true;
        }
      if (Any)
        Out += Writer.text();
    }
    return Out;
  }

  std::string emitMacroChecks(unsigned Source) const override { return macroChecks(*Parsed[Source], nullptr); }

  std::vector<std::string> uncheckedMacros(unsigned Source) const override {
    std::vector<std::string> Names;
    macroChecks(*Parsed[Source], &Names);
    return Names;
  }

  llvm::ArrayRef<KernelInclude> includes(unsigned Source) const override { return Parsed[Source]->macros().Includes; }

  std::set<std::string> harmlessMacros(unsigned Source) const override {
    return kernel::harmlessMacros(*Parsed[Source]);
  }

  void addFilesRead(std::set<std::string> &Paths) const override {
    for (const auto &P : Parsed)
      persistify::addFilesRead(P->sources(), Paths);
  }

  const KernelSource &source(unsigned Index) const override { return Sources[Index]; }

private:
  std::vector<KernelSource> Sources;
  std::vector<std::unique_ptr<ParsedSource>> Parsed;
  std::vector<std::unique_ptr<CallTree>> Trees;
  std::vector<KernelSummary> Summaries;
  std::vector<const FunctionDecl *> Declarations; ///< beside Summaries
};

} // namespace

bool KernelModel::parses(const KernelSource &Source, DiagnosticSink &Diags) {
  return ParsedSource::parse(Source, Diags) != nullptr;
}

std::unique_ptr<KernelModel> KernelModel::create(std::vector<KernelSource> Sources, DiagnosticSink &Diags) {
  auto M = std::make_unique<Model>();
  if (!M->build(std::move(Sources), Diags))
    return nullptr;
  return M;
}

} // namespace persistify
