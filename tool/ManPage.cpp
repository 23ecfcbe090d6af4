//===- ManPage.cpp - the man page from the table of options ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace persistify {

/// Text as roff shows it: nothing in it is a request or an escape.
static std::string roff(StringRef Text) {
  std::string Result;
  bool LineStart = true;
  for (char C : Text) {
    if (LineStart && (C == '.' || C == '\''))
      Result += "\\&";
    LineStart = C == '\n';
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else
      Result += C;
  }
  return Result;
}

static void printOption(const OptionText &O, raw_ostream &OS) {
  OS << ".TP\n\\fB" << roff(O.spelling()) << "\\fR";
  bool Short = O.Name.size() == 1;
  if (!O.Values.empty())
    OS << "=" << roff(join(O.Values, "|"));
  else if (O.OptionalValue)
    OS << "[=\\fI" << roff(O.ValueName) << "\\fR]";
  else if (!O.ValueName.empty())
    OS << (Short ? " " : "=") << "\\fI" << roff(O.ValueName) << "\\fR";
  OS << "\n" << roff(StringRef(O.Help).rtrim(':')) << ".\n";
}

void printManPage(raw_ostream &OS) {
  OS << ".\\\" Made by persistify --generate-man\n"
        ".TH PERSISTIFY 1 \"\" \"persistify " PERSISTIFY_VERSION "\" \"User Commands\"\n"
        ".SH NAME\n"
        "persistify \\- runs OpenCL host loops inside one persistent kernel\n"
        ".SH SYNOPSIS\n"
        ".B persistify\n"
        "[\\fIoptions\\fR] \\fIkernel.cl\\fR... \\fIhost.cpp\\fR... "
        "[\\fB\\-\\-\\fR \\fIhost compiler flags\\fR]\n"
        ".br\n"
        ".B persistify \\-\\-examine\n"
        "\\fIDIR\\fR [\\fIoptions\\fR]\n"
        ".br\n"
        ".B persistify \\-\\-explain\n"
        "\\fIPSTnnnn\\fR...\n"
        ".SH DESCRIPTION\n"
        "persistify takes an OpenCL program whose host loop launches kernels again and\n"
        "again and makes the whole loop run inside one persistent kernel, with the same\n"
        "results. Files ending in .cl or .ocl are kernels, all others are host files (C or\n"
        "C++). Kernels that are string literals of the host need no file. A loop that\n"
        "cannot be transformed is left as it was, with a coded reason.\n"
        ".SH OPTIONS\n";
  std::string Heading;
  for (const OptionText &O : optionTable()) {
    if (O.Category != Heading) {
      Heading = O.Category;
      OS << ".SS " << roff(Heading) << "\n";
    }
    printOption(O, OS);
  }
  OS << ".SH EXIT STATUS\n";
  for (auto &[Code, Meaning] : exitCodeTable())
    OS << ".TP\n.B " << Code << "\n" << roff(Meaning) << ".\n";
  OS << ".SH FILES\n"
        ".TP\n.I .persistify\n"
        "Options of a project, one a line, in the nearest folder above the host file.\n"
        "Lines that begin with # are comments. The command line wins.\n"
        ".TP\n.I OUT/.persistify\n"
        "The files that persistify wrote, with their SHA\\-256.\n"
        ".SH EXAMPLES\n.nf\n";
  for (StringRef Line : exampleLines())
    OS << roff(Line) << "\n";
  OS << ".fi\n"
        ".SH SEE ALSO\n"
        ".BR persistify\\-bench (1),\n.BR persistify\\-probe (1).\n"
        "The pages on diagnostics: persistify \\-\\-explain \\fIPSTnnnn\\fR.\n";
}

} // namespace persistify
