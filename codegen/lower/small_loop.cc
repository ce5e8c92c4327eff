#include "codegen/lower/small_loop.h"

#include <algorithm>
#include <optional>
#include <set>

#include "codegen/facts/op_facts.h"

namespace tilewright::codegen {

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;

namespace {

// Bounds of what one thread should do in an iteration, and of the code.
constexpr int64_t kMaxValueElements = 1024;
constexpr int64_t kMaxElementsATurn = 1 << 14;
// State is copied when a loop begins and when it ends.
constexpr int64_t kMaxState = 1 << 17;
constexpr size_t kMaxOperations = 1200;
constexpr size_t kMaxBranches = 16;
// Multiplications in an iteration: of a product with a vector, which reads its matrix as
// it lies; and of matrices, which are packed at every turn where they are not tiny.
constexpr int64_t kMaxVectorProduct = 1 << 14;
constexpr int64_t kMaxMatrixProduct = 1 << 11;

// Of a product that may be part of a small loop; nullopt: it may not.
std::optional<int64_t> MultiplicationsOf(const ir::Program& program,
                                         const Operation& product) {
  if (product.kind != OpKind::kDotGeneral) return std::nullopt;
  const ir::TensorType& lhs = program.type(product.operands[0]);
  const ir::TensorType& result = program.type(product.results[0]);
  const auto size_of = [&](ir::AttributeName name) {
    double size = 1;
    for (const int64_t d : product.attributes.Ints(name)) {
      size *= static_cast<double>(lhs.dims()[d]);
    }
    return size;
  };
  using ir::AttributeName;
  const auto elements = static_cast<double>(result.num_elements());
  const double depth = size_of(AttributeName::kLhsContractingDimensions);
  const double batch = size_of(AttributeName::kLhsBatchingDimensions);
  const auto given = static_cast<double>(lhs.num_elements());
  const bool vector = given == batch * depth || elements * depth == given;
  const int64_t most = vector ? kMaxVectorProduct : kMaxMatrixProduct;
  if (elements * depth > static_cast<double>(most)) return std::nullopt;
  return static_cast<int64_t>(elements * depth);
}

// How often a region reads a value, inner regions included.
int64_t UsesIn(const Region& region, ValueId v) {
  int64_t uses = std::count(region.results.begin(), region.results.end(), v);
  for (const Operation& op : region.operations) {
    uses += std::count(op.operands.begin(), op.operands.end(), v);
    for (const Region& inner : op.regions) uses += UsesIn(inner, v);
  }
  return uses;
}

}  // namespace

const Operation* UpdateInPlace(const Operation& loop, size_t i) {
  const Region& body = loop.regions[1];
  const ValueId before = body.arguments[i], after = body.results[i];
  for (const Operation& op : body.operations) {
    if (op.kind != OpKind::kDynamicUpdateSlice || op.results[0] != after) continue;
    const bool alone =
        op.operands[0] == before && UsesIn(body, before) == 1 && UsesIn(body, after) == 1;
    return alone ? &op : nullptr;
  }
  return nullptr;
}

namespace {

// What the loop's body makes in place.
std::set<ValueId> UpdatedInPlace(const Operation& loop) {
  std::set<ValueId> values;
  if (loop.kind != OpKind::kWhile) return values;
  for (size_t i = 0; i < loop.operands.size(); ++i) {
    if (UpdateInPlace(loop, i) != nullptr) values.insert(loop.regions[1].results[i]);
  }
  return values;
}

// Whether every value of the loop is small and every operation a small kernel.
bool IsSmall(const ir::Program& program, const Operation& op, int64_t* elements,
             size_t* operations) {
  const std::set<ValueId> in_place = UpdatedInPlace(op);
  for (const Region& region : op.regions) {
    for (const Operation& inner : region.operations) {
      if (++*operations > kMaxOperations) return false;
      switch (ir::Info(inner.kind).op_class) {
        case ir::OpClass::kElementwise:
        case ir::OpClass::kDataMovement:
        case ir::OpClass::kRegion:
          break;
        case ir::OpClass::kControl:
          if (inner.regions.size() > kMaxBranches) return false;
          if (!IsSmall(program, inner, elements, operations)) return false;
          break;
        case ir::OpClass::kContraction: {
          const std::optional<int64_t> count = MultiplicationsOf(program, inner);
          if (!count.has_value()) return false;
          *elements += *count / 4;
          break;
        }
        case ir::OpClass::kRoutine:
          if (IsStep(program, inner)) return false;
          break;
        default:
          return false;
      }
      // What moves may read any large array outside; what is made is small.
      for (ValueId v : inner.results) {
        const ir::TensorType& type = program.type(v);
        if (type.element == ir::ElementType::kToken) return false;
        if (in_place.count(v) > 0) {
          *elements += program.type(inner.operands[1]).num_elements();
          continue;
        }
        if (type.num_elements() > kMaxValueElements) return false;
        *elements += type.num_elements();
      }
      if (inner.kind == OpKind::kReduce || inner.kind == OpKind::kReduceWindow) {
        *elements += program.type(inner.operands[0]).num_elements();
      }
      if (IsView(program, inner)) return false;
    }
  }
  return *elements <= kMaxElementsATurn;
}

}  // namespace

bool IsSmallLoop(const ir::Program& program, const Operation& loop) {
  int64_t elements = 0, state = 0;
  size_t operations = 0;
  for (size_t i = 0; i < loop.operands.size(); ++i) {
    const bool invariant = loop.regions[1].results[i] == loop.regions[1].arguments[i];
    if (invariant) continue;
    const int64_t size = program.type(loop.operands[i]).num_elements();
    if (size > kMaxValueElements && UpdateInPlace(loop, i) == nullptr) {
      return false;
    }
    state += size;
    if (state > kMaxState) return false;
  }
  return IsSmall(program, loop, &elements, &operations);
}

}  // namespace tilewright::codegen
