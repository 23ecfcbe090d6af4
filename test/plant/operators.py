# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The errors that are planted: a table of names, what text each applies to, and how.

A row yields edits (begin, end, new text). `needs_fallback` rows take a defence away or change what it says: they only
apply to programs one of whose runs has a guard that must fail, for a reason with these words if it is a text. `shows`
tells, by the rest of the text, whether an edit changes anything; those that do not are left out.
"""

import re

TABLE = []


class Operator:
    def __init__(self, name, kind, edits, needs_fallback, shows=None):
        self.name, self.kind, self.edits, self.needs_fallback, self.shows = name, kind, edits, needs_fallback, shows

    def sites(self, text):
        """All edits of a text."""
        for begin, end in text.spans.get(self.kind, []):
            body = text.text[begin:end]
            for a, b, new in self.edits(body):
                if body[a:b] != new and (self.shows is None or self.shows(text.text, begin + a, begin + b)):
                    yield begin + a, begin + b, new


def operator(name, kind, needs_fallback=False, shows=None):
    def add(edits):
        TABLE.append(Operator(name, kind, edits, needs_fallback, shows))
        return edits
    return add


def pattern(name, kind, regex, new, needs_fallback=False, shows=None):
    """A row for each match of a pattern; `new` is text with \\1, or a function of the match."""
    compiled = re.compile(regex, re.M)

    def edits(body):
        for match in compiled.finditer(body):
            yield match.start(), match.end(), new(match) if callable(new) else match.expand(new)
    TABLE.append(Operator(name, kind, edits, needs_fallback, shows))


# ---- parts of C text ----------------------------------------------------------


def closing(text, at):
    """Where the bracket that opens at `at` is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    return len(text) - 1


def parts(text, begin, end, by=","):
    """Spans between separators that stand outside brackets, without blanks around."""
    found, depth, start = [], 0, begin
    for i in range(begin, end + 1):
        if i == end or (text[i] == by and depth == 0):
            inner = text[start:i]
            found.append((start + len(inner) - len(inner.lstrip()), i - (len(inner) - len(inner.rstrip()))))
            start = i + 1
        elif text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
    return found


def calls(text, names):
    """(name, spans of its arguments, begin, end) of each call."""
    for match in re.finditer(r"\b(%s)\(" % names, text):
        end = closing(text, match.end() - 1)
        yield match.group(1), parts(text, match.end(), end), match.start(), end + 1


def conditions(text):
    """Spans of what decides in `if`, `for` and `while` of the region, but for guards and the text's own frame."""
    for match in re.finditer(r"^ *(?:\} else )?(if|for|while) \(", text, re.M):
        end = closing(text, match.end() - 1)
        begin = match.end()
        if match.group(1) == "for":
            inner = parts(text, begin, end, ";")
            if len(inner) != 3:
                continue
            begin, end = inner[1]
        line = text[match.start():text.find("\n", end)]
        if begin < end and not re.search(r"P_BAIL|p_is_first|p_enter|p_why|P_STEADY|goto p_|p_first_\d+", line):
            yield begin, end


NO_STATEMENT = re.compile(
    r"const |return\b|break\b|continue\b|goto |if |else\b|for |case |default|typedef |static |extern |throw\b|P_PHASE_END|P_PATH_END|P_SOLO|"
    r"__local |__global |(?:unsigned |struct |long )*[\w:<>]+(?: [*&]?| ?[*&] ?)(?:const )?\w+(?: =|;|\[|\{)")


def statements(text):
    """Spans of lines that are one statement and no declaration, guard or barrier of other devices."""
    for match in re.finditer(r"^[ \t]*((?:[^\s;{}#\"]|\"[^\n]*?\")(?:[^\n;{}#\"]|\"[^\n]*?\")*;)(?: //.*)?$", text, re.M):
        line = match.group(1)
        if not NO_STATEMENT.match(line) and "P_BAIL" not in line and not re.match(r"\(void\)0\b", line):
            yield match.start(1), match.end(1)


PLAIN_STORE = re.compile(r"^ *(?:\w+ )?(h_\w+) = ((?:[^;=\n]|[=!<>]=)*);(?: //.*)?$", re.M)


