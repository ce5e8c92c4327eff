module @case {
  func.func public @main(%arg0: tensor<1xbf16>, %arg1: tensor<0xbf16>, %arg2: tensor<2xbf16>, %arg3: tensor<1xbf16>) -> (tensor<1x1x1x1xbf16>, tensor<0x5x1x1xbf16>, tensor<1x3x4x1xbf16>, tensor<174xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = stablehlo.reduce(%arg2 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<2xbf16>, tensor<bf16>) -> tensor<bf16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x0x1x3xbf16>
    %v6 = stablehlo.iota dim = 0 : tensor<1x0x1x3xbf16>
    %v7 = stablehlo.add %v5, %v6 : tensor<1x0x1x3xbf16>
    %v8 = stablehlo.iota dim = 1 : tensor<1x0x1x3xbf16>
    %v9 = stablehlo.add %v7, %v8 : tensor<1x0x1x3xbf16>
    %v10 = stablehlo.iota dim = 2 : tensor<1x0x1x3xbf16>
    %v11 = stablehlo.add %v9, %v10 : tensor<1x0x1x3xbf16>
    %v12 = stablehlo.iota dim = 3 : tensor<1x0x1x3xbf16>
    %v13 = stablehlo.add %v11, %v12 : tensor<1x0x1x3xbf16>
    %v14 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2x3x3x1xbf16>
    %v15 = stablehlo.iota dim = 0 : tensor<2x3x3x1xbf16>
    %v16 = stablehlo.add %v14, %v15 : tensor<2x3x3x1xbf16>
    %v17 = stablehlo.iota dim = 1 : tensor<2x3x3x1xbf16>
    %v18 = stablehlo.add %v16, %v17 : tensor<2x3x3x1xbf16>
    %v19 = stablehlo.iota dim = 2 : tensor<2x3x3x1xbf16>
    %v20 = stablehlo.add %v18, %v19 : tensor<2x3x3x1xbf16>
    %v21 = stablehlo.iota dim = 3 : tensor<2x3x3x1xbf16>
    %v22 = stablehlo.add %v20, %v21 : tensor<2x3x3x1xbf16>
    %v23 = stablehlo.convolution(%v13, %v22) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x1x3xbf16>, tensor<2x3x3x1xbf16>) -> tensor<1x1x0x1xbf16>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<bf16>, tensor<1x1x0x1xbf16>, tensor<bf16>) -> tensor<1x1x0x1xbf16>
    %v25 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v26 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v27 = stablehlo.add %v25, %v26 : tensor<1xbf16>
    %v28 = "stablehlo.select_and_scatter"(%arg3, %v27, %zero) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1xbf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v30 = stablehlo.reverse %v22, dims = [1] : tensor<2x3x3x1xbf16>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<bf16>, tensor<2x3x3x1xbf16>, tensor<bf16>) -> tensor<2x3x3x1xbf16>
    %v32 = stablehlo.transpose %v22, dims = [1, 0, 3, 2] : (tensor<2x3x3x1xbf16>) -> tensor<3x2x1x3xbf16>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<bf16>, tensor<3x2x1x3xbf16>, tensor<bf16>) -> tensor<3x2x1x3xbf16>
    %v34 = stablehlo.broadcast_in_dim %v33, dims = [0, 1, 2, 3] : (tensor<3x2x1x3xbf16>) -> tensor<3x2x0x3xbf16>
    %v35 = "stablehlo.clamp"(%low, %v34, %high) : (tensor<bf16>, tensor<3x2x0x3xbf16>, tensor<bf16>) -> tensor<3x2x0x3xbf16>
    %v36 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x3x1xbf16>
    %v37 = stablehlo.iota dim = 0 : tensor<3x3x1xbf16>
    %v38 = stablehlo.add %v36, %v37 : tensor<3x3x1xbf16>
    %v39 = stablehlo.iota dim = 1 : tensor<3x3x1xbf16>
    %v40 = stablehlo.add %v38, %v39 : tensor<3x3x1xbf16>
    %v41 = stablehlo.iota dim = 2 : tensor<3x3x1xbf16>
    %v42 = stablehlo.add %v40, %v41 : tensor<3x3x1xbf16>
    %v43 = stablehlo.dot_general %v35, %v42, batching_dims = [3] x [0], contracting_dims = [0] x [1] : (tensor<3x2x0x3xbf16>, tensor<3x3x1xbf16>) -> tensor<3x2x0x1xbf16>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<bf16>, tensor<3x2x0x1xbf16>, tensor<bf16>) -> tensor<3x2x0x1xbf16>
    %v45 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v46 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v47 = stablehlo.add %v45, %v46 : tensor<1xbf16>
    %v48 = stablehlo.constant dense<0> : tensor<i32>
    %w48:3 = stablehlo.while(%i = %v48, %a = %v29, %b = %v47) : tensor<i32>, tensor<1xbf16>, tensor<1xbf16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1xbf16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1xbf16>, tensor<1xbf16>
}
    %v50 = "stablehlo.clamp"(%low, %w48#2, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v51 = "stablehlo.clamp"(%low, %v50, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v52 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v53 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v54 = stablehlo.add %v52, %v53 : tensor<2x1xi32>
    %v55 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v56 = stablehlo.add %v54, %v55 : tensor<2x1xi32>
    %v57 = "stablehlo.gather"(%v44, %v56) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [3], start_index_map = [3], index_vector_dim = 1>, slice_sizes = array<i64: 3, 2, 0, 1>}> : (tensor<3x2x0x1xbf16>, tensor<2x1xi32>) -> tensor<2x3x2x0xbf16>
    %v58 = "stablehlo.clamp"(%low, %v57, %high) : (tensor<bf16>, tensor<2x3x2x0xbf16>, tensor<bf16>) -> tensor<2x3x2x0xbf16>
    %v59 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v60 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v61 = stablehlo.add %v59, %v60 : tensor<2x1xi32>
    %v62 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v63 = stablehlo.add %v61, %v62 : tensor<2x1xi32>
    %v64 = "stablehlo.gather"(%v58, %v63) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 2, 0>}> : (tensor<2x3x2x0xbf16>, tensor<2x1xi32>) -> tensor<2x2x2x0xbf16>
    %v65 = "stablehlo.clamp"(%low, %v64, %high) : (tensor<bf16>, tensor<2x2x2x0xbf16>, tensor<bf16>) -> tensor<2x2x2x0xbf16>
    %v66 = stablehlo.reverse %v44, dims = [2] : tensor<3x2x0x1xbf16>
    %v67 = "stablehlo.clamp"(%low, %v66, %high) : (tensor<bf16>, tensor<3x2x0x1xbf16>, tensor<bf16>) -> tensor<3x2x0x1xbf16>
    %v68 = stablehlo.reduce(%v67 init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<3x2x0x1xbf16>, tensor<bf16>) -> tensor<3x2x1xbf16>
    %v69 = "stablehlo.clamp"(%low, %v68, %high) : (tensor<bf16>, tensor<3x2x1xbf16>, tensor<bf16>) -> tensor<3x2x1xbf16>
    %v70 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x3x2x1xbf16>
    %v71 = stablehlo.iota dim = 0 : tensor<0x3x2x1xbf16>
    %v72 = stablehlo.add %v70, %v71 : tensor<0x3x2x1xbf16>
    %v73 = stablehlo.iota dim = 1 : tensor<0x3x2x1xbf16>
    %v74 = stablehlo.add %v72, %v73 : tensor<0x3x2x1xbf16>
    %v75 = stablehlo.iota dim = 2 : tensor<0x3x2x1xbf16>
    %v76 = stablehlo.add %v74, %v75 : tensor<0x3x2x1xbf16>
    %v77 = stablehlo.iota dim = 3 : tensor<0x3x2x1xbf16>
    %v78 = stablehlo.add %v76, %v77 : tensor<0x3x2x1xbf16>
    %v79 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x3x1x1xbf16>
    %v80 = stablehlo.iota dim = 0 : tensor<1x3x1x1xbf16>
    %v81 = stablehlo.add %v79, %v80 : tensor<1x3x1x1xbf16>
    %v82 = stablehlo.iota dim = 1 : tensor<1x3x1x1xbf16>
    %v83 = stablehlo.add %v81, %v82 : tensor<1x3x1x1xbf16>
    %v84 = stablehlo.iota dim = 2 : tensor<1x3x1x1xbf16>
    %v85 = stablehlo.add %v83, %v84 : tensor<1x3x1x1xbf16>
    %v86 = stablehlo.iota dim = 3 : tensor<1x3x1x1xbf16>
    %v87 = stablehlo.add %v85, %v86 : tensor<1x3x1x1xbf16>
    %v88 = stablehlo.convolution(%v78, %v87) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x3x2x1xbf16>, tensor<1x3x1x1xbf16>) -> tensor<0x5x1x1xbf16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<bf16>, tensor<0x5x1x1xbf16>, tensor<bf16>) -> tensor<0x5x1x1xbf16>
    %v90 = stablehlo.reduce(%v87 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x3x1x1xbf16>, tensor<bf16>) -> tensor<bf16>
    %v91 = "stablehlo.clamp"(%low, %v90, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v92 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x5x1x1xbf16>
    %v93 = stablehlo.iota dim = 0 : tensor<3x5x1x1xbf16>
    %v94 = stablehlo.add %v92, %v93 : tensor<3x5x1x1xbf16>
    %v95 = stablehlo.iota dim = 1 : tensor<3x5x1x1xbf16>
    %v96 = stablehlo.add %v94, %v95 : tensor<3x5x1x1xbf16>
    %v97 = stablehlo.iota dim = 2 : tensor<3x5x1x1xbf16>
    %v98 = stablehlo.add %v96, %v97 : tensor<3x5x1x1xbf16>
    %v99 = stablehlo.iota dim = 3 : tensor<3x5x1x1xbf16>
    %v100 = stablehlo.add %v98, %v99 : tensor<3x5x1x1xbf16>
    %v101 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v102 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v103 = stablehlo.add %v101, %v102 : tensor<3x1xi32>
    %v104 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v105 = stablehlo.add %v103, %v104 : tensor<3x1xi32>
    %v106 = "stablehlo.scatter"(%v89, %v105, %v100) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x5x1x1xbf16>, tensor<3x1xi32>, tensor<3x5x1x1xbf16>) -> tensor<0x5x1x1xbf16>
    %v107 = "stablehlo.clamp"(%low, %v106, %high) : (tensor<bf16>, tensor<0x5x1x1xbf16>, tensor<bf16>) -> tensor<0x5x1x1xbf16>
    %v108 = stablehlo.reduce(%v107 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<0x5x1x1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v109 = "stablehlo.clamp"(%low, %v108, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v110 = stablehlo.constant dense<2> : tensor<i32>
    %v111 = stablehlo.constant dense<-1> : tensor<i32>
    %v112 = stablehlo.constant dense<-1> : tensor<i32>
    %v113 = stablehlo.constant dense<-1> : tensor<i32>
    %v114 = stablehlo.dynamic_slice %v89, %v110, %v111, %v112, %v113, sizes = [0, 0, 1, 1] : (tensor<0x5x1x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x0x1x1xbf16>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<bf16>, tensor<0x0x1x1xbf16>, tensor<bf16>) -> tensor<0x0x1x1xbf16>
    %v116 = stablehlo.transpose %v107, dims = [3, 1, 2, 0] : (tensor<0x5x1x1xbf16>) -> tensor<1x5x1x0xbf16>
    %v117 = "stablehlo.clamp"(%low, %v116, %high) : (tensor<bf16>, tensor<1x5x1x0xbf16>, tensor<bf16>) -> tensor<1x5x1x0xbf16>
    %v118 = stablehlo.transpose %v107, dims = [0, 3, 2, 1] : (tensor<0x5x1x1xbf16>) -> tensor<0x1x1x5xbf16>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<bf16>, tensor<0x1x1x5xbf16>, tensor<bf16>) -> tensor<0x1x1x5xbf16>
    %v120 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x3x1x0xbf16>
    %v121 = stablehlo.iota dim = 0 : tensor<0x3x1x0xbf16>
    %v122 = stablehlo.add %v120, %v121 : tensor<0x3x1x0xbf16>
    %v123 = stablehlo.iota dim = 1 : tensor<0x3x1x0xbf16>
    %v124 = stablehlo.add %v122, %v123 : tensor<0x3x1x0xbf16>
    %v125 = stablehlo.iota dim = 2 : tensor<0x3x1x0xbf16>
    %v126 = stablehlo.add %v124, %v125 : tensor<0x3x1x0xbf16>
    %v127 = stablehlo.iota dim = 3 : tensor<0x3x1x0xbf16>
    %v128 = stablehlo.add %v126, %v127 : tensor<0x3x1x0xbf16>
    %v129 = "stablehlo.select_and_scatter"(%v107, %v128, %zero) <{window_dimensions = array<i64: 1, 3, 1, 2>, window_strides = array<i64: 1, 1, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x5x1x1xbf16>, tensor<0x3x1x0xbf16>, tensor<bf16>) -> tensor<0x5x1x1xbf16>
    %v130 = "stablehlo.clamp"(%low, %v129, %high) : (tensor<bf16>, tensor<0x5x1x1xbf16>, tensor<bf16>) -> tensor<0x5x1x1xbf16>
    %v131 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x5x1x1xbf16>
    %v132 = stablehlo.iota dim = 0 : tensor<0x5x1x1xbf16>
    %v133 = stablehlo.add %v131, %v132 : tensor<0x5x1x1xbf16>
    %v134 = stablehlo.iota dim = 1 : tensor<0x5x1x1xbf16>
    %v135 = stablehlo.add %v133, %v134 : tensor<0x5x1x1xbf16>
    %v136 = stablehlo.iota dim = 2 : tensor<0x5x1x1xbf16>
    %v137 = stablehlo.add %v135, %v136 : tensor<0x5x1x1xbf16>
    %v138 = stablehlo.iota dim = 3 : tensor<0x5x1x1xbf16>
    %v139 = stablehlo.add %v137, %v138 : tensor<0x5x1x1xbf16>
    %v140 = stablehlo.subtract %v130, %v139 : (tensor<0x5x1x1xbf16>, tensor<0x5x1x1xbf16>) -> tensor<0x5x1x1xbf16>
    %v141 = "stablehlo.clamp"(%low, %v140, %high) : (tensor<bf16>, tensor<0x5x1x1xbf16>, tensor<bf16>) -> tensor<0x5x1x1xbf16>
    %v142 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x2x3x1xbf16>
    %v143 = stablehlo.iota dim = 0 : tensor<1x2x3x1xbf16>
    %v144 = stablehlo.add %v142, %v143 : tensor<1x2x3x1xbf16>
    %v145 = stablehlo.iota dim = 1 : tensor<1x2x3x1xbf16>
    %v146 = stablehlo.add %v144, %v145 : tensor<1x2x3x1xbf16>
    %v147 = stablehlo.iota dim = 2 : tensor<1x2x3x1xbf16>
    %v148 = stablehlo.add %v146, %v147 : tensor<1x2x3x1xbf16>
    %v149 = stablehlo.iota dim = 3 : tensor<1x2x3x1xbf16>
    %v150 = stablehlo.add %v148, %v149 : tensor<1x2x3x1xbf16>
    %v151 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x1x1xbf16>
    %v152 = stablehlo.iota dim = 0 : tensor<1x1x1x1xbf16>
    %v153 = stablehlo.add %v151, %v152 : tensor<1x1x1x1xbf16>
    %v154 = stablehlo.iota dim = 1 : tensor<1x1x1x1xbf16>
    %v155 = stablehlo.add %v153, %v154 : tensor<1x1x1x1xbf16>
    %v156 = stablehlo.iota dim = 2 : tensor<1x1x1x1xbf16>
    %v157 = stablehlo.add %v155, %v156 : tensor<1x1x1x1xbf16>
    %v158 = stablehlo.iota dim = 3 : tensor<1x1x1x1xbf16>
    %v159 = stablehlo.add %v157, %v158 : tensor<1x1x1x1xbf16>
    %v160 = stablehlo.convolution(%v150, %v159) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 0], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x3x1xbf16>, tensor<1x1x1x1xbf16>) -> tensor<1x3x4x1xbf16>
    %v161 = "stablehlo.clamp"(%low, %v160, %high) : (tensor<bf16>, tensor<1x3x4x1xbf16>, tensor<bf16>) -> tensor<1x3x4x1xbf16>
    %v162 = stablehlo.transpose %v139, dims = [3, 2, 0, 1] : (tensor<0x5x1x1xbf16>) -> tensor<1x1x0x5xbf16>
    %v163 = "stablehlo.clamp"(%low, %v162, %high) : (tensor<bf16>, tensor<1x1x0x5xbf16>, tensor<bf16>) -> tensor<1x1x0x5xbf16>
    %v164 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x3x4x1xbf16>
    %v165 = stablehlo.iota dim = 0 : tensor<3x3x4x1xbf16>
    %v166 = stablehlo.add %v164, %v165 : tensor<3x3x4x1xbf16>
    %v167 = stablehlo.iota dim = 1 : tensor<3x3x4x1xbf16>
    %v168 = stablehlo.add %v166, %v167 : tensor<3x3x4x1xbf16>
    %v169 = stablehlo.iota dim = 2 : tensor<3x3x4x1xbf16>
    %v170 = stablehlo.add %v168, %v169 : tensor<3x3x4x1xbf16>
    %v171 = stablehlo.iota dim = 3 : tensor<3x3x4x1xbf16>
    %v172 = stablehlo.add %v170, %v171 : tensor<3x3x4x1xbf16>
    %v173 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v174 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v175 = stablehlo.add %v173, %v174 : tensor<3x1xi32>
    %v176 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v177 = stablehlo.add %v175, %v176 : tensor<3x1xi32>
    %v178 = "stablehlo.scatter"(%v161, %v177, %v172) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x3x4x1xbf16>, tensor<3x1xi32>, tensor<3x3x4x1xbf16>) -> tensor<1x3x4x1xbf16>
    %v179 = "stablehlo.clamp"(%low, %v178, %high) : (tensor<bf16>, tensor<1x3x4x1xbf16>, tensor<bf16>) -> tensor<1x3x4x1xbf16>
    %v180 = stablehlo.concatenate %v161, dim = 2 : (tensor<1x3x4x1xbf16>) -> tensor<1x3x4x1xbf16>
    %v181 = "stablehlo.clamp"(%low, %v180, %high) : (tensor<bf16>, tensor<1x3x4x1xbf16>, tensor<bf16>) -> tensor<1x3x4x1xbf16>
    %v182 = stablehlo.reverse %v159, dims = [1] : tensor<1x1x1x1xbf16>
    %v183 = "stablehlo.clamp"(%low, %v182, %high) : (tensor<bf16>, tensor<1x1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1x1xbf16>
    %v184 = stablehlo.reshape %v4 : (tensor<bf16>) -> tensor<1xbf16>
    %v185 = stablehlo.reshape %v13 : (tensor<1x0x1x3xbf16>) -> tensor<0xbf16>
    %v186 = stablehlo.reshape %v22 : (tensor<2x3x3x1xbf16>) -> tensor<18xbf16>
    %v187 = stablehlo.reshape %v24 : (tensor<1x1x0x1xbf16>) -> tensor<0xbf16>
    %v188 = stablehlo.reshape %v27 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v189 = stablehlo.reshape %v29 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v190 = stablehlo.reshape %v31 : (tensor<2x3x3x1xbf16>) -> tensor<18xbf16>
    %v191 = stablehlo.reshape %v33 : (tensor<3x2x1x3xbf16>) -> tensor<18xbf16>
    %v192 = stablehlo.reshape %v35 : (tensor<3x2x0x3xbf16>) -> tensor<0xbf16>
    %v193 = stablehlo.reshape %v42 : (tensor<3x3x1xbf16>) -> tensor<9xbf16>
    %v194 = stablehlo.reshape %v44 : (tensor<3x2x0x1xbf16>) -> tensor<0xbf16>
    %v195 = stablehlo.reshape %v47 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v196 = stablehlo.reshape %v51 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v197 = stablehlo.reshape %v58 : (tensor<2x3x2x0xbf16>) -> tensor<0xbf16>
    %v198 = stablehlo.reshape %v65 : (tensor<2x2x2x0xbf16>) -> tensor<0xbf16>
    %v199 = stablehlo.reshape %v67 : (tensor<3x2x0x1xbf16>) -> tensor<0xbf16>
    %v200 = stablehlo.reshape %v69 : (tensor<3x2x1xbf16>) -> tensor<6xbf16>
    %v201 = stablehlo.reshape %v78 : (tensor<0x3x2x1xbf16>) -> tensor<0xbf16>
    %v202 = stablehlo.reshape %v87 : (tensor<1x3x1x1xbf16>) -> tensor<3xbf16>
    %v203 = stablehlo.reshape %v89 : (tensor<0x5x1x1xbf16>) -> tensor<0xbf16>
    %v204 = stablehlo.reshape %v91 : (tensor<bf16>) -> tensor<1xbf16>
    %v205 = stablehlo.reshape %v100 : (tensor<3x5x1x1xbf16>) -> tensor<15xbf16>
    %v206 = stablehlo.reshape %v107 : (tensor<0x5x1x1xbf16>) -> tensor<0xbf16>
    %v207 = stablehlo.reshape %v109 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v208 = stablehlo.reshape %v115 : (tensor<0x0x1x1xbf16>) -> tensor<0xbf16>
    %v209 = stablehlo.reshape %v117 : (tensor<1x5x1x0xbf16>) -> tensor<0xbf16>
    %v210 = stablehlo.reshape %v119 : (tensor<0x1x1x5xbf16>) -> tensor<0xbf16>
    %v211 = stablehlo.reshape %v128 : (tensor<0x3x1x0xbf16>) -> tensor<0xbf16>
    %v212 = stablehlo.reshape %v130 : (tensor<0x5x1x1xbf16>) -> tensor<0xbf16>
    %v213 = stablehlo.reshape %v139 : (tensor<0x5x1x1xbf16>) -> tensor<0xbf16>
    %v214 = stablehlo.reshape %v141 : (tensor<0x5x1x1xbf16>) -> tensor<0xbf16>
    %v215 = stablehlo.reshape %v150 : (tensor<1x2x3x1xbf16>) -> tensor<6xbf16>
    %v216 = stablehlo.reshape %v159 : (tensor<1x1x1x1xbf16>) -> tensor<1xbf16>
    %v217 = stablehlo.reshape %v161 : (tensor<1x3x4x1xbf16>) -> tensor<12xbf16>
    %v218 = stablehlo.reshape %v163 : (tensor<1x1x0x5xbf16>) -> tensor<0xbf16>
    %v219 = stablehlo.reshape %v172 : (tensor<3x3x4x1xbf16>) -> tensor<36xbf16>
    %v220 = stablehlo.reshape %v179 : (tensor<1x3x4x1xbf16>) -> tensor<12xbf16>
    %v221 = stablehlo.reshape %v181 : (tensor<1x3x4x1xbf16>) -> tensor<12xbf16>
    %v222 = stablehlo.reshape %v183 : (tensor<1x1x1x1xbf16>) -> tensor<1xbf16>
    %v223 = stablehlo.concatenate %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, %v216, %v217, %v218, %v219, %v220, %v221, %v222, dim = 0 : (tensor<1xbf16>, tensor<0xbf16>, tensor<18xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<18xbf16>, tensor<18xbf16>, tensor<0xbf16>, tensor<9xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<6xbf16>, tensor<0xbf16>, tensor<3xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<15xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<6xbf16>, tensor<1xbf16>, tensor<12xbf16>, tensor<0xbf16>, tensor<36xbf16>, tensor<12xbf16>, tensor<12xbf16>, tensor<1xbf16>) -> tensor<174xbf16>
    return %v183, %v139, %v161, %v223 : tensor<1x1x1x1xbf16>, tensor<0x5x1x1xbf16>, tensor<1x3x4x1xbf16>, tensor<174xbf16>
  }
}
