//===- HtmlLoop.cpp - one loop on the page ---------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify::html {

static std::string counted(uint64_t N, StringRef One) { return formatv("{0} {1}{2}", N, One, N == 1 ? "" : "s"); }

LoopPage::LoopPage(const Report &R, size_t Number, raw_ostream &OS)
    : R(R), L(R.Loops[Number - 1]), Number(Number), OS(OS) {
  if (L.Account)
    for (const AccountLink &Link : L.Account->Links) // inner ones come later
      for (unsigned Line = Link.First; Line <= Link.Last; ++Line)
        From[Line] = Link.From;
  for (auto &[Line, Of] : From)
    FirstFrom.try_emplace({Of.File, Of.Line}, Line);
  if (L.Account)
    chooseLines();
}

StringRef LoopPage::textOf(StringRef Path) const {
  if (L.Program < R.Programs.size())
    for (const ReportText &T : R.Programs[L.Program].Texts)
      if (T.Path == Path)
        return T.Text;
  return {};
}

StringRef LoopPage::generated(StringRef Path) const {
  if (L.Program < R.Programs.size())
    for (const ReportText &T : R.Programs[L.Program].Generated)
      if (T.Path == Path)
        return T.Text;
  return {};
}

std::string LoopPage::key(const SourceRange &At) {
  auto It = llvm::find(Files, At.File);
  const size_t File = It - Files.begin();
  if (It == Files.end())
    Files.push_back(At.File);
  return formatv("l{0}-{1}-{2}", Number, File, At.Line);
}

std::string LoopPage::bufferKey(unsigned Buffer) const { return formatv("l{0}-b{1}", Number, Buffer); }

unsigned LoopPage::deviceLine(const SourceRange &At) const {
  auto It = FirstFrom.find({At.File, At.Line});
  return It == FirstFrom.end() ? 0 : It->second;
}

bool LoopPage::isShown(const SourceRange &At) const {
  auto It = Shown.find(At.File);
  return It != Shown.end() && It->second.count(At.Line);
}

std::string LoopPage::place(const SourceRange &At) {
  if (!At.valid())
    return "";
  std::string Text = At.File == L.Range.File ? formatv("line {0}", At.Line).str()
                                             : formatv("{0}:{1}", escaped(sys::path::filename(At.File)), At.Line).str();
  if (!isShown(At))
    return Text;
  return "<a href=\"#" + key(At) + "\">" + Text + "</a>";
}

void LoopPage::print() {
  const bool Listed = !R.Analysed && L.S == LoopReport::Status::Skipped;
  const StringRef Status = Listed ? "candidate" : statusName(L.S);
  OS << formatv("<article class=\"{0}\" id=\"loop{1}\">\n", Status, Number);
  heading();
  if (L.Runs)
    runs();
  if (L.Account) {
    OS << "<div class=\"pair\">\n";
    flow();
    graph();
    OS << "</div>\n";
    sources();
    OS << "<div class=\"trio\">\n";
    state();
    guards();
    optimisations();
    behind();
    OS << "</div>\n";
  } else if (L.S == LoopReport::Status::Refused) {
    refusal();
  }
  notes();
  OS << "</article>\n";
}

void LoopPage::heading() {
  const bool Listed = !R.Analysed && L.S == LoopReport::Status::Skipped;
  const StringRef Status = Listed ? "candidate" : statusName(L.S);
  OS << formatv("<header><h3 class=\"mono\" title=\"{0}\">{1}:{2}:{3}</h3><span class=\"chip {4}\">{4}</span>",
                escaped(L.Range.File), escaped(sys::path::filename(L.Range.File)), L.Range.Line, L.Range.Column,
                Status);
  if (!L.Function.empty())
    OS << "<span class=\"soft\">in <code>" << escaped(L.Function) << "</code></span>";
  if (const auto &A = L.Account) {
    OS << "<p>";
    if (unsigned Commands = A->commandsInTrip())
      OS << formatv(
          "Each trip gave {0} to the queue. Now one launch of <code>{1}</code> does all trips, as {2} with {3}{4}.",
          counted(Commands, "command"), escaped(L.Region), counted(A->phases(), "phase"),
          counted(A->barriers(), "barrier"),
          A->barriers() == A->barriersInTrip() ? std::string()
                                               : formatv(", {0} of them in each trip", A->barriersInTrip()).str());
    else
      OS << formatv("One launch of <code>{0}</code> does it, as {1} with {2}.", escaped(L.Region),
                    counted(A->phases(), "phase"), counted(A->barriers(), "barrier"));
    OS << "</p>";
  }
  OS << "</header>\n";
}

