// An executable whose runs are what a test says.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "chip/chip.h"
#include "runtime/run/executable.h"

namespace tilewright::runtime {

class FakeExecutable : public Executable {
 public:
  using Body = std::function<absl::Status(absl::Span<const void* const> inputs,
                                          absl::Span<void* const> outputs)>;
  FakeExecutable(int inputs, int outputs, Body body) : body_(std::move(body)) {
    const ir::TensorType type{ir::ElementType::kI32, {1}};
    plan_.inputs.assign(inputs, type);
    plan_.outputs.assign(outputs, type);
    donated_to_.assign(inputs, -1);
  }
  void Donate(int input, int output) { donated_to_[input] = output; }

  const plan::Plan& plan() const override { return plan_; }
  const CompileStats& stats() const override { return stats_; }
  const chip::Chip& chip() const override { return **chip::FindChip("v5e"); }
  const absl::Status& refused() const override { return refused_; }
  int64_t arena_bytes() const override { return 0; }
  int64_t held_bytes() const override { return 0; }
  int64_t code_bytes() const override { return 0; }
  const std::vector<int32_t>& donated_to() const override { return donated_to_; }
  absl::Status Execute(absl::Span<const void* const> inputs,
                       absl::Span<void* const> outputs,
                       const ExecuteOptions& options) const override {
    return body_(inputs, outputs);
  }
  absl::StatusOr<std::unique_ptr<BoundRun>> Bind(
      absl::Span<const void* const> inputs, absl::Span<void* const> outputs,
      const ExecuteOptions& options) const override {
    return std::make_unique<Bound>(this,
                                   std::vector<const void*>(inputs.begin(), inputs.end()),
                                   std::vector<void*>(outputs.begin(), outputs.end()));
  }

 private:
  struct Bound : BoundRun {
    Bound(const FakeExecutable* made_by, std::vector<const void*> in,
          std::vector<void*> out)
        : executable(made_by), inputs(std::move(in)), outputs(std::move(out)) {}
    absl::Status Run() override { return executable->body_(inputs, outputs); }
    const FakeExecutable* executable;
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
  };

  const Body body_;
  plan::Plan plan_;
  CompileStats stats_;
  absl::Status refused_;
  std::vector<int32_t> donated_to_;
};

}  // namespace tilewright::runtime
