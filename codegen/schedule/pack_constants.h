// Weights of a matmul that are constants: laid out once, in the panels that the
// micro-kernel reads.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/facts/emit_options.h"
#include "codegen/lower/lower.h"
#include "plan/plan.h"
#include "tile/program.h"

namespace tilewright::codegen {

// A program that writes what a kernel is to read into its last ref, from the values in
// the refs before it.
struct Packing {
  tile::Program program;
  std::vector<ir::ValueId> values;
  int64_t bytes = 0;
  size_t parameter = 0;  // of the kernel that reads it
};

// If the kernel is a matmul that is worth it, and its rhs is made of such values alone,
// says how to pack that as panels (tile::Matmul::prepacked_panel), and makes the kernel
// read them, as its last parameter. Changes no value: the same elements are multiplied in
// the same order.
std::optional<Packing> SplitPacking(
    const std::function<bool(const tile::Matmul&)>& is_worth_it,
    const std::function<bool(ir::ValueId)>& is_known, const EmitOptions& options,
    LoweredCluster* kernel);

class ConstantPacker {
 public:
  // Where a value is, null when nowhere.
  using PlaceOf = std::function<const plan::BufferRef*(ir::ValueId)>;
  // The number in the plan of a kernel.
  using KernelFor = std::function<int(tile::Program)>;

  // Adds to `plan`, and knows what it has added before.
  ConstantPacker(const EmitOptions& options, PlaceOf place_of, KernelFor kernel_for,
                 plan::Plan* plan)
      : options_(options),
        place_of_(std::move(place_of)),
        kernel_for_(std::move(kernel_for)),
        plan_(*plan) {}

  // If the kernel is a matmul with a large rhs that depends on constants alone, has
  // the plan prepare that as panels; of other kernels, has it round large constants that
  // are rounded where they are read.
  void Pack(LoweredCluster* kernel);

 private:
  void Prepare(Packing packing, LoweredCluster* kernel);

  const EmitOptions& options_;
  const PlaceOf place_of_;
  const KernelFor kernel_for_;
  plan::Plan& plan_;
  // Numbers of prepared memory, by packing kernel and constants.
  std::map<std::vector<int32_t>, int32_t> packed_;
};

}  // namespace tilewright::codegen
