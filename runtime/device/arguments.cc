#include "runtime/device/arguments.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ir/values.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

// An argument: input `number`, or output `number - inputs`.
struct Range {
  const uint8_t* begin;
  const uint8_t* end;
  size_t number;
};

absl::Status Named(const char* kind, size_t number, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(kind, " ", number, ": ", status.message()));
}

absl::Status CheckBuffers(const Device& device, Buffers buffers,
                          const std::vector<ir::TensorType>& types, const char* kind) {
  if (buffers.size() != types.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the program has ", types.size(), " ", kind, "s, was given ", buffers.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    const Buffer& buffer = *buffers[i];
    if (buffer.type() != types[i]) {
      return absl::InvalidArgumentError(
          absl::StrCat(kind, " ", i, ": the program's is ", ir::ToString(types[i]),
                       ", was given ", ir::ToString(buffer.type())));
    }
    if (buffer.device().get() != &device) {
      return absl::InvalidArgumentError(absl::StrCat(
          kind, " ", i, ": the buffer is of another ",
          &buffer.device()->client() == &device.client() ? "device" : "client"));
    }
  }
  return CheckUsable(buffers, kind);
}

class OverlapCheck {
 public:
  OverlapCheck(const Executable& executable, Buffers inputs, Buffers outputs)
      : executable_(executable), inputs_(inputs), outputs_(outputs) {}

  absl::Status Run() const {
    if (outputs_.size() * (inputs_.size() + outputs_.size()) <= 64) return Pairs();
    return Plain() ? Hashed() : Sorted();
  }

 private:
  const Buffer& Argument(size_t number) const {
    return number < inputs_.size() ? *inputs_[number]
                                   : *outputs_[number - inputs_.size()];
  }
  bool IsOutput(size_t number) const { return number >= inputs_.size(); }

  absl::Status Pairs() const {
    for (size_t o = 0; o < outputs_.size(); ++o) {
      const Buffer& output = *outputs_[o];
      for (size_t other = 0; other < o; ++other) {
        if (Overlap(output, *outputs_[other])) {
          return Refuse(inputs_.size() + other, inputs_.size() + o);
        }
      }
      for (size_t i = 0; i < inputs_.size(); ++i) {
        if (Overlap(output, *inputs_[i])) {
          TW_RETURN_IF_ERROR(Refuse(i, inputs_.size() + o));
        }
      }
    }
    return absl::OkStatus();
  }

  static bool Overlap(const Buffer& a, const Buffer& b) {
    return a.data() < b.data() + b.byte_size() && b.data() < a.data() + a.byte_size();
  }

  // Whole blocks of the device's, which are one or apart.
  bool Plain() const {
    for (size_t i = 0; i < inputs_.size() + outputs_.size(); ++i) {
      const Buffer& buffer = Argument(i);
      if (buffer.is_view() || !buffer.device_owned()) return false;
    }
    return true;
  }

  absl::Status Hashed() const {
    size_t slots = 4;
    while (slots < 2 * outputs_.size()) slots *= 2;
    // Numbers of arguments, plus 1.
    thread_local std::vector<size_t> table;
    table.assign(slots, 0);
    const auto find = [&](const Buffer* buffer) -> size_t& {
      size_t at = reinterpret_cast<uintptr_t>(buffer) / 64 * 0x9E3779B97F4A7C15u >> 20;
      while (table[at &= slots - 1] != 0 && &Argument(table[at] - 1) != buffer) ++at;
      return table[at];
    };
    for (size_t o = 0; o < outputs_.size(); ++o) {
      if (outputs_[o]->byte_size() == 0) continue;
      size_t& place = find(outputs_[o]);
      if (place != 0) return Refuse(place - 1, inputs_.size() + o);
      place = inputs_.size() + o + 1;
    }
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const size_t place = find(inputs_[i]);
      if (place != 0) TW_RETURN_IF_ERROR(Refuse(i, place - 1));
    }
    return absl::OkStatus();
  }

  absl::Status Sorted() const {
    std::vector<Range> ranges;
    for (size_t i = 0; i < inputs_.size() + outputs_.size(); ++i) {
      const Buffer& buffer = Argument(i);
      if (buffer.byte_size() == 0) continue;
      ranges.push_back({buffer.data(), buffer.data() + buffer.byte_size(), i});
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    // The output that reaches farthest so far, and the two such inputs: one may be
    // donated to the output at hand.
    const Range* output = nullptr;
    const Range* input = nullptr;
    const Range* second = nullptr;
    for (const Range& range : ranges) {
      if (output != nullptr && range.begin < output->end) {
        TW_RETURN_IF_ERROR(Refuse(output->number, range.number));
      }
      if (IsOutput(range.number)) {
        for (const Range* before : {input, second}) {
          if (before != nullptr && range.begin < before->end) {
            TW_RETURN_IF_ERROR(Refuse(before->number, range.number));
          }
        }
        if (output == nullptr || output->end < range.end) output = &range;
      } else if (input == nullptr || input->end < range.end) {
        second = std::exchange(input, &range);
      } else if (second == nullptr || second->end < range.end) {
        second = &range;
      }
    }
    return absl::OkStatus();
  }

  // Of two that overlap; OK where one is donated to the other.
  absl::Status Refuse(size_t a, size_t b) const {
    if (IsOutput(a) && IsOutput(b)) {
      return absl::InvalidArgumentError(
          absl::StrCat("outputs ", std::min(a, b) - inputs_.size(), " and ",
                       std::max(a, b) - inputs_.size(), " overlap in memory"));
    }
    const size_t i = std::min(a, b);
    const size_t o = std::max(a, b) - inputs_.size();
    const bool same = inputs_[i]->data() == outputs_[o]->data();
    if (same && executable_.donated_to()[i] == static_cast<int32_t>(o)) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(absl::StrCat("output ", o, " overlaps input ", i,
                                                   ", which is not donated to it"));
  }

  const Executable& executable_;
  const Buffers inputs_;
  const Buffers outputs_;
};

}  // namespace

BufferPointers PointersTo(absl::Span<const std::shared_ptr<Buffer>> buffers) {
  BufferPointers pointers(buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i) pointers[i] = buffers[i].get();
  return pointers;
}

absl::Status CheckUsable(Buffers buffers, const char* kind) {
  for (size_t i = 0; i < buffers.size(); ++i) {
    const absl::Status usable = buffers[i]->CheckUsable();
    if (!usable.ok()) return Named(kind, i, usable);
  }
  return absl::OkStatus();
}

absl::Status CheckInputs(const Executable& executable, const Device& device,
                         Buffers inputs) {
  TW_RETURN_IF_ERROR(CheckBuffers(device, inputs, executable.plan().inputs, "input"));
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Buffer& buffer = *inputs[i];
    // The device's own memory was checked when it was filled.
    if (buffer.device_owned()) continue;
    const absl::Status values = ir::CheckValues(
        buffer.type(), {buffer.data(), static_cast<size_t>(buffer.byte_size())});
    if (!values.ok()) return Named("input", i, values);
  }
  return absl::OkStatus();
}

absl::Status CheckOutputs(const Executable& executable, const Device& device,
                          Buffers outputs) {
  return CheckBuffers(device, outputs, executable.plan().outputs, "output");
}

absl::Status CheckOverlap(const Executable& executable, Buffers inputs, Buffers outputs) {
  return OverlapCheck(executable, inputs, outputs).Run();
}

}  // namespace tilewright::runtime
