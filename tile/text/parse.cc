#include "tile/text/parse.h"

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"
#include "tile/text/reader.h"

namespace tilewright::tile {

absl::StatusOr<Program> Parse(absl::string_view text) {
  if (text.size() > kMaxTextBytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "tile text: of ", text.size(), " bytes; ", kMaxTextBytes, " are the most"));
  }
  Program program;
  TextReader reader(text);
  Walk(reader, program);
  TW_RETURN_IF_ERROR(reader.Done());
  // One text a program: symbols have the numbers that printing gives them.
  const std::vector<ir::SymbolId> order = SymbolsInOrder(program);
  for (int i = 0; i < program.symbols.count(); ++i) {
    if (i >= static_cast<int>(order.size()) || order[i] != i) {
      return absl::InvalidArgumentError(absl::StrCat(
          "tile text: s", i, " is not the symbol that is met as number ", i));
    }
  }
  return program;
}

}  // namespace tilewright::tile
