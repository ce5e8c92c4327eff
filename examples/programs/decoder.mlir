module @jit_decoder attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000x256xf32>, %arg1: tensor<4x704x256xf32>, %arg2: tensor<4x256x704xf32>, %arg3: tensor<4x256x64xf32>, %arg4: tensor<4x256xf32>, %arg5: tensor<4x256xf32>, %arg6: tensor<4x256x256xf32>, %arg7: tensor<4x256x256xf32>, %arg8: tensor<4x256x704xf32>, %arg9: tensor<4x256x64xf32>, %arg10: tensor<256xf32>, %arg11: tensor<2x64xi32>) -> (tensor<2xi32> {jax.result_info = "result[0]"}, tensor<2x1000xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x64xi32>
    %1 = stablehlo.compare LT, %arg11, %0, SIGNED : (tensor<2x64xi32>, tensor<2x64xi32>) -> tensor<2x64xi1>
    %c_0 = stablehlo.constant dense<1000> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x64xi32>
    %3 = stablehlo.add %arg11, %2 : tensor<2x64xi32>
    %4 = stablehlo.select %1, %3, %arg11 : tensor<2x64xi1>, tensor<2x64xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x64xi32>) -> tensor<2x64x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 256>}> : (tensor<1000x256xf32>, tensor<2x64x1xi32>) -> tensor<2x64x256xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7:11 = stablehlo.while(%iterArg = %arg1, %iterArg_4 = %arg2, %iterArg_5 = %arg3, %iterArg_6 = %arg4, %iterArg_7 = %arg5, %iterArg_8 = %arg6, %iterArg_9 = %arg7, %iterArg_10 = %arg8, %iterArg_11 = %arg9, %iterArg_12 = %c_1, %iterArg_13 = %6) : tensor<4x704x256xf32>, tensor<4x256x704xf32>, tensor<4x256x64xf32>, tensor<4x256xf32>, tensor<4x256xf32>, tensor<4x256x256xf32>, tensor<4x256x256xf32>, tensor<4x256x704xf32>, tensor<4x256x64xf32>, tensor<i32>, tensor<2x64x256xf32>
    cond {
      %c_14 = stablehlo.constant dense<4> : tensor<i32>
      %26 = stablehlo.compare LT, %iterArg_12, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %26 : tensor<i1>
    } do {
      %26 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<4x704x256xf32>, tensor<i32>) -> tensor<704x256xf32>
      %27 = func.call @dynamic_index_in_dim_0(%iterArg_4, %iterArg_12) : (tensor<4x256x704xf32>, tensor<i32>) -> tensor<256x704xf32>
      %28 = func.call @dynamic_index_in_dim_1(%iterArg_5, %iterArg_12) : (tensor<4x256x64xf32>, tensor<i32>) -> tensor<256x64xf32>
      %29 = func.call @dynamic_index_in_dim_2(%iterArg_6, %iterArg_12) : (tensor<4x256xf32>, tensor<i32>) -> tensor<256xf32>
      %30 = func.call @dynamic_index_in_dim_2(%iterArg_7, %iterArg_12) : (tensor<4x256xf32>, tensor<i32>) -> tensor<256xf32>
      %31 = func.call @dynamic_index_in_dim_3(%iterArg_8, %iterArg_12) : (tensor<4x256x256xf32>, tensor<i32>) -> tensor<256x256xf32>
      %32 = func.call @dynamic_index_in_dim_3(%iterArg_9, %iterArg_12) : (tensor<4x256x256xf32>, tensor<i32>) -> tensor<256x256xf32>
      %33 = func.call @dynamic_index_in_dim_0(%iterArg_10, %iterArg_12) : (tensor<4x256x704xf32>, tensor<i32>) -> tensor<256x704xf32>
      %34 = func.call @dynamic_index_in_dim_1(%iterArg_11, %iterArg_12) : (tensor<4x256x64xf32>, tensor<i32>) -> tensor<256x64xf32>
      %35 = func.call @closed_call(%iterArg_13, %26, %27, %28, %29, %30, %31, %32, %33, %34) : (tensor<2x64x256xf32>, tensor<704x256xf32>, tensor<256x704xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x704xf32>, tensor<256x64xf32>) -> tensor<2x64x256xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.add %iterArg_12, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %36, %35 : tensor<4x704x256xf32>, tensor<4x256x704xf32>, tensor<4x256x64xf32>, tensor<4x256xf32>, tensor<4x256xf32>, tensor<4x256x256xf32>, tensor<4x256x256xf32>, tensor<4x256x704xf32>, tensor<4x256x64xf32>, tensor<i32>, tensor<2x64x256xf32>
    }
    %8 = stablehlo.slice %7#10 [0:2, 63:64, 0:256] : (tensor<2x64x256xf32>) -> tensor<2x1x256xf32>
    %9 = stablehlo.reshape %8 : (tensor<2x1x256xf32>) -> tensor<2x256xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<2x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x256xf32>, tensor<f32>) -> tensor<2xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %cst_2 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<2x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %16 = stablehlo.add %14, %15 : tensor<2x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<2x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x256xf32>
    %19 = stablehlo.multiply %9, %18 : tensor<2x256xf32>
    %20 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<2x256xf32>
    %22 = stablehlo.multiply %19, %21 : tensor<2x256xf32>
    %23 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<1000x256xf32>) -> tensor<256x1000xf32>
    %24 = stablehlo.dot_general %22, %23, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x256xf32>, tensor<256x1000xf32>) -> tensor<2x1000xf32>
    %25 = call @argmax(%24) : (tensor<2x1000xf32>) -> tensor<2xi32>
    return %25, %24 : tensor<2xi32>, tensor<2x1000xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x704x256xf32>, %arg1: tensor<i32>) -> tensor<704x256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 704, 256] : (tensor<4x704x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x704x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x704x256xf32>) -> tensor<704x256xf32>
    return %1 : tensor<704x256xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x256x704xf32>, %arg1: tensor<i32>) -> tensor<256x704xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 704] : (tensor<4x256x704xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x704xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x704xf32>) -> tensor<256x704xf32>
    return %1 : tensor<256x704xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x256x64xf32>, %arg1: tensor<i32>) -> tensor<256x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 64] : (tensor<4x256x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x64xf32>) -> tensor<256x64xf32>
    return %1 : tensor<256x64xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<4x256xf32>, %arg1: tensor<i32>) -> tensor<256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 256] : (tensor<4x256xf32>, tensor<i32>, tensor<i32>) -> tensor<1x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256xf32>) -> tensor<256xf32>
    return %1 : tensor<256xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<4x256x256xf32>, %arg1: tensor<i32>) -> tensor<256x256xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 256] : (tensor<4x256x256xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x256xf32>) -> tensor<256x256xf32>
    return %1 : tensor<256x256xf32>
  }
  func.func private @closed_call(%arg0: tensor<2x64x256xf32>, %arg1: tensor<704x256xf32>, %arg2: tensor<256x704xf32>, %arg3: tensor<256x64xf32>, %arg4: tensor<256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256x256xf32>, %arg7: tensor<256x256xf32>, %arg8: tensor<256x704xf32>, %arg9: tensor<256x64xf32>) -> tensor<2x64x256xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x64x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x64x256xf32>, tensor<f32>) -> tensor<2x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
    %cst_0 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x64x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<2x64x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x64x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<2x64x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<2x64x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x256xf32>
    %9 = stablehlo.multiply %arg0, %8 : tensor<2x64x256xf32>
    %10 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x64x256xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<2x64x256xf32>
    %13 = stablehlo.dot_general %12, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x256xf32>, tensor<256x256xf32>) -> tensor<2x64x256xf32>
    %14 = stablehlo.reshape %13 : (tensor<2x64x256xf32>) -> tensor<2x64x8x32xf32>
    %15 = stablehlo.iota dim = 0 : tensor<16xf32>
    %16 = stablehlo.negate %15 : tensor<16xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %18 = stablehlo.divide %16, %17 : tensor<16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %20 = stablehlo.power %19, %18 : tensor<16xf32>
    %21 = stablehlo.iota dim = 0 : tensor<64xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<64xf32>) -> tensor<64x1x1xf32>
    %23 = stablehlo.broadcast_in_dim %20, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<64x1x1xf32>) -> tensor<64x1x16xf32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<64x1x16xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<64x1x16xf32>
    %27 = stablehlo.slice %14 [0:2, 0:64, 0:8, 0:16] : (tensor<2x64x8x32xf32>) -> tensor<2x64x8x16xf32>
    %28 = stablehlo.slice %14 [0:2, 0:64, 0:8, 16:32] : (tensor<2x64x8x32xf32>) -> tensor<2x64x8x16xf32>
    %29 = stablehlo.sine %26 : tensor<64x1x16xf32>
    %30 = stablehlo.cosine %26 : tensor<64x1x16xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x8x16xf32>
    %33 = stablehlo.multiply %27, %32 : tensor<2x64x8x16xf32>
    %34 = stablehlo.broadcast_in_dim %29, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x8x16xf32>
    %36 = stablehlo.multiply %28, %35 : tensor<2x64x8x16xf32>
    %37 = stablehlo.subtract %33, %36 : tensor<2x64x8x16xf32>
    %38 = stablehlo.broadcast_in_dim %29, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x8x16xf32>
    %40 = stablehlo.multiply %27, %39 : tensor<2x64x8x16xf32>
    %41 = stablehlo.broadcast_in_dim %30, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x8x16xf32>
    %43 = stablehlo.multiply %28, %42 : tensor<2x64x8x16xf32>
    %44 = stablehlo.add %40, %43 : tensor<2x64x8x16xf32>
    %45 = stablehlo.concatenate %37, %44, dim = 3 : (tensor<2x64x8x16xf32>, tensor<2x64x8x16xf32>) -> tensor<2x64x8x32xf32>
    %46 = stablehlo.dot_general %12, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x256xf32>, tensor<256x64xf32>) -> tensor<2x64x64xf32>
    %47 = stablehlo.reshape %46 : (tensor<2x64x64xf32>) -> tensor<2x64x2x32xf32>
    %48 = stablehlo.iota dim = 0 : tensor<16xf32>
    %49 = stablehlo.negate %48 : tensor<16xf32>
    %cst_4 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %51 = stablehlo.divide %49, %50 : tensor<16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %53 = stablehlo.power %52, %51 : tensor<16xf32>
    %54 = stablehlo.iota dim = 0 : tensor<64xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0] : (tensor<64xf32>) -> tensor<64x1x1xf32>
    %56 = stablehlo.broadcast_in_dim %53, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %57 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<64x1x1xf32>) -> tensor<64x1x16xf32>
    %58 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<64x1x16xf32>
    %59 = stablehlo.multiply %57, %58 : tensor<64x1x16xf32>
    %60 = stablehlo.slice %47 [0:2, 0:64, 0:2, 0:16] : (tensor<2x64x2x32xf32>) -> tensor<2x64x2x16xf32>
    %61 = stablehlo.slice %47 [0:2, 0:64, 0:2, 16:32] : (tensor<2x64x2x32xf32>) -> tensor<2x64x2x16xf32>
    %62 = stablehlo.sine %59 : tensor<64x1x16xf32>
    %63 = stablehlo.cosine %59 : tensor<64x1x16xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x2x16xf32>
    %66 = stablehlo.multiply %60, %65 : tensor<2x64x2x16xf32>
    %67 = stablehlo.broadcast_in_dim %62, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x2x16xf32>
    %69 = stablehlo.multiply %61, %68 : tensor<2x64x2x16xf32>
    %70 = stablehlo.subtract %66, %69 : tensor<2x64x2x16xf32>
    %71 = stablehlo.broadcast_in_dim %62, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x2x16xf32>
    %73 = stablehlo.multiply %60, %72 : tensor<2x64x2x16xf32>
    %74 = stablehlo.broadcast_in_dim %63, dims = [1, 2, 3] : (tensor<64x1x16xf32>) -> tensor<1x64x1x16xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x64x1x16xf32>) -> tensor<2x64x2x16xf32>
    %76 = stablehlo.multiply %61, %75 : tensor<2x64x2x16xf32>
    %77 = stablehlo.add %73, %76 : tensor<2x64x2x16xf32>
    %78 = stablehlo.concatenate %70, %77, dim = 3 : (tensor<2x64x2x16xf32>, tensor<2x64x2x16xf32>) -> tensor<2x64x2x32xf32>
    %79 = stablehlo.dot_general %12, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x256xf32>, tensor<256x64xf32>) -> tensor<2x64x64xf32>
    %80 = stablehlo.reshape %79 : (tensor<2x64x64xf32>) -> tensor<2x64x2x32xf32>
    %81 = stablehlo.reshape %45 : (tensor<2x64x8x32xf32>) -> tensor<2x64x2x4x32xf32>
    %82 = stablehlo.dot_general %78, %81, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x64x2x32xf32>, tensor<2x64x2x4x32xf32>) -> tensor<2x2x64x64x4xf32>
    %83 = stablehlo.transpose %82, dims = [0, 1, 4, 3, 2] : (tensor<2x2x64x64x4xf32>) -> tensor<2x2x4x64x64xf32>
    %cst_6 = stablehlo.constant dense<0.176776692> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x2x4x64x64xf32>
    %85 = stablehlo.multiply %83, %84 : tensor<2x2x4x64x64xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %86 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %87 = call @tril(%86) : (tensor<64x64xi1>) -> tensor<64x64xi1>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %88 = call @_where(%87, %85, %cst_7) : (tensor<64x64xi1>, tensor<2x2x4x64x64xf32>, tensor<f32>) -> tensor<2x2x4x64x64xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %89 = stablehlo.reduce(%88 init: %cst_8) applies stablehlo.maximum across dimensions = [4] : (tensor<2x2x4x64x64xf32>, tensor<f32>) -> tensor<2x2x4x64xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x2x4x64xf32>
    %91 = stablehlo.maximum %90, %89 : tensor<2x2x4x64xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2, 3] : (tensor<2x2x4x64xf32>) -> tensor<2x2x4x64x1xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2, 3, 4] : (tensor<2x2x4x64x1xf32>) -> tensor<2x2x4x64x64xf32>
    %94 = stablehlo.subtract %88, %93 : tensor<2x2x4x64x64xf32>
    %95 = stablehlo.exponential %94 : tensor<2x2x4x64x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce(%95 init: %cst_10) applies stablehlo.add across dimensions = [4] : (tensor<2x2x4x64x64xf32>, tensor<f32>) -> tensor<2x2x4x64xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2, 3] : (tensor<2x2x4x64xf32>) -> tensor<2x2x4x64x1xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2, 3, 4] : (tensor<2x2x4x64x1xf32>) -> tensor<2x2x4x64x64xf32>
    %99 = stablehlo.divide %95, %98 : tensor<2x2x4x64x64xf32>
    %100 = stablehlo.dot_general %80, %99, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x64x2x32xf32>, tensor<2x2x4x64x64xf32>) -> tensor<2x2x32x4x64xf32>
    %101 = stablehlo.transpose %100, dims = [0, 4, 1, 3, 2] : (tensor<2x2x32x4x64xf32>) -> tensor<2x64x2x4x32xf32>
    %102 = stablehlo.reshape %101 : (tensor<2x64x2x4x32xf32>) -> tensor<2x64x256xf32>
    %103 = stablehlo.dot_general %102, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x256xf32>, tensor<256x256xf32>) -> tensor<2x64x256xf32>
    %104 = stablehlo.add %arg0, %103 : tensor<2x64x256xf32>
    %105 = stablehlo.multiply %104, %104 : tensor<2x64x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<2x64x256xf32>, tensor<f32>) -> tensor<2x64xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
    %cst_12 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x64x1xf32>
    %109 = stablehlo.divide %107, %108 : tensor<2x64x1xf32>
    %cst_13 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x64x1xf32>
    %111 = stablehlo.add %109, %110 : tensor<2x64x1xf32>
    %112 = stablehlo.rsqrt %111 : tensor<2x64x1xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x256xf32>
    %114 = stablehlo.multiply %104, %113 : tensor<2x64x256xf32>
    %115 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x64x256xf32>
    %117 = stablehlo.multiply %114, %116 : tensor<2x64x256xf32>
    %118 = stablehlo.dot_general %117, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x256xf32>, tensor<256x704xf32>) -> tensor<2x64x704xf32>
    %119 = call @silu(%118) : (tensor<2x64x704xf32>) -> tensor<2x64x704xf32>
    %120 = stablehlo.dot_general %117, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x256xf32>, tensor<256x704xf32>) -> tensor<2x64x704xf32>
    %121 = stablehlo.multiply %119, %120 : tensor<2x64x704xf32>
    %122 = stablehlo.dot_general %121, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x704xf32>, tensor<704x256xf32>) -> tensor<2x64x256xf32>
    %123 = stablehlo.add %104, %122 : tensor<2x64x256xf32>
    return %123 : tensor<2x64x256xf32>
  }
  func.func private @tril(%arg0: tensor<64x64xi1>) -> tensor<64x64xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<64x64xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %2 = stablehlo.add %0, %1 : tensor<64x64xi32>
    %3 = stablehlo.iota dim = 1 : tensor<64x64xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<64x64xi1>, tensor<64x64xi1>
    return %6 : tensor<64x64xi1>
  }
  func.func private @_where(%arg0: tensor<64x64xi1>, %arg1: tensor<2x2x4x64x64xf32>, %arg2: tensor<f32>) -> tensor<2x2x4x64x64xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<64x64xi1>) -> tensor<2x2x4x64x64xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2x4x64x64xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x2x4x64x64xi1>, tensor<2x2x4x64x64xf32>
    return %3 : tensor<2x2x4x64x64xf32>
  }
  func.func private @silu(%arg0: tensor<2x64x704xf32>) -> tensor<2x64x704xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2x64x704xf32>
    %1 = stablehlo.exponential %0 : tensor<2x64x704xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x64x704xf32>
    %3 = stablehlo.add %2, %1 : tensor<2x64x704xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x64x704xf32>
    %5 = stablehlo.divide %4, %3 : tensor<2x64x704xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<2x64x704xf32>
    return %6 : tensor<2x64x704xf32>
  }
  func.func private @argmax(%arg0: tensor<2x1000xf32>) -> tensor<2xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<2x1000xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<2x1000xf32>, tensor<2x1000xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<2xi32>
  }
}
