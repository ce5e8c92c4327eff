#include "cache/remote/redis.h"

#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/remote/redis_connection.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

using Clock = RedisConnection::Clock;
using Reply = RedisConnection::Reply;

// Room for what frames an answer.
constexpr uint64_t kFrameBytes = 64;

class RedisRemote : public Remote {
 public:
  RedisRemote(const Url& url, const RemoteLimits& limits)
      : Remote(url.Shown()), url_(url), limits_(limits) {}

  absl::StatusOr<std::optional<std::string>> Get(const std::string& key) override {
    Reply reply;
    TW_ASSIGN_OR_RETURN(reply, Ask({"GET", Name(key)}, limits_.total_ms));
    if (reply.kind == Reply::Kind::kNil) return std::optional<std::string>();
    if (reply.kind != Reply::Kind::kText) return Unexpected();
    return std::optional<std::string>(std::move(reply.text));
  }

  absl::StatusOr<bool> Has(const std::string& key) override {
    Reply reply;
    TW_ASSIGN_OR_RETURN(reply, Ask({"EXISTS", Name(key)}, limits_.total_ms));
    if (reply.kind != Reply::Kind::kNumber) return Unexpected();
    return reply.number != 0;
  }

  absl::Status Put(const std::string& key, absl::string_view bytes) override {
    Reply reply;
    TW_ASSIGN_OR_RETURN(reply, Ask({"SET", Name(key), bytes}, limits_.put_ms));
    return reply.text == "OK" ? absl::OkStatus() : Unexpected();
  }

 private:
  static std::string Name(const std::string& key) {
    return absl::StrCat("tilewright:", key);
  }
  absl::Status Unexpected() const {
    return absl::UnavailableError(
        absl::StrCat(name(), ": an answer of a kind that was not asked for"));
  }

  absl::StatusOr<Reply> Ask(const std::vector<absl::string_view>& command, int total_ms) {
    const Clock::time_point start = Clock::now();
    const Clock::time_point end = start + std::chrono::milliseconds(total_ms);
    std::unique_ptr<RedisConnection> connection = TakeIdle();
    if (connection != nullptr) {
      absl::StatusOr<Reply> reply = AskThrough(connection, command, end);
      // The server may have closed it since: then one of its own is worth a try.
      if (!absl::IsUnavailable(reply.status())) return reply;
    }
    TW_ASSIGN_OR_RETURN(connection, Connect(end));
    return AskThrough(connection, command, end);
  }

  absl::StatusOr<Reply> AskThrough(std::unique_ptr<RedisConnection>& connection,
                                   const std::vector<absl::string_view>& command,
                                   Clock::time_point end) {
    const bool writes = command.size() > 2;
    const Clock::time_point answer_by =
        writes ? end : Clock::now() + std::chrono::milliseconds(limits_.answer_ms);
    absl::StatusOr<Reply> reply =
        connection->Call(command, limits_.max_bytes + kFrameBytes, answer_by, end);
    if (reply.ok()) {
      std::lock_guard<std::mutex> lock(mutex_);
      idle_.push_back(std::move(connection));
    }
    return reply;
  }

  absl::StatusOr<std::unique_ptr<RedisConnection>> Connect(Clock::time_point end) {
    std::unique_ptr<RedisConnection> connection;
    TW_ASSIGN_OR_RETURN(connection,
                        RedisConnection::Connect(url_, limits_.connect_ms,
                                                 [this] { return cancelled(); }));
    const Clock::time_point answer_by =
        Clock::now() + std::chrono::milliseconds(limits_.answer_ms);
    std::vector<std::vector<absl::string_view>> greeting;
    if (!url_.password.empty()) {
      greeting.push_back({"AUTH"});
      if (!url_.user.empty()) greeting.back().push_back(url_.user);
      greeting.back().push_back(url_.password);
    }
    const std::string number = absl::StrCat(url_.database);
    if (url_.database != 0) greeting.push_back({"SELECT", number});
    for (const std::vector<absl::string_view>& command : greeting) {
      TW_RETURN_IF_ERROR(connection->Call(command, 4096, answer_by, end).status());
    }
    return connection;
  }

  std::unique_ptr<RedisConnection> TakeIdle() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<RedisConnection> connection = std::move(idle_.back());
    idle_.pop_back();
    return connection;
  }

  const Url url_;
  const RemoteLimits limits_;
  std::mutex mutex_;
  // Guarded by mutex_; at most one a thread.
  std::vector<std::unique_ptr<RedisConnection>> idle_;
};

}  // namespace

std::unique_ptr<Remote> OpenRedisRemote(const Url& url, const RemoteLimits& limits) {
  return std::make_unique<RedisRemote>(url, limits);
}

}  // namespace tilewright::cache
