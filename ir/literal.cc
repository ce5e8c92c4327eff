#include "ir/literal.h"

#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "support/check.h"

namespace tilewright::ir {

absl::StatusOr<Literal> Literal::Create(TensorType type, std::vector<uint8_t> bytes,
                                        bool is_splat) {
  const int64_t want = is_splat ? StorageBytes(type.element) : type.byte_size();
  if (static_cast<int64_t>(bytes.size()) != want) {
    return absl::InvalidArgumentError(absl::StrCat("a constant of type ", ToString(type),
                                                   " needs ", want, " bytes, not ",
                                                   bytes.size()));
  }
  Literal literal;
  literal.type_ = std::move(type);
  literal.is_splat_ = is_splat;
  literal.bytes_ = std::make_shared<std::vector<uint8_t>>(std::move(bytes));
  return literal;
}

absl::Span<const uint8_t> Literal::element(int64_t index) const {
  const int size = StorageBytes(type_.element);
  return absl::MakeConstSpan(*bytes_).subspan(is_splat_ ? 0 : index * size, size);
}

std::vector<uint8_t> Literal::Expand() const {
  if (!is_splat_) return *bytes_;
  const int64_t count = type_.num_elements();
  const size_t size = bytes_->size();
  std::vector<uint8_t> all(count * size);
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(all.data() + i * size, bytes_->data(), size);
  }
  return all;
}

int64_t Literal::IntegerAt(int64_t index) const {
  const absl::Span<const uint8_t> bytes = element(index);
  uint64_t raw = 0;
  std::memcpy(&raw, bytes.data(), bytes.size());
  const int bits = 8 * static_cast<int>(bytes.size());
  if (!IsSigned(type_.element) || bits == 64) return static_cast<int64_t>(raw);
  return static_cast<int64_t>(raw << (64 - bits)) >> (64 - bits);
}

Literal Literal::WithType(TensorType type) const {
  TW_CHECK(type.element == type_.element);
  TW_CHECK(is_splat_ || type.num_elements() == type_.num_elements());
  Literal other = *this;
  other.type_ = std::move(type);
  return other;
}

Literal Literal::TypeOnly() const {
  Literal literal;
  literal.type_ = type_;
  return literal;
}

Literal IntegerSplat(TensorType type, int64_t value) {
  std::vector<uint8_t> bytes(StorageBytes(type.element));
  std::memcpy(bytes.data(), &value, bytes.size());
  return *Literal::Create(std::move(type), std::move(bytes), /*is_splat=*/true);
}

Literal IntegerVector(const Dims& values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(int64_t));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return *Literal::Create({ElementType::kI64, {static_cast<int64_t>(values.size())}},
                          std::move(bytes), /*is_splat=*/false);
}

}  // namespace tilewright::ir
