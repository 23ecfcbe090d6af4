//===- ApiCall.h - what an expression is without its wrappings ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_APICALL_H
#define PERSISTIFY_LIB_HOST_APICALL_H

#include "persistify/DeviceApi.h"
#include "persistify/Library.h"

namespace persistify::host {

/// E without casts, temporaries, copies, std::move and accesses to the raw handle.
const clang::Expr *peel(const clang::Expr *E);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_APICALL_H
