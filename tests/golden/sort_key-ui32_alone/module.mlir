module @case {
  func.func public @main(%arg0: tensor<300xui32>) -> (tensor<300xui32>) {
    %s = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<ui32>, %b0: tensor<ui32>):
      %less = stablehlo.compare LT, %a0, %b0, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<300xui32>) -> (tensor<300xui32>)
    return %s : tensor<300xui32>
  }
}
