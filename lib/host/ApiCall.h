//===- ApiCall.h - an OpenCL call, with its arguments by meaning -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the C API and of its C++ wrapper look the same from here on: which
// argument is the queue, the size or the wait list is told by the table of
// lib/opencl. The wrapper is known by its class cl::detail::Wrapper and the
// header that defines it, so that a copy of that header inside a project counts
// and the project's own additions to the namespace do not.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_APICALL_H
#define PERSISTIFY_LIB_HOST_APICALL_H

#include "persistify/Api.h"
#include "persistify/Library.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace persistify::host {

struct ApiCall {
  Api A = Api::None;
  const ApiRow *Row = nullptr;
  const clang::CallExpr *C = nullptr;
  clang::SourceRange Site; ///< instead of C, of a constructor
  std::string Name;
  bool Wrapper = false;       ///< a call of the C++ wrapper
  bool StatusIgnored = false; ///< the program does not look at the status
  llvm::SmallVector<const clang::Expr *, 10> Args; ///< of a method: its object first

  explicit operator bool() const { return A != Api::None; }
  const clang::Expr *arg(ApiArg Kind) const {
    int I = Row ? Row->find(Kind) : -1;
    return I >= 0 && unsigned(I) < Args.size() ? Args[I] : nullptr;
  }
  bool launches() const { return A == Api::Launch || A == Api::LaunchTask || A == Api::LaunchFunctor; }
  clang::SourceRange range() const { return C ? C->getSourceRange() : Site; }
};

/// A == None: no call of OpenCL.
ApiCall apiCall(const clang::CallExpr *C);

/// Whether the wrapper's header declares D.
bool inWrapper(const clang::Decl *D);
/// Name of the wrapper's class that T is: "Buffer", "NDRange"; "vector<Event>"
/// for a vector of its events; else empty.
llvm::StringRef wrapperClass(clang::QualType T);
/// What a constructor of cl::EnqueueArgs gives its member \p Member ("local_"), if it
/// is given such a range.
const clang::Expr *rangeGiven(const clang::CXXConstructExpr *Args, llvm::StringRef Member);
/// Name of the handle's struct ("_cl_mem") in a wrapper class, else empty.
llvm::StringRef wrappedHandle(clang::QualType T);
/// The record that pointer \p T points to, such as "_cl_event" of a cl_event, else empty.
llvm::StringRef handleRecord(clang::QualType T);
/// Whether failing calls of the wrapper throw (CL_HPP_ENABLE_EXCEPTIONS).
bool wrapperThrows(clang::ASTContext &Ctx);
/// E without casts, temporaries, copies, std::move and accesses to the raw handle.
const clang::Expr *peel(const clang::Expr *E);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_APICALL_H
