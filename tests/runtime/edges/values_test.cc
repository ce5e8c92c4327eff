// Values at the edge of each element type, and arrays of every odd length.
#include <functional>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

std::string TypeName(const ::testing::TestParamInfo<ElementType>& info) {
  if (info.param == ElementType::kC64) return "c64";
  if (info.param == ElementType::kC128) return "c128";
  return std::string(ir::Name(info.param));
}

const std::vector<int64_t>& Lengths() {
  static const std::vector<int64_t> lengths = {1,  2,  3,  4,  5,  6,  7,  8,
                                               9,  11, 13, 15, 16, 17, 23, 31,
                                               32, 33, 47, 63, 64, 65, 69, 70};
  return lengths;
}

class EveryType : public ::testing::TestWithParam<ElementType> {};

// One kernel for each length, each input and output ending at an unreadable
// page: x + y, and a select that copies bits.
TEST_P(EveryType, OfAnyLengthIsReadAndWrittenExactly) {
  const ElementType type = GetParam();
  std::string arguments, results, body, values;
  std::vector<Array> inputs;
  for (int64_t n : Lengths()) {
    const std::string t = Type(type, {n});
    absl::StrAppend(&arguments, n > 1 ? ", " : "", "%x", n, ": ", t, ", %y", n, ": ", t,
                    ", %p", n, ": ", Type(ElementType::kI1, {n}));
    absl::StrAppend(&results, n > 1 ? ", " : "", t, ", ", t);
    absl::StrAppend(&values, n > 1 ? ", " : "", "%a", n, ", %s", n);
    absl::StrAppend(&body, "%a", n, " = stablehlo.add %x", n, ", %y", n, " : ", t, "\n%s",
                    n, " = stablehlo.select %p", n, ", %x", n, ", %y", n, " : ",
                    Type(ElementType::kI1, {n}), ", ", t, "\n");
    inputs.push_back(Random({type, {n}}, static_cast<uint32_t>(2 * n)));
    inputs.push_back(Random({type, {n}}, static_cast<uint32_t>(2 * n + 1)));
    inputs.push_back(Random({ElementType::kI1, {n}}, static_cast<uint32_t>(n)));
  }
  How how;
  how.guard = true;
  auto out = RunText(
      Main(arguments, results, body + "return " + values + " : " + results), inputs, how);
  ASSERT_TRUE(out.ok()) << out.status();
  const int width = ir::StorageBytes(type);
  for (size_t k = 0; k < Lengths().size(); ++k) {
    const Array &x = inputs[3 * k], &y = inputs[3 * k + 1], &p = inputs[3 * k + 2];
    const Array &sum = (*out)[2 * k], &chosen = (*out)[2 * k + 1];
    for (int64_t i = 0; i < Lengths()[k]; ++i) {
      const Array& from = p.Int(i) != 0 ? x : y;
      ASSERT_EQ(0, std::memcmp(&chosen.bytes[i * width], &from.bytes[i * width], width))
          << i << " of " << Lengths()[k];
      if (ir::IsComplex(type)) continue;
      Array expected({type, {1}});
      if (ir::IsBool(type)) {
        expected.SetBits(0, x.Bits(i) | y.Bits(i));
      } else if (ir::IsWhole(type)) {
        expected.SetBits(0, Wrap(type, static_cast<__int128>(x.Int(i)) + y.Int(i)));
      } else {
        // Exact in double, and rounded once.
        expected.SetReal(0, x.Real(i) + y.Real(i));
      }
      ASSERT_EQ(sum.Bits(i), expected.Bits(0))
          << x.Real(i) << " + " << y.Real(i) << ", " << i << " of " << Lengths()[k];
    }
  }
}

