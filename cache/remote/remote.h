// Bytes by key at the other end of a network, through servers that exist already.
//
// A remote store is told nothing but keys and bytes, and is believed nothing:
// what it gives is foreign input, which the caller has to check.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

// Beyond these a call fails; times in milliseconds.
struct RemoteLimits {
  int connect_ms = 100;  // until the connection stands, name look-up included
  int answer_ms = 500;   // from then to the first byte of the answer
  int total_ms = 2000;   // of reading, from the start
  int put_ms = 10000;    // of writing, which nobody waits for
  uint64_t max_bytes = uint64_t{64} << 20;  // of one answer
};

// Thread-safe. A call fails with DeadlineExceeded beyond a time of the limits,
// ResourceExhausted beyond their size, PermissionDenied when the server does not let
// us, Cancelled after Cancel, and Unavailable for everything else. Messages hold
// neither credentials nor what the server said.
class Remote {
 public:
  virtual ~Remote() = default;

  // Keys are [0-9a-f]+. The bytes, or nullopt where the server has none.
  virtual absl::StatusOr<std::optional<std::string>> Get(const std::string& key) = 0;
  virtual absl::StatusOr<bool> Has(const std::string& key) = 0;
  virtual absl::Status Put(const std::string& key, absl::string_view bytes) = 0;

  // Loads what calls need, as the first one would.
  virtual void Prepare() {}

  // Calls that are under way, and later ones, fail soon.
  virtual void Cancel() { cancelled_.store(true); }
  // For people: the address without credentials.
  const std::string& name() const { return name_; }

 protected:
  explicit Remote(std::string name) : name_(std::move(name)) {}
  bool cancelled() const { return cancelled_.load(); }

 private:
  const std::string name_;
  std::atomic<bool> cancelled_{false};
};

// By the address's scheme:
//   http, https    GET, HEAD and PUT of <base>/ac/<key>: nginx's WebDAV, bazel-remote
//   redis, rediss  GET, EXISTS and SET of tilewright:<key>; the path is the
//                  database's number
// `headers` ("Name: value") go with every HTTP request. InvalidArgument for an address
// that is none. Connects to nothing; where the module of network clients is not there,
// every call fails with that.
absl::StatusOr<std::unique_ptr<Remote>> OpenRemote(
    absl::string_view address, const std::vector<std::string>& headers,
    const RemoteLimits& limits);

}  // namespace tilewright::cache
