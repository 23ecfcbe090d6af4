/* With PERSISTIFY=auto another process builds the persistent kernel, and tests the device, while the original's trips run.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc -w %t/built-beside.c -I%S/Inputs %runtime_flags -o %t/program
   DEFINE: %{auto} = %env_device PERSISTIFY=auto PERSISTIFY_STATS=1
   RUN: cd %t && %env_device PERSISTIFY=off ./program 200000 0 > off.out
   The loop goes on until it was entered:
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/one PERSISTIFY_BUILDER=%builder ./program 1000000 60 children 2> one.err > one.out
   RUN: FileCheck %s --check-prefix=CHILDREN --input-file=%t/one.out
   CHILDREN: no children
   RUN: FileCheck %s --check-prefix=BESIDE --input-file=%t/one.err --implicit-check-not="original loop"
   BESIDE: stats: {{.*}} persistent=1 {{.*}} cached=1
   One that is not there: this process would build, but not for so short a loop.
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/three PERSISTIFY_BUILDER=%t/none ./program 200000 0 > three.out 2> three.err
   RUN: diff %t/off.out %t/three.out && FileCheck %s --check-prefix=SLOW --input-file=%t/three.err --implicit-check-not="original loop"
   One that does not come to its end: the program does.
   RUN: printf '#!/bin/sh\necho > %t/started\nsleep 20\n' > %t/slow && chmod +x %t/slow
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/five PERSISTIFY_BUILDER=%t/slow timeout 60 ./program 200000 0 > slow.out 2> slow.err
   RUN: ls %t/started && diff %t/off.out %t/slow.out && FileCheck %s --check-prefix=SLOW --input-file=%t/slow.err --implicit-check-not="original loop"
   SLOW: stats: {{.*}} persistent=0
   A filter that ends who starts a process: none is started, unless the program's user says so.
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/seven sh -c 'unset PERSISTIFY_BUILDER; PATH=%builder_folder:$PATH ./program 200000 0 filter' > seven.out
   RUN: diff %t/off.out %t/seven.out
   Several loops, each of which asks:
   RUN: cd %t && %{auto} PERSISTIFY_CACHE_DIR=%t/six PERSISTIFY_BUILDER=%builder ./program 200000 0 > six.out 2> six.err
   RUN: diff %t/off.out %t/six.out
   A loop that did not take long: the builder is started, and waits for the end of the program. (By the times that are said here: in the third process.)
   RUN: printf '#!/bin/sh\ncat > $PERSISTIFY_CACHE_DIR.asked\nexec 3<&1\nhead -c 1 <&3 | wc -c > $PERSISTIFY_CACHE_DIR.$$\nmv $PERSISTIFY_CACHE_DIR.$$ $PERSISTIFY_CACHE_DIR.bytes\n' > %t/waits && chmod +x %t/waits
   RUN: printf 'n=0; until [ -e "$1" ] || [ $n -gt 300 ]; do sleep 0.1; n=$((n + 1)); done; cat "$1"\n' > %t/await
   DEFINE: %{short} = %{auto} PERSISTIFY_CACHE_DIR=%t/eight PERSISTIFY_BUILDER=%t/waits PERSISTIFY_TEST_COSTS=20000,-1,100000,0
   RUN: cd %t && %{short} ./program 50 0 && %{short} ./program 50 0 && not ls eight.asked && %{short} ./program 50 0 && sh await eight.bytes | FileCheck %s --check-prefix=ENDED
   ENDED: {{^ *}}0
   One that took longer begins at once.
   DEFINE: %{long} = %{auto} PERSISTIFY_CACHE_DIR=%t/nine PERSISTIFY_BUILDER=%t/waits PERSISTIFY_TEST_COSTS=30000,-1,100000,0
   RUN: cd %t && %{long} ./program 50 0 && %{long} ./program 50 0 && not ls nine.asked && %{long} ./program 50 0 && sh await nine.bytes | FileCheck %s --check-prefix=TOLD
   TOLD: {{^ *}}1
   What is built when the program has ended is there for the next one, in both loops.
   DEFINE: %{next} = %{auto} PERSISTIFY_CACHE_DIR=%t/ten PERSISTIFY_BUILDER=%builder PERSISTIFY_TEST_COSTS=20000,-1,100000,0
   RUN: printf 'n=0; until [ $(ls %t/ten | wc -l) -ge $1 ] || [ $n -gt 600 ]; do sleep 0.1; n=$((n + 1)); done; sleep 0.3\n' > %t/filled
   RUN: cd %t && %{next} ./program 50 0 > a.out 2> a.err && %{next} ./program 50 0 > b.out 2> b.err && %{next} ./program 50 0 > c.out 2> c.err
   RUN: sh %t/filled 4 && cd %t && %{next} ./program 50 0 > d.out 2> d.err && diff a.out d.out && cat c.err d.err | FileCheck %s --check-prefix=NEXT
   NEXT-COUNT-2: stats: {{.*}} persistent=0
   NEXT-COUNT-2: stats: {{.*}} persistent=1 {{.*}} cached=1
   RUN: %builder --version | FileCheck %s --check-prefix=VERSION
   RUN: not %builder --help 2>&1 | FileCheck %s --check-prefix=USAGE
   VERSION: persistify-builder, interface {{[0-9]+}}
   USAGE: PERSISTIFY_BUILDER=off
*/
#define _GNU_SOURCE
#include "step.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

static void keep_processes_out(void) {
  static struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  static const struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0))
    printf("no filter here\n");
}

int main(int argc, char **argv) {
  const int trips = atoi(argv[1]), seconds = atoi(argv[2]);
  start("steps.cl", "");
  cl_int err;
  k = clCreateKernel(program, "add", &err);
  a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  if (argc > 3 && !strcmp(argv[3], "filter"))
    keep_processes_out();
  const time_t end = time(NULL) + seconds;
  int sum = 0;
  for (int i = 0; i < trips; ++i)
    sum = step(i & 3);
  if (seconds && time(NULL) > end)
    printf("it took too long\n");
  for (int i = 0; i < trips / 2; ++i)
    sum += step(1);
  if (argc > 3 && !strcmp(argv[3], "children") && waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
    printf("no children\n");
  printf("%d\n", sum);
  return 0;
}
