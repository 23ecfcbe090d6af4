#pragma once
typedef struct { int by; } config;
