// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <CL/cl.h>
#include <string>
namespace gpu {
void start(const char *source);
cl_mem make(size_t bytes, void *init);
template <typename... A> void go(const std::string &name, size_t items, A... args);
void set(const std::string &name, int at, size_t size, const void *value);
void enqueue(const std::string &name, size_t items);
template <typename... A> void go(const std::string &name, size_t items, A... args) {
  int at = 0;
  (set(name, at++, sizeof args, &args), ...);
  enqueue(name, items);
}
void fetch(cl_mem from, void *to, size_t bytes);
}
