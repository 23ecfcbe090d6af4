//===- Html.h - pieces of the page (lib/report only) -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page needs nothing but itself: no network, no fonts, no script for
// reading. Whatever comes from the program goes through escaped().
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_REPORT_HTML_H
#define PERSISTIFY_LIB_REPORT_HTML_H

#include "persistify/Report.h"

namespace persistify::html {

extern const char Style[], Script[];

/// Any bytes as text of an element or of a quoted attribute. What is no UTF-8 becomes U+FFFD; what nobody would see
/// (control characters, and those that change the direction of writing) is spelled out.
std::string escaped(llvm::StringRef Bytes);
/// The same for a text of ours with `code` in it.
std::string prose(llvm::StringRef Text);
/// A page of docs/diagnostics without its title; links to other pages are plain text.
std::string markdown(llvm::StringRef Page);

/// A text by its lines, without what ends them. Lines count from 1.
class Lines {
public:
  explicit Lines(llvm::StringRef Text);
  unsigned count() const { return All.size(); }
  llvm::StringRef operator[](unsigned Line) const { return All[Line - 1]; }

private:
  std::vector<llvm::StringRef> All;
};

/// What is shown of a line: all of it, unless it is very long.
llvm::StringRef beginningOf(llvm::StringRef Line);
/// Says how much is not.
std::string moreBytes(llvm::StringRef Line, llvm::StringRef Shown);

/// One loop of the report, by its number from 1.
class LoopPage {
public:
  LoopPage(const Report &R, size_t Number, llvm::raw_ostream &OS);
  void print();

private:
  llvm::StringRef textOf(llvm::StringRef Path) const;
  llvm::StringRef generated(llvm::StringRef Path) const;
  /// What all that was made of a place of the program has in common: "1-0-166".
  std::string key(const SourceRange &At);
  std::string bufferKey(unsigned Buffer) const;
  /// The first line of the kernel that was made from there; 0: none.
  unsigned deviceLine(const SourceRange &At) const;
  bool isShown(const SourceRange &At) const;
  void chooseLines();
  /// "line 166", linked if it is shown; with the file's name where it is another one.
  std::string place(const SourceRange &At);

  void heading();
  void runs();
  void flow();
  void step(const AccountStep &S, unsigned &Phase);
  void barrier(const AccountStep &S);
  void graph();
  void sources();
  void programText();
  void programLines(const std::string &Path);
  void excerpt(const std::string &Path, unsigned First, unsigned Last);
  void kernels();
  void deviceText();
  void deviceLines(unsigned First, unsigned Last);
  void state();
  void guards();
  void between();
  void optimisations();
  void behind();
  void refusal();
  void diagnostic(const Diagnostic &D);
  void notes();
  void list(llvm::StringRef Class, const std::vector<AccountNote> &Notes);

  const Report &R;
  const LoopReport &L;
  const size_t Number;
  llvm::raw_ostream &OS;
  std::vector<std::string> Files; ///< as keys number them
  std::map<std::string, std::set<unsigned>> Shown;  ///< lines of the program, by file
  std::map<unsigned, SourceRange> From;             ///< by line of the kernel
  std::map<std::pair<std::string, unsigned>, unsigned> FirstFrom; ///< the other way round
};

/// A host file as a whole, folded away; its loops are links.
void wholeFile(const Report &R, llvm::StringRef Path, llvm::raw_ostream &OS);

/// Phases and buffers as SVG. \p PhaseKeys, \p BufferKeys: for highlighting.
void graph(const LoopAccount &A, llvm::ArrayRef<std::string> PhaseKeys, llvm::ArrayRef<std::string> BufferKeys,
           llvm::raw_ostream &OS);

} // namespace persistify::html

#endif // PERSISTIFY_LIB_REPORT_HTML_H
