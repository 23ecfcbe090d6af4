//===- lib/kernel/Types.h - types as OpenCL C text -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_TYPES_H
#define PERSISTIFY_LIB_KERNEL_TYPES_H

#include "persistify/Kernel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace persistify::kernel {

/// \p T as OpenCL C text, declaring \p Name when that is not empty.
std::string printType(const clang::ASTContext &C, clang::QualType T, llvm::StringRef Name = "");

/// The pointer type \p T with __constant at its pointee made __global const,
/// without restrict (rule K5).
clang::QualType phasePointer(clang::ASTContext &C, clang::QualType T, bool ConstantToGlobal);

bool isConstantPointer(clang::QualType T);
bool containsPointer(clang::QualType T);

/// Classifies a parameter of a kernel and spells its type. \p Problem: why the parameter
/// is not supported, else left alone.
KernelParam describeParam(clang::ASTContext &C, const clang::ParmVarDecl *P, std::string &Problem);

/// How a __local variable reaches its phase.
struct LocalForm {
  bool Decayed;          ///< passed as a pointer to its elements; uses stay as they are
  clang::QualType Param; ///< type of the parameter
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_TYPES_H
