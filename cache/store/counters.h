// What happens in a cache, counted.
#pragma once

#include <cstdint>

namespace tilewright::cache {

// X(name, what it counts)
#define TW_CACHE_COUNTERS(X)                                                    \
  X(hits, "entries that were found")                                            \
  X(misses, "entries that were not, whatever the reason")                       \
  X(damaged, "misses: the bytes are not an entry's")                            \
  X(foreign, "misses: another's file, a link, or writable by others")           \
  X(collisions, "misses: an equal name, another manifest")                      \
  X(unknown_format, "misses: another version or codec")                         \
  X(without_mac, "misses: unsigned, where a signature is required")             \
  X(other_key, "misses: signed by another key, where ours is required")         \
  X(forged, "misses: a signature that is wrong")                                \
  X(read_errors, "misses: the system's")                                        \
  X(refused_machine, "hits not loaded: for another machine or ABI")             \
  X(refused_imports, "hits not loaded: imports beyond the ABI's")               \
  X(refused_constructors, "hits not loaded: constructors or destructors")       \
  X(refused_content, "hits not loaded: not a sound object or plan")             \
  X(outer_hits, "hits that came from a place further out")                      \
  X(not_asked, "misses: a place that failed, and is left alone for a while")    \
  X(published, "entries written")                                               \
  X(publish_errors, "entries that could not be written")                        \
  X(bytes_read, "bytes of hits")                                                \
  X(bytes_written, "bytes of entries written")                                  \
  X(removed, "entries removed to keep the limits")                              \
  X(saved_us, "microseconds of compilation that hits spared, less the loading") \
  X(load_us, "microseconds that loading hits took")

struct Counters {
#define TW_FIELD(name, what) int64_t name = 0;
  TW_CACHE_COUNTERS(TW_FIELD)
#undef TW_FIELD
};

struct CounterRow {
  const char* name;
  const char* what;
  int64_t Counters::* field;
};

inline constexpr CounterRow kCounterRows[] = {
#define TW_ROW(name, what) {#name, what, &Counters::name},
    TW_CACHE_COUNTERS(TW_ROW)
#undef TW_ROW
};

inline void Add(const Counters& from, Counters* to) {
  for (const CounterRow& row : kCounterRows) to->*row.field += from.*row.field;
}

// What was counted since `earlier`, a former state of `now`.
inline Counters Difference(const Counters& now, const Counters& earlier) {
  Counters difference;
  for (const CounterRow& row : kCounterRows) {
    difference.*row.field = now.*row.field - earlier.*row.field;
  }
  return difference;
}

inline bool IsZero(const Counters& counters) {
  for (const CounterRow& row : kCounterRows) {
    if (counters.*row.field != 0) return false;
  }
  return true;
}

}  // namespace tilewright::cache
