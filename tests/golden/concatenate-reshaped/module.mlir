module @case {
  func.func public @main(%arg0: tensor<7x131x1xf32>, %arg1: tensor<7x131x1xf32>) -> (tensor<7x262xf32>) {
    %sum0 = stablehlo.add %arg0, %arg0 : tensor<7x131x1xf32>
    %sum1 = stablehlo.add %arg1, %arg1 : tensor<7x131x1xf32>
    %whole = stablehlo.concatenate %sum0, %sum1, dim = 2 : (tensor<7x131x1xf32>, tensor<7x131x1xf32>) -> tensor<7x131x2xf32>
    %seen = stablehlo.reshape %whole : (tensor<7x131x2xf32>) -> tensor<7x262xf32>
    return %seen : tensor<7x262xf32>
  }
}
