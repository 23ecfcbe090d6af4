//===- HtmlText.cpp - text of any kind as HTML -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Html.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace persistify::html {

/// The code point that \p Bytes begin with, and how many bytes it takes; none: they are no UTF-8.
static std::optional<std::pair<unsigned, unsigned>> first(StringRef Bytes) {
  const UTF8 *Begin = Bytes.bytes_begin(), *At = Begin;
  UTF32 Point = 0;
  if (convertUTF8Sequence(&At, Bytes.bytes_end(), &Point, strictConversion) != conversionOK)
    return std::nullopt;
  return std::pair(unsigned(Point), unsigned(At - Begin));
}

/// Marks that make text run the other way, and others without a shape of their own.
static bool isHidden(unsigned Point) {
  return (Point >= 0x200b && Point <= 0x200f) || (Point >= 0x2028 && Point <= 0x202e) ||
         (Point >= 0x2060 && Point <= 0x2069) || Point == 0xfeff || (Point >= 0x7f && Point < 0xa0) ||
         (Point & 0xfffe) == 0xfffe;
}

std::string escaped(StringRef Bytes) {
  std::string Out;
  while (!Bytes.empty()) {
    const unsigned char C = Bytes.front();
    if (C >= 0x80) {
      auto Next = first(Bytes);
      if (!Next)
        Out += "\xef\xbf\xbd";
      else if (isHidden(Next->first))
        Out += formatv("[U+{0:X-4}]", Next->first);
      else
        Out += Bytes.take_front(Next->second);
      Bytes = Bytes.drop_front(Next ? Next->second : 1);
      continue;
    }
    switch (C) {
    case '&': Out += "&amp;"; break;
    case '<': Out += "&lt;"; break;
    case '>': Out += "&gt;"; break;
    case '"': Out += "&quot;"; break;
    case '\'': Out += "&#39;"; break;
    default:
      if (C == '\t' || C == '\n' || (C >= 0x20 && C != 0x7f)) {
        Out += C;
      } else { // the picture of a control character
        const unsigned Picture = C == 0x7f ? 0x2421 : 0x2400 + C;
        Out += {char(0xe0 | Picture >> 12), char(0x80 | (Picture >> 6 & 0x3f)), char(0x80 | (Picture & 0x3f))};
      }
    }
    Bytes = Bytes.drop_front();
  }
  return Out;
}

std::string prose(StringRef Text) {
  std::string Out;
  for (bool Code = false; !Text.empty(); Code = !Code) {
    auto [Part, Rest] = Text.split('`');
    const bool Closed = !Code || Part.size() < Text.size();
    Out += Code && Closed ? "<code>" + escaped(Part) + "</code>" : escaped(Part);
    Text = Rest;
  }
  return Out;
}

/// [text](address) as text.
static std::string withoutLinks(StringRef Text) {
  std::string Out;
  while (true) {
    const size_t Open = Text.find('['), Middle = Text.find("](", Open), Close = Text.find(')', Middle);
    if (Open == StringRef::npos || Middle == StringRef::npos || Close == StringRef::npos)
      return Out + Text.str();
    Out += (Text.take_front(Open) + Text.slice(Open + 1, Middle)).str();
    Text = Text.drop_front(Close + 1);
  }
}

std::string markdown(StringRef Page) {
  std::string Out, Paragraph;
  bool List = false;
  auto Flush = [&] {
    if (!Paragraph.empty())
      Out += (List ? "<li>" : "<p>") + prose(withoutLinks(Paragraph)) + (List ? "</li>\n" : "</p>\n");
    Paragraph.clear();
  };
  auto EndList = [&] {
    Flush();
    if (List)
      Out += "</ul>\n";
    List = false;
  };
  const size_t Body = Page.find("\n## ");
  Page = Body == StringRef::npos ? StringRef() : Page.drop_front(Body + 1);
  while (!Page.empty()) {
    StringRef Line;
    std::tie(Line, Page) = Page.split('\n');
    if (Line.starts_with("```")) {
      EndList();
      const size_t End = Page.find("\n```");
      Out += "<pre class=\"plain\">" + escaped(Page.take_front(End)) + "</pre>\n";
      Page = End == StringRef::npos ? StringRef() : Page.drop_front(End + 1).split('\n').second;
    } else if (Line.consume_front("## ")) {
      EndList();
      Out += "<h4>" + prose(Line) + "</h4>\n";
    } else if (Line.consume_front("* ") || Line.consume_front("- ")) {
      Flush();
      if (!List)
        Out += "<ul>\n";
      List = true;
      Paragraph = Line;
    } else if (Line.trim().empty()) {
      Flush();
    } else if (Line.starts_with("    ") && !List && Paragraph.empty()) {
      std::string Code = Line.drop_front(4).str();
      while (Page.starts_with("    ") || (Page.starts_with("\n") && Page.drop_front().starts_with("    "))) {
        std::tie(Line, Page) = Page.split('\n');
        Code += ("\n" + Line.substr(std::min<size_t>(4, Line.size()))).str();
      }
      Out += "<pre class=\"plain\">" + escaped(Code) + "</pre>\n";
    } else {
      if (List && Paragraph.empty() && !Line.starts_with(" "))
        EndList();
      Paragraph += (Paragraph.empty() ? "" : " ") + Line.trim().str();
    }
  }
  EndList();
  return Out;
}

StringRef beginningOf(StringRef Line) {
  constexpr size_t Longest = 4000; // bytes
  if (Line.size() <= Longest)
    return Line;
  size_t End = Longest;
  while (End > 0 && (Line[End] & 0xc0) == 0x80) // not within a character
    --End;
  return Line.take_front(End);
}

std::string moreBytes(StringRef Line, StringRef Shown) {
  if (Shown.size() == Line.size())
    return "";
  return formatv(" <b>[{0} more bytes]</b>", Line.size() - Shown.size());
}

Lines::Lines(StringRef Text) {
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line.consume_back("\r");
    All.push_back(Line);
  }
}

} // namespace persistify::html
