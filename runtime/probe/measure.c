//===- measure.c - times and checks of barrier and discovery ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Each item stores in front of the barrier and reads a word of another group
// behind it. Two rows in turn, so that one barrier a round is enough.
static const char payload[] =
    MEASURED_KERNEL("persistify_measure", "rounds")
    "  uint wrong = 0, all = p_get_global_size(), me = p_get_global_id();\n"
    "  uint other = me + p_e.wg;\n"
    "  if (other >= all) other -= all;\n"
    "  for (uint round = 1; round <= rounds; ++round) {\n"
    "    __global uint *now = data + (round & 1) * all;\n"
    "    now[me] = round;\n"
    "    P_BARRIER();\n"
    "    wrong += now[other] != round;\n"
    "  }\n"
    "  if (P_STEADY(wrong)) p_a_add(out, wrong);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

static bool open_with(measure *m, cl_context context, cl_device_id id, bool unfit, pst_why *why) {
  memset(m, 0, sizeof *m);
  m->context = context;
  m->device = pst_device_get(id);
  if (!m->device)
    return pst_fail(why, "out of host memory");
  pst_backend order[PST_NUM_BACKENDS];
  int count = pst_device_backends(m->device, order);
  pst_fail(why, "no back end for this device");
  for (int i = 0; i < count && !m->q; ++i)
    if (pst_qualify(m->device, context, order[i], why)) {
      m->backend = order[i];
      m->q = &m->device->backend[order[i]];
    }
  for (int i = 0; i < count && !m->q && unfit; ++i)
    if (m->device->sane == PST_FIT && m->device->backend[order[i]].poll_ns > 0) {
      m->backend = order[i];
      m->q = &m->device->backend[order[i]];
    }
  if (!m->q)
    return false;
  cl_int status;
  m->queue = clCreateCommandQueue(context, id, CL_QUEUE_PROFILING_ENABLE, &status);
  m->state = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &status);
  m->out = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &status);
  // Two rows of a word for each item that can be resident.
  size_t bytes = (size_t)m->device->units * 2048 * 2 * sizeof(uint32_t) + (1 << 20);
  m->data = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
  return (m->queue && m->state && m->out && m->data) || pst_fail(why, "no memory for measurements (%d)", status);
}

bool measure_open(measure *m, cl_context context, cl_device_id id, pst_why *why) {
  return open_with(m, context, id, false, why);
}

bool measure_open_unfit(measure *m, cl_context context, cl_device_id id, pst_why *why) {
  return open_with(m, context, id, true, why);
}

static void close_program(measure *m) {
  if (m->kernel)
    pst_real_release_kernel()(m->kernel);
  if (m->program)
    clReleaseProgram(m->program);
  m->kernel = NULL;
  m->program = NULL;
}

void measure_close(measure *m) {
  close_program(m);
  pst_control_free(&m->ctl);
  cl_mem buffers[] = {m->state, m->data, m->out};
  for (int i = 0; i < 3; ++i)
    if (buffers[i])
      clReleaseMemObject(buffers[i]);
  if (m->queue)
    clReleaseCommandQueue(m->queue);
  memset(m, 0, sizeof *m);
}

bool measure_build(measure *m, const pst_protocol *protocol, const char *text, const char *entry, pst_why *why) {
  return measure_build_on(m, protocol, persistify_device_text, text, entry, why);
}

