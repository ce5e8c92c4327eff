module @case {
  func.func public @main(%arg0: tensor<67xui8>) -> (tensor<10x67xui8>, tensor<10x67xui8>) {
    %y0 = stablehlo.constant dense<0> : tensor<67xui8>
    %q0 = stablehlo.divide %arg0, %y0 : tensor<67xui8>
    %q0_line = stablehlo.reshape %q0 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r0 = stablehlo.remainder %arg0, %y0 : tensor<67xui8>
    %r0_line = stablehlo.reshape %r0 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y1 = stablehlo.constant dense<1> : tensor<67xui8>
    %q1 = stablehlo.divide %arg0, %y1 : tensor<67xui8>
    %q1_line = stablehlo.reshape %q1 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r1 = stablehlo.remainder %arg0, %y1 : tensor<67xui8>
    %r1_line = stablehlo.reshape %r1 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y2 = stablehlo.constant dense<2> : tensor<67xui8>
    %q2 = stablehlo.divide %arg0, %y2 : tensor<67xui8>
    %q2_line = stablehlo.reshape %q2 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r2 = stablehlo.remainder %arg0, %y2 : tensor<67xui8>
    %r2_line = stablehlo.reshape %r2 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y3 = stablehlo.constant dense<3> : tensor<67xui8>
    %q3 = stablehlo.divide %arg0, %y3 : tensor<67xui8>
    %q3_line = stablehlo.reshape %q3 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r3 = stablehlo.remainder %arg0, %y3 : tensor<67xui8>
    %r3_line = stablehlo.reshape %r3 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y4 = stablehlo.constant dense<7> : tensor<67xui8>
    %q4 = stablehlo.divide %arg0, %y4 : tensor<67xui8>
    %q4_line = stablehlo.reshape %q4 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r4 = stablehlo.remainder %arg0, %y4 : tensor<67xui8>
    %r4_line = stablehlo.reshape %r4 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y5 = stablehlo.constant dense<10> : tensor<67xui8>
    %q5 = stablehlo.divide %arg0, %y5 : tensor<67xui8>
    %q5_line = stablehlo.reshape %q5 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r5 = stablehlo.remainder %arg0, %y5 : tensor<67xui8>
    %r5_line = stablehlo.reshape %r5 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y6 = stablehlo.constant dense<64> : tensor<67xui8>
    %q6 = stablehlo.divide %arg0, %y6 : tensor<67xui8>
    %q6_line = stablehlo.reshape %q6 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r6 = stablehlo.remainder %arg0, %y6 : tensor<67xui8>
    %r6_line = stablehlo.reshape %r6 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y7 = stablehlo.constant dense<100> : tensor<67xui8>
    %q7 = stablehlo.divide %arg0, %y7 : tensor<67xui8>
    %q7_line = stablehlo.reshape %q7 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r7 = stablehlo.remainder %arg0, %y7 : tensor<67xui8>
    %r7_line = stablehlo.reshape %r7 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y8 = stablehlo.constant dense<255> : tensor<67xui8>
    %q8 = stablehlo.divide %arg0, %y8 : tensor<67xui8>
    %q8_line = stablehlo.reshape %q8 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r8 = stablehlo.remainder %arg0, %y8 : tensor<67xui8>
    %r8_line = stablehlo.reshape %r8 : (tensor<67xui8>) -> tensor<1x67xui8>
    %y9 = stablehlo.constant dense<128> : tensor<67xui8>
    %q9 = stablehlo.divide %arg0, %y9 : tensor<67xui8>
    %q9_line = stablehlo.reshape %q9 : (tensor<67xui8>) -> tensor<1x67xui8>
    %r9 = stablehlo.remainder %arg0, %y9 : tensor<67xui8>
    %r9_line = stablehlo.reshape %r9 : (tensor<67xui8>) -> tensor<1x67xui8>
    %q = stablehlo.concatenate %q0_line, %q1_line, %q2_line, %q3_line, %q4_line, %q5_line, %q6_line, %q7_line, %q8_line, %q9_line, dim = 0 : (tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>) -> tensor<10x67xui8>
    %r = stablehlo.concatenate %r0_line, %r1_line, %r2_line, %r3_line, %r4_line, %r5_line, %r6_line, %r7_line, %r8_line, %r9_line, dim = 0 : (tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>, tensor<1x67xui8>) -> tensor<10x67xui8>
    return %q, %r : tensor<10x67xui8>, tensor<10x67xui8>
  }
}
