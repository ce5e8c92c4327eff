module @case {
  func.func public @main(%arg0: tensor<411x1xi64>, %arg1: tensor<411x1xi64>, %arg2: tensor<411x1xi64>, %arg3: tensor<411x1xi64>, %arg4: tensor<411x1xi64>) -> (tensor<411x5xi64>) {
    %whole = stablehlo.concatenate %arg0, %arg1, %arg2, %arg3, %arg4, dim = 1 : (tensor<411x1xi64>, tensor<411x1xi64>, tensor<411x1xi64>, tensor<411x1xi64>, tensor<411x1xi64>) -> tensor<411x5xi64>
    return %whole : tensor<411x5xi64>
  }
}
