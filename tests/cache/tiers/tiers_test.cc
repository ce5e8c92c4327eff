// Entries beyond the local directory: other hosts are other local directories here.
#include "cache/tiers/tiers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/hash.h"
#include "tests/cache/remote/servers.h"
#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TiersTest : public StoreTest {
 protected:
  using KeyPtr = std::shared_ptr<const MacKey>;

  const KeyPtr key_ = *MacKey::FromBytes("the key of these tests");

  // What the process on a host has; `places` as users say them.
  std::unique_ptr<Tiers> Host(const std::string& host, const std::string& shared,
                              const std::string& remote, Mode mode = Mode::kReadWrite,
                              const KeyPtr* key = nullptr) {
    Tiers::Options options;
    options.local.dir = root_ + "/" + host;
    options.local.mode = mode;
    options.local.key = key == nullptr ? key_ : *key;
    options.outer.shared = *ParseSharedPlaces(shared);
    options.outer.remotes = *ParseRemotePlaces(remote);
    options.outer.close_ms = 60000;
    options.outer.limits = {.connect_ms = 2000, .answer_ms = 4000, .total_ms = 8000};
    warnings_.clear();
    return Tiers::Open(options, &warnings_);
  }
  std::string SharedDirectory() {
    std::filesystem::create_directories(root_ + "/shared");
    return root_ + "/shared";
  }

  static bool Publish(Tiers& tiers, int number) {
    return tiers.Publish(Key(number), {{SectionKind::kObject, Content(number)}});
  }
  static bool Hits(Tiers& tiers, int number) {
    const std::optional<Entry> entry = tiers.Find(Key(number));
    if (!entry.has_value()) return false;
    EXPECT_EQ(entry->section(SectionKind::kObject), Content(number));
    return true;
  }
  static std::string RemoteKey(int number) { return Sha256Hex(Key(number).Text()); }
  std::string Encoded(int number, const MacKey* key) {
    return *EncodeEntry(Key(number).Text(), {{SectionKind::kObject, Content(number)}},
                        key);
  }
  // A tier whose server is at `address`.
  std::unique_ptr<Tier> RemoteAt(const std::string& address,
                                 const RemoteLimits& limits = {.connect_ms = 2000,
                                                               .answer_ms = 4000,
                                                               .total_ms = 8000}) {
    return MakeRemoteTier(*OpenRemote(address, {}, limits), /*writable=*/true, key_,
                          {.failures = 3, .first_pause_ms = 100, .longest_pause_ms = 400},
                          [this] { return now_ms_; });
  }

  std::vector<std::string> warnings_;
  int64_t now_ms_ = 1000;
};

// The same law for every kind of place.
void IsHitElsewhere(const std::function<std::unique_ptr<Tiers>(std::string)>& host,
                    const std::function<bool(Tiers&, int)>& publish,
                    const std::function<bool(Tiers&, int)>& hits) {
  {
    const auto maker = host("maker");
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(publish(*maker, i));
  }
  const auto user = host("user");
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(hits(*user, i)) << i;
  EXPECT_FALSE(hits(*user, 10));
  EXPECT_EQ(user->counters().hits, 10);
  EXPECT_EQ(user->counters().misses, 1);
  EXPECT_EQ(user->counters().outer_hits, 10);
  // Now they are in the user's own directory.
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(hits(*user, i)) << i;
  EXPECT_EQ(user->local()->counters().hits, 20);
  EXPECT_EQ(user->outer()[0]->counters().hits, 10);
}

TEST_F(TiersTest, WhatOneHostPublishesInASharedDirectoryOthersHit) {
  const std::string shared = SharedDirectory();
  IsHitElsewhere([&](std::string name) { return Host(name, shared, ""); }, Publish, Hits);
}

TEST_F(TiersTest, WhatOneHostPutsOnNginxOthersHit) {
  const NginxServer server;
  IsHitElsewhere([&](std::string name) { return Host(name, "", server.address()); },
                 Publish, Hits);
}

TEST_F(TiersTest, WhatOneHostPutsIntoRedisOthersHit) {
  const RedisServer server;
  IsHitElsewhere([&](std::string name) { return Host(name, "", server.address()); },
                 Publish, Hits);
}

TEST_F(TiersTest, TheNearestPlaceAnswers) {
  const std::string shared = SharedDirectory();
  const RedisServer server;
  Publish(*Host("maker", shared, server.address()), 1);
  const auto user = Host("user", shared, server.address());
  EXPECT_TRUE(Hits(*user, 1));
  EXPECT_EQ(user->outer()[0]->counters().hits, 1);
  EXPECT_EQ(user->outer()[1]->counters().hits, 0);
  std::filesystem::remove_all(shared + "/objects");
  const auto other = Host("other", shared, server.address());
  EXPECT_TRUE(Hits(*other, 1));
  EXPECT_EQ(other->outer()[1]->counters().hits, 1);
  EXPECT_EQ(other->counters().hits, 1);
  EXPECT_EQ(other->counters().misses, 0);
}