bool measure_build_on(measure *m, const pst_protocol *protocol, const char *library, const char *text,
                      const char *entry, pst_why *why) {
  close_program(m);
  m->protocol = *protocol;
  char forms[256];
  pst_protocol_options(protocol, forms, sizeof forms);
  snprintf(m->options, sizeof m->options, "%s %s%s%s", m->q->defines, forms, *m->q->std ? " " : "", m->q->std);
  const char *texts[2] = {library, text ? text : payload};
  cl_int status;
  m->program = clCreateProgramWithSource(m->context, 2, texts, NULL, &status);
  if (!m->program)
    return pst_fail(why, "no program object (%d)", status);
  status = clBuildProgram(m->program, 1, &m->device->id, m->options, NULL, NULL);
  if (status != CL_SUCCESS) {
    static char log[4096];
    clGetProgramBuildInfo(m->program, m->device->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    return pst_fail(why, "does not build (%d, %s): %s", status, m->options, log);
  }
  m->kernel = pst_real_create_kernel()(m->program, text ? entry : "persistify_measure", &status);
  if (!m->kernel)
    return pst_fail(why, "no kernel (%d)", status);
  m->limit = pst_kernel_limit(m->device, m->kernel);
  pst_set_arg_fn set = pst_real_set_arg();
  return (set(m->kernel, 1, sizeof(cl_mem), &m->state) == CL_SUCCESS &&
          set(m->kernel, 3, sizeof(cl_mem), &m->data) == CL_SUCCESS &&
          set(m->kernel, 4, sizeof(cl_mem), &m->out) == CL_SUCCESS) ||
         pst_fail(why, "arguments not accepted");
}

bool measure_run(measure *m, const measure_launch *l, measure_figures *f, pst_why *why) {
  pst_limits limits = {.groups = l->groups, .bound = l->bound, .wg = l->wg, .arena = l->arena ? l->arena : 16};
  double spin_ms = l->spin_ms > 0 ? l->spin_ms : m->spin_ms > 0 ? m->spin_ms : 2000.0;
  pst_limits_time(&limits, m->device, m->q->poll_ns, spin_ms);
  if (l->window)
    limits.window = l->window;
  if (!pst_control_fill(&m->ctl, m->context, m->device, &m->protocol, &limits, why))
    return false;
  if (l->linger)
    m->ctl.words[P_CTL_LINGER] = l->linger - 1;
  uint32_t last = l->rounds | l->bits;
  memset(f, 0, sizeof *f);
  pst_set_arg_fn set = pst_real_set_arg();
  size_t global = l->wg * l->groups, local = l->wg;
  cl_event event = NULL;
  cl_ulong from = 0, to = 0;
  bool good = pst_control_write(&m->ctl, m->queue) == CL_SUCCESS &&
              clEnqueueWriteBuffer(m->queue, m->out, CL_TRUE, 0, 4, &f->wrong, 0, NULL, NULL) == CL_SUCCESS &&
              set(m->kernel, 0, sizeof(cl_mem), &m->ctl.mem) == CL_SUCCESS &&
              set(m->kernel, 2, limits.arena, NULL) == CL_SUCCESS && set(m->kernel, 5, 4, &last) == CL_SUCCESS &&
              clEnqueueNDRangeKernel(m->queue, m->kernel, 1, NULL, &global, &local, 0, NULL, &event) == CL_SUCCESS &&
              clFinish(m->queue) == CL_SUCCESS &&
              clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL) == CL_SUCCESS &&
              clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL) == CL_SUCCESS &&
              pst_control_read(&m->ctl, m->queue, &f->o) == CL_SUCCESS &&
              clEnqueueReadBuffer(m->queue, m->out, CL_TRUE, 0, 4, &f->wrong, 0, NULL, NULL) == CL_SUCCESS;
  if (event)
    clReleaseEvent(event);
  f->us = (double)(to - from) * 1e-3;
  return good || pst_fail(why, "the launch of %u groups of %zu failed", l->groups, l->wg);
}

bool measure_barriers(measure *m, size_t wg, uint32_t groups, double ms, int runs, measure_barrier *result,
                      pst_why *why) {
  measure_launch l = {.wg = wg, .groups = groups, .bound = groups, .rounds = 64};
  return measure_rounds(m, &l, ms, runs, result, why);
}

// One of the timed runs. False: no launch, or given up.
static bool timed(measure *m, const measure_launch *l, measure_barrier *result, double *us, pst_why *why) {
  measure_figures f;
  if (!measure_run(m, l, &f, why))
    return false;
  result->abort |= f.o.abort;
  result->wrong += f.wrong;
  result->found = f.o.count;
  *us = f.us;
  return f.o.abort == 0;
}

