#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Man page or completion of a program, from what it prints for --help.

    help-pages.py VERSION PROGRAM man|bash|zsh

The text has a usage, a description, options (two blanks, the option, its value, two blanks or a new line, its
meaning), and further paragraphs. A value is a FILE, a DIR, or anything else."""

import os
import re
import subprocess
import sys
from collections import namedtuple

Option = namedtuple("Option", "names value text")


def read(program):
    """(usage, description, options, further paragraphs) of a program's help."""
    text = subprocess.run([program, "--help"], check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          env={**os.environ, "COLUMNS": "100"}).stdout.decode()
    usage, rest = re.match(r"usage: (.*?)\n\n(.*)", text, re.S).groups()
    description, options, more = [], [], []
    for paragraph in re.split(r"\n\n+", rest.strip("\n")):
        lines = [line for line in paragraph.split("\n") if line != "options:"]
        if not lines or not re.match(r"  -", lines[0]):
            (more if options else description).append(paragraph)
            continue
        for line in lines:
            start = re.match(r"  (-\S+(?:, -\S+)*)(?: ([A-Z]\S*(?: [A-Z]\S*)*))?(?:  +(.*))?$", line)
            if start:
                options.append(Option(start[1].split(", "), start[2], [start[3]] if start[3] else []))
            elif options and line.startswith("   "):
                options[-1].text.append(line.strip())
            else:
                sys.exit("help-pages.py: %s --help: no option: %s" % (program, line))
    if not description or not options:
        sys.exit("help-pages.py: %s --help has no description or no options" % program)
    if not any("--help" in option.names for option in options):
        options.append(Option(["--help"], None, ["show this text"]))
    return " ".join(usage.split()), description, options, more


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def man(version, name, usage, description, options, more):
    first = " ".join(description[0].split())
    short = re.split(r"[.:,](?: |$)", first)[0]
    out = ['.\\" Made from %s --help' % name,
           '.TH %s 1 "" "persistify %s" "User Commands"' % (name.upper(), version),
           ".SH NAME", "%s \\- %s" % (roff(name), roff(short[0].lower() + short[1:])),
           ".SH SYNOPSIS", roff(usage).replace(roff(name), "\\fB%s\\fR" % roff(name), 1), ".SH DESCRIPTION"]
    for paragraph in description:
        out += [".PP", roff(paragraph)]
    out.append(".SH OPTIONS")
    for option in options:
        names = ", ".join("\\fB%s\\fR" % roff(n) for n in option.names)
        out += [".TP", names + (" \\fI%s\\fR" % roff(option.value) if option.value else ""), roff("\n".join(option.text))]
    if more:
        out.append(".SH NOTES")
    for paragraph in more:
        # What is indented is a table or a command.
        kept = "\n " in "\n" + paragraph
        out += [".PP"] + ([".nf"] if kept else []) + [roff(paragraph)] + ([".fi"] if kept else [])
    return out + [".SH SEE ALSO", "\\fBpersistify\\fR(1)"]


def words(option):
    """What the value may be, where the meaning lists that."""
    text = " ".join(option.text)
    listed = re.search(r"(?:\(|: )([a-z]+(?:,[a-z]+)+)\)?$", text) or re.match(r"([a-z]+(?:, [a-z]+)+) \(default\)", text)
    return re.split(", ?", listed[1]) if listed else []


def bash(version, name, usage, description, options, more):
    function = "_" + name.replace("-", "_")
    out = ["# bash completion of %s, made from its --help" % name, function + "() {",
           '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"']
    if "-- PROGRAM" in usage:  # behind it another command
        out += ["  local i", "  for ((i = 1; i < COMP_CWORD; ++i)); do",
                '    [[ ${COMP_WORDS[i]} == -- ]] && { COMPREPLY=($(compgen -c -f -- "$cur")); return; }', "  done"]
    out.append('  case "$prev" in')
    for option in options:
        if option.value:
            how = {"FILE": '$(compgen -f -- "$cur")', "DIR": '$(compgen -d -- "$cur")'}.get(option.value.split()[0], "")
            if words(option):
                how = '$(compgen -W "%s" -- "$cur")' % " ".join(words(option))
            out.append("    %s) COMPREPLY=(%s); return ;;" % ("|".join(option.names), how))
    out += ["  esac", '  COMPREPLY=($(compgen -W "%s%s" -- "$cur"))' % (
        " ".join(n for option in options for n in option.names), " --" if "-- PROGRAM" in usage else ""),
            "}", "complete -o filenames -F %s %s" % (function, name)]
    return out


def zsh(version, name, usage, description, options, more):
    out = ["#compdef " + name, "# zsh completion of %s, made from its --help" % name, "_arguments \\"]
    for option in options:
        text = re.sub(r"([\[\]:\\])", r"\\\1", " ".join(option.text)).replace("'", "'\\''")
        value = ""
        if option.value:
            value = ":%s:%s" % (option.value, {"FILE": "_files", "DIR": "_files -/"}.get(option.value.split()[0], ""))
            if words(option):
                value += "(%s)" % " ".join(words(option))
        out += ["  '*%s[%s]%s' \\" % (n, text, value) for n in option.names]
    return out + ["  '*:::program:_normal'" if "-- PROGRAM" in usage else "  '*:: :'"]


def main():
    version, program, kind = sys.argv[1:]
    name = os.path.basename(program)
    print("\n".join({"man": man, "bash": bash, "zsh": zsh}[kind](version, name, *read(program))))


if __name__ == "__main__":
    main()
