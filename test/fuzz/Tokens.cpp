//===- Tokens.cpp - changing programs token by token ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tokens.h"
#include <algorithm>
#include <cctype>
#include <optional>

namespace persistify::fuzz {
namespace {

struct Piece {
  size_t Begin, End;
};

bool isWord(char C) { return std::isalnum(static_cast<unsigned char>(C)) || C == '_'; }

/// Comments and blanks are no tokens; a directive is one, so that it stays whole.
std::vector<Piece> tokensOf(std::string_view T) {
  static constexpr std::string_view Long[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                              "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::"};
  std::vector<Piece> Out;
  bool LineStart = true;
  for (size_t I = 0; I < T.size();) {
    const size_t Begin = I;
    const char C = T[I];
    if (C == '\n') {
      LineStart = true;
      ++I;
      continue;
    }
    if (std::isspace(static_cast<unsigned char>(C))) {
      ++I;
      continue;
    }
    if (T.compare(I, 2, "//") == 0) {
      I = std::min(T.find('\n', I), T.size());
      continue;
    }
    if (T.compare(I, 2, "/*") == 0) {
      const size_t End = T.find("*/", I + 2);
      I = End == T.npos ? T.size() : End + 2;
      continue;
    }
    if (C == '#' && LineStart) {
      do
        I = std::min(T.find('\n', I + 1), T.size());
      while (I < T.size() && T[I - 1] == '\\');
    } else if (C == '"' || C == '\'') {
      for (++I; I < T.size() && T[I] != C && T[I] != '\n'; ++I)
        I += T[I] == '\\';
      I = std::min(I + 1, T.size());
    } else if (isWord(C)) {
      while (I < T.size() && (isWord(T[I]) || (std::isdigit(static_cast<unsigned char>(C)) && T[I] == '.')))
        ++I;
    } else {
      ++I;
      for (std::string_view Op : Long)
        if (T.compare(Begin, Op.size(), Op) == 0) {
          I = Begin + Op.size();
          break;
        }
    }
    LineStart = false;
    Out.push_back({Begin, I});
  }
  return Out;
}

using Words = std::vector<std::string_view>;

const Words Operators[] = {{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"},
                           {"<", ">", "<=", ">=", "==", "!="},
                           {"&&", "||", ","},
                           {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="},
                           {"++", "--"},
                           {"!", "~", "-", "*", "&", "++", "--"}};
const Words Numbers = {"0",  "1",   "-1",         "2",   "3",    "7",   "64",           "255",  "65536", "2147483647", "0x80000000u",
                       "1u", "10L", "4294967295", "1.0", "0.5f", "1e30", "0x7fffffffffffffff", "'a'", "nullptr", "NULL"};
const Words Types = {"int", "unsigned", "long", "short", "char", "float", "double", "size_t", "cl_int", "cl_uint", "cl_ulong",
                     "cl_float", "cl_mem", "unsigned char", "bool", "cl_event", "cl_kernel"};
const Words KernelTypes = {"int", "uint", "long", "ulong", "short", "uchar", "float", "int4", "float2", "size_t", "bool", "double"};
const Words Qualifiers = {"const", "volatile", "static", "unsigned", "extern", "inline", "register"};
const Words KernelQualifiers = {"const",     "volatile",   "restrict",  "__global", "__local",
                                "__private", "__constant", "unsigned", "static"};
const Words Around[] = {{"if (1) { ", " }"},
                        {"{ ", " }"},
                        {"do { ", " } while (0);"},
                        {"for (int q_ = 0; q_ < 3; ++q_) { ", " }"},
                        {"while (1) { ", " break; }"},
                        {"switch (2) { case 1: break; default: ", " }"},
                        {"if (0) ; else { ", " }"},
                        {"for (;;) { ", " break; }"}};
const Words HostStatements = {"break;",
                              "continue;",
                              "return 0;",
                              "goto out;",
                              "clFinish(queue);",
                              "clFlush(queue);",
                              "printf(\"%d\\n\", i);",
                              "#pragma persistify force\n",
                              "#pragma persistify skip\n",
                              "exit(1);"};
const Words KernelStatements = {"barrier(CLK_GLOBAL_MEM_FENCE);",
                                "barrier(CLK_LOCAL_MEM_FENCE);",
                                "mem_fence(CLK_GLOBAL_MEM_FENCE);",
                                "return;",
                                "break;",
                                "continue;",
                                "int i_ = get_global_id(0);",
                                "__local int l_[8];",
                                "if (get_local_id(0) == 0) return;",
                                "while (get_group_id(0) < 0) ;",
                                "for (int j_ = 0; j_ < get_local_size(0); ++j_) ;"};

/// A program's text with its tokens, changed from the back so that what stands in front keeps its place.
class Changer {
public:
  Changer(std::string Text, Language L, Random &Rng) : Text(std::move(Text)), L(L), Rng(Rng) { read(); }

  std::string run() {
    for (unsigned N = 1 + below(below(3) + 1); N > 0 && !Tokens.empty(); --N) {
      change();
      read();
    }
    return std::move(Text);
  }

  void splice(const std::string &Donor) {
    Changer Other(Donor, L, Rng);
    for (unsigned N = 1 + below(2); N > 0; --N)
      if (auto S = Other.statement())
        if (auto At = statement()) {
          const std::string Piece = Other.Text.substr(Other.Tokens[S->first].Begin,
                                                      Other.Tokens[S->second].End - Other.Tokens[S->first].Begin);
          const size_t Begin = Tokens[At->first].Begin;
          if (below(3) == 0) // in its place
            Text.replace(Begin, Tokens[At->second].End - Begin, Piece + "\n");
          else
            Text.insert(Begin, Piece + "\n");
          read();
        }
  }
  std::string text() { return std::move(Text); }

private:
  void read() { Tokens = tokensOf(Text); }
  unsigned below(size_t N) { return N ? Rng() % N : 0; }
  template <typename T> const T &any(const std::vector<T> &Of) { return Of[below(Of.size())]; }
  std::string_view word(size_t I) const {
    return std::string_view(Text).substr(Tokens[I].Begin, Tokens[I].End - Tokens[I].Begin);
  }
  bool isName(size_t I) const { return std::isalpha(static_cast<unsigned char>(word(I)[0])) || word(I)[0] == '_'; }
  void put(size_t I, std::string_view New) { Text.replace(Tokens[I].Begin, Tokens[I].End - Tokens[I].Begin, New); }
  std::optional<size_t> pick(bool (*Is)(std::string_view)) {
    for (unsigned Try = 0; Try < 40; ++Try)
      if (size_t I = below(Tokens.size()); Is(word(I)))
        return I;
    return std::nullopt;
  }
  /// The bracket that closes the one at \p I.
  std::optional<size_t> closing(size_t I) const {
    unsigned Depth = 0;
    for (; I < Tokens.size(); ++I) {
      const std::string_view W = word(I);
      Depth += W == "(" || W == "{" || W == "[";
      if ((W == ")" || W == "}" || W == "]") && --Depth == 0)
        return I;
    }
    return std::nullopt;
  }
  /// First and last token of a statement: up to its semicolon, or with its block.
  std::optional<std::pair<size_t, size_t>> statement() {
    for (unsigned Try = 0; Try < 20 && Tokens.size() > 2; ++Try) {
      size_t I = below(Tokens.size() - 1);
      if (word(I) != ";" && word(I) != "{" && word(I) != "}")
        continue;
      const size_t First = I + 1;
      if (word(First) == "}" || word(First) == "else")
        continue;
      for (size_t J = First; J < Tokens.size() && J < First + 400; ++J) {
        if (word(J) == "(" || word(J) == "[" || word(J) == "{") {
          const bool Block = word(J) == "{";
          auto End = closing(J);
          if (!End)
            break;
          J = *End;
          if (Block && !(J + 1 < Tokens.size() && (word(J + 1) == ";" || word(J + 1) == "else" || word(J + 1) == "while")))
            return std::pair(First, J);
        } else if (word(J) == ";") {
          return std::pair(First, J);
        } else if (word(J) == "}") {
          break;
        }
      }
    }
    return std::nullopt;
  }
  std::string textOf(std::pair<size_t, size_t> S) const {
    return Text.substr(Tokens[S.first].Begin, Tokens[S.second].End - Tokens[S.first].Begin);
  }

  void change() {
    switch (below(20)) {
    case 0:
    case 1: // a statement less
      if (auto S = statement())
        Text.erase(Tokens[S->first].Begin, Tokens[S->second].End - Tokens[S->first].Begin);
      return;
    case 2: // one twice
      if (auto S = statement())
        Text.insert(Tokens[S->second].End, "\n" + textOf(*S));
      return;
    case 3: { // one elsewhere
      auto From = statement(), To = statement();
      if (From && To)
        Text.insert(Tokens[To->first].Begin, textOf(*From) + "\n");
      return;
    }
    case 4: // another one's place
      if (auto A = statement(), B = statement(); A && B && A->second < B->first) {
        const std::string First = textOf(*A), Second = textOf(*B);
        Text.replace(Tokens[B->first].Begin, Second.size(), First);
        Text.replace(Tokens[A->first].Begin, First.size(), Second);
      }
      return;
    case 5:
    case 6: // in a block, a loop, a condition
      if (auto S = statement()) {
        const Words &W = Around[below(std::size(Around))];
        const std::string Of = textOf(*S);
        Text.replace(Tokens[S->first].Begin, Of.size(), std::string(W[0]) + Of + std::string(W[1]));
      }
      return;
    case 7: // a new one
      if (auto S = statement()) {
        std::string New(any(L == Language::Kernel ? KernelStatements : HostStatements));
        Text.insert(Tokens[S->first].Begin, (New[0] == '#' ? "\n" : "") + New + " ");
      }
      return;
    case 8:
    case 9: { // another name of the program
      const size_t I = below(Tokens.size()), J = below(Tokens.size());
      if (isName(I) && isName(J))
        put(I, std::string(word(J)));
      return;
    }
    case 10: { // one name for another, everywhere
      const size_t I = below(Tokens.size());
      if (!isName(I))
        return;
      const std::string Old(word(I));
      const size_t J = below(Tokens.size());
      const std::string New = below(2) || !isName(J) ? Old + "_" + std::to_string(below(10)) : std::string(word(J));
      for (size_t K = Tokens.size(); K-- > 0;)
        if (word(K) == Old)
          put(K, New);
      return;
    }
    case 11:
    case 12: { // an operator
      const Words &Class = Operators[below(std::size(Operators))];
      for (unsigned Try = 0; Try < 100; ++Try)
        if (size_t I = below(Tokens.size()); std::find(Class.begin(), Class.end(), word(I)) != Class.end())
          return put(I, any(Class));
      return;
    }
    case 13:
      if (auto I = pick([](std::string_view W) { return std::isdigit(static_cast<unsigned char>(W[0])) != 0; }))
        put(*I, any(Numbers));
      return;
    case 14: { // a type
      const Words &Of = L == Language::Kernel ? KernelTypes : Types;
      for (unsigned Try = 0; Try < 100; ++Try)
        if (size_t I = below(Tokens.size()); std::find(Of.begin(), Of.end(), word(I)) != Of.end())
          return put(I, any(Of));
      return;
    }
    case 15: { // a qualifier, more or less
      const Words &Of = L == Language::Kernel ? KernelQualifiers : Qualifiers;
      const size_t I = below(Tokens.size());
      if (std::find(Of.begin(), Of.end(), word(I)) != Of.end())
        put(I, "");
      else if (isName(I))
        Text.insert(Tokens[I].Begin, std::string(any(Of)) + " ");
      return;
    }
    case 16: { // any tokens less
      const size_t I = below(Tokens.size()), J = std::min(I + below(3), Tokens.size() - 1);
      Text.erase(Tokens[I].Begin, Tokens[J].End - Tokens[I].Begin);
      return;
    }
    case 17: { // arguments: one less, one twice
      auto Comma = pick([](std::string_view W) { return W == ","; });
      if (!Comma || *Comma + 1 >= Tokens.size())
        return;
      size_t End = *Comma + 1;
      for (; End < Tokens.size() && word(End) != "," && word(End) != ")" && word(End) != "}" && word(End) != ";"; ++End)
        if (word(End) == "(" || word(End) == "[" || word(End) == "{") {
          auto Close = closing(End);
          if (!Close)
            return;
          End = *Close;
        }
      const std::string Of = Text.substr(Tokens[*Comma].Begin, Tokens[End - 1].End - Tokens[*Comma].Begin);
      if (below(2))
        Text.erase(Tokens[*Comma].Begin, Of.size());
      else
        Text.insert(Tokens[*Comma].Begin, Of);
      return;
    }
    case 18: { // a condition around an expression, brackets
      const size_t I = below(Tokens.size());
      if (isName(I) || std::isdigit(static_cast<unsigned char>(word(I)[0])))
        put(I, below(2) ? "(" + std::string(word(I)) + ")" : "(1 ? " + std::string(word(I)) + " : 0)");
      return;
    }
    default: // a condition, a loop's head less
      if (auto I = pick([](std::string_view W) { return W == "if" || W == "while" || W == "for" || W == "else"; })) {
        size_t End = *I;
        if (word(*I) != "else")
          if (auto Close = *I + 1 < Tokens.size() && word(*I + 1) == "(" ? closing(*I + 1) : std::nullopt)
            End = *Close;
        Text.erase(Tokens[*I].Begin, Tokens[End].End - Tokens[*I].Begin);
      }
    }
  }

  std::string Text;
  Language L;
  Random &Rng;
  std::vector<Piece> Tokens;
};

} // namespace

std::string mutated(std::string Text, Language L, Random &Rng) { return Changer(std::move(Text), L, Rng).run(); }

std::string spliced(const std::string &Text, const std::string &Donor, Random &Rng) {
  Changer C(Text, Language::Host, Rng);
  C.splice(Donor);
  return C.text();
}

} // namespace persistify::fuzz
