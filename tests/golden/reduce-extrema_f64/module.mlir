module @case {
  func.func public @main(%arg0: tensor<67x67xf64>) -> (tensor<67xi64>, tensor<67xi64>, tensor<67xi64>, tensor<67xi64>) {
    %maximum = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %seven_maximum = stablehlo.constant dense<7.0> : tensor<67xf64>
    %max0 = stablehlo.reduce(%arg0 init: %maximum) applies stablehlo.maximum across dimensions = [0] : (tensor<67x67xf64>, tensor<f64>) -> tensor<67xf64>
    %max0_nan = stablehlo.compare NE, %max0, %max0, FLOAT : (tensor<67xf64>, tensor<67xf64>) -> tensor<67xi1>
    %max0_plain = stablehlo.select %max0_nan, %seven_maximum, %max0 : tensor<67xi1>, tensor<67xf64>
    %max0_bits = stablehlo.bitcast_convert %max0_plain : (tensor<67xf64>) -> tensor<67xi64>
    %max1 = stablehlo.reduce(%arg0 init: %maximum) applies stablehlo.maximum across dimensions = [1] : (tensor<67x67xf64>, tensor<f64>) -> tensor<67xf64>
    %max1_nan = stablehlo.compare NE, %max1, %max1, FLOAT : (tensor<67xf64>, tensor<67xf64>) -> tensor<67xi1>
    %max1_plain = stablehlo.select %max1_nan, %seven_maximum, %max1 : tensor<67xi1>, tensor<67xf64>
    %max1_bits = stablehlo.bitcast_convert %max1_plain : (tensor<67xf64>) -> tensor<67xi64>
    %minimum = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %seven_minimum = stablehlo.constant dense<7.0> : tensor<67xf64>
    %min0 = stablehlo.reduce(%arg0 init: %minimum) applies stablehlo.minimum across dimensions = [0] : (tensor<67x67xf64>, tensor<f64>) -> tensor<67xf64>
    %min0_nan = stablehlo.compare NE, %min0, %min0, FLOAT : (tensor<67xf64>, tensor<67xf64>) -> tensor<67xi1>
    %min0_plain = stablehlo.select %min0_nan, %seven_minimum, %min0 : tensor<67xi1>, tensor<67xf64>
    %min0_bits = stablehlo.bitcast_convert %min0_plain : (tensor<67xf64>) -> tensor<67xi64>
    %min1 = stablehlo.reduce(%arg0 init: %minimum) applies stablehlo.minimum across dimensions = [1] : (tensor<67x67xf64>, tensor<f64>) -> tensor<67xf64>
    %min1_nan = stablehlo.compare NE, %min1, %min1, FLOAT : (tensor<67xf64>, tensor<67xf64>) -> tensor<67xi1>
    %min1_plain = stablehlo.select %min1_nan, %seven_minimum, %min1 : tensor<67xi1>, tensor<67xf64>
    %min1_bits = stablehlo.bitcast_convert %min1_plain : (tensor<67xf64>) -> tensor<67xi64>
    return %max0_bits, %max1_bits, %min0_bits, %min1_bits : tensor<67xi64>, tensor<67xi64>, tensor<67xi64>, tensor<67xi64>
  }
}
