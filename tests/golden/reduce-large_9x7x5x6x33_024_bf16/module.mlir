module @case {
  func.func public @main(%arg0: tensor<i32>) -> (tensor<7x6xbf16>) {
    %i0 = stablehlo.iota dim = 0 : tensor<9x7x5x6x33xi32>
    %c0 = stablehlo.constant dense<1> : tensor<9x7x5x6x33xi32>
    %t0 = stablehlo.multiply %i0, %c0 : tensor<9x7x5x6x33xi32>
    %i1 = stablehlo.iota dim = 1 : tensor<9x7x5x6x33xi32>
    %c1 = stablehlo.constant dense<3> : tensor<9x7x5x6x33xi32>
    %t1 = stablehlo.multiply %i1, %c1 : tensor<9x7x5x6x33xi32>
    %a1 = stablehlo.add %t0, %t1 : tensor<9x7x5x6x33xi32>
    %i2 = stablehlo.iota dim = 2 : tensor<9x7x5x6x33xi32>
    %c2 = stablehlo.constant dense<5> : tensor<9x7x5x6x33xi32>
    %t2 = stablehlo.multiply %i2, %c2 : tensor<9x7x5x6x33xi32>
    %a2 = stablehlo.add %a1, %t2 : tensor<9x7x5x6x33xi32>
    %i3 = stablehlo.iota dim = 3 : tensor<9x7x5x6x33xi32>
    %c3 = stablehlo.constant dense<7> : tensor<9x7x5x6x33xi32>
    %t3 = stablehlo.multiply %i3, %c3 : tensor<9x7x5x6x33xi32>
    %a3 = stablehlo.add %a2, %t3 : tensor<9x7x5x6x33xi32>
    %i4 = stablehlo.iota dim = 4 : tensor<9x7x5x6x33xi32>
    %c4 = stablehlo.constant dense<9> : tensor<9x7x5x6x33xi32>
    %t4 = stablehlo.multiply %i4, %c4 : tensor<9x7x5x6x33xi32>
    %a4 = stablehlo.add %a3, %t4 : tensor<9x7x5x6x33xi32>
    %x = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<9x7x5x6x33xi32>
    %s = stablehlo.add %a4, %x : tensor<9x7x5x6x33xi32>
    %five = stablehlo.constant dense<5> : tensor<9x7x5x6x33xi32>
    %r = stablehlo.remainder %s, %five : tensor<9x7x5x6x33xi32>
    %v = stablehlo.convert %r : (tensor<9x7x5x6x33xi32>) -> tensor<9x7x5x6x33xbf16>
    %init = stablehlo.constant dense<10.0> : tensor<bf16>
    %sum = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0, 2, 4] : (tensor<9x7x5x6x33xbf16>, tensor<bf16>) -> tensor<7x6xbf16>
    return %sum : tensor<7x6xbf16>
  }
}
