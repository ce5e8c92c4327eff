module @case {
  func.func public @main(%arg0: tensor<3x50x16xf32>, %arg1: tensor<3x50x1xf32>) -> (tensor<3x50x17xf32>) {
    %sum0 = stablehlo.add %arg0, %arg0 : tensor<3x50x16xf32>
    %sum1 = stablehlo.add %arg1, %arg1 : tensor<3x50x1xf32>
    %whole = stablehlo.concatenate %sum0, %sum1, dim = 2 : (tensor<3x50x16xf32>, tensor<3x50x1xf32>) -> tensor<3x50x17xf32>
    return %whole : tensor<3x50x17xf32>
  }
}
