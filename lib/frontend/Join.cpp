//===- Join.cpp - several files of a program as one unit -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One text behind the other is not what the linker makes of them: macros and
// overloads of the first reach the second, names that two files use for different
// things meet, and C may stand in C++. So each definition is compared with what it
// says where its file is parsed alone; what differs is left out.
//
//===----------------------------------------------------------------------===//
#include "FileSummary.h"
#include "RawTokens.h"
#include "Repetition.h"
#include "persistify/Containment.h"
#include "persistify/Join.h"
#include "persistify/OutputLayout.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace persistify {

using frontend::FileSummary;

namespace {

/// What is put behind a name that another file uses as well: this, and the number
/// of the file. No program contains it.
const char Mark[] = "_persistify_of_file_";

/// Appends \p Suffix to the identifiers \p Names of a text, but for headers, qualified names,
/// and members other than \p Fields. \p Moved: how far the text behind an offset has moved.
std::string renamed(const std::string &Text, const std::set<std::string> &Names, const std::set<std::string> &Fields,
                    llvm::StringRef Suffix, std::map<unsigned, unsigned> &Moved) {
  frontend::RawTokens Tokens(Text);
  std::string Out;
  size_t Done = 0;
  bool Member = false, Qualified = false, Scope = false, Directive = false, Header = false;
  for (Token T; Tokens.next(T);) {
    Header = !T.isAtStartOfLine() &&
             (Header || (Directive && T.is(tok::raw_identifier) && T.getRawIdentifier().starts_with("include")));
    Directive = T.is(tok::hash) && T.isAtStartOfLine();
    std::string Name = T.is(tok::raw_identifier) && !Header ? T.getRawIdentifier().str() : "";
    if (Names.count(Name) && !Qualified && (!Member || Fields.count(Name))) {
      size_t End = T.getRawIdentifier().end() - Text.data();
      Out.append(Text, Done, End - Done).append(Suffix);
      Done = End;
      Moved[End] = Out.size() - End;
    }
    Member = T.isOneOf(tok::period, tok::arrow);
    Qualified = T.is(tok::coloncolon) && Scope; // "std::", not "::"
    Scope = T.isOneOf(tok::raw_identifier, tok::greater);
  }
  return Out.append(Text, Done);
}

/// What two parses disagree on.
std::vector<std::string> differences(const FileSummary &Alone, const FileSummary &Joined) {
  std::vector<std::string> Out;
  for (auto &[Entity, Hash] : Alone.Says)
    if (auto It = Joined.Says.find(Entity); It != Joined.Says.end() && It->second != Hash)
      Out.push_back(Entity);
  for (auto &[Entity, D] : Joined.Bodies)
    if (!Alone.Bodies.count(Entity))
      Out.push_back(Entity);
  return Out;
}

/// Whether a call in a template of \p File could mean a function that only \p Other has.
bool addsOverload(const FileSummary &File, const FileSummary &Other) {
  return File.Templates && !File.C && llvm::any_of(Other.Overloads, [&](const auto &Named) {
           auto It = File.Overloads.find(Named.first);
           return It != File.Overloads.end() &&
                  !std::includes(It->second.begin(), It->second.end(), Named.second.begin(), Named.second.end());
         });
}

/// The macros between the texts of a unit.
class Macros {
public:
  explicit Macros(const FileSummary &First) : Now(First.Macros) {}

  /// What goes in front of a file's text, so that there the macros are what they are where it stands alone.
  /// A header that was read is not read again: its macros are given back, and its guard stays.
  std::string before(const FileSummary &Of, llvm::StringRef Itself) {
    std::set<std::string> Names;
    frontend::RawTokens Tokens(Itself);
    for (Token T; Tokens.next(T);)
      if (T.is(tok::raw_identifier))
        Names.insert(T.getRawIdentifier().str());
    std::string Text;
    for (auto It = Now.begin(); It != Now.end();) {
      auto Its = Of.Macros.find(It->first);
      const bool Other = Its == Of.Macros.end() ? It->second.Own || (!It->second.Guard && Names.count(It->first))
                                                : !(Its->second == It->second);
      if (Other) {
        Text += "#undef " + It->first + "\n";
        Gone.insert(It->first);
      }
      It = Other ? Now.erase(It) : std::next(It);
    }
    for (auto &[Name, M] : Of.Macros)
      if (Now.insert({Name, M}).second && Gone.erase(Name) && !M.Own)
        Text += "#define " + Name + M.Text + "\n";
    return Text;
  }

private:
  std::map<std::string, FileSummary::Macro> Now;
  std::set<std::string> Gone; ///< undefined by us
};

} // namespace

