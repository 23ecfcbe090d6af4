//===- Files.cpp - texts of the output files -------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "persistify/Containment.h"
#include "persistify/Emit.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "persistify/Stamp.h"
#include "persistify/runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace persistify::driver {

void nameFiles(std::vector<Source> &Sources) {
  std::set<std::string> Taken;
  for (Source &S : Sources) {
    std::string Stem = llvm::sys::path::stem(S.OutPath).str();
    for (char &C : Stem) // what an #include "..." cannot have
      if ((C == '"' || C == '\\' || (C >= 0 && C < ' ')) && !planted("raw-names"))
        C = '_';
    S.Stem = Stem;
    if (!S.Model) // nothing is generated for it
      continue;
    for (unsigned N = 2; !Taken.insert(llvm::StringRef(S.Stem).lower()).second && !planted("same-files"); ++N)
      S.Stem = Stem + "_" + std::to_string(N);
  }
}

void nameTables(std::vector<Source> &Sources, const HostNames &Names) {
  std::set<std::string> Taken;
  for (Source &S : Sources) {
    std::string Stem;
    for (char C : S.Stem)
      Stem += llvm::isAlnum(C) ? C : '_';
    if (planted("raw-names")) {
      S.Tables = Stem;
      continue;
    }
    std::string Name = Stem; // "a.b" and "a_b", "a" and "A"
    for (unsigned N = 2; !Taken.insert(llvm::StringRef(Name).lower()).second; ++N)
      Name = Stem + "_" + std::to_string(N);
    S.Tables = Names("file_" + Name); // a file's name may begin with a digit
  }
}

/// Puts \p A's lines behind as many others.
static void moveLines(LoopAccount &A, unsigned By) {
  A.DeviceFirst += By;
  A.DeviceLast += By;
  for (AccountLink &L : A.Links) {
    L.First += By;
    L.Last += By;
  }
}

std::string deviceFile(const Source &S, llvm::ArrayRef<const Transformed *> Regions,
                       llvm::ArrayRef<LoopAccount *> Accounts) {
  std::set<std::string> Names;
  bool Surplus = false, FlagStores = true;
  std::set<std::pair<std::string, unsigned>> Steady;
  for (const Transformed *T : Regions) {
    for (const KernelSummary *K : T->P->Kernels)
      Names.insert(K->Name);
    Steady.insert(T->P->Steady.begin(), T->P->Steady.end());
    Surplus |= T->P->Surplus;
    FlagStores &= T->P->Uses.has(Opt::FlagStores);
  }
  std::vector<std::string> Kernels(Names.begin(), Names.end());
  std::string Out = stampLine(llvm::sys::path::filename(S.Text.Path));
  Out += "// The persistent kernels of the loops that persistify moved to the device. This text is\n"
         "// compiled behind persistify's device library and the program's own source.\n\n";
  Out += S.Model->emitMacroChecks(0);
  Out += S.Model->emitPhases(Kernels, {Surplus, FlagStores, std::move(Steady)});
  std::string Loops;
  for (size_t I = 0; I < Regions.size(); ++I) {
    const Transformed *T = Regions[I];
    LoopAccount *A = I < Accounts.size() ? Accounts[I] : nullptr;
    std::string Text = emitRegionKernel(*T->P, layoutState(*T->P), T->Entry, A ? &A->Links : nullptr);
    Loops += "\n";
    if (A) {
      A->DeviceFirst = 1;
      A->DeviceLast = llvm::StringRef(Text).rtrim('\n').count('\n') + 1;
      moveLines(*A, llvm::StringRef(Loops).count('\n'));
    }
    Loops += Text;
    if (planted("bad-text") && T->Entry == "persistify_region_2")
      Loops += "}\n";
  }
  // The program's macros are not meant for them, nor for macros of the library that they use.
  Out += S.Model->undefine(Loops + persistify_device_text);
  for (LoopAccount *A : Accounts)
    moveLines(*A, llvm::StringRef(Out).count('\n'));
  return Out + Loops;
}

static std::string quoted(llvm::StringRef Text) {
  std::string Out = "\"";
  for (char C : Text)
    Out += C == '\n' ? std::string("\\n") : C == '"' || C == '\\' ? std::string("\\") + C : std::string(1, C);
  return Out + "\"";
}

