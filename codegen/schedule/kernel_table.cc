#include "codegen/schedule/kernel_table.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/schedule/describe_kernel.h"
#include "ir/operation_index.h"
#include "support/internal_error.h"
#include "tile/verify/verify.h"

namespace tilewright::codegen {

int KernelTable::NumberOf(tile::Program kernel, const ir::Operation& operation,
                          const std::vector<int32_t>& origin) {
  std::string text = tile::Print(kernel);
  const auto [it, fresh] =
      numbers_.try_emplace(text, static_cast<int>(out_.plan.kernels.size()));
  if (!fresh) return it->second;
  verified_.Update(
      InternalErrorIn(ir::Describe(program_, operation), tile::Verify(kernel)));
  out_.origins.push_back(origin);
  out_.plan.kernels.push_back(DescribeKernel(kernel, text, options_));
  out_.plan.kernels.back().name += absl::StrCat(".", it->second);
  out_.programs.push_back(std::move(kernel));
  out_.texts.push_back(std::move(text));
  return it->second;
}

}  // namespace tilewright::codegen