def nobody_reads(text, begin, end):
    """Whether an edit is of stores of host variables whose values come to nothing: they are only stored in others of which
    that is true. (The size of a launch, if its range is made in front of the loop.)"""
    first = text.rfind("\n// Region of ", 0, begin) + 1
    last = text.find("\n}\n", begin)
    body, lines = text[first:last], text[begin:end].strip().split("\n")
    stores = [match for match in PLAIN_STORE.finditer(body) if not re.search(r"\bp_(?!state_get\()\w+\(|P_[A-Z]+|\+\+|--", match.group(2))]
    rest = list(body)
    for match in stores:
        rest[match.start():match.end()] = " " * (match.end() - match.start())
    live = set(re.findall(r"\bh_\w+", "".join(rest)))
    while True:
        more = {name for match in stores if match.group(1) in live for name in re.findall(r"\bh_\w+", match.group(2))} - live
        if not more:
            break
        live |= more
    known = {match.group(0).strip() for match in stores if match.group(1) not in live}
    return all(line.strip() in known for line in lines)


def decides_something(text, begin, end):
    """Whether a condition is not just of an `if` whose block only has stores of that kind."""
    first = text.rfind("\n", 0, begin) + 1
    block = re.match(r"( *)if \(.*\) \{.*\n((?:\1  .*;\n)*)\1\}\n", text[first:])
    return not block or not block.group(2) or not nobody_reads(text, first + block.start(2), first + block.end(2) - 1)


def phase_blocks(text):
    """Spans of launches: a block in braces with a walk in it."""
    for match in re.finditer(r"^( *)\{.*\n(?:\1 .*\n)*?\1  P_PHASE_END\(\);\n\1\}\n", text, re.M):
        yield match.start(), match.end(), match.group(1)


# ---- launches -------------------------------------------------------------------


def phases(text):
    """The body of each kernel's phase by the kernel's name; None if something else may stand behind it."""
    found = {}
    for match in re.finditer(r"^P_PHASE void (\w+)_phase(\([^{]*)(.*?)(?=^P_PHASE |^// Region of |\Z)", text, re.M | re.S):
        end = closing(match.group(3), 0) + 1
        found[match.group(1)] = None if "{" in match.group(3)[end:] else match.group(3)[:end]
    return found


RANGES = "P_FIXED_RANGE|P_KEPT_RANGE|p_range_make"


def launches(text):
    """(kernel, place of its range, offsets, sizes, sizes of a group or None) of each launch."""
    for region in re.finditer(r"^// Region of .*?^\}\n", text, re.M | re.S):
        body, ranges = region.group(), {}
        for name, spans, begin, _ in calls(body, RANGES):
            words = [body[a:b] for a, b in spans]
            first, count = (1, 1) if name == "P_FIXED_RANGE" else (3, 3)
            groups = words[first + 2 * count:first + 3 * count] if words[first + 3 * count] == "1" else None
            ranges[begin if name == "p_range_make" else words[0]] = (
                region.start() + begin, words[first:first + count], words[first + count:first + 2 * count], groups)
        for match in re.finditer(r"\b(\w+)_phase\(", body):
            used = list(re.finditer(r"\bP_USE_(?:RANGE|KEPT)\((\w+),|\bp_range_make\(", body[:match.start()]))
            yield (match.group(1),) + (ranges[used[-1].group(1) or used[-1].start()] if used else (None, [], [], None))


def without_kernels(source):
    """A program's text but for the bodies of its kernels."""
    found = re.search(r"\b(?:__)?kernel\b[^;{]*\{", source)
    while found:
        source = source[:found.start()] + source[closing(source, found.end() - 1) + 1:]
        found = re.search(r"\b(?:__)?kernel\b[^;{]*\{", source)
    return source


def hands_on_ids(body):
    return body is None or re.search(r"\bp_v\b", re.sub(r"P_(?:ON|MEET_EACH)\(p_v\)|P_RAISE\([^;]*;", "", body))


def asks_for_offset(text, begin, end):
    """Whether a kernel that is launched in the range around this place asks for something that its offset changes."""
    bodies, range_at = phases(text), [match.start() for match in re.finditer(r"\b(%s)\(" % RANGES, text[:begin])][-1]
    users = [kernel for kernel, at, _, _, _ in launches(text) if at == range_at]
    return not users or any(hands_on_ids(bodies.get(kernel)) or re.search(r"get_global_(id|offset)", bodies[kernel])
                            for kernel in users)


