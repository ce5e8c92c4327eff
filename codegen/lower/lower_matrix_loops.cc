// Factorisations of matrices that are too large for a value each element: a matrix lies
// in scratch, and a loop goes over its columns. The algorithms are those of
// codegen/lower/matrix_elements.h; all that a step changes is written anew, the rest as
// it was.
#include <limits>
#include <utility>
#include <vector>

#include "codegen/lower/lower_internal.h"
#include "codegen/lower/matrix_elements.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::TensorType;
using ir::ValueId;
using tile::ExprId;
using tile::RefId;
using Kind = SmallMatrices::Kind;

constexpr int64_t kMatrixCounter = 0, kStepCounter = 1;

// Writes the statements for one matrix after the other.
class MatrixLoops {
 public:
  MatrixLoops(Lowering& l, const ir::Operation& op, const SmallMatrices& m)
      : l_(l),
        op_(op),
        m_(m),
        b_(l.b()),
        rows_(m.rows),
        cols_(m.cols),
        whole_({m.rows, m.cols}),
        a_(Scratch(m.element, whole_)),
        column_(Scratch(m.element, {m.rows, 1})),
        row_(Scratch(m.element, {1, m.cols})),
        info_(Scratch(ElementType::kI32, {})),
        k_(b_.Counter(kStepCounter)),
        i_(b_.Iota({ElementType::kI32, whole_}, 0)),
        j_(b_.Iota({ElementType::kI32, whole_}, 1)) {}

  void Lower() {
    int64_t steps = std::min(rows_, cols_);
    switch (m_.kind) {
      case Kind::kLu:
        LowerLu(steps);
        break;
      case Kind::kCholesky:
        LowerCholesky();
        break;
      case Kind::kQr:
        LowerQr(steps);
        break;
      case Kind::kReflectors:
        LowerReflectors(l_.program.type(op_.operands[1]).dims().back());
        break;
      case Kind::kTriangular:
        l_.exprs.Fail(absl::InternalError("a triangular solve in loops"));
    }
    b_.program().parallel = false;
    b_.Append(tile::ForStatement(kMatrixCounter, I32(0), I32(m_.count), std::move(all_)));
  }

 private:
  // --- Values ---
  RefId Scratch(ElementType element, Dims dims) {
    return b_.Scratch({element, std::move(dims)});
  }
  ExprId I32(int64_t value) {
    return b_.Constant(ir::IntegerSplat(ir::Scalar(ElementType::kI32), value));
  }
  ExprId Real(double value) { return ElementAlgebra(&b_, m_.element, {}).Real(value); }
  ExprId Op(OpKind kind, ExprId x, ExprId y) {
    const TensorType type = b_.type(x);
    return b_.Scalar(kind, {x, Like(y, type.dims())}, type);
  }
  ExprId Op(OpKind kind, ExprId x) {
    const TensorType type = b_.type(x);
    return b_.Scalar(kind, {x}, type);
  }
  // Spread along dimensions of which it has one element.
  ExprId Like(ExprId x, const Dims& dims) {
    const Dims own = b_.type(x).dims();
    if (own == dims) return x;
    Dims kept, map;
    for (size_t d = 0; d < own.size(); ++d) {
      if (own[d] == 1 && dims[d] != 1) continue;
      kept.push_back(own[d]);
      map.push_back(static_cast<int64_t>(d));
    }
    return b_.Broadcast(b_.Reshape(x, kept), dims, map);
  }
  ExprId Compare(tile::CompareDirection direction, ExprId x, ExprId y) {
    const TensorType type = b_.type(x);
    return b_.Compare(direction, tile::OrderOf(type.element), x, Like(y, type.dims()));
  }
  ExprId Select(ExprId predicate, ExprId x, ExprId y) {
    const Dims dims = b_.type(predicate).dims();
    const TensorType type = {b_.type(x).element, dims};
    return b_.Scalar(OpKind::kSelect, {predicate, Like(x, dims), Like(y, dims)}, type);
  }
  // Rows and columns of `x`, from an element on; (1, 1) of them as a scalar.
  ExprId Part(ExprId x, ExprId row, ExprId column, Dims dims) {
    const bool one = dims == Dims{1, 1};
    const ExprId part = b_.DynamicSlice(x, {row, column}, std::move(dims));
    return one ? b_.Reshape(part, {}) : part;
  }
  ExprId Whole() { return b_.Load(a_); }
  ExprId Column(ExprId k) { return Part(Whole(), I32(0), k, {rows_, 1}); }
  ExprId Rows() { return b_.Iota({ElementType::kI32, {rows_, 1}}, 0); }

