module @case {
  func.func public @main(%arg0: tensor<9x41x2xbf16>, %arg1: tensor<9x41x2xbf16>) -> (tensor<1476xbf16>) {
    %whole = stablehlo.concatenate %arg0, %arg1, dim = 2 : (tensor<9x41x2xbf16>, tensor<9x41x2xbf16>) -> tensor<9x41x4xbf16>
    %seen = stablehlo.reshape %whole : (tensor<9x41x4xbf16>) -> tensor<1476xbf16>
    return %seen : tensor<1476xbf16>
  }
}
