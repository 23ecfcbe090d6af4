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

Parser::Parser(llvm::StringRef Text, llvm::StringRef File, unsigned FirstLine)
    : In(Text, File, FirstLine), R(std::make_unique<Region>()), X(In, Names, *R) {}

// ---- fields ------------------------------------------------------------------

bool Parser::take(const char *Word) {
  if (Taken || !In.tok().isWord(Word))
    return false;
  Taken = true;
  In.advance();
  return true;
}

void Parser::fields(llvm::function_ref<void()> Offer) {
  do {
    Taken = false;
    Offer();
  } while (Taken && !In.failed());
  Taken = false;
}

void Parser::flag(const char *Word, bool &V) {
  if (take(Word))
    V = true;
}

void Parser::slot(const char *Word, int &V) {
  if (take(Word))
    V = int(In.integer());
}

void Parser::text(const char *Word, std::string &V, llvm::StringRef) {
  if (take(Word))
    V = In.string();
}

void Parser::texts(const char *Word, std::vector<std::string> &V) {
  if (!take(Word))
    return;
  do
    V.push_back(In.string());
  while (In.consume(","));
}

void Parser::texts(const char *Word, std::set<std::string> &V) {
  std::vector<std::string> Each;
  texts(Word, Each);
  V.insert(Each.begin(), Each.end());
}

void Parser::pairs(const char *Word, std::vector<std::pair<size_t, unsigned>> &V) {
  if (!take(Word))
    return;
  In.expect("[");
  do {
    const size_t First = In.integer();
    In.expect(":");
    V.push_back({First, unsigned(In.integer())});
  } while (In.consume(","));
  In.expect("]");
}

void Parser::paths(const char *Word, std::vector<std::vector<unsigned>> &V) {
  if (!take(Word))
    return;
  In.expect("[");
  do {
    std::vector<unsigned> &Path = V.emplace_back();
    In.expect("[");
    while (!In.failed() && !In.tok().is("]")) {
      Path.push_back(unsigned(In.integer()));
      if (!In.consume(","))
        break;
    }
    In.expect("]");
  } while (In.consume(","));
  In.expect("]");
}

void Parser::locals(const char *Word, std::vector<RegionExit::Local> &V) {
  if (!take(Word))
    return;
  RegionExit::Local L{In.string(), 0, ""};
  In.expect("(");
  fields([&] { localFields(*this, L); });
  Taken = true;
  In.expect(")");
  V.push_back(std::move(L));
}

void Parser::names(HostNames &V) {
  unsigned N = 0;
  number("names", N, 0);
  if (N)
    V = HostNames(N);
}

void Parser::place(SourceRange &At) {
  if (Taken || In.tok().K != Token::Place)
    return;
  Taken = true;
  At = SourceRange();
  At.File = In.tok().HasFile || &At == &R->Range ? In.tok().File : R->Range.File;
  llvm::StringRef Text = In.tok().Text;
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
    return In.fail("a place is @LINE, @LINE:COLUMN+WIDTH#OFFSET or @LINE:COLUMN-LINE:COLUMN#OFFSET-OFFSET");
  In.advance();
}

// ---- records of regionFields() -------------------------------------------------

// What is read inside a field is fields of its own; the outer one was taken.

void Parser::record(Precondition &P) {
  P.Text = In.string();
  fields([&] { preconditionFields(*this, P); });
  Taken = true;
}
void Parser::record(ArgEvidence &E) {
  E.Kernel = kernelName();
  In.expect("[");
  E.Index = unsigned(In.integer());
  In.expect("]");
  fields([&] { evidenceFields(*this, E); });
  Taken = true;
}
void Parser::record(DistinctHint &D) {
  D.A = In.string();
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
  L.first = In.string();
  In.expect(",");
  L.second = In.string();
}
void Parser::record(Accessor &A) {
  A.Name = In.string();
  fields([&] { accessorFields(*this, A); });
  Taken = true;
}
void Parser::record(RegionNote &N) {
  fields([&] { noteFields(*this, N); });
  Taken = true;
}
void Parser::record(Diagnostic &D) {
  const char *At = In.tok().At;
  const std::string Code = In.word("the code of a diagnostic");
  if (auto Known = diagFromCode(Code))
    D.D = *Known;
  else
    In.failAt(At, "there is no diagnostic '" + Code + "'");
  fields([&] { diagnosticFields(*this, D); });
  Taken = true;
}

// ---- declarations --------------------------------------------------------------

std::string Parser::newName(const char *What, llvm::StringMap<unsigned> &Among, unsigned Index) {
  const bool Sigil = &Among != &Names.Kernels;
  if (In.tok().K != (Sigil ? Token::Name : Token::Word)) {
    In.fail(llvm::Twine("expected the name of a ") + What + (Sigil ? ", as in %name" : "") + ", not " +
            shown(In.tok()));
    return "";
  }
  std::string Name = In.tok().Text;
  if (Among.count(Name) || (Sigil && (Names.Vars.count(Name) || Names.Handles.count(Name))))
    In.fail("there is a " + llvm::Twine(What) + " or another thing of the name '" + Name + "' already");
  Among[Name] = Index;
  In.advance();
  return Name;
}

