//===- threads.c - entries of several threads, and of processes that end -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case is a process of its own, which must come to its end: what the original does not wait for, the library does not
// wait for either.
//
//   held         one thread's launch stands behind an event that another one sets after its own loop, on the same device
//   callback     a loop is entered by code of the program that runs inside another loop's launch
//   many         64 threads enter one loop
//   fork         a child process enters the loop, and ends like any program
//   fork-locked  the same, while other threads are inside the library
//   exit         one thread ends the process while others enter loops
//   handler      a handler of a signal ends it, whatever the library does just then
//   after-exit   what runs at the end of the process enters the loop, and releases everything
//   left         threads leave their loops by another way than the end, and end: nothing of theirs is kept
//   cancel       a thread is cancelled while it is at its loop; another one enters
//   times        statistics of a loop whose queue is held by an event that the program sets later
//   jump         a handler of a signal leaves a launch by siglongjmp, and the loop is entered again
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "children.h"
#include "launches.h"
#include "relax.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

enum { N = 12, MANY = 64, SOME = 4 };

static const char on[] = "PERSISTIFY=on", stats[] = "PERSISTIFY_STATS=1";
static const child cases[] = {
    {"held", {on}, 0, "original loop: another loop has had the device for long", 1},
    {"callback", {on}, 0, "original loop: called from inside another loop of this thread", 1},
    {"many", {on, stats}, 0, "entries=64 persistent=64 fallback=0", 1},
    {"fork", {on, stats}, 0, "entries=1 persistent=1 fallback=0", 1},
    {"fork-locked", {on}, 0, "original loop: the process was forked", 8},
    {"exit", {on}, 0, NULL, 0},
    {"handler", {on}, 0, NULL, 0},
    {"after-exit", {on, "NATIVE_CL_LEAKS=1"}, 0, "was never released", 0},
    {"left", {on, stats}, 0, "entries=4 persistent=0 fallback=4", 1},
    {"cancel", {on}, 0, NULL, 0},
    {"times", {"PERSISTIFY=off", stats}, 0, "entries=1 persistent=0 fallback=1", 1},
    {"jump", {on}, 0, NULL, 0},
};

static bench b;
static persistify_region region;

static void prepare(void) {
  static uint64_t hash;
  b = open_bench();
  region = relax_region(&hash);
}

// Enters once more, with what the buffers were at first.
static int enter(const bench *on_bench, relax_app *a) {
  int iter = 0;
  CL(clEnqueueWriteBuffer(on_bench->queue, a->from, CL_TRUE, 0, N * sizeof(int), a->g.dist, 0, NULL, NULL));
  const int taken = relax_run(on_bench, a, &region, &iter);
  relax_check(on_bench, a, iter);
  return taken;
}

static bench with_queue(void) {
  bench mine = b;
  cl_int status;
  mine.queue = clCreateCommandQueue(b.context, b.device, 0, &status);
  CL(status);
  return mine;
}

//===- what the program does while a launch is on its way -----------------===//

static _Thread_local void (*in_front)(cl_command_queue);

static cl_int at_launch(cl_command_queue queue) {
  void (*call)(cl_command_queue) = in_front;
  in_front = NULL;
  if (call)
    call(queue);
  return CL_SUCCESS;
}

//===- held ---------------------------------------------------------------===//

static cl_event gate;
static int at_gate; // atomic

static void stand_behind_gate(cl_command_queue queue) {
  CL(clEnqueueBarrierWithWaitList(queue, 1, &gate, NULL));
  __atomic_store_n(&at_gate, 1, __ATOMIC_SEQ_CST);
}

static void *stand(void *unused) {
  (void)unused;
  bench mine = with_queue();
  relax_app a = relax_open(&mine, N);
  in_front = stand_behind_gate;
  CHECK(enter(&mine, &a) == 0);
  return NULL;
}

static int held(void) {
  cl_int status;
  pthread_t other;
  relax_app a = relax_open(&b, N);
  gate = clCreateUserEvent(b.context, &status);
  CL(status);
  CHECK(enter(&b, &a) == 0);
  CHECK(pthread_create(&other, NULL, stand, NULL) == 0);
  while (!__atomic_load_n(&at_gate, __ATOMIC_SEQ_CST))
    usleep(1000);
  CHECK(enter(&b, &a) == PERSISTIFY_ORIGINAL);
  CL(clSetUserEventStatus(gate, CL_COMPLETE));
  pthread_join(other, NULL);
  CHECK(enter(&b, &a) == 0);
  return 0;
}

//===- callback -----------------------------------------------------------===//

static relax_app inner;
static bench inner_bench;

static void enter_inner(cl_command_queue queue) {
  (void)queue;
  CHECK(enter(&inner_bench, &inner) == PERSISTIFY_ORIGINAL);
}

static int callback(void) {
  relax_app a = relax_open(&b, N);
  inner_bench = with_queue();
  inner = relax_open(&inner_bench, N);
  in_front = enter_inner;
  CHECK(enter(&b, &a) == 0);
  CHECK(enter(&inner_bench, &inner) == 0);
  return 0;
}

