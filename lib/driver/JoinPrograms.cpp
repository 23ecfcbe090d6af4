//===- JoinPrograms.cpp - kernels of several programs in one loop --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The persistent kernel of a loop whose kernels are of several programs is built from their sources, one behind the other.
// Two definitions of one name would not compile, but for overloaded functions. So what can make the joined text mean something else
// is: those, macros of one source in the other, directives that go on, functions of one that are the other's builtin functions, and
// what tells of the text itself.
//
//===----------------------------------------------------------------------===//
#include "JoinPrograms.h"
#include "persistify/Containment.h"
#include "persistify/OwnNames.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace persistify::driver {

namespace {
/// The preprocessor's lines of a source.
struct Directives {
  std::map<std::string, std::vector<std::string>> Macros; ///< definitions by name, as they are written
  std::set<std::string> Asked; ///< names in conditions and #undef
  std::string Other; ///< one that may go on behind the source's end, or is not known
  explicit Directives(llvm::StringRef Text) {
    llvm::SmallVector<llvm::StringRef, 0> Lines;
    Text.split(Lines, '\n');
    for (llvm::StringRef Line : Lines) {
      Line = Line.trim();
      if (!Line.consume_front("#")) {
        if (Line.contains("%:") || Line.contains("?\?=") ||
            (Line.contains("*/") && Line.split("*/").second.contains('#')))
          Other = "a directive that is written in another way";
        continue;
      }
      Line = Line.ltrim();
      llvm::StringRef Word = Line.take_while([](char C) { return llvm::isAlpha(C); }),
                      Rest = Line.drop_front(Word.size()).trim();
      if (Word == "define")
        define(Rest);
      else if (llvm::is_contained({"if", "ifdef", "ifndef", "elif", "undef"}, Word))
        forEachWord(Rest, [&](llvm::StringRef Name) { Asked.insert(Name.str()); });
      else if (Word != "else" && Word != "endif" && !(Word == "pragma" && isOfPlace(Rest)))
        Other = ("#" + Line).str();
    }
  }
  void define(llvm::StringRef Rest) {
    llvm::StringRef Name = Rest.take_while(inName);
    if (Rest.ends_with("\\"))
      Other = "a macro of several lines"; // of which the first alone tells nothing
    Macros[Name.str()].push_back(Rest.str());
  }
  /// Whether a pragma counts for what is behind it in the source only, or allows more.
  static bool isOfPlace(llvm::StringRef Pragma) {
    return Pragma.starts_with("unroll") || Pragma.starts_with("nounroll") ||
           (Pragma.consume_front("OPENCL EXTENSION") && Pragma.rtrim().ends_with("enable"));
  }
};
} // namespace

static std::set<std::string> wordsOf(llvm::StringRef Text) {
  std::set<std::string> Out;
  forEachWord(Text, [&](llvm::StringRef Word) { Out.insert(Word.str()); });
  return Out;
}

std::string whyNotBehind(const Source &A, const Source &B) {
  if (planted("any-join"))
    return "";
  const Directives InA(A.Text.Text), InB(B.Text.Text);
  const std::set<std::string> Words[] = {wordsOf(A.Text.Text), wordsOf(B.Text.Text)};
  for (const Directives *In : {&InA, &InB})
    if (!In->Other.empty())
      return In->Other;
  if (llvm::StringRef(A.Text.Text).rtrim().ends_with("\\")) // it would go on with what stands between them
    return "a line that goes on at the end";
  for (const auto &W : Words)
    for (const char *Name : {"__LINE__", "__FILE__", "__COUNTER__", "_Pragma", "overloadable"})
      if (W.count(Name))
        return Name;
  for (const std::string &Flag : A.Text.Flags) // of the other one, too
    if (llvm::StringRef(Flag).contains("CLC++") || llvm::StringRef(Flag).contains("overloadable"))
      return Flag;
  for (auto [Mine, Others, Uses] : {std::tuple(&InA, &InB, &Words[1]), std::tuple(&InB, &InA, &Words[0])})
    for (const auto &[Name, Texts] : Mine->Macros) {
      if (!Uses->count(Name))
        continue;
      auto It = Others->Macros.find(Name);
      const bool Same = It != Others->Macros.end() && Texts.size() == 1 && It->second == Texts;
      if (!Same || Mine->Asked.count(Name) || Others->Asked.count(Name))
        return "macro '" + Name + "'";
    }
  for (const Source *S : {&A, &B})
    for (const KernelSummary &K : S->Model->kernels())
      if (K.OwnFloats)
        return "a pragma about floating point";
  std::string Hidden = A.Model->hidden(B.Text.Text);
  if (Hidden.empty())
    Hidden = B.Model->hidden(A.Text.Text);
  return Hidden.empty() ? "" : "function '" + Hidden + "'";
}

} // namespace persistify::driver
