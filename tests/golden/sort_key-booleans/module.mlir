module @case {
  func.func public @main(%arg0: tensor<100xi1>, %arg1: tensor<100xi32>) -> (tensor<100xi1>, tensor<100xi32>) {
    %s:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a0: tensor<i1>, %b0: tensor<i1>, %a1: tensor<i32>, %b1: tensor<i32>):
      %less = stablehlo.compare GT, %a0, %b0, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<100xi1>, tensor<100xi32>) -> (tensor<100xi1>, tensor<100xi32>)
    return %s#0, %s#1 : tensor<100xi1>, tensor<100xi32>
  }
}
