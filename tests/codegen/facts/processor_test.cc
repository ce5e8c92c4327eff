#include "codegen/facts/processor.h"

#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::codegen {
namespace {

using ::testing::HasSubstr;

TEST(Processor, ItsTextIsItsContent) {
  for (const ProcessorClass& row : ProcessorClasses()) {
    const Processor processor = row.WithVectors(256);
    const absl::StatusOr<Processor> again = Processor::Parse(processor.Text());
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(*again, processor) << row.name;
  }
}

TEST(Processor, AnyOtherTextIsRefusedWithTheForm) {
  for (const char* text :
       {"", "latency=4", "multiply_adds=1 pair_products=2 latency=5",
        "multiply_adds=x pair_products=2 latency=5 loads=2 decoded=6 last_cache=32 "
        "slow_underflow=0",
        "multiply_adds=-1 pair_products=2 latency=5 loads=2 decoded=6 last_cache=32 "
        "slow_underflow=0",
        "latency=5 multiply_adds=1 pair_products=2 loads=2 decoded=6 last_cache=32 "
        "slow_underflow=0",
        "multiply_adds=1 pair_products=2 latency=5 loads=2 decoded=6 last_cache=32 "
        "slow_underflow=0 "}) {
    const absl::Status status = Processor::Parse(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << text;
    EXPECT_THAT(std::string(status.message()), HasSubstr("one is \"multiply_adds="));
  }
}

TEST(ProcessorClasses, NamesAndMembersAreOfOneClassEach) {
  std::set<absl::string_view> names, members;
  for (const ProcessorClass& row : ProcessorClasses()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(FindProcessorClass(row.name)->cpus, row.cpus);
    EXPECT_GT(row.WithVectors(512).multiply_adds, 0);
    EXPECT_LT(row.l1_bytes, row.l2_bytes);
    // An instruction of 512 bits, so of processors that have such vectors.
    EXPECT_TRUE(row.pair_products == 0 || row.multiply_adds_512 > 0) << row.name;
    EXPECT_TRUE(members.insert(row.cpus).second);
  }
  EXPECT_EQ(FindProcessorClass("z80"), nullptr);
}

TEST(ProcessorClasses, AProcessorIsOfItsClass) {
  EXPECT_EQ(ClassOfCpu("znver4", true, {}).name, "zen4");
  EXPECT_EQ(ClassOfCpu("cascadelake", true, {}).name, "skylake-server");
  EXPECT_EQ(ClassOfCpu("neoverse-v2", false, {}).name, "neoverse-v2");
  EXPECT_EQ(ClassOfCpu("apple-m2", false, {}).name, "apple");
}

TEST(ProcessorClasses, AnUnknownProcessorIsOfTheNearestByItsFeatures) {
  const auto name = [](bool x86, std::vector<std::string> features) {
    return ClassOfCpu("of-tomorrow", x86, features).name;
  };
  EXPECT_EQ(name(true, {"+avx", "+avx2"}), "client");
  EXPECT_EQ(name(true, {"+avx", "+avx512f"}), "skylake-server");
  EXPECT_EQ(name(true, {"+avx512f", "+avx512vbmi2"}), "icelake");
  EXPECT_EQ(name(true, {"+avx512bf16", "+avx512f"}), "zen4");
  EXPECT_EQ(name(false, {"+neon"}), "neoverse-n1");
  EXPECT_EQ(name(false, {"+bf16", "+neon"}), "neoverse-v1");
}

// Sapphire Rapids begins one product by pairs in the time of four multiply-adds.
TEST(ProcessorClasses, SayWherePairsPay) {
  const auto pays = [](absl::string_view name) {
    return FindProcessorClass(name)->WithVectors(512).PairsPay();
  };
  EXPECT_TRUE(pays("zen4"));
  EXPECT_TRUE(pays("zen5"));
  EXPECT_TRUE(pays("skylake-server"));
  EXPECT_FALSE(pays("sapphire-rapids"));
}

TEST(ProcessorClasses, SayWhereUnderflowIsSlow) {
  const auto slow = [](absl::string_view name) {
    return FindProcessorClass(name)->WithVectors(512).slow_underflow == 1;
  };
  EXPECT_TRUE(slow("skylake-server"));
  EXPECT_TRUE(slow("sapphire-rapids"));
  EXPECT_FALSE(slow("zen4"));
  EXPECT_FALSE(slow("zen5"));
}

TEST(ProcessorClasses, FitMachinesWithTheirFeatures) {
  const ProcessorClass& zen3 = *FindProcessorClass("zen3");
  EXPECT_TRUE(zen3.Fits(true, 256, false));
  EXPECT_FALSE(zen3.Fits(true, 512, false));
  EXPECT_FALSE(zen3.Fits(false, 128, false));
  EXPECT_FALSE(FindProcessorClass("icelake")->Fits(true, 512, true));
  EXPECT_TRUE(FindProcessorClass("zen4")->Fits(true, 512, true));
  EXPECT_TRUE(FindProcessorClass("sapphire-rapids")->Fits(true, 512, true));
}

}  // namespace
}  // namespace tilewright::codegen
