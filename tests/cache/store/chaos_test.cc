// Processes on one directory that are killed, whose clocks jump, while others remove
// entries, damage files and take the directory away: what is found is right, and
// nobody gets stuck.
//
// A few seconds; with TILEWRIGHT_SOAK ten minutes. TILEWRIGHT_SEED repeats a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <new>
#include <random>

#include "cache/inspect/verify.h"
#include "cache/store/gc.h"
#include "tests/cache/store/store_fixture.h"
#include "tests/soak.h"

namespace tilewright::cache {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kProcesses = 8;
constexpr int kKeys = 12;
// Nothing that a store does takes so long, on the busiest machine.
constexpr std::chrono::seconds kStuck(60);

// What the processes tell the test, in shared memory.
struct Board {
  std::array<std::atomic<int64_t>, kProcesses> steps;
  std::atomic<int64_t> hits;
  std::atomic<int64_t> misses;
  std::atomic<int64_t> removed;
  std::atomic<int64_t> wrong;
};

class JumpingClock : public FaultyFileSystem {
 public:
  void Jump(std::mt19937& random) {
    const int64_t years = static_cast<int64_t>(random() % 41) - 20;
    clock_offset = years * 365 * 86400;
  }
};

std::string ContentOf(int key) {
  // Several pages, of different sizes: written in more than one piece.
  return "content " + std::to_string(key) + std::string(5000 + 9000 * key, 'x');
}

Manifest ManifestOf(int key) {
  Manifest manifest;
  manifest.Set("kind", "kernel");
  manifest.Set("emitter", key % 3 == 0 ? "former" : "ours");
  manifest.Set("program", std::to_string(key));
  return manifest;
}

// Looks up, publishes, refuses, prunes, for ever.
[[noreturn]] void Live(const std::string& dir, int process, unsigned seed, Board& board) {
  std::mt19937 random(seed);
  JumpingClock files;
  // Some keep only half of the entries, and one prunes without end.
  const bool prunes = process == 0;
  for (;;) {
    const ObjectStore::Options options = {
        .dir = dir,
        .durable = process == 1,
        .limits = {.max_entries = process % 2 == 0 ? kKeys / 2 : 1000},
        .current = {{"emitter", "ours"}},
        .files = &files};
    const absl::StatusOr<std::unique_ptr<ObjectStore>> store = ObjectStore::Open(options);
    ++board.steps[process];
    if (!store.ok()) continue;
    for (int step = 0; step < 100; ++step, ++board.steps[process]) {
      if (random() % 50 == 0) files.Jump(random);
      const int key = static_cast<int>(random() % kKeys);
      const std::optional<Entry> entry = (*store)->Find(ManifestOf(key));
      if (entry.has_value()) {
        ++board.hits;
        if (entry->section(SectionKind::kObject) != ContentOf(key)) ++board.wrong;
      } else {
        ++board.misses;
        (*store)->Publish(ManifestOf(key), {{SectionKind::kObject, ContentOf(key)}});
      }
      const std::shared_ptr<const Directory> directory = (*store)->directory();
      if (prunes) {
        const absl::StatusOr<GcReport> report =
            CollectGarbage(*directory, {.limits = options.limits});
        if (report.ok()) board.removed += report->removed_entries;
      }
      if (random() % 200 == 0) (*store)->Refuse(ManifestOf(key), Refusal::kContent);
      if (random() % 300 == 0) {
        VerifyEntries(*directory, {.repair = true}).IgnoreError();
      }
    }
  }
}

class ChaosTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    void* const memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    board_ = new (memory) Board();
    const char* const seed = std::getenv("TILEWRIGHT_SEED");
    seed_ = seed == nullptr ? std::random_device()() : std::strtoul(seed, nullptr, 10);
    random_.seed(seed_);
  }
  void TearDown() override {
    for (const pid_t child : children_) {
      if (child > 0) Kill(child);
    }
    munmap(board_, sizeof(Board));
    StoreTest::TearDown();
  }

  void Start(int process) {
    const unsigned seed = random_();
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) Live(dir(), process, seed, *board_);
    children_[process] = child;
    steps_[process] = -1;
  }
  // Fails the test if the process had died of itself.
  static void Kill(pid_t child) {
    kill(child, SIGKILL);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
  }
  void ExpectProgress() {
    for (int i = 0; i < kProcesses; ++i) {
      const int64_t steps = board_->steps[i];
      if (steps != steps_[i]) {
        steps_[i] = steps;
        moved_[i] = Clock::now();
      }
      EXPECT_LT(Clock::now() - moved_[i], kStuck) << "process " << i << " is stuck";
    }
  }
  // A file of the cache, or "".
  std::string AnyFile() {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::recursive_directory_iterator file(dir(), error), end; file != end;
         file.increment(error)) {
      if (error) break;
      if (file->is_regular_file(error)) files.push_back(file->path());
    }
    return files.empty() ? "" : files[random_() % files.size()];
  }
  void Damage() {
    const std::string path = AnyFile();
    std::error_code error;
    if (path.empty()) return;
    switch (random_() % 4) {
      case 0:
        fs::resize_file(path, random_() % 5000, error);
        break;
      case 1: {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(random_() % 5000));
        file.put(static_cast<char>(random_()));
        break;
      }
      case 2:
        fs::remove(path, error);
        break;
      default: {
        // One entry in another's place.
        const std::string other = AnyFile();
        if (!other.empty()) fs::rename(other, path, error);
      }
    }
  }

  Board* board_ = nullptr;
  unsigned seed_ = 0;
  std::mt19937 random_;
  std::array<pid_t, kProcesses> children_ = {};
  std::array<int64_t, kProcesses> steps_ = {};
  std::array<Clock::time_point, kProcesses> moved_ = {};
};

