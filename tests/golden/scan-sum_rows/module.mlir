module @case {
  func.func public @main(%arg0: tensor<3x20xf32>, %arg1: tensor<3xf32>) -> (tensor<3x20xf32>, tensor<3xf32>) {
    %0:2 = chlo.scan(%arg0) inits(%arg1) dimension=1 {
    ^bb0(%s0: tensor<3xf32>, %s1: tensor<3xf32>):
    %1 = stablehlo.add %s1, %s0 : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<3x20xf32>, tensor<3xf32>) -> (tensor<3x20xf32>, tensor<3xf32>)
    return %0#0, %0#1 : tensor<3x20xf32>, tensor<3xf32>
  }
}
