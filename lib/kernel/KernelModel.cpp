//===- lib/kernel/KernelModel.cpp - the kernel model's front door ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Kernel.h"
#include "CopyMeaning.h"
#include "Macros.h"
#include "Parse.h"
#include "Phases.h"
#include "SelfCheck.h"
#include "Summary.h"
#include "persistify/Containment.h"
#include "persistify/Debug.h"
#include "persistify/Frontend.h"
#include "clang/Lex/Lexer.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#define DEBUG_TYPE "pst-kernel"

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

/// Whether as much is known of a kernel, whatever the names in it. Races are only told of.
bool sameFacts(const KernelSummary &A, const KernelSummary &B) {
  auto Same = [](const KernelParam &P, const KernelParam &Q) {
    return P.PhaseType == Q.PhaseType && P.Size == Q.Size && P.Use.Reads == Q.Use.Reads &&
           P.Use.Writes == Q.Use.Writes && P.Use.Atomic == Q.Use.Atomic && P.Use.OwnBytes == Q.Use.OwnBytes &&
           P.Use.Extent == Q.Use.Extent && P.Raises == Q.Raises && P.LoopBound.empty() == Q.LoopBound.empty();
  };
  auto SameLocal = [](const LocalVariable &V, const LocalVariable &W) {
    return V.PhaseType == W.PhaseType && V.Size == W.Size && V.Align == W.Align;
  };
  for (unsigned D = 0; D < 3; ++D)
    if (A.ReqdLocalSize[D] != B.ReqdLocalSize[D] || bool(A.Bounds[D]) != bool(B.Bounds[D]))
      return false;
  return A.Name == B.Name && std::equal(A.Params.begin(), A.Params.end(), B.Params.begin(), B.Params.end(), Same) &&
         std::equal(A.Locals.begin(), A.Locals.end(), B.Locals.begin(), B.Locals.end(), SameLocal) &&
         A.Sched == B.Sched && A.Waits == B.Waits && A.OwnBarrier == B.OwnBarrier && A.FewerGroups == B.FewerGroups &&
         A.BarrierMemory == B.BarrierMemory && A.BarrierCounts == B.BarrierCounts && A.UsesFp64 == B.UsesFp64 &&
         A.SurplusSafe == B.SurplusSafe && A.Gathers == B.Gathers && A.Uneven == B.Uneven &&
         A.FlagStores == B.FlagStores && A.Problems.size() == B.Problems.size();
}

/// For --debug-stages=kernel.
void tell(const KernelSummary &K) {
  llvm::raw_ostream &OS = llvm::dbgs();
  OS << "kernel " << K.Name << ": " << (K.Sched == Schedule::GroupStride ? "by groups" : "by items")
     << (K.SurplusSafe ? ", surplus items do no harm" : "")
     << (K.OwnBarrier.empty() ? "" : ", with a barrier of its own")
     << (K.Waits.empty() ? "" : ", waits for other groups") << (K.Gathers.empty() ? "" : ", gathers") << "\n";
  for (const KernelParam &P : K.Params)
    if (P.Use.Reads || P.Use.Writes)
      OS << "  " << P.Name << ":" << (P.Use.Reads ? " read" : "") << (P.Use.Writes ? " written" : "")
         << (P.Use.Atomic ? " by atomics" : "") << (P.Use.OwnBytes ? ", its own elements only" : "") << "\n";
  for (const Diagnostic &D : K.Problems)
    OS << "  " << diagCode(D.D) << ", line " << D.Range.Line << ": " << D.message() << "\n";
}

class Model : public KernelModel {
public:
  bool build(std::vector<KernelSource> In, DiagnosticSink &Diags) {
    Sources = std::move(In);
    bool Ok = true;
    for (unsigned I = 0; I < Sources.size(); ++I) {
      Analysed A = analyse(Sources[I], I, Diags);
      if (A.Parsed && Sources[I].Varies && !planted("one-value"))
        forgetValues(Sources[I], I, A);
      Parsed.push_back(std::move(A.Parsed));
      Ok &= Parsed.back() != nullptr;
      if (Parsed.back())
        addFunctions(*Parsed.back());
      Trees.push_back(std::move(A.Tree));
      Summaries.insert(Summaries.end(), A.Summaries.begin(), A.Summaries.end());
      Declarations.insert(Declarations.end(), A.Declarations.begin(), A.Declarations.end());
    }
    return Ok;
  }

  llvm::ArrayRef<KernelSummary> kernels() const override { return Summaries; }

  void forEachIdentifier(llvm::function_ref<void(llvm::StringRef)> Do) const override {
    for (const auto &P : Parsed)
      for (const auto &Entry : P->pp().getIdentifierTable())
        Do(Entry.getKey());
  }

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

