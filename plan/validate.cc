#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "plan/launch.h"
#include "plan/serialize.h"
#include "support/abi.h"
#include "support/status_macros.h"

namespace tilewright::plan {
namespace {

absl::Status Invalid(absl::string_view where, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("plan: ", where, ": ", why));
}

bool IsBounded(const ir::TensorType& type) {
  int64_t product = 0;
  const int bytes = std::max(1, ir::StorageBytes(type.element));
  return ir::BoundedProduct(type.dims(), ir::kMaxTensorBytes / bytes, &product);
}

class Validator {
 public:
  explicit Validator(const Plan& plan) : plan_(plan) {}

  absl::Status Run() {
    if (plan_.arena_bytes < 0 || plan_.arena_bytes > kMaxBytes) {
      return Invalid("arena", absl::StrCat(plan_.arena_bytes, " bytes"));
    }
    TW_RETURN_IF_ERROR(CheckTypes("input", plan_.inputs));
    TW_RETURN_IF_ERROR(CheckTypes("output", plan_.outputs));
    for (size_t i = 0; i < plan_.constants.size(); ++i) {
      if (!IsBounded(plan_.constants[i].type())) {
        return Invalid(absl::StrCat("constant ", i), "its type is too large");
      }
    }
    for (size_t i = 0; i < plan_.kernels.size(); ++i) {
      TW_RETURN_IF_ERROR(CheckKernel(i));
    }
    TW_RETURN_IF_ERROR(CheckDonations());
    TW_RETURN_IF_ERROR(CheckPreparation());
    return CheckSteps(plan_.steps);
  }