static uint64_t hashOf(llvm::StringRef Text) { return persistify_hash(Text.data(), Text.size()); }

/// How many bytes of a text its hash counts.
static size_t hashedLength(llvm::StringRef Text) {
  Text = Text.rtrim(llvm::StringRef(" \t\n\r\v\f\0", 7));
  return Text.size() - Text.count("\r\n");
}

/// The descriptor of a kernel source (rule H9).
static std::string sourceTable(const Source &S, llvm::StringRef Stem) {
  std::string Out, Macros, Includes = "PERSISTIFY_NULL, 0";
  llvm::ArrayRef<KernelInclude> Files = S.Model->includes(0);
  if (!Files.empty() && !planted("includes-unchecked")) {
    Out += llvm::formatv("static const persistify_include {0}_includes[] = {{\n", Stem);
    for (const KernelInclude &I : Files)
      Out += llvm::formatv("    {{{0}, {1}, {2}, {3:x+}u},\n", quoted(I.Name),
                           I.From < 0 ? "PERSISTIFY_NONE" : std::to_string(I.From), I.Quoted ? 1 : 0, hashOf(I.Text));
    Out += "};\n";
    Includes = llvm::formatv("{0}_includes, {1}", Stem, Files.size());
  }
  std::string Line = "    \" ";
  for (const std::string &Name : S.Model->harmlessMacros(0)) {
    if (Line.size() + Name.size() > 98) {
      Macros += Line + "\"\n";
      Line = "    \"";
    }
    Line += Name + " ";
  }
  Macros += Line + "\"";
  if (planted("macros-unlisted"))
    Macros = "    PERSISTIFY_NULL";
  return Out + llvm::formatv("static const persistify_source {0}_source = {{\n    {1:x+}u, {2}, {3},\n{4}};\n\n", Stem,
                             hashOf(S.Text.Text), hashedLength(S.Text.Text), Includes, Macros)
                   .str();
}

/// How a host file must be compiled (rule H9). \p Name: of the descriptor.
static std::string hostTable(const HostMacros &M, llvm::StringRef File, llvm::StringRef Name) {
  std::string Out =
      llvm::formatv("/* How {0} was analysed: where a condition below holds, its original loops run. */\n", File);
  llvm::StringRef If = "#if ";
  auto Branch = [&](const std::string &Condition, const std::string &Differs) {
    Out += llvm::formatv("{0}{1}\n#define {2}_differs {3}\n", If, Condition, Name,
                         Differs.empty() ? "PERSISTIFY_NULL" : quoted(Differs));
    If = "#elif ";
  };
  for (const HostMacros::Check &C : M.Checks)
    Branch(C.Condition, C.Differs);
  // Some at a time: who must be told is told of few.
  constexpr unsigned AtATime = 4;
  for (auto It = M.Words.begin(); It != M.Words.end();) {
    std::string Condition, Names;
    for (unsigned I = 0; I < AtATime && It != M.Words.end(); ++I, ++It) {
      Condition += (I ? " || defined(" : "defined(") + *It + ")";
      Names += (I ? ", " : "") + *It;
    }
    Branch(Condition, (llvm::StringRef(Names).contains(',') ? "one of " : "") + Names + " is a macro");
  }
  Out += llvm::formatv("{0}\n#define {1}_differs PERSISTIFY_NULL\n{2}",
                       If == "#if " ? "#ifndef " + Name.str() + "_differs" : "#else", Name, "#endif\n");
  std::string Values = "PERSISTIFY_NULL, 0";
  if (!M.Values.empty()) {
    Out += llvm::formatv("static const persistify_macro {0}_macros[] = {{\n", Name);
    for (const HostMacros::Value &V : M.Values)
      Out += llvm::formatv("    {{{0}, PERSISTIFY_SPELLING({1}), PERSISTIFY_SPELLING({2})},\n", quoted(V.Name), V.Use,
                           V.Analysed);
    Out += "};\n";
    Values = llvm::formatv("{0}_macros, {1}", Name, M.Values.size());
  }
  return Out +
         llvm::formatv("static const persistify_host {0} = {{{0}_differs, {1}};\n#undef {0}_differs\n\n", Name, Values)
             .str();
}

