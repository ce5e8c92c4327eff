module @case {
  func.func public @main(%arg0: tensor<3x8xf32>) -> (tensor<3x8xf32>) {
    %0 = stablehlo.custom_call @mhlo.erf(%arg0) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3x8xf32>) -> tensor<3x8xf32>
    return %0 : tensor<3x8xf32>
  }
}