void LoopPage::runs() {
  const LoopRuns &Runs = *L.Runs;
  OS << "<section class=\"part runs\"><h4>Measured</h4>\n<div class=\"bars\">\n";
  const double Most = std::max(
      {Runs.Original.Timed ? Runs.Original.Median : 0.0, Runs.Persistent.Timed ? Runs.Persistent.Median : 0.0, 1e-9});
  auto Bar = [&](const PathRuns &P, StringRef Name) {
    OS << formatv("<span>{0}</span><span class=\"bar {0}\" style=\"width:{1:f1}%\"></span>", Name,
                  P.Timed ? 100 * P.Median / Most : 0.0);
    if (P.Timed)
      OS << formatv("<span>{0:f3} ms an entry, median of {1}</span>\n", P.Median, P.Timed);
    else
      OS << (P.Entries ? "<span>no time known</span>\n" : "<span>not taken</span>\n");
  };
  Bar(Runs.Original, "original");
  Bar(Runs.Persistent, "persistent");
  OS << "</div>\n<p>";
  if (std::optional<double> Gain = Runs.gain()) {
    OS << formatv("An entry takes <b>{0:f3} ms {1}</b> on the persistent path", std::abs(*Gain),
                  *Gain < 0 ? "more" : "less");
    const double Was = *Gain * Runs.Persistent.Entries, WouldBe = *Gain * Runs.Original.Entries;
    OS << formatv("; {0} took it", counted(Runs.Persistent.Entries, "time"));
    if (*Gain > 0)
      OS << formatv(" and gained {0:f3} ms, and {1:f3} ms more would have been gained in those of the original", Was,
                    WouldBe);
    OS << ".";
    if (*Gain > 0 && Runs.Build > 0)
      OS << formatv(" Building took {0:f3} ms, as much as {1:f0} entries gain.", Runs.Build,
                    std::ceil(Runs.Build / *Gain));
  } else if (Runs.Original.Timed) {
    OS << formatv(
        "Only the original was timed: at most its {0:f3} ms an entry can be gained. <code>PERSISTIFY=on</code> "
        "with the same statistics file shows how much is.",
        Runs.Original.Median);
  } else {
    OS << "Nothing to compare with: <code>PERSISTIFY=off</code> with the same statistics file times the original.";
  }
  OS << "</p>\n";
  if (Runs.Groups)
    OS << formatv("<p class=\"soft\">{0}: {1} of {2}, {3} in the last persistent entry{4}</p>\n", escaped(Runs.Device),
                  counted(Runs.Groups, "work-group"), Runs.GroupSize, counted(Runs.Barriers, "barrier"),
                  Runs.Barrier.empty() ? "" : " (" + escaped(Runs.Barrier) + ")");
  if (!Runs.Reasons.empty()) {
    OS << "<p>Why the original ran:</p><ul class=\"plain\">";
    for (const auto &[Why, N] : Runs.Reasons)
      OS << formatv("<li>{0}: {1}</li>", counted(N, "time"), escaped(Why));
    OS << "</ul>\n";
  }
  OS << "</section>\n";
}

// ---- phases

void LoopPage::barrier(const AccountStep &S) {
  if (S.K == AccountStep::Loop) {
    OS << formatv(
        "<div class=\"barrier\" data-barrier=\"{0}\"><b>barrier</b> for the first trip of the loop at line {0}</div>\n",
        S.Range.Line);
  } else if (!S.Barrier.empty()) {
    OS << formatv("<div class=\"barrier\" data-barrier=\"{0}\"><b>barrier</b> between all work-groups", S.Range.Line);
    if (S.Barrier.size() == 1) {
      OS << ": " << escaped(S.Barrier.front());
    } else {
      OS << "<ul>";
      for (const std::string &Why : S.Barrier)
        OS << "<li>" << escaped(Why) << "</li>";
      OS << "</ul>";
    }
    OS << "</div>\n";
  } else if (!S.NoBarrier.empty()) {
    OS << formatv("<div class=\"free\"><b>no barrier</b>: {0}</div>\n", escaped(S.NoBarrier));
  }
}

