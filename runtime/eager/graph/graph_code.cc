#include "runtime/eager/graph/graph_code.h"

#include <utility>

#include "runtime/eager/program.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

absl::Status RunGraph(const NodeView& node, const RunContext& context) {
  auto& graph = static_cast<GraphCode&>(*node.buffer(kGraphCode));
  SegmentCode& code = graph.code;
  const auto address = [&](const SegmentProgram::Place& place) {
    const GraphCode::Place& buffer = graph.places[place.buffer];
    return node.address(buffer.operand) + buffer.begin + place.offset;
  };
  const auto word = [&](size_t operand) {
    return *static_cast<const uint64_t*>(node.immediate(operand));
  };
  std::vector<GraphCode::Number> numbers = graph.numbers;
  for (GraphCode::Number& number : numbers) {
    if (number.role == Operand::Role::kSeed) number.bits[0] = word(kGraphSeed);
    if (number.role == Operand::Role::kRandomOffset) {
      number.bits[0] += word(kGraphRandomOffset);
    }
  }
  std::vector<const void*> inputs(code.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    inputs[i] = code.inputs[i].buffer >= 0
                    ? static_cast<const void*>(address(code.inputs[i]))
                    : numbers[i].bits.data();
  }
  std::vector<void*> outputs;
  outputs.reserve(code.outputs.size() + code.checks.size());
  for (const SegmentProgram::Place& place : code.outputs) {
    outputs.push_back(address(place));
  }
  std::vector<int64_t> found(code.checks.size());
  TW_RETURN_IF_ERROR(
      RunCode(code, inputs, std::move(outputs), context, absl::MakeSpan(found)));
  Count(context.counters->graph_runs);
  Count(context.counters->bytes_never_stored, code.never_stored);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] == Check::kHolds) continue;
    const SegmentProgram::NodeCheck& check = code.checks[i];
    return Failure(check.check, found[i], code.shape->nodes[check.node]->structure);
  }
  return absl::OkStatus();
}

}  // namespace

const Operation kRunGraph = {"compiled graph", nullptr, Operation::Sizes::kNumbers,
                             &RunGraph};

}  // namespace tilewright::eager
