#include "tile/report.h"

#include "support/abi.h"
#include "support/round.h"

namespace tilewright::tile {

int64_t ReportNote() { return TW_REPORT_WORDS; }

int64_t ReportWriters(const Program& program, RefId output) {
  int64_t word = ReportNote() + 1;
  for (RefId r = 0; r < output; ++r) {
    const Ref& ref = program.refs[r];
    if (ref.memory != Memory::kHbm || !ref.is_output) continue;
    word += DivideUp(ref.type.num_elements() * 4, 8);
  }
  return word;
}

int64_t ReportWords(const Program& program) {
  return ReportWriters(program, static_cast<RefId>(program.refs.size()));
}

}  // namespace tilewright::tile
