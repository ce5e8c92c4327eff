#include "tilewright/cache.h"

#include <filesystem>
#include <set>

#include "cache/store/store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tilewright/builder.h"
#include "tilewright/compile.h"
#include "tilewright/kernel.h"
#include "tilewright/program.h"

namespace tilewright {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Outcome = CacheVerdict::Outcome;

// Two kernels. The constant is too long to stand in the canonical text.
constexpr char kProgram[] = R"(
func.func @main(%x: tensor<32xf32>, %m: tensor<32x32xf32>) -> tensor<32xf32> {
  %c = stablehlo.constant dense<"0x@"> : tensor<32xf32>
  %y = stablehlo.add %x, %c : tensor<32xf32>
  %z = stablehlo.dot_general %m, %y, contracting_dims = [1] x [0]
      : (tensor<32x32xf32>, tensor<32xf32>) -> tensor<32xf32>
  %w = stablehlo.dot_general %m, %z, contracting_dims = [0] x [0]
      : (tensor<32x32xf32>, tensor<32xf32>) -> tensor<32xf32>
  return %w : tensor<32xf32>
})";

Program MakeProgram() {
  std::string text = kProgram;
  std::string hex;
  for (int i = 0; i < 32; ++i) hex += "0000" + std::to_string(10 + i) + "3f";
  text.replace(text.find('@', text.find("0x")), 1, hex);
  absl::StatusOr<Program> program = Program::Parse(text);
  EXPECT_TRUE(program.ok()) << program.status();
  return *program;
}

class CacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "tilewright-test-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    options_.cache_dir = root_ / "cache";
    const absl::StatusOr<Executable> compiled =
        Executable::Compile(MakeProgram(), options_);
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    absl::StatusOr<Cache> cache = Cache::Open({options_.cache_dir, false});
    ASSERT_TRUE(cache.ok()) << cache.status();
    cache_.emplace(*std::move(cache));
  }
  void TearDown() override { fs::remove_all(root_); }

  std::vector<CacheEntry> Entries(const std::string& kind) {
    CacheQuery query;
    query.where = {"kind=" + kind};
    const absl::StatusOr<std::vector<CacheEntry>> entries = cache_->List(query);
    EXPECT_TRUE(entries.ok()) << entries.status();
    return *entries;
  }
  CacheVerification Verify(CacheVerifyOptions::Level level, bool repair = false) {
    CacheVerifyOptions how;
    how.level = level;
    how.repair = repair;
    const absl::StatusOr<CacheVerification> result = cache_->Verify(how);
    EXPECT_TRUE(result.ok()) << result.status();
    return *result;
  }

  fs::path root_;
  CompileOptions options_;
  std::optional<Cache> cache_;
};

TEST_F(CacheTest, EverythingThatWasCompiledIsAHit) {
  const absl::StatusOr<CacheExplanation> said = cache_->Explain(MakeProgram(), options_);
  ASSERT_TRUE(said.ok()) << said.status();
  ASSERT_THAT(said->verdicts, SizeIs(1 + Entries("kernel").size()));
  for (const CacheVerdict& verdict : said->verdicts) {
    EXPECT_EQ(verdict.outcome, Outcome::kHit) << verdict.name << verdict.reason;
  }
}

TEST_F(CacheTest, ProgramsWithConstantsAreCompiledAgainAndGiveEqualBytes) {
  const CacheVerification result = Verify(CacheVerifyOptions::Level::kRecompile);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_EQ(result.recompiled, result.entries);
  EXPECT_THAT(result.skipped, IsEmpty());
}

TEST_F(CacheTest, KernelsAreCompiledAgainWithoutTheirPrograms) {
  for (const CacheEntry& entry : Entries("executable")) {
    ASSERT_EQ(*cache_->Remove({entry.key}), 1);
  }
  const CacheVerification result = Verify(CacheVerifyOptions::Level::kRecompile);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_THAT(result.skipped, IsEmpty());
  EXPECT_GE(result.recompiled, 2);
}

