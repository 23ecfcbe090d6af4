//===- Print.h - prints a region as text ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_REGION_PRINT_H
#define PERSISTIFY_LIB_REGION_PRINT_H

#include "Fields.h"
#include "persistify/RegionText.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace persistify::region {

/// "..." with escapes.
std::string quoted(llvm::StringRef Text);

/// The names that variables, handles and kernels have in the text: their own, as far as these are words and nothing
/// else has them.
struct TextNames {
  explicit TextNames(const Region &R);
  std::vector<std::string> Vars, Handles, Kernels;

private:
  /// \p Taken: names, each with the number that the next one of it may have.
  std::string unique(llvm::StringRef Name, llvm::StringRef Otherwise, llvm::StringMap<unsigned> &Taken);
};

/// Expressions and handles, with names.
class ExprPrinter {
public:
  explicit ExprPrinter(const TextNames &Names) : Names(Names) {}
  /// `_` for none.
  std::string text(const ExprP &E) const { return E ? text(*E) : "_"; }
  std::string text(const Expr &E) const;
  std::string text(const Handle &H) const;
  static std::string index(const std::string &Text) { return "[" + Text + "]"; }

private:
  std::string operand(const Expr &E, bool OfBinary) const;
  const TextNames &Names;
};

/// Prints declarations and statements.
class Printer {
public:
  Printer(const Region &R, const RegionTextForm &Form) : R(R), Form(Form), Names(R), X(Names), OS(Text) {}
  std::string run();

  // ---- what Fields.h asks for
  void flag(const char *Word, bool V);
  void number(const char *Word, uint64_t V, uint64_t Default);
  void slot(const char *Word, int V);
  void text(const char *Word, llvm::StringRef V, llvm::StringRef Default = "");
  void texts(const char *Word, const std::vector<std::string> &V);
  void texts(const char *Word, const std::set<std::string> &V) {
    texts(Word, std::vector<std::string>(V.begin(), V.end()));
  }
  void pairs(const char *Word, const std::vector<std::pair<size_t, unsigned>> &V);
  void paths(const char *Word, const std::vector<std::vector<unsigned>> &V);
  void locals(const char *Word, const std::vector<RegionExit::Local> &V);
  void names(const HostNames &V);
  void place(const SourceRange &At);
  template <class T> void records(const char *Word, const std::vector<T> &V) {
    for (const T &One : V) {
      line() << Word;
      Inline = true;
      record(One);
      Inline = false;
      OS << "\n";
    }
  }
  std::string id() const { return Id; }
  std::string kernelOfSlot() const { return KernelOf; }
  std::string keyOfSlot() const { return KeyOf; }
  bool full() const { return Form.Full; }

private:
  // ---- declarations
  void record(const Precondition &P);
  void record(const ArgEvidence &E);
  void record(const DistinctHint &D);
  void record(const RegionExit &X);
  void record(const DeferredStmt &D);
  void record(const std::pair<std::string, std::string> &L);
  void record(const Accessor &A);
  void record(const RegionNote &N);
  void record(const Diagnostic &D);
  void slots();
  /// Whether something names a slot by its number.
  bool namesSlots() const;
  void declarations();
  void kernel(unsigned I);
  void handle(unsigned I);
  void variable(unsigned I);
  /// `= ...`: the slot of one declaration, told there if it is not yet.
  void ofSlot(int S, Slot::Kind Usual, llvm::StringRef Text, uint64_t Size, bool Alone);
  void slotText(int S, llvm::StringRef Text, uint64_t Size);

  // ---- statements
  void list(const StmtList &L);
  void block(const StmtList &L);
  void section(const char *Word, const StmtList &L);
  void statement(const Stmt &S);
  void leaf(const Stmt &S);
  void loop(const Stmt &S);
  void setArg(const Stmt &S);
  void launch(const Stmt &S);
  void transfer(const Stmt &S);
  void sizes(const char *Word, const Stmt &S, const ExprP (&V)[3]);
  void end(const Stmt &S);
  std::string lhs(const Stmt &S) const;
  std::string at(const Stmt &S, unsigned I) const;

  llvm::raw_ostream &line();
  /// Begins a field: on a line of its own, or in that of a declaration.
  llvm::raw_ostream &field(const char *Word);
  void string(llvm::StringRef V);

  const Region &R;
  const RegionTextForm &Form;
  TextNames Names;
  ExprPrinter X;
  std::string Text;
  llvm::raw_string_ostream OS;
  unsigned Depth = 0;
  bool Inline = false;
  std::string Id, KernelOf, KeyOf;
  bool Numbered = true;   ///< slots have their numbers
  std::vector<bool> Told; ///< slots
  int NextSlot = 0;       ///< what a slot without a number is
};

} // namespace persistify::region

#endif // PERSISTIFY_LIB_REGION_PRINT_H
