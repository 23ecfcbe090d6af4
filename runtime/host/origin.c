//===- origin.c - what was analysed is what is built (rule H9) ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the program's device code: the source, perhaps after macros that the program's loader
// put there, the files that it includes, and the macros of build options and loader. The
// values of macros that the analysis depends on are compared in the device program; what is
// left to this file is that no others change the source.
// Where implementations look for included files differs: some begin with the working
// directory, others with -I. The same texts must be found either way.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct file {
  char *path, *text;
  size_t length;
} file;

enum { PATHS = 3 };

// One program, while it is looked at.
typedef struct look {
  const persistify_region *region;
  const persistify_source *source;
  const char *text, *before; // as it was analysed, and what the loader put before it
  size_t length, front;
  char *whole, *copy; // of a text that only includes the source: that file's text, and its own without comments
  char *option_bytes, **options; // without quotes; the last is null
  file *files;                   // by source->includes
  char (*paths)[PATH_MAX];       // not on the stack, which may be a small one
  pst_why *why;
} look;

static bool starts(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }
static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }
static bool is_blank(char c) { return strchr(" \t\n\r\v\f", c) != NULL; } // a NUL too

//===- words --------------------------------------------------------------===//

// After the comment, string or character constant at `p`; `p` itself if there is none.
static const char *skip(const char *p, const char *end) {
  if (end - p < 2)
    return p;
  if (p[0] == '/' && p[1] == '/') {
    while (p < end && *p != '\n')
      p += *p == '\\' ? 2 : 1;
  } else if (p[0] == '/' && p[1] == '*') {
    for (p += 2; p + 1 < end && !(p[0] == '*' && p[1] == '/');)
      ++p;
    p += 2;
  } else if (*p == '"' || *p == '\'') {
    const char quote = *p++;
    while (p < end && *p != quote && *p != '\n')
      p += *p == '\\' ? 2 : 1;
    ++p;
  }
  return p < end ? p : end;
}

static bool has_word(const char *text, size_t length, const char *name, size_t letters) {
  const char *end = text + length;
  for (const char *p = text, *next; p < end; p = next) {
    next = skip(p, end);
    if (next != p)
      continue;
    for (++next; in_word(*p) && next < end && in_word(*next);)
      ++next;
    if ((size_t)(next - p) == letters && memcmp(p, name, letters) == 0)
      return true;
  }
  return false;
}

// Whether it is in a list that has a blank before and after each name.
static bool listed(const char *list, const char *name, size_t letters) {
  for (const char *at = list; (at = strchr(at, ' ')) && at[1];)
    if (strncmp(++at, name, letters) == 0 && at[letters] == ' ')
      return true;
  return false;
}

// Whether the generated code says this word, by itself or by macros of the library, but for their parameters.
static bool says(const char *code, const char *library, const char *name, size_t letters, int depth) {
  static const char begin[] = "#define ";
  if (has_word(code, strlen(code), name, letters))
    return true;
  for (const char *line = library, *end; depth && *line; line = *end ? end + 1 : end) {
    for (end = line + strcspn(line, "\n"); *end && end > line && end[-1] == '\\';)
      end += 1 + strcspn(end + 1, "\n");
    if (!starts(line, begin))
      continue;
    const char *its = line + sizeof begin - 1, *from = its;
    while (in_word(*from))
      ++from;
    const char *body = *from == '(' ? from + strcspn(from, ")\n") : from;
    if (!has_word(from, (size_t)(body - from), name, letters) && has_word(body, (size_t)(end - body), name, letters) &&
        says(code, library, its, (size_t)(from - its), depth - 1))
      return true;
  }
  return false;
}

// Whether it takes the macro away in front of what is the tool's.
static bool undefines(const char *code, const char *name, size_t letters) {
  static const char undef[] = "#undef ";
  for (const char *at = code; (at = strstr(at, undef));)
    if (at += sizeof undef - 1, strncmp(at, name, letters) == 0 && !in_word(at[letters]))
      return true;
  return false;
}

static bool is_ours(const persistify_region *region, const char *name, size_t letters) {
  enum { DEPTH = 8 };
  if (undefines(region->device_code, name, letters))
    return false;
  char *other = region->names ? pst_renamed(persistify_device_text, region->names) : NULL;
  const bool ours = (region->names && !other) ||
                    says(region->device_code, other ? other : persistify_device_text, name, letters, DEPTH);
  free(other);
  return ours;
}

