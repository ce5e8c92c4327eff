// The on-disk compilation cache: what is in it, why it misses, and its upkeep.
//
// TRUST: entries hold machine code, and loading one is running it. A cache is
// only opened when the user owns its directory and nobody else may write to it.
// docs/security.md says what is promised.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/compile.h"
#include "tilewright/export.h"
#include "tilewright/program.h"

namespace tilewright {

// Times are seconds since 1970, sizes bytes. `done` of `total` steps of a long
// call; called on the calling thread.
using CacheProgress = std::function<void(int64_t done, int64_t total)>;

struct CacheEntry {
  std::string key;   // 32 hex digits
  std::string kind;  // "kernel", "executable"; "" when it cannot be read
  std::string name;  // the source operation, or the program's
  // What it is for (CompileOptions::label): of a program all that it was asked for under,
  // of a kernel the one that it was made under.
  std::vector<std::string> labels;
  std::string target;  // the target's name; its CPU when it has none here
  int64_t bytes = 0;
  int64_t created = 0;                          // 0: unknown
  int64_t last_used = 0;                        // to the hour
  double compile_ms = 0;                        // what making it took
  std::map<std::string, std::string> manifest;  // every fact that decides its bytes
  std::string problem;                          // why it cannot be read; "" when it can
};

struct CacheQuery {
  // All have to hold: "field=pattern" or "field!=pattern". A field is one of the
  // manifest's, or key, kind, name, label or target; `*` in a pattern is any text. With
  // several labels, "=" holds for one that fits, "!=" where none does.
  std::vector<std::string> where;
  // Only programs with this label, and their kernels; "": all.
  std::string label;
  std::string sort = "used";  // used, age, size, compile-ms, name
  int64_t limit = 0;          // 0: none
};

struct CacheSection {
  std::string name;  // "object", "graph", "profile", "plan"
  int64_t bytes = 0;
};

struct CacheSymbol {
  std::string name;
  std::string section;  // "" when it is imported
  int64_t bytes = 0;
  bool exported = false;
};

struct CacheDetails {
  CacheEntry entry;
  std::vector<CacheSection> sections;
  std::vector<CacheSymbol> symbols;  // of its object
  std::string signature;             // "none", "ours", "another key's", "forged"
  std::string refusal;  // why this build on this machine would not use it; or ""
};

struct CacheDifference {
  std::string field;   // of the manifest
  std::string theirs;  // the nearest entry's; of lists, what only it has
  std::string ours;
};

// What becomes of one thing that a program needs.
struct CacheVerdict {
  enum class Outcome { kHit, kMiss, kRefused };
  Outcome outcome = Outcome::kMiss;
  std::string kind;    // "executable", "kernel"
  std::string name;    // the source operation
  std::string key;     // that is asked for
  std::string reason;  // one sentence; "" for hits
  // Not where the cache is off, say, so that nothing can be found.
  bool looked_up = true;
  // Of misses: the entry that is most like what is asked for; "" when the cache
  // has none of the kind.
  std::string nearest;
  std::string nearest_refusal;  // why this machine could not run that one; or ""
  double likeness = 0;  // of the two texts: 1 where they are equal, 0 without a nearest
  std::vector<CacheDifference> differences;
  // Where the two were made from different texts: the first lines that differ,
  // "- " the nearest entry's and "+ " ours, with their numbers.
  std::vector<std::string> text_difference;
};

struct CacheExplanation {
  std::vector<CacheVerdict> verdicts;  // the executable's, then the kernels'
  std::string host;  // why this machine cannot run the target's code; or ""
};

struct CacheVerifyOptions {
  enum class Level {
    kChecksum,   // bytes, names, signatures
    kSymbols,    // and objects as the loader checks them, plans, texts
    kRecompile,  // and kernels and plans, made again, byte for byte
  };
  Level level = Level::kChecksum;
  std::vector<std::string> keys;  // whole ones; none: all entries
  bool repair = false;            // sets bad entries aside
  CacheProgress progress;
};

struct CacheProblem {
  std::string key;
  std::string what;
};

struct CacheVerification {
  int64_t entries = 0;
  int64_t bytes = 0;
  int64_t recompiled = 0;  // kernels and plans made again and compared
  // Sound entries that could not be made again, and why: of another build, say. Level
  // kRecompile only.
  std::vector<CacheProblem> skipped;
  int64_t repaired = 0;
  std::vector<CacheProblem> problems;
};

struct CacheCounter {
  std::string name;
  std::string what;  // for people
  int64_t value = 0;
};

// Of all processes that have used the cache and closed it.
struct CacheStatistics {
  int64_t since = 0;  // the first of them, or the last reset; 0: never
  int64_t processes = 0;
  std::vector<CacheCounter> counters;  // all there are, also zeros
  struct Day {
    int64_t start = 0;
    int64_t hits = 0;
    int64_t misses = 0;
    double saved_ms = 0;
  };
  std::vector<Day> days;  // those with use, in order
  // Places further out that were asked, by name. Their questions are those that the
  // directory had no answer to.
  struct Tier {
    std::string name;
    int64_t hits = 0;
    int64_t misses = 0;
    std::string trouble;  // "23 entries damaged, 5 look-ups failed"; "": none
  };
  std::vector<Tier> tiers;
  // A part of the whole: of programs that were compiled under a label.
  struct Label {
    std::string name;
    int64_t hits = 0;
    int64_t misses = 0;
    double saved_ms = 0;
  };
  std::vector<Label> labels;

