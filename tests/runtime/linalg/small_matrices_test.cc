// Factorisations and solves of small matrices, beside LAPACK's.
#include <algorithm>
#include <limits>
#include <vector>

#include "codegen/facts/routine_names.h"
#include "runtime/routines/routines.h"
#include "tests/runtime/program_harness.h"
#include "tests/soak.h"

namespace tilewright::runtime {
namespace {

using Wide = std::vector<long double>;

std::string Letter(ElementType type) { return type == ElementType::kF32 ? "s" : "d"; }

// "[1, 0]": minor to major, matrices by columns.
std::string Layout(int rank, int matrix_rank) {
  std::vector<int> order;
  for (int d = rank; d-- > 0;) order.push_back(d);
  if (rank == matrix_rank) std::swap(order[0], order[1]);
  std::string text = "dense<[";
  for (size_t i = 0; i < order.size(); ++i) {
    absl::StrAppend(&text, i > 0 ? ", " : "", order[i]);
  }
  return order.empty() ? "dense<> : tensor<0xindex>"
                       : absl::StrCat(text, "]> : tensor<", rank, "xindex>");
}

std::string Join(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts)
    absl::StrAppend(&all, all.empty() ? "" : ", ", part);
  return all;
}

// A call of LAPACK's as JAX writes it.
std::string Call(const std::string& routine, const std::vector<TensorType>& operands,
                 const std::vector<TensorType>& results, const std::string& config = "") {
  std::vector<std::string> arguments, names, in, out, in_layouts, out_layouts, returned;
  const int rank = operands[0].rank();
  for (size_t i = 0; i < operands.size(); ++i) {
    in.push_back(ir::ToString(operands[i]));
    names.push_back(absl::StrCat("%a", i));
    arguments.push_back(absl::StrCat(names[i], ": ", in[i]));
    in_layouts.push_back(Layout(operands[i].rank(), rank));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    out.push_back(ir::ToString(results[i]));
    out_layouts.push_back(Layout(results[i].rank(), rank));
    returned.push_back(results.size() == 1 ? "%r" : absl::StrCat("%r#", i));
  }
  const std::string body = absl::StrCat(
      "%r", results.size() == 1 ? "" : absl::StrCat(":", results.size()),
      " = stablehlo.custom_call @lapack_", Letter(operands[0].element), routine, "_ffi(",
      Join(names), ") {mhlo.backend_config = {", config, "}, operand_layouts = [",
      Join(in_layouts), "], result_layouts = [", Join(out_layouts), "]} : (", Join(in),
      ") -> (", Join(out), ")\nreturn ", Join(returned), " : ", Join(out));
  return Main(Join(arguments), Join(out), body);
}

std::string Lu(TensorType a) {
  Dims batch(a.dims().begin(), a.dims().end() - 2), pivots = batch;
  pivots.push_back(std::min(a.dims()[a.rank() - 2], a.dims()[a.rank() - 1]));
  return Call("getrf", {a}, {a, {ElementType::kI32, pivots}, {ElementType::kI32, batch}});
}
std::string Cholesky(TensorType a, bool lower) {
  const Dims batch(a.dims().begin(), a.dims().end() - 2);
  return Call("potrf", {a}, {a, {ElementType::kI32, batch}},
              absl::StrCat("uplo = ", lower ? int{'L'} : int{'U'}, " : ui8"));
}
struct Side {
  bool left, lower, unit, transposed;
};
std::string Solve(TensorType a, TensorType b, const Side& side) {
  return Call(
      "trsm", {a, b}, {b},
      absl::StrCat("diag = ", side.unit ? 85 : 78, " : ui8, side = ", side.left ? 76 : 82,
                   " : ui8, trans_x = ", side.transposed ? 84 : 78,
                   " : ui8, uplo = ", side.lower ? 76 : 85, " : ui8"));
}
std::string Qr(TensorType a) {
  Dims taus(a.dims().begin(), a.dims().end() - 2);
  taus.push_back(std::min(a.dims()[a.rank() - 2], a.dims()[a.rank() - 1]));
  return Call("geqrf", {a}, {a, {a.element, taus}});
}
std::string Reflectors(TensorType a, int64_t count) {
  Dims taus(a.dims().begin(), a.dims().end() - 2);
  taus.push_back(count);
  return Call("orgqr", {a, {a.element, taus}}, {a});
}

// What the program's one operation gives as a library routine.
std::vector<Array> ByLibrary(const std::string& text, const std::vector<Array>& inputs) {
  auto parsed = stablehlo::ParseProgram(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  const ir::Program& program = parsed->program;
  const ir::Operation& op = program.body.operations[0];
  plan::RoutineStep step;
  step.routine = *codegen::RoutineName(op);
  step.attributes = op.attributes;
  std::vector<const void*> operands;
  std::vector<void*> results;
  std::vector<Array> outputs;
  for (const Array& input : inputs) {
    step.operand_types.push_back(input.type);
    operands.push_back(input.bytes.data());
  }
  for (ir::ValueId v : op.results) outputs.emplace_back(program.type(v));
  for (Array& output : outputs) {
    step.result_types.push_back(output.type);
    results.push_back(output.bytes.data());
  }
  const absl::Status status = RunRoutine(step, operands, absl::MakeSpan(results));
  EXPECT_TRUE(status.ok()) << status;
  return outputs;
}

std::vector<Array> ByKernel(const std::string& text, const std::vector<Array>& inputs,
                            const How& how = {}) {
  auto compiled = Compiled::Make(text, how);
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  for (const plan::Step& step : compiled->executable().plan().steps) {
    EXPECT_NE(step.kind, plan::StepKind::kRoutine) << text;
  }
  auto outputs = compiled->Run(inputs);
  EXPECT_TRUE(outputs.ok()) << outputs.status();
  return *std::move(outputs);
}

// --- Matrices in long double -----------------------------------------------------------

Wide Numbers(const Array& a) {
  Wide values;
  for (int64_t i = 0; i < a.size(); ++i) values.push_back(a.Real(i));
  return values;
}
long double Largest(const Wide& values) {
  long double largest = 0;
  for (long double v : values) largest = std::max(largest, std::fabs(v));
  return largest;
}
Wide Minus(Wide x, const Wide& y) {
  for (size_t i = 0; i < x.size(); ++i) x[i] -= y[i];
  return x;
}
// [rows, inner] by [inner, cols].
Wide Product(const Wide& x, const Wide& y, int64_t rows, int64_t inner, int64_t cols) {
  Wide result(rows * cols);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t k = 0; k < inner; ++k) {
      for (int64_t j = 0; j < cols; ++j) {
        result[i * cols + j] += x[i * inner + k] * y[k * cols + j];
      }
    }
  }
  return result;
}
Wide Transposed(const Wide& x, int64_t rows, int64_t cols) {
  Wide result(x.size());
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) result[j * rows + i] = x[i * cols + j];
  }
  return result;
}
// The lower or upper triangle; its diagonal may be ones.
Wide Triangle(const Wide& x, int64_t rows, int64_t cols, bool lower, bool unit) {
  Wide result(x.size());
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      if (i == j) {
        result[i * cols + j] = unit ? 1 : x[i * cols + j];
      } else if ((i > j) == lower) {
        result[i * cols + j] = x[i * cols + j];
      }
    }
  }
  return result;
}