std::string plainNames(std::string Text) {
  for (size_t At; (At = Text.find(Mark)) != std::string::npos;) {
    size_t End = At + sizeof Mark - 1;
    while (End < Text.size() && llvm::isDigit(Text[End]))
      ++End;
    Text.erase(At, End - At);
  }
  return Text;
}

/// One of the other files as it is joined.
struct FileJoiner::Part {
  unsigned File;
  std::string Text;
  std::string Suffix; ///< of the names that clashed
  std::set<std::string> Shared; ///< variables of headers that it and others have for themselves
  /// Headers that stand for those of them, with what they declare.
  std::map<std::string, std::string> Copies;
  std::map<std::string, FileSummary::Body> Bodies; ///< offsets in Text

  /// Leaves the body out; false if that cannot be done.
  bool leaveOut(const std::string &Entity) {
    auto It = Bodies.find(Entity);
    if (It == Bodies.end() || !It->second.End)
      return false;
    for (unsigned I = It->second.Begin; I < It->second.End; ++I)
      if (Text[I] != '\n')
        Text[I] = ' ';
    Text[It->second.Begin] = ';';
    Bodies.erase(It);
    return true;
  }

  const std::string *bodyAt(unsigned Offset) const {
    for (auto &[Entity, D] : Bodies)
      if (Offset >= D.Begin && Offset < D.End)
        return &Entity;
    return nullptr;
  }
};

FileJoiner::FileJoiner() = default;
FileJoiner::~FileJoiner() = default;

/// "ns::f|int (int)|" -> "f"
static llvm::StringRef simpleName(llvm::StringRef Entity) {
  llvm::StringRef Name = Entity.split('|').first;
  return Name.substr(Name.rfind(':') + 1);
}

void FileJoiner::add(const HostFile &File, ASTUnit &Unit) {
  Files.push_back(&File);
  Paths.push_back(normalPath(File.Path));
  Of.push_back(frontend::summarise(Unit, Paths.back()));
  Repeats.push_back(frontend::mayRepeat(Unit));
  Calls.push_back(frontend::namedCalls(Unit));
  // What a given file defines no other file of the program does: one that is only found, and does, is of another program.
  const FileSummary &Last = Of.back();
  for (unsigned I = 0; I + 1 < Of.size() && !planted("given-as-found"); ++I)
    if (Files[I]->Given != File.Given && llvm::any_of(Of[I].Single, [&](const std::string &E) {
          return simpleName(E) != "main" && Last.Single.count(E);
        }))
      OfOthers.insert(File.Given ? I : Of.size() - 1);
}

/// The folder of headers that declare what a file has for itself.
static std::string copiesOf(const std::string &Path, unsigned Number) { return Path + Mark + std::to_string(Number); }

std::string ownFile(llvm::StringRef Path) { return Path.take_front(Path.find(Mark)).str(); }

bool FileJoiner::mayLead(llvm::StringRef Text) const {
  std::set<llvm::StringRef> Names;
  for (const FileSummary &S : Of) {
    for (const std::string &E : S.Used)
      if (!definers(E))
        Names.insert(simpleName(E));
    for (const std::string &E : S.Defined)
      if (simpleName(E) != "main")
        Names.insert(simpleName(E));
    for (const std::string &E : S.Common)
      Names.insert(simpleName(E));
  }
  frontend::RawTokens Tokens(Text);
  for (Token T; Tokens.next(T);)
    if (T.is(tok::raw_identifier) && Names.count(T.getRawIdentifier()))
      return true;
  return false;
}

