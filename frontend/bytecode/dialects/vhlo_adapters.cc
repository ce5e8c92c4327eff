// The attributes of vhlo's operations as StableHLO's.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include "frontend/bytecode/dialects/vhlo.h"

namespace tilewright::bytecode {
namespace {

using stablehlo::Attribute;
using stablehlo::NamedAttribute;
using Attributes = std::vector<NamedAttribute>;

Attribute* Find(Attributes* attributes, absl::string_view name) {
  for (NamedAttribute& attribute : *attributes) {
    if (attribute.name == name) return &attribute.value;
  }
  return nullptr;
}

void Erase(Attributes* attributes, absl::string_view name) {
  attributes->erase(
      std::remove_if(attributes->begin(), attributes->end(),
                     [name](const NamedAttribute& a) { return a.name == name; }),
      attributes->end());
}

// Moves attributes into one that has them as fields.
void Gather(Attributes* attributes, absl::string_view structure,
            std::initializer_list<absl::string_view> fields) {
  Attribute whole;
  whole.kind = Attribute::Kind::kDict;
  for (absl::string_view field : fields) {
    Attribute* const value = Find(attributes, field);
    if (value == nullptr) continue;
    whole.at = value->at;
    whole.fields.emplace_back(std::string(field), std::move(*value));
    Erase(attributes, field);
  }
  attributes->emplace_back(std::string(structure), std::move(whole));
}

void MakeSymbol(Attributes* attributes, absl::string_view name) {
  Attribute* const value = Find(attributes, name);
  if (value != nullptr && value->kind == Attribute::Kind::kString) {
    value->kind = Attribute::Kind::kSymbol;
  }
}

void AdaptFunction(Values* values, Attributes* attributes) {
  // Without a visibility, a function is public.
  const Attribute* const visibility = Find(attributes, "sym_visibility");
  if (visibility != nullptr && visibility->text.empty()) {
    Erase(attributes, "sym_visibility");
  }
}

void AdaptCall(Values* values, Attributes* attributes) {
  MakeSymbol(attributes, "callee");
}

void AdaptComposite(Values* values, Attributes* attributes) {
  MakeSymbol(attributes, "decomposition");
}

void AdaptCustomCall(Values* values, Attributes* attributes) {
  // Layouts that are not said.
  for (absl::string_view name : {"operand_layouts", "result_layouts"}) {
    const Attribute* const layouts = Find(attributes, name);
    if (layouts != nullptr && layouts->elements.empty()) Erase(attributes, name);
  }
  Attribute* const called = Find(attributes, "called_computations");
  if (called == nullptr) return;
  for (Attribute& element : called->elements) {
    if (element.kind == Attribute::Kind::kString) element.kind = Attribute::Kind::kSymbol;
  }
}

void AdaptDotGeneral(Values* values, Attributes* attributes) {
  Gather(attributes, "dot_dimension_numbers",
         {"lhs_batching_dimensions", "rhs_batching_dimensions",
          "lhs_contracting_dimensions", "rhs_contracting_dimensions"});
  const Attribute* const accumulation = Find(attributes, "accumulation_type");
  if (accumulation == nullptr) return;
  const bool none =
      accumulation->kind != Attribute::Kind::kType || accumulation->type.text == "none";
  Gather(attributes, "algorithm",
         {"lhs_precision_type", "rhs_precision_type", "accumulation_type",
          "lhs_component_count", "rhs_component_count", "num_primitive_operations",
          "allow_imprecise_accumulation"});
  if (none) attributes->pop_back();
}

void AdaptGather(Values* values, Attributes* attributes) {
  Gather(attributes, "dimension_numbers",
         {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
          "start_indices_batching_dims", "start_index_map", "index_vector_dim"});
}

void AdaptScatter(Values* values, Attributes* attributes) {
  Gather(attributes, "scatter_dimension_numbers",
         {"update_window_dims", "inserted_window_dims", "input_batching_dims",
          "scatter_indices_batching_dims", "scatter_dims_to_operand_dims",
          "index_vector_dim"});
}

void AdaptConvolution(Values* values, Attributes* attributes) {
  Gather(attributes, "dimension_numbers",
         {"input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions",
          "kernel_input_feature_dimension", "kernel_output_feature_dimension",
          "kernel_spatial_dimensions", "output_batch_dimension",
          "output_feature_dimension", "output_spatial_dimensions"});
}

// The first version has a padding besides the operand, which says nothing.
void AdaptDynamicConvolution(Values* values, Attributes* attributes) {
  Erase(attributes, "padding");
  AdaptConvolution(values, attributes);
}

// Channel 0 is none, and what is false is not said.
void AdaptCollective(Values* values, Attributes* attributes) {
  const Attribute* const channel = Find(attributes, "channel_id");
  if (channel != nullptr && channel->integer == 0) Erase(attributes, "channel_id");
  const Attribute* const global = Find(attributes, "use_global_device_ids");
  if (global != nullptr && !global->flag) Erase(attributes, "use_global_device_ids");
}

// A type of comparison that is not said.
void AdaptCompare(Values* values, Attributes* attributes) {
  const Attribute* const type = Find(attributes, "compare_type");
  if (type != nullptr && type->text == "NOTYPE") Erase(attributes, "compare_type");
}

}  // namespace

Adapter FindAdapter(absl::string_view tree_name) {
  struct Row {
    absl::string_view name;
    Adapter adapter;
  };
  static constexpr Row kRows[] = {
      {"func.func", &AdaptFunction},
      {"func.call", &AdaptCall},
      {"stablehlo.all_gather", &AdaptCollective},
      {"stablehlo.all_reduce", &AdaptCollective},
      {"stablehlo.all_to_all", &AdaptCollective},
      {"stablehlo.collective_broadcast", &AdaptCollective},
      {"stablehlo.collective_permute", &AdaptCollective},
      {"stablehlo.compare", &AdaptCompare},
      {"stablehlo.composite", &AdaptComposite},
      {"stablehlo.convolution", &AdaptConvolution},
      {"stablehlo.custom_call", &AdaptCustomCall},
      {"stablehlo.dot_general", &AdaptDotGeneral},
      {"stablehlo.dynamic_conv", &AdaptDynamicConvolution},
      {"stablehlo.dynamic_gather", &AdaptGather},
      {"stablehlo.gather", &AdaptGather},
      {"stablehlo.reduce_scatter", &AdaptCollective},
      {"stablehlo.scatter", &AdaptScatter},
  };
  const Row* const row = std::find_if(
      std::begin(kRows), std::end(kRows),
      [tree_name](const Row& candidate) { return candidate.name == tree_name; });
  return row == std::end(kRows) ? nullptr : row->adapter;
}

}  // namespace tilewright::bytecode