  // --- Statements ---
  void Do(tile::Store store) {
    now_->push_back(tile::StoreStatement(&b_, std::move(store), /*cost=*/0));
  }
  void Set(RefId ref, ExprId value) {
    Do(tile::StoreTo(ref, Like(value, b_.program().refs[ref].type.dims())));
  }
  // Over all of `x`, into a scalar of scratch.
  RefId Reduced(tile::Reducer reducer, std::vector<ExprId> inputs, size_t result) {
    std::vector<TensorType> types;
    for (ExprId input : inputs) types.push_back(ir::Scalar(b_.type(input).element));
    const RefId to = b_.Scratch(types[result]);
    const Dims dims = b_.type(inputs[0]).dims();
    tile::LoopNestWriter nest(&b_, {});
    nest.BeginPass(dims);
    const std::vector<ExprId> results =
        nest.Reduce(std::move(reducer), std::move(inputs), types);
    nest.BeginPass();
    nest.Write(tile::StoreTo(to, results[result]));
    now_->push_back(std::move(nest).Done(/*cost=*/0));
    return to;
  }
  template <typename Body>
  void ForEachStep(int64_t steps, Body body) {
    std::vector<tile::Statement> statements;
    now_ = &statements;
    body();
    now_ = &all_;
    all_.push_back(
        tile::ForStatement(kStepCounter, I32(0), I32(steps), std::move(statements)));
  }

  // Where the matrix at hand lies in a value, along the batch's dimensions.
  std::vector<ExprId> Place(ValueId value, size_t inner) {
    const Dims dims = l_.program.type(value).dims();
    std::vector<ExprId> place(dims.size() - inner);
    ExprId rest = b_.Counter(kMatrixCounter);
    for (size_t d = place.size(); d-- > 0;) {
      place[d] = d == 0 ? rest : Op(OpKind::kRemainder, rest, I32(dims[d]));
      if (d > 0) rest = Op(OpKind::kDivide, rest, I32(dims[d]));
    }
    place.resize(dims.size(), I32(0));
    return place;
  }
  // What of the operand belongs to the matrix at hand.
  ExprId Given(ValueId value, Dims dims) {
    Dims part = dims;
    const Dims all = l_.program.type(value).dims();
    part.insert(part.begin(), all.size() - dims.size(), 1);
    const ExprId x = b_.DynamicSlice(l_.exprs.Of(value), Place(value, dims.size()), part);
    return b_.Reshape(x, dims);
  }
  void Give(ValueId value, ExprId x) {
    const size_t inner = b_.type(x).dims().size();
    Dims part = b_.type(x).dims();
    part.insert(part.begin(), l_.program.type(value).dims().size() - inner, 1);
    Do(tile::StoreAt(l_.exprs.Output(value), b_.Reshape(x, part), Place(value, inner)));
  }

  // --- The algorithms ---
  // The first of the largest magnitudes in column k, from row k on.
  ExprId Pivot() {
    const ExprId below = Compare(tile::kGt, Rows(), k_);
    const ExprId magnitude = Select(below, Op(OpKind::kAbs, Column(k_)), Real(-1));
    tile::Reducer first;
    first.inits = {Op(OpKind::kAbs, Part(Whole(), k_, k_, {1, 1})), k_};
    const TensorType real = ir::Scalar(m_.element),
                     number = ir::Scalar(ElementType::kI32);
    const ExprId so_far = b_.Parameter(real, 0), at = b_.Parameter(number, 1);
    const ExprId next = b_.Parameter(real, 2), row = b_.Parameter(number, 3);
    const ExprId larger = Compare(tile::kGt, next, so_far);
    first.region = {4, {Select(larger, next, so_far), Select(larger, row, at)}};
    return b_.Load(Reduced(std::move(first), {magnitude, Rows()}, 1));
  }

  // Elements p and k of a line of `dims` that lies in scratch are exchanged; or rows.
  void Exchange(RefId ref, Dims line, ExprId p, RefId kept) {
    const auto at = [&](ExprId row) { return std::vector<ExprId>{row, I32(0)}; };
    Set(kept, b_.DynamicSlice(b_.Load(ref), at(p), line));
    Do(tile::StoreAt(ref, b_.DynamicSlice(b_.Load(ref), at(k_), line), at(p)));
    Do(tile::StoreAt(ref, b_.Load(kept), at(k_)));
  }

  void NoteFirst(ExprId fails) {
    const ExprId info = b_.Load(info_);
    const ExprId first = Op(OpKind::kAnd, fails, Compare(tile::kEq, info, I32(0)));
    Set(info_, Select(first, Op(OpKind::kAdd, k_, I32(1)), info));
  }

