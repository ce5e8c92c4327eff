#include "cache/remote/remote.h"

#include <mutex>
#include <utility>

#include "cache/remote/open_remote.h"
#include "cache/remote/url.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

// Opened ahead (Prepare), or by its first question: loading network clients takes longer
// than to load what a process needs where the local directory has all of it, and whoever
// makes this need not wait for that.
class LateRemote : public Remote {
 public:
  LateRemote(const Url& url, absl::string_view address, std::vector<std::string> headers,
             const RemoteLimits& limits)
      : Remote(url.Shown()),
        address_(address),
        headers_(std::move(headers)),
        limits_(limits) {}

  absl::StatusOr<std::optional<std::string>> Get(const std::string& key) override {
    TW_ASSIGN_OR_RETURN(Remote* const remote, Opened());
    return remote->Get(key);
  }

  absl::StatusOr<bool> Has(const std::string& key) override {
    TW_ASSIGN_OR_RETURN(Remote* const remote, Opened());
    return remote->Has(key);
  }

  absl::Status Put(const std::string& key, absl::string_view bytes) override {
    TW_ASSIGN_OR_RETURN(Remote* const remote, Opened());
    return remote->Put(key, bytes);
  }

  void Prepare() override { Opened().status().IgnoreError(); }

  void Cancel() override {
    Remote::Cancel();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (remote_.ok() && *remote_ != nullptr) (*remote_)->Cancel();
  }

 private:
  absl::StatusOr<Remote*> Opened() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (remote_.ok() && *remote_ == nullptr) remote_ = Open();
    if (!remote_.ok()) return remote_.status();
    if (cancelled()) (*remote_)->Cancel();
    return remote_->get();
  }

  absl::StatusOr<std::unique_ptr<Remote>> Open() const {
    TW_ASSIGN_OR_RETURN(
        const auto function,
        FindModuleFunction(&tilewright_remote, "remote", "tilewright_remote"));
    return (*function())(address_, headers_, limits_);
  }

  const std::string address_;
  const std::vector<std::string> headers_;
  const RemoteLimits limits_;
  std::mutex mutex_;
  absl::StatusOr<std::unique_ptr<Remote>> remote_{nullptr};  // guarded by mutex_
};

}  // namespace

absl::StatusOr<std::unique_ptr<Remote>> OpenRemote(
    absl::string_view address, const std::vector<std::string>& headers,
    const RemoteLimits& limits) {
  TW_ASSIGN_OR_RETURN(const Url url, ParseUrl(address));
  return std::make_unique<LateRemote>(url, address, headers, limits);
}

}  // namespace tilewright::cache
