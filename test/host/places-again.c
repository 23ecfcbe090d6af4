/* Places whose index stands in what is written: a[a[0]], and pointers to structs that begin with another one.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 7
   RUN: env PERSISTIFY_FAULT=places-again not %{check} --entries 7 | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=stale-places,places-again not %{check} --entries 7 | FileCheck %s --check-prefix=STALE
   STALE: standard output differs
   RUN: %long env PERSISTIFY_FAULT=first-members not %{check} --entries 7 | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=statics-of-switches not %{check} --entries 7 | FileCheck %s
   RUN: %long env PERSISTIFY_FAULT=arrays-of-literals not %{check} --entries 7 | FileCheck %s
   CHECK: {{standard output differs|launches expected}}
*/
#include "setup.h"

static cl_kernel add;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

struct place {
  int at, value;
};
struct node {
  int key, weight;
};
struct leaf {
  struct node node;
  int key; /* also the name of a member of the first one */
};
struct named {
  char name[4];
  int length;
};

static int visit(void *user) {
  struct node *n = (struct node *)user;
  n->key += 2;
  return n->key + n->weight;
}
static int key_of(struct node *n) { return ((struct leaf *)n)->key; }

int main(void) {
  int i, a[4] = {0, 7, 8, 9}, t[2] = {2, 3};
  struct place p = {1, 0};
  struct leaf leaf = {{1, 2}, 70};
  cl_mem b;
  start("steps.cl", "");
  add = kernel_named("add");
  b = ints(64, 0);
  clSetKernelArg(add, 0, sizeof b, &b);
  for (i = 0; i < 5; i++) { /* values of assignments */
    int v;
    a[0] = i & 1;
    v = (a[a[0]] = 2);
    a[0] = i & 1;
    v += 100 * ++a[a[0]];
    v += a[a[0] & 3] += 1;
    step(v);
  }
  for (i = 0; i < 5; i++) { /* several parts */
    a[0] = i & 1;
    t[0] += i;
    memcpy(&a[a[0]], t, sizeof t);
    step(a[0] * 3 + a[1] * 5 + a[2] * 7);
  }
  for (i = 0; i < 5; i++) {
    a[0] = i & 1;
    clEnqueueReadBuffer(queue, b, CL_TRUE, 20, 2 * sizeof(int), &a[a[0]], 0, NULL, NULL);
    step(a[0] * 3 + a[1] * 5 + a[2] * 7);
  }
  for (i = 0; i < 5; i++) {
    p.at &= 7;
    clEnqueueReadBuffer(queue, b, CL_TRUE, p.at * sizeof(int), sizeof p, &p, 0, NULL, NULL);
    step(p.at + p.value);
  }
  for (i = 0; i < 5; i++) { /* the struct that another one begins with, and the way back */
    struct leaf own = {{i, 2}, 30};
    int v = visit(&leaf);
    leaf.key++;
    v += visit(&own);
    v += key_of(&own.node);
    step(v + own.key);
  }
  for (i = 0; i < 5; i++) { /* before the first label */
    int v = 0;
    switch (i & 3) {
      static const int table[4] = {5, 6, 7, 8};
    case 0: v = table[1]; break;
    case 2: v = table[i & 3]; break;
    default: v = table[3];
    }
    step(v);
  }
  for (i = 0; i < 5; i++) { /* characters */
    char word[4] = "abc";
    struct named n = {"xy", 2};
    word[i & 3] += 1;
    n.name[3] += i;
    step(word[0] + word[2] + n.name[1] + n.name[2] + n.name[3]);
  }
  printf("%d %d %d %d, %d %d, %d %d %d\n", a[0], a[1], a[2], a[3], p.at, p.value, leaf.node.key, leaf.node.weight, leaf.key);
  show("b", b);
  return 0;
}
