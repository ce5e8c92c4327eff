#include "frontend/torch/device/precision.h"

#include <ATen/record_function.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/node.h>

#include <memory>
#include <string_view>
#include <utility>

namespace tilewright::torch_device {
namespace {

// PyTorch carries what lies here from the thread that begins a backward to those that run
// it; a thread_local of ours would be empty there.
constexpr std::string_view kName = "tilewright.precision";
constexpr c10::DebugInfoKind kKind(&kName);

struct Chosen final : public c10::DebugInfoBase {
  explicit Chosen(std::optional<int> value) : precision(value) {}
  const std::optional<int> precision;
};

void Choose(std::optional<int> precision) {
  c10::ThreadLocalDebugInfo::_push(kKind, std::make_shared<Chosen>(precision));
}

// Before a node of a backward: as its forward had it. The engine ends that with the node,
// since it sets each one's thread state anew.
class AsInForward final : public torch::autograd::FunctionPreHook {
 public:
  explicit AsInForward(int precision) : precision_(precision) {}
  torch::autograd::variable_list operator()(
      const torch::autograd::variable_list& gradients) override {
    Choose(precision_);
    return gradients;
  }

 private:
  const int precision_;
};

bool HasHook(torch::autograd::Node& node) {
  for (const auto& hook : node.pre_hooks()) {
    if (dynamic_cast<const AsInForward*>(hook.get()) != nullptr) return true;
  }
  return false;
}

void MarkNode(const at::Tensor& result, int precision) {
  if (!result.defined() || !result.requires_grad()) return;
  const auto& node = result.grad_fn();
  if (!node || HasHook(*node)) return;
  node->add_pre_hook(std::make_unique<AsInForward>(precision));
}

// Of each operation within a block: its results' nodes.
void MarkResults(const at::RecordFunction& operation, at::ObserverContext*) {
  const std::optional<int> precision = BlockPrecision();
  if (!precision.has_value()) return;
  for (const c10::IValue& result : operation.outputs()) {
    if (result.isTensor()) {
      MarkNode(result.toTensor(), *precision);
    } else if (result.isTensorList()) {
      for (const at::Tensor& tensor : result.toTensorVector()) {
        MarkNode(tensor, *precision);
      }
    }
  }
}

std::unique_ptr<at::ObserverContext> NothingBefore(const at::RecordFunction&) {
  return nullptr;
}

thread_local at::CallbackHandle marking = at::INVALID_CALLBACK_HANDLE;

void Mark(bool wanted) {
  if (wanted == (marking != at::INVALID_CALLBACK_HANDLE)) return;
  if (wanted) {
    marking = at::addThreadLocalCallback(
        at::RecordFunctionCallback(&NothingBefore, &MarkResults)
            .needsOutputs(true)
            .scopes({at::RecordScope::FUNCTION}));
  } else {
    at::removeCallback(std::exchange(marking, at::INVALID_CALLBACK_HANDLE));
  }
}

}  // namespace

std::atomic<int>& DefaultPrecision() {
  static std::atomic<int> precision{0};
  return precision;
}

std::atomic<bool>& ExcessPrecision() {
  static std::atomic<bool> allowed{false};
  return allowed;
}

std::optional<int> BlockPrecision() {
  const auto* const chosen =
      static_cast<const Chosen*>(c10::ThreadLocalDebugInfo::get(kKind));
  return chosen == nullptr ? std::nullopt : chosen->precision;
}

int ProductPrecision() {
  const std::optional<int> block = BlockPrecision();
  return block.has_value() ? *block : DefaultPrecision().load(std::memory_order_relaxed);
}

void SetBlockPrecision(std::optional<int> precision) {
  if (c10::ThreadLocalDebugInfo::get(kKind) != nullptr) {
    // Blocks end in the reverse order of their beginnings, but for what others have laid
    // over them meanwhile.
    try {
      c10::ThreadLocalDebugInfo::_pop(kKind);
    } catch (const c10::Error&) {
    }
  }
  if (precision != BlockPrecision()) Choose(precision);
  Mark(precision.has_value());
}

}  // namespace tilewright::torch_device
