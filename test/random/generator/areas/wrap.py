# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands around statements and around the loop: functions, methods, lambdas, templates, macros, blocks."""
from ..pieces import piece
from ..tree import Node, render


def marked(b, node, nodes):
    """A node that launches if one of these does."""
    if any(b.launches(n) for n in nodes):
        node.launches = True
    return node


def apart(b, low=1, high=3):
    """Statements of a function of its own."""
    with b.inside(in_loop=False, leave="", values=b.all_state()):
        return b.statements(low, high)


# ---- some statements

@piece("group", 1)
def do_once(b):
    with b.inside(in_loop=False):
        return Node("do {", b.statements(1, 3), "} while (0);")


@piece("group", 1)
def always(b):
    return Node("if (%s) {" % b.rng.choice(["1", "%s >= -1000" % b.it, "sizeof(int) == 4"]), b.block(), "}")


@piece("group", 0.7)
def switched(b):
    with b.inside(in_loop=False):
        return Node("switch (%s) {\ndefault: {" % b.rng.choice(["0", b.it]), b.statements(1, 3), "}\n}")


@piece("group", 3)
def step_function(b):
    """A function that does part of a trip."""
    if not b.helpers_see_state:
        return None
    nodes = apart(b)
    return marked(b, Node(b.method(nodes, stem="step") + ";"), nodes)


@piece("group", 1)
def step_with_parameter(b):
    if not b.helpers_see_state:
        return None
    with b.inside(in_loop=False, leave="", values=b.all_state() + [("by", "int")]):
        nodes = b.statements(1, 3)
    return marked(b, Node(b.method(nodes, stem="step", parameters="int by", arguments=b.expr.small(100)) + ";"), nodes)


@piece("group", 1)
def step_with_result(b):
    """The function says whether the loop goes on, which it always does."""
    if not b.helpers_see_state or not b.in_loop:
        return None
    nodes = apart(b)
    call = b.method(nodes + [Node("return %s;" % b.rng.choice(["1", "%s > -1000" % b.it]), fixed=True)], "int", "step")
    return marked(b, Node("if (!%s)\n  break;" % call), nodes)


@piece("group", 0.7)
def step_with_early_return(b):
    if not b.helpers_see_state:
        return None
    with b.inside(in_loop=False, leave="return", values=b.all_state()):
        nodes = b.statements(2, 4)
    return marked(b, Node(b.method(nodes, stem="step") + ";"), nodes)


@piece("group", 0.6)
def step_by_pointer(b):
    """Called by a pointer to the function."""
    if b.mode != "file":
        return None
    nodes = apart(b)
    name = b.method(nodes, stem="step")[:-2]
    p = b.own("op")
    b.program.methods.append(Node(
        "static void (*const %s)(void) = %s;" % (p, name)))
    return marked(b, Node(p + "();"), nodes)


@piece("group", 1)
def macro_body(b):
    """Statements that stand in a macro."""
    with b.inside(in_loop=False, leave=""):
        nodes = b.statements(1, 2)
    lines = render(nodes, 1)
    if any("#" in line or "//" in line for line in lines):
        return None
    name = b.own("STEP")
    width = max(map(len, lines)) + 1
    b.top("#define %s() \\\n  do { \\\n%s \\\n  } while (0)" % (name, " \\\n".join(line.ljust(width) for line in lines)))
    return marked(b, Node(name + "();"), nodes)


@piece("group", 1)
def macro_block(b):
    """Macros that open and close a block."""
    def make():
        name = b.own("BEGIN")
        b.top("#define %s {\n#define %s_END }" % (name, name))
        return name
    name = b.shared("BEGIN", make)
    return Node(name, b.block(), name + "_END")


@piece("group", 0.8)
def for_once(b):
    i = b.fresh("once")
    with b.inside(in_loop=True):
        return Node("{\n  int %s;\n  for (%s = 0; %s < 1; %s++) {" % (i, i, i, i), b.statements(1, 3), "  }\n}")


@piece("group", 2, c=0)
def lambda_called(b):
    capture = b.rng.choice(["&", "&", "this"]) if b.mode == "class" else "&"
    seen = b.all_state() if capture == "this" else None # locals are not captured
    with b.inside(in_loop=False, leave=b.rng.choice(["", "return"]), values=seen):
        nodes = b.statements(1, 3)
    if b.rng.random() < 0.5:
        return Node("[%s] {" % capture, nodes, "}();")
    f = b.fresh("part")
    return Node("{\n  auto %s = [%s]() {" % (f, capture), nodes, "  };\n  %s();\n}" % f)


@piece("group", 1.5, c=0)
def lambda_before_loop(b):
    """A lambda that is made before the loop."""
    if b.mode != "local":
        return None
    f = b.fresh("work")
    nodes = apart(b)
    b.program.before.append(Node("auto %s = [&](int by) {\n  (void)by;" % f, nodes, "};", fixed=True))
    return marked(b, Node("%s(%s);" % (f, b.expr.small(9))), nodes)


@piece("group", 1, c=0)
def template_step(b):
    if b.mode not in ("file", "class"):
        return None
    nodes = apart(b)
    call = b.method(nodes, stem="step", qualifier="template <int K> ")
    return marked(b, Node(call.replace("(", "<%d>(" % b.rng.randint(0, 3), 1) + ";"), nodes)


@piece("group", 0.8, c=0)
def taking_a_function(b):
    """A helper that calls what it gets."""
    def make():
        name = b.own("apply")
        b.top("template <typename F> static void %s(F &&f) {\n  f();\n}" % name)
        return name
    with b.inside(in_loop=False, leave=""):
        nodes = b.statements(1, 3)
    return Node("%s([&] {" % b.shared("apply", make), nodes, "});")


