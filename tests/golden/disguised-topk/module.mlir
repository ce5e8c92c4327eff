module @case {
  func.func public @main(%arg0: tensor<3x8xi32>) -> (tensor<3x3xi32>, tensor<3x3xi32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%arg0) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<3x8xi32>) -> (tensor<3x3xi32>, tensor<3x3xi32>)
    return %0#0, %0#1 : tensor<3x3xi32>, tensor<3x3xi32>
  }
}
