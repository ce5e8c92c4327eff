#include "frontend/torch/lower/operations.h"

#include <iterator>

namespace tilewright::torch_lower {
namespace {

constexpr eager::Operation kOperations[] = {
#define TW_ROW(name) {#name, lowerings::name},
    TW_TORCH_OPERATIONS(TW_ROW)
#undef TW_ROW
};

}  // namespace

const eager::Operation* OperationTable() { return kOperations; }
size_t OperationCount() { return std::size(kOperations); }

}  // namespace tilewright::torch_lower
