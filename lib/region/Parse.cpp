//===- Parse.cpp - declarations of the text of a region ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Parse.h"
#include "persistify/RegionText.h"
#include "persistify/Report.h"
#include "llvm/ADT/StringExtras.h"

namespace persistify::region {

// ---- tokens ------------------------------------------------------------------

Parser::Parser(llvm::StringRef Text, llvm::StringRef File, unsigned FirstLine)
    : Lex(Text), File(File), FirstLine(FirstLine), R(std::make_unique<Region>()) {
  advance();
}

void Parser::advance() {
  if (failed())
    return;
  std::string Why;
  Tok = Lex.next(Why);
  if (!Why.empty())
    fail(Why);
}

void Parser::failAt(const char *At, const llvm::Twine &Why) {
  if (failed())
    return;
  Error = File + ":" + Lex.position(At, FirstLine) + ": " + Why.str();
  Tok = Token(); // the end, for all that reads on
  Tok.At = At;
}

void Parser::fail(const llvm::Twine &Why) { failAt(Tok.At, Why); }

static std::string shown(const Token &T) {
  switch (T.K) {
  case Token::End: return "the end of the text";
  case Token::Name: return "'%" + T.Text + "'";
  case Token::String: return "a string";
  case Token::Place: return "'@" + T.Text + "'";
  case Token::Word:
  case Token::Number:
  case Token::Symbol: break;
  }
  return "'" + T.Text + "'";
}

bool Parser::consume(llvm::StringRef Symbol) {
  if (!Tok.is(Symbol))
    return false;
  advance();
  return true;
}

void Parser::expect(llvm::StringRef Symbol) {
  if (!consume(Symbol))
    fail("expected '" + Symbol + "', not " + shown(Tok));
}

bool Parser::consumeWord(llvm::StringRef W) {
  if (!Tok.isWord(W))
    return false;
  advance();
  return true;
}

void Parser::expectWord(llvm::StringRef W) {
  if (!consumeWord(W))
    fail("expected '" + W + "', not " + shown(Tok));
}

std::string Parser::word(const char *What) {
  if (Tok.K != Token::Word) {
    fail(llvm::Twine("expected ") + What + ", not " + shown(Tok));
    return "";
  }
  std::string W = Tok.Text;
  advance();
  return W;
}

std::string Parser::string() {
  if (Tok.K != Token::String)
    fail("expected a string, not " + shown(Tok));
  std::string S;
  while (Tok.K == Token::String) {
    S += Tok.Text;
    advance();
  }
  return S;
}

uint64_t Parser::integer() {
  uint64_t V = 0;
  if (Tok.K != Token::Number || llvm::StringRef(Tok.Text).getAsInteger(0, V))
    fail("expected a number, not " + shown(Tok));
  advance();
  return V;
}

// ---- fields ------------------------------------------------------------------

bool Parser::take(const char *Word) {
  if (Taken || !Tok.isWord(Word))
    return false;
  Taken = true;
  advance();
  return true;
}

void Parser::fields(llvm::function_ref<void()> Offer) {
  do {
    Taken = false;
    Offer();
  } while (Taken && !failed());
  Taken = false;
}

void Parser::flag(const char *Word, bool &V) {
  if (take(Word))
    V = true;
}

void Parser::slot(const char *Word, int &V) {
  if (take(Word))
    V = int(integer());
}

void Parser::text(const char *Word, std::string &V, llvm::StringRef) {
  if (take(Word))
    V = string();
}

void Parser::texts(const char *Word, std::vector<std::string> &V) {
  if (!take(Word))
    return;
  do
    V.push_back(string());
  while (consume(","));
}

void Parser::texts(const char *Word, std::set<std::string> &V) {
  std::vector<std::string> Each;
  texts(Word, Each);
  V.insert(Each.begin(), Each.end());
}

void Parser::pairs(const char *Word, std::vector<std::pair<size_t, unsigned>> &V) {
  if (!take(Word))
    return;
  expect("[");
  do {
    const size_t First = integer();
    expect(":");
    V.push_back({First, unsigned(integer())});
  } while (consume(","));
  expect("]");
}

void Parser::paths(const char *Word, std::vector<std::vector<unsigned>> &V) {
  if (!take(Word))
    return;
  expect("[");
  do {
    std::vector<unsigned> &Path = V.emplace_back();
    expect("[");
    while (!failed() && !Tok.is("]")) {
      Path.push_back(unsigned(integer()));
      if (!consume(","))
        break;
    }
    expect("]");
  } while (consume(","));
  expect("]");
}

void Parser::locals(const char *Word, std::vector<RegionExit::Local> &V) {
  if (!take(Word))
    return;
  RegionExit::Local L{string(), 0, ""};
  expect("(");
  fields([&] { localFields(*this, L); });
  Taken = true;
  expect(")");
  V.push_back(std::move(L));
}

void Parser::names(HostNames &V) {
  unsigned N = 0;
  number("names", N, 0);
  if (N)
    V = HostNames(N);
}

void Parser::place(SourceRange &At) {
  if (Taken || Tok.K != Token::Place)
    return;
  Taken = true;
  At = SourceRange();
  At.File = Tok.HasFile || &At == &R->Range ? Tok.File : R->Range.File;
  llvm::StringRef Text = Tok.Text;
  auto Number = [&](unsigned &V) { return !Text.consumeInteger(10, V); };
  bool Good = Number(At.Line);
  if (Good && Text.consume_front(":")) {
    Good = Number(At.Column);
    unsigned Width = 0;
    if (Good && Text.consume_front("+")) {
      Good = Number(Width) && Text.consume_front("#") && Number(At.Begin);
      At.EndLine = At.Line;
      At.EndColumn = At.Column + Width;
      At.End = At.Begin + Width;
    } else if (Good && Text.consume_front("-")) {
      Good = Number(At.EndLine) && Text.consume_front(":") && Number(At.EndColumn) && Text.consume_front("#") &&
             Number(At.Begin) && Text.consume_front("-") && Number(At.End);
    }
  }
  if (!Good || !Text.empty())
    return fail("a place is @LINE, @LINE:COLUMN+WIDTH#OFFSET or @LINE:COLUMN-LINE:COLUMN#OFFSET-OFFSET");
  advance();
}

// ---- records of regionFields() -------------------------------------------------

// What is read inside a field is fields of its own; the outer one was taken.

void Parser::record(Precondition &P) {
  P.Text = string();
  fields([&] { preconditionFields(*this, P); });
  Taken = true;
}
void Parser::record(ArgEvidence &E) {
  E.Kernel = kernelName();
  expect("[");
  E.Index = unsigned(integer());
  expect("]");
  fields([&] { evidenceFields(*this, E); });
  Taken = true;
}
void Parser::record(DistinctHint &D) {
  D.A = string();
  fields([&] { distinctFields(*this, D); });
  Taken = true;
}
void Parser::record(RegionExit &X) {
  fields([&] { exitFields(*this, X); });
  Taken = true;
}
void Parser::record(DeferredStmt &D) {
  fields([&] { deferredFields(*this, D); });
  Taken = true;
}
void Parser::record(std::pair<std::string, std::string> &L) {
  L.first = string();
  expect(",");
  L.second = string();
}
void Parser::record(Accessor &A) {
  A.Name = string();
  fields([&] { accessorFields(*this, A); });
  Taken = true;
}
void Parser::record(RegionNote &N) {
  fields([&] { noteFields(*this, N); });
  Taken = true;
}
void Parser::record(Diagnostic &D) {
  const char *At = Tok.At;
  const std::string Code = word("the code of a diagnostic");
  if (auto Known = diagFromCode(Code))
    D.D = *Known;
  else
    failAt(At, "there is no diagnostic '" + Code + "'");
  fields([&] { diagnosticFields(*this, D); });
  Taken = true;
}

// ---- declarations --------------------------------------------------------------

std::string Parser::newName(const char *What, llvm::StringMap<unsigned> &Among, unsigned Index) {
  const bool Sigil = &Among != &Kernels;
  if (Tok.K != (Sigil ? Token::Name : Token::Word)) {
    fail(llvm::Twine("expected the name of a ") + What + (Sigil ? ", as in %name" : "") + ", not " + shown(Tok));
    return "";
  }
  std::string Name = Tok.Text;
  if (Among.count(Name) || (Sigil && (Vars.count(Name) || Handles.count(Name))))
    fail("there is a " + llvm::Twine(What) + " or another thing of the name '" + Name + "' already");
  Among[Name] = Index;
  advance();
  return Name;
}

void Parser::elements(bool &IsArray, uint64_t &Count) {
  if (!consume("["))
    return;
  IsArray = true;
  Count = integer();
  expect("]");
}

std::optional<unsigned> Parser::slotNumber() {
  if (Tok.K != Token::Number)
    return std::nullopt;
  const char *At = Tok.At;
  const uint64_t N = integer();
  if (N > 100000)
    failAt(At, "a slot's number is to be at most 100000");
  return unsigned(N);
}

bool Parser::slotKind(Slot::Kind &K) {
  for (unsigned I = 0; I < std::size(SlotKinds); ++I)
    if (consumeWord(SlotKinds[I])) {
      K = Slot::Kind(I);
      return true;
    }
  return false;
}

int Parser::newSlot(Slot &&S, const char *At, std::optional<unsigned> Number) {
  if (failed())
    return -1;
  const unsigned N = Number ? *Number : NextSlot;
  NextSlot = N + 1;
  if (N >= Given.size()) {
    Given.resize(N + 1);
    R->Slots.resize(N + 1);
  }
  if (Given[N])
    failAt(At, "slot " + llvm::Twine(N) + " is told twice");
  Given[N] = true;
  R->Slots[N] = std::move(S);
  return int(N);
}

int Parser::ofSlot(Slot::Kind Usual, llvm::StringRef Text, uint64_t Size, uint64_t Count) {
  if (!consume("="))
    return -1;
  const char *At = Tok.At;
  if (consumeWord("slot"))
    return int(integer());
  expectWord("host");
  Slot S;
  S.K = Usual;
  S.Text = Text;
  S.Size = Size;
  S.KernelName = KernelOf;
  S.Key = "\n"; // none was given
  std::optional<unsigned> Number;
  if (consume("(")) {
    Number = slotNumber();
    slotKind(S.K);
    fields([&] { slotFields(*this, S, "", 0); });
    expect(")");
  }
  int First = -1;
  for (uint64_t I = 0; I < Count && !failed(); ++I) {
    Slot One = S;
    if (Count > 1)
      One.Text += "[" + std::to_string(I) + "]";
    if (S.Key == "\n")
      One.Key = region::keyOfSlot(*R, One.Text, One.K);
    else if (Count > 1)
      One.Key += "[" + std::to_string(I) + "]";
    const int N = newSlot(std::move(One), At, Number ? std::optional(*Number + unsigned(I)) : std::nullopt);
    First = First < 0 ? N : First;
  }
  return First;
}

void Parser::kernel() {
  Id = newName("kernel", Kernels, R->Kernels.size());
  KernelUse K;
  K.Name = Id;
  fields([&] { kernelFields(*this, K); });
  KernelOf = K.Name;
  K.Slot = unsigned(ofSlot(Slot::Kernel, Id, 0, 1));
  KernelOf = "";
  R->Kernels.push_back(std::move(K));
}

void Parser::handle() {
  Id = newName("handle", Handles, R->Handles.size());
  HandleVariable H;
  H.Name = Id;
  elements(H.IsArray, H.Count);
  fields([&] { handleFields(*this, H); });
  H.Slot = ofSlot(H.Mirror ? Slot::Mirror : Slot::Buffer, Id, 0, H.Count);
  R->Handles.push_back(std::move(H));
}

void Parser::variable() {
  Id = newName("variable", Vars, R->Vars.size());
  Variable V;
  V.Name = Id;
  expect(":");
  const char *At = Tok.At;
  if (std::string Type = word("a type"); !typeFromText(Type, V.T))
    failAt(At, "there is no type '" + Type + "'");
  elements(V.IsArray, V.Count);
  fields([&] { variableFields(*this, V); });
  V.Slot = ofSlot(V.IsArray ? Slot::Blob : Slot::Scalar, Id, V.Count * V.T.bytes(), 1);
  R->Vars.push_back(std::move(V));
}

void Parser::header() {
  expectWord("region");
  R->Function = Tok.K == Token::String ? string() : word("the region's name");
  place(R->Range);
  Taken = false;
  expect("{");
}

bool Parser::declaration() {
  const char *At = Tok.At;
  if (consumeWord("kernel"))
    return kernel(), true;
  if (consumeWord("handle"))
    return handle(), true;
  if (consumeWord("var"))
    return variable(), true;
  if (consumeWord("slot")) {
    const std::optional<unsigned> Number = slotNumber();
    Slot S;
    if (!slotKind(S.K))
      fail("expected the kind of a slot, not " + shown(Tok));
    S.Key = "\n";
    fields([&] { slotFields(*this, S, "", 0); });
    if (S.Key == "\n")
      S.Key = region::keyOfSlot(*R, S.Text, S.K);
    newSlot(std::move(S), At, Number);
    return true;
  }
  Taken = false;
  regionFields(*this, *R);
  return Taken;
}

void Parser::checkSlots() {
  for (size_t I = 0; I < Given.size(); ++I)
    if (!Given[I])
      return fail("slot " + llvm::Twine(I) + " is missing: there is a slot with a higher number");
}

std::unique_ptr<Region> Parser::run(std::string &To) {
  header();
  while (!failed() && !Tok.isWord("body"))
    if (!declaration())
      fail("expected a declaration or 'body', not " + shown(Tok));
  checkSlots();
  expectWord("body");
  block(R->Body);
  expect("}");
  if (!failed() && Tok.K != Token::End)
    fail("expected the end of the text, not " + shown(Tok));
  if (failed()) {
    To = Error;
    return nullptr;
  }
  return std::move(R);
}

} // namespace persistify::region

std::unique_ptr<persistify::Region> persistify::parseRegion(llvm::StringRef Text, llvm::StringRef Name,
                                                            std::string &Error, unsigned Line) {
  return region::Parser(Text, Name, Line).run(Error);
}
