// A program that runs with other rights than its caller's takes no variables that name files, forms or the like: the caller may
// only choose the mode. As it is, the variables count.
//
// REQUIRES: root
// RUN: rm -rf %t && mkdir %t && %cc %cl_inc %s %runtime_flags -o %t/program
// RUN: env PERSISTIFY=neither PERSISTIFY_QUIET=perhaps PERSISTIFY_STATS=some PERSISTIFY_GROUPS=few PERSISTIFY_SPIN_MS=long PERSISTIFY_NO_OPT=most \
// RUN:   PERSISTIFY_TEST_AT=never PERSISTIFY_TEST_COSTS=much %t/program 2>&1 | FileCheck %s --check-prefix=OWN
// OWN-COUNT-8: persistify: PERSISTIFY{{[A-Z_]*}}: unknown value
//
// Where the file system allows it, that is.
// RUN: cp %t/program %t/raised && chmod 4755 %t/raised && chmod 755 %t
// RUN: setpriv --reuid=65534 --regid=65534 --clear-groups %t/raised rights > %t/rights || true
// RUN: env PERSISTIFY=neither PERSISTIFY_QUIET=perhaps PERSISTIFY_STATS=some PERSISTIFY_GROUPS=few PERSISTIFY_SPIN_MS=long PERSISTIFY_NO_OPT=most \
// RUN:   PERSISTIFY_TEST_AT=never PERSISTIFY_TEST_COSTS=much setpriv --reuid=65534 --regid=65534 --clear-groups %t/raised > %t/out 2>&1
// RUN: cat %t/rights %t/out | FileCheck %s --check-prefix=RAISED --implicit-check-not=PERSISTIFY_
// RAISED: raised
// RAISED-NEXT: persistify: PERSISTIFY: unknown value 'neither'
#include <persistify/runtime.h>

#include <stdio.h>
#include <sys/auxv.h>

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return puts(getauxval(AT_SECURE) ? "raised" : "as its caller") < 0;
  return persistify_choose("barrier", "auto");
}
