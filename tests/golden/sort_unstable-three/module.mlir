module @case {
  func.func public @main(%arg0: tensor<150xf64>, %arg1: tensor<150xi8>, %arg2: tensor<150xf32>) -> (tensor<150xi64>, tensor<150xi8>, tensor<150xi32>) {
    %s:3 = "stablehlo.sort"(%arg0, %arg1, %arg2) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<f64>, %b0: tensor<f64>, %a1: tensor<i8>, %b1: tensor<i8>, %a2: tensor<f32>, %b2: tensor<f32>):
      %less = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<150xf64>, tensor<150xi8>, tensor<150xf32>) -> (tensor<150xf64>, tensor<150xi8>, tensor<150xf32>)
    %r0 = stablehlo.bitcast_convert %s#0 : (tensor<150xf64>) -> tensor<150xi64>
    %r2 = stablehlo.bitcast_convert %s#2 : (tensor<150xf32>) -> tensor<150xi32>
    return %r0, %s#1, %r2 : tensor<150xi64>, tensor<150xi8>, tensor<150xi32>
  }
}
