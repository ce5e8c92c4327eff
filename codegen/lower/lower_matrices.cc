// Factorisations and solves of small matrices: one loop nest over the matrices, in which
// every element of a matrix is a value of its own.
#include <numeric>
#include <utility>
#include <vector>

#include "codegen/facts/small_matrices.h"
#include "codegen/lower/lower_internal.h"
#include "codegen/lower/matrix_elements.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::ValueId;
using tile::ExprId;
using Kind = SmallMatrices::Kind;

// Elements of operands and results, of all matrices at once: `batch` of them.
class MatrixLowering {
 public:
  // The domain is the batch's dimensions and two more, of which one may be a line's.
  MatrixLowering(Lowering& l, const SmallMatrices& m, Dims batch, Dims domain)
      : l_(l),
        m_(m),
        batch_(std::move(batch)),
        domain_(domain),
        nest_(&l.b(), domain),
        on_(&l.b(), m.element, domain) {
    // Matrices side by side in the lanes are twice the code, much of it gathering.
    // What is solved for side by side shares its matrix.
    constexpr int64_t kMostInLanes = 160;
    const bool shared = domain[domain.size() - 2] * domain.back() > 1;
    if (m.operations > kMostInLanes && !shared) nest_.LanesInner();
    nest_.BeginPass();
  }

  ElementAlgebra& on() { return on_; }

  // An element of each matrix or vector, at every point of the domain.
  ExprId Element(ValueId value, const Dims& place) {
    const Dims one(place.size(), 1);
    const ExprId alone = l_.b().Reshape(PartOf(value, one, place), batch_);
    Dims dimensions(batch_.size());
    std::iota(dimensions.begin(), dimensions.end(), 0);
    return l_.b().Broadcast(alone, domain_, std::move(dimensions));
  }
  MatrixElements Matrix(ValueId value, int64_t rows, int64_t cols) {
    MatrixElements a(rows);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < cols; ++j) a[i].push_back(Element(value, {i, j}));
    }
    return a;
  }
  // The line at `place` of each matrix, of which the domain has the elements.
  ExprId Line(ValueId value, const Dims& place) {
    return PartOf(value, Dims(domain_.end() - 2, domain_.end()), place);
  }

  void StoreAt(ValueId value, ExprId element, const Dims& place) {
    nest_.Write(tile::StoreAt(l_.exprs.Output(value), Stored(value, element),
                              InBatch(Dims(batch_.size(), 0), place)));
  }
  void StoreMatrix(ValueId value, const MatrixElements& a) {
    for (int64_t i = 0; i < m_.rows; ++i) {
      for (int64_t j = 0; j < m_.cols; ++j) StoreAt(value, a[i][j], {i, j});
    }
  }
  void StoreVector(ValueId value, std::vector<ExprId> elements) {
    if (elements.empty()) return;
    for (ExprId& element : elements) element = Stored(value, element);
    nest_.Write(tile::StoreInterleaved(l_.exprs.Output(value), std::move(elements)));
  }

  void Finish() {
    // All of a matrix's work lies at one point.
    const int64_t cost = static_cast<int64_t>(l_.b().program().exprs.size()) / 4 + 1;
    l_.b().Append(std::move(nest_).Done(cost));
  }

 private:
  static Dims InBatch(Dims batch, const Dims& rest) {
    batch.insert(batch.end(), rest.begin(), rest.end());
    return batch;
  }
  ExprId PartOf(ValueId value, const Dims& part, const Dims& place) {
    const Dims strides(batch_.size() + part.size(), 1);
    const ExprId x = l_.b().Slice(l_.exprs.Of(value), InBatch(batch_, part),
                                  InBatch(Dims(batch_.size(), 0), place), strides);
    return l_.b().Convert(x, m_.element);
  }
  ExprId Stored(ValueId value, ExprId element) {
    return l_.b().Convert(element, l_.program.type(value).element);
  }

  Lowering& l_;
  const SmallMatrices& m_;
  const Dims batch_, domain_;
  tile::LoopNestWriter nest_;
  ElementAlgebra on_;
};

