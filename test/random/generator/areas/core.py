# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every program may draw: launches, transfers, arithmetic and plain control flow."""
from ..pieces import piece
from ..tree import Node
from ..values import INTEGERS, host_name, is_float


def launching(*parts, fixed=False):
    node = Node(*parts, fixed=fixed)
    node.launches = True
    return node


# ---- launches

@piece("statement", 30)
def launch(b):
    """Arguments, some of them, and the launch."""
    rng = b.rng
    kernel = rng.choice(b.kernels)
    nodes = []
    if rng.random() < 0.8:
        nodes.append(Node(b.set_handles(kernel)))
    for index, param in enumerate(kernel.params):
        if param.kind == "size" and rng.random() < 0.5:
            nodes.append(Node(b.set_scalar(kernel, index, b.clamp(0, b.count))))
        if param.kind == "scalar" and rng.random() < 0.6:
            nodes.append(Node(b.set_scalar(kernel, index, b.expr.of(param.type))))
    return [n for n in nodes if n.parts[0]] + [launching(b.enqueue(kernel))]


@piece("launch", 3)
def plain_launch(b, l):
    return b.call(b.api.launch(l.handle, l.dims, l.offset, l.size, l.local))


@piece("check", 2)
def unchecked(b, call):
    return call + ";"


@piece("check", 1)
def check_macro(b, call):
    return None if b.rejects else "CHECK(%s);" % call


@piece("check", 1)
def status(b, call):
    name = b.shared("status", lambda: b.state("cl_int %s", "status", "CL_SUCCESS"))
    if b.rejects or b.rng.random() < 0.5:
        return "%s = %s;" % (name, call)
    return "%s = %s;\nif (%s != CL_SUCCESS)\n  exit(7);" % (name, call, name)


# ---- transfers

@piece("statement", 8)
def read_back(b):
    """A scalar from some buffer to a variable of its type."""
    rng, choices = b.rng, []
    for name, type_ in b.variables:
        for family in b.families:
            if family.type == type_:
                choices.append((name, type_, rng.choice(family.handles()), rng.randrange(b.count)))
        if type_ in b.flags:
            choices.append((name, type_, b.flags[type_], 0))
        if type_ in ("int", "uint"):
            choices.append((name, type_, b.counts, rng.randrange(4)))
    if not choices:
        return None
    name, type_, handle, at = rng.choice(choices)
    blocking = rng.choice(["CL_TRUE", "CL_TRUE", "CL_FALSE"])
    size = b.sized(type_)
    text = b.call(b.api.read(handle, blocking, "%d * %s" % (at, size) if at else "0", size, name))
    return Node(text + ("\n" + b.api.finish if blocking == "CL_FALSE" else ""))


@piece("statement", 5)
def write(b):
    rng = b.rng
    family = rng.choice(b.families)
    choices = [(family.type, rng.choice(family.handles()), rng.randrange(b.count))]
    choices += [(t, h, 0) for t, h in sorted(b.flags.items())] * 2
    type_, handle, at = rng.choice(choices)
    host, t = host_name(rng, type_), b.fresh("w")
    return Node("{\n  %s %s = (%s)(%s);\n  %s\n}" % (
        host, t, host, b.expr.of(type_) if rng.random() < 0.5 else "0",
        b.call(b.api.write(handle, "%d * sizeof(%s)" % (at, t), "sizeof(%s)" % t, t)).replace("\n", "\n  ")))


@piece("statement", 3)
def fill(b):
    rng = b.rng
    type_, handle, count = b.some_buffer()
    host, t, at = host_name(rng, type_), b.fresh("w"), rng.randrange(count)
    return Node("{\n  %s %s = %d;\n  %s\n}" % (
        host, t, rng.randint(0, 9),
        b.call(b.api.fill(handle, t, "%d * sizeof(%s)" % (at, t), "%s * sizeof(%s)" % (
            rng.choice([str(count - at), b.clamp(1, count - at)]), t))).replace("\n", "\n  ")))


