//===- MadeObjects.h - buffers and kernels that the loop makes -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_MADEOBJECTS_H
#define PERSISTIFY_LIB_HOST_MADEOBJECTS_H

#include "LoweringPart.h"

namespace persistify::host {

class MadeObjects : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Made buffers that some leaves hold, each one, in an order that is not known: which of them a leaf held where ways joined.
  struct Swapped {
    std::set<unsigned> Of; ///< all of them
    std::vector<unsigned> All; ///< what stands for each leaf's
  };
  Value makeKernel(const clang::Stmt *Site, const clang::Expr *Program, const clang::Expr *Name, llvm::StringRef Call);
  void releaseKernel(const ApiCall &C);
  bool isMade(const Value &V) const;
  Value heldKernel(const std::string &Key, const Value &V, clang::SourceRange Rg);
  std::optional<Value> joinedKernels(const std::string &Key, const Value &A, const Value &B) const;
  bool onlyInLoop(const Place &P);
  bool isProgram(clang::QualType T) const;
  void checkHeld(clang::SourceRange Rg);
  llvm::SetVector<const clang::VarDecl *>
      HoldsMade; ///< outside handles that the region stores made kernels or buffers in
  bool isMade(const Handle &H) const;
  bool isContext(clang::QualType T) const;
  Value makeBuffer(const clang::Stmt *Site, const clang::Expr *Context, const clang::Expr *Flags,
                   const clang::Expr *Bytes, const clang::Expr *Host, const ApiCall &C);
  void releaseBuffer(const Handle &H, clang::SourceRange Rg, llvm::StringRef Call);
  void holdBuffer(const Place &P, const Handle &H, clang::SourceRange Rg);
  void endBuffer(const Place &P, clang::SourceRange Rg);
  void forgetBuffers(llvm::function_ref<bool(int)> Of);
  void checkReleased(clang::SourceRange Rg);
  static constexpr unsigned FirstSwapped = 1u << 30;
  void mergeBuffers(const Env &A, const Env &B, Env &To) const;
  /// The same for the kernel in a handle: which of Region::Kernels it is.
  std::map<std::string, unsigned> KernelAt;

private:
  void forgetKernel(unsigned Kernel);
  Value oneOfKernels(const std::set<unsigned> &Kernels, unsigned At) const;
  std::map<std::pair<LoopPlace, std::string>, unsigned> MadeKernels; ///< by call: index in Region::Kernels
  void ofQueuesContext(const clang::Expr *X, llvm::StringRef Call);
  Value contextOf(Place P);
  std::optional<unsigned> madeBuffer(const Handle &H) const;
  std::set<unsigned> madeOf(unsigned Buffer) const;
  std::optional<std::set<unsigned>> permuted(const std::set<unsigned> &Buffers) const;
  mutable std::vector<std::shared_ptr<Swapped>> SwappedBuffers; ///< by number behind FirstSwapped
  mutable std::map<std::pair<std::vector<std::string>, std::set<unsigned>>, std::shared_ptr<Swapped>>
      SwappedAmong; ///< by leaves and buffers
  std::map<LoopPlace, unsigned> MadeBuffers; ///< by call: index in Region::Handles; its memory is the next one
  std::set<unsigned> MadeHandles;
  std::set<std::string> Contexts; ///< that have a slot
  std::map<const clang::VarDecl *, bool> OnlyInLoop; ///< nobody else names it
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_MADEOBJECTS_H
