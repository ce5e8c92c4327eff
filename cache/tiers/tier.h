// A place for entries beyond the local directory.
//
// Others write to it, so that an entry counts only when it is signed with our key.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/format/entry.h"
#include "cache/format/mac.h"
#include "cache/format/manifest.h"
#include "cache/remote/circuit_breaker.h"
#include "cache/remote/remote.h"
#include "cache/store/counters.h"

namespace tilewright::cache {

// Thread-safe. Trouble is counted, and otherwise a miss.
class Tier {
 public:
  virtual ~Tier() = default;

  // What the first call would do before it asks, done ahead.
  virtual void Prepare() {}
  virtual std::optional<Entry> Find(const Manifest& manifest) = 0;
  // Called by one thread that nobody waits for. `entry` is signed with our key.
  virtual void Publish(const Entry& entry) = 0;
  // Whether it can be reached: for people. May take as long as its time limits say.
  virtual absl::Status Reach() = 0;
  // What is under way, and what comes later, ends soon.
  virtual void Cancel() {}
  virtual Counters counters() const = 0;
  // The last thing that went wrong, in words; "" where nothing did.
  virtual std::string last_failure() const { return ""; }

  // Without credentials.
  const std::string& name() const { return name_; }
  bool writable() const { return writable_; }

 protected:
  Tier(std::string name, bool writable) : name_(std::move(name)), writable_(writable) {}

 private:
  const std::string name_;
  const bool writable_;
};

// A directory that other hosts or users write to. It is never made: a file system that
// is not mounted must not become a local folder. NotFound when it is not there;
// Unavailable when it cannot be opened.
absl::StatusOr<std::unique_ptr<Tier>> OpenSharedTier(const std::string& dir,
                                                     bool writable,
                                                     std::shared_ptr<const MacKey> key);

// Entries under the SHA-256 of their manifests. A server that fails is left alone for a
// while, reading and writing apart: one that takes no writes may be read.
std::unique_ptr<Tier> MakeRemoteTier(
    std::unique_ptr<Remote> remote, bool writable, std::shared_ptr<const MacKey> key,
    const CircuitBreaker::Options& breaker = {},
    const CircuitBreaker::Clock& clock = CircuitBreaker::SteadyMilliseconds);

}  // namespace tilewright::cache