// With a grid, blocks at the edge, a product and a loop: a kernel's C++ is not needed.
TEST_F(CacheTest, KernelsThatProgramsCallAreCompiledAgain) {
  KernelBuilder k("rows");
  const TensorType type = {ElementType::kF32, {20, 16}};
  const Tile i = k.Grid({{3}})[0];
  const Tile zero = k.Constant(ElementType::kI32, 0);
  const BlockSpec block = {.block = {8, 16}, .index = {i, zero}};
  const TileRef x = k.Input("x", type, block);
  const TileRef y = k.Output("y", type, block);
  const TileRef sum = k.Scratch("sum", {ElementType::kF32, {8, 8}});
  sum.Store(k.Constant(ElementType::kF32, 0));
  k.For(0, 3, [&](const Tile& turn) {
    const Tile scaled = x.Load() * Convert(turn, ElementType::kF32);
    sum.Store(sum.Load() + Matmul(scaled, Transpose(x.Load(), {1, 0})));
  });
  y.Store(x.Load() * Sum(sum.Load(), {1}, /*keep_dimensions=*/true));
  const Kernel kernel = k.Build().value();
  ProgramBuilder b;
  const Program program = b.Build({b.CallKernel(kernel, {b.Input(type)})[0]}).value();
  for (const NumericMode numerics : {NumericMode::kTpu, NumericMode::kIeee}) {
    options_.numerics = numerics;
    ASSERT_TRUE(Executable::Compile(program, options_).ok());
  }
  const size_t kernels = Entries("kernel").size();
  const CacheVerification result = Verify(CacheVerifyOptions::Level::kRecompile);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_THAT(result.skipped, SizeIs(2));  // the plans that call it
  EXPECT_EQ(result.recompiled, static_cast<int64_t>(kernels + 1));
}

TEST_F(CacheTest, WhatCannotBeMadeAgainIsNamedWithTheReason) {
  KernelBuilder k("negated");
  const TensorType type = {ElementType::kF32, {8}};
  k.Output("y", type, {}).Store(-k.Input("x", type, {}).Load());
  const Kernel kernel = k.Build().value();
  ProgramBuilder b;
  const Program program = b.Build({b.CallKernel(kernel, {b.Input(type)})[0]}).value();
  ASSERT_TRUE(Executable::Compile(program, options_).ok());
  const auto reasons = [&] {
    std::multiset<std::string> said;
    for (const CacheProblem& entry :
         Verify(CacheVerifyOptions::Level::kRecompile).skipped) {
      said.insert(entry.what);
    }
    return said;
  };
  const std::string own =
      "of a program that calls kernels of its own, which are C++ (negated)";
  EXPECT_THAT(reasons(), ElementsAre(own));  // its plan: its kernel is its text

  // Without their texts, nothing tells what kernels were made from.
  absl::StatusOr<std::unique_ptr<cache::ObjectStore>> store =
      cache::ObjectStore::Open({.dir = options_.cache_dir});
  ASSERT_TRUE(store.ok()) << store.status();
  const CacheEntry entry = Entries("kernel")[0];
  const absl::StatusOr<cache::Manifest> manifest =
      cache::Manifest::Parse(*cache_->Section(entry.key, "manifest"));
  ASSERT_TRUE((*store)->Publish(
      *manifest, {{cache::SectionKind::kObject, *cache_->Section(entry.key, "object")}}));
  EXPECT_THAT(reasons(), ElementsAre(own, "without the text that it was made from"));
}