//===- many ---------------------------------------------------------------===//

static void *enter_once(void *unused) {
  (void)unused;
  bench mine = with_queue();
  relax_app a = relax_open(&mine, N);
  enter(&mine, &a);
  CL(clReleaseCommandQueue(mine.queue));
  return NULL;
}

static int entering; // atomic: threads whose programs are built

static void *enter_always(void *unused) {
  (void)unused;
  bench mine = with_queue();
  relax_app a = relax_open(&mine, N);
  enter(&mine, &a);
  __atomic_add_fetch(&entering, 1, __ATOMIC_RELEASE);
  for (;;)
    enter(&mine, &a);
  return NULL;
}

static void start(pthread_t *threads, int count, void *(*body)(void *)) {
  for (int i = 0; i < count; ++i)
    CHECK(pthread_create(&threads[i], NULL, body, NULL) == 0);
}

static int many(void) {
  pthread_t threads[MANY];
  start(threads, MANY, enter_once);
  for (int i = 0; i < MANY; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}

//===- fork ---------------------------------------------------------------===//

// What it can do after fork() depends on the implementation; that it may go on is the library's part.
static int ask_in_child(relax_app *a, int code) {
  const pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    int stop = 1, iter = 0;
    cl_command_queue queue = NULL;
    void *const bind[RELAX_SLOTS] = {&queue, &a->k, &a->from, &a->to, &stop, &iter, &a->g.n};
    if (code == 0)
      CHECK(persistify_run(&region, bind) == PERSISTIFY_ORIGINAL);
    exit(code);
  }
  int status = 0;
  for (int ms = 0; ms < 20000 && waitpid(pid, &status, WNOHANG) == 0; ++ms)
    usleep(1000);
  if (!WIFEXITED(status))
    kill(pid, SIGKILL);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == code);
  return 0;
}

static int in_child(void) {
  relax_app a = relax_open(&b, N);
  CHECK(enter(&b, &a) == 0);
  return ask_in_child(&a, 3); // it prints no statistics of its parent's
}

static int in_child_of_many(void) {
  pthread_t threads[SOME];
  relax_app a = relax_open(&b, N);
  start(threads, SOME, enter_always);
  for (int i = 0; i < 8; ++i) {
    usleep(3000);
    ask_in_child(&a, 0);
  }
  _exit(0);
}

//===- the end of the process ---------------------------------------------===//

static int at_exit(void) {
  pthread_t threads[SOME];
  start(threads, SOME, enter_always);
  // A device's compiler does not survive the end of its process: PoCL's, in a thread, whoever calls it.
  for (int ms = 0; ms < 20000 && __atomic_load_n(&entering, __ATOMIC_ACQUIRE) < SOME; ++ms)
    usleep(1000);
  usleep(20000);
  exit(0);
}

static void end_it(int unused) {
  (void)unused;
  exit(0); // NOLINT(bugprone-signal-handler): as users' programs do
}

static int in_handler(void) {
  relax_app a = relax_open(&b, N);
  signal(SIGALRM, end_it);
  enter(&b, &a);
  ualarm(150000, 0);
  for (;;)
    enter(&b, &a);
}

static relax_app last;

static void enter_and_release(void) {
  CHECK(enter(&b, &last) == 0);
  cl_mem all[] = {last.row, last.col, last.weight, last.from, last.to, last.flag};
  CL(clReleaseKernel(last.k));
  CL(clReleaseProgram(last.program));
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    CL(clReleaseMemObject(all[i]));
  CL(clReleaseCommandQueue(b.queue));
  CL(clReleaseContext(b.context));
}

static int after_exit(void) {
  CHECK(atexit(enter_and_release) == 0); // before the library registers anything, so behind it
  last = relax_open(&b, N);
  CHECK(enter(&b, &last) == 0);
  exit(0);
}

//===- threads that leave -------------------------------------------------===//

static bench kept; // the queue of the thread, to look at it afterwards

static void *leave(void *unused) {
  (void)unused;
  relax_app a = relax_open(&kept, N);
  int stop = 1, iter = 0;
  cl_command_queue queue = kept.queue;
  void *const bind[RELAX_SLOTS] = {&queue, &a.k, &a.from, &a.to, &stop, &iter, &a.g.n};
  CHECK(persistify_run(&region, bind) == PERSISTIFY_ORIGINAL);
  return NULL; // out of its loop
}

static int left(void) {
  static const uint64_t none = 1;
  region.hashes = &none; // the original loop
  region.ends = 1;
  for (int i = 0; i < SOME; ++i) {
    pthread_t one;
    cl_uint references = 0;
    kept = with_queue();
    start(&one, 1, leave);
    pthread_join(one, NULL);
    CL(clFinish(kept.queue));
    // A device's own thread may let go of the queue's last command when clFinish has returned.
    for (int wait = 0; references != 1 && wait < 500; ++wait) {
      if (wait)
        usleep(10000);
      CL(clGetCommandQueueInfo(kept.queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL));
    }
    CHECK(references == 1);
    CL(clReleaseCommandQueue(kept.queue));
  }
  return 0;
}

