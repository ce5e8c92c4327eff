module @case {
  func.func public @main(%arg0: tensor<700x1xcomplex<f32>>, %arg1: tensor<700x1xcomplex<f32>>) -> (tensor<700x2xcomplex<f32>>) {
    %whole = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<700x1xcomplex<f32>>, tensor<700x1xcomplex<f32>>) -> tensor<700x2xcomplex<f32>>
    return %whole : tensor<700x2xcomplex<f32>>
  }
}
