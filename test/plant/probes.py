# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a planted error could show at all: what to plant in its place so that a run which comes there ends.

A guard is reached when it fails; a value read from another place, or not at all, or stored too late, when the two are
not the same, and one that the loop begins with, when it is looked at before the loop sets it; one that is not shared, when
items differ; a limit, when the two sides are equal; what is saved of a buffer, when some run cannot do without what is
saved of all; an argument that another kernel's stands for, when the two are not the same.
"""

import re
from pathlib import Path

import operators

KERNEL_TRAP = "*(volatile __global int *)8 = 1;"
HOST_TRAP = "__builtin_trap();"
RESULTS = "{ // results\n"


# What makes an order of groups that another run may not have, or that the search for races does not see.
CHANCE = re.compile(r"atom|P_RAISE|P_FOR_MEETING|P_FOR_RESIDENT|\bvolatile\b|semaphore")


def line_of(text, at):
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def operands(text, begin, end):
    """The two sides of the comparison whose operator is given."""
    depth, left = 0, begin
    while left > 0 and (depth or not re.search(r"(?:&&|\|\||[(,;?:]) ?$", text[left - 3:left])):
        left -= 1
        depth += {")": 1, "(": -1}.get(text[left], 0)
    depth, right = 0, end
    while right < len(text) and (depth or not re.match(r"\)| ?(?:&&|\|\||[,;?:])", text[right:])):
        depth += {"(": 1, ")": -1}.get(text[right], 0)
        right += 1
    return left, text[left:begin].strip(), text[end:right].strip()


def if_other(name, value, line):
    """What the line would do, but for a trap where the variable has another value before."""
    return "{ if (%s != (%s)) %s %s }" % (name, value, KERNEL_TRAP, line.strip())


def body_of(text, at):
    """The text of the kernel that a place lies in."""
    begin = text.rfind("\n__kernel void ", 0, at) + 1
    return begin, text.find("\n}\n", at) + 1


def where_used(text, at, name, known):
    """The kernel with a trap wherever this variable is looked at before the loop has set it. `at`: where its declaration
    begins; `known`: when what it begins with does not matter."""
    begin, end = body_of(text, at)
    first, last = line_of(text, at)
    rest, made, done = text[last:end], [], 0
    for match in re.finditer(r"\b%s\b" % name, rest):
        before, after = rest[:match.start()], rest[match.end():]
        if re.search(r"&\s*$", before) and not re.search(r"&&\s*$", before):
            return None
        made.append(rest[done:match.start()])
        done = match.end()
        if re.match(r" = ", after):
            made.append(name)
        else:
            made.append("(p_tested || (%s), %s)" % (KERNEL_TRAP.rstrip(";"), name))
    made.append(rest[done:])
    rest = "".join(made)
    set_at = []
    for match in re.finditer(r"\b%s = " % name, rest):
        depth, i = 0, match.end()
        while depth or rest[i] not in ";)":
            depth += (rest[i] in "([{") - (rest[i] in ")]}")
            i += 1
        set_at.append(i)
    for i in reversed(set_at):
        rest = rest[:i] + ", p_tested = 1" + rest[i:]
    return first, end, text[first:last] + " uint p_tested = %s;" % known + rest


def where_unset(text, at, name):
    """The same of an argument, which has a variable that says whether the loop has set it."""
    begin, end = body_of(text, at)
    last = line_of(text, at)[1]
    results = max(text.rfind(RESULTS, last, end), last)
    known = name + "_set" if "uint %s_set = 0;" % name in text[at:end] else "0"  # one that the loop does not set
    used = r"\b%s\b(?! = )" % name
    return last, end, re.sub(used, "(%s || (%s), %s)" % (known, KERNEL_TRAP.rstrip(";"), name), text[last:results]) + text[results:end]


def left_as_another(text, at, name):
    """The kernel with a number that no loop sets in place of what it leaves in this argument, or None if that is a buffer. If
    nobody notices that either, nobody looks at the argument behind the loop: it is set anew before a launch."""
    begin, end = body_of(text, at)
    body = text[begin:end]
    value = r"(p_out->%s = )%s;" % (name, name)
    known = r"(p_out->%s_set = )%s_set;" % (name, name)
    declared = re.search(r"^  (\w+) %s(?: = [^;\n]*)?;" % name, body, re.M)
    if not declared or declared.group(1) == "p_buf" or len(re.findall(value, body)) != 1 or len(re.findall(known, body)) != 1:
        return None
    return begin, end, re.sub(known, r"\g<1>1;", re.sub(value, r"\g<1>(%s)77;" % declared.group(1), body))


def at_statement(text, at, trap):
    """The trap in front of the statement in whose text a place lies."""
    begin, end = line_of(text, at)
    branch = re.match(r"\s*if \([^;{}]*\) (?=p_exit = )", text[begin:end])
    if branch and begin + branch.end() <= at:
        return begin + branch.end(), end, "{ %s %s\n }" % (trap, text[begin + branch.end():end])
    while not re.search(r"[;{}:]\s*(//.*|/\*.*)?$|^\s*(//.*)?$|^#", text[:begin].rstrip("\n").rsplit("\n", 1)[-1]):
        line = text[begin:end]
        if re.match(r"\s*[^\s(){}]+\([^;{}]*\);\s*(//.*)?$", line):
            return begin, end, "{ %s %s\n }" % (trap, line)
        if begin == 0:
            return None
        begin, end = line_of(text, begin - 1)
    return begin, begin, trap + " "


def in_kernel(operator, text, begin, end, new):
    first, last = line_of(text, begin)
    line = text[first:last]
    if operator.name in ("guard dropped", "another reason"):
        bail = re.search(r"P_BAIL\w*\([^;]*;|\{ p_why", line)  # below an `if`, mostly without braces
        if not bail:
            return None
        new = "{ %s p_why" % KERNEL_TRAP if bail.group() == "{ p_why" else "{ %s %s }" % (KERNEL_TRAP, bail.group())
        return first + bail.start(), first + bail.end(), new
    if operator.name == "comparison changed" and text[begin:end].strip() in ("<", "<=", ">", ">="):
        left, one, two = operands(text, begin, end)
        if not re.search(r"--|\+\+|p_\w+\(", one + two):
            return left, left, "((%s) == (%s) && (*(volatile __global int *)8 = 1)) || " % (one, two)
    # Whether sizes of 0 are an error: without it they are, which a launch of no items would have shown.
    if operator.name == "limit not read" and re.match(r"\n *p_wg_barrier", text[last:]):
        return begin, end, text[begin:end]
    left = re.match(r"\s*(a_\w+)_set = 1;", line) or re.search(r"\) = (a_\w+);$", line.rstrip())
    if operator.name in ("flag of an argument not set", "result dropped", "result beside its place") and left:
        edit = left_as_another(text, first, left.group(1))
        if edit:
            return edit
    made = re.match(r"\s*P_(?:FIXED|KEPT)_RANGE\((\w+),", line)
    if operator.name.startswith("launch ") and made:  # used by a launch?
        end = body_of(text, first)[1]
        return last, end, re.sub(r"(?=\bP_USE_(?:RANGE|KEPT)\(%s,)" % made.group(1), KERNEL_TRAP + " ", text[last:end])
    if operator.name == "result of another":
        return first, first, " if (%s != %s) %s\n" % (text[begin:end], new, KERNEL_TRAP)
    stored = re.match(r"\s*(h_\w+|a_\w+) = ([^;]*);\s*(?://.*)?$", line)
    if operator.name == "scalar of the first trip" and stored:
        return first, last, "{ if (%s_set && %s != (%s)) %s %s }" % (stored.group(1), stored.group(1), stored.group(2), KERNEL_TRAP, line.strip())
    if operator.name in ("statement dropped", "statements exchanged") and stored and not re.search(r"--|\+\+|p_\w+\(", line):
        return first, last, if_other(stored.group(1), stored.group(2), line)
    joined = re.match(r"\s*p_unjoined\(&p_e, &(\w+)\);", line)
    if operator.name == "statement dropped" and joined:  # whether anybody looks at it before a barrier joins it
        name, end = joined.group(1), body_of(text, first)[1]
        return last, end, re.sub(r"(?<!&)\b%s\b" % name, "(%s == P_UNJOINED && (%s), %s)" % (name, KERNEL_TRAP.rstrip(";"), name), text[last:end])
    if operator.name == "wrong buffer":
        return first, last, "{ if (p_ptr(%s) != p_ptr(%s) || p_id(%s) != p_id(%s)) %s %s }" % (
            text[begin:end], new, text[begin:end], new, KERNEL_TRAP, line.strip())
    shared = re.match(r"\s*(\w+) = .*p_share\(", line)
    if operator.name == "value not shared" and shared:
        name = shared.group(1)
        return first, last, "{ const ulong p_mine = (ulong)%s; %s if (p_mine != (ulong)%s) %s }" % (name, line.strip(), name, KERNEL_TRAP)
    declared = re.match(r"\s*(?:const )?\w+ (\w+) = ", line)
    if operator.name.startswith("initial value") and declared:
        known = "0"
        if operator.name == "initial value from beside":
            kind = declared.group(0).split()[-3]  # its type: as much as is read
            known = "p_in->%s == (%s)p_in->%s" % (text[begin:end], kind, new)
        return where_used(text, first, declared.group(1), known)
    if operator.name == "argument read from beside" and declared:
        return where_unset(text, first, declared.group(1))
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


def rows_of(text, begin, kind):
    """The fields of each row of the descriptor's table of this kind that has this place, or of the same region."""
    region = region_of(text, begin)
    for first, last in text.spans.get(kind, []):
        if first <= begin < last or region_of(text, first) == region:
            yield from (line.strip(" {},").split(", ") for line in text.text[first:last].splitlines() if line.startswith("    {"))


