module @case {
  func.func public @main(%arg0: tensor<50x2x3xf16>, %arg1: tensor<50x2x3xi32>) -> (tensor<50x2x3xi16>, tensor<50x2x3xi32>) {
    %s:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<f16>, %b0: tensor<f16>, %a1: tensor<i32>, %b1: tensor<i32>):
      %less = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<50x2x3xf16>, tensor<50x2x3xi32>) -> (tensor<50x2x3xf16>, tensor<50x2x3xi32>)
    %r0 = stablehlo.bitcast_convert %s#0 : (tensor<50x2x3xf16>) -> tensor<50x2x3xi16>
    return %r0, %s#1 : tensor<50x2x3xi16>, tensor<50x2x3xi32>
  }
}
