//===- builder.c - persistent kernels that another process builds ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With PERSISTIFY=auto no thread of the program waits for the device's compiler, where the program persistify-builder is
// there and builds are kept on disk: it tests the device and builds the kernel, and leaves both in the cache. The original's trips run meanwhile,
// and the loop is entered when it has ended, for the time that loading takes. A thread of this process could not do that: the process
// cannot end while a compiler works in it, and some compilers draw from the program's random numbers.
//
// The builder reads a request from its standard input (a file in memory), and writes an answer to its standard output, a socket
// that nobody waits for. It goes on when the program has ended, so that the next process finds what it built. A builder takes
// processors, the device and its driver: where the loop has not run for long it waits for a byte from that socket, or for the
// program's end, before it begins.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ; // NOLINT(readability-redundant-declaration): only GNU has it in <unistd.h>

enum { MOST = 4 /* at a time */, KEPT = 64 /* that have ended */ };
enum { ENDED = -1, BEGINS = -2 };
static const double LIMIT_MS = 300000;

typedef struct job {
  const persistify_region *region;
  const pst_device *device;
  size_t length; // of the request, with its hash: whether it was made before
  uint64_t hash;
  pid_t process; // 0: it has left
  int answer; // a socket, ENDED or BEGINS
  bool waits; // for a byte, or the program's end
  double since, ms; // since: it began; ms: what it took, 0: it did not succeed
  struct job *next;
} job;

static job *jobs; // with the lock
static bool none; // atomic: there is no builder, or it cannot build

void pst_builder_fork(void) { jobs = NULL; }

//===- what is asked ------------------------------------------------------===//

// Whether the program's calls of the system are filtered: some filters end who starts a process.
static bool is_filtered(void) {
  static int known; // atomic: 1: no, 2: yes
  int is = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (is)
    return is == 2;
  FILE *status = fopen("/proc/self/status", "re");
  char line[256];
  is = status ? 1 : 2;
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, "Seccomp:", 8) == 0 && strtol(line + 8, NULL, 10) != 0)
      is = 2;
  if (status)
    fclose(status);
  __atomic_store_n(&known, is, __ATOMIC_RELAXED);
  return is == 2;
}

// Whether the builder may be there, and what it builds would be found.
bool pst_builder_on(void) {
  const pst_env *env = pst_environment();
  if (!env->builder_chosen && env->mode == PST_AUTO && is_filtered())
    return false;
  return env->mode == PST_AUTO && *env->builder && pst_cache_on() && !pst_forked() && !__atomic_load_n(&none, __ATOMIC_RELAXED);
}

static void add_number(pst_key *key, uint64_t number) { pst_key_add(key, (const char *)&number, sizeof number); }
static void add_text(pst_key *key, const char *text) { pst_key_add(key, text, strlen(text) + 1); }

// All that make() in builds.c looks at.
static bool make_request(const pst_built *b, pst_key *key) {
  const persistify_region *r = b->region;
  pst_key device = {0};
  pst_key_device(&device, b->device);
  add_number(key, PERSISTIFY_ABI);
  pst_key_add(key, device.text, device.failed ? 0 : device.length);
  const uint64_t numbers[PST_REQUEST_NUMBERS] = {r->names, r->lone, r->gathers, r->num_handles, r->state_bytes, r->log, b->single,
                                                 (uint64_t)b->protocol.few};
  pst_key_add(key, (const char *)numbers, sizeof numbers);
  add_text(key, b->protocol.barrier->name);
  add_text(key, b->protocol.discovery->name);
  add_text(key, b->protocol.backoff->name);
  add_text(key, r->entry);
  add_text(key, r->device_code);
  add_text(key, b->options);
  add_text(key, b->text->bytes);
  const bool good = !device.failed && !key->failed;
  pst_key_free(&device);
  return good;
}

//===- the other process --------------------------------------------------===//

static bool ended(pid_t process) {
  const pid_t which = waitpid(process, NULL, WNOHANG);
  return which == process || (which < 0 && errno != EINTR);
}

