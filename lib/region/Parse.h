//===- Parse.h - reads the text of a region ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_REGION_PARSE_H
#define PERSISTIFY_LIB_REGION_PARSE_H

#include "Fields.h"
#include "ParseExpr.h"

namespace persistify::region {

/// Reads declarations and statements.
class Parser {
public:
  Parser(llvm::StringRef Text, llvm::StringRef File, unsigned FirstLine);
  std::unique_ptr<Region> run(std::string &Error);

  // ---- what Fields.h asks for
  void flag(const char *Word, bool &V);
  template <class T> void number(const char *Word, T &V, uint64_t) {
    if (take(Word))
      V = T(In.integer());
  }
  void slot(const char *Word, int &V);
  void text(const char *Word, std::string &V, llvm::StringRef Default = "");
  void texts(const char *Word, std::vector<std::string> &V);
  void texts(const char *Word, std::set<std::string> &V);
  void pairs(const char *Word, std::vector<std::pair<size_t, unsigned>> &V);
  void paths(const char *Word, std::vector<std::vector<unsigned>> &V);
  void locals(const char *Word, std::vector<RegionExit::Local> &V);
  void names(HostNames &V);
  void place(SourceRange &At);
  template <class T> void records(const char *Word, std::vector<T> &V) {
    if (take(Word))
      record(V.emplace_back());
  }
  std::string id() const { return Id; }
  std::string kernelOfSlot() const { return KernelOf; }
  std::string keyOfSlot() const { return ""; } // newSlot() sets it
  static bool full() { return true; }

private:
  // ---- fields
  /// Whether the field at hand is \p Word, which is then behind us.
  bool take(const char *Word);
  /// Reads fields, by a function that offers them, while there are some.
  void fields(llvm::function_ref<void()> Offer);
  void record(Precondition &P);
  void record(ArgEvidence &E);
  void record(DistinctHint &D);
  void record(RegionExit &X);
  void record(DeferredStmt &D);
  void record(std::pair<std::string, std::string> &L);
  void record(Accessor &A);
  void record(RegionNote &N);
  void record(Diagnostic &D);

  // ---- declarations
  void header();
  bool declaration();
  void kernel();
  void handle();
  void variable();
  std::string newName(const char *What, llvm::StringMap<unsigned> &Among, unsigned Index);
  /// `[N]`, if it stands there.
  void elements(bool &IsArray, uint64_t &Count);
  /// `= host...`, `= slot N` or nothing: -1.
  int ofSlot(Slot::Kind Usual, llvm::StringRef Text, uint64_t Size, uint64_t Count);
  /// Adds one, by the number that stands there or the next.
  int newSlot(Slot &&S, const char *At, std::optional<unsigned> Number);
  std::optional<unsigned> slotNumber();
  bool slotKind(Slot::Kind &K);
  void checkSlots();

  // ---- statements (ParseBody.cpp)
  void block(StmtList &To);
  void statement(StmtList &To);
  void byName(Stmt &S);
  bool leaf(Stmt &S);
  bool transfer(Stmt &S);
  void setArg(Stmt &S);
  void launch(Stmt &S);
  void loop(Stmt &S);
  void bail(Stmt &S);
  void end(Stmt &S);
  void sizes(ExprP (&V)[3], unsigned &N);
  ExprP offset();
  unsigned kernelName();
  void target(Stmt &S, bool OfHandle);

  Tokens In;
  std::unique_ptr<Region> R;
  DeclaredNames Names;
  ExprParser X;
  std::vector<bool> Given; ///< slots
  unsigned NextSlot = 0;   ///< what a slot without a number is
  std::string Id, KernelOf;
  bool Taken = false; ///< the field at hand
};

} // namespace persistify::region

#endif // PERSISTIFY_LIB_REGION_PARSE_H
