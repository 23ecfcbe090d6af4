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

/// Buffers and kernels that the loop itself makes and releases.
class MadeObjects : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Made buffers that some leaves hold, each one, in an order that is not known: which of them a leaf held where ways joined.
  struct Swapped {
    std::set<unsigned> Of; ///< all of them
    std::vector<unsigned> All; ///< what stands for each leaf's
  };
  /// Numbers from here on stand for one of SwappedBuffers.
  static constexpr unsigned FirstSwapped = 1u << 30;

  /// The kernel that \p Call makes at \p Site.
  Value makeKernel(const clang::Stmt *Site, const clang::Expr *Program, const clang::Expr *Name, llvm::StringRef Call);
  /// The program releases a kernel.
  void releaseKernel(const ApiCall &C);
  /// Whether the region made it.
  bool isMade(const Value &V) const;
  /// What the handle \p Key is known to hold once kernel \p V is stored there:
  ///   cl_kernel k = forward;
  ///   if (odd)
  ///     k = back;
  /// A variable tells which it is, so that ways on which it differs can join.
  Value heldKernel(const std::string &Key, const Value &V, clang::SourceRange Rg);
  /// What a handle holds where two ways join, if that is known.
  std::optional<Value> joinedKernels(const std::string &Key, const Value &A, const Value &B) const;
  /// Whether P is a local variable of the loop's function that nothing outside of the loop names:
  /// declared in front of it in the manner of C89, say. Nobody sees what the loop leaves in it.
  bool onlyInLoop(const Place &P);
  /// Whether P is a local variable of the loop's function that is assigned behind the loop before anybody looks at it.
  bool assignedBehind(const Place &P);
  /// Whether \p T is a handle of a program.
  bool isProgram(clang::QualType T) const;
  /// Behind the loop an outside handle holds no kernel that only the region has.
  void checkHeld(clang::SourceRange Rg);
  bool isMade(const Handle &H) const;
  /// Whether \p T is a handle of a context.
  bool isContext(clang::QualType T) const;
  /// The buffer of \p Bytes bytes that a call makes at \p Site, with \p Flags.
  Value makeBuffer(const clang::Stmt *Site, const clang::Expr *Context, const clang::Expr *Flags,
                   const clang::Expr *Bytes, const clang::Expr *Host, const ApiCall &C);
  /// The buffer of which \p H is the handle is gone.
  void releaseBuffer(const Handle &H, clang::SourceRange Rg, llvm::StringRef Call);
  /// A handle is stored at \p P: which are known to hold made buffers afterwards.
  void holdBuffer(const Place &P, const Handle &H, clang::SourceRange Rg);
  /// The cl::Buffer P ends. If another object may hold the buffer, it is still there.
  void endBuffer(const Place &P, clang::SourceRange Rg);
  /// What is known of buffers in the objects \p Of is dropped.
  void forgetBuffers(llvm::function_ref<bool(int)> Of);
  /// All buffers that the region made are gone again.
  void checkReleased(clang::SourceRange Rg);
  /// Which made buffers leaves hold where two ways join.
  void mergeBuffers(const Env &A, const Env &B, Env &To) const;

  llvm::SetVector<const clang::VarDecl *>
      HoldsMade; ///< outside handles that the region stores made kernels or buffers in
  /// Leaf of a kernel's handle -> variable that holds which of Region::Kernels it is.
  std::map<std::string, unsigned> KernelAt;

private:
  /// Nothing that holds it may be used any more.
  void forgetKernel(unsigned Kernel);
  /// The kernel of which \p At, a variable, has the number.
  Value oneOfKernels(const std::set<unsigned> &Kernels, unsigned At) const;
  /// The runtime makes its buffers in the queue's context: the one given must be that.
  void ofQueuesContext(const clang::Expr *X, llvm::StringRef Call);
  /// The context in the cl::Context \p P.
  Value contextOf(Place P);
  /// The buffer that the region made, if it is known that \p H is one now.
  std::optional<unsigned> madeBuffer(const Handle &H) const;
  /// The made buffers of which \p Buffer may be one.
  std::set<unsigned> madeOf(unsigned Buffer) const;
  /// The made buffers that \p Buffers are, each one of them.
  std::optional<std::set<unsigned>> permuted(const std::set<unsigned> &Buffers) const;

  std::map<std::pair<LoopPlace, std::string>, unsigned> MadeKernels; ///< by call: index in Region::Kernels
  mutable std::vector<std::shared_ptr<Swapped>> SwappedBuffers; ///< by number behind FirstSwapped
  mutable std::map<std::pair<std::vector<std::string>, std::set<unsigned>>, std::shared_ptr<Swapped>>
      SwappedAmong; ///< by leaves and buffers
  std::map<LoopPlace, unsigned> MadeBuffers; ///< by call: index in Region::Handles; its memory is the next one
  /// Handles of the made buffers.
  std::set<unsigned> MadeHandles;
  std::set<std::string> Contexts; ///< that have a slot
  std::map<const clang::VarDecl *, bool> OnlyInLoop; ///< nobody else names it
  std::map<const clang::VarDecl *, bool> DeadBehind; ///< it is assigned behind the loop before it is read
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_MADEOBJECTS_H
