//===- HtmlSources.cpp - the program beside its persistent kernel ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace persistify::html {

/// Longer files are shown only where loops are, in lines.
static constexpr unsigned LongestFile = 3000;
/// Lines of the program around what the loop is made of.
static constexpr unsigned Around = 3;

/// A line's text; the beginning of a very long one.
static std::string lineText(StringRef Line) {
  const StringRef Begin = beginningOf(Line);
  return escaped(Begin) + moreBytes(Line, Begin);
}

void LoopPage::excerpt(const std::string &Path, unsigned First, unsigned Last) {
  const Lines Text(textOf(Path));
  Last = std::min(Last, Text.count());
  for (unsigned N = First; N <= Last; ++N) {
    const SourceRange At = {Path, N};
    const unsigned Device = deviceLine(At);
    const bool Inside = Path == L.Range.File && N >= L.Range.Line && N <= L.Range.EndLine;
    OS << (Inside && L.Account ? "<div class=\"in\"" : "<div");
    if (L.Account) // a line of a refused loop is nobody's partner
      OS << formatv(" id=\"{0}\"", key(At));
    if (Device)
      OS << formatv(" data-k=\"{0}\"><a href=\"#l{1}-d{2}\">{3}</a>", key(At), Number, Device, N);
    else
      OS << formatv("><span>{0}</span>", N);
    OS << "<code>" << lineText(Text[N]) << "</code></div>\n";
  }
}

/// The loop with some lines around it, and what its kernel is made of elsewhere: in functions that it calls.
void LoopPage::chooseLines() {
  auto Want = [&](const std::string &Path, unsigned First, unsigned Last) {
    const unsigned Count = Lines(textOf(Path)).count();
    for (unsigned N = First > Around ? First - Around : 1; N <= std::min(Last + Around, Count); ++N)
      Shown[Path].insert(N);
  };
  Want(L.Range.File, L.Range.Line, std::max(L.Range.EndLine, L.Range.Line));
  for (const AccountLink &Link : L.Account->Links)
    if (Link.From.valid() && !isShown(Link.From))
      Want(Link.From.File, Link.From.Line, Link.From.Line);
  for (const AccountNote &N : L.Account->Behind)
    if (N.Range.valid() && !isShown(N.Range))
      Want(N.Range.File, N.Range.Line, N.Range.Line);
}

void LoopPage::programLines(const std::string &Path) {
  OS << "<div class=\"box\"><div class=\"path\">" << escaped(Path) << "</div><div class=\"code\" tabindex=\"0\">\n";
  unsigned First = 0, Last = 0;
  for (unsigned N : Shown[Path]) {
    if (First && N != Last + 1) {
      excerpt(Path, First, Last);
      OS << "<div class=\"gap\">&#8942;</div>\n";
      First = N;
    }
    First = First ? First : N;
    Last = N;
  }
  excerpt(Path, First, Last);
  OS << "</div></div>\n";
}

void LoopPage::programText() {
  if (Shown.count(L.Range.File))
    programLines(L.Range.File);
  for (auto &[Path, Numbers] : Shown)
    if (Path != L.Range.File)
      programLines(Path);
}

/// The kernels as the program has them.
void LoopPage::kernels() {
  std::set<std::pair<std::string, unsigned>> Told;
  for (const AccountStep &S : L.Account->Steps) {
    const SourceRange &At = S.KernelRange;
    if (S.Kernel.empty() || !At.valid() || !Told.insert({At.File, At.Line}).second)
      continue;
    const Lines Text(textOf(At.File));
    if (At.Line > Text.count())
      continue;
    OS << formatv("<details class=\"inbox box\"><summary>kernel <code>{0}</code>, {1}:{2}</summary><div class=\"code\" "
                  "tabindex=\"0\">\n",
                  escaped(S.Kernel), escaped(At.File), At.Line);
    for (unsigned N = At.Line; N <= std::min(std::max(At.EndLine, At.Line), Text.count()); ++N)
      OS << formatv("<div><span>{0}</span><code>{1}</code></div>\n", N, lineText(Text[N]));
    OS << "</div></details>\n";
  }
}

