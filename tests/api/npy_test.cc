#include "tilewright/npy.h"

#include <cstring>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

// A version 1 file with this dictionary and these elements.
std::vector<uint8_t> File(const std::string& header, const std::vector<uint8_t>& elements,
                          int version = 1) {
  std::string text = "\x93NUMPY";
  text.push_back(static_cast<char>(version));
  text.push_back('\0');
  text.push_back(static_cast<char>(header.size() & 0xff));
  text.push_back(static_cast<char>(header.size() >> 8));
  if (version > 1) text.append(2, '\0');
  text += header;
  std::vector<uint8_t> file(text.begin(), text.end());
  file.insert(file.end(), elements.begin(), elements.end());
  return file;
}

std::vector<uint8_t> FileOf(const TensorType& type, const std::vector<uint8_t>& bytes) {
  std::string text = FormatNpy(type, bytes);
  return {text.begin(), text.end()};
}

std::string ErrorOf(const std::vector<uint8_t>& file) {
  return std::string(ParseNpy(file, "x.npy").status().message());
}

TEST(Npy, WhatIsWrittenIsReadBackForEveryType) {
  for (int i = 0; i < kElementTypeCount; ++i) {
    ElementType element = static_cast<ElementType>(i);
    if (element == ElementType::kToken) continue;
    TensorType type{element, {2, 3}};
    std::vector<uint8_t> bytes(type.byte_size(), 1);
    absl::StatusOr<Array> array = ParseNpy(FileOf(type, bytes));
    ASSERT_TRUE(array.ok()) << Name(element) << ": " << array.status();
    absl::StatusOr<std::vector<uint8_t>> elements = ElementsAs(type, *array);
    ASSERT_TRUE(elements.ok()) << Name(element) << ": " << elements.status();
    EXPECT_EQ(*elements, bytes) << Name(element);
  }
}

TEST(Npy, ScalarsVectorsAndEmptyTensorsKeepTheirShapes) {
  for (const std::vector<int64_t>& dims :
       std::vector<std::vector<int64_t>>{{}, {5}, {0}, {3, 0, 2}, {1, 1, 1, 1}}) {
    TensorType type{ElementType::kF32, dims};
    std::vector<uint8_t> bytes(type.byte_size(), 7);
    absl::StatusOr<Array> array = ParseNpy(FileOf(type, bytes));
    ASSERT_TRUE(array.ok()) << array.status();
    EXPECT_EQ(array->type, type);
    EXPECT_EQ(array->bytes, bytes);
  }
}

TEST(Npy, ElementsStartAtAMultipleOfSixtyFour) {
  std::string file = FormatNpy({ElementType::kI8, {1}}, {42});
  EXPECT_EQ(file.size() % 64, 1u);
}

