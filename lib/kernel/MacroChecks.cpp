//===- lib/kernel/MacroChecks.cpp - rule H9 --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device compiler may be given other macros than the analysis was. The
// checks stand behind the source, so they see each macro's last value:
//   * a condition whose macros keep their meaning to the end is asked again;
//   * a macro that the source defines only if it is missing, and a macro given
//     by -D that the source uses, is compared by value where the
//     preprocessor can, else by its text.
// Of a number of the options that the analysis saw as a variable only the type is compared.
// What can be compared in no way is a problem of every kernel of the source.
// A mismatch fails the build, and the original loop runs. Macros that nothing here compares must not
// come from outside: the runtime sees to that, by the names that are left (harmless).
//
//===----------------------------------------------------------------------===//
#include "Macros.h"
#include "Parse.h"
#include "persistify/Containment.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <set>

using namespace clang;

namespace persistify::kernel {

bool isHint(llvm::StringRef Line) {
  static const llvm::Regex Hint("^__attribute__ *\\(\\( *opencl_unroll_hint *(\\( *[A-Za-z0-9_]* *\\))? *\\)\\)$");
  return Hint.match(Line.trim()) && !planted("hints-in-conditions");
}

namespace {

class Checks {
public:
  Checks(const ParsedSource &P, std::vector<std::string> *Unchecked) : P(P), SM(P.sources()), Unchecked(Unchecked) {}

  std::string run() {
    for (const MacroLog::Test &T : P.macros().Tests)
      test(T);
    for (const MacroLog::Expansion &E : P.macros().Expansions)
      if (ofDevice(E))
        unchecked(E.Name->getName());
      else if (fromOutside(E.Info) && E.Name->getName() != "__OPENCL_VERSION__") // that one is ours, see Parse.cpp
        value(E.Name->getName());
    if (P.macros().UsesHasInclude)
      unchecked("__has_include");
    if (!P.macros().Unusual.empty())
      unchecked(P.macros().Unusual);
    if (AsksOperands)
      Out = "#define p_operand(n, v, p) ((n) == (v) && p * n == p * (v) && n * p == (v) * p && p + n == p + (v) && \\\n"
            "  n + p == (v) + p && ((v) == 0 || (p / n == p / (v) && p % n == p % (v))))\n" +
            Out + "#undef p_operand\n";
    return P.names().settle(Out);
  }

  /// After run: names that change nothing, or nothing unseen, when they are macros from outside.
  std::set<std::string> harmless() {
    std::set<std::string> Out, Active = P.macros().Words;
    for (FileID File : P.macros().Files)
      words(File, Out, Active);
    for (const MacroLog::Test &T : P.macros().Tests)
      Out.insert(T.Macro);
    for (const std::string &Name : Active)
      Out.erase(Name);
    Out.insert(Compared.begin(), Compared.end());
    for (const std::string &Name : Changing)
      Out.erase(Name);
    Out.erase("");
    return Out;
  }

private:
  bool fromOutside(const MacroInfo *MI) const { return MI && SM.isWrittenInCommandLineFile(MI->getDefinitionLoc()); }

  /// A macro that the device's compiler defines, used as a value: it depends on device and standard. (Conditions are
  /// asked again.)
  bool ofDevice(const MacroLog::Expansion &E) const {
    const llvm::StringRef Name = E.Name->getName();
    if (!E.Info || E.Info->isBuiltinMacro() || Name.starts_with("CL_VERSION_") || planted("versions-as-values") ||
        !(Name == "__OPENCL_VERSION__" || SM.isWrittenInBuiltinFile(E.Info->getDefinitionLoc())))
      return false;
    return llvm::none_of(P.macros().Tests, [&](const MacroLog::Test &T) {
      return T.Kind == MacroLog::TestKind::If && SM.getFileID(T.Loc) == SM.getFileID(E.Loc) &&
             SM.getSpellingLineNumber(T.Loc) <= SM.getSpellingLineNumber(E.Loc) &&
             SM.getSpellingLineNumber(E.Loc) <= SM.getSpellingLineNumber(SM.getFileLoc(T.Condition.getEnd()));
    });
  }

  /// Words that no implementation makes a macro of, as some do with builtin functions.
  bool isTypeWord(const IdentifierInfo *II) const {
    if (II->isKeyword(P.lang()))
      return true;
    llvm::StringRef S = II->getName().rtrim("0123456789");
    static const llvm::StringRef Types[] = {"char", "uchar", "short", "ushort", "int",  "uint",
                                            "long", "ulong", "float", "double", "half", "size_t"};
    return llvm::is_contained(Types, S);
  }

