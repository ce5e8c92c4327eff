module @case {
  func.func public @main(%arg0: tensor<i32>) -> (tensor<96xbf16>) {
    %i0 = stablehlo.iota dim = 0 : tensor<3000x96xi32>
    %c0 = stablehlo.constant dense<1> : tensor<3000x96xi32>
    %t0 = stablehlo.multiply %i0, %c0 : tensor<3000x96xi32>
    %i1 = stablehlo.iota dim = 1 : tensor<3000x96xi32>
    %c1 = stablehlo.constant dense<3> : tensor<3000x96xi32>
    %t1 = stablehlo.multiply %i1, %c1 : tensor<3000x96xi32>
    %a1 = stablehlo.add %t0, %t1 : tensor<3000x96xi32>
    %x = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<3000x96xi32>
    %s = stablehlo.add %a1, %x : tensor<3000x96xi32>
    %five = stablehlo.constant dense<5> : tensor<3000x96xi32>
    %r = stablehlo.remainder %s, %five : tensor<3000x96xi32>
    %v = stablehlo.convert %r : (tensor<3000x96xi32>) -> tensor<3000x96xbf16>
    %init = stablehlo.constant dense<10.0> : tensor<bf16>
    %sum = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3000x96xbf16>, tensor<bf16>) -> tensor<96xbf16>
    return %sum : tensor<96xbf16>
  }
}
