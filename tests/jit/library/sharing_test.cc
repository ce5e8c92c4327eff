// Caches that several hosts share.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "jit/library/kernel_library.h"
#include "jit/library/keys.h"
#include "tests/jit/test_kernels.h"
#include "tests/plain_target.h"

namespace tilewright::jit {
namespace {

namespace fs = std::filesystem;

// A named target's part of every manifest. It is written down here since hosts of a
// fleet have to agree on it: a change of it is a change of every shared cache.
TEST(Sharing, ANamedTargetsManifestHoldsNothingOfTheHost) {
  cache::Manifest manifest;
  for (const auto& [field, value] : FindTarget("x86-64-v3")->Fields()) {
    manifest.Set(field, value);
  }
  EXPECT_EQ(manifest.Text(),
            "cpu=x86-64-v3\n"
            "features=+avx,+avx2,+bmi,+bmi2,+cmov,+crc32,+cx16,+cx8,+f16c,+fma,+fxsr,"
            "+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,"
            "+xsave\n"
            "l1=32768\n"
            "l2=1048576\n"
            "processor=multiply_adds=2 pair_products=2 latency=4 loads=2 decoded=4 "
            "last_cache=32 slow_underflow=0\n"
            "triple=x86_64-unknown-linux-gnu\n"
            "vector_bits=256\n");
}

TEST(Sharing, WhatOneHostMakesForANamedTargetAnotherRuns) {
  const Target target = *FindTarget(kPlainTarget);
  if (!CheckRunnable(target).ok()) GTEST_SKIP() << "it is below that";
  std::string root = fs::temp_directory_path() / "tilewright-test-XXXXXX";
  ASSERT_NE(mkdtemp(root.data()), nullptr);
  fs::create_directory(root + "/shared");
  std::ofstream(root + "/key") << "the key of these tests\n";
  chmod((root + "/key").c_str(), 0600);
  setenv("TILEWRIGHT_CACHE_KEY_FILE", (root + "/key").c_str(), 1);
  const auto host = [&](const char* name) {
    KernelLibrary::Options options;
    options.cache.dir = absl::StrCat(root, "/", name);
    options.cache.shared = absl::StrCat("rw:", root, "/shared");
    return *KernelLibrary::Create(options);
  };

  const std::vector<KernelRequest> requests = {Request(StoreText(7))};
  CompileCounters made;
  // The maker need not be able to run it.
  ASSERT_TRUE(host("maker")->CompileOnly(requests, {target}, &made).ok());
  EXPECT_EQ(made.compiled, 1);
  CompileCounters found;
  auto user = host("user");
  const auto kernels = user->Find(requests, {target}, &found);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  ASSERT_NE((*kernels)[0], nullptr);
  EXPECT_EQ(found.cache_hits, 1);
  EXPECT_EQ(user->tiers()->counters().outer_hits, 1);
  int32_t result = -1;
  void* buffers[] = {&result};
  (*kernels)[0]->entry()(buffers, nullptr, 0, 1, 0);
  EXPECT_EQ(result, 7);
  user.reset();  // what it found is put into its own directory until it ends
  unsetenv("TILEWRIGHT_CACHE_KEY_FILE");
  fs::remove_all(root);
}

}  // namespace
}  // namespace tilewright::jit
