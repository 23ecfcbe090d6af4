# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated text of a program, by what it is: kernel code, descriptor, host code."""

import difflib
import re
from pathlib import Path

LITERAL = re.compile(r"^static const char (\w+_code)\[\] =\n((?:[ \t]+\".*\"\n)*[ \t]+\".*\");\n", re.M)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "b": "\b"}


def unquoted(literal):
    """What the string literals of C stand for."""
    def one(match):
        word = match.group(1)
        return chr(int(word, 8)) if word[0] in "01234567" else ESCAPES.get(word, word)
    lines = re.findall(r"^[ \t]+\"(.*)\"$", literal, re.M)
    return "".join(re.sub(r"\\([0-7]{1,3}|.)", one, line) for line in lines)


class Text:
    """A text with the spans of it that are one kind of generated text each."""

    def __init__(self, place, text):
        self.place = place  # Path of a file, or the name of a code array
        self.text = text
        self.spans = {}  # kind: [(begin, end)]

    def add(self, kind, begin, end):
        if begin < end:
            self.spans.setdefault(kind, []).append((begin, end))

    def line(self, at):
        return self.text.count("\n", 0, at) + 1


def kernel_text(name, code):
    text = Text(name, code)
    first = code.find("\n// Region of ")
    text.add("phases", 0, first)
    for match in re.finditer(r"^// Region of .*?^}\n", code, re.M | re.S):
        begin = code.index("{\n", match.start())
        text.add("region", begin + 2, match.end() - 2)
    return text


def descriptor_text(path, header):
    text = Text(path, header)
    for match in re.finditer(r"^static const persistify_(\w+) persistify\d*_region_\w+(?:\[\])? = \{\n(.*?)\};\n", header, re.M | re.S):
        text.add({"region": "descriptor"}.get(match.group(1), match.group(1)), match.start(2), match.end(2))
    return text


def host_text(path, written, original):
    """Lines of the output that the input has not."""
    text = Text(path, written)
    lines, offsets, at = written.splitlines(keepends=True), [], 0
    for line in lines:
        offsets.append(at)
        at += len(line)
    offsets.append(at)
    same = difflib.SequenceMatcher(None, original.splitlines(keepends=True), lines, autojunk=False)
    for tag, _, _, begin, end in same.get_opcodes():
        if tag in ("insert", "replace"):
            text.add("host", offsets[begin], offsets[end])
    return text


def arrays_in_place_of_literals(header):
    """The header with `extern` arrays for its kernel code, and the code of each by its name."""
    codes = {name: unquoted(literal) for name, literal in LITERAL.findall(header)}
    header = LITERAL.sub(lambda m: "#ifdef __cplusplus\nextern \"C\"\n#else\nextern\n#endif\nchar %s[];\n" % m.group(1), header)
    return header, codes


def loader(codes):
    """A C file that fills the arrays from files of $PLANTED_CODE before main runs."""
    lines = ["#include <stdio.h>", "#include <stdlib.h>", "static void take(char *to, size_t most, const char *name) {",
             "  char path[4096];", "  snprintf(path, sizeof path, \"%s/%s\", getenv(\"PLANTED_CODE\"), name);",
             "  FILE *file = fopen(path, \"rb\");", "  if (!file) abort();", "  to[fread(to, 1, most, file)] = 0;",
             "  fclose(file);", "}"]
    # A planted error is a few words longer.
    lines += ["char %s[%d];" % (name, len(code.encode()) + 4096) for name, code in codes.items()]
    lines += ["__attribute__((constructor(101))) static void all(void) {"]
    lines += ["  take(%s, sizeof %s - 1, \"%s\");" % (name, name, name) for name in codes]
    return "\n".join(lines + ["}", ""])


def generated(out, hosts, originals):
    """All texts of an output folder: headers lose their kernel code, which is a text by itself."""
    texts, codes = [], {}
    for path in sorted(Path(out).rglob("*.persist.h")):
        header, some = arrays_in_place_of_literals(path.read_text())
        path.write_text(header)
        codes.update(some)
        texts.append(descriptor_text(path, header))
    texts += [kernel_text(name, code) for name, code in codes.items()]
    for host, original in zip(hosts, originals):
        written = Path(host).read_text(errors="surrogateescape")
        texts.append(host_text(Path(host), written, Path(original).read_text(errors="surrogateescape")))
    return texts, codes