void LoopPage::step(const AccountStep &S, unsigned &Phase) {
  barrier(S);
  OS << formatv(
      "<div class=\"phase\" data-k=\"{0}\"><span class=\"n\">{1}</span><div><span class=\"what mono\">{2}</span> "
      "<span class=\"more\">{3}",
      key(S.Range), ++Phase, escaped(S.Kernel.empty() ? S.What : S.Kernel), place(S.Range));
  unsigned Line = 0;
  for (const AccountLink &Link : L.Account->Links)
    if (Link.Phase == Phase && !Line)
      Line = Link.First;
  if (Line)
    OS << formatv(" &#8596; <a href=\"#l{0}-d{1}\">kernel line {1}</a>", Number, Line);
  OS << "</span>\n<div class=\"more\">";
  std::vector<std::string> More;
  if (!S.Kernel.empty())
    More.push_back(escaped(S.Schedule + (S.ScheduleReason.empty() ? "" : " (" + S.ScheduleReason + ")")));
  for (const std::string &Remark : S.Remarks)
    More.push_back(escaped(Remark));
  if (!S.Turn.empty())
    More.push_back(escaped(S.Turn));
  if (S.Conditional)
    More.push_back("under a condition: some trips pass it by");
  OS << join(More, "; ") << "</div><div>";
  std::map<unsigned, AccountUse> Uses; // of each buffer once
  for (const AccountUse &U : S.Uses) {
    auto [It, New] = Uses.try_emplace(U.Buffer, U);
    if (New)
      continue;
    It->second.Read |= U.Read;
    It->second.Written |= U.Written;
    It->second.Through += ", " + U.Through;
  }
  for (const auto &[Buffer, U] : Uses)
    OS << formatv("<span class=\"use {0}{1}\" data-k=\"{2}\" title=\"{3}\">{4} {5}</span>", U.Read ? "r" : "",
                  U.Written ? "w" : "", bufferKey(U.Buffer), escaped("as " + U.Through),
                  U.Read && U.Written ? "reads and writes"
                  : U.Written         ? "writes"
                                      : "reads",
                  escaped(L.Account->Buffers[U.Buffer].Name));
  OS << "</div></div></div>\n";
}

void LoopPage::flow() {
  OS << "<section class=\"part\"><h4>Phases and barriers</h4>\n<div class=\"flow\">\n";
  unsigned Phase = 0;
  std::vector<unsigned> Open; // depths of loops
  for (const AccountStep &S : L.Account->Steps) {
    while (!Open.empty() && S.Depth <= Open.back()) {
      OS << "</div>\n";
      Open.pop_back();
    }
    if (S.K == AccountStep::Phase) {
      step(S, Phase);
      continue;
    }
    if (!S.Barrier.empty())
      barrier(S);
    OS << formatv(
        "<div class=\"trips\"><div class=\"name\" data-k=\"{0}\">&#8635; each trip of the loop at {1}</div>\n",
        key(S.Range), place(S.Range));
    Open.push_back(S.Depth);
  }
  for (size_t I = 0; I < Open.size(); ++I)
    OS << "</div>\n";
  OS << "</div></section>\n";
}

void LoopPage::graph() {
  std::vector<std::string> PhaseKeys, BufferKeys;
  for (const AccountStep &S : L.Account->Steps)
    if (S.K == AccountStep::Phase)
      PhaseKeys.push_back(key(S.Range));
  for (unsigned B = 0; B < L.Account->Buffers.size(); ++B)
    BufferKeys.push_back(bufferKey(B));
  OS << "<section class=\"part\"><h4>Phases and buffers</h4>\n<div class=\"graph\">\n";
  if (!PhaseKeys.empty())
    html::graph(*L.Account, PhaseKeys, BufferKeys, OS);
  OS << "</div><p class=\"legend\"><span><i style=\"border-color:var(--read)\"></i>reads</span>"
        "<span><i style=\"border-color:var(--write)\"></i>writes</span>"
        "<span><i style=\"border-color:var(--write);border-top-width:3px\"></i>barrier</span>"
        "<span><i style=\"border-color:var(--accent);border-top-style:dashed\"></i>next trip</span></p></section>\n";
}

// ---- state and conditions

