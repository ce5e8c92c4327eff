module @case {
  func.func public @main(%arg0: tensor<700x1xbf16>, %arg1: tensor<700x1xbf16>) -> (tensor<700x2xbf16>) {
    %sum0 = stablehlo.add %arg0, %arg0 : tensor<700x1xbf16>
    %sum1 = stablehlo.add %arg1, %arg1 : tensor<700x1xbf16>
    %whole = stablehlo.concatenate %sum0, %sum1, dim = 1 : (tensor<700x1xbf16>, tensor<700x1xbf16>) -> tensor<700x2xbf16>
    return %whole : tensor<700x2xbf16>
  }
}
