// The one program form: StableHLO's operations in SSA form with regions, all
// calls inlined, one entry.
//
// Values are numbered across the whole program, regions included; a region may
// use values of the regions around it. Reducers' and comparators' region
// arguments are tensors of rank 0 as in StableHLO.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "ir/attributes.h"
#include "ir/location.h"
#include "ir/op_kind.h"
#include "ir/size/facts.h"
#include "ir/tensor_type.h"

namespace tilewright::ir {

using ValueId = int32_t;

struct Operation;

// A list of operations with arguments, and the values it yields.
struct Region {
  std::vector<ValueId> arguments;
  std::vector<Operation> operations;
  std::vector<ValueId> results;
};

struct Operation {
  OpKind kind = OpKind::kConstant;
  std::vector<ValueId> operands;
  std::vector<ValueId> results;
  Attributes attributes;
  std::vector<Region> regions;
  Location location;
};

// Donation: the caller gives up argument `argument`, and result `result` may
// reuse its memory.
struct Donation {
  int argument = 0;
  int result = 0;
};

struct Program {
  std::string name;                 // of the entry function; not part of identity
  std::vector<TensorType> values;   // type of each value, indexed by ValueId
  Region body;                      // arguments: inputs; results: outputs
  SymbolList symbols;               // of sizes that are no numbers
  std::vector<Donation> donations;  // sorted by argument
  int64_t num_partitions = 1;
  int64_t num_replicas = 1;
  FileTable files;  // of locations; not part of identity

  ValueId AddValue(TensorType type) {
    values.push_back(std::move(type));
    return static_cast<ValueId>(values.size() - 1);
  }
  const TensorType& type(ValueId value) const { return values[value]; }
  // Types of the entry's inputs and outputs.
  std::vector<TensorType> InputTypes() const;
  std::vector<TensorType> OutputTypes() const;
};

// Gives every operation its ordinal: an operation comes before those in its regions. Who
// makes a program does it at the end; rewrites never do.
void NumberOperations(Program* program);
// Every operation in the order of ordinals.
void ForEachOperation(const Program& program,
                      absl::FunctionRef<void(const Operation&)> visit);

}  // namespace tilewright::ir
