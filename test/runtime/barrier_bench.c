//===- barrier_bench.c - time of a barrier and of discovery -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each form of the barrier (with each back-off), work-group size and number
// of groups: nanoseconds per barrier with payload, by the device's clock. For each
// form of discovery, work-group size and amount of local memory: groups that are
// resident together by search, groups found in a grid of four times as many, and
// the kernel's time.
//
//   barrier_bench [--csv FOLDER] [--ms N] [--launches N] [--barriers A,B] [--discoveries A,B] [--backoffs A,B]
//
// `auto` is the runtime's own choice. --ms: about the time of one run. FOLDER gets
// barriers.csv and discovery.csv. Ends with 1 if a barrier showed wrong data.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "measure.h"

static const char *names[PST_NUM_CHOICES] = {NULL, NULL, NULL}, *csv_folder;
static double run_ms = 3;
static int launches = 50;

static bool in_list(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
    if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
      return true;
  return !list;
}

static FILE *open_csv(const char *name, const char *head) {
  char path[4096];
  if (!csv_folder)
    return NULL;
  snprintf(path, sizeof path, "%s/%s", csv_folder, name);
  FILE *file = fopen(path, "w");
  CHECK(file);
  fprintf(file, "%s\n", head);
  return file;
}

static size_t sizes[] = {32, 128, 256, 512, 1024};
enum { SIZES = sizeof sizes / sizeof *sizes };

static int bench_barrier(measure *m, const pst_protocol *p, const char *name, const char *backoff, FILE *csv) {
  pst_why why;
  int bad = 0;
  if (!measure_build(m, p, NULL, NULL, &why)) {
    printf("barrier %-10s %-5s: %s\n", name, backoff, why.text);
    return 1;
  }
  for (int s = 0; s < SIZES && sizes[s] <= m->limit; ++s) {
    uint32_t most = pst_device_groups(m->device, sizes[s]);
    for (uint32_t groups = m->device->units; groups <= most; groups *= 2) {
      measure_barrier r;
      if (!measure_barriers(m, sizes[s], groups, run_ms, &r, &why)) {
        printf("barrier %-10s %-5s: %s\n", name, backoff, why.text);
        return 1;
      }
      printf("barrier %-10s %-5s %4zu %5u %5u %9.0f %u %u\n", name, backoff, sizes[s], groups, r.found, r.ns, r.wrong,
             r.abort);
      fflush(stdout);
      if (csv)
        fprintf(csv, "%s,%s,%zu,%u,%u,%.1f,%u,%u\n", name, backoff, sizes[s], groups, r.found, r.ns, r.wrong, r.abort);
      if (csv)
        fflush(csv);
      bad += r.wrong != 0 || r.abort != 0;
    }
  }
  return bad;
}

static int bench_discovery(measure *m, const pst_protocol *p, FILE *csv) {
  pst_why why;
  const char *name = p->discovery->name;
  if (!measure_build(m, p, NULL, NULL, &why)) {
    printf("discovery %-8s: %s\n", name, why.text);
    return 1;
  }
  for (int s = 0; s < SIZES && sizes[s] <= m->limit; ++s)
    for (uint32_t arena = 16; arena <= 49152 && arena + 1024 <= m->device->local_bytes; arena = arena == 16 ? 12288 : arena * 4) {
      static uint32_t bounds[SIZES][3]; // the same for all forms, which use nearly the same resources
      uint32_t *bound = &bounds[s][arena == 16 ? 0 : arena == 12288 ? 1 : 2], most = pst_device_groups(m->device, sizes[s]);
      measure_discovery d;
      if ((!*bound && !measure_bound(m, sizes[s], arena, most, bound, &why)) ||
          !measure_discoveries(m, sizes[s], arena, m->device->cpu ? most : 4 * most, launches, 700, &d, &why)) {
        printf("discovery %-8s: %s\n", name, why.text);
        return 1;
      }
      printf("discovery %-8s %4zu %6u %6u %6u %5u..%-5u %3u %9.1f %9.1f %9.1f\n", name, sizes[s], arena, *bound,
             d.launched, d.least, d.most, d.launches, d.median_us, d.worst_us, d.exact_us);
      fflush(stdout);
      if (csv)
        fprintf(csv, "%s,%zu,%u,%u,%u,%u,%u,%u,%.2f,%.2f,%.2f\n", name, sizes[s], arena, *bound, d.launched, d.least,
                d.most, d.launches, d.median_us, d.worst_us, d.exact_us);
      if (csv)
        fflush(csv);
    }
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *value = argv[i + 1];
    if (strcmp(argv[i], "--csv") == 0)
      csv_folder = value;
    else if (strcmp(argv[i], "--ms") == 0)
      run_ms = atof(value);
    else if (strcmp(argv[i], "--launches") == 0)
      launches = atoi(value);
    else if (strcmp(argv[i], "--barriers") == 0)
      names[PST_BARRIER] = value;
    else if (strcmp(argv[i], "--discoveries") == 0)
      names[PST_DISCOVERY] = value;
    else if (strcmp(argv[i], "--backoffs") == 0)
      names[PST_BACKOFF] = value;
    else
      CHECK(!"known option");
  }
  bench b = open_bench();
  measure m;
  pst_why why;
  if (!measure_open(&m, b.context, b.device, &why)) {
    printf("device unfit: %s\n", why.text);
    return 77;
  }
  pst_protocol own, p;
  CHECK(pst_protocol_choose(&own, m.device, &why));
  printf("# backend %s, %u units, poll %.1f ns\n", pst_backend_name(m.backend), m.device->units, m.q->poll_ns);
  int bad = 0;
  FILE *csv = open_csv("barriers.csv", "barrier,backoff,wg,groups,found,ns,wrong,abort");
  printf("# barrier: form backoff wg groups found ns/barrier wrong abort\n");
  if (in_list(names[PST_BARRIER], "auto"))
    bad += bench_barrier(&m, &own, "auto", own.backoff->name, csv);
  for (const pst_form *form = pst_barriers; form->name; ++form)
    for (const pst_form *backoff = pst_backoffs; backoff->name; ++backoff)
      if (in_list(names[PST_BARRIER], form->name) && in_list(names[PST_BACKOFF], backoff->name)) {
        p = own;
        p.barrier = form;
        p.many = NULL;
        p.backoff = backoff;
        bad += bench_barrier(&m, &p, form->name, backoff->name, csv);
      }
  if (csv)
    fclose(csv);
  csv = open_csv("discovery.csv", "discovery,wg,local_bytes,bound,launched,least,most,launches,median_us,worst_us,exact_us");
  printf("# discovery: form wg local_bytes bound launched least..most launches median_us worst_us exact_us\n");
  for (const pst_form *form = pst_discoveries; form->name; ++form)
    if (in_list(names[PST_DISCOVERY], form->name)) {
      p = own;
      p.discovery = form;
      bad += bench_discovery(&m, &p, csv);
    }
  if (csv)
    fclose(csv);
  measure_close(&m);
  return bad != 0;
}
