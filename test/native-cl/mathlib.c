/*===- mathlib.c - mathematics that kernels call ------------------------------===
 *
 * Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C library's functions under names that no program has, and what it lacks.
 *
 *===----------------------------------------------------------------------===*/
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <string.h>

#define CALL __attribute__((visibility("default")))

#define ONE(Name) \
  CALL double __ncl_##Name(double a) { return Name(a); } \
  CALL float __ncl_##Name##f(float a) { return Name##f(a); }
#define TWO(Name) \
  CALL double __ncl_##Name(double a, double b) { return Name(a, b); } \
  CALL float __ncl_##Name##f(float a, float b) { return Name##f(a, b); }

ONE(acos) ONE(acosh) ONE(asin) ONE(asinh) ONE(atan) ONE(atanh) ONE(cbrt) ONE(cos) ONE(cosh) ONE(erf) ONE(erfc)
ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb) ONE(sin)
ONE(sinh) ONE(tan) ONE(tanh) ONE(tgamma)
TWO(atan2) TWO(fdim) TWO(fmod) TWO(hypot) TWO(nextafter) TWO(pow) TWO(remainder)

/* lgamma() writes a variable of the C library. */
CALL double __ncl_lgamma_r(double a, int *sign) {
  double r = lgamma_r(a, sign);
  if (isinf(r) && !isinf(a))
    *sign = a == 0 ? (signbit(a) ? -1 : 1) : 0;
  return r;
}
CALL float __ncl_lgamma_rf(float a, int *sign) {
  float r = lgammaf_r(a, sign);
  if (isinf(r) && !isinf(a))
    *sign = a == 0 ? (signbit(a) ? -1 : 1) : 0;
  return r;
}
CALL double __ncl_lgamma(double a) {
  int sign;
  return lgamma_r(a, &sign);
}
CALL float __ncl_lgammaf(float a) {
  int sign;
  return lgammaf_r(a, &sign);
}

/* sin(pi * x) and so on: x is brought to [-1/2, 1/2] without error. */
static long double sin_pi(double x) {
  double r = remainder(x, 2);
  if (r > 0.5)
    r = 1 - r;
  else if (r < -0.5)
    r = -1 - r;
  return r == 0 ? copysign(0, x) : sinl((long double)r * M_PIl);
}
static long double cos_pi(double x) {
  double r = fabs(remainder(x, 2));
  return r == 0.5 ? 0 : r < 0.25 ? cosl(r * M_PIl) : sinl((0.5L - r) * M_PIl);
}
static long double tan_pi(double x) {
  if (isinf(x) || isnan(x))
    return NAN;
  double r = remainder(x, 1);
  if (r == 0) {
    /* Even and odd whole numbers have zeros of different signs. */
    int odd = fmod(fabs(x), 2) == 1;
    return copysign(0, odd ? -x : x);
  }
  if (fabs(r) == 0.5)
    return copysign(INFINITY, fmod(x - 0.5, 2) == 0 ? 1 : -1);
  return tanl(r * M_PIl);
}
CALL double __ncl_sinpi(double x) { return isfinite(x) ? (double)sin_pi(x) : NAN; }
CALL double __ncl_cospi(double x) { return isfinite(x) ? (double)cos_pi(x) : NAN; }
CALL double __ncl_tanpi(double x) { return (double)tan_pi(x); }
CALL float __ncl_sinpif(float x) { return (float)__ncl_sinpi(x); }
CALL float __ncl_cospif(float x) { return (float)__ncl_cospi(x); }
CALL float __ncl_tanpif(float x) { return (float)__ncl_tanpi(x); }

CALL double __ncl_ldexp(double a, int n) { return ldexp(a, n); }
CALL float __ncl_ldexpf(float a, int n) { return ldexpf(a, n); }
/* FP_ILOGBNAN of OpenCL C in Clang is the largest int. */
CALL int __ncl_ilogb(double a) { return isnan(a) ? INT32_MAX : ilogb(a); }
CALL int __ncl_ilogbf(float a) { return __ncl_ilogb(a); }

/* The exponent that frexp gives; 0 for what has none. */
CALL int __ncl_exponent(double a) {
  int e = 0;
  if (isfinite(a))
    frexp(a, &e);
  return e;
}
CALL int __ncl_exponentf(float a) { return __ncl_exponent(a); }

CALL double __ncl_remquo(double a, double b, int *q) {
  *q = 0;
  return remquo(a, b, q);
}
CALL float __ncl_remquof(float a, float b, int *q) {
  *q = 0;
  return remquof(a, b, q);
}

CALL double __ncl_pown(double x, int n) { return pow(x, n); }
CALL float __ncl_pownf(float x, int n) { return (float)pow(x, n); }

