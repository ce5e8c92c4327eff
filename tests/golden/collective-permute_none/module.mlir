module @case {
  func.func public @main(%arg0: tensor<4x6xf32>) -> (tensor<4x6xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}
