#include "jit/load/object_file.h"

#include "jit/llvm/llvm_status.h"
#include "llvm/BinaryFormat/ELF.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

using Elf = ObjectFile::Elf;

template <typename T>
absl::StatusOr<T> FromExpected(llvm::Expected<T> value) {
  if (!value) {
    return ToStatus(value.takeError(), absl::StatusCode::kDataLoss, "object is damaged");
  }
  return std::move(*value);
}

}  // namespace

absl::StatusOr<ObjectFile> ObjectFile::Open(absl::string_view bytes) {
  TW_ASSIGN_OR_RETURN(llvm::object::ELFFile<Elf> file,
                      FromExpected(llvm::object::ELFFile<Elf>::create(ToRef(bytes))));
  ObjectFile object(std::move(file));
  TW_ASSIGN_OR_RETURN(object.sections_, FromExpected(object.file_.sections()));
  for (const Elf::Shdr& section : object.sections_) {
    if (section.sh_type != llvm::ELF::SHT_SYMTAB) continue;
    TW_RETURN_IF_ERROR(object.ReadSymbols(section));
  }
  return object;
}

absl::Status ObjectFile::ReadSymbols(const Elf::Shdr& table) {
  TW_ASSIGN_OR_RETURN(const llvm::ArrayRef<Elf::Sym> symbols,
                      FromExpected(file_.symbols(&table)));
  TW_ASSIGN_OR_RETURN(const llvm::StringRef names,
                      FromExpected(file_.getStringTableForSymtab(table, sections_)));
  for (const Elf::Sym& symbol : symbols) {
    TW_ASSIGN_OR_RETURN(const llvm::StringRef name, FromExpected(symbol.getName(names)));
    symbols_.push_back({name.str(), symbol.st_shndx, symbol.st_value, symbol.st_size,
                        symbol.getType(), symbol.getBinding() == llvm::ELF::STB_LOCAL});
  }
  return absl::OkStatus();
}

absl::StatusOr<llvm::ArrayRef<uint8_t>> ObjectFile::Contents(
    const Elf::Shdr& section) const {
  return FromExpected(file_.getSectionContents(section));
}

std::string ObjectFile::SectionName(uint64_t number) const {
  if (number == 0 || number >= sections_.size()) return "";
  llvm::Expected<llvm::StringRef> name = file_.getSectionName(sections_[number]);
  if (name) return name->str();
  llvm::consumeError(name.takeError());
  return "";
}

absl::StatusOr<std::vector<Elf::Rela>> ObjectFile::Relocations(uint64_t number) const {
  std::vector<Elf::Rela> relocations;
  for (const Elf::Shdr& section : sections_) {
    if (section.sh_type != llvm::ELF::SHT_RELA || section.sh_info != number) continue;
    TW_ASSIGN_OR_RETURN(const llvm::ArrayRef<Elf::Rela> found,
                        FromExpected(file_.relas(section)));
    relocations.insert(relocations.end(), found.begin(), found.end());
  }
  return relocations;
}

}  // namespace tilewright::jit