// A macro that is defined or undefined from outside: compared in the device program, or no affair of the source.
static bool check_macro(const look *l, const char *name, const char *whose) {
  size_t letters = 0;
  while (in_word(name[letters]))
    ++letters;
  if (!l->source->macros || listed(l->source->macros, name, letters))
    return true;
  bool used = has_word(l->text, l->length, name, letters);
  for (uint32_t i = 0; i < l->source->num_includes; ++i)
    used |= has_word(l->files[i].text, l->files[i].length, name, letters);
  if (used)
    return pst_fail(l->why, "macro '%.*s' of %s was none when the kernel source was analysed", (int)letters, name, whose);
  return !is_ours(l->region, name, letters) ||
         pst_fail(l->why, "macro '%.*s' of %s is a word of the generated code", (int)letters, name, whose);
}

//===- what the loader put before the source ------------------------------===//

// Where the analysed text begins in `text`, or -1.
static ptrdiff_t find_analysed(const persistify_source *source, const char *text, size_t length) {
  while (length > 0 && is_blank(text[length - 1]))
    --length;
  size_t at = length;
  for (uint64_t left = source->length; left > 0; left -= !(text[at] == '\r' && at + 1 < length && text[at + 1] == '\n'))
    if (at-- == 0)
      return -1;
  return persistify_hash(text + at, length - at) == source->hash ? (ptrdiff_t)at : -1;
}

// A copy in which lines are whole and comments blanks; null: a comment does not end.
static char *plain(const char *text, size_t length) {
  char *copy = malloc(length + 1), *to = copy;
  if (!copy)
    return NULL;
  for (size_t i = 0; i < length; ++i) {
    if (text[i] == '\\' && i + 1 < length && text[i + 1] == '\n')
      ++i;
    else if (text[i] == '\\' && i + 2 < length && text[i + 1] == '\r' && text[i + 2] == '\n')
      i += 2;
    else
      *to++ = text[i];
  }
  const char *end = to;
  to = copy;
  for (const char *p = copy, *next; p < end; p = next) {
    next = skip(p, end);
    const bool block = *p == '/' && next != p && p[1] == '*';
    if (block && (next - p < 4 || next[-1] != '/' || next[-2] != '*')) {
      free(copy);
      return NULL;
    }
    if (next != p && *p == '/') {
      *to++ = ' ';
      continue;
    }
    if (next == p)
      ++next;
    memmove(to, p, (size_t)(next - p));
    to += next - p;
  }
  *to = '\0';
  return copy;
}

static const char *directive(char *line) {
  for (; *line && is_blank(*line); ++line)
    ;
  if (*line != '#')
    return *line ? NULL : ""; // an empty line
  for (++line; *line && is_blank(*line); ++line)
    ;
  return line;
}

// Only directives that define macros, alone or under conditions.
static bool check_front(const look *l) {
  char *copy = plain(l->before, l->front);
  bool good = copy != NULL;
  int depth = 0;
  char *line = copy, *next = NULL;
  for (; good && line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = '\0';
    const char *d = directive(line);
    if (!d || (!next && *d)) { // the source would go on in the last line
      good = false;
      break;
    }
    if (starts(d, "define") || starts(d, "undef")) {
      for (d += strcspn(d, " \t"); *d && is_blank(*d); ++d)
        ;
      if (!check_macro(l, d, "the text before it")) {
        free(copy);
        return false;
      }
    } else if (starts(d, "if")) {
      ++depth;
    } else if (starts(d, "endif")) {
      good = --depth >= 0;
    } else {
      good = !*d || starts(d, "el") || starts(d, "pragma OPENCL") || starts(d, "line");
    }
  }
  free(copy);
  return (good && depth == 0) || pst_fail(l->why, "the program puts more than macros before the source that was analysed");
}

//===- build options ------------------------------------------------------===//

static bool split_options(look *l, const char *options) {
  const size_t length = strlen(options);
  l->option_bytes = malloc(length + 1);
  l->options = calloc(length + 2, sizeof *l->options);
  if (!l->option_bytes || !l->options)
    return pst_fail_now(l->why, "out of host memory");
  char *to = l->option_bytes;
  size_t count = 0;
  for (const char *p = options; *p;) {
    if (is_blank(*p)) {
      ++p;
      continue;
    }
    l->options[count++] = to;
    for (char quote = 0; *p && (quote || !is_blank(*p)); ++p) {
      if (*p == '\\' && p[1])
        *to++ = *++p;
      else if (quote ? *p == quote : *p == '"' || *p == '\'')
        quote = quote ? 0 : *p;
      else
        *to++ = *p;
    }
    if (*p)
      ++p;
    *to++ = '\0';
  }
  return true;
}