  void LowerLu(int64_t steps) {
    const RefId pivots = Scratch(ElementType::kI32, {steps});
    const RefId order = Scratch(ElementType::kI32, {rows_, 1});
    const RefId kept = Scratch(ElementType::kI32, {1, 1});
    Set(a_, Given(op_.operands[0], whole_));
    Set(info_, I32(0));
    if (m_.is_xla) Set(order, Rows());
    ForEachStep(steps, [&] {
      const ExprId p = Pivot();
      const ExprId counted = m_.is_xla ? p : Op(OpKind::kAdd, p, I32(1));
      Do(tile::StoreAt(pivots, b_.Reshape(counted, {1}), std::vector<ExprId>{k_}));
      Exchange(a_, {1, cols_}, p, row_);
      if (m_.is_xla) Exchange(order, {1, 1}, p, kept);
      const ExprId u = b_.Load(row_);
      const ExprId diagonal = Part(u, I32(0), k_, {1, 1});
      const ExprId is_zero = Compare(tile::kEq, diagonal, Real(0));
      NoteFirst(is_zero);
      const ExprId below = Compare(tile::kGt, Rows(), k_);
      const ExprId column = Column(k_);
      const ExprId scaled = Select(Like(is_zero, {rows_, 1}), column,
                                   Op(OpKind::kDivide, column, diagonal));
      Set(column_, Select(below, scaled, column));
      const ExprId l = Like(b_.Load(column_), whole_);
      const ExprId rest = Op(OpKind::kSubtract, Whole(), Op(OpKind::kMultiply, l, u));
      const ExprId inside =
          Op(OpKind::kAnd, Compare(tile::kGt, i_, k_), Compare(tile::kGt, j_, k_));
      Set(a_, Select(inside, rest, Select(Compare(tile::kEq, j_, k_), l, Whole())));
    });
    Give(op_.results[0], Whole());
    Give(op_.results[1], b_.Load(pivots));
    Give(op_.results[2], m_.is_xla ? b_.Load(order, {rows_}) : b_.Load(info_));
  }

  void LowerCholesky() {
    const auto seen = [&](ExprId x) { return m_.lower ? x : b_.Transpose(x, {1, 0}); };
    Set(a_, seen(Given(op_.operands[0], whole_)));
    Set(info_, I32(0));
    ForEachStep(rows_, [&] {
      const ExprId diagonal = Part(Whole(), k_, k_, {1, 1});
      // What is no number is not positive, which LAPACK does not say.
      NoteFirst(m_.is_xla ? Op(OpKind::kNot, Compare(tile::kGt, diagonal, Real(0)))
                          : Compare(tile::kLe, diagonal, Real(0)));
      const ExprId root = Op(OpKind::kSqrt, diagonal);
      const ExprId on_diagonal = Compare(tile::kEq, Rows(), k_);
      Set(column_, Select(on_diagonal, root, Op(OpKind::kDivide, Column(k_), root)));
      const ExprId left = Like(b_.Load(column_), whole_);
      const ExprId product = Op(OpKind::kMultiply, left, b_.Load(column_, {1, rows_}));
      const ExprId rest = Op(OpKind::kSubtract, Whole(), product);
      const ExprId lower = Compare(tile::kGe, i_, j_);
      const ExprId made = Op(OpKind::kAnd, lower, Compare(tile::kEq, j_, k_));
      const ExprId inside = Op(OpKind::kAnd, lower, Compare(tile::kGt, j_, k_));
      Set(a_, Select(inside, rest, Select(made, left, Whole())));
    });
    ExprId factor = Whole();
    if (m_.is_xla) {
      const ExprId failed = Compare(tile::kNe, b_.Load(info_), I32(0));
      const ExprId nan = Real(std::numeric_limits<double>::quiet_NaN());
      factor = Select(Compare(tile::kGe, i_, j_), factor, Real(0));
      factor = Select(Like(failed, whole_), nan, factor);
    }
    Give(op_.results[0], seen(factor));
    if (!m_.is_xla) Give(op_.results[1], b_.Load(info_));
  }

  // (I - tau v v^T) on the columns behind column k, v in `column_`; column k becomes
  // `column`, of which nothing is seen above.
  void Reflect(ExprId k, ExprId tau, ExprId column) {
    const ExprId v = b_.Load(column_);
    tile::LoopNestWriter nest(&b_, {cols_});
    nest.BeginPass({rows_});
    const ExprId products = Op(OpKind::kMultiply, Whole(), v);
    const tile::Reducer add = tile::CombinerReducer(&b_, OpKind::kAdd, m_.element);
    const ExprId sums =
        nest.Reduce(add, b_.Transpose(products, {1, 0}), {m_.element, {cols_}});
    nest.BeginPass();
    nest.Write(tile::StoreTo(row_, sums));
    now_->push_back(std::move(nest).Done(/*cost=*/0));
    const ExprId scaled = Op(OpKind::kMultiply, b_.Load(row_), tau);
    const ExprId part = Op(OpKind::kMultiply, Like(v, whole_), scaled);
    const ExprId inside =
        Op(OpKind::kAnd, Compare(tile::kGe, i_, k), Compare(tile::kGt, j_, k));
    const ExprId rest = Op(OpKind::kSubtract, Whole(), part);
    Set(a_, Select(inside, rest, Select(Compare(tile::kEq, j_, k), column, Whole())));
  }

