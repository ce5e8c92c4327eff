module @case {
  func.func public @main(%arg0: tensor<3xui8>) -> (tensor<3x8xi1>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<3xui8>) -> tensor<3x8xi1>
    return %0 : tensor<3x8xi1>
  }
}