// Broadcasts, transposes, slices, reversals, pads and concatenations move bits.
TEST_P(EveryType, MovesKeepEveryBit) {
  const ElementType type = GetParam();
  const auto t = [&](const Dims& dims) { return Type(type, dims); };
  const std::string text = Main(
      "%x: " + t({7, 19}) + ", %f: " + t({}),
      t({19, 7}) + ", " + t({7, 9}) + ", " + t({7, 19}) + ", " + t({10, 39}) + ", " +
          t({14, 19}) + ", " + t({3, 7, 19}) + ", " + t({133}),
      "%0 = stablehlo.transpose %x, dims = [1, 0] : (" + t({7, 19}) + ") -> " +
          t({19, 7}) + "\n%1 = stablehlo.slice %x [0:7, 1:19:2] : (" + t({7, 19}) +
          ") -> " + t({7, 9}) +
          "\n%2 = stablehlo.reverse %x, dims = [0, 1] : " + t({7, 19}) +
          "\n%3 = stablehlo.pad %x, %f, low = [1, 2], high = [2, 0], interior = [0, 1] : "
          "(" +
          t({7, 19}) + ", " + t({}) + ") -> " + t({10, 39}) +
          "\n%4 = stablehlo.concatenate %x, %2, dim = 0 : (" + t({7, 19}) + ", " +
          t({7, 19}) + ") -> " + t({14, 19}) +
          "\n%5 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (" + t({7, 19}) +
          ") -> " + t({3, 7, 19}) + "\n%6 = stablehlo.reshape %x : (" + t({7, 19}) +
          ") -> " + t({133}) + "\nreturn %0, %1, %2, %3, %4, %5, %6 : " + t({19, 7}) +
          ", " + t({7, 9}) + ", " + t({7, 19}) + ", " + t({10, 39}) + ", " + t({14, 19}) +
          ", " + t({3, 7, 19}) + ", " + t({133}));
  const Array x = Random({type, {7, 19}}, 3), f = Random({type, {}}, 4);
  How how;
  how.guard = true;
  for (bool cluster : {true, false}) {
    how.cluster = cluster;
    auto out = RunText(text, {x, f}, how);
    ASSERT_TRUE(out.ok()) << out.status();
    const int width = ir::StorageBytes(type);
    const auto same = [&](int o, int64_t at, int64_t from) {
      const uint8_t* const expected = from < 0 ? f.bytes.data() : &x.bytes[from * width];
      return std::memcmp(&(*out)[o].bytes[at * width], expected, width) == 0;
    };
    for (int64_t i = 0; i < 7; ++i) {
      for (int64_t j = 0; j < 19; ++j) {
        const int64_t n = i * 19 + j;
        ASSERT_TRUE(same(0, j * 7 + i, n)) << i << " " << j;
        if (j % 2 == 1) {
          ASSERT_TRUE(same(1, i * 9 + j / 2, n)) << i << " " << j;
        }
        ASSERT_TRUE(same(2, n, 132 - n)) << i << " " << j;
        ASSERT_TRUE(same(4, n, n) && same(4, 133 + n, 132 - n)) << i << " " << j;
        for (int64_t b = 0; b < 3; ++b) ASSERT_TRUE(same(5, b * 133 + n, n)) << n;
        ASSERT_TRUE(same(6, n, n));
      }
    }
    for (int64_t i = 0; i < 10; ++i) {
      for (int64_t j = 0; j < 39; ++j) {
        const bool inside = i >= 1 && i < 8 && j >= 2 && j % 2 == 0;
        ASSERT_TRUE(same(3, i * 39 + j, inside ? (i - 1) * 19 + (j - 2) / 2 : -1))
            << i << " " << j;
      }
    }
  }
}

