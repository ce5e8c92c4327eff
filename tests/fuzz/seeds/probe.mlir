func.func @main() {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %r = stablehlo.while(%i = %z) : tensor<i64>
  cond {
    %p = stablehlo.compare LT, %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i64>
    %m = interpreter.probe %n, probe_id = "p" : tensor<i64>
    stablehlo.return %m : tensor<i64>
  }
  check.expect_serialized_eq %two, probe_id = "p", iter = 1 : tensor<i64>
  func.return
}
