#include "codegen/lower/matrix_elements.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "support/check.h"

namespace tilewright::codegen {

using tile::ExprId;

ExprId ElementAlgebra::Real(double value) {
  std::vector<uint8_t> bytes(ir::StorageBytes(real_.element));
  if (real_.element == ir::ElementType::kF64) {
    std::memcpy(bytes.data(), &value, sizeof value);
  } else {
    const auto narrow = static_cast<float>(value);
    std::memcpy(bytes.data(), &narrow, sizeof narrow);
  }
  absl::StatusOr<ir::Literal> literal =
      ir::Literal::Create(real_, std::move(bytes), /*is_splat=*/true);
  TW_CHECK(literal.ok());
  return b_.Constant(*std::move(literal));
}

ExprId ElementAlgebra::NotANumber() {
  return Real(std::numeric_limits<double>::quiet_NaN());
}

MatrixElements Transposed(const MatrixElements& square) {
  MatrixElements result = square;
  for (size_t i = 0; i < square.size(); ++i) {
    for (size_t j = 0; j < square.size(); ++j) result[i][j] = square[j][i];
  }
  return result;
}

LuResult FactorLu(ElementAlgebra& on, MatrixElements* matrix) {
  MatrixElements& a = *matrix;
  const size_t rows = a.size(), cols = rows == 0 ? 0 : a[0].size();
  LuResult result;
  result.info = on.Integer(0);
  const ExprId zero = on.Real(0);
  for (size_t k = 0; k < std::min(rows, cols); ++k) {
    ExprId pivot = on.Integer(static_cast<int64_t>(k));
    ExprId largest = on.Abs(a[k][k]);
    for (size_t i = k + 1; i < rows; ++i) {
      const ExprId magnitude = on.Abs(a[i][k]);
      const ExprId larger = on.Compare(tile::kGt, magnitude, largest);
      largest = on.Select(larger, magnitude, largest);
      pivot = on.Select(larger, on.Integer(static_cast<int64_t>(i)), pivot);
    }
    result.pivots.push_back(pivot);
    const std::vector<ExprId> old = a[k];
    for (size_t i = k + 1; i < rows; ++i) {
      const ExprId is_pivot =
          on.Compare(tile::kEq, pivot, on.Integer(static_cast<int64_t>(i)));
      for (size_t j = 0; j < cols; ++j) {
        a[k][j] = on.Select(is_pivot, a[i][j], a[k][j]);
        a[i][j] = on.Select(is_pivot, old[j], a[i][j]);
      }
    }
    // What is below a zero is zero, and stays.
    const ExprId is_zero = on.Compare(tile::kEq, a[k][k], zero);
    const ExprId first =
        on.And(is_zero, on.Compare(tile::kEq, result.info, on.Integer(0)));
    result.info = on.Select(first, on.Integer(static_cast<int64_t>(k + 1)), result.info);
    for (size_t i = k + 1; i < rows; ++i) {
      a[i][k] = on.Select(is_zero, a[i][k], on.Div(a[i][k], a[k][k]));
      for (size_t j = k + 1; j < cols; ++j) {
        a[i][j] = on.Sub(a[i][j], on.Mul(a[i][k], a[k][j]));
      }
    }
  }
  return result;
}

std::vector<ExprId> Permutation(ElementAlgebra& on, const std::vector<ExprId>& pivots,
                                int64_t rows) {
  std::vector<ExprId> order;
  for (int64_t i = 0; i < rows; ++i) order.push_back(on.Integer(i));
  for (size_t k = 0; k < pivots.size(); ++k) {
    const ExprId old = order[k];
    for (size_t i = k + 1; i < order.size(); ++i) {
      const ExprId exchanged =
          on.Compare(tile::kEq, pivots[k], on.Integer(static_cast<int64_t>(i)));
      order[k] = on.Select(exchanged, order[i], order[k]);
      order[i] = on.Select(exchanged, old, order[i]);
    }
  }
  return order;
}

ExprId FactorCholesky(ElementAlgebra& on, MatrixElements* matrix) {
  MatrixElements& a = *matrix;
  const size_t n = a.size();
  ExprId info = on.Integer(0);
  for (size_t k = 0; k < n; ++k) {
    const ExprId fails = on.And(on.Compare(tile::kLe, a[k][k], on.Real(0)),
                                on.Compare(tile::kEq, info, on.Integer(0)));
    info = on.Select(fails, on.Integer(static_cast<int64_t>(k + 1)), info);
    a[k][k] = on.Sqrt(a[k][k]);
    for (size_t i = k + 1; i < n; ++i) a[i][k] = on.Div(a[i][k], a[k][k]);
    for (size_t j = k + 1; j < n; ++j) {
      for (size_t i = j; i < n; ++i) {
        a[i][j] = on.Sub(a[i][j], on.Mul(a[i][k], a[j][k]));
      }
    }
  }
  return info;
}

void SolveTriangular(ElementAlgebra& on, const MatrixElements& a, bool lower,
                     bool unit_diagonal, std::vector<ExprId>* unknowns) {
  std::vector<ExprId>& x = *unknowns;
  const size_t n = x.size();
  for (size_t step = 0; step < n; ++step) {
    const size_t k = lower ? step : n - 1 - step;
    if (!unit_diagonal) x[k] = on.Div(x[k], a[k][k]);
    const size_t first = lower ? k + 1 : 0, last = lower ? n : k;
    for (size_t i = first; i < last; ++i) x[i] = on.Sub(x[i], on.Mul(a[i][k], x[k]));
  }
}

ReflectorScale ScaleOf(ElementAlgebra& on, ExprId tail, ExprId corner) {
  const ExprId nothing = on.Compare(tile::kEq, tail, on.Real(0));
  const ExprId largest = on.Max(tail, on.Abs(corner));
  const ExprId middle = on.And(on.Compare(tile::kGt, largest, on.Real(1e-9)),
                               on.Compare(tile::kLt, largest, on.Real(1e9)));
  return {nothing, on.Select(on.Or(middle, nothing), on.Real(1), largest)};
}

ReflectorHead HeadOf(ElementAlgebra& on, const ReflectorScale& scale, ExprId corner,
                     ExprId squares) {
  const ExprId zero = on.Real(0);
  const ExprId alpha = on.Div(corner, scale.scale);
  const ExprId norm = on.Sqrt(on.Add(on.Mul(alpha, alpha), squares));
  const ExprId beta =
      on.Select(on.Compare(tile::kGe, alpha, zero), on.Negate(norm), norm);
  const ExprId difference = on.Sub(alpha, beta);
  return {difference, on.Select(scale.nothing, zero, on.Div(on.Negate(difference), beta)),
          on.Select(scale.nothing, corner, on.Mul(beta, scale.scale))};
}

namespace {

// (I - tau v v^T) on column `j`, where v is 1 and then column k's elements below row k.
void Reflect(ElementAlgebra& on, ExprId tau, size_t k, size_t j, MatrixElements* matrix) {
  MatrixElements& a = *matrix;
  ExprId sum = a[k][j];
  for (size_t i = k + 1; i < a.size(); ++i) sum = on.Add(sum, on.Mul(a[i][k], a[i][j]));
  const ExprId scaled = on.Mul(tau, sum);
  a[k][j] = on.Sub(a[k][j], scaled);
  for (size_t i = k + 1; i < a.size(); ++i) {
    a[i][j] = on.Sub(a[i][j], on.Mul(a[i][k], scaled));
  }
}

// Makes column k's elements below row k zero: in their place stands the reflector.
ExprId MakeReflector(ElementAlgebra& on, size_t k, MatrixElements* matrix) {
  MatrixElements& a = *matrix;
  ExprId tail = on.Real(0);
  for (size_t i = k + 1; i < a.size(); ++i) tail = on.Max(tail, on.Abs(a[i][k]));
  const ReflectorScale scale = ScaleOf(on, tail, a[k][k]);
  ExprId squares = on.Real(0);
  std::vector<ExprId> below(a.size());
  for (size_t i = k + 1; i < a.size(); ++i) {
    below[i] = on.Div(a[i][k], scale.scale);
    squares = on.Add(squares, on.Mul(below[i], below[i]));
  }
  const ReflectorHead head = HeadOf(on, scale, a[k][k], squares);
  for (size_t i = k + 1; i < a.size(); ++i) {
    a[i][k] = on.Select(scale.nothing, a[i][k], on.Div(below[i], head.difference));
  }
  a[k][k] = head.diagonal;
  return head.tau;
}

}  // namespace

std::vector<ExprId> FactorQr(ElementAlgebra& on, MatrixElements* matrix) {
  MatrixElements& a = *matrix;
  const size_t rows = a.size(), cols = rows == 0 ? 0 : a[0].size();
  std::vector<ExprId> taus;
  for (size_t k = 0; k < std::min(rows, cols); ++k) {
    taus.push_back(k + 1 == rows ? on.Real(0) : MakeReflector(on, k, &a));
    for (size_t j = k + 1; j < cols; ++j) Reflect(on, taus[k], k, j, &a);
  }
  return taus;
}

void MultiplyReflectors(ElementAlgebra& on, const std::vector<ExprId>& taus,
                        MatrixElements* matrix) {
  MatrixElements& a = *matrix;
  const size_t rows = a.size(), cols = rows == 0 ? 0 : a[0].size();
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = taus.size(); j < cols; ++j) a[i][j] = on.Real(i == j ? 1 : 0);
  }
  for (size_t k = taus.size(); k-- > 0;) {
    // Row k of the columns that follow is zero yet.
    for (size_t j = k + 1; j < cols; ++j) {
      a[k][j] = on.Real(0);
      Reflect(on, taus[k], k, j, &a);
    }
    const ExprId minus = on.Negate(taus[k]);
    for (size_t i = k + 1; i < rows; ++i) a[i][k] = on.Mul(minus, a[i][k]);
    a[k][k] = on.Sub(on.Real(1), taus[k]);
    for (size_t i = 0; i < k; ++i) a[i][k] = on.Real(0);
  }
}

}  // namespace tilewright::codegen
