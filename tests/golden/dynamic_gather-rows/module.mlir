module @case {
  func.func public @main(%arg0: tensor<6x5xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi64>) -> tensor<3x3xf32> {
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<6x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x3xf32>
    return %0 : tensor<3x3xf32>
  }
}