void LoopPage::state() {
  const LoopAccount &A = *L.Account;
  OS << "<section class=\"part\"><h4>Captured state</h4>\n<dl>\n";
  for (StringRef Kind : {"scalar", "buffer", "array", "object", "kernel", "queue", "context"}) {
    std::string Names;
    for (const AccountCapture &C : A.Captured)
      if (C.Kind == Kind)
        Names += formatv("<span><code>{0}</code>{1}</span>", escaped(C.Name),
                         C.Bytes ? formatv(" {0} B", C.Bytes).str() : "");
    if (!Names.empty())
      OS << formatv("<dt>{0}s</dt><dd class=\"names\">{1}</dd>\n", Kind, Names);
  }
  auto Arguments = [&](StringRef Title, bool AccountArgument::*Which) {
    std::string Names, Of; // by kernel
    for (const AccountArgument &Arg : A.Arguments)
      if (Arg.*Which) {
        if (Arg.Kernel != Of)
          Names += (Of.empty() ? "" : "</div>") + formatv("<div><code>{0}</code>", escaped(Arg.Kernel)).str();
        Names += formatv(" <span class=\"soft\">{0}</span>&#160;{1}", Arg.Index, escaped(Arg.Name));
        Of = Arg.Kernel;
      }
    if (!Names.empty())
      OS << formatv("<dt>{0}</dt><dd>{1}</div></dd>\n", Title, Names);
  };
  Arguments("arguments set here", &AccountArgument::Set);
  Arguments("arguments from before", &AccountArgument::Recorded);
  OS << "</dl></section>\n";
}

void LoopPage::guards() {
  const LoopAccount &A = *L.Account;
  OS << "<section class=\"part\"><h4>Guards</h4>\n<p class=\"soft\">The original loop runs where one of these does not "
        "hold.</p>"
        "<ul class=\"plain\">\n";
  std::vector<std::pair<std::string, std::vector<std::string>>> Distinct; // in the order of the guards
  for (const AccountGuard &G : A.Guards) {
    if (!G.First.empty()) {
      if (Distinct.empty() || Distinct.back().first != G.First)
        Distinct.push_back({G.First, {}});
      Distinct.back().second.push_back(G.Second);
      continue;
    }
    OS << (G.Reason.empty() ? "<li>" : "<li><code>") << escaped(G.Text) << (G.Reason.empty() ? "" : "</code>");
    if (!G.Reason.empty())
      OS << " <span class=\"soft\">else: " << escaped(G.Reason) << "</span>";
    OS << "</li>\n";
  }
  for (const auto &[First, Others] : Distinct) {
    OS << "<li><code>" << escaped(First) << "</code> is distinct from";
    for (size_t I = 0; I < Others.size(); ++I)
      OS << (I == 0 ? " " : I + 1 == Others.size() ? " and " : ", ") << "<code>" << escaped(Others[I]) << "</code>";
    OS << "</li>\n";
  }
  OS << "</ul><p class=\"soft\">and of every loop: " << escaped(join(A.AlwaysGuarded, ", ")) << "</p></section>\n";
}

void LoopPage::between() {
  const LoopAccount &A = *L.Account;
  OS << "<h4>Between trips</h4><p>";
  if (A.BetweenTrips) {
    OS << "It can be entered and left between two trips";
    for (size_t I = 0; I < A.Carried.size(); ++I)
      OS << (I ? ", " : ", with ") << "<code>" << escaped(A.Carried[I]) << "</code>";
    OS << ": the program may begin with the original and go on here.";
  } else {
    OS << "It is not entered or left between two trips: " << escaped(A.NotBetween) << ".";
  }
  OS << "</p>\n";
}

void LoopPage::optimisations() {
  OS << "<section class=\"part\"><h4>Optimisations</h4>\n<dl>\n";
  std::vector<std::string> Idle;
  for (const AccountOptimisation &O : L.Account->Optimisations)
    if (O.Applied || !O.NotDone.empty() || !O.On)
      OS << formatv("<dt title=\"{0}\"{1}>{2}</dt><dd{1}>{3}</dd>\n", escaped(O.Meaning),
                    O.Applied ? "" : " class=\"off\"", escaped(O.Name), escaped(persistify::textOf(O)));
    else
      Idle.push_back(O.Name);
  OS << "</dl>\n";
  if (!Idle.empty())
    OS << "<p class=\"soft\">nothing to do: " << escaped(join(Idle, ", ")) << "</p>\n";
  OS << "</section>\n";
}

void LoopPage::list(StringRef Class, const std::vector<AccountNote> &Notes) {
  OS << formatv("<ul class=\"plain {0}\">\n", Class);
  for (const AccountNote &N : Notes)
    OS << "<li>" << place(N.Range) << (N.Range.valid() ? ": " : "") << (Class == "exits" ? "<code>" : "")
       << escaped(StringRef(N.Text).trim()) << (Class == "exits" ? "</code>" : "") << "</li>\n";
  OS << "</ul>\n";
}

