module @case {
  func.func public @main(%arg0: tensor<200xf32>, %arg1: tensor<200xi32>) -> (tensor<200xi32>, tensor<200xi32>) {
    %s:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %nan = stablehlo.divide %zero, %zero : tensor<f32>
      %pa00 = stablehlo.compare EQ, %a0, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %pa01 = stablehlo.select %pa00, %zero, %a0 : tensor<i1>, tensor<f32>
      %pa02 = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %pa03 = stablehlo.select %pa02, %nan, %pa01 : tensor<i1>, tensor<f32>
      %pb00 = stablehlo.compare EQ, %b0, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %pb01 = stablehlo.select %pb00, %zero, %b0 : tensor<i1>, tensor<f32>
      %pb02 = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %pb03 = stablehlo.select %pb02, %nan, %pb01 : tensor<i1>, tensor<f32>
      %less = stablehlo.compare GT, %pa03, %pb03, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<200xf32>, tensor<200xi32>) -> (tensor<200xf32>, tensor<200xi32>)
    %r0 = stablehlo.bitcast_convert %s#0 : (tensor<200xf32>) -> tensor<200xi32>
    return %r0, %s#1 : tensor<200xi32>, tensor<200xi32>
  }
}
