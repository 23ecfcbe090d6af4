//===- Fields.h - the fields of a region's declarations, in one table -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each struct names its fields once, for the printer and for
// the parser: what the one writes the other reads. Each begins with all of the
// struct's members: a new one does not compile until it is named here.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_REGION_FIELDS_H
#define PERSISTIFY_LIB_REGION_FIELDS_H

#include "persistify/Region.h"

namespace persistify::region {

// IO has, for a field with the word that names it in the text:
//   flag(Word, bool)              the word alone
//   number(Word, integer, Default)
//   text(Word, string, Default)   in quotes
//   texts(Word, vector or set)    several of them
//   numbers(Word, vector of numbers), pairs(Word, vector of pairs of numbers)
//   place(SourceRange)            @LINE...
//   slot(Word, integer)           a number of a slot, -1 for none
// A field that has its default is not written. What id(), kernelOfSlot() and keyOfSlot() give are such defaults;
// full(): whether nothing may be lost.

template <class IO, class T> void slotFields(IO &Io, T &S, llvm::StringRef DefaultText, uint64_t DefaultSize) {
  auto &[K, Text, KernelName, Compared, Made, OneOf, Size, SizeSlot, Scanned, Range, Key, SameAs, LocalType, Init,
         Owner, Owned] = S;
  (void)K; // the declaration's first word
  Io.text("text", Text, DefaultText);
  Io.text("of", KernelName, Io.kernelOfSlot());
  Io.flag("compared", Compared);
  Io.flag("made", Made);
  Io.slot("one_of", OneOf);
  Io.number("size", Size, DefaultSize);
  Io.slot("size_in", SizeSlot);
  Io.flag("scanned", Scanned);
  Io.text("key", Key, Io.keyOfSlot());
  Io.texts("same_as", SameAs);
  Io.text("local_type", LocalType);
  Io.text("init", Init);
  Io.text("owner", Owner);
  Io.flag("owned", Owned);
  if (Io.full())
    Io.place(Range);
}

template <class IO, class T> void variableFields(IO &Io, T &V) {
  auto &[Name, Type, Count, IsArray, Slot, Assigned, Here, OfTrip, Looked] = V;
  (void)Type, (void)Slot; // `%name : type`, `= slot`
  Io.text("name", Name, Io.id());
  if (!IsArray)
    Io.number("count", Count, 1);
  Io.flag("assigned", Assigned);
  Io.text("here", Here);
  Io.flag("of_trip", OfTrip);
  Io.flag("looked", Looked);
}

template <class IO, class T> void handleFields(IO &Io, T &H) {
  auto &[Name, Count, IsArray, Slot, Assigned, Mirror] = H;
  (void)Slot;
  Io.text("name", Name, Io.id());
  if (!IsArray)
    Io.number("count", Count, 1);
  Io.flag("assigned", Assigned);
  Io.flag("mirror", Mirror);
}

template <class IO, class T> void kernelFields(IO &Io, T &K) {
  auto &[Slot, Name, Sources, Program] = K;
  auto &[Spelled, Pieces] = Sources;
  auto &[Texts, At, Certain] = Pieces;
  (void)Slot;
  Io.text("name", Name, Io.id());
  if (Io.full()) {
    Io.texts("spelled", Spelled);
    Io.texts("pieces", Texts);
    Io.text("pieces_at", At);
    Io.flag("pieces_certain", Certain);
  }
  Io.number("program", Program, 0);
}

template <class IO, class T> void exitFields(IO &Io, T &X) {
  auto &[Range, Text, Types, TypeLines, Lines, Statements, Declarations, Nested, Breaks, Locals] = X;
  Io.text("text", Text);
  Io.text("types", Types);
  Io.pairs("type_lines", TypeLines);
  Io.pairs("lines", Lines);
  Io.paths("statements", Statements);
  Io.number("declarations", Declarations, 0);
  Io.flag("nested", Nested);
  Io.flag("breaks", Breaks);
  Io.locals("local", Locals);
  Io.place(Range);
}

template <class IO, class T> void localFields(IO &Io, T &L) {
  auto &[Decl, Slot, Host] = L;
  (void)Decl; // behind `local`
  Io.number("slot", Slot, 0);
  Io.text("host", Host);
}

template <class IO, class T> void deferredFields(IO &Io, T &D) {
  auto &[Range, Text, Before, Functions] = D;
  Io.text("text", Text);
  Io.text("before", Before);
  Io.texts("functions", Functions);
  Io.place(Range);
}

template <class IO, class T> void noteFields(IO &Io, T &N) {
  auto &[Range, Text] = N;
  Io.text("text", Text);
  Io.place(Range);
}

template <class IO, class T> void diagnosticFields(IO &Io, T &D) {
  auto &[Code, Range, Args] = D;
  (void)Code; // the first word
  Io.texts("args", Args);
  Io.place(Range);
}

template <class IO, class T> void evidenceFields(IO &Io, T &E) {
  auto &[Kernel, Index, Buffers] = E;
  (void)Kernel, (void)Index; // kernel[index]
  Io.texts("buffers", Buffers);
}

template <class IO, class T> void preconditionFields(IO &Io, T &P) {
  auto &[Text, Reason] = P;
  (void)Text; // the first word
  Io.text("reason", Reason);
}

template <class IO, class T> void distinctFields(IO &Io, T &D) {
  auto &[A, B, From] = D;
  (void)A, (void)From;
  Io.text("from", B);
}

template <class IO, class T> void accessorFields(IO &Io, T &A) {
  auto &[Name, At, Text, Variable, Macros, File, Definition, Include, Declares, Space] = A;
  (void)Name; // the first word
  Io.number("at", At, 0);
  Io.text("text", Text);
  Io.text("variable", Variable);
  Io.texts("macros", Macros);
  Io.text("file", File);
  Io.text("definition", Definition);
  Io.text("include", Include);
  Io.text("declares", Declares);
  Io.text("space", Space);
}

/// What is said of the whole region, and its declarations by their first words.
template <class IO, class T> void regionFields(IO &Io, T &R) {
  auto &[Range, TestBegin, TestEnd, NoTest, Directives, TestActs, Anew, HeaderNames, BodyBegin, BodyEnd, ForHost,
         OrOriginal, HostReads, Pending, Names, Function, Vars, Handles, Slots, Kernels, Exits, Notes, Evidence,
         Preconditions, Meant, Distinct, Dropped, Deferred, HostLocals, HandsOn, Spares, LaterClocks, TimesTrips,
         Profiling, Accessors, C90, NeedsTypeInfo, Remarks, Body, CommitTexts, Commit, CommitsAgain, ComparesHandles,
         Ends, InMacro, HostFloat] = R;
  (void)Range, (void)Function;                                         // behind `region`
  (void)Slots, (void)Kernels, (void)Handles, (void)Vars, (void)Body; // they have a syntax of their own
  Io.names(Names);
  if (Io.full()) {
    Io.number("test_begin", TestBegin, 0);
    Io.number("test_end", TestEnd, 0);
    Io.number("body_begin", BodyBegin, 0);
    Io.number("body_end", BodyEnd, 0);
    Io.texts("meant", Meant);
  }
  Io.flag("no_test", NoTest);
  Io.flag("directives", Directives);
  Io.flag("test_acts", TestActs);
  Io.flag("anew", Anew);
  Io.flag("or_original", OrOriginal);
  Io.flag("hands_on", HandsOn);
  Io.flag("later_clocks", LaterClocks);
  Io.flag("times_trips", TimesTrips);
  Io.flag("profiling", Profiling);
  Io.flag("c90", C90);
  Io.flag("needs_type_info", NeedsTypeInfo);
  Io.flag("compares_handles", ComparesHandles);
  Io.flag("ends", Ends);
  Io.flag("in_macro", InMacro);
  Io.flag("host_float", HostFloat);
  Io.texts("header_names", HeaderNames);
  Io.texts("host_reads", HostReads);
  Io.text("pending", Pending);
  Io.texts("spares", Spares);
  Io.text("commit_texts", CommitTexts);
  Io.text("commit", Commit);
  Io.flag("commits_again", CommitsAgain);
  Io.records("precondition", Preconditions);
  Io.records("evidence", Evidence);
  Io.records("distinct", Distinct);
  Io.records("exit", Exits);
  Io.records("deferred", Deferred);
  Io.records("host_local", HostLocals);
  Io.records("accessor", Accessors);
  Io.records("note", Notes);
  Io.records("dropped", Dropped);
  Io.records("remark", Remarks);
  Io.records("for_host", ForHost);
}

/// The name of an operator, function or kind in the text.
const char *operatorText(Expr::Op O);
/// How tightly a binary operator binds, as in C; 0: it is none.
unsigned precedence(Expr::Op O);
/// "int", "ulong", as in OpenCL C and "bool"; null for a type that there is not.
const char *typeText(ScalarType T);
bool typeFromText(llvm::StringRef Text, ScalarType &T);
extern const char *const SlotKinds[7];
extern const char *const BailReasons[14];
/// What Stmt::What is unless the text says otherwise.
const char *defaultWhat(Stmt::Kind K);
/// Slot::Key unless the text says otherwise.
std::string keyOfSlot(const Region &R, llvm::StringRef Text, Slot::Kind K);
/// The bits of a constant that its type has room for.
uint64_t inType(ScalarType T, uint64_t Bits);

} // namespace persistify::region

#endif // PERSISTIFY_LIB_REGION_FIELDS_H
