# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms of barrier, discovery and back-off that the runtime has (runtime/host/forms.c)."""

import itertools
import os
import re

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "runtime", "host", "forms.c")
KINDS = {"barrier": "pst_barriers", "discovery": "pst_discoveries", "backoff": "pst_backoffs"}


def names():
    """By kind, in the runtime's order."""
    with open(SOURCE) as file:
        text = file.read()
    tables = {kind: re.search(r"%s\[\] = \{(.*?)\};" % array, text, re.S).group(1)
              for kind, array in KINDS.items()}
    found = {kind: re.findall(r'\{"(\w+)"', table) for kind, table in tables.items()}
    assert all(len(forms) > 1 for forms in found.values()), "the tables of forms.c look otherwise"
    return found


def environments():
    """As few runs as have each form once, apart from those of other runs: each other barrier with some discovery and back-off."""
    kinds = names()
    others = itertools.cycle(kinds["discovery"][1:]), itertools.cycle(kinds["backoff"])
    for barrier, discovery, backoff in zip(kinds["barrier"][1:], *others):
        yield {"PERSISTIFY_BARRIER": barrier, "PERSISTIFY_DISCOVERY": discovery, "PERSISTIFY_BACKOFF": backoff}
