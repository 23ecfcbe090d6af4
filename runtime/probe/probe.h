//===- probe.h - what persistify-probe's files share ------------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parent never calls OpenCL. Each stage runs in a child process, which may
// hang or crash without harm: it prints records, one a line, that the parent
// reads until it ends or its time is up.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_PROBE_H
#define PERSISTIFY_PROBE_H

#include "measure.h"

/// In a child: one record. Values are kept as text; `number` and `flag` print
/// without quotes in JSON.
void record_begin(const char *section);
void record_text(const char *key, const char *value);
void record_number(const char *key, double value);
void record_flag(const char *key, bool value);
void record_end(void);

typedef struct probe_options {
  const char *device; // see pick_device
  double soak_s;
  bool quick;
} probe_options;

/// What a stage works with. Stages return false with a reason if they could not run.
typedef struct probe_target {
  const probe_options *options;
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
} probe_target;

typedef bool (*stage_fn)(probe_target *target, pst_why *why);
bool stage_facts(probe_target *target, pst_why *why);    // what the device says of itself
bool stage_backends(probe_target *target, pst_why *why); // the library's own qualification
bool stage_progress(probe_target *target, pst_why *why); // who may wait for whom
bool stage_discovery(probe_target *target, pst_why *why);
bool stage_barriers(probe_target *target, pst_why *why);
bool stage_launches(probe_target *target, pst_why *why); // what barriers save
bool stage_litmus(probe_target *target, pst_why *why);
bool stage_soak(probe_target *target, pst_why *why);

/// Prints the platforms' devices as records.
void list_devices(void);
/// "P:D" (numbers of --list), "gpu", "cpu", "any", or part of a name.
bool pick_device(const char *wanted, cl_platform_id *platform, cl_device_id *device);

#endif // PERSISTIFY_PROBE_H
