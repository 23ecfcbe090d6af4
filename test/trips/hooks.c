/* Who is called by a pointer is known to nobody: numbers, handles and buffers that it changes are looked up anew.
   REQUIRES: device
   ROWS: host-trips
   DEFINE: %{check} = %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file seen.txt
   RUN: %{check} --reason PST3017 --entries 39 --allow-kernel rule=38
*/
#include <setjmp.h>
#include "setup.h"
enum { N = 40 };
typedef void (*observer)(int step, const unsigned char *cells);
struct monitor {
  int every;
  observer see;
  struct monitor *next;
};
static cl_kernel rule, first;
static cl_mem a, b, spare;
static unsigned char host[N];
static size_t items = N;
static int n = N, bits = 110, turns, deep;
static jmp_buf out;
static observer hook;
static void run(int trips, observer see, int every);
static void note(const char *what, int number) {
  FILE *f = fopen("seen.txt", "a");
  fprintf(f, "%s %d\n", what, number);
  fclose(f);
}
static void launch(void) {
  clSetKernelArg(rule, 0, sizeof a, &a);
  clSetKernelArg(rule, 1, sizeof b, &b);
  clSetKernelArg(rule, 2, sizeof n, &n);
  clSetKernelArg(rule, 3, sizeof bits, &bits);
  clEnqueueNDRangeKernel(queue, rule, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void show_cells(int step, const unsigned char *cells) {
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += cells[i] * i;
  note("cells", step * 1000 + sum);
}
/* Another rule from here on. */
static void change_rule(int step, const unsigned char *cells) {
  bits = cells[3] ? 30 : 90;
  note("rule", step + bits);
}
/* Another buffer, and another kernel. */
static void change_buffers(int step, const unsigned char *cells) {
  cl_mem t = b;
  b = spare, spare = t;
  if (step % 4 == 1)
    rule = rule == first ? clCreateKernel(program, "rule", NULL) : first;
  note("buffers", step + cells[0]);
}
/* The next one is another, or nobody. */
static void change_hook(int step, const unsigned char *cells) {
  hook = step > 12 ? NULL : step % 2 ? show_cells : change_hook;
  note("hook", step + cells[1]);
}
static void jump_out(int step, const unsigned char *cells) {
  note("jump", step + cells[2]);
  if (step >= 6)
    longjmp(out, step);
}
/* The same loop again. */
static void enter_again(int step, const unsigned char *cells) {
  note("again", step + cells[4]);
  if (!deep++)
    run(5, show_cells, 2);
  deep--;
}
static void run(int trips, observer see, int every) {
  for (int i = 0; i < trips; i++) {
    cl_mem t = a;
    launch();
    a = b, b = t;
    if (see && i % every == every - 1) {
      clEnqueueReadBuffer(queue, a, CL_TRUE, 0, N, host, 0, NULL, NULL);
      see(i, host);
    }
  }
}
static void global(int trips) {
  int i = 0;
  while (i < trips) {
    launch();
    if (i % 3 == 2) {
      clEnqueueReadBuffer(queue, b, CL_TRUE, 0, N, host, 0, NULL, NULL);
      if (hook)
        hook(i, host);
    }
    i++;
  }
  turns += i;
}
static void watched(int trips, const struct monitor *m) {
  int i = 0;
  do {
    launch();
    if (m->see && i % m->every == 0) {
      clEnqueueReadBuffer(queue, b, CL_TRUE, 0, N, host, 0, NULL, NULL);
      m->see(i, host);
    }
  } while (++i < trips);
}
int main(void) {
  struct monitor one = {4, show_cells, NULL};
  remove("seen.txt");
  start("cell.cl", "");
  rule = first = kernel_named("rule");
  for (int i = 0; i < N; i++)
    host[i] = (unsigned char)(i % 7 == 3);
  a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N, host, NULL);
  b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N, host, NULL);
  spare = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N, host, NULL);
  run(20, show_cells, 6);
  run(12, change_rule, 5);
  run(16, change_buffers, 3);
  run(7, NULL, 1);
  run(10, enter_again, 4);
  if (!setjmp(out))
    run(20, jump_out, 3);
  hook = change_hook;
  global(21);
  watched(14, &one);
  one.see = change_rule, one.every = 7;
  watched(10, &one);
  one.see = NULL, one.every = 0;
  watched(6, &one);
  clEnqueueReadBuffer(queue, b, CL_TRUE, 0, N, host, 0, NULL, NULL);
  show_cells(turns, host);
  for (int i = 0; i < N; i++)
    putchar('0' + host[i]);
  printf("\n%d %d\n", turns, bits);
  return 0;
}