def several_groups(text, begin, end):
    """Whether a kernel that asks for this id or size runs in several groups, or at an offset: in one group, local and global
    ones are the same."""
    name = "get_" + text[begin:end]
    if name not in ("get_global_id", "get_local_id", "get_global_size", "get_local_size"):
        return True
    bodies = phases(text)
    return any(sizes != groups or set(offsets) != {"0"} for kernel, _, offsets, sizes, groups in launches(text)
               if hands_on_ids(bodies.get(kernel)) or name in bodies[kernel])


SIZES = {"P_FIXED_RANGE": (1, 2), "P_KEPT_RANGE": (3, 6), "p_range_make": (3, 6)}

# ---- kernel: barriers and phases ------------------------------------------------

BARRIER = r"\bP_BARRIER\w*\([^;\n]*\);"
pattern("barrier dropped", "region", BARRIER, ";")
pattern("barrier made local", "region", BARRIER, "p_wg_barrier();")


@operator("phase left out", "region")
def phase_left_out(body):
    for begin, end, _ in phase_blocks(body):
        yield begin, end, ""


@operator("phase of another kernel", "region")
def phase_of_another(body):
    """Where both take values of the same types."""
    found = [(match, re.findall(r"\(((?:const )?__\w+ [\w ]+\*)\)|\b(a_)\w+(?=[,)])", body[match.end():closing(body, match.end() - 1)]))
             for match in re.finditer(r"\b(\w+_phase)\(", body)]
    for match, types in found:
        other = next((m.group(1) for m, some in found if some == types and m.group(1) != match.group(1)), None)
        if other:
            yield match.start(1), match.end(1), other


@operator("phases exchanged", "region")
def phases_exchanged(body):
    blocks = list(phase_blocks(body))
    for one, two in zip(blocks, blocks[1:]):
        between = body[one[1]:two[0]]
        same = re.sub(r" *//.*", "", body[one[0]:one[1]]) == re.sub(r" *//.*", "", body[two[0]:two[1]])
        if one[2] == two[2] and not same and "}" not in between and "{" not in between:
            yield one[0], two[1], body[two[0]:two[1]] + between + body[one[0]:one[1]]


@operator("walk one short", "region")
def walk_one_short(body):
    """Of kernels in one walk the larger bound counts."""
    largest = [(begin, end) for _, _, begin, end in calls(body, "max") if "p_bound" in body[begin:end]]
    single = [(begin, end) for _, _, begin, end in calls(body, r"p_bound(?:_u)?")
              if not any(a < begin < b for a, b in largest)]
    outer = [(a, b) for a, b in largest if not any(c < a < d for c, d in largest)]
    for begin, end in sorted(single + outer):
        yield begin, end, "(%s - 1u)" % body[begin:end]


@operator("launch of half the size", "region")
def half_launch(body):
    for name, spans, _, _ in calls(body, "|".join(SIZES)):
        begin, end = spans[SIZES[name][1]]
        yield begin, end, "(%s) / 2" % body[begin:end]


@operator("launch at another offset", "region", shows=asks_for_offset)
def launch_offset(body):
    for name, spans, _, _ in calls(body, "|".join(SIZES)):
        begin, end = spans[SIZES[name][0]]
        if name == "P_KEPT_RANGE" and body[begin:end] == "0":
            continue # P_USE_KEPT says that there is none
        yield begin, end, "(%s) + 1" % body[begin:end]


OTHER_ID = {"global_id": "local_id", "local_id": "global_id", "group_id": "global_id", "global_size": "local_size",
            "local_size": "global_size", "num_groups": "local_size"}
pattern("id of another kind", "phases", r"(?<=\) v_get_)(global_id|local_id|group_id|global_size|local_size|num_groups)(?=\()",
        lambda m: OTHER_ID[m.group()], shows=several_groups)


@operator("arguments exchanged", "region")
def arguments_exchanged(body):
    for _, spans, _, _ in calls(body, r"\w+_phase"):
        words = [body[a:b] for a, b in spans]
        for i, one in enumerate(words):
            for j in range(i + 1, len(words)):
                if "p_ptr(" in one and "p_ptr(" in words[j] and "P_JOINED" not in one + words[j]:
                    name = re.search(r"p_ptr\((\w+)\)", words[j])
                    if name:
                        yield spans[i][0], spans[i][1], re.sub(r"p_ptr\(\w+\)", name.group(), one, count=1)
                elif re.fullmatch(r"a_\w+", one) and re.fullmatch(r"a_\w+", words[j]):
                    yield spans[i][0], spans[i][1], words[j]