@piece("group", 0.7, c=0)
def in_try(b):
    b.include("stdexcept")
    return Node("try {", b.block(), "} catch (const std::exception &e) {\n  fprintf(stderr, \"%s\\n\", e.what());\n  exit(3);\n}")


@piece("group", 0.8, c=0)
def with_guard(b):
    """An object that lives as long as the block."""
    def make():
        name = b.own("Scope")
        b.top("struct %s {\n  int &depth;\n  explicit %s(int &d) : depth(d) { ++depth; }\n  ~%s() { --depth; }\n  %s(const %s &) = delete;\n};" % ((name,) * 5))
        return name, b.state("int %s", "scope_depth", "0")
    name, depth = b.shared("Scope", make)
    with b.inside(in_loop=False, leave=""):
        return Node("{\n  %s scope(%s);" % (name, depth), b.statements(1, 3), "}")


# ---- the loop

def block_of(head, tail):
    def put(loop):
        return [Node(head, loop, tail, fixed=True)]
    return put


@piece("place", 0.7)
def in_block(b):
    b.leave = ""
    head, tail = b.rng.choice([("{", "}"), ("if (%s == 0 || 1) {" % b.it, "}"), ("do {", "} while (0);"), ("switch (1) {\ncase 1: {", "}\n}")])
    return block_of(head, tail)


@piece("place", 0.6)
def repeated(b):
    """The loop runs twice."""
    b.leave = ""
    r = b.fresh("rep")
    return block_of("{\n  int %s;\n  for (%s = 0; %s < 2; %s++) {\n    %s = 0;" % (r, r, r, r, b.it), "  }\n}")


@piece("place", 1)
def called_twice(b):
    if not b.helpers_see_state:
        return None
    b.leave = "return %s + 2" % b.it

    def put(loop):
        call = b.method(loop + [Node("return 0;", fixed=True)], "int", "solve")
        return [Node('printf(" %%d", %s);\n%s = 0;\nprintf(" %%d", %s);' % (call, b.it, call), fixed=True)]
    return put


@piece("place", 1)
def through_functions(b):
    """A function that calls the one with the loop."""
    if not b.helpers_see_state:
        return None
    b.leave = "return"

    def put(loop):
        call = b.method(loop, stem="inner")
        outer = b.method([Node("if (%s > -5)\n  %s;" % (b.it, call), fixed=True)], stem="outer")
        return [Node(outer + ";", fixed=True)]
    return put


@piece("place", 0.7)
def by_pointer(b):
    if b.mode != "file":
        return None
    b.leave = "return"

    def put(loop):
        call = b.method(loop, stem="solve")
        return [Node("{\n  void (*volatile run)(void) = %s;\n  run();\n}" % call[:-2], fixed=True)]
    return put


@piece("place", 1.5, c=0)
def in_lambda(b):
    b.leave = "return"
    capture = "this" if b.mode == "class" and b.rng.random() < 0.5 else "&"

    def put(loop):
        return [Node("auto solve = [%s]() {" % capture, loop, "};\nsolve();", fixed=True)]
    return put


@piece("place", 1, c=0)
def in_template(b):
    if b.mode not in ("file", "class"):
        return None
    b.leave = "return K + 1"

    def put(loop):
        call = b.method(loop + [Node("return K;", fixed=True)], "int", "solve", qualifier="template <int K> ")
        return [Node('printf(" %%d", %s);' % call.replace("(", "<4>(", 1), fixed=True)]
    return put


@piece("place", 0.8, c=0)
def in_try_block(b):
    b.include("stdexcept", "exception")
    b.leave = b.rng.choice(["", "throw std::runtime_error(\"left\")"])

    def put(loop):
        return [Node("try {", loop, "} catch (const std::exception &e) {\n  printf(\" caught %s\", e.what());\n}", fixed=True)]
    return put


@piece("place", 0.7, c=0)
def in_constructor(b):
    """An object whose constructor runs the loop."""
    if b.mode != "file":
        return None
    b.leave = "return"

    def put(loop):
        name = b.own("Solver")
        b.program.methods.append(Node("struct %s {\n  int done = 0;\n  %s() {" % (name, name), loop, "    done = 1;\n  }\n};", fixed=True))
        return [Node('{\n  %s solver;\n  printf(" %%d", solver.done);\n}' % name, fixed=True)]
    return put


@piece("place", 0.8, c=0)
def in_static_member(b):
    if b.mode != "file":
        return None
    b.leave = "return"

    def put(loop):
        name = b.own("Engine")
        b.program.methods.append(Node("class %s {\npublic:\n  static void go() {" % name, loop, "  }\n};", fixed=True))
        return [Node("%s::go();" % name, fixed=True)]
    return put


@piece("place", 0.8, c=0)
def in_virtual(b):
    if b.mode != "file":
        return None
    b.leave = "return"

    def put(loop):
        name = b.own("Base")
        b.program.methods.append(Node("struct %s {\n  virtual ~%s() = default;\n  virtual void go() = 0;\n};\nstruct %s_impl : %s {\n  void go() override {" % (
            (name,) * 4), loop, "  }\n};", fixed=True))
        return [Node("{\n  %s_impl impl;\n  %s &base = impl;\n  base.go();\n}" % (name, name), fixed=True)]
    return put


@piece("place", 0.7, c=0)
def in_namespace(b):
    if b.mode != "file":
        return None
    b.leave = "return"

    def put(loop):
        name = b.own("sim")
        b.program.methods.append(Node("namespace %s {\nnamespace {\nvoid go() {" % name, loop, "}\n} // namespace\n} // namespace %s" % name, fixed=True))
        return [Node("%s::go();" % name, fixed=True)]
    return put
