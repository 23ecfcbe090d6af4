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
  /// The host has stored something in some event: of none is it known from here on.
  void forgetEvents();
  /// A list of many events, or of records with events, of which X names an element: it is
  /// kept for what is reported at the end, and the host's. The region could not tell elements apart.
  void ownEventList(const clang::Expr *X);
  /// The event at P, which the host has, is the value of \p X; null: it was changed.
  void eventBecomes(const Place &P, const clang::Expr *X);
  /// Whether event \p V is not null, if that is known.
  std::optional<ExprP> eventGiven(const Value &V);
  /// Whether element \p X of a list, of which commands set elements, is not null. That one has set this element is checked when the
  /// program runs.
  std::optional<ExprP> elementGiven(const clang::Expr *X);
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
  /// The command waits for the events of \p List: \p N of them, or else \p Count, or one.
  void waitFor(const clang::Expr *List, const clang::Expr *Count = nullptr, const ExprP &N = nullptr);
  /// How far a command is: complete, which is what the program waits for when it
  /// asks in a loop, and one of the answers that it must expect anyway.
  void eventStatus(const ApiCall &C);
  /// Waiting for the events in wrapper object P (one, or a vector). False if it
  /// is not known what they are.
  bool wrappedEvents(const Place &P, const clang::Expr *X);
  /// Markers, barriers, flushes, retain and release: only side effects of their
  /// arguments remain.
  void order(const ApiCall &C);

  /// The object \p P is declared: none of its events is there.
  void declared(const Place &P);
  /// In front of the loop, as many events are in lists as the host finds there.
  void beginLists();

  /// A list of events -> variables that say which elements certainly hold one: from that with the first number to that in front of
  /// the second.
  std::map<std::string, unsigned> ListFrom, ListTo;
  /// Leaf of an event -> the variable that tells whether it is not null.
  std::map<std::string, unsigned> EventSet;
  /// Outside events that the region sets, or what has or leads to them -> the ids of what the host has to have if somebody looks
  /// at them: the variable's, or its members'.
  llvm::MapVector<const clang::VarDecl *, std::set<std::string>> EventsSet;
  /// The region sets \p P, which \p D has or leads to.
  void setsOutside(const clang::VarDecl *D, const Place &P);

