//===- children.h - cases that end a program --------------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case runs in a process of its own, the test's program with the case's
// name as its argument; the parent looks at exit code and standard error.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_CHILDREN_H
#define PERSISTIFY_TEST_CHILDREN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct child {
  const char *name;
  const char *env[4]; // "A=B"
  int code;
  const char *says; // in its standard error, null: nothing of the library
  int times;        // how often
} child;

static inline int count_of(const char *text, const char *what) {
  int times = 0;
  for (const char *at = text; (at = strstr(at, what)); ++at)
    ++times;
  return times;
}

// 0: as wanted, 1: not, 77: skipped.
static inline int run_child(const child *c) {
  FILE *out = tmpfile();
  pid_t pid = out ? fork() : -1;
  if (pid < 0)
    return 1;
  if (pid == 0) {
    for (int i = 0; i < 4 && c->env[i]; ++i)
      putenv((char *)c->env[i]);
    dup2(fileno(out), 2);
    execl("/proc/self/exe", "child", c->name, (char *)NULL);
    _exit(126);
  }
  int status;
  char text[8192];
  waitpid(pid, &status, 0);
  fseek(out, 0, SEEK_SET);
  text[fread(text, 1, sizeof text - 1, out)] = '\0';
  fclose(out);
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  if (code == 77)
    return 77;
  int good = code == c->code && (c->says ? count_of(text, c->says) == c->times : !strstr(text, "persistify:"));
  printf("%-14s %s\n", c->name, good ? "ok" : "FAILED");
  if (!good)
    printf("  exit code %d, wanted %d and '%s', got:\n%s", code, c->code, c->says ? c->says : "nothing", text);
  fflush(stdout);
  return !good;
}

static inline int run_children(const child *children, int count) {
  int bad = 0;
  for (int i = 0; i < count; ++i) {
    int result = run_child(&children[i]);
    if (result == 77)
      return 77;
    bad |= result;
  }
  return bad;
}

#endif // PERSISTIFY_TEST_CHILDREN_H
