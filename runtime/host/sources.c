//===- sources.c - source texts of programs ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each entry asks for its program's source, which is long. The last programs are kept with their texts, and are
// retained meanwhile, so that a handle cannot come to mean another program. Equal texts are one object: comparing
// two of them whole costs nothing then.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct source {
  cl_program program;
  cl_context context;
  pst_text *text;
} source;

enum { SOURCES = 8 };
static source sources[SOURCES];
static unsigned next_source;

void pst_sources_fork(void) {
  memset(sources, 0, sizeof sources);
  pst_seen_fork();
}

// With the lock held.
static void drop_text(pst_text *text) {
  if (text && --text->users == 0)
    free(text);
}

void pst_text_done(pst_text *text) {
  pst_lock();
  drop_text(text);
  pst_unlock();
}

static pst_text *read_source(cl_program program) {
  size_t size = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) != CL_SUCCESS || size == 0)
    return NULL;
  pst_text *text = malloc(sizeof *text + size + 1);
  if (text && clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text->bytes, NULL) != CL_SUCCESS) {
    free(text);
    return NULL;
  }
  if (!text)
    return NULL;
  while (size > 0 && text->bytes[size - 1] == '\0')
    --size;
  text->bytes[size] = '\0';
  text->length = size;
  text->hash = persistify_hash(text->bytes, size);
  text->users = 1;
  return text;
}

// With the lock held: that text, once more, or one that was there before.
static pst_text *shared(pst_text *text) {
  for (int i = 0; i < SOURCES; ++i) {
    pst_text *other = sources[i].text;
    if (other && other->hash == text->hash && other->length == text->length &&
        memcmp(other->bytes, text->bytes, text->length) == 0) {
      drop_text(text);
      text = other;
      ++text->users;
      break;
    }
  }
  return text;
}

// With the lock held.
static pst_text *known(cl_program program) {
  for (int i = 0; i < SOURCES; ++i)
    if (sources[i].program == program) {
      ++sources[i].text->users;
      return sources[i].text;
    }
  return NULL;
}

pst_text *pst_program_source(cl_program program, cl_context context) {
  pst_lock();
  pst_text *text = known(program);
  pst_unlock();
  if (text || !(text = read_source(program)))
    return text;
  if (!text->length) {
    free(text);
    return NULL;
  }
  // A driver may come to this library with a lock of its own: nothing of OpenCL is called under ours.
  cl_program unused = clRetainProgram(program) == CL_SUCCESS ? program : NULL;
  pst_lock();
  pst_text *other = known(program); // by another thread, meanwhile
  if (other) {
    drop_text(text);
    text = other;
  } else if (unused) {
    text = shared(text);
    source *s = &sources[next_source++ % SOURCES];
    unused = s->program;
    drop_text(s->text);
    *s = (source){program, context, text};
    ++text->users;
  }
  pst_unlock();
  if (unused)
    clReleaseProgram(unused);
  return text;
}

pst_text *pst_programs_source(const cl_program *programs, uint32_t count, cl_context context) {
  pst_text *all = NULL;
  for (uint32_t i = 0; i < count; ++i) {
    pst_text *text = pst_program_source(programs[i], context);
    if (count == 1 || !text) {
      free(all);
      return text;
    }
    const size_t old = all ? all->length : 0, length = old + (i > 0) + text->length;
    pst_text *more = realloc(all, sizeof *all + length + 1);
    if (more) {
      all = more;
      if (i > 0)
        all->bytes[old] = '\n';
      memcpy(all->bytes + length - text->length, text->bytes, text->length + 1);
      all->length = length;
    } else {
      free(all);
    }
    pst_text_done(text);
    if (!more)
      return NULL;
  }
  if (all) {
    all->users = 1;
    all->hash = persistify_hash(all->bytes, all->length);
  }
  return all;
}

void pst_sources_end(cl_context context) {
  cl_program old[SOURCES];
  int count = 0;
  pst_lock();
  for (int i = 0; i < SOURCES; ++i)
    if (sources[i].program && sources[i].context == context) {
      old[count++] = sources[i].program;
      drop_text(sources[i].text);
      sources[i] = (source){0};
    }
  pst_unlock();
  while (count)
    clReleaseProgram(old[--count]);
  pst_seen_end(context);
}

char *pst_program_options(cl_program program, cl_device_id device) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, 0, NULL, &size) != CL_SUCCESS)
    return NULL;
  char *text = calloc(1, size + 1);
  if (text && size &&
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, size, text, NULL) != CL_SUCCESS) {
    free(text);
    return NULL;
  }
  return text;
}
