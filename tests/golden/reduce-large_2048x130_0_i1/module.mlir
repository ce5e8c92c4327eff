module @case {
  func.func public @main(%arg0: tensor<i32>) -> (tensor<130xi1>) {
    %i0 = stablehlo.iota dim = 0 : tensor<2048x130xi32>
    %c0 = stablehlo.constant dense<1> : tensor<2048x130xi32>
    %t0 = stablehlo.multiply %i0, %c0 : tensor<2048x130xi32>
    %i1 = stablehlo.iota dim = 1 : tensor<2048x130xi32>
    %c1 = stablehlo.constant dense<3> : tensor<2048x130xi32>
    %t1 = stablehlo.multiply %i1, %c1 : tensor<2048x130xi32>
    %a1 = stablehlo.add %t0, %t1 : tensor<2048x130xi32>
    %x = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2048x130xi32>
    %s = stablehlo.add %a1, %x : tensor<2048x130xi32>
    %five = stablehlo.constant dense<5> : tensor<2048x130xi32>
    %r = stablehlo.remainder %s, %five : tensor<2048x130xi32>
    %four = stablehlo.constant dense<4> : tensor<2048x130xi32>
    %thirteen = stablehlo.constant dense<13> : tensor<2048x130xi32>
    %zero = stablehlo.constant dense<0> : tensor<2048x130xi32>
    %m = stablehlo.remainder %i1, %thirteen : tensor<2048x130xi32>
    %p = stablehlo.compare EQ, %r, %four, SIGNED : (tensor<2048x130xi32>, tensor<2048x130xi32>) -> tensor<2048x130xi1>
    %q = stablehlo.compare EQ, %m, %zero, SIGNED : (tensor<2048x130xi32>, tensor<2048x130xi32>) -> tensor<2048x130xi1>
    %v = stablehlo.and %p, %q : tensor<2048x130xi1>
    %init = stablehlo.constant dense<false> : tensor<i1>
    %sum = stablehlo.reduce(%v init: %init) applies stablehlo.or across dimensions = [0] : (tensor<2048x130xi1>, tensor<i1>) -> tensor<130xi1>
    return %sum : tensor<130xi1>
  }
}
