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

// Index vector after index vector; of each, its window.
void Machine::RunScatter(const tile::Scatter& s) {
  const Dims& updates = type(s.updates[0]).dims();
  Dims batches, windows;
  for (size_t d = 0; d < updates.size(); ++d) {
    (Contains(s.update_window_dims, d) ? windows : batches).push_back(updates[d]);
  }
  for (int64_t b = 0; b < Elements(batches); ++b) {
    const Dims batch = Unflatten(b, batches);
    Dims start;
    for (int64_t w = 0; w < Elements(windows) && status_.ok(); ++w) {
      if (w == 0 && !ScatterStart(s, batch, &start)) return;
      ApplyUpdate(s, start, batch, Unflatten(w, windows));
    }
  }
}

// Where the window begins that this index vector says.
bool Machine::ScatterStart(const tile::Scatter& s, const Dims& batch, Dims* start) {
  const ir::TensorType& indices = type(s.indices);
  start->assign(program_.refs[s.outputs[0]].type.dims().size(), 0);
  for (size_t c = 0; c < s.scatter_dims_to_operand_dims.size(); ++c) {
    Dims at;
    size_t next = 0;
    for (size_t d = 0; d < indices.dims().size(); ++d) {
      const bool component = static_cast<int64_t>(d) == s.index_vector_dim;
      at.push_back(component ? static_cast<int64_t>(c) : batch[next++]);
    }
    const Element index = ValueAt(s.indices, Flatten(at, indices.dims()));
    if (!IsExact(index)) {
      Fail(absl::AbortedError("an update of a place that is not known"));
      return false;
    }
    (*start)[s.scatter_dims_to_operand_dims[c]] = IndexIn(indices.element, index);
  }
  for (size_t i = 0; i < s.input_batching_dims.size(); ++i) {
    const int64_t d = s.scatter_indices_batching_dims[i];
    (*start)[s.input_batching_dims[i]] = batch[d - (d > s.index_vector_dim ? 1 : 0)];
  }
  return true;
}

// One element of an update; what is outside is dropped.
void Machine::ApplyUpdate(const tile::Scatter& s, const Dims& start, const Dims& batch,
                          const Dims& window) {
  const Dims& out = program_.refs[s.outputs[0]].type.dims();
  Dims target = start;
  size_t next = 0;
  for (size_t d = 0; d < out.size(); ++d) {
    if (!Contains(s.inserted_window_dims, d) && !Contains(s.input_batching_dims, d)) {
      target[d] += window[next++];
    }
    if (target[d] < 0 || target[d] >= out[d]) return;
  }
  const Dims& updates = type(s.updates[0]).dims();
  Dims from;
  size_t in_window = 0, in_batch = 0;
  for (size_t d = 0; d < updates.size(); ++d) {
    const bool is_window = Contains(s.update_window_dims, d);
    from.push_back(is_window ? window[in_window++] : batch[in_batch++]);
  }
  const int64_t place = Flatten(target, out);
  std::vector<Element> arguments;
  for (RefId ref : s.outputs) arguments.push_back(Read(ref, place));
  for (ExprId u : s.updates) arguments.push_back(ValueAt(u, Flatten(from, updates)));
  const std::vector<Element> values = Apply(s.region, std::move(arguments));
  for (size_t o = 0; o < s.outputs.size(); ++o) Write(s.outputs[o], place, values[o]);
}

// Of each window the element that stays selected, by comparison with each that follows.
void Machine::RunSelectAndScatter(const tile::SelectAndScatter& s) {
  const Dims& from = type(s.operand).dims();
  const Dims& source = type(s.source).dims();
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
