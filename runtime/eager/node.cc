#include "runtime/eager/node.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "absl/algorithm/container.h"
#include "runtime/eager/arrays/layout.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

constexpr size_t kHeadWords = sizeof(NodeHead) / sizeof(uint64_t);

// The word that an operand begins with.
struct OperandWord {
  uint8_t kind;
  uint8_t element;
  uint8_t contiguous;
  uint8_t rank;
  int16_t same_as;
  uint16_t zero;
};
static_assert(sizeof(OperandWord) == sizeof(uint64_t));

size_t StructureWords(const OperandWord& word) {
  return 1 + size_t{word.rank} * (word.contiguous != 0 ? 1 : 2);
}

bool SameArray(const Operand& a, const Operand& b) {
  return a.kind == Operand::Kind::kArray && b.kind == a.kind && a.buffer == b.buffer &&
         a.offset == b.offset && a.element == b.element && a.sizes == b.sizes &&
         a.strides == b.strides;
}

const Operand& OperandAt(const Call& call, size_t i) {
  return i < call.operands.size() ? call.operands[i]
                                  : call.results[i - call.operands.size()];
}

// Of an operand in a structure's words.
struct OperandSizes {
  size_t begin = 0;  // the word of its first size
  size_t rank = 0;
  bool has_strides = false;  // behind the sizes
};

std::vector<OperandSizes> OperandSizesIn(absl::Span<const uint64_t> structure) {
  NodeHead head;
  std::memcpy(&head, structure.data(), sizeof head);
  std::vector<OperandSizes> operands(size_t{head.operands} + head.results);
  size_t at = kHeadWords;
  for (OperandSizes& operand : operands) {
    OperandWord word;
    std::memcpy(&word, &structure[at], sizeof word);
    operand = {at + 1, word.rank, word.contiguous == 0};
    at += StructureWords(word);
  }
  return operands;
}

// Whether these count as many elements, and so far, as nothing overflows of.
bool AreBounded(absl::Span<const uint64_t> sizes, absl::Span<const uint64_t> strides) {
  constexpr uint64_t kMost = uint64_t{1} << 40;
  uint64_t elements = 1;
  for (const uint64_t size : sizes) {
    if (size > kMost / elements) return false;
    elements *= std::max<uint64_t>(size, 1);
  }
  for (size_t d = 0; d < strides.size(); ++d) {
    if (strides[d] > kMost / std::max<uint64_t>(sizes[d], 1)) return false;
  }
  return true;
}

// The calling thread's.
uint32_t ThreadNumber() {
  static std::atomic<uint32_t> last{0};
  thread_local const uint32_t number = ++last;
  return number;
}

}  // namespace

size_t NodeWordsAtMost(const Call& call) {
  size_t words = kHeadWords + call.attributes.size() + 1;
  for (const auto list : {call.operands, call.results}) {
    for (const Operand& operand : list) words += 3 + 2 * operand.sizes.size();
  }
  return words;
}

size_t WriteNode(const Call& call, uint64_t* words, Ownership ownership) {
  const NodeHead head = {call.operation, static_cast<uint16_t>(call.operands.size()),
                         static_cast<uint16_t>(call.results.size()),
                         static_cast<uint16_t>(call.attributes.size()),
                         static_cast<uint16_t>(call.precision)};
  std::memcpy(words, &head, sizeof head);
  uint64_t* at = words + kHeadWords;
  const size_t count = call.operands.size() + call.results.size();
  for (size_t i = 0; i < count; ++i) {
    const Operand& operand = OperandAt(call, i);
    const size_t rank = operand.sizes.size();
    const bool contiguous = IsContiguous(operand.sizes, operand.strides);
    OperandWord word = {static_cast<uint8_t>(operand.kind),
                        static_cast<uint8_t>(operand.element),
                        contiguous,
                        static_cast<uint8_t>(rank),
                        -1,
                        0};
    // Nobody asks of one that is no program, which may have thousands of operands.
    const size_t looked_at = call.operation->lower == nullptr ? 0 : i;
    for (size_t j = 0; j < looked_at && word.same_as < 0; ++j) {
      if (SameArray(operand, OperandAt(call, j))) word.same_as = static_cast<int16_t>(j);
    }
    std::memcpy(at++, &word, sizeof word);
    if (rank == 0) continue;
    std::memcpy(at, operand.sizes.data(), rank * sizeof *at);
    at += rank;
    if (contiguous) continue;
    // A dimension of one element is never walked: its stride is not part of the code.
    for (size_t d = 0; d < rank; ++d) {
      *at++ = operand.sizes[d] == 1 ? 0 : static_cast<uint64_t>(operand.strides[d]);
    }
  }
  for (const int64_t attribute : call.attributes)
    *at++ = static_cast<uint64_t>(attribute);
  for (size_t i = 0; i < count; ++i) {
    const Operand& operand = OperandAt(call, i);
    if (operand.kind == Operand::Kind::kArray) {
      if (ownership == Ownership::kShared) operand.buffer->Retain();
      *at++ = reinterpret_cast<uint64_t>(operand.buffer);
      *at++ = static_cast<uint64_t>(operand.offset * ir::StorageBytes(operand.element));
    } else {
      *at++ = operand.bits[0];
      *at++ = operand.bits[1];
    }
  }
  *at++ = uint64_t{ThreadNumber()} << 32 | call.place;
  return at - words;
}

