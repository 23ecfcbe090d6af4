//===- OwnAddress.h - objects that lead into themselves ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_OWNADDRESS_H
#define PERSISTIFY_LIB_HOST_OWNADDRESS_H

#include "clang/AST/Type.h"

namespace persistify::host {

/// Whether an object of type \p T may hold an address within itself, so that a copy leads to the object that it was copied from:
/// a member function of its class keeps an address that is neither given to it nor always there.
bool mayLeadIntoItself(clang::QualType T);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_OWNADDRESS_H
