//===- lib/kernel/Known.h - what of OpenCL C is modelled -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The analyses and the writer of phases look at what they know, and walk over the
// rest. So each kernel is first searched for what none of them knows: every kind
// of statement, type, declaration and attribute that Clang has stands in a table.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_KNOWN_H
#define PERSISTIFY_LIB_KERNEL_KNOWN_H

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/Type.h"
#include <optional>
#include <string>

namespace persistify::kernel {

enum class Known {
  Modelled,
  NoMeaning, ///< has no effect on what a kernel leaves
  Refused,
};

// A kind that a new Clang has does not compile here, an attribute that it has is refused.
Known known(clang::Stmt::StmtClass Kind);
Known known(clang::Type::TypeClass Kind);
Known known(clang::Decl::Kind Kind);
Known known(clang::attr::Kind Kind);

struct Unknown {
  clang::SourceRange Range;
  std::string What; ///< "attribute 'weak'"
};
/// The first thing in \p F, a definition, that is refused.
std::optional<Unknown> findUnknown(const clang::FunctionDecl *F);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_KNOWN_H
