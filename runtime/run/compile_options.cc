#include "runtime/run/compile_options.h"

#include "absl/strings/str_cat.h"
#include "jit/compile.h"
#include "jit/llvm/target.h"
#include "support/environment.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

absl::StatusOr<CompileOptions> CompileOptionsFor(absl::string_view chip,
                                                 Numerics numerics) {
  CompileOptions options;
  const absl::string_view target = Environment("TILEWRIGHT_TARGET");
  TW_ASSIGN_OR_RETURN(options.facts.kernel.target,
                      jit::FindTarget(target.empty() ? "native" : target));
  options.facts.kernel.numerics = numerics;
  options.facts.chip = std::string(chip);
  const absl::string_view mode = Environment("TILEWRIGHT_CACHE");
  if (!mode.empty()) options.cache_mode = std::string(mode);
  options.cache_dir = std::string(Environment("TILEWRIGHT_CACHE_DIR"));
  return options;
}

std::string DescribeCompiler(const CompileOptions& options) {
  return absl::StrCat("Tilewright ", jit::FactsDigest(options.facts), ", target ",
                      options.facts.kernel.target.cpu, ", chip ", options.facts.chip,
                      ", numerics ", Name(options.facts.kernel.numerics));
}

}  // namespace tilewright::runtime
