#include "frontend/bytecode/container/cursor.h"

#include <string>

#include "tests/frontend/bytecode/bytes.h"

namespace tilewright::bytecode {
namespace {

using ::testing::StrEq;

TEST(Cursor, NumbersOfEveryLengthAreRead) {
  for (int bits = 0; bits < 64; ++bits) {
    for (uint64_t value : {uint64_t{1} << bits, (uint64_t{1} << bits) - 1}) {
      const std::string bytes = VarInt(value);
      Cursor cursor(bytes, 0);
      EXPECT_EQ(cursor.VarInt(), value);
      EXPECT_TRUE(cursor.ok() && cursor.at_end()) << value;
    }
  }
  // Longer than it has to be.
  Cursor longest(absl::string_view("\0\x07\0\0\0\0\0\0\0", 9), 0);
  EXPECT_EQ(longest.VarInt(), 7u);
}

TEST(Cursor, SignsAreInTheLowestBit) {
  const std::string bytes = Numbers({0, 1, 2, 3, ~uint64_t{0}});
  Cursor cursor(bytes, 0);
  EXPECT_EQ(cursor.SignedVarInt(), 0);
  EXPECT_EQ(cursor.SignedVarInt(), -1);
  EXPECT_EQ(cursor.SignedVarInt(), 1);
  EXPECT_EQ(cursor.SignedVarInt(), -2);
  EXPECT_EQ(cursor.SignedVarInt(), INT64_MIN);
  EXPECT_TRUE(cursor.ok());
}

TEST(Cursor, TheFirstProblemStaysAndNothingIsReadAfterIt) {
  Cursor cursor("\x05z", 100);
  EXPECT_EQ(cursor.VarInt(), 2u);
  cursor.Bytes(2);
  EXPECT_THAT(cursor.problem(), StrEq("the bytes end too early"));
  EXPECT_EQ(cursor.place(), 101u);
  EXPECT_EQ(cursor.Byte(), 0);
  EXPECT_EQ(cursor.VarInt(), 0u);
  EXPECT_EQ(cursor.Bytes(0), "");
  cursor.Fail("something else");
  EXPECT_THAT(cursor.problem(), StrEq("the bytes end too early"));
  EXPECT_EQ(cursor.place(), 101u);
}

TEST(Cursor, ANumberThatIsCutOffIsAProblem) {
  const std::string whole = VarInt(uint64_t{1} << 40);
  for (size_t size = 0; size < whole.size(); ++size) {
    Cursor cursor(absl::string_view(whole).substr(0, size), 0);
    cursor.VarInt();
    EXPECT_FALSE(cursor.ok()) << size;
  }
}

TEST(Cursor, CountsAndIndicesAreBounded) {
  const std::string bytes = Numbers({3, 0, 0});
  Cursor count(bytes, 0);
  EXPECT_EQ(count.Count(), 0u);
  EXPECT_FALSE(count.ok());
  Cursor index(bytes, 0);
  EXPECT_EQ(index.Index(4), 3u);
  EXPECT_TRUE(index.ok());
  EXPECT_EQ(index.Index(0), 0u);
  EXPECT_FALSE(index.ok());
}

TEST(Cursor, PaddingIsOfOneKindUpToTheFilesOwnAlignment) {
  Cursor cursor(
      "\xcb\xcb\xcb"
      "data",
      5);
  cursor.Align(8);
  EXPECT_EQ(cursor.Bytes(4), "data");
  EXPECT_TRUE(cursor.ok());
  Cursor other("\xcb\x01\xcb", 5);
  other.Align(8);
  EXPECT_FALSE(other.ok());
  Cursor odd("\xcb\xcb\xcb", 5);
  odd.Align(3);
  EXPECT_THAT(odd.problem(), StrEq("an alignment is no power of two"));
}

}  // namespace
}  // namespace tilewright::bytecode
