# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device library without P_TRACE is the library without timeline.cl: what Clang makes of both is the same.

    check-untraced.py CLANG FOLDER RUNTIME

Also that with P_TRACE it is another one, which it would not be if this looked at nothing.
"""
import re
import subprocess
import sys
from pathlib import Path

CLANG, FOLDER, RUNTIME = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
BACK_ENDS = [("P_BACKEND_C11", "x86_64-unknown-linux-gnu"), ("P_BACKEND_CL1", "x86_64-unknown-linux-gnu"),
             ("P_BACKEND_C11", "spir64"), ("P_BACKEND_PTX", "nvptx64-nvidia-cuda")]
FORMS = ["p_counter", "p_striped", "p_tree"]


def without(text):
    """No block of P_TRACE, and no statement of its macros."""
    text = re.sub(r"^#ifdef P_TRACE\b.*?^#endif\b[^\n]*\n", "", text, flags=re.M | re.S)
    text = text.replace("defined(P_TRACE) || ", "").replace(" && !defined(P_TRACE)", "")
    text = re.sub(r" \\\n *P_TRACE_LEAVE\(e\);$", "", text, flags=re.M)
    text = re.sub(r"^ *(?:if \(count != 0\)\n *)?P_TRACE_\w+\([^()]*\);(?: \\)?\n", "", text, flags=re.M)
    return text


def compiled(text, name, options):
    path = FOLDER / (name + ".cl")
    path.write_text(text)
    made = subprocess.run([CLANG, "-xcl", "-cl-std=CL3.0", "-Xclang", "-finclude-default-header", "-O2", "-S", "-emit-llvm", "-w", "-Dasm=__asm__",
                           "-nogpulib", str(path), "-o", "-"] + options, stdout=subprocess.PIPE, check=True).stdout.decode()
    return "\n".join(line for line in made.split("\n") if not re.match(r"; ModuleID|source_filename|!llvm|!\d", line))


parts = re.search(r"set\(PARTS ([\w ]+)\)", (RUNTIME / "embed.cmake").read_text()).group(1).split()
texts = {part: (RUNTIME / "device" / (part + ".cl")).read_text() for part in parts}
control = (RUNTIME / "host/control.h").read_text()
library = control + "".join(texts.values())
bare = control + "".join(without(text) for part, text in texts.items() if part != "timeline")
if "P_TRACE" in bare.replace("P_CTL_TRACE", ""):
    sys.exit("check-untraced: not taken away: %s" % [line for line in bare.split("\n") if "P_TRACE" in line])
probes = '\n#line 1 "probes"\n' + (RUNTIME / "device/probe.cl").read_text()
for back_end, target in BACK_ENDS:
    for form in FORMS:
        options = ["-target", target, "-D" + back_end, "-DP_BARRIER_KIND=" + form, "-DP_COUNTER_STRIPES"]
        as_it_is = compiled(library + probes, "with", options)
        if as_it_is != compiled(bare + probes, "without", options):
            sys.exit("check-untraced: other code for %s, %s, %s" % (back_end, target, form))
        if as_it_is == compiled(library + probes, "traced", options + ["-DP_TRACE"]):
            sys.exit("check-untraced: P_TRACE changes nothing for %s, %s, %s" % (back_end, target, form))
print("check-untraced: the same for %d" % (len(BACK_ENDS) * len(FORMS)))