// What option *at, -D or such, is about; it may be an option of its own.
static const char *operand(char ***at) {
  const char *text = **at + 2;
  if (*text || !(*at)[1])
    return text;
  return *++*at;
}

static bool check_options(const look *l) {
  static const char *const unknown[] = {"-i", "-x", "-X", "-Wp", "--", "@"};
  for (char **o = l->options; *o; ++o) {
    for (unsigned i = 0; i < sizeof unknown / sizeof *unknown; ++i)
      if (starts(*o, unknown[i]))
        return pst_fail(l->why, "build option '%s' may change the source", *o);
    if ((starts(*o, "-D") || starts(*o, "-U")) && !check_macro(l, operand(&o), "the build options"))
      return false;
  }
  return true;
}

//===- included files -----------------------------------------------------===//

static bool put_path(char path[PATH_MAX], const char *base, const char *folder, const char *name) {
  if (*name == '/')
    base = folder = "";
  else if (*folder == '/')
    base = "";
  const int length = snprintf(path, PATH_MAX, "%s%s%s%s%s", base, *base ? "/" : "", folder, *folder ? "/" : "", name);
  struct stat is;
  return length > 0 && length < PATH_MAX && stat(path, &is) == 0 && S_ISREG(is.st_mode);
}

// `base`: the working directory; `last`: after the folders of -I.
static bool find(const look *l, const persistify_include *i, const char *base, bool last, char path[PATH_MAX]) {
  if (i->quoted && i->from != PERSISTIFY_NONE) {
    char *folder = l->paths[1];
    snprintf(folder, PATH_MAX, "%s", l->files[i->from].path);
    char *slash = strrchr(folder, '/');
    *(slash ? slash : folder) = '\0';
    if (put_path(path, "", folder, i->name))
      return true;
  } else if (i->quoted && !last && put_path(path, base, "", i->name)) {
    return true;
  }
  for (char **o = l->options; *o; ++o)
    if (starts(*o, "-I") && put_path(path, base, operand(&o), i->name))
      return true;
  return put_path(path, base, "", i->name);
}

static char *read_text(const char *path, size_t *length) {
  FILE *from = fopen(path, "rbe");
  char *text = NULL, *more;
  size_t room = 0, got = 1;
  for (*length = 0; from && got > 0; *length += got) {
    if (*length == room) {
      room = room ? 2 * room : 4096;
      if (!(more = realloc(text, room))) {
        free(text);
        text = NULL;
        break;
      }
      text = more;
    }
    got = fread(text + *length, 1, room - *length, from);
  }
  if (from)
    fclose(from);
  return text;
}

static bool check_files(look *l, const char *base, bool last) {
  for (uint32_t k = 0; k < l->source->num_includes; ++k) {
    const persistify_include *i = &l->source->includes[k];
    file *f = &l->files[k];
    char *path = l->paths[0];
    if (!find(l, i, base, last, path))
      return pst_fail_now(l->why, "'%s', which the kernel source includes, is not found", i->name);
    free(f->path);
    free(f->text);
    f->path = strdup(path);
    f->text = read_text(path, &f->length);
    if (!f->path || !f->text)
      return pst_fail_now(l->why, "'%s' cannot be read", path);
    if (persistify_hash(f->text, f->length) != i->hash)
      return pst_fail(l->why, "'%s', which the kernel source includes, is not what was analysed", path);
  }
  return true;
}

// Where the program was started: a relative -I may have meant that.
static char start_folder[PATH_MAX];
__attribute__((constructor)) static void note_start(void) {
  if (!getcwd(start_folder, sizeof start_folder))
    start_folder[0] = '\0';
}

static bool check_includes(look *l) {
  if (!l->source->num_includes)
    return true;
  char *now = l->paths[2];
  const bool moved = !getcwd(now, PATH_MAX) || strcmp(now, start_folder) != 0;
  return (!moved || (check_files(l, start_folder, false) && check_files(l, start_folder, true))) &&
         check_files(l, "", false) && check_files(l, "", true);
}

//===- a text that includes the source -------------------------------------===//