// In units of rounding of the largest element.
long double Relative(const Wide& difference, const Wide& of, ElementType type) {
  const long double unit = type == ElementType::kF32 ? 0x1p-24L : 0x1p-53L;
  return Largest(difference) / (unit * std::max(Largest(of), 1e-30L));
}

long double LuError(const Array& matrix, const std::vector<Array>& factors) {
  const int64_t m = matrix.type.dims()[0], n = matrix.type.dims()[1],
                least = std::min(m, n);
  Wide a = Numbers(matrix);
  const Wide lu = Numbers(factors[0]);
  for (int64_t k = 0; k < least; ++k) {
    const int64_t p = factors[1].Int(k) - 1;
    for (int64_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[p * n + j]);
  }
  Wide l(m * least), u(least * n);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      if (j < least && i > j) l[i * least + j] = lu[i * n + j];
      if (i < least && i <= j) u[i * n + j] = lu[i * n + j];
    }
    if (i < least) l[i * least + i] = 1;
  }
  return Relative(Minus(Product(l, u, m, least, n), a), a, matrix.type.element);
}

Array PositiveDefinite(ElementType type, int64_t n, uint32_t seed) {
  const Wide x = Numbers(Random({type, {n, n}}, seed));
  const Wide product = Product(x, Transposed(x, n, n), n, n, n);
  Array a({type, {n, n}});
  for (int64_t i = 0; i < n * n; ++i) {
    a.SetReal(i, static_cast<double>(product[i]) + (i % (n + 1) == 0 ? 0.1 : 0));
  }
  return a;
}