  // `below` row k, 1 in it, 0 above.
  ExprId Reflector(ExprId k, ExprId below) {
    const ExprId unit = Select(Compare(tile::kEq, Rows(), k), Real(1), Real(0));
    return Select(Compare(tile::kGt, Rows(), k), below, unit);
  }

  void LowerQr(int64_t steps) {
    const RefId taus = Scratch(m_.element, {steps});
    const RefId tau = Scratch(m_.element, {}), diagonal = Scratch(m_.element, {});
    Set(a_, Given(op_.operands[0], whole_));
    ForEachStep(steps, [&] {
      ElementAlgebra on(&b_, m_.element, {});
      const ExprId zero = Real(0);
      const ExprId column = Column(k_);
      const ExprId below = Compare(tile::kGt, Rows(), k_);
      const ExprId corner = Part(Whole(), k_, k_, {1, 1});
      const ExprId magnitude = Select(below, Op(OpKind::kAbs, column), zero);
      const tile::Reducer most = {{zero}, OpKind::kMaximum, {}};
      const ExprId tail = b_.Load(Reduced(most, {magnitude}, 0));
      const ReflectorScale scale = ScaleOf(on, tail, corner);
      const ExprId shrunk = Op(OpKind::kDivide, column, scale.scale);
      const ExprId squares = Select(below, Op(OpKind::kMultiply, shrunk, shrunk), zero);
      const tile::Reducer add = tile::CombinerReducer(&b_, OpKind::kAdd, m_.element);
      const ExprId sum = b_.Load(Reduced(add, {squares}, 0));
      const ReflectorHead head = HeadOf(on, scale, corner, sum);
      Set(tau, head.tau);
      Set(diagonal, head.diagonal);
      Do(tile::StoreAt(taus, b_.Reshape(head.tau, {1}), std::vector<ExprId>{k_}));
      const ExprId reflector = Select(Like(scale.nothing, {rows_, 1}), column,
                                      Op(OpKind::kDivide, shrunk, head.difference));
      Set(column_, Reflector(k_, reflector));
      const ExprId at = Compare(tile::kEq, i_, k_);
      const ExprId above = Compare(tile::kLt, i_, k_);
      Reflect(k_, b_.Load(tau),
              Select(above, Whole(),
                     Select(at, b_.Load(diagonal), Like(b_.Load(column_), whole_))));
    });
    Give(op_.results[0], Whole());
    Give(op_.results[1], b_.Load(taus));
  }

  void LowerReflectors(int64_t reflectors) {
    const RefId taus = Scratch(m_.element, {reflectors});
    const ExprId given = Given(op_.operands[0], whole_);
    const ExprId unit = Select(Compare(tile::kEq, i_, j_), Real(1), Real(0));
    Set(taus, Given(op_.operands[1], {reflectors}));
    Set(a_, Select(Compare(tile::kLt, j_, I32(reflectors)), given, unit));
    ForEachStep(reflectors, [&] {
      const ExprId k = Op(OpKind::kSubtract, I32(reflectors - 1), k_);
      const ExprId tau = b_.Reshape(b_.DynamicSlice(b_.Load(taus), {k}, {1}), {});
      Set(column_, Reflector(k, Column(k)));
      const ExprId at = Compare(tile::kEq, i_, k);
      const ExprId v = Like(b_.Load(column_), whole_);
      const ExprId minus = Op(OpKind::kMultiply, v, Op(OpKind::kNegate, tau));
      // Above, v is zero.
      Reflect(k, tau,
              Select(Compare(tile::kLt, i_, k), Real(0),
                     Select(at, Op(OpKind::kSubtract, Real(1), tau), minus)));
    });
    Give(op_.results[0], Whole());
  }

  Lowering& l_;
  const ir::Operation& op_;
  const SmallMatrices& m_;
  tile::Builder& b_;
  const int64_t rows_, cols_;
  const Dims whole_;
  const RefId a_, column_, row_, info_;
  const ExprId k_, i_, j_;
  std::vector<tile::Statement> all_;  // of a matrix
  std::vector<tile::Statement>* now_ = &all_;
};

}  // namespace

void LowerMatrixLoops(Lowering& l, const ir::Operation& op, const SmallMatrices& m) {
  MatrixLoops(l, op, m).Lower();
}

}  // namespace tilewright::codegen
