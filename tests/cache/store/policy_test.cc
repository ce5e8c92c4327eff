// Who is believed: signatures, and stores that require them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <fstream>

#include "cache/format/profile.h"
#include "cache/inspect/verify.h"
#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const MacKey> OurKey() {
  return *MacKey::FromBytes("the key that our team shares");
}
std::shared_ptr<const MacKey> OtherKey() {
  return *MacKey::FromBytes("the key that another team has");
}

class PolicyTest : public StoreTest {
 protected:
  std::unique_ptr<ObjectStore> OpenWith(Policy policy, std::shared_ptr<const MacKey> key,
                                        bool shared = false) {
    absl::StatusOr<std::unique_ptr<ObjectStore>> store = ObjectStore::Open(
        {.dir = dir(), .policy = policy, .key = std::move(key), .shared = shared});
    EXPECT_TRUE(store.ok()) << store.status();
    return store.ok() ? *std::move(store) : nullptr;
  }
  std::unique_ptr<ObjectStore> Required() {
    return OpenWith(Policy::kMacRequired, OurKey());
  }
  std::string Read(int number) {
    std::ifstream file(PathOf(number), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  void Write(int number, const std::string& bytes) {
    std::ofstream(PathOf(number), std::ios::binary | std::ios::trunc) << bytes;
  }
};

// Gives `bytes` the checksum of their content, as a forger would.
void Sum(std::string* bytes) {
  const size_t end = bytes->size() - 16;
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes->data(), end));
  bytes->replace(end, 16, reinterpret_cast<const char*>(canonical.digest), 16);
}

TEST_F(PolicyTest, ASignedEntryIsFoundWhereItsSignatureIsRequired) {
  ASSERT_TRUE(Publish(*OpenWith(Policy::kOwner, OurKey()), 1));
  const auto store = Required();
  EXPECT_TRUE(Hits(*store, 1));
  EXPECT_TRUE(Publish(*store, 2));
  EXPECT_TRUE(Hits(*Required(), 2));
}

TEST_F(PolicyTest, AnOwnerReadsSignedAndUnsignedEntriesWithAnyKeyOrNone) {
  ASSERT_TRUE(Publish(*OpenWith(Policy::kOwner, OurKey()), 1));
  ASSERT_TRUE(Publish(*OpenWith(Policy::kOwner, nullptr), 2));
  for (const auto& key : {std::shared_ptr<const MacKey>(), OurKey(), OtherKey()}) {
    const auto store = OpenWith(Policy::kOwner, key);
    EXPECT_TRUE(Hits(*store, 1));
    EXPECT_TRUE(Hits(*store, 2));
  }
}

TEST_F(PolicyTest, UnsignedEntriesAreMissesWhereASignatureIsRequired) {
  ASSERT_TRUE(Publish(*Open(), 1));
  const auto store = Required();
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_EQ(store->counters().without_mac, 1);
  // It is made anew and signed, in the same place.
  EXPECT_TRUE(Publish(*store, 1));
  EXPECT_TRUE(Hits(*store, 1));
}

TEST_F(PolicyTest, EntriesOfAnotherKeyAreMissesWhereOursIsRequired) {
  ASSERT_TRUE(Publish(*OpenWith(Policy::kOwner, OtherKey()), 1));
  const auto store = Required();
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_EQ(store->counters().other_key, 1);
  EXPECT_EQ(store->counters().forged, 0);
}

TEST_F(PolicyTest, ForgedEntriesAreMissesWhereverTheForgerChangedThem) {
  const auto store = Required();
  ASSERT_TRUE(Publish(*store, 1));
  const std::string sound = Read(1);
  const size_t content = sound.find("content 1");
  ASSERT_NE(content, std::string::npos);
  // The content, and every byte of the signature.
  std::vector<size_t> places = {content};
  for (size_t i = sound.size() - 48; i < sound.size() - 16; ++i) places.push_back(i);
  for (const size_t place : places) {
    std::string bytes = sound;
    bytes[place] = static_cast<char>(bytes[place] ^ 1);
    Sum(&bytes);
    ASSERT_TRUE(Entry::Decode(bytes).ok());
    Write(1, bytes);
    EXPECT_FALSE(Hits(*store, 1)) << place;
  }
  EXPECT_EQ(store->counters().forged, static_cast<int64_t>(places.size()));
  Write(1, sound);
  EXPECT_TRUE(Hits(*store, 1));
}

// What a forger without the key can do: sign under our key's name, under a key of
// his own, or not at all.
TEST_F(PolicyTest, AForgerWithoutTheKeyIsNeverBelieved) {
  const auto store = Required();
  const Manifest manifest = Key(1);
  ASSERT_TRUE(Publish(*store, 1));
  for (const auto& key : {OtherKey(), std::shared_ptr<const MacKey>()}) {
    std::string bytes =
        *EncodeEntry(manifest.Text(), {{SectionKind::kObject, "evil"}}, key.get());
    Write(1, bytes);
    EXPECT_FALSE(store->Find(manifest).has_value());
    bytes.replace(bytes.size() - 64, 16, OurKey()->id());
    Sum(&bytes);
    Write(1, bytes);
    EXPECT_FALSE(store->Find(manifest).has_value());
  }
  EXPECT_EQ(store->counters().forged, 2);
  EXPECT_EQ(store->counters().other_key, 1);
  EXPECT_EQ(store->counters().without_mac, 1);
}