// The worst of both over many matrices.
struct Worst {
  long double ours = 0, library = 0;
  void Note(long double own, long double theirs) {
    ours = std::max(ours, own);
    library = std::max(library, theirs);
  }
  void Expect(const std::string& what) const {
    EXPECT_LE(ours, 2 * library) << what;
    if (Soaks()) {
      std::printf("%-24s ours %6.2Lf library %6.2Lf\n", what.c_str(), ours, library);
    }
  }
};

constexpr int kMatrices = 400;

class SmallMatrices : public ::testing::TestWithParam<ElementType> {
 protected:
  ElementType type() const { return GetParam(); }
  std::string Name(const char* what, int64_t n) const {
    return absl::StrCat(what, " ", Letter(type()), " ", n);
  }
};

TEST_P(SmallMatrices, LuIsAsExactAsLapacksTimesTwoAndPivotsAsItDoes) {
  for (const Dims& dims : {Dims{1, 1}, Dims{2, 2}, Dims{3, 3}, Dims{4, 4}, Dims{5, 3},
                           Dims{3, 6}, Dims{8, 8}, Dims{12, 12}, Dims{16, 16}}) {
    Worst worst;
    const std::string text = Lu({type(), dims});
    auto compiled = Compiled::Make(text, {});
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    for (int seed = 0; seed < kMatrices; ++seed) {
      const Array a = Random({type(), dims}, seed);
      const std::vector<Array> ours = *compiled->Run({a}), theirs = ByLibrary(text, {a});
      EXPECT_EQ(ours[1], theirs[1]) << Name("lu", dims[0]) << " seed " << seed;
      EXPECT_EQ(ours[2], theirs[2]);
      worst.Note(LuError(a, ours), LuError(a, theirs));
    }
    worst.Expect(Name("lu", dims[0]));
  }
}

TEST_P(SmallMatrices, CholeskyIsAsExactAsLapacksTimesTwo) {
  for (int64_t n : {1, 2, 3, 4, 7, 12, 16}) {
    for (bool lower : {true, false}) {
      Worst worst;
      const std::string text = Cholesky({type(), {n, n}}, lower);
      auto compiled = Compiled::Make(text, {});
      ASSERT_TRUE(compiled.ok()) << compiled.status();
      for (int seed = 0; seed < kMatrices; ++seed) {
        const Array a = PositiveDefinite(type(), n, seed);
        const auto error = [&](const std::vector<Array>& results) {
          EXPECT_EQ(results[1].Int(0), 0);
          const Wide factor = Triangle(Numbers(results[0]), n, n, lower, false);
          const Wide other = Transposed(factor, n, n);
          const Wide product =
              lower ? Product(factor, other, n, n, n) : Product(other, factor, n, n, n);
          Wide given = Numbers(a);
          return Relative(Minus(product, given), given, type());
        };
        worst.Note(error(*compiled->Run({a})), error(ByLibrary(text, {a})));
      }
      worst.Expect(Name(lower ? "cholesky lower" : "cholesky upper", n));
    }
  }
}

