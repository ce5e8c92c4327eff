module @case {
  func.func public @main(%arg0: tensor<5x83x2xf32>, %arg1: tensor<5x83x1xf32>, %arg2: tensor<5x83x3xf32>) -> (tensor<5x83x6xf32>) {
    %sum0 = stablehlo.add %arg0, %arg0 : tensor<5x83x2xf32>
    %sum1 = stablehlo.add %arg1, %arg1 : tensor<5x83x1xf32>
    %sum2 = stablehlo.add %arg2, %arg2 : tensor<5x83x3xf32>
    %whole = stablehlo.concatenate %sum0, %sum1, %sum2, dim = 2 : (tensor<5x83x2xf32>, tensor<5x83x1xf32>, tensor<5x83x3xf32>) -> tensor<5x83x6xf32>
    return %whole : tensor<5x83x6xf32>
  }
}
