#include "codegen/facts/small_matrices.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace tilewright::codegen {
namespace {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::Operation;
using ir::OpKind;
using ir::TensorType;
using Kind = SmallMatrices::Kind;

// The largest side of a matrix that is factored, or that is solved for.
constexpr int64_t kMostRows = 16;
// A matrix's elements are values of their own, of which a kernel has so many operations
// at most: they are code.
constexpr int64_t kMostOperations = 1000;

int64_t OperationsOf(const SmallMatrices& m) {
  const int64_t least = std::min(m.rows, m.cols);
  switch (m.kind) {
    case Kind::kLu:  // rows are exchanged by choosing each element
      return 4 * m.rows * m.cols * least / 3 + m.rows * m.cols * least;
    case Kind::kCholesky:
      return m.rows * m.rows * m.rows / 3 + m.rows * m.rows;
    case Kind::kTriangular:
      return m.left ? m.rows * m.rows : m.cols * m.cols;
    case Kind::kQr:
    case Kind::kReflectors:
      return 4 * m.rows * m.cols * least;
  }
  return 0;
}

// Types that the operands and results have to have.
class Expected {
 public:
  explicit Expected(Dims batch) : batch_(std::move(batch)) {}
  TensorType Of(ElementType element, Dims dims) const {
    dims.insert(dims.begin(), batch_.begin(), batch_.end());
    return {element, std::move(dims)};
  }

 private:
  Dims batch_;
};

bool HaveTypes(const ir::Program& program, const std::vector<ir::ValueId>& values,
               const std::vector<TensorType>& types) {
  return std::equal(
      values.begin(), values.end(), types.begin(), types.end(),
      [&](ir::ValueId v, const TensorType& type) { return program.type(v) == type; });
}

// Whether a call's operands and results are declared to lie as JAX declares them:
// matrices column by column. Then what LAPACK sees is what the program means.
bool LiesByColumns(const ir::Program& program, const std::vector<ir::ValueId>& values,
                   const ir::Attributes& attributes, AttributeName name, int rank) {
  Dims expected;
  for (const ir::ValueId v : values) {
    Dims layout;
    for (int d = program.type(v).rank(); d-- > 0;) layout.push_back(d);
    if (static_cast<int>(layout.size()) == rank) std::swap(layout[0], layout[1]);
    expected.insert(expected.end(), layout.begin(), layout.end());
  }
  return attributes.Has(name) && attributes.Ints(name) == expected;
}

// An option of LAPACK's: the code of one of two characters.
std::optional<bool> IsFirst(const Operation& op, const char* key, char first,
                            char second) {
  const ir::Config& config = op.attributes.Configuration(AttributeName::kBackendConfig);
  const auto found = config.find(key);
  if (found == config.end()) return std::nullopt;
  const int64_t* const value = std::get_if<int64_t>(&found->second);
  if (value == nullptr || (*value != first && *value != second)) return std::nullopt;
  return *value == first;
}

struct Target {
  absl::string_view name;
  Kind kind;
};
constexpr Target kLapack[] = {{"getrf", Kind::kLu},
                              {"potrf", Kind::kCholesky},
                              {"trsm", Kind::kTriangular},
                              {"geqrf", Kind::kQr},
                              {"orgqr", Kind::kReflectors}};
constexpr Target kXla[] = {
    {"LuDecomposition", Kind::kLu},
    {"Qr", Kind::kQr},
    {"ProductOfElementaryHouseholderReflectors", Kind::kReflectors}};

// What a LAPACK call asks for beside its kind and types; false: none of ours.
bool ReadLapackOptions(const Operation& op, SmallMatrices* m) {
  const bool solves = m->kind == Kind::kTriangular;
  if (solves || m->kind == Kind::kCholesky) {
    const std::optional<bool> lower = IsFirst(op, "uplo", 'L', 'U');
    if (!lower.has_value()) return false;
    m->lower = *lower;
  }
  if (!solves) return true;
  const std::optional<bool> left = IsFirst(op, "side", 'L', 'R');
  const std::optional<bool> unit = IsFirst(op, "diag", 'U', 'N');
  // The conjugate of what is real is itself.
  std::optional<bool> plain = IsFirst(op, "trans_x", 'N', 'T');
  if (!plain.has_value()) plain = IsFirst(op, "trans_x", 'N', 'C');
  if (!left.has_value() || !unit.has_value() || !plain.has_value()) return false;
  m->left = *left;
  m->unit_diagonal = *unit;
  m->transposed = !*plain;
  return true;
}

// The kind and what the operation says beside its types; nullopt: none of ours.
std::optional<SmallMatrices> ReadAttributes(const ir::Program& program,
                                            const Operation& op) {
  SmallMatrices m;
  const ir::Attributes& at = op.attributes;
  if (op.kind == OpKind::kCholesky || op.kind == OpKind::kTriangularSolve) {
    m.is_xla = true;
    m.lower = at.Flag(AttributeName::kLower);
    if (op.kind == OpKind::kCholesky) {
      m.kind = Kind::kCholesky;
      return m;
    }
    m.kind = Kind::kTriangular;
    m.left = at.Flag(AttributeName::kLeftSide);
    m.unit_diagonal = at.Flag(AttributeName::kUnitDiagonal);
    const std::string& transpose = at.Text(AttributeName::kTransposeA);
    m.transposed = transpose == "TRANSPOSE" || transpose == "ADJOINT";
    if (!m.transposed && !transpose.empty() && transpose != "NO_TRANSPOSE") {
      return std::nullopt;
    }
    return m;
  }
  if (op.kind != OpKind::kCustomCall || op.operands.empty()) return std::nullopt;
  absl::string_view name = at.Text(AttributeName::kCallTargetName);
  for (const Target& target : kXla) {
    if (name != target.name) continue;
    m.kind = target.kind;
    m.is_xla = true;
    return m;
  }
  const bool single = absl::ConsumePrefix(&name, "lapack_s");
  if ((!single && !absl::ConsumePrefix(&name, "lapack_d")) ||
      !absl::ConsumeSuffix(&name, "_ffi")) {
    return std::nullopt;
  }
  const TensorType& first = program.type(op.operands[0]);
  if (first.element != (single ? ElementType::kF32 : ElementType::kF64) ||
      first.rank() < 2 ||
      !LiesByColumns(program, op.operands, at, AttributeName::kOperandLayouts,
                     first.rank()) ||
      !LiesByColumns(program, op.results, at, AttributeName::kResultLayouts,
                     first.rank())) {
    return std::nullopt;
  }
  for (const Target& target : kLapack) {
    if (name != target.name) continue;
    m.kind = target.kind;
    if (!ReadLapackOptions(op, &m)) return std::nullopt;
    return m;
  }
  return std::nullopt;
}

bool FitTypes(const ir::Program& program, const Operation& op, const SmallMatrices& m) {
  const TensorType& a = program.type(op.operands[0]);
  const Expected batch(Dims(a.dims().begin(), a.dims().end() - 2));
  const int64_t least = std::min(m.rows, m.cols);
  const TensorType matrix = batch.Of(a.element, {m.rows, m.cols});
  const auto have = [&](const std::vector<TensorType>& operands,
                        const std::vector<TensorType>& results) {
    return HaveTypes(program, op.operands, operands) &&
           HaveTypes(program, op.results, results);
  };
  switch (m.kind) {
    case Kind::kLu:
      return have({matrix},
                  {matrix, batch.Of(ElementType::kI32, {least}),
                   batch.Of(ElementType::kI32, m.is_xla ? Dims{m.rows} : Dims{})});
    case Kind::kCholesky:
      if (m.rows != m.cols) return false;
      return m.is_xla ? have({matrix}, {matrix})
                      : have({matrix}, {matrix, batch.Of(ElementType::kI32, {})});
    case Kind::kTriangular: {
      const int64_t n = m.left ? m.rows : m.cols;
      return have({batch.Of(a.element, {n, n}), matrix}, {matrix});
    }
    case Kind::kQr:
      return have({matrix}, {matrix, batch.Of(a.element, {least})});
    case Kind::kReflectors: {
      if (op.operands.size() != 2) return false;
      const Dims& taus = program.type(op.operands[1]).dims();
      if (taus.empty() || m.cols > m.rows || taus.back() > m.cols) return false;
      return have({matrix, batch.Of(a.element, {taus.back()})}, {matrix});
    }
  }
  return false;
}

}  // namespace