  /// The identifiers of a file, and those of them that stand in what was taken. The conditions of directives are
  /// checked by themselves.
  void words(FileID File, std::set<std::string> &All, std::set<std::string> &Active) const {
    std::vector<std::pair<unsigned, unsigned>> Skipped;
    for (clang::SourceRange R : P.macros().Skipped)
      if (SM.getFileID(R.getBegin()) == File)
        Skipped.push_back({SM.getFileOffset(R.getBegin()), SM.getFileOffset(R.getEnd())});
    llvm::StringRef Buffer = SM.getBufferData(File);
    Lexer L(SM.getLocForStartOfFile(File), P.lang(), Buffer.begin(), Buffer.begin(), Buffer.end());
    bool Hash = false, Passive = false;
    Token T;
    for (bool Last = false; !Last;) { // which may end with the text
      Last = L.LexFromRawLexer(T);
      if (T.isAtStartOfLine())
        Passive = Hash = false;
      if (T.is(tok::hash) && T.isAtStartOfLine()) {
        Hash = true;
        continue;
      }
      if (T.isNot(tok::raw_identifier))
        continue;
      llvm::StringRef Word = T.getRawIdentifier();
      if (Hash) {
        Hash = false;
        Passive = Word.starts_with("if") || Word.starts_with("el") || Word == "pragma" || Word == "include";
        continue;
      }
      All.insert(Word.str());
      const unsigned At = SM.getFileOffset(T.getLocation());
      if (!Passive && llvm::none_of(Skipped, [&](auto R) { return At >= R.first && At < R.second; }))
        Active.insert(Word.str());
    }
  }

  bool stable(llvm::StringRef Name, SourceLocation Loc) const {
    const MacroInfo *Here = macroAt(P, Name, Loc), *End = macroAtEnd(P, Name);
    return Here == End || (Here && End && Here->isIdenticalTo(*End, P.pp(), true));
  }

  void line(const std::string &Condition, const std::string &About) {
    if (!Lines.insert(Condition).second)
      return;
    Out += Condition + "\n#error \"persistify: " + About + " differs from the analysed program\"\n#endif\n";
  }

  void unchecked(llvm::StringRef Name) {
    if (!Noted.insert(Name.str()).second)
      return;
    if (Unchecked)
      Unchecked->push_back(Name.str());
  }

  void test(const MacroLog::Test &T) {
    if (onlyPragmas(T))
      return;
    if (T.Kind != MacroLog::TestKind::If) {
      bool Defined = (T.Kind == MacroLog::TestKind::Ifdef) == T.Value;
      if (stable(T.Macro, T.Loc))
        line((Defined ? "#ifndef " : "#ifdef ") + P.names().theirs(T.Macro), P.names().theirs(T.Macro));
      else
        value(T.Macro);
      if (!stable(T.Macro, T.Loc) && !onlyDefault(T))
        Changing.insert(T.Macro);
      return;
    }
    std::string Text;
    bool AllStable = true;
    std::vector<std::string> Names;
    SourceLocation Begin = SM.getFileLoc(T.Condition.getBegin()), End = SM.getFileLoc(T.Condition.getEnd());
    // The range may end behind the line; the text of the directive is what counts.
    unsigned Line = 0;
    forEachIdentifier(P, clang::SourceRange(Begin, End), [&](llvm::StringRef Name, SourceLocation L) {
      if (Name == "defined")
        return;
      bool Inside = SM.getFileID(L) == SM.getFileID(Begin);
      Names.push_back(Name.str());
      AllStable &= stable(Name, Inside ? L : Begin);
    });
    bool Done = false;
    forEachRawToken(P, clang::SourceRange(Begin, End), [&](const Token &Tok) {
      // A directive ends with its line, continued lines aside.
      if (Line && Tok.isAtStartOfLine())
        Done = true;
      Line = 1;
      if (Done || Tok.is(tok::comment))
        return;
      if (!Text.empty())
        Text += " ";
      Text += Lexer::getSpelling(Tok, SM, P.lang());
    });
    if (Text.empty())
      return;
    Text = P.names().theirs(Text);
    if (AllStable) {
      line(std::string(T.Value ? "#if !(" : "#if (") + Text + ")", "#if " + escaped(Text));
      return;
    }
    for (const std::string &N : Names) {
      value(N);
      if (!stable(N, Begin))
        Changing.insert(N);
    }
  }

