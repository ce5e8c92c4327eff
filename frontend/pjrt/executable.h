// Compiled programs, and what is told of them.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/pjrt/abi/execute.h"
#include "frontend/pjrt/abi/extensions.h"
#include "frontend/pjrt/client.h"
#include "frontend/pjrt/data/options.h"
#include "frontend/pjrt/entry/orders.h"
#include "frontend/pjrt/named_values.h"
#include "runtime/device/execute.h"
#include "support/spinning.h"

namespace tilewright::pjrt {

// The layout of an array of so many dimensions.
struct PJRT_Layouts_MemoryLayout {
  int rank = 0;
  Order order;
};

// What was compiled, of no device yet. Immutable.
struct Compiled {
  runtime::ExecutablePtr executable;
  std::string name;
  CompileRequest request;
  std::string code;           // as it was handed over
  std::string options;        // likewise
  std::string fingerprint;    // hexadecimal digits; of program, compiler and device
  std::vector<bool> donated;  // of each input: the caller gives it up
  bool any_donated = false;
  std::vector<int64_t> channels;  // to and from the host: their numbers in the code
  std::vector<int> output_kinds;  // of memory: places in kMemoryKinds
  // So little that a queue would take longer.
  bool small = false;
  EntryOrders orders;  // of inputs and outputs, with the outputs' types
  // Of outputs, as the C API has them.
  std::vector<PJRT_Buffer_Type> types;
  std::vector<int64_t> dims;
  std::vector<size_t> dim_counts;
  std::vector<const char*> memory_kinds;
  std::vector<size_t> memory_kind_sizes;
  std::vector<std::unique_ptr<PJRT_Layouts_MemoryLayout>> layouts;
  std::vector<PJRT_Layouts_MemoryLayout*> layout_pointers;
  NamedValues cost;

  const plan::Plan& plan() const { return executable->plan(); }
};
using CompiledPtr = std::shared_ptr<const Compiled>;

// InvalidArgument for what is malformed, Unimplemented for what is refused by name: other
// formats than "mlir" (text or bytecode), programs for several devices.
absl::StatusOr<CompiledPtr> CompileFor(const PJRT_TopologyDescription& topology,
                                       absl::string_view format, absl::string_view code,
                                       absl::string_view options);

// The program as StableHLO text, for XLA's readers: with functions written out, and with
// the layouts of arrays that do not lie row by row. Made anew: few ask, and constants
// make it large.
absl::StatusOr<std::string> TextOf(const Compiled& compiled);

// A compiled program as bytes, to be loaded by the same build for the same target, chip
// and numerics.
std::string SerializeCompiled(absl::string_view platform_version,
                              const Compiled& compiled);
// InvalidArgument for other bytes, FailedPrecondition where something of those differs:
// names both. `options` take the place of those that were serialized, unless empty.
absl::StatusOr<CompiledPtr> DeserializeCompiled(const PJRT_TopologyDescription& topology,
                                                absl::string_view bytes,
                                                absl::string_view options);

struct PJRT_Executable {
  CompiledPtr compiled;
  std::string platform_version;
};

struct PJRT_LoadedExecutable {
  std::shared_ptr<PJRT_Client> client;
  PJRT_Device* device = nullptr;
  std::string fingerprint;

  // Null when it was deleted.
  CompiledPtr Get() const {
    const std::lock_guard<SpinLock> guard(lock);
    return compiled;
  }

  mutable SpinLock lock;
  CompiledPtr compiled;  // guarded by lock
};

// InvalidArgument when the program names a device that is not there.
absl::StatusOr<PJRT_LoadedExecutable*> Load(std::shared_ptr<PJRT_Client> client,
                                            CompiledPtr compiled);

}  // namespace tilewright::pjrt
