#include "jit/llvm/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "jit/load/slab_memory.h"
#include "tests/plain_target.h"

namespace tilewright::jit {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Target, EveryNameIsFound) {
  for (const std::string& name : TargetNames()) {
    const absl::StatusOr<Target> target = FindTarget(name);
    ASSERT_TRUE(target.ok()) << target.status();
    EXPECT_EQ(target->name, name);
    EXPECT_FALSE(target->features.empty());
    EXPECT_TRUE(std::is_sorted(target->features.begin(), target->features.end()));
  }
}

TEST(Target, AnUnknownNameIsAnErrorWithTheList) {
  const absl::Status status = FindTarget("x86-64-v9").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("x86-64-v4-bf16, aarch64"));
}

TEST(Target, AClassOfProcessorsTunesANamedTarget) {
  const Target plain = *FindTarget("x86-64-v4");
  const Target tuned = *FindTarget("x86-64-v4:zen4");
  EXPECT_EQ(tuned.name, "x86-64-v4:zen4");
  EXPECT_EQ(tuned.features, plain.features);
  EXPECT_EQ(tuned.processor.multiply_adds, 1);
  EXPECT_NE(tuned.Key(), plain.Key());
  // The default named by hand is the same target.
  EXPECT_EQ(*FindTarget("x86-64-v4:skylake-server"), plain);
}

