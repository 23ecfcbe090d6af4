#pragma once
// How other people configure: defaults, the compiler, debug builds.
#ifndef SIZE
#define SIZE 200
#endif
#if defined(__clang__)
#define STEPS 3
#define NOTE "clang"
#elif __GNUC__ >= 4
#define STEPS 5
#define NOTE "gcc"
#else
#define STEPS 7
#define NOTE "?"
#endif
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif
#ifdef __has_include
#if __has_include(<CL/cl.h>) && !__has_include("no-such-file.h") // as these ask
#define HAVE_CL
#endif
#endif
#include "deeper/trace.hpp"
