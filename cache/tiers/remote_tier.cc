#include <mutex>
#include <utility>

#include "cache/store/admit.h"
#include "cache/tiers/tier.h"
#include "support/hash.h"

namespace tilewright::cache {
namespace {

// No manifest has this hash, as far as anybody knows.
const char kNoKey[] = "0000000000000000000000000000000000000000000000000000000000000000";

void Tell(CircuitBreaker& breaker, const absl::Status& status) {
  if (status.ok()) {
    breaker.Succeeded();
  } else if (absl::IsDeadlineExceeded(status)) {
    breaker.TimedOut();
  } else {
    breaker.Failed();
  }
}

class RemoteTier : public Tier {
 public:
  RemoteTier(std::unique_ptr<Remote> remote, bool writable,
             std::shared_ptr<const MacKey> key, const CircuitBreaker::Options& breaker,
             const CircuitBreaker::Clock& clock)
      : Tier(remote->name(), writable),
        remote_(std::move(remote)),
        key_(std::move(key)),
        reading_(breaker, clock),
        writing_(breaker, clock) {}

  void Prepare() override { remote_->Prepare(); }

  std::optional<Entry> Find(const Manifest& manifest) override {
    Counters counted;
    std::optional<Entry> entry = Look(manifest, &counted);
    if (entry.has_value()) {
      counted.hits = 1;
      counted.bytes_read = static_cast<int64_t>(entry->size());
    } else {
      counted.misses = 1;
    }
    Count(counted);
    return entry;
  }

  void Publish(const Entry& entry) override {
    if (!writing_.Allow()) return Count({.not_asked = 1, .publish_errors = 1});
    const absl::Status status = remote_->Put(Sha256Hex(entry.manifest()), entry.bytes());
    Tell(writing_, status);
    Remember(status);
    if (!status.ok()) return Count({.publish_errors = 1});
    Count({.published = 1, .bytes_written = static_cast<int64_t>(entry.size())});
  }

  absl::Status Reach() override { return remote_->Has(kNoKey).status(); }
  void Cancel() override { remote_->Cancel(); }

  std::string last_failure() const override {
    std::lock_guard<std::mutex> lock(mutex_);
    return last_failure_;
  }

  Counters counters() const override {
    std::lock_guard<std::mutex> lock(mutex_);
    return counters_;
  }

 private:
  std::optional<Entry> Look(const Manifest& manifest, Counters* misses) {
    if (!reading_.Allow()) {
      ++misses->not_asked;
      return std::nullopt;
    }
    const std::string text = manifest.Text();
    absl::StatusOr<std::optional<std::string>> bytes = remote_->Get(Sha256Hex(text));
    if (!bytes.ok()) {
      Tell(reading_, bytes.status());
      Remember(bytes.status());
      // What ends with us is no fault of the server.
      if (!absl::IsCancelled(bytes.status())) ++misses->read_errors;
      return std::nullopt;
    }
    if (!bytes->has_value()) {
      reading_.Succeeded();
      return std::nullopt;
    }
    std::optional<Entry> entry =
        Admit(**std::move(bytes), text, Policy::kMacRequired, key_.get(), misses);
    // One that keeps giving what is not asked for is as good as dead.
    Tell(reading_, misses->damaged + misses->collisions + misses->forged == 0
                       ? absl::OkStatus()
                       : absl::DataLossError(""));
    return entry;
  }

  void Remember(const absl::Status& status) {
    if (status.ok() || absl::IsCancelled(status)) return;
    std::lock_guard<std::mutex> lock(mutex_);
    last_failure_ = std::string(status.message());
  }

  void Count(const Counters& counted) {
    std::lock_guard<std::mutex> lock(mutex_);
    Add(counted, &counters_);
  }

  const std::unique_ptr<Remote> remote_;
  const std::shared_ptr<const MacKey> key_;
  CircuitBreaker reading_;
  CircuitBreaker writing_;
  mutable std::mutex mutex_;
  Counters counters_;         // guarded by mutex_
  std::string last_failure_;  // guarded by mutex_
};

}  // namespace

std::unique_ptr<Tier> MakeRemoteTier(std::unique_ptr<Remote> remote, bool writable,
                                     std::shared_ptr<const MacKey> key,
                                     const CircuitBreaker::Options& breaker,
                                     const CircuitBreaker::Clock& clock) {
  return std::make_unique<RemoteTier>(std::move(remote), writable, std::move(key),
                                      breaker, clock);
}

}  // namespace tilewright::cache