@piece("statement", 4)
def copy(b):
    rng = b.rng
    family = rng.choice(b.families)
    source, target = rng.sample(family.handles(), 2)
    size = b.sized(family.type)
    at, to = rng.randrange(b.count), rng.randrange(b.count)
    room = b.count - max(at, to)
    length = rng.choice([str(room), b.clamp(1, room)])
    if b.rejects and rng.random() < 0.3:
        length = b.clamp(0, b.count + 1)
    return Node(b.call(b.api.copy(source, target, *["%s * %s" % (x, size) for x in (at, to, length)])))


@piece("statement", 2)
def finish(b):
    return Node(b.rng.choice([b.api.finish, b.api.flush]))


# ---- buffers

@piece("family", 3)
def plain_buffers(b, f):
    names = ["b%d%s" % (f.number, c) for c in "xyz"[:f.count]]
    f.names = [b.state(b.api.buffer + " %s", n) for n in names]
    f.handles = lambda: f.names
    b.swaps_of(f)


@piece("family", 1)
def buffer_array(b, f):
    stem = b.state("%s %%s[%d]" % (b.api.buffer, f.count), "b%d" % f.number)
    f.names = ["%s[%d]" % (stem, i) for i in range(f.count)]
    f.handles = lambda: f.names
    b.swaps_of(f)


@piece("family", 1)
def buffer_index(b, f):
    """An index says which of two is the new one."""
    stem = b.state("%s %%s[2]" % b.api.buffer, "b%d" % f.number)
    cur = b.state("int %s", "b%d_cur" % f.number, "0")
    f.count = 2
    f.names = ["%s[%d]" % (stem, i) for i in range(2)]
    f.handles = lambda: ["%s[%s]" % (stem, cur), b.rng.choice(["%s[1 - %s]", "%s[%s ^ 1]", "%s[!%s]"]) % (stem, cur)]
    f.swaps = [t % ((cur,) * t.count("%s")) for t in ("%s = 1 - %s;", "%s ^= 1;", "%s = !%s;")]


@piece("family", 1)
def buffer_parity(b, f):
    """The trip says which of two is the new one."""
    stem = b.state("%s %%s[2]" % b.api.buffer, "b%d" % f.number)
    f.count = 2
    f.names = ["%s[%d]" % (stem, i) for i in range(2)]
    f.handles = lambda: ["%s[%s & 1]" % (stem, b.it), "%s[(%s + 1) & 1]" % (stem, b.it)]


@piece("statement", 9)
def swap(b):
    family = b.rng.choice(b.families)
    return Node(b.rng.choice(family.swaps)) if family.swaps else None


@piece("handle", 3)
def plain_handle(b, name):
    return b.state(b.api.kernel + " %s", name)


@piece("variable", 6)
def plain_variable(b, name, type_, init):
    return b.state(host_name(b.rng, type_) + " %s", name, init)


# ---- host code

@piece("statement", 10)
def assign(b):
    rng, expr = b.rng, b.expr
    name, type_ = rng.choice(b.variables)
    if is_float(type_):
        return Node("%s = %s;" % (name, expr.real()))
    return Node(rng.choice([
        "%s = %s;" % (name, expr.integer()), "%s = %s;" % (name, expr.integer()),
        "%s++;" % name if INTEGERS[type_][1] < 32 or not INTEGERS[type_][2] else "%s = (%s & 0xffff) + 1;" % (name, name),
        "%s ^= %s & 0xff;" % (name, expr.integer(1)),
        "%s = %s > 5 ? %s : %s;" % (name, name, expr.literal(), expr.integer(1))]))


@piece("statement", 10)
def conditional(b):
    if b.depth > 3:
        return None
    parts = ["if (%s) {" % b.condition(), b.block()]
    if b.rng.random() < 0.4:
        parts += ["} else {", b.block()]
    return Node(*parts, "}")


@piece("statement", 3)
def switch(b):
    if b.depth > 3:
        return None
    rng = b.rng
    one, two = rng.sample(range(5), 2)
    with b.inside(in_loop=False):
        return Node("switch (%s) {\ncase %d: {" % (b.expr.small(5), one), b.block(),
                    "}\n" + rng.choice(["  break;\n", ""]) + "case %d: {" % two, b.block(),
                    "}\n  break;\ndefault:", [assign(b)], "}")


