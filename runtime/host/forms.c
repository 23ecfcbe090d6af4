//===- forms.c - forms of the barrier and of discovery ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names that PERSISTIFY_BARRIER, PERSISTIFY_DISCOVERY, PERSISTIFY_BACKOFF and
// persistify_choose take, and the policy that chooses where they say nothing. A
// new form is a file in runtime/device and a row here.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdio.h>
#include <string.h>

const pst_form pst_barriers[] = {
    {"counter", "p_counter", PST_COUNTER_WORDS}, // barrier_counter.cl
    {"striped", "p_striped", PST_STRIPED_WORDS}, // barrier_striped.cl
    {"xf", "p_xf", PST_GROUP_WORDS},          // barrier_xf.cl
    {"sense", "p_sense", PST_SENSE_WORDS},    // barrier_sense.cl
    {"signflip", "p_signflip", PST_SENSE_WORDS},
    {"tree", "p_tree", PST_TREE_WORDS},       // barrier_tree.cl
    {"treesense", "p_treesense", PST_TREE_WORDS},
    {NULL, NULL, PST_NO_WORDS}};
const pst_form pst_discoveries[] = {
    {"word", "p_word", PST_NO_WORDS}, // discovery_free.cl
    {"stripes", "p_stripes", PST_NO_WORDS},
    {"lobe", "p_lobe", PST_NO_WORDS},
    {"ticket", "p_ticket", PST_NO_WORDS}, // discovery_lock.cl
    {"spin", "p_spin", PST_NO_WORDS},
    {NULL, NULL, PST_NO_WORDS}};
const pst_form pst_backoffs[] = { // wait.cl
    {"none", "P_BACKOFF_NONE", PST_NO_WORDS},
    {"exp", "P_BACKOFF_EXP", PST_NO_WORDS},
    {"count", "P_BACKOFF_COUNT", PST_NO_WORDS},
    {NULL, NULL, PST_NO_WORDS}};

static const struct {
  const char *what;
  const pst_form *forms;
} choices[PST_NUM_CHOICES] = {
    {"barrier", pst_barriers}, {"discovery", pst_discoveries}, {"backoff", pst_backoffs}};

bool pst_choice_parse(pst_choice choice, const char *name, const pst_form **form, pst_why *why) {
  *form = NULL;
  if (!name || !*name || strcmp(name, "auto") == 0)
    return true;
  for (const pst_form *f = choices[choice].forms; f->name; ++f)
    if (strcmp(f->name, name) == 0) {
      *form = f;
      return true;
    }
  char list[160] = "auto";
  for (const pst_form *f = choices[choice].forms; f->name; ++f)
    snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", f->name);
  return pst_fail(why, "no %s '%.32s': one of %s", choices[choice].what, name, list);
}

int pst_choice_named(const char *what) {
  for (int i = 0; i < PST_NUM_CHOICES; ++i)
    if (strcmp(choices[i].what, what) == 0)
      return i;
  return -1;
}

bool pst_protocol_choose(pst_protocol *p, const pst_device *device, pst_why *why) {
  const pst_form *form[PST_NUM_CHOICES];
  for (int i = 0; i < PST_NUM_CHOICES; ++i)
    if (!pst_choice_parse((pst_choice)i, pst_environment()->choice[i], &form[i], why))
      return false;
  // The policy.
  p->barrier = form[PST_BARRIER] ? form[PST_BARRIER] : &pst_barriers[0];
  p->few = device->hosted || !pst_uses(PST_OPT_Striped) ? UINT32_MAX : 4 * device->units;
  p->discovery = form[PST_DISCOVERY] ? form[PST_DISCOVERY] : &pst_discoveries[0];
  p->backoff = form[PST_BACKOFF] ? form[PST_BACKOFF] : &pst_backoffs[pst_uses(PST_OPT_Backoff) ? 2 : 0];
  return true;
}

void pst_protocol_options(const pst_protocol *p, char *text, size_t room) {
  const bool stripes = p->few != UINT32_MAX || pst_environment()->stripes > 1;
  snprintf(text, room, "-DP_BARRIER_KIND=%s%s -DP_DISCOVERY_KIND=%s -DP_BACKOFF=%s", p->barrier->device,
           stripes ? " -DP_COUNTER_STRIPES" : "", p->discovery->device, p->backoff->device);
}

// By figures of an H200, docs/runtime.md. A stripe takes an arrival in about a clock;
// more stripes are more to watch, for each group or (striped) for one.
uint32_t pst_protocol_stripes(const pst_protocol *p, uint32_t groups) {
  const uint32_t chosen = pst_environment()->stripes;
  switch (p->barrier->words) {
  case PST_STRIPED_WORDS:
    return chosen ? pst_at_most(chosen, P_MAX_STRIPES) : groups / 2 > p->few ? P_MAX_STRIPES : 8;
  case PST_COUNTER_WORDS:
    return chosen ? 1u << (pst_at_most(chosen, 4) >> 1) : groups > p->few ? 4 : 1;
  default:
    return 1;
  }
}

static uint32_t form_words(const pst_form *form, uint32_t groups, uint32_t slots, uint32_t stripes) {
  switch (form->words) {
  case PST_COUNTER_WORDS:
    return P_WORDS_COUNTER(stripes);
  case PST_STRIPED_WORDS:
    return P_WORDS_STRIPED;
  case PST_GROUP_WORDS:
    return P_WORDS_XF(groups);
  case PST_SENSE_WORDS:
    return P_WORDS_SENSE;
  case PST_TREE_WORDS:
    return P_WORDS_TREE(slots);
  case PST_NO_WORDS:
    break;
  }
  return 0;
}

uint32_t pst_protocol_words(const pst_protocol *p, uint32_t groups, uint32_t slots) {
  return P_CTL_AREA + form_words(p->barrier, groups, slots, pst_protocol_stripes(p, groups));
}
