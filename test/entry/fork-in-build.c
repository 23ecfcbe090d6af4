/* A child process that is made while the device's compiler is at work has the program's random numbers, not those that
   the driver draws meanwhile.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w -I%t %t/fork-in-build.c -I%S/../host/Inputs %runtime_flags -pthread -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_CACHE_DIR= ./program
*/
#include "setup.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int over;
static int bad, expected;

static void *forks(void *unused) {
  int k, status;
  for (k = 0; k < 200 && !over && !bad; k++) {
    pid_t child = fork();
    if (child == 0)
      _exit(rand() != expected);
    waitpid(child, &status, 0);
    bad = status != 0;
  }
  return unused;
}

int main(void) {
  const size_t n = 64;
  pthread_t other;
  cl_kernel add;
  cl_mem a;
  int i;
  start("steps.cl", "");
  a = ints(64, 0);
  add = kernel_named("add");
  need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
  srand(42);
  expected = rand();
  srand(42);
  pthread_create(&other, NULL, forks, NULL);
  for (i = 0; i < 10; i++) {
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
  }
  need(clFinish(queue), "finish");
  over = 1;
  pthread_join(other, NULL);
  if (bad)
    puts("a child has other numbers");
  return bad || rand() != expected;
}
