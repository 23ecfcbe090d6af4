//===- plugins.c - two libraries of one process, each with a runtime ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   plugins LEFT RIGHT
//
//   crossed   two threads, each with code of one plugin, set arguments of the other one's kernel, again and again
//   closed    a plugin is closed while a buffer of it lives on, which ends afterwards
//
// Not linked with OpenCL: the plugins' definitions would not be the first ones.
//
//===----------------------------------------------------------------------===//
#include "children.h"
#include "plugin.h"

#include <dlfcn.h>
#include <pthread.h>

enum { TIMES = 200000, LAST = 12 };

static const char *names[2];
static void *opened[2];
static const plugin *plugins[2];

static int open_all(void) {
  for (int i = 0; i < 2; ++i) {
    names[i] = getenv(i ? "PERSISTIFY_TEST_RIGHT" : "PERSISTIFY_TEST_LEFT");
    opened[i] = names[i] ? dlopen(names[i], RTLD_NOW | RTLD_LOCAL) : NULL;
    plugins[i] = opened[i] ? dlsym(opened[i], PLUGIN_TEXT) : NULL;
    if (!plugins[i] || !plugins[i]->start()) {
      fprintf(stderr, "%s\n", plugins[i] ? "no device" : dlerror());
      return 0;
    }
  }
  return 1;
}

static void *cross(void *which) {
  const int mine = which != NULL;
  void *other = plugins[!mine]->kernel();
  for (int i = 0; i < TIMES; ++i)
    plugins[mine]->set(other, LAST + (i + 1) % TIMES % 3);
  plugins[mine]->set(other, LAST);
  return NULL;
}

static int crossed(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, cross, (void *)names) != 0)
    return 1;
  cross(NULL);
  pthread_join(other, NULL);
  const int left = plugins[0]->enter(), right = plugins[1]->enter();
  fprintf(stderr, "plugins: %d and %d persistent\n", left, right);
  return 0;
}

static int closed(void) {
  void *part = plugins[1]->part();
  dlclose(opened[1]);
  plugins[0]->end(part);
  fprintf(stderr, "plugins: the end\n");
  return 0;
}

int main(int argc, char **argv) {
  static const char on[] = "PERSISTIFY=on", off[] = "PERSISTIFY=off";
  static const child cases[] = {{"crossed", {on}, 0, "plugins: 1 and 1 persistent", 1},
                                {"closed", {on}, 0, "plugins: the end", 1},
                                {"closed", {off}, 0, "plugins: the end", 1}};
  setenv("PERSISTIFY_GROUPS", "1", 1); // it is not about them
  if (argc == 3) {
    setenv("PERSISTIFY_TEST_LEFT", argv[1], 1);
    setenv("PERSISTIFY_TEST_RIGHT", argv[2], 1);
    return run_children(cases, sizeof cases / sizeof *cases);
  }
  alarm(60);
  if (argc != 2 || !open_all())
    return 2;
  return strcmp(argv[1], "crossed") == 0 ? crossed() : closed();
}
