//===- origin.c - whether a program is what was analysed ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources, what loaders put in front of them, build options and included files, each with the reason why the
// original loop must run, or none. (test/built has whole programs.)
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "internal.h"

#include <sys/stat.h>
#include <unistd.h>

static const char source[] = "__kernel void k(__global int *p) {\n  p[0] = SIZE + OTHER + 'Q'; // HIDDEN\n}\n";
static const char code[] = "#undef TAKEN\nint TAKEN, GENERATED; /* NOTED */\n";
static const char none[] = "was none when the kernel source was analysed";

typedef struct row {
  const char *front, *options, *why; // null: it is what was analysed
} row;

#define MORE "the program puts more than macros before the source that was analysed"
static const row rows[] = {
    {"", "", NULL},
    {"", "-cl-mad-enable -w -I. -DUNUSED=OTHER", NULL},
    // Macros of options: compared in the device program, words of the source, or of the generated code.
    {"", "-DSIZE=4 -D SIZE=5 -USIZE", NULL},
    {"", "-DOTHER=4", "macro 'OTHER' of the build options was none"},
    {"", "-D OTHER", "macro 'OTHER' of the build options was none"},
    {"", "-UOTHER", "macro 'OTHER' of the build options was none"},
    {"", "-w\t-DOTHER", none},
    {"", "\"-DOT\"'HER'=1", none},
    {"", "-D\\OTHER", none},
    {"", "-DX='-DOTHER' -DY=\" -DOTHER \"", NULL},
    {"", "-DHIDDEN -DQ -DOTHE -DOTHERS", NULL},
    {"", "-DGENERATED=1", "macro 'GENERATED' of the build options is a word of the generated code"},
    {"", "-DTAKEN=1 -DNOTED", NULL},
    {"", "-DK=k -Dk", "macro 'k' of the build options was none"},
    // Options that bring in other text.
    {"", "-include x.h", "build option '-include' may change the source"},
    {"", "-DSIZE=1 -imacros x.h", "build option '-imacros' may change the source"},
    {"", "-xc", "build option '-xc' may"},
    {"", "-Xclang -w", "build option '-Xclang' may"},
    {"", "-Wp,-DOTHER", "build option '-Wp,-DOTHER' may"},
    {"", "--define-macro=OTHER", "may change the source"},
    {"", "@file", "build option '@file' may"},
    {"", "\"-include\" x.h", "build option '-include' may"},
    // Directives in front of the source.
    {"#define SIZE 3\n", "", NULL},
    {"# \tdefine SIZE 3\n#undef SIZE\n", "", NULL},
    {"/* a\n comment */ #define SIZE 1 // and one more\n#ifdef A\n#elif B\n#else\n#endif\n\n#\n#line 3\n", "", NULL},
    {"#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n", "", NULL},
    {"#if A\n#ifdef B\n#define UNUSED '/*'\n#endif\n#endif\n", "", NULL},
    {"#define OTHER 3\n", "", "macro 'OTHER' of the text before it was none"},
    {"#define \\\nOTHER 3\n", "", none},
    {"#define \\\r\nOTHER 3\n", "", none},
    {"#define/**/OTHER 3\n", "", none},
    {"#undef OTHER\n", "", none},
    {"#define GENERATED(x) x\n", "", "macro 'GENERATED' of the text before it is a word of the generated code"},
    {"#if 1\n", "", MORE},
    {"#endif\n#if 1\n", "", MORE},
    {"#include \"x.h\"\n", "", MORE},
    {"#pragma pack(1)\n", "", MORE},
    {"#error x\n", "", MORE},
    {"int x;\n", "", MORE},
    {"#define SIZE 1", "", MORE}, // the source goes on in that line
    {"#define SIZE 1 \\\n", "", MORE},
    {"/* open\n", "", MORE},
    {"/*/\n", "", MORE},
};

static bench b;
static pst_device device;
static cl_program program;

static pst_text *text_of(const char *front, const char *text) {
  const size_t length = strlen(front) + strlen(text);
  pst_text *t = calloc(1, sizeof *t + length + 1);
  CHECK(t);
  t->users = 1;
  t->length = length;
  strcat(strcpy(t->bytes, front), text);
  t->hash = persistify_hash(t->bytes, length);
  return t;
}

// A region that was analysed with this source; they stay, as the library keeps their addresses.
static persistify_region *analysed(const char *macros) {
  persistify_region *r = calloc(1, sizeof *r);
  persistify_source *s = calloc(1, sizeof *s);
  CHECK(r && s);
  s->length = strlen(source) - 1; // the end of the last line does not count
  s->hash = persistify_hash(source, s->length);
  s->macros = macros;
  r->source = s;
  r->device_code = code;
  return r;
}

static bool check_text(const persistify_region *region, pst_text *text, const char *options, const char *wanted) {
  pst_why why = {.text = ""};
  const pst_bound bound = {.program = program, .context = b.context, .device = &device, .text = text, .options = (char *)options};
  const bool good = pst_check_source(region, &bound, &why);
  const bool right = wanted ? !good && strstr(why.text, wanted) : good;
  if (!right)
    fprintf(stderr, "options '%s', text '%s': %s, wanted '%s'\n", options, text ? text->bytes : "", good ? "good" : why.text,
            wanted ? wanted : "good");
  // What was found is kept, and is the same.
  CHECK(pst_check_source(region, &bound, &why) == good && (good || !wanted || strstr(why.text, wanted)));
  return right;
}

