//===- lib/kernel/SelfCheck.cpp --------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SelfCheck.h"
#include "Phases.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// As much of the device library as phases see (docs/generated-code.md).
std::string prelude() {
  std::string Out = "typedef struct p_ids { uint on; } p_ids;\n#define P_ON(v) ((v)->on)\n"
                    "#define P_PHASE __attribute__((always_inline))\n"
                    "#define P_PHASE_END() barrier(CLK_GLOBAL_MEM_FENCE)\n"
                    "#define P_PATH_END() barrier(CLK_GLOBAL_MEM_FENCE)\n"
                    "#define P_STORE_NEW(place, value) (void)((place) == (value) || ((place) = (value)))\n"
                    "#define P_RAISE(place, value, v) ((void)(v)->on, (void)((place) = (value)))\n"
                    "#define P_RAISE_NEW P_RAISE\n"
                    "int p_meet(const p_ids *v);\n"
                    "#define P_MEET(v, arrival) do { arrival; p_meet(v); } while (0)\n"
                    "#define P_MEET_EACH(v) { const p_ids *p_few = (v); do { const p_ids *v = p_few + 1;\n"
                    "#define P_MEET_ALL() } while (p_meet(p_few)); }\n"
                    "#define P_MEET_FEWER(v, arrival) do { P_MEET_EACH(v) arrival; P_MEET_ALL() } while (0)\n";
  for (const IdQuery &Q : idQueries()) {
    bool IsUint = Q.Name == "get_work_dim";
    Out += std::string(IsUint ? "uint" : "size_t") + " v_" + Q.Name.str() + "(const p_ids *v" +
           (Q.HasDim ? ", uint d" : "") + ");\n";
  }
  return Out;
}

/// What is wrong with the phases of \p Names, "" if nothing.
std::string check(const ParsedSource &P, const KernelSource &Source, const CallTree &Tree,
                  llvm::ArrayRef<const FunctionDecl *> Kernels, bool Surplus, bool LoopBounds = true) {
  PhaseForm Form;
  Form.Surplus = Surplus;
  if (!LoopBounds)
    Form.Steady.emplace();
  PhaseWriter Writer(P, Tree, Form);
  std::vector<Diagnostic> Ignored; // these kernels were written before
  for (const FunctionDecl *F : Kernels)
    Writer.add(F, Ignored);
  KernelSource Generated = Source;
  Generated.Text = P.names().settle(prelude()) + Source.Text + "\n" + Writer.text();
  if (!llvm::any_of(Source.Flags, [](llvm::StringRef F) { return F.starts_with("-cl-std="); }))
    Generated.Flags.push_back("-cl-std=" + P.standard().str());
  DiagnosticSink Errors;
  std::unique_ptr<ParsedSource> Again = ParsedSource::parse(Generated, Errors);
  if (!Again)
    return Errors.all().front().message();

  CallTree NewTree;
  for (const FunctionDecl *Kernel : Kernels) {
    std::string Name = P.names().settle(Kernel->getName().str() + "_phase");
    const FunctionDecl *Phase = nullptr;
    for (const FunctionDecl *F : Again->functions())
      if (F->getName() == Name)
        Phase = F;
    if (!Phase)
      return "there is no " + Name;
    if (const Expr *E = NewTree.findBuiltin(Phase, isIdQuery))
      return "a native " + cast<CallExpr>(E)->getDirectCallee()->getName().str() + " is left";
    for (const FunctionDecl *F : NewTree.below(Phase)) {
      if (F->hasAttr<OpenCLKernelAttr>())
        return "a kernel is still called";
      for (const ParmVarDecl *Q : F->parameters())
        if (Q->getType().isRestrictQualified() &&
            Q->getType()->getPointeeType().getAddressSpace() != LangAS::opencl_private)
          return "a restrict is left";
    }
    for (const ParmVarDecl *Q : Phase->parameters())
      if (isConstantPointer(Q->getType()))
        return "a __constant parameter is left";
  }
  return {};
}

} // namespace

void checkPhases(const ParsedSource &P, const KernelSource &Source, const CallTree &Tree,
                 llvm::MutableArrayRef<KernelSummary> Kernels, llvm::ArrayRef<const FunctionDecl *> Definitions) {
  for (bool Surplus : {false, true}) {
    std::vector<const FunctionDecl *> Together;
    for (size_t I = 0; I < Kernels.size(); ++I)
      if (Kernels[I].Problems.empty() &&
          (!Surplus || (Kernels[I].SurplusSafe && Kernels[I].Sched == Schedule::GroupStride)))
        Together.push_back(Definitions[I]);
    if (Together.empty() || check(P, Source, Tree, Together, Surplus).empty())
      continue;
    for (size_t I = 0; I < Kernels.size(); ++I) { // which one?
      if (!llvm::is_contained(Together, Definitions[I]))
        continue;
      std::string Wrong = check(P, Source, Tree, Definitions[I], Surplus);
      if (!Wrong.empty() && check(P, Source, Tree, Definitions[I], Surplus, /*LoopBounds=*/false).empty()) {
        for (KernelParam &Param : Kernels[I].Params)
          Param.LoopBound.clear();
        Wrong.clear();
      }
      if (Wrong.empty())
        continue;
      if (Surplus) {
        Kernels[I].SurplusSafe = false;
        Kernels[I].SurplusReason = Wrong;
      } else {
        Kernels[I].Problems.push_back({Diag::KernelPhaseInvalid, Kernels[I].Range, {Kernels[I].Name, Wrong}});
      }
    }
  }
}

} // namespace persistify::kernel
