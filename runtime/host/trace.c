//===- trace.c - what the runtime did, on a line of time --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_TRACE=FILE: events in the JSON array form of the Trace Event Format, which chrome://tracing
// and Perfetto show: its end may be missing, so each event is a line that is written when it ends, and
// a program that is killed leaves what it did until then. Times are those of CLOCK_MONOTONIC.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool pst_tracing(void) { return pst_environment()->trace != NULL; }

// Arguments: name, kind and value, ended by a null pointer. A format would let what programs call their files, and
// where a locale puts points, into the text.
static void put_arguments(FILE *f, const persistify_region *region, va_list list) {
  const char *comma = "";
  fputs(",\"args\":{", f);
  if (region) {
    fputs("\"loop\":", f);
    char place[512];
    snprintf(place, sizeof place, "%s:%u", region->file, region->line);
    pst_json_text(f, place, strlen(place));
    comma = ",";
  }
  for (const char *name; (name = va_arg(list, const char *)) != NULL; comma = ",") {
    fprintf(f, "%s\"%s\":", comma, name);
    switch ((pst_trace_kind)va_arg(list, int)) {
    case PST_TRACE_TEXT: {
      const char *text = va_arg(list, const char *);
      pst_json_text(f, text ? text : "", text ? strlen(text) : 0);
      break;
    }
    case PST_TRACE_COUNT:
      fprintf(f, "%llu", (unsigned long long)va_arg(list, uint64_t));
      break;
    case PST_TRACE_MS: {
      const double ms = va_arg(list, double);
      if (ms < 0)
        fputs("null", f);
      else
        pst_json_thousandths(f, ms);
      break;
    }
    }
  }
  fputs("}", f);
}

void pst_trace_lines(const char *text, size_t length) {
  static pst_sink sink = {.variable = "PERSISTIFY_TRACE", .file = -1};
  pst_append(&sink, pst_environment()->trace, "[\n", text, length);
}

void pst_trace(const char *name, const persistify_region *region, double from_ms, ...) {
  if (!pst_tracing())
    return;
  const double now = pst_now_ms();
  char *text = NULL;
  size_t length = 0;
  FILE *f = open_memstream(&text, &length);
  if (!f)
    return;
  const bool span = from_ms >= 0;
  fprintf(f, "{\"name\":\"%s\",\"cat\":\"persistify\",\"ph\":\"%s\",\"pid\":%ld,\"tid\":%ld,\"ts\":", name, span ? "X" : "i",
          (long)getpid(), (long)gettid());
  pst_json_thousandths(f, (span ? from_ms : now) * 1e3);
  fputs(span ? ",\"dur\":" : ",\"s\":\"t\"", f);
  if (span)
    pst_json_thousandths(f, (now - from_ms) * 1e3);
  va_list list;
  va_start(list, from_ms);
  put_arguments(f, region, list);
  va_end(list);
  fputs("},\n", f);
  const bool whole = !ferror(f);
  if (fclose(f) == 0 && whole)
    pst_trace_lines(text, length);
  free(text);
}
