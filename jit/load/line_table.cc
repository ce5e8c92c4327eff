#include "jit/load/line_table.h"

#include <algorithm>

#include "absl/status/status.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Error.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

namespace dwarf = llvm::dwarf;

absl::Status Broken() {
  return absl::DataLossError("the object's line table is damaged");
}

// The state machine that a line number program drives, and the bytes of the program.
class Machine {
 public:
  explicit Machine(llvm::ArrayRef<uint8_t> bytes)
      : data_(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8) {}

  absl::StatusOr<std::vector<CodeLine>> Run() {
    TW_RETURN_IF_ERROR(ReadHeader());
    while (at_ && at_.tell() < end_) TW_RETURN_IF_ERROR(Step());
    if (llvm::Error error = at_.takeError()) {
      llvm::consumeError(std::move(error));
      return Broken();
    }
    return std::move(rows_);
  }

 private:
  absl::Status ReadHeader() {
    const uint64_t length = data_.getU32(at_);
    end_ = at_.tell() + length;
    const uint16_t version = data_.getU16(at_);
    const uint64_t header_length = data_.getU32(at_);
    const uint64_t program = at_.tell() + header_length;
    unit_ = data_.getU8(at_);
    if (version == 4) data_.getU8(at_);  // operations an instruction: for VLIW
    data_.getU8(at_);                    // statements or not: all the same here
    line_base_ = static_cast<int8_t>(data_.getU8(at_));
    line_range_ = data_.getU8(at_);
    opcode_base_ = data_.getU8(at_);
    for (int i = 1; i < opcode_base_; ++i) operands_.push_back(data_.getU8(at_));
    const bool sound = at_ && version >= 2 && version <= 4 && line_range_ != 0 &&
                       opcode_base_ > dwarf::DW_LNS_fixed_advance_pc &&
                       end_ <= data_.size() && program >= at_.tell() && program <= end_;
    if (!sound) {
      llvm::consumeError(at_.takeError());
      return Broken();
    }
    at_.seek(program);
    return absl::OkStatus();
  }

  absl::Status Step() {
    const uint8_t opcode = data_.getU8(at_);
    if (opcode >= opcode_base_) {
      Special(opcode);
      Append();
      return absl::OkStatus();
    }
    switch (opcode) {
      case dwarf::DW_LNS_extended_op:
        return Extended();
      case dwarf::DW_LNS_copy:
        Append();
        break;
      case dwarf::DW_LNS_advance_pc:
        row_.address += data_.getULEB128(at_) * unit_;
        break;
      case dwarf::DW_LNS_advance_line:
        row_.line += static_cast<uint64_t>(data_.getSLEB128(at_));
        break;
      case dwarf::DW_LNS_const_add_pc:
        row_.address += uint64_t{AddressAdvance(255)} * unit_;
        break;
      case dwarf::DW_LNS_fixed_advance_pc:
        row_.address += data_.getU16(at_);
        break;
      default:  // what it says does not matter here
        for (int i = 0; i < operands_[opcode - 1] && at_; ++i) data_.getULEB128(at_);
    }
    return absl::OkStatus();
  }

  absl::Status Extended() {
    const uint64_t length = data_.getULEB128(at_);
    if (!at_ || length == 0 || length > end_ - std::min(end_, at_.tell())) {
      llvm::consumeError(at_.takeError());
      return Broken();
    }
    const uint64_t next = at_.tell() + length;
    switch (data_.getU8(at_)) {
      case dwarf::DW_LNE_end_sequence:
        row_.line = 0;
        Append();
        row_ = {0, 1};
        break;
      case dwarf::DW_LNE_set_address:
        row_.address = data_.getU64(at_);
        break;
      default:
        break;
    }
    at_.seek(next);
    return absl::OkStatus();
  }

  unsigned AddressAdvance(uint8_t opcode) const {
    return static_cast<unsigned>(opcode - opcode_base_) / line_range_;
  }
  void Special(uint8_t opcode) {
    row_.address += uint64_t{AddressAdvance(opcode)} * unit_;
    row_.line += static_cast<uint64_t>(int64_t{line_base_} +
                                       (opcode - opcode_base_) % line_range_);
  }
  void Append() { rows_.push_back(row_); }

  llvm::DataExtractor data_;
  llvm::DataExtractor::Cursor at_{0};
  uint64_t end_ = 0;
  uint8_t unit_ = 1;
  int8_t line_base_ = 0;
  uint8_t line_range_ = 1;
  uint8_t opcode_base_ = 0;
  std::vector<uint8_t> operands_;  // of each standard opcode, from 1 on
  CodeLine row_ = {0, 1};
  std::vector<CodeLine> rows_;
};

}  // namespace

absl::StatusOr<std::vector<CodeLine>> ReadLineTable(llvm::ArrayRef<uint8_t> section) {
  return Machine(section).Run();
}

}  // namespace tilewright::jit