TEST_F(TiersTest, PlacesToReadAreNotWritten) {
  const std::string shared = SharedDirectory();
  const RedisServer server;
  Publish(*Host("maker", "ro:" + shared, "ro:" + server.address()), 1);
  EXPECT_TRUE(std::filesystem::is_empty(shared));
  EXPECT_FALSE(Hits(*Host("user", shared, server.address()), 1));
}

TEST_F(TiersTest, ModeRoWritesNowhere) {
  const std::string shared = SharedDirectory();
  Publish(*Host("maker", shared, ""), 1);
  const auto user = Host("user", shared, "", Mode::kReadOnly);
  EXPECT_THAT(warnings_, IsEmpty());
  EXPECT_TRUE(Hits(*user, 1));
  EXPECT_FALSE(Publish(*user, 2));
  user->Close();
  EXPECT_FALSE(std::filesystem::exists(root_ + "/user"));
  EXPECT_FALSE(Hits(*Host("other", shared, ""), 2));
}

TEST_F(TiersTest, WithoutALocalDirectoryTheOthersServe) {
  const std::string shared = SharedDirectory();
  std::ofstream(root_ + "/user") << "not a directory";
  const auto user = Host("user", shared, "");
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("/user")));
  Publish(*Host("maker", shared, ""), 1);
  EXPECT_TRUE(Hits(*user, 1));
  EXPECT_FALSE(Hits(*user, 2));
  EXPECT_EQ(user->counters().hits, 1);
  EXPECT_EQ(user->counters().misses, 1);
}

TEST_F(TiersTest, WithoutAKeyOnlyTheLocalDirectoryServes) {
  const std::string shared = SharedDirectory();
  Publish(*Host("maker", shared, ""), 1);
  const KeyPtr none;
  const auto user = Host("user", shared, "http://127.0.0.1:9", Mode::kReadWrite, &none);
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("TILEWRIGHT_CACHE_KEY_FILE")));
  EXPECT_THAT(user->outer(), IsEmpty());
  EXPECT_FALSE(Hits(*user, 1));
  EXPECT_TRUE(Publish(*user, 2));
  EXPECT_TRUE(Hits(*user, 2));
}

TEST_F(TiersTest, ASharedDirectoryThatIsNotThereIsNotMade) {
  const auto user = Host("user", root_ + "/not/mounted", "");
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("mkdir")));
  EXPECT_TRUE(Publish(*user, 1));
  EXPECT_FALSE(std::filesystem::exists(root_ + "/not"));
}

// Says it is `key`, and cannot sign as it does.
class Forger : public MacKey {
 public:
  explicit Forger(const MacKey& key) { id_ = key.id(); }
  std::string Sign(absl::string_view bytes) const override {
    return std::string(kMacBytes, 'f');
  }
};

TEST_F(TiersTest, EntriesThatOurKeyDidNotSignAreMisses) {
  const std::string shared = SharedDirectory();
  const NginxServer server;
  const KeyPtr other = *MacKey::FromBytes("the key of somebody else");
  const Forger forger(*key_);
  const struct {
    const MacKey* key;
    int64_t Counters::* counter;
  } rows[] = {{nullptr, &Counters::without_mac},
              {other.get(), &Counters::other_key},
              {&forger, &Counters::forged}};
  int number = 0;
  for (const auto& row : rows) {
    ++number;
    const std::string bytes = Encoded(number, row.key);
    std::ofstream(server.PathOf(RemoteKey(number))) << bytes;
    const std::string path = shared + "/objects/" + Key(number).Name().substr(0, 1);
    std::filesystem::create_directories(path);
    std::ofstream(path + "/" + Key(number).Name() + ".two") << bytes;

    const auto user = Host("user", shared, server.address());
    EXPECT_FALSE(Hits(*user, number));
    for (const auto& tier : user->outer()) {
      EXPECT_EQ(tier->counters().*row.counter, 1) << tier->name() << number;
    }
    // Made anew, it replaces the one that is not believed.
    EXPECT_TRUE(Publish(*user, number));
    user->Close();
    EXPECT_TRUE(Hits(*Host("second", shared, ""), number));
    EXPECT_TRUE(Hits(*Host("third", "", server.address()), number));
    std::filesystem::remove_all(root_ + "/second");
    std::filesystem::remove_all(root_ + "/third");
  }
}

TEST_F(TiersTest, AnotherKeysBytesAreAMiss) {
  const NginxServer server;
  std::ofstream(server.PathOf(RemoteKey(2))) << Encoded(1, key_.get());
  const auto user = Host("user", "", server.address());
  EXPECT_FALSE(Hits(*user, 2));
  EXPECT_EQ(user->outer()[0]->counters().collisions, 1);
  EXPECT_FALSE(Hits(*user, 1));
}