static bool check(const persistify_region *region, const char *front, const char *text, const char *options, const char *wanted) {
  pst_text *t = text_of(front, text);
  const bool right = check_text(region, t, options, wanted);
  free(t);
  return right;
}

static bool check_sources(void) {
  static const char other[] = "the program's source is not the one that was analysed";
  bool good = check(analysed(" SIZE "), "", "__kernel void k(__global int *p) {\n  p[0] = SIZE + OTHER + 'R'; // HIDDEN\n}\n", "", other);
  good &= check(analysed(" SIZE "), "", "}", "", other); // shorter
  good &= check(analysed(" SIZE "), "", "__kernel void k(__global int *p) {\r\n  p[0] = SIZE + OTHER + 'Q'; // HIDDEN\r\n}\r\n \t\n", "", NULL);
  good &= check(analysed(" SIZE "), "#define OTHER 1\r\n", "__kernel void k(__global int *p) {\r\n  p[0] = SIZE + OTHER + 'Q'; // HIDDEN\r\n}", "", none);
  good &= check(analysed(NULL), "", source, "-DOTHER", NULL); // macros are not looked at
  good &= check_text(analysed(""), NULL, "", "the program has no source (binary, IL or linked)");
  pst_text *t = text_of("", source);
  good &= check_text(analysed(""), t, NULL, "the program was not built for this device");
  // By hashes of whole texts alone.
  static persistify_region by_hash;
  const uint64_t hashes[2] = {1, t->hash};
  by_hash.hashes = hashes;
  by_hash.num_hashes = 2;
  good &= check_text(&by_hash, t, "-include x.h", NULL);
  by_hash.num_hashes = 1;
  good &= check_text(&by_hash, t, "", other);
  free(t);
  return good;
}

//===- included files -----------------------------------------------------===//

static char folder[] = "/tmp/persistify-origin-XXXXXX";

static const char *write_file(const char *name, const char *text) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
  return path;
}

static persistify_region *with_includes(const persistify_include *includes, uint32_t count) {
  persistify_region *r = analysed(" SIZE ");
  ((persistify_source *)r->source)->includes = includes;
  ((persistify_source *)r->source)->num_includes = count;
  return r;
}

static bool check_includes(void) {
  static const char a[] = "#include \"b.h\"\n#include <c.h>\n", bh[] = "int INCLUDED;\n", c[] = "int c;\n";
  const persistify_include includes[] = {{"a.h", PERSISTIFY_NONE, 1, persistify_hash(a, strlen(a))},
                                         {"b.h", 0, 1, persistify_hash(bh, strlen(bh))},
                                         {"c.h", 0, 0, persistify_hash(c, strlen(c))}};
  char options[256], sub[128], path[256];
  CHECK(mkdtemp(folder));
  snprintf(sub, sizeof sub, "%s/sub", folder);
  CHECK(mkdir(sub, 0700) == 0);
  write_file("sub/a.h", a);
  write_file("sub/b.h", bh); // beside the file that asks
  write_file("c.h", c);
  snprintf(options, sizeof options, "-I%s -I \"%s\"", sub, folder);
  bool good = check(with_includes(includes, 3), "", source, options, NULL);
  snprintf(path, sizeof path, "%s -DINCLUDED=1", options); // a word of an included file
  good &= check(with_includes(includes, 3), "", source, path, "macro 'INCLUDED' of the build options was none");
  good &= check(with_includes(includes, 3), "", source, "", "'a.h', which the kernel source includes, is not found");
  snprintf(path, sizeof path, "-I%s", sub);
  good &= check(with_includes(includes, 3), "", source, path, "'c.h', which the kernel source includes, is not found");
  // In the working directory, which is another one than that in which the program began; where both have one they must be the same.
  char start[4096];
  CHECK(getcwd(start, sizeof start) && chdir(folder) == 0);
  snprintf(path, sizeof path, "-Isub -I%s", folder);
  good &= check(with_includes(includes, 3), "", source, path, "'a.h', which the kernel source includes, is not found");
  CHECK(chdir(sub) == 0);
  good &= check(with_includes(includes, 3), "", source, options, NULL);
  write_file("a.h", c); // found first by those who begin with -I
  snprintf(path, sizeof path, "-I%s -I%s", folder, sub);
  good &= check(with_includes(includes, 3), "", source, path, "a.h', which the kernel source includes, is not what was analysed");
  CHECK(chdir(start) == 0);
  // Asked again in front of each build: it is another text now.
  persistify_region *region = with_includes(includes, 3);
  pst_text *text = text_of("", source);
  const pst_bound bound = {.program = program, .context = b.context, .device = &device, .text = text, .options = options};
  pst_why why;
  CHECK(pst_check_source(region, &bound, &why) && pst_check_includes(region, &bound, &why));
  write_file("c.h", "int d;\n");
  CHECK(!pst_check_includes(region, &bound, &why) && strstr(why.text, "/c.h', which the kernel source includes, is not what was analysed"));
  free(text);
  static const char *const files[] = {"a.h", "c.h", "sub/a.h", "sub/b.h"};
  for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    CHECK(unlink(path) == 0);
  }
  CHECK(rmdir(sub) == 0 && rmdir(folder) == 0);
  return good;
}

int main(void) {
  b = open_bench();
  device.id = b.device;
  program = build(&b, "__kernel void k() {}", "");
  bool good = check_sources();
  good &= check_includes();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    good &= check(analysed(" SIZE "), rows[i].front, source, rows[i].options, rows[i].why);
  printf("origin: %zu rows\n", sizeof rows / sizeof *rows);
  return !good;
}