private:
  /// Whether only commands of the region's queue ever make event \p D.
  bool isOwnEvent(const clang::ValueDecl *D) const;
  /// The text of a parameter that leads to events, and that callers may leave out.
  std::string leftOut(const Value &V) const;
  /// Whether \p List is a vector of events, or what its data() gives, that has none where the loop is reached.
  bool emptyList(const clang::Expr *List, const clang::Expr *Count);
  /// An element of a list.
  struct Element {
    Place List; ///< or a part of it that has no index
    std::string Name; ///< of the list, the same in each lowering
    std::string Key; ///< for ListFrom and ListTo
    ExprP At; ///< null: it is no list
  };
  /// The element that \p X, an lvalue, names; where an index has side effects, these take place.
  std::optional<Element> element(const clang::Expr *X);
  /// That to which \p Pointer points.
  std::optional<Element> elementAt(const clang::Expr *Pointer);
  /// That with the pointer's value \p V.
  std::optional<Element> elementBehind(const Value &V) const;
  /// The element that \p P is, by a constant index or by one that the region computes.
  std::optional<Element> elementOf(const Place &P) const;
  /// A list as an element without an index.
  std::optional<Element> listOf(const Place &P) const;
  /// The variable that is, or that leads to, list \p L; null: another one.
  const clang::VarDecl *variableOf(const Element &L) const;
  /// Refuses a list, for which \p List stands, with events that may be another queue's.
  void ownList(const Element &L, const clang::Expr *List);
  /// Whether the region has set the event at \p P, or some event of object \p Obj, on every way here.
  bool isSet(const Place &P) const;
  bool setsSome(int Obj) const;
  /// Whether the region has variables for this list. If not and \p Wanted, the lowering starts again with them.
  bool hasList(const Element &L, bool Wanted);
  /// The variable in \p Of for list \p L.
  ExprP listVariable(std::map<std::string, unsigned> &Of, const Element &L);
  /// Which elements of the list hold events when a command has set \p L.
  void setElement(const Element &L, clang::SourceRange R);
  /// A command sets the event to which X points, whose side effects have taken place.
  void setListed(const clang::Expr *X);
  /// The index \p X of an element; where EffectsDone, what it was in front of its side effects.
  Value indexOf(const clang::Expr *X);
  /// The event at \p P, perhaps an element, becomes \p V.
  void elementBecomes(const Place &P, const Value &V, clang::SourceRange R);
  /// Whether an event of object \p Obj may be one of which something is known by another name.
  bool hidesEvents(int Obj) const;
  /// Of no list in \p Obj, or of none at all, is it known which elements are there.
  void forgetLists(int Obj);
  /// Whether some of the \p N elements from \p L on are perhaps not there.
  ExprP missing(const Element &L, const ExprP &N);
  /// A command has set some event: which ones are null is not known any more.
  void forgetTests();
  /// Whether the region has variables for events that may be null.
  bool tellsEvents() const;
  /// Asks for \p P in the next lowering. False if it cannot be named there.
  bool keepInMind(std::map<std::string, Exchange::Event> &Of, const Place &P);
  /// The place, of the text \p Name, that an earlier lowering asked for.
  Place ofEvent(const Exchange::Event &Asked, const std::string &Name);
  /// The host has this event behind the region: that of the region's launch.
  void laterEvent(const clang::Expr *X);
  /// The same for the one at \p P, to which X points.
  void laterEvent(const Place &P, const clang::Expr *X);
  /// Whether nobody looks at the event in \p P in a later trip than that which sets it: it is declared in the loop's body, or only handed out.
  bool endsWithTrip(const Place &P) const;
  /// \p X is where a call stores its event.
  void eventAt(const clang::Expr *X);
  /// The same where an index chooses the element of a container.
  void chosenElementAt(const clang::Expr *X);
  /// The variable (perhaps an array) in X, which is an event, the address of one
  /// or of elements of an array. Side effects of an index take place.
  const clang::VarDecl *eventVariable(const clang::Expr *E);
  /// Refuses an event that the region may not have made itself, unless it is known on entry that it need not be waited for.
  /// \p At: where it is, if that is one place.
  void ownEvent(const clang::VarDecl *D, const clang::Expr *X, const Place *At = nullptr);
  /// There must be \p N events from that at \p P on: else the original loop goes on.
  void mustBeThere(const Place &P, const ExprP &N, const clang::Expr *List);
  /// The same for those of a list, which the region does not tell apart.
  void mustBeThere(const Element &L, const ExprP &N, const clang::Expr *List);
  /// The same for those that \p List names.
  void listMustBeThere(const clang::Expr *List, const ExprP &N);
  /// Whether there is an event at \p P, for which the command waits, \p Surely or perhaps: if that is known.
  std::optional<ExprP> there(const Place &P, bool Surely);
  /// Each first trip waits for the outside event \p P.
  void beThereOnEntry(const Place &P);
  /// That of an element of an array by a constant index, \p N elements further on.
  std::optional<Place> following(const Place &P, uint64_t N) const;

  bool EffectsDone = false; ///< those of the element's indices have taken place
  std::vector<Element> Listed; ///< lists of the host's, with variables
  std::map<std::string, Place> EntryEvents; ///< outside events as they are on entry, which the region may wait for
};

/// What two ways know of an event, where they join.
Value joinedEvents(const Value &A, const Value &B);
/// Whether the key of \p P means one leaf.
bool isOneLeaf(const Place &P);
/// Whether \p P is some element of object \p Of, a vector whose length is not known: it has the vector's name.
bool isSomeElement(const Place &P, const Object &Of);
/// Whether an index that is no constant chooses the element of a container that \p X, a pointer, leads to.
bool choosesOfContainer(const clang::Expr *X, const clang::ASTContext &Ctx);
/// Whether \p X, an event or a pointer to some, does something when it is evaluated. Such functions of a container do not.
bool listHasEffects(const clang::Expr *X, const clang::ASTContext &Ctx);
/// By what the program's events of \p P are known, which variable \p D has or leads to: a member of some object, or the variable.
const clang::ValueDecl *eventName(const Place &P, const clang::VarDecl *D);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EVENTS_H