/// The macro of the one file whose regions count, also those that replace loops of its headers.
static std::string guardOf(const Source &S, unsigned Unit) {
  return llvm::StringRef(S.Tables).upper() + "_IN_" + std::to_string(Unit + 1);
}

std::string headerFile(const Source &S, llvm::ArrayRef<const Transformed *> Regions, llvm::StringRef DeviceText,
                       const std::map<unsigned, HostMacros> &Macros, llvm::ArrayRef<HostFile> Hosts) {
  const std::string &Stem = S.Tables;
  std::string Guard = llvm::StringRef(Stem).upper() + "_H";
  std::string Out = stampLine(llvm::sys::path::filename(S.Text.Path));
  Out += llvm::formatv("/* What persistify's runtime needs to know of the loops it moved to the device. */\n"
                       "#ifndef {0}\n#define {0}\n\n"
                       "#ifdef __GNUC__\n#pragma GCC system_header /* no warnings in here */\n#endif\n#include "
                       "<persistify/runtime.h>\n\n",
                       Guard);
  Out += llvm::formatv("static const char {0}_code[] =\n{1};\n", Stem,
                       llvm::StringRef(emitStringLiteral(DeviceText)).rtrim());
  Out += sourceTable(S, Stem);
  std::set<unsigned> Told;
  std::map<unsigned, std::string> Later; // by unit
  for (const Transformed *T : Regions) {
    const unsigned Unit = unitOf(Hosts, T->Host);
    std::string &To = Hosts[Unit].Included && !planted("asked-early") ? Later[Unit] : Out;
    const std::string Host = Stem + "_host_" + std::to_string(T->Host + 1);
    if (Told.insert(T->Host).second)
      To += hostTable(Macros.at(T->Host), llvm::sys::path::filename(Hosts[T->Host].Path), Host);
    To += emitDescriptor(*T->P, layoutState(*T->P), T->Entry, Stem + "_code", Stem + "_source", "&" + Host) + "\n";
  }
  Out += "#endif\n";
  for (auto &[Unit, Text] : Later) {
    const std::string In = guardOf(S, Unit);
    Out += llvm::formatv(
        "\n/* {0} may stand behind other text. */\n#if defined({1}) && !defined({1}_H)\n#define {1}_H\n{2}#endif\n",
        llvm::sys::path::filename(Hosts[Unit].Path), In, Text);
  }
  return Out;
}

namespace {
struct Edit {
  unsigned At;
  size_t Length;
  std::string Text;
};
} // namespace

/// Where the loop at \p Begin begins with the pragmas that belong to it, whatever blank lines and comments are between.
/// \p Macros: uses of those that are pragmas.
static unsigned withPragmas(llvm::StringRef Text, unsigned Begin,
                            llvm::ArrayRef<std::pair<unsigned, unsigned>> Macros) {
  for (unsigned At = Begin;;) {
    auto Macro = llvm::find_if(
        Macros, [&](auto &M) { return M.second <= At && nextToken(Text, M.second) == nextToken(Text, At); });
    if (Macro != Macros.end() && !planted("pragmas-apart")) {
      At = Begin = Macro->first;
      continue;
    }
    llvm::StringRef Before = Text.take_front(At).rtrim(" \t");
    const bool Above = Before.ends_with("\n"); // the line above, if it is one
    if (Above)
      Before = Before.drop_back(1).rtrim(" \t\r");
    const size_t Newline = Before.rfind('\n'), Start = Newline == llvm::StringRef::npos ? 0 : Newline + 1;
    llvm::StringRef Line = Before.drop_front(Start).ltrim(" \t");
    llvm::StringRef Directive = Line.starts_with("#") ? Line.drop_front(1).ltrim(" \t") : llvm::StringRef();
    const bool Nothing =
        Line.empty() || Line.starts_with("//") || (Line.starts_with("/*") && Line.find("*/") == Line.size() - 2);
    if (Above && Nothing && !planted("pragmas-apart")) {
      At = Start;
      continue;
    }
    if (!(Above && Directive.starts_with("pragma")) && !(Line.starts_with("_Pragma(") && Line.ends_with(")")))
      return Begin;
    // What says nothing of a loop stays where it is.
    if (At != Begin && !Line.contains("ivdep") && !Line.contains("unroll") && !Line.contains("novector") &&
        !Line.contains(" omp "))
      return Begin;
    At = Begin = Line.data() - Text.data();
  }
}

