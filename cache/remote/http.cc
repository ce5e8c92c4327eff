#include "cache/remote/http.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "cache/remote/curl.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

using Clock = std::chrono::steady_clock;

// How long a call may go on after Cancel.
constexpr int kPollMs = 50;
// Of calls at once, where a server ends each connection after an answer: each has to be
// taken by it, and servers let few wait for that, often five.
constexpr int kMostAtOnce = 4;

enum class Method { kGet, kHead, kPut };

// One request and its answer.
struct Exchange {
  Method method = Method::kGet;
  absl::string_view to_send;
  size_t sent = 0;
  uint64_t max_bytes = 0;
  bool answered = false;  // the answer has begun
  bool too_long = false;
  bool is_kept = false;  // the connection, for the next one
  long code = 0;
  std::string body;
};

size_t Receive(char* data, size_t size, size_t count, void* user) {
  Exchange& exchange = *static_cast<Exchange*>(user);
  // Memory grows with what has come, not with what is announced.
  if (size * count > exchange.max_bytes - exchange.body.size()) {
    exchange.too_long = true;
    return 0;
  }
  exchange.body.append(data, size * count);
  return size * count;
}

size_t ReceiveHeader(char* data, size_t size, size_t count, void* user) {
  static_cast<Exchange*>(user)->answered = true;
  return size * count;
}

size_t Send(char* buffer, size_t size, size_t count, void* user) {
  Exchange& exchange = *static_cast<Exchange*>(user);
  const size_t bytes = std::min(size * count, exchange.to_send.size() - exchange.sent);
  exchange.to_send.copy(buffer, bytes, exchange.sent);
  exchange.sent += bytes;
  return bytes;
}

// libcurl begins again where an idle connection turns out to be dead.
int Rewind(void* user, curl_off_t offset, int origin) {
  Exchange& exchange = *static_cast<Exchange*>(user);
  if (origin != SEEK_SET || offset < 0 ||
      static_cast<size_t>(offset) > exchange.to_send.size()) {
    return CURL_SEEKFUNC_FAIL;
  }
  exchange.sent = static_cast<size_t>(offset);
  return CURL_SEEKFUNC_OK;
}

// A connection, used by one thread at a time.
struct Connection {
  CurlMulti multi;
  CurlEasy easy;
};

class HttpRemote : public Remote {
 public:
  HttpRemote(const Url& url, const std::vector<std::string>& headers,
             const RemoteLimits& limits)
      : Remote(url.Shown()), url_(url), base_(url.Shown()), limits_(limits) {
    // Without "Expect", bodies are sent at once.
    headers_.reset(curl_slist_append(nullptr, "Expect:"));
    for (const std::string& header : headers) {
      curl_slist_append(headers_.get(), header.c_str());
    }
  }

  absl::StatusOr<std::optional<std::string>> Get(const std::string& key) override {
    Exchange exchange;
    exchange.max_bytes = limits_.max_bytes;
    TW_RETURN_IF_ERROR(Ask(key, &exchange));
    if (exchange.code == 404) return std::optional<std::string>();
    return std::optional<std::string>(std::move(exchange.body));
  }

  absl::StatusOr<bool> Has(const std::string& key) override {
    Exchange exchange;
    exchange.method = Method::kHead;
    TW_RETURN_IF_ERROR(Ask(key, &exchange));
    return exchange.code != 404;
  }

  absl::Status Put(const std::string& key, absl::string_view bytes) override {
    Exchange exchange;
    exchange.method = Method::kPut;
    exchange.to_send = bytes;
    exchange.max_bytes = 64 << 10;  // of what the server has to say about it
    TW_RETURN_IF_ERROR(Ask(key, &exchange));
    if (exchange.code == 404) {
      return absl::UnavailableError(absl::StrCat(name(), ": no such place (HTTP 404)"));
    }
    return absl::OkStatus();
  }

 private:
  // OK for an answer in the two hundreds and for 404.
  absl::Status Ask(const std::string& key, Exchange* exchange) {
    TW_RETURN_IF_ERROR(Begin());
    const absl::Cleanup end = [this] { End(); };
    Connection connection;
    TW_ASSIGN_OR_RETURN(connection, Take());
    const absl::Status status = Perform(connection, key, exchange);
    // A connection that failed is not used again.
    TW_RETURN_IF_ERROR(status);
    Return(std::move(connection), exchange->is_kept);
    if (exchange->code / 100 == 2 || exchange->code == 404) return absl::OkStatus();
    const std::string text = absl::StrCat(name(), ": HTTP ", exchange->code);
    if (exchange->code == 401 || exchange->code == 403 || exchange->code == 405) {
      return absl::PermissionDeniedError(text);
    }
    return absl::UnavailableError(text);
  }

