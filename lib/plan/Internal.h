//===- Internal.h - shared inside lib/plan ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_PLAN_INTERNAL_H
#define PERSISTIFY_LIB_PLAN_INTERNAL_H

#include "persistify/Plan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace persistify::plan {

void forEachStmt(const StmtList &L, llvm::function_ref<void(const Stmt &)> F);

/// Fills Plan::Barriers, Plan::Distinct and PlanEntry::Written.
void placeBarriers(Plan &P);

} // namespace persistify::plan

#endif // PERSISTIFY_LIB_PLAN_INTERNAL_H
