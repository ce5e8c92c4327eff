module @dynamic {
  func.func public @main(%arg0: tensor<?x8xf32>) -> tensor<?xf32> {
    %c = stablehlo.constant dense<8> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
    %1 = stablehlo.multiply %0, %c : tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.not %2 : tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0) {error_message = "too many: {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %4 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.dynamic_reshape %arg0, %4 : (tensor<?x8xf32>, tensor<1xi32>) -> tensor<?xf32>
    %6 = stablehlo.sine %5 : tensor<?xf32>
    return %6 : tensor<?xf32>
  }
}