  absl::Status Perform(const Connection& connection, const std::string& key,
                       Exchange* exchange) {
    SetOptions(connection.easy.get(), key, exchange);
    if (curl_multi_add_handle(connection.multi.get(), connection.easy.get()) !=
        CURLM_OK) {
      return absl::UnavailableError(absl::StrCat(name(), ": libcurl takes no request"));
    }
    absl::Status status = Drive(connection, *exchange);
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(connection.easy.get(), CURLINFO_ACTIVESOCKET, &socket);
    exchange->is_kept = socket != CURL_SOCKET_BAD;
    curl_multi_remove_handle(connection.multi.get(), connection.easy.get());
    if (exchange->too_long) {
      status = absl::ResourceExhaustedError(
          absl::StrCat(name(), ": the answer is longer than ", exchange->max_bytes));
    }
    TW_RETURN_IF_ERROR(status);
    curl_easy_getinfo(connection.easy.get(), CURLINFO_RESPONSE_CODE, &exchange->code);
    return absl::OkStatus();
  }

  void SetOptions(CURL* easy, const std::string& key, Exchange* exchange) {
    curl_easy_reset(easy);  // keeps the connection
    const bool put = exchange->method == Method::kPut;
    curl_easy_setopt(easy, CURLOPT_URL, absl::StrCat(base_, "/ac/", key).c_str());
    // Redirects are not followed, so that credentials go nowhere else.
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, long{limits_.connect_ms});
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS,
                     long{put ? limits_.put_ms : limits_.total_ms});
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "tilewright");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers_.get());
    if (!url_.user.empty() || !url_.password.empty()) {
      curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
      curl_easy_setopt(easy, CURLOPT_USERNAME, url_.user.c_str());
      curl_easy_setopt(easy, CURLOPT_PASSWORD, url_.password.c_str());
    }
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, ReceiveHeader);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, Receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
    switch (exchange->method) {
      case Method::kGet:
        curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE,
                         static_cast<curl_off_t>(exchange->max_bytes));
        break;
      case Method::kHead:
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
        break;
      case Method::kPut:
        curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE,
                         static_cast<curl_off_t>(exchange->to_send.size()));
        curl_easy_setopt(easy, CURLOPT_READFUNCTION, Send);
        curl_easy_setopt(easy, CURLOPT_READDATA, exchange);
        curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, Rewind);
        curl_easy_setopt(easy, CURLOPT_SEEKDATA, exchange);
        break;
    }
  }

  absl::Status Drive(const Connection& connection, const Exchange& exchange) {
    const Clock::time_point answer_by =
        Clock::now() + std::chrono::milliseconds(limits_.connect_ms + limits_.answer_ms);
    while (true) {
      int running = 0;
      const CURLMcode driven = curl_multi_perform(connection.multi.get(), &running);
      if (driven != CURLM_OK) {
        return absl::UnavailableError(
            absl::StrCat(name(), ": ", curl_multi_strerror(driven)));
      }
      int left = 0;
      while (const CURLMsg* message =
                 curl_multi_info_read(connection.multi.get(), &left)) {
        if (message->msg == CURLMSG_DONE) {
          return CurlStatus(name(), message->data.result);
        }
      }
      if (cancelled()) return absl::CancelledError(absl::StrCat(name(), ": given up"));
      // A server that is slow to take bytes is put_ms's business.
      if (exchange.method != Method::kPut && !exchange.answered &&
          Clock::now() > answer_by) {
        return absl::DeadlineExceededError(absl::StrCat(name(), ": no answer"));
      }
      curl_multi_poll(connection.multi.get(), nullptr, 0, kPollMs, nullptr);
    }
  }

  absl::StatusOr<Connection> Take() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        Connection connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
      }
    }
    Connection connection;
    connection.easy = NewCurlEasy();  // before any other of libcurl's functions
    connection.multi.reset(curl_multi_init());
    if (connection.easy == nullptr || connection.multi == nullptr) {
      return absl::UnavailableError(absl::StrCat(name(), ": libcurl does not start"));
    }
    return connection;
  }

  void Return(Connection connection, bool is_kept) {
    std::lock_guard<std::mutex> lock(mutex_);
    keeps_ = is_kept;
    idle_.push_back(std::move(connection));
  }

  absl::Status Begin() {
    const Clock::time_point patience =
        Clock::now() + std::chrono::milliseconds(limits_.connect_ms + limits_.answer_ms);
    std::unique_lock<std::mutex> lock(mutex_);
    while (!keeps_ && calls_ >= kMostAtOnce) {
      if (cancelled()) return absl::CancelledError(absl::StrCat(name(), ": given up"));
      if (Clock::now() > patience) {
        return absl::DeadlineExceededError(absl::StrCat(name(), ": no answer"));
      }
      ended_.wait_for(lock, std::chrono::milliseconds(kPollMs));
    }
    ++calls_;
    return absl::OkStatus();
  }

  void End() {
    std::lock_guard<std::mutex> lock(mutex_);
    --calls_;
    ended_.notify_one();
  }

  const Url url_;
  const std::string base_;
  const RemoteLimits limits_;
  CurlList headers_;
  std::mutex mutex_;
  std::vector<Connection> idle_;  // guarded by mutex_, as the rest; at most one a thread
  std::condition_variable ended_;
  int calls_ = 0;      // under way
  bool keeps_ = true;  // the server, connections: as far as is known
};

}  // namespace

std::unique_ptr<Remote> OpenHttpRemote(const Url& url,
                                       const std::vector<std::string>& headers,
                                       const RemoteLimits& limits) {
  return std::make_unique<HttpRemote>(url, headers, limits);
}

}  // namespace tilewright::cache
