//===- lib/kernel/CopyMeaning.cpp ------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CopyMeaning.h"
#include "Phases.h"
#include "persistify/Containment.h"
#include "persistify/SameMeaning.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace persistify::kernel {
namespace {

class CopyCheck {
public:
  CopyCheck(const ParsedSource &P, const KernelSource &Source, const CallTree &Tree)
      : P(P), Source(Source), Tree(Tree) {}

  /// Function, where, and what differs; none if all is well. \p Parsed: whether the copies are valid at all.
  using Found = std::optional<std::pair<const FunctionDecl *, Difference>>;

  bool parse(llvm::ArrayRef<const FunctionDecl *> Copied, std::string &Error) {
    PhaseWriter Writer(P, Tree, PhaseForm());
    KernelSource Whole = Source;
    Whole.Text += "\n";
    Copies.clear();
    for (const FunctionDecl *F : Copied) {
      Copies[F] = "persistify_copy_" + std::to_string(Copies.size());
      Whole.Text += Writer.verbatim(F, Copies[F]);
    }
    if (!llvm::any_of(Source.Flags, [](llvm::StringRef F) { return F.starts_with("-cl-std="); }))
      Whole.Flags.push_back("-cl-std=" + P.standard().str());
    DiagnosticSink Errors;
    Again = ParsedSource::parse(Whole, Errors);
    if (!Again)
      Error = Errors.all().front().message();
    return Again != nullptr;
  }

  /// What differs between \p F and its copy.
  std::optional<Difference> compare(const FunctionDecl *F) {
    // The functions of both parses are the same ones, up to the copies.
    auto It = llvm::find(P.functions(), F);
    const FunctionDecl *Original = Again->functions()[It - P.functions().begin()], *Copy = nullptr;
    for (const FunctionDecl *G : Again->functions())
      if (G->getName() == Copies[F])
        Copy = G;
    if (!Copy || Original->getName() != F->getName())
      return Difference{F->getLocation(), "it could not be found again"};
    DeclMap Locals;
    // A phase does not take the attributes that speak of a kernel.
    std::optional<Difference> D = sameMeaning(Original, Copy, Again->ast(), Locals, !F->hasAttr<OpenCLKernelAttr>());
    if (D && planted("copy-meaning"))
      D.reset();
    return D;
  }

  SourceRange range(SourceLocation L) const { return Again->range(L); }

private:
  const ParsedSource &P;
  const KernelSource &Source;
  const CallTree &Tree;
  std::map<const FunctionDecl *, std::string> Copies;
  std::unique_ptr<ParsedSource> Again;
};

} // namespace

void checkCopies(const ParsedSource &P, const KernelSource &Source, const CallTree &Tree,
                 llvm::MutableArrayRef<KernelSummary> Kernels, llvm::ArrayRef<const FunctionDecl *> Definitions) {
  llvm::MapVector<const FunctionDecl *, std::vector<KernelSummary *>> Users;
  for (size_t I = 0; I < Kernels.size(); ++I) {
    if (!Kernels[I].Problems.empty())
      continue;
    PhaseWriter Writer(P, Tree, PhaseForm());
    std::vector<Diagnostic> Ignored; // it was written before
    Writer.add(Definitions[I], Ignored);
    for (const FunctionDecl *F : Writer.copied())
      Users[F].push_back(&Kernels[I]);
  }
  if (Users.empty())
    return;
  CopyCheck Check(P, Source, Tree);
  auto Problem = [&](const FunctionDecl *F, const SourceRange &At, const std::string &What) {
    for (KernelSummary *K : Users[F])
      if (K->Problems.empty())
        K->Problems.push_back({Diag::KernelCopyDiffers, At, {K->Name, F->getName().str(), What}});
  };
  auto Compare = [&](const FunctionDecl *F) {
    if (std::optional<Difference> D = Check.compare(F))
      Problem(F, D->At.isValid() ? Check.range(D->At) : P.range(F->getLocation()), D->What);
  };
  std::vector<const FunctionDecl *> All;
  for (const auto &[F, Ks] : Users)
    All.push_back(F);
  std::string Error;
  if (Check.parse(All, Error)) {
    for (const FunctionDecl *F : All)
      Compare(F);
    return;
  }
  for (const FunctionDecl *F : All) // which one?
    if (Check.parse({F}, Error))
      Compare(F);
    else
      Problem(F, P.range(F->getLocation()), Error);
}

} // namespace persistify::kernel
