#include "jit/generator/disassemble.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "jit/llvm/llvm_targets.h"
#include "jit/load/line_table.h"
#include "jit/load/object_file.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

// LLVM's machinery for one target.
struct Decoder {
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembler;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

absl::StatusOr<Decoder> MakeDecoder(const Target& target) {
  InitializeLlvmTargets();
  std::string error;
  const llvm::Triple triple(target.triple);
  const llvm::Target* const llvm_target =
      llvm::TargetRegistry::lookupTarget(target.triple, error);
  if (llvm_target == nullptr) return absl::UnimplementedError(error);
  Decoder decoder;
  decoder.registers.reset(llvm_target->createMCRegInfo(target.triple));
  decoder.assembler.reset(llvm_target->createMCAsmInfo(*decoder.registers, target.triple,
                                                       llvm::MCTargetOptions()));
  decoder.instructions.reset(llvm_target->createMCInstrInfo());
  decoder.subtarget.reset(llvm_target->createMCSubtargetInfo(target.triple, target.cpu,
                                                             target.FeatureText()));
  decoder.context = std::make_unique<llvm::MCContext>(
      triple, decoder.assembler.get(), decoder.registers.get(), decoder.subtarget.get());
  decoder.disassembler.reset(
      llvm_target->createMCDisassembler(*decoder.subtarget, *decoder.context));
  decoder.analysis.reset(llvm_target->createMCInstrAnalysis(decoder.instructions.get()));
  decoder.printer.reset(llvm_target->createMCInstPrinter(
      triple, decoder.assembler->getAssemblerDialect(), *decoder.assembler,
      *decoder.instructions, *decoder.registers));
  if (decoder.disassembler == nullptr || decoder.printer == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("LLVM has no disassembler for ", target.triple));
  }
  return decoder;
}

// What `bytes` are as floating-point numbers, when they look like some.
std::string ConstantText(llvm::ArrayRef<uint8_t> bytes) {
  std::string text;
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    uint32_t bits = 0;
    std::memcpy(&bits, bytes.data() + at, 4);
    float value = 0;
    std::memcpy(&value, &bits, 4);
    absl::StrAppend(&text, at == 0 ? "" : ", ");
    const bool plain =
        value == 0 || (std::fabs(value) > 1e-12f && std::fabs(value) < 1e12f);
    if (plain) {
      absl::StrAppendFormat(&text, "%.9g", value);
    } else {
      absl::StrAppendFormat(&text, "0x%08x", bits);
    }
  }
  return text;
}

// Bytes of one constant in a section that the assembler merges constants in:
// 4 for ".rodata.cst4". 0 for others.
uint64_t ConstantBytes(llvm::StringRef section) {
  const size_t at = section.rfind(".cst");
  uint64_t bytes = 0;
  if (at == llvm::StringRef::npos) return 0;
  if (section.drop_front(at + 4).getAsInteger(10, bytes)) return 0;
  return bytes <= 64 ? bytes : 0;
}

// A relocation as a comment: the constant that is read, or the name that it brings in.
std::string RelocationText(const ObjectFile& object,
                           const ObjectFile::Elf::Rela& relocation) {
  const uint32_t number = relocation.getSymbol(/*isMips64EL=*/false);
  if (number >= object.symbols().size()) return "";
  const ObjectFile::Symbol& symbol = object.symbols()[number];
  const std::string section = object.SectionName(symbol.section);
  const std::string name = symbol.name.empty() ? section : symbol.name;
  const uint64_t bytes = ConstantBytes(section);
  if (bytes == 0) return name;
  const absl::StatusOr<llvm::ArrayRef<uint8_t>> contents =
      object.Contents(object.sections()[symbol.section]);
  if (!contents.ok()) return name;
  // On x86 the addend counts from the end of a 4-byte field.
  const int64_t bias = object.machine() == llvm::ELF::EM_X86_64 ? 4 : 0;
  const uint64_t offset =
      symbol.value + static_cast<uint64_t>(relocation.r_addend) + bias;
  const uint64_t begin = offset / bytes * bytes;
  if (begin > contents->size() || contents->size() - begin < bytes) return name;
  return ConstantText(contents->slice(begin, bytes));
}

