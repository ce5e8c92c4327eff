module @case {
  func.func public @main(%arg0: tensor<3x300xf32>) -> (tensor<3x20xf32>, tensor<3x20xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 20) : tensor<3x300xf32> -> (tensor<3x20xf32>, tensor<3x20xi32>)
    return %values, %indices : tensor<3x20xf32>, tensor<3x20xi32>
  }
}
