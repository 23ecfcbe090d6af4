/* Switched off, the runtime makes no system call of its own in front of a loop: a filter may kill for it. And an entry
   takes a small stack.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w -I%t %t/killing-filter.c -I%S/../host/Inputs %runtime_flags -pthread -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=off ./program filter | FileCheck %s
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program 2>&1 | FileCheck %s --check-prefixes=CHECK,ON
   CHECK-DAG: a: 10 56
   ON-DAG: persistent=1 fallback=0
*/
#define _GNU_SOURCE
#include "setup.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static cl_kernel add;
static cl_mem a;

static void loop(void) {
  const size_t n = 64;
  int i;
  for (i = 0; i < 10; i++) {
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
  }
  need(clFinish(queue), "finish");
}

static void begin(void) {
  start("steps.cl", "");
  a = ints(64, 0);
  add = kernel_named("add");
  need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
}

static void *work(void *unused) {
  loop();
  return unused;
}

int main(int argc, char **argv) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {4, filter};
  pthread_attr_t attributes;
  pthread_t thread;
  begin();
  if (argc > 1 && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)))
    return 2;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 32768);
  if (pthread_create(&thread, &attributes, work, NULL))
    return 3;
  pthread_join(thread, NULL);
  show("a", a);
  return 0;
}
