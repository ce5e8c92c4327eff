module @case {
  func.func public @main(%arg0: tensor<21x33xbf16>, %arg1: tensor<21x0xbf16>, %arg2: tensor<21x70xbf16>) -> (tensor<7x309xbf16>) {
    %whole = stablehlo.concatenate %arg0, %arg1, %arg2, dim = 1 : (tensor<21x33xbf16>, tensor<21x0xbf16>, tensor<21x70xbf16>) -> tensor<21x103xbf16>
    %seen = stablehlo.reshape %whole : (tensor<21x103xbf16>) -> tensor<7x309xbf16>
    return %seen : tensor<7x309xbf16>
  }
}
