module {
  func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x16xf32>, %arg3: tensor<i32>) -> (tensor<8x16xf32>, tensor<2x16xf32>, tensor<8x16xf32>, tensor<2x2xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<2x1xi32>, tensor<2x16xf32>) -> tensor<8x16xf32>
    %1 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<2x1xi32>) -> tensor<2x16xf32>
    %2 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.compare LT, %arg4, %arg5, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %3 = stablehlo.dynamic_slice %arg0, %arg3, %arg3, sizes = [2, 2] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    return %0, %1, %2, %3 : tensor<8x16xf32>, tensor<2x16xf32>, tensor<8x16xf32>, tensor<2x2xf32>
  }
}