TEST(Npy, ColumnMajorFilesAreReadRowMajor) {
  std::vector<uint8_t> file = File(
      "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", {1, 4, 2, 5, 3, 6});
  absl::StatusOr<Array> array = ParseNpy(file);
  ASSERT_TRUE(array.ok()) << array.status();
  EXPECT_EQ(array->bytes, (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, EveryTruncationIsAnError) {
  std::vector<uint8_t> file =
      FileOf({ElementType::kF32, {2, 2}}, std::vector<uint8_t>(16, 1));
  for (size_t size = 0; size < file.size(); ++size) {
    absl::StatusOr<Array> array =
        ParseNpy(absl::MakeConstSpan(file.data(), size), "x.npy");
    EXPECT_FALSE(array.ok()) << "of " << size << " bytes";
  }
}

TEST(Npy, EveryFlippedByteIsAnErrorOrAWholeArray) {
  TensorType type{ElementType::kI16, {3}};
  const std::vector<uint8_t> file = FileOf(type, {1, 0, 2, 0, 3, 0});
  for (size_t at = 0; at < file.size(); ++at) {
    for (int flip : {1, 0x20, 0x80, 0xff}) {
      std::vector<uint8_t> damaged = file;
      damaged[at] = static_cast<uint8_t>(damaged[at] ^ flip);
      absl::StatusOr<Array> array = ParseNpy(damaged);
      if (array.ok()) {
        EXPECT_EQ(static_cast<int64_t>(array->bytes.size()), array->type.byte_size());
      }
    }
  }
}

TEST(Npy, ErrorsNameTheFileAndTheCause) {
  EXPECT_THAT(ErrorOf({'P', 'K', 3, 4}), HasSubstr("x.npy: not a .npy file"));
  EXPECT_THAT(ErrorOf(File("{}", {})), HasSubstr("malformed header"));
  EXPECT_THAT(ErrorOf(File("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}",
                           {0, 0, 0, 0})),
              HasSubstr("big-endian"));
  EXPECT_THAT(
      ErrorOf(File("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", {0})),
      HasSubstr("element type \"|O\""));
  EXPECT_THAT(
      ErrorOf(File("{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}", {0})),
      HasSubstr("truncated"));
}

TEST(Npy, HugeShapesAreErrorsNotAllocations) {
  EXPECT_FALSE(ParseNpy(File("{'descr': '<f8', 'fortran_order': False, 'shape': "
                             "(4611686018427387904, 4611686018427387904)}",
                             {}))
                   .ok());
  EXPECT_FALSE(ParseNpy(File("{'descr': '<f8', 'fortran_order': True, 'shape': "
                             "(99999999999999999999,)}",
                             {}))
                   .ok());
}

TEST(Npy, KeysInAnyOrderAndEachOnce) {
  EXPECT_TRUE(
      ParseNpy(File("{'shape': (1,), 'descr': '|u1', 'fortran_order': False, }", {9}))
          .ok());
  EXPECT_FALSE(
      ParseNpy(
          File("{'shape': (1,), 'shape': (1,), 'descr': '|u1', 'fortran_order': False}",
               {9}))
          .ok());
  EXPECT_FALSE(ParseNpy(File("{'shape': (1,), 'descr': '|u1'}", {9})).ok());
}

TEST(Npy, VersionsTwoAndThreeHaveLongHeaders) {
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}";
  EXPECT_TRUE(ParseNpy(File(header, {9}, 2)).ok());
  EXPECT_TRUE(ParseNpy(File(header, {9}, 3)).ok());
  EXPECT_FALSE(ParseNpy(File(header, {9}, 4)).ok());
}

TEST(Npy, RawBytesOfTheRightWidthAreBfloat16) {
  std::vector<uint8_t> file =
      File("{'descr': '|V2', 'fortran_order': False, 'shape': (1,)}", {0x80, 0x3f});
  absl::StatusOr<Array> array = ParseNpy(file);
  ASSERT_TRUE(array.ok()) << array.status();
  EXPECT_TRUE(ElementsAs({ElementType::kBF16, {1}}, *array).ok());
}

TEST(Npy, ElementsOfAnotherTypeOrShapeAreRefused) {
  Array array{{ElementType::kF32, {2}}, std::vector<uint8_t>(8)};
  EXPECT_FALSE(ElementsAs({ElementType::kI32, {2}}, array).ok());
  EXPECT_FALSE(ElementsAs({ElementType::kF32, {2, 1}}, array).ok());
}

TEST(Npy, ValuesThatTheTypeDoesNotHaveAreRefused) {
  EXPECT_FALSE(ElementsAs({ElementType::kI1, {1}}, {{ElementType::kI1, {1}}, {2}}).ok());
  EXPECT_FALSE(ElementsAs({ElementType::kU4, {1}}, {{ElementType::kU8, {1}}, {16}}).ok());
  EXPECT_FALSE(ElementsAs({ElementType::kI4, {1}}, {{ElementType::kI8, {1}}, {8}}).ok());
  EXPECT_TRUE(
      ElementsAs({ElementType::kI4, {1}}, {{ElementType::kI8, {1}}, {0xf8}}).ok());
}

TEST(Npy, MissingFilesAreNotFoundByName) {
  absl::Status status = ReadNpy("/nonexistent/in0.npy").status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("/nonexistent/in0.npy"));
}

}  // namespace
}  // namespace tilewright
