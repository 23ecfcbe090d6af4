/* A program that closes all its descriptors, as daemons do, and opens a file of its own, which gets the number of the
   runtime's: its lines go on to the file that the user named, and not into the program's data.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w -I%t %t/own-descriptors.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=json:%t/stats ./program
   RUN: FileCheck %s --input-file %t/stats
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_TRACE=%t/trace ./program
   RUN: FileCheck %s --input-file %t/trace --check-prefix=TRACE
   CHECK: "entry":1
   CHECK: "entry":2
   TRACE: {{^\[$}}
   TRACE: "name":"entry"
   TRACE-NOT: {{^\[$}}
   TRACE: "name":"entry"
*/
#define _GNU_SOURCE
#include "setup.h"
#include <fcntl.h>
#include <unistd.h>

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

int main(void) {
  char text[4096];
  int k, file;
  begin();
  loop();
  for (k = 3; k < 1024; k++)
    close(k);
  file = open("data", O_CREAT | O_TRUNC | O_RDWR, 0600);
  if (write(file, "precious", 8) != 8)
    return 1;
  loop();
  lseek(file, 0, SEEK_SET);
  return read(file, text, sizeof text) != 8;
}
