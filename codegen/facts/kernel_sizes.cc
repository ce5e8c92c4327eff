// Sizes of a kernel's call, from the types of its operands.
#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/facts/kernel_calls.h"
#include "ir/open/linear_size.h"
#include "ir/size/prove.h"
#include "ir/size/text.h"
#include "support/status_macros.h"

namespace tilewright::codegen {
namespace {

absl::Status Refuse(const tile::Kernel& kernel, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("kernel '", kernel.program.name, "': ", why));
}

absl::Status WrongCount(const tile::Kernel& kernel, absl::string_view what, size_t count,
                        size_t called) {
  return Refuse(kernel,
                absl::StrCat("has ", count, " ", what, "s, the call has ", called));
}

ir::TensorType TypeAt(ir::TensorType type, absl::Span<const ir::Size> sizes) {
  if (type.shape.is_static()) return type;
  for (int d = 0; d < type.rank(); ++d) {
    type.shape.Set(
        d, ir::Substitute(type.shape[d], [&](ir::SymbolId id) { return sizes[id]; }));
  }
  return type;
}

// Solves the kernel's types for its symbols.
class Unifier {
 public:
  Unifier(const tile::Kernel& kernel, absl::Span<const ir::TensorType> inputs,
          const ir::SymbolList& symbols)
      : kernel_(kernel),
        own_(kernel.program.symbols),
        inputs_(inputs),
        symbols_(symbols) {
    for (const tile::Operand& operand : kernel.operands) {
      if (operand.is_input()) operands_.push_back(&operand);
    }
  }

  absl::StatusOr<std::vector<ir::Size>> Run() {
    const size_t count = std::min(operands_.size(), inputs_.size());
    for (size_t i = 0; i < count; ++i) {
      const ir::TensorType& own = operands_[i]->type;
      const bool fits =
          own.element == inputs_[i].element && own.rank() == inputs_[i].rank();
      if (!fits) return Refused(i, "");
    }
    if (operands_.size() != inputs_.size()) {
      return WrongCount(kernel_, "input", operands_.size(), inputs_.size());
    }
    TW_ASSIGN_OR_RETURN(std::vector<ir::Size> sizes, Solve());
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const ir::TensorType& own = operands_[i]->type;
      const ir::TensorType wanted = TypeAt(own, sizes);
      for (int d = 0; d < own.rank(); ++d) {
        if (IsEqual(wanted.shape[d], inputs_[i].shape[d])) continue;
        if (own.shape[d].is_number()) return Refused(i, "");
        return Refused(i, absl::StrCat(": size ", d, " is ", Text(inputs_[i].shape[d]),
                                       ", and ", ir::NamedText(own.shape[d], own_),
                                       " is ", Text(wanted.shape[d])));
      }
    }
    return sizes;
  }

 private:
  absl::StatusOr<std::vector<ir::Size>> Solve() const {
    std::vector<ir::Size> sizes;
    std::vector<ir::Shape> shapes;
    for (const tile::Operand* operand : operands_) shapes.push_back(operand->type.shape);
    for (const ir::TellingSize& says : ir::TellingSizes(shapes, own_.count())) {
      const ir::LinearSize& linear = says.linear;
      const ir::Size size = inputs_[says.shape].shape[says.dimension];
      const ir::Size value = ir::FloorDivide(size - linear.added, linear.factor);
      if (!IsEqual(value * linear.factor + linear.added, size)) {
        const ir::Size own = shapes[says.shape][says.dimension];
        return Refused(says.shape,
                       absl::StrCat(": size ", says.dimension, " is ", Text(size),
                                    ", and no ", ir::NamedText(own, own_)));
      }
      const ir::Symbol& symbol = own_[linear.symbol];
      if (value.is_number()) {
        const absl::Status keeps =
            ir::CheckFacts(symbol.facts, symbol.name, value.number());
        if (!keeps.ok()) {
          return Refused(says.shape, absl::StrCat(": ", keeps.message()));
        }
      } else if (!Keeps(value, symbol.facts)) {
        return Refused(says.shape, absl::StrCat(": ", symbol.name, " is ", Text(value),
                                                ", which is not always",
                                                ir::FactsText(symbol.facts)));
      }
      sizes.push_back(value);
    }
    return sizes;
  }

  bool Keeps(const ir::Size& value, const ir::SymbolFacts& facts) const {
    using enum ir::Proof;
    const bool unbounded = facts.at_most == ir::SymbolFacts::kUnbounded;
    return ir::ProveAtLeast(value, facts.at_least, symbols_) == kYes &&
           (unbounded || ir::ProveAtLeast(facts.at_most, value, symbols_) == kYes) &&
           ir::ProveDivisible(value, facts.multiple_of, symbols_) == kYes;
  }

  bool IsEqual(const ir::Size& a, const ir::Size& b) const {
    return a == b || (!a.refused() && !b.refused() &&
                      ir::ProveEqual(a, b, symbols_) == ir::Proof::kYes);
  }

  std::string Text(const ir::Size& size) const { return ir::NamedText(size, symbols_); }

  absl::Status Refused(size_t input, absl::string_view why) const {
    const tile::Operand& operand = *operands_[input];
    return Refuse(kernel_,
                  absl::StrCat("input ", input, " ('", operand.name, "') is ",
                               ir::ToString(operand.type, &own_), ", the call has ",
                               ir::ToString(inputs_[input], &symbols_), why));
  }

  const tile::Kernel& kernel_;
  const ir::SymbolList& own_;
  const absl::Span<const ir::TensorType> inputs_;
  const ir::SymbolList& symbols_;
  std::vector<const tile::Operand*> operands_;
};

}  // namespace

absl::StatusOr<std::vector<ir::Size>> SizesAt(const tile::Kernel& kernel,
                                              absl::Span<const ir::TensorType> inputs,
                                              const ir::SymbolList& symbols) {
  return Unifier(kernel, inputs, symbols).Run();
}

std::vector<ir::TensorType> OutputsAt(const tile::Kernel& kernel,
                                      absl::Span<const ir::Size> sizes) {
  std::vector<ir::TensorType> types;
  for (const tile::Operand& operand : kernel.operands) {
    if (operand.is_output) types.push_back(TypeAt(operand.type, sizes));
  }
  return types;
}

absl::Status CheckOutputs(const tile::Kernel& kernel, absl::Span<const ir::Size> sizes,
                          absl::Span<const ir::TensorType> outputs,
                          const ir::SymbolList& symbols) {
  const std::vector<ir::TensorType> wanted = OutputsAt(kernel, sizes);
  size_t n = 0;
  for (const tile::Operand& operand : kernel.operands) {
    if (!operand.is_output) continue;
    if (n < outputs.size() && outputs[n] != wanted[n]) {
      return Refuse(kernel,
                    absl::StrCat("output ", n, " ('", operand.name, "') is ",
                                 ir::ToString(wanted[n], &symbols), ", the call has ",
                                 ir::ToString(outputs[n], &symbols)));
    }
    ++n;
  }
  if (n == outputs.size()) return absl::OkStatus();
  return WrongCount(kernel, "output", n, outputs.size());
}

}  // namespace tilewright::codegen
