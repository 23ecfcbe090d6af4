//===- plugin.h - what plugins.c knows of a plugin --------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_PLUGIN_H
#define PERSISTIFY_TEST_PLUGIN_H

#define PLUGIN_NAME persistify_test_plugin
#define PLUGIN_TEXT "persistify_test_plugin"

typedef struct plugin {
  int (*start)(void);             // 0: no device
  void *(*kernel)(void);          // its kernel
  void (*set)(void *, int);       // sets an argument of any kernel
  int (*enter)(void);             // whether the loop took the persistent path
  void *(*part)(void);            // a buffer
  void (*end)(void *);            // releases any
} plugin;

extern const plugin PLUGIN_NAME;

#endif // PERSISTIFY_TEST_PLUGIN_H