def fields(text, at):
    """The names of the fields of the state block of the kernel that begins there, by their offsets."""
    block = text[text.rfind("typedef struct {", 0, at):at]
    return {int(offset): name for name, offset in re.findall(r"(\w+)(?:\[\w+\])*; // at (\d+)$", block, re.M)}


def recorded_differ(text, begin, handles):
    """When an argument of one kernel, as it was recorded, is another one than that of the kernel that stands for it then:
    a condition, or None if the table does not have both."""
    mine = text.text[slice(*line_of(text.text, begin))].strip(" {},").split(", ")
    rows = list(rows_of(text, begin, "arg"))
    other = next((row[0] for row in rows if row[0] != mine[0]), None)
    found = [row for row in rows if row[:3] == [other] + mine[1:3] and "RECORDED" in row[3] and row[4] == mine[4]]
    if mine[3] != "PERSISTIFY_ARG_RECORDED" or len(found) != 1:
        return None
    if mine[2] == "PERSISTIFY_ARG_VALUE":
        return " || ".join("p_state[%d] != p_state[%d]" % (int(mine[5]) + i, int(found[0][5]) + i) for i in range(int(mine[4])))
    if mine[2] == "PERSISTIFY_ARG_BUFFER":
        sizes = [row[0] for row in rows_of(text, begin, "handle")]
        one, two = int(mine[6]), int(found[0][6])
        return "%s != %s || p_state_get(&p_e, %s) != p_state_get(&p_e, %s)" % (handles[one], handles[two], sizes[one], sizes[two])
    return None


