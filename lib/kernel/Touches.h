//===- lib/kernel/Touches.h - which elements work-items touch, and when ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_TOUCHES_H
#define PERSISTIFY_LIB_KERNEL_TOUCHES_H

#include "Affine.h"

namespace persistify::kernel {

/// A plain load or store of a buffer, at an address that is known, and limits under which it is known to be executed.
struct Touch {
  unsigned Param = 0;
  Poly At; ///< bytes from the parameter on
  uint64_t Bytes = 0;
  Limits Under;
  bool Write = false;
  int Store = -1;   ///< a write: its number; a read: that of the write by which its value comes out, or -1: by others
  bool Own = false; ///< a write of a value that the same statement computes of what stood there
  const clang::Expr *E = nullptr;
};

/// Those of kernel \p F, helpers included; reads only as far as something depends on their values. What is not known is left out.
std::vector<Touch> findTouches(const clang::FunctionDecl *F, Affine &A);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_TOUCHES_H
