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

/// Events: who waits for which, and whether they are null.
class Events : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Whether the outside event at P is null is looked at, and not known yet: the region is to begin with that.
  void askEvent(const Place &P);
  /// What the host says of those, in front of the loop.
  void beginEvents();
  /// The region may wait for the event that the host has at \p P on entry: it looks then whether that can be left out. False if
  /// it cannot look.
  bool ownOnEntry(const Place &P);
  /// An event of the region's queue, which is in order, is not waited for, nor is one that has come about.
  void requireOwnEvents();
  /// The event at P is V from here on.
  void setEvent(const Place &P, Value V, clang::SourceRange R);
  /// Whether the events of the object at P are null is not known from here on.
  void forgetEvents(const Place &P);
  /// A command has set some event: of none is it known from here on.
  void forgetEvents();
  /// A list of many events, or of records with events, of which X names an element: it is
  /// kept for what is reported at the end, and the host's. The region could not tell elements apart.
  void ownEventList(const clang::Expr *X);
  /// The event at P, which the host has, is the value of \p X; null: it was changed.
  void eventBecomes(const Place &P, const clang::Expr *X);
  /// Whether event \p V is not null, if that is known.
  std::optional<ExprP> eventGiven(const Value &V);
  /// Whether element \p X of a list is not null: a command has set it just now. That it is the
  /// same element is checked when the program runs.
  std::optional<ExprP> elementGiven(const clang::Expr *X);
  /// What two ways know of an event, where they join.
  static Value joinedEvents(const Value &A, const Value &B);
  /// The event that is asked for times, and these, are the host's. So are those that
  /// the wrapper's object is asked for; a time that is returned is part of what is
  /// performed later.
  void profile(const ApiCall &A);
  /// An event that is handed out only orders one queue.
  void event(const ApiCall &C);
  /// Whether \p V, an object of the region's own, is made anew by each trip: it is declared in the loop's body, or in a function
  /// that is called there.
  bool isOfTrip(const clang::VarDecl *V) const;
  /// The events that \p C waits for first.
  void waitList(const ApiCall &C);
  /// The command waits for the events of \p List.
  void waitFor(const clang::Expr *List);
  /// How far a command is: complete, which is what the program waits for when it
  /// asks in a loop, and one of the answers that it must expect anyway.
  void eventStatus(const ApiCall &C);
  /// Waiting for the events in wrapper object P (one, or a vector). False if it
  /// is not known what they are.
  bool wrappedEvents(const Place &P, const clang::Expr *X);
  /// Markers, barriers, flushes, retain and release: only side effects of their
  /// arguments remain.
  void order(const ApiCall &C);

  /// Leaf of an event -> the variable that tells whether it is not null.
  std::map<std::string, unsigned> EventSet;
  llvm::SetVector<const clang::VarDecl *> EventsSet; ///< outside events that the region sets, or what has them
  std::map<const clang::VarDecl *, std::set<std::string>>
      EventMembers; ///< of objects that have some: which members these are

private:
  /// Whether only commands of the region's queue ever make event \p D.
  bool isOwnEvent(const clang::VarDecl *D) const;
  /// The text of a parameter that leads to events, and that callers may leave out.
  std::string leftOut(const Value &V) const;
  /// Whether \p List is a vector of events, or what its data() gives, that has none where the loop is reached.
  bool emptyList(const clang::Expr *List, const clang::Expr *Count);
  /// The region is entered where there are no such events.
  void requireNone(const std::string &Parameter);
  /// A command has set the element of a list to which X points.
  void setElement(const clang::Expr *X);
  /// The host has this event behind the region: that of the region's launch.
  void laterEvent(const clang::Expr *X);
  /// Whether nobody looks at the event in \p P in a later trip than that which sets it: it is declared in the loop's body, or only handed out.
  bool endsWithTrip(const Place &P) const;
  /// \p X is where a call stores its event.
  void eventAt(const clang::Expr *X);
  /// The variable (perhaps an array) in X, which is an event, the address of one
  /// or of elements of an array. Side effects of an index take place.
  const clang::VarDecl *eventVariable(const clang::Expr *E);
  /// Refuses an event that the region may not have made itself, unless it is known on entry that it need not be waited for.
  /// \p At: where it is, if that is one place.
  void ownEvent(const clang::VarDecl *D, const clang::Expr *X, const Place *At = nullptr);
  /// A trip waits for the event to which \p V points: if each one does, there is one in front of the loop. To wait for none is an error.
  void mustBeThere(const Value &V);

  std::map<std::string, Place> EntryEvents; ///< outside events as they are on entry, which the region may wait for
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EVENTS_H
