// Memory that stands for what a captured program will be given.
#pragma once

#include <cstdint>

#include "runtime/eager/memory/buffer.h"

namespace tilewright::eager {

class CapturedBuffer final : public Buffer {
 public:
  enum class Kind : uint8_t { kInput, kConstant, kOwn };

  // `whose` tells captures apart; `number` counts inputs and constants.
  CapturedBuffer(const void* whose, Kind kind, int number, int64_t bytes)
      : Buffer(nullptr, bytes), whose_(whose), kind_(kind), number_(number) {}

  bool captured() const override { return true; }
  const void* whose() const { return whose_; }
  Kind kind() const { return kind_; }
  int number() const { return number_; }
  // A host's bytes become what it holds, before any operation uses it.
  void BecomeConstant(int number) {
    kind_ = Kind::kConstant;
    number_ = number;
  }

 private:
  const void* const whose_;
  Kind kind_;
  int number_;
};

}  // namespace tilewright::eager