  /// #ifndef NAME, #define NAME, #endif: who comes with another value is told by that value alone.
  bool onlyDefault(const MacroLog::Test &T) const {
    if (T.Kind != MacroLog::TestKind::Ifndef || T.Endif.isInvalid() || SM.getFileID(T.IfLoc) != SM.getFileID(T.Endif))
      return false;
    llvm::StringRef Text =
        SM.getBufferData(SM.getFileID(T.IfLoc)).slice(SM.getFileOffset(T.IfLoc), SM.getFileOffset(T.Endif));
    Text = Text.split('\n').second;
    bool Continued = false;
    while (!Text.empty()) {
      llvm::StringRef Line;
      std::tie(Line, Text) = Text.split('\n');
      Line = Line.trim();
      const bool Inside = Continued;
      Continued = Line.ends_with("\\");
      if (Inside || Line.empty() || Line.starts_with("//") || Line == "#" ||
          (Line.starts_with("/*") && Line.find("*/") == Line.size() - 2))
        continue;
      if (!Line.consume_front("#"))
        return false;
      Line = Line.ltrim();
      if (!Line.consume_front("define"))
        return false;
      Line = Line.ltrim();
      if (!Line.consume_front(T.Macro) || (!Line.empty() && (llvm::isAlnum(Line[0]) || Line[0] == '_')))
        return false;
    }
    return true;
  }

  static std::string escaped(llvm::StringRef Text) {
    std::string R;
    for (char C : Text)
      if (C != '"' && C != '\\')
        R += C;
    return R;
  }

  /// Groups that only enable extensions change nothing that was analysed.
  bool onlyPragmas(const MacroLog::Test &T) {
    if (T.Endif.isInvalid() || SM.getFileID(T.IfLoc) != SM.getFileID(T.Endif))
      return false;
    unsigned B = SM.getFileOffset(T.IfLoc), E = SM.getFileOffset(T.Endif);
    llvm::StringRef Text = SM.getBufferData(SM.getFileID(T.IfLoc)).slice(B, E);
    auto [First, Rest] = Text.split('\n');
    bool Continued = First.rtrim().ends_with("\\");
    while (!Rest.empty()) {
      auto [Line, More] = Rest.split('\n');
      Rest = More;
      Line = Line.trim();
      if (Continued) {
        Continued = Line.ends_with("\\");
        continue;
      }
      if (Line.empty() || Line.starts_with("//") || Line == "#" || isHint(Line))
        continue;
      if (!Line.consume_front("#"))
        return false;
      Line = Line.ltrim();
      Continued = Line.ends_with("\\");
      bool Pragma = Line.consume_front("pragma");
      if (Pragma) {
        Line = Line.ltrim();
        if (!Line.consume_front("OPENCL") || !Line.ltrim().starts_with("EXTENSION"))
          return false;
      } else if (!Line.starts_with("if") && !Line.starts_with("el") && !Line.starts_with("endif") &&
                 !Line.starts_with("error") && !Line.starts_with("warning")) {
        return false;
      }
    }
    return true;
  }

  /// The fully expanded body of \p MI, if the preprocessor can compute with it.
  bool arithmetic(const MacroInfo *MI, std::string &Text, std::set<const MacroInfo *> &Active) {
    if (MI->isFunctionLike() || MI->isBuiltinMacro() || !Active.insert(MI).second)
      return false;
    for (const Token &T : MI->tokens()) {
      std::string S = Lexer::getSpelling(T, SM, P.lang());
      if (T.is(tok::numeric_constant)) {
        bool Hex = llvm::StringRef(S).starts_with_insensitive("0x");
        if (S.find('.') != std::string::npos || (!Hex && S.find_first_of("eEfF") != std::string::npos) ||
            (Hex && S.find_first_of("pP") != std::string::npos))
          return false;
        Text += " " + S;
      } else if (const IdentifierInfo *II = T.getIdentifierInfo()) {
        const MacroInfo *Inner = macroAtEnd(P, II->getName());
        if (!Inner || !arithmetic(Inner, Text, Active))
          return false;
      } else if (T.isOneOf(tok::l_paren, tok::r_paren, tok::plus, tok::minus, tok::star, tok::slash, tok::percent,
                           tok::lessless, tok::greatergreater, tok::tilde, tok::exclaim, tok::amp, tok::pipe,
                           tok::caret, tok::less, tok::greater, tok::lessequal, tok::greaterequal, tok::equalequal,
                           tok::exclaimequal, tok::ampamp, tok::pipepipe, tok::question, tok::colon)) {
        Text += " " + S;
      } else {
        return false;
      }
    }
    Active.erase(MI);
    return true;
  }