std::vector<int64_t> SizesIn(absl::Span<const uint64_t> structure) {
  std::vector<int64_t> sizes;
  for (const OperandSizes& operand : OperandSizesIn(structure)) {
    const size_t count = operand.rank * (operand.has_strides ? 2 : 1);
    const auto words = structure.subspan(operand.begin, count);
    sizes.insert(sizes.end(), words.begin(), words.end());
  }
  return sizes;
}

std::vector<uint64_t> WithSizes(absl::Span<const uint64_t> structure,
                                absl::Span<const int64_t> sizes) {
  std::vector<uint64_t> words(structure.begin(), structure.end());
  for (const OperandSizes& operand : OperandSizesIn(structure)) {
    const size_t count = operand.rank * (operand.has_strides ? 2 : 1);
    if (sizes.size() < count) return {};
    absl::c_copy(sizes.first(count),
                 words.begin() + static_cast<ptrdiff_t>(operand.begin));
    sizes.remove_prefix(count);
    const auto made = absl::MakeConstSpan(words).subspan(operand.begin, count);
    if (!AreBounded(made.first(operand.rank), made.subspan(operand.rank))) return {};
  }
  if (!sizes.empty()) return {};
  return words;
}

NodeView::NodeView(const uint64_t* words) : words_(words) {
  const uint64_t* at = words + kHeadWords;
  for (size_t i = 0; i < count(); ++i) {
    OperandWord word;
    std::memcpy(&word, at, sizeof word);
    const bool array = word.kind == static_cast<uint8_t>(Operand::Kind::kArray);
    if (i < 64 && array) arrays_ |= uint64_t{1} << i;
    at += StructureWords(word);
  }
  structure_words_ = at - words + head().attributes;
}

bool NodeView::IsArraySlow(size_t operand) const {
  const uint64_t* at = words_ + kHeadWords;
  OperandWord word;
  for (size_t i = 0; i <= operand; ++i) {
    std::memcpy(&word, at, sizeof word);
    at += StructureWords(word);
  }
  return word.kind == static_cast<uint8_t>(Operand::Kind::kArray);
}

NodeStructure NodeView::Structure() const {
  NodeStructure structure;
  structure.head = head();
  const uint64_t* at = words_ + kHeadWords;
  for (size_t i = 0; i < count(); ++i) {
    OperandWord word;
    std::memcpy(&word, at, sizeof word);
    NodeOperand operand;
    operand.kind = static_cast<Operand::Kind>(word.kind);
    operand.element = static_cast<ir::ElementType>(word.element);
    operand.contiguous = word.contiguous != 0;
    operand.same_as = word.same_as;
    operand.sizes.assign(at + 1, at + 1 + word.rank);
    if (operand.contiguous) {
      operand.strides.assign(word.rank, 1);
      for (int d = word.rank - 1; d > 0; --d) {
        operand.strides[d - 1] = operand.strides[d] * operand.sizes[d];
      }
    } else {
      operand.strides.assign(at + 1 + word.rank, at + 1 + 2 * word.rank);
    }
    at += StructureWords(word);
    structure.operands.push_back(std::move(operand));
  }
  structure.attributes.assign(at, at + head().attributes);
  return structure;
}

absl::Status NodeView::BindBuffers() const {
  for (size_t i = 0; i < count(); ++i) {
    if (is_array(i)) TW_RETURN_IF_ERROR(buffer(i)->Bind());
  }
  return absl::OkStatus();
}

// Whether an array is every byte of its buffer, in some order of its dimensions.
bool NodeView::CoversBuffer(size_t operand) const {
  const NodeOperand array = Structure().operands[operand];
  std::vector<std::pair<int64_t, int64_t>> dimensions;  // stride, size
  for (size_t d = 0; d < array.sizes.size(); ++d) {
    if (array.sizes[d] != 1) dimensions.emplace_back(array.strides[d], array.sizes[d]);
  }
  absl::c_sort(dimensions);
  int64_t elements = 1;
  for (const auto& [stride, size] : dimensions) {
    if (stride != elements) return false;
    elements *= size;
  }
  return elements * ir::StorageBytes(array.element) == buffer(operand)->bytes();
}

const absl::Status* NodeView::poison() const {
  for (size_t i = 0; i < head().operands; ++i) {
    if (!is_array(i)) continue;
    const absl::Status* const error = buffer(i)->poison();
    if (error != nullptr) return error;
  }
  return nullptr;
}

void NodeView::SetPoison(const absl::Status* error) const {
  for (size_t i = head().operands; i < count(); ++i) {
    if (error != nullptr || (buffer(i)->poison() != nullptr && CoversBuffer(i))) {
      buffer(i)->SetPoison(error);
    }
  }
}

void NodeView::ReleaseBuffers() const {
  for (size_t i = 0; i < count(); ++i) {
    if (is_array(i)) buffer(i)->Release();
  }
}

}  // namespace tilewright::eager
