/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An allocator whose addresses come in no order, for LD_PRELOAD: what a program
 * does must not depend on which of two objects has the lower address. The order
 * depends on SHUFFLE_SEED only. It is no good allocator: memory of blocks that
 * are freed is used again for the same size class only. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  FIRST = 5,   /* the smallest blocks have 32 bytes */
  LAST = 17,   /* larger ones are mapped by themselves */
  BLOCKS = 512 /* that a class gets at a time, one in front of the other */
};

/* In front of each block, which is aligned to 16 bytes. */
struct head {
  uint32_t class, offset; /* bytes from the start of the slot */
  size_t size;            /* that may be used */
};

static struct {
  void **slots;
  size_t free, all, room; /* slots: free ones, all, and for how many there is room */
} classes[LAST + 1];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t state;

static uint64_t next_random(void) {
  if (!state) {
    const char *seed = getenv("SHUFFLE_SEED");
    state = 88172645463325252ull;
    for (; seed && *seed; seed++)
      state = (state ^ (unsigned char)*seed) * 1099511628211ull;
  }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static void *map(size_t bytes) {
  /* Anywhere in a range of 16 TiB; where it is taken, wherever there is room. */
  void *hint = (void *)(0x100000000000ull + (next_random() % (1ull << 32) << 12));
  void *p = mmap(hint, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* More slots of a class: the list of free ones grows in memory of its own. */
static int grow(unsigned class) {
  const size_t bytes = (size_t)1 << class, count = bytes <= 4096 ? BLOCKS : 16;
  char *block = map(bytes * count);
  size_t i;
  if (!block)
    return 0;
  if (classes[class].all + count > classes[class].room) {
    const size_t room = (classes[class].all + count) * 2;
    void **slots = map(room * sizeof *slots);
    if (!slots)
      return 0;
    if (classes[class].slots) {
      memcpy(slots, classes[class].slots, classes[class].free * sizeof *slots);
      munmap(classes[class].slots, classes[class].room * sizeof *slots);
    }
    classes[class].slots = slots;
    classes[class].room = room;
  }
  classes[class].all += count;
  for (i = 0; i < count; i++)
    classes[class].slots[classes[class].free++] = block + i * bytes;
  return 1;
}

static void *get(size_t size, size_t align) {
  const size_t extra = sizeof(struct head) + (align > 16 ? align : 0);
  unsigned class = FIRST;
  char *slot = NULL, *block;
  struct head *head;
  if (size > SIZE_MAX / 4 || align > SIZE_MAX / 4) {
    errno = ENOMEM;
    return NULL;
  }
  while (class <= LAST && ((size_t)1 << class) < size + extra)
    class++;
  pthread_mutex_lock(&lock);
  if (class > LAST) {
    slot = map(size + extra);
  } else if (classes[class].free || grow(class)) {
    const size_t at = next_random() % classes[class].free;
    slot = classes[class].slots[at];
    classes[class].slots[at] = classes[class].slots[--classes[class].free];
  }
  pthread_mutex_unlock(&lock);
  if (!slot) {
    errno = ENOMEM;
    return NULL;
  }
  block = slot + sizeof *head;
  if (align > 16)
    block = (char *)(((uintptr_t)block + align - 1) / align * align);
  head = (struct head *)block - 1;
  head->class = class;
  head->offset = block - slot;
  head->size = (class > LAST ? size + extra : (size_t)1 << class) - (block - slot);
  return block;
}

void *malloc(size_t size) { return get(size, 16); }

void free(void *block) {
  struct head *head = (struct head *)block - 1;
  char *slot;
  if (!block)
    return;
  slot = (char *)block - head->offset;
  if (head->class > LAST) {
    munmap(slot, head->size + head->offset);
    return;
  }
  pthread_mutex_lock(&lock);
  classes[head->class].slots[classes[head->class].free++] = slot; /* had a place there before */
  pthread_mutex_unlock(&lock);
}

void *calloc(size_t count, size_t size) {
  void *block;
  if (size && count > SIZE_MAX / size) {
    errno = ENOMEM;
    return NULL;
  }
  block = get(count * size, 16);
  if (block)
    memset(block, 0, count * size);
  return block;
}

size_t malloc_usable_size(void *block) { return block ? ((struct head *)block - 1)->size : 0; }

void *realloc(void *block, size_t size) {
  const size_t old = malloc_usable_size(block);
  void *now;
  if (block && size <= old && size)
    return block;
  now = get(size, 16);
  if (now && block) {
    memcpy(now, block, old < size ? old : size);
    free(block);
  }
  return now;
}

void *memalign(size_t align, size_t size) { return get(size, align); }
void *aligned_alloc(size_t align, size_t size) { return get(size, align); }
int posix_memalign(void **to, size_t align, size_t size) {
  void *block = get(size, align);
  if (!block)
    return ENOMEM;
  *to = block;
  return 0;
}
