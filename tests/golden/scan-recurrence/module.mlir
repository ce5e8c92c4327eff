module @case {
  func.func public @main(%arg0: tensor<9x3xf32>, %arg1: tensor<3xf32>) -> (tensor<9xf32>, tensor<3xf32>) {
    %0:2 = chlo.scan(%arg0) inits(%arg1) dimension=0 {
    ^bb0(%s0: tensor<3xf32>, %s1: tensor<3xf32>):
    %1 = stablehlo.constant dense<[[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, -1.0, 1.0]]> : tensor<3x3xf32>
    %2 = stablehlo.dot_general %1, %s1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %3 = stablehlo.add %2, %s0 : tensor<3xf32>
    %4 = stablehlo.constant dense<0.0> : tensor<f32>
    %5 = stablehlo.reduce(%3 init: %4) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %5, %3 : tensor<f32>, tensor<3xf32>
    } : (tensor<9x3xf32>, tensor<3xf32>) -> (tensor<9xf32>, tensor<3xf32>)
    return %0#0, %0#1 : tensor<9xf32>, tensor<3xf32>
  }
}
