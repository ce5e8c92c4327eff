module @case {
  func.func public @main(%arg0: tensor<3x7xf32>) -> tensor<i32> {
    %0 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 1 : i64}> : (tensor<3x7xf32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
}
