//===- Dumps.cpp - what stages hand on, printed and looked at -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Stages.h"
#include "persistify/Emit.h"
#include "persistify/PlanText.h"
#include "persistify/RegionText.h"
#include "persistify/RegionVerify.h"
#include <cstdlib>

using namespace persistify;
using namespace persistify::driver;

/// In a test build, whether the environment asks that regions go through their text.
static bool throughText() {
#ifdef PERSISTIFY_FAULTS
  static const bool Asked = std::getenv("PERSISTIFY_TEST_TEXT") != nullptr;
  return Asked;
#else
  return false;
#endif
}

bool Pipeline::writtenAndRead(Region &R, DiagnosticSink &Why) const {
  if (!throughText())
    return true;
  auto Fails = [&](const std::string &How) {
    Why.report(Diag::LoopCrashed, R.Range, {"lost something (" + How + ")", "wrote the region as text and read it"});
    return false;
  };
  std::string Error;
  std::unique_ptr<Region> Back = parseRegion(regionText(R), "region", Error);
  if (!Back)
    return Fails(Error);
  if (planted("lossy-text"))
    Back->Body.back().Body[1].StatusIgnored = true;
  if (std::string Other = regionDifference(R, *Back); !Other.empty())
    return Fails(Other);
  for (size_t I = 0; I < R.Distinct.size(); ++I)
    Back->Distinct[I].From = R.Distinct[I].From;
  R = std::move(*Back);
  return true;
}

bool Pipeline::valid(const std::vector<RegionFault> &Faults, const Region &Of, const char *Doing, DiagnosticSink &Why) {
  if (!Faults.empty())
    Why.report(Diag::LoopCrashed, Of.Range, {"made what breaks a rule (" + Faults.front().message() + ")", Doing});
  return Faults.empty();
}

std::string Pipeline::dump(const Transformed &T, llvm::ArrayRef<Diagnostic> Why) const {
  const DumpSet &What = Options.Dump;
  std::string Text;
  if (What.Region || What.RegionFull) {
    RegionTextForm Form;
    Form.Full = What.RegionFull;
    Text += regionText(*T.R, Form);
  }
  if (!T.P) {
    for (const Diagnostic &D : Why)
      Text += "// " + D.Range.File + ":" + std::to_string(D.Range.Line) + ": " + D.message() + " [" +
              diagCode(D.D).str() + "]\n";
    return Text;
  }
  if (What.Kernels) {
    std::set<const KernelSummary *> Told;
    for (const KernelSummary *K : T.P->Kernels)
      if (Told.insert(K).second)
        Text += kernelText(*K);
  }
  if (What.Plan)
    Text += planText(*T.P);
  if (What.Code)
    Text += emitRegionKernel(*T.P, layoutState(*T.P), T.Entry);
  return Text;
}
