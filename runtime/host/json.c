//===- json.c - JSON, and files that processes append to -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Bytes of a well-formed UTF-8 sequence, 0: it is none. Names of files may be anything.
static int utf8_length(const unsigned char *s) {
  if (*s < 0x80)
    return 1;
  int length = *s >= 0xc2 && *s < 0xe0 ? 2 : *s >= 0xe0 && *s < 0xf0 ? 3 : *s >= 0xf0 && *s < 0xf5 ? 4 : 0;
  for (int i = 1; i < length; ++i)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  bool overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
  bool outside = (*s == 0xed && s[1] > 0x9f) || (*s == 0xf4 && s[1] > 0x8f);
  return overlong || outside ? 0 : length;
}

void pst_json_text(FILE *f, const char *text, size_t size) {
  fputc('"', f);
  for (const char *end = text + size; text < end;) {
    int length = utf8_length((const unsigned char *)text);
    if (length > end - text)
      length = 0;
    if ((unsigned char)*text < 0x20)
      fprintf(f, "\\u%04x", (unsigned)*text);
    else if (*text == '"' || *text == '\\')
      fprintf(f, "\\%c", *text);
    else if (length)
      fwrite(text, 1, (size_t)length, f);
    else
      fputs("\\ufffd", f);
    text += length ? length : 1;
  }
  fputc('"', f);
}

// Without printf's %f, whose decimal point the program's locale chooses.
void pst_json_thousandths(FILE *f, double value) {
  const unsigned long long part = value > 0 ? (unsigned long long)(value * 1e3 + 0.5) : 0;
  fprintf(f, "%llu.%03llu", part / 1000, part % 1000);
}

// Of a line that did not fit on the disk nothing stays, so that the next one begins a line.
static void take_back(int to, ssize_t written) {
  struct stat info;
  const off_t end = written > 0 ? lseek(to, 0, SEEK_CUR) : -1;
  if (end >= written && fstat(to, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == end && ftruncate(to, end - written) != 0)
    return;
}

// Whether it still is what was opened: programs close all descriptors, as daemons do, and open files of their own.
static bool still(const pst_sink *sink, int to) {
  struct stat info;
  return fstat(to, &info) == 0 && (uint64_t)info.st_dev == __atomic_load_n(&sink->device, __ATOMIC_RELAXED) &&
         (uint64_t)info.st_ino == __atomic_load_n(&sink->inode, __ATOMIC_RELAXED);
}

// Not one of the numbers that programs take for stdin, stdout and stderr, whatever is there.
static int above(int file) {
  enum { FIRST = 3 };
  if (file < 0 || file >= FIRST)
    return file;
  const int other = fcntl(file, F_DUPFD_CLOEXEC, FIRST);
  close(file);
  return other;
}

// A new file gets its head from the one that makes it.
static int open_file(const char *path, const char *head) {
  const size_t length = strlen(head);
  int to = length ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666) : -1;
  if (to >= 0 && write(to, head, length) != (ssize_t)length) {
    close(to);
    return -1;
  }
  return to >= 0 ? to : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

// Gives a number for `sink`. Threads that do so at once open the same file.
static int open_sink(pst_sink *sink, const char *path, const char *head) {
  struct stat info;
  int none = -1;
  const int to = above(open_file(path, head));
  if (to < 0 || fstat(to, &info) != 0)
    return to;
  __atomic_store_n(&sink->device, (uint64_t)info.st_dev, __ATOMIC_RELAXED);
  __atomic_store_n(&sink->inode, (uint64_t)info.st_ino, __ATOMIC_RELAXED);
  if (__atomic_compare_exchange_n(&sink->file, &none, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return to;
  close(to);
  return none;
}


void pst_append(pst_sink *sink, const char *path, const char *head, const char *text, size_t length) {
  pst_calm calm;
  pst_calm_begin(&calm);
  int to = __atomic_load_n(&sink->file, __ATOMIC_ACQUIRE);
  if (to >= 0 && !still(sink, to)) { // the number is the program's: it is not closed
    int its = to;
    __atomic_compare_exchange_n(&sink->file, &its, -1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    to = -1;
  }
  // Without the lock: it may be a pipe that nobody reads.
  if (to < 0)
    to = open_sink(sink, path, head);
  const ssize_t written = to >= 0 ? write(to, text, length) : -1;
  const int why = written < 0 ? errno : ENOSPC;
  if (written != (ssize_t)length)
    take_back(to, written);
  pst_calm_end(&calm);
  if (written == (ssize_t)length)
    return;
  if (!__atomic_exchange_n(&sink->said, 1, __ATOMIC_RELAXED))
    fprintf(stderr, "persistify: %s: cannot write to '%s': %s\n", sink->variable, path, strerror(why));
}
