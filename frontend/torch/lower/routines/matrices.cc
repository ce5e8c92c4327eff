// LAPACK's decompositions of matrices, of which an array has a batch, and systems of
// triangular ones.
#include <numeric>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/torch/lower/loop.h"
#include "frontend/torch/lower/movement.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using ir::AttributeName;
using ir::Attributes;
using ir::Dims;
using Arrays = absl::StatusOr<std::vector<ir::ValueId>>;

char LetterOf(ElementType element) {
  switch (element) {
    case ElementType::kF32:
      return 's';
    case ElementType::kF64:
      return 'd';
    case ElementType::kC64:
      return 'c';
    default:
      return 'z';
  }
}

// From the fastest dimension to the slowest: LAPACK's matrices lie by columns.
void AppendOrder(int rank, bool matrices, Dims* joined) {
  Dims order(rank);
  std::iota(order.rbegin(), order.rend(), 0);
  if (matrices) std::swap(order[0], order[1]);
  joined->insert(joined->end(), order.begin(), order.end());
}

// A batch of LAPACK's routine over the matrices of an array. Results of the same rank are
// matrices, too.
class LapackCall {
 public:
  // `name`, without the letter of its type; of some routines complex types have another.
  LapackCall(Composer& c, absl::string_view real, absl::string_view complex, Value a)
      : c_(c), a_(a) {
    const bool is_complex = ir::IsComplex(a.element());
    target_ = absl::StrCat("lapack_", std::string(1, LetterOf(a.element())),
                           is_complex ? complex : real, "_ffi");
    In(a);
  }
  LapackCall& In(Value operand) {
    operands_.push_back(operand.id);
    AppendOrder(operand.rank(), operand.rank() == a_.rank(), &operand_order_);
    return *this;
  }
  LapackCall& Option(absl::string_view key, char value) {
    config_[std::string(key)] = int64_t{value};
    return *this;
  }
  // A result with the batch's dimensions and these behind them.
  LapackCall& Out(ElementType element, std::vector<ir::Size> last) {
    TensorType type = {element, Shape()};
    for (int d = 0; d + 2 < a_.rank(); ++d) type.shape.Append(a_.shape()[d]);
    for (const ir::Size& size : last) type.shape.Append(size);
    AppendOrder(type.rank(), type.rank() == a_.rank(), &result_order_);
    results_.push_back(std::move(type));
    return *this;
  }
  Values Run() {
    Attributes attributes;
    attributes.Set(AttributeName::kCallTargetName, target_);
    if (!config_.empty()) attributes.Set(AttributeName::kBackendConfig, config_);
    attributes.Set(AttributeName::kOperandLayouts, operand_order_);
    attributes.Set(AttributeName::kResultLayouts, result_order_);
    const size_t count = results_.size();
    const auto made = c_.builder().Append({.kind = OpKind::kCustomCall,
                                           .operands = operands_,
                                           .attributes = std::move(attributes),
                                           .results = std::move(results_)});
    if (!made.ok()) return Values(count, c_.Fail(made.status()));
    Values values;
    for (const ir::ValueId id : *made) values.push_back({&c_, id});
    return values;
  }

 private:
  Composer& c_;
  const Value a_;
  std::string target_;
  std::vector<ir::ValueId> operands_;
  std::vector<TensorType> results_;
  Dims operand_order_, result_order_;
  ir::Config config_;
};

ir::Size RowsOf(Value a) { return a.shape()[a.rank() - 2]; }
ir::Size ColumnsOf(Value a) { return a.shape()[a.rank() - 1]; }
ir::Size LeastOf(Value a) {
  return RowsOf(a).number() < ColumnsOf(a).number() ? RowsOf(a) : ColumnsOf(a);
}

}  // namespace

// Attribute 0: whether the upper triangle is read and made. Results: the factor, and what
// LAPACK says of each matrix.
Arrays cholesky(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  const bool upper = c.attribute(0) != 0;
  const Values made = LapackCall(c, "potrf", "potrf", a)
                          .Option("uplo", upper ? 'U' : 'L')
                          .Out(a.element(), {RowsOf(a), RowsOf(a)})
                          .Out(ElementType::kI32, {})
                          .Run();
  const Value row = IndexAlong(c, a, a.rank() - 2);
  const Value column = IndexAlong(c, a, a.rank() - 1);
  const Value inside = c.Compare(upper ? "LE" : "GE", row, column);
  return c.Finish({c.Select(inside, made[0], Zero(c, a)), made[1]});
}

// Results: both factors in one, pivots counted from 1, and what LAPACK says.
Arrays lu_factor(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  return c.Finish(LapackCall(c, "getrf", "getrf", a)
                      .Out(a.element(), {RowsOf(a), ColumnsOf(a)})
                      .Out(ElementType::kI32, {LeastOf(a)})
                      .Out(ElementType::kI32, {})
                      .Run());
}

// Attribute 0: whether complex matrices are Hermitian. Results: both factors in one,
// pivots counted from 1, and what LAPACK says.
Arrays ldl_factor(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  return c.Finish(LapackCall(c, "sytrf", c.attribute(0) != 0 ? "hetrf" : "sytrf", a)
                      .Out(a.element(), {RowsOf(a), RowsOf(a)})
                      .Out(ElementType::kI32, {RowsOf(a)})
                      .Out(ElementType::kI32, {})
                      .Run());
}

// The factors, pivots and right sides; the attribute as above.
Arrays ldl_solve(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0), b = c.operand(2);
  return c.Finish(LapackCall(c, "sytrs", c.attribute(0) != 0 ? "hetrs" : "sytrs", a)
                      .In(c.operand(1))
                      .In(b)
                      .Out(a.element(), {RowsOf(a), ColumnsOf(b)})
                      .Run());
}

