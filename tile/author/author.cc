// The grid, refs and windows of a kernel that is being written.
#include "tile/author/author.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "ir/size/text.h"
#include "tile/author/extents.h"
#include "tile/visit.h"

namespace tilewright::tile {

using ir::Dims;
using ir::ElementType;
using ir::TensorType;

namespace {

constexpr int kMaxBuffers = 16;

}  // namespace

Author::Author(std::string name, const chip::Chip& chip, Over over)
    : name_(std::move(name)),
      chip_(chip),
      builder_(&program_,
               over == Over::kArrays ? Builder::Refs::kStay : Builder::Refs::kChange) {
  if (over == Over::kArrays) arrays_.emplace(&builder_);
  program_.name = name_;
  open_.emplace_back();
  open_ids_.insert(0);
  // Names become parts of file names and of programs' text.
  const bool plain = std::all_of(name_.begin(), name_.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' ||
           c == '.';
  });
  if (name_.empty() || !plain) {
    Fail("a kernel's name is made of letters, digits, '_', '-' and '.'");
  }
}

ir::Size Author::Symbol(absl::string_view name, ir::SymbolFacts facts) {
  if (NeedsGrid("sizes that are no numbers")) return 1;
  if (!ir::IsSymbolName(name)) {
    Fail("no size is called '", name, "': a name is a letter, and letters, digits and _");
    return 1;
  }
  if (program_.symbols.Find(name) >= 0) {
    Fail("two sizes are called '", name, "'");
    return 1;
  }
  facts.at_least = std::max<int64_t>(facts.at_least, 1);
  const ir::SymbolId id = program_.symbols.Add(std::string(name));
  const absl::Status learnt = program_.symbols.Learn(id, facts);
  if (!learnt.ok()) Fail(learnt.message());
  return ir::Size::OfSymbol(id);
}

ir::Size Author::SizeOf(absl::string_view expression) {
  const absl::StatusOr<ir::Size> size = ir::ParseSize(
      expression, [this](absl::string_view name) -> absl::StatusOr<ir::SymbolId> {
        return program_.symbols.Find(name);
      });
  if (size.ok()) return *size;
  Fail(size.status().message());
  return 1;
}

std::vector<ExprId> Author::SetGrid(ir::Shape sizes, std::vector<bool> sequential) {
  const auto rank = static_cast<size_t>(sizes.rank());
  if (NeedsGrid("grid")) return std::vector<ExprId>(rank, NoValue());
  if (has_grid_) Fail("the grid is set twice");
  if (!program_.refs.empty() || next_counter_ > 0) {
    Fail("the grid is set after an operand or a loop");
  }
  if (sequential.size() != rank) {
    Fail("the grid has ", rank, " sizes and ", sequential.size(), " semantics");
    sequential.resize(rank);
  }
  const absl::Status fits = CheckGrid(sizes, program_.symbols);
  if (!fits.ok()) {
    Fail(fits.message());
    sizes = Dims(rank, 1);
  }
  has_grid_ = true;
  grid_.sizes = std::move(sizes);
  grid_.sequential = std::move(sequential);
  std::vector<ExprId> counters;
  for (size_t d = 0; d < rank; ++d) {
    counters.push_back(Noted(builder_.Counter(next_counter_++)));
  }
  return counters;
}

RefId Author::AddRef(absl::string_view name, Ref ref) {
  const absl::Status fits = CheckArray(ref.type, program_.symbols);
  if (ref.type.element == ElementType::kToken) {
    Fail(calls_.Of(name), "a token has no memory");
  } else if (!fits.ok()) {
    Fail(calls_.Of(name), fits.message());
    ref.type.shape = Dims(ref.type.rank(), 1);
  }
  if (name.empty()) Fail("a ref needs a name");
  const bool is_part = ref.memory == Memory::kHbm || !ref.window.has_value();
  if (is_part && std::find(names_.begin(), names_.end(), name) != names_.end()) {
    Fail(calls_.Of(name), "two refs have this name");
  }
  names_.emplace_back(name);
  buffers_.push_back(1);
  temporary_.push_back(false);
  versions_.push_back(0);
  made_.push_back(calls_.now());
  return program_.AddRef(std::move(ref));
}