  std::string undefine(llvm::StringRef Text) const override {
    std::set<llvm::StringRef> Words;
    for (size_t I = 0; I < Text.size(); ++I)
      if (isAsciiIdentifierStart(Text[I])) {
        size_t End = I;
        while (End < Text.size() && isAsciiIdentifierContinue(Text[End]))
          ++End;
        Words.insert(Text.slice(I, End));
        I = End;
      }
    std::set<std::string> Names;
    for (const auto &P : Parsed)
      for (const auto &[II, State] : P->pp().macros()) {
        const MacroInfo *MI = macroAtEnd(*P, II->getName());
        // The implementation's own ones are written for any text.
        if (MI && !MI->isBuiltinMacro() && Words.count(II->getName()) &&
            !P->any().count(II->getName().str()) && // it is meant
            (P->sources().isWrittenInCommandLineFile(MI->getDefinitionLoc()) ||
             !(P->sources().isWrittenInBuiltinFile(MI->getDefinitionLoc()) ||
               P->sources().isInSystemHeader(MI->getDefinitionLoc()))))
          Names.insert(II->getName().str());
      }
    std::string Out;
    for (const std::string &Name : Names)
      Out += "#undef " + Name + "\n";
    return Out;
  }

  std::string hidden(llvm::StringRef Text) const override {
    const std::string Ended = Text.str();
    Lexer L(SourceLocation(), Parsed.front()->lang(), Ended.data(), Ended.data(), Ended.data() + Ended.size());
    std::string Word;
    Token T;
    while (!L.LexFromRawLexer(T)) {
      if (T.is(tok::l_paren) && Functions.count(Word))
        return Word;
      Word = T.is(tok::raw_identifier) ? T.getRawIdentifier().str() : "";
    }
    return "";
  }

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
  /// What is known of one source.
  struct Analysed {
    std::unique_ptr<ParsedSource> Parsed;
    std::unique_ptr<CallTree> Tree;
    std::vector<KernelSummary> Summaries;
    std::vector<const FunctionDecl *> Declarations;
  };

  static Analysed analyse(const KernelSource &Source, unsigned Index, DiagnosticSink &Diags) {
    Analysed A;
    A.Parsed = ParsedSource::parseWrittenOut(Source, Diags);
    if (!A.Parsed)
      return A;
    A.Tree = std::make_unique<CallTree>();
    summariseKernels(*A.Parsed, *A.Tree, Index, A.Summaries, A.Declarations);
    for (KernelSummary &K : A.Summaries) {
      K.OwnFloats = A.Parsed->ownFloats();
      if (llvm::StringRef(Source.Text).starts_with("\xEF\xBB\xBF")) // the library stands in front of it
        K.Problems.push_back(
            {Diag::KernelUnsupported, K.Range, {K.Name, "a byte order mark at the beginning of its source"}});
    }
    std::vector<std::string> Unchecked;
    macroChecks(*A.Parsed, &Unchecked);
    for (const std::string &Macro : Unchecked) // rule H9
      for (KernelSummary &K : A.Summaries)
        K.Problems.push_back(
            {Diag::KernelUnsupported,
             K.Range,
             {K.Name, "macro '" + Macro + "', whose value cannot be compared when the program is built,"}});
    checkCopies(*A.Parsed, Source, *A.Tree, A.Summaries, A.Declarations);
    checkPhases(*A.Parsed, Source, *A.Tree, A.Summaries, A.Declarations);
    LLVM_DEBUG(for (const KernelSummary &K : A.Summaries) tell(K));
    return A;
  }

  void addFunctions(const ParsedSource &P) {
    for (const Decl *D : P.ast().getTranslationUnitDecl()->decls())
      if (const auto *F = dyn_cast<FunctionDecl>(D);
          F && F->getIdentifier() && !F->isImplicit() && !P.sources().isInSystemHeader(F->getLocation()))
        Functions.insert(F->getName().str());
  }

  /// Macros of the options get any value, as far as no more was known with the given one.
  static void forgetValues(KernelSource &Source, unsigned Index, Analysed &A) {
    const std::map<std::string, std::string> Candidates = numberOptions(*A.Parsed);
    auto Try = [&](const std::map<std::string, std::string> &Any) {
      KernelSource Open = Source;
      Open.Any = Any;
      DiagnosticSink Unused;
      Analysed B = analyse(Open, Index, Unused);
      if (!B.Parsed || B.Summaries.size() != A.Summaries.size())
        return false;
      for (size_t K = 0; K < A.Summaries.size(); ++K)
        if (!sameFacts(A.Summaries[K], B.Summaries[K]))
          return false;
      A = std::move(B);
      Source.Any = Any;
      return true;
    };
    if (Candidates.empty() || Try(Candidates) || Candidates.size() == 1)
      return;
    constexpr unsigned Most = 16; // each one costs an analysis
    unsigned Tried = 0;
    for (const auto &Candidate : Candidates) {
      std::map<std::string, std::string> More = Source.Any;
      More.insert(Candidate);
      if (Tried++ < Most)
        Try(More);
    }
  }

  std::vector<KernelSource> Sources;
  std::vector<std::unique_ptr<ParsedSource>> Parsed;
  std::vector<std::unique_ptr<CallTree>> Trees;
  std::vector<KernelSummary> Summaries;
  std::vector<const FunctionDecl *> Declarations; ///< beside Summaries
  std::set<std::string> Functions; ///< that the sources declare
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
