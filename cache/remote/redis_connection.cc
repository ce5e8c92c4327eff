#include "cache/remote/redis_connection.h"

#include <hiredis/hiredis.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

#include "absl/memory/memory.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

// How long a call may go on after it was cancelled.
constexpr int64_t kStopCheckMs = 50;

// A server's error is "CODE words"; the words may hold anything.
std::string ErrorCode(absl::string_view error) {
  std::string code;
  for (char c : error.substr(0, 20)) {
    if (!absl::ascii_isupper(c)) break;
    code.push_back(c);
  }
  return code;
}

}  // namespace

RedisConnection::~RedisConnection() {
  if (reader_ != nullptr) redisReaderFree(reader_);
}

absl::Status RedisConnection::Unavailable(absl::string_view why) const {
  return absl::UnavailableError(absl::StrCat(name_, ": ", why));
}

absl::StatusOr<std::unique_ptr<RedisConnection>> RedisConnection::Connect(
    const Url& url, int connect_ms, std::function<bool()> cancelled) {
  std::unique_ptr<RedisConnection> connection =
      absl::WrapUnique(new RedisConnection(url.Shown()));
  connection->cancelled_ = std::move(cancelled);
  connection->curl_ = NewCurlEasy();
  connection->reader_ = redisReaderCreate();
  if (connection->curl_ == nullptr || connection->reader_ == nullptr) {
    return connection->Unavailable("no memory");
  }
  CURL* const curl = connection->curl_.get();
  const char* const scheme = url.is_encrypted ? "https" : "http";
  curl_easy_setopt(curl, CURLOPT_URL,
                   absl::StrCat(scheme, "://", url.host, ":", url.port).c_str());
  curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_SSL_ENABLE_ALPN, 0L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, long{connect_ms});
  TW_RETURN_IF_ERROR(CurlStatus(connection->name_, curl_easy_perform(curl)));
  curl_easy_getinfo(curl, CURLINFO_ACTIVESOCKET, &connection->socket_);
  if (connection->socket_ == CURL_SOCKET_BAD) {
    return connection->Unavailable("no connection");
  }
  return connection;
}

absl::Status RedisConnection::Wait(short events, Clock::time_point end) {
  while (true) {
    if (cancelled_()) return absl::CancelledError(absl::StrCat(name_, ": given up"));
    const int64_t left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return absl::DeadlineExceededError(absl::StrCat(name_, ": no answer"));
    pollfd wanted = {socket_, events, 0};
    const int ready = poll(&wanted, 1, static_cast<int>(std::min(left, kStopCheckMs)));
    if (ready > 0) return absl::OkStatus();
    if (ready < 0 && errno != EINTR) return Unavailable("the socket cannot be polled");
  }
}

absl::Status RedisConnection::SendAll(absl::string_view bytes, Clock::time_point end) {
  while (!bytes.empty()) {
    size_t sent = 0;
    const CURLcode code = curl_easy_send(curl_.get(), bytes.data(), bytes.size(), &sent);
    if (code == CURLE_AGAIN) {
      TW_RETURN_IF_ERROR(Wait(POLLOUT, end));
    } else {
      TW_RETURN_IF_ERROR(CurlStatus(name_, code));
      bytes.remove_prefix(sent);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> RedisConnection::Receive(char* buffer, size_t size,
                                                Clock::time_point end) {
  while (true) {
    size_t got = 0;
    const CURLcode code = curl_easy_recv(curl_.get(), buffer, size, &got);
    if (code == CURLE_AGAIN) {
      TW_RETURN_IF_ERROR(Wait(POLLIN, end));
      continue;
    }
    TW_RETURN_IF_ERROR(CurlStatus(name_, code));
    if (got == 0) return Unavailable("the server closed the connection");
    return got;
  }
}

absl::StatusOr<std::optional<RedisConnection::Reply>> RedisConnection::TakeReply() {
  void* taken = nullptr;
  if (redisReaderGetReply(reader_, &taken) != REDIS_OK) {
    return Unavailable("what it answers is not the Redis protocol");
  }
  if (taken == nullptr) return std::optional<Reply>();
  const std::unique_ptr<redisReply, void (*)(void*)> raw(static_cast<redisReply*>(taken),
                                                         freeReplyObject);
  Reply reply;
  switch (raw->type) {
    case REDIS_REPLY_NIL:
      return std::optional<Reply>(reply);
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      reply.kind = Reply::Kind::kText;
      reply.text.assign(raw->str, static_cast<size_t>(raw->len));
      return std::optional<Reply>(std::move(reply));
    case REDIS_REPLY_INTEGER:
      reply.kind = Reply::Kind::kNumber;
      reply.number = raw->integer;
      return std::optional<Reply>(reply);
    case REDIS_REPLY_ERROR: {
      const std::string code =
          ErrorCode(absl::string_view(raw->str, static_cast<size_t>(raw->len)));
      const std::string text = absl::StrCat(name_, ": refused: ", code);
      const bool rights = code == "NOAUTH" || code == "WRONGPASS" || code == "NOPERM" ||
                          code == "READONLY";
      if (rights) return absl::PermissionDeniedError(text);
      return absl::UnavailableError(text);
    }
    default:
      return Unavailable("an answer of a kind that was not asked for");
  }
}

absl::StatusOr<RedisConnection::Reply> RedisConnection::Call(
    const std::vector<absl::string_view>& command, uint64_t max_bytes,
    Clock::time_point answer_by, Clock::time_point end) {
  std::vector<const char*> words;
  std::vector<size_t> lengths;
  for (absl::string_view word : command) {
    words.push_back(word.data());
    lengths.push_back(word.size());
  }
  char* formatted = nullptr;
  const int length = redisFormatCommandArgv(&formatted, static_cast<int>(words.size()),
                                            words.data(), lengths.data());
  if (length < 0) return Unavailable("the command is too long");
  const std::unique_ptr<char, void (*)(char*)> keeper(formatted, redisFreeCommand);
  TW_RETURN_IF_ERROR(
      SendAll(absl::string_view(formatted, static_cast<size_t>(length)), end));

  uint64_t have = 0;
  std::array<char, 16384> buffer;
  while (true) {
    size_t got = 0;
    TW_ASSIGN_OR_RETURN(got, Receive(buffer.data(), buffer.size(),
                                     have == 0 ? std::min(answer_by, end) : end));
    // Arrays are asked for by no command of ours, and hiredis would make room for as
    // many elements as are announced. Strings take memory as they come.
    if (have == 0 &&
        absl::string_view("$+-:").find(buffer[0]) == absl::string_view::npos) {
      return Unavailable("an answer of a kind that was not asked for");
    }
    have += got;
    if (have > max_bytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat(name_, ": the answer is longer than ", max_bytes));
    }
    if (redisReaderFeed(reader_, buffer.data(), got) != REDIS_OK) {
      return Unavailable("no memory for the answer");
    }
    std::optional<Reply> reply;
    TW_ASSIGN_OR_RETURN(reply, TakeReply());
    if (!reply.has_value()) continue;
    if (reader_->pos != reader_->len) return Unavailable("more than one answer");
    return *std::move(reply);
  }
}

}  // namespace tilewright::cache
