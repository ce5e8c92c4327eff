// Programs of every shape of execution, as text, with inputs made from a seed.
#pragma once

#include <string>
#include <vector>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {

struct TableProgram {
  std::string name;
  std::string text;
  double low = -2, high = 2;  // of the inputs' values
};

inline std::vector<Array> InputsOf(const TableProgram& program,
                                   const Compiled& compiled) {
  std::vector<Array> inputs;
  for (const TensorType& type : compiled.executable().plan().inputs) {
    inputs.push_back(Random(type, static_cast<uint32_t>(inputs.size() + 7), program.low,
                            program.high));
  }
  return inputs;
}

// Replaces every `from` in `text`.
inline std::string Replaced(std::string text, const std::string& from,
                            const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

inline std::vector<TableProgram> TablePrograms() {
  std::vector<TableProgram> table;
  for (const char* type : {"f32", "bf16", "f64"}) {
    table.push_back({std::string("Softmax_") + type, Replaced(R"(
func.func @main(%x: tensor<37x133xTT>) -> tensor<37x133xTT> {
  %low = stablehlo.constant dense<-1.0e30> : tensor<TT>
  %zero = stablehlo.constant dense<0.0> : tensor<TT>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<37x133xTT>, tensor<TT>) -> tensor<37xTT>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<37xTT>) -> tensor<37x133xTT>
  %d = stablehlo.subtract %x, %mb : tensor<37x133xTT>
  %e = stablehlo.exponential %d : tensor<37x133xTT>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<37x133xTT>, tensor<TT>) -> tensor<37xTT>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<37xTT>) -> tensor<37x133xTT>
  %r = stablehlo.divide %e, %sb : tensor<37x133xTT>
  return %r : tensor<37x133xTT>
})",
                                                              "TT", type)});
  }
  table.push_back({"LayerNormForwardAndBackward", R"(
func.func @main(%x: tensor<29x96xf32>, %g: tensor<96xf32>, %dy: tensor<29x96xf32>) -> (tensor<29x96xf32>, tensor<29x96xf32>, tensor<96xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<96.0> : tensor<29xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<29xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<29x96xf32>, tensor<f32>) -> tensor<29xf32>
  %mean = stablehlo.divide %s, %n : tensor<29xf32>
  %mb = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<29xf32>) -> tensor<29x96xf32>
  %c = stablehlo.subtract %x, %mb : tensor<29x96xf32>
  %c2 = stablehlo.multiply %c, %c : tensor<29x96xf32>
  %v = stablehlo.reduce(%c2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<29x96xf32>, tensor<f32>) -> tensor<29xf32>
  %var = stablehlo.divide %v, %n : tensor<29xf32>
  %ve = stablehlo.add %var, %eps : tensor<29xf32>
  %r = stablehlo.rsqrt %ve : tensor<29xf32>
  %rb = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<29xf32>) -> tensor<29x96xf32>
  %h = stablehlo.multiply %c, %rb : tensor<29x96xf32>
  %gb = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<96xf32>) -> tensor<29x96xf32>
  %y = stablehlo.multiply %h, %gb : tensor<29x96xf32>
  %dyh = stablehlo.multiply %dy, %h : tensor<29x96xf32>
  %dg = stablehlo.reduce(%dyh init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<29x96xf32>, tensor<f32>) -> tensor<96xf32>
  %dh = stablehlo.multiply %dy, %gb : tensor<29x96xf32>
  %dhh = stablehlo.multiply %dh, %h : tensor<29x96xf32>
  %a = stablehlo.reduce(%dh init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<29x96xf32>, tensor<f32>) -> tensor<29xf32>
  %b = stablehlo.reduce(%dhh init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<29x96xf32>, tensor<f32>) -> tensor<29xf32>
  %an = stablehlo.divide %a, %n : tensor<29xf32>
  %bn = stablehlo.divide %b, %n : tensor<29xf32>
  %ab = stablehlo.broadcast_in_dim %an, dims = [0] : (tensor<29xf32>) -> tensor<29x96xf32>
  %bb = stablehlo.broadcast_in_dim %bn, dims = [0] : (tensor<29xf32>) -> tensor<29x96xf32>
  %hb = stablehlo.multiply %h, %bb : tensor<29x96xf32>
  %d1 = stablehlo.subtract %dh, %ab : tensor<29x96xf32>
  %d2 = stablehlo.subtract %d1, %hb : tensor<29x96xf32>
  %dx = stablehlo.multiply %d2, %rb : tensor<29x96xf32>
  return %y, %dx, %dg : tensor<29x96xf32>, tensor<29x96xf32>, tensor<96xf32>
})"});
  for (const char* type : {"f32", "bf16"}) {
    table.push_back({std::string("DuplicateScatterAdds_") + type,
                     Replaced(R"(
func.func @main(%x: tensor<10x33xTT>, %u: tensor<900x33xTT>, %i: tensor<900x1xi32>) -> tensor<10x33xTT> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<TT>, %q: tensor<TT>):
    %s = stablehlo.add %p, %q : tensor<TT>
    stablehlo.return %s : tensor<TT>
  }) : (tensor<10x33xTT>, tensor<900x1xi32>, tensor<900x33xTT>) -> tensor<10x33xTT>
  return %0 : tensor<10x33xTT>
})",
                              "TT", type),
                     -1, 11});
    table.push_back({std::string("LongContraction_") + type, Replaced(R"(
func.func @main(%a: tensor<7x10000xTT>, %b: tensor<10000x21xTT>) -> tensor<7x21xTT> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<7x10000xTT>, tensor<10000x21xTT>) -> tensor<7x21xTT>
  %1 = stablehlo.tanh %0 : tensor<7x21xTT>
  %2 = stablehlo.add %1, %0 : tensor<7x21xTT>
  return %2 : tensor<7x21xTT>
})",
                                                                      "TT", type)});
  }
  // Blocks which have their packed rhs in common: of a product, and of a chain's two.
  table.push_back({"TallProduct", R"(
func.func @main(%a: tensor<2x1400x96xf32>, %b: tensor<2x96x80xf32>) -> tensor<2x1400x80xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x1400x96xf32>, tensor<2x96x80xf32>) -> tensor<2x1400x80xf32>
  return %0 : tensor<2x1400x80xf32>
})"});
  table.push_back({"AttentionOfManyBlocks", R"(
func.func @main(%q: tensor<3x330x64xf32>, %k: tensor<3x250x64xf32>, %v: tensor<3x250x64xf32>) -> tensor<3x330x64xf32> {
  %low = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x330x64xf32>, tensor<3x250x64xf32>) -> tensor<3x330x250xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<3x330x250xf32>, tensor<f32>) -> tensor<3x330xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<3x330xf32>) -> tensor<3x330x250xf32>
  %d = stablehlo.subtract %s, %mb : tensor<3x330x250xf32>
  %e = stablehlo.exponential %d : tensor<3x330x250xf32>
  %t = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x330x250xf32>, tensor<f32>) -> tensor<3x330xf32>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (tensor<3x330xf32>) -> tensor<3x330x250xf32>
  %p = stablehlo.divide %e, %tb : tensor<3x330x250xf32>
  %r = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x330x250xf32>, tensor<3x250x64xf32>) -> tensor<3x330x64xf32>
  return %r : tensor<3x330x64xf32>
})"});
  // Blocks of the same rows, of slices, which have their packed lhs in common.
  for (const char* dimension : {"1", "0"}) {
    const std::string rows = dimension[0] == '1' ? "290x3001" : "3001x290";
    table.push_back({std::string("ProductOfManyBlocksAndSlicesAlong") + dimension,
                     Replaced(Replaced(R"(
func.func @main(%a: tensor<ROWSxf32>, %b: tensor<3001x270xf32>) -> tensor<290x270xf32> {
  %n = stablehlo.negate %a : tensor<ROWSxf32>
  %0 = stablehlo.dot_general %n, %b, contracting_dims = [DIM] x [0] : (tensor<ROWSxf32>, tensor<3001x270xf32>) -> tensor<290x270xf32>
  return %0 : tensor<290x270xf32>
})",
                                       "ROWS", rows),
                              "DIM", dimension)});
  }
  table.push_back({"LargeReductions", R"(
func.func @main(%x: tensor<2048x2048xf32>) -> (tensor<f32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xi32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %all = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2048x2048xf32>, tensor<f32>) -> tensor<f32>
  %rows = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2048x2048xf32>, tensor<f32>) -> tensor<2048xf32>
  %columns = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2048x2048xf32>, tensor<f32>) -> tensor<2048xf32>
  %flat = stablehlo.reshape %x : (tensor<2048x2048xf32>) -> tensor<4194304xf32>
  %sum = stablehlo.reduce(%flat init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4194304xf32>, tensor<f32>) -> tensor<f32>
  %iota = stablehlo.iota dim = 1 : tensor<2048x2048xi32>
  %arg:2 = stablehlo.reduce(%x init: %low), (%iota init: %i0) across dimensions = [1] : (tensor<2048x2048xf32>, tensor<2048x2048xi32>, tensor<f32>, tensor<i32>) -> (tensor<2048xf32>, tensor<2048xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %gt = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %eq = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %eq, %lt : tensor<i1>
    %take = stablehlo.or %gt, %first : tensor<i1>
    %v = stablehlo.select %gt, %a, %b : tensor<i1>, tensor<f32>
    %n = stablehlo.select %take, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }
  return %all, %rows, %columns, %arg#1, %sum : tensor<f32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xi32>, tensor<f32>
})"});
  table.push_back({"StableSortOfPairs", R"(
func.func @main(%k: tensor<13x517xi32>, %v: tensor<13x517xf32>) -> (tensor<13x517xi32>, tensor<13x517xf32>) {
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %lt = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<13x517xi32>, tensor<13x517xf32>) -> (tensor<13x517xi32>, tensor<13x517xf32>)
  return %0#0, %0#1 : tensor<13x517xi32>, tensor<13x517xf32>
})",
                   -9, 9});
  table.push_back({"SortAlongTheFirstDimension", R"(
func.func @main(%k: tensor<301x70xbf16>) -> tensor<301x70xbf16> {
  %0 = "stablehlo.sort"(%k) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %lt = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<301x70xbf16>) -> tensor<301x70xbf16>
  return %0 : tensor<301x70xbf16>
})"});
  table.push_back({"ConvolutionBiasRelu", R"(
func.func @main(%x: tensor<3x17x19x8xf32>, %w: tensor<3x3x8x24xf32>, %b: tensor<24xf32>) -> tensor<3x9x10x24xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<3x9x10x24xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x17x19x8xf32>, tensor<3x3x8x24xf32>) -> tensor<3x9x10x24xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<24xf32>) -> tensor<3x9x10x24xf32>
  %2 = stablehlo.add %0, %1 : tensor<3x9x10x24xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<3x9x10x24xf32>
  return %3 : tensor<3x9x10x24xf32>
})"});
  for (const char* dim : {"0", "1"}) {
    const bool last = dim[0] == '1';
    table.push_back(
        {std::string("CumulativeSumAlong") + dim,
         Replaced(Replaced(R"(
func.func @main(%x: tensor<130x97xf32>) -> tensor<130x97xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[PADDING]> : tensor<2x2xi64>, window_dimensions = array<i64: WINDOW>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<130x97xf32>, tensor<f32>) -> tensor<130x97xf32>
  return %0 : tensor<130x97xf32>
})",
                           "PADDING", last ? "[0, 0], [96, 0]" : "[129, 0], [0, 0]"),
                  "WINDOW", last ? "1, 97" : "130, 1")});
  }
  table.push_back({"WhileThatSwapsItsValues", R"(
func.func @main(%x: tensor<50x40xf32>, %y: tensor<50x40xf32>, %z: tensor<50x40xf32>) -> (tensor<50x40xf32>, tensor<50x40xf32>, tensor<50x40xf32>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %i0, %a = %x, %b = %y, %c = %z) : tensor<i32>, tensor<50x40xf32>, tensor<50x40xf32>, tensor<50x40xf32>
  cond {
    %n = stablehlo.constant dense<7> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<50x40xf32>
    %t = stablehlo.add %s, %c : tensor<50x40xf32>
    stablehlo.return %j, %b, %t, %a : tensor<i32>, tensor<50x40xf32>, tensor<50x40xf32>, tensor<50x40xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<50x40xf32>, tensor<50x40xf32>, tensor<50x40xf32>
})"});
  table.push_back({"PartsInArraysOfSeveralVectors", R"(
func.func @main(%x: tensor<3xf32>, %y: tensor<3xbf16>, %a0: tensor<4xf32>, %b0: tensor<8xf32>, %c0: tensor<16xbf16>) -> (tensor<4xf32>, tensor<8xf32>, tensor<16xbf16>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %i0, %a = %a0, %b = %b0, %c = %c0) : tensor<i32>, tensor<4xf32>, tensor<8xf32>, tensor<16xbf16>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.constant dense<1.5> : tensor<f32>
    %h = stablehlo.constant dense<2.5> : tensor<bf16>
    %j = stablehlo.add %i, %one : tensor<i32>
    %pa = stablehlo.pad %x, %f, low = [0], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
    %pb = stablehlo.pad %x, %f, low = [0], high = [5], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<8xf32>
    %pc = stablehlo.pad %y, %h, low = [0], high = [13], interior = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<16xbf16>
    %a1 = stablehlo.add %a, %pa : tensor<4xf32>
    %b1 = stablehlo.add %b, %pb : tensor<8xf32>
    %c1 = stablehlo.add %c, %pc : tensor<16xbf16>
    stablehlo.return %j, %a1, %b1, %c1 : tensor<i32>, tensor<4xf32>, tensor<8xf32>, tensor<16xbf16>
  }
  return %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<8xf32>, tensor<16xbf16>
})"});
  table.push_back({"CaseInsideWhile", R"(
func.func @main(%x: tensor<33x21xf32>, %w: tensor<21x21xf32>) -> tensor<33x21xf32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %i0, %a = %x) : tensor<i32>, tensor<33x21xf32>
  cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %k = stablehlo.remainder %i, %three : tensor<i32>
    %r = "stablehlo.case"(%k) ({
      %s = stablehlo.sine %a : tensor<33x21xf32>
      stablehlo.return %s : tensor<33x21xf32>
    }, {
      stablehlo.return %a : tensor<33x21xf32>
    }, {
      %m = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<33x21xf32>, tensor<21x21xf32>) -> tensor<33x21xf32>
      stablehlo.return %m : tensor<33x21xf32>
    }) : (tensor<i32>) -> tensor<33x21xf32>
    %t = stablehlo.add %r, %a : tensor<33x21xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<33x21xf32>
  }
  return %0#1 : tensor<33x21xf32>
})"});
  table.push_back({"UpdateThatReadsItsOperandShifted", R"(
func.func @main(%x: tensor<200x30xf32>) -> tensor<200x30xf32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %i0, %a = %x) : tensor<i32>, tensor<200x30xf32>
  cond {
    %n = stablehlo.constant dense<9> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %from = stablehlo.slice %a [0:150, 0:30] : (tensor<200x30xf32>) -> tensor<150x30xf32>
    %half = stablehlo.constant dense<0.5> : tensor<150x30xf32>
    %scaled = stablehlo.multiply %from, %half : tensor<150x30xf32>
    %u = stablehlo.dynamic_update_slice %a, %scaled, %j, %zero : (tensor<200x30xf32>, tensor<150x30xf32>, tensor<i32>, tensor<i32>) -> tensor<200x30xf32>
    stablehlo.return %j, %u : tensor<i32>, tensor<200x30xf32>
  }
  return %0#1 : tensor<200x30xf32>
})"});
  table.push_back({"ValuesOfSeveralClusters", R"(
func.func @main(%x: tensor<64x48xf32>, %w: tensor<48x48xf32>) -> (tensor<64x48xf32>, tensor<48xf32>, tensor<64x48xf32>, tensor<48x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<64x48xf32>
  %t = stablehlo.tanh %e : tensor<64x48xf32>
  %m = stablehlo.dot_general %t, %w, contracting_dims = [1] x [0] : (tensor<64x48xf32>, tensor<48x48xf32>) -> tensor<64x48xf32>
  %c = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x48xf32>, tensor<f32>) -> tensor<48xf32>
  %cb = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<48xf32>) -> tensor<64x48xf32>
  %s = stablehlo.add %m, %cb : tensor<64x48xf32>
  %p = stablehlo.multiply %s, %e : tensor<64x48xf32>
  %tr = stablehlo.transpose %p, dims = [1, 0] : (tensor<64x48xf32>) -> tensor<48x64xf32>
  %q = stablehlo.subtract %p, %t : tensor<64x48xf32>
  return %p, %c, %q, %tr : tensor<64x48xf32>, tensor<48xf32>, tensor<64x48xf32>, tensor<48x64xf32>
})"});
  table.push_back({"SelectAndScatter", R"(
func.func @main(%x: tensor<2x21x23x5xf32>, %s: tensor<2x11x12x5xf32>) -> tensor<2x21x23x5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<2x21x23x5xf32>, tensor<2x11x12x5xf32>, tensor<f32>) -> tensor<2x21x23x5xf32>
  return %0 : tensor<2x21x23x5xf32>
})"});
  table.push_back({"DonatedArgumentThatIsReadAgain", R"(
func.func @main(%x: tensor<60x50xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<60x50xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<60x50xf32>, tensor<60x50xf32>, tensor<50x60xf32>) {
  %s = stablehlo.add %x, %y : tensor<60x50xf32>
  %r = stablehlo.reverse %x, dims = [0, 1] : tensor<60x50xf32>
  %d = stablehlo.subtract %r, %y : tensor<60x50xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<60x50xf32>) -> tensor<50x60xf32>
  return %s, %d, %t : tensor<60x50xf32>, tensor<60x50xf32>, tensor<50x60xf32>
})"});
  table.push_back({"DonatedArgumentsThatChangePlaces", R"(
func.func @main(%x: tensor<60x50xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<60x50xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<60x50xf32>, tensor<60x50xf32>) {
  return %y, %x : tensor<60x50xf32>, tensor<60x50xf32>
})"});
  table.push_back({"DonatedStateOfALoop", R"(
func.func @main(%x: tensor<40xf32> {tf.aliasing_output = 1 : i32}, %y: tensor<40xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<40xf32>, tensor<40xf32>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %i0, %a = %x, %b = %y) : tensor<i32>, tensor<40xf32>, tensor<40xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.reverse %a, dims = [0] : tensor<40xf32>
    %s = stablehlo.subtract %b, %r : tensor<40xf32>
    stablehlo.return %j, %s, %a : tensor<i32>, tensor<40xf32>, tensor<40xf32>
  }
  %t = stablehlo.add %0#1, %y : tensor<40xf32>
  return %t, %0#2 : tensor<40xf32>, tensor<40xf32>
})"});
  table.push_back({"DonatedOperandOfScatterAndUpdate", R"(
func.func @main(%x: tensor<30x8xf32> {tf.aliasing_output = 0 : i32}, %i: tensor<12x1xi32>, %z: tensor<30x8xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<30x8xf32>, tensor<30x8xf32>) {
  %u = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<30x8xf32>, tensor<12x1xi32>) -> tensor<12x8xf32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<30x8xf32>, tensor<12x1xi32>, tensor<12x8xf32>) -> tensor<30x8xf32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %sl = stablehlo.slice %z [5:25, 0:8] : (tensor<30x8xf32>) -> tensor<20x8xf32>
  %rv = stablehlo.reverse %sl, dims = [0] : tensor<20x8xf32>
  %1 = stablehlo.dynamic_update_slice %z, %rv, %c, %c : (tensor<30x8xf32>, tensor<20x8xf32>, tensor<i32>, tensor<i32>) -> tensor<30x8xf32>
  return %0, %1 : tensor<30x8xf32>, tensor<30x8xf32>
})",
                   -3, 33});
  return table;
}

}  // namespace tilewright::runtime