  // 0 for a counter that there is not.
  TILEWRIGHT_EXPORT int64_t counter(std::string_view name) const;
};

// 0: no limit. -1: the configured one.
struct CacheLimits {
  int64_t max_bytes = -1;
  int64_t max_age_seconds = -1;  // since the last use
  int64_t max_entries = -1;
};
// "500M", "2GiB"; "30d", "12h"; "100k". InvalidArgument for anything else.
TILEWRIGHT_EXPORT absl::StatusOr<int64_t> ParseCacheBytes(std::string_view text);
TILEWRIGHT_EXPORT absl::StatusOr<int64_t> ParseCacheAge(std::string_view text);
TILEWRIGHT_EXPORT absl::StatusOr<int64_t> ParseCacheCount(std::string_view text);

struct CacheCollection {
  int64_t entries = 0;  // that there were
  int64_t bytes = 0;
  int64_t removed = 0;  // or would have been, in a dry run
  int64_t removed_bytes = 0;
  bool busy = false;  // another process was removing: nothing was done
};

struct CacheInfo {
  std::string dir;
  std::string mode;  // "off", "ro", "rw", "verify"
  int64_t entries = 0;
  int64_t bytes = 0;
  int64_t quarantined = 0;
  CacheLimits limits;
  std::string policy;                          // "owner", "mac-required"
  bool has_key = false;                        // to sign and verify with
  std::vector<std::string> tiers;              // shared and remote stores configured
  std::map<std::string, std::string> build;    // format, emitter, abi, llvm, ...
  std::map<std::string, std::string> machine;  // the native target's facts
};

// What went into a bundle, or came from one.
struct CacheTransfer {
  int64_t entries = 0;
  int64_t bytes = 0;
  std::vector<CacheProblem> refused;
  // Of an export: programs whose kernels the cache does not have all. Who imports it
  // compiles those.
  std::vector<CacheProblem> incomplete;
};

// One thing that was examined.
struct CacheFinding {
  bool good = true;
  std::string what;
  std::string detail;
  std::string remedy;  // a command, or advice; "" when good
};

struct CacheOptions {
  std::string dir;      // "": TILEWRIGHT_CACHE_DIR, else the user's own
  bool create = false;  // the directory, when it is absent
  // It is to be changed: refused where TILEWRIGHT_CACHE is ro or off.
  bool write = false;
};

// A handle, cheap to copy; thread-safe. Other processes may use the directory at
// the same time; none waits for another. Where TILEWRIGHT_CACHE is ro or off, calls that
// change the directory are FailedPrecondition. It is looked into with further places,
// policy and limits as a run would.
class TILEWRIGHT_EXPORT Cache {
 public:
  // FailedPrecondition, with the command that mends it, for a directory that is
  // not the user's own or that others may write to, and for a mode that forbids
  // what is wanted; Unavailable when it cannot be opened.
  static absl::StatusOr<Cache> Open(const CacheOptions& options);