TEST_F(CacheTest, AnotherBuildIsNamed) {
  absl::StatusOr<std::unique_ptr<cache::ObjectStore>> store =
      cache::ObjectStore::Open({.dir = options_.cache_dir});
  ASSERT_TRUE(store.ok()) << store.status();
  for (const std::string kind : {"kernel", "executable"}) {
    for (const CacheEntry& entry : Entries(kind)) {
      absl::StatusOr<cache::Manifest> manifest =
          cache::Manifest::Parse(*cache_->Section(entry.key, "manifest"));
      ASSERT_TRUE(manifest.ok());
      manifest->Set("emitter", "another");
      ASSERT_TRUE((*store)->Publish(*manifest, {}));
      ASSERT_EQ(*cache_->Remove({entry.key}), 1);
    }
  }
  const absl::StatusOr<CacheExplanation> said = cache_->Explain(MakeProgram(), options_);
  ASSERT_TRUE(said.ok()) << said.status();
  for (const CacheVerdict& verdict : said->verdicts) {
    EXPECT_EQ(verdict.outcome, Outcome::kMiss);
    ASSERT_THAT(verdict.differences, SizeIs(1)) << verdict.name;
    EXPECT_EQ(verdict.differences[0].field, "emitter");
    EXPECT_EQ(verdict.differences[0].theirs, "another");
    EXPECT_THAT(verdict.reason, HasSubstr("emitter"));
  }
  for (const CacheProblem& skipped :
       Verify(CacheVerifyOptions::Level::kRecompile).skipped) {
    EXPECT_EQ(skipped.what, "of another build, by its emitter");
  }
  const absl::StatusOr<CacheExplanation> entry =
      cache_->ExplainEntry(Entries("executable")[0].key);
  ASSERT_TRUE(entry.ok()) << entry.status();
  EXPECT_THAT(entry->host, HasSubstr("another build"));
  EXPECT_THAT(entry->verdicts[0].reason, HasSubstr("another build"));
}

// Only its own build knows what an entry's plan must look like.
TEST_F(CacheTest, EntriesOfAnotherBuildAreNotTakenForDamaged) {
  absl::StatusOr<std::unique_ptr<cache::ObjectStore>> store =
      cache::ObjectStore::Open({.dir = options_.cache_dir});
  ASSERT_TRUE(store.ok()) << store.status();
  absl::StatusOr<cache::Manifest> manifest =
      cache::Manifest::Parse(*cache_->Section(Entries("executable")[0].key, "manifest"));
  ASSERT_TRUE(manifest.ok());
  const std::vector<cache::Section> sections = {
      {cache::SectionKind::kPlan, "a plan of times to come"}};
  ASSERT_TRUE((*store)->Publish(*manifest, sections));
  EXPECT_THAT(Verify(CacheVerifyOptions::Level::kSymbols).problems, SizeIs(1));
  ASSERT_EQ(*cache_->Remove({manifest->Name()}), 1);

  manifest->Set("emitter", "another");
  ASSERT_TRUE((*store)->Publish(*manifest, sections));
  EXPECT_THAT(Verify(CacheVerifyOptions::Level::kSymbols, /*repair=*/true).problems,
              SizeIs(0));
  const std::string bundle = root_ / "bundle";
  ASSERT_TRUE(cache_->Export(bundle, {}).ok());
  const absl::StatusOr<Cache> there = Cache::Open({root_ / "there", true});
  ASSERT_TRUE(there.ok()) << there.status();
  const absl::StatusOr<CacheTransfer> taken = there->Import(bundle);
  ASSERT_TRUE(taken.ok()) << taken.status();
  EXPECT_THAT(taken->refused, SizeIs(0));
}