TEST_P(SmallMatrices, TriangularSolvesAreAsExactAsLapacksTimesTwo) {
  for (int64_t n : {1, 2, 3, 5, 16}) {
    for (int bits = 0; bits < 16; ++bits) {
      const Side side = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                         (bits & 8) != 0};
      const int64_t others = 3;
      const TensorType a_type = {type(), {n, n}};
      const TensorType b_type = {type(), side.left ? Dims{n, others} : Dims{others, n}};
      const std::string text = Solve(a_type, b_type, side);
      auto compiled = Compiled::Make(text, {});
      ASSERT_TRUE(compiled.ok()) << compiled.status();
      Worst worst;
      for (int seed = 0; seed < kMatrices; ++seed) {
        Array a = Random(a_type, seed, -1, 1);
        for (int64_t i = 0; i < n; ++i) a.SetReal(i * (n + 1), a.Real(i * (n + 1)) + 2);
        const Array b = Random(b_type, seed + 1000);
        const auto error = [&](const Array& x) {
          Wide matrix = Triangle(Numbers(a), n, n, side.lower, side.unit);
          if (side.transposed) matrix = Transposed(matrix, n, n);
          const Wide product = side.left ? Product(matrix, Numbers(x), n, n, others)
                                         : Product(Numbers(x), matrix, others, n, n);
          // Of |A| |x|.
          Wide scale = {Largest(matrix) * Largest(Numbers(x))};
          return Relative(Minus(product, Numbers(b)), scale, type());
        };
        worst.Note(error((*compiled->Run({a, b}))[0]), error(ByLibrary(text, {a, b})[0]));
      }
      worst.Expect(Name("solve", n) + absl::StrCat(" ", bits));
    }
  }
}

TEST_P(SmallMatrices, QrIsAsExactAsLapacksTimesTwo) {
  for (const Dims& dims : {Dims{1, 1}, Dims{2, 2}, Dims{3, 3}, Dims{5, 3}, Dims{3, 5},
                           Dims{8, 8}, Dims{11, 4}, Dims{16, 16}}) {
    const int64_t m = dims[0], n = dims[1], least = std::min(m, n);
    const std::string text = Qr({type(), dims});
    const std::string product = Reflectors({type(), {m, least}}, least);
    auto factor = Compiled::Make(text, {}), multiply = Compiled::Make(product, {});
    ASSERT_TRUE(factor.ok() && multiply.ok()) << factor.status() << multiply.status();
    Worst residual, orthogonality;
    for (int seed = 0; seed < kMatrices; ++seed) {
      const double size = seed % 3 == 0 ? 1e25 : seed % 3 == 1 ? 1e-25 : 2;
      const Array a = Random({type(), dims}, seed, -size, size);
      const auto errors = [&](const std::vector<Array>& qr, auto form) {
        Array part({type(), {m, least}});
        for (int64_t i = 0; i < m; ++i) {
          for (int64_t j = 0; j < least; ++j) {
            part.SetReal(i * least + j, qr[0].Real(i * n + j));
          }
        }
        const Wide q = Numbers(form({part, qr[1]})[0]);
        Wide r = Triangle(Numbers(qr[0]), m, n, false, false);
        r.resize(least * n);
        const Wide given = Numbers(a);
        Wide unit(least * least);
        for (int64_t i = 0; i < least; ++i) unit[i * (least + 1)] = 1;
        const Wide square = Product(Transposed(q, m, least), q, least, m, least);
        return std::pair(
            Relative(Minus(Product(q, r, m, least, n), given), given, type()),
            Relative(Minus(square, unit), unit, type()));
      };
      const auto [our_residual, our_orthogonality] =
          errors(*factor->Run({a}),
                 [&](const std::vector<Array>& x) { return *multiply->Run(x); });
      const auto [their_residual, their_orthogonality] =
          errors(ByLibrary(text, {a}),
                 [&](const std::vector<Array>& x) { return ByLibrary(product, x); });
      residual.Note(our_residual, their_residual);
      orthogonality.Note(our_orthogonality, their_orthogonality);
    }
    residual.Expect(Name("qr", m));
    orthogonality.Expect(Name("qr, Q^T Q", m));
  }
}

