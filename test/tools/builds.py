# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps what was built, so that the next check of the same program, with other
arguments, need not build it again. Folders are named by a hash of all that went in."""

import hashlib
import json
import os
import shutil
import tempfile


def key(files, folders, tools, options, made=None):
    """Hash of the contents of files and of all files in folders, of the sizes and times
    of tools, and of options (anything JSON can hold); of what is in the folder `made`, wherever that is."""
    digest = hashlib.sha256(json.dumps(options).encode())
    for tool in tools:
        stat = os.stat(tool)
        digest.update(("%s %d %d\n" % (tool, stat.st_size, stat.st_mtime_ns)).encode())
    every = set(map(os.path.abspath, files))
    for folder in folders:
        for at, _, names in os.walk(folder):
            every.update(os.path.abspath(os.path.join(at, name)) for name in names)
    named = [(name, name) for name in every]
    for at, _, names in os.walk(made) if made else []:
        named += [(os.path.relpath(os.path.join(at, name), made), os.path.join(at, name)) for name in names]
    for name, path in sorted(named):
        with open(path, "rb") as file:
            digest.update(("%s %s\n" % (name, hashlib.sha256(file.read()).hexdigest())).encode())
    return digest.hexdigest()


def take(cache, name, folder):
    """Copies what is kept under a name in place of a folder; gives what was said of it, or None."""
    kept = os.path.join(cache, name)
    try:
        with open(os.path.join(kept, "said.json")) as file:
            said = json.load(file)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(os.path.join(kept, "folder"), folder)
    except OSError:
        return None
    return said


def keep(cache, name, folder, said):
    os.makedirs(cache, exist_ok=True)
    fresh = tempfile.mkdtemp(dir=cache)
    shutil.copytree(folder, os.path.join(fresh, "folder"))
    with open(os.path.join(fresh, "said.json"), "w") as file:
        json.dump(said, file)
    try:
        os.rename(fresh, os.path.join(cache, name))
    except OSError:  # another check was faster
        shutil.rmtree(fresh)
