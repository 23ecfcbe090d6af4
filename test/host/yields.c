/* Work-groups on a CPU that wait for others offer their processor to who may need it. */
// REQUIRES: device
// RUN: rm -rf %t && %persistify %S/yields.cl %s -o %t --quiet -- -I%S/Inputs
// RUN: %cc %cl_inc -I%S/Inputs %t/yields.c %runtime_flags -o %t/program
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_GROUPS=2 ./program | FileCheck %s --check-prefix=OFFERS
// OFFERS: {{^}}offered
// RUN: cd %t && %env_device PERSISTIFY=off ./program | FileCheck %s --check-prefix=NONE
// NONE: never offered
// Nobody waits where there is one group; in each form of barrier and back-off somebody does.
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_GROUPS=1 ./program | FileCheck %s --check-prefix=NONE
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_GROUPS=2 PERSISTIFY_BARRIER=sense PERSISTIFY_BACKOFF=exp ./program | FileCheck %s --check-prefix=OFFERS
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_GROUPS=2 PERSISTIFY_BARRIER=striped PERSISTIFY_BACKOFF=none ./program | FileCheck %s --check-prefix=OFFERS
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_GROUPS=2 PERSISTIFY_BARRIER=tree ./program | FileCheck %s --check-prefix=OFFERS
#define _GNU_SOURCE
#include "setup.h"
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 256, TRIPS = 20, WORK = 200000 };
static volatile int offered;

/* A call that does not come from the C library comes from a kernel. Where a thread of the device makes it, which takes no signals,
   the process ends. */
static void trapped(int number, siginfo_t *info, void *context) {
  Dl_info where;
  (void)number, (void)context;
  if (!dladdr(info->si_call_addr, &where) || !where.dli_fname || !strstr(where.dli_fname, "libc."))
    offered = 1;
}

static void watch(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_yield, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof code / sizeof *code, code};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = trapped;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, NULL);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    offered = 1; /* it cannot be told here */
}

static int run(void) {
  const size_t items = N;
  const cl_int work = WORK;
  cl_uint cells[N] = {0}, sum = 0;
  cl_kernel uneven;
  cl_mem a, b;
#ifdef __x86_64__
  watch();
#else
  offered = 1;
#endif
  start("yields.cl", "");
  uneven = kernel_named("uneven");
  a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  b = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  clSetKernelArg(uneven, 2, sizeof work, &work);
  for (int i = 0; i < TRIPS; i++) {
    clSetKernelArg(uneven, 0, sizeof a, &a);
    clSetKernelArg(uneven, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, uneven, 1, NULL, &items, NULL, 0, NULL, NULL);
    cl_mem t = a;
    a = b, b = t;
  }
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof cells, cells, 0, NULL, NULL);
  for (int i = 0; i < N; i++)
    sum += cells[i];
  return sum == 0 ? 1 : offered ? 2 : 0;
}

int main(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0)
    _exit(run());
  if (child < 0 || waitpid(child, &status, 0) < 0)
    return 1;
  if ((WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) || (WIFEXITED(status) && WEXITSTATUS(status) == 2))
    puts("offered");
  else
    puts(WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "never offered" : "failed");
  return 0;
}
