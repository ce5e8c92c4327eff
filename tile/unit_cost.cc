#include "tile/unit_cost.h"

#include <algorithm>
#include <map>

#include "support/round.h"

namespace tilewright::tile {

int64_t SaturatingAdd(int64_t x, int64_t y) {
  int64_t sum = 0;
  return __builtin_add_overflow(x, y, &sum) ? INT64_MAX : sum;
}

int64_t SaturatingMultiply(int64_t x, int64_t y) {
  int64_t product = 0;
  return __builtin_mul_overflow(x, y, &product) ? INT64_MAX : product;
}

int64_t Registers(const ir::TensorType& type, const chip::Chip& chip) {
  ir::Dims dims;
  for (int64_t d : type.dims) {
    if (d != 1) dims.push_back(d);
  }
  if (type.dims.empty()) return 0;
  const int64_t words = std::max(ir::StorageBytes(type.element) / 4, 1);
  if (dims.size() < 2) {
    const int64_t elements = dims.empty() ? 1 : dims[0];
    return SaturatingMultiply(DivideUp(elements, int64_t{chip.lanes} * chip.sublanes),
                              words);
  }
  int64_t count = words;
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool last = d + 1 == dims.size(), second_last = d + 2 == dims.size();
    const int64_t unit = last ? chip.lanes : (second_last ? chip.sublanes : 1);
    count = SaturatingMultiply(count, DivideUp(dims[d], unit));
  }
  return count;
}

OpCost CostOf(ir::OpKind op, ir::ElementType element) {
  using enum ir::OpKind;
  // The EUP has exp, log, tanh (openxla/xprof, docs/custom_call_profiling.md), and
  // reciprocal and rsqrt (jax-ml/jax, pltpu.reciprocal and Mosaic's lowering of
  // rsqrt). What is made of them: scaling, correction, by how the function is
  // written with them; inferred.
  static const std::map<ir::OpKind, OpCost> kFunctions = {
      {kExponential, {1, 1}}, {kExponentialMinusOne, {2, 1}},
      {kLog, {1, 1}},         {kLogPlusOne, {2, 1}},
      {kTanh, {0, 1}},        {kLogistic, {3, 1}},  // (1 + tanh(x / 2)) / 2
      {kRsqrt, {0, 1}},       {kSqrt, {1, 1}},      // x rsqrt(x)
      {kCbrt, {1, 2}},                              // exp(log(x) / 3)
      {kPower, {1, 2}},                             // exp(y log(x))
  };
  // Pallas' guide names sine and cosine "expensive": polynomials on the VPU. The
  // length is inferred: that of our own.
  constexpr OpCost kPolynomial = {24, 0};
  static const std::map<ir::OpKind, OpCost> kPolynomials = {
      {kSine, kPolynomial}, {kCosine, kPolynomial}, {kTan, {48, 1}},
      {kAtan2, {24, 1}},    {kErf, kPolynomial},    {kErfc, {24, 1}},
      {kErfInv, {24, 1}},   {kLgamma, {48, 2}},     {kDigamma, {48, 2}},
  };
  const auto function = kFunctions.find(op);
  if (function != kFunctions.end()) return function->second;
  const auto polynomial = kPolynomials.find(op);
  if (polynomial != kPolynomials.end()) return polynomial->second;
  if (op == kDivide || op == kRemainder) {
    // By the reciprocal; of integers with a correction. Inferred.
    const bool is_float = ir::IsFloat(element) || ir::IsComplex(element);
    return {(is_float ? 1 : 4) + (op == kRemainder ? 2 : 0), 1};
  }
  return {1, 0};
}

int64_t SortingPasses(int64_t n) {
  int64_t levels = 0;
  while (levels < 62 && (int64_t{1} << levels) < n) ++levels;
  return levels * (levels + 1) / 2;
}

}  // namespace tilewright::tile
