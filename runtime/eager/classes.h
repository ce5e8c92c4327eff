// Kernel classes: operations whose kernels take sizes when they run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "ir/size/size_function.h"
#include "runtime/eager/counters.h"
#include "runtime/eager/form.h"
#include "runtime/eager/node.h"
#include "runtime/eager/program.h"
#include "runtime/run/executable.h"
#include "runtime/run/open_kernel.h"

namespace tilewright::eager {

// One for all nodes of a form whose sizes are equal where it takes them to be.
class KernelClass {
 public:
  // Takes sizes to be equal where those at hand are. Where no kernel can be made that
  // knows no sizes, its status() says why.
  KernelClass(const NodeStructure& node, const Form& form,
              const runtime::CompileOptions& options);

  const absl::Status& status() const { return status_; }
  // Whether sizes are equal wherever it takes them to be; whether nowhere else, too.
  bool Fits(absl::Span<const int64_t> sizes) const;
  bool IsExactly(absl::Span<const int64_t> sizes) const;

  // Requires an OK status(), as what follows does.
  const runtime::OpenKernel& kernel() const { return *kernel_; }
  const std::vector<int>& inputs() const { return inputs_; }  // NodeProgram's
  const std::vector<int>& outputs() const { return outputs_; }
  const std::vector<int>& becomes() const { return becomes_; }
  const std::vector<Check>& checks() const { return checks_; }
  const std::shared_ptr<CodeUse>& use() const { return use_; }

  // What follows from the sizes of a node that fits.
  struct Sized {
    runtime::OpenKernel::Sized kernel;
    std::vector<int64_t> numbers;  // NodeProgram's
    std::vector<int64_t> input_bytes, output_bytes;
  };
  // InvalidArgument where they are more than kernels take.
  absl::StatusOr<Sized> At(absl::Span<const int64_t> sizes) const;

 private:
  absl::Status Make(const NodeStructure& node, const std::vector<Layout>& layouts,
                    const runtime::CompileOptions& options, Blocks blocks);

  int symbols_ = 0;
  std::vector<int32_t> symbol_of_;  // by open size
  absl::Status status_;
  std::unique_ptr<const runtime::OpenKernel> kernel_;
  std::vector<int> inputs_, outputs_, becomes_;
  std::vector<Check> checks_;
  const std::shared_ptr<CodeUse> use_ = std::make_shared<CodeUse>();
  std::vector<ir::SizeFunction> numbers_, input_bytes_, output_bytes_;
};

// For one thread.
class KernelClasses {
 public:
  struct Found {
    const KernelClass* found = nullptr;
    bool made = false;  // just now
  };
  // The class of such a node. Its status may be an error.
  Found FindOrMake(const NodeStructure& node, const Form& form,
                   const runtime::CompileOptions& options);

 private:
  absl::flat_hash_map<std::vector<uint64_t>, std::vector<std::unique_ptr<KernelClass>>>
      classes_;  // by the form's words
};

}  // namespace tilewright::eager
