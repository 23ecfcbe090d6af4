//===- Events.h - events, wait lists and calls that only order -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_EVENTS_H
#define PERSISTIFY_LIB_HOST_EVENTS_H

#include "LoweringPart.h"

namespace persistify::host {

class Events : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  void askEvent(const Place &P);
  void beginEvents();
  bool ownOnEntry(const Place &P);
  void requireOwnEvents();
  void setEvent(const Place &P, Value V, clang::SourceRange R);
  void forgetEvents(const Place &P);
  void forgetEvents();
  void ownEventList(const clang::Expr *X);
  void eventBecomes(const Place &P, const clang::Expr *X);
  std::optional<ExprP> eventGiven(const Value &V);
  std::optional<ExprP> elementGiven(const clang::Expr *X);
  static Value joinedEvents(const Value &A, const Value &B);
  void profile(const ApiCall &A);
  void event(const ApiCall &C);
  bool isOfTrip(const clang::VarDecl *V) const;
  void waitList(const ApiCall &C);
  void waitFor(const clang::Expr *List);
  void eventStatus(const ApiCall &C);
  bool wrappedEvents(const Place &P, const clang::Expr *X);
  void order(const ApiCall &C);
  std::map<std::string, unsigned> EventSet;
  llvm::SetVector<const clang::VarDecl *> EventsSet; ///< outside events that the region sets, or what has them
  std::map<const clang::VarDecl *, std::set<std::string>>
      EventMembers; ///< of objects that have some: which members these are

private:
  bool isOwnEvent(const clang::VarDecl *D) const;
  std::string leftOut(const Value &V) const;
  void requireNone(const std::string &Parameter);
  void setElement(const clang::Expr *X);
  void laterEvent(const clang::Expr *X);
  bool endsWithTrip(const Place &P) const;
  void eventAt(const clang::Expr *X);
  const clang::VarDecl *eventVariable(const clang::Expr *E);
  void ownEvent(const clang::VarDecl *D, const clang::Expr *X, const Place *At = nullptr);
  /// The same for an event: whether it is not null.
  std::map<std::string, Place> EntryEvents; ///< outside events as they are on entry, which the region may wait for
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EVENTS_H
