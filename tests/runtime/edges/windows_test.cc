// reduce_window and pad with every kind of padding and dilation, against loops
// that follow the specification.
#include <algorithm>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

struct Window {
  Dims size, window;
  Dims strides, base, dilation;  // empty: ones
  Dims padding;                  // low and high of each dimension; empty: zeros
};

Dims OrOnes(const Dims& d, size_t rank) { return d.empty() ? Dims(rank, 1) : d; }

std::string Pairs(const Dims& d) {
  std::string text;
  for (size_t i = 0; i < d.size(); i += 2) {
    absl::StrAppend(&text, i > 0 ? ", " : "", "[", d[i], ", ", d[i + 1], "]");
  }
  return text;
}

Dims OutputSize(const Window& w) {
  Dims out;
  for (size_t d = 0; d < w.size.size(); ++d) {
    const int64_t base = OrOnes(w.base, w.size.size())[d];
    const int64_t low = w.padding.empty() ? 0 : w.padding[2 * d];
    const int64_t high = w.padding.empty() ? 0 : w.padding[2 * d + 1];
    const int64_t padded = (w.size[d] == 0 ? 0 : (w.size[d] - 1) * base + 1) + low + high;
    const int64_t reach = (w.window[d] - 1) * OrOnes(w.dilation, w.size.size())[d] + 1;
    out.push_back(
        padded < reach ? 0 : (padded - reach) / OrOnes(w.strides, w.size.size())[d] + 1);
  }
  return out;
}

void CheckWindow(const Window& w, const std::string& op, double init, const How& how) {
  const size_t rank = w.size.size();
  const Dims out_dims = OutputSize(w);
  const Dims strides = OrOnes(w.strides, rank), base = OrOnes(w.base, rank);
  const Dims dilation = OrOnes(w.dilation, rank);
  const Dims padding = w.padding.empty() ? Dims(2 * rank, 0) : w.padding;
  const std::string a = Type(ElementType::kF32, w.size);
  const std::string r = Type(ElementType::kF32, out_dims);
  const std::string text =
      Main("%x: " + a + ", %f: tensor<f32>", r,
           absl::StrCat(
               "%0 = \"stablehlo.reduce_window\"(%x, %f) <{base_dilations = array<i64: ",
               ir::Join(base), ">, padding = dense<[", Pairs(padding), "]> : tensor<",
               rank, "x2xi64>, window_dilations = array<i64: ", ir::Join(dilation),
               ">, window_dimensions = array<i64: ", ir::Join(w.window),
               ">, window_strides = array<i64: ", ir::Join(strides),
               ">}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%s = stablehlo.", op,
               " %a, %b : tensor<f32>\nstablehlo.return %s : tensor<f32>\n}) : (", a,
               ", tensor<f32>) -> ", r, "\nreturn %0 : ", r));
  Array x({ElementType::kF32, w.size}), f({ElementType::kF32, {}});
  // Whole numbers: sums are exact in any order.
  for (int64_t i = 0; i < x.size(); ++i)
    x.SetReal(i, static_cast<double>(i * 37 % 101) - 50);
  f.SetReal(0, init);
  auto out = RunText(text, {x, f}, how);
  ASSERT_TRUE(out.ok()) << text << out.status();
  if ((*out)[0].size() == 0) return;
  Dims at(rank, 0);
  int64_t n = 0;
  do {
    double value = init;
    Dims k(rank, 0);
    do {
      Dims i(rank);
      bool inside = true;
      for (size_t d = 0; d < rank; ++d) {
        const int64_t p = at[d] * strides[d] + k[d] * dilation[d] - padding[2 * d];
        inside &= p >= 0 && p % base[d] == 0 && p / base[d] < w.size[d];
        i[d] = p / base[d];
      }
      const double in = inside ? x.Real(Flat(w.size, i)) : init;
      value = op == "add"       ? value + in
              : op == "maximum" ? std::max(value, in)
                                : std::min(value, in);
    } while (NextIndex(w.window, &k));
    ASSERT_EQ((*out)[0].Real(n), value) << text << n;
    ++n;
  } while (NextIndex(out_dims, &at));
}

std::vector<Window> Windows() {
  return {
      {{9, 11}, {3, 2}},
      {{9, 11}, {3, 2}, {2, 3}},
      {{9, 11}, {3, 2}, {}, {2, 3}},
      {{9, 11}, {3, 2}, {}, {}, {2, 3}},
      {{9, 11}, {3, 2}, {}, {}, {}, {5, 7, 4, 9}},  // wider than the window
      {{9, 11}, {3, 2}, {}, {}, {}, {-2, -1, 1, -3}},
      {{9, 11}, {3, 2}, {2, 1}, {3, 2}, {2, 4}, {4, -2, -3, 5}},
      {{9, 11}, {12, 2}},  // does not fit
      {{9, 11}, {1, 1}, {2, 2}, {}, {}, {1, 1, 2, 0}},
      {{0, 11}, {2, 2}, {}, {}, {}, {2, 3, 0, 0}},  // nothing but padding
      {{0, 11}, {2, 2}, {}, {2, 1}, {}, {1, 1, 0, 0}},
      {{70}, {5}, {}, {}, {}, {4, 0}},
      {{70}, {70}, {}, {}, {}, {69, 0}},  // running, both ways
      {{70}, {70}, {}, {}, {}, {0, 69}},
      {{7, 33}, {7, 1}, {}, {}, {}, {6, 0, 0, 0}},
      {{7, 33}, {1, 33}, {}, {}, {}, {0, 0, 0, 32}},
      {{7, 33}, {1, 33}, {}, {}, {}, {0, 0, 31, 1}},
      {{7, 33}, {7, 33}},
      {{1, 1}, {1, 1}},
      {{2, 9, 10, 3}, {1, 3, 3, 1}, {1, 2, 2, 1}, {}, {}, {0, 0, 1, 1, 0, 1, 0, 0}},
  };
}

