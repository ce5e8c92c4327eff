module @case {
  func.func public @main(%arg0: tensor<37xf32>, %arg1: tensor<f32>) -> (tensor<37xf32>, tensor<f32>) {
    %0:2 = chlo.scan(%arg0) inits(%arg1) dimension=0 {
    ^bb0(%s0: tensor<f32>, %s1: tensor<f32>):
    %1 = stablehlo.add %s1, %s0 : tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
    } : (tensor<37xf32>, tensor<f32>) -> (tensor<37xf32>, tensor<f32>)
    return %0#0, %0#1 : tensor<37xf32>, tensor<f32>
  }
}
