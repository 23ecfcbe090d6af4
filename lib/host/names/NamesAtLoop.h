//===- NamesAtLoop.h - what the code at the loop can name ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_NAMESATLOOP_H
#define PERSISTIFY_LIB_HOST_NAMESATLOOP_H

#include "LoweringPart.h"

namespace persistify::host {

class NamesAtLoop : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  std::optional<std::string> instanceText(const clang::NamedDecl *D);
  bool plain(const clang::ValueDecl *D);
  void means(const clang::Decl *D) const {
    MeantDecls.insert(D->getCanonicalDecl());
    if (llvm::isa<clang::FunctionDecl>(D))
      for (std::set<const clang::Decl *> *Of : TextFunctions)
        Of->insert(D->getCanonicalDecl());
  }
  void means(clang::QualType T) const;
  void nameObject(Object &O);
  void nameBinding(Object &O, const clang::BindingDecl *B);
  /// Whether the name of \p D means something else at the loop.
  bool hiddenAtLoop(const clang::NamedDecl *D);
  bool mayName(const clang::FieldDecl *F) const;
  bool inFrontOfLoop(clang::SourceLocation L) const;
  std::string typeText(clang::QualType T, std::string Name, bool C = false) const;
  std::string elsewhere(const Object &O, llvm::StringRef &Path) const;
  clang::SourceLocation unitOf(clang::SourceLocation At) const;
  bool reachedElsewhere(const Place &Ptr, clang::QualType To) const;
  std::optional<unsigned> frontOfFunction() const;
  std::string reach(const clang::FieldDecl *F);
  std::string reached(const std::string &T, llvm::StringRef Step) const;
  /// A text of the host for messages, in which private members go by their names.
  std::string shown(std::string Text) const;
  std::set<std::string> AskedPointers; ///< keys of outside pointers to functions that the loop tests for null
  const clang::CXXMethodDecl *overrider(const clang::CXXMethodDecl *M, Place &This, clang::SourceRange R);
  bool declaredInFront(const clang::FunctionDecl *F);
  const clang::FunctionDecl *NotNamed = nullptr; ///< what a pointer holds that the loop's function cannot name
  const clang::FunctionDecl *accessorOf(const clang::VarDecl *D) const;
  const clang::FunctionDecl *pointedFunction(const Place &P);
  bool stablePath(const clang::Expr *E) const;
  std::optional<ExprP> constantLocal(const Place &P);
  const clang::Expr *stableAddress(const clang::VarDecl *D) const;
  /// Variables that the lambda around the loop captures, if there is one.
  std::map<const clang::VarDecl *, clang::LambdaCaptureKind> Captures;
  mutable std::vector<Accessor> Accessors; ///< that texts use
  mutable std::set<const clang::Decl *> MeantDecls; ///< that texts name
  std::vector<std::set<const clang::Decl *> *> TextFunctions; ///< those of the texts that are being put together

private:
  void findVisible();
  bool isElsewhere(const clang::VarDecl *D) const;
  bool knownAtLoop(clang::QualType T, std::string &Include) const;
  std::string undeclared(clang::QualType T) const;
  std::vector<std::string> macrosAmong(llvm::ArrayRef<std::string> Names) const;
  void declareAccessor(Accessor New) const;
  std::string hiddenMember(const clang::NamedDecl *F, clang::QualType Pointer, const std::string &Class, unsigned At);
  std::string hiddenCall(const clang::FunctionDecl *F);
  std::map<std::string, std::string> Reached; ///< what reach() declared -> its member
  std::string frontSpace() const;
  std::string frontName(llvm::StringRef What) const;
  std::optional<std::string> functionText(const clang::FunctionDecl *F);
  bool madeBefore(const clang::VarDecl *D, const clang::FunctionDecl *Accessor);
  std::map<const clang::VarDecl *, bool> Made; ///< madeBefore()
  std::map<std::string, const clang::Decl *> Visible; ///< names of the scopes around the loop
  bool VisibleKnown = false;
  std::map<const clang::VarDecl *, std::optional<uint64_t>> Constants; ///< locals that never change
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_NAMESATLOOP_H