struct Instruction {
  uint64_t address = 0;
  uint64_t bytes = 0;
  std::optional<llvm::MCInst> decoded;  // nothing: no instruction
};

std::vector<Instruction> Decode(const Decoder& decoder, llvm::ArrayRef<uint8_t> code) {
  std::vector<Instruction> instructions;
  for (uint64_t at = 0; at < code.size();) {
    Instruction instruction{at, 1, std::nullopt};
    llvm::MCInst decoded;
    uint64_t size = 0;
    if (decoder.disassembler->getInstruction(decoded, size, code.slice(at), at,
                                             llvm::nulls()) !=
        llvm::MCDisassembler::Fail) {
      instruction.decoded = std::move(decoded);
    }
    instruction.bytes = std::clamp<uint64_t>(size, 1, code.size() - at);
    at += instruction.bytes;
    instructions.push_back(std::move(instruction));
  }
  return instructions;
}

// Where comments begin.
constexpr size_t kCommentColumn = 48;
constexpr size_t kTabColumns = 8;

// `comment` beside `text`.
std::string Beside(std::string text, absl::string_view comment) {
  if (comment.empty()) return text;
  size_t column = 0;
  for (const char c : text) {
    column = c == '\t' ? (column / kTabColumns + 1) * kTabColumns : column + 1;
  }
  const size_t gap = column + 2 > kCommentColumn ? 2 : kCommentColumn - column;
  return absl::StrCat(text, std::string(gap, ' '), "# ", comment);
}

// Which line of the source the code at an address comes from. 0: none that is known.
class SourceLineAt {
 public:
  explicit SourceLineAt(const std::vector<CodeLine>& lines) {
    for (const CodeLine& line : lines) lines_[line.address] = line.line;
  }
  uint64_t operator()(uint64_t address) const {
    const auto after = lines_.upper_bound(address);
    return after == lines_.begin() ? 0 : std::prev(after)->second;
  }

 private:
  std::map<uint64_t, uint64_t> lines_;
};

class SectionPrinter {
 public:
  // `number` is the section's. `source` has the lines that `lines` names.
  SectionPrinter(const ObjectFile& object, uint64_t number,
                 const std::vector<ObjectFile::Elf::Rela>& relocations,
                 const Decoder& decoder, llvm::ArrayRef<uint8_t> code,
                 const SourceLineAt& lines, const std::vector<absl::string_view>& source)
      : decoder_(decoder),
        code_(code),
        lines_(lines),
        source_(source),
        instructions_(Decode(decoder, code)) {
    for (const Instruction& instruction : instructions_) {
      if (std::optional<uint64_t> goal = BranchGoal(instruction)) labels_[*goal] = "";
    }
    int label_number = 0;
    for (auto& [address, label] : labels_) label = absl::StrCat("L", ++label_number);
    for (const ObjectFile::Symbol& symbol : object.symbols()) {
      if (symbol.section == number && !symbol.name.empty()) {
        symbols_[symbol.value] = symbol.name;
      }
    }
    for (const ObjectFile::Elf::Rela& relocation : relocations) {
      relocations_[relocation.r_offset] = RelocationText(object, relocation);
    }
  }

  std::string Print() const {
    std::string text;
    uint64_t told = 0;  // the line that the code above is said to come from
    for (const Instruction& instruction : instructions_) {
      const auto symbol = symbols_.find(instruction.address);
      if (symbol != symbols_.end()) absl::StrAppend(&text, symbol->second, ":\n");
      const auto label = labels_.find(instruction.address);
      if (label != labels_.end()) {
        absl::StrAppend(&text, label->second, ":\n");
        told = 0;  // one arrives here from elsewhere, too
      }
      std::vector<std::string> comments = Comments(instruction);
      const uint64_t line = lines_(instruction.address);
      if (line != told && line > 0 && line <= source_.size()) {
        comments.emplace_back(absl::StripAsciiWhitespace(source_[line - 1]));
      }
      told = line;
      absl::StrAppend(&text, Beside(Text(instruction), absl::StrJoin(comments, "; ")),
                      "\n");
    }
    return text;
  }

