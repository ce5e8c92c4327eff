module @case {
  func.func public @main(%arg0: tensor<2x10xf16>) -> (tensor<2x10xf16>, tensor<2x10xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 10) : tensor<2x10xf16> -> (tensor<2x10xf16>, tensor<2x10xi32>)
    return %values, %indices : tensor<2x10xf16>, tensor<2x10xi32>
  }
}
