func.func @main(%a: tensor<8x16xf32>, %i: tensor<2x1xi32>, %u: tensor<2x16xf32>, %n: tensor<i32>) -> (tensor<8x16xf32>, tensor<2x16xf32>, tensor<8x16xf32>, tensor<2x2xf32>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<2x1xi32>, tensor<2x16xf32>) -> tensor<8x16xf32>
  %2 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<2x1xi32>) -> tensor<2x16xf32>
  %3 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %4 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %5 = stablehlo.dynamic_slice %a, %n, %n, sizes = [2, 2] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return %0, %2, %3, %5 : tensor<8x16xf32>, tensor<2x16xf32>, tensor<8x16xf32>, tensor<2x2xf32>
}
