module @case {
  func.func public @main(%arg0: tensor<2x5xf32>, %arg1: tensor<2x5xf32>) -> (tensor<2x5xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.constant dense<2.5> : tensor<f32>
      %m = stablehlo.multiply %a, %c : tensor<f32>
      %p = stablehlo.compare GT, %m, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %s = stablehlo.select %p, %m, %b : tensor<i1>, tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    return %0 : tensor<2x5xf32>
  }
}