def at_entry(texts, text, begin, operator):
    """A trap where the region begins that a row of the descriptor is about; if that is a variable which is not read or
    from another place, where it is not 0 and the loop does not set it before."""
    table = re.findall(r"static const persistify_\w+ (persistify\d*_region_\d+)\w*(?:\[\])? =", text.text[:begin])[-1]
    size = offset = 0
    fields = text.text[slice(*line_of(text.text, begin))].strip(" {},").split(", ")
    argument = int(fields[5]) if operator.name == "argument not recorded" and fields[2] == "PERSISTIFY_ARG_VALUE" else None
    if operator.name in ("variable not read", "variable at another place", "variable of half the size"):
        size, offset = int(fields[2]), int(fields[3])
    for other in texts:
        entry = re.search(r"__kernel void %s\(.*?\n  int p_exit = 0;\n" % table, other.text, re.S) if not isinstance(other.place, Path) else None
        if entry:
            body = other.text[entry.start():other.text.find("\n}\n", entry.start())]
            names = fields(other.text, entry.start())
            declared = re.search(r"^ .*?(\w+) = p_in->%s;" % names.get(argument), body, re.M)
            handles = re.findall(r"__global uchar \*(p\d*_\w+)(?=[,)])", entry.group())[1:]
            differ = recorded_differ(text, begin, handles) if operator.name == "argument of another kernel" else None
            if differ:
                return other, entry.end(), entry.end(), " if (%s) %s" % (differ, KERNEL_TRAP)
            if argument is not None and declared:
                return (other,) + where_unset(other.text, entry.start() + declared.start(), declared.group(1))
            read = re.findall(r"^ *(?:const )?\w+ (\w+) = [^;\n]*p_in->%s\b[^;\n]*;" % names.get(offset), body, re.M) if size else []
            if size and size <= 8 and len(read) == 1:
                at = entry.start() + re.search(r"^ .*\b%s = " % read[0], body, re.M).start()
                edit = where_used(other.text, at, read[0], "p_state_get(&p_e, %d) == 0" % offset)
                if edit:
                    return (other,) + edit
            some = " || ".join("p_state_get(&p_e, %d) != 0" % at for at in range(offset, offset + size, 8)) or "1"
            return other, entry.end(), entry.end(), " if (%s) %s" % (some, KERNEL_TRAP)
    return None


