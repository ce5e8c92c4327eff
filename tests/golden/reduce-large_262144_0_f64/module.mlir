module @case {
  func.func public @main(%arg0: tensor<i32>) -> (tensor<f64>) {
    %i0 = stablehlo.iota dim = 0 : tensor<262144xi32>
    %c0 = stablehlo.constant dense<1> : tensor<262144xi32>
    %t0 = stablehlo.multiply %i0, %c0 : tensor<262144xi32>
    %x = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<262144xi32>
    %s = stablehlo.add %t0, %x : tensor<262144xi32>
    %five = stablehlo.constant dense<5> : tensor<262144xi32>
    %r = stablehlo.remainder %s, %five : tensor<262144xi32>
    %v = stablehlo.convert %r : (tensor<262144xi32>) -> tensor<262144xf64>
    %init = stablehlo.constant dense<10.0> : tensor<f64>
    %sum = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<262144xf64>, tensor<f64>) -> tensor<f64>
    return %sum : tensor<f64>
  }
}
