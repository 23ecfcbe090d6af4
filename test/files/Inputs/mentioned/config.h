#define TRIPS 7
