// Scatters: updates one after the other.
#include <algorithm>

#include "tests/reference/machine.h"

namespace tilewright::reference {

namespace {

bool Contains(const Dims& list, size_t d) {
  return std::find(list.begin(), list.end(), static_cast<int64_t>(d)) != list.end();
}

// What is far outside stays there, whatever is added.
int64_t IndexIn(ElementType type, const Element& x) {
  const int64_t value = IntegerOf(type, x);
  if (ir::IsUnsigned(type) && value < 0) return ir::kMaxTensorBytes;  // beyond int64
  return std::clamp(value, -ir::kMaxTensorBytes, ir::kMaxTensorBytes);
}

}  // namespace

void Machine::RunScatter(const tile::Scatter& s) {
  const Dims& updates = type(s.updates[0]).dims;
  const Dims& indices = type(s.indices).dims;
  const Dims& out = program_.refs[s.outputs[0]].type.dims;
  for (int64_t u = 0; u < Elements(updates) && status_.ok(); ++u) {
    const Dims at = Unflatten(u, updates);
    Dims batch, window;
    for (size_t d = 0; d < at.size(); ++d) {
      (Contains(s.update_window_dims, d) ? window : batch).push_back(at[d]);
    }
    Dims target(out.size(), 0);
    for (size_t c = 0; c < s.scatter_dims_to_operand_dims.size(); ++c) {
      Dims in_indices;
      size_t next = 0;
      for (size_t d = 0; d < indices.size(); ++d) {
        in_indices.push_back(static_cast<int64_t>(d) == s.index_vector_dim
                                 ? static_cast<int64_t>(c)
                                 : batch[next++]);
      }
      const Element start = ValueAt(s.indices, Flatten(in_indices, indices));
      if (!IsExact(start)) {
        return Fail(absl::AbortedError("an update of a place that is not known"));
      }
      target[s.scatter_dims_to_operand_dims[c]] = IndexIn(type(s.indices).element, start);
    }
    for (size_t i = 0; i < s.input_batching_dims.size(); ++i) {
      const int64_t d = s.scatter_indices_batching_dims[i];
      target[s.input_batching_dims[i]] = batch[d - (d > s.index_vector_dim ? 1 : 0)];
    }
    size_t next = 0;
    bool inside = true;
    for (size_t d = 0; d < out.size(); ++d) {
      if (!Contains(s.inserted_window_dims, d) && !Contains(s.input_batching_dims, d)) {
        target[d] += window[next++];
      }
      inside = inside && target[d] >= 0 && target[d] < out[d];
    }
    if (!inside) continue;
    const int64_t place = Flatten(target, out);
    std::vector<Element> arguments;
    for (RefId ref : s.outputs) arguments.push_back(Read(ref, place));
    for (ExprId update : s.updates) arguments.push_back(ValueAt(update, u));
    const std::vector<Element> values = Apply(s.region, std::move(arguments));
    for (size_t o = 0; o < s.outputs.size(); ++o) Write(s.outputs[o], place, values[o]);
  }
}

// Of each window the element that stays selected, by comparison with each that follows.
void Machine::RunSelectAndScatter(const tile::SelectAndScatter& s) {
  const Dims& from = type(s.operand).dims;
  const Dims& source = type(s.source).dims;
  for (int64_t i = 0; i < Elements(source) && status_.ok(); ++i) {
    const Dims at = Unflatten(i, source);
    int64_t selected = -1;
    for (int64_t w = 0; w < Elements(s.window); ++w) {
      const Dims offset = Unflatten(w, s.window);
      Dims place(from.size());
      bool inside = true;
      for (size_t d = 0; d < from.size(); ++d) {
        place[d] = at[d] * s.strides[d] + offset[d] - s.low_padding[d];
        inside = inside && place[d] >= 0 && place[d] < from[d];
      }
      if (!inside) continue;
      const int64_t next = Flatten(place, from);
      if (selected < 0) {
        selected = next;
        continue;
      }
      const Element keeps =
          Apply(s.select, {ValueAt(s.operand, selected), ValueAt(s.operand, next)})[0];
      if (!Decide(keeps)) selected = next;
    }
    if (selected < 0) continue;
    const Element value =
        Apply(s.scatter, {Read(s.output, selected), ValueAt(s.source, i)})[0];
    Write(s.output, selected, value);
  }
}

}  // namespace tilewright::reference
