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

class Commands : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  struct Mapped {
    Place At; ///< the first element
    uint64_t Size = 0;
    ExprP Offset; ///< in the buffer
    bool Write = false, Blocking = false;
  };
  Value api(ApiCall C, bool ResultUsed);
  Stmt command(const ApiCall &C, Stmt::Kind K);
  void setArgBytes(const Value &K, ExprP Index, ExprP Size, const Value &V, const clang::Expr *X, const ApiCall &C);
  void forKernel(const Value &K, Stmt S);
  void transferBytes(const ApiCall &C, const Handle &H, std::optional<bool> Blocking, ExprP Offset, ExprP Size,
                     const Value &V, const clang::Expr *X, Snapshot Before);
  void succeed(const ApiCall &C);
  static bool isDevice(clang::QualType T);
  Value deviceAt(const Place &P);
  std::optional<ExprP> takesTimes(clang::SourceRange R);
  void synchronized();
  bool parts(const Place &P, uint64_t Size, uint64_t Offset, std::vector<Leaves::Part> &Out);
  std::vector<std::pair<const clang::FieldDecl *, uint64_t>> membersOf(const clang::RecordDecl *RD) const;
  Handle buffer(const clang::Expr *E);
  void oneQueue(const clang::Expr *E);
  Value kernel(const ApiCall &C);
  void queue(const ApiCall &C, bool Default = true);
  std::vector<const clang::Expr *> Queues; ///< where each was first met
  clang::QualType MappedAs; ///< what the program takes the result of a map call to point to

private:
  void launch(const ApiCall &C);
  bool launchSizes(const ApiCall &C, Stmt &S);
  void launchInAny(const ApiCall &C, const Value &K, const Stmt &Launch, const ExprP &Dim);
  void launchOne(const ApiCall &C, const Value &K, Stmt S);
  void launchCall(const ApiCall &C);
  bool groupSizes(const ApiCall &C, Stmt &S);
  Value functionKernel(const clang::FunctionDecl *F, clang::SourceRange Rg);
  ExprP offset(const ApiCall &C, ApiArg Which);
  void sizeIfThere(Place &P, unsigned I, clang::SourceRange R);
  std::string Dimensions; ///< their number as C text, while sizes are read that there are perhaps
  void setArg(const ApiCall &C);
  void transfer(const ApiCall &C);
  void copyOrFill(const ApiCall &C);
  /// Scalars that one transfer may consist of; more are an array in device memory.
  static constexpr size_t MaxParts = 16;
  Value map(const ApiCall &C);
  bool isEmptyList(const clang::Expr *X);
  void unmap(const ApiCall &C);
  void mappedParts(const ApiCall &C, Stmt::Kind K, const Handle &H, const Mapped &M);
  std::optional<std::string> deviceText(const clang::Expr *X);
  ExprP answer(const ApiCall &C, const std::string &Objects, uint64_t Bytes);
  void query(const ApiCall &C);
  std::optional<Place> fromMember(Place P) const;
  bool sizes(const clang::Expr *E, unsigned Dim, ExprP (&To)[3], ExprP *Given = nullptr);
  bool sizesBehind(const clang::Expr *E, unsigned Dim, ExprP (&To)[3], ExprP *Given = nullptr);
  std::map<int, Mapped> Maps; ///< by object
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_COMMANDS_H