 private:
  absl::Status CheckTypes(absl::string_view what,
                          const std::vector<ir::TensorType>& types) {
    for (size_t i = 0; i < types.size(); ++i) {
      if (!IsBounded(types[i])) {
        return Invalid(absl::StrCat(what, " ", i), "its type is too large");
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckKernel(size_t index) {
    const Kernel& kernel = plan_.kernels[index];
    const std::string where = absl::StrCat("kernel ", index, " (", kernel.name, ")");
    if (kernel.identity.empty() || kernel.identity.size() > 256 ||
        !std::all_of(kernel.identity.begin(), kernel.identity.end(), [](char c) {
          return absl::ascii_isalnum(c) || c == '.' || c == '-';
        })) {
      return Invalid(where, "its identity is no identity");
    }
    if (!identities_.insert(kernel.identity).second) {
      return Invalid(where, "another one has the same identity");
    }
    const absl::Status launch = CheckLaunch(kernel.launch);
    return launch.ok() ? launch : Invalid(where, launch.message());
  }

  absl::Status CheckDonations() {
    std::set<int32_t> outputs;
    for (const DonatedBuffer& donation : plan_.donations) {
      const std::string where = absl::StrCat("donation of input ", donation.input,
                                             " to output ", donation.output);
      if (donation.input < 0 || donation.output < 0 ||
          static_cast<size_t>(donation.input) >= plan_.inputs.size() ||
          static_cast<size_t>(donation.output) >= plan_.outputs.size()) {
        return Invalid(where, "there is no such input or output");
      }
      if (plan_.inputs[donation.input].byte_size() !=
          plan_.outputs[donation.output].byte_size()) {
        return Invalid(where, "the types differ in size");
      }
      if (!donated_inputs_.insert(donation.input).second ||
          !outputs.insert(donation.output).second) {
        return Invalid(where, "one of the two takes part in another donation");
      }
    }
    return absl::OkStatus();
  }

  // Bytes of the space that `buffer` is in; -1 if there is no such space.
  int64_t SpaceBytes(const BufferRef& buffer) const {
    const auto known = [&buffer](size_t count) {
      return buffer.index >= 0 && static_cast<size_t>(buffer.index) < count;
    };
    switch (buffer.space) {
      case Space::kArena:
        return buffer.index == 0 ? plan_.arena_bytes : -1;
      case Space::kInput:
        return known(plan_.inputs.size()) ? plan_.inputs[buffer.index].byte_size() : -1;
      case Space::kOutput:
        return known(plan_.outputs.size()) ? plan_.outputs[buffer.index].byte_size() : -1;
      case Space::kConstant:
        return known(plan_.constants.size())
                   ? plan_.constants[buffer.index].type().byte_size()
                   : -1;
      case Space::kPrepared:
        return known(plan_.prepared.size()) ? plan_.prepared[buffer.index] : -1;
    }
    return -1;
  }

  absl::Status CheckBuffer(const Step& step, const BufferRef& buffer) const {
    const int64_t space = SpaceBytes(buffer);
    if (space < 0) {
      return Invalid(step.name,
                     absl::StrCat("buffer in space ", static_cast<int>(buffer.space),
                                  " number ", buffer.index, ", which is not there"));
    }
    if (buffer.offset < 0 || buffer.bytes < 0 || buffer.offset > space ||
        buffer.bytes > space - buffer.offset) {
      return Invalid(step.name, absl::StrCat("buffer of ", buffer.bytes, " bytes at ",
                                             buffer.offset, " in ", space, " bytes"));
    }
    return absl::OkStatus();
  }

  // What a step writes to.
  absl::Status CheckWritten(const Step& step, const BufferRef& buffer) const {
    TW_RETURN_IF_ERROR(CheckBuffer(step, buffer));
    return RunsMayWrite(buffer) ? absl::OkStatus() : WrittenWhereItMustNot(step);
  }
  bool RunsMayWrite(const BufferRef& buffer) const {
    return buffer.space == Space::kArena || buffer.space == Space::kOutput ||
           (buffer.space == Space::kInput && donated_inputs_.count(buffer.index) > 0);
  }
  static absl::Status WrittenWhereItMustNot(const Step& step) {
    return Invalid(step.name,
                   "writes to what is constant or to an input that is not donated");
  }

  static bool SameSpace(const BufferRef& a, const BufferRef& b) {
    return a.space == b.space && a.index == b.index;
  }
  static bool Overlap(const BufferRef& a, const BufferRef& b) {
    return SameSpace(a, b) && a.bytes > 0 && b.bytes > 0 &&
           a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
  }

  // `may_write` says of what memory steps of the kind may write to.
  template <typename MayWrite>
  absl::Status CheckKernelStep(const Step& step, const MayWrite& may_write) const {
    const KernelStep& call = step.kernel;
    if (call.kernel < 0 || static_cast<size_t>(call.kernel) >= plan_.kernels.size()) {
      return Invalid(step.name, absl::StrCat("there is no kernel ", call.kernel));
    }
    const Launch& launch = plan_.kernels[call.kernel].launch;
    const std::vector<KernelBuffer>& wanted = launch.buffers;
    if (call.buffers.size() != wanted.size()) {
      return Invalid(step.name, absl::StrCat(call.buffers.size(),
                                             " buffers for a kernel of ", wanted.size()));
    }
    const absl::StatusOr<std::vector<int64_t>> sizes = SizesOf(plan_, call);
    if (!sizes.ok()) return Invalid(step.name, sizes.status().message());
    const absl::StatusOr<int64_t> steps = GridStepsOf(launch, *sizes);
    if (!steps.ok()) return Invalid(step.name, steps.status().message());
    if (call.grid_steps != *steps) {
      return Invalid(step.name,
                     absl::StrCat(call.grid_steps, " steps of a kernel of ", *steps));
    }
    const absl::StatusOr<int64_t> scratch = ScratchBytesOf(launch, *sizes);
    if (!scratch.ok()) return Invalid(step.name, scratch.status().message());
    if (call.scratch_bytes != *scratch) {
      return Invalid(step.name,
                     absl::StrCat(call.scratch_bytes,
                                  " bytes of scratch for a kernel of ", *scratch));
    }
    for (size_t i = 0; i < wanted.size(); ++i) {
      const BufferRef& buffer = call.buffers[i];
      TW_RETURN_IF_ERROR(CheckBuffer(step, buffer));
      const absl::StatusOr<int64_t> bytes = ir::Evaluate(wanted[i].bytes, {}, *sizes);
      if (!bytes.ok()) return Invalid(step.name, bytes.status().message());
      if (*bytes < 0 || buffer.bytes < *bytes) {
        return Invalid(step.name,
                       absl::StrCat("hands ", buffer.bytes, " bytes to parameter ", i,
                                    " of its kernel, which takes ", *bytes));
      }
      if (wanted[i].written && !may_write(buffer)) return WrittenWhereItMustNot(step);
    }
    if (plan_.kernels[call.kernel].ref_names.empty()) return absl::OkStatus();
    if (call.buffers.empty() || call.buffers.back().bytes < TW_REPORT_WORDS * 8) {
      return Invalid(step.name, "there is no room for the kernel's report");
    }
    return CheckWritten(step, call.buffers.back());
  }

  absl::Status CheckCopyStep(const Step& step) const {
    const CopyStep& copy = step.copy;
    TW_RETURN_IF_ERROR(CheckBuffer(step, copy.from));
    TW_RETURN_IF_ERROR(CheckWritten(step, copy.to));
    if (copy.from.bytes != copy.to.bytes) {
      return Invalid(step.name, absl::StrCat("copies ", copy.from.bytes, " bytes to ",
                                             copy.to.bytes));
    }
    if (!(copy.from == copy.to) && Overlap(copy.from, copy.to)) {
      return Invalid(step.name, "copies between ranges that overlap");
    }
    return absl::OkStatus();
  }

  absl::Status CheckTyped(const Step& step, const std::vector<ir::TensorType>& types,
                          const std::vector<BufferRef>& buffers) const {
    if (types.size() != buffers.size()) {
      return Invalid(step.name, absl::StrCat(types.size(), " types for ", buffers.size(),
                                             " buffers"));
    }
    for (size_t i = 0; i < types.size(); ++i) {
      if (!IsBounded(types[i]) || types[i].byte_size() != buffers[i].bytes) {
        return Invalid(step.name, absl::StrCat(ir::ToString(types[i]), " in ",
                                               buffers[i].bytes, " bytes"));
      }
      TW_RETURN_IF_ERROR(CheckBuffer(step, buffers[i]));
    }
    return absl::OkStatus();
  }

  absl::Status CheckRoutineStep(const Step& step) const {
    const RoutineStep& call = step.routine;
    TW_RETURN_IF_ERROR(CheckTyped(step, call.operand_types, call.operands));
    TW_RETURN_IF_ERROR(CheckTyped(step, call.result_types, call.results));
    for (size_t i = 0; i < call.results.size(); ++i) {
      TW_RETURN_IF_ERROR(CheckWritten(step, call.results[i]));
      for (const BufferRef& operand : call.operands) {
        if (Overlap(call.results[i], operand)) {
          return Invalid(step.name, absl::StrCat("result ", i, " overlaps an operand"));
        }
      }
      for (size_t j = 0; j < i; ++j) {
        if (Overlap(call.results[i], call.results[j])) {
          return Invalid(step.name, absl::StrCat("result ", i, " overlaps another"));
        }
      }
    }
    return absl::OkStatus();
  }

  // Nothing of a run is there yet.
  absl::Status CheckPreparation() const {
    int64_t left = kMaxBytes;
    for (int64_t bytes : plan_.prepared) {
      if (bytes < 0 || bytes > left) {
        return Invalid("prepared memory", absl::StrCat(bytes, " bytes"));
      }
      left -= bytes;
    }
    for (const Step& step : plan_.preparation) {
      if (step.kind != StepKind::kKernel) {
        return Invalid(step.name, "only kernels prepare memory");
      }
      TW_RETURN_IF_ERROR(CheckKernelStep(step, [](const BufferRef& buffer) {
        return buffer.space == Space::kPrepared;
      }));
      for (const BufferRef& buffer : step.kernel.buffers) {
        if (buffer.space != Space::kConstant && buffer.space != Space::kPrepared) {
          return Invalid(step.name, "prepares memory from what is not constant");
        }
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckScalar(const Step& step, const BufferRef& buffer,
                           int64_t bytes) const {
    TW_RETURN_IF_ERROR(CheckBuffer(step, buffer));
    if (buffer.bytes == bytes) return absl::OkStatus();
    return Invalid(step.name,
                   absl::StrCat("decides by ", buffer.bytes, " bytes, not ", bytes));
  }

  absl::Status CheckSteps(const std::vector<Step>& steps) const {
    for (const Step& step : steps) {
      switch (step.kind) {
        case StepKind::kKernel:
          TW_RETURN_IF_ERROR(CheckKernelStep(
              step, [this](const BufferRef& buffer) { return RunsMayWrite(buffer); }));
          break;
        case StepKind::kCopy:
          TW_RETURN_IF_ERROR(CheckCopyStep(step));
          break;
        case StepKind::kRoutine:
          TW_RETURN_IF_ERROR(CheckRoutineStep(step));
          break;
        case StepKind::kWhile:
          TW_RETURN_IF_ERROR(CheckScalar(step, step.loop.predicate, 1));
          TW_RETURN_IF_ERROR(CheckSteps(step.loop.condition));
          TW_RETURN_IF_ERROR(CheckSteps(step.loop.body));
          break;
        case StepKind::kCase:
          TW_RETURN_IF_ERROR(CheckScalar(step, step.branch.index,
                                         step.branch.index_is_predicate ? 1 : 4));
          if (step.branch.branches.empty()) return Invalid(step.name, "has no branches");
          for (const std::vector<Step>& branch : step.branch.branches) {
            TW_RETURN_IF_ERROR(CheckSteps(branch));
          }
          break;
      }
    }
    return absl::OkStatus();
  }

  const Plan& plan_;
  std::set<std::string> identities_;  // of kernels
  std::set<int32_t> donated_inputs_;
};

}  // namespace

absl::Status Validate(const Plan& plan) { return Validator(plan).Run(); }

}  // namespace tilewright::plan
