/* A state machine around the launches: what a trip does is told by a switch, and a
 * callback with user data, given as void *, decides whether to go on. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define FAR 0x3fffffff
#define CHECK(call) check_error((call), CL_SUCCESS, __FILE__, __LINE__)

static cl_context context;
static cl_command_queue commands;
static cl_kernel relax;
static cl_mem d_row, d_col, d_level, d_changed;

static const char *error_string(cl_int err) {
  switch (err) {
  case CL_SUCCESS: return "CL_SUCCESS";
  case CL_INVALID_VALUE: return "CL_INVALID_VALUE";
  case CL_OUT_OF_RESOURCES: return "CL_OUT_OF_RESOURCES";
  default: return "another error";
  }
}

static void check_error(cl_int got, cl_int want, const char *file, int line) {
  if (got != want) {
    fprintf(stderr, "%s:%d: %s\n", file, line, error_string(got));
    exit(1);
  }
}

enum phase { CLEAR, RUN, TEST, DONE };
typedef int (*progress_fn)(int round, void *user);

struct limit {
  int rounds, most;
};

static int within(int round, void *user) {
  struct limit *limit = (struct limit *)user;
  limit->rounds = round;
  return round < limit->most;
}

static int solve(int n, progress_fn progress, void *user) {
  enum phase phase = CLEAR;
  int rounds = 0, changed = 0;
  static const size_t local = 32;
  size_t global = ((size_t)n + local - 1) / local * local;
  while (phase != DONE) {
    switch (phase) {
    case CLEAR:
      changed = 0;
      CHECK(clEnqueueWriteBuffer(commands, d_changed, CL_TRUE, 0, sizeof(int), &changed, 0, NULL, NULL));
      phase = RUN;
      break;
    case RUN:
      CHECK(clEnqueueNDRangeKernel(commands, relax, 1, NULL, &global, &local, 0, NULL, NULL));
      phase = TEST;
      break;
    case TEST:
      CHECK(clEnqueueReadBuffer(commands, d_changed, CL_TRUE, 0, sizeof(int), &changed, 0, NULL, NULL));
      phase = progress(++rounds, user) && changed ? CLEAR : DONE;
      break;
    case DONE: break;
    }
  }
  CHECK(phase == DONE && changed <= 1 ? CL_SUCCESS : CL_INVALID_VALUE);
  return rounds;
}

static cl_mem buffer(size_t count, const int *data) {
  cl_int err;
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), count * sizeof(int),
                            (void *)data, &err);
  CHECK(err);
  return b;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 150, i, first = 0, end = 1, rounds;
  struct limit limit = {2000, argc > 2 ? atoi(argv[2]) : 1000};
  int *row = malloc((n + 1) * sizeof(int)), *col = malloc(2 * n * sizeof(int)), *level = malloc(n * sizeof(int));
  int *want = malloc(n * sizeof(int)), *queue = malloc(n * sizeof(int));
  static char text[4096];
  const char *source = text;
  cl_platform_id platform;
  cl_device_id device;
  cl_program program;
  cl_int err;
  FILE *in = fopen("hops.cl", "r");
  if (!in)
    return 2;
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  for (i = 0; i < n; i++) {
    row[i] = 2 * i;
    col[2 * i] = (i + n - 1) % n; /* the last one is on a shortest path */
    col[2 * i + 1] = i * 3 % n;
    level[i] = want[i] = i ? FAR : 0;
  }
  row[n] = 2 * n;

  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  CHECK(err);
  commands = clCreateCommandQueue(context, device, 0, &err);
  CHECK(err);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  CHECK(err);
  CHECK(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
  relax = clCreateKernel(program, "relax", &err);
  CHECK(err);
  d_row = buffer(n + 1, row);
  d_col = buffer(2 * n, col);
  d_level = buffer(n, level);
  d_changed = buffer(1, NULL);
  err = clSetKernelArg(relax, 0, sizeof(cl_mem), (void *)&d_row);
  err |= clSetKernelArg(relax, 1, sizeof(cl_mem), (void *)&d_col);
  err |= clSetKernelArg(relax, 2, sizeof(cl_mem), (void *)&d_level);
  err |= clSetKernelArg(relax, 3, sizeof(cl_mem), (void *)&d_changed);
  err |= clSetKernelArg(relax, 4, sizeof(int), &n);
  CHECK(err);
  rounds = solve(n, within, &limit);
  CHECK(clEnqueueReadBuffer(commands, d_level, CL_TRUE, 0, n * sizeof(int), level, 0, NULL, NULL));

  for (queue[0] = 0; first < end; first++)
    for (i = row[queue[first]]; i < row[queue[first] + 1]; i++)
      if (want[col[i]] == FAR) {
        want[col[i]] = want[queue[first]] + 1;
        queue[end++] = col[i];
      }
  if (rounds > n + 1)
    return printf("%d rounds\n", rounds), 1;
  for (i = 0; i < n; i++)
    if (limit.most == 1000 && level[i] != want[i])
      return printf("vertex %d: %d, not %d\n", i, level[i], want[i]), 1;
  printf("%s\n", rounds == limit.rounds ? "ok" : "rounds differ");
  return rounds != limit.rounds;
}
