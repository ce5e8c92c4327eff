// Any bytes as MLIR bytecode or as a file of jax.export: what is read of them has to be
// sound, and print to text that parses to an equal program. What stands before the bytes
// is put there, so that little is lost on it.
//
// Run with -rss_limit_mb, -malloc_limit_mb and -timeout: together with the limits below
// they assert that memory, time and recursion stay bounded.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "frontend/bytecode/container/container.h"
#include "frontend/read_program.h"
#include "frontend/stablehlo/parse.h"
#include "ir/check/verify.h"
#include "ir/print.h"
#include "support/check.h"

namespace tilewright::frontend {
namespace {

void RoundTrip(absl::string_view bytes, std::vector<ir::TensorType> input_types) {
  stablehlo::ParseOptions options;
  options.limits.max_literal_bytes = int64_t{1} << 20;
  options.limits.max_operations = int64_t{1} << 14;
  options.input_types = std::move(input_types);
  const auto names = frontend::EntryNames(bytes, options);
  if (!names.ok() || names->empty()) return;
  options.entry = names->front();
  const auto read = ReadProgram(bytes, options);
  if (!read.ok()) return;
  TW_CHECK(ir::VerifyStatus(read->program).ok());
  const std::string printed = ir::Print(read->program);
  stablehlo::ParseOptions again_options;
  again_options.limits.max_literal_bytes = int64_t{1} << 24;
  const auto again = stablehlo::ParseProgram(printed, again_options);
  TW_CHECK(again.ok());
  TW_CHECK(ir::CanonicalText(again->program) == ir::CanonicalText(read->program));
}

}  // namespace
}  // namespace tilewright::frontend

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using tilewright::ir::ElementType;
  const absl::string_view given(reinterpret_cast<const char*>(data), size);
  tilewright::frontend::RoundTrip(given, {});
  // For programs with sizes that are not known.
  tilewright::frontend::RoundTrip(given, {{ElementType::kF32, {5, 8}}});
  if (tilewright::bytecode::IsBytecode(given)) return 0;
  const std::string bytes = absl::StrCat(tilewright::bytecode::kMagic, given);
  tilewright::frontend::RoundTrip(bytes, {});
  return 0;
}