void LoopPage::deviceLines(unsigned First, unsigned Last) {
  const Lines Text(generated(L.Account->DeviceFile));
  for (unsigned N = First; N <= std::min(Last, Text.count()); ++N) {
    auto It = From.find(N);
    const StringRef Line = Text[N].trim();
    const bool Sync = Line.starts_with("P_BARRIER") || Line.starts_with("// barrier:");
    OS << formatv("<div id=\"l{0}-d{1}\"{2}", Number, N, Sync ? " class=\"sync\"" : "");
    if (It == From.end())
      OS << formatv("><span>{0}</span>", N);
    else if (isShown(It->second))
      OS << formatv(" data-k=\"{0}\"><a href=\"#{0}\">{1}</a>", key(It->second), N);
    else
      OS << formatv(" data-k=\"{0}\"><span>{1}</span>", key(It->second), N);
    OS << "<code>" << lineText(Text[N]) << "</code></div>\n";
  }
}

void LoopPage::deviceText() {
  const LoopAccount &A = *L.Account;
  if (generated(A.DeviceFile).empty())
    return;
  OS << "<div class=\"box\"><div class=\"path\">" << escaped(A.DeviceFile) << "</div>\n";
  // The first loop of a file shows what all of them have in common.
  bool First = true;
  for (size_t I = 0; I + 1 < Number; ++I)
    First &= !(R.Loops[I].Account && R.Loops[I].Program == L.Program && R.Loops[I].Account->DeviceFile == A.DeviceFile);
  unsigned Common = A.DeviceFirst;
  for (const LoopReport &Other : R.Loops)
    if (Other.Account && Other.Program == L.Program && Other.Account->DeviceFile == A.DeviceFile)
      Common = std::min(Common, Other.Account->DeviceFirst);
  if (First && Common > 1) {
    OS << formatv("<details class=\"inbox\"><summary>lines 1 to {0}: the kernels as phase functions</summary><div "
                  "class=\"code\" tabindex=\"0\">\n",
                  Common - 1);
    deviceLines(1, Common - 1);
    OS << "</div></details>\n";
  }
  unsigned Begin = A.DeviceFirst; // of the loop itself
  if (!From.empty() && From.begin()->first > Begin + 5) {
    Begin = From.begin()->first;
    OS << formatv(
        "<details class=\"inbox\"><summary>lines {0} to {1}: discovery, state, arguments and checks on entry</summary>"
        "<div class=\"code\" tabindex=\"0\">\n",
        A.DeviceFirst, Begin - 1);
    deviceLines(A.DeviceFirst, Begin - 1);
    OS << "</div></details>\n";
  }
  OS << "<div class=\"code\" tabindex=\"0\">\n";
  deviceLines(Begin, A.DeviceLast);
  OS << "</div></div>\n";
}

void wholeFile(const Report &R, StringRef Path, raw_ostream &OS) {
  std::map<unsigned, size_t> Loops; // by line: number of the loop that begins there
  StringRef Text;
  for (size_t I = 0; I < R.Loops.size(); ++I) {
    const LoopReport &L = R.Loops[I];
    if (L.Range.File != Path)
      continue;
    Loops.try_emplace(L.Range.Line, I + 1);
    for (const ReportText &T : R.Programs[L.Program].Texts)
      if (T.Path == Path)
        Text = T.Text;
  }
  const Lines All(Text);
  if (All.count() == 0 || All.count() > LongestFile)
    return;
  OS << formatv(
      "<details class=\"inbox box\"><summary>all of {0}, {1} lines</summary><div class=\"code\" tabindex=\"0\">\n",
      escaped(Path), All.count());
  for (unsigned N = 1; N <= All.count(); ++N) {
    auto It = Loops.find(N);
    if (It == Loops.end())
      OS << formatv("<div><span>{0}</span>", N);
    else
      OS << formatv("<div class=\"in\"><a href=\"#loop{0}\">{1}</a>", It->second, N);
    OS << "<code>" << lineText(All[N]) << "</code></div>\n";
  }
  OS << "</div></details>\n";
}

void LoopPage::sources() {
  OS << "<div class=\"pair\">\n<section class=\"part program\"><h4>Program</h4>\n";
  programText();
  kernels();
  OS << "</section>\n<section class=\"part device\"><h4>Persistent kernel</h4>\n";
  deviceText();
  OS << "</section>\n</div>\n";
}

} // namespace persistify::html
