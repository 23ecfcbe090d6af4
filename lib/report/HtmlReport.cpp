//===- HtmlReport.cpp - the report as one page -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {
namespace html {
namespace {

class Page {
public:
  Page(const Report &R, raw_ostream &OS) : R(R), OS(OS) {}

  void print() {
    // Nothing is loaded, whatever the program's text may say.
    OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
          "script-src 'unsafe-inline'; img-src data:\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>"
       << escaped(title()) << "</title>\n<style>" << Style << "</style>\n</head>\n<body>\n";
    header();
    OS << "<main>\n";
    general();
    overview();
    loops();
    codes();
    OS << "</main>\n<footer>persistify " << escaped(R.Version) << "</footer>\n<script>" << Script
       << "</script>\n</body>\n</html>\n";
  }

private:
  std::string title() const {
    std::set<std::string> Names;
    for (const LoopReport &L : R.Loops)
      Names.insert(sys::path::filename(L.Range.File).str());
    if (!R.Folder.empty())
      return R.Folder + " \xe2\x80\x93 persistify";
    return (Names.size() == 1 ? *Names.begin()
            : Names.empty()   ? "no loops"
                              : std::to_string(Names.size()) + " files") +
           " \xe2\x80\x93 persistify";
  }

  void header() const {
    OS << "<header>\n<h1>" << escaped(title()) << "</h1>\n<ul class=\"chips\">";
    auto Chip = [&](unsigned N, StringRef What) {
      if (N)
        OS << formatv("<li class=\"chip {1}\">{0} {1}</li>", N, What);
    };
    LoopCounts Counts = countLoops(R.Loops);
    if (R.Analysed) {
      Chip(Counts.Transformed, "transformed");
      Chip(Counts.Refused, "refused");
      Chip(Counts.Repetition, "repetition");
      Chip(Counts.Skipped, "skipped");
    } else {
      Chip(R.Loops.size(), "candidate");
    }
    OS << formatv("<li class=\"chip\">exit code {0}</li></ul>\n</header>\n", R.ExitCode);
  }

  /// Diagnostics of no loop.
  void general() const {
    if (R.Diagnostics.empty())
      return;
    OS << "<article><div class=\"part\" style=\"border:0\"><h4>Of the run</h4>\n";
    for (const Diagnostic &D : R.Diagnostics) {
      OS << formatv("<div class=\"reason {0}\" data-code=\"{1}\"><div class=\"message\"><a class=\"mono\" "
                    "href=\"#{1}\">{1}</a> {2}</div>",
                    severityName(R.Severities.of(D.D)), diagCode(D.D), escaped(D.message()));
      if (!D.Range.File.empty())
        OS << "<div class=\"soft mono\">" << escaped(D.Range.File)
           << (D.Range.valid() ? ":" + std::to_string(D.Range.Line) : "") << "</div>";
      if (StringRef Fix = diagFix(D.D); !Fix.empty())
        OS << "<p class=\"cure\"><b>What to change:</b> " << escaped(Fix) << "</p>";
      OS << "</div>\n";
    }
    OS << "</div></article>\n";
  }

  /// All loops, the most promising ones first.
  void overview() const {
    if (R.Loops.size() < 2)
      return;
    std::vector<const LoopReport *> Order;
    for (const LoopReport &L : R.Loops)
      Order.push_back(&L);
    Order = byPromise(std::move(Order));
    OS << "<h2 class=\"words\">Loops, by expected gain</h2>\n<div class=\"wide\"><table "
          "class=\"ranking\"><thead><tr><th class=\"number\">#</th>"
          "<th>loop</th><th>status</th><th>gain, or why not</th></tr></thead><tbody>\n";
    for (size_t I = 0; I < Order.size(); ++I) {
      const LoopReport &L = *Order[I];
      const bool Listed = !R.Analysed && L.S == LoopReport::Status::Skipped;
      OS << formatv("<tr><td class=\"number\">{0}</td><td class=\"mono\"><a href=\"#loop{1}\">{2}:{3}</a></td>"
                    "<td><span class=\"chip {4}\">{4}</span></td><td>",
                    I + 1, (Order[I] - R.Loops.data()) + 1, escaped(L.Range.File), L.Range.Line,
                    Listed ? StringRef("candidate") : statusName(L.S));
      if (L.S == LoopReport::Status::Refused) {
        for (const Diagnostic &D : L.Diagnostics)
          if (diagSeverity(D.D) != Severity::Note) {
            OS << formatv("<a class=\"mono\" href=\"#{0}\">{0}</a> {1}", diagCode(D.D), escaped(D.message()));
            break;
          }
      } else {
        OS << escaped(promiseText(L));
      }
      OS << "</td></tr>\n";
    }
    OS << "</tbody></table></div>\n";
  }

  void loops() const {
    std::string Of;
    for (size_t I = 0; I < R.Loops.size(); ++I) {
      if (const std::string &File = R.Loops[I].Range.File; File != Of || I == 0)
        OS << "<h2>" << escaped(Of = File) << "</h2>\n";
      LoopPage(R, I + 1, OS).print();
      if (I + 1 == R.Loops.size() || R.Loops[I + 1].Range.File != Of)
        wholeFile(R, Of, OS);
    }
  }

  /// What the codes on the page mean, from docs/diagnostics.
  void codes() const {
    std::set<Diag> Used;
    for (const Diagnostic &D : R.Diagnostics)
      Used.insert(D.D);
    for (const LoopReport &L : R.Loops)
      for (const Diagnostic &D : L.Diagnostics)
        Used.insert(D.D);
    if (Used.empty())
      return;
    OS << "<h2 class=\"words\">What the codes mean</h2>\n<article>\n";
    for (Diag D : Used) {
      OS << formatv("<section class=\"part\" id=\"{0}\"><h3><span class=\"mono\">{0}</span> {1}</h3>\n", diagCode(D),
                    escaped(generalText(D)));
      if (StringRef Fix = diagFix(D); !Fix.empty())
        OS << "<p>" << escaped(Fix) << "</p>\n";
      SmallString<256> File(R.Pages);
      sys::path::append(File, diagCode(D) + ".md");
      if (auto Text = MemoryBuffer::getFile(File); Text && !R.Pages.empty())
        OS << "<details><summary>more</summary>\n" << markdown((*Text)->getBuffer()) << "</details>\n";
      OS << "</section>\n";
    }
    OS << "</article>\n";
  }

  const Report &R;
  raw_ostream &OS;
};

} // namespace
} // namespace html

std::string htmlReport(const Report &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  html::Page(R, OS).print();
  return Text;
}

} // namespace persistify