@piece("statement", 9)
def inner_loop(b):
    if b.depth > 3:
        return None
    rng = b.rng
    j = b.fresh("j")
    bound = rng.choice([str(rng.randint(1, 4)), b.expr.small(5)])
    with b.inside(in_loop=True):
        condition = b.condition()
        b.value(j)
        body = b.statements(1, 3)
        inside, outside = ("int " + j, "") if b.cpp or b.standard > 89 else (j, "int %s;" % j)
        form = rng.randrange(4)
        if form == 0:
            loop = Node("for (%s = 0; %s < %s; %s++) {" % (inside, j, bound, j), body, "}")
        elif form == 1:
            loop = Node("for (%s = 16; %s > 1; %s >>= 1) {" % (inside, j, j), body, "}")
        elif form == 2:
            return Node("{", [Node("int %s = %s;" % (j, bound), fixed=True),
                              Node("while (%s-- > 0 && %s) {" % (j, condition), body, "}")], "}")
        else:
            return Node("{", [Node("int %s = %s;" % (j, bound), fixed=True),
                              Node("do {", body, "} while (--%s > 0 && %s);" % (j, condition))], "}")
    return Node("{", [Node(outside, fixed=True), loop], "}") if outside else loop


@piece("statement", 4)
def exit_loop(b):
    ways = (["break", "continue"] if b.in_loop else []) + ([b.leave] if b.leave else [])
    return Node("if (%s)\n  %s;" % (b.condition(), b.rng.choice(ways))) if ways else None


@piece("statement", 9)
def grouped(b):
    made = b.group() if b.depth < 3 else None
    return made


@piece("group", 0.5)
def block_group(b):
    return Node("{", b.block(), "}")


# ---- the loop

@piece("place", 2)
def in_line(b):
    b.leave = "goto done"

    def put(loop):
        label = [Node("done:;", fixed=True)] if uses(loop, "goto done") else []
        return loop + label
    return put


def uses(nodes, text):
    return any(any(text in p for p in n.parts) or any(uses(block, text) for block in n.blocks) for n in nodes)


@piece("place", 4)
def in_function(b):
    if not b.helpers_see_state:
        return None
    b.leave = "return %s + 1" % b.it

    def put(loop):
        call = b.method(loop + [Node("return 0;", fixed=True)], "int", "solve")
        return [Node('printf(" %%d", %s);' % call, fixed=True)]
    return put


@piece("loop", 2)
def for_up(b, body, trips):
    return [Node("for (%s = 0; %s < %d; ++%s) {" % (b.it, b.it, trips, b.it), body, "}", fixed=True)]


@piece("loop", 1)
def while_up(b, body, trips):
    return [Node("while (%s++ < %d) {" % (b.it, trips), body, "}", fixed=True)]


def going(b):
    ints = b.int_variables()
    return "%s != 77" % b.rng.choice(ints)[0] if ints else "1"


@piece("loop", 1)
def do_while(b, body, trips):
    return [Node("do {", body, "} while (++%s < %d && %s);" % (b.it, trips, going(b)), fixed=True)]


@piece("loop", 1)
def for_down(b, body, trips):
    return [Node("for (%s = %d; %s > 0 && %s; %s -= 2) {" % (b.it, 2 * trips, b.it, going(b), b.it), body, "}", fixed=True)]


@piece("loop", 1)
def halving(b, body, trips):
    return [Node("for (%s = %d; %s > 1; %s /= 2) {" % (b.it, 1 << min(trips, 7), b.it, b.it), body, "}", fixed=True)]


@piece("loop", 1)
def endless_with_break(b, body, trips):
    first = Node("if (%s >= %d)\n  break;\n%s++;" % (b.it, trips, b.it), fixed=True)
    return [Node("while (true) {" if b.cpp else "for (;;) {", [first] + body, "}", fixed=True)]


@piece("loop", 1)
def with_condition(b, body, trips):
    return [Node("for (; %s < %d && (%s); %s++) {" % (b.it, trips, going(b), b.it), body, "}", fixed=True)]