 private:
  std::optional<uint64_t> BranchGoal(const Instruction& instruction) const {
    uint64_t goal = 0;
    if (!instruction.decoded.has_value() || decoder_.analysis == nullptr ||
        !decoder_.analysis->isBranch(*instruction.decoded) ||
        !decoder_.analysis->evaluateBranch(*instruction.decoded, instruction.address,
                                           instruction.bytes, goal) ||
        goal >= code_.size()) {
      return std::nullopt;
    }
    return goal;
  }

  std::string Text(const Instruction& instruction) const {
    if (!instruction.decoded.has_value()) {
      std::string bytes;
      for (uint64_t i = 0; i < instruction.bytes; ++i) {
        absl::StrAppendFormat(&bytes, "%s0x%02x", i == 0 ? "" : ", ",
                              code_[instruction.address + i]);
      }
      return absl::StrCat("\t.byte\t", bytes);
    }
    std::string text;
    llvm::raw_string_ostream out(text);
    decoder_.printer->printInst(&*instruction.decoded, instruction.address, "",
                                *decoder_.subtarget, out);
    return text;
  }

  // Of what the instruction does alone.
  std::vector<std::string> Comments(const Instruction& instruction) const {
    std::vector<std::string> comments;
    if (std::optional<uint64_t> goal = BranchGoal(instruction)) {
      comments.push_back(labels_.at(*goal));
    }
    for (auto it = relocations_.lower_bound(instruction.address);
         it != relocations_.end() && it->first < instruction.address + instruction.bytes;
         ++it) {
      if (!it->second.empty()) comments.push_back(it->second);
    }
    return comments;
  }

  const Decoder& decoder_;
  const llvm::ArrayRef<uint8_t> code_;
  const SourceLineAt& lines_;
  const std::vector<absl::string_view>& source_;
  const std::vector<Instruction> instructions_;
  std::map<uint64_t, std::string> labels_;
  std::map<uint64_t, std::string> symbols_;
  std::map<uint64_t, std::string> relocations_;
};

std::vector<CodeLine> LinesOf(const ObjectFile& file) {
  for (uint64_t number = 0; number < file.sections().size(); ++number) {
    if (file.SectionName(number) != ".debug_line") continue;
    const absl::StatusOr<llvm::ArrayRef<uint8_t>> section =
        file.Contents(file.sections()[number]);
    if (!section.ok()) break;
    absl::StatusOr<std::vector<CodeLine>> lines = ReadLineTable(*section);
    if (lines.ok()) return *std::move(lines);
  }
  return {};
}

}  // namespace

absl::StatusOr<std::string> Disassemble(absl::string_view object, const Target& target,
                                        absl::string_view source) {
  TW_ASSIGN_OR_RETURN(const ObjectFile file, ObjectFile::Open(object));
  TW_ASSIGN_OR_RETURN(const Decoder decoder, MakeDecoder(target));
  // Without them, or where they are damaged, there is less to tell.
  const SourceLineAt lines(LinesOf(file));
  const std::vector<absl::string_view> source_lines = absl::StrSplit(source, '\n');
  std::string text;
  for (uint64_t number = 0; number < file.sections().size(); ++number) {
    const ObjectFile::Elf::Shdr& section = file.sections()[number];
    if ((section.sh_flags & llvm::ELF::SHF_EXECINSTR) == 0 ||
        section.sh_type != llvm::ELF::SHT_PROGBITS) {
      continue;
    }
    TW_ASSIGN_OR_RETURN(const llvm::ArrayRef<uint8_t> code, file.Contents(section));
    TW_ASSIGN_OR_RETURN(const std::vector<ObjectFile::Elf::Rela> relocations,
                        file.Relocations(number));
    absl::StrAppend(&text, SectionPrinter(file, number, relocations, decoder, code, lines,
                                          source_lines)
                               .Print());
  }
  return text;
}

}  // namespace tilewright::jit
