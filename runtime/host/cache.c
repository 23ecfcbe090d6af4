//===- cache.c - what was found out before, on disk ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries of the cache folder (folder.c): program binaries, devices that passed their
// tests, times. A file holds all of its key, which is compared byte by byte: its name is
// only a hash. Files come into place by renaming, so that processes which share
// the folder see whole files; a damaged one is as good as none.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t MAGIC = UINT64_C(0x3165686361637370); // "pscache1"

typedef struct header {
  uint64_t magic, key_bytes, bytes, hash; // hash: of the content
} header;

static uint64_t content_hash(const unsigned char *bytes, size_t count) {
  // persistify_hash overlooks what does not change a source text.
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < count; ++i)
    hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
  return hash;
}

//===- keys ---------------------------------------------------------------===//

void pst_key_add(pst_key *key, const char *text, size_t length) {
  if (key->failed)
    return;
  // The length goes in front, so that different parts never make the same key.
  char *more = realloc(key->text, key->length + sizeof length + length);
  if (!more) {
    key->failed = true;
    return;
  }
  key->text = more;
  memcpy(more + key->length, &length, sizeof length);
  memcpy(more + key->length + sizeof length, text, length);
  key->length += sizeof length + length;
}

void pst_key_device(pst_key *key, const pst_device *device) {
  static const cl_device_info infos[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION, CL_DRIVER_VERSION};
  char text[512];
  cl_platform_id platform = NULL;
  for (unsigned i = 0; i < sizeof infos / sizeof *infos; ++i) {
    memset(text, 0, sizeof text);
    clGetDeviceInfo(device->id, infos[i], sizeof text - 1, text, NULL);
    pst_key_add(key, text, strlen(text));
  }
  clGetDeviceInfo(device->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
  memset(text, 0, sizeof text);
  clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text - 1, text, NULL);
  pst_key_add(key, text, strlen(text));
  // On a CPU also how much of it this process may use.
  uint64_t numbers[] = {device->units, device->max_wg, device->local_bytes, sizeof(void *)};
  pst_key_add(key, (const char *)numbers, sizeof numbers);
}

void pst_key_free(pst_key *key) {
  free(key->text);
  memset(key, 0, sizeof *key);
}

uint64_t pst_key_hash(const pst_key *key) { return content_hash((const unsigned char *)key->text, key->length); }

//===- files --------------------------------------------------------------===//

bool pst_cache_on(void) { return *pst_environment()->cache != '\0'; }

static char *path_of(const pst_key *key) {
  const char *folder = pst_environment()->cache;
  char *path = !key->failed && key->text ? malloc(strlen(folder) + 32) : NULL;
  if (path)
    sprintf(path, "%s/%016llx.bin", folder, (unsigned long long)persistify_hash(key->text, key->length));
  return path;
}

// Whoever may write our entries may choose what our process runs.
static bool ours(FILE *file) {
  struct stat info;
  return fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
         !(info.st_mode & (S_IWGRP | S_IWOTH));
}

static unsigned char *read_entry(FILE *file, const pst_key *key, size_t *bytes) {
  enum { MOST = 1 << 28 };
  header head;
  if (!ours(file) || fread(&head, sizeof head, 1, file) != 1 || head.magic != MAGIC || head.key_bytes != key->length ||
      head.bytes == 0 || head.bytes > MOST)
    return NULL;
  unsigned char *all = malloc(head.key_bytes > head.bytes ? head.key_bytes : head.bytes);
  bool good = all && fread(all, 1, head.key_bytes, file) == head.key_bytes &&
              memcmp(all, key->text, key->length) == 0 && fread(all, 1, head.bytes, file) == head.bytes &&
              content_hash(all, head.bytes) == head.hash;
  if (!good) {
    free(all);
    return NULL;
  }
  *bytes = head.bytes;
  return all;
}

unsigned char *pst_cache_get(const pst_key *key, size_t *bytes) {
  char *path = pst_cache_on() ? path_of(key) : NULL;
  // A pipe of that name would wait for its writer; what is no file of ours is seen then.
  const int number = path ? open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) : -1;
  FILE *file = number >= 0 ? fdopen(number, "rb") : NULL;
  unsigned char *content = file ? read_entry(file, key, bytes) : NULL;
  if (content)
    pst_folder_used(fileno(file));
  if (file)
    fclose(file);
  else if (number >= 0)
    close(number);
  free(path);
  return content;
}

void pst_cache_put(const pst_key *key, const void *content, size_t bytes) {
  static int said; // atomic
  const char *folder = pst_environment()->cache;
  char *path = pst_cache_on() && bytes && pst_folder_make() ? path_of(key) : NULL;
  char *fresh = path ? malloc(strlen(folder) + 16) : NULL;
  if (!fresh) {
    free(path);
    return;
  }
  pst_folder_trim();
  pst_calm calm;
  pst_calm_begin(&calm);
  sprintf(fresh, "%s/new-XXXXXX", folder);
  int number = mkostemp(fresh, O_CLOEXEC); // readable and writable for the user only
  FILE *file = number >= 0 ? fdopen(number, "wb") : NULL;
  header head = {MAGIC, key->length, bytes, content_hash(content, bytes)};
  bool good = file && fwrite(&head, sizeof head, 1, file) == 1 &&
              fwrite(key->text, 1, key->length, file) == key->length && fwrite(content, 1, bytes, file) == bytes;
  if (file)
    good &= fclose(file) == 0;
  else if (number >= 0)
    close(number);
  good = good && rename(fresh, path) == 0;
  const int why = errno;
  pst_calm_end(&calm);
  if (!good) {
    if (number >= 0)
      unlink(fresh);
    // A disk that is full has room again some day: the next one is tried. Of a folder that nobody asked for nothing is said.
    if (pst_environment()->cache_chosen && !__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
      fprintf(stderr, "persistify: PERSISTIFY_CACHE_DIR: cannot write to '%s' (%s): nothing is kept there\n", folder,
              strerror(why));
  }
  free(fresh);
  free(path);
}
