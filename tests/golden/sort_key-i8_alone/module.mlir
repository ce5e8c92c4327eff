module @case {
  func.func public @main(%arg0: tensor<300xi8>) -> (tensor<300xi8>) {
    %s = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<i8>, %b0: tensor<i8>):
      %less = stablehlo.compare LT, %a0, %b0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<300xi8>) -> (tensor<300xi8>)
    return %s : tensor<300xi8>
  }
}
