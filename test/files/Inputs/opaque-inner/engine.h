// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef INNER_ENGINE_H
#define INNER_ENGINE_H
#include <CL/cl.h>
#include <stddef.h>
struct device; struct engine; /* what is in it is for engine.c */
struct engine *engine_new(const char *file, size_t items, const int *from);
void engine_step(struct engine *e, int by);
void engine_get(struct engine *e, int *to);
void engine_end(struct engine *e);
#endif
