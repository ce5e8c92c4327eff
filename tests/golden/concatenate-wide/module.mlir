module @case {
  func.func public @main(%arg0: tensor<5x83x3xf32>, %arg1: tensor<5x83x6xf32>) -> (tensor<5x83x9xf32>) {
    %whole = stablehlo.concatenate %arg0, %arg1, dim = 2 : (tensor<5x83x3xf32>, tensor<5x83x6xf32>) -> tensor<5x83x9xf32>
    return %whole : tensor<5x83x9xf32>
  }
}