// Whether the last thing of `l->copy` is `#include "NAME"`; it is cut off there.
static bool ends_with_include(look *l, persistify_include *of) {
  size_t length = strlen(l->copy);
  while (length > 0 && is_blank(l->copy[length - 1]))
    l->copy[--length] = '\0';
  char *line = strrchr(l->copy, '\n');
  line = line ? line + 1 : l->copy;
  const char *d = directive(line);
  if (!d || !starts(d, "include"))
    return false;
  for (d += strlen("include"); *d && is_blank(*d); ++d)
    ;
  const char open = *d, close = open == '<' ? '>' : '"';
  if (open != '"' && open != '<')
    return false;
  char *end = strchr(++d, close);
  if (!end || end == d || end[1])
    return false;
  *end = '\0';
  of->name = d;
  of->quoted = open == '"';
  of->from = PERSISTIFY_NONE;
  l->before = l->copy;
  l->front = (size_t)(line - l->copy);
  return true;
}

// The file that `of` names is the source that was analysed.
static bool is_source(look *l, const persistify_include *of, const char *base, bool last) {
  if (!find(l, of, base, last, l->paths[0]))
    return false;
  free(l->whole);
  l->whole = read_text(l->paths[0], &l->length);
  if (!l->whole || find_analysed(l->source, l->whole, l->length) != 0)
    return false;
  l->text = l->whole;
  return true;
}

// `// today\n#include "kernels.cl"`: what is included, wherever implementations may look, is the source. One that
// includes files itself would look for them beside it: that is not followed.
static bool find_included(look *l, const char *text, size_t length) {
  persistify_include of = {0};
  char now[PATH_MAX];
  l->copy = plain(text, length);
  if (l->source->num_includes || !l->copy || !ends_with_include(l, &of))
    return false;
  const bool moved = !getcwd(now, sizeof now) || strcmp(now, start_folder) != 0;
  return (!moved || (is_source(l, &of, start_folder, false) && is_source(l, &of, start_folder, true))) &&
         is_source(l, &of, "", false) && is_source(l, &of, "", true);
}

//===- all of it ----------------------------------------------------------===//

static void end_look(look *l) {
  for (uint32_t i = 0; l->files && i < l->source->num_includes; ++i) {
    free(l->files[i].path);
    free(l->files[i].text);
  }
  free(l->files);
  free(l->paths);
  free(l->option_bytes);
  free(l->options);
  free(l->whole);
  free(l->copy);
}

// `files`: only what it includes.
static bool check(const persistify_region *region, const pst_bound *b, bool files, pst_why *why) {
  const persistify_source *source = region->source;
  const char *text = b->text->bytes;
  const size_t length = b->text->length;
  look l = {.region = region, .source = source, .why = why};
  const ptrdiff_t at = find_analysed(source, text, length);
  bool good = (l.files = calloc(source->num_includes + 1, sizeof *l.files)) && (l.paths = malloc(PATHS * sizeof *l.paths));
  if (!good)
    pst_fail_now(why, "out of host memory");
  good = good && split_options(&l, b->options);
  if (at >= 0) {
    l.text = text + at;
    l.before = text;
    l.front = (size_t)at;
    l.length = length - (size_t)at;
  } else if (good && !find_included(&l, text, length)) {
    good = pst_fail(why, "the program's source is not the one that was analysed");
  }
  good = good && check_includes(&l) && (files || (check_options(&l) && check_front(&l)));
  end_look(&l);
  return good;
}

//===- programs that were looked at last ----------------------------------===//

// They are retained, so their handles are theirs; what they were built with may change.
typedef struct seen {
  cl_program program;
  cl_context context;
  cl_device_id device;
  const persistify_region *region;
  char *options;
  bool good;
  pst_why why;
} seen;

enum { SEEN = 64 };
static seen all[SEEN];
static unsigned next;

void pst_seen_fork(void) { memset(all, 0, sizeof all); }

// With the lock held; the program is for the caller to release.
static cl_program drop(seen *s) {
  cl_program program = s->program;
  free(s->options);
  memset(s, 0, sizeof *s);
  return program;
}

static void drop_those(cl_program program, cl_context context) {
  cl_program old[SEEN];
  int count = 0;
  pst_lock();
  for (int i = 0; i < SEEN; ++i)
    if (all[i].program && (all[i].program == program || all[i].context == context))
      old[count++] = drop(&all[i]);
  pst_unlock();
  while (count)
    clReleaseProgram(old[--count]);
}

void pst_program_rebuilt(cl_program program) { drop_those(program, NULL); }
void pst_seen_end(cl_context context) { drop_those(NULL, context); }