// A sound entry under the right key that holds another kernel's code: nothing but
// compiling again can tell.
TEST_F(CacheTest, CodeOfAnotherKernelIsFoundByRecompilationOnly) {
  absl::StatusOr<std::unique_ptr<cache::ObjectStore>> store =
      cache::ObjectStore::Open({.dir = options_.cache_dir});
  ASSERT_TRUE(store.ok()) << store.status();
  const std::vector<CacheEntry> kernels = Entries("kernel");
  ASSERT_GE(kernels.size(), 2u);
  const auto section = [&](const CacheEntry& entry, const char* name) {
    const absl::StatusOr<std::string> bytes = cache_->Section(entry.key, name);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    return *bytes;
  };
  const absl::StatusOr<cache::Manifest> manifest =
      cache::Manifest::Parse(section(kernels[0], "manifest"));
  ASSERT_TRUE(manifest.ok());
  ASSERT_TRUE((*store)->Publish(
      *manifest, {{cache::SectionKind::kObject, section(kernels[1], "object")},
                  {cache::SectionKind::kGraph, section(kernels[0], "graph")}}));
  EXPECT_THAT(Verify(CacheVerifyOptions::Level::kChecksum).problems, IsEmpty());
  EXPECT_THAT(Verify(CacheVerifyOptions::Level::kSymbols).problems, IsEmpty());
  const CacheVerification result =
      Verify(CacheVerifyOptions::Level::kRecompile, /*repair=*/true);
  ASSERT_THAT(result.problems, SizeIs(1));
  EXPECT_EQ(result.problems[0].key, kernels[0].key);
  EXPECT_EQ(result.repaired, 1);
  EXPECT_THAT(Entries("kernel"), SizeIs(kernels.size() - 1));
}

TEST_F(CacheTest, ATextThatIsNotTheKeysIsFound) {
  absl::StatusOr<std::unique_ptr<cache::ObjectStore>> store =
      cache::ObjectStore::Open({.dir = options_.cache_dir});
  ASSERT_TRUE(store.ok()) << store.status();
  const CacheEntry kernel = Entries("kernel")[0];
  const absl::StatusOr<cache::Manifest> manifest =
      cache::Manifest::Parse(*cache_->Section(kernel.key, "manifest"));
  ASSERT_TRUE((*store)->Publish(
      *manifest, {{cache::SectionKind::kObject, *cache_->Section(kernel.key, "object")},
                  {cache::SectionKind::kGraph, "another text"}}));
  const CacheVerification result = Verify(CacheVerifyOptions::Level::kSymbols);
  ASSERT_THAT(result.problems, SizeIs(1));
  EXPECT_THAT(result.problems[0].what, HasSubstr("text"));
}

TEST_F(CacheTest, KeysThatAreNotThereAreNotFound) {
  const std::string absent(32, '0');
  EXPECT_TRUE(absl::IsNotFound(cache_->FindKey(absent).status()));
  EXPECT_TRUE(absl::IsNotFound(cache_->Show(absent).status()));
  EXPECT_TRUE(absl::IsNotFound(cache_->Section(absent, "object").status()));
  EXPECT_TRUE(absl::IsNotFound(cache_->Assembly(absent).status()));
  EXPECT_TRUE(absl::IsNotFound(cache_->ExplainEntry(absent).status()));
  EXPECT_EQ(*cache_->Remove({absent}), 0);
}

TEST_F(CacheTest, KeysThatAreNoKeysAreErrors) {
  for (const std::string& key : {std::string(), std::string("../../etc/passwd"),
                                 std::string(33, 'a'), std::string("xyz")}) {
    EXPECT_FALSE(cache_->FindKey(key).ok()) << key;
    EXPECT_FALSE(cache_->Show(key).ok()) << key;
    EXPECT_FALSE(cache_->Section(key, "object").ok()) << key;
    EXPECT_FALSE(cache_->ExplainEntry(key).ok()) << key;
  }
}

TEST(CacheOpen, ADirectoryThatIsAbsentIsMadeOnlyOnRequest) {
  std::string pattern = fs::temp_directory_path() / "tilewright-test-XXXXXX";
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  const std::string dir = pattern + "/cache";
  EXPECT_TRUE(absl::IsUnavailable(Cache::Open({dir, false}).status()));
  EXPECT_FALSE(fs::exists(dir));
  EXPECT_TRUE(Cache::Open({dir, true}).ok());
  EXPECT_TRUE(fs::exists(dir));
  fs::remove_all(pattern);
}

}  // namespace
}  // namespace tilewright