def orders_by_chance(texts, sources, region):
    """Whether something else than barriers may make an order in this region, or in any for None: in its kernel, in the phases
    that it calls, in what these may call."""
    rest = "".join(operators.without_kernels(source) for source in sources)
    if CHANCE.search(rest) or re.search(r"^[ \t]*#[ \t]*include", rest, re.M) or re.search(r"^(?:static )?(?:__)?global [^(;{]*[;=]", rest, re.M):
        return True
    for text in texts:
        if isinstance(text.place, Path):
            continue
        own = re.search(r"^__kernel void %s\(.*?^\}$" % region, text.text, re.M | re.S) if region else None
        if region and not own:
            continue
        body = own.group() if own else text.text
        phases = re.findall(r"^P_PHASE void (\w+)\((.*?)(?=^P_PHASE |^#undef |^// Region of |\Z)", text.text, re.M | re.S)
        if CHANCE.search(body) or any(CHANCE.search(code) for name, code in phases if not name.endswith("_phase") or name in body):
            return True
    return False


def only_orders(operator, text, begin, end):
    """Whether this error takes a barrier away."""
    taken = operator.name.startswith("barrier ") or (
        operator.name == "statement of a phase dropped" and re.match(r"(?:work_group_)?barrier\(", text.text[begin:end]))
    return bool(taken) and text.text[begin:end].startswith(("P_BARRIER();", "barrier(", "work_group_barrier("))


def region_of(text, at):
    """The region whose kernel or descriptor has this place, or None: a phase, which several may have, or the host."""
    before = text.text[:at]
    if isinstance(text.place, Path):
        found = re.findall(r"static const persistify_\w+ (persistify\d*_region_\d+)\w*(?:\[\])? =", before)
    else:
        found = re.findall(r"^__kernel void (persistify\d*_region_\d+)\(|^\}$", before, re.M)
    return found[-1] if found and found[-1] else None


def at_results(texts, region):
    """For each text of kernels, a trap where this region, or all of them, write results."""
    found = []
    for text in texts:
        if isinstance(text.place, Path):
            continue
        first = 0
        if region:
            own = re.search(r"^__kernel void %s\(.*?^\}$" % region, text.text, re.M | re.S)
            if not own:
                continue
            first, last = own.span()
        else:
            last = len(text.text)
        if RESULTS in text.text[first:last]:
            found.append((text, first, last, text.text[first:last].replace(RESULTS, RESULTS + KERNEL_TRAP + "\n")))
    return found


def all_of(text, at, kind, regex, new):
    """The same error in all places of a region: nothing is given up behind a write if that changes nothing either."""
    begin, end = next(span for span in text.spans[kind] if span[0] <= at < span[1])
    return text, begin, end, re.sub(regex, new, text.text[begin:end], flags=re.M)


def probe(operator, texts, text, begin, end, new):
    """(text, begin, end, new) of what to plant, or None if any run reaches the place."""
    if operator.name == "buffer not saved":
        return all_of(text, begin, "handle", r"^(    \{\w+, )\d+", r"\g<1>0")
    if operator.name == "written buffer not noted":
        return all_of(text, begin, "region", r"^ *p_note\([^;]*;", "  ;")
    if isinstance(text.place, Path) and operator.kind != "host":
        return at_entry(texts, text, begin, operator)
    if not isinstance(text.place, Path):
        edit = in_kernel(operator, text.text, begin, end, new)
    else:
        edit = in_host(operator, text.text, begin, end)
    return edit and (text,) + edit