pattern("read once, off by one", "phases", r"(?<=\{ )(const \w+ p_once_\d+ = )([^;]*);", r"\1(\2) + 1;")


@operator("statement of a phase dropped", "phases")
def phase_statement(body):
    for begin, end in statements(body):
        yield begin, end, ";"


# ---- kernel: buffers and values ---------------------------------------------------

@operator("wrong buffer", "region")
def wrong_buffer(body):
    names = re.findall(r"p_buf (h_\w+) =", body)
    for match in re.finditer(r"^ *a_\w+ = (h_\w+);$", body, re.M):
        if match.group(1) in names and len(names) > 1:
            other = names[(names.index(match.group(1)) + 1) % len(names)]
            if not just_the_same(body[:match.start()], match.group(1), other):
                yield match.start(1), match.end(1), other


def just_the_same(before, one, two):
    """Whether the assignments that end this text, one behind the other, leave both with the same value."""
    for line in reversed(before.splitlines()):
        target, value = re.fullmatch(r" *(\w+) = ([^=;]*);", line).groups() if re.fullmatch(r" *\w+ = [^=;]*;", line) else ("", "")
        if {target, value} == {one, two}:
            return True
        if target in ("", one, two):
            return False
    return False


SWAP = re.compile(r"^( +)(\w+) = (?:\(\w+\))*(\w+);\n +(\3) = (?:\(\w+\))*(\w+);\n +(\5) = (?:\(\w+\))*\2;\n", re.M)


@operator("swap dropped", "region")
def swap_dropped(body):
    for match in SWAP.finditer(body):
        if match.group(3) != match.group(5):  # else an object with itself
            yield match.start(), match.end(), ""


@operator("swap doubled", "region")
def swap_doubled(body):
    for match in SWAP.finditer(body):
        if match.group(3) != match.group(5):
            yield match.end(), match.end(), match.group()


@operator("buffer not taken over", "region")
def handle_dropped(body):
    names = set(re.findall(r"p_buf (\w+) =", body))
    for match in re.finditer(r"^ *((\w+) = [^;\n]*;)$", body, re.M):
        if match.group(2) in names:
            yield match.start(1), match.end(1), ";"


FIELD_READ = re.compile(r"p_in->(\w+)")
# Of a host variable, or of a number of the region's; an argument has a field of the same name.
VALUE_READ = r"(?<= = )(?=(?:\(uint\)|\(uchar\)\()?p_in->(?:h_\w+|p_trips|p_between|\w+_set)(?: != 0\))?;)"


def read_values(body):
    """Where variables of the state get their first value, but for those that the loop sets before it looks at them."""
    for match in re.finditer(VALUE_READ, body):
        name = re.search(r"(\w+) = $", body[:match.start()])
        end = body.index("\n", match.end())
        later = name and re.search(r"^( *)(.*\b%s\b.*)$" % name.group(1), body[end:], re.M)
        if later and not (later.group(1) == "  " and re.match(r"%s = (?!.*\b%s\b)" % (name.group(1), name.group(1)), later.group(2))):
            yield match.start(), end


def line_shows(text, begin, end):
    return not nobody_reads(text, text.rfind("\n", 0, begin) + 1, text.find("\n", end))


@operator("initial value wrong", "region", shows=line_shows)
def initial_wrong(body):
    for begin, _ in read_values(body):
        yield begin, begin, "1 + "


@operator("initial value from beside", "region", shows=line_shows)
def initial_beside(body):
    for begin, end in read_values(body):
        at = FIELD_READ.search(body, begin, end)
        yield at.start(1), at.end(1), beside(body, at.group(1))


def beside(body, field):
    """The next field of the same kind that the region reads."""
    names = list(dict.fromkeys(re.findall(r"= (?:\(\w+\)\(?)?p_in->(%s_\w+)(?: != 0\))?;" % field[0], body)))
    return names[(names.index(field) + 1) % len(names)] if field in names and len(names) > 1 else "p_limits[0]"


