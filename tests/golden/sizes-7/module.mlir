module @case {
  func.func public @main(%arg0: tensor<2x3xi16>, %arg1: tensor<3xi16>, %arg2: tensor<0x2x0xi16>, %arg3: tensor<2xi16>) -> (tensor<1x1xi16>, tensor<0x1x0xi16>, tensor<1x2x0x0xi16>, tensor<36xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %low = stablehlo.constant dense<-8> : tensor<i16>
    %high = stablehlo.constant dense<8> : tensor<i16>
    %v3 = stablehlo.reverse %arg2, dims = [0] : tensor<0x2x0xi16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i16>, tensor<0x2x0xi16>, tensor<i16>) -> tensor<0x2x0xi16>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x2x0xi16>
    %v6 = stablehlo.iota dim = 0 : tensor<0x2x0xi16>
    %v7 = stablehlo.add %v5, %v6 : tensor<0x2x0xi16>
    %v8 = stablehlo.iota dim = 1 : tensor<0x2x0xi16>
    %v9 = stablehlo.add %v7, %v8 : tensor<0x2x0xi16>
    %v10 = stablehlo.iota dim = 2 : tensor<0x2x0xi16>
    %v11 = stablehlo.add %v9, %v10 : tensor<0x2x0xi16>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %w12:3 = stablehlo.while(%i = %v12, %a = %arg2, %b = %v11) : tensor<i32>, tensor<0x2x0xi16>, tensor<0x2x0xi16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<0x2x0xi16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<0x2x0xi16>, tensor<0x2x0xi16>
}
    %v14 = "stablehlo.clamp"(%low, %w12#2, %high) : (tensor<i16>, tensor<0x2x0xi16>, tensor<i16>) -> tensor<0x2x0xi16>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<i16>, tensor<0x2x0xi16>, tensor<i16>) -> tensor<0x2x0xi16>
    %v16 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1x0xi16>
    %v17 = stablehlo.iota dim = 0 : tensor<0x1x0xi16>
    %v18 = stablehlo.add %v16, %v17 : tensor<0x1x0xi16>
    %v19 = stablehlo.iota dim = 1 : tensor<0x1x0xi16>
    %v20 = stablehlo.add %v18, %v19 : tensor<0x1x0xi16>
    %v21 = stablehlo.iota dim = 2 : tensor<0x1x0xi16>
    %v22 = stablehlo.add %v20, %v21 : tensor<0x1x0xi16>
    %v23 = stablehlo.constant dense<1> : tensor<i32>
    %v24 = stablehlo.constant dense<1> : tensor<i32>
    %v25 = stablehlo.constant dense<2> : tensor<i32>
    %v26 = stablehlo.dynamic_update_slice %v4, %v22, %v23, %v24, %v25 : (tensor<0x2x0xi16>, tensor<0x1x0xi16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x2x0xi16>
    %v27 = "stablehlo.clamp"(%low, %v26, %high) : (tensor<i16>, tensor<0x2x0xi16>, tensor<i16>) -> tensor<0x2x0xi16>
    %v28 = stablehlo.reduce(%v11 init: %low) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<0x2x0xi16>, tensor<i16>) -> tensor<i16>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v30 = stablehlo.transpose %v4, dims = [0, 1, 2] : (tensor<0x2x0xi16>) -> tensor<0x2x0xi16>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<i16>, tensor<0x2x0xi16>, tensor<i16>) -> tensor<0x2x0xi16>
    %v32 = stablehlo.broadcast_in_dim %v27, dims = [1, 2, 3] : (tensor<0x2x0xi16>) -> tensor<1x0x2x0xi16>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<i16>, tensor<1x0x2x0xi16>, tensor<i16>) -> tensor<1x0x2x0xi16>
    %v34 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2xi16>
    %v35 = stablehlo.iota dim = 0 : tensor<2xi16>
    %v36 = stablehlo.add %v34, %v35 : tensor<2xi16>
    %v37 = stablehlo.dot_general %v33, %v36, batching_dims = [2] x [0], contracting_dims = [] x [] : (tensor<1x0x2x0xi16>, tensor<2xi16>) -> tensor<2x1x0x0xi16>
    %v38 = "stablehlo.clamp"(%low, %v37, %high) : (tensor<i16>, tensor<2x1x0x0xi16>, tensor<i16>) -> tensor<2x1x0x0xi16>
    %v39 = stablehlo.transpose %v38, dims = [1, 0, 3, 2] : (tensor<2x1x0x0xi16>) -> tensor<1x2x0x0xi16>
    %v40 = "stablehlo.clamp"(%low, %v39, %high) : (tensor<i16>, tensor<1x2x0x0xi16>, tensor<i16>) -> tensor<1x2x0x0xi16>
    %v41 = stablehlo.concatenate %v36, dim = 0 : (tensor<2xi16>) -> tensor<2xi16>
    %v42 = "stablehlo.clamp"(%low, %v41, %high) : (tensor<i16>, tensor<2xi16>, tensor<i16>) -> tensor<2xi16>
    %v43 = stablehlo.reduce(%v40 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x2x0x0xi16>, tensor<i16>) -> tensor<i16>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v45 = stablehlo.transpose %v38, dims = [0, 1, 3, 2] : (tensor<2x1x0x0xi16>) -> tensor<2x1x0x0xi16>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<i16>, tensor<2x1x0x0xi16>, tensor<i16>) -> tensor<2x1x0x0xi16>
    %v47 = "stablehlo.reduce_window"(%v36, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<2xi16>, tensor<i16>) -> tensor<0xi16>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<i16>, tensor<0xi16>, tensor<i16>) -> tensor<0xi16>
    %v49 = stablehlo.reduce(%v48 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi16>, tensor<i16>) -> tensor<i16>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v51 = stablehlo.pad %v46, %high, low = [0, 0, 0, 1], high = [1, 1, 0, 0], interior = [0, 0, 1, 0] : (tensor<2x1x0x0xi16>, tensor<i16>) -> tensor<3x2x0x1xi16>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<i16>, tensor<3x2x0x1xi16>, tensor<i16>) -> tensor<3x2x0x1xi16>
    %v53 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1xi16>
    %v54 = stablehlo.iota dim = 0 : tensor<1xi16>
    %v55 = stablehlo.add %v53, %v54 : tensor<1xi16>
    %v56 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1xi16>
    %v57 = stablehlo.iota dim = 0 : tensor<1xi16>
    %v58 = stablehlo.add %v56, %v57 : tensor<1xi16>
    %v59 = stablehlo.concatenate %v48, %v55, %v58, dim = 0 : (tensor<0xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<2xi16>
    %v60 = "stablehlo.clamp"(%low, %v59, %high) : (tensor<i16>, tensor<2xi16>, tensor<i16>) -> tensor<2xi16>
    %v61 = stablehlo.constant dense<1> : tensor<i32>
    %v62 = stablehlo.dynamic_slice %v58, %v61, sizes = [0] : (tensor<1xi16>, tensor<i32>) -> tensor<0xi16>
    %v63 = "stablehlo.clamp"(%low, %v62, %high) : (tensor<i16>, tensor<0xi16>, tensor<i16>) -> tensor<0xi16>
    %v64 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3xi16>
    %v65 = stablehlo.iota dim = 0 : tensor<3xi16>
    %v66 = stablehlo.add %v64, %v65 : tensor<3xi16>
    %v67 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v68 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v69 = stablehlo.add %v67, %v68 : tensor<3x1xi32>
    %v70 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v71 = stablehlo.add %v69, %v70 : tensor<3x1xi32>
    %v72 = "stablehlo.scatter"(%v60, %v71, %v66) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<2xi16>, tensor<3x1xi32>, tensor<3xi16>) -> tensor<2xi16>
    %v73 = "stablehlo.clamp"(%low, %v72, %high) : (tensor<i16>, tensor<2xi16>, tensor<i16>) -> tensor<2xi16>
    %v74 = stablehlo.reshape %v63 : (tensor<0xi16>) -> tensor<0x1xi16>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<i16>, tensor<0x1xi16>, tensor<i16>) -> tensor<0x1xi16>
    %v76 = stablehlo.concatenate %v73, dim = 0 : (tensor<2xi16>) -> tensor<2xi16>
    %v77 = "stablehlo.clamp"(%low, %v76, %high) : (tensor<i16>, tensor<2xi16>, tensor<i16>) -> tensor<2xi16>
    %v78 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1xi16>
    %v79 = stablehlo.iota dim = 0 : tensor<1xi16>
    %v80 = stablehlo.add %v78, %v79 : tensor<1xi16>
    %v81 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0xi16>
    %v82 = stablehlo.iota dim = 0 : tensor<0xi16>
    %v83 = stablehlo.add %v81, %v82 : tensor<0xi16>
    %v84 = stablehlo.concatenate %v77, %v80, %v83, dim = 0 : (tensor<2xi16>, tensor<1xi16>, tensor<0xi16>) -> tensor<3xi16>
    %v85 = "stablehlo.clamp"(%low, %v84, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v86 = "stablehlo.reduce_window"(%v73, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<2xi16>, tensor<i16>) -> tensor<3xi16>
    %v87 = "stablehlo.clamp"(%low, %v86, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v88 = "stablehlo.reduce_window"(%v83, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0xi16>, tensor<i16>) -> tensor<1xi16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v90 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x3x3x1xi16>
    %v91 = stablehlo.iota dim = 0 : tensor<1x3x3x1xi16>
    %v92 = stablehlo.add %v90, %v91 : tensor<1x3x3x1xi16>
    %v93 = stablehlo.iota dim = 1 : tensor<1x3x3x1xi16>
    %v94 = stablehlo.add %v92, %v93 : tensor<1x3x3x1xi16>
    %v95 = stablehlo.iota dim = 2 : tensor<1x3x3x1xi16>
    %v96 = stablehlo.add %v94, %v95 : tensor<1x3x3x1xi16>
    %v97 = stablehlo.iota dim = 3 : tensor<1x3x3x1xi16>
    %v98 = stablehlo.add %v96, %v97 : tensor<1x3x3x1xi16>
    %v99 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x1x0xi16>
    %v100 = stablehlo.iota dim = 0 : tensor<1x1x1x0xi16>
    %v101 = stablehlo.add %v99, %v100 : tensor<1x1x1x0xi16>
    %v102 = stablehlo.iota dim = 1 : tensor<1x1x1x0xi16>
    %v103 = stablehlo.add %v101, %v102 : tensor<1x1x1x0xi16>
    %v104 = stablehlo.iota dim = 2 : tensor<1x1x1x0xi16>
    %v105 = stablehlo.add %v103, %v104 : tensor<1x1x1x0xi16>
    %v106 = stablehlo.iota dim = 3 : tensor<1x1x1x0xi16>
    %v107 = stablehlo.add %v105, %v106 : tensor<1x1x1x0xi16>
    %v108 = stablehlo.convolution(%v98, %v107) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xi16>, tensor<1x1x1x0xi16>) -> tensor<1x3x4x0xi16>
    %v109 = "stablehlo.clamp"(%low, %v108, %high) : (tensor<i16>, tensor<1x3x4x0xi16>, tensor<i16>) -> tensor<1x3x4x0xi16>
    %v110 = stablehlo.reshape %v89 : (tensor<1xi16>) -> tensor<1x1xi16>
    %v111 = "stablehlo.clamp"(%low, %v110, %high) : (tensor<i16>, tensor<1x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v112 = stablehlo.reshape %v4 : (tensor<0x2x0xi16>) -> tensor<0xi16>
    %v113 = stablehlo.reshape %v11 : (tensor<0x2x0xi16>) -> tensor<0xi16>
    %v114 = stablehlo.reshape %v15 : (tensor<0x2x0xi16>) -> tensor<0xi16>
    %v115 = stablehlo.reshape %v22 : (tensor<0x1x0xi16>) -> tensor<0xi16>
    %v116 = stablehlo.reshape %v27 : (tensor<0x2x0xi16>) -> tensor<0xi16>
    %v117 = stablehlo.reshape %v29 : (tensor<i16>) -> tensor<1xi16>
    %v118 = stablehlo.reshape %v31 : (tensor<0x2x0xi16>) -> tensor<0xi16>
    %v119 = stablehlo.reshape %v33 : (tensor<1x0x2x0xi16>) -> tensor<0xi16>
    %v120 = stablehlo.reshape %v36 : (tensor<2xi16>) -> tensor<2xi16>
    %v121 = stablehlo.reshape %v38 : (tensor<2x1x0x0xi16>) -> tensor<0xi16>
    %v122 = stablehlo.reshape %v40 : (tensor<1x2x0x0xi16>) -> tensor<0xi16>
    %v123 = stablehlo.reshape %v42 : (tensor<2xi16>) -> tensor<2xi16>
    %v124 = stablehlo.reshape %v44 : (tensor<i16>) -> tensor<1xi16>
    %v125 = stablehlo.reshape %v46 : (tensor<2x1x0x0xi16>) -> tensor<0xi16>
    %v126 = stablehlo.reshape %v48 : (tensor<0xi16>) -> tensor<0xi16>
    %v127 = stablehlo.reshape %v50 : (tensor<i16>) -> tensor<1xi16>
    %v128 = stablehlo.reshape %v52 : (tensor<3x2x0x1xi16>) -> tensor<0xi16>
    %v129 = stablehlo.reshape %v55 : (tensor<1xi16>) -> tensor<1xi16>
    %v130 = stablehlo.reshape %v58 : (tensor<1xi16>) -> tensor<1xi16>
    %v131 = stablehlo.reshape %v60 : (tensor<2xi16>) -> tensor<2xi16>
    %v132 = stablehlo.reshape %v63 : (tensor<0xi16>) -> tensor<0xi16>
    %v133 = stablehlo.reshape %v66 : (tensor<3xi16>) -> tensor<3xi16>
    %v134 = stablehlo.reshape %v73 : (tensor<2xi16>) -> tensor<2xi16>
    %v135 = stablehlo.reshape %v75 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v136 = stablehlo.reshape %v77 : (tensor<2xi16>) -> tensor<2xi16>
    %v137 = stablehlo.reshape %v80 : (tensor<1xi16>) -> tensor<1xi16>
    %v138 = stablehlo.reshape %v83 : (tensor<0xi16>) -> tensor<0xi16>
    %v139 = stablehlo.reshape %v85 : (tensor<3xi16>) -> tensor<3xi16>
    %v140 = stablehlo.reshape %v87 : (tensor<3xi16>) -> tensor<3xi16>
    %v141 = stablehlo.reshape %v89 : (tensor<1xi16>) -> tensor<1xi16>
    %v142 = stablehlo.reshape %v98 : (tensor<1x3x3x1xi16>) -> tensor<9xi16>
    %v143 = stablehlo.reshape %v107 : (tensor<1x1x1x0xi16>) -> tensor<0xi16>
    %v144 = stablehlo.reshape %v109 : (tensor<1x3x4x0xi16>) -> tensor<0xi16>
    %v145 = stablehlo.reshape %v111 : (tensor<1x1xi16>) -> tensor<1xi16>
    %v146 = stablehlo.concatenate %v112, %v113, %v114, %v115, %v116, %v117, %v118, %v119, %v120, %v121, %v122, %v123, %v124, %v125, %v126, %v127, %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, dim = 0 : (tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<2xi16>, tensor<0xi16>, tensor<0xi16>, tensor<2xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<1xi16>, tensor<1xi16>, tensor<2xi16>, tensor<0xi16>, tensor<3xi16>, tensor<2xi16>, tensor<0xi16>, tensor<2xi16>, tensor<1xi16>, tensor<0xi16>, tensor<3xi16>, tensor<3xi16>, tensor<1xi16>, tensor<9xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>) -> tensor<36xi16>
    return %v111, %v22, %v40, %v146 : tensor<1x1xi16>, tensor<0x1x0xi16>, tensor<1x2x0x0xi16>, tensor<36xi16>
  }
}