// It leaves its parent at once, so that the program has no child that it does not know.
static bool spawn(int request, int answer, pid_t *process) {
  enum { SOME = 20 };
  static const struct timespec moment = {0, 1000000};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t some;
  char *const arguments[] = {(char *)"persistify-builder", NULL};
  if (posix_spawn_file_actions_init(&files) != 0)
    return false;
  bool good = posix_spawnattr_init(&how) == 0;
  if (good) {
    sigemptyset(&some);
    posix_spawnattr_setsigmask(&how, &some);
    sigfillset(&some);
    posix_spawnattr_setsigdefault(&how, &some);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    good = posix_spawn_file_actions_adddup2(&files, request, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(&files, answer, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
           posix_spawnp(process, pst_environment()->builder, &files, &how, arguments, environ) == 0;
    posix_spawnattr_destroy(&how);
  }
  posix_spawn_file_actions_destroy(&files);
  for (int i = 0; good && *process && i < SOME; ++i)
    if (ended(*process))
      *process = 0;
    else
      nanosleep(&moment, NULL);
  return good;
}

// Above the numbers of the standard files, which the program may have closed.
static int moved(int file) {
  const int other = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 3);
  if (file >= 0)
    close(file);
  return other;
}

// Without the lock. Where its answer will come, ENDED: there is none.
static int start(const pst_key *asked, pid_t *process) {
  int ends[2] = {-1, -1};
  const int request = moved(memfd_create("persistify request", MFD_CLOEXEC));
  bool good = request >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
  for (int i = 0; i < 2; ++i)
    ends[i] = moved(ends[i]);
  good = good && ends[0] >= 0 && ends[1] >= 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 &&
         pst_write_all(request, asked->text, asked->length) && lseek(request, 0, SEEK_SET) == 0 && spawn(request, ends[1], process);
  if (request >= 0)
    close(request);
  if (ends[1] >= 0)
    close(ends[1]);
  if (!good && ends[0] >= 0)
    close(ends[0]);
  return good ? ends[0] : ENDED;
}

// With the lock. Reads what there is of the answer: the milliseconds that it took.
static void look(job *j) {
  double ms = 0;
  if (j->process && ended(j->process))
    j->process = 0;
  const ssize_t n = read(j->answer, &ms, sizeof ms);
  if (n < 0 && (errno == EAGAIN || errno == EINTR) && (j->waits || pst_now_ms() - j->since < LIMIT_MS))
    return;
  close(j->answer);
  j->answer = ENDED;
  j->ms = n == (ssize_t)sizeof ms && ms > 0 ? ms : 0;
  if (!(j->ms > 0))
    __atomic_store_n(&none, true, __ATOMIC_RELAXED);
}

// With the lock: those that ended long ago.
static void forget(void) {
  unsigned count = 0;
  for (job **at = &jobs; *at;) {
    job *j = *at;
    if (j->answer == ENDED && ++count > KEPT) {
      *at = j->next;
      free(j);
    } else {
      at = &j->next;
    }
  }
}

//===- what builds.c asks -------------------------------------------------===//

bool pst_builder_works(const persistify_region *region, const pst_device *device) {
  bool works = false;
  pst_lock();
  for (job *j = jobs; j; j = j->next)
    if (j->region == region && j->device == device) {
      if (j->answer >= 0)
        look(j);
      works |= j->answer != ENDED;
    }
  pst_unlock();
  return works;
}

double pst_builder_took(const persistify_region *region, const pst_device *device) {
  double ms = 0;
  pst_lock();
  for (const job *j = jobs; j; j = j->next)
    if (j->region == region && j->device == device && j->ms > ms)
      ms = j->ms;
  pst_unlock();
  return ms;
}

// With the lock.
static void let_begin(job *j) {
  if (!j->waits || j->answer < 0)
    return;
  j->waits = false;
  j->since = pst_now_ms();
  (void)!send(j->answer, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT); // else it has ended, which its answer says
}

void pst_builder_hurry(const persistify_region *region, const pst_device *device) {
  pst_lock();
  for (job *j = jobs; j; j = j->next)
    if (j->region == region && j->device == device)
      let_begin(j);
  pst_unlock();
}

bool pst_builder_start(const pst_built *b, bool hurry) {
  job *j = calloc(1, sizeof *j);
  pst_key request = {0};
  unsigned under_way = 0;
  bool known = !j || !make_request(b, &request);
  pid_t process = 0;
  if (!known)
    *j = (job){.region = b->region, .device = b->device, .length = request.length, .hash = pst_key_hash(&request), .answer = BEGINS, .waits = true, .since = pst_now_ms()};
  pst_lock();
  for (const job *k = jobs; k && !known; k = k->next) {
    under_way += k->answer != ENDED && !(hurry && k->waits); // who waits keeps nobody from work
    known = k->length == j->length && k->hash == j->hash;
  }
  const bool starts = !known && under_way < MOST;
  if (starts) {
    j->next = jobs;
    jobs = j;
    forget();
  }
  pst_unlock();
  if (starts) {
    const int answer = start(&request, &process);
    pst_lock();
    j->process = process;
    j->answer = answer;
    if (hurry)
      let_begin(j);
    pst_unlock();
    known = answer == ENDED;
    if (known)
      __atomic_store_n(&none, true, __ATOMIC_RELAXED);
  } else {
    free(j);
  }
  pst_key_free(&request);
  return !known;
}

//===- in the builder -----------------------------------------------------===//

// The next part of a request, as pst_key_add puts it there. Null: there is none.
static const char *part(const char **at, size_t *left, size_t *length) {
  if (*left < sizeof *length)
    return NULL;
  memcpy(length, *at, sizeof *length);
  if (*left - sizeof *length < *length)
    return NULL;
  const char *begin = *at + sizeof *length;
  *at = begin + *length;
  *left -= sizeof *length + *length;
  return begin;
}

static cl_device_id like(const char *wanted, size_t length, cl_context *context) {
  enum { PLATFORMS = 16, DEVICES = 64 };
  cl_platform_id platforms[PLATFORMS];
  cl_device_id devices[DEVICES];
  cl_uint count = 0, number = 0;
  clGetPlatformIDs(PLATFORMS, platforms, &count);
  for (cl_uint i = 0; i < count && i < PLATFORMS; ++i) {
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, DEVICES, devices, &number) != CL_SUCCESS)
      continue;
    for (cl_uint k = 0; k < number && k < DEVICES; ++k) {
      pst_key key = {0};
      const pst_device *d = pst_device_get(devices[k]);
      if (d)
        pst_key_device(&key, d);
      const bool same = d && !key.failed && key.length == length && memcmp(key.text, wanted, length) == 0;
      pst_key_free(&key);
      if (same && (*context = clCreateContext(NULL, 1, &devices[k], NULL, NULL, NULL)))
        return devices[k];
    }
  }
  return NULL;
}

