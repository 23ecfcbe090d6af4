# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pieces by subject. Each module enters its own into the table."""
import importlib
import pkgutil

for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
    importlib.import_module("." + module, __name__)
