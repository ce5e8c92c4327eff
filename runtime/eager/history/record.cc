#include "runtime/eager/history/record.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "support/hash.h"

namespace tilewright::eager {
namespace {

// Of a link or a size, folded: so many of them do not overflow.
constexpr uint64_t kMostShift = uint64_t{1} << 47;

constexpr absl::string_view kMagic = "TWSEGMENTS\r\n2";

// Seven bits a byte, the lowest first; all but the last byte have the eighth set.
void PutNumber(std::string* out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out->push_back(static_cast<char>(value | 0x80));
  out->push_back(static_cast<char>(value));
}

// Small magnitudes are small numbers.
uint64_t Folded(int64_t value) {
  return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63);
}
int64_t Unfolded(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

// Takes from the front; what is not there is 0, and `sound` is false from then on.
class Reader {
 public:
  explicit Reader(absl::string_view bytes) : rest_(bytes) {}

  uint64_t Number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const absl::string_view byte = Bytes(1);
      if (byte.empty()) return 0;
      const auto bits = static_cast<uint8_t>(byte[0]);
      value |= uint64_t{bits & 0x7fu} << shift;
      if (bits < 0x80) return value;
    }
    sound_ = false;
    return 0;
  }
  // At most so much, or it is not sound.
  uint64_t NumberUpTo(uint64_t most) {
    const uint64_t value = Number();
    sound_ &= value <= most;
    return sound_ ? value : 0;
  }
  absl::string_view Bytes(uint64_t count) {
    if (!sound_ || count > rest_.size()) {
      sound_ = false;
      return {};
    }
    const absl::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  bool sound() const { return sound_; }
  bool at_end() const { return rest_.empty(); }

 private:
  absl::string_view rest_;
  bool sound_ = true;
};

void PutShape(std::string* out, const SegmentRecord::Shape& shape) {
  PutNumber(out, shape.structures.size());
  for (const SegmentRecord::Structure& structure : shape.structures) {
    *out += structure.digest;
    PutNumber(out, structure.sizes.size());
    for (const int64_t size : structure.sizes) PutNumber(out, Folded(size));
  }
  PutNumber(out, shape.nodes.size());
  for (const SegmentRecord::Node& node : shape.nodes) {
    PutNumber(out, node.structure);
    PutNumber(out, node.links.size());
    for (const SegmentRecord::Link& link : node.links) {
      PutNumber(out, link.operand);
      if (link.operand == 0) continue;
      PutNumber(out, link.distance);
      PutNumber(out, Folded(link.shift));
    }
  }
}

SegmentRecord::Structure ReadStructure(Reader* reader) {
  SegmentRecord::Structure structure;
  structure.digest = std::string(reader->Bytes(kXxh3Bytes));
  const uint64_t sizes = reader->NumberUpTo(kMostRecordSizes);
  for (uint64_t i = 0; i < sizes && reader->sound(); ++i) {
    structure.sizes.push_back(Unfolded(reader->NumberUpTo(kMostShift)));
  }
  return structure;
}

// Node number `n` of them, of so many structures.
SegmentRecord::Node ReadNode(Reader* reader, uint64_t n, uint64_t structures) {
  SegmentRecord::Node node;
  node.structure = static_cast<uint32_t>(reader->NumberUpTo(structures - 1));
  const uint64_t links = reader->NumberUpTo(kMostRecordLinks);
  for (uint64_t i = 0; i < links && reader->sound(); ++i) {
    SegmentRecord::Link link;
    link.operand = static_cast<uint32_t>(reader->NumberUpTo(uint64_t{1} << 16));
    if (link.operand != 0) {
      link.distance = static_cast<uint32_t>(reader->NumberUpTo(n));
      link.shift = Unfolded(reader->NumberUpTo(kMostShift));
    }
    node.links.push_back(link);
  }
  return node;
}

// Nothing where there are no operations.
SegmentRecord::Shape ReadShape(Reader* reader) {
  SegmentRecord::Shape shape;
  const uint64_t structures = reader->NumberUpTo(kMostRecordNodes);
  for (uint64_t i = 0; i < structures && reader->sound(); ++i) {
    shape.structures.push_back(ReadStructure(reader));
  }
  if (structures == 0) return {};
  const uint64_t nodes = reader->NumberUpTo(kMostRecordNodes);
  for (uint64_t n = 0; n < nodes && reader->sound(); ++n) {
    shape.nodes.push_back(ReadNode(reader, n, structures));
  }
  return shape;
}

}  // namespace

std::string EncodeRecord(const SegmentRecord& record) {
  std::string out;
  PutNumber(&out, record.shapes.size());
  for (const SegmentRecord::Shape& shape : record.shapes) PutShape(&out, shape);
  PutNumber(&out, record.stored.size());
  out.append(record.stored.begin(), record.stored.end());
  return out;
}

absl::StatusOr<SegmentRecord> DecodeRecord(absl::string_view bytes) {
  Reader reader(bytes);
  SegmentRecord record;
  const uint64_t shapes = reader.NumberUpTo(kMostRecordShapes);
  size_t arrays = 0;
  bool is_whole = shapes > 0;
  for (uint64_t i = 0; i < shapes && reader.sound(); ++i) {
    record.shapes.push_back(ReadShape(&reader));
    is_whole &= !record.shapes.back().nodes.empty();
    for (const auto& node : record.shapes.back().nodes) arrays += node.links.size();
  }
  const absl::string_view stored = reader.Bytes(reader.NumberUpTo(arrays));
  record.stored.assign(stored.begin(), stored.end());
  const bool is_flags =
      absl::c_all_of(record.stored, [](char each) { return each == 0 || each == 1; });
  if (reader.sound() && reader.at_end() && is_whole && is_flags) return record;
  return absl::DataLossError("no record of a segment");
}

std::string JoinRecords(const std::vector<std::string>& records) {
  std::string out(kMagic);
  for (size_t i = 0; i < records.size() && i < kMostRecords; ++i) {
    if (out.size() + records[i].size() > kMostRecordBytes) break;
    PutNumber(&out, records[i].size());
    out += records[i];
  }
  return out;
}

std::vector<std::string> SplitRecords(absl::string_view bytes) {
  std::vector<std::string> records;
  Reader reader(bytes);
  if (reader.Bytes(kMagic.size()) != kMagic) return records;
  while (!reader.at_end() && records.size() < kMostRecords) {
    const absl::string_view record = reader.Bytes(reader.NumberUpTo(kMostRecordBytes));
    if (!reader.sound()) break;
    records.emplace_back(record);
  }
  return records;
}

std::vector<std::string> MergeRecords(std::vector<std::string> newer,
                                      const std::vector<std::string>& older) {
  const absl::flat_hash_set<absl::string_view> known(newer.begin(), newer.end());
  std::vector<std::string> merged = newer;
  for (const std::string& record : older) {
    if (!known.contains(record)) merged.push_back(record);
  }
  return merged;
}

}  // namespace tilewright::eager