TEST(Target, AClassThatIsNoneOrDoesNotFitIsAnErrorWithThoseThatDo) {
  for (const char* name : {"x86-64-v4:zen3", "x86-64-v4:z80",
                           "x86-64-v4:", "x86-64-v4::", "x86-64-v4:neoverse-n1"}) {
    const absl::Status status = FindTarget(name).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_THAT(std::string(status.message()), HasSubstr("skylake-server, icelake"));
  }
  for (const char* name : {"native:zen4", ":zen4", ":"}) {
    EXPECT_EQ(FindTarget(name).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(Target, NamedTargetsDoNotDependOnThisMachine) {
  const Target v4 = *FindTarget("x86-64-v4");
  EXPECT_EQ(v4.l1_bytes, 32 << 10);
  EXPECT_EQ(v4.l2_bytes, 1 << 20);
  EXPECT_EQ(v4.vector.vector_bits, 512);
  EXPECT_FALSE(v4.vector.avx512_bf16);
  const Target v3 = *FindTarget("x86-64-v3");
  EXPECT_EQ(v3.vector.vector_bits, 256);
  EXPECT_FALSE(v3.vector.avx512);
  EXPECT_THAT(v3.features, Not(Contains("+avx512f")));
  EXPECT_TRUE(FindTarget("x86-64-v4-bf16")->vector.avx512_bf16);
  EXPECT_EQ(FindTarget("aarch64")->vector.vector_bits, 128);
  EXPECT_FALSE(FindTarget("aarch64-v8.2")->vector.neon_bf16);
  EXPECT_TRUE(FindTarget("aarch64-v8.6")->vector.neon_bf16);
  EXPECT_FALSE(FindTarget("aarch64")->vector.neon_dotprod);
  EXPECT_TRUE(FindTarget("aarch64-v8.2")->vector.neon_dotprod);
  EXPECT_TRUE(FindTarget("aarch64-v8.6")->vector.neon_dotprod);
}

TEST(Target, TheMachineItselfIsRunnable) {
  const Target native = *FindTarget("native");
  EXPECT_TRUE(CheckRunnable(native).ok()) << CheckRunnable(native);
  EXPECT_GE(native.l1_bytes, 4 << 10);
  EXPECT_GT(native.l2_bytes, native.l1_bytes);
}

// What a machine says that has a named target's features, and no others.
ReportedFeatures ReportOf(absl::string_view target) {
  ReportedFeatures reported;
  const Target named = *FindTarget(target);
  for (const std::string& feature : named.features) {
    reported[feature.substr(1)] = true;
  }
  return reported;
}

TEST(Target, AVX512ThatIsSwitchedOffIsMissing) {
  ReportedFeatures reported = ReportOf("x86-64-v4");
  const Target whole = *DescribeMachine("sapphirerapids", true, reported, {});
  EXPECT_TRUE(whole.vector.avx512);
  for (auto& [feature, present] : reported) {
    if (absl::StartsWith(feature, "avx512")) present = false;
  }
  const Target less = *DescribeMachine("sapphirerapids", true, reported, {});
  EXPECT_EQ(less.vector.vector_bits, 256);
  EXPECT_FALSE(less.vector.avx512);
  EXPECT_EQ(less.processor_class, whole.processor_class);
  EXPECT_THAT(less.features, Contains("-avx512f"));
  EXPECT_THAT(less.features, Not(Contains("+avx512f")));
  EXPECT_NE(less.Key(), whole.Key());
}

TEST(Target, AVXThatIsSwitchedOffIsNamedAsWhatNativeLacks) {
  ReportedFeatures reported = ReportOf("x86-64-v3");
  for (const char* feature : {"avx", "avx2", "f16c", "fma"}) reported[feature] = false;
  const absl::Status status = DescribeMachine("haswell", true, reported, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("(haswell) lacks avx, avx2, f16c, fma"));
}

TEST(Target, TilesOfAMXAreNoProcesssThatDoesNotAskForThem) {
  for (const auto& [feature, present] : ReportThisMachine()) {
    EXPECT_FALSE(present && absl::StartsWith(feature, "amx")) << feature;
  }
}

TEST(Target, AProcessorThatNoClassNamesIsSaidToBeTunedAsTheNearest) {
  const ReportedFeatures reported = ReportOf("x86-64-v4");
  const Target known = *DescribeMachine("icelake-server", true, reported, {});
  EXPECT_EQ(known.processor_class, "icelake");
  EXPECT_FALSE(known.nearest_class);
  const Target unknown = *DescribeMachine("of-tomorrow", true, reported, {});
  EXPECT_EQ(unknown.processor_class, "skylake-server");
  EXPECT_TRUE(unknown.nearest_class);
  const Target arm = *DescribeMachine("of-tomorrow", false, ReportOf("aarch64-v8.6"), {});
  EXPECT_EQ(arm.processor_class, "neoverse-v1");
  EXPECT_TRUE(arm.vector.neon_bf16 && arm.vector.neon_dotprod);
  EXPECT_TRUE(arm.nearest_class);
}

TEST(Target, EveryMissingFeatureIsNamed) {
  Target target = *FindTarget("native");
  target.features.push_back("+unheard-of");
  target.features.push_back("+yet-to-come");
  const absl::Status status = CheckRunnable(target);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("lacks unheard-of, yet-to-come"));
}

TEST(Target, AnotherArchitectureIsNotRunnable) {
  const absl::Status status = CheckRunnable(*FindTarget(kForeignTarget));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Target, TheNameIsNoPartOfTheKey) {
  Target target = *FindTarget("native");
  const std::string key = target.Key();
  target.name = "mine";
  EXPECT_EQ(target.Key(), key);
  target.processor_class = "mine";
  EXPECT_EQ(target.Key(), key);
  target.processor.latency += 1;
  EXPECT_NE(target.Key(), key);
  target.processor.latency -= 1;
  target.l2_bytes += 1;
  EXPECT_NE(target.Key(), key);
}

TEST(SlabMemory, FreedRangesAreUsedAgain) {
  SlabMemory memory;
  const SlabMemory::Range first = *memory.Allocate(5000);
  const SlabMemory::Range second = *memory.Allocate(5000);
  EXPECT_NE(first.start, second.start);
  memory.Free(first);
  EXPECT_EQ(memory.Allocate(8000)->start, first.start);
}

TEST(SlabMemory, NeighboursThatAreFreeBecomeOne) {
  SlabMemory memory;
  std::vector<SlabMemory::Range> ranges;
  const size_t page = memory.Allocate(1)->bytes;
  for (size_t i = 1; i < SlabMemory::kSlabBytes / page; ++i) {
    ranges.push_back(*memory.Allocate(page));
  }
  for (size_t i = 0; i < ranges.size(); i += 2) memory.Free(ranges[i]);
  for (size_t i = 1; i < ranges.size(); i += 2) memory.Free(ranges[i]);
  ASSERT_TRUE(memory.Allocate(page * ranges.size()).ok());
  EXPECT_EQ(memory.mapped_bytes(), static_cast<int64_t>(SlabMemory::kSlabBytes));
}

TEST(SlabMemory, EmptySlabsGoBackToTheSystem) {
  SlabMemory memory;
  const SlabMemory::Range small = *memory.Allocate(1);
  const SlabMemory::Range large = *memory.Allocate(10 * SlabMemory::kSlabBytes);
  EXPECT_EQ(memory.mapped_bytes(), static_cast<int64_t>(11 * SlabMemory::kSlabBytes));
  ASSERT_TRUE(memory.Seal(large).ok());
  memory.Free(large);
  EXPECT_EQ(memory.mapped_bytes(), static_cast<int64_t>(SlabMemory::kSlabBytes));
  memory.Free(small);
}

TEST(SlabMemory, MoreThanThereIsIsAnError) {
  SlabMemory memory;
  EXPECT_EQ(memory.Allocate(size_t{1} << 62).status().code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace tilewright::jit
