/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
   Conway's game of life; everything is global, as in 1989. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cl_platform_id plat;
cl_device_id dev;
cl_context ctx;
cl_command_queue que;
cl_program prg;
cl_kernel gen;
cl_mem cur, nxt, cnt;
cl_int err;
unsigned int W, H, alive, rounds;
unsigned char *board, *ref, *ref2;
char source[8192];

void die(what)
char *what;
{
  fprintf(stderr, "life: %s (%d)\n", what, (int)err);
  exit(3);
}

void setup()
{
  FILE *f;
  size_t n;
  const char *s = source;
  f = fopen("life.cl", "r");
  if (!f) { err = 0; die("life.cl"); }
  n = fread(source, 1, sizeof source - 1, f);
  source[n] = 0;
  fclose(f);
  clGetPlatformIDs(1, &plat, NULL);
  clGetDeviceIDs(plat, CL_DEVICE_TYPE_ALL, 1, &dev, NULL);
  ctx = clCreateContext(NULL, 1, &dev, NULL, NULL, &err);
  if (err) die("context");
  que = clCreateCommandQueue(ctx, dev, 0, &err);
  if (err) die("queue");
  prg = clCreateProgramWithSource(ctx, 1, &s, NULL, &err);
  err = clBuildProgram(prg, 1, &dev, "", NULL, NULL);
  if (err) die("build");
  gen = clCreateKernel(prg, "generation", &err);
  if (err) die("kernel");
}

unsigned int step_ref()
{
  unsigned int x, y, n, c = 0;
  int dx, dy;
  unsigned char *t;
  for (y = 0; y < H; y++)
    for (x = 0; x < W; x++) {
      n = 0;
      for (dy = -1; dy <= 1; dy++)
        for (dx = -1; dx <= 1; dx++)
          if (dx || dy)
            n += ref[((y + H + dy) % H) * W + (x + W + dx) % W];
      ref2[y * W + x] = n == 3 || (n == 2 && ref[y * W + x]);
      c += ref2[y * W + x];
    }
  t = ref; ref = ref2; ref2 = t;
  return c;
}

int main(argc, argv)
int argc;
char **argv;
{
  unsigned int i, last, zero, want, max;
  size_t gws[2];
  cl_mem hold;
  W = argc > 1 ? atoi(argv[1]) : 50;
  H = argc > 2 ? atoi(argv[2]) : 37;
  max = argc > 3 ? atoi(argv[3]) : 40;
  setup();
  board = malloc(W * H);
  ref = malloc(W * H);
  ref2 = malloc(W * H);
  srand(11);
  for (i = 0; i < W * H; i++) board[i] = rand() % 3 == 0;
  memcpy(ref, board, W * H);
  cur = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, W * H, board, &err);
  nxt = clCreateBuffer(ctx, CL_MEM_READ_WRITE, W * H, NULL, &err);
  cnt = clCreateBuffer(ctx, CL_MEM_READ_WRITE, sizeof alive, NULL, &err);
  if (err) die("buffers");
  gws[0] = W;
  gws[1] = H;
  clSetKernelArg(gen, 2, sizeof W, &W);
  clSetKernelArg(gen, 3, sizeof H, &H);
  clSetKernelArg(gen, 4, sizeof cnt, &cnt);
  zero = 0;
  alive = 1;
  last = 0;
  /* until it dies out, its population stays the same, or the limit */
  for (rounds = 0; rounds < max && alive != 0 && alive != last; rounds++) {
    last = alive;
    clEnqueueWriteBuffer(que, cnt, CL_FALSE, 0, sizeof zero, &zero, 0, NULL, NULL);
    clSetKernelArg(gen, 0, sizeof cur, &cur);
    clSetKernelArg(gen, 1, sizeof nxt, &nxt);
    err = clEnqueueNDRangeKernel(que, gen, 2, NULL, gws, NULL, 0, NULL, NULL);
    if (err) die("launch");
    clEnqueueReadBuffer(que, cnt, CL_TRUE, 0, sizeof alive, &alive, 0, NULL, NULL);
    hold = cur; cur = nxt; nxt = hold;
  }
  clEnqueueReadBuffer(que, cur, CL_TRUE, 0, W * H, board, 0, NULL, NULL);
  want = 0;
  for (i = 0; i < rounds; i++) want = step_ref();
  if (rounds == 0) want = alive;
  printf("%u rounds, %u alive, %s\n", rounds, alive,
         memcmp(board, ref, W * H) || want != alive ? "WRONG" : "ok");
  return memcmp(board, ref, W * H) || want != alive;
}