TEST_F(ChaosTest, WhatIsFoundIsRightAndNobodyGetsStuck) {
  SCOPED_TRACE("TILEWRIGHT_SEED=" + std::to_string(seed_));
  const bool soak = Soaks();
  const Clock::time_point end = Clock::now() + std::chrono::seconds(soak ? 600 : 4);
  moved_.fill(Clock::now());
  for (int i = 0; i < kProcesses; ++i) Start(i);
  int kills = 0;
  int removals = 0;
  while (Clock::now() < end && !HasFailure()) {
    usleep(1000 + random_() % 20000);
    if (random_() % 2 == 0) {
      const int victim = static_cast<int>(random_() % kProcesses);
      Kill(children_[victim]);
      Start(victim);
      ++kills;
    }
    if (random_() % 3 == 0) Damage();
    if (random_() % 40 == 0) {
      std::error_code error;
      fs::remove_all(dir(), error);
      ++removals;
    }
    ExpectProgress();
  }
  for (pid_t& child : children_) Kill(std::exchange(child, 0));
  EXPECT_EQ(board_->wrong, 0);
  // It did happen.
  EXPECT_GT(kills, 10);
  EXPECT_GT(board_->hits, 0);
  EXPECT_GT(board_->misses, 0);
  EXPECT_GT(board_->removed, 0);
  std::printf("%d kills, %d removals, %lld hits, %lld misses, %lld pruned\n", kills,
              removals, static_cast<long long>(board_->hits),
              static_cast<long long>(board_->misses),
              static_cast<long long>(board_->removed));

  // And what is left is usable.
  const auto store = Open();
  ASSERT_NE(store, nullptr);
  for (int i = 0; i < kKeys; ++i) {
    const Manifest manifest = ManifestOf(i);
    EXPECT_TRUE(store->Publish(manifest, {{SectionKind::kObject, ContentOf(i)}}));
    const std::optional<Entry> entry = store->Find(manifest);
    ASSERT_TRUE(entry.has_value());
    EXPECT_EQ(entry->section(SectionKind::kObject), ContentOf(i));
  }
}

}  // namespace
}  // namespace tilewright::cache
