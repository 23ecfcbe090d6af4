# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ways to leave the loop and the program: exits with a code, exceptions, what runs at the end."""
from ..pieces import piece
from ..tree import Node


def alone(b):
    """Such a program has a process of its own."""
    b.program.alone = True
    b.include("cstdlib" if b.cpp else "stdlib.h")


@piece("statement", 0.5)
def exit_code(b):
    alone(b)
    return Node("if (%s)\n  %s;" % (b.condition(), b.rng.choice(["exit(3)", "exit(%s)" % b.expr.small(50)] + (["std::exit(4)"] if b.cpp else []))))


@piece("statement", 0.4)
def exit_with_words(b):
    alone(b)
    return Node("if (%s) {" % b.condition(), [Node('fprintf(stderr, "gave up at %%d\\n", %s);\nexit(5);' % b.it, fixed=True)], "}")


@piece("statement", 0.3)
def abort_or_quick(b):
    alone(b)
    b.include("cstdio" if b.cpp else "stdio.h")
    return Node("if (%s) {\n  fflush(stdout);\n  %s;\n}" % (b.condition(), b.rng.choice(["_Exit(6)", "abort()"])))


@piece("statement", 0.4, c=0)
def uncaught(b):
    """An exception that ends the program, or that the place of the loop catches."""
    if b.depth > 4:
        return None
    alone(b)
    b.include("stdexcept")
    return Node("if (%s)\n  throw std::runtime_error(\"stopped\");" % b.condition())


@piece("before", 0.8)
def at_exit(b):
    """A function that runs when the program ends."""
    if b.mode == "class":
        return []
    alone(b)
    name = b.own("bye")
    b.top("static void %s(void) { printf(\"bye\\n\"); }" % name)
    return [Node("atexit(%s);" % name)]


@piece("before", 0.6)
def buffered_output(b):
    b.include("cstdio" if b.cpp else "stdio.h")
    alone(b)
    return [Node("setvbuf(stdout, NULL, %s, %d);" % (b.rng.choice([("_IOLBF", 512), ("_IOFBF", 4096), ("_IONBF", 0)])))]


@piece("before", 0.6, c=0)
def static_object(b):
    """An object at file scope, whose destructor prints."""
    alone(b)
    name = b.own("Last")
    b.top("struct %s {\n  ~%s() { puts(\"last\"); }\n};\nstatic %s %s_object;" % ((name,) * 4))
    return [Node("(void)%s_object;" % name)]