@operator("argument read from beside", "region")
def argument_beside(body):
    for match in re.finditer(r"(?<= = )p_in->(a_\w+)(?=;)", body):
        yield match.start(1), match.end(1), beside(body, match.group(1))


pattern("array read from beside", "region", r"(?<= = )p_in->h_\w+\[\d+\](?=;)", r"(&\g<0>)[1]")
pattern("array read from beside", "region", r"^( *__global const \w+ \*\w+ = p_in->h_\w+)(?=;)", r"\1 + 1")


def assigned(name, body):
    """Whether more than its declaration gives this variable, or an element of it, a value."""
    return re.search(r"(?:^ *|[;(] *)%s(?:\[[^=;\n]*\])? = " % name, body, re.M)


# Where the loop sets an argument, a variable that says so is set as well.
@operator("scalar of the first trip", "region")
def scalar_of_first_trip(body):
    """Where its value may be another one in a later trip."""
    for match in re.finditer(r"^( *)((a_\w+) = (\([\w ]+\)[^;\n]*);)(?=\n *\3_set = 1;)", body, re.M):
        names = re.findall(r"\b(?:h|p)_\w+", match.group(4))
        values = set(re.findall(r"^ *%s = ([^;\n]*);" % match.group(3), body, re.M))
        if len(values) > 1 or any(name.startswith("p_") or assigned(name, body) for name in names):
            yield match.start(), match.end(), "%sif (!%s_set) %s" % (match.group(1), match.group(3), match.group(2))


def set_beside(body, begin, end):
    """Whether the flag of an argument, which nobody takes back, is set as well by another line on each way through this one:
    in front of it, here or in a block around it, or behind it in the same block."""
    lines = body[:begin].split("\n")
    blank, here = lines.pop(), body[begin:body.find("\n", begin)].strip()
    if not re.fullmatch(r"a_\w+_set = 1;", here):
        return False
    indent = len(blank) + len(body[begin:end]) - len(body[begin:end].lstrip())
    inner = indent
    for line in reversed(lines):
        at = len(line) - len(line.lstrip())
        if line.strip():
            inner = min(inner, at)
            if at == inner and line.strip() == here:
                return True
    for line in body[end:].split("\n")[1:]:
        at = len(line) - len(line.lstrip())
        if at < indent or re.search(r"\b(?:break|goto|continue|return|p_exit|P_BAIL\w*|%s)\b" % here.split()[0], line):
            return at == indent and line.strip() == here
    return False


@operator("flag of an argument not set", "region")
def flag_not_set(body):
    for match in re.finditer(r"^ *(a_\w+_set = 1;)$", body, re.M):
        if not set_beside(body, match.start(1), match.end(1)):
            yield match.start(), match.end(), "  ;"



RESULT = r"^    (p_out->(\w+)(?:\[\d+\])? = [^;\n]*;)$"


def results(body):
    """What stands in the block of results, which is the last of the region."""
    at = body.find("  if (p_is_first(&p_e)) { // results")
    return [] if at < 0 else [m for m in re.finditer(RESULT, body, re.M) if m.start() > at]


@operator("result dropped", "region")
def result_dropped(body):
    for match in results(body):
        yield match.start(1), match.end(1), ";"


@operator("result beside its place", "region")
def result_beside(body):
    found = results(body)
    for match, other in zip(found, found[1:] + found[:1]):
        to = other.group(2) if other.group(2) != match.group(2) else "p_limits[0]"
        if "[" not in match.group(1).split(" = ")[0] or "[" in to:
            yield match.start(2), match.end(2), to


@operator("result of another", "region")
def result_of_another(body):
    found = results(body)
    for one, two in zip(found, found[1:]):
        for shape in (r"p_id\(\w+\)", r"(?<== )h_\w+", r"(?<== )\w+_set\b"):
            a, b = re.search(shape, one.group(1)), re.search(shape, two.group(1))
            if a and b:
                yield one.start(1) + a.start(), one.start(1) + a.end(), b.group()


pattern("nobody is first", "region", r"(?<=if \()p_is_first\(&p_e\)(?=\))", "0")


@operator("value not written", "region")
def put_dropped(body):
    for _, _, begin, end in calls(body, r"p_put[1248]"):
        yield begin, end, "(void)0"


