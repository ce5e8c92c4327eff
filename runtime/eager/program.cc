#include "runtime/eager/program.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "runtime/eager/arrays/layout.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

class ProgramBuilder {
 public:
  ProgramBuilder(const NodeStructure& node, std::vector<Layout> layouts, Blocks blocks)
      : node_(node),
        in_place_(blocks == Blocks::kInPlace && node.head.results == 1 &&
                  IsBlock(layouts.back())),
        builder_(std::string(node.head.operation->name)),
        layouts_(std::move(layouts)),
        memory_(node.operands.size(), -1),
        logical_(node.operands.size(), Lowering::kAbsent) {}

  absl::StatusOr<NodeProgram> Build(int symbols) {
    for (int s = 0; s < symbols; ++s) {
      TW_RETURN_IF_ERROR(
          builder_.AddSymbol(absl::StrCat("s", s), {.at_least = 2}).status());
    }
    const int operands = node_.head.operands;
    for (int i = 0; i < operands; ++i) TW_RETURN_IF_ERROR(Read(i));
    std::vector<ir::TensorType> types;
    for (size_t i = operands; i < layouts_.size(); ++i) {
      types.push_back(layouts_[i].logical);
    }
    TW_ASSIGN_OR_RETURN(
        const std::vector<ir::ValueId> values,
        LowerOperation(node_, absl::MakeConstSpan(logical_).subspan(0, operands), types,
                       &builder_, &made_.checks));
    std::vector<ir::ValueId> results;
    std::vector<ir::Donation> donations;
    for (int r = 0; r < node_.head.results; ++r) {
      const int i = operands + r;
      TW_ASSIGN_OR_RETURN(const int input, Before(i));
      const ir::ValueId before = input < 0 ? -1 : memory_[made_.inputs[input]];
      const auto write = in_place_ ? &UpdateNest : &WriteArray;
      TW_ASSIGN_OR_RETURN(const ir::ValueId written,
                          write(layouts_[i], values[r], before, &builder_));
      results.push_back(written);
      made_.outputs.push_back(i);
      if (input >= 0 && made_.becomes[input] < 0) {
        made_.becomes[input] = r;
        donations.push_back({.argument = input, .result = r});
      }
    }
    std::sort(donations.begin(), donations.end(),
              [](const ir::Donation& a, const ir::Donation& b) {
                return a.argument < b.argument;
              });
    for (const Check& check : made_.checks) results.push_back(check.found);
    TW_ASSIGN_OR_RETURN(made_.program, std::move(builder_).Finish(std::move(results),
                                                                  std::move(donations)));
    return std::move(made_);
  }

 private:
  absl::Status AddInput(int i, const ir::TensorType& type) {
    TW_ASSIGN_OR_RETURN(memory_[i], builder_.AddInput(type));
    made_.inputs.push_back(i);
    made_.becomes.push_back(-1);
    return absl::OkStatus();
  }

  absl::Status Read(int i) {
    const NodeOperand& operand = node_.operands[i];
    if (operand.kind == Operand::Kind::kAbsent) return absl::OkStatus();
    if (operand.same_as >= 0) {
      memory_[i] = memory_[operand.same_as];
      logical_[i] = logical_[operand.same_as];
      return absl::OkStatus();
    }
    TW_RETURN_IF_ERROR(AddInput(i, layouts_[i].memory));
    TW_ASSIGN_OR_RETURN(logical_[i], ReadArray(layouts_[i], memory_[i], &builder_));
    return absl::OkStatus();
  }

  // The input that is the memory of result `i`: an operand, or what lies in the gaps of a
  // strided result; -1 where the memory is all new.
  absl::StatusOr<int> Before(int i) {
    const Layout& layout = layouts_[i];
    if (in_place_) {
      // Nothing else reads it: an operand that is the same array is an input of its own.
      if (node_.head.operation->sizes == Operation::Sizes::kElementwise) {
        const auto found = absl::c_find(made_.inputs, node_.operands[i].same_as);
        if (found != made_.inputs.end()) {
          made_.same = static_cast<int>(found - made_.inputs.begin());
        }
      }
      TW_RETURN_IF_ERROR(AddInput(i, {layout.logical.element, *layout.nest}));
      made_.within = layout.memory;
      return made_.nest = static_cast<int>(made_.inputs.size()) - 1;
    }
    const int same = node_.operands[i].same_as;
    if (same >= 0) {
      for (size_t input = 0; input < made_.inputs.size(); ++input) {
        if (made_.inputs[input] == same) return static_cast<int>(input);
      }
    }
    if (layout.kind != Layout::Kind::kStrided) return -1;
    TW_RETURN_IF_ERROR(AddInput(i, layout.memory));
    return static_cast<int>(made_.inputs.size()) - 1;
  }

