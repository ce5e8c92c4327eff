#include "frontend/bytecode/dialects/vhlo.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ir/op_kind.h"
#include "tests/frontend/bytecode/bytes.h"

namespace tilewright::bytecode {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Properties(absl::string_view name) {
  std::vector<std::string> names;
  for (const Property& property : FindVhloOp(name)->properties) {
    names.emplace_back(property.name);
  }
  return names;
}

TEST(Vhlo, AnOperationOfAnyVersionIsStableHlos) {
  EXPECT_EQ(FindVhloOp("add_v1")->tree_name, "stablehlo.add");
  EXPECT_EQ(FindVhloOp("tanh_v1")->tree_name, "stablehlo.tanh");
  EXPECT_EQ(FindVhloOp("tanh_v2")->tree_name, "stablehlo.tanh");
  EXPECT_EQ(FindVhloOp("cross-replica-sum_v1")->tree_name, "stablehlo.cross-replica-sum");
  EXPECT_EQ(FindVhloOp("call_v1")->tree_name, "func.call");
}

TEST(Vhlo, VersionsThatAreNotThereAreNoOperations) {
  for (const char* name : {"add", "add_v2", "add_v", "_v1", "", "tanh_v3", "v1"}) {
    EXPECT_EQ(FindVhloOp(name), nullptr) << name;
  }
}

TEST(Vhlo, PropertiesAreInTheOrderOfTheirNames) {
  EXPECT_THAT(Properties("slice_v1"),
              ElementsAre("limit_indices", "start_indices", "strides"));
  EXPECT_THAT(Properties("compare_v1"),
              ElementsAre("compare_type", "comparison_direction"));
  EXPECT_THAT(Properties("exponential_v1"), ElementsAre());
  EXPECT_THAT(Properties("exponential_v2"), ElementsAre("result_accuracy"));
  for (const char* name : {"dot_general_v2", "convolution_v1", "custom_call_v1",
                           "gather_v2", "scatter_v2", "func_v1"}) {
    const std::vector<std::string> names = Properties(name);
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end())) << name;
  }
}

// What stands for the function's argument, result and element type in the bytes.
std::string PrintedWithElement(uint64_t code) {
  Parts parts;
  parts.types[0].bytes = VarInt(code);
  return Read(parts.Bytes());
}

TEST(Vhlo, ElementTypesAreReadByTheirCodes) {
  struct Row {
    uint64_t code;
    const char* name;
  };
  constexpr Row kRows[] = {
      {0, "i1"},         {2, "bf16"},        {3, "f16"},         {4, "f32"},
      {5, "f64"},        {6, "f8E4M3FN"},    {7, "f8E5M2"},      {10, "i4"},
      {11, "i8"},        {12, "i16"},        {13, "i32"},        {14, "i64"},
      {15, "ui4"},       {16, "ui8"},        {17, "ui16"},       {18, "ui32"},
      {19, "ui64"},      {27, "f8E4M3FNUZ"}, {28, "f8E5M2FNUZ"}, {29, "f8E4M3B11FNUZ"},
      {31, "i2"},        {32, "ui2"},        {35, "f8E4M3"},     {36, "f8E3M4"},
      {40, "f8E8M0FNU"},
  };
  for (const Row& row : kRows) {
    EXPECT_THAT(PrintedWithElement(row.code),
                HasSubstr(absl::StrCat("(%arg0: tensor<", row.name, ">)")));
  }
}

TEST(Vhlo, TypesThatAreNotSupportedAreRefusedByName) {
  EXPECT_THAT(PrintedWithElement(37),
              HasSubstr("the type tensor<f4E2M1FN> is not supported"));
  EXPECT_THAT(PrintedWithElement(34),
              HasSubstr("the type tensor<tf32> is not supported"));
  Parts parts;
  parts.types[1].bytes = Numbers({25, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("tensor<*xf32> (without rank)"));
  parts.types[1].bytes = Numbers({24, 1, 0, 0});
  EXPECT_THAT(Read(parts.Bytes()), HasSubstr("!quant.uniform<f32:f32>"));
}

}  // namespace
}  // namespace tilewright::bytecode
