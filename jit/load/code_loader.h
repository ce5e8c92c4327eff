// Object files to code that runs in this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/store/store.h"
#include "support/abi.h"

namespace tilewright::jit {

// One loaded object. The code lives as long as this; the loader may go first.
class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  tw_kernel_v2 entry() const { return entry_; }
  // Bytes of machine code of the entry, for reports.
  int64_t code_bytes() const { return code_bytes_; }

 protected:
  tw_kernel_v2 entry_ = nullptr;
  int64_t code_bytes_ = 0;
};

// Loads objects through ORC's JITLink into slabs of code memory that no mapping
// makes writable and executable at once. Thread-safe.
class CodeLoader {
 public:
  struct Options {
    // Append each kernel to /tmp/perf-<pid>.map, where `perf report` looks.
    bool perf = false;
    // Tell a debugger about each kernel through GDB's JIT interface.
    bool gdb = false;
  };
  // TILEWRIGHT_PERF=1 and TILEWRIGHT_GDB=1.
  static Options OptionsFromEnvironment();

  static absl::StatusOr<std::shared_ptr<CodeLoader>> Create(const Options& options);
  virtual ~CodeLoader() = default;

  // `name` is for people (perf, debuggers). The object is checked first as
  // CheckObject does, then linked. `object` is only read during the call.
  virtual absl::StatusOr<std::shared_ptr<const LoadedKernel>> Load(
      absl::string_view object, absl::string_view name) = 0;

  // Bytes of code memory that are mapped now, free parts of slabs included.
  virtual int64_t mapped_bytes() const = 0;
};

// Checks an object before any linker sees it: an ELF relocatable for this
// machine, whose only undefined symbols are in TW_ABI_IMPORTS, that defines the
// function codegen::kKernelSymbol and no constructors, destructors, indirect
// functions, thread-local or writable data. FailedPrecondition names the
// offending thing; DataLoss for what is not an object at all. `why`, unless null, is
// what kind of thing it is.
absl::Status CheckObject(absl::string_view object, cache::Refusal* why = nullptr);
// As for loading on another machine; `machine` is its number in ELF headers.
absl::Status CheckObjectFor(uint16_t machine, absl::string_view object,
                            cache::Refusal* why = nullptr);

}  // namespace tilewright::jit