RefId Author::Temporary(absl::string_view what, TensorType type) {
  const RefId ref = AddRef(absl::StrCat("%", what, ".", program_.refs.size()),
                           {Memory::kVmem, std::move(type), false});
  temporary_[ref] = true;
  return ref;
}

RefId Author::Input(absl::string_view name, TensorType type, const WindowSpec& spec) {
  return AddOperand(name, std::move(type), spec, false);
}

RefId Author::Output(absl::string_view name, TensorType type, const WindowSpec& spec) {
  return AddOperand(name, std::move(type), spec, true);
}

RefId Author::InOut(absl::string_view name, TensorType type, const WindowSpec& spec) {
  return AddOperand(name, std::move(type), spec, true, true);
}

RefId Author::Scratch(absl::string_view name, TensorType type, Memory memory) {
  NeedsGrid("scratch");
  if (memory == Memory::kHbm) {
    Fail(calls_.Of(name), "scratch is in VMEM or SMEM");
    memory = Memory::kVmem;
  }
  if (!type.shape.is_static()) {
    Fail(calls_.Of(name), ir::ToString(type, &program_.symbols),
         ": sizes of scratch are numbers");
    type.shape = Dims(type.rank(), 1);
  }
  return AddRef(name, {memory, std::move(type), false});
}

RefId Author::Semaphores(absl::string_view name, int64_t count) {
  const RefId ref = Scratch(name, {ElementType::kI32, {count}}, Memory::kSmem);
  copies_[ref] = {};
  return ref;
}

const TensorType& Author::ref_type(RefId ref) const {
  static const TensorType kNone{ElementType::kF32, {}};
  const bool known = ref >= 0 && static_cast<size_t>(ref) < program_.refs.size();
  return known ? program_.refs[ref].type : kNone;
}

RefId Author::AddOperand(absl::string_view name, TensorType type, const WindowSpec& spec,
                         bool is_output, bool is_updated) {
  if (open_.size() > 1) Fail(calls_.Of(name), "an operand inside a loop or a branch");
  const bool stays = spec.memory == Memory::kHbm || arrays_.has_value();
  if (arrays_.has_value() && !type.shape.is_static()) {
    Fail(calls_.Of(name), ir::ToString(type, &program_.symbols),
         ": sizes over whole arrays are numbers");
    type.shape = Dims(type.rank(), 1);
  }
  const RefId array =
      AddRef(name, {Memory::kHbm, std::move(type), is_output, 1, {}, is_updated});
  if (arrays_.has_value() && !IsWholeArray(name, spec)) return array;
  if (stays) {
    if (!spec.block.empty() || !spec.index.empty()) {
      Fail(calls_.Of(name), "an operand that stays in HBM has no blocks");
    }
    return array;
  }
  if (spec.buffers < 1 || spec.buffers > kMaxBuffers) {
    Fail(calls_.Of(name), spec.buffers, " buffers; 1 to ", kMaxBuffers, " are possible");
  }
  Ref ref{spec.memory, {}, is_output, 1, Window(), is_updated};
  const TensorType whole = program_.refs[array].type;
  ref.window->array = array;
  ref.type.element = whole.element;
  if (!PlaceWindow(name, whole, spec, &*ref.window, &ref.type)) {
    // Of one element: the kernel is a mistake.
    const Dims ones(whole.rank(), 1);
    program_.refs[array].type.shape = ones;
    ref.window->inside = true;
    ref.window->block = ones;
    ref.window->start.assign(ones.size(), ConstantInteger(ElementType::kI32, 0));
    ref.window->kept.clear();
    for (int d = 0; d < whole.rank(); ++d) ref.window->kept.push_back(d);
    ref.type.shape = ones;
  }
  const RefId window = AddRef(name, std::move(ref));
  buffers_[window] = spec.buffers;
  return window;
}

bool Author::NeedsGrid(absl::string_view what) {
  if (arrays_.has_value()) Fail("is over whole arrays, and has no ", what);
  return arrays_.has_value();
}

