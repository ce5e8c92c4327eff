#include "jit/load/object_symbols.h"

#include "jit/load/object_file.h"
#include "llvm/BinaryFormat/ELF.h"
#include "support/status_macros.h"

namespace tilewright::jit {

absl::StatusOr<std::vector<ObjectSymbol>> SymbolsOf(absl::string_view object) {
  TW_ASSIGN_OR_RETURN(const ObjectFile file, ObjectFile::Open(object));
  std::vector<ObjectSymbol> symbols;
  for (const ObjectFile::Symbol& symbol : file.symbols()) {
    if (symbol.name.empty() || symbol.type == llvm::ELF::STT_FILE ||
        symbol.type == llvm::ELF::STT_SECTION) {
      continue;
    }
    symbols.push_back({symbol.name, file.SectionName(symbol.section),
                       static_cast<int64_t>(symbol.size),
                       !symbol.is_local && symbol.section != 0});
  }
  return symbols;
}

}  // namespace tilewright::jit