class EdgeWindows : public ::testing::TestWithParam<bool> {};

TEST_P(EdgeWindows, SumsAndMaximaFollowTheSpecification) {
  How how;
  how.cluster = GetParam();
  how.guard = true;
  for (const Window& w : Windows()) {
    CheckWindow(w, "add", 0, how);
    if (HasFatalFailure()) return;
    CheckWindow(w, "maximum", -1000, how);
    if (HasFatalFailure()) return;
    CheckWindow(w, "minimum", 1000, how);
    if (HasFatalFailure()) return;
  }
}

struct Pad {
  Dims size, low, high, interior;
};

TEST_P(EdgeWindows, PadsFollowTheSpecification) {
  const std::vector<Pad> pads = {
      {{7, 19}, {1, 2}, {3, 4}, {0, 0}},
      {{7, 19}, {0, 0}, {0, 0}, {2, 3}},
      {{7, 19}, {-2, -3}, {0, 0}, {0, 0}},
      {{7, 19}, {0, 0}, {-2, -5}, {0, 0}},
      {{7, 19}, {-2, 3}, {4, -5}, {1, 2}},
      {{7, 19}, {-8, 0}, {5, 0}, {0, 1}},
      {{7, 19}, {-7, 0}, {0, 0}, {0, 0}},
      {{7, 19}, {-4, -10}, {-3, -9}, {0, 0}},
      {{1, 1}, {2, 0}, {0, 3}, {5, 5}},
      {{0, 3}, {2, 1}, {1, 0}, {4, 1}},
      {{7, 19}, {-13, 0}, {30, 0}, {3, 0}},
      {{33}, {-5}, {70}, {1}},
      {{}, {}, {}, {}},
  };
  How how;
  how.cluster = GetParam();
  how.guard = true;
  for (const Pad& p : pads) {
    const size_t rank = p.size.size();
    Dims out_dims;
    for (size_t d = 0; d < rank; ++d) {
      out_dims.push_back(p.low[d] + p.high[d] + p.size[d] +
                         std::max<int64_t>(p.size[d] - 1, 0) * p.interior[d]);
      ASSERT_GE(out_dims.back(), 0);
    }
    const std::string a = Type(ElementType::kF32, p.size);
    const std::string r = Type(ElementType::kF32, out_dims);
    const std::string text =
        Main("%x: " + a + ", %f: tensor<f32>", r + ", " + r,
             absl::StrCat(
                 "%n = stablehlo.negate %x : ", a, "\n%0 = stablehlo.pad %x, %f, low = [",
                 ir::Join(p.low), "], high = [", ir::Join(p.high), "], interior = [",
                 ir::Join(p.interior), "] : (", a, ", tensor<f32>) -> ", r,
                 // In the middle of a cluster too.
                 "\n%1 = stablehlo.pad %n, %f, low = [", ir::Join(p.low), "], high = [",
                 ir::Join(p.high), "], interior = [", ir::Join(p.interior), "] : (", a,
                 ", tensor<f32>) -> ", r, "\n%2 = stablehlo.negate %1 : ", r,
                 "\nreturn %0, %2 : ", r, ", ", r));
    const Array x = Random({ElementType::kF32, p.size}, 1);
    const Array f = Random({ElementType::kF32, {}}, 2);
    auto out = RunText(text, {x, f}, how);
    ASSERT_TRUE(out.ok()) << text << out.status();
    if ((*out)[0].size() == 0) continue;
    Dims at(rank, 0);
    int64_t n = 0;
    do {
      Dims i(rank);
      bool inside = true;
      for (size_t d = 0; d < rank; ++d) {
        const int64_t q = at[d] - p.low[d];
        inside &=
            q >= 0 && q % (p.interior[d] + 1) == 0 && q / (p.interior[d] + 1) < p.size[d];
        i[d] = q / (p.interior[d] + 1);
      }
      const double expected = inside ? x.Real(Flat(p.size, i)) : f.Real(0);
      ASSERT_EQ((*out)[0].Real(n), expected) << text << n;
      ASSERT_EQ((*out)[1].Real(n), inside ? expected : -expected) << text << n;
      ++n;
    } while (NextIndex(out_dims, &at));
  }
}

INSTANTIATE_TEST_SUITE_P(Cluster, EdgeWindows, ::testing::Bool());

}  // namespace
}  // namespace tilewright::runtime
