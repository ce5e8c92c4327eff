module @case {
  func.func public @main(%arg0: tensor<i32>) -> (tensor<67xi32>) {
    %i0 = stablehlo.iota dim = 0 : tensor<5x67x19xi32>
    %c0 = stablehlo.constant dense<1> : tensor<5x67x19xi32>
    %t0 = stablehlo.multiply %i0, %c0 : tensor<5x67x19xi32>
    %i1 = stablehlo.iota dim = 1 : tensor<5x67x19xi32>
    %c1 = stablehlo.constant dense<3> : tensor<5x67x19xi32>
    %t1 = stablehlo.multiply %i1, %c1 : tensor<5x67x19xi32>
    %a1 = stablehlo.add %t0, %t1 : tensor<5x67x19xi32>
    %i2 = stablehlo.iota dim = 2 : tensor<5x67x19xi32>
    %c2 = stablehlo.constant dense<5> : tensor<5x67x19xi32>
    %t2 = stablehlo.multiply %i2, %c2 : tensor<5x67x19xi32>
    %a2 = stablehlo.add %a1, %t2 : tensor<5x67x19xi32>
    %x = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<5x67x19xi32>
    %s = stablehlo.add %a2, %x : tensor<5x67x19xi32>
    %five = stablehlo.constant dense<5> : tensor<5x67x19xi32>
    %r = stablehlo.remainder %s, %five : tensor<5x67x19xi32>
    %v = stablehlo.convert %r : (tensor<5x67x19xi32>) -> tensor<5x67x19xi32>
    %init = stablehlo.constant dense<10> : tensor<i32>
    %sum = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0, 2] : (tensor<5x67x19xi32>, tensor<i32>) -> tensor<67xi32>
    return %sum : tensor<67xi32>
  }
}
