module @case {
  func.func public @main(%arg0: tensor<5xf32>) -> (tensor<5xi1>, tensor<5xi1>, tensor<5xi1>) {
    %0 = chlo.is_inf %arg0 : tensor<5xf32> -> tensor<5xi1>
    %1 = chlo.is_pos_inf %arg0 : tensor<5xf32> -> tensor<5xi1>
    %2 = chlo.is_neg_inf %arg0 : tensor<5xf32> -> tensor<5xi1>
    return %0, %1, %2 : tensor<5xi1>, tensor<5xi1>, tensor<5xi1>
  }
}