unsigned FileJoiner::definers(const std::string &Entity) const {
  unsigned Count = 0;
  for (unsigned I = 0; I < Of.size(); ++I)
    Count += !OfOthers.count(I) && Of[I].Defined.count(Entity);
  return Count;
}

/// Whether file A names what B defines.
bool FileJoiner::uses(unsigned A, unsigned B) const {
  return !OfOthers.count(A) && !OfOthers.count(B) &&
         llvm::any_of(Of[A].Used, [&](const std::string &E) { return Of[B].Defined.count(E) && definers(E) == 1; });
}

/// The files that calls in File may lead to.
std::set<unsigned> FileJoiner::below(unsigned File) const {
  std::set<unsigned> Found = {File};
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (unsigned I = 0; I < Of.size(); ++I)
      if (!Found.count(I) && llvm::any_of(Found, [&](unsigned F) { return uses(F, I); }))
        Grown = Found.insert(I).second;
  }
  return Found;
}

bool FileJoiner::repeats(unsigned File) const {
  auto ComesBack = [&](unsigned Other) { return Other != File && below(Other).count(File); };
  return !planted("read-alone") && (Repeats[File] || llvm::any_of(below(File), ComesBack)) &&
         frontend::mayLaunchAgain(Calls[File], Calls);
}

/// The files that may be linked with File for certain: what several define is
/// of several programs, and leads nowhere.
std::set<unsigned> FileJoiner::connected(unsigned File) const {
  std::set<unsigned> Found = {File};
  // By a variable of a header, if all are of one program.
  auto IsMain = [](const std::string &E) { return simpleName(E) == "main"; };
  const bool One = llvm::count_if(Of, [&](const FileSummary &S) { return llvm::any_of(S.Defined, IsMain); }) <= 1;
  auto Shares = [&](unsigned A, unsigned B) {
    return One && !OfOthers.count(A) && !OfOthers.count(B) && !planted("common-variables") &&
           llvm::any_of(Of[A].Common, [&](const std::string &E) { return Of[B].Common.count(E); });
  };
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (unsigned I = 0; I < Of.size(); ++I)
      if (!Found.count(I) && !Of[File].Read.count(Paths[I]) && (!Of[File].C || Of[I].C) &&
          llvm::any_of(Found, [&](unsigned F) { return uses(F, I) || uses(I, F) || Shares(F, I); }))
        Grown = Found.insert(I).second;
  }
  Found.erase(File);
  return Found;
}

/// What stands behind the second bar of an entity: the file of one that others do not see.
static llvm::StringRef fileOf(llvm::StringRef Entity) { return Entity.rsplit('|').second; }

FileJoiner::Part FileJoiner::prepare(unsigned Other, const std::map<std::string, bool> &Taken,
                                     const std::map<std::string, unsigned> &Having) const {
  Part P;
  P.File = Other;
  std::set<std::string> Clashes;
  // What it has for itself, and others too: its own text means another variable, of another name.
  for (auto &[Entity, Text] : Of[Other].Copies)
    if (Having.at(Entity) > 1) {
      P.Shared.insert(Entity);
      if (!Text.empty() && !planted("header-copies"))
        Clashes.insert(simpleName(Entity).str());
    }
  for (auto &[Name, Internal] : Of[Other].FileScope)
    if (auto It = Taken.find(Name); It != Taken.end() && (Internal || It->second))
      Clashes.insert(Name);
  std::map<unsigned, unsigned> Moved;
  if (!Clashes.empty())
    P.Suffix = Mark + std::to_string(Other);
  P.Text = renamed(Files[Other]->Text, Clashes, Of[Other].Fields, P.Suffix, Moved);
  for (auto &[Entity, Text] : Of[Other].Copies)
    if (std::map<unsigned, unsigned> Ignored; P.Shared.count(Entity) && Clashes.count(simpleName(Entity).str()))
      P.Copies[copiesOf(Paths[Other], Other) + "/" + fileOf(Entity).str()] +=
          renamed(Text, Clashes, {}, P.Suffix, Ignored) + "\n";
  auto Place = [&](unsigned Offset) {
    auto It = Moved.upper_bound(Offset);
    return Offset + (It == Moved.begin() ? 0 : std::prev(It)->second);
  };
  for (auto &[Entity, D] : Of[Other].Bodies)
    P.Bodies[Entity] = D.End ? FileSummary::Body{Place(D.Begin), Place(D.End)} : D;
  // What another file defines too is of another program than either.
  for (const std::string &Entity : Of[Other].Defined)
    if (definers(Entity) > 1)
      P.leaveOut(Entity);
  return P;
}

