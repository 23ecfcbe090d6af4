//===- HostTrips.h - what statements that stay with the host may change -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (step % 100 == 0) save(step);`: the host runs such trips, between two entries
// of the region. Each entry binds objects by address and reads them anew, so numbers
// may change meanwhile; which objects those are must not. Here is what the statements
// may change, by name and by pointers, with the functions of the program that they
// call. What is not known, as a call by a pointer to some function, may change all that
// others reach: what is not of the loop's function alone.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_HOSTTRIPS_H
#define PERSISTIFY_LIB_HOST_HOSTTRIPS_H

#include "effects/HostCalls.h"
#include "llvm/ADT/SetVector.h"
#include <set>
#include <string>

namespace persistify::host {

struct TripEffects {
  std::string Why; ///< why it cannot be told; empty if it can
  std::string Anything; ///< what may change all that others reach; empty: nothing does
  llvm::SetVector<const clang::ValueDecl *> Writes;
  llvm::SetVector<const clang::Type *> Through; ///< types of what is behind pointers, canonical; null: any
};

/// What \p L, one behind the other, may change of what lives longer.
TripEffects tripEffects(llvm::ArrayRef<const clang::Stmt *> L, clang::ASTContext &Ctx, HostCalls &Calls);

/// Variables and members that \p Loop names outside of \p Branches, or functions that it calls there.
std::set<const clang::ValueDecl *> namedBeside(const clang::Stmt *Loop, const std::set<const clang::Stmt *> &Branches);

/// Whether a pointer or reference of the program may lead to \p D, a variable or member: it is named in \p Ctx otherwise
/// than to be read, set, or given to a call of OpenCL.
bool mayBePointedTo(const clang::ValueDecl *D, clang::ASTContext &Ctx);

/// A buffer, kernel or queue, of C or of the wrapper: each entry reads which one it is.
bool isReadHandle(clang::QualType T);

/// Whether who is not seen may make \p D, which a loop names, what the region has not looked at: another object, or one
/// that lies elsewhere. Numbers and handles are read anew.
bool mayBecomeAnother(const clang::ValueDecl *D, clang::ASTContext &Ctx);

/// Whether \p V, an event of a function, is never looked at: commands give theirs to it, and that is all.
bool onlyHandedOut(const clang::VarDecl *V);

/// Whether an object of type \p T is an event, or holds one.
bool holdsEvent(clang::QualType T);

/// Whether \p D, a variable or parameter of a function, keeps the value that it begins with.
bool neverSet(const clang::VarDecl *D, clang::ASTContext &Ctx);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_HOSTTRIPS_H
