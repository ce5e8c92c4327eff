// What the tables of dialects share: things that several of them write in one way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "frontend/bytecode/values/values.h"
#include "frontend/stablehlo/syntax/syntax.h"
#include "ir/element_type.h"

namespace tilewright::bytecode {

// Of a number from the string section.
absl::string_view ReadText(Cursor* cursor, const Values& values);
std::vector<int64_t> ReadIntegers(Cursor* cursor);
void ReadTypes(Cursor* cursor, Values* values, std::vector<stablehlo::Type>* types);
// A list of attributes, which is one of integers where all of them are plain ones.
void ReadArray(Cursor* cursor, Values* values, stablehlo::Attribute* attribute);
// Pairs of names, attributes themselves, and values.
void ReadDictionary(Cursor* cursor, Values* values, stablehlo::Attribute* attribute);

// A number of `bits` bits, as its bits.
uint64_t ReadBits(Cursor* cursor, int bits);
void ReadInteger(Cursor* cursor, Values* values, stablehlo::Attribute* attribute);
void ReadFloat(Cursor* cursor, Values* values, stablehlo::Attribute* attribute);
// The type, and a blob with all of its elements or one that stands for them.
void ReadElements(Cursor* cursor, Values* values, stablehlo::Attribute* attribute);

void SetScalar(ir::ElementType element, stablehlo::Type* type);
// The sizes and the element type; `encoding`: what stands before them, null where
// nothing does.
void ReadTensorType(Cursor* cursor, Values* values, const stablehlo::Attribute* encoding,
                    stablehlo::Type* type);
void ReadComplexType(Cursor* cursor, Values* values, stablehlo::Type* type);

}  // namespace tilewright::bytecode
