// MLIR text as a tree: what was written, before any of it is understood.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/syntax/shared_list.h"
#include "frontend/stablehlo/syntax/source.h"
#include "ir/literal.h"
#include "ir/location.h"
#include "ir/tensor_type.h"

namespace tilewright::stablehlo {

struct Type {
  enum class Kind : uint8_t {
    kTensor,
    kScalar,  // i32, f32 outside of a tensor: `tensor.element`
    kToken,
    kTuple,        // elements
    kFunction,     // elements -> results
    kUnsupported,  // text: as written, refused when a program uses it
  };
  Kind kind = Kind::kUnsupported;
  // `index` element type, which only attributes may have; stored as i64.
  bool is_index = false;
  ir::TensorType tensor;
  std::vector<Type> elements;
  std::vector<Type> results;
  std::string text;
};

struct NamedAttribute;

struct Attribute {
  enum class Kind : uint8_t {
    kUnit,
    kBool,
    kInteger,
    kFloat,
    kString,    // text
    kKeyword,   // text: DEFAULT, LT, bf16 where a keyword stands for itself
    kSymbol,    // text: name of a function, without the sign
    kIntegers,  // integers: `array<i64: ...>` or `[1, 2]`; 0 and 1 for booleans
    kArray,     // elements
    kDict,      // fields; also the fields of #stablehlo.gather<...>
    kType,      // type
    kDense,     // literal
    kResource,  // text: key of the trailer; type
    kAlias,     // text: name of an attribute alias
    kOpaque,    // text: as written
  };
  Kind kind = Kind::kUnit;
  bool flag = false;
  Offset at = 0;
  int64_t integer = 0;
  double number = 0;
  std::string text;
  std::vector<int64_t> integers;
  std::vector<Attribute> elements;
  std::vector<NamedAttribute> fields;
  Type type;
  std::shared_ptr<const ir::Literal> literal;  // of kDense; null for others

  const Attribute* Find(absl::string_view name) const;
};

struct NamedAttribute {
  std::string name;
  Attribute value;
};

// %name or %name#index
struct ValueUse {
  absl::string_view name;
  int64_t index = 0;
  Offset at = 0;
};

// %name or %name:count
struct ValueDef {
  absl::string_view name;
  int64_t count = 1;
  Offset at = 0;
};

struct Argument {
  absl::string_view name;
  Type type;
  std::vector<NamedAttribute> attributes;
  Offset at = 0;
};

struct Op;

// Regions have one block here; more are an error when they are parsed.
struct SyntaxRegion {
  std::vector<Argument> arguments;
  std::vector<Op> ops;
  Offset end = 0;  // of the closing brace
};

struct Op {
  absl::string_view name;
  Offset at = 0;
  std::vector<ValueDef> results;
  std::vector<ValueUse> operands;
  SharedList<NamedAttribute> attributes;
  std::vector<SyntaxRegion> regions;
  bool has_operand_types = false;
  std::vector<Type> operand_types;
  SharedList<Type> result_types;
  int32_t location = -1;  // number in Module::locations, where loc(...) is written

  const Attribute* Find(absl::string_view name) const;
};

struct Function {
  std::string name;
  bool is_private = false;
  bool has_body = false;
  std::vector<Argument> arguments;
  std::vector<Type> result_types;
  std::vector<std::vector<NamedAttribute>> result_attributes;
  SyntaxRegion body;  // its arguments are `arguments` above
  Offset at = 0;
};

struct Module {
  // Names that stand in no text: what operations and values refer to.
  std::deque<std::string> names;
  std::string name;  // without the @; empty where it has none
  std::vector<Function> functions;
  absl::flat_hash_map<std::string, size_t> function_index;
  std::vector<NamedAttribute> attributes;
  absl::flat_hash_map<std::string, Attribute> aliases;
  absl::flat_hash_map<std::string, Attribute> meshes;  // kDict, as #stablehlo.mesh<...>
  // Hexadecimal digits of a dense_resource, without quotes and 0x.
  absl::flat_hash_map<std::string, absl::string_view> resources;
  std::vector<ir::Location> locations;
  ir::FileTable files;
  // Some type has a `?` size.
  bool has_dynamic_sizes = false;
  // check.* or interpreter.* operations occur.
  bool has_expectations = false;

  const Function* Find(absl::string_view name) const;
};

// "tensor<2xf32>", "tuple<...>": a type as messages show it.
std::string ToString(const Type& type);

}  // namespace tilewright::stablehlo