CALL double __ncl_powr(double x, double y) {
  if (isnan(x) || isnan(y) || x < 0 || (x == 1 && isinf(y)) || ((x == 0 || isinf(x)) && y == 0))
    return NAN;
  return pow(fabs(x), y);
}
CALL float __ncl_powrf(float x, float y) {
  double r = __ncl_powr(x, y);
  return (float)r;
}

CALL double __ncl_rootn(double x, int n) {
  if (n == 0 || (x < 0 && n % 2 == 0))
    return NAN;
  if (x == 0)
    return n > 0 ? (n % 2 ? x : 0) : (n % 2 ? copysign(INFINITY, x) : INFINITY);
  return copysign((double)powl(fabsl(x), 1.0L / n), x);
}
CALL float __ncl_rootnf(float x, int n) { return (float)__ncl_rootn(x, n); }

/*===- halves ---------------------------------------------------------------===*/

enum { NEAREST, TO_ZERO, UP, DOWN }; /* rte, rtz, rtp, rtn */

CALL float __ncl_half_to_float(uint16_t h) {
  uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = h >> 10 & 31, fraction = h & 0x3ff;
  if (exponent == 31) {
    uint32_t bits = sign | 0x7f800000 | fraction << 13;
    float f;
    memcpy(&f, &bits, 4);
    return f;
  }
  float value = exponent ? ldexpf((float)(fraction | 0x400), (int)exponent - 25) : ldexpf((float)fraction, -24);
  return sign ? -value : value;
}

CALL uint16_t __ncl_double_to_half(double d, int mode) {
  uint16_t sign = signbit(d) ? 0x8000 : 0;
  if (isnan(d))
    return sign | 0x7e00;
  double a = fabs(d);
  int away = sign ? mode == DOWN : mode == UP; /* from zero */
  if (isinf(d))
    return sign | 0x7c00;
  int e;
  frexp(a, &e);
  /* Units of the last place of the result. */
  int unit = e - 11 < -24 ? -24 : e - 11;
  double scaled = ldexp(a, -unit), whole = floor(scaled), rest = scaled - whole;
  if (rest > 0 && (away || (mode == NEAREST && (rest > 0.5 || (rest == 0.5 && fmod(whole, 2) == 1)))))
    whole += 1;
  if (whole == 0)
    return sign;
  if (whole == 2048) {
    whole = 1024;
    ++unit;
  }
  if (unit > 5)
    return sign | (mode == NEAREST || away ? 0x7c00 : 0x7bff);
  if (whole < 1024)
    return sign | (uint16_t)whole;
  return (uint16_t)(sign | (unit + 25) << 10 | ((uint16_t)whole & 0x3ff));
}
CALL uint16_t __ncl_float_to_half(float f, int mode) { return __ncl_double_to_half(f, mode); }

/*===- conversions with a direction -------------------------------------------===*/

/* `nearest` is the value next to the exact one; `order` tells on which side of it the exact one lies: above 0, the
 * exact value is larger. */
static double directed(double nearest, int order, int mode, int is_float) {
  double step = nearest;
  if (order == 0)
    return nearest;
  int up = mode == UP || (mode == TO_ZERO && nearest < 0);
  if (mode == TO_ZERO && nearest == 0)
    return nearest;
  if (up && order > 0)
    step = is_float ? nextafterf((float)nearest, INFINITY) : nextafter(nearest, INFINITY);
  else if (!up && order < 0)
    step = is_float ? nextafterf((float)nearest, -INFINITY) : nextafter(nearest, -INFINITY);
  return step;
}
static float narrowed(double d, int mode) {
  float nearest = (float)d;
  return (float)directed(nearest, d > nearest ? 1 : d < nearest ? -1 : 0, mode, 1);
}
CALL float __ncl_to_float_double_rte(double d) { return (float)d; }
CALL float __ncl_to_float_double_rtz(double d) { return narrowed(d, TO_ZERO); }
CALL float __ncl_to_float_double_rtp(double d) { return narrowed(d, UP); }
CALL float __ncl_to_float_double_rtn(double d) { return narrowed(d, DOWN); }

/* Every long and ulong is a long double. */
static double from_whole(long double exact, int mode, int is_float) {
  double nearest = is_float ? (double)(float)exact : (double)exact;
  return directed(nearest, exact > nearest ? 1 : exact < nearest ? -1 : 0, mode, is_float);
}
#define FROM(Type, C, Mode, Value) \
  CALL float __ncl_##Type##_to_float_##Mode(C a) { return (float)from_whole(a, Value, 1); } \
  CALL double __ncl_##Type##_to_double_##Mode(C a) { return from_whole(a, Value, 0); }
FROM(long, int64_t, rtz, TO_ZERO) FROM(long, int64_t, rtp, UP) FROM(long, int64_t, rtn, DOWN)
FROM(ulong, uint64_t, rtz, TO_ZERO) FROM(ulong, uint64_t, rtp, UP) FROM(ulong, uint64_t, rtn, DOWN)
