module @case {
  func.func public @main(%arg0: tensor<2x10xf32>) -> (tensor<2x9xf32>, tensor<2x9xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 9) : tensor<2x10xf32> -> (tensor<2x9xf32>, tensor<2x9xi32>)
    return %values, %indices : tensor<2x9xf32>, tensor<2x9xi32>
  }
}