  /// Whether \p Text is one operand, whatever stands beside it: a number, or an expression in parentheses.
  static bool isOperand(llvm::StringRef Text) {
    llvm::SmallVector<llvm::StringRef, 16> Tokens;
    Text.split(Tokens, ' ', -1, false);
    llvm::SmallVector<unsigned, 8> Questions; // those without their colon, in each pair of parentheses
    bool Operand = false;                     // just read
    for (size_t I = 0; I < Tokens.size(); ++I) {
      const llvm::StringRef T = Tokens[I];
      if (Operand && Questions.empty())
        return false;
      if (T == "(") {
        if (Operand)
          return false;
        Questions.push_back(0);
      } else if (T == ")") {
        if (!Operand || Questions.empty() || Questions.pop_back_val())
          return false;
      } else if (llvm::isDigit(T.front())) {
        if (Operand)
          return false;
        Operand = true;
      } else if (Questions.empty()) {
        return false;
      } else if (!Operand) {
        if (T != "+" && T != "-" && T != "~" && T != "!")
          return false;
      } else {
        if (T == "~" || T == "!" || (T == ":" && !Questions.back()--))
          return false;
        Questions.back() += T == "?";
        Operand = false;
      }
    }
    return Operand && Questions.empty();
  }

  /// Whether what \p N stands for is one operand too, with the value \p Value: operators beside it show it otherwise.
  /// A sum comes apart beside a product, a product behind a division, everything else beside a sum.
  std::string sameOperand(const std::string &N, const std::string &Value, const std::string &Number) {
    if (planted("equal-macros"))
      return "((" + N + ") == (" + Value + "))";
    AsksOperands = true;
    return "p_operand(" + N + ", " + Value + ", " + Number + ")";
  }

  /// It must be one number of that type of floating point, as the compiler's text of it shows; the analysis did not look at its value.
  void anyFloat(const std::string &N, llvm::StringRef Type) {
    const std::string Like = Type == "float" ? "1.0f" : "1.0";
    Out += "// persistify: " + N + " is a number of type " + Type.str() +
           " (else this does not compile)\n"
           "#define p_text_(x) #x\n#define p_text(x) p_text_(x)\n#define p_here p_text(" +
           N +
           ")\n"
           "#define p_is(i, a, b) (p_here[i] == a || p_here[i] == b)\n"
           "#define p_digit(i) (p_here[i] >= '0' && p_here[i] <= '9')\n"
           "#define p_number(i) ((i) + 1 >= sizeof(p_here) || p_digit(i) || p_is(i, '.', '.') || ((i) > 0 && \\\n"
           "  (p_is(i, 'e', 'E') || p_is(i, 'f', 'F') || (p_is(i, '-', '+') && p_is((i) - 1, 'e', 'E')))))\n"
           "#define p_numbers(i) (p_number(i) && p_number(i + 1) && p_number(i + 2) && p_number(i + 3))\n"
           "enum { p_same_" +
           N + " = 1 / (sizeof(p_here) > 1 && sizeof(p_here) <= 33 && sizeof(" + N + ") == sizeof(" + Like +
           ") && \\\n  ";
    for (unsigned I = 0; I < 32; I += 4)
      Out += "p_numbers(" + std::to_string(I) + ") && ";
    Out += "\\\n  (0 * (" + N +
           ") + 1) / 2 > 0) };\n"
           "#undef p_text_\n#undef p_text\n#undef p_here\n#undef p_is\n#undef p_digit\n#undef p_number\n#undef "
           "p_numbers\n";
  }

  /// It must be a constant of that type; the analysis did not look at its value.
  void anyValue(const std::string &N, llvm::StringRef Type) {
    line("#ifndef " + N, N);
    if (!Lines.insert("any " + N).second)
      return;
    if (Type == "float" || Type == "double")
      return anyFloat(N, Type);
    const bool Unsigned = Type.starts_with("u");
    Out += "// persistify: " + N + " is a constant of type " + Type.str() + " (else this does not compile)\n" +
           "enum { p_same_" + N + " = 1 / (sizeof(" + N + ") == sizeof(" + Type.str() + ") && 0 * (" + N + ") - 1 " +
           (Unsigned ? ">" : "<") + " 0 && " + sameOperand(N, N, Type.ends_with("long") ? "1000003ul" : "1000003L") +
           ") };\n";
  }

