module @case {
  func.func public @main(%arg0: tensor<300xui8>) -> (tensor<300xui8>) {
    %s = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
      %less = stablehlo.compare LT, %a0, %b0, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<300xui8>) -> (tensor<300xui8>)
    return %s : tensor<300xui8>
  }
}
