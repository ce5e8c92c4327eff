module @case {
  func.func public @main(%arg0: tensor<2xi64>) -> tensor<3x4xf32> {
    %0 = "stablehlo.dynamic_iota"(%arg0) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}