// Matrices that elimination ends early on, and what is no number.
TEST_P(SmallMatrices, WhatIsSingularOrNoNumberIsReportedAsLapackDoes) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& values :
       std::vector<std::vector<double>>{{0, 0, 0, 0, 0, 0, 0, 0, 0},
                                        {1, 2, 3, 2, 4, 6, 1, 0, 1},
                                        {0, 1, 2, 0, 3, 4, 0, 5, 6},
                                        {1, 0, 0, 0, 0, 0, 0, 0, 1},
                                        {-1, 0, 0, 0, 1, 0, 0, 0, 1},
                                        {1, 2, 0, 2, 1, 0, 0, 0, 1},
                                        {4, -4, 2, -4, 4, 2, 4, 4, 4},
                                        {1, 0, 0, 0, inf, 0, 0, 0, 1},
                                        {1, 0, 0, 0, 1, 0, 0, 0, nan}}) {
    for (int64_t n : {3, 14}) {
      // Larger ones have ones behind, on the diagonal.
      Array a({type(), {n, n}});
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = 0; j < n; ++j) {
          const bool given = i < 3 && j < 3;
          a.SetReal(i * n + j, given ? values[i * 3 + j] : i == j ? 1 : 0);
        }
      }
      // Where what is no number goes in larger ones depends on LAPACK's blocks.
      const bool defined = n == 3 || std::isfinite(values[4] + values[8]);
      if (!defined) continue;
      const auto is_finite = [](const Array& array) {
        std::vector<bool> finite;
        for (int64_t i = 0; i < array.size(); ++i) {
          finite.push_back(std::isfinite(array.Real(i)));
        }
        return finite;
      };
      for (const std::string& text : {Lu(a.type), Cholesky(a.type, true)}) {
        const std::vector<Array> ours = ByKernel(text, {a}),
                                 theirs = ByLibrary(text, {a});
        EXPECT_EQ(ours.back(), theirs.back()) << text << values[0] << " " << values[8];
        if (ours.size() == 3) {
          EXPECT_EQ(ours[1], theirs[1]) << "pivots";
          EXPECT_EQ(is_finite(ours[0]), is_finite(theirs[0])) << values[0] << values[4];
        }
      }
      const std::string solve = Solve(a.type, a.type, {true, false, false, false});
      EXPECT_EQ(is_finite(ByKernel(solve, {a, a})[0]),
                is_finite(ByLibrary(solve, {a, a})[0]))
          << values[0] << " " << values[1] << " " << values[8];
    }
  }
}

TEST_P(SmallMatrices, AMatrixGivesTheSameBytesAloneAndAmongOthers) {
  constexpr int64_t kBatch = 37;
  for (int64_t n : {2, 3, 6, 12}) {
    const TensorType alone = {type(), {n, n}}, batch = {type(), {1, kBatch, n, n}};
    const Array all = Random(batch, 5), right = Random(batch, 6);
    const Side side = {true, true, false, false};
    for (const auto& [one, many, inputs] :
         {std::tuple(Lu(alone), Lu(batch), std::vector<Array>{all}),
          std::tuple(Qr(alone), Qr(batch), std::vector<Array>{all}),
          std::tuple(Cholesky(alone, true), Cholesky(batch, true),
                     std::vector<Array>{all}),
          std::tuple(Solve(alone, alone, side), Solve(batch, batch, side),
                     std::vector<Array>{all, right})}) {
      const std::vector<Array> together = ByKernel(many, inputs);
      auto compiled = Compiled::Make(one, {});
      ASSERT_TRUE(compiled.ok());
      for (int64_t i = 0; i < kBatch; i += 6) {
        std::vector<Array> parts;
        for (const Array& input : inputs) {
          parts.emplace_back(alone);
          const size_t bytes = parts.back().bytes.size();
          std::copy_n(input.bytes.begin() + i * bytes, bytes, parts.back().bytes.begin());
        }
        const std::vector<Array> results = *compiled->Run(parts);
        for (size_t r = 0; r < results.size(); ++r) {
          const size_t bytes = results[r].bytes.size();
          EXPECT_TRUE(std::equal(results[r].bytes.begin(), results[r].bytes.end(),
                                 together[r].bytes.begin() + i * bytes))
              << one << " matrix " << i;
        }
      }
    }
  }
}

