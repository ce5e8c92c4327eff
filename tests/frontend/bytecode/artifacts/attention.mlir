module {
  func.func @main(%arg0: tensor<2x16x8xf32>, %arg1: tensor<2x16x8xf32>, %arg2: tensor<2x16x8xf32>) -> tensor<16x16xf32> {
    %cst = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x16x8xf32>, tensor<2x16x8xf32>) -> tensor<2x16x16xf32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x16xf32>, tensor<f32>) -> tensor<2x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x16xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<2x16x16xf32>
    %4 = stablehlo.exponential %3 : tensor<2x16x16xf32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x16x16xf32>, tensor<f32>) -> tensor<2x16xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x16xf32>
    %7 = stablehlo.divide %4, %6 : tensor<2x16x16xf32>
    %8 = stablehlo.dot_general %arg2, %7, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<2x16x8xf32>, tensor<2x16x16xf32>) -> tensor<2x8x16xf32>
    %9 = stablehlo.transpose %8, dims = [2, 0, 1] : (tensor<2x8x16xf32>) -> tensor<16x2x8xf32>
    %10 = stablehlo.reshape %9 : (tensor<16x2x8xf32>) -> tensor<16x16xf32>
    return %10 : tensor<16x16xf32>
  }
}
