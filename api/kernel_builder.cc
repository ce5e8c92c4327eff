// The builder's public face: handles around tile::Author.
#include <algorithm>
#include <utility>

#include "api/convert.h"
#include "api/kernel_impl.h"
#include "api/tile_numbers.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

using api::From;
using api::IdIn;
using api::IndexIn;
using api::IndicesIn;
using State = std::shared_ptr<Tile::State>;

tile::View ViewIn(const State& state, const TileView& view) {
  return {IdIn(state, view.ref), IndicesIn(state, view.start), view.sizes, view.strides};
}

void From(const State& state, Where where, std::string_view what, const TileRef& ref) {
  state->author.From(where.file_name(), static_cast<int32_t>(where.line()),
                     api::Inside(what), IdIn(state, ref));
}

tile::Memory Inside(MemorySpace memory) {
  switch (memory) {
    case MemorySpace::kHbm:
      return tile::Memory::kHbm;
    case MemorySpace::kSmem:
      return tile::Memory::kSmem;
    case MemorySpace::kVmem:
      break;
  }
  return tile::Memory::kVmem;
}

std::optional<tile::ExprId> PaddingIn(const State& state, const Tile& padding,
                                      ElementType element) {
  if (padding.state() == nullptr && !api::IsNumber(padding)) return {};
  return api::IdIn(state, padding, api::Inside(element));
}

tile::WindowSpec SpecIn(const State& state, const BlockSpec& spec, ElementType element) {
  return {spec.block,    IndicesIn(state, spec.index),
          spec.elements, Inside(spec.memory),
          spec.buffers,  PaddingIn(state, spec.padding, element)};
}

// With sizes of the builder's.
ir::TensorType TypeIn(const State& state, const TensorType& type) {
  absl::StatusOr<ir::TensorType> inside = state->sizes.Inside(type);
  if (inside.ok()) return *std::move(inside);
  state->author.Fail(inside.status().message());
  return {api::Inside(type.element), ir::Dims(type.dims.size(), 1)};
}

// Where there is no chip of that name, any; the error comes out of Build().
State NewState(std::string name, std::string_view chip_name, tile::Over over) {
  const absl::StatusOr<const chip::Chip*> chip = chip::FindChip(api::Inside(chip_name));
  const chip::Chip& found =
      chip.ok() ? **chip : **chip::FindChip(chip::ChipNames().front());
  State state = std::make_shared<Tile::State>(std::move(name), found, over);
  if (!chip.ok()) state->author.Fail(chip.status().message());
  return state;
}

}  // namespace

// --- Refs and views ------------------------------------------------------------

TensorType TileRef::type() const {
  if (state_ == nullptr) return TensorType();
  return state_->sizes.Outside(state_->author.ref_type(id_));
}

Tile TileRef::Load(Where where) const { return TileView(*this).Load(where); }
void TileRef::Store(const Tile& tile, Where where) const {
  TileView(*this).Store(tile, where);
}

Tile TileRef::At(const std::vector<Tile>& index, Where where) const {
  if (state_ == nullptr) return {};
  From(state_, where, "At of", *this);
  return {state_, state_->author.ReadScalar(id_, IndicesIn(state_, index))};
}

TileView TileRef::Part(std::vector<Tile> start, std::vector<int64_t> sizes,
                       std::vector<int64_t> strides) const {
  return {*this, std::move(start), std::move(sizes), std::move(strides)};
}

Tile TileView::Load(Where where) const {
  const State& state = ref.state();
  if (state == nullptr) return {};
  From(state, where, "Load of", ref);
  return {state, state->author.Load(ViewIn(state, *this))};
}

void TileView::Store(const Tile& tile, Where where) const {
  const State& state = ref.state();
  if (state == nullptr) return;
  From(state, where, "Store to", ref);
  const ir::ElementType element = state->author.ref_type(ref.id()).element;
  state->author.Store(ViewIn(state, *this), IdIn(state, tile, element));
}

// --- The builder ------------------------------------------------------------------

KernelBuilder::KernelBuilder(std::string name, std::string_view chip)
    : state_(NewState(std::move(name), chip, tile::Over::kBlocks)) {}

KernelBuilder KernelBuilder::OverArrays(std::string name, std::string_view chip) {
  return KernelBuilder(NewState(std::move(name), chip, tile::Over::kArrays));
}

int64_t KernelBuilder::Symbol(std::string_view name, const SizeFacts& facts,
                              Where where) {
  From(state_, where, "Symbol", name);
  return state_->sizes.NumberOf(
      state_->author.Symbol(api::Inside(name), {.at_least = facts.at_least,
                                                .at_most = facts.at_most,
                                                .multiple_of = facts.multiple_of}));
}

int64_t KernelBuilder::Size(std::string_view expression, Where where) {
  From(state_, where, "Size", expression);
  return state_->sizes.NumberOf(state_->author.SizeOf(api::Inside(expression)));
}

std::vector<Tile> KernelBuilder::Grid(const std::vector<GridDimension>& dimensions,
                                      Where where) {
  From(state_, where, "Grid");
  TensorType grid{ElementType::kI32, {}};
  std::vector<bool> sequential;
  for (const GridDimension& d : dimensions) {
    grid.dims.push_back(d.size);
    sequential.push_back(d.semantics == GridSemantics::kSequential);
  }
  std::vector<Tile> indices;
  for (tile::ExprId id : state_->author.SetGrid(TypeIn(state_, grid).shape, sequential)) {
    indices.emplace_back(state_, id);
  }
  return indices;
}