@operator("another value written", "region")
def put_changed(body):
    for _, spans, _, _ in calls(body, r"p_put[1248]"):
        begin, end = spans[-1]
        yield begin, end, "(%s) + 1" % body[begin:end]


@operator("another value read", "region")
def fetch_changed(body):
    for _, _, begin, end in calls(body, r"p_fetch[1248]|p_peek"):
        yield begin, end, "(%s + 1)" % body[begin:end]


@operator("copy of half the length", "region")
def copy_halved(body):
    for _, spans, _, _ in calls(body, r"p_copy|p_fill"):
        begin, end = spans[-1]
        yield begin, end, "(%s) / 2" % body[begin:end]


@operator("copy dropped", "region")
def copy_dropped(body):
    for _, _, begin, end in calls(body, r"p_copy|p_fill"):
        yield begin, end, "(void)0"


@operator("copy turned around", "region")
def copy_reversed(body):
    for _, spans, _, _ in calls(body, r"p_copy"):
        (a, b), (c, d) = spans[1], spans[2]
        yield a, d, body[c:d] + body[b:c] + body[a:b]


pattern("value not shared", "region", r"^ *(\w+ = (?:\(\w+\))*p_share\(&p_e, \w+\);)$", "  ;")
# p_l0 is the first place, which is 0.
pattern("local memory at another place", "region", r"p_arena \+ (?!0\)|p_l0\))\w+(?=\))", "p_arena + 0")
# The last one only counts for the check of the arena's size.
pattern("local memory not counted", "region", r"^ *p_o \+= [^;]*;(?=\n *p_o = )", "  ;")

# ---- kernel: control ------------------------------------------------------------------


@operator("condition negated", "region", shows=decides_something)
def negated(body):
    for begin, end in conditions(body):
        yield begin, end, "!(%s)" % body[begin:end]


LOOSER = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "}


@operator("comparison changed", "region", shows=decides_something)
def comparison(body):
    for begin, end in conditions(body):
        for match in re.finditer(r" (?:<=|>=|==|!=|<|>) ", body[begin:end]):
            yield begin + match.start(), begin + match.end(), LOOSER[match.group()]


@operator("step of two", "region")
def step_of_two(body):
    for match in re.finditer(r"^ *for \(", body, re.M):
        inner = parts(body, match.end(), closing(body, match.end() - 1), ";")
        if len(inner) == 3:
            begin, end = inner[2]
            new = re.sub(r"([-+] (?:\(\w+\))?)1(u?l?)(?=\W|$)", r"\g<1>2\2", body[begin:end])
            yield begin, end, new


pattern("count begins late", "region", r"^( *)(\w+) = 0(u?l?);\n(?= *for \(; \2 )", r"\1\2 = 1\3;\n")
pattern("another exit", "region", r"\bp_exit = ([1-9]\d*);", lambda m: "p_exit = %d;" % (int(m.group(1)) + 1))
pattern("stride of a plain value", "region", r"(?<= = )\(\w+\)\(\(uint\)(\w+) \+ 1u\)(?=;)", r"\1")


@operator("statement dropped", "region", shows=lambda *at: not nobody_reads(*at))
def statement_dropped(body):
    for begin, end in statements(body):
        if not re.match(r"P_BARRIER|P_KEPT|P_FIXED|P_RANGES|p_o |p_keep|p_note|p_log_at|p_out->", body[begin:end]) and not set_beside(body, begin, end):
            yield begin, end, ";"


@operator("statements exchanged", "region", shows=lambda *at: not nobody_reads(*at))
def statements_exchanged(body):
    """Where the second reads what the first sets."""
    found = list(statements(body))
    for (a, b), (c, d) in zip(found, found[1:]):
        target = re.match(r"(\w+) = ", body[a:b])
        if target and re.fullmatch(r"\s*", body[b:c]) and re.search(r"= .*\b%s\b" % target.group(1), body[c:d]):
            yield a, d, body[c:d] + body[b:c] + body[a:b]


pattern("limit not read", "region", r"^ *p_keep\(&p_e, [^;]*;", "  ;")

# ---- kernel: output that the host performs later ---------------------------------------------

pattern("later statement dropped", "region", r"^ *p_log \+= \d+;", "  ;")
pattern("later statement doubled", "region", r"^ *p_log \+= (\d+);", r"  p_log += \1; p_log += \1;")
pattern("another later statement", "region", r"(?<=p_log_at\[p_log / 8\] = 0x)[0-9a-f]+(?=ul;)", lambda m: "%x" % (int(m.group(), 16) + 1))