// Every operation class on arrays without elements.
TEST_P(EveryType, ArraysWithoutElementsAreFine) {
  const ElementType type = GetParam();
  const auto t = [&](const Dims& dims) { return Type(type, dims); };
  std::string text = R"(
  %0 = stablehlo.add %x, %x : E
  %1 = stablehlo.transpose %0, dims = [1, 0] : (E) -> F
  %2 = stablehlo.concatenate %x, %y, dim = 0 : (E, G) -> H
  %3 = stablehlo.pad %x, %f, low = [1, 0], high = [0, 2], interior = [3, 0] : (E, S) -> P
  %4 = stablehlo.slice %y [1:1, 0:3] : (G) -> E
  %5 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (E) -> E
  %6 = stablehlo.reshape %x : (E) -> R
  %7 = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [0] : (E, S) -> V
  %8 = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [1] : (E, S) -> Z
  %z = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.dynamic_slice %y, %z, %z, sizes = [0, 3] : (G, tensor<i32>, tensor<i32>) -> E
  %10 = stablehlo.dynamic_update_slice %y, %x, %z, %z : (G, E, tensor<i32>, tensor<i32>) -> G
  %i = stablehlo.constant dense<> : tensor<0x1xi32>
  %11 = "stablehlo.gather"(%y, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (G, tensor<0x1xi32>) -> E
  %12 = "stablehlo.scatter"(%y, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: S, %b: S):
    stablehlo.return %b : S
  }) : (G, tensor<0x1xi32>, E) -> G
  %13 = "stablehlo.reduce_window"(%x, %f) <{padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a: S, %b: S):
    %s = stablehlo.add %a, %b : S
    stablehlo.return %s : S
  }) : (E, S) -> W
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : E, F, H, P, E, E, R, V, Z, E, G, E, G, W)";
  const std::vector<std::pair<char, Dims>> names = {
      {'E', {0, 3}},    {'F', {3, 0}}, {'G', {2, 3}}, {'H', {2, 3}}, {'P', {1, 5}},
      {'R', {3, 0, 2}}, {'V', {3}},    {'Z', {0}},    {'W', {1, 3}}, {'S', {}}};
  std::string spelled;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool alone =
        !std::isalnum(text[i + 1 < text.size() ? i + 1 : i]) || i + 1 == text.size();
    const char before = i > 0 ? text[i - 1] : ' ';
    std::string piece(1, text[i]);
    if (alone && !std::isalnum(before) && before != '%' && before != '_') {
      for (const auto& [name, dims] : names) {
        if (name == text[i]) piece = t(dims);
      }
    }
    spelled += piece;
  }
  std::string results = spelled.substr(spelled.rfind(" : ") + 3);
  const std::string program = Main(
      "%x: " + t({0, 3}) + ", %y: " + t({2, 3}) + ", %f: " + t({}), results, spelled);
  const Array x({type, {0, 3}}), y = Random({type, {2, 3}}, 1), f = Random({type, {}}, 2);
  for (bool cluster : {true, false}) {
    How how;
    how.cluster = cluster;
    how.guard = true;
    auto out = RunText(program, {x, y, f}, how);
    ASSERT_TRUE(out.ok()) << program << out.status();
    EXPECT_EQ((*out)[2], y);
    EXPECT_EQ((*out)[10], y);
    EXPECT_EQ((*out)[12], y);
    const int width = ir::StorageBytes(type);
    for (int o : {3, 7}) {
      for (int64_t i = 0; i < (*out)[o].size(); ++i) {
        EXPECT_EQ(0, std::memcmp(&(*out)[o].bytes[i * width], f.bytes.data(), width));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, EveryType, ::testing::ValuesIn(AllTypes()), TypeName);

std::vector<ElementType> IntegerTypes() {
  std::vector<ElementType> types;
  for (ElementType t : AllTypes()) {
    if (ir::IsInteger(t)) types.push_back(t);
  }
  return types;
}

class EveryInteger : public ::testing::TestWithParam<ElementType> {};

// Each pair of edge values, by every operation that could trap.
TEST_P(EveryInteger, NoOperandsTrap) {
  const ElementType type = GetParam();
  const int bits = ir::Info(type).bits;
  const bool is_signed = ir::IsSigned(type);
  const int64_t least =
      is_signed ? -static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1) - 1 : 0;
  const int64_t most = Wrap(type, is_signed ? ~(__int128{1} << (bits - 1)) : -1);
  const std::vector<int64_t> edges = {0,
                                      1,
                                      Wrap(type, -1),
                                      least,
                                      most,
                                      Wrap(type, most - 1),
                                      Wrap(type, bits - 1),
                                      Wrap(type, bits),
                                      Wrap(type, bits + 1),
                                      Wrap(type, 3)};
  const int64_t n = static_cast<int64_t>(edges.size() * edges.size());
  Array x({type, {n}}), y({type, {n}});
  for (int64_t i = 0; i < n; ++i) {
    x.SetBits(i, static_cast<uint64_t>(edges[i / edges.size()]));
    y.SetBits(i, static_cast<uint64_t>(edges[i % edges.size()]));
  }
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const auto in_width = [&](int64_t s) {
    return static_cast<uint64_t>(s) < static_cast<uint64_t>(bits);
  };
  struct Row {
    std::string op;
    std::function<__int128(int64_t, int64_t)> value;
  };
  const auto wide = [&](int64_t v) {
    return is_signed ? __int128{v} : static_cast<__int128>(static_cast<uint64_t>(v));
  };
  const std::vector<Row> rows = {
      {"add", [&](int64_t a, int64_t b) { return wide(a) + wide(b); }},
      {"subtract", [&](int64_t a, int64_t b) { return wide(a) - wide(b); }},
      {"multiply", [&](int64_t a, int64_t b) { return wide(a) * wide(b); }},
      {"divide",
       [&](int64_t a, int64_t b) { return b == 0 ? __int128{-1} : wide(a) / wide(b); }},
      {"remainder",
       [&](int64_t a, int64_t b) { return b == 0 ? wide(a) : wide(a) % wide(b); }},
      {"maximum", [&](int64_t a, int64_t b) { return std::max(wide(a), wide(b)); }},
      {"minimum", [&](int64_t a, int64_t b) { return std::min(wide(a), wide(b)); }},
      {"shift_left",
       [&](int64_t a, int64_t b) {
         return in_width(b) ? static_cast<__int128>(static_cast<uint64_t>(a) << b)
                            : __int128{0};
       }},
      {"shift_right_logical",
       [&](int64_t a, int64_t b) {
         return in_width(b)
                    ? static_cast<__int128>((static_cast<uint64_t>(a) & mask) >> b)
                    : __int128{0};
       }},
      {"shift_right_arithmetic",
       [&](int64_t a, int64_t b) {
         const int64_t sign_extended =
             static_cast<int64_t>(static_cast<uint64_t>(a) << (64 - bits)) >> (64 - bits);
         return __int128{sign_extended >> (in_width(b) ? b : bits - 1)};
       }},
      {"power",
       [&](int64_t a, int64_t b) -> __int128 {
         if (is_signed && b < 0) return a == 1 ? 1 : a == -1 ? (b % 2 == 0 ? 1 : -1) : 0;
         uint64_t result = 1, base = static_cast<uint64_t>(a);
         for (uint64_t e = static_cast<uint64_t>(b); e > 0; e >>= 1, base *= base) {
           if ((e & 1) != 0) result *= base;
         }
         return result;
       }},
  };
  const std::string t = Type(type, {n});
  std::string body, results, values;
  for (size_t r = 0; r < rows.size(); ++r) {
    absl::StrAppend(&body, "%", r, " = stablehlo.", rows[r].op, " %x, %y : ", t, "\n");
    absl::StrAppend(&results, r > 0 ? ", " : "", t);
    absl::StrAppend(&values, r > 0 ? ", %" : "%", r);
  }
  const std::string text = Main("%x: " + t + ", %y: " + t, results,
                                body + "return " + values + " : " + results);
  for (const char* target : {"native", kPlainTarget}) {
    for (bool cluster : {true, false}) {
      How how;
      how.cluster = cluster;
      how.target = target;
      auto out = RunText(text, {x, y}, how);
      ASSERT_TRUE(out.ok()) << out.status();
      for (size_t r = 0; r < rows.size(); ++r) {
        for (int64_t i = 0; i < n; ++i) {
          ASSERT_EQ((*out)[r].Int(i), Wrap(type, rows[r].value(x.Int(i), y.Int(i))))
              << rows[r].op << " " << x.Int(i) << ", " << y.Int(i) << " " << target;
        }
      }
    }
  }
}

// Not a number is 0; what is out of range is the nearest there is.
TEST_P(EveryInteger, FloatsOutOfRangeSaturate) {
  const ElementType type = GetParam();
  const int bits = ir::Info(type).bits - (ir::IsSigned(type) ? 1 : 0);
  const double end = std::ldexp(1.0, bits);
  const int64_t most = Wrap(
      type, ir::IsSigned(type) ? (static_cast<__int128>(1) << bits) - 1 : __int128{-1});
  const int64_t least =
      ir::IsSigned(type) ? Wrap(type, static_cast<__int128>(1) << bits) : 0;
  struct Value {
    double in;
    int64_t out;
  };
  const std::vector<Value> values = {{NAN, 0},
                                     {INFINITY, most},
                                     {-INFINITY, least},
                                     {end, most},
                                     {1e30, most},
                                     {-1e30, least},
                                     {0.99, 0},
                                     {-0.99, 0},
                                     {1.5, 1},
                                     {-2.5, ir::IsSigned(type) ? -2 : 0},
                                     {end / 2, int64_t{1} << (bits - 1)},
                                     {-end, least}};
  for (ElementType from : {ElementType::kF32, ElementType::kF64}) {
    Array x({from, {static_cast<int64_t>(values.size())}});
    for (int64_t i = 0; i < x.size(); ++i) x.SetReal(i, values[i].in);
    const std::string a = Type(from, x.type.dims()), r = Type(type, x.type.dims());
    for (const char* target : {"native", kPlainTarget}) {
      How how;
      how.target = target;
      auto out = RunText(
          Main("%x: " + a, r,
               "%0 = stablehlo.convert %x : (" + a + ") -> " + r + "\nreturn %0 : " + r),
          {x}, how);
      ASSERT_TRUE(out.ok()) << out.status();
      for (int64_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ((*out)[0].Int(i), values[i].out) << values[i].in << " " << target;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, EveryInteger, ::testing::ValuesIn(IntegerTypes()),
                         TypeName);

}  // namespace
}  // namespace tilewright::runtime