// Which row of the matrix each row of the factors is, by pivots that are exchanged in
// turn: i64.
Arrays rows_of_pivots(const Lowering& call) {
  Composer c(call);
  const Value pivots = c.operand(0);
  const int last = pivots.rank() - 1;
  Dims block;
  if (!Numbers(c, {pivots.shape()[last]}, &block)) return c.Finish({pivots});
  const TensorType type = {ElementType::kI64, c.result().shape};
  const Value at = c.Iota(last, type);
  const Value turns = Place(c, block[0]);
  Dims one;
  for (const ir::Size& size : pivots.shape().sizes()) one.push_back(size.number());
  one[last] = 1;
  const auto exchange = [&](Value number, const Values& state) {
    Values first(pivots.rank(), Place(c, 0));
    first[last] = number;
    const Value with =
        c.Convert(SliceAt(c, pivots, first, one), ElementType::kI64) - Place(c, 1);
    const auto element = [&](Value place) {
      const Value there = c.Select(c.Compare("EQ", at, place), state[0], Place(c, 0));
      return c.Reduce(OpKind::kAdd, there, {last}, true);
    };
    const Value here = element(number), other = element(with);
    const Value moved = c.Select(c.Compare("EQ", at, with), here, state[0]);
    return Values{c.Select(c.Compare("EQ", at, number), other, moved)};
  };
  return c.Finish(Loop(c, turns, {at}, exchange));
}

// Results: R over the reflectors that make Q, and their factors.
Arrays qr_factor(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  return c.Finish(LapackCall(c, "geqrf", "geqrf", a)
                      .Out(a.element(), {RowsOf(a), ColumnsOf(a)})
                      .Out(a.element(), {LeastOf(a)})
                      .Run());
}

// The first columns of the product of reflectors, by them and their factors.
Arrays reflectors_product(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  return c.Finish(LapackCall(c, "orgqr", "ungqr", a)
                      .In(c.operand(1))
                      .Out(a.element(), {RowsOf(a), ColumnsOf(a)})
                      .Run());
}

// Attributes: whether the upper triangle is read, whether vectors are wanted. Results:
// eigenvalues, vectors, and what LAPACK says.
Arrays eigen_symmetric(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  const Values made = LapackCall(c, "syevd", "heevd", a)
                          .Option("mode", c.attribute(1) != 0 ? 'V' : 'N')
                          .Option("uplo", c.attribute(0) != 0 ? 'U' : 'L')
                          .Out(a.element(), {RowsOf(a), RowsOf(a)})
                          .Out(ir::RealPart(a.element()), {RowsOf(a)})
                          .Out(ElementType::kI32, {})
                          .Run();
  return c.Finish({made[1], made[0], made[2]});
}

// Results: eigenvalues, vectors on the right, and what LAPACK says.
Arrays eigen(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  const ElementType complex = c.result().element;
  LapackCall geev(c, "geev", "geev", a);
  geev.Option("compute_left", 'N').Option("compute_right", 'V');
  geev.Out(a.element(), {RowsOf(a)});
  const bool pairs = !ir::IsComplex(a.element());
  if (pairs) geev.Out(a.element(), {RowsOf(a)});
  Values made = geev.Out(complex, {RowsOf(a), RowsOf(a)})
                    .Out(complex, {RowsOf(a), RowsOf(a)})
                    .Out(ElementType::kI32, {})
                    .Run();
  if (pairs) {
    made[1] = c.Binary(OpKind::kComplex, made[0], made[1]);
    made.erase(made.begin());
  }
  return c.Finish({made[0], made[2], made[3]});
}

// Attributes: whether u and v are square, whether they are wanted. Results: u, the
// singular values, v transposed and conjugated, and what LAPACK says.
Arrays singular_values(const Lowering& call) {
  Composer c(call);
  const Value a = c.operand(0);
  const bool square = c.attribute(0) != 0, vectors = c.attribute(1) != 0;
  const ir::Size least = LeastOf(a);
  const Values made = LapackCall(c, "gesdd", "gesdd", a)
                          .Option("mode", !vectors ? 'N'
                                          : square ? 'A'
                                                   : 'S')
                          .Out(a.element(), {RowsOf(a), ColumnsOf(a)})
                          .Out(ir::RealPart(a.element()), {least})
                          .Out(a.element(), {RowsOf(a), square ? RowsOf(a) : least})
                          .Out(a.element(), {square ? ColumnsOf(a) : least, ColumnsOf(a)})
                          .Out(ElementType::kI32, {})
                          .Run();
  Values results = {made[1], made[4]};
  if (vectors) results = {made[2], made[1], made[3], made[4]};
  return c.Finish(results);
}

// The matrices and the right sides; attributes: whether the unknown stands on the right,
// upper triangles, 1 for transposed ones and 2 for conjugated ones, ones on the diagonal.
Arrays solve_triangular(const Lowering& call) {
  Composer c(call);
  static constexpr absl::string_view kForms[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  Attributes attributes;
  attributes.Set(AttributeName::kLeftSide, c.attribute(0) == 0);
  attributes.Set(AttributeName::kLower, c.attribute(1) == 0);
  attributes.Set(AttributeName::kTransposeA, std::string(kForms[c.attribute(2)]));
  attributes.Set(AttributeName::kUnitDiagonal, c.attribute(3) != 0);
  return c.Finish({c.Append({.kind = OpKind::kTriangularSolve,
                             .operands = {c.operand(0).id, c.operand(1).id},
                             .attributes = std::move(attributes)})});
}

}  // namespace tilewright::torch_lower::lowerings