  void value(llvm::StringRef Name) {
    if (!Compared.insert(Name.str()).second)
      return;
    const MacroInfo *MI = macroAtEnd(P, Name);
    std::string N = P.names().theirs(Name);
    if (auto Any = P.any().find(Name.str()); Any != P.any().end())
      return anyValue(N, Any->second);
    if (MI && MI->isBuiltinMacro())
      return;
    if (!MI) {
      line("#ifdef " + N, N);
      return;
    }
    if (MI->isFunctionLike())
      return text(N, MI);
    if (MI->tokens_empty()) {
      line("#if !defined(" + N + ") || (" + N + " + 1) != 1", N);
      return;
    }
    std::string Text;
    std::set<const MacroInfo *> Active;
    if (arithmetic(MI, Text, Active) && isOperand(Text)) {
      line("#if !defined(" + N + ") || !" + sameOperand(N, Text.substr(1), "1000003"), N);
      return;
    }
    const Token &First = *MI->tokens_begin();
    const IdentifierInfo *Word = First.getIdentifierInfo();
    if (MI->getNumTokens() == 1 && Word && isTypeWord(Word) && !macroAtEnd(P, Word->getName())) {
      // One word: pasted to a prefix it names a macro that only the right word has.
      std::string Prefix = "p_same_" + N + "_", W = Word->getName().str();
      std::string Front =
          "#define " + Prefix + W + " 1\n#define p_paste_(a) " + Prefix + "##a\n#define p_paste(a) p_paste_(a)\n";
      if (Lines.insert(Front).second)
        Out += Front + "#if !defined(" + N + ") || !p_paste(" + N + ")\n#error \"persistify: " + N +
               " differs from the analysed program\"\n#endif\n#undef p_paste\n#undef p_paste_\n#undef " + Prefix + W +
               "\n";
      return;
    }
    text(N, MI);
  }

  /// Compares the text that \p MI expands to with the text of the definition, both as the device compiler
  /// expands them, character by character in a constant expression.
  void text(const std::string &N, const MacroInfo *MI) {
    line("#ifndef " + N, N);
    std::string Call = N, Body;
    std::vector<const IdentifierInfo *> Params(MI->params().begin(), MI->params().end());
    if (MI->isFunctionLike()) {
      Call += "(";
      for (size_t I = 0; I < Params.size(); ++I)
        Call += (I ? ", p_" : "p_") + std::to_string(I);
      Call += ")";
    }
    int Depth = 0;
    bool Ok = !MI->isGNUVarargs();
    for (const Token &T : MI->tokens()) {
      Depth += T.is(tok::l_paren) - T.is(tok::r_paren);
      // A comma would end the argument of the macro that makes a string.
      Ok &= !T.isOneOf(tok::hash, tok::hashhash) && Depth >= 0 && !(T.is(tok::comma) && Depth == 0);
      if (!Body.empty() && T.hasLeadingSpace())
        Body += " ";
      auto Param = llvm::find(Params, T.getIdentifierInfo());
      Body += T.getIdentifierInfo() && Param != Params.end() ? "p_" + std::to_string(Param - Params.begin())
                                                             : P.names().theirs(Lexer::getSpelling(T, SM, P.lang()));
    }
    // What implementations make of builtin functions may be longer.
    size_t Length = (Body.size() + 64 + 31) / 32 * 32;
    if (!Ok || Depth != 0 || Length > 512)
      return unchecked(P.names().settle(N));
    std::string Same;
    for (size_t I = 0; I < Length; I += 32)
      Same += " && p_same32(" + std::to_string(I) + ")";
    if (!Lines.insert("text " + N).second)
      return;
    Out += "// persistify: " + N +
           " is what it was (else this does not compile)\n"
           "#define p_text_(x) #x\n#define p_text(x) p_text_(x)\n"
           "#define p_here p_text(" +
           Call + ")\n#define p_there p_text(" + Body +
           ")\n"
           "#define p_same(i) ((i) >= sizeof(p_there) || p_here[i] == p_there[i])\n"
           "#define p_same4(i) (p_same(i) && p_same(i + 1) && p_same(i + 2) && p_same(i + 3))\n"
           "#define p_same32(i) (p_same4(i) && p_same4(i + 4) && p_same4(i + 8) && p_same4(i + 12) && \\\n"
           "  p_same4(i + 16) && p_same4(i + 20) && p_same4(i + 24) && p_same4(i + 28))\n"
           "enum { p_same_" +
           N + " = 1 / (sizeof(p_here) == sizeof(p_there) && sizeof(p_there) <= " + std::to_string(Length) + Same +
           ") };\n"
           "#undef p_text_\n#undef p_text\n#undef p_here\n#undef p_there\n"
           "#undef p_same\n#undef p_same4\n#undef p_same32\n";
  }

