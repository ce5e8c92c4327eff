#include "chip/chip.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::chip {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

const Chip& Get(absl::string_view name) {
  absl::StatusOr<const Chip*> chip = FindChip(name);
  EXPECT_TRUE(chip.ok()) << chip.status();
  return **chip;
}

TEST(Chips, EveryGenerationNamedInTheDataIsFoundByItsName) {
  EXPECT_THAT(ChipNames(), Contains("v5e"));
  EXPECT_EQ(ChipNames().front(), "v2");
  const std::vector<std::string> names = ChipNames();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names) EXPECT_EQ(Get(name).name, name);
}

TEST(Chips, AnUnknownNameIsAnErrorThatListsTheNamesThereAre) {
  const absl::StatusOr<const Chip*> chip = FindChip("v99");
  EXPECT_EQ(chip.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(chip.status().message()), HasSubstr("'v99'"));
  EXPECT_THAT(std::string(chip.status().message()), HasSubstr("v5e, v5p, v6e"));
}

TEST(Chips, EveryFigureHasAValueAndASource) {
  for (const std::string& name : ChipNames()) {
    EXPECT_FALSE(Get(name).figures.empty());
    for (const Figure& figure : Get(name).figures) {
      EXPECT_FALSE(figure.values.empty()) << name << " " << figure.name;
      EXPECT_FALSE(figure.source.empty()) << name << " " << figure.name;
    }
  }
}

TEST(Chips, EveryGenerationHasMemoryAndAnMxu) {
  for (const std::string& name : ChipNames()) {
    const Chip& chip = Get(name);
    EXPECT_GT(chip.hbm_bytes, int64_t{1} << 32) << name;
    EXPECT_GT(chip.hbm_bandwidth, 1e11) << name;
    EXPECT_GE(chip.vmem_bytes, int64_t{16} << 20) << name;
    EXPECT_GE(chip.mxu_dim, 128) << name;
    EXPECT_EQ(chip.vreg_bytes, chip.lanes * chip.sublanes * 4) << name;
  }
}

// Where the clock is known, the peak is what the MXUs do at that clock.
TEST(Chips, PeakIsWhatTheMxusDoAtTheClock) {
  for (const char* name : {"v2", "v3", "v4", "v5e", "v5p", "v6e", "v7x"}) {
    const Chip& chip = Get(name);
    const double rate = 2.0 * chip.cores * chip.mxus_per_core * chip.mxu_dim *
                        chip.mxu_dim * chip.mxu_rows_per_cycle * chip.clock_hz;
    EXPECT_NEAR(rate / chip.peak_bf16, 1.0, 0.01) << name;
  }
}

TEST(Chips, AClockThatNobodyPublishedIsMarkedAsInferred) {
  EXPECT_EQ(Get("v6e").FindFigure("clock_hz")->status, Status::kInferred);
  EXPECT_EQ(Get("v4").FindFigure("clock_hz")->status, Status::kPublished);
  EXPECT_EQ(Get("v4").FindFigure("no_such_figure"), nullptr);
}

TEST(Chips, NarrowElementsFillMoreRowsOfATile) {
  const Chip& chip = Get("v5e");
  EXPECT_EQ(chip.TileRows(32), 8);
  EXPECT_EQ(chip.TileRows(64), 8);
  EXPECT_EQ(chip.TileRows(16), 16);
  EXPECT_EQ(chip.TileRows(8), 32);
  EXPECT_EQ(chip.TileRows(4), 64);
}

}  // namespace
}  // namespace tilewright::chip
