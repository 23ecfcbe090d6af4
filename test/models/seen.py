# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which texts were checked in full: docs/models.md says it by a digest of them.

What a check looks at changes seldom, and checking it all takes minutes. With `--seen PAGE` a check
whose texts are those that the page names repeats only its quick part; a changed text is checked in
full, and `--page` fails until the page has the new digest, which the full check prints.
"""

import hashlib


def digest(paths):
    """Of the files' names and contents."""
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()[:16]


def line(what, paths):
    """As the page has it."""
    return "%s: texts %s" % (what, digest(paths))


def says(page, what, paths):
    return line(what, paths) in page.read_text()
