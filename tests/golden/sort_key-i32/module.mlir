module @case {
  func.func public @main(%arg0: tensor<300xi32>, %arg1: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>) {
    %s:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>, %a1: tensor<i32>, %b1: tensor<i32>):
      %less = stablehlo.compare LT, %a0, %b0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<300xi32>, tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>)
    return %s#0, %s#1 : tensor<300xi32>, tensor<300xi32>
  }
}
