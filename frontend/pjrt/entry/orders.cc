#include "frontend/pjrt/entry/orders.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/entry/replace_values.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

using ir::ValueId;

absl::StatusOr<std::vector<Order>> ReadOrders(const std::vector<std::string>& texts,
                                              const std::vector<ir::TensorType>& types,
                                              absl::string_view what) {
  std::vector<Order> orders(types.size());
  for (size_t i = 0; i < std::min(texts.size(), types.size()); ++i) {
    absl::StatusOr<Order> order = ReadOrder(texts[i], types[i].rank());
    if (!order.ok()) {
      return absl::Status(order.status().code(),
                          absl::StrCat(what, " ", i, ": ", order.status().message()));
    }
    orders[i] = *std::move(order);
  }
  return orders;
}

ir::Operation Transposition(ValueId from, ValueId to, std::vector<int64_t> permutation) {
  ir::Operation operation;
  operation.kind = ir::OpKind::kTranspose;
  operation.operands = {from};
  operation.results = {to};
  operation.attributes.Set(ir::AttributeName::kPermutation, std::move(permutation));
  return operation;
}

void PlaceArguments(const std::vector<Order>& orders, ir::Program* program) {
  ir::Region& body = program->body;
  std::map<ValueId, ValueId> replaced;
  std::vector<ir::Operation> first;
  for (size_t i = 0; i < orders.size(); ++i) {
    const Order& order = orders[i];
    if (order.empty()) continue;
    const ValueId argument = body.arguments[i];
    const ir::TensorType type = program->type(argument);
    const ValueId seen = program->AddValue(type);
    // Where each dimension is in memory.
    std::vector<int64_t> permutation(order.size());
    for (size_t k = 0; k < order.size(); ++k) {
      permutation[order[order.size() - 1 - k]] = static_cast<int64_t>(k);
    }
    program->values[argument] = InMemory(type, order);
    replaced[argument] = seen;
    first.push_back(Transposition(argument, seen, std::move(permutation)));
  }
  ReplaceValues(replaced, &body);
  body.operations.insert(body.operations.begin(), std::make_move_iterator(first.begin()),
                         std::make_move_iterator(first.end()));
}

void PlaceResults(const std::vector<Order>& orders, ir::Program* program) {
  ir::Region& body = program->body;
  for (size_t i = 0; i < orders.size(); ++i) {
    const Order& order = orders[i];
    if (order.empty()) continue;
    const ValueId placed =
        program->AddValue(InMemory(program->type(body.results[i]), order));
    body.operations.push_back(
        Transposition(body.results[i], placed, {order.rbegin(), order.rend()}));
    body.results[i] = placed;
  }
}

}  // namespace

bool AnyPlaced(const EntryOrders& orders) {
  const auto placed = [](const Order& order) { return !order.empty(); };
  return std::any_of(orders.inputs.begin(), orders.inputs.end(), placed) ||
         std::any_of(orders.outputs.begin(), orders.outputs.end(), placed);
}

absl::StatusOr<EntryOrders> PlaceEntry(stablehlo::ParsedProgram* parsed) {
  ir::Program& program = parsed->program;
  EntryOrders orders;
  orders.output_types = program.OutputTypes();
  TW_ASSIGN_OR_RETURN(orders.inputs, ReadOrders(parsed->argument_layouts,
                                                program.InputTypes(), "argument"));
  TW_ASSIGN_OR_RETURN(orders.outputs,
                      ReadOrders(parsed->result_layouts, orders.output_types, "result"));
  if (!AnyPlaced(orders)) return orders;
  PlaceArguments(orders.inputs, &program);
  PlaceResults(orders.outputs, &program);
  const auto differ = [&orders](const ir::Donation& donation) {
    return orders.inputs[donation.argument] != orders.outputs[donation.result];
  };
  program.donations.erase(
      std::remove_if(program.donations.begin(), program.donations.end(), differ),
      program.donations.end());
  ir::NumberOperations(&program);
  return orders;
}

}  // namespace tilewright::pjrt