  const ParsedSource &P;
  const SourceManager &SM;
  std::vector<std::string> *Unchecked;
  std::string Out;
  std::set<std::string> Lines, Noted, Compared;
  bool AsksOperands = false;
  std::set<std::string> Changing; ///< what they were where they were tested cannot be asked at the end
};

} // namespace

std::string macroChecks(const ParsedSource &P, std::vector<std::string> *Unchecked) {
  return Checks(P.asGiven(), Unchecked).run();
}

/// The type of a number of floating point in decimal digits, as it is spelled; empty for other words.
static std::string floatType(llvm::StringRef Digits, const LangOptions &Lang) {
  static const llvm::Regex Decimal("^([0-9]+\\.[0-9]*|\\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?[fF]?$");
  if (planted("float-values") || !Decimal.match(Digits) ||
      Digits.find_first_not_of("0123456789") == llvm::StringRef::npos)
    return "";
  const bool Single = Digits.ends_with_insensitive("f");
  if (Single && Digits.drop_back().find_first_not_of("0123456789") == llvm::StringRef::npos)
    return ""; // 64f is no number
  return Single || Lang.SinglePrecisionConstants ? "float" : "double";
}

std::map<std::string, std::string> numberOptions(const ParsedSource &Of) {
  const ParsedSource &P = Of.asGiven();
  const SourceManager &SM = P.sources();
  std::map<std::string, std::string> Out;
  for (const MacroLog::Expansion &E : P.macros().Expansions) {
    const MacroInfo *MI = E.Info;
    if (!MI || !SM.isWrittenInCommandLineFile(MI->getDefinitionLoc()) || MI->isFunctionLike() ||
        MI->getNumTokens() != 1 || MI->tokens_begin()->isNot(tok::numeric_constant) ||
        E.Name->getName() == "__OPENCL_VERSION__" || MI != macroAtEnd(P, E.Name->getName()))
      continue;
    const std::string Spelling = Lexer::getSpelling(*MI->tokens_begin(), SM, P.lang());
    llvm::StringRef Digits(Spelling);
    if (const std::string Type = floatType(Digits, P.lang()); !Type.empty()) {
      Out[E.Name->getName().str()] = Type;
      continue;
    }
    const llvm::StringRef Suffix = Digits.drop_front(Digits.find_last_not_of("uUlL") + 1);
    Digits = Digits.drop_back(Suffix.size());
    uint64_t Value;
    if (Digits.getAsInteger(0, Value) || Value > INT64_MAX || Suffix.size() > 2)
      continue;
    const bool Unsigned = Suffix.contains_insensitive("u"), Decimal = !Digits.starts_with("0");
    const uint64_t Most = Unsigned ? UINT32_MAX : INT32_MAX;
    if (!Decimal && !Unsigned && Value > INT32_MAX)
      continue; // may be unsigned or not
    Out[E.Name->getName().str()] =
        std::string(Unsigned ? "u" : "") + (Value > Most || Suffix.contains_insensitive("l") ? "long" : "int");
  }
  for (const MacroLog::Test &T : P.macros().Tests)
    if (T.Kind == MacroLog::TestKind::If)
      forEachIdentifier(P,
                        clang::SourceRange(SM.getFileLoc(T.Condition.getBegin()), SM.getFileLoc(T.Condition.getEnd())),
                        [&](llvm::StringRef Name, SourceLocation) { Out.erase(Name.str()); });
  return Out;
}

std::set<std::string> harmlessMacros(const ParsedSource &P) {
  std::vector<std::string> Unchecked;
  Checks C(P.asGiven(), &Unchecked);
  C.run();
  return C.harmless();
}

} // namespace persistify::kernel
