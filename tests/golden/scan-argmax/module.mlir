module @case {
  func.func public @main(%arg0: tensor<50xf32>, %arg1: tensor<50xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) -> (tensor<50xf32>, tensor<50xi32>, tensor<f32>, tensor<i32>) {
    %0:4 = chlo.scan(%arg0, %arg1) inits(%arg2, %arg3) dimension=0 {
    ^bb0(%s0: tensor<f32>, %s1: tensor<i32>, %s2: tensor<f32>, %s3: tensor<i32>):
    %1 = stablehlo.compare GT, %s0, %s2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %s0, %s2 : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %s1, %s3 : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3, %2, %3 : tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>
    } : (tensor<50xf32>, tensor<50xi32>, tensor<f32>, tensor<i32>) -> (tensor<50xf32>, tensor<50xi32>, tensor<f32>, tensor<i32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<50xf32>, tensor<50xi32>, tensor<f32>, tensor<i32>
  }
}
