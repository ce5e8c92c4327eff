// Radix sort of a row by its comparator's keys: from the lowest byte to the highest,
// elements are put in order of that byte, equal ones as they came. That is the order of
// every stable sort, in a time that is linear in the row.
#include "codegen/emit/sort/row_sorter.h"
#include "codegen/scalar/emit_context.h"

namespace tilewright::codegen {

using llvm::Value;
using Values = KernelBuilder::Values;

namespace {

// The key's value as an unsigned number of key.bits.
Value* OrderedNumber(llvm::IRBuilderBase& b, const ScalarOptions& options,
                     const SortKey& key, const Lanes& value) {
  V number(b, value.re, options);
  const bool is_float = ir::IsFloat(value.type);
  if (is_float) number = TotalOrderKey(number);
  const bool is_signed = is_float || ir::IsSigned(value.type);
  if (number.width() < key.bits) {
    number = is_signed ? SextTo(number, key.bits) : ZextTo(number, key.bits);
  }
  if (is_signed) {
    number = number ^ number.With(llvm::ConstantInt::get(
                          number.type(), llvm::APInt::getSignMask(key.bits)));
  }
  return (key.descending ? ~number : number).get();
}

}  // namespace

Value* RowSorter::KeyOf(const Tuple& tuple) {
  tile::Region region = sort_.region;
  region.results = {key_->expr};
  std::vector<Lanes> arguments;
  for (const Lanes& element : tuple) arguments.insert(arguments.end(), 2, element);
  const Lanes value = eval_.Apply(region, arguments)[0];
  return OrderedNumber(kb_.ir(), kb_.options().scalar, *key_, value);
}

void RowSorter::RadixSort() {
  llvm::IRBuilder<>& b = kb_.ir();
  llvm::Type* const i32 = b.getInt32Ty();
  const int64_t digits = key_->bits / 8;
  const size_t operands = types_.size();
  // Where the elements of a bucket begin, or how many there are, by digit.
  const auto bucket = [&](Value* number, Value* key, Value* digit) {
    Value* const shift = b.CreateTrunc(b.CreateShl(digit, kb_.I64(3)), b.getInt8Ty());
    Value* const shifted = b.CreateLShr(key, b.CreateZExtOrTrunc(shift, key->getType()));
    Value* const low = b.CreateTrunc(shifted, b.getInt8Ty());
    Value* const at = Add(number, b.CreateZExt(low, b.getInt64Ty()));
    return b.CreateGEP(i32, counts_, at);
  };
  const auto first_bucket = [&](Value* digit) {
    return b.CreateMul(digit, kb_.I64(kRadixBuckets));
  };
  const auto increment = [&](Value* count) {
    Value* const now = b.CreateLoad(i32, count);
    b.CreateStore(b.CreateAdd(now, b.getInt32(1)), count);
    return b.CreateZExt(now, b.getInt64Ty());
  };

  kb_.For(kb_.I64(0), kb_.I64(digits * kRadixBuckets), 8, 8, [&](const LaneIndex& i) {
    llvm::FixedVectorType* const vector = llvm::FixedVectorType::get(i32, 8);
    b.CreateAlignedStore(llvm::Constant::getNullValue(vector),
                         b.CreateGEP(i32, counts_, i.base), llvm::Align(32));
  });
  kb_.For(kb_.I64(0), kb_.I64(n_), 1, 1, [&](const LaneIndex& i) {
    Value* const key = KeyOf(LoadTuple(row_, i));
    for (int64_t d = 0; d < digits; ++d) {
      increment(bucket(first_bucket(kb_.I64(d)), key, kb_.I64(d)));
    }
  });

  Value* const some_key = KeyOf(Load(kb_.I64(0)));
  Values carried(row_.begin(), row_.end());
  carried.insert(carried.end(), spare_.begin(), spare_.end());
  const Values sorted = kb_.Loop(
      kb_.I64(0), kb_.I64(digits), 1, carried, 1,
      [&](const LaneIndex& digit, const Values& rows) {
        const Row from(rows.begin(), rows.begin() + operands);
        const Row to(rows.begin() + operands, rows.end());
        Value* const number = first_bucket(digit.base);
        Value* const of_some = b.CreateLoad(i32, bucket(number, some_key, digit.base));
        // Where all have the same digit nothing moves.
        Value* const differ =
            b.CreateICmpNE(of_some, b.getInt32(static_cast<uint32_t>(n_)));
        kb_.If(differ, [&] {
          kb_.Loop(number, Add(number, kRadixBuckets), 1, {b.getInt32(0)}, 1,
                   [&](const LaneIndex& i, const Values& before) {
                     Value* const at = b.CreateGEP(i32, counts_, i.base);
                     Value* const count = b.CreateLoad(i32, at);
                     b.CreateStore(before[0], at);
                     return Values{b.CreateAdd(before[0], count)};
                   });
          kb_.For(kb_.I64(0), kb_.I64(n_), 1, 1, [&](const LaneIndex& i) {
            const Tuple tuple = LoadTuple(from, i);
            Value* const place = increment(bucket(number, KeyOf(tuple), digit.base));
            StoreTuple(to, At(place), tuple);
          });
        });
        Values next;
        for (size_t i = 0; i < rows.size(); ++i) {
          next.push_back(
              b.CreateSelect(differ, rows[(i + operands) % rows.size()], rows[i]));
        }
        return next;
      });
  row_.assign(sorted.begin(), sorted.begin() + operands);
}

}  // namespace tilewright::codegen
