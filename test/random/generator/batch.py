# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Some programs as functions of one host file."""
import os
import shutil

from .maker import CHUNK, Chunk

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "support")


class Batch:
    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = folder
        self.first = programs[0].seed
        self.cpp = programs[0].cpp
        self.standard = Chunk(programs[0].seed).flag()
        self.suffix = ".cpp" if self.cpp else ".c"
        self.name = "host" + self.suffix
        self.hosts = [self.name] + (["other" + self.suffix] if any(p.other or p.split or p.shared for p in programs) else [])
        self.lines = {}    # (file, seed) -> (first, last) line
        # Of some batches all kernels are in one file, which compilers read once.
        self.one_file = len(programs) > 1 and self.first // CHUNK % 3 != 0

    def kernel_file(self, program):
        return "all.cl" if self.one_file and not program.kernel_flags else "p%d.cl" % program.seed

    def kernel_files(self):
        return sorted({self.kernel_file(p) for p in self.programs if not p.embedded})

    def kernel_options(self):
        return ["--kernel-flags=p%d.cl=%s" % (p.seed, p.kernel_flags) for p in self.programs
                if p.kernel_flags and not p.embedded]

    def put(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def joined(self, name, text, part):
        """The programs' parts of a file, one after the other."""
        for program in self.programs:
            first = text.count("\n") + 1
            text += part(program)
            self.lines[name, program.seed] = (first, text.count("\n"))
        return text

    def write(self):
        classes = any(p.header.endswith("hpp") for p in self.programs)
        names = {h for p in self.programs for h in p.includes}
        start = "".join("#include <%s>\n" % h for h in sorted(names))
        start += '#include "random_program.h%s"\n' % ("pp" if classes else "")
        if len(self.hosts) > 1:
            start = "#define RANDOM_PROGRAM_SHARED %s\n" + start + '#include "shared.h"\n'
            self.put("shared.h", "#ifndef SHARED_H\n#define SHARED_H\n%s#endif\n" % "".join(
                p.shared_text() for p in self.programs))
            self.put(self.hosts[1], self.joined(self.hosts[1], start % "extern", lambda p: p.other_text()))
        for name in self.kernel_files():
            self.put(name, self.joined(name, "", lambda p: p.kernel_text() + "\n" if not p.embedded and self.kernel_file(p) == name else ""))
        text = self.joined(self.name, start % "" if len(self.hosts) > 1 else start,
                           lambda p: p.host_text().replace('program_of("p%d.cl"' % p.seed, 'program_of("%s"' % self.kernel_file(p)))
        linkage = 'extern "C" ' if self.cpp else ""
        self.put(self.name, text + "%sint start_programs(void) {\n  open_device();\n%s  return 0;\n}\n" % (
            linkage, "  open_queue();\n" if classes else ""))
        # What calls the programs is no part of what persistify sees: each stands for itself.
        self.put("table.h", "".join("PROGRAM(%d)\n" % p.seed for p in self.programs))
        for support in ("random_program.h", "random_program.hpp", "main.c"):
            shutil.copy(os.path.join(SUPPORT, support), self.folder)

    def seed_at(self, file, line):
        for (name, seed), (first, last) in self.lines.items():
            if name == file and first <= line <= last:
                return seed
        return None

    def alone(self):
        return {p.seed for p in self.programs if p.alone}
