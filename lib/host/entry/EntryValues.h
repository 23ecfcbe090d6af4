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

/// What outside values are seen to be on entry, and which of them the region is built for.
class EntryValues : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// E with what outside variables are seen to hold in their place, if it is a constant
  /// then; else E. The region may not set these variables (checkSettled).
  ExprP settled(const ExprP &E);
  /// What decides a branch, if only elements of tables do, as settled(): where one entry of a table of arguments is a buffer and another
  /// one a number, what is done with the one cannot be done with the other.
  ExprP settledTag(const ExprP &E);
  /// What was taken for a constant is one.
  void checkSettled();
  /// Asks for another attempt that starts with what the outside variables in X are seen to
  /// hold on entry.
  void wantCounters(const ExprP &E);
  void wantCounters(const ExprP &E, std::set<unsigned> &Seen);
  /// Gives the region's variables the values on entry that wantCounters() asked for.
  void beginCounters();
  /// The variable that the outside pointer at P is seen to point to.
  std::optional<Place> foreseenTarget(const Place &P);
  /// X in terms of outside integers that the region has not changed so far; null if it is not.
  /// What cannot be computed in front of the loop whatever they hold is left out.
  ExprP steady(const ExprP &X) const;
  /// Text of a steady expression for the host. Signed arithmetic is done in a type that is
  /// wide enough: it may be computed where the loop would not.
  std::string hostText(const ExprP &X) const;
  /// A step to the element that Index names for good; empty if it may be one and another.
  std::string steadyStep(const ExprP &Index, clang::SourceRange R);
  /// \p Text with its steady steps spelled out.
  std::string withSteadySteps(std::string Text) const;
  /// Whether a \p T is, or has, a queue or a device, which must be the same one all the time; \p OrKernel: or a kernel.
  bool hasQueue(clang::QualType T, bool OrKernel = false, unsigned Depth = 0) const;
  /// What was taken to be left alone is; else the region is lowered again without.
  void checkSteady();

  std::set<std::string> CounterKeys; ///< leaves with a known value on entry
  std::vector<std::pair<unsigned, clang::SourceRange>> SteadyUses; ///< variables that the region may not change
  std::map<unsigned, ExprP> SteadyPinned; ///< of pinned variables: as Env::Steady

private:
  /// A precondition says what V holds on entry, and it counts for the whole region: so the runtime is told where V is, and
  /// does not run a region that changes it by another name.
  void staysAsOnEntry(unsigned V);

  std::vector<ExprP> SteadyIndices; ///< "[@2]" in a path: by the third of them
  std::set<unsigned> SettledVars; ///< taken for the constants that they are seen to be
  std::set<unsigned> SettledTags; ///< those of them that decide branches
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_ENTRYVALUES_H
