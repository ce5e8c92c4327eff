// What an entry's attributes say of its inputs and results, and its transfers to the
// host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/parse.h"
#include "ir/print.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ParsedProgram Parsed(const std::string& text) {
  absl::StatusOr<ParsedProgram> parsed = ParseProgram(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  return parsed.ok() ? *std::move(parsed) : ParsedProgram();
}

TEST(Entry, DonorsAreDonatedToTheFirstResultsThatTheyFit) {
  const ParsedProgram parsed = Parsed(R"(
func.func public @main(%a: tensor<2xf32> {jax.buffer_donor = true},
                       %b: tensor<3xf32> {jax.buffer_donor = true},
                       %c: tensor<2xf32> {tf.aliasing_output = 0 : i32},
                       %d: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  return %d, %a : tensor<2xf32>, tensor<2xf32>
})");
  EXPECT_THAT(parsed.given_up, ElementsAre(0, 1, 2));
  ASSERT_EQ(parsed.program.donations.size(), 2u);
  EXPECT_EQ(parsed.program.donations[0].argument, 0);
  EXPECT_EQ(parsed.program.donations[0].result, 1);
  EXPECT_EQ(parsed.program.donations[1].argument, 2);
  EXPECT_EQ(parsed.program.donations[1].result, 0);
}

TEST(Entry, ResultsSayWhichMemoryTheyAreWantedIn) {
  const ParsedProgram parsed = Parsed(R"(
func.func public @main(%a: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32> {mhlo.memory_kind = "pinned_host"}) {
  return %a, %a : tensor<2xf32>, tensor<2xf32>
})");
  EXPECT_THAT(parsed.memory_kinds, ElementsAre("", "pinned_host"));
}

std::string Sends(int channel, const std::string& attributes) {
  return absl::StrCat(R"(
func.func public @main(%x: tensor<2xf32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %s = "stablehlo.send"(%x, %t) <{channel_handle =
      #stablehlo.channel_handle<handle = )",
                      channel, ", type = 2>", attributes, R"(}>
      : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
})");
}

TEST(Entry, ChannelsToTheHostAreNumberedByTheProgram) {
  const ParsedProgram one = Parsed(Sends(7, ", is_host_transfer = true"));
  const ParsedProgram other = Parsed(Sends(9, ", is_host_transfer = true"));
  EXPECT_THAT(one.host_channels, ElementsAre(7));
  EXPECT_THAT(other.host_channels, ElementsAre(9));
  EXPECT_EQ(ir::CanonicalText(one.program), ir::CanonicalText(other.program));
}

TEST(Entry, TransfersBetweenDevicesAreRefusedByName) {
  const absl::Status status = ParseProgram(Sends(7, "")).status();
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("'stablehlo.send'"));
}

}  // namespace
}  // namespace tilewright::stablehlo