void Parser::elements(bool &IsArray, uint64_t &Count) {
  if (!In.consume("["))
    return;
  IsArray = true;
  Count = In.integer();
  In.expect("]");
}

std::optional<unsigned> Parser::slotNumber() {
  if (In.tok().K != Token::Number)
    return std::nullopt;
  const char *At = In.tok().At;
  const uint64_t N = In.integer();
  if (N > 100000)
    In.failAt(At, "a slot's number is to be at most 100000");
  return unsigned(N);
}

bool Parser::slotKind(Slot::Kind &K) {
  for (unsigned I = 0; I < std::size(SlotKinds); ++I)
    if (In.consumeWord(SlotKinds[I])) {
      K = Slot::Kind(I);
      return true;
    }
  return false;
}

int Parser::newSlot(Slot &&S, const char *At, std::optional<unsigned> Number) {
  if (In.failed())
    return -1;
  const unsigned N = Number ? *Number : NextSlot;
  NextSlot = N + 1;
  if (N >= Given.size()) {
    Given.resize(N + 1);
    R->Slots.resize(N + 1);
  }
  if (Given[N])
    In.failAt(At, "slot " + llvm::Twine(N) + " is told twice");
  Given[N] = true;
  R->Slots[N] = std::move(S);
  return int(N);
}

int Parser::ofSlot(Slot::Kind Usual, llvm::StringRef Text, uint64_t Size, uint64_t Count) {
  if (!In.consume("="))
    return -1;
  const char *At = In.tok().At;
  if (In.consumeWord("slot"))
    return int(In.integer());
  In.expectWord("host");
  Slot S;
  S.K = Usual;
  S.Text = Text;
  S.Size = Size;
  S.KernelName = KernelOf;
  S.Key = "\n"; // none was given
  std::optional<unsigned> Number;
  if (In.consume("(")) {
    Number = slotNumber();
    slotKind(S.K);
    fields([&] { slotFields(*this, S, "", 0); });
    In.expect(")");
  }
  int First = -1;
  for (uint64_t I = 0; I < Count && !In.failed(); ++I) {
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
  Id = newName("kernel", Names.Kernels, R->Kernels.size());
  KernelUse K;
  K.Name = Id;
  fields([&] { kernelFields(*this, K); });
  KernelOf = K.Name;
  K.Slot = unsigned(ofSlot(Slot::Kernel, Id, 0, 1));
  KernelOf = "";
  R->Kernels.push_back(std::move(K));
}

void Parser::handle() {
  Id = newName("handle", Names.Handles, R->Handles.size());
  HandleVariable H;
  H.Name = Id;
  elements(H.IsArray, H.Count);
  fields([&] { handleFields(*this, H); });
  H.Slot = ofSlot(H.Mirror ? Slot::Mirror : Slot::Buffer, Id, 0, H.Count);
  R->Handles.push_back(std::move(H));
}

void Parser::variable() {
  Id = newName("variable", Names.Vars, R->Vars.size());
  Variable V;
  V.Name = Id;
  In.expect(":");
  const char *At = In.tok().At;
  if (std::string Type = In.word("a type"); !typeFromText(Type, V.T))
    In.failAt(At, "there is no type '" + Type + "'");
  elements(V.IsArray, V.Count);
  fields([&] { variableFields(*this, V); });
  V.Slot = ofSlot(V.IsArray ? Slot::Blob : Slot::Scalar, Id, V.Count * V.T.bytes(), 1);
  R->Vars.push_back(std::move(V));
}

void Parser::header() {
  In.expectWord("region");
  R->Function = In.tok().K == Token::String ? In.string() : In.word("the region's name");
  place(R->Range);
  Taken = false;
  In.expect("{");
}

bool Parser::declaration() {
  const char *At = In.tok().At;
  if (In.consumeWord("kernel"))
    return kernel(), true;
  if (In.consumeWord("handle"))
    return handle(), true;
  if (In.consumeWord("var"))
    return variable(), true;
  if (In.consumeWord("slot")) {
    const std::optional<unsigned> Number = slotNumber();
    Slot S;
    if (!slotKind(S.K))
      In.fail("expected the kind of a slot, not " + shown(In.tok()));
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
      return In.fail("slot " + llvm::Twine(I) + " is missing: there is a slot with a higher number");
}

std::unique_ptr<Region> Parser::run(std::string &To) {
  header();
  while (!In.failed() && !In.tok().isWord("body"))
    if (!declaration())
      In.fail("expected a declaration or 'body', not " + shown(In.tok()));
  checkSlots();
  In.expectWord("body");
  block(R->Body);
  In.expect("}");
  if (!In.failed() && In.tok().K != Token::End)
    In.fail("expected the end of the text, not " + shown(In.tok()));
  if (In.failed()) {
    To = In.error();
    return nullptr;
  }
  return std::move(R);
}

} // namespace persistify::region

std::unique_ptr<persistify::Region> persistify::parseRegion(llvm::StringRef Text, llvm::StringRef Name,
                                                            std::string &Error, unsigned Line) {
  return region::Parser(Text, Name, Line).run(Error);
}