bool pst_builder_build(const char *request, size_t length) {
  enum { NUMBERS = 3, PARTS = 10 }; // numbers, then texts
  const char *parts[PARTS], *at = request;
  size_t lengths[PARTS], left = length;
  uint64_t abi, numbers[PST_REQUEST_NUMBERS];
  pst_protocol protocol;
  pst_why why;
  for (int i = 0; i < PARTS; ++i)
    if (!(parts[i] = part(&at, &left, &lengths[i])) || (i >= NUMBERS && (!lengths[i] || parts[i][lengths[i] - 1])))
      return false;
  if (left || lengths[0] != sizeof abi || lengths[2] != sizeof numbers || !pst_choice_parse(PST_BARRIER, parts[3], &protocol.barrier, &why) ||
      !pst_choice_parse(PST_DISCOVERY, parts[4], &protocol.discovery, &why) || !pst_choice_parse(PST_BACKOFF, parts[5], &protocol.backoff, &why))
    return false;
  memcpy(&abi, parts[0], sizeof abi);
  memcpy(numbers, parts[2], sizeof numbers);
  protocol.few = (uint32_t)numbers[7];
  cl_context context = NULL;
  const cl_device_id device = abi == PERSISTIFY_ABI ? like(parts[1], lengths[1], &context) : NULL;
  if (!device)
    return false;
  const persistify_region region = {.abi = PERSISTIFY_ABI, .file = "builder", .entry = parts[6], .device_code = parts[7], .names = (uint32_t)numbers[0],
                                    .lone = (uint32_t)numbers[1], .gathers = (uint32_t)numbers[2], .num_handles = (uint32_t)numbers[3],
                                    .state_bytes = (uint32_t)numbers[4], .log = (uint32_t)numbers[5]};
  return pst_build_here(&region, context, pst_device_get(device), &protocol, numbers[6] != 0, parts[8], parts[9], lengths[9] - 1);
}
