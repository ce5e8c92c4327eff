module @case {
  func.func public @main(%arg0: tensor<4x3x5xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<4x3x5xf64>) -> (tensor<4x3x5xf64>, tensor<3xf64>, tensor<3xf64>) {
    %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x3x5xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<4x3x5xf64>) -> (tensor<4x3x5xf64>, tensor<3xf64>, tensor<3xf64>)
    return %0#0, %0#1, %0#2 : tensor<4x3x5xf64>, tensor<3xf64>, tensor<3xf64>
  }
}
