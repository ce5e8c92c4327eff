module @jit_gpt2_block attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<768xf32>, %arg1: tensor<3072x768xf32>, %arg2: tensor<768xf32>, %arg3: tensor<768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768xf32>, %arg6: tensor<768xf32>, %arg7: tensor<768x768xf32>, %arg8: tensor<2304xf32>, %arg9: tensor<768x2304xf32>, %arg10: tensor<3072xf32>, %arg11: tensor<768x3072xf32>, %arg12: tensor<1x128x768xf32>, %arg13: tensor<1x128x768xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<768xf32> {jax.result_info = "result[1][0]['down_bias']"}, tensor<3072x768xf32> {jax.result_info = "result[1][0]['down_weight']"}, tensor<768xf32> {jax.result_info = "result[1][0]['norm1_bias']"}, tensor<768xf32> {jax.result_info = "result[1][0]['norm1_scale']"}, tensor<768xf32> {jax.result_info = "result[1][0]['norm2_bias']"}, tensor<768xf32> {jax.result_info = "result[1][0]['norm2_scale']"}, tensor<768xf32> {jax.result_info = "result[1][0]['out_bias']"}, tensor<768x768xf32> {jax.result_info = "result[1][0]['out_weight']"}, tensor<2304xf32> {jax.result_info = "result[1][0]['qkv_bias']"}, tensor<768x2304xf32> {jax.result_info = "result[1][0]['qkv_weight']"}, tensor<3072xf32> {jax.result_info = "result[1][0]['up_bias']"}, tensor<768x3072xf32> {jax.result_info = "result[1][0]['up_weight']"}, tensor<1x128x768xf32> {jax.result_info = "result[1][1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg12 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %cst_0 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x128x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %5 = stablehlo.subtract %arg12, %4 : tensor<1x128x768xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<1x128x768xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %cst_2 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<1x128x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %12 = stablehlo.add %10, %11 : tensor<1x128x1xf32>
    %13 = stablehlo.rsqrt %12 : tensor<1x128x1xf32>
    %14 = stablehlo.divide %13, %12 : tensor<1x128x1xf32>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %16 = stablehlo.multiply %15, %14 : tensor<1x128x1xf32>
    %17 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %18 = stablehlo.multiply %5, %17 : tensor<1x128x768xf32>
    %19 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<768xf32>) -> tensor<1x1x768xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %21 = stablehlo.multiply %18, %20 : tensor<1x128x768xf32>
    %22 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<768xf32>) -> tensor<1x1x768xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %24 = stablehlo.add %21, %23 : tensor<1x128x768xf32>
    %25 = stablehlo.dot_general %24, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x768xf32>, tensor<768x2304xf32>) -> tensor<1x128x2304xf32>
    %26 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<2304xf32>) -> tensor<1x1x2304xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x1x2304xf32>) -> tensor<1x128x2304xf32>
    %28 = stablehlo.add %25, %27 : tensor<1x128x2304xf32>
    %29 = stablehlo.slice %28 [0:1, 0:128, 0:768] : (tensor<1x128x2304xf32>) -> tensor<1x128x768xf32>
    %30 = stablehlo.slice %28 [0:1, 0:128, 768:1536] : (tensor<1x128x2304xf32>) -> tensor<1x128x768xf32>
    %31 = stablehlo.slice %28 [0:1, 0:128, 1536:2304] : (tensor<1x128x2304xf32>) -> tensor<1x128x768xf32>
    %32 = stablehlo.reshape %29 : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32>
    %33 = stablehlo.reshape %30 : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32>
    %34 = stablehlo.reshape %31 : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32>
    %35 = stablehlo.dot_general %32, %33, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x128x12x64xf32>, tensor<1x128x12x64xf32>) -> tensor<1x12x128x128xf32>
    %cst_5 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %36 = stablehlo.sqrt %cst_5 : tensor<f32>
    %37 = stablehlo.convert %36 : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1x12x128x128xf32>
    %39 = stablehlo.divide %35, %38 : tensor<1x12x128x128xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %40 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<128x128xi1>
    %41 = call @tril(%40) : (tensor<128x128xi1>) -> tensor<128x128xi1>
    %cst_6 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %42:2 = call @_where(%41, %39, %cst_6) : (tensor<128x128xi1>, tensor<1x12x128x128xf32>, tensor<f32>) -> (tensor<1x12x128x128xf32>, tensor<1x12x128x128xi1>)
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %43 = stablehlo.reduce(%42#0 init: %cst_7) applies stablehlo.maximum across dimensions = [3] : (tensor<1x12x128x128xf32>, tensor<f32>) -> tensor<1x12x128xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1x12x128xf32>
    %45 = stablehlo.maximum %44, %43 : tensor<1x12x128xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x12x128xf32>) -> tensor<1x12x128x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x12x128x1xf32>) -> tensor<1x12x128x128xf32>
    %48 = stablehlo.subtract %42#0, %47 : tensor<1x12x128x128xf32>
    %49 = stablehlo.exponential %48 : tensor<1x12x128x128xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_9) applies stablehlo.add across dimensions = [3] : (tensor<1x12x128x128xf32>, tensor<f32>) -> tensor<1x12x128xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x12x128xf32>) -> tensor<1x12x128x1xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<1x12x128x1xf32>) -> tensor<1x12x128x128xf32>
    %53 = stablehlo.divide %49, %52 : tensor<1x12x128x128xf32>
    %54 = stablehlo.multiply %51, %51 : tensor<1x12x128x1xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1x12x128x1xf32>
    %56 = stablehlo.divide %55, %54 : tensor<1x12x128x1xf32>
    %57 = stablehlo.dot_general %34, %53, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x128x12x64xf32>, tensor<1x12x128x128xf32>) -> tensor<1x12x64x128xf32>
    %58 = stablehlo.transpose %57, dims = [0, 3, 1, 2] : (tensor<1x12x64x128xf32>) -> tensor<1x128x12x64xf32>
    %59 = stablehlo.reshape %58 : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32>
    %60 = stablehlo.dot_general %59, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x768xf32>, tensor<768x768xf32>) -> tensor<1x128x768xf32>
    %61 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<768xf32>) -> tensor<1x1x768xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %63 = stablehlo.add %60, %62 : tensor<1x128x768xf32>
    %64 = stablehlo.add %arg12, %63 : tensor<1x128x768xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %cst_12 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %68 = stablehlo.divide %66, %67 : tensor<1x128x1xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %70 = stablehlo.subtract %64, %69 : tensor<1x128x768xf32>
    %71 = stablehlo.multiply %70, %70 : tensor<1x128x768xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %cst_14 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %75 = stablehlo.divide %73, %74 : tensor<1x128x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %77 = stablehlo.add %75, %76 : tensor<1x128x1xf32>
    %78 = stablehlo.rsqrt %77 : tensor<1x128x1xf32>
    %79 = stablehlo.divide %78, %77 : tensor<1x128x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %81 = stablehlo.multiply %80, %79 : tensor<1x128x1xf32>
    %82 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %83 = stablehlo.multiply %70, %82 : tensor<1x128x768xf32>
    %84 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<768xf32>) -> tensor<1x1x768xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %86 = stablehlo.multiply %83, %85 : tensor<1x128x768xf32>
    %87 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<768xf32>) -> tensor<1x1x768xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %89 = stablehlo.add %86, %88 : tensor<1x128x768xf32>
    %90 = stablehlo.dot_general %89, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x768xf32>, tensor<768x3072xf32>) -> tensor<1x128x3072xf32>
    %91 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<3072xf32>) -> tensor<1x1x3072xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<1x1x3072xf32>) -> tensor<1x128x3072xf32>
    %93 = stablehlo.add %90, %92 : tensor<1x128x3072xf32>
    %94 = stablehlo.multiply %93, %93 : tensor<1x128x3072xf32>
    %95 = stablehlo.multiply %94, %93 : tensor<1x128x3072xf32>
    %96 = stablehlo.multiply %93, %93 : tensor<1x128x3072xf32>
    %cst_17 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<1x128x3072xf32>
    %cst_18 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %100 = stablehlo.multiply %99, %95 : tensor<1x128x3072xf32>
    %101 = stablehlo.add %93, %100 : tensor<1x128x3072xf32>
    %cst_19 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %103 = stablehlo.multiply %102, %101 : tensor<1x128x3072xf32>
    %104 = stablehlo.tanh %103 : tensor<1x128x3072xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %106 = stablehlo.subtract %105, %104 : tensor<1x128x3072xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %108 = stablehlo.add %107, %104 : tensor<1x128x3072xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %110 = stablehlo.multiply %109, %108 : tensor<1x128x3072xf32>
    %111 = stablehlo.multiply %93, %110 : tensor<1x128x3072xf32>
    %112 = stablehlo.dot_general %111, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x3072xf32>, tensor<3072x768xf32>) -> tensor<1x128x768xf32>
    %113 = stablehlo.add %64, %112 : tensor<1x128x768xf32>
    %114 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<768xf32>) -> tensor<1x1x768xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %116 = stablehlo.add %113, %115 : tensor<1x128x768xf32>
    %117 = stablehlo.subtract %116, %arg13 : tensor<1x128x768xf32>
    %118 = stablehlo.multiply %117, %117 : tensor<1x128x768xf32>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<1x128x768xf32>
    %120 = stablehlo.multiply %119, %117 : tensor<1x128x768xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%118 init: %cst_24) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<f32>
    %cst_25 = stablehlo.constant dense<9.830400e+04> : tensor<f32>
    %122 = stablehlo.divide %121, %cst_25 : tensor<f32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_27 = stablehlo.constant dense<9.830400e+04> : tensor<f32>
    %123 = stablehlo.divide %cst_26, %cst_27 : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<f32>) -> tensor<1x128x768xf32>
    %125 = stablehlo.multiply %124, %120 : tensor<1x128x768xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_28) applies stablehlo.add across dimensions = [1] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x768xf32>
    %127 = stablehlo.reshape %126 : (tensor<1x768xf32>) -> tensor<1x1x768xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_29) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x768xf32>, tensor<f32>) -> tensor<768xf32>
    %129 = stablehlo.dot_general %125, %111, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x768xf32>, tensor<1x128x3072xf32>) -> tensor<768x3072xf32>
    %130 = stablehlo.transpose %129, dims = [1, 0] : (tensor<768x3072xf32>) -> tensor<3072x768xf32>
    %131 = stablehlo.dot_general %125, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x768xf32>, tensor<3072x768xf32>) -> tensor<1x128x3072xf32>
    %132 = stablehlo.multiply %93, %131 : tensor<1x128x3072xf32>
    %133 = stablehlo.multiply %131, %110 : tensor<1x128x3072xf32>
    %cst_30 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %135 = stablehlo.multiply %134, %132 : tensor<1x128x3072xf32>
    %136 = stablehlo.multiply %135, %106 : tensor<1x128x3072xf32>
    %137 = stablehlo.multiply %136, %104 : tensor<1x128x3072xf32>
    %138 = stablehlo.add %136, %137 : tensor<1x128x3072xf32>
    %cst_31 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %140 = stablehlo.multiply %139, %138 : tensor<1x128x3072xf32>
    %141 = stablehlo.add %133, %140 : tensor<1x128x3072xf32>
    %cst_32 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<1x128x3072xf32>
    %143 = stablehlo.multiply %142, %140 : tensor<1x128x3072xf32>
    %144 = stablehlo.multiply %143, %98 : tensor<1x128x3072xf32>
    %145 = stablehlo.add %141, %144 : tensor<1x128x3072xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%145 init: %cst_33) applies stablehlo.add across dimensions = [1] : (tensor<1x128x3072xf32>, tensor<f32>) -> tensor<1x3072xf32>
    %147 = stablehlo.reshape %146 : (tensor<1x3072xf32>) -> tensor<1x1x3072xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %148 = stablehlo.reduce(%147 init: %cst_34) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3072xf32>, tensor<f32>) -> tensor<3072xf32>
    %149 = stablehlo.dot_general %145, %89, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x3072xf32>, tensor<1x128x768xf32>) -> tensor<3072x768xf32>
    %150 = stablehlo.transpose %149, dims = [1, 0] : (tensor<3072x768xf32>) -> tensor<768x3072xf32>
    %151 = stablehlo.dot_general %145, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x3072xf32>, tensor<768x3072xf32>) -> tensor<1x128x768xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.reduce(%151 init: %cst_35) applies stablehlo.add across dimensions = [1] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x768xf32>
    %153 = stablehlo.reshape %152 : (tensor<1x768xf32>) -> tensor<1x1x768xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %154 = stablehlo.reduce(%153 init: %cst_36) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x768xf32>, tensor<f32>) -> tensor<768xf32>
    %155 = stablehlo.multiply %83, %151 : tensor<1x128x768xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_37) applies stablehlo.add across dimensions = [1] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x768xf32>
    %157 = stablehlo.reshape %156 : (tensor<1x768xf32>) -> tensor<1x1x768xf32>
    %158 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %159 = stablehlo.multiply %151, %158 : tensor<1x128x768xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.reduce(%157 init: %cst_38) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x768xf32>, tensor<f32>) -> tensor<768xf32>
    %161 = stablehlo.multiply %70, %159 : tensor<1x128x768xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %162 = stablehlo.reduce(%161 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %163 = stablehlo.reshape %162 : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %164 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %165 = stablehlo.multiply %159, %164 : tensor<1x128x768xf32>
    %166 = stablehlo.multiply %163, %81 : tensor<1x128x1xf32>
    %cst_40 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %168 = stablehlo.divide %166, %167 : tensor<1x128x1xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.reduce(%168 init: %cst_41) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %170 = stablehlo.broadcast_in_dim %169, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x768xf32>
    %172 = stablehlo.multiply %70, %171 : tensor<1x128x768xf32>
    %173 = stablehlo.add %165, %172 : tensor<1x128x768xf32>
    %174 = stablehlo.multiply %171, %70 : tensor<1x128x768xf32>
    %175 = stablehlo.add %173, %174 : tensor<1x128x768xf32>
    %176 = stablehlo.negate %175 : tensor<1x128x768xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.reduce(%176 init: %cst_42) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %178 = stablehlo.reshape %177 : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %179 = stablehlo.add %125, %175 : tensor<1x128x768xf32>
    %cst_43 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %181 = stablehlo.divide %178, %180 : tensor<1x128x1xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %182 = stablehlo.reduce(%181 init: %cst_44) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %183 = stablehlo.broadcast_in_dim %182, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x768xf32>
    %185 = stablehlo.add %179, %184 : tensor<1x128x768xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %186 = stablehlo.reduce(%185 init: %cst_45) applies stablehlo.add across dimensions = [1] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x768xf32>
    %187 = stablehlo.reshape %186 : (tensor<1x768xf32>) -> tensor<1x1x768xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %188 = stablehlo.reduce(%187 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x768xf32>, tensor<f32>) -> tensor<768xf32>
    %189 = stablehlo.dot_general %185, %59, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<768x768xf32>
    %190 = stablehlo.transpose %189, dims = [1, 0] : (tensor<768x768xf32>) -> tensor<768x768xf32>
    %191 = stablehlo.dot_general %185, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x768xf32>, tensor<768x768xf32>) -> tensor<1x128x768xf32>
    %192 = stablehlo.reshape %191 : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32>
    %193 = stablehlo.transpose %192, dims = [0, 2, 3, 1] : (tensor<1x128x12x64xf32>) -> tensor<1x12x64x128xf32>
    %194 = stablehlo.dot_general %193, %34, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x12x64x128xf32>, tensor<1x128x12x64xf32>) -> tensor<1x12x128x128xf32>
    %195 = stablehlo.dot_general %193, %53, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x12x64x128xf32>, tensor<1x12x128x128xf32>) -> tensor<1x12x64x128xf32>
    %196 = stablehlo.transpose %195, dims = [0, 3, 1, 2] : (tensor<1x12x64x128xf32>) -> tensor<1x128x12x64xf32>
    %197 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<1x12x128x1xf32>) -> tensor<1x12x128x128xf32>
    %198 = stablehlo.multiply %194, %197 : tensor<1x12x128x128xf32>
    %199 = stablehlo.multiply %198, %49 : tensor<1x12x128x128xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.reduce(%199 init: %cst_47) applies stablehlo.add across dimensions = [3] : (tensor<1x12x128x128xf32>, tensor<f32>) -> tensor<1x12x128xf32>
    %201 = stablehlo.reshape %200 : (tensor<1x12x128xf32>) -> tensor<1x12x128x1xf32>
    %202 = stablehlo.negate %201 : tensor<1x12x128x1xf32>
    %203 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<1x12x128x1xf32>) -> tensor<1x12x128x128xf32>
    %204 = stablehlo.divide %194, %203 : tensor<1x12x128x128xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %205 = stablehlo.reduce(%202 init: %cst_48) applies stablehlo.add across dimensions = [0, 3] : (tensor<1x12x128x1xf32>, tensor<f32>) -> tensor<12x128xf32>
    %206 = stablehlo.broadcast_in_dim %205, dims = [1, 2] : (tensor<12x128xf32>) -> tensor<1x12x128xf32>
    %207 = stablehlo.broadcast_in_dim %206, dims = [0, 1, 2] : (tensor<1x12x128xf32>) -> tensor<1x12x128x128xf32>
    %208 = stablehlo.add %204, %207 : tensor<1x12x128x128xf32>
    %209 = stablehlo.multiply %208, %49 : tensor<1x12x128x128xf32>
    %210 = call @_where_0(%42#1, %209) : (tensor<1x12x128x128xi1>, tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32>
    %211 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1x12x128x128xf32>
    %212 = stablehlo.divide %210, %211 : tensor<1x12x128x128xf32>
    %213 = stablehlo.dot_general %212, %32, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x12x128x128xf32>, tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32>
    %214 = stablehlo.transpose %213, dims = [0, 2, 1, 3] : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32>
    %215 = stablehlo.dot_general %212, %33, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x12x128x128xf32>, tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32>
    %216 = stablehlo.transpose %215, dims = [0, 2, 1, 3] : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32>
    %217 = stablehlo.reshape %196 : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32>
    %218 = stablehlo.reshape %214 : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32>
    %219 = stablehlo.reshape %216 : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32>
    %220 = stablehlo.concatenate %219, %218, %217, dim = 2 : (tensor<1x128x768xf32>, tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x2304xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %221 = stablehlo.reduce(%220 init: %cst_49) applies stablehlo.add across dimensions = [1] : (tensor<1x128x2304xf32>, tensor<f32>) -> tensor<1x2304xf32>
    %222 = stablehlo.reshape %221 : (tensor<1x2304xf32>) -> tensor<1x1x2304xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %223 = stablehlo.reduce(%222 init: %cst_50) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x2304xf32>, tensor<f32>) -> tensor<2304xf32>
    %224 = stablehlo.dot_general %220, %24, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x2304xf32>, tensor<1x128x768xf32>) -> tensor<2304x768xf32>
    %225 = stablehlo.transpose %224, dims = [1, 0] : (tensor<2304x768xf32>) -> tensor<768x2304xf32>
    %226 = stablehlo.dot_general %220, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x2304xf32>, tensor<768x2304xf32>) -> tensor<1x128x768xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %227 = stablehlo.reduce(%226 init: %cst_51) applies stablehlo.add across dimensions = [1] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x768xf32>
    %228 = stablehlo.reshape %227 : (tensor<1x768xf32>) -> tensor<1x1x768xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x768xf32>, tensor<f32>) -> tensor<768xf32>
    %230 = stablehlo.multiply %18, %226 : tensor<1x128x768xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %231 = stablehlo.reduce(%230 init: %cst_53) applies stablehlo.add across dimensions = [1] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x768xf32>
    %232 = stablehlo.reshape %231 : (tensor<1x768xf32>) -> tensor<1x1x768xf32>
    %233 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<1x128x768xf32>
    %234 = stablehlo.multiply %226, %233 : tensor<1x128x768xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %235 = stablehlo.reduce(%232 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x768xf32>, tensor<f32>) -> tensor<768xf32>
    %236 = stablehlo.multiply %5, %234 : tensor<1x128x768xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.reduce(%236 init: %cst_55) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %238 = stablehlo.reshape %237 : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %239 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x768xf32>
    %240 = stablehlo.multiply %234, %239 : tensor<1x128x768xf32>
    %241 = stablehlo.multiply %238, %16 : tensor<1x128x1xf32>
    %cst_56 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %243 = stablehlo.divide %241, %242 : tensor<1x128x1xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %244 = stablehlo.reduce(%243 init: %cst_57) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %245 = stablehlo.broadcast_in_dim %244, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x768xf32>
    %247 = stablehlo.multiply %5, %246 : tensor<1x128x768xf32>
    %248 = stablehlo.add %240, %247 : tensor<1x128x768xf32>
    %249 = stablehlo.multiply %246, %5 : tensor<1x128x768xf32>
    %250 = stablehlo.add %248, %249 : tensor<1x128x768xf32>
    %251 = stablehlo.negate %250 : tensor<1x128x768xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %252 = stablehlo.reduce(%251 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128xf32>
    %253 = stablehlo.reshape %252 : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %254 = stablehlo.add %185, %250 : tensor<1x128x768xf32>
    %cst_59 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %256 = stablehlo.divide %253, %255 : tensor<1x128x1xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256 init: %cst_60) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x768xf32>
    %260 = stablehlo.add %254, %259 : tensor<1x128x768xf32>
    return %122, %128, %130, %229, %235, %154, %160, %188, %190, %223, %225, %148, %150, %260 : tensor<f32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x768xf32>, tensor<2304xf32>, tensor<768x2304xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<1x128x768xf32>
  }
  func.func private @tril(%arg0: tensor<128x128xi1>) -> tensor<128x128xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<128x128xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<128x128xi32>
    %2 = stablehlo.add %0, %1 : tensor<128x128xi32>
    %3 = stablehlo.iota dim = 1 : tensor<128x128xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<128x128xi32>, tensor<128x128xi32>) -> tensor<128x128xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<128x128xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<128x128xi1>, tensor<128x128xi1>
    return %6 : tensor<128x128xi1>
  }
  func.func private @_where(%arg0: tensor<128x128xi1>, %arg1: tensor<1x12x128x128xf32>, %arg2: tensor<f32>) -> (tensor<1x12x128x128xf32>, tensor<1x12x128x128xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<128x128xi1>) -> tensor<1x12x128x128xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x12x128x128xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<1x12x128x128xi1>, tensor<1x12x128x128xf32>
    return %3, %1 : tensor<1x12x128x128xf32>, tensor<1x12x128x128xi1>
  }
  func.func private @_where_0(%arg0: tensor<1x12x128x128xi1>, %arg1: tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x12x128x128xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<1x12x128x128xi1>, tensor<1x12x128x128xf32>
    return %1 : tensor<1x12x128x128xf32>
  }
}