bool measure_rounds(measure *m, const measure_launch *launch, double ms, int runs, measure_barrier *result,
                    pst_why *why) {
  enum { LEAST = 5, MOST_MS = 2000, LEAST_ROUNDS = 8, MOST_ROUNDS = 1 << 14 };
  static double few_us[MEASURE_MOST_RUNS], many_us[MEASURE_MOST_RUNS];
  memset(result, 0, sizeof *result);
  measure_launch few = *launch, many = *launch;
  double us;
  for (int i = 0; i < 2; ++i) // the first may compile
    if (!timed(m, &few, result, &us, why))
      return result->abort != 0;
  // What takes long by itself, not because the machine is busy.
  for (; !m->device->hosted && us > ms * 250 && few.rounds > LEAST_ROUNDS; us /= 2)
    few.rounds /= 2;
  // Longer and longer, so that a start-up that took long by chance does not count.
  many.rounds = 4 * few.rounds;
  for (us = 0; us < ms * 1e3 && many.rounds < MOST_ROUNDS; many.rounds *= 2)
    if (!timed(m, &many, result, &us, why))
      return result->abort != 0;
  if (us >= 2 * ms * 1e3 && many.rounds > 8 * few.rounds)
    many.rounds /= 2;
  int count = 0;
  for (double from = pst_now_ms(); count < runs && (count < LEAST || pst_now_ms() - from < MOST_MS); ++count)
    if (!timed(m, &few, result, &few_us[count], why) || !timed(m, &many, result, &many_us[count], why))
      return result->abort != 0;
  // In turns, so that both are of the same time; the launch is in both.
  const double launched = measure_median(few_us, count), per = 1e3 / (many.rounds - few.rounds);
  result->ns = measure_spread_of(many_us, count);
  if (result->ns.median > launched) {
    result->ns.median = (result->ns.median - launched) * per;
    result->ns.low = result->ns.low > launched ? (result->ns.low - launched) * per : 0;
    result->ns.high = (result->ns.high - launched) * per;
  } else { // a busy machine; upper bounds then
    result->ns.median *= 1e3 / many.rounds;
    result->ns.low *= 1e3 / many.rounds;
    result->ns.high *= 1e3 / many.rounds;
  }
  return true;
}

bool measure_bound(measure *m, size_t wg, uint32_t arena, uint32_t most, uint32_t *bound, pst_why *why) {
  uint32_t low = 0, high = most + 1; // low meet, high do not
  while (high - low > 1) {
    // Nobody closes before all are there; a budget tells that they are not coming.
    measure_launch l = {.wg = wg, .groups = low + (high - low) / 2, .arena = arena, .window = 1000000000,
                        .spin_ms = m->device->hosted ? 500.0 : 20.0};
    l.bound = l.groups;
    measure_figures f;
    if (!measure_run(m, &l, &f, why))
      return false;
    if (f.o.abort == 0 && f.o.count == l.groups)
      low = l.groups;
    else
      high = l.groups;
  }
  *bound = low;
  return true;
}

static int by_value(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

double measure_median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_value);
  return values[count / 2];
}

measure_spread measure_spread_of(double *values, int count) {
  measure_spread s = {.median = measure_median(values, count), .runs = (uint32_t)count};
  s.low = values[count / 10];
  s.high = values[count - 1 - count / 10];
  return s;
}

bool measure_discoveries(measure *m, const measure_launch *launch, int launches, double most_ms, measure_discovery *d,
                         pst_why *why) {
  enum { MOST = MEASURE_MOST_RUNS };
  static double us[MOST];
  double sum = 0, squares = 0;
  memset(d, 0, sizeof *d);
  d->launched = launch->groups;
  d->least = UINT32_MAX;
  measure_launch l = *launch;
  measure_figures f;
  int done = 0;
  double from = pst_now_ms();
  for (int i = -1; i < launches && done < MOST && (done < 3 || pst_now_ms() - from < most_ms); ++i) {
    if (!measure_run(m, &l, &f, why))
      return false;
    if (i < 0)
      continue; // may compile
    d->abort = f.o.abort;
    if (f.o.abort)
      break;
    us[done++] = f.us;
    d->mean_us += f.us;
    sum += f.o.count;
    squares += (double)f.o.count * f.o.count;
    d->least = f.o.count < d->least ? f.o.count : d->least;
    d->most = f.o.count > d->most ? f.o.count : d->most;
  }
  d->launches = (uint32_t)done;
  if (done == 0) {
    d->least = 0;
    return true;
  }
  d->mean_us /= done;
  d->mean = sum / done;
  double variance = squares / done - d->mean * d->mean;
  d->deviation = variance > 0 ? sqrt(variance) : 0;
  d->median_us = measure_median(us, done);
  d->worst_us = us[done - 1];
  l.groups = d->most;
  l.bound = 0;
  l.linger = 0;
  int again = 0;
  for (from = pst_now_ms(); again < done && (again < 3 || pst_now_ms() - from < most_ms); ++again) {
    if (!measure_run(m, &l, &f, why))
      return false;
    us[again] = f.us;
  }
  d->exact_us = measure_median(us, again);
  return true;
}
