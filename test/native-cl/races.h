//===- races.h - data races of kernels -----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef NATIVE_CL_RACES_H
#define NATIVE_CL_RACES_H

#include "native.h"

namespace ncl::races {

/// Around a launch. What came before it is ordered before it.
void beginLaunch(const Launch &L);
void endLaunch();

/// What is known of a group that runs.
struct GroupState;

/// A group that begins, and its local memory. It takes the place of one that ended, or of null.
void beginGroup(GroupState *&State, size_t Number, size_t Items, const char *Local, size_t LocalSize);

/// The group of this state goes on, on this thread.
void goOn(GroupState *State);

/// All items of this thread's group have reached a barrier.
void passBarrier();

} // namespace ncl::races

#endif
