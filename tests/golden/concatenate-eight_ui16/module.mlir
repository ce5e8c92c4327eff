module @case {
  func.func public @main(%arg0: tensor<411x1xui16>, %arg1: tensor<411x1xui16>, %arg2: tensor<411x1xui16>, %arg3: tensor<411x1xui16>, %arg4: tensor<411x1xui16>, %arg5: tensor<411x1xui16>, %arg6: tensor<411x1xui16>, %arg7: tensor<411x1xui16>) -> (tensor<411x8xui16>) {
    %whole = stablehlo.concatenate %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, dim = 1 : (tensor<411x1xui16>, tensor<411x1xui16>, tensor<411x1xui16>, tensor<411x1xui16>, tensor<411x1xui16>, tensor<411x1xui16>, tensor<411x1xui16>, tensor<411x1xui16>) -> tensor<411x8xui16>
    return %whole : tensor<411x8xui16>
  }
}
