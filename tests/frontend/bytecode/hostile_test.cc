// Bytes that are well-formed but mean nothing good get an error that says what and where.
#include <string>

#include "tests/frontend/bytecode/bytes.h"

namespace tilewright::bytecode {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Bytes, WrittenByHandAreAProgram) {
  EXPECT_THAT(Read(Parts().Bytes()),
              HasSubstr("func.func public @main(%arg0: tensor<f32>) -> (tensor<f32>)"));
}

TEST(Bytes, AnOperationThatIsUnknownIsRefusedByNameWithTheUsersLine) {
  Parts parts;
  parts.body = OpBytes(3, 4, {0, 1, 0}) + parts.body;  // foo.bar of value 0
  parts.body_ops = 2;
  EXPECT_THAT(Read(parts.Bytes()),
              AllOf(HasSubstr("the operation 'foo.bar' is not supported (IR section"),
                    HasSubstr("(from model.py:12:3)")));
  parts.strings[4] = "return_v2";
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("the operation 'foo.bar' is not supported"));
  parts.body = OpBytes(2, 4, {0, 1, 0});
  parts.body_ops = 1;
  EXPECT_THAT(Read(parts.Bytes()),
              HasSubstr("the operation 'vhlo.return_v2' is not supported"));
}

TEST(Bytes, CodesOfANewerVhloAreRefused) {
  Parts parts;
  parts.attributes[6].bytes = VarInt(90);
  EXPECT_THAT(Read(parts.Bytes()),
              HasSubstr("an attribute of vhlo with the code 90 is not supported"));
  parts = Parts();
  parts.types[0].bytes = VarInt(90);
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("a type of vhlo with the code 90"));
}

TEST(Bytes, ValuesAreUsedAfterTheyAreDefined) {
  Parts parts;
  parts.body = OpBytes(2, 4, {0, 1, 1});
  EXPECT_THAT(Read(parts.Bytes()),
              HasSubstr("a value is used that is not defined before (IR section"));
  parts.body = OpBytes(2, 4, {0, 1, uint64_t{1} << 62});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("not defined before"));
}

TEST(Bytes, NumbersOfValuesAreHeldAgainstWhatIsThere) {
  Parts parts;
  parts.body_values = 0;
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("a region has more values than it says"));
  parts.body_values = uint64_t{1} << 50;
  EXPECT_THAT(Read(parts.Bytes()),
              HasSubstr("a count is larger than the bytes that follow"));
}

TEST(Bytes, WhatContainsItselfIsAnError) {
  Parts parts;
  parts.types[2].bytes = Numbers({8, 1, 2, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("a type is a part of itself"));
  parts = Parts();
  parts.attributes[5].bytes = Numbers({1, 1, 5});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("an attribute is a part of itself"));
  // Nobody fails to run a program because of where it says that it comes from.
  parts = Parts();
  parts.attributes[0].bytes = Numbers({14, 1, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("func.func public @main"));
}

// A chain of types, each the one before in a tuple.
TEST(Bytes, DepthIsBounded) {
  Parts parts;
  for (int i = 0; i < 100000; ++i) {
    parts.types.push_back({1, Numbers({23, 1, i == 0 ? 1u : 2u + i})});
  }
  parts.types[2].bytes = Numbers({8, 1, parts.types.size() - 1, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("(max_nesting)"));
}

// Every type is the one before, twice.
TEST(Bytes, AShortFileThatStandsForALargeTreeIsCutOff) {
  Parts parts;
  for (uint64_t i = 0; i < 60; ++i) {
    const uint64_t before = i == 0 ? 1 : 2 + i;
    parts.types.push_back({1, Numbers({23, 2, before, before})});
  }
  parts.types[2].bytes = Numbers({8, 1, parts.types.size() - 1, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("the bytes stand for more than "));
}

TEST(Bytes, LocationsThatDoubleCostNoTime) {
  Parts parts;
  const uint64_t first = parts.attributes.size();
  parts.attributes.push_back({0, Numbers({15})});
  for (uint64_t i = 0; i < 190; ++i) {
    parts.attributes.push_back({0, Numbers({10, first + i, first + i})});
  }
  parts.body = OpBytes(2, 4, {parts.attributes.size() - 1, 1, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("func.func public @main"));
}

TEST(Bytes, SizesOfTensorsAreBounded) {
  Parts parts;
  parts.types[1].bytes =
      Numbers({20, 3, uint64_t{1} << 40, uint64_t{1} << 40, uint64_t{1} << 40, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("the sizes' product is beyond the limit"));
  parts.types[1].bytes = Numbers({20, 1, 1, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("a size is negative"));
}

TEST(Bytes, RegionsOfSeveralBlocksAndSuccessorsAreRefused) {
  const std::string ir = Parts().Ir();
  std::string blocks = ir;
  blocks[5] = VarInt(2)[0];  // of the module's region
  EXPECT_THAT(Read(Parts().BytesWith(blocks)),
              HasSubstr("a region of several blocks is not supported"));
  Parts parts;
  parts.body = OpBytes(2, 12, {0, 1, 0, 1, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("successor blocks are not supported"));
}

TEST(Bytes, NothingMayFollow) {
  EXPECT_THAT(Read(Parts().BytesWith(Parts().Ir() + "x")),
              HasSubstr("nothing is expected after the operations"));
}

TEST(Bytes, ThatAreNoProgramAtAllAreErrors) {
  EXPECT_THAT(Read(std::string(kMagic)), HasSubstr("byte 4"));
  // The first bytes of a flatbuffer whose table points anywhere.
  EXPECT_FALSE(
      frontend::ReadProgram(absl::string_view("\x04\0\0\0\xff\xff\xff\x7f", 8)).ok());
}

}  // namespace
}  // namespace tilewright::bytecode
