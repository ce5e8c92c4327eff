// Products of matrices of every form give the sums of docs/accuracy.md, bit for bit:
// chains of multiply-adds, or where a side is a vector along k, rounded products as a
// row.
#include <algorithm>
#include <cmath>
#include <string>

#include "jit/llvm/target.h"
#include "tests/runtime/program_harness.h"
#include "tests/runtime/sums/order_reference.h"

namespace tilewright::runtime {
namespace {

struct Product {
  const char* form;
  int64_t batch, m, n, k;
  bool lhs_k_last = true, rhs_k_last = false;

  // A vector, and where k lies in the other side.
  bool IsSumOfRows() const {
    if (m == 1) return n == 1 || rhs_k_last || k == 1;
    return n == 1 && (lhs_k_last || k == 1);
  }
};

constexpr Product kProducts[] = {
    {"nothing is free", 1, 1, 1, 1000},
    {"nothing is free, short", 1, 1, 1, 5},
    {"nothing is free, in a batch", 70, 1, 1, 6},
    {"a matrix of rows and a vector", 1, 20, 1, 300},
    {"short rows", 1, 100, 1, 7},
    {"few short rows", 1, 3, 1, 7},
    {"a vector and a matrix along k", 1, 1, 30, 300, true, true},
    {"a vector and a matrix", 1, 1, 30, 300},
    {"a vector and a narrow matrix", 1, 1, 3, 300},
    {"a vector and a flat matrix", 1, 1, 300, 5},
    {"columns and a vector", 1, 600, 1, 70, false},
    {"few columns and a vector", 1, 5, 1, 7, false},
    {"matrices", 1, 33, 47, 65},
    {"matrices, the other way", 1, 33, 47, 65, false, true},
    {"narrow ones", 1, 30, 2, 50},
    {"narrow ones in a batch", 12, 6, 3, 50},
    {"wider ones in a batch", 12, 6, 5, 50},
    {"small ones in a batch", 100, 2, 2, 2},
    {"k of one", 1, 9, 11, 1},
    {"a whole chain", 1, 9, 18, 4096},
    {"two chains and one more", 1, 9, 18, 8193, false},
    {"a long k of both", 2, 7, 3, 5000, true, true},
    {"a vector and a matrix of long columns", 1, 1, 40, 12289},
    {"a few long rows", 1, 70, 5, 4097},
    {"long and narrow, in a batch", 9, 2, 3, 8200},
    {"long columns and a vector", 1, 30, 1, 4099, false},
};

std::vector<std::string> RunnableTargets() {
  std::vector<std::string> names;
  for (const std::string& name : jit::TargetNames()) {
    if (jit::CheckRunnable(*jit::FindTarget(name)).ok()) names.push_back(name);
  }
  return names;
}

// Factors of one element of the result, in order.
template <typename T>
T SumOfProducts(const Product& of, bool is_complex, const std::vector<T>& x,
                const std::vector<T>& y) {
  if (of.IsSumOfRows()) {
    std::vector<T> products;
    for (size_t k = 0; k < x.size(); ++k) products.push_back(static_cast<T>(x[k] * y[k]));
    return static_cast<T>(T{0} + *SumOrder<T>::Row(products));
  }
  // Products of parts of complex numbers are rounded, and one chain.
  if (is_complex) {
    T sum = 0;
    for (size_t k = 0; k < x.size(); ++k) sum += static_cast<T>(x[k] * y[k]);
    return sum;
  }
  constexpr size_t kChain = 4096;
  T total = -T{0};
  for (size_t first = 0; first < x.size(); first += kChain) {
    T sum = 0;
    for (size_t k = first; k < std::min(x.size(), first + kChain); ++k) {
      sum = std::fma(x[k], y[k], sum);
    }
    total += sum;
  }
  return total;
}

class ProductForms : public ::testing::TestWithParam<std::string> {
 protected:
  // Elements of real parts: of complex numbers two each.
  template <typename T>
  void Check(const Product& of, ElementType element) {
    SCOPED_TRACE(absl::StrCat(of.form, ", ", ir::Name(element), ", ", GetParam()));
    const Dims lhs =
        of.lhs_k_last ? Dims{of.batch, of.m, of.k} : Dims{of.batch, of.k, of.m};
    const Dims rhs =
        of.rhs_k_last ? Dims{of.batch, of.n, of.k} : Dims{of.batch, of.k, of.n};
    const Dims out = {of.batch, of.m, of.n};
    const Array a = Random({element, lhs}, 1), b = Random({element, rhs}, 2);
    const std::string x = Type(element, lhs), y = Type(element, rhs),
                      r = Type(element, out);
    How how;
    how.target = GetParam();
    const auto got = RunText(
        Main(
            absl::StrCat("%a: ", x, ", %b: ", y), r,
            absl::StrCat("%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], ",
                         "contracting_dims = [", of.lhs_k_last ? 2 : 1, "] x [",
                         of.rhs_k_last ? 2 : 1, "] : (", x, ", ", y, ") -> ", r,
                         "\nreturn %0 : ", r)),
        {a, b}, how);
    ASSERT_TRUE(got.ok()) << got.status();
    const bool is_complex = ir::IsComplex(element);
    const int64_t parts = is_complex ? 2 : 1;
    const auto at = [&](const Array& from, int64_t i, int64_t part) {
      T value;
      std::memcpy(&value, from.bytes.data() + (i * parts + part) * sizeof(T), sizeof(T));
      return value;
    };
    for (int64_t i = 0; i < (*got)[0].size(); ++i) {
      const int64_t n = i % of.n, m = i / of.n % of.m, batch = i / of.n / of.m;
      std::vector<T> left[2], right[2];
      for (int64_t k = 0; k < of.k; ++k) {
        const int64_t l = of.lhs_k_last ? m * of.k + k : k * of.m + m;
        const int64_t s = of.rhs_k_last ? n * of.k + k : k * of.n + n;
        for (int64_t p = 0; p < parts; ++p) {
          left[p].push_back(at(a, batch * of.m * of.k + l, p));
          right[p].push_back(at(b, batch * of.k * of.n + s, p));
        }
      }
      const auto dot = [&](int p, int q) {
        return SumOfProducts<T>(of, is_complex, left[p], right[q]);
      };
      T want = dot(0, 0);
      if (is_complex) {
        want = static_cast<T>(want - dot(1, 1));
        ASSERT_EQ(at((*got)[0], i, 1), static_cast<T>(dot(0, 1) + dot(1, 0)))
            << "imaginary part of element " << i;
      }
      ASSERT_EQ(at((*got)[0], i, 0), want) << "element " << i;
    }
  }
};

TEST_P(ProductForms, GiveTheOrderOfTheLaw) {
  for (const Product& of : kProducts) {
    Check<float>(of, ElementType::kF32);
    Check<double>(of, ElementType::kF64);
    Check<float>(of, ElementType::kC64);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ProductForms, ::testing::ValuesIn(RunnableTargets()),
                         [](const ::testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace tilewright::runtime