# ---- kernel: guards --------------------------------------------------------------------------


def guards(body):
    for match in re.finditer(r"^ *if \(", body, re.M):
        end = closing(body, match.end() - 1)
        if re.match(r"\) (P_BAIL|\{ p_why)", body[end:]):
            yield match.end(), end


@operator("guard always fails", "region")
def guard_always(body):
    for begin, end in guards(body):
        yield begin, end, "1"


@operator("guard dropped", "region", needs_fallback=True)
def guard_dropped(body):
    for begin, end in guards(body):
        yield begin, end, "0"


# What a launch has written is put back where the region is given up.
pattern("written buffer not noted", "region", r"^ *p_note\([^;]*;", "  ;", needs_fallback=True)

REASONS = ["RANGE", "SIZE", "LOCAL", "NULL", "DIV0", "OVERLAP"]
pattern("another reason", "region", r"(?<=\bP_BAIL_)(RANGE|SIZE|LOCAL|NULL|DIV0|OVERLAP)(?=, )",
        lambda m: REASONS[(REASONS.index(m.group()) + 1) % len(REASONS)], needs_fallback=True)

# ---- descriptor ---------------------------------------------------------------------------------


def rows(name, kind, change, needs_fallback=False):
    """A row of the table for each row of a descriptor's table that `change` (fields, all rows' fields) gives new fields for."""
    def edits(body):
        found = [(m.start(1), m.end(1)) for m in re.finditer(r"^    \{(.*)\},$", body, re.M)]
        every = [[body[a:b] for a, b in parts(body, begin, end)] for begin, end in found]
        for (begin, end), fields in zip(found, every):
            new = change(list(fields), every)
            if new:
                yield begin, end, ", ".join(new)
    TABLE.append(Operator(name, kind, edits, needs_fallback))


def field(at, new, *kinds):
    """Changes one field, of rows whose first (or second) field is one of `kinds`."""
    def change(fields, every):
        if kinds and fields[0] not in kinds and fields[2] not in kinds:
            return None
        value = new(fields[at], every)
        if value is None or value == fields[at]:
            return None
        fields[at] = value
        return fields
    return change


def plus(text, by=8):
    return str(int(text) + by) if text.isdigit() else None


