# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a planted error could show at all: what to plant in its place so that a run which comes there ends.

A guard is reached when it fails; a value read from another place, or not at all, when the two are not the same; what
is saved of a buffer, when some run cannot do without what is saved of all.
"""

import re
from pathlib import Path

KERNEL_TRAP = "*(volatile __global int *)8 = 1;"
HOST_TRAP = "__builtin_trap();"
RESULTS = "{ // results\n"


def line_of(text, at):
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def at_statement(text, at, trap):
    """The trap in front of the statement in whose text a place lies."""
    begin, end = line_of(text, at)
    while not re.search(r"[;{}:]\s*(//.*|/\*.*)?$|^\s*(//.*)?$|^#", text[:begin].rstrip("\n").rsplit("\n", 1)[-1]):
        line = text[begin:end]
        if re.match(r"\s*[^\s(){}]+\([^;{}]*\);\s*(//.*)?$", line):
            return begin, end, "{ %s %s\n }" % (trap, line)
        if begin == 0:
            return None
        begin, end = line_of(text, begin - 1)
    return begin, begin, trap + " "


def in_kernel(operator, text, begin, end):
    first, last = line_of(text, begin)
    line = text[first:last]
    if operator.name in ("guard dropped", "another reason"):
        bail = re.search(r"P_BAIL\w*\([^;]*;|\{ p_why", line)  # below an `if`, mostly without braces
        if not bail:
            return None
        new = "{ %s p_why" % KERNEL_TRAP if bail.group() == "{ p_why" else "{ %s %s }" % (KERNEL_TRAP, bail.group())
        return first + bail.start(), first + bail.end(), new
    if operator.name == "initial value from beside":
        one, two = [int(number) for number in (text[begin:end], int(text[begin:end]) + 8)]
        return last, last, " if (p_state_get(&p_e, %d) != p_state_get(&p_e, %d)) %s" % (one, two, KERNEL_TRAP)
    return at_statement(text, begin, KERNEL_TRAP)


def in_host(operator, text, begin, end):
    first, last = line_of(text, begin)
    line = text[first:last]
    if operator.name == "host guard dropped":
        return begin, end, "(%s) && (__builtin_trap(), 1)" % text[begin:end]
    if operator.name.startswith("host condition"):
        return begin, end, "(__builtin_trap(), (%s))" % text[begin:end]
    label = re.match(r"\s*case \d+:", line)
    if label:
        return first + label.end(), first + label.end(), " " + HOST_TRAP
    if operator.name == "another exit on the host":
        return begin, end, "%s && (__builtin_trap(), 1)" % text[begin:end]
    if re.match(r"\s*persistify\d*_exit = persistify\d*_decline\(.*\);$", line):  # below an `if` without braces
        return first, last, "{ %s %s }" % (HOST_TRAP, line)
    return at_statement(text, begin, HOST_TRAP)


def at_entry(texts, text, begin, operator):
    """A trap where the region begins that a row of the descriptor is about; if that is a variable which is not read or
    from another place, where it is not 0."""
    table = re.findall(r"static const persistify_\w+ (persistify\d*_region_\d+)\w*(?:\[\])? =", text.text[:begin])[-1]
    size = offset = 0
    if operator.name in ("variable not read", "variable at another place", "variable of half the size"):
        fields = text.text[slice(*line_of(text.text, begin))].strip(" {},").split(", ")
        size, offset = int(fields[2]), int(fields[3])
    for other in texts:
        entry = re.search(r"__kernel void %s\(.*?\n  p_wg_barrier\(\);" % table, other.text, re.S) if not isinstance(other.place, Path) else None
        if entry:
            some = " || ".join("p_state_get(&p_e, %d) != 0" % at for at in range(offset, offset + size, 8)) or "1"
            return other, entry.end(), entry.end(), " if (%s) %s" % (some, KERNEL_TRAP)
    return None


def at_results(texts):
    """For each text of kernels, a trap where its regions write results."""
    found = []
    for text in texts:
        first = text.text.find(RESULTS)
        if first >= 0 and not isinstance(text.place, Path):
            last = text.text.rfind(RESULTS) + len(RESULTS)
            found.append((text, first, last, text.text[first:last].replace(RESULTS, RESULTS + KERNEL_TRAP + "\n")))
    return found


def all_of(text, at, kind, regex, new):
    """The same error in all places of a region: nothing is given up behind a write if that changes nothing either."""
    begin, end = next(span for span in text.spans[kind] if span[0] <= at < span[1])
    return text, begin, end, re.sub(regex, new, text.text[begin:end], flags=re.M)


def probe(operator, texts, text, begin, end):
    """(text, begin, end, new) of what to plant, or None if any run reaches the place."""
    if operator.name == "buffer not saved":
        return all_of(text, begin, "handle", r"^(    \{\w+, )\d+", r"\g<1>0")
    if operator.name == "written buffer not noted":
        return all_of(text, begin, "region", r"^ *p_note\([^;]*;", "  ;")
    if isinstance(text.place, Path) and operator.kind != "host":
        return at_entry(texts, text, begin, operator)
    if not isinstance(text.place, Path):
        edit = in_kernel(operator, text.text, begin, end)
    else:
        edit = in_host(operator, text.text, begin, end)
    return edit and (text,) + edit
