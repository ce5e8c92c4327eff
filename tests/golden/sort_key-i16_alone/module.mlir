module @case {
  func.func public @main(%arg0: tensor<300xi16>) -> (tensor<300xi16>) {
    %s = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<i16>, %b0: tensor<i16>):
      %less = stablehlo.compare LT, %a0, %b0, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<300xi16>) -> (tensor<300xi16>)
    return %s : tensor<300xi16>
  }
}