static unsigned lineOf(llvm::StringRef Text, size_t At) { return 1 + Text.take_front(At).count('\n'); }

/// The number that the program sees where \p Line of a file is.
static unsigned numberOf(const HostMacros &Of, unsigned Line) {
  unsigned From = 0, Number = 0;
  for (auto &[L, N] : Of.Numbered)
    if (L <= Line && !planted("own-lines"))
      From = L, Number = N;
  return Number + (Line - From);
}

/// Puts the region's code in place of its loop. \p Numbers: what stands behind it keeps its number.
static Edit replacement(llvm::StringRef Old, const Transformed &T, llvm::ArrayRef<HostEntry> Entries,
                        const HostMacros *Numbers, const HostMacros *Its) {
  const SourceRange &Rg = T.R->Range;
  const unsigned Begin =
      withPragmas(Old, Rg.Begin, Its ? llvm::ArrayRef(Its->Pragmas) : llvm::ArrayRef<std::pair<unsigned, unsigned>>());
  unsigned End = Rg.End;
  // The semicolon of do { } while (x); or of a body without braces, whatever stands in front of it.
  if (!T.R->Ends)
    if (const size_t Next = nextToken(Old, End); Next < Old.size() && Old[Next] == ';')
      End = Next + 1;
  std::string Loop = Old.slice(Begin, End).str();
  if (Loop.back() != '}' && Loop.back() != ';') // from a macro, and not here
    Loop += ';';
  size_t LineStart = Old.rfind('\n', Rg.Begin);
  LineStart = LineStart == llvm::StringRef::npos ? 0 : LineStart + 1;
  size_t Blank = Old.find_first_not_of(" \t", LineStart);
  std::string Indent = Old.slice(LineStart, std::min<size_t>(Blank, Rg.Begin)).str();
  const bool FirstColumn = Begin != Rg.Begin && (Begin == 0 || Old[Begin - 1] == '\n');
  const bool Lines = Numbers && !T.R->InMacro;
  auto NumberAt = [&](size_t At) { return numberOf(*Numbers, lineOf(Old, At)); };
  std::string New = (FirstColumn ? Indent : "") +
                    emitHostLoop(*T.P, Entries, Loop, T.R->TestBegin - Begin, Indent, Lines ? NumberAt(Begin) : 0);
  if (Lines) {
    llvm::StringRef Rest = Old.drop_front(End).split('\n').first;
    const bool Last = Rest.trim(" \t\r").empty(); // of its line
    New += "\n#line " + std::to_string(NumberAt(End) + Last) + (Last ? "" : "\n");
    End += Last ? Rest.size() : 0;
  }
  return {Begin, End - Begin, std::move(New)};
}

/// The persistent kernels of a loop, its own first.
static std::vector<HostEntry> entriesOf(const Transformed &T, llvm::ArrayRef<const Transformed *> Regions,
                                        llvm::ArrayRef<Source> Sources) {
  std::vector<HostEntry> Out;
  for (const Transformed *Of : Regions)
    if (Of == &T || (Of->Follows && Of->Report == T.Report))
      Out.push_back({Of->Entry, Sources[Of->Source].Stem + ".persist.cl"});
  return Out;
}

bool isOf(const Accessor &A, const HostFile &H) {
  return !A.File.empty() && !H.Within && normalPath(A.File) == normalPath(H.Path);
}

unsigned unitOf(llvm::ArrayRef<HostFile> Hosts, unsigned H) { return Hosts[H].Within.value_or(H); }

bool concerns(const Transformed &T, llvm::ArrayRef<HostFile> Hosts, unsigned H) {
  return T.Host == H || unitOf(Hosts, T.Host) == H ||
         llvm::any_of(T.R->Accessors, [&](const Accessor &A) { return isOf(A, Hosts[H]); });
}

