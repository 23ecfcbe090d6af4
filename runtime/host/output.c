//===- output.c - PERSISTIFY=verify: what both paths print --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a loop prints cannot be taken back, so the original prints it, once. What the persistent path would print is found
// in a process of its own: a fork of this one, in which the host's statements are performed as they would be behind the
// persistent kernel, with the program's own code. That process has a copy of the program's memory. It can neither write to files or
// memory of others, nor call the system for more than memory and times (seccomp): what tries that is ended, and its output is not compared.
//
// When it has printed all, it stays between the original loop and the output of the program. Each byte that the original prints comes by it and
// goes on at once, also if the program crashes meanwhile. At the loop's end both texts are compared there.
//
//   this process                         the other one
//   fork                              -> performs the statements; their output is kept
//   waits until it is there          <-  READY
//   output goes to the other one
//   the original loop                 => hands on what comes, and keeps it
//   behind it: END                    -> hands on the rest, compares
//   output as before                 <-  answer
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READY_MS = 5000, END_MS = 60000, CHUNK = 1 << 16, MOST = 64 << 20, SHOWN = 160 };
enum { READY = 'r', EVENTS = 'e', END = 'q' };

typedef enum verdict { ALIKE, MORE, DIFFERENT, TOO_LONG } verdict;

// What the other process tells of one stream.
typedef struct answer {
  verdict verdict;
  size_t lines;         // of the persistent path
  size_t more;          // MORE: lines that only the original printed
  size_t line;          // DIFFERENT: the first such one of the original's
  char texts[2][SHOWN]; // the original's, the persistent path's
} answer;

struct pst_output {
  pid_t other;
  int asks;        // a socket to the other process
  int kept[2];     // standard output and error of the program; -1: not taken
  unsigned streams; // 1: both are one file
};

// In the other process.
static struct {
  bool here;
  int asks;
  int from[2], to[2]; // what the original prints, and where it goes on
  int printed[2];     // what the persistent path would print
  unsigned streams;
  bool clocks;
} other;

static bool busy;     // atomic: output of one loop at a time
static bool hopeless; // atomic: statements of this program cannot be performed there

//===- both processes -----------------------------------------------------===//

// Of the C++ library, if the program has it: std::cout may have a buffer of its own.
static void flush_stream(const char *name) {
  void *(*flush)(void *);
  void *const stream = dlsym(RTLD_DEFAULT, name), *const function = dlsym(RTLD_DEFAULT, "_ZNSo5flushEv"); // std::ostream::flush()
  uintptr_t made = 0; // its table of functions: the library has streams also where the program uses none, which nobody has made then
  memcpy(&made, stream ? stream : &made, sizeof made);
  if (!made || !function)
    return;
  memcpy(&flush, &function, sizeof flush);
  flush(stream);
}

static void flush_all(void) {
  flush_stream("_ZSt4cout");
  flush_stream("_ZSt4clog");
  fflush(stdout);
  fflush(stderr);
}

static void close_all(int *files, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    if (files[i] >= 0)
      close(files[i]);
}

//===- the other process: what it may do ----------------------------------===//

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#else
#define ARCH AUDIT_ARCH_AARCH64
#endif

