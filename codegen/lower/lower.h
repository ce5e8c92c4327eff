// Lowers one cluster to a tile program.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "chip/chip.h"
#include "codegen/cluster/cluster.h"
#include "ir/program.h"
#include "tile/author/kernel.h"
#include "tile/program.h"

namespace tilewright::codegen {

// A cluster as a tile program, with the value that each HBM ref stands for.
struct LoweredCluster {
  tile::Program program;
  // By HBM ref, in order. Outputs are `written`; a value may be read and
  // written through one ref when it is updated in place.
  struct Parameter {
    ir::ValueId value = -1;
    bool written = false;
    int32_t prepared = -1;  // instead of a value: number in plan::Plan::prepared
    bool sizes = false;     // instead of a value: what the kernel's symbols are
  };
  std::vector<Parameter> parameters;
  // Outputs that must hold a copy of another value before the kernel runs:
  // scatters and updates of a slice.
  struct Prepare {
    ir::ValueId output = -1;
    ir::ValueId copy_of = -1;
  };
  std::vector<Prepare> prepare;
  // The kernel's symbols, by their ids in the program that was lowered.
  std::vector<ir::SymbolId> symbols;
};

// Numbers the program's parts as its statements come to them (tile/canonical.h), and
// puts the parameters in that order.
void Renumber(LoweredCluster* lowered);

// Whether an output begins as a copy of another value.
bool IsPrepared(const LoweredCluster& lowered, ir::ValueId output);
// Whether the kernel needs a value that an output begins as a copy of for more than
// that: reads it, or begins another output with it.
bool ReadsToo(const LoweredCluster& lowered, ir::ValueId value);

struct LowerOptions {
  Numerics numerics = Numerics::kTpu;
  const chip::Chip* chip = nullptr;  // never null
};

// Looks up the operation that defines a free value (constant, iota) in the
// regions around; null when the value is in memory.
using FindRematerialisable = std::function<const ir::Operation*(ir::ValueId)>;

// For a cluster that makes something (codegen/cluster/cluster.h). Where a type has a size
// that is no number, so does the kernel's, which takes its value when it runs.
absl::StatusOr<LoweredCluster> LowerCluster(
    const ir::Program& program, const ir::Region& region, const Cluster& cluster,
    const std::set<ir::ValueId>& materialised,
    const FindRematerialisable& find_rematerialisable, const LowerOptions& options);

// A call of a kernel, which was checked (codegen/facts/kernel_calls.h) and has the sizes
// of the call (tile::AtSizes, tile::WithSizes): its program, what its arrays are, and
// which outputs begin as copies of inputs. A kernel over whole arrays is cut into steps
// as a cluster is.
LoweredCluster LowerCall(const ir::Operation& op, const tile::Kernel& kernel,
                         const LowerOptions& options, bool debug);

}  // namespace tilewright::codegen
