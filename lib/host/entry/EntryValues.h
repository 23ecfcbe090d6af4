//===- EntryValues.h - what values on entry the region is built for ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_ENTRYVALUES_H
#define PERSISTIFY_LIB_HOST_ENTRYVALUES_H

#include "LoweringPart.h"

namespace persistify::host {

class EntryValues : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  ExprP settled(const ExprP &E);
  ExprP settledTag(const ExprP &E);
  void checkSettled();
  std::set<std::string> CounterKeys; ///< leaves with a known value on entry
  void wantCounters(const ExprP &E);
  void wantCounters(const ExprP &E, std::set<unsigned> &Seen);
  void beginCounters();
  std::optional<Place> foreseenTarget(const Place &P);
  ExprP steady(const ExprP &X) const;
  std::string hostText(const ExprP &X) const;
  std::string steadyStep(const ExprP &Index, clang::SourceRange R);
  std::string withSteadySteps(std::string Text) const;
  /// ... or a device, which must be the same one all the time, too.
  bool hasQueue(clang::QualType T, bool OrKernel = false, unsigned Depth = 0) const;
  void checkSteady();
  std::vector<std::pair<unsigned, clang::SourceRange>> SteadyUses; ///< variables that the region may not change
  std::map<unsigned, ExprP> SteadyPinned; ///< of pinned variables: as Env::Steady

private:
  void staysAsOnEntry(unsigned V);
  std::vector<ExprP> SteadyIndices; ///< "[@2]" in a path: by the third of them
  std::set<unsigned> SettledVars; ///< taken for the constants that they are seen to be
  std::set<unsigned> SettledTags; ///< those of them that decide branches
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_ENTRYVALUES_H