// Memory, times, files that are open. Whatever else ends it.
static bool lock_in(void) {
  static const int allowed[] = {
      SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_lseek, SYS_close, SYS_fstat, SYS_fcntl, SYS_ioctl, SYS_ppoll,
      SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_futex, SYS_clock_gettime, SYS_clock_getres,
      SYS_gettimeofday, SYS_clock_nanosleep, SYS_nanosleep, SYS_sched_yield, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_getuid,
      SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_exit, SYS_exit_group, SYS_newfstatat,
#ifdef SYS_poll
      SYS_poll, SYS_time,
#endif
  };
  enum { COUNT = sizeof allowed / sizeof *allowed };
  struct sock_filter rules[10 + 2 * COUNT];
  unsigned n = 0;
  rules[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  rules[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
  rules[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  rules[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (unsigned i = 0; i < COUNT; ++i) {
    rules[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i], 0, 1);
    rules[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  // A file may be opened to read it, as that of the time zone.
  rules[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3);
  rules[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]));
  rules[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1, 0);
  rules[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  rules[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  const struct sock_fprog program = {.len = (unsigned short)n, .filter = rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

// Memory that other processes, or files, have too.
static bool close_shared_memory(void) {
  FILE *maps = fopen("/proc/self/maps", "re");
  char line[512];
  bool good = maps != NULL;
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    char mode[8];
    if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) == 3 && mode[1] == 'w' && mode[3] == 's')
      good &= mprotect((void *)from, to - from, PROT_READ) == 0;
  }
  if (maps)
    fclose(maps);
  return good;
}

static bool is_kept(int file) {
  bool kept = file == other.asks;
  for (unsigned i = 0; i < other.streams; ++i)
    kept |= file == other.from[i] || file == other.to[i] || file == other.printed[i];
  return kept;
}

// Every other file that the program has open becomes one that nobody reads.
static bool close_files(void) {
  const int nobody = open("/dev/null", O_RDWR | O_CLOEXEC);
  DIR *list = nobody < 0 ? NULL : opendir("/proc/self/fd");
  if (!list)
    return false;
  bool good = true;
  for (const struct dirent *d; (d = readdir(list)) != NULL;) {
    const int file = atoi(d->d_name);
    if (isdigit((unsigned char)*d->d_name) && file != nobody && file != dirfd(list) && !is_kept(file))
      good &= dup2(nobody, file) == file;
  }
  closedir(list);
  return good && dup2(other.printed[0], STDOUT_FILENO) >= 0 && dup2(other.printed[other.streams - 1], STDERR_FILENO) >= 0;
}

// Handlers of the program belong to the other process. What ends a group of processes leaves this one to hand on what there is.
static void leave_signals(void) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE, SIGTSTP, SIGTTOU};
  for (int i = 1; i < NSIG; ++i)
    signal(i, SIG_DFL);
  for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; ++i)
    signal(ignored[i], SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

static bool become_other(void) {
  const struct rlimit none = {0, 0};
  other.here = true;
  leave_signals();
  setrlimit(RLIMIT_CORE, &none);
  return close_files() && close_shared_memory() && lock_in();
}

//===- the other process: texts -------------------------------------------===//

typedef struct text {
  char *bytes;
  size_t count, room;
  bool cut; // too long, or no memory
} text;

static void add(text *t, const char *bytes, size_t count) {
  if (t->room - t->count < count) {
    const size_t room = 2 * t->room + count;
    char *larger = t->cut || room > MOST ? NULL : realloc(t->bytes, room);
    if (!larger) {
      t->cut = true;
      return;
    }
    t->bytes = larger;
    t->room = room;
  }
  memcpy(t->bytes + t->count, bytes, count);
  t->count += count;
}

static text printed(int file) {
  static char chunk[CHUNK];
  text t = {0};
  off_t at = 0;
  for (ssize_t n; (n = pread(file, chunk, sizeof chunk, at)) > 0; at += n)
    add(&t, chunk, (size_t)n);
  return t;
}

typedef struct line {
  const char *begin;
  size_t length;
} line;

// The line at `at`, which then stands behind it. False: there is none.
static bool next_line(const text *t, size_t *at, line *l) {
  if (*at >= t->count)
    return false;
  l->begin = t->bytes + *at;
  const char *end = memchr(l->begin, '\n', t->count - *at);
  l->length = end ? (size_t)(end - l->begin) : t->count - *at;
  *at += l->length + 1;
  return true;
}

// The length of a number at `s`, 0: there is none.
static size_t number(const char *s, const char *end) {
  const char *p = s + (s < end && (*s == '-' || *s == '+'));
  size_t digits = 0;
  for (; p < end && (isdigit((unsigned char)*p) || *p == '.'); ++p)
    digits += isdigit((unsigned char)*p) != 0;
  if (digits && end - p >= 3 && (*p == 'e' || *p == 'E') && (p[1] == '-' || p[1] == '+') && isdigit((unsigned char)p[2]))
    for (p += 2; p < end && isdigit((unsigned char)*p);)
      ++p;
  return digits ? (size_t)(p - s) : 0;
}

// Where clocks are read, the numbers are others each time, and so may be the blanks in front of them.
static bool same_line(line a, line b, bool clocks) {
  if (!clocks)
    return a.length == b.length && memcmp(a.begin, b.begin, a.length) == 0;
  const char *x = a.begin, *y = b.begin, *const x_end = x + a.length, *const y_end = y + b.length;
  for (;;) {
    while (x < x_end && *x == ' ')
      ++x;
    while (y < y_end && *y == ' ')
      ++y;
    const size_t m = number(x, x_end), n = number(y, y_end);
    if (x == x_end || y == y_end || !m != !n)
      return x == x_end && y == y_end;
    if (!m && *x != *y)
      return false;
    x += m ? m : 1;
    y += n ? n : 1;
  }
}

static size_t count_lines(const text *t, size_t at) {
  size_t n = 0;
  for (line l; next_line(t, &at, &l);)
    ++n;
  return n;
}

static void show(char *to, bool there, line l) {
  snprintf(to, SHOWN, "%.*s", there ? (int)(l.length < SHOWN ? l.length : SHOWN) : 9, there ? l.begin : "(nothing)");
}

// The original may have printed more, as other threads print meanwhile; all that the persistent path prints must be there, in this order.
static answer compare(const text *original, const text *persistent) {
  answer a = {.verdict = original->cut || persistent->cut ? TOO_LONG : ALIKE};
  size_t x = 0, y = 0, more = 0, at = 0;
  line ours = {0}, theirs = {0};
  bool differ = false;
  while (a.verdict == ALIKE && next_line(persistent, &y, &ours)) {
    bool there, found = false;
    ++a.lines;
    while (!found && (there = next_line(original, &x, &theirs))) {
      ++at;
      found = same_line(theirs, ours, other.clocks);
      if (!found && !differ) {
        differ = true;
        a.line = at;
        show(a.texts[0], true, theirs);
        show(a.texts[1], true, ours);
      }
      more += !found;
    }
    if (found)
      continue;
    a.verdict = DIFFERENT;
    if (!differ) {
      a.line = at + 1;
      show(a.texts[0], false, theirs);
      show(a.texts[1], true, ours);
    }
  }
  more += count_lines(original, x);
  if (a.verdict == ALIKE && more) {
    a.verdict = MORE;
    a.more = more;
  }
  return a;
}

//===- the other process: between the original and its output -------------===//

static void hand_on(text *texts, unsigned i) {
  static char chunk[CHUNK];
  const ssize_t n = read(other.from[i], chunk, sizeof chunk);
  if (n > 0)
    add(&texts[i], chunk, (size_t)n);
  if (n == 0 || (n > 0 && !pst_write_all(other.to[i], chunk, (size_t)n))) { // who reads it has gone: the program is to see that
    close(other.from[i]);
    other.from[i] = -1;
  }
}

// Until the loop or the program has ended; with all that has come until then.
static bool stand_between(text *texts) {
  for (bool ends = false;;) {
    struct pollfd files[3] = {{.fd = other.asks, .events = POLLIN}};
    bool open = false;
    for (unsigned i = 0; i < other.streams; ++i) {
      files[1 + i] = (struct pollfd){.fd = other.from[i], .events = POLLIN};
      open |= other.from[i] >= 0;
    }
    const int ready = poll(files, 1 + other.streams, ends ? 0 : -1);
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready == 0 && ends)
      return true;
    bool came = false;
    for (unsigned i = 0; ready > 0 && i < other.streams; ++i)
      if (files[1 + i].revents) {
        hand_on(texts, i);
        came = true;
      }
    char what;
    if (ready > 0 && files[0].revents && !ends) {
      const ssize_t n = read(other.asks, &what, 1);
      if (n == 1)
        ends = true;
      else if (n == 0) { // the program has ended: what its own children still print
        other.asks = -1;
        if (!open)
          return false;
      }
    }
    if (other.asks < 0 && !open && !came)
      return false;
  }
}

static _Noreturn void stay(void) {
  text texts[2] = {{0}, {0}};
  flush_all();
  const char ready = READY;
  if (write(other.asks, &ready, 1) == 1 && stand_between(texts))
    for (unsigned i = 0; i < other.streams; ++i) {
      const text persistent = printed(other.printed[i]);
      const answer a = compare(&texts[i], &persistent);
      pst_write_all(other.asks, (const char *)&a, sizeof a);
    }
  _exit(0);
}

void pst_output_performed(void) {
  if (other.here)
    stay();
}

void pst_output_asked_event(void) {
  if (!other.here)
    return;
  const char events = EVENTS;
  (void)!write(other.asks, &events, 1);
  _exit(0);
}

//===- the program's process ----------------------------------------------===//

// Reads all of it within the time.
static bool wait_for(int file, void *bytes, size_t count, int ms) {
  const double until = pst_now_ms() + ms;
  for (char *to = bytes; count;) {
    struct pollfd p = {.fd = file, .events = POLLIN};
    const double left = until - pst_now_ms();
    const int ready = left > 0 ? poll(&p, 1, (int)left + 1) : 0;
    if (ready < 0 && errno == EINTR)
      continue;
    const ssize_t n = ready > 0 ? read(file, to, count) : 0;
    if (n <= 0)
      return false;
    to += n;
    count -= (size_t)n;
  }
  return true;
}

// The program may have waited for it already, and its number be another process's.
static void end_other(pid_t process) {
  if (waitpid(process, NULL, WNOHANG) != 0)
    return;
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
    ;
}

static bool one_file(int a, int b) {
  struct stat x, y;
  return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void give_back_files(pst_output *o) {
  for (unsigned i = 0; i < 2; ++i)
    if (o->kept[i] >= 0) {
      dup2(o->kept[i], i ? STDERR_FILENO : STDOUT_FILENO);
      close(o->kept[i]);
      o->kept[i] = -1;
    }
}

// What both processes need: pipes, files in memory, copies of the program's output, a socket.
typedef struct ends {
  int pipes[2][2], printed[2], to[2], asks[2];
} ends;

static bool make_ends(ends *e, unsigned streams) {
  memset(e, -1, sizeof *e);
  bool good = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, e->asks) == 0;
  for (unsigned i = 0; i < streams; ++i) {
    good = good && pipe2(e->pipes[i], O_CLOEXEC) == 0;
    good = good && (e->printed[i] = memfd_create("persistify output", MFD_CLOEXEC)) >= 0;
    good = good && (e->to[i] = fcntl(i ? STDERR_FILENO : STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) >= 0;
  }
  return good;
}

static void close_ends(ends *e) {
  close_all(e->asks, 2);
  close_all(e->printed, 2);
  close_all(e->to, 2);
  close_all(e->pipes[0], 2);
  close_all(e->pipes[1], 2);
}

// From here on the program's output goes by the other process.
static bool take_files(pst_output *o, ends *e) {
  bool good = true;
  for (unsigned i = 0; i < 2; ++i) {
    const int target = i ? STDERR_FILENO : STDOUT_FILENO;
    good = good && (o->kept[i] = fcntl(target, F_DUPFD_CLOEXEC, 3)) >= 0 && dup2(e->pipes[i < o->streams ? i : 0][1], target) == target;
  }
  if (!good)
    give_back_files(o);
  return good;
}

pst_output *pst_output_begin(bool clocks, bool *performs, pst_why *why) {
  *performs = false;
  if (fcntl(STDOUT_FILENO, F_GETFD) < 0 || fcntl(STDERR_FILENO, F_GETFD) < 0) { // others would get their numbers
    pst_fail(why, "the program has closed its output");
    return NULL;
  }
  const bool given_up = __atomic_load_n(&hopeless, __ATOMIC_RELAXED);
  if (given_up || __atomic_exchange_n(&busy, true, __ATOMIC_ACQUIRE)) {
    pst_fail(why, given_up ? "its statements could not be performed in a process of their own" : "another loop's output is being compared");
    return NULL;
  }
  pst_output *o = calloc(1, sizeof *o);
  ends e;
  memset(&e, -1, sizeof e);
  const unsigned streams = one_file(STDOUT_FILENO, STDERR_FILENO) ? 1 : 2;
  flush_all();
  pid_t process = -1;
  if (o && make_ends(&e, streams))
    process = fork();
  if (process == 0) {
    other.asks = e.asks[1];
    other.streams = streams;
    other.clocks = clocks;
    for (unsigned i = 0; i < streams; ++i) {
      other.from[i] = e.pipes[i][0];
      other.to[i] = e.to[i];
      other.printed[i] = e.printed[i];
    }
    if (!become_other())
      _exit(1);
    *performs = true;
    return NULL;
  }
  char answer = 0;
  if (process > 0) {
    close(e.asks[1]); // else its end would not be seen
    e.asks[1] = -1;
  }
  if (process > 0 && wait_for(e.asks[0], &answer, 1, READY_MS) && answer == READY) {
    *o = (pst_output){.other = process, .asks = e.asks[0], .kept = {-1, -1}, .streams = streams};
    if (take_files(o, &e)) {
      e.asks[0] = -1;
      close_ends(&e);
      return o;
    }
  }
  if (process > 0) {
    end_other(process);
    __atomic_store_n(&hopeless, true, __ATOMIC_RELAXED);
  }
  pst_fail(why, process < 0 ? "there is no process for it" : answer == EVENTS ? "it may have times of events" : "its statements could not be performed in a process of their own");
  close_ends(&e);
  free(o);
  __atomic_store_n(&busy, false, __ATOMIC_RELEASE);
  return NULL;
}

bool pst_output_end(pst_output *o, pst_output_said *said) {
  const char end = END;
  bool good = true;
  *said = (pst_output_said){0};
  if (!o)
    return true;
  flush_all();
  give_back_files(o);
  bool there = write(o->asks, &end, 1) == 1;
  for (unsigned i = 0; i < o->streams; ++i) {
    answer a;
    there = there && wait_for(o->asks, &a, sizeof a, END_MS);
    if (!there || a.verdict == TOO_LONG) {
      said->unknown = !there ? "the process that had it has ended" : "it is too long";
      continue;
    }
    said->lines += a.lines;
    said->more += a.more;
    if (a.verdict != DIFFERENT || !good)
      continue;
    good = false;
    snprintf(said->different, sizeof said->different, "%s, line %zu: original '%s', persistent '%s'",
             o->streams == 1 ? "output" : i ? "error output" : "standard output", a.line, a.texts[0], a.texts[1]);
  }
  close(o->asks);
  end_other(o->other);
  free(o);
  __atomic_store_n(&busy, false, __ATOMIC_RELEASE);
  return good;
}

void pst_output_fork(void) { busy = false; }

#else

struct pst_output {
  int unused;
};
pst_output *pst_output_begin(bool clocks, bool *performs, pst_why *why) {
  (void)clocks;
  *performs = false;
  pst_fail(why, "this system has no way to perform its statements aside");
  return NULL;
}
bool pst_output_end(pst_output *o, pst_output_said *said) {
  (void)o;
  *said = (pst_output_said){0};
  return true;
}
void pst_output_performed(void) {}
void pst_output_asked_event(void) {}
void pst_output_fork(void) {}

#endif
