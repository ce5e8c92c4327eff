// How far sums are from exact ones, against the sum of magnitudes: the table of
// docs/accuracy.md. With TILEWRIGHT_SOAK=1 up to 10^7 elements, and it is printed.
#include <cstdio>
#include <string>

#include "tests/runtime/program_harness.h"
#include "tests/soak.h"

namespace tilewright::runtime {
namespace {

constexpr double kMostOfEqual = 4, kMostOfRandom = 1.5;  // in the type's epsilon
constexpr int64_t kBeside = 3;                           // sums of a program

// n elements a sum, along the last dimension, the first, or all there is.
struct Form {
  const char* name;
  Dims (*dims)(int64_t n);
  Dims reduced;
  int64_t stride;  // between elements of a sum
};
const Form kForms[] = {
    {"rows", [](int64_t n) { return Dims{kBeside, n}; }, {1}, 1},
    {"columns", [](int64_t n) { return Dims{n, kBeside}; }, {0}, kBeside},
    {"all", [](int64_t n) { return Dims{n}; }, {0}, 1},
};

double EpsilonOf(ElementType element) {
  return element == ElementType::kBF16 ? 0x1p-7 : 0x1p-23;
}

// The worst error of the sums of x.
double Worst(const Compiled& program, const Form& form, const Array& x, int64_t n) {
  const auto got = program.Run({x});
  if (!got.ok()) {
    ADD_FAILURE() << got.status();
    return 0;
  }
  double worst = 0;
  for (int64_t s = 0; s < (*got)[0].size(); ++s) {
    const int64_t first = form.stride == 1 ? s * n : s;
    long double exact = 0, magnitude = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double value = x.Real(first + i * form.stride);
      exact += value;
      magnitude += std::fabs(value);
    }
    const auto error = static_cast<double>(std::fabs((*got)[0].Real(s) - exact) /
                                           magnitude / EpsilonOf(x.type.element));
    worst = std::max(worst, error);
  }
  return worst;
}

TEST(SumAccuracy, IsThatOfATreeWhateverTheLength) {
  const int64_t most = Soaks() ? 10'000'000 : 300'000;
  const int seeds = Soaks() ? 20 : 3;
  for (ElementType element : {ElementType::kF32, ElementType::kBF16}) {
    for (const Form& form : kForms) {
      for (int64_t n : {3, 10, 63, 100, 1000, 4096, 10'000, 100'000, 300'000, 1'000'000,
                        3'000'000, 10'000'000}) {
        if (n > most) continue;
        const TensorType type = {element, form.dims(n)};
        const std::string x = Type(element, type.dims()), s = Type(element, {});
        const std::string r =
            Type(element,
                 form.stride == 1 && type.dims().size() == 1 ? Dims{} : Dims{kBeside});
        const auto program = Compiled::Make(
            Main("%x: " + x, r,
                 absl::StrCat("%0 = stablehlo.constant dense<0.0> : ", s,
                              "\n%1 = stablehlo.reduce(%x init: %0) applies "
                              "stablehlo.add across dimensions = [",
                              ir::Join(form.reduced), "] : (", x, ", ", s, ") -> ", r,
                              "\nreturn %1 : ", r)),
            How{});
        ASSERT_TRUE(program.ok()) << program.status();
        double equal = 0, random = 0;
        for (int seed = 0; seed < (n < 1'000'000 ? seeds : 3); ++seed) {
          const Array one = Random({element, {1}}, 100 + seed, 0.1, 2);
          equal = std::max(equal, Worst(*program, form,
                                        Filled(element, type.dims(), {one.Real(0)}), n));
          random = std::max(random, Worst(*program, form, Random(type, seed, 0, 1), n));
          random = std::max(random, Worst(*program, form, Random(type, seed, -1, 1), n));
        }
        if (Soaks()) {
          std::printf("%s %s %lld: equal %.2f, random %.2f eps\n",
                      std::string(ir::Name(element)).c_str(), form.name,
                      static_cast<long long>(n), equal, random);
        }
        EXPECT_LE(equal, kMostOfEqual) << form.name << " of " << n;
        EXPECT_LE(random, kMostOfRandom) << form.name << " of " << n;
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