/// Text of a header, which other files have without ours in front of it. Each part has lines of its own.
static std::string ifGenerated(const std::string &Guard, llvm::StringRef Here, llvm::StringRef Elsewhere) {
  auto Line = [](llvm::StringRef Text) { return Text.str() + (Text.ends_with("\n") ? "" : "\n"); };
  return "#ifdef " + Guard + "\n" + Line(Here) + (Elsewhere.empty() ? "" : "#else\n" + Line(Elsewhere)) + "#endif\n";
}

/// The definition of an accessor at the end of \p Text, where macros may have its names by then.
static std::string asVariable(llvm::StringRef Text, const Accessor &A) {
  auto Defined = [&](const std::string &V) {
    return !V.empty() && llvm::Regex("(^|\n)[ \t]*#[ \t]*define[ \t]+" + V + "([^A-Za-z0-9_]|$)").match(Text);
  };
  std::set<std::string> Names(A.Macros.begin(), A.Macros.end());
  if (Defined(A.Variable) && !planted("macros-at-the-end"))
    Names.insert(A.Variable);
  std::string Off, On;
  for (const std::string &V : Names) {
    Off += "#pragma push_macro(\"" + V + "\")\n#undef " + V + "\n";
    On += "#pragma pop_macro(\"" + V + "\")\n";
  }
  return Names.empty() ? A.Definition : "\n" + Off + llvm::StringRef(A.Definition).ltrim('\n').str() + On;
}

std::string editHost(llvm::ArrayRef<HostFile> Hosts, unsigned H, llvm::ArrayRef<const Transformed *> Regions,
                     llvm::ArrayRef<Source> Sources, const std::map<unsigned, HostMacros> &Macros) {
  const std::string &Old = Hosts[H].Text;
  auto NumbersOf = [&](unsigned Host) -> const HostMacros * {
    auto It = Macros.find(Host);
    return It != Macros.end() && It->second.Lines && !planted("line-numbers") ? &It->second : nullptr;
  };
  const HostMacros *const Lines = NumbersOf(H);
  auto Number = [&](size_t At) { return "#line " + std::to_string(numberOf(*Lines, lineOf(Old, At))) + "\n"; };
  std::vector<Edit> Edits;
  std::set<std::string> Includes;
  std::map<std::pair<std::string, std::string>, const Accessor *>
      Accessors; // those in front serve the others of a namespace too
  std::map<std::string, std::string> Definitions; // for loops in other files
  std::set<std::string> Headers, Declares;
  std::set<std::string> Marks;
  std::string Guard;
  for (const Transformed *T : Regions) {
    if (!concerns(*T, Hosts, H))
      continue;
    bool Here = T->Host == H, Around = unitOf(Hosts, T->Host) == H;
    if (Around && (!Here || Hosts[H].Included || planted("any-file")))
      Marks.insert(guardOf(Sources[T->Source], planted("any-file") ? 0 : H));
    if (Around)
      Includes.insert(Sources[T->Source].Stem + ".persist.h");
    if (T->Follows)
      continue;
    Edit New = replacement(Hosts[T->Host].Text, *T, entriesOf(*T, Regions, Sources), NumbersOf(T->Host),
                           Macros.count(T->Host) ? &Macros.at(T->Host) : nullptr);
    for (const Accessor &A : T->R->Accessors) {
      const llvm::StringRef Used = New.Text;
      if (!Used.contains(A.Name + "(") && !Used.contains(A.Name + "<") && !Used.contains("== &" + A.Name))
        continue;
      if (isOf(A, Hosts[H]))
        Definitions[A.Name] = asVariable(Old, A);
      if (Around && !A.Include.empty())
        Headers.insert(A.Include);
      if (Around)
        Declares.insert(A.Declares);
      if (!Here)
        continue;
      auto [It, Newly] = Accessors.try_emplace({A.Name, A.Space}, &A);
      if (A.At < It->second->At)
        It->second = &A;
    }
    if (Around && T->R->NeedsTypeInfo)
      Headers.insert("typeinfo");
    if (!Here)
      continue;
    if (Hosts[H].Within) {
      Guard = guardOf(Sources[T->Source], *Hosts[H].Within);
      const bool OwnLine = New.At == 0 || Old[New.At - 1] == '\n';
      New.Text = (OwnLine ? "" : "\n") + ifGenerated(Guard, New.Text, Old.substr(New.At, New.Length));
      if (Lines)
        New.Text += Number(New.At + New.Length);
    }
    Edits.push_back(std::move(New));
  }
  if (Edits.empty() && Definitions.empty() && Includes.empty())
    return Old;
  for (unsigned I = 0; I < Hosts.size(); ++I)
    if (Hosts[I].Within == H && Hosts[I].Named &&
        llvm::any_of(Regions, [&](const Transformed *T) { return T->Host == I; })) {
      auto &[At, Length, Name] = *Hosts[I].Named;
      Edits.push_back({At, Length, Name});
    }
  std::map<unsigned, std::string> InFront;
  for (auto &[Name, A] : Accessors)
    InFront[A->At] += A->Text + "\n";
  for (auto &[At, New] : InFront)
    Edits.push_back({At, 0, (Guard.empty() ? New : "\n" + ifGenerated(Guard, New, "")) + (Lines ? Number(At) : "")});
  llvm::sort(Edits, [](auto &A, auto &B) { return A.At > B.At; });
  std::string Text = Old;
  for (const Edit &E : Edits)
    Text.replace(E.At, E.Length, E.Text);
  if (!Definitions.empty() && Text.back() != '\n')
    Text += '\n';
  for (auto &[Name, D] : Definitions)
    Text += D;
  std::string Insert = stampLine(llvm::sys::path::filename(Hosts[H].Path));
  for (const std::string &M : Marks)
    Insert += "#define " + M + "\n";
  for (const std::string &I : Includes)
    Insert += "#include \"" + I + "\"\n";
  for (const std::string &I : Headers)
    Insert += "#include <" + I + ">\n";
  for (const std::string &D : Declares)
    Insert += D;
  // In front of everything: outside all bodies, conditionals and linkage, before the program's macros. The
  // standard headers that accessors need are C++'s, where no feature-test macro that follows makes a difference.
  const unsigned At = planted("late-include") ? unsigned(Old.rfind("\n#", Edits.back().At) + 1) : firstToken(Old);
  const bool OwnLine = At == 0 || Old[At - 1] == '\n';
  if (Lines)
    Insert += Number(At);
  Text.insert(At, (OwnLine ? "" : "\n") + Insert);
  return Text;
}