static bool was_seen(const persistify_region *region, const pst_bound *b, bool *good, pst_why *why) {
  bool found = false;
  pst_lock();
  for (int i = 0; !found && i < SEEN; ++i)
    if (all[i].program == b->program && all[i].device == b->device->id && all[i].region == region &&
        strcmp(all[i].options, b->options) == 0) {
      found = true;
      *good = all[i].good;
      *why = all[i].why;
    }
  pst_unlock();
  return found;
}

// A reason that passes, as a file that cannot be read now, is not kept.
static void keep(const persistify_region *region, const pst_bound *b, bool good, const pst_why *why) {
  char *options = !why->passing ? strdup(b->options) : NULL;
  if (!options || clRetainProgram(b->program) != CL_SUCCESS) {
    free(options);
    return;
  }
  pst_lock();
  seen *s = &all[next++ % SEEN];
  cl_program old = drop(s);
  *s = (seen){b->program, b->context, b->device->id, region, options, good, *why};
  pst_unlock();
  if (old)
    clReleaseProgram(old);
}

bool pst_check_includes(const persistify_region *region, const pst_bound *b, pst_why *why) {
  return !region->source || (!region->source->num_includes && b->text && find_analysed(region->source, b->text->bytes, b->text->length) >= 0) ||
         check(region, b, true, why);
}

bool pst_check_source(const persistify_region *region, const pst_bound *b, pst_why *why) {
  if (!b->text)
    return pst_fail(why, "the program has no source (binary, IL or linked)");
  for (uint32_t i = 0; !region->source && i < region->num_hashes; ++i)
    if (region->hashes[i] == b->text->hash)
      return true;
  if (!region->source)
    return pst_fail(why, "the program's source is not the one that was analysed");
  if (!b->options)
    return pst_fail(why, "the program was not built for this device");
  bool good;
  why->text[0] = '\0';
  why->passing = false;
  if (b->num_programs > 1) // what is kept is by the program
    return check(region, b, false, why);
  if (!was_seen(region, b, &good, why)) {
    good = check(region, b, false, why);
    keep(region, b, good, why);
  }
  return good;
}

//===- a loop whose kernels may be of several sources ----------------------===//

// The program of the first kernel that is one, or that the region's own are made of.
static cl_program program_of(const persistify_region *region, void *const *bind) {
  cl_command_queue queue = NULL;
  for (uint32_t i = 0; i < region->num_slots; ++i)
    if (region->slots[i].kind == PERSISTIFY_QUEUE && bind[i])
      queue = *(cl_command_queue *)bind[i];
  if (!queue || !pst_is_object(queue, queue))
    return NULL;
  for (uint32_t i = 0; i < region->num_slots; ++i) {
    cl_program program = NULL;
    const persistify_slot_kind kind = region->slots[i].kind;
    if (!bind[i] || (kind != PERSISTIFY_KERNEL && kind != PERSISTIFY_PROGRAM))
      continue;
    if (kind == PERSISTIFY_PROGRAM) {
      program = *(cl_program *)bind[i];
      program = program && pst_is_object(program, queue) ? program : NULL;
    } else {
      const cl_kernel kernel = *(cl_kernel *)bind[i];
      if (!kernel || !pst_is_kernel(kernel, queue) ||
          clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL) != CL_SUCCESS)
        program = NULL;
    }
    if (program)
      return program;
  }
  return NULL;
}

const persistify_region *persistify_of_source(void *const *bind, const persistify_region *first, ...) {
  pst_why unused;
  if (first->abi != PERSISTIFY_ABI || pst_environment()->mode == PST_OFF || pst_forked() ||
      !pst_check_addresses(first, bind, &unused))
    return first;
  cl_program program = program_of(first, bind);
  cl_context context = NULL;
  if (!program || clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof context, &context, NULL) != CL_SUCCESS)
    return first;
  pst_text *text = pst_program_source(program, context);
  const persistify_region *found = NULL;
  va_list others;
  va_start(others, first);
  // Of sources that one text ends with, the longest: before a shorter one stands more than macros.
  for (const persistify_region *r = first; text && r; r = va_arg(others, const persistify_region *))
    if (r->source && (!found || r->source->length > found->source->length) &&
        find_analysed(r->source, text->bytes, text->length) >= 0)
      found = r;
  va_end(others);
  if (text)
    pst_text_done(text);
  return found ? found : first;
}
