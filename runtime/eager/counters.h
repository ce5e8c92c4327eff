// What an eager device has done so far, for people.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tilewright::jit {
struct CompileStats;
}

namespace tilewright::eager {

// X(name): what a front end shows under that name.
#define TW_EAGER_COUNTERS(X)                                                       \
  X(recorded_ops)                                                                  \
  X(executions)            /* operations and segments that ran */                  \
  X(ran_at_once)           /* of them, those that ran before they were queued */   \
  X(launches_for_one_size) /* of code that knows its sizes */                      \
  X(library_calls)         /* routines of libraries that they called */            \
  X(copies)                /* operations that are nothing but a copy of bytes */   \
  X(compilations)          /* operations that some kernel was compiled for */      \
  X(classes)               /* kernels that take sizes when they run */             \
  X(for_one_size)          /* operations made for sizes that they know */          \
  X(cache_hits)            /* operations whose code came from the cache on disk */ \
  X(kernel_hits)           /* operations whose code the process had */             \
  X(temporaries)           /* operands copied since a result lies over them */     \
  X(flushes)               /* times that what is queued was asked for */           \
  X(syncs)                 /* waits for the queue that did wait */                 \
  X(failures)                                                                      \
  X(fused_ops)               /* operations that ran as part of a segment */        \
  X(segment_runs)            /* segments that ran whole */                         \
  X(segments_compiled)       /* in the background */                               \
  X(background_compilations) /* of these: some kernel was compiled */              \
  X(segments_refused)        /* that have no program or no code */                 \
  X(bytes_never_stored)      /* values that nobody could observe */                \
  X(graphs)                  /* captured programs that were compiled or found */   \
  X(graphs_of_open_code)     /* of these: with code that others have, too */       \
  X(graph_runs)              /* how often one ran */

inline void Count(std::atomic<int64_t>& counter, int64_t by = 1) {
  counter.fetch_add(by, std::memory_order_relaxed);
}

// Where others count nothing at the same time.
inline void CountAlone(std::atomic<int64_t>& counter) {
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// How often code ran, by its class. For any thread.
class Launches {
 public:
  using Count = std::atomic<int64_t>;

  // The class's own number, which stays where it is.
  Count* Of(const std::string& name);
  // Those that are not 0, by name.
  std::vector<std::pair<std::string, int64_t>> Now() const;
  void Reset();

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Count> counts_;
};

struct Compilation {
  std::string code;    // a class, a segment
  std::string cause;   // why it was not there
  uint32_t place = 0;  // of the user's program, where it was wanted; 0: unknown
  int64_t count = 0;
};

// What was compiled. For any thread.
class Compilations {
 public:
  void Add(const std::string& code, const std::string& cause, uint32_t place);
  std::vector<Compilation> Now() const;
  void Reset();

 private:
  mutable std::mutex mutex_;
  std::map<std::tuple<uint32_t, std::string, std::string>, int64_t> counts_;
};

// What came of code that the process has: a class's, a segment's, a graph's.
struct CodeUse {
  std::string code;       // as Compilation has it
  double compile_ms = 0;  // 0: it came from the cache on disk
  std::atomic<int64_t> runs{0};
  // When it ran last or, before that, was made, in nanoseconds of the system's clock.
  std::atomic<int64_t> last_ns{0};

  // On one thread at a time.
  void Ran() {
    CountAlone(runs);
    Touch();
  }
  // To some milliseconds: an exact clock takes five times as long.
  void Touch() {
    timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    last_ns.store(now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec,
                  std::memory_order_relaxed);
  }
};

// Of all code that there still is, in the order in which it came. For any thread.
class CodeUses {
 public:
  using List = std::vector<std::shared_ptr<CodeUse>>;

  void Add(const std::shared_ptr<CodeUse>& use, std::string code,
           const jit::CompileStats& stats);
  List Now() const;
  // They stay, and have not run.
  void Reset();

 private:
  mutable std::mutex mutex_;
  std::vector<std::weak_ptr<CodeUse>> uses_;
  size_t looked_at_ = 64;  // at how many it is next looked which are gone
};

struct Counters {
#define TW_COUNTER(name) std::atomic<int64_t> name{0};
  TW_EAGER_COUNTERS(TW_COUNTER)
#undef TW_COUNTER
  Launches launches;
  Compilations compiled;
  CodeUses code_uses;

  // All of them, by name, and what follows from them.
  std::vector<std::pair<std::string, int64_t>> Numbers() const;
  // By class, of segments and of graphs, those that are not 0.
  std::vector<std::pair<std::string, int64_t>> LaunchesNow() const;
  void Reset();
};

// Of code that is new to the process: see Compilation.
inline void CountMade(bool compiled, const std::string& code, const std::string& cause,
                      uint32_t place, Counters* counters) {
  if (compiled) {
    Count(counters->compilations);
    counters->compiled.Add(code, cause, place);
  } else {
    Count(counters->cache_hits);
  }
}

// Operations that run as one program once that is compiled.
struct SegmentReport {
  int64_t operations = 0;
  std::string first, last;  // names of operations
  std::string cut;          // why it ends where it does
  uint32_t place = 0;       // of its last operation, when it was seen last
  std::string state;        // "seen", "compiling", "ready", or why it runs as single ones
  int64_t seen = 0;         // how often it was recorded
  int64_t runs = 0;         // of these as one
  int64_t kernels = 0;
  int64_t never_stored = 0;  // bytes a run that nobody can observe
  double build_ms = 0, compile_ms = 0, run_ms = 0;
};

}  // namespace tilewright::eager
