//===- persistify/Instances.h - templates as ordinary functions ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that the program makes of a template has no text of its own, which is
// needed where a template becomes several functions that launch in a loop. C++ lets
// each be written down, as an explicit specialisation behind the template:
//
//   template <> void run<float>(cl::Context context, int trips) {
//   using T = float;
//   ... (the template's text)
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_INSTANCES_H
#define PERSISTIFY_INSTANCES_H

#include "persistify/Frontend.h"

namespace persistify {

struct WrittenInstances {
  std::string Text; ///< of the file with all specialisations; empty if there are none
  std::vector<unsigned> Whole; ///< places whose templates became nothing else
};

/// The text of \p Host with a specialisation for each function that the program makes, in this file, of the templates
/// around the places \p At (offsets). Each says what the function said, which is seen by comparing; those that do not are
/// left out. #line gives the copied lines the numbers that they have in the template.
WrittenInstances withInstances(const HostFile &Host, llvm::ArrayRef<unsigned> At);

} // namespace persistify

#endif // PERSISTIFY_INSTANCES_H
