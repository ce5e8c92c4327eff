module {
  func.func @main() -> tensor<2xbf16> {
    %cst = stablehlo.constant dense<[1.000000e+00, 0x7F80]> : tensor<2xbf16>
    return %cst : tensor<2xbf16>
  }
}
