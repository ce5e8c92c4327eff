module @case {
  func.func public @main(%arg0: tensor<300xi64>) -> (tensor<300xi64>) {
    %s = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<i64>, %b0: tensor<i64>):
      %less = stablehlo.compare LT, %a0, %b0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<300xi64>) -> (tensor<300xi64>)
    return %s : tensor<300xi64>
  }
}