/// One try to join a file with others: with all of them, but for bodies that turn out to mean something else there.
class FileJoiner::Try {
public:
  Try(const FileJoiner &J, unsigned File, const std::set<unsigned> &Others);

  /// False: Bad does not fit.
  bool run(JoinedUnit &Out);
  std::optional<unsigned> Bad;
  /// What Clang said of it, if anything.
  const std::string &why() const { return Why.empty() ? Twice : Why; }
  /// Functions whose bodies were left out, with their files.
  std::set<std::pair<std::string, unsigned>> Left;

private:
  std::string joined(FileTexts &Texts) const;
  void leaveOut(Part &P, const std::string &Entity);
  void compare(Part &P, ASTUnit &Unit);
  void blame(const DiagnosticSink &Errors);
  bool readOnce(const Diagnostic &D);

  const FileJoiner &J;
  const unsigned File;
  std::vector<Part> Parts;
  std::map<std::string, std::string> Once; ///< headers without a guard, and their texts
  std::string Why, Twice;
  bool Again = false; ///< something was left out: it may do now
};

FileJoiner::Try::Try(const FileJoiner &J, unsigned File, const std::set<unsigned> &Others) : J(J), File(File) {
  std::map<std::string, bool> Taken = J.Of[File].FileScope;
  std::map<std::string, unsigned> Having; // of variables of headers: how many files have one for themselves
  for (auto &[Entity, Text] : J.Of[File].Copies)
    ++Having[Entity];
  for (unsigned O : Others)
    for (auto &[Entity, Text] : J.Of[O].Copies)
      ++Having[Entity];
  for (unsigned O : Others) {
    Parts.push_back(J.prepare(O, Taken, Having));
    for (auto &[Name, Internal] : J.Of[O].FileScope)
      Taken[Name] |= Internal;
  }
}

/// The text of the unit; those that it includes go to \p Texts.
std::string FileJoiner::Try::joined(FileTexts &Texts) const {
  std::string Text = J.Files[File]->Text + "\n";
  Texts.clear();
  Macros Between(J.Of[File]);
  for (const Part &P : Parts) {
    if (!planted("macros-stay"))
      Text += Between.before(J.Of[P.File], P.Text);
    for (auto &[Header, Declared] : P.Copies) {
      Text += "#include \"" + Header + "\"\n";
      Texts.push_back({Header, Declared});
    }
    Text += "#include \"" + J.Paths[P.File] + "\"\n";
    Texts.push_back({J.Paths[P.File], P.Text});
  }
  for (auto &[Header, Its] : Once)
    Texts.push_back({Header, Its});
  return Text;
}

void FileJoiner::Try::leaveOut(Part &P, const std::string &Entity) {
  if (P.leaveOut(Entity)) {
    Again = true;
    Left.insert({plainNames(simpleName(Entity).str()), P.File});
  } else {
    Bad = P.File;
  }
}

/// Leaves out what does not say the same as where its file stands alone.
void FileJoiner::Try::compare(Part &P, ASTUnit &Unit) {
  const FileSummary Joined = frontend::summarise(Unit, J.Paths[P.File], P.Suffix, J.Of[P.File].C);
  std::vector<std::string> Different = differences(J.Of[P.File], Joined);
  // By a macro or a function of the header it still comes to the variable of another file.
  auto Others = [&](const std::set<std::string> &Reached) {
    return !planted("shared-copies") &&
           llvm::any_of(Reached, [&](const std::string &E) { return P.Shared.count(E) != 0; });
  };
  for (auto &[E, Reached] : Joined.Reaches)
    if (Others(Reached))
      Different.push_back(E);
  if (Others(Joined.InitializersReach) && !Bad)
    Bad = P.File;
  for (const std::string &E : Different)
    if (!Bad && P.Bodies.count(E))
      leaveOut(P, E);
    else if (!Bad && !Again)
      Bad = P.File;
}

