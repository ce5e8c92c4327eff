// The laws that hold for every kind of remote store, with real servers.
#include "cache/remote/remote.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "cache/remote/circuit_breaker.h"
#include "tests/cache/remote/servers.h"

namespace tilewright::cache {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kKey(64, 'a');

// A machine under sanitizers is slow; what is tested is that there is an end.
constexpr RemoteLimits kLimits = {
    .connect_ms = 2000, .answer_ms = 4000, .total_ms = 8000, .put_ms = 8000};
constexpr RemoteLimits kShort = {.connect_ms = 200,
                                 .answer_ms = 200,
                                 .total_ms = 400,
                                 .put_ms = 400,
                                 .max_bytes = 4096};
// What a call within kShort may take on such a machine.
constexpr double kShortEndMs = 5000;

std::unique_ptr<Remote> Open(const std::string& address,
                             const RemoteLimits& limits = kLimits,
                             const std::vector<std::string>& headers = {}) {
  absl::StatusOr<std::unique_ptr<Remote>> remote = OpenRemote(address, headers, limits);
  EXPECT_TRUE(remote.ok()) << remote.status();
  return *std::move(remote);
}

// Every byte value, and more than one read's worth of them.
std::string Bytes(size_t count) {
  std::string bytes;
  for (size_t i = 0; i < count; ++i) bytes.push_back(static_cast<char>(i * 7 + i / 256));
  return bytes;
}

void GivesBackWhatWasPut(Remote& remote) {
  for (size_t count : {size_t{0}, size_t{1}, size_t{100}, size_t{3} << 20}) {
    const std::string key = std::string(60, 'b') + std::to_string(1000 + count % 997);
    absl::StatusOr<std::optional<std::string>> got = remote.Get(key);
    ASSERT_TRUE(got.ok()) << got.status();
    EXPECT_FALSE(got->has_value());
    EXPECT_FALSE(*remote.Has(key));
    const absl::Status put = remote.Put(key, Bytes(count));
    ASSERT_TRUE(put.ok()) << put;
    EXPECT_TRUE(*remote.Has(key));
    got = remote.Get(key);
    ASSERT_TRUE(got.ok()) << got.status();
    ASSERT_TRUE(got->has_value());
    EXPECT_EQ(got->value().size(), count);
    EXPECT_TRUE(got->value() == Bytes(count));
  }
}

TEST(Remote, NginxGivesBackWhatWasPut) {
  const NginxServer server;
  GivesBackWhatWasPut(*Open(server.address()));
}

TEST(Remote, RedisGivesBackWhatWasPut) {
  const RedisServer server;
  GivesBackWhatWasPut(*Open(server.address()));
}

TEST(Remote, NginxTakesUserAndPasswordFromTheAddress) {
  const NginxServer server("me:{PLAIN}open sesame");
  const std::string rest = absl::StrCat("@127.0.0.1:", server.port(), "/cache");
  GivesBackWhatWasPut(*Open("http://me:open%20sesame" + rest));
  for (const char* wrong : {"http://127.0.0.1", "http://me:wrong@127.0.0.1"}) {
    const auto remote = Open(absl::StrCat(wrong, ":", server.port(), "/cache"));
    const absl::Status status = remote->Get(kKey).status();
    EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("wrong")));
    EXPECT_TRUE(absl::IsPermissionDenied(remote->Put(kKey, "x")));
  }
}

TEST(Remote, RedisTakesAPasswordFromTheAddress) {
  const RedisServer server("sesame");
  GivesBackWhatWasPut(*Open(absl::StrCat("redis://:sesame@127.0.0.1:", server.port())));
  GivesBackWhatWasPut(
      *Open(absl::StrCat("redis://default:sesame@127.0.0.1:", server.port(), "/2")));
  EXPECT_TRUE(absl::IsPermissionDenied(Open(server.address())->Get(kKey).status()));
  const absl::Status wrong =
      Open(absl::StrCat("redis://:hidden@127.0.0.1:", server.port()))->Put(kKey, "x");
  EXPECT_TRUE(absl::IsPermissionDenied(wrong)) << wrong;
  EXPECT_THAT(std::string(wrong.message()), Not(HasSubstr("hidden")));
}

TEST(Remote, AServerThatTakesNoPutsStillGives) {
  const NginxServer server("", /*writable=*/false);
  const auto remote = Open(server.address());
  std::ofstream(server.PathOf(kKey)) << "there";
  EXPECT_EQ(*remote->Get(kKey), std::optional<std::string>("there"));
  EXPECT_TRUE(absl::IsPermissionDenied(remote->Put(kKey, "x")));
}