bool Author::IsWholeArray(absl::string_view name, const WindowSpec& spec) {
  const WindowSpec whole;
  if (spec.block.empty() && spec.index.empty() && !spec.elements &&
      spec.memory != Memory::kSmem && spec.buffers == whole.buffers) {
    return true;
  }
  Fail(calls_.Of(name), "an operand of a kernel over whole arrays has no blocks");
  return false;
}

bool Author::IsScalarI32(ExprId value, absl::string_view what) {
  if (!IsKnown(value)) return false;
  if (type(value) == ir::Scalar(ElementType::kI32)) return true;
  Fail(what, ": expected a scalar i32, is ", ir::ToString(type(value)));
  return false;
}

// What an index reads is in SMEM when the window is placed: an operand.
bool Author::IsIndex(absl::string_view name, ExprId value) {
  bool is_index = true;
  ForEachExprUnder(program_, {value}, [&](ExprId id) {
    const auto* const load = program_.exprs[id].As<tile::Load>();
    if (load == nullptr) return;
    const Ref& ref = program_.refs[load->ref];
    if (ref.memory == Memory::kSmem && ref.window.has_value() && !ref.is_output &&
        ref.window->inside) {
      return;
    }
    Fail(calls_.Of(name), "its index reads '", names_[load->ref],
         "', which is no whole input in SMEM");
    is_index = false;
  });
  return is_index;
}

bool Author::IsPadding(absl::string_view name, ElementType element, ExprId padding,
                       Window* window) {
  if (!IsKnown(padding)) return false;
  const Expr& e = program_.exprs[padding];
  if (!e.Is<tile::Constant>() || e.type != ir::Scalar(element)) {
    Fail(calls_.Of(name), "its padding is no constant of ", ir::Name(element));
    return false;
  }
  window->padding = padding;
  return true;
}

// The window's block, its place, and the type that the kernel sees.
bool Author::PlaceWindow(absl::string_view name, const TensorType& array,
                         const WindowSpec& spec, Window* window, TensorType* seen) {
  const auto rank = static_cast<size_t>(array.rank());
  if (spec.block.empty() && !array.shape.is_static()) {
    Fail(calls_.Of(name), ir::ToString(array, &program_.symbols),
         ": blocks are of numbers, and this has none");
    return false;
  }
  Dims block = spec.block.empty() ? array.dims() : spec.block;
  std::vector<ExprId> index = spec.index;
  if (index.empty()) index.assign(rank, ConstantInteger(ElementType::kI32, 0));
  if (block.size() != rank || index.size() != rank) {
    Fail(calls_.Of(name), ir::ToString(array, &program_.symbols), ": a block of ",
         block.size(), " dimensions at an index of ", index.size());
    return false;
  }
  for (size_t d = 0; d < rank; ++d) {
    const bool squeezed = block[d] == kSqueezed;
    if (squeezed) block[d] = 1;
    if (block[d] <= 0) {
      Fail(calls_.Of(name), "block dimension ", d, " is ", block[d]);
      return false;
    }
    if (block[d] > INT32_MAX) {
      Fail(calls_.Of(name), "block dimension ", d, " is ", block[d],
           ", beyond what an index counts");
      return false;
    }
    if (!squeezed) {
      window->kept.push_back(static_cast<int64_t>(d));
      seen->shape.Append(block[d]);
    }
    if (!IsScalarI32(index[d], absl::StrCat(calls_.Of(name), "index ", d))) return false;
    ExprId start = index[d];
    if (!spec.elements && block[d] != 1) {
      start = Elementwise(ir::OpKind::kMultiply,
                          {start, ConstantInteger(ElementType::kI32, block[d])});
    }
    window->start.push_back(start);
    if (!IsIndex(name, start)) return false;
  }
  window->block = std::move(block);
  window->may_straddle = !spec.elements || spec.padding.has_value();
  window->may_precede = spec.padding.has_value();
  const absl::StatusOr<bool> inside = IsInside(program_, grid_.sizes, *window);
  if (!inside.ok()) {
    Fail(calls_.Of(name), inside.status().message());
    return false;
  }
  window->inside = *inside;
  return !spec.padding.has_value() ||
         IsPadding(name, array.element, *spec.padding, window);
}

}  // namespace tilewright::tile
