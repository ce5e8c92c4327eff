// Walks the steps of a plan over memory in which every element has its radius.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "plan/plan.h"
#include "tests/reference/element.h"
#include "tile/program.h"

namespace tilewright::reference {

// Bytes, and radii of elements that lie there.
class Memory {
 public:
  explicit Memory(int64_t bytes);

  uint8_t* data() { return bytes_.get(); }
  // What lies there, as an array of this type. Elements that were stored as another
  // type are known only if they are exact.
  Array Load(int64_t offset, const ir::TensorType& type) const;
  void Store(int64_t offset, const Array& array);
  // From here on what lies there is exact.
  void ForgetRadii(int64_t offset, int64_t bytes);
  bool HasRadii(int64_t offset, int64_t bytes) const;
  // Bytes with their radii.
  static void Copy(const Memory& from, int64_t from_offset, Memory& to, int64_t to_offset,
                   int64_t bytes);

 private:
  struct Note {
    ElementType type;
    double radius;
  };
  struct Free {
    void operator()(uint8_t* p) const;
  };
  std::unique_ptr<uint8_t[], Free> bytes_;  // as buffers of kernels are aligned
  std::map<int64_t, Note> notes_;           // by offset; of elements that are not exact
};

class PlanRun {
 public:
  // Runs a kernel, or a routine, on the run's memory.
  using RunKernel = std::function<absl::Status(const plan::KernelStep&, PlanRun&)>;
  using RunRoutine = std::function<absl::Status(const plan::RoutineStep&, PlanRun&)>;

  PlanRun(const plan::Plan& plan, RunKernel kernel, RunRoutine routine);

  // The outputs. Aborted where control depends on a value that is not known.
  absl::StatusOr<std::vector<Array>> Run(absl::Span<const Array> inputs);

  Array Load(const plan::BufferRef& ref, const ir::TensorType& type) const {
    return At(ref).Load(ref.offset, type);
  }
  void Store(const plan::BufferRef& ref, const Array& array) {
    At(ref).Store(ref.offset, array);
  }
  void ForgetRadii(const plan::BufferRef& ref) {
    At(ref).ForgetRadii(ref.offset, ref.bytes);
  }
  bool HasRadii(const plan::BufferRef& ref) const {
    return At(ref).HasRadii(ref.offset, ref.bytes);
  }
  void* Address(const plan::BufferRef& ref) { return At(ref).data() + ref.offset; }

 private:
  Memory& At(const plan::BufferRef& ref) const;
  absl::Status RunAll(const std::vector<plan::Step>& steps);
  absl::Status RunOne(const plan::Step& step);
  absl::StatusOr<bool> Proceeds(const plan::BufferRef& predicate);
  absl::StatusOr<int64_t> Taken(const plan::CaseStep& step);

  const plan::Plan& plan_;
  const RunKernel kernel_;
  const RunRoutine routine_;
  std::vector<std::unique_ptr<Memory>> spaces_[5];  // by space, then by number
};

// Arrays of a kernel's buffers as the step names them; and what the kernel writes, back.
std::vector<Array> LoadArrays(const tile::Program& program, const plan::KernelStep& step,
                              const PlanRun& run);
void StoreArrays(const tile::Program& program, const plan::KernelStep& step,
                 absl::Span<const Array> arrays, PlanRun& run);

// Kernels by the reference; `programs` are the plan's, and outlive the run.
PlanRun::RunKernel ByReference(absl::Span<const tile::Program> programs);

// How `actual`, the bytes of an array, agrees with what is expected of it.
struct Agreement {
  int64_t known = 0, unknown = 0;  // elements
  std::string difference;          // the first; empty: there is none

  void Add(const Agreement& other) {
    known += other.known;
    unknown += other.unknown;
    if (difference.empty()) difference = other.difference;
  }
};
Agreement Compare(const Array& expected, const uint8_t* actual);

}  // namespace tilewright::reference