/// A header that was read twice may do for both: whether the file means the same then is seen by comparing.
bool FileJoiner::Try::readOnce(const Diagnostic &D) {
  const std::string Header = normalPath(D.Range.File);
  if (!J.Of[File].Read.count(Header) || llvm::is_contained(J.Paths, Header) || Once.count(Header))
    return false;
  auto Text = llvm::MemoryBuffer::getFile(Header);
  if (!Text)
    return false;
  Once[Header] = (*Text)->getBuffer().str() + "\n#pragma once\n";
  if (Twice.empty() && !D.Args.empty())
    Twice = D.Args[0];
  return true;
}

/// Leaves out what the errors are in.
void FileJoiner::Try::blame(const DiagnosticSink &Errors) {
  for (const Diagnostic &D : Errors.all())
    for (Part &P : Parts) {
      if (Why.empty() && !D.Args.empty())
        Why = D.Args[0];
      if (Bad || normalPath(D.Range.File) != J.Paths[P.File])
        continue;
      if (const std::string *E = P.bodyAt(D.Range.Begin))
        leaveOut(P, std::string(*E));
      else if (!Again) // else perhaps what follows from the first
        Bad = P.File;
    }
  if (Again || Bad)
    return;
  const Diagnostic *First = Errors.all().empty() ? nullptr : &Errors.all().front();
  if (First && !planted("headers-twice") && readOnce(*First)) {
    Again = true;
    return;
  }
  // A header that is read twice: by the last file that names it.
  auto Names = [&](const Part &P) {
    return First && llvm::any_of(quotedIncludes(J.Files[P.File]->Text), [&](const std::string &Name) {
             return llvm::sys::path::filename(Name) == llvm::sys::path::filename(First->Range.File);
           });
  };
  auto Last = llvm::find_if(llvm::reverse(Parts), Names);
  Bad = Last == Parts.rend() ? Parts.back().File : Last->File;
}

bool FileJoiner::Try::run(JoinedUnit &Out) {
  do {
    Again = false;
    Out.Unit.reset(); // before the texts it refers to
    const std::string Text = joined(Out.Texts);
    DiagnosticSink Errors;
    Why.clear();
    Out.Unit = parseHost(J.Files[File]->Path, Text, J.Files[File]->Flags, Errors, nullptr, Out.Texts);
    if (!Out.Unit)
      blame(Errors);
    else
      for (Part &P : Parts)
        compare(P, *Out.Unit);
  } while (Again && !Bad);
  return !Bad;
}

JoinedUnit FileJoiner::join(unsigned File) const {
  JoinedUnit Out;
  std::set<unsigned> Others = connected(File);
  // Callers of what File has are not missed in it.
  auto NotJoined = [&, Below = below(File)](const std::string &Function, unsigned In, const std::string &Why = "") {
    if (Below.count(In))
      Out.NotJoined.insert({Function, Files[In]->Path, Why});
  };
  for (auto It = Others.begin(); It != Others.end();) {
    const bool Adds = addsOverload(Of[File], Of[*It]) ||
                      (!planted("other-language") && Of[File].Language != Of[*It].Language) ||
                      (!planted("linker-names") && (Of[File].Labels || Of[*It].Labels));
    if (Adds)
      NotJoined("", *It);
    It = Adds ? Others.erase(It) : std::next(It);
  }
  while (!Others.empty()) {
    Try Joining(*this, File, Others);
    const bool Fits = Joining.run(Out);
    for (auto &[Function, In] : Joining.Left)
      NotJoined(Function, In);
    if (Fits)
      return Out;
    NotJoined("", *Joining.Bad, Joining.why());
    Others.erase(*Joining.Bad);
  }
  Out.Unit.reset();
  return Out;
}

} // namespace persistify
