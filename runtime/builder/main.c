//===- main.c - persistify-builder -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds one persistent kernel for a transformed program, and tests the device for it (runtime/host/builder.c). The request is on standard
// input; what is found goes to the cache, and the milliseconds that it took to standard output, a socket. It begins when a byte comes
// from there, or when the program has ended. It is no child of the program, and has none of its files.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_S = 300 /* for the build */, WAIT_S = 600 /* for its begin */, LEAVE_MS = 200, EXIT_S = 20 };

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

// Until the program says so, or has ended: then its driver has some time for its own end. Who goes on for long has a loop that is entered
// again, perhaps.
static void wait_to_begin(int program) {
  struct pollfd file = {.fd = program, .events = POLLIN};
  struct stat what;
  char byte;
  if (fstat(program, &what) != 0 || !S_ISSOCK(what.st_mode)) // somebody else asks
    return;
  while (poll(&file, 1, WAIT_S * 1000) < 0 && errno == EINTR)
    ;
  if (recv(program, &byte, 1, MSG_DONTWAIT) == 0)
    nanosleep(&(struct timespec){0, LEAVE_MS * 1000000}, NULL);
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
  const pid_t other = fork();
  if (other != 0)
    return other < 0;
  setsid();
  if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) != 0)
    for (long i = sysconf(_SC_OPEN_MAX) < 65536 ? sysconf(_SC_OPEN_MAX) : 65536; --i > STDERR_FILENO;)
      close((int)i);
  signal(SIGPIPE, SIG_IGN);
  (void)!nice(10);
  const int answer = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), nobody = open("/dev/null", O_RDWR);
  if (answer < 0 || nobody < 0 || dup2(nobody, STDIN_FILENO) < 0 || dup2(nobody, STDOUT_FILENO) < 0) // drivers may print
    return 1;
  wait_to_begin(answer);
  alarm(LIMIT_S);
  const double from = pst_now_ms();
  const bool good = pst_builder_build(request, length);
  const double ms = pst_now_ms() - from;
  if (good)
    (void)!write(answer, &ms, sizeof ms);
  // A driver may keep what it compiled when it ends; or wait for threads that it has.
  alarm(EXIT_S);
  exit(!good);
}
