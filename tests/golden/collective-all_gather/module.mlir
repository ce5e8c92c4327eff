module @case {
  func.func public @main(%arg0: tensor<4x6xf32>) -> (tensor<4x6xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>, all_gather_dim = 0 : i64}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}