TileRef KernelBuilder::Input(std::string_view name, const TensorType& type,
                             const BlockSpec& spec, Where where) {
  From(state_, where, "Input", name);
  return {state_, state_->author.Input(api::Inside(name), TypeIn(state_, type),
                                       SpecIn(state_, spec, type.element))};
}

TileRef KernelBuilder::Output(std::string_view name, const TensorType& type,
                              const BlockSpec& spec, Where where) {
  From(state_, where, "Output", name);
  return {state_, state_->author.Output(api::Inside(name), TypeIn(state_, type),
                                        SpecIn(state_, spec, type.element))};
}

TileRef KernelBuilder::InOut(std::string_view name, const TensorType& type,
                             const BlockSpec& spec, Where where) {
  From(state_, where, "InOut", name);
  return {state_, state_->author.InOut(api::Inside(name), TypeIn(state_, type),
                                       SpecIn(state_, spec, type.element))};
}

TileRef KernelBuilder::Scratch(std::string_view name, const TensorType& type,
                               MemorySpace memory, Where where) {
  From(state_, where, "Scratch", name);
  return {state_, state_->author.Scratch(api::Inside(name), TypeIn(state_, type),
                                         Inside(memory))};
}

TileRef KernelBuilder::Semaphores(std::string_view name, int64_t count, Where where) {
  From(state_, where, "Semaphores", name);
  return {state_, state_->author.Semaphores(api::Inside(name), count)};
}

Tile KernelBuilder::Constant(ElementType type, const Tile& number, Where where) {
  From(state_, where, "Constant");
  if (!api::IsNumber(number)) state_->author.Fail("of a tile, which is no number");
  return {state_, IdIn(state_, number, api::Inside(type))};
}

Tile KernelBuilder::Iota(const TensorType& type, int64_t dimension, Where where) {
  From(state_, where, "Iota");
  return {state_, state_->author.Iota(api::Inside(type), dimension)};
}

void KernelBuilder::For(const Tile& begin, const Tile& end,
                        const std::function<void(Tile)>& body, Where where) {
  From(state_, where, "For");
  const tile::ExprId i =
      state_->author.BeginFor(IndexIn(state_, begin), IndexIn(state_, end));
  body(Tile(state_, i));
  From(state_, where, "For");
  state_->author.EndFor();
}

void KernelBuilder::For(int64_t begin, int64_t end, const std::function<void(Tile)>& body,
                        Where where) {
  From(state_, where, "For");
  const auto bound = [&](int64_t value) {
    return Tile(state_, state_->author.ConstantInteger(ir::ElementType::kI32, value));
  };
  For(bound(begin), bound(end), body, where);
}

void KernelBuilder::If(const Tile& predicate, const std::function<void()>& then,
                       const std::function<void()>& otherwise, Where where) {
  From(state_, where, "If");
  state_->author.BeginIf(IndexIn(state_, predicate));
  then();
  if (otherwise) {
    From(state_, where, "If");
    state_->author.Else();
    otherwise();
  }
  From(state_, where, "If");
  state_->author.EndIf();
}

void KernelBuilder::StartCopy(const TileView& from, const TileView& to,
                              const TileRef& semaphores, Where where) {
  StartCopy(from, to, semaphores, Constant(ElementType::kI32, 0, where), where);
}

void KernelBuilder::StartCopy(const TileView& from, const TileView& to,
                              const TileRef& semaphores, const Tile& slot, Where where) {
  From(state_, where, "StartCopy");
  state_->author.StartCopy(ViewIn(state_, from), ViewIn(state_, to),
                           IdIn(state_, semaphores), IndexIn(state_, slot));
}

void KernelBuilder::WaitCopy(const TileView& from, const TileView& to,
                             const TileRef& semaphores, Where where) {
  WaitCopy(from, to, semaphores, Constant(ElementType::kI32, 0, where), where);
}

void KernelBuilder::WaitCopy(const TileView& from, const TileView& to,
                             const TileRef& semaphores, const Tile& slot, Where where) {
  From(state_, where, "WaitCopy");
  state_->author.WaitCopy(ViewIn(state_, from), ViewIn(state_, to),
                          IdIn(state_, semaphores), IndexIn(state_, slot));
}

absl::StatusOr<Kernel> KernelBuilder::Build() {
  TW_ASSIGN_OR_RETURN(tile::Kernel built, state_->author.Build());
  auto impl = std::make_shared<Kernel::Impl>();
  std::vector<ir::TensorType> inputs, outputs;
  for (const tile::Operand& operand : built.operands) {
    if (operand.is_input()) inputs.push_back(operand.type);
    if (operand.is_output) outputs.push_back(operand.type);
  }
  impl->inputs = api::OutsideOpen(inputs);
  impl->outputs = api::OutsideOpen(outputs);
  impl->kernel = std::make_shared<const tile::Kernel>(std::move(built));
  return Kernel(std::move(impl));
}

}  // namespace tilewright