void LoopPage::behind() {
  const LoopAccount &A = *L.Account;
  OS << "<section class=\"part\"><h4>Behind the loop</h4>\n";
  if (A.WrittenBack.empty() && A.Behind.empty())
    OS << "<p class=\"soft\">The host has nothing to do but to go on.</p>\n";
  if (!A.WrittenBack.empty()) {
    OS << "<p>Written back: <span class=\"names\">";
    for (const std::string &Name : A.WrittenBack)
      OS << "<code>" << escaped(Name) << "</code> ";
    OS << "</span></p>\n";
  }
  if (!A.Behind.empty()) {
    OS << "<p>Performed by the host when the kernel has ended:</p>";
    list("behind", A.Behind);
  }
  if (!A.Exits.empty()) {
    OS << "<p>Other ways out:</p>";
    list("exits", A.Exits);
  }
  between();
  if (!A.Notes.empty()) {
    OS << "<h4>Notes</h4>";
    list("notes", A.Notes);
  }
  OS << "</section>\n";
}

// ---- diagnostics

void LoopPage::diagnostic(const Diagnostic &D) {
  const StringRef Level = severityName(R.Severities.of(D.D));
  OS << formatv("<div class=\"reason {0}\" data-code=\"{1}\"><div class=\"message\"><a class=\"mono\" "
                "href=\"#{1}\">{1}</a> {2}</div>\n",
                Level, diagCode(D.D), escaped(D.message()));
  if (D.Range.valid()) {
    const Lines Text(textOf(D.Range.File));
    if (D.Range.Line <= Text.count()) {
      const unsigned First = std::max(D.Range.Line, 3u) - 2, Last = std::min(D.Range.Line + 2, Text.count());
      OS << formatv("<div class=\"box\"><div class=\"path\">{0}:{1}{2}</div><div class=\"code\">\n",
                    escaped(D.Range.File), D.Range.Line, D.Range.Column ? ":" + std::to_string(D.Range.Column) : "");
      for (unsigned N = First; N <= Last; ++N) {
        StringRef Line = beginningOf(Text[N]);
        std::string Shown = escaped(Line);
        if (N == D.Range.Line && D.Range.Column && D.Range.Column <= Line.size()) {
          const size_t Begin = D.Range.Column - 1;
          size_t End = D.Range.EndLine == N && D.Range.EndColumn > D.Range.Column ? D.Range.EndColumn - 1 : Line.size();
          End = std::min(End, Line.size());
          Shown = escaped(Line.take_front(Begin)) + "<mark>" + escaped(Line.slice(Begin, End)) + "</mark>" +
                  escaped(Line.drop_front(End));
        }
        OS << formatv("<div{0}><span>{1}</span><code>{2}</code></div>\n", N == D.Range.Line ? " class=\"hit\"" : "", N,
                      Shown + moreBytes(Text[N], Line));
      }
      OS << "</div></div>\n";
    } else {
      OS << formatv("<p class=\"mono\">{0}:{1}:{2}</p>\n", escaped(D.Range.File), D.Range.Line, D.Range.Column);
    }
  }
  if (StringRef Fix = diagFix(D.D); !Fix.empty())
    OS << "<p class=\"cure\"><b>What to change:</b> " << escaped(Fix) << "</p>\n";
  OS << "</div>\n";
}

void LoopPage::refusal() {
  OS << "<section class=\"part\"><h4>Why it is left as it is</h4>\n";
  for (const Diagnostic &D : L.Diagnostics)
    if (diagSeverity(D.D) != Severity::Note)
      diagnostic(D);
  std::string Path = L.Range.File;
  if (!textOf(Path).empty()) {
    OS << "<details><summary>The loop</summary>\n<div class=\"box\"><div class=\"code\">\n";
    excerpt(Path, L.Range.Line, std::max(L.Range.EndLine, L.Range.Line));
    OS << "</div></div></details>\n";
  }
  OS << "</section>\n";
}

void LoopPage::notes() {
  bool Any = false;
  for (const Diagnostic &D : L.Diagnostics)
    if (diagSeverity(D.D) == Severity::Note || L.S != LoopReport::Status::Refused) {
      OS << (Any ? "" : "<section class=\"part\"><h4>Diagnostics</h4>\n");
      Any = true;
      diagnostic(D);
    }
  if (Any)
    OS << "</section>\n";
}

} // namespace persistify::html