TEST_F(PolicyTest, ASignatureCoversTheManifest) {
  const auto store = Required();
  ASSERT_TRUE(Publish(*store, 1));
  ASSERT_TRUE(Publish(*store, 2));
  std::string bytes = Read(1);
  const size_t program = bytes.find("program=1");
  ASSERT_NE(program, std::string::npos);
  bytes.replace(program, 9, "program=2");
  Sum(&bytes);
  Write(2, bytes);
  EXPECT_FALSE(Hits(*store, 2));
  EXPECT_EQ(store->counters().forged, 1);
}

TEST_F(PolicyTest, APolicyWithoutTheKeyItNeedsDoesNotOpen) {
  const absl::Status status =
      ObjectStore::Open({.dir = dir(), .policy = Policy::kMacRequired}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("TILEWRIGHT_CACHE_KEY_FILE"));
}

TEST_F(PolicyTest, ASharedDirectoryNeedsSignaturesAndNoOwner) {
  fs::create_directory(dir());
  ASSERT_EQ(chmod(dir().c_str(), 0777), 0);
  EXPECT_FALSE(ObjectStore::Open({.dir = dir(), .key = OurKey(), .shared = true}).ok());
  const auto store = OpenWith(Policy::kMacRequired, OurKey(), /*shared=*/true);
  ASSERT_TRUE(Publish(*store, 1));
  EXPECT_TRUE(Hits(*store, 1));
  // Others may read it, and nothing is counted in it.
  struct stat info;
  ASSERT_EQ(stat(PathOf(1).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0644u);
  store->WriteStats();
  EXPECT_FALSE(fs::exists(dir() + "/stats"));
}

TEST_F(PolicyTest, AnEntryFromElsewhereKeepsItsSignature) {
  const auto store = Required();
  ASSERT_TRUE(Publish(*store, 1));
  const std::optional<Entry> entry = store->Find(Key(1));
  ASSERT_TRUE(entry.has_value());
  const absl::StatusOr<std::unique_ptr<ObjectStore>> local =
      ObjectStore::Open({.dir = root_ + "/local"});
  ASSERT_TRUE(local.ok());
  EXPECT_TRUE((*local)->PublishEntry(*entry));
  const std::optional<Entry> copy = (*local)->Find(Key(1));
  ASSERT_TRUE(copy.has_value());
  EXPECT_EQ(copy->CheckSignature(OurKey().get()), Signature::kVerified);
}

TEST_F(PolicyTest, ANewLabelKeepsContentAndSignatureAndIsNotForOtherKeysEntries) {
  const auto ours = OpenWith(Policy::kMacRequired, OurKey());
  ASSERT_TRUE(Publish(*ours, 1));
  const std::optional<Entry> before = ours->Find(Key(1));
  ASSERT_TRUE(before.has_value());
  ASSERT_TRUE(ours->Relabel(*before, {"a", "b"}));
  const std::optional<Entry> after = ours->Find(Key(1));
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(after->CheckSignature(OurKey().get()), Signature::kVerified);
  EXPECT_THAT(ParseProfile(after->section(SectionKind::kProfile)).labels,
              ElementsAre("a", "b"));
  EXPECT_EQ(after->manifest(), before->manifest());
  EXPECT_EQ(after->section(SectionKind::kObject), before->section(SectionKind::kObject));
  for (const auto& key : {std::shared_ptr<const MacKey>(), OtherKey()}) {
    EXPECT_FALSE(OpenWith(Policy::kOwner, key)->Relabel(*after, {"c"}));
  }
  EXPECT_EQ(ours->Find(Key(1))->bytes(), after->bytes());
}

TEST_F(PolicyTest, PoliciesHaveNames) {
  EXPECT_EQ(FindPolicy("owner"), Policy::kOwner);
  EXPECT_EQ(FindPolicy("mac-required"), Policy::kMacRequired);
  EXPECT_EQ(FindPolicy("mac"), std::nullopt);
}

TEST_F(PolicyTest, TheEnvironmentChoosesPolicyKeyAndLimits) {
  setenv("TILEWRIGHT_CACHE_POLICY", "trusting", 1);
  // What means nothing is the strict one.
  EXPECT_EQ(ObjectStore::OptionsFromSettings()->policy, Policy::kMacRequired);
  setenv("TILEWRIGHT_CACHE_POLICY", "mac-required", 1);
  setenv("TILEWRIGHT_CACHE_MAX_BYTES", "1GiB", 1);
  const absl::StatusOr<ObjectStore::Options> options = ObjectStore::OptionsFromSettings();
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->policy, Policy::kMacRequired);
  EXPECT_EQ(options->limits.max_bytes, int64_t{1} << 30);
  unsetenv("TILEWRIGHT_CACHE_POLICY");
  unsetenv("TILEWRIGHT_CACHE_MAX_BYTES");
}

}  // namespace
}  // namespace tilewright::cache
