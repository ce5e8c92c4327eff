module @case {
  func.func public @main(%arg0: tensor<411x1xf32>, %arg1: tensor<411x0xf32>, %arg2: tensor<411x2xf32>) -> (tensor<411x3xf32>) {
    %whole = stablehlo.concatenate %arg0, %arg1, %arg2, dim = 1 : (tensor<411x1xf32>, tensor<411x0xf32>, tensor<411x2xf32>) -> tensor<411x3xf32>
    return %whole : tensor<411x3xf32>
  }
}
