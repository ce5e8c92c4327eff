module @case {
  func.func public @main(%arg0: tensor<1x1x0xbf16>, %arg1: tensor<1x3xbf16>) -> (tensor<3x5x2x3xbf16>, tensor<1x1x0xbf16>, tensor<0x0x0xbf16>, tensor<202xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2x1x0xbf16>
    %v4 = stablehlo.iota dim = 0 : tensor<2x1x0xbf16>
    %v5 = stablehlo.add %v3, %v4 : tensor<2x1x0xbf16>
    %v6 = stablehlo.iota dim = 1 : tensor<2x1x0xbf16>
    %v7 = stablehlo.add %v5, %v6 : tensor<2x1x0xbf16>
    %v8 = stablehlo.iota dim = 2 : tensor<2x1x0xbf16>
    %v9 = stablehlo.add %v7, %v8 : tensor<2x1x0xbf16>
    %v10 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v11 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v12 = stablehlo.add %v10, %v11 : tensor<2x1xi32>
    %v13 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v14 = stablehlo.add %v12, %v13 : tensor<2x1xi32>
    %v15 = "stablehlo.scatter"(%arg0, %v14, %v9) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x0xbf16>, tensor<2x1xi32>, tensor<2x1x0xbf16>) -> tensor<1x1x0xbf16>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<bf16>, tensor<1x1x0xbf16>, tensor<bf16>) -> tensor<1x1x0xbf16>
    %v17 = stablehlo.broadcast_in_dim %v9, dims = [1, 2, 3] : (tensor<2x1x0xbf16>) -> tensor<1x2x1x0xbf16>
    %v18 = "stablehlo.clamp"(%low, %v17, %high) : (tensor<bf16>, tensor<1x2x1x0xbf16>, tensor<bf16>) -> tensor<1x2x1x0xbf16>
    %v19 = "stablehlo.reduce_window"(%v16, %zero) <{padding = dense<[[0, 1], [1, 1], [1, 1]]> : tensor<3x2xi64>, window_dimensions = array<i64: 3, 3, 2>, window_strides = array<i64: 2, 2, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x0xbf16>, tensor<bf16>) -> tensor<0x1x1xbf16>
    %v20 = "stablehlo.clamp"(%low, %v19, %high) : (tensor<bf16>, tensor<0x1x1xbf16>, tensor<bf16>) -> tensor<0x1x1xbf16>
    %v21 = stablehlo.reverse %v16, dims = [1] : tensor<1x1x0xbf16>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<bf16>, tensor<1x1x0xbf16>, tensor<bf16>) -> tensor<1x1x0xbf16>
    %v23 = stablehlo.slice %v22 [1:1:2, 0:0:1, 0:0:2] : (tensor<1x1x0xbf16>) -> tensor<0x0x0xbf16>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<bf16>, tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0xbf16>
    %v25 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x0x0xbf16>
    %v26 = stablehlo.iota dim = 0 : tensor<0x0x0x0xbf16>
    %v27 = stablehlo.add %v25, %v26 : tensor<0x0x0x0xbf16>
    %v28 = stablehlo.iota dim = 1 : tensor<0x0x0x0xbf16>
    %v29 = stablehlo.add %v27, %v28 : tensor<0x0x0x0xbf16>
    %v30 = stablehlo.iota dim = 2 : tensor<0x0x0x0xbf16>
    %v31 = stablehlo.add %v29, %v30 : tensor<0x0x0x0xbf16>
    %v32 = stablehlo.iota dim = 3 : tensor<0x0x0x0xbf16>
    %v33 = stablehlo.add %v31, %v32 : tensor<0x0x0x0xbf16>
    %v34 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x1x0x2xbf16>
    %v35 = stablehlo.iota dim = 0 : tensor<3x1x0x2xbf16>
    %v36 = stablehlo.add %v34, %v35 : tensor<3x1x0x2xbf16>
    %v37 = stablehlo.iota dim = 1 : tensor<3x1x0x2xbf16>
    %v38 = stablehlo.add %v36, %v37 : tensor<3x1x0x2xbf16>
    %v39 = stablehlo.iota dim = 2 : tensor<3x1x0x2xbf16>
    %v40 = stablehlo.add %v38, %v39 : tensor<3x1x0x2xbf16>
    %v41 = stablehlo.iota dim = 3 : tensor<3x1x0x2xbf16>
    %v42 = stablehlo.add %v40, %v41 : tensor<3x1x0x2xbf16>
    %v43 = stablehlo.convolution(%v33, %v42) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x0x0x0xbf16>, tensor<3x1x0x2xbf16>) -> tensor<0x0x1x2xbf16>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<bf16>, tensor<0x0x1x2xbf16>, tensor<bf16>) -> tensor<0x0x1x2xbf16>
    %v45 = "stablehlo.reduce_window"(%v44, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 0], [1, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x0x1x2xbf16>, tensor<bf16>) -> tensor<0x0x1x2xbf16>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<bf16>, tensor<0x0x1x2xbf16>, tensor<bf16>) -> tensor<0x0x1x2xbf16>
    %v47 = "stablehlo.sort"(%v46) <{dimension = 3 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x0x1x2xbf16>) -> tensor<0x0x1x2xbf16>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<bf16>, tensor<0x0x1x2xbf16>, tensor<bf16>) -> tensor<0x0x1x2xbf16>
    %v49 = stablehlo.slice %v42 [2:3:2, 0:0:2, 0:0:1, 2:2:1] : (tensor<3x1x0x2xbf16>) -> tensor<1x0x0x0xbf16>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<bf16>, tensor<1x0x0x0xbf16>, tensor<bf16>) -> tensor<1x0x0x0xbf16>
    %v51 = stablehlo.transpose %v48, dims = [2, 3, 0, 1] : (tensor<0x0x1x2xbf16>) -> tensor<1x2x0x0xbf16>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<bf16>, tensor<1x2x0x0xbf16>, tensor<bf16>) -> tensor<1x2x0x0xbf16>
    %v53 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x2xbf16>
    %v54 = stablehlo.iota dim = 0 : tensor<0x2xbf16>
    %v55 = stablehlo.add %v53, %v54 : tensor<0x2xbf16>
    %v56 = stablehlo.iota dim = 1 : tensor<0x2xbf16>
    %v57 = stablehlo.add %v55, %v56 : tensor<0x2xbf16>
    %v58 = stablehlo.dot_general %v52, %v57, contracting_dims = [2] x [0] : (tensor<1x2x0x0xbf16>, tensor<0x2xbf16>) -> tensor<1x2x0x2xbf16>
    %v59 = "stablehlo.clamp"(%low, %v58, %high) : (tensor<bf16>, tensor<1x2x0x2xbf16>, tensor<bf16>) -> tensor<1x2x0x2xbf16>
    %v60 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x2x0x0xbf16>
    %v61 = stablehlo.iota dim = 0 : tensor<1x2x0x0xbf16>
    %v62 = stablehlo.add %v60, %v61 : tensor<1x2x0x0xbf16>
    %v63 = stablehlo.iota dim = 1 : tensor<1x2x0x0xbf16>
    %v64 = stablehlo.add %v62, %v63 : tensor<1x2x0x0xbf16>
    %v65 = stablehlo.iota dim = 2 : tensor<1x2x0x0xbf16>
    %v66 = stablehlo.add %v64, %v65 : tensor<1x2x0x0xbf16>
    %v67 = stablehlo.iota dim = 3 : tensor<1x2x0x0xbf16>
    %v68 = stablehlo.add %v66, %v67 : tensor<1x2x0x0xbf16>
    %v69 = stablehlo.constant dense<0> : tensor<i32>
    %w69:3 = stablehlo.while(%i = %v69, %a = %v52, %b = %v68) : tensor<i32>, tensor<1x2x0x0xbf16>, tensor<1x2x0x0xbf16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x2x0x0xbf16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x2x0x0xbf16>, tensor<1x2x0x0xbf16>
}
    %v71 = "stablehlo.clamp"(%low, %w69#2, %high) : (tensor<bf16>, tensor<1x2x0x0xbf16>, tensor<bf16>) -> tensor<1x2x0x0xbf16>
    %v72 = "stablehlo.clamp"(%low, %v71, %high) : (tensor<bf16>, tensor<1x2x0x0xbf16>, tensor<bf16>) -> tensor<1x2x0x0xbf16>
    %v73 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0xbf16>
    %v74 = stablehlo.iota dim = 0 : tensor<0xbf16>
    %v75 = stablehlo.add %v73, %v74 : tensor<0xbf16>
    %v76 = stablehlo.dot_general %v72, %v75, batching_dims = [3] x [0], contracting_dims = [] x [] : (tensor<1x2x0x0xbf16>, tensor<0xbf16>) -> tensor<0x1x2x0xbf16>
    %v77 = "stablehlo.clamp"(%low, %v76, %high) : (tensor<bf16>, tensor<0x1x2x0xbf16>, tensor<bf16>) -> tensor<0x1x2x0xbf16>
    %v78 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x1x2x0xbf16>
    %v79 = stablehlo.iota dim = 0 : tensor<0x1x2x0xbf16>
    %v80 = stablehlo.add %v78, %v79 : tensor<0x1x2x0xbf16>
    %v81 = stablehlo.iota dim = 1 : tensor<0x1x2x0xbf16>
    %v82 = stablehlo.add %v80, %v81 : tensor<0x1x2x0xbf16>
    %v83 = stablehlo.iota dim = 2 : tensor<0x1x2x0xbf16>
    %v84 = stablehlo.add %v82, %v83 : tensor<0x1x2x0xbf16>
    %v85 = stablehlo.iota dim = 3 : tensor<0x1x2x0xbf16>
    %v86 = stablehlo.add %v84, %v85 : tensor<0x1x2x0xbf16>
    %v87 = stablehlo.compare LT, %v77, %v86 : (tensor<0x1x2x0xbf16>, tensor<0x1x2x0xbf16>) -> tensor<0x1x2x0xi1>
    %v88 = stablehlo.select %v87, %v86, %v77 : tensor<0x1x2x0xi1>, tensor<0x1x2x0xbf16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<bf16>, tensor<0x1x2x0xbf16>, tensor<bf16>) -> tensor<0x1x2x0xbf16>
    %v90 = stablehlo.broadcast_in_dim %v72, dims = [0, 1, 2, 3] : (tensor<1x2x0x0xbf16>) -> tensor<3x2x0x0xbf16>
    %v91 = "stablehlo.clamp"(%low, %v90, %high) : (tensor<bf16>, tensor<3x2x0x0xbf16>, tensor<bf16>) -> tensor<3x2x0x0xbf16>
    %v92 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x1x3x0xbf16>
    %v93 = stablehlo.iota dim = 0 : tensor<3x1x3x0xbf16>
    %v94 = stablehlo.add %v92, %v93 : tensor<3x1x3x0xbf16>
    %v95 = stablehlo.iota dim = 1 : tensor<3x1x3x0xbf16>
    %v96 = stablehlo.add %v94, %v95 : tensor<3x1x3x0xbf16>
    %v97 = stablehlo.iota dim = 2 : tensor<3x1x3x0xbf16>
    %v98 = stablehlo.add %v96, %v97 : tensor<3x1x3x0xbf16>
    %v99 = stablehlo.iota dim = 3 : tensor<3x1x3x0xbf16>
    %v100 = stablehlo.add %v98, %v99 : tensor<3x1x3x0xbf16>
    %v101 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x0x2xbf16>
    %v102 = stablehlo.iota dim = 0 : tensor<1x1x0x2xbf16>
    %v103 = stablehlo.add %v101, %v102 : tensor<1x1x0x2xbf16>
    %v104 = stablehlo.iota dim = 1 : tensor<1x1x0x2xbf16>
    %v105 = stablehlo.add %v103, %v104 : tensor<1x1x0x2xbf16>
    %v106 = stablehlo.iota dim = 2 : tensor<1x1x0x2xbf16>
    %v107 = stablehlo.add %v105, %v106 : tensor<1x1x0x2xbf16>
    %v108 = stablehlo.iota dim = 3 : tensor<1x1x0x2xbf16>
    %v109 = stablehlo.add %v107, %v108 : tensor<1x1x0x2xbf16>
    %v110 = stablehlo.convolution(%v100, %v109) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x1x3x0xbf16>, tensor<1x1x0x2xbf16>) -> tensor<3x1x3x2xbf16>
    %v111 = "stablehlo.clamp"(%low, %v110, %high) : (tensor<bf16>, tensor<3x1x3x2xbf16>, tensor<bf16>) -> tensor<3x1x3x2xbf16>
    %v112 = stablehlo.transpose %v86, dims = [1, 0, 3, 2] : (tensor<0x1x2x0xbf16>) -> tensor<1x0x0x2xbf16>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<bf16>, tensor<1x0x0x2xbf16>, tensor<bf16>) -> tensor<1x0x0x2xbf16>
    %v114 = stablehlo.pad %v89, %high, low = [2, 0, 1, 2], high = [0, 2, 2, 1], interior = [1, 0, 0, 1] : (tensor<0x1x2x0xbf16>, tensor<bf16>) -> tensor<2x3x5x3xbf16>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<bf16>, tensor<2x3x5x3xbf16>, tensor<bf16>) -> tensor<2x3x5x3xbf16>
    %v116 = stablehlo.transpose %v109, dims = [2, 0, 1, 3] : (tensor<1x1x0x2xbf16>) -> tensor<0x1x1x2xbf16>
    %v117 = "stablehlo.clamp"(%low, %v116, %high) : (tensor<bf16>, tensor<0x1x1x2xbf16>, tensor<bf16>) -> tensor<0x1x1x2xbf16>
    %v118 = stablehlo.slice %v115 [0:0:1, 0:1:1, 4:4:2, 3:3:2] : (tensor<2x3x5x3xbf16>) -> tensor<0x1x0x0xbf16>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<bf16>, tensor<0x1x0x0xbf16>, tensor<bf16>) -> tensor<0x1x0x0xbf16>
    %v120 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x1x1xbf16>
    %v121 = stablehlo.iota dim = 0 : tensor<1x1x1x1xbf16>
    %v122 = stablehlo.add %v120, %v121 : tensor<1x1x1x1xbf16>
    %v123 = stablehlo.iota dim = 1 : tensor<1x1x1x1xbf16>
    %v124 = stablehlo.add %v122, %v123 : tensor<1x1x1x1xbf16>
    %v125 = stablehlo.iota dim = 2 : tensor<1x1x1x1xbf16>
    %v126 = stablehlo.add %v124, %v125 : tensor<1x1x1x1xbf16>
    %v127 = stablehlo.iota dim = 3 : tensor<1x1x1x1xbf16>
    %v128 = stablehlo.add %v126, %v127 : tensor<1x1x1x1xbf16>
    %v129 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x1x1xbf16>
    %v130 = stablehlo.iota dim = 0 : tensor<1x1x1x1xbf16>
    %v131 = stablehlo.add %v129, %v130 : tensor<1x1x1x1xbf16>
    %v132 = stablehlo.iota dim = 1 : tensor<1x1x1x1xbf16>
    %v133 = stablehlo.add %v131, %v132 : tensor<1x1x1x1xbf16>
    %v134 = stablehlo.iota dim = 2 : tensor<1x1x1x1xbf16>
    %v135 = stablehlo.add %v133, %v134 : tensor<1x1x1x1xbf16>
    %v136 = stablehlo.iota dim = 3 : tensor<1x1x1x1xbf16>
    %v137 = stablehlo.add %v135, %v136 : tensor<1x1x1x1xbf16>
    %v138 = stablehlo.convolution(%v128, %v137) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x1xbf16>, tensor<1x1x1x1xbf16>) -> tensor<1x2x1x1xbf16>
    %v139 = "stablehlo.clamp"(%low, %v138, %high) : (tensor<bf16>, tensor<1x2x1x1xbf16>, tensor<bf16>) -> tensor<1x2x1x1xbf16>
    %v140 = stablehlo.transpose %v115, dims = [1, 2, 0, 3] : (tensor<2x3x5x3xbf16>) -> tensor<3x5x2x3xbf16>
    %v141 = "stablehlo.clamp"(%low, %v140, %high) : (tensor<bf16>, tensor<3x5x2x3xbf16>, tensor<bf16>) -> tensor<3x5x2x3xbf16>
    %v142 = stablehlo.reshape %v9 : (tensor<2x1x0xbf16>) -> tensor<0xbf16>
    %v143 = stablehlo.reshape %v16 : (tensor<1x1x0xbf16>) -> tensor<0xbf16>
    %v144 = stablehlo.reshape %v18 : (tensor<1x2x1x0xbf16>) -> tensor<0xbf16>
    %v145 = stablehlo.reshape %v20 : (tensor<0x1x1xbf16>) -> tensor<0xbf16>
    %v146 = stablehlo.reshape %v22 : (tensor<1x1x0xbf16>) -> tensor<0xbf16>
    %v147 = stablehlo.reshape %v24 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v148 = stablehlo.reshape %v33 : (tensor<0x0x0x0xbf16>) -> tensor<0xbf16>
    %v149 = stablehlo.reshape %v42 : (tensor<3x1x0x2xbf16>) -> tensor<0xbf16>
    %v150 = stablehlo.reshape %v44 : (tensor<0x0x1x2xbf16>) -> tensor<0xbf16>
    %v151 = stablehlo.reshape %v46 : (tensor<0x0x1x2xbf16>) -> tensor<0xbf16>
    %v152 = stablehlo.reshape %v48 : (tensor<0x0x1x2xbf16>) -> tensor<0xbf16>
    %v153 = stablehlo.reshape %v50 : (tensor<1x0x0x0xbf16>) -> tensor<0xbf16>
    %v154 = stablehlo.reshape %v52 : (tensor<1x2x0x0xbf16>) -> tensor<0xbf16>
    %v155 = stablehlo.reshape %v57 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v156 = stablehlo.reshape %v59 : (tensor<1x2x0x2xbf16>) -> tensor<0xbf16>
    %v157 = stablehlo.reshape %v68 : (tensor<1x2x0x0xbf16>) -> tensor<0xbf16>
    %v158 = stablehlo.reshape %v72 : (tensor<1x2x0x0xbf16>) -> tensor<0xbf16>
    %v159 = stablehlo.reshape %v75 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v160 = stablehlo.reshape %v77 : (tensor<0x1x2x0xbf16>) -> tensor<0xbf16>
    %v161 = stablehlo.reshape %v86 : (tensor<0x1x2x0xbf16>) -> tensor<0xbf16>
    %v162 = stablehlo.reshape %v89 : (tensor<0x1x2x0xbf16>) -> tensor<0xbf16>
    %v163 = stablehlo.reshape %v91 : (tensor<3x2x0x0xbf16>) -> tensor<0xbf16>
    %v164 = stablehlo.reshape %v100 : (tensor<3x1x3x0xbf16>) -> tensor<0xbf16>
    %v165 = stablehlo.reshape %v109 : (tensor<1x1x0x2xbf16>) -> tensor<0xbf16>
    %v166 = stablehlo.reshape %v111 : (tensor<3x1x3x2xbf16>) -> tensor<18xbf16>
    %v167 = stablehlo.reshape %v113 : (tensor<1x0x0x2xbf16>) -> tensor<0xbf16>
    %v168 = stablehlo.reshape %v115 : (tensor<2x3x5x3xbf16>) -> tensor<90xbf16>
    %v169 = stablehlo.reshape %v117 : (tensor<0x1x1x2xbf16>) -> tensor<0xbf16>
    %v170 = stablehlo.reshape %v119 : (tensor<0x1x0x0xbf16>) -> tensor<0xbf16>
    %v171 = stablehlo.reshape %v128 : (tensor<1x1x1x1xbf16>) -> tensor<1xbf16>
    %v172 = stablehlo.reshape %v137 : (tensor<1x1x1x1xbf16>) -> tensor<1xbf16>
    %v173 = stablehlo.reshape %v139 : (tensor<1x2x1x1xbf16>) -> tensor<2xbf16>
    %v174 = stablehlo.reshape %v141 : (tensor<3x5x2x3xbf16>) -> tensor<90xbf16>
    %v175 = stablehlo.concatenate %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, dim = 0 : (tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<18xbf16>, tensor<0xbf16>, tensor<90xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<90xbf16>) -> tensor<202xbf16>
    return %v141, %v16, %v24, %v175 : tensor<3x5x2x3xbf16>, tensor<1x1x0xbf16>, tensor<0x0x0xbf16>, tensor<202xbf16>
  }
}
