module @case {
  func.func public @main(%arg0: tensor<200xf32>, %arg1: tensor<200xi8>, %arg2: tensor<200xf64>) -> (tensor<200xi32>, tensor<200xi8>, tensor<200xi64>) {
    %s:3 = "stablehlo.sort"(%arg0, %arg1, %arg2) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i8>, %b1: tensor<i8>, %a2: tensor<f64>, %b2: tensor<f64>):
      %less = stablehlo.compare LT, %a0, %b0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<200xf32>, tensor<200xi8>, tensor<200xf64>) -> (tensor<200xf32>, tensor<200xi8>, tensor<200xf64>)
    %r0 = stablehlo.bitcast_convert %s#0 : (tensor<200xf32>) -> tensor<200xi32>
    %r2 = stablehlo.bitcast_convert %s#2 : (tensor<200xf64>) -> tensor<200xi64>
    return %r0, %s#1, %r2 : tensor<200xi32>, tensor<200xi8>, tensor<200xi64>
  }
}