std::vector<std::pair<std::string, std::string>>
companions(llvm::ArrayRef<std::pair<std::string, std::string>> PathsAndTexts, llvm::ArrayRef<std::string> AllInputs,
           std::string Root) {
  std::vector<std::pair<std::string, std::string>> Out;
  std::set<std::string> Seen;
  for (const std::string &I : AllInputs)
    Seen.insert(normalPath(I));
  if (!llvm::StringRef(Root).ends_with("/"))
    Root += '/';
  std::vector<std::pair<std::string, std::string>> Work(PathsAndTexts.begin(), PathsAndTexts.end());
  while (!Work.empty()) {
    auto [Path, Text] = std::move(Work.back());
    Work.pop_back();
    for (const std::string &Name : mentionedFiles(Text)) {
      std::string Full = normalPath(beside(Path, Name));
      // Behind a link to a folder, .. leads elsewhere: that is no place in the output.
      llvm::SmallString<256> Read, Taken;
      if (!llvm::sys::fs::real_path(beside(Path, Name), Read) && !llvm::sys::fs::real_path(Full, Taken) &&
          Read != Taken)
        continue;
      if (llvm::sys::fs::is_directory(Full) || !llvm::sys::fs::exists(Full) || !Seen.insert(Full).second)
        continue;
      auto Buffer = llvm::MemoryBuffer::getFile(Full);
      if (!Buffer)
        continue;
      Work.push_back({Full, (*Buffer)->getBuffer().str()});
      llvm::StringRef Rel = Full;
      if (Rel.consume_front(Root)) // what lies outside is found through -I
        Out.push_back({Full, Rel.str()});
    }
  }
  llvm::sort(Out);
  return Out;
}

} // namespace persistify::driver
