//===- internal.h - what the host library's files share ---------*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_INTERNAL_H
#define PERSISTIFY_INTERNAL_H

#include "base.h"
#include "bound.h"
#include "build.h"
#include "device.h"
#include "entry.h"
#include "environment.h"
#include "launch.h"
#include "objects.h"
#include "report.h"
#include "timeline.h"

#endif // PERSISTIFY_INTERNAL_H
