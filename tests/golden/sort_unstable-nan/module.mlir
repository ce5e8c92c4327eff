module @case {
  func.func public @main(%arg0: tensor<120xf32>, %arg1: tensor<120xi32>) -> (tensor<120xi32>, tensor<120xi32>) {
    %s:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
      %less = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<120xf32>, tensor<120xi32>) -> (tensor<120xf32>, tensor<120xi32>)
    %r0 = stablehlo.bitcast_convert %s#0 : (tensor<120xf32>) -> tensor<120xi32>
    return %r0, %s#1 : tensor<120xi32>, tensor<120xi32>
  }
}
