// What a NaN carries goes wherever it is moved, beside what is computed.
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// The NaN whose mantissa is all ones, of types that have more than one.
uint64_t FullNan(ElementType type) {
  const ir::ElementTypeInfo& info = ir::Info(type);
  return (uint64_t{1} << (info.bits - 1)) - 1;
}

std::vector<ElementType> TypesWithPayloads() {
  std::vector<ElementType> types;
  for (ElementType type : AllTypes()) {
    if (!IsReal(type) || ir::Info(type).specials != ir::SpecialValues::kIeee) continue;
    types.push_back(type);
  }
  return types;
}

// The first operand beside a sum: chosen, put before it, and put around it.
std::string Program(ElementType element) {
  const std::string t = Type(element, {4}), t6 = Type(element, {6}),
                    s = Type(element, {});
  return Main(absl::StrCat("%q: tensor<4xi1>, %x: ", t, ", %y: ", t, ", %z: ", s),
              absl::StrCat(t, ", ", Type(element, {8}), ", ", t6),
              absl::StrCat("%sum = stablehlo.add %y, %y : ", t,
                           "\n%a = stablehlo.select %q, %x, %sum : tensor<4xi1>, ", t,
                           "\n%b = stablehlo.concatenate %x, %sum, dim = 0 : (", t, ", ",
                           t, ") -> ", Type(element, {8}),
                           "\n%c = stablehlo.pad %sum, %z, low = [1], high = [1], "
                           "interior = [0] : (",
                           t, ", ", s, ") -> ", t6, "\nreturn %a, %b, %c : ", t, ", ",
                           Type(element, {8}), ", ", t6));
}

TEST(NanPayloads, AreKeptBesideWhatIsComputed) {
  for (ElementType type : TypesWithPayloads()) {
    SCOPED_TRACE(std::string(ir::Name(type)));
    Array x({type, {4}}), z({type, {}});
    for (int64_t i = 0; i < 4; ++i) x.SetBits(i, FullNan(type));
    z.SetBits(0, FullNan(type));
    const std::vector<Array> inputs = {Filled(ElementType::kI1, {4}, {1, 0, 1, 0}), x,
                                       Filled(type, {4}, {1, 2}), z};
    for (const bool cluster : {true, false}) {
      How how;
      how.cluster = cluster;
      const auto out = RunText(Program(type), inputs, how);
      ASSERT_TRUE(out.ok()) << out.status();
      EXPECT_EQ((*out)[0].Bits(0), FullNan(type)) << cluster;
      EXPECT_EQ((*out)[0].Real(1), 4) << cluster;
      EXPECT_EQ((*out)[1].Bits(3), FullNan(type)) << cluster;
      EXPECT_EQ((*out)[1].Real(4), 2) << cluster;
      EXPECT_EQ((*out)[2].Bits(0), FullNan(type)) << cluster;
      EXPECT_EQ((*out)[2].Real(1), 2) << cluster;
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