TEST(Remote, AServerThatKeepsNoConnectionIsAskedLittleAtOnce) {
  std::atomic<int> asking{0}, most{0};
  const StubServer server([&](const auto& connection) {
    connection.Read();
    most = std::max(most.load(), ++asking);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --asking;
    connection.Write("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  const auto remote = Open(server.http());
  EXPECT_EQ(*remote->Get(kKey), std::optional<std::string>("ok"));
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        const auto got = remote->Get(kKey);
        ASSERT_TRUE(got.ok()) << got.status();
        EXPECT_EQ(*got, std::optional<std::string>("ok"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(server.connections(), 81);
  EXPECT_GT(most, 1);
  EXPECT_LE(most, 4);
}

TEST(Remote, ManyThreadsMayAsk) {
  const NginxServer nginx;
  const RedisServer redis;
  for (const std::string& address : {nginx.address(), redis.address()}) {
    const auto remote = Open(address);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&remote, t] {
        for (int i = 0; i < 20; ++i) {
          const std::string key =
              std::string(60, 'c') + std::to_string(1000 + t * 20 + i);
          EXPECT_TRUE(remote->Put(key, key).ok());
          EXPECT_EQ(*remote->Get(key), std::optional<std::string>(key));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
}

TEST(Remote, AKilledServerFailsAndOneThatIsBackServesAgain) {
  const int port = FreePort();
  const std::vector<std::string> command = {
      "redis-server", "--port", std::to_string(port), "--bind", "127.0.0.1",
      "--save",       ""};
  ServerProcess process;
  process.Start(command, port);
  const auto remote = Open(absl::StrCat("redis://127.0.0.1:", port));
  EXPECT_TRUE(remote->Put(kKey, "x").ok());
  process.Kill();
  EXPECT_TRUE(absl::IsUnavailable(remote->Get(kKey).status()));
  process.Start(command, port);
  EXPECT_EQ(*remote->Get(kKey), std::nullopt);
}

TEST(Remote, APausedServerTakesATimeThatIsBounded) {
  NginxServer nginx;
  RedisServer redis;
  for (const std::string& address : {nginx.address(), redis.address()}) {
    const auto remote = Open(address, kShort);
    EXPECT_EQ(*remote->Get(kKey), std::nullopt);  // so that a connection stands
    nginx.process.Pause();
    redis.process.Pause();
    EXPECT_LT(MillisecondsOf([&] {
                EXPECT_TRUE(absl::IsDeadlineExceeded(remote->Get(kKey).status()));
                EXPECT_TRUE(absl::IsDeadlineExceeded(remote->Put(kKey, "x")));
              }),
              kShortEndMs);
    nginx.process.Continue();
    redis.process.Continue();
  }
}

TEST(Remote, AddressesWhereNobodyListensFailAtOnce) {
  const int port = FreePort();
  for (const char* scheme : {"http", "redis"}) {
    const auto remote = Open(absl::StrCat(scheme, "://127.0.0.1:", port), kShort);
    EXPECT_LT(MillisecondsOf(
                  [&] { EXPECT_TRUE(absl::IsUnavailable(remote->Get(kKey).status())); }),
              kShortEndMs);
  }
}

// 192.0.2.0/24 is for documentation: packets to it go nowhere, or are refused.
TEST(Remote, AHostThatIsNotThereTakesATimeThatIsBounded) {
  for (const char* address :
       {"http://192.0.2.1:81/x", "redis://192.0.2.1:6379", "http://no-such-host.invalid/",
        "redis://no-such.invalid"}) {
    const auto remote = Open(address, kShort);
    EXPECT_LT(MillisecondsOf([&] { EXPECT_FALSE(remote->Get(kKey).ok()); }), kShortEndMs);
  }
}

TEST(Remote, CancelEndsACallThatIsUnderWay) {
  const StubServer server([](const auto& connection) { connection.Stall(); });
  const RemoteLimits patient = {
      .connect_ms = 60000, .answer_ms = 60000, .total_ms = 60000, .put_ms = 60000};
  for (const std::string& address : {server.http(), server.redis()}) {
    const auto remote = Open(address, patient);
    absl::Status status;
    std::thread caller([&] { status = remote->Put(kKey, "x"); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    remote->Cancel();
    caller.join();
    EXPECT_TRUE(absl::IsCancelled(status)) << status;
    EXPECT_TRUE(absl::IsCancelled(remote->Get(kKey).status()));
  }
}

TEST(Remote, AddressesThatAreNoneAreRefused) {
  for (const char* address :
       {"redis://h/x", "redis://h/-1", "redis://h/1/2", "http//h"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(OpenRemote(address, {}, {}).status())) << address;
  }
}

}  // namespace
}  // namespace tilewright::cache
