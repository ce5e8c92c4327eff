func.func @main() -> tensor<2xbf16> {
  %0 = stablehlo.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %1 = stablehlo.constant dense<"0x0001020304050607"> : tensor<2xi32>
  %2 = stablehlo.constant dense<[(1.0, -2.5e3), (0.0, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %3 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %4 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %5 = stablehlo.constant dense<[1.5, -0.0]> : tensor<2xf8E4M3FN>
  %6 = stablehlo.constant dense<> : tensor<0x3xf32>
  %7 = stablehlo.constant dense_resource<r> : tensor<2xf32>
  %8 = stablehlo.constant dense<[1.00390625, 3.4e38]> : tensor<2xbf16>
  check.expect_eq_const %3, dense<[-8, 7]> : tensor<2xi4>
  check.expect_close %8, %8, max_ulp_difference = 3 : tensor<2xbf16>, tensor<2xbf16>
  return %8 : tensor<2xbf16>
}
{-#
  dialect_resources: {
    builtin: {
      r: "0x040000000000803F00000040"
    }
  }
#-}
