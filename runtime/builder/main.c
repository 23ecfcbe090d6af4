//===- main.c - persistify-builder -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds one persistent kernel for a transformed program, and tests the device for it (runtime/host/builder.c). The request is on standard
// input; what is found goes to the cache, and the milliseconds that it took to standard output. It is no child of the program, and has
// none of its files.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT_S = 300 };

static char *read_all(size_t *length) {
  char *bytes = NULL;
  size_t room = 0;
  *length = 0;
  for (;;) {
    if (*length == room) {
      char *more = realloc(bytes, room = 2 * room + 65536);
      if (!more)
        return NULL;
      bytes = more;
    }
    const ssize_t n = read(STDIN_FILENO, bytes + *length, room - *length);
    if (n < 0)
      return NULL;
    if (n == 0)
      return bytes;
    *length += (size_t)n;
  }
}

int main(int argc, char **argv) {
  if (argc > 1 || isatty(STDIN_FILENO)) {
    const bool version = argc == 2 && strcmp(argv[1], "--version") == 0;
    fprintf(version ? stdout : stderr, version ? "persistify-builder, interface %u\n" :
            "persistify-builder: transformed programs start this with PERSISTIFY=auto, to build persistent kernels beside them (interface %u).\n"
            "PERSISTIFY_BUILDER=off keeps them from it.\n", PERSISTIFY_ABI);
    return version ? 0 : 2;
  }
  size_t length;
  char *request = read_all(&length);
  if (!request)
    return 1;
  for (long i = sysconf(_SC_OPEN_MAX) < 65536 ? sysconf(_SC_OPEN_MAX) : 65536; --i > STDERR_FILENO;)
    close((int)i);
  const pid_t other = fork();
  if (other != 0)
    return other < 0;
  setsid();
  alarm(LIMIT_S);
  signal(SIGPIPE, SIG_IGN);
  (void)!nice(10);
  const int answer = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), nobody = open("/dev/null", O_RDWR);
  if (answer < 0 || nobody < 0 || dup2(nobody, STDIN_FILENO) < 0 || dup2(nobody, STDOUT_FILENO) < 0) // drivers may print
    return 1;
  const double from = pst_now_ms();
  const bool good = pst_builder_build(request, length);
  const double ms = pst_now_ms() - from;
  if (good)
    (void)!write(answer, &ms, sizeof ms);
  _exit(!good); // no driver is asked to end: one may wait for threads that it has
}
