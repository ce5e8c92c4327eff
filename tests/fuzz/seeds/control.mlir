module @control attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %c, %x = %arg0) : tensor<i32>, tensor<2x3xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %one : tensor<i32>
      %2 = func.call @twice(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<2x3xf32>
    }
    %3 = "stablehlo.case"(%0#0) ({
      stablehlo.return %0#1 : tensor<2x3xf32>
    }, {
      %4 = stablehlo.negate %0#1 : tensor<2x3xf32>
      stablehlo.return %4 : tensor<2x3xf32>
    }) : (tensor<i32>) -> tensor<2x3xf32>
    return %3, %0#0 : tensor<2x3xf32>, tensor<i32>
  }
  func.func private @twice(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
