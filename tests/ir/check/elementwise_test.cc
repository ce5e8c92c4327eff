#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum OpKind;

TEST(InferElementwise, TheResultHasTheOperandsType) {
  ExpectTypes(OneOperation(kAdd, {"2x3xf32", "2x3xf32"}).Infer(), {"2x3xf32"});
  ExpectTypes(OneOperation(kTanh, {"0x3xbf16"}).Infer(), {"0x3xbf16"});
  ExpectTypes(OneOperation(kNot, {"4xi1"}).Infer(), {"4xi1"});
}

TEST(InferElementwise, OperandsMustHaveOneType) {
  ExpectError(OneOperation(kAdd, {"2x3xf32", "3x2xf32"}).Infer(),
              "stablehlo.add: operands must have one type, are tensor<2x3xf32> and "
              "tensor<3x2xf32>");
  ExpectError(OneOperation(kMultiply, {"2xf32", "2xf16"}).Infer(), "one type");
}

TEST(InferElementwise, AnOperationKnowsTheTypesItIsDefinedOn) {
  ExpectError(OneOperation(kTanh, {"2xi32"}).Infer(), "not defined on tensor<2xi32>");
  ExpectError(OneOperation(kPopcnt, {"2xf32"}).Infer(), "not defined");
  ExpectError(OneOperation(kFloor, {"2xcomplex<f32>"}).Infer(), "not defined");
  ExpectError(OneOperation(kSubtract, {"2xi1", "2xi1"}).Infer(), "not defined");
  ExpectError(OneOperation(kAdd, {"token", "token"}).Infer(), "not defined");
  ExpectError(OneOperation(kAbs, {"2xui8"}).Infer(), "not defined");
  ExpectError(OneOperation(kSign, {"2xui8"}).Infer(), "not defined");
}

TEST(InferElementwise, PartsOfComplexNumbersAreReal) {
  ExpectTypes(OneOperation(kReal, {"2xcomplex<f64>"}).Infer(), {"2xf64"});
  ExpectTypes(OneOperation(kAbs, {"2xcomplex<f32>"}).Infer(), {"2xf32"});
  ExpectTypes(OneOperation(kComplex, {"2xf32", "2xf32"}).Infer(), {"2xcomplex<f32>"});
  ExpectError(OneOperation(kComplex, {"2xf16", "2xf16"}).Infer(), "must be f32 or f64");
}

TEST(InferElementwise, ComparisonTypesFollowTheOperands) {
  const auto compare = [](const char* type, const char* order) {
    return OneOperation(kCompare, {type, type},
                        {{kComparisonDirection, std::string("LT")},
                         {kCompareType, std::string(order)}})
        .Infer();
  };
  ExpectTypes(compare("3xf32", "FLOAT"), {"3xi1"});
  ExpectTypes(compare("3xf32", "TOTALORDER"), {"3xi1"});
  ExpectTypes(compare("3xi8", "SIGNED"), {"3xi1"});
  ExpectTypes(compare("3xi1", "UNSIGNED"), {"3xi1"});
  ExpectError(compare("3xi8", "UNSIGNED"), "compare_type UNSIGNED does not fit i8");
  ExpectError(compare("3xcomplex<f32>", "TOTALORDER"), "does not fit");
  ExpectError(compare("3xf32", "SIDEWAYS"), "must be one of FLOAT");
}

TEST(InferElementwise, SelectNeedsAPredicateOfItsShape) {
  ExpectTypes(OneOperation(kSelect, {"2xi1", "2xf32", "2xf32"}).Infer(), {"2xf32"});
  ExpectError(OneOperation(kSelect, {"i1", "2xf32", "2xf32"}).Infer(), "predicate");
  ExpectError(OneOperation(kSelect, {"2xi8", "2xf32", "2xf32"}).Infer(), "predicate");
}

TEST(InferElementwise, ReducePrecisionBoundsItsFormat) {
  const auto reduce = [](int64_t exponent, int64_t mantissa) {
    return OneOperation(kReducePrecision, {"2xf32"},
                        {{kExponentBits, exponent}, {kMantissaBits, mantissa}})
        .Infer();
  };
  ExpectTypes(reduce(5, 0), {"2xf32"});
  ExpectError(reduce(0, 3), "exponent_bits must be 1 to 64, is 0");
  ExpectError(reduce(5, -1), "mantissa_bits");
}

TEST(InferElementwise, ConvertTakesItsElementTypeAsWritten) {
  ExpectTypes(OneOperation(kConvert, {"2x2xf32"}).Infer({"2x2xi4"}), {"2x2xi4"});
  ExpectError(OneOperation(kConvert, {"2x2xf32"}).Infer(), "written result type");
}

}  // namespace
}  // namespace tilewright::ir