  absl::StatusOr<CacheInfo> Info() const;
  // InvalidArgument for a condition or an order that there is not.
  absl::StatusOr<std::vector<CacheEntry>> List(const CacheQuery& query) const;
  // The whole key. InvalidArgument when several begin with `prefix`, naming them;
  // NotFound when none does.
  absl::StatusOr<std::string> FindKey(std::string_view prefix) const;

  // Calls with a `key` take a whole one. NotFound when it is not there; DataLoss
  // when it is damaged.
  absl::StatusOr<CacheDetails> Show(const std::string& key) const;
  // "object", "graph", "profile", "plan", "manifest", or "entry" for the whole
  // file. NotFound when the entry has no such section.
  absl::StatusOr<std::string> Section(const std::string& key,
                                      std::string_view section) const;
  // A kernel's code, below the text it was made from as comments.
  absl::StatusOr<std::string> Assembly(const std::string& key) const;

  // What compiling `program` with `options` would find, and why not more: nothing,
  // where the cache is off or TILEWRIGHT_DUMP is set. The cache options in `options`
  // take no part.
  absl::StatusOr<CacheExplanation> Explain(const Program& program,
                                           const CompileOptions& options) const;
  // Of an executable: its kernels, too.
  absl::StatusOr<CacheExplanation> ExplainEntry(const std::string& key) const;

  absl::StatusOr<CacheVerification> Verify(const CacheVerifyOptions& options) const;
  absl::StatusOr<CacheStatistics> Statistics() const;
  absl::Status ResetStatistics() const;
  // Programs with one of `keep_labels`, and their kernels, stay whatever the limits say.
  absl::StatusOr<CacheCollection> Collect(
      const CacheLimits& limits, bool dry_run,
      absl::Span<const std::string> keep_labels = {}) const;
  // How many there were.
  absl::StatusOr<int64_t> Remove(absl::Span<const std::string> keys) const;
  // Programs with this label, and those of their kernels that no other program names. One
  // that has other labels stays, without this one. The keys that are gone, or would be.
  absl::StatusOr<std::vector<std::string>> RemoveLabel(const std::string& label,
                                                       bool dry_run) const;

  // One file with the entries, signed when there is a key (docs/sharing.md). What is
  // damaged is left out, and named.
  absl::StatusOr<CacheTransfer> Export(const std::string& path, const CacheQuery& query,
                                       const CacheProgress& progress = nullptr) const;
  // Takes what verifies, entry by entry. NotFound, FailedPrecondition, DataLoss and
  // PermissionDenied when the file as a whole is not there or not believed.
  absl::StatusOr<CacheTransfer> Import(const std::string& path,
                                       const CacheProgress& progress = nullptr) const;

  struct Impl;
  explicit Cache(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// Common operations at usual sizes, to be compiled ahead and shipped.
struct PackProgram {
  std::string name;  // "softmax_f32 512x768"
  std::string text;  // StableHLO
};
TILEWRIGHT_EXPORT std::vector<PackProgram> PackPrograms();

// Owner, modes, key file, leftovers, quarantine, lock, clock, space and remote
// stores of a cache, which need not open.
TILEWRIGHT_EXPORT std::vector<CacheFinding> ExamineCache(const CacheOptions& options);

}  // namespace tilewright
