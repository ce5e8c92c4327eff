// Checks for what cannot happen. Never for what a user can write: that is a
// Status.
#pragma once

#include <cstdio>
#include <cstdlib>

#define TW_CHECK(condition)                                                   \
  do {                                                                        \
    if (!(condition)) {                                                       \
      std::fprintf(stderr, "%s:%d: internal error: %s\n", __FILE__, __LINE__, \
                   #condition);                                               \
      std::abort();                                                           \
    }                                                                         \
  } while (false)
