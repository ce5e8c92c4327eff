module @case {
  func.func public @main(%arg0: tensor<67xi16>) -> (tensor<13x67xi16>, tensor<13x67xi16>) {
    %y0 = stablehlo.constant dense<0> : tensor<67xi16>
    %q0 = stablehlo.divide %arg0, %y0 : tensor<67xi16>
    %q0_line = stablehlo.reshape %q0 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r0 = stablehlo.remainder %arg0, %y0 : tensor<67xi16>
    %r0_line = stablehlo.reshape %r0 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y1 = stablehlo.constant dense<1> : tensor<67xi16>
    %q1 = stablehlo.divide %arg0, %y1 : tensor<67xi16>
    %q1_line = stablehlo.reshape %q1 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r1 = stablehlo.remainder %arg0, %y1 : tensor<67xi16>
    %r1_line = stablehlo.reshape %r1 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y2 = stablehlo.constant dense<2> : tensor<67xi16>
    %q2 = stablehlo.divide %arg0, %y2 : tensor<67xi16>
    %q2_line = stablehlo.reshape %q2 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r2 = stablehlo.remainder %arg0, %y2 : tensor<67xi16>
    %r2_line = stablehlo.reshape %r2 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y3 = stablehlo.constant dense<3> : tensor<67xi16>
    %q3 = stablehlo.divide %arg0, %y3 : tensor<67xi16>
    %q3_line = stablehlo.reshape %q3 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r3 = stablehlo.remainder %arg0, %y3 : tensor<67xi16>
    %r3_line = stablehlo.reshape %r3 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y4 = stablehlo.constant dense<7> : tensor<67xi16>
    %q4 = stablehlo.divide %arg0, %y4 : tensor<67xi16>
    %q4_line = stablehlo.reshape %q4 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r4 = stablehlo.remainder %arg0, %y4 : tensor<67xi16>
    %r4_line = stablehlo.reshape %r4 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y5 = stablehlo.constant dense<10> : tensor<67xi16>
    %q5 = stablehlo.divide %arg0, %y5 : tensor<67xi16>
    %q5_line = stablehlo.reshape %q5 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r5 = stablehlo.remainder %arg0, %y5 : tensor<67xi16>
    %r5_line = stablehlo.reshape %r5 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y6 = stablehlo.constant dense<64> : tensor<67xi16>
    %q6 = stablehlo.divide %arg0, %y6 : tensor<67xi16>
    %q6_line = stablehlo.reshape %q6 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r6 = stablehlo.remainder %arg0, %y6 : tensor<67xi16>
    %r6_line = stablehlo.reshape %r6 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y7 = stablehlo.constant dense<100> : tensor<67xi16>
    %q7 = stablehlo.divide %arg0, %y7 : tensor<67xi16>
    %q7_line = stablehlo.reshape %q7 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r7 = stablehlo.remainder %arg0, %y7 : tensor<67xi16>
    %r7_line = stablehlo.reshape %r7 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y8 = stablehlo.constant dense<32767> : tensor<67xi16>
    %q8 = stablehlo.divide %arg0, %y8 : tensor<67xi16>
    %q8_line = stablehlo.reshape %q8 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r8 = stablehlo.remainder %arg0, %y8 : tensor<67xi16>
    %r8_line = stablehlo.reshape %r8 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y9 = stablehlo.constant dense<-1> : tensor<67xi16>
    %q9 = stablehlo.divide %arg0, %y9 : tensor<67xi16>
    %q9_line = stablehlo.reshape %q9 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r9 = stablehlo.remainder %arg0, %y9 : tensor<67xi16>
    %r9_line = stablehlo.reshape %r9 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y10 = stablehlo.constant dense<-3> : tensor<67xi16>
    %q10 = stablehlo.divide %arg0, %y10 : tensor<67xi16>
    %q10_line = stablehlo.reshape %q10 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r10 = stablehlo.remainder %arg0, %y10 : tensor<67xi16>
    %r10_line = stablehlo.reshape %r10 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y11 = stablehlo.constant dense<-8> : tensor<67xi16>
    %q11 = stablehlo.divide %arg0, %y11 : tensor<67xi16>
    %q11_line = stablehlo.reshape %q11 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r11 = stablehlo.remainder %arg0, %y11 : tensor<67xi16>
    %r11_line = stablehlo.reshape %r11 : (tensor<67xi16>) -> tensor<1x67xi16>
    %y12 = stablehlo.constant dense<-32768> : tensor<67xi16>
    %q12 = stablehlo.divide %arg0, %y12 : tensor<67xi16>
    %q12_line = stablehlo.reshape %q12 : (tensor<67xi16>) -> tensor<1x67xi16>
    %r12 = stablehlo.remainder %arg0, %y12 : tensor<67xi16>
    %r12_line = stablehlo.reshape %r12 : (tensor<67xi16>) -> tensor<1x67xi16>
    %q = stablehlo.concatenate %q0_line, %q1_line, %q2_line, %q3_line, %q4_line, %q5_line, %q6_line, %q7_line, %q8_line, %q9_line, %q10_line, %q11_line, %q12_line, dim = 0 : (tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>) -> tensor<13x67xi16>
    %r = stablehlo.concatenate %r0_line, %r1_line, %r2_line, %r3_line, %r4_line, %r5_line, %r6_line, %r7_line, %r8_line, %r9_line, %r10_line, %r11_line, %r12_line, dim = 0 : (tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>, tensor<1x67xi16>) -> tensor<13x67xi16>
    return %q, %r : tensor<13x67xi16>, tensor<13x67xi16>
  }
}