  const NodeStructure& node_;
  const bool in_place_;
  ir::CheckedBuilder builder_;
  const std::vector<Layout> layouts_;  // by operand and result
  std::vector<ir::ValueId> memory_;    // likewise: the input
  std::vector<ir::ValueId> logical_;
  NodeProgram made_;
};

absl::StatusOr<NodeProgram> Named(const NodeStructure& node,
                                  absl::StatusOr<NodeProgram> made) {
  if (made.ok()) return made;
  return absl::Status(made.status().code(), absl::StrCat(node.head.operation->name, ": ",
                                                         made.status().message()));
}

// Kernels know nothing of sizes that are data: who runs them hands those over.
void SizesToInputs(NodeProgram* made) {
  ir::Program& program = made->program;
  std::vector<ir::Operation> kept;
  for (ir::Operation& op : program.body.operations) {
    if (op.kind == ir::OpKind::kGetDimensionSize) {
      const int64_t dimension = op.attributes.Int(ir::AttributeName::kDimension);
      program.body.arguments.push_back(op.results[0]);
      made->numbers.push_back(program.type(op.operands[0]).shape[dimension]);
      made->inputs.push_back(-static_cast<int>(made->numbers.size()));
      made->becomes.push_back(-1);
    } else {
      kept.push_back(std::move(op));
    }
  }
  program.body.operations = std::move(kept);
}

}  // namespace

absl::Status Failure(const Check& check, int64_t found, const NodeStructure& node) {
  return absl::Status(check.code, FailureText(check, absl::StrCat(found), node));
}

std::string FailureText(const Check& check, absl::string_view found,
                        const NodeStructure& node) {
  const ir::Dims& sizes = node.operands[check.operand].sizes;
  int64_t size = 1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (check.dimension < 0 || check.dimension == static_cast<int>(d)) size *= sizes[d];
  }
  return absl::Substitute(check.message, found, check.dimension, size);
}

absl::StatusOr<NodeProgram> BuildProgram(const NodeStructure& node, Blocks blocks) {
  std::vector<Layout> layouts;
  for (const NodeOperand& operand : node.operands) {
    layouts.push_back(LayoutOf(operand.element, operand.sizes, operand.strides));
  }
  return Named(node, ProgramBuilder(node, std::move(layouts), blocks).Build(0));
}

absl::StatusOr<NodeProgram> BuildOpenProgram(const NodeStructure& node,
                                             std::vector<Layout> layouts, int symbols,
                                             Blocks blocks) {
  absl::StatusOr<NodeProgram> made =
      Named(node, ProgramBuilder(node, std::move(layouts), blocks).Build(symbols));
  if (made.ok()) SizesToInputs(&*made);
  return made;
}

absl::StatusOr<std::vector<ir::ValueId>> LowerOperation(
    const NodeStructure& node, absl::Span<const ir::ValueId> operands,
    ir::CheckedBuilder* builder, std::vector<Check>* checks) {
  std::vector<ir::TensorType> types;
  for (size_t i = node.head.operands; i < node.operands.size(); ++i) {
    types.emplace_back(node.operands[i].element, node.operands[i].sizes);
  }
  return LowerOperation(node, operands, types, builder, checks);
}

absl::StatusOr<std::vector<ir::ValueId>> LowerOperation(
    const NodeStructure& node, absl::Span<const ir::ValueId> operands,
    absl::Span<const ir::TensorType> types, ir::CheckedBuilder* builder,
    std::vector<Check>* checks) {
  Lowering lowering;
  lowering.builder = builder;
  lowering.operands = operands;
  lowering.attributes = node.attributes;
  lowering.results = types;
  lowering.precision = node.head.precision;
  lowering.checks = checks;
  TW_ASSIGN_OR_RETURN(std::vector<ir::ValueId> values,
                      node.head.operation->lower(lowering));
  if (values.size() != types.size()) {
    return absl::InternalError(
        absl::StrCat(values.size(), " values for ", types.size(), " results"));
  }
  for (size_t r = 0; r < values.size(); ++r) {
    if (builder->type(values[r]) == types[r]) continue;
    return absl::InternalError(absl::StrCat("result ", r, " is ",
                                            ir::ToString(builder->type(values[r])),
                                            ", not ", ir::ToString(types[r])));
  }
  return values;
}

}  // namespace tilewright::eager
