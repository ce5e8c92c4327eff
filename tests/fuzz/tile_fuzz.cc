// Any text of a tile program: parse, verify, print, parse again. What parses prints to
// text that parses to an equal program, and of what is verified every analysis can be
// made. (What emission makes of such programs: tests/codegen/any_kernel_test.cc.)
//
// Run with -rss_limit_mb, -malloc_limit_mb and -timeout: together they assert that
// memory, time and recursion stay bounded.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "chip/chip.h"
#include "codegen/analysis/scratch.h"
#include "support/check.h"
#include "tests/tile/text/mutation.h"
#include "tile/text/parse.h"
#include "tile/verify/verify.h"
#include "tile/work/work.h"

namespace tilewright::tile {
namespace {

void RoundTrip(absl::string_view text) {
  const absl::StatusOr<Program> parsed = Parse(text);
  if (!parsed.ok()) return;
  const std::string printed = Print(*parsed);
  const absl::StatusOr<Program> again = Parse(printed);
  TW_CHECK(again.ok());
  TW_CHECK(Print(*again) == printed);
  const bool sound = Verify(*parsed).ok();
  TW_CHECK(Verify(*again).ok() == sound);
  if (!sound) return;
  TW_CHECK(again->grid_steps() == parsed->grid_steps());
  const absl::StatusOr<const chip::Chip*> chip = chip::FindChip("v5e");
  TW_CHECK(chip.ok());
  TW_CHECK(MeasureWork(*parsed, **chip) == MeasureWork(*again, **chip));
  // Planning asks this of every kernel.
  const ir::Size scratch = codegen::ScratchBytes(*parsed, {});
  TW_CHECK(!scratch.is_number() || scratch.number() >= 0);
}

}  // namespace
}  // namespace tilewright::tile

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most,
                                          unsigned int seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string mutated = tilewright::tile::Mutation(text, seed).Done();
  const size_t length = std::min(mutated.size(), most);
  std::copy_n(mutated.begin(), length, data);
  return length;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::tile::RoundTrip({reinterpret_cast<const char*>(data), size});
  return 0;
}
