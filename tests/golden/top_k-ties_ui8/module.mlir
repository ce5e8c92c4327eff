module @case {
  func.func public @main(%arg0: tensor<2x3x40xui8>) -> (tensor<2x3x7xui8>, tensor<2x3x7xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 7) : tensor<2x3x40xui8> -> (tensor<2x3x7xui8>, tensor<2x3x7xi32>)
    return %values, %indices : tensor<2x3x7xui8>, tensor<2x3x7xi32>
  }
}
