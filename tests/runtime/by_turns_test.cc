// Long functions of many elements, whose vectors are computed two at a time, against the
// same functions of a few, whose are not: on processors with few registers these are
// different code.
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

constexpr int64_t kMany = 5003, kFew = 500;

struct Case {
  const char* name;
  // Of %x: f32, %n: i8 and %p, the two numbers of a table that rows are taken of.
  const char* body;
};

std::string Program(const Case& c, int64_t count) {
  std::string body = c.body;
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (size_t at = 0; (at = body.find(from, at)) != std::string::npos;) {
      body.replace(at, from.size(), to);
    }
  };
  const std::string type = absl::StrCat("tensor<", count, "xf32>");
  replace("COUNT", absl::StrCat(count));
  replace("T", type);
  return Main(
      absl::StrCat("%x: ", type, ", %n: tensor<", count, "xi8>, %p: tensor<2xf32>"), type,
      absl::StrCat(body, "return %r : ", type));
}

Array Part(const Array& a, int64_t from, int64_t count) {
  Array part({a.type.element, {count}});
  const int64_t bytes = ir::StorageBytes(a.type.element);
  std::memcpy(part.bytes.data(), a.bytes.data() + from * bytes, count * bytes);
  return part;
}

class ByTurns : public testing::TestWithParam<Case> {};

TEST_P(ByTurns, VectorsHoldWhatTheyHoldAlone) {
  std::vector<Array> inputs = {Random({ElementType::kF32, {kMany}}, 1, -12, 12),
                               Random({ElementType::kI8, {kMany}}, 2, 0, 100),
                               Filled(ElementType::kF32, {2}, {0.5, -2})};
  const uint64_t special[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x80000000,
                              0,          1,          0x007fffff, 0xff7fffff};
  for (int64_t i = 0; i < 800; ++i) inputs[0].SetBits(6 * i + i % 5, special[i % 8]);
  for (const char* target : {kPlainTarget, "native"}) {
    for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
      const How how = {.numerics = numerics, .guard = true, .target = target};
      const auto many = RunText(Program(GetParam(), kMany), inputs, how);
      const auto few = Compiled::Make(Program(GetParam(), kFew), how);
      ASSERT_TRUE(many.ok() && few.ok()) << many.status() << few.status();
      for (int64_t from = 0; from + kFew <= kMany; from += kFew) {
        const auto part = few->Run(
            {Part(inputs[0], from, kFew), Part(inputs[1], from, kFew), inputs[2]});
        ASSERT_TRUE(part.ok()) << part.status();
        ASSERT_EQ(Part((*many)[0], from, kFew), (*part)[0])
            << target << ", from " << from;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    , ByTurns,
    testing::Values(
        Case{"OfOneArray", "%r = chlo.erfc %x : T -> T\n"},
        Case{"OfSeveral",
             "%e = stablehlo.exponential %x : T\n"
             "%m = stablehlo.convert %n : (tensor<COUNTxi8>) -> T\n"
             "%t = stablehlo.tanh %m : T\n"
             "%l = stablehlo.log %e : T\n"
             "%s = stablehlo.add %t, %l : T\n"
             "%r = stablehlo.multiply %s, %x : T\n"},
        Case{"OfATable",
             "%one = stablehlo.constant dense<1> : tensor<COUNTxi8>\n"
             "%i = stablehlo.and %n, %one : tensor<COUNTxi8>\n"
             "%j = stablehlo.reshape %i : (tensor<COUNTxi8>) -> tensor<COUNTx1xi8>\n"
             "%g = \"stablehlo.gather\"(%p, %j) <{dimension_numbers = "
             "#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], "
             "index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, "
             "tensor<COUNTx1xi8>) -> T\n"
             "%e = stablehlo.multiply %g, %x : T\n"
             "%r = chlo.erfc %e : T -> T\n"}),
    [](const testing::TestParamInfo<Case>& info) {
      return std::string(info.param.name);
    });

}  // namespace
}  // namespace tilewright::runtime
