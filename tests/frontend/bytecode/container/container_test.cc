#include "frontend/bytecode/container/container.h"

#include <string>

#include "tests/frontend/bytecode/bytes.h"

namespace tilewright::bytecode {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string ErrorOf(const std::string& bytes) {
  return std::string(OpenContainer(bytes, "a.mlirbc").status().message());
}

TEST(Container, TablesAreWhatTheSectionsSay) {
  const std::string bytes = Parts().Bytes();
  const auto container = OpenContainer(bytes, "a.mlirbc");
  ASSERT_TRUE(container.ok()) << container.status();
  EXPECT_EQ(container->version, 0u);
  EXPECT_EQ(container->producer, "by hand");
  EXPECT_EQ(container->strings.size(), Parts().strings.size());
  EXPECT_EQ(container->strings[5], "main");
  ASSERT_EQ(container->dialects.size(), 3u);
  EXPECT_EQ(container->dialects[1].name, "vhlo");
  ASSERT_EQ(container->op_names.size(), 4u);
  EXPECT_EQ(container->op_names[2].name, "return_v1");
  EXPECT_EQ(container->op_names[2].dialect, 1u);
  EXPECT_EQ(container->attributes.size(), 7u);
  EXPECT_EQ(container->types.size(), 3u);
  EXPECT_EQ(container->types[0].piece.bytes, VarInt(4));
  EXPECT_EQ(bytes.substr(container->ir.begin, container->ir.bytes.size()), Parts().Ir());
}

TEST(Container, AnErrorNamesSectionAndByte) {
  Parts parts;
  parts.dialects[1] = 77;
  EXPECT_EQ(ErrorOf(parts.Bytes()),
            "a.mlirbc: error: an index is beyond the strings (dialect section, byte 18)");
}

TEST(Container, SectionsComeOnceAndAllThatIsNeededIsThere) {
  const std::string bytes = Parts().Bytes();
  EXPECT_THAT(ErrorOf(bytes + Section(0, "")),
              HasSubstr("the string section comes twice"));
  EXPECT_THAT(ErrorOf(bytes + Section(17, "")),
              HasSubstr("there is no section of kind 17"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kMagic, VarInt(0), "x", std::string(1, '\0'))),
              HasSubstr("there is no string section"));
}

TEST(Container, NewerVersionsAreRefused) {
  const auto opened = OpenContainer(
      absl::StrCat(kMagic, VarInt(7), "x", std::string(1, '\0')), "a.mlirbc");
  EXPECT_EQ(opened.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(opened.status().message()),
              HasSubstr("version 7 of MLIR bytecode is not supported"));
}

TEST(Container, CountsBeyondTheBytesAreErrors) {
  const std::string head = absl::StrCat(kMagic, VarInt(0), "x", std::string(1, '\0'));
  const std::string large = VarInt(uint64_t{1} << 60);
  for (int id : {0, 1, 3}) {
    std::string bytes = head;
    for (int other : {0, 1, 2, 3, 4}) {
      absl::StrAppend(&bytes, Section(other, other == id ? large : Numbers({0, 0})));
    }
    EXPECT_THAT(ErrorOf(bytes), HasSubstr("error:")) << id;
  }
}

TEST(Container, SectionsMayBeAligned) {
  // The string section, moved to a multiple of 16.
  const std::string bytes = Parts().Bytes();
  const std::string strings = Section(0, Parts().StringSection());
  std::string aligned = bytes.substr(0, bytes.size() - strings.size());
  aligned.push_back('\x80');
  absl::StrAppend(&aligned, VarInt(Parts().StringSection().size()), VarInt(16));
  while (aligned.size() % 16 != 0) aligned.push_back('\xcb');
  absl::StrAppend(&aligned, Parts().StringSection());
  const auto container = OpenContainer(aligned, "a.mlirbc");
  ASSERT_TRUE(container.ok()) << container.status();
  EXPECT_EQ(container->strings[1], "vhlo");
}

}  // namespace
}  // namespace tilewright::bytecode