TEST_F(TiersTest, EveryTruncationOnTheServerIsAMiss) {
  const NginxServer server;
  const std::string bytes = Encoded(1, key_.get());
  for (size_t length = 0; length < bytes.size(); length += 7) {
    std::ofstream(server.PathOf(RemoteKey(1))) << bytes.substr(0, length);
    EXPECT_FALSE(Hits(*Host("user", "", server.address()), 1)) << length;
  }
  std::ofstream(server.PathOf(RemoteKey(1))) << bytes;
  EXPECT_TRUE(Hits(*Host("user", "", server.address()), 1));
}

TEST_F(TiersTest, AServerThatIsKilledCostsMissesOnly) {
  RedisServer server;
  const auto user = Host("user", "", server.address());
  EXPECT_TRUE(Publish(*user, 1));
  server.process.Kill();
  EXPECT_TRUE(Publish(*user, 2));
  EXPECT_TRUE(Hits(*user, 1));
  EXPECT_TRUE(Hits(*user, 2));
  for (int i = 3; i < 20; ++i) EXPECT_FALSE(Hits(*user, i));
  const Counters counters = user->outer()[0]->counters();
  EXPECT_EQ(counters.misses, 17);
  EXPECT_EQ(counters.read_errors, 3);
  EXPECT_EQ(counters.not_asked, 14);
}

TEST_F(TiersTest, ALyingServerIsLeftAloneForAWhile) {
  const StubServer server([](const StubServer::Connection& connection) {
    while (!connection.Read().empty()) {
      connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlies");
    }
  });
  const auto tier = RemoteAt(server.http());
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(tier->Find(Key(i)).has_value());
  EXPECT_EQ(tier->counters().damaged, 3);
  EXPECT_EQ(tier->counters().not_asked, 17);
  now_ms_ += 100;
  EXPECT_FALSE(tier->Find(Key(1)).has_value());
  EXPECT_FALSE(tier->Find(Key(1)).has_value());
  EXPECT_EQ(tier->counters().damaged, 4);
}

TEST_F(TiersTest, AServerThatStallsIsAskedOnce) {
  const StubServer server([](const auto& connection) { connection.Stall(); });
  const auto tier =
      RemoteAt(server.redis(), {.connect_ms = 2000, .answer_ms = 50, .total_ms = 100});
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(tier->Find(Key(i)).has_value());
  EXPECT_EQ(tier->counters().read_errors, 1);
  EXPECT_EQ(tier->counters().not_asked, 19);
  EXPECT_EQ(server.connections(), 1);
}

TEST_F(TiersTest, AServerThatTakesNoPutsIsStillRead) {
  const NginxServer server("", /*writable=*/false);
  const auto user = Host("user", "", server.address());
  for (int i = 0; i < 10; ++i) Publish(*user, i);
  user->Close();
  EXPECT_EQ(user->outer()[0]->counters().publish_errors, 10);
  std::ofstream(server.PathOf(RemoteKey(50))) << Encoded(50, key_.get());
  EXPECT_TRUE(Hits(*user, 50));
}

TEST_F(TiersTest, NeitherPublishNorCloseWaitsForASlowServer) {
  const StubServer server([](const auto& connection) { connection.Stall(); });
  std::vector<std::unique_ptr<Tier>> outer;
  outer.push_back(RemoteAt(server.http(), {.put_ms = 600000}));
  Tiers tiers(Open(), std::move(outer), Mode::kReadWrite, key_, /*close_ms=*/50);
  EXPECT_LT(MillisecondsOf([&] {
              for (int i = 0; i < 10; ++i) EXPECT_TRUE(Publish(tiers, i));
              tiers.Close();
            }),
            30000);
  EXPECT_EQ(tiers.outer()[0]->counters().published, 0);
  EXPECT_TRUE(Hits(tiers, 9));
}

TEST_F(TiersTest, ARefusedEntryIsMadeAnewEverywhere) {
  const std::string shared = SharedDirectory();
  const auto user = Host("user", shared, "");
  Publish(*user, 1);
  ASSERT_TRUE(Hits(*user, 1));
  user->Refuse(Key(1), Refusal::kContent);
  EXPECT_EQ(user->local()->counters().refused_content, 1);
  EXPECT_TRUE(Publish(*user, 1));
  user->Close();
  EXPECT_TRUE(Hits(*Host("other", shared, ""), 1));
}

// NFS: the server has removed what the handle stands for.
TEST_F(TiersTest, AStaleFileIsAMissAndNoError) {
  FaultyFileSystem files;
  files.error = ESTALE;
  const auto store = Open(Mode::kReadWrite, &files);
  ASSERT_TRUE(StoreTest::Publish(*store, 1));
  files.fail_at = files.calls;
  EXPECT_FALSE(StoreTest::Hits(*store, 1));
  EXPECT_EQ(store->counters().read_errors, 0);
  EXPECT_TRUE(StoreTest::Hits(*store, 1));
}

}  // namespace
}  // namespace tilewright::cache
