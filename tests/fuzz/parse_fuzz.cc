// Any bytes: parse, verify, name by content, print, parse again; then cluster
// and plan. What parses has to print to text that parses to an equal program,
// and what is planned is a plan that the runtime would accept.
//
// Run with -rss_limit_mb, -malloc_limit_mb and -timeout: together with the
// limits below they assert that memory, time and recursion stay bounded.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "ir/check/verify.h"
#include "ir/print.h"
#include "plan/serialize.h"
#include "support/check.h"

namespace tilewright::stablehlo {
namespace {

ParseLimits SmallLimits() {
  ParseLimits limits;
  limits.max_literal_bytes = int64_t{1} << 20;
  limits.max_operations = int64_t{1} << 14;
  return limits;
}

// Refusals are fine; what is expanded or planned has to be sound.
void PlanIt(const ir::Program& program) {
  codegen::CodeFacts facts;
  const auto rewritten = codegen::Pipeline(facts).Rewrite(program);
  if (!rewritten.ok()) return;
  TW_CHECK(ir::VerifyStatus(*rewritten).ok());
  for (bool cluster : {true, false}) {
    facts.cluster = cluster;
    const auto planned = codegen::Pipeline(facts).Plan(program);
    if (planned.ok()) TW_CHECK(plan::Validate(planned->plan).ok());
  }
}

void RoundTrip(absl::string_view text, std::vector<ir::TensorType> input_types) {
  ParseOptions options;
  options.limits = SmallLimits();
  options.input_types = std::move(input_types);
  const auto names = EntryNames(text, options);
  if (!names.ok() || names->empty()) return;
  options.entry = names->front();
  const auto parsed = ParseProgram(text, options);
  if (!parsed.ok()) return;
  TW_CHECK(ir::VerifyStatus(parsed->program).ok());
  const std::string canonical = ir::CanonicalText(parsed->program);
  const std::string printed = ir::Print(parsed->program);
  ParseOptions again_options;
  // The printed text names every default and every type: it is larger.
  again_options.limits.max_literal_bytes = int64_t{1} << 24;
  const auto again = ParseProgram(printed, again_options);
  TW_CHECK(again.ok());
  TW_CHECK(ir::Print(again->program) == printed);
  TW_CHECK(ir::CanonicalText(again->program) == canonical);
  PlanIt(parsed->program);
}

}  // namespace
}  // namespace tilewright::stablehlo

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using tilewright::ir::ElementType;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  tilewright::stablehlo::RoundTrip(text, {});
  // For programs with sizes that are not known.
  if (text.find('?') != absl::string_view::npos) {
    tilewright::stablehlo::RoundTrip(text, {{ElementType::kF32, {5, 8}}});
  }
  return 0;
}