static int before_launch; // atomic

static void wait_a_little(cl_command_queue queue) {
  (void)queue;
  __atomic_store_n(&before_launch, 1, __ATOMIC_SEQ_CST);
  usleep(300000); // where a thread is cancelled
}

// Only inside the entry: OpenCL need not cope with it.
static void *be_cancelled(void *unused) {
  (void)unused;
  int before, iter = 0, stop = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  bench mine = with_queue();
  relax_app a = relax_open(&mine, N);
  cl_command_queue queue = mine.queue;
  void *const bind[RELAX_SLOTS] = {&queue, &a.k, &a.from, &a.to, &stop, &iter, &a.g.n};
  in_front = wait_a_little;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
  const int taken = persistify_run(&region, bind);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  CHECK(taken == 0);
  relax_check(&mine, &a, iter);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
  for (;;)
    usleep(1000);
  return NULL;
}

static int cancel(void) {
  pthread_t one;
  relax_app a = relax_open(&b, N);
  start(&one, 1, be_cancelled);
  while (!__atomic_load_n(&before_launch, __ATOMIC_SEQ_CST))
    usleep(1000);
  pthread_cancel(one);
  pthread_join(one, NULL);
  CHECK(enter(&b, &a) == 0);
  return 0;
}

static int enter_no_trips(relax_app *a) {
  int stop = 0, iter = 0;
  cl_command_queue queue = b.queue;
  void *const bind[RELAX_SLOTS] = {&queue, &a->k, &a->from, &a->to, &stop, &iter, &a->g.n};
  const int taken = persistify_run(&region, bind);
  if (taken == PERSISTIFY_ORIGINAL)
    do
      relax_loop(&b, a, &stop, &iter);
    while (persistify_again(&region));
  return taken;
}

// The event is made past the library, which would wait for long.
static int times(void) {
  cl_event(CL_API_CALL * make)(cl_context, cl_int *);
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
  *(void **)&make = library ? dlsym(library, "clCreateUserEvent") : NULL;
  CHECK(make);
  relax_app a = relax_open(&b, N);
  gate = make(b.context, NULL);
  region.ends = 1;
  CL(clEnqueueBarrierWithWaitList(b.queue, 1, &gate, NULL));
  const double from = now_us();
  CHECK(enter_no_trips(&a) == PERSISTIFY_ORIGINAL);
  CHECK(now_us() - from < 10e6);
  CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CL(clFinish(b.queue));
  return 0;
}

static sigjmp_buf back;

static void jump_back(int unused) {
  (void)unused;
  siglongjmp(back, 1);
}

static void be_interrupted(cl_command_queue queue) {
  (void)queue;
  raise(SIGUSR1);
}

// By a pointer, so that no compiler has a copy of enter() for one of the calls: a frame that was left is known by another
// one at the same place or above it (locks.c).
static int (*volatile enter_here)(const bench *, relax_app *) = enter;

static int (*volatile enter_deeper)(int, const bench *, relax_app *);

static int enter_deep(int depth, const bench *with, relax_app *a) {
  char room[1000];
  memset(room, depth, sizeof room);
  const int taken = depth ? enter_deeper(depth - 1, with, a) : enter_here(with, a);
  return room[depth] == depth ? taken : -1;
}
static int (*volatile enter_deeper)(int, const bench *, relax_app *) = enter_deep;

static int jump(void) {
  relax_app a = relax_open(&b, N);
  signal(SIGUSR1, jump_back);
  bench other = with_queue();
  CHECK(enter_here(&b, &a) == 0);
  for (int i = 0; i < 3; ++i) {
    in_front = be_interrupted;
    if (sigsetjmp(back, 1) == 0)
      enter_here(&b, &a);
    CHECK(enter_here(i % 2 ? &b : &other, &a) == 0);
  }
  // From frames that lie deeper, as those of what the launch called would (callback).
  for (int i = 0; i < 3; ++i) {
    in_front = be_interrupted;
    if (sigsetjmp(back, 1) == 0)
      enter_here(&b, &a);
    CHECK(enter_deep(10 + i, i % 2 ? &b : &other, &a) == 0);
  }
  return 0;
}

//===- all of it ----------------------------------------------------------===//

static int run_case(const char *name) {
  static const struct {
    const char *name;
    int (*run)(void);
  } all[] = {{"held", held},       {"callback", callback},  {"many", many}, {"fork", in_child},
             {"fork-locked", in_child_of_many}, {"exit", at_exit}, {"handler", in_handler}, {"after-exit", after_exit}, {"left", left},
             {"cancel", cancel},   {"times", times},    {"jump", jump}};
  prepare();
  alarm(strcmp(name, "handler") == 0 ? 0 : 60);
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    if (strcmp(all[i].name, name) == 0)
      return all[i].run();
  return 2;
}

int main(int argc, char **argv) {
  setenv("PERSISTIFY_GROUPS", "1", 1); // it is not about them
  return argc > 1 ? run_case(argv[1]) : run_children(cases, sizeof cases / sizeof *cases);
}
