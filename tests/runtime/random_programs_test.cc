// Programs made at random: clusters, threads and guarded memory change no byte.
#include <algorithm>
#include <map>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// A function of a seed alone.
class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  std::string Program(int operations) {
    const int arguments = 2 + Below(3);
    std::string signature;
    for (int n = 0; n < arguments; ++n) {
      const Dims dims = Shape();
      absl::StrAppend(&signature, n > 0 ? ", " : "", "%a", n, ": ", T(dims));
      values_.push_back({absl::StrCat("%a", n), dims});
    }
    body_ =
        "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%two = stablehlo.constant dense<2> : tensor<i32>\n"
        "%far = stablehlo.constant dense<-7> : tensor<i32>\n";
    for (int n = 0; n < operations; ++n) AddOne();
    // Results: the last value, and some others.
    std::string names, types;
    for (size_t n = 0; n < values_.size(); ++n) {
      if (n + 1 < values_.size() && Below(6) > 0) continue;
      absl::StrAppend(&names, names.empty() ? "" : ", ", values_[n].name);
      absl::StrAppend(&types, types.empty() ? "" : ", ", T(values_[n].dims));
    }
    return Main(signature, types, body_ + "return " + names + " : " + types);
  }

 private:
  struct Named {
    std::string name;
    Dims dims;
  };

  int Below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  static std::string T(const Dims& dims) { return Type(ElementType::kF32, dims); }
  int64_t Size() {
    constexpr int64_t kSizes[] = {1, 2, 3, 5, 8, 17, 24, 33};
    return kSizes[Below(8)];
  }
  Dims Shape() {
    Dims dims;
    for (int n = Below(4); n > 0; --n) dims.push_back(Size());
    return dims;
  }
  // Recent values more often than old ones.
  Named Pick() {
    const int n = static_cast<int>(values_.size());
    return values_[Below(2) == 0 ? Below(n) : n - 1 - Below(std::min(n, 4))];
  }
  std::string Fresh() { return absl::StrCat("%v", next_++); }
  void Add(Dims dims, const std::string& text) {
    const std::string name = Fresh();
    absl::StrAppend(&body_, name, " = ", text, "\n");
    values_.push_back({name, std::move(dims)});
  }
  std::string Op(const std::string& op, const std::vector<Named>& operands,
                 const std::string& rest, const Dims& result) {
    std::string names, types;
    for (const Named& v : operands) {
      absl::StrAppend(&names, names.empty() ? "" : ", ", v.name);
      absl::StrAppend(&types, types.empty() ? "" : ", ",
                      v.name == "%two" || v.name == "%far" ? "tensor<i32>" : T(v.dims));
    }
    return absl::StrCat("stablehlo.", op, " ", names, rest, " : (", types, ") -> ",
                        T(result));
  }
  // `v` with the shape `dims`: broadcast from a prefix, a suffix or a scalar.
  Named Shaped(const Dims& dims) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Named v = Pick();
      if (v.dims == dims) return v;
      Dims map;
      size_t next = 0;
      for (size_t d = 0; d < dims.size() && next < v.dims.size(); ++d) {
        if (dims[d] == v.dims[next] || v.dims[next] == 1) {
          map.push_back(static_cast<int64_t>(d));
          ++next;
        }
      }
      if (next < v.dims.size()) continue;
      Add(dims, Op("broadcast_in_dim", {v}, ", dims = [" + ir::Join(map) + "]", dims));
      return values_.back();
    }
    Add(dims, Op("broadcast_in_dim", {{"%zero", {}}}, ", dims = []", dims));
    return values_.back();
  }

  void AddOne() {
    const Named x = Pick();
    const int rank = static_cast<int>(x.dims.size());
    if (ir::TensorType{ElementType::kF32, x.dims}.num_elements() > 40000) return;
    switch (Below(21)) {
      case 0:
      case 1: {
        constexpr const char* kUnary[] = {"negate", "tanh", "abs", "exponential", "sine"};
        const char* const op = kUnary[Below(5)];
        if (std::string(op) == "exponential") {
          // Kept small.
          Add(x.dims, Op("tanh", {x}, "", x.dims));
          Add(x.dims, Op(op, {values_.back()}, "", x.dims));
        } else {
          Add(x.dims, Op(op, {x}, "", x.dims));
        }
        return;
      }
      case 2:
      case 3:
      case 4: {
        constexpr const char* kBinary[] = {"add", "multiply", "subtract", "maximum"};
        const Named y = Shaped(x.dims);
        Add(x.dims, Op(kBinary[Below(4)], {x, y}, "", x.dims));
        return;
      }
      case 5: {
        Dims order, dims;
        for (int d = 0; d < rank; ++d) order.push_back(d);
        std::shuffle(order.begin(), order.end(), random_);
        for (int64_t d : order) dims.push_back(x.dims[d]);
        Add(dims, Op("transpose", {x}, ", dims = [" + ir::Join(order) + "]", dims));
        return;
      }
      case 6: {
        const int64_t n = ir::TensorType{ElementType::kF32, x.dims}.num_elements();
        const Dims dims = Below(2) == 0 ? Dims{n}
                          : n % 3 == 0  ? Dims{3, n / 3}
                          : n % 2 == 0  ? Dims{n / 2, 1, 2}
                                        : Dims{1, n, 1};
        Add(dims, Op("reshape", {x}, "", dims));
        return;
      }
      case 7:
      case 8: {
        if (rank == 0) return;
        Dims reduced, dims;
        for (int d = 0; d < rank; ++d) {
          if (Below(2) == 0 || (d + 1 == rank && reduced.empty() && Below(2) == 0)) {
            reduced.push_back(d);
          } else {
            dims.push_back(x.dims[d]);
          }
        }
        if (reduced.empty()) return;
        Add(dims,
            absl::StrCat("stablehlo.reduce(", x.name, " init: %zero) applies stablehlo.",
                         Below(3) == 0 ? "maximum" : "add", " across dimensions = [",
                         ir::Join(reduced), "] : (", T(x.dims), ", tensor<f32>) -> ",
                         T(dims)));
        // Kept near one, however long it gets.
        Add(dims, Op("tanh", {values_.back()}, "", dims));
        return;
      }
      case 9: {
        if (rank == 0) return;
        std::string ranges;
        Dims dims;
        for (int d = 0; d < rank; ++d) {
          const int64_t start = Below(static_cast<int>(x.dims[d]));
          const int64_t stride = 1 + Below(2);
          absl::StrAppend(&ranges, d > 0 ? ", " : "", start, ":", x.dims[d], ":", stride);
          dims.push_back((x.dims[d] - start + stride - 1) / stride);
        }
        Add(dims, Op("slice", {x}, " [" + ranges + "]", dims));
        return;
      }
      case 10: {
        if (rank == 0) return;
        const int d = Below(rank);
        Add(x.dims, absl::StrCat("stablehlo.reverse ", x.name, ", dims = [", d,
                                 "] : ", T(x.dims)));
        return;
      }
      case 11: {
        Dims low(rank), high(rank), interior(rank), dims(rank);
        for (int d = 0; d < rank; ++d) {
          low[d] = Below(4) - 1;
          high[d] = Below(4) - 1;
          interior[d] = Below(2);
          dims[d] = x.dims[d] + (x.dims[d] - 1) * interior[d] + low[d] + high[d];
          if (dims[d] < 1) return;
        }
        Add(dims, Op("pad", {x, {"%zero", {}}},
                     ", low = [" + ir::Join(low) + "], high = [" + ir::Join(high) +
                         "], interior = [" + ir::Join(interior) + "]",
                     dims));
        return;
      }
      case 12: {
        if (rank == 0) return;
        const int d = Below(rank);
        Dims dims = x.dims;
        dims[d] *= 2;
        const Named y = Shaped(x.dims);
        Add(dims, Op("concatenate", {x, y}, absl::StrCat(", dim = ", d), dims));
        return;
      }
      case 13: {
        if (rank == 0) return;
        Dims dims = x.dims;
        for (int64_t& d : dims) d = std::max<int64_t>(d / 2, 1);
        const Named u = Shaped(dims);
        std::vector<Named> operands = {x, u};
        for (int d = 0; d < rank; ++d) {
          operands.push_back({Below(2) == 0 ? "%two" : "%far", {}});
        }
        Add(x.dims, Op("dynamic_update_slice", operands, "", x.dims));
        return;
      }
      case 14:
      case 15:
        AddStructured(x);
        return;
      case 16: {
        // In bf16 for two operations.
        const std::string b = Type(ElementType::kBF16, x.dims);
        const std::string p = Fresh(), q = Fresh(), r = Fresh();
        absl::StrAppend(&body_, p, " = stablehlo.convert ", x.name, " : (", T(x.dims),
                        ") -> ", b, "\n", q, " = stablehlo.multiply ", p, ", ", p, " : ",
                        b, "\n", r, " = stablehlo.subtract ", q, ", ", p, " : ", b, "\n");
        Add(x.dims, absl::StrCat("stablehlo.convert ", r, " : (", b, ") -> ", T(x.dims)));
        return;
      }
      case 17: {
        const std::string p = Type(ElementType::kI1, x.dims), c = Fresh();
        const Named y = Shaped(x.dims), z = Shaped(x.dims);
        absl::StrAppend(&body_, c, " = stablehlo.compare LT, ", x.name, ", ", y.name,
                        " : (", T(x.dims), ", ", T(x.dims), ") -> ", p, "\n");
        Add(x.dims, absl::StrCat("stablehlo.select ", c, ", ", z.name, ", ", x.name,
                                 " : ", p, ", ", T(x.dims)));
        return;
      }
      case 18:
        AddLoop(x, Shaped(x.dims));
        return;
      case 19: {
        if (rank == 0) return;
        const int d = Below(rank);
        const std::string i = Fresh();
        absl::StrAppend(&body_, i, " = stablehlo.iota dim = ", d, " : ", T(x.dims), "\n");
        Add(x.dims,
            absl::StrCat("stablehlo.subtract ", x.name, ", ", i, " : ", T(x.dims)));
        return;
      }
      default: {
        if (rank == 0) return;
        const Dims dims = {x.dims.back(), Size()};
        const Named y = Shaped(dims);
        Dims out(x.dims.begin(), x.dims.end() - 1);
        out.push_back(dims[1]);
        Add(out, Op("dot_general", {x, y},
                    absl::StrCat(", contracting_dims = [", rank - 1, "] x [0]"), out));
        Add(out, Op("tanh", {values_.back()}, "", out));
        return;
      }
    }
  }

  // A running sum, a sort, a gather of rows or a scatter of rows.
  void AddStructured(const Named& x) {
    const int rank = static_cast<int>(x.dims.size());
    if (rank == 0) return;
    const std::string t = T(x.dims);
    const std::string reducer =
        "({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%s = stablehlo.add %p, %q : "
        "tensor<f32>\nstablehlo.return %s : tensor<f32>\n})";
    const int d = Below(rank);
    const int kind = Below(4);
    if (kind == 0) {
      Dims window(rank, 1);
      window[d] = x.dims[d];
      std::string padding;
      for (int k = 0; k < rank; ++k) {
        absl::StrAppend(&padding, k > 0 ? ", " : "", "[", k == d ? x.dims[d] - 1 : 0,
                        ", 0]");
      }
      Add(x.dims,
          absl::StrCat("\"stablehlo.reduce_window\"(", x.name,
                       ", %zero) <{padding = dense<[", padding, "]> : tensor<", rank,
                       "x2xi64>, window_dimensions = array<i64: ", ir::Join(window),
                       ">}> ", reducer, " : (", t, ", tensor<f32>) -> ", t));
    } else if (kind == 1) {
      Add(x.dims,
          absl::StrCat("\"stablehlo.sort\"(", x.name, ") <{dimension = ", d,
                       " : i64, is_stable = true}> ({\n^bb0(%p: tensor<f32>, %q: "
                       "tensor<f32>):\n%s = stablehlo.compare LT, %p, %q, TOTALORDER "
                       ": (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return "
                       "%s : tensor<i1>\n}) : (",
                       t, ") -> ", t));
    } else {
      // Rows 0, 3, 6, ... : some of them twice or outside.
      const int64_t rows = x.dims[0] + 2;
      const std::string i = Fresh(), three = Fresh(), j = Fresh();
      const std::string index = Type(ElementType::kI32, {rows, 1});
      absl::StrAppend(&body_, i, " = stablehlo.iota dim = 0 : ", index, "\n", three,
                      " = stablehlo.constant dense<3> : ", index, "\n", j,
                      " = stablehlo.", Below(2) == 0 ? "multiply " : "remainder ", i,
                      ", ", three, " : ", index, "\n");
      Dims update = x.dims, window;
      update[0] = rows;
      for (int k = 1; k < rank; ++k) window.push_back(k);
      Dims slice = x.dims;
      slice[0] = 1;
      if (kind == 2) {
        Add(update,
            absl::StrCat("\"stablehlo.gather\"(", x.name, ", ", j,
                         ") <{dimension_numbers = #stablehlo.gather<offset_dims = [",
                         ir::Join(window),
                         "], collapsed_slice_dims = [0], start_index_map = "
                         "[0], index_vector_dim = 1>, slice_sizes = array<i64: ",
                         ir::Join(slice), ">}> : (", t, ", ", index, ") -> ", T(update)));
      } else {
        const Named u = Shaped(update);
        Add(x.dims,
            absl::StrCat("\"stablehlo.scatter\"(", x.name, ", ", j, ", ", u.name,
                         ") <{scatter_dimension_numbers = #stablehlo.scatter<"
                         "update_window_dims = [",
                         ir::Join(window),
                         "], inserted_window_dims = [0], "
                         "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ",
                         reducer, " : (", t, ", ", index, ", ", T(update), ") -> ", t));
      }
    }
  }

  // Three rounds over two values that change places; one is updated at a place
  // that moves, from what it held.
  void AddLoop(const Named& x, const Named& y) {
    const std::string t = T(x.dims), w = Fresh();
    const int rank = static_cast<int>(x.dims.size());
    std::string update = absl::StrCat("%u = stablehlo.tanh %b : ", t, "\n");
    if (rank > 0 && Below(2) == 0) {
      Dims dims = x.dims;
      for (int64_t& d : dims) d = std::max<int64_t>(d / 2, 1);
      std::string ranges, starts, types;
      for (int d = 0; d < rank; ++d) {
        absl::StrAppend(&ranges, d > 0 ? ", " : "", x.dims[d] - dims[d], ":", x.dims[d]);
        absl::StrAppend(&starts, ", %i");
        absl::StrAppend(&types, ", tensor<i32>");
      }
      update = absl::StrCat("%c = stablehlo.slice %b [", ranges, "] : (", t, ") -> ",
                            T(dims), "\n%n = stablehlo.negate %c : ", T(dims),
                            "\n%u = stablehlo.dynamic_update_slice %b, %n", starts,
                            " : (", t, ", ", T(dims), types, ") -> ", t, "\n");
    }
    const std::string swapped = Below(2) == 0 ? "%u, %s" : "%s, %u";
    absl::StrAppend(
        &body_, w, "_z = stablehlo.constant dense<0> : tensor<i32>\n", w,
        ":3 = stablehlo.while(%i = ", w, "_z, %a = ", x.name, ", %b = ", y.name,
        ") : tensor<i32>, ", t, ", ", t,
        "\ncond {\n%e = stablehlo.constant dense<3> : tensor<i32>\n%p = "
        "stablehlo.compare LT, "
        "%i, %e, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %p "
        ": "
        "tensor<i1>\n} do {\n%o = stablehlo.constant dense<1> : tensor<i32>\n%j = "
        "stablehlo.add %i, %o : tensor<i32>\n",
        update, "%s = stablehlo.subtract %a, %", Below(2) == 0 ? "b" : "u", " : ", t,
        "\nstablehlo.return %j, ", swapped, " : tensor<i32>, ", t, ", ", t, "\n}\n");
    values_.push_back({w + "#1", x.dims});
    values_.push_back({w + "#2", x.dims});
  }

  std::mt19937 random_;
  std::vector<Named> values_;
  std::string body_;
  int next_ = 0;
};