TEST_P(SmallMatrices, SizesOfNothingAndOne) {
  for (const Dims& dims :
       {Dims{0, 0}, Dims{0, 3}, Dims{3, 0}, Dims{1, 1}, Dims{2, 0, 0}, Dims{0, 3, 3}}) {
    const TensorType matrix = {type(), dims};
    const Array a = Filled(type(), dims, {2});
    EXPECT_EQ(ByKernel(Lu(matrix), {a}), ByLibrary(Lu(matrix), {a}));
    EXPECT_EQ(ByKernel(Qr(matrix), {a}), ByLibrary(Qr(matrix), {a}));
    if (dims[dims.size() - 1] != dims[dims.size() - 2]) continue;
    const std::string cholesky = Cholesky(matrix, true);
    EXPECT_EQ(ByKernel(cholesky, {a}), ByLibrary(cholesky, {a}));
    const std::string solve = Solve(matrix, matrix, {true, true, false, false});
    EXPECT_EQ(ByKernel(solve, {a, a}), ByLibrary(solve, {a, a}));
  }
}

// As XLA's own operations have them: pivots from 0, the permutation, no other triangle.
TEST_P(SmallMatrices, XlasOperationsGiveWhatTheLibraryGives) {
  for (int64_t n : {3, 13}) {
    const std::string a = Type(type(), {n, n}), ints = Type(ElementType::kI32, {n});
    const std::string taus = Type(type(), {n});
    const std::string lu =
        Main(absl::StrCat("%a: ", a), absl::StrCat(a, ", ", ints, ", ", ints),
             absl::StrCat("%r:3 = stablehlo.custom_call @LuDecomposition(%a) : (", a,
                          ") -> (", a, ", ", ints, ", ", ints,
                          ")\nreturn %r#0, %r#1, %r#2 : ", a, ", ", ints, ", ", ints));
    const std::string qr =
        Main(absl::StrCat("%a: ", a), absl::StrCat(a, ", ", taus),
             absl::StrCat("%r:2 = stablehlo.custom_call @Qr(%a) : (", a, ") -> (", a,
                          ", ", taus, ")\nreturn %r#0, %r#1 : ", a, ", ", taus));
    const Array given = Random({type(), {n, n}}, 3);
    for (const std::string& text : {lu, qr}) {
      const std::vector<Array> ours = ByKernel(text, {given});
      const std::vector<Array> theirs = ByLibrary(text, {given});
      for (size_t r = 0; r < ours.size(); ++r) {
        if (r > 0 && ours.size() == 3) EXPECT_EQ(ours[r], theirs[r]) << text;
        EXPECT_LT(Relative(Minus(Numbers(ours[r]), Numbers(theirs[r])),
                           Numbers(theirs[r]), type()),
                  1000)
            << text;
      }
    }
    for (const char* lower : {"true", "false"}) {
      const std::string text =
          Main(absl::StrCat("%a: ", a), a,
               absl::StrCat("%r = \"stablehlo.cholesky\"(%a) <{lower = ", lower, "}> : (",
                            a, ") -> ", a, "\nreturn %r : ", a));
      const Array positive = PositiveDefinite(type(), n, 4);
      const Wide expected = Numbers(ByLibrary(text, {positive})[0]);
      const Wide got = Numbers(ByKernel(text, {positive})[0]);
      EXPECT_LT(Relative(Minus(got, expected), expected, type()), 1000) << text;
      for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i] == 0, expected[i] == 0);
      for (long double x : Numbers(ByKernel(text, {given})[0])) {
        EXPECT_TRUE(std::isnan(x)) << text;
      }
    }
  }
}

TEST_P(SmallMatrices, LargeOnesAreLeftToTheLibrary) {
  auto compiled = Compiled::Make(Lu({type(), {17, 17}}), {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_EQ(compiled->executable().plan().steps[0].kind, plan::StepKind::kRoutine);
}

INSTANTIATE_TEST_SUITE_P(Types, SmallMatrices,
                         ::testing::Values(ElementType::kF32, ElementType::kF64),
                         [](const auto& info) {
                           return std::string(ir::Name(info.param));
                         });

}  // namespace
}  // namespace tilewright::runtime
