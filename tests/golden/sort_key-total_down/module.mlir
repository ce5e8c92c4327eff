module @case {
  func.func public @main(%arg0: tensor<200xf64>, %arg1: tensor<200xi32>) -> (tensor<200xi64>, tensor<200xi32>) {
    %s:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a0: tensor<f64>, %b0: tensor<f64>, %a1: tensor<i32>, %b1: tensor<i32>):
      %less = stablehlo.compare GT, %a0, %b0, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<200xf64>, tensor<200xi32>) -> (tensor<200xf64>, tensor<200xi32>)
    %r0 = stablehlo.bitcast_convert %s#0 : (tensor<200xf64>) -> tensor<200xi64>
    return %r0, %s#1 : tensor<200xi64>, tensor<200xi32>
  }
}