std::optional<SmallMatrices> FindSmallMatrices(const ir::Program& program,
                                               const Operation& op) {
  if (ir::Info(op.kind).op_class != ir::OpClass::kRoutine) return std::nullopt;
  std::optional<SmallMatrices> m = ReadAttributes(program, op);
  if (!m.has_value()) return std::nullopt;
  const bool solves = m->kind == Kind::kTriangular;
  if (solves && op.operands.size() != 2) return std::nullopt;
  // The matrix that the result looks like.
  const TensorType& type = program.type(op.operands[solves ? 1 : 0]);
  const int rank = type.rank();
  if (rank < 2 || program.type(op.operands[0]).rank() != rank) return std::nullopt;
  if (type.element != ElementType::kF32 && type.element != ElementType::kF64) {
    return std::nullopt;
  }
  m->element = type.element;
  m->rows = type.dims()[rank - 2];
  m->cols = type.dims()[rank - 1];
  const Dims batch(type.dims().begin(), type.dims().end() - 2);
  if (!ir::BoundedProduct(batch, ir::kMaxTensorBytes, &m->count)) return std::nullopt;
  const int64_t largest = !solves   ? std::max(m->rows, m->cols)
                          : m->left ? m->rows
                                    : m->cols;
  m->operations = OperationsOf(*m);
  m->in_loops = m->operations > kMostOperations;
  if (largest > kMostRows) return std::nullopt;
  if (!FitTypes(program, op, *m)) return std::nullopt;
  return m;
}

}  // namespace tilewright::codegen