void LowerLu(MatrixLowering& w, const SmallMatrices& m, const ir::Operation& op) {
  ElementAlgebra& on = w.on();
  MatrixElements a = w.Matrix(op.operands[0], m.rows, m.cols);
  LuResult lu = FactorLu(on, &a);
  w.StoreMatrix(op.results[0], a);
  if (!m.is_xla) {
    for (ExprId& pivot : lu.pivots) pivot = on.Count(pivot, 1);
    w.StoreVector(op.results[1], lu.pivots);
    w.StoreVector(op.results[2], {lu.info});
    return;
  }
  w.StoreVector(op.results[1], lu.pivots);
  w.StoreVector(op.results[2], Permutation(on, lu.pivots, m.rows));
}

void LowerCholesky(MatrixLowering& w, const SmallMatrices& m, const ir::Operation& op) {
  ElementAlgebra& on = w.on();
  // Of the upper triangle, the transpose is factored.
  const MatrixElements given = w.Matrix(op.operands[0], m.rows, m.rows);
  MatrixElements a = m.lower ? given : Transposed(given);
  const ExprId info = FactorCholesky(on, &a);
  ExprId failed = on.Compare(tile::kNe, info, on.Integer(0));
  for (int64_t i = 0; i < m.rows; ++i) {  // what is no number is not positive
    failed = on.Or(failed, on.Compare(tile::kNe, a[i][i], a[i][i]));
  }
  if (!m.lower) a = Transposed(a);
  for (int64_t i = 0; i < m.rows; ++i) {
    for (int64_t j = 0; j < m.rows; ++j) {
      const bool inside = m.lower ? j <= i : i <= j;
      if (m.is_xla) {
        a[i][j] = on.Select(failed, on.NotANumber(), inside ? a[i][j] : on.Real(0));
      } else if (!inside) {
        a[i][j] = given[i][j];
      }
    }
  }
  w.StoreMatrix(op.results[0], a);
  if (!m.is_xla) w.StoreVector(op.results[1], {info});
}

void LowerTriangular(MatrixLowering& w, const SmallMatrices& m, const ir::Operation& op) {
  const int64_t n = m.left ? m.rows : m.cols;
  // x op(a) = b is op(a)^T x^T = b^T.
  const bool transposed = m.transposed == m.left;
  const MatrixElements given = w.Matrix(op.operands[0], n, n);
  std::vector<ExprId> x;
  const auto place = [&](int64_t i) { return m.left ? Dims{i, 0} : Dims{0, i}; };
  for (int64_t i = 0; i < n; ++i) x.push_back(w.Line(op.operands[1], place(i)));
  SolveTriangular(w.on(), transposed ? Transposed(given) : given, m.lower != transposed,
                  m.unit_diagonal, &x);
  for (int64_t i = 0; i < n; ++i) w.StoreAt(op.results[0], x[i], place(i));
}

}  // namespace

void LowerMatrices(Lowering& l, const ir::Operation& op, const SmallMatrices& m) {
  if (m.in_loops) return LowerMatrixLoops(l, op, m);
  Dims domain = l.program.type(op.operands[0]).dims();
  const Dims batch(domain.begin(), domain.end() - 2);
  const bool solves = m.kind == Kind::kTriangular;
  domain[batch.size()] = solves && !m.left ? m.rows : 1;
  domain[batch.size() + 1] = solves && m.left ? m.cols : 1;
  MatrixLowering w(l, m, batch, domain);
  switch (m.kind) {
    case Kind::kLu:
      LowerLu(w, m, op);
      break;
    case Kind::kCholesky:
      LowerCholesky(w, m, op);
      break;
    case Kind::kTriangular:
      LowerTriangular(w, m, op);
      break;
    case Kind::kQr: {
      MatrixElements a = w.Matrix(op.operands[0], m.rows, m.cols);
      const std::vector<ExprId> taus = FactorQr(w.on(), &a);
      w.StoreMatrix(op.results[0], a);
      w.StoreVector(op.results[1], taus);
      break;
    }
    case Kind::kReflectors: {
      MatrixElements a = w.Matrix(op.operands[0], m.rows, m.cols);
      const int64_t reflectors = l.program.type(op.operands[1]).dims().back();
      std::vector<ExprId> taus;
      for (int64_t i = 0; i < reflectors; ++i) {
        taus.push_back(w.Element(op.operands[1], {i}));
      }
      MultiplyReflectors(w.on(), taus, &a);
      w.StoreMatrix(op.results[0], a);
      break;
    }
  }
  w.Finish();
}

}  // namespace tilewright::codegen
