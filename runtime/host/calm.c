//===- calm.c - signals of our own writes --------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A write to a file past the process's limit, or to a pipe that nobody reads any more, is answered by a signal that ends
// the program. It does not know that the library writes. So this thread does not get these signals meanwhile; the
// call fails, which is all that there is to know.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGXFSZ, SIGPIPE};
enum { SIGNALS = sizeof signals / sizeof *signals };

void pst_signals_hold(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, before);
}

void pst_signals_let(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }

void pst_calm_begin(pst_calm *calm) {
  sigset_t set, pending;
  sigemptyset(&set);
  sigemptyset(&calm->ours);
  sigpending(&pending);
  for (int i = 0; i < SIGNALS; ++i) {
    sigaddset(&set, signals[i]);
    if (!sigismember(&pending, signals[i])) // else it is the program's
      sigaddset(&calm->ours, signals[i]);
  }
  calm->held = pthread_sigmask(SIG_BLOCK, &set, &calm->before) == 0;
}

void pst_calm_end(const pst_calm *calm) {
  static const struct timespec at_once = {0, 0};
  if (!calm->held)
    return;
  while (sigtimedwait(&calm->ours, NULL, &at_once) > 0)
    ;
  pthread_sigmask(SIG_SETMASK, &calm->before, NULL);
}

bool pst_write_all(int file, const char *bytes, size_t count) {
  enum { TRIES = 4 };
  for (int tries = 0; count && tries < TRIES;) {
    const ssize_t n = write(file, bytes, count);
    if (n < 0 && errno == EPIPE)
      return false;
    if (n < 0 && errno == EAGAIN) {
      struct pollfd p = {.fd = file, .events = POLLOUT};
      poll(&p, 1, -1);
    } else if (n <= 0 && errno != EINTR) {
      ++tries;
    }
    bytes += n > 0 ? n : 0;
    count -= n > 0 ? (size_t)n : 0;
  }
  return true;
}
