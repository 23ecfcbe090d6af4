//===- folder.c - where the cache lies, and how large it gets --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_CACHE_DIR, or a folder of ours in the user's cache folder (XDG Base Directory
// Specification): of mode 0700, and used only if nobody else may write there. Once in a process,
// in front of its first new entry, the entries that were not used for longest go if all
// together are larger than PERSISTIFY_CACHE_MB.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  UNFINISHED_S = 3600, // a file that was begun so long ago has nobody who goes on with it
  USED_S = 24 * 3600   // so often an entry is told that it is in use
};

//===- which one ----------------------------------------------------------===//

static bool mine(const struct stat *info) {
  return S_ISDIR(info->st_mode) && info->st_uid == geteuid() && !(info->st_mode & (S_IWGRP | S_IWOTH));
}

// A folder of the user's own, or one that can be made. For a program that runs as somebody else (set-user-ID, or
// root with a user's environment) there is none.
static bool users_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 ? S_ISDIR(info.st_mode) && info.st_uid == geteuid() : errno == ENOENT;
}

const char *pst_folder_default(void) {
  static char path[PATH_MAX];
  const char *xdg = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
  int length = -1;
  if (xdg && *xdg == '/') // a relative one does not count
    length = users_folder(xdg) ? snprintf(path, sizeof path, "%s/persistify", xdg) : -1;
  else if (home && *home == '/' && users_folder(home))
    length = snprintf(path, sizeof path, "%s/.cache/persistify", home);
  return length > 0 && (size_t)length < sizeof path - 32 ? path : "";
}

bool pst_folder_make(void) {
  const pst_env *env = pst_environment();
  if (env->cache_chosen) {
    mkdir(env->cache, 0755); // nobody else writes there, whatever the program's umask is
    return true; // what cannot be written is said
  }
  char *parent = strdup(env->cache); // not on the stack, which may be a small one
  if (!parent)
    return false;
  *strrchr(parent, '/') = '\0';
  mkdir(parent, 0700);
  free(parent);
  mkdir(env->cache, 0700);
  struct stat info;
  return lstat(env->cache, &info) == 0 && mine(&info);
}

//===- its size -----------------------------------------------------------===//

typedef struct file {
  char name[24];
  struct timespec used;
  uint64_t bytes;
} file;

static int older(const void *a, const void *b) {
  const struct timespec *x = &((const file *)a)->used, *y = &((const file *)b)->used;
  if (x->tv_sec != y->tv_sec)
    return x->tv_sec < y->tv_sec ? -1 : 1;
  return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

// Names as cache.c gives them; other files are somebody's.
static bool is_entry(const char *name) {
  return strlen(name) == 20 && strspn(name, "0123456789abcdef") == 16 && strcmp(name + 16, ".bin") == 0;
}

static bool is_unfinished(const char *name) { return strlen(name) == 10 && strncmp(name, "new-", 4) == 0; }

// The entries that are there, and how many; null for none. What nobody goes on with is removed.
static file *list(DIR *folder, size_t *count) {
  file *all = NULL;
  size_t room = 0;
  const time_t now = time(NULL);
  for (struct dirent *d; (d = readdir(folder));) {
    struct stat info;
    const bool entry = is_entry(d->d_name);
    if ((!entry && !is_unfinished(d->d_name)) ||
        fstatat(dirfd(folder), d->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode))
      continue;
    if (!entry) {
      if (now - info.st_mtim.tv_sec > UNFINISHED_S)
        unlinkat(dirfd(folder), d->d_name, 0);
      continue;
    }
    if (*count == room) {
      file *more = realloc(all, (room = 2 * room + 64) * sizeof *all);
      if (!more)
        break;
      all = more;
    }
    file *f = &all[(*count)++];
    memcpy(f->name, d->d_name, 21);
    f->used = info.st_mtim;
    f->bytes = (uint64_t)info.st_size;
  }
  return all;
}

void pst_folder_trim(void) {
  static int done; // atomic
  const pst_env *env = pst_environment();
  if (env->cache_bytes == 0 || __atomic_exchange_n(&done, 1, __ATOMIC_RELAXED))
    return;
  DIR *folder = opendir(env->cache);
  if (!folder)
    return;
  size_t count = 0;
  file *all = list(folder, &count);
  uint64_t bytes = 0;
  for (size_t i = 0; i < count; ++i)
    bytes += all[i].bytes;
  // Down to three quarters, so that this does not come up each time.
  const uint64_t least = bytes > env->cache_bytes ? env->cache_bytes / 4 * 3 : bytes;
  if (bytes > least)
    qsort(all, count, sizeof *all, older);
  for (size_t i = 0; i < count && bytes > least; ++i) {
    if (unlinkat(dirfd(folder), all[i].name, 0) == 0) // another process may have done so
      bytes -= all[i].bytes;
  }
  free(all);
  closedir(folder);
}

void pst_folder_used(int entry) {
  struct stat info;
  if (fstat(entry, &info) == 0 && time(NULL) - info.st_mtim.tv_sec > USED_S)
    futimens(entry, NULL);
}
