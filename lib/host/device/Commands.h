//===- Commands.h - calls of the device's API: launches, arguments, transfers, queries -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_COMMANDS_H
#define PERSISTIFY_LIB_HOST_COMMANDS_H

#include "LoweringPart.h"
#include "machine/Leaves.h"

namespace persistify::host {

/// Interprets calls of the device's API.
class Commands : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// A mapped part of a buffer.
  struct Mapped {
    Place At; ///< the first element
    uint64_t Size = 0;
    ExprP Offset; ///< in the buffer
    bool Write = false, Blocking = false;
    bool Large = false; ///< its elements are the buffer's own, in place of variables
    Handle Of; ///< the buffer, if Large
    std::string Name; ///< of the call
  };

  /// The mapped part that object \p Obj is, if that is a large one; else null.
  const Mapped *largeMapping(int Obj) const;
  /// Whether object \p Obj stands for a mapped part.
  bool isMapping(int Obj) const { return Maps.count(Obj) != 0; }
  /// Refuses a change of handle variable \p V while a large part of its buffer is mapped.
  void keepMapped(unsigned V, clang::SourceRange R);
  /// A call of the API.
  Value api(ApiCall C, bool ResultUsed);
  /// A statement of kind \p K for the command \p C.
  Stmt command(const ApiCall &C, Stmt::Kind K);
  /// The argument is Size bytes at V; X is what the program wrote.
  void setArgBytes(const Value &K, ExprP Index, ExprP Size, const Value &V, const clang::Expr *X, const ApiCall &C);
  /// A statement about a kernel, which may be one of several. Of those that one handle
  /// may hold all get the arguments, since only one of them is launched.
  void forKernel(const Value &K, Stmt S);
  /// Why \p Bytes do not fit the number at \p P, if it has less.
  std::string otherSize(const Place &P, uint64_t Bytes) const;
  /// A transfer of Size bytes between H and the host memory that V points to.
  void transferBytes(const ApiCall &C, const Handle &H, std::optional<bool> Blocking, ExprP Offset, ExprP Size,
                     const Value &V, const clang::Expr *X, Checkpoint Before);
  /// The status that a call gives by pointer: it succeeds.
  void succeed(const ApiCall &C);
  /// Whether \p T is a handle of a device.
  static bool isDevice(clang::QualType T);
  /// An outside variable that names a device.
  Value deviceAt(const Place &P);
  /// Whether the region's queue takes times of its commands, if it is known which queue that is.
  std::optional<ExprP> takesTimes(clang::SourceRange R);
  /// All pending transfers are complete.
  void synchronized();
  /// Adds the bytes between the members of the struct \p P, a variable of the host's, that the host has on entry: nobody sets them.
  void addGaps(const Place &P, uint64_t Size, ArgValue &To);
  /// The scalar leaves that make up Size bytes at P.
  bool parts(const Place &P, uint64_t Size, uint64_t Offset, std::vector<Leaves::Part> &Out);
  /// The handle that the object at \p P begins with, if its first \p Size bytes are one; else \p P.
  Place handleAtBegin(const Place &P, uint64_t Size);
  /// Members of a record and its bases, with their offsets.
  std::vector<std::pair<const clang::FieldDecl *, uint64_t>> membersOf(const clang::RecordDecl *RD) const;
  /// The buffer that \p E is.
  Handle buffer(const clang::Expr *E);
  /// A further queue. Whether it is another one is seen when the program runs,
  /// except where it must be.
  void oneQueue(const clang::Expr *E);
  /// The kernel that \p C is about.
  Value kernel(const ApiCall &C);
  /// The queue of a command. Some interfaces have a default queue for those without one.
  void queue(const ApiCall &C, bool Default = true);

  std::vector<const clang::Expr *> Queues; ///< where each was first met
  clang::QualType MappedAs; ///< what the program takes the result of a map call to point to

private:
  /// Scalars that one transfer may consist of; more are an array in device memory.
  static constexpr size_t MaxParts = 16;
  unsigned Launches = 0; ///< in the text of the region

  /// A launch by sizes.
  void launch(const ApiCall &C);
  /// The sizes of a launch in S.Dim dimensions: arrays of the C API, or ranges of the wrapper.
  bool launchSizes(const ApiCall &C, Stmt &S);
  /// A launch in a number of dimensions that the program computes in front of the loop: one of three.
  void launchInAny(const ApiCall &C, const Value &K, const Stmt &Launch, const ExprP &Dim);
  /// Launches what has its sizes.
  void launchOne(const ApiCall &C, const Value &K, Stmt S);
  /// A launch of a function with its arguments.
  void launchCall(const ApiCall &C);
  /// The sizes of a launch from numbers of groups and the size of one.
  bool groupSizes(const ApiCall &C, Stmt &S);
  /// The kernel that is \p F.
  Value functionKernel(const clang::FunctionDecl *F, clang::SourceRange Rg);
  /// Where in a buffer a transfer begins.
  ExprP offset(const ApiCall &C, ApiArg Which);
  /// Element I of an array of sizes, which has Dimensions of them, or is none at all.
  void sizeIfThere(Place &P, unsigned I, clang::SourceRange R);
  /// Sets an argument of a kernel.
  void setArg(const ApiCall &C);
  /// A read or write of a buffer.
  void transfer(const ApiCall &C);
  /// A copy between buffers, or a fill.
  void copyOrFill(const ApiCall &C);
  /// The pattern of N bytes at \p P, as a fill of at most 8 bytes.
  void fillPattern(const ApiCall &C, const Value &P, std::optional<uint64_t> N, Stmt &S);
  /// Maps a part of a buffer.
  Value map(const ApiCall &C);
  /// Whether X is a list of properties without any: null, or one that begins with its end.
  bool isEmptyList(const clang::Expr *X);
  /// Unmaps it.
  void unmap(const ApiCall &C);
  /// Transfers between the mapped object and its buffer, one for each scalar.
  void mappedParts(const ApiCall &C, Stmt::Kind K, const Handle &H, const Mapped &M);
  /// What a device is called in front of the loop.
  std::optional<std::string> deviceText(const clang::Expr *X);
  /// The number of Bytes that the runtime is told by Objects, "queue, kernel, device, what".
  ExprP answer(const ApiCall &C, const std::string &Objects, uint64_t Bytes);
  /// Asks an object for a property.
  Value query(const ApiCall &C);
  /// The struct that has the number P as a member, from that on: &v.x where y and z follow.
  std::optional<Place> fromMember(Place P) const;
  /// The sizes behind a `const size_t *` argument, read at the call.
  /// Elements of an array of sizes. If it is given under a condition, that is set.
  bool sizes(const clang::Expr *E, unsigned Dim, ExprP (&To)[3], ExprP *Given = nullptr);
  /// As sizes(), of an array behind a pointer.
  bool sizesBehind(const clang::Expr *E, unsigned Dim, ExprP (&To)[3], ExprP *Given = nullptr);

  std::string Dimensions; ///< their number as C text, while sizes are read that there are perhaps
  std::map<int, Mapped> Maps; ///< by object
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_COMMANDS_H
