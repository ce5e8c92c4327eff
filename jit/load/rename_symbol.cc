#include "jit/load/rename_symbol.h"

#include <cstdint>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "codegen/facts/emit_options.h"
#include "jit/llvm/llvm_status.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"

namespace tilewright::jit {
namespace {

using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<Elf>;

absl::Status Damaged(llvm::Error error) {
  return ToStatus(std::move(error), absl::StatusCode::kDataLoss, "object is damaged");
}

// Writes `value` over the bytes at `at`, an address inside `original`, in the
// copy of it that `copy` begins with.
template <typename T>
void Overwrite(std::string* copy, absl::string_view original, const void* at, T value) {
  const size_t offset =
      static_cast<size_t>(static_cast<const char*>(at) - original.data());
  std::memcpy(copy->data() + offset, &value, sizeof value);
}

}  // namespace

absl::StatusOr<std::string> RenameKernel(absl::string_view object,
                                         absl::string_view name) {
  llvm::Expected<ElfFile> file = ElfFile::create(ToRef(object));
  if (!file) return Damaged(file.takeError());
  llvm::Expected<Elf::ShdrRange> sections = file->sections();
  if (!sections) return Damaged(sections.takeError());
  for (const Elf::Shdr& section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_SYMTAB) continue;
    llvm::Expected<Elf::SymRange> symbols = file->symbols(&section);
    if (!symbols) return Damaged(symbols.takeError());
    llvm::Expected<llvm::StringRef> names =
        file->getStringTableForSymtab(section, *sections);
    if (!names) return Damaged(names.takeError());
    for (const Elf::Sym& symbol : *symbols) {
      llvm::Expected<llvm::StringRef> symbol_name = symbol.getName(*names);
      if (!symbol_name) return Damaged(symbol_name.takeError());
      if (*symbol_name != codegen::kKernelSymbol) continue;
      // The table of names moves to the end of the file, where it can grow.
      std::string copy(object);
      const uint64_t table_offset = copy.size();
      copy.append(names->data(), names->size());
      const uint32_t name_offset = static_cast<uint32_t>(names->size());
      copy.append(name.data(), name.size());
      copy.push_back('\0');
      const Elf::Shdr& table = (*sections)[section.sh_link];
      Overwrite(&copy, object, &table.sh_offset, table_offset);
      Overwrite(&copy, object, &table.sh_size, uint64_t{copy.size() - table_offset});
      Overwrite(&copy, object, &symbol.st_name, name_offset);
      return copy;
    }
  }
  return absl::DataLossError(
      absl::StrCat("object is damaged: it has no ", codegen::kKernelSymbol));
}

}  // namespace tilewright::jit
