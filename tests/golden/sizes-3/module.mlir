module @case {
  func.func public @main(%arg0: tensor<i16>, %arg1: tensor<i16>, %arg2: tensor<3x1x0xi16>, %arg3: tensor<i16>) -> (tensor<0xi16>, tensor<2x1x0xi16>, tensor<0x1x2x0xi16>, tensor<54xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %low = stablehlo.constant dense<-8> : tensor<i16>
    %high = stablehlo.constant dense<8> : tensor<i16>
    %v3 = stablehlo.constant dense<0> : tensor<i32>
    %v4 = stablehlo.constant dense<-1> : tensor<i32>
    %v5 = stablehlo.constant dense<1> : tensor<i32>
    %v6 = stablehlo.dynamic_slice %arg2, %v3, %v4, %v5, sizes = [2, 0, 0] : (tensor<3x1x0xi16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x0x0xi16>
    %v7 = "stablehlo.clamp"(%low, %v6, %high) : (tensor<i16>, tensor<2x0x0xi16>, tensor<i16>) -> tensor<2x0x0xi16>
    %v8 = "stablehlo.sort"(%arg2) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<3x1x0xi16>) -> tensor<3x1x0xi16>
    %v9 = "stablehlo.clamp"(%low, %v8, %high) : (tensor<i16>, tensor<3x1x0xi16>, tensor<i16>) -> tensor<3x1x0xi16>
    %v10 = stablehlo.constant dense<1> : tensor<i32>
    %v11 = stablehlo.constant dense<0> : tensor<i32>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %v13 = stablehlo.dynamic_slice %v7, %v10, %v11, %v12, sizes = [2, 0, 0] : (tensor<2x0x0xi16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x0x0xi16>
    %v14 = "stablehlo.clamp"(%low, %v13, %high) : (tensor<i16>, tensor<2x0x0xi16>, tensor<i16>) -> tensor<2x0x0xi16>
    %v15 = "stablehlo.reduce_window"(%v9, %zero) <{padding = dense<[[0, 1], [1, 1], [1, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 3, 3>, window_strides = array<i64: 2, 2, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<3x1x0xi16>, tensor<i16>) -> tensor<2x1x0xi16>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<i16>, tensor<2x1x0xi16>, tensor<i16>) -> tensor<2x1x0xi16>
    %v17 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x0x3x3xi16>
    %v18 = stablehlo.iota dim = 0 : tensor<0x0x3x3xi16>
    %v19 = stablehlo.add %v17, %v18 : tensor<0x0x3x3xi16>
    %v20 = stablehlo.iota dim = 1 : tensor<0x0x3x3xi16>
    %v21 = stablehlo.add %v19, %v20 : tensor<0x0x3x3xi16>
    %v22 = stablehlo.iota dim = 2 : tensor<0x0x3x3xi16>
    %v23 = stablehlo.add %v21, %v22 : tensor<0x0x3x3xi16>
    %v24 = stablehlo.iota dim = 3 : tensor<0x0x3x3xi16>
    %v25 = stablehlo.add %v23, %v24 : tensor<0x0x3x3xi16>
    %v26 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x3x1xi16>
    %v27 = stablehlo.iota dim = 0 : tensor<1x1x3x1xi16>
    %v28 = stablehlo.add %v26, %v27 : tensor<1x1x3x1xi16>
    %v29 = stablehlo.iota dim = 1 : tensor<1x1x3x1xi16>
    %v30 = stablehlo.add %v28, %v29 : tensor<1x1x3x1xi16>
    %v31 = stablehlo.iota dim = 2 : tensor<1x1x3x1xi16>
    %v32 = stablehlo.add %v30, %v31 : tensor<1x1x3x1xi16>
    %v33 = stablehlo.iota dim = 3 : tensor<1x1x3x1xi16>
    %v34 = stablehlo.add %v32, %v33 : tensor<1x1x3x1xi16>
    %v35 = stablehlo.convolution(%v25, %v34) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x0x3x3xi16>, tensor<1x1x3x1xi16>) -> tensor<0x2x4x1xi16>
    %v36 = "stablehlo.clamp"(%low, %v35, %high) : (tensor<i16>, tensor<0x2x4x1xi16>, tensor<i16>) -> tensor<0x2x4x1xi16>
    %v37 = stablehlo.transpose %v34, dims = [3, 1, 2, 0] : (tensor<1x1x3x1xi16>) -> tensor<1x1x3x1xi16>
    %v38 = "stablehlo.clamp"(%low, %v37, %high) : (tensor<i16>, tensor<1x1x3x1xi16>, tensor<i16>) -> tensor<1x1x3x1xi16>
    %v39 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1x2x0xi16>
    %v40 = stablehlo.iota dim = 0 : tensor<0x1x2x0xi16>
    %v41 = stablehlo.add %v39, %v40 : tensor<0x1x2x0xi16>
    %v42 = stablehlo.iota dim = 1 : tensor<0x1x2x0xi16>
    %v43 = stablehlo.add %v41, %v42 : tensor<0x1x2x0xi16>
    %v44 = stablehlo.iota dim = 2 : tensor<0x1x2x0xi16>
    %v45 = stablehlo.add %v43, %v44 : tensor<0x1x2x0xi16>
    %v46 = stablehlo.iota dim = 3 : tensor<0x1x2x0xi16>
    %v47 = stablehlo.add %v45, %v46 : tensor<0x1x2x0xi16>
    %v48 = "stablehlo.select_and_scatter"(%v34, %v47, %zero) <{window_dimensions = array<i64: 2, 1, 1, 2>, window_strides = array<i64: 2, 2, 2, 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x1x3x1xi16>, tensor<0x1x2x0xi16>, tensor<i16>) -> tensor<1x1x3x1xi16>
    %v49 = "stablehlo.clamp"(%low, %v48, %high) : (tensor<i16>, tensor<1x1x3x1xi16>, tensor<i16>) -> tensor<1x1x3x1xi16>
    %v50 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x0x1x0xi16>
    %v51 = stablehlo.iota dim = 0 : tensor<1x0x1x0xi16>
    %v52 = stablehlo.add %v50, %v51 : tensor<1x0x1x0xi16>
    %v53 = stablehlo.iota dim = 1 : tensor<1x0x1x0xi16>
    %v54 = stablehlo.add %v52, %v53 : tensor<1x0x1x0xi16>
    %v55 = stablehlo.iota dim = 2 : tensor<1x0x1x0xi16>
    %v56 = stablehlo.add %v54, %v55 : tensor<1x0x1x0xi16>
    %v57 = stablehlo.iota dim = 3 : tensor<1x0x1x0xi16>
    %v58 = stablehlo.add %v56, %v57 : tensor<1x0x1x0xi16>
    %v59 = "stablehlo.select_and_scatter"(%v38, %v58, %zero) <{window_dimensions = array<i64: 1, 2, 3, 3>, window_strides = array<i64: 2, 1, 2, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x1x3x1xi16>, tensor<1x0x1x0xi16>, tensor<i16>) -> tensor<1x1x3x1xi16>
    %v60 = "stablehlo.clamp"(%low, %v59, %high) : (tensor<i16>, tensor<1x1x3x1xi16>, tensor<i16>) -> tensor<1x1x3x1xi16>
    %v61 = stablehlo.broadcast_in_dim %v49, dims = [0, 1, 2, 3] : (tensor<1x1x3x1xi16>) -> tensor<1x1x3x1xi16>
    %v62 = "stablehlo.clamp"(%low, %v61, %high) : (tensor<i16>, tensor<1x1x3x1xi16>, tensor<i16>) -> tensor<1x1x3x1xi16>
    %v63 = "stablehlo.reduce_window"(%v47, %zero) <{padding = dense<[[0, 0], [0, 0], [1, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 2, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0x1x2x0xi16>, tensor<i16>) -> tensor<0x1x2x0xi16>
    %v64 = "stablehlo.clamp"(%low, %v63, %high) : (tensor<i16>, tensor<0x1x2x0xi16>, tensor<i16>) -> tensor<0x1x2x0xi16>
    %v65 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3xi16>
    %v66 = stablehlo.iota dim = 0 : tensor<3xi16>
    %v67 = stablehlo.add %v65, %v66 : tensor<3xi16>
    %v68 = stablehlo.dot_general %v64, %v67, contracting_dims = [] x [] : (tensor<0x1x2x0xi16>, tensor<3xi16>) -> tensor<0x1x2x0x3xi16>
    %v69 = "stablehlo.clamp"(%low, %v68, %high) : (tensor<i16>, tensor<0x1x2x0x3xi16>, tensor<i16>) -> tensor<0x1x2x0x3xi16>
    %v70 = stablehlo.transpose %v64, dims = [0, 2, 1, 3] : (tensor<0x1x2x0xi16>) -> tensor<0x2x1x0xi16>
    %v71 = "stablehlo.clamp"(%low, %v70, %high) : (tensor<i16>, tensor<0x2x1x0xi16>, tensor<i16>) -> tensor<0x2x1x0xi16>
    %v72 = stablehlo.reshape %v67 : (tensor<3xi16>) -> tensor<3xi16>
    %v73 = "stablehlo.clamp"(%low, %v72, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v74 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3xi16>
    %v75 = stablehlo.iota dim = 0 : tensor<3xi16>
    %v76 = stablehlo.add %v74, %v75 : tensor<3xi16>
    %v77 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v78 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v79 = stablehlo.add %v77, %v78 : tensor<3x1xi32>
    %v80 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v81 = stablehlo.add %v79, %v80 : tensor<3x1xi32>
    %v82 = "stablehlo.scatter"(%v73, %v81, %v76) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<3xi16>, tensor<3x1xi32>, tensor<3xi16>) -> tensor<3xi16>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v84 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1xi16>
    %v85 = stablehlo.iota dim = 0 : tensor<1xi16>
    %v86 = stablehlo.add %v84, %v85 : tensor<1xi16>
    %v87 = stablehlo.constant dense<2> : tensor<i32>
    %v88 = stablehlo.dynamic_update_slice %v67, %v86, %v87 : (tensor<3xi16>, tensor<1xi16>, tensor<i32>) -> tensor<3xi16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v90 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3xi16>
    %v91 = stablehlo.iota dim = 0 : tensor<3xi16>
    %v92 = stablehlo.add %v90, %v91 : tensor<3xi16>
    %v93 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v94 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v95 = stablehlo.add %v93, %v94 : tensor<3x1xi32>
    %v96 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v97 = stablehlo.add %v95, %v96 : tensor<3x1xi32>
    %v98 = "stablehlo.scatter"(%v73, %v97, %v92) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<3xi16>, tensor<3x1xi32>, tensor<3xi16>) -> tensor<3xi16>
    %v99 = "stablehlo.clamp"(%low, %v98, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v100 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3xi16>
    %v101 = stablehlo.iota dim = 0 : tensor<3xi16>
    %v102 = stablehlo.add %v100, %v101 : tensor<3xi16>
    %v103 = stablehlo.constant dense<0> : tensor<i32>
    %w103:3 = stablehlo.while(%i = %v103, %a = %v99, %b = %v102) : tensor<i32>, tensor<3xi16>, tensor<3xi16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<3xi16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<3xi16>, tensor<3xi16>
}
    %v105 = "stablehlo.clamp"(%low, %w103#2, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v107 = stablehlo.reduce(%v106 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xi16>, tensor<i16>) -> tensor<i16>
    %v108 = "stablehlo.clamp"(%low, %v107, %high) : (tensor<i16>, tensor<i16>, tensor<i16>) -> tensor<i16>
    %v109 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v110 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v111 = stablehlo.add %v109, %v110 : tensor<1x1xi32>
    %v112 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v113 = stablehlo.add %v111, %v112 : tensor<1x1xi32>
    %v114 = "stablehlo.gather"(%v106, %v113) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xi16>, tensor<1x1xi32>) -> tensor<1xi16>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v116 = "stablehlo.reduce_window"(%v99, %zero) <{padding = dense<[[2, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v117 = "stablehlo.clamp"(%low, %v116, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v118 = "stablehlo.reduce_window"(%v117, %zero) <{padding = dense<[[2, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<i16>, tensor<3xi16>, tensor<i16>) -> tensor<3xi16>
    %v120 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1xi16>
    %v121 = stablehlo.iota dim = 0 : tensor<1xi16>
    %v122 = stablehlo.add %v120, %v121 : tensor<1xi16>
    %v123 = stablehlo.compare LT, %v115, %v122 : (tensor<1xi16>, tensor<1xi16>) -> tensor<1xi1>
    %v124 = stablehlo.select %v123, %v122, %v115 : tensor<1xi1>, tensor<1xi16>
    %v125 = "stablehlo.clamp"(%low, %v124, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v126 = stablehlo.concatenate %v115, dim = 0 : (tensor<1xi16>) -> tensor<1xi16>
    %v127 = "stablehlo.clamp"(%low, %v126, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v128 = stablehlo.slice %v117 [2:2:2] : (tensor<3xi16>) -> tensor<0xi16>
    %v129 = "stablehlo.clamp"(%low, %v128, %high) : (tensor<i16>, tensor<0xi16>, tensor<i16>) -> tensor<0xi16>
    %v130 = stablehlo.reshape %v7 : (tensor<2x0x0xi16>) -> tensor<0xi16>
    %v131 = stablehlo.reshape %v9 : (tensor<3x1x0xi16>) -> tensor<0xi16>
    %v132 = stablehlo.reshape %v14 : (tensor<2x0x0xi16>) -> tensor<0xi16>
    %v133 = stablehlo.reshape %v16 : (tensor<2x1x0xi16>) -> tensor<0xi16>
    %v134 = stablehlo.reshape %v25 : (tensor<0x0x3x3xi16>) -> tensor<0xi16>
    %v135 = stablehlo.reshape %v34 : (tensor<1x1x3x1xi16>) -> tensor<3xi16>
    %v136 = stablehlo.reshape %v36 : (tensor<0x2x4x1xi16>) -> tensor<0xi16>
    %v137 = stablehlo.reshape %v38 : (tensor<1x1x3x1xi16>) -> tensor<3xi16>
    %v138 = stablehlo.reshape %v47 : (tensor<0x1x2x0xi16>) -> tensor<0xi16>
    %v139 = stablehlo.reshape %v49 : (tensor<1x1x3x1xi16>) -> tensor<3xi16>
    %v140 = stablehlo.reshape %v58 : (tensor<1x0x1x0xi16>) -> tensor<0xi16>
    %v141 = stablehlo.reshape %v60 : (tensor<1x1x3x1xi16>) -> tensor<3xi16>
    %v142 = stablehlo.reshape %v62 : (tensor<1x1x3x1xi16>) -> tensor<3xi16>
    %v143 = stablehlo.reshape %v64 : (tensor<0x1x2x0xi16>) -> tensor<0xi16>
    %v144 = stablehlo.reshape %v67 : (tensor<3xi16>) -> tensor<3xi16>
    %v145 = stablehlo.reshape %v71 : (tensor<0x2x1x0xi16>) -> tensor<0xi16>
    %v146 = stablehlo.reshape %v73 : (tensor<3xi16>) -> tensor<3xi16>
    %v147 = stablehlo.reshape %v76 : (tensor<3xi16>) -> tensor<3xi16>
    %v148 = stablehlo.reshape %v83 : (tensor<3xi16>) -> tensor<3xi16>
    %v149 = stablehlo.reshape %v86 : (tensor<1xi16>) -> tensor<1xi16>
    %v150 = stablehlo.reshape %v89 : (tensor<3xi16>) -> tensor<3xi16>
    %v151 = stablehlo.reshape %v92 : (tensor<3xi16>) -> tensor<3xi16>
    %v152 = stablehlo.reshape %v99 : (tensor<3xi16>) -> tensor<3xi16>
    %v153 = stablehlo.reshape %v102 : (tensor<3xi16>) -> tensor<3xi16>
    %v154 = stablehlo.reshape %v106 : (tensor<3xi16>) -> tensor<3xi16>
    %v155 = stablehlo.reshape %v108 : (tensor<i16>) -> tensor<1xi16>
    %v156 = stablehlo.reshape %v115 : (tensor<1xi16>) -> tensor<1xi16>
    %v157 = stablehlo.reshape %v117 : (tensor<3xi16>) -> tensor<3xi16>
    %v158 = stablehlo.reshape %v119 : (tensor<3xi16>) -> tensor<3xi16>
    %v159 = stablehlo.reshape %v122 : (tensor<1xi16>) -> tensor<1xi16>
    %v160 = stablehlo.reshape %v125 : (tensor<1xi16>) -> tensor<1xi16>
    %v161 = stablehlo.reshape %v127 : (tensor<1xi16>) -> tensor<1xi16>
    %v162 = stablehlo.reshape %v129 : (tensor<0xi16>) -> tensor<0xi16>
    %v163 = stablehlo.concatenate %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, %v162, dim = 0 : (tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<3xi16>, tensor<0xi16>, tensor<3xi16>, tensor<0xi16>, tensor<3xi16>, tensor<0xi16>, tensor<3xi16>, tensor<3xi16>, tensor<0xi16>, tensor<3xi16>, tensor<0xi16>, tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<1xi16>, tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<1xi16>, tensor<1xi16>, tensor<3xi16>, tensor<3xi16>, tensor<1xi16>, tensor<1xi16>, tensor<1xi16>, tensor<0xi16>) -> tensor<54xi16>
    return %v129, %v16, %v64, %v163 : tensor<0xi16>, tensor<2x1x0xi16>, tensor<0x1x2x0xi16>, tensor<54xi16>
  }
}
