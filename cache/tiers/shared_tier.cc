#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/store/file_system.h"
#include "cache/store/store.h"
#include "cache/tiers/tier.h"
#include "support/shell_quote.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

absl::Status CheckThere(const std::string& dir) {
  FileSystem& files = FileSystem::Real();
  const int file = files.OpenDirectory(dir);
  if (file >= 0) {
    files.Close(file);
    return absl::OkStatus();
  }
  if (file == -ENOENT) {
    return absl::NotFoundError(absl::StrCat("shared cache directory ", dir,
                                            " is not there; if it should be: mkdir ",
                                            ShellQuoted(dir)));
  }
  return absl::UnavailableError(absl::StrCat(
      "shared cache directory ", dir, " cannot be opened: ", std::strerror(-file)));
}

class SharedTier : public Tier {
 public:
  SharedTier(const std::string& dir, bool writable, std::unique_ptr<ObjectStore> store)
      : Tier(dir, writable), store_(std::move(store)) {}

  std::optional<Entry> Find(const Manifest& manifest) override {
    return store_->Find(manifest);
  }
  void Publish(const Entry& entry) override { store_->PublishEntry(entry); }
  absl::Status Reach() override { return CheckThere(name()); }
  Counters counters() const override { return store_->counters(); }

 private:
  const std::unique_ptr<ObjectStore> store_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Tier>> OpenSharedTier(const std::string& dir,
                                                     bool writable,
                                                     std::shared_ptr<const MacKey> key) {
  TW_RETURN_IF_ERROR(CheckThere(dir));
  ObjectStore::Options options;
  options.dir = dir;
  options.mode = writable ? Mode::kReadWrite : Mode::kReadOnly;
  options.policy = Policy::kMacRequired;
  options.key = std::move(key);
  options.shared = true;
  std::unique_ptr<ObjectStore> store;
  TW_ASSIGN_OR_RETURN(store, ObjectStore::Open(options));
  return std::unique_ptr<Tier>(
      std::make_unique<SharedTier>(dir, writable, std::move(store)));
}

}  // namespace tilewright::cache
