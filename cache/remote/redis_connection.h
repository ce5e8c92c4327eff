// One connection to a Redis server.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/remote/curl.h"
#include "cache/remote/url.h"

struct redisReader;

namespace tilewright::cache {

// hiredis gives the wire format. The connection is libcurl's, since hiredis looks
// names up without a time limit and bounds single reads, not whole answers.
class RedisConnection {
 public:
  using Clock = std::chrono::steady_clock;

  struct Reply {
    enum class Kind { kNil, kText, kNumber };
    Kind kind = Kind::kNil;
    std::string text;
    int64_t number = 0;
  };

  // Statuses as cache/remote/remote.h says. `cancelled` is asked while waiting.
  static absl::StatusOr<std::unique_ptr<RedisConnection>> Connect(
      const Url& url, int connect_ms, std::function<bool()> cancelled);
  ~RedisConnection();

  // Sends a command and waits for its reply, of at most `max_bytes`.
  absl::StatusOr<Reply> Call(const std::vector<absl::string_view>& command,
                             uint64_t max_bytes, Clock::time_point answer_by,
                             Clock::time_point end);

 private:
  explicit RedisConnection(std::string name) : name_(std::move(name)) {}

  absl::Status SendAll(absl::string_view bytes, Clock::time_point end);
  absl::StatusOr<size_t> Receive(char* buffer, size_t size, Clock::time_point end);
  // Until the socket is ready for `events`.
  absl::Status Wait(short events, Clock::time_point end);
  // The reply that the reader has whole; nullopt when bytes are lacking.
  absl::StatusOr<std::optional<Reply>> TakeReply();
  absl::Status Unavailable(absl::string_view why) const;

  const std::string name_;
  std::function<bool()> cancelled_;
  CurlEasy curl_;
  curl_socket_t socket_ = CURL_SOCKET_BAD;
  redisReader* reader_ = nullptr;
};

}  // namespace tilewright::cache