VALUES = ("PERSISTIFY_SCALAR", "PERSISTIFY_BLOB")
rows("variable not written back", "slot", field(1, lambda f, _: f.replace("PERSISTIFY_IN | PERSISTIFY_OUT", "PERSISTIFY_IN")))
rows("variable not read", "slot", field(1, lambda f, _: f.replace("PERSISTIFY_IN", "0"), *VALUES))
rows("variable at another place", "slot", field(3, lambda f, _: plus(f), *VALUES))
# Half of an integer is all of it, mostly.
rows("variable of half the size", "slot", lambda fields, every: field(2, lambda f, _: str(int(f) // 2), *VALUES)(fields, every)
     if "FLOATING" in fields[-1] or "BLOB" in fields[0] else None)
rows("buffer of another number", "slot", field(4, lambda f, every: str(int(f) + 1) if f.isdigit() else None, "PERSISTIFY_BUFFER",
                                               "PERSISTIFY_MIRROR"))
rows("final buffer at another place", "slot", lambda fields, _: field(3, lambda f, _: plus(f), "PERSISTIFY_BUFFER")(fields, _)
     if "OUT" in fields[1] else None)
rows("argument of another index", "arg", field(1, lambda f, _: plus(f, 1)))
rows("argument of another kernel", "arg", lambda fields, every: field(0, lambda f, every: next(
    (row[0] for row in every if row[0] != f), None))(fields, every))
rows("argument not set", "arg", field(3, lambda f, _: "0" if f == "PERSISTIFY_ARG_SET" else
                                      f.replace(" | PERSISTIFY_ARG_SET", "")))
rows("argument not recorded", "arg", field(3, lambda f, _: f.replace("PERSISTIFY_ARG_RECORDED", "0")))
# A buffer's cell is only for the one that the region leaves.
rows("argument at another place", "arg", lambda fields, every: field(5, lambda f, _: plus(f))(fields, every)
     if "SET" in fields[3] or "BUFFER" not in fields[2] else None)
rows("argument of half the size", "arg", field(4, lambda f, _: str(int(f) // 2) if f != "1" else None, "PERSISTIFY_ARG_VALUE"))
rows("recorded buffer of another number", "arg", field(6, lambda f, _: plus(f, 1)))
# Sizes are for checks of transfers.
rows("size at another place", "handle", lambda fields, every: field(0, lambda f, _: plus(f))(fields, every)
     if fields[-1] != "0" else None)
rows("buffer not saved", "handle", field(1, lambda f, _: "0"), needs_fallback=True)
rows("transfer not told", "handle", field(5, lambda f, _: "0"), needs_fallback="let the host")
rows("buffers may overlap", "pair", lambda fields, every: every[0] if fields != every[0] else None, needs_fallback=True)


@operator("rows exchanged", "slot")
def slots_exchanged(body):
    found = [(m.start(), m.end()) for m in re.finditer(r"^    \{.*\},\n", body, re.M)]
    for (a, b), (_, d) in zip(found, found[1:]):
        yield a, d, body[b:d] + body[a:b]


pattern("results at another place", "descriptor", r"(?<=/\*results\*/ )\d+", lambda m: str(int(m.group()) + 8))
def last_is_read(text, begin, end):
    """Whether the last row of this table is more than another queue, which is only compared with the first."""
    name = re.findall(r"(\w+_slots), $", text[:begin])
    rows_of = re.findall(r"^    \{(\w+),", re.search(r"\b%s\[\] = \{\n(?:    .*\n)*" % name[0], text).group(), re.M) if name else []
    return rows_of[-1:] != ["PERSISTIFY_QUEUE"] or rows_of.count("PERSISTIFY_QUEUE") == 1


for what, kind in (("slots", "variable"), ("args", "argument"), ("handles", "buffer")):
    pattern("last %s left out" % kind, "descriptor", r"(?<=_%s, )[1-9]\d*" % what, lambda m: str(int(m.group()) - 1), shows=last_is_read)


pattern("log at another place", "descriptor", r"(?<=/\*log\*/ )[1-9]\d*", lambda m: str(int(m.group()) + 8))

# ---- host -------------------------------------------------------------------------------------------


@operator("bindings exchanged", "host")
def bindings_exchanged(body):
    for match in re.finditer(r"persistify\d*_bind\[\] = \{", body):
        spans = parts(body, match.end(), closing(body, match.end() - 1))
        for (a, b), (c, d) in zip(spans, spans[1:]):
            yield a, d, body[c:d] + body[b:c] + body[a:b]


pattern("another target", "host", r"(persistify\d*_targets\w*\[)([^\]\n]+)\](?=;)", r"\g<1>0]")
pattern("variable not written back on the host", "host", r"^ *\S[^;\n=]* = (?:persistify\d*_targets|persistify\d*_to|persistify\d*_own)[^;\n]*;", "  ;")


@operator("host condition negated", "host")
def host_negated(body):
    for match in re.finditer(r"\b(?:if|while) \((?!!\()", body):
        end = closing(body, match.end() - 1)
        if not re.match(r"\)\s*persistify\d*_exit = persistify\d*_decline", body[end:]):
            yield match.end(), end, "!(%s)" % body[match.end():end]


pattern("case of another exit", "host", r"\bcase (\d+)(?=:)", lambda m: "case %d00" % int(m.group(1)))
pattern("another exit on the host", "host", r"(?<=persistify_exit == )(\d+)", lambda m: str(int(m.group()) + 1))


def declined(body):
    for match in re.finditer(r"\bif \(", body):
        end = closing(body, match.end() - 1)
        if re.match(r"\)\s*persistify\d*_exit = persistify\d*_decline", body[end:]):
            yield match.end(), end


@operator("host guard always fails", "host")
def host_guard_always(body):
    for begin, end in declined(body):
        yield begin, end, "1"


@operator("host guard dropped", "host", needs_fallback=True)
def host_guard_dropped(body):
    for begin, end in declined(body):
        yield begin, end, "0"


@operator("statement of the host dropped", "host")
def host_statement(body):
    for begin, end in statements(body):
        if "persistify_again" not in body[begin:end]:
            yield begin, end, ";"
