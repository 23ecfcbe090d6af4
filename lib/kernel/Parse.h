//===- lib/kernel/Parse.h - one parsed OpenCL C source ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An OpenCL C source parsed in memory, with the AST, the preprocessor and the
// source text kept alive: the analyses walk the AST, the emitter copies text.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_PARSE_H
#define PERSISTIFY_LIB_KERNEL_PARSE_H

#include "persistify/Diagnostics.h"
#include "persistify/Kernel.h"
#include "persistify/OwnNames.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include <memory>
#include <string>
#include <vector>

namespace persistify::kernel {

class MacroLog;

/// In place of a macro that may have any value the analysis sees a variable of __constant memory, of this name and the
/// macro's.
inline constexpr llvm::StringLiteral AnyPrefix = "p_any_";

class ParsedSource {
public:
  /// Parses \p Source. Without -cl-std in its flags the standards 1.2, 2.0 and
  /// 3.0 are tried in this order. Errors go to \p Diags; the result is then null.
  static std::unique_ptr<ParsedSource> parse(const KernelSource &Source, DiagnosticSink &Diags);
  /// The same; kernels that macros define stand there as they are without these (WrittenOut.cpp).
  static std::unique_ptr<ParsedSource> parseWrittenOut(const KernelSource &Source, DiagnosticSink &Diags);
  ~ParsedSource();

  clang::ASTContext &ast() const { return CI->getASTContext(); }
  clang::SourceManager &sources() const { return CI->getSourceManager(); }
  clang::Preprocessor &pp() const { return CI->getPreprocessor(); }
  const clang::LangOptions &lang() const { return CI->getLangOpts(); }
  const MacroLog &macros() const { return *Log; }
  /// KernelSource::Any
  const std::map<std::string, std::string> &any() const { return Any; }
  /// The -cl-std value it was parsed with, "CL1.2".
  llvm::StringRef standard() const { return Std; }
  /// The source as it was given, if something was written out in this one.
  const ParsedSource &asGiven() const { return Before ? *Before : *this; }
  /// What generated names begin with beside this source.
  const OwnNames &names() const { return Names; }

  /// Whether a pragma says how floating point is computed, contraction aside: it may hold at the end, too.
  bool ownFloats() const;

  /// Where \p R is written (macro expansions: where they are used).
  SourceRange range(clang::SourceRange R) const;
  SourceRange range(clang::SourceLocation L) const { return range(clang::SourceRange(L)); }
  /// "kernel.cl:12", the file without its folder.
  std::string where(clang::SourceLocation L) const;

  /// The last token of a statement, its semicolon included; invalid if a macro's text goes on behind it.
  clang::SourceLocation lastToken(const clang::Stmt *S) const;

  /// Functions with a body outside the implicit headers, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> functions() const { return Functions; }

private:
  ParsedSource() = default;
  void chooseNames();
  clang::SourceLocation given(clang::SourceLocation L, bool Last) const;

  struct
      Written { ///< offsets of a text, and in the given source those of the use that it stands for, and of its last token
    unsigned Begin, End, OldBegin, OldLast, OldEnd;
  };
  std::vector<Written> Segments;
  std::unique_ptr<ParsedSource> Before;

  // The order matters: the action must end before the instance goes.
  std::unique_ptr<clang::CompilerInstance> CI;
  std::unique_ptr<clang::FrontendAction> Action;
  std::unique_ptr<MacroLog> Log;
  std::string Std;
  std::string MainPath;
  std::map<std::string, std::string> Any;
  OwnNames Names;
  std::vector<const clang::FunctionDecl *> Functions;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_PARSE_H
