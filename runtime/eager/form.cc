#include "runtime/eager/form.h"

#include <algorithm>
#include <utility>

#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using ir::Dims;
using ir::Shape;
using ir::Size;

// In words: a size that is no number.
constexpr uint64_t kOpenWord = ~uint64_t{0};

// A last dimension of up to so many elements stays a number: what finds out how few there
// are would take most of a kernel's time.
constexpr int64_t kFewAlong = 4;

// The size of the dimension whose neighbours are nearest in memory.
int64_t NearestSize(const NodeOperand& operand) {
  size_t nearest = operand.sizes.size() - 1;
  for (size_t d = operand.sizes.size(); d-- > 0;) {
    if (operand.sizes[d] > 1 && operand.strides[d] > 0 &&
        (operand.sizes[nearest] == 1 || operand.strides[nearest] == 0 ||
         operand.strides[d] < operand.strides[nearest])) {
      nearest = d;
    }
  }
  return operand.sizes[nearest];
}

// A bit for each size that stays a number, wherever in the operation it stands: sizes
// that are equal have to stay so.
uint64_t KeptNumbers(const NodeStructure& node) {
  uint64_t kept = 0b11;
  for (const NodeOperand& operand : node.operands) {
    if (operand.sizes.size() < 2) continue;
    for (const int64_t size : {operand.sizes.back(), NearestSize(operand)}) {
      if (size <= kFewAlong) kept |= uint64_t{1} << size;
    }
  }
  return kept;
}

class FormMaker {
 public:
  explicit FormMaker(const NodeStructure& node) : node_(node), kept_(KeptNumbers(node)) {}

  absl::StatusOr<Form> Make() {
    const NodeHead& head = node_.head;
    if (head.operation->sizes == Operation::Sizes::kNumbers) {
      return absl::UnimplementedError("the operation is written with numbers");
    }
    form_.words = {reinterpret_cast<uint64_t>(head.operation),
                   uint64_t{head.operands} | uint64_t{head.results} << 16 |
                       uint64_t{head.attributes} << 32 | uint64_t{head.precision} << 48};
    for (size_t i = 0; i < node_.operands.size(); ++i) {
      TW_RETURN_IF_ERROR(Add(i));
    }
    form_.words.insert(form_.words.end(), node_.attributes.begin(),
                       node_.attributes.end());
    return std::move(form_);
  }

 private:
  Size Open(int64_t size) {
    if (size <= kFewAlong && (kept_ >> size & 1) != 0) {
      form_.words.push_back(static_cast<uint64_t>(size));
      return size;
    }
    form_.words.push_back(kOpenWord);
    form_.sizes.push_back(size);
    return Size::OfSymbol(static_cast<ir::SymbolId>(form_.sizes.size() - 1));
  }

  // Dimension d of operand or result i. Of what is joined the sum of its parts.
  Size OpenSize(size_t i, size_t d) {
    const NodeOperand& operand = node_.operands[i];
    const bool joined = node_.head.operation->sizes == Operation::Sizes::kJoined &&
                        i >= node_.head.operands &&
                        static_cast<int64_t>(d) == node_.attributes[0];
    if (!joined) return Open(operand.sizes[d]);
    Size sum = 0;
    for (int part = 0; part < node_.head.operands; ++part) {
      const Layout& layout = form_.layouts[part];
      if (static_cast<int>(d) < layout.logical.rank()) {
        sum = sum + layout.logical.shape[d];
      }
    }
    return sum;
  }

  absl::Status Add(size_t i) {
    const NodeOperand& operand = node_.operands[i];
    if (std::count(operand.sizes.begin(), operand.sizes.end(), 0) > 0) {
      return absl::UnimplementedError("an array is empty");
    }
    Layout& layout = form_.layouts.emplace_back(
        LayoutOf(operand.element, operand.sizes, operand.strides));
    const bool strided = layout.kind == Layout::Kind::kStrided;
    if (strided && !layout.nest.has_value() && !layout.walked.empty()) {
      return absl::UnimplementedError("strides of an array do not nest");
    }
    if (layout.shared && i >= node_.head.operands) {
      return absl::UnimplementedError("elements of a result share a place");
    }
    form_.words.push_back(
        static_cast<uint64_t>(operand.kind) |
        static_cast<uint64_t>(operand.element) << 8 |
        static_cast<uint64_t>(layout.kind) << 16 | operand.sizes.size() << 24 |
        static_cast<uint64_t>(static_cast<uint16_t>(operand.same_as)) << 40);
    Shape logical;
    for (size_t d = 0; d < operand.sizes.size(); ++d) logical.Append(OpenSize(i, d));
    if (layout.kind != Layout::Kind::kContiguous) {
      form_.words.insert(form_.words.end(), layout.order.begin(), layout.order.end());
    }
    layout.logical.shape = logical;
    if (layout.kind == Layout::Kind::kContiguous) {
      layout.memory = layout.logical;
    } else if (layout.kind == Layout::Kind::kPermuted) {
      layout.memory.shape = Shape();
      for (const int64_t d : layout.order) layout.memory.shape.Append(logical[d]);
    } else {
      OpenStrided(operand, &layout);
    }
    return absl::OkStatus();
  }

