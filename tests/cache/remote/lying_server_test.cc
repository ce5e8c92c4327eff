// Servers that do not do as they should: each call ends, with an error, in bounded
// time and memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "cache/remote/remote.h"
#include "tests/cache/remote/servers.h"

namespace tilewright::cache {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kKey(64, 'a');
// For what is said: the machine may be slow.
constexpr RemoteLimits kPatient = {.connect_ms = 10000,
                                   .answer_ms = 10000,
                                   .total_ms = 20000,
                                   .put_ms = 20000,
                                   .max_bytes = 4096};
// For what is not said.
constexpr RemoteLimits kShort = {.connect_ms = 1000,
                                 .answer_ms = 300,
                                 .total_ms = 600,
                                 .put_ms = 600,
                                 .max_bytes = 4096};
constexpr double kEndMs = 5000;

std::unique_ptr<Remote> Open(const std::string& address,
                             const RemoteLimits& limits = kPatient,
                             const std::vector<std::string>& headers = {}) {
  return *OpenRemote(address, headers, limits);
}

// Answers every connection's first words with `answer`, then hangs up, or holds on.
StubServer::Handler Says(const std::string& answer, bool hold = false) {
  return [answer, hold](const StubServer::Connection& connection) {
    if (connection.Read().empty()) return;
    connection.Write(answer);
    if (hold) connection.Stall();
  };
}

// What Get gives when an HTTP server answers so.
absl::StatusOr<std::optional<std::string>> HttpGet(const std::string& answer,
                                                   bool hold = false) {
  const StubServer server(Says(answer, hold));
  return Open(server.http())->Get(kKey);
}
absl::StatusOr<std::optional<std::string>> RedisGet(const std::string& answer,
                                                    bool hold = false) {
  const StubServer server(Says(answer, hold));
  return Open(server.redis())->Get(kKey);
}

TEST(LyingServer, HttpBodiesThatEndEarlyAreFailures) {
  EXPECT_TRUE(absl::IsUnavailable(
      HttpGet("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort").status()));
  EXPECT_TRUE(absl::IsUnavailable(
      HttpGet("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nshort")
          .status()));
}

TEST(LyingServer, HttpBodiesBeyondTheBoundAreRefusedByTheirLength) {
  EXPECT_TRUE(absl::IsResourceExhausted(
      HttpGet("HTTP/1.1 200 OK\r\nContent-Length: 999999999999999\r\n\r\nx", true)
          .status()));
}

TEST(LyingServer, HttpBodiesBeyondTheBoundAreRefusedAsTheyCome) {
  const std::string body(5000, 'x');
  EXPECT_TRUE(absl::IsResourceExhausted(
      HttpGet("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body).status()));
  EXPECT_EQ(HttpGet("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody")->value(), "body");
}

TEST(LyingServer, RedirectsAreNotFollowed) {
  std::atomic<int> asked = 0;
  std::string self;
  const StubServer server([&](const StubServer::Connection& connection) {
    while (!connection.Read().empty()) {
      ++asked;
      connection.Write(absl::StrCat("HTTP/1.1 302 Found\r\nLocation: ", self,
                                    "\r\nContent-Length: 0\r\n\r\n"));
    }
  });
  self = server.http() + "/loop";
  EXPECT_TRUE(absl::IsUnavailable(Open(server.http())->Get(kKey).status()));
  EXPECT_EQ(asked, 1);
}

TEST(LyingServer, WhatIsNotHttpIsAFailure) {
  for (const char* answer :
       {"", "\n", "220 mail.example ESMTP\r\n", "HTTP/9.9 banana\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"}) {
    EXPECT_FALSE(HttpGet(answer).ok()) << answer;
  }
}

TEST(LyingServer, HeadersWithoutEndComeToAnEnd) {
  const StubServer server([](const StubServer::Connection& connection) {
    connection.Read();
    connection.Write("HTTP/1.1 200 OK\r\n");
    while (connection.Write("X-More: " + std::string(1000, 'y') + "\r\n")) {
    }
  });
  EXPECT_LT(
      MillisecondsOf([&] { EXPECT_FALSE(Open(server.http(), kShort)->Get(kKey).ok()); }),
      kEndMs);
}

TEST(LyingServer, AnswersThatTrickleComeToAnEnd) {
  for (const char* start :
       {"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n", "$4000\r\n"}) {
    const StubServer server([start](const StubServer::Connection& connection) {
      connection.Read();
      connection.Write(start);
      while (connection.Write("x")) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    });
    const std::string address = *start == '$' ? server.redis() : server.http();
    EXPECT_LT(MillisecondsOf([&] {
                EXPECT_TRUE(
                    absl::IsDeadlineExceeded(Open(address, kShort)->Get(kKey).status()));
              }),
              kEndMs);
  }
}

TEST(LyingServer, SilenceComesToAnEnd) {
  const StubServer server(
      [](const StubServer::Connection& connection) { connection.Stall(); });
  for (const std::string& address : {server.http(), server.redis()}) {
    EXPECT_LT(
        MillisecondsOf([&] {
          EXPECT_TRUE(
              absl::IsDeadlineExceeded(Open(address, kShort)->Get(kKey).status()));
          EXPECT_TRUE(absl::IsDeadlineExceeded(Open(address, kShort)->Put(kKey, "x")));
        }),
        2 * kEndMs);
  }
}

TEST(LyingServer, RedisAnswersOfOtherKindsAreFailures) {
  for (const char* answer :
       {"*2147483647\r\n", "*1\r\n$1\r\nx\r\n", ":5\r\n", "$-2\r\n",
        "$99999999999999\r\n", "banana\r\n", "$3\r\nabcde\r\n", "$1\r\nx\r\n$1\r\ny\r\n",
        "HTTP/1.1 400\r\n", "-ERR what\r\n", "$5\r\nab"}) {
    EXPECT_FALSE(RedisGet(answer).ok()) << answer;
  }
}

TEST(LyingServer, RedisStringsBeyondTheBoundAreRefusedAsTheyCome) {
  EXPECT_TRUE(absl::IsResourceExhausted(
      RedisGet(absl::StrCat("$100000\r\n", std::string(5000, 'x')), true).status()));
}

TEST(LyingServer, WhatAServerSaysIsNotRepeated) {
  const absl::Status status = RedisGet("-ERR open\x1b[31m sesame\r\n").status();
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("sesame")));
  EXPECT_THAT(std::string(status.message()), HasSubstr("ERR"));
}

TEST(LyingServer, GivenHeadersGoWithEveryRequest) {
  std::string seen;
  const StubServer server([&](const StubServer::Connection& connection) {
    seen = connection.Read();
    connection.Write("HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n");
  });
  EXPECT_EQ(*Open(server.http(), kPatient, {"Authorization: Bearer abc"})->Get(kKey),
            std::nullopt);
  EXPECT_THAT(seen, HasSubstr("GET /base/ac/" + kKey + " HTTP/1.1\r\n"));
  EXPECT_THAT(seen, HasSubstr("Authorization: Bearer abc\r\n"));
}

}  // namespace
}  // namespace tilewright::cache