TEST(RandomPrograms, GiveEqualBytesHoweverTheyAreRun) {
  const char* const wanted = std::getenv("TILEWRIGHT_RANDOM_PROGRAMS");
  const int count = wanted == nullptr ? 40 : std::atoi(wanted);
  for (int seed = 0; seed < count; ++seed) {
    const std::string text = Generator(static_cast<uint32_t>(seed)).Program(30);
    How how;
    how.numerics = seed % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
    how.cluster = false;
    how.threads = 1;
    const auto apart = Compiled::Make(text, how);
    ASSERT_TRUE(apart.ok()) << seed << "\n" << text << apart.status();
    std::vector<Array> inputs;
    for (const TensorType& type : apart->executable().plan().inputs) {
      inputs.push_back(Random(type, static_cast<uint32_t>(inputs.size())));
    }
    const auto expected = apart->Run(inputs);
    ASSERT_TRUE(expected.ok()) << expected.status();
    how.cluster = true;
    how.threads = 3;
    for (const bool guard : {false, true}) {
      how.guard = guard;
      const auto out = RunText(text, inputs, how);
      ASSERT_TRUE(out.ok()) << seed << "\n" << text << out.status();
      for (size_t o = 0; o < expected->size(); ++o) {
        for (int64_t i = 0; i < (*expected)[o].size(); ++i) {
          ASSERT_EQ((*out)[o].Bits(i), (*expected)[o].Bits(i))
              << "seed " << seed << ", output " << o << " "
              << ir::ToString((*out)[o].type) << ", element " << i << ": "
              << (*out)[o].Real(i) << ", apart " << (*expected)[o].Real(i) << "\n"
              << text;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