  // Distances are products of what follows in the nest, of which each has room for the
  // dimension that it holds: as much, or so much more.
  void OpenStrided(const NodeOperand& operand, Layout* layout) {
    form_.words.push_back(layout->walked.size());
    form_.words.insert(form_.words.end(), layout->walked.begin(), layout->walked.end());
    if (!layout->nest.has_value()) return;  // one element, again and again
    const Dims numbers = layout->nest->numbers();
    const Dims& walked = layout->walked;
    std::vector<Size> nest = {layout->logical.shape[walked[0]]};
    for (size_t i = 1; i < walked.size(); ++i) {
      const Size size = layout->logical.shape[walked[i]];
      nest.push_back(size + Open(numbers[i] - operand.sizes[walked[i]]));
    }
    nest.push_back(Open(numbers.back()));
    Size stride = nest.back(), span = 1;
    for (size_t i = walked.size(); i-- > 0;) {
      span = span + (layout->logical.shape[walked[i]] - 1) * stride;
      stride = stride * nest[i];
    }
    layout->nest = Shape(std::move(nest));
    layout->memory.shape = Shape(std::vector<Size>{span});
  }

  const NodeStructure& node_;
  const uint64_t kept_;
  Form form_;
};

// Dimensions that are walked as one: the one with the smallest strides, and the product
// of their sizes.
struct Run {
  int64_t last;
  int64_t size;
};

// Of what is joined the dimensions on each side of the one along which it is, that one
// with those that follow it where they lie in one stretch.
NodeStructure CollapsedJoined(NodeStructure node) {
  const int64_t along = node.attributes[0];
  const auto rank = static_cast<int64_t>(node.operands.back().sizes.size());
  Dims last;  // of each run
  int64_t now_along = 0;
  for (int64_t d = 0; d < rank; ++d) {
    const auto joins = [&](const NodeOperand& operand) {
      const int64_t before = last.back();
      return operand.sizes[before] == 1 ||
             operand.strides[before] == operand.strides[d] * operand.sizes[d];
    };
    if (d != along && node.operands.back().sizes[d] == 1) continue;
    const bool joined = !last.empty() && d != along &&
                        std::all_of(node.operands.begin(), node.operands.end(), joins);
    if (joined) {
      last.back() = d;
    } else {
      last.push_back(d);
    }
    if (d == along) now_along = static_cast<int64_t>(last.size()) - 1;
  }
  for (NodeOperand& operand : node.operands) {
    Dims sizes, strides;
    int64_t next = 0;
    for (const int64_t end : last) {
      int64_t size = 1;
      for (; next <= end; ++next) size *= operand.sizes[next];
      sizes.push_back(size);
      strides.push_back(operand.strides[end]);
    }
    operand.sizes = std::move(sizes);
    operand.strides = std::move(strides);
  }
  node.attributes[0] = now_along;
  return node;
}

bool AreArraysOfOneRank(const NodeStructure& node) {
  const size_t rank = node.operands.back().sizes.size();
  return std::all_of(
      node.operands.begin(), node.operands.end(), [&](const NodeOperand& operand) {
        const Dims& sizes = operand.sizes;
        return operand.kind == Operand::Kind::kArray && sizes.size() == rank &&
               std::count(sizes.begin(), sizes.end(), 0) == 0;
      });
}

}  // namespace

absl::StatusOr<Form> FormOf(const NodeStructure& node) { return FormMaker(node).Make(); }

NodeStructure Collapsed(NodeStructure node) {
  if (node.head.operation->sizes == Operation::Sizes::kJoined &&
      AreArraysOfOneRank(node)) {
    return CollapsedJoined(std::move(node));
  }
  if (node.head.operation->sizes != Operation::Sizes::kElementwise ||
      node.head.results == 0) {
    return node;
  }
  const NodeOperand& result = node.operands[node.head.operands];
  const Dims sizes = result.sizes;
  const int rank = static_cast<int>(sizes.size());
  // Of each array: how far apart neighbours along each dimension of the result are in
  // memory; 0 where all are the same element.
  std::vector<Dims> walks;
  for (const NodeOperand& operand : node.operands) {
    Dims& walk = walks.emplace_back();
    const int skipped = rank - static_cast<int>(operand.sizes.size());
    if (skipped < 0) return node;
    for (int d = 0; d < rank; ++d) {
      const int64_t size = d < skipped ? 1 : operand.sizes[d - skipped];
      if (size != 1 && size != sizes[d]) return node;
      walk.push_back(size == 1 ? 0 : operand.strides[d - skipped]);
    }
  }
  Dims order;
  for (size_t i = node.head.operands; i < walks.size(); ++i) {
    for (int d = 0; d < rank; ++d) {
      if (sizes[d] != 1 && walks[i][d] == 0) return node;
    }
  }
  const Dims& along = walks[node.head.operands];
  for (int d = 0; d < rank; ++d) {
    if (sizes[d] == 0) return node;
    if (sizes[d] != 1) order.push_back(d);
  }
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return along[a] != along[b] ? along[a] > along[b] : a < b;
  });
  std::vector<Run> runs;
  for (const int64_t d : order) {
    const auto joins = [&](const Dims& walk) {
      return walk[runs.back().last] == walk[d] * sizes[d];
    };
    if (!runs.empty() && std::all_of(walks.begin(), walks.end(), joins)) {
      runs.back() = {d, runs.back().size * sizes[d]};
    } else {
      runs.push_back({d, sizes[d]});
    }
  }
  for (size_t i = 0; i < node.operands.size(); ++i) {
    NodeOperand& operand = node.operands[i];
    if (operand.kind != Operand::Kind::kArray) continue;
    operand.sizes.clear();
    operand.strides.clear();
    for (const Run& run : runs) {
      const int64_t stride = walks[i][run.last];
      operand.sizes.push_back(stride == 0 ? 1 : run.size);
      operand.strides.push_back(stride);
    }
  }
  return node;
}

}  // namespace tilewright::eager
