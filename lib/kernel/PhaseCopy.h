//===- lib/kernel/PhaseCopy.h - one function copy under construction -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_PHASECOPY_H
#define PERSISTIFY_LIB_KERNEL_PHASECOPY_H

#include "Phases.h"
#include "TextEdits.h"

namespace persistify::kernel {

struct PhaseWriter::Copy {
  struct Local {
    const clang::VarDecl *V;
    LocalForm Form;
    std::string ParamName;
    bool ByMacro; ///< some use stands in a macro's body
  };
  const Signature &S;
  std::string Name;
  const ConstantSpace::Result &Constants;
  TextEdits Edits;
  clang::SourceRange Range; ///< begin of the first and of the last token
  bool Ids;                 ///< has the parameter p_v
  std::vector<Local> Locals;
  std::map<std::string, std::string> Defines; ///< name -> text behind #define, around this copy
  std::vector<std::string> Hoisted;           ///< __constant variables of function scope
  std::set<const clang::Stmt *> Removed;      ///< declarations that became parameters
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_PHASECOPY_H
