#include "tests/reference/random_program.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ir/check/verify.h"
#include "ir/float_bits.h"
#include "support/check.h"
#include "tests/reference/random_generator.h"

namespace tilewright::reference {

using enum ir::AttributeName;

namespace {

constexpr size_t kMostArguments = 6;

// Around the lanes of vectors of all widths; and zero and one.
const std::vector<int64_t> kSizes = {2,  3,  4,  5,  6,  7,  8,  9,  12, 15, 16,
                                     17, 24, 31, 32, 33, 47, 63, 64, 65, 96, 130};

const std::vector<ElementType> kTypes = {
    ElementType::kF32,        ElementType::kF32,          ElementType::kF32,
    ElementType::kF32,        ElementType::kF32,          ElementType::kF32,
    ElementType::kBF16,       ElementType::kBF16,         ElementType::kF16,
    ElementType::kF64,        ElementType::kF64,          ElementType::kI1,
    ElementType::kI1,         ElementType::kI1,           ElementType::kI8,
    ElementType::kI16,        ElementType::kI32,          ElementType::kI32,
    ElementType::kI32,        ElementType::kI64,          ElementType::kU8,
    ElementType::kU8,         ElementType::kU16,          ElementType::kU32,
    ElementType::kU64,        ElementType::kI4,           ElementType::kU4,
    ElementType::kI2,         ElementType::kU2,           ElementType::kC64,
    ElementType::kC128,       ElementType::kF8E4M3FN,     ElementType::kF8E5M2,
    ElementType::kF8E4M3,     ElementType::kF8E3M4,       ElementType::kF8E4M3FNUZ,
    ElementType::kF8E5M2FNUZ, ElementType::kF8E4M3B11FNUZ};

}  // namespace

// --- Chance ------------------------------------------------------------------------

Generator::Generator(uint32_t seed) : random_(seed), region_(&program_.body) {
  program_.name = "main";
  // Now and then large enough for several steps of a grid.
  if (Once(16)) {
    most_elements_ = 40000;
    sizes_ = {1 + Below(20), 100 + Below(300)};
  }
  // Few sizes and types a program, so that values meet.
  for (int n = 2 + Below(3); n > 0; --n) sizes_.push_back(OneOf(kSizes));
  sizes_.push_back(sizes_[0]);
  sizes_.push_back(sizes_[0]);
  if (Once(2)) sizes_.push_back(1);
  if (Once(5)) sizes_.push_back(0);
  for (int n = 2 + Below(3); n > 0; --n) types_.push_back(OneOf(kTypes));
}

ElementType Generator::AnyType() { return Once(8) ? OneOf(kTypes) : OneOf(types_); }

Dims Generator::AnyShape(int most_rank) {
  Dims dims;
  int64_t n = 1;
  for (int rank = std::min(Once(6) ? 0 : 1 + Below(4), most_rank); rank > 0; --rank) {
    int64_t size = Size();
    if (n * size > most_elements_) size = 1;
    dims.push_back(size);
    n *= std::max<int64_t>(size, 1);
  }
  return Shuffled(std::move(dims));
}

Dims Generator::Shuffled(Dims dims) {
  for (size_t n = dims.size(); n > 1; --n) std::swap(dims[n - 1], dims[Below(n)]);
  return dims;
}

Dims Generator::Iota(int64_t count) {
  Dims dims;
  for (int64_t d = 0; d < count; ++d) dims.push_back(d);
  return dims;
}

// --- Values ------------------------------------------------------------------------

ValueId Generator::Any() {
  if (values_.empty()) return NewArgument({AnyType(), AnyShape()});
  const int n = static_cast<int>(values_.size());
  return values_[Once(2) ? Below(n) : n - 1 - Below(std::min(n, 4))];
}

ValueId Generator::AnyWhere(const std::function<bool(const TensorType&)>& fits) {
  std::vector<ValueId> found;
  for (ValueId v : values_) {
    if (fits(type(v))) found.push_back(v);
  }
  if (!found.empty()) {
    return found[Once(3) ? Below(static_cast<int>(found.size())) : found.size() - 1];
  }
  for (int attempt = 0; attempt < 50; ++attempt) {
    const TensorType made = {AnyType(), AnyShape()};
    if (fits(made)) return NewArgument(made);
  }
  return -1;
}

ValueId Generator::NewArgument(const TensorType& type) {
  if (program_.body.arguments.size() >= kMostArguments || depth_ > 0) {
    return Constant(type);
  }
  const ValueId v = program_.AddValue(type);
  program_.body.arguments.push_back(v);
  return Keep(v);
}

// A splat, numbers along a dimension, or an array.
ValueId Generator::Constant(const TensorType& type) {
  ir::Builder b = builder();
  if (type.rank() > 0 && !ir::IsBool(type.element) && Once(2)) {
    return Keep(b.Iota(Below(type.rank()), type));
  }
  if (type.num_elements() <= 64 && Once(2)) {
    const int size = ir::StorageBytes(ir::RealPart(type.element));
    std::vector<uint8_t> bytes(type.byte_size());
    for (size_t at = 0; at < bytes.size(); at += size) {
      const int number = Below(9) - 4;
      const ElementType part = ir::RealPart(type.element);
      uint64_t bits =
          FromInteger(ir::IsFloat(part) ? ElementType::kI64 : part, number).re;
      if (ir::IsFloat(part)) bits = Nearest(part, number / 4.0L);
      std::memcpy(bytes.data() + at, &bits, size);
    }
    return Keep(b.Constant(*ir::Literal::Create(type, std::move(bytes), false)));
  }
  const int number = Below(5) - 1;
  if (ir::IsFloat(ir::RealPart(type.element))) return Keep(b.Splat(number / 2.0, type));
  const Element wrapped = FromInteger(type.element, number);
  return Keep(b.IntegerSplat(IntegerOf(type.element, wrapped), type));
}

ValueId Generator::Of(const TensorType& wanted) {
  if (!Once(4)) {
    std::vector<ValueId> same, other;
    for (ValueId v : values_) {
      if (type(v) == wanted) same.push_back(v);
      if (type(v).shape == wanted.shape && type(v) != wanted) other.push_back(v);
    }
    if (!same.empty()) return OneOf(same);
    if (!other.empty() && Once(2)) {
      return Keep(builder().Convert(OneOf(other), wanted.element));
    }
  }
  // Broadcast from a value whose dimensions are some of these in order.
  for (int attempt = 0; attempt < 6 && !Once(4); ++attempt) {
    const ValueId v = Any();
    if (type(v).element != wanted.element || type(v).shape == wanted.shape) continue;
    Dims map;
    size_t next = 0;
    const Dims from = type(v).dims();
    for (size_t d = 0; d < wanted.dims().size() && next < from.size(); ++d) {
      if (from[next] != wanted.dims()[d] && from[next] != 1) continue;
      map.push_back(static_cast<int64_t>(d));
      ++next;
    }
    if (next == from.size()) return Keep(builder().Broadcast(v, map, wanted.dims()));
  }
  return NewArgument(wanted);
}

ValueId Generator::Moved(const TensorType& wanted) {
  TensorType from = {wanted.element, {}};
  switch (Below(4)) {
    case 0: {
      const Dims order = Shuffled(Iota(wanted.rank()));
      from.shape = Dims(order.size(), 0);
      for (size_t d = 0; d < order.size(); ++d) from.shape.Set(order[d], wanted.shape[d]);
      return Keep(builder().Transpose(Of(from), order));
    }
    case 1: {
      Dims map;
      for (int64_t d = 0; d < wanted.rank(); ++d) {
        if (Once(2)) continue;
        map.push_back(d);
        from.shape.Append(wanted.shape[d]);
      }
      return Keep(builder().Broadcast(Of(from), map, wanted.dims()));
    }
    default:
      return Of(wanted);
  }
}

ValueId Generator::Index(ElementType element) {
  const TensorType scalar = ir::Scalar(element);
  if (Once(4)) {
    for (ValueId v : values_) {
      if (type(v) == scalar) return v;
    }
  }
  const int number = Once(4) ? Below(200) - 100 : Below(6);
  return builder().IntegerSplat(ir::IsUnsigned(element) ? std::abs(number) : number,
                                scalar);
}

ValueId Generator::Indices(const TensorType& wanted, int64_t limit) {
  ir::Builder b = builder();
  ValueId v =
      wanted.rank() > 0 && Once(3) ? b.Iota(Below(wanted.rank()), wanted) : Of(wanted);
  if (Once(3)) return v;  // as it comes: often outside
  const auto most =
      static_cast<int64_t>(~uint64_t{0} >> (64 - ir::Info(wanted.element).bits +
                                            (ir::IsSigned(wanted.element) ? 1 : 0)));
  const int64_t modulus = std::max<int64_t>(std::min(limit, most), 1);
  v = b.Binary(OpKind::kRemainder, v, b.IntegerSplat(modulus, wanted));
  if (ir::IsSigned(wanted.element)) v = b.Unary(OpKind::kAbs, v);
  return Keep(v);
}

std::optional<ValueId> Generator::Append(OpKind kind, std::vector<ValueId> operands,
                                         ir::Attributes attributes,
                                         const std::vector<TensorType>& declared) {
  ir::Operation operation;
  operation.kind = kind;
  operation.operands = std::move(operands);
  operation.attributes = std::move(attributes);
  const auto types = ir::InferResultTypes(program_, operation, declared);
  if (!types.ok() || IsLarge((*types)[0].dims())) return std::nullopt;
  return Keep(builder().AppendOperation(std::move(operation), *types)[0]);
}

ValueId Generator::Added(OpKind kind, std::vector<ValueId> operands,
                         ir::Attributes attributes) {
  const std::optional<ValueId> v =
      Append(kind, std::move(operands), std::move(attributes));
  TW_CHECK(v.has_value());
  return *v;
}

std::vector<ValueId> Generator::AppendWithRegions(ir::Operation operation) {
  const auto types = ir::InferResultTypes(program_, operation, {});
  if (!types.ok() || IsLarge((*types)[0].dims())) return {};
  std::vector<ValueId> results = builder().AppendOperation(std::move(operation), *types);
  for (ValueId v : results) Keep(v);
  return results;
}

// --- The whole ---------------------------------------------------------------------

void Generator::AddOne() {
  switch (Below(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return AddElementwise();
    case 5:
    case 6:
    case 7:
    case 8:
      return AddDataMovement();
    case 9:
      return Once(2) ? AddGather() : AddScatter();
    case 10:
      return AddReduce();
    case 11:
    case 12:
      return AddSiblings();
    case 13:
      return Once(2) ? AddRowChain() : AddSeveralReduced();
    case 14:
    case 15:
    case 16:
      return Once(6) ? AddConvolution() : AddDot();
    case 17:
      return AddSort();
    case 18:
      switch (Below(4)) {
        case 0:
          return AddSelectAndScatter();
        case 1:
          return AddScan();
        default:
          return AddReduceWindow();
      }
    default:
      if (depth_ > 1 || (depth_ > 0 && !Once(3))) return AddElementwise();
      return Once(3) ? AddBranch() : AddWhile();
  }
}

ir::Program Generator::Make() {
  for (int n = 1 + Below(2); n > 0; --n) NewArgument({AnyType(), AnyShape()});
  for (int n = 3 + Below(most_elements_ > 3000 ? 4 : 12); n > 0; --n) AddOne();
  Return(5);
  GiveUpArguments();
  return std::move(program_);
}

void Generator::Return(int in) {
  std::vector<ValueId> results = {values_.back()};
  for (ValueId v : values_) {
    if (v != values_.back() && Once(in)) results.push_back(v);
    if (Once(60)) results.push_back(v);  // perhaps again
  }
  program_.body.results = std::move(results);
}

// Some results may have the memory of arguments.
void Generator::GiveUpArguments() {
  const std::vector<ValueId>& arguments = program_.body.arguments;
  const std::vector<ValueId>& results = program_.body.results;
  std::vector<bool> taken(results.size(), false);
  for (size_t a = 0; a < arguments.size(); ++a) {
    if (!Once(4)) continue;
    for (size_t r = 0; r < results.size(); ++r) {
      if (taken[r] || type(results[r]) != type(arguments[a])) continue;
      program_.donations.push_back({static_cast<int>(a), static_cast<int>(r)});
      taken[r] = true;
      break;
    }
  }
}

namespace {

ir::Program Verified(ir::Program program) {
  const absl::Status sound = ir::VerifyStatus(program);
  if (!sound.ok()) std::fprintf(stderr, "%s\n", std::string(sound.message()).c_str());
  TW_CHECK(sound.ok());
  return program;
}

}  // namespace

ir::Program RandomProgram(uint32_t seed) { return Verified(Generator(seed).Make()); }

ir::Program RandomProducts(uint32_t seed) {
  return Verified(Generator(seed).MakeProducts());
}

// --- Data --------------------------------------------------------------------------

namespace {

// One element of a real type. `flavour`: 0 to 5 multiples of an eighth, 6 any numbers, 7
// special ones.
uint64_t AnyBits(ElementType type, int flavour, std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % n); };
  if (ir::IsBool(type)) return random() & 1;
  if (!ir::IsFloat(type)) {
    int64_t value = below(13) - 4;
    if (flavour == 6) value = static_cast<int64_t>((uint64_t{random()} << 32) | random());
    if (flavour == 7 && below(4) == 0) value = INT64_MIN >> below(64);
    if (ir::IsUnsigned(type) && flavour < 6) value = std::abs(value);
    return FromInteger(type, value).re;
  }
  if (flavour < 6) return Nearest(type, (below(33) - 16) / 8.0L);
  if (flavour == 7 && below(4) == 0) {
    const ir::ElementTypeInfo& info = ir::Info(type);
    const long double least = std::ldexp(1.0L, 1 - info.exponent_bias);
    const long double kSpecial[] = {0.0L,   -0.0L,     INFINITY,  -INFINITY, NAN,  least,
                                    -least, least / 2, 1 / least, 0.5L,      1.5L, 2.5L};
    return Nearest(type, kSpecial[below(12)]);
  }
  const long double size = std::ldexp(1.0L, flavour == 7 ? below(30) - 15 : below(4));
  return Nearest(type, (below(1 << 24) / 8388608.0L - 1) * size);
}

}  // namespace

std::vector<Array> RandomInputs(const ir::Program& program, uint32_t seed) {
  std::mt19937 random(seed ^ 0x9e3779b9u);
  std::vector<Array> inputs;
  for (const TensorType& type : program.InputTypes()) {
    const int flavour = static_cast<int>(random() % 8);
    const ElementType part = ir::RealPart(type.element);
    Array array = {type, std::vector<Element>(type.num_elements())};
    for (Element& x : array.elements) {
      x.re = AnyBits(part, flavour, random);
      if (ir::IsComplex(type.element)) x.im = AnyBits(part, flavour, random);
    }
    inputs.push_back(std::move(array));
  }
  return inputs;
}

}  // namespace tilewright::reference
