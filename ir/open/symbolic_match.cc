// Which programs a symbolic one is.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ir/from_result.h"
#include "ir/open/linear_size.h"
#include "ir/open/open_constant.h"
#include "ir/open/same_operations.h"
#include "ir/open/symbolic_program.h"

namespace tilewright::ir {

using enum AttributeName;

class SymbolicProgram::Matcher {
 public:
  Matcher(const SymbolicProgram& symbolic, const Program& program)
      : symbolic_(symbolic), made_(symbolic.program_), program_(program) {}

  std::optional<Instance> Match() {
    const Region& body = made_.body;
    const bool is_like =
        program_.values.size() == symbolic_.values_ &&
        program_.body.arguments.size() == symbolic_.inputs_ &&
        std::equal(program_.body.arguments.begin(), program_.body.arguments.end(),
                   body.arguments.begin()) &&
        program_.body.results == body.results && SameDonations();
    if (!is_like || !FindSizes() || !SameTypes()) return std::nullopt;
    instance_.numbers.resize(symbolic_.numbers_.size());
    if (!SameOperations(body.operations, program_.body.operations)) return std::nullopt;
    return std::move(instance_);
  }

 private:
  bool SameDonations() const {
    return std::equal(program_.donations.begin(), program_.donations.end(),
                      made_.donations.begin(), made_.donations.end(),
                      [](const Donation& a, const Donation& b) {
                        return a.argument == b.argument && a.result == b.result;
                      });
  }

  bool FindSizes() {
    std::vector<Shape> shapes;
    for (size_t v = 0; v < symbolic_.values_; ++v) {
      if (program_.values[v].rank() != made_.values[v].rank()) return false;
      shapes.push_back(made_.values[v].shape);
    }
    for (const TellingSize& telling : TellingSizes(shapes, made_.symbols.count())) {
      if (telling.shape < 0) return false;
      const int64_t rest =
          program_.values[telling.shape].dims()[telling.dimension] - telling.linear.added;
      if (rest % telling.linear.factor != 0) return false;
      instance_.sizes.push_back(rest / telling.linear.factor);
    }
    return made_.symbols.Check(instance_.sizes).ok();
  }

  bool SameTypes() const {
    for (size_t v = 0; v < symbolic_.values_; ++v) {
      const TensorType& type = program_.values[v];
      const TensorType& open = made_.values[v];
      if (type.element != open.element) return false;
      for (int d = 0; d < type.rank(); ++d) {
        const Size size = open.shape[d];
        const int64_t number = type.dims()[d];
        if (size.is_number(number)) continue;
        const auto value = Evaluate(size, made_.symbols, instance_.sizes);
        if (!value.ok() || *value != number || number < kLeastSize) return false;
      }
    }
    return true;
  }

  // What was added is skipped.
  bool SameOperations(const std::vector<Operation>& open,
                      const std::vector<Operation>& list) {
    size_t next = 0;
    for (const Operation& operation : open) {
      if (!operation.results.empty() &&
          operation.results[0] >= static_cast<ValueId>(symbolic_.values_)) {
        continue;
      }
      if (next == list.size() || !Same(operation, list[next++])) return false;
    }
    return next == list.size();
  }

  bool Same(const Operation& open, const Operation& operation) {
    if (open.results != operation.results ||
        open.regions.size() != operation.regions.size()) {
      return false;
    }
    if (open.kind != operation.kind) return TakeScalars(open, operation);
    if (open.operands != operation.operands || !SamePlain(open, operation)) return false;
    for (size_t r = 0; r < open.regions.size(); ++r) {
      if (!SameEnds(open.regions[r], operation.regions[r]) ||
          !SameOperations(open.regions[r].operations, operation.regions[r].operations)) {
        return false;
      }
    }
    return true;
  }

  // Attributes, once what follows from the result is filled in.
  bool SamePlain(const Operation& open, const Operation& operation) const {
    if (SameAttributes(open.attributes, operation.attributes)) return true;
    Operation filled = open;
    FillFromResult(program_, &filled);
    return SameAttributes(filled.attributes, operation.attributes);
  }

  // An operation in whose place there is one with scalars as operands.
  bool TakeScalars(const Operation& open, const Operation& operation) {
    if (operation.kind == OpKind::kConstant) {
      const auto element = UniformElement(operation.attributes.Constant(kValue));
      return element && Take(open, /*dimension=*/-1, open.operands[0], *element);
    }
    if (operation.kind != OpKind::kSlice || open.operands[0] != operation.operands[0]) {
      return false;
    }
    // Its sizes are the result's.
    const Dims& strides = operation.attributes.Ints(kStrides);
    for (size_t d = 0; d < strides.size(); ++d) {
      const int64_t start = operation.attributes.Ints(kStartIndices)[d];
      if (strides[d] != 1 || !Take(open, static_cast<int>(d), open.operands[1 + d],
                                   IntegerSplat({ElementType::kI64, {}}, start))) {
        return false;
      }
    }
    return true;
  }

  // Whether that operand is `scalar`, as a number is once it is.
  bool Take(const Operation& open, int dimension, ValueId operand,
            const Literal& scalar) {
    const auto constant = symbolic_.constants_.find(operand);
    if (constant != symbolic_.constants_.end()) {
      return constant->second.bytes() == scalar.bytes();
    }
    for (size_t i = 0; i < symbolic_.numbers_.size(); ++i) {
      const Number& number = symbolic_.numbers_[i];
      if (number.of != open.results[0] || number.dimension != dimension) continue;
      instance_.numbers[i] = scalar;
      return true;
    }
    return false;
  }

  const SymbolicProgram& symbolic_;
  const Program& made_;
  const Program& program_;
  Instance instance_;
};

std::optional<SymbolicProgram::Instance> SymbolicProgram::Match(
    const Program& program) const {
  return Matcher(*this, program).Match();
}

}  // namespace tilewright::ir
