module @case {
  func.func public @main(%arg0: tensor<2x3x0xi32>, %arg1: tensor<3x1x1xi32>, %arg2: tensor<1x2xi32>, %arg3: tensor<0x3x3xi32>) -> (tensor<5xi32>, tensor<3x1x1xi32>, tensor<2x2x1x1xi32>, tensor<133xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.reverse %arg1, dims = [2] : tensor<3x1x1xi32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i32>, tensor<3x1x1xi32>, tensor<i32>) -> tensor<3x1x1xi32>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x1x1xi32>
    %v6 = stablehlo.iota dim = 0 : tensor<3x1x1xi32>
    %v7 = stablehlo.add %v5, %v6 : tensor<3x1x1xi32>
    %v8 = stablehlo.iota dim = 1 : tensor<3x1x1xi32>
    %v9 = stablehlo.add %v7, %v8 : tensor<3x1x1xi32>
    %v10 = stablehlo.iota dim = 2 : tensor<3x1x1xi32>
    %v11 = stablehlo.add %v9, %v10 : tensor<3x1x1xi32>
    %v12 = stablehlo.dot_general %v4, %v11, batching_dims = [0] x [0], contracting_dims = [2, 1] x [1, 2] : (tensor<3x1x1xi32>, tensor<3x1x1xi32>) -> tensor<3xi32>
    %v13 = "stablehlo.clamp"(%low, %v12, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v14 = stablehlo.transpose %v13, dims = [0] : (tensor<3xi32>) -> tensor<3xi32>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v16 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x2xi32>) -> tensor<2x2x1x1xi32>
    %v17 = "stablehlo.clamp"(%low, %v16, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v18 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x2x1xi32>
    %v19 = stablehlo.iota dim = 0 : tensor<1x2x1xi32>
    %v20 = stablehlo.add %v18, %v19 : tensor<1x2x1xi32>
    %v21 = stablehlo.iota dim = 1 : tensor<1x2x1xi32>
    %v22 = stablehlo.add %v20, %v21 : tensor<1x2x1xi32>
    %v23 = stablehlo.iota dim = 2 : tensor<1x2x1xi32>
    %v24 = stablehlo.add %v22, %v23 : tensor<1x2x1xi32>
    %v25 = stablehlo.dot_general %v17, %v24, batching_dims = [3] x [0], contracting_dims = [0] x [1] : (tensor<2x2x1x1xi32>, tensor<1x2x1xi32>) -> tensor<1x2x1x1xi32>
    %v26 = "stablehlo.clamp"(%low, %v25, %high) : (tensor<i32>, tensor<1x2x1x1xi32>, tensor<i32>) -> tensor<1x2x1x1xi32>
    %v27 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x2x1x1xi32>
    %v28 = stablehlo.iota dim = 0 : tensor<2x2x1x1xi32>
    %v29 = stablehlo.add %v27, %v28 : tensor<2x2x1x1xi32>
    %v30 = stablehlo.iota dim = 1 : tensor<2x2x1x1xi32>
    %v31 = stablehlo.add %v29, %v30 : tensor<2x2x1x1xi32>
    %v32 = stablehlo.iota dim = 2 : tensor<2x2x1x1xi32>
    %v33 = stablehlo.add %v31, %v32 : tensor<2x2x1x1xi32>
    %v34 = stablehlo.iota dim = 3 : tensor<2x2x1x1xi32>
    %v35 = stablehlo.add %v33, %v34 : tensor<2x2x1x1xi32>
    %v36 = stablehlo.constant dense<0> : tensor<i32>
    %w36:3 = stablehlo.while(%i = %v36, %a = %v17, %b = %v35) : tensor<i32>, tensor<2x2x1x1xi32>, tensor<2x2x1x1xi32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<2x2x1x1xi32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<2x2x1x1xi32>, tensor<2x2x1x1xi32>
}
    %v38 = "stablehlo.clamp"(%low, %w36#2, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v39 = "stablehlo.clamp"(%low, %v38, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v40 = stablehlo.add %v39, %v35 : (tensor<2x2x1x1xi32>, tensor<2x2x1x1xi32>) -> tensor<2x2x1x1xi32>
    %v41 = "stablehlo.clamp"(%low, %v40, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v42 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x2x1xi32>
    %v43 = stablehlo.iota dim = 0 : tensor<1x2x1xi32>
    %v44 = stablehlo.add %v42, %v43 : tensor<1x2x1xi32>
    %v45 = stablehlo.iota dim = 1 : tensor<1x2x1xi32>
    %v46 = stablehlo.add %v44, %v45 : tensor<1x2x1xi32>
    %v47 = stablehlo.iota dim = 2 : tensor<1x2x1xi32>
    %v48 = stablehlo.add %v46, %v47 : tensor<1x2x1xi32>
    %v49 = stablehlo.constant dense<0> : tensor<i32>
    %w49:3 = stablehlo.while(%i = %v49, %a = %v24, %b = %v48) : tensor<i32>, tensor<1x2x1xi32>, tensor<1x2x1xi32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x2x1xi32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x2x1xi32>, tensor<1x2x1xi32>
}
    %v51 = "stablehlo.clamp"(%low, %w49#2, %high) : (tensor<i32>, tensor<1x2x1xi32>, tensor<i32>) -> tensor<1x2x1xi32>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<i32>, tensor<1x2x1xi32>, tensor<i32>) -> tensor<1x2x1xi32>
    %v53 = stablehlo.broadcast_in_dim %v48, dims = [0, 1, 2] : (tensor<1x2x1xi32>) -> tensor<0x2x1xi32>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<i32>, tensor<0x2x1xi32>, tensor<i32>) -> tensor<0x2x1xi32>
    %v55 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x2x1x1xi32>
    %v56 = stablehlo.iota dim = 0 : tensor<1x2x1x1xi32>
    %v57 = stablehlo.add %v55, %v56 : tensor<1x2x1x1xi32>
    %v58 = stablehlo.iota dim = 1 : tensor<1x2x1x1xi32>
    %v59 = stablehlo.add %v57, %v58 : tensor<1x2x1x1xi32>
    %v60 = stablehlo.iota dim = 2 : tensor<1x2x1x1xi32>
    %v61 = stablehlo.add %v59, %v60 : tensor<1x2x1x1xi32>
    %v62 = stablehlo.iota dim = 3 : tensor<1x2x1x1xi32>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x2x1x1xi32>
    %v64 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v65 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v66 = stablehlo.add %v64, %v65 : tensor<1x1xi32>
    %v67 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v68 = stablehlo.add %v66, %v67 : tensor<1x1xi32>
    %v69 = "stablehlo.scatter"(%v39, %v68, %v63) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x2x1x1xi32>, tensor<1x1xi32>, tensor<1x2x1x1xi32>) -> tensor<2x2x1x1xi32>
    %v70 = "stablehlo.clamp"(%low, %v69, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v71 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x2x1x1xi32>
    %v72 = stablehlo.iota dim = 0 : tensor<2x2x1x1xi32>
    %v73 = stablehlo.add %v71, %v72 : tensor<2x2x1x1xi32>
    %v74 = stablehlo.iota dim = 1 : tensor<2x2x1x1xi32>
    %v75 = stablehlo.add %v73, %v74 : tensor<2x2x1x1xi32>
    %v76 = stablehlo.iota dim = 2 : tensor<2x2x1x1xi32>
    %v77 = stablehlo.add %v75, %v76 : tensor<2x2x1x1xi32>
    %v78 = stablehlo.iota dim = 3 : tensor<2x2x1x1xi32>
    %v79 = stablehlo.add %v77, %v78 : tensor<2x2x1x1xi32>
    %v80 = stablehlo.compare LT, %v41, %v79 : (tensor<2x2x1x1xi32>, tensor<2x2x1x1xi32>) -> tensor<2x2x1x1xi1>
    %v81 = stablehlo.select %v80, %v79, %v41 : tensor<2x2x1x1xi1>, tensor<2x2x1x1xi32>
    %v82 = "stablehlo.clamp"(%low, %v81, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v83 = stablehlo.broadcast_in_dim %v79, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xi32>) -> tensor<2x2x0x0xi32>
    %v84 = "stablehlo.clamp"(%low, %v83, %high) : (tensor<i32>, tensor<2x2x0x0xi32>, tensor<i32>) -> tensor<2x2x0x0xi32>
    %v85 = stablehlo.reduce(%v70 init: %zero) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v86 = "stablehlo.clamp"(%low, %v85, %high) : (tensor<i32>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v87 = stablehlo.broadcast_in_dim %v86, dims = [0, 2] : (tensor<2x2xi32>) -> tensor<2x2x2xi32>
    %v88 = "stablehlo.clamp"(%low, %v87, %high) : (tensor<i32>, tensor<2x2x2xi32>, tensor<i32>) -> tensor<2x2x2xi32>
    %v89 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x2x1x1xi32>
    %v90 = stablehlo.iota dim = 0 : tensor<3x2x1x1xi32>
    %v91 = stablehlo.add %v89, %v90 : tensor<3x2x1x1xi32>
    %v92 = stablehlo.iota dim = 1 : tensor<3x2x1x1xi32>
    %v93 = stablehlo.add %v91, %v92 : tensor<3x2x1x1xi32>
    %v94 = stablehlo.iota dim = 2 : tensor<3x2x1x1xi32>
    %v95 = stablehlo.add %v93, %v94 : tensor<3x2x1x1xi32>
    %v96 = stablehlo.iota dim = 3 : tensor<3x2x1x1xi32>
    %v97 = stablehlo.add %v95, %v96 : tensor<3x2x1x1xi32>
    %v98 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v99 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v100 = stablehlo.add %v98, %v99 : tensor<3x1xi32>
    %v101 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v102 = stablehlo.add %v100, %v101 : tensor<3x1xi32>
    %v103 = "stablehlo.scatter"(%v79, %v102, %v97) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x2x1x1xi32>, tensor<3x1xi32>, tensor<3x2x1x1xi32>) -> tensor<2x2x1x1xi32>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v105 = "stablehlo.reduce_window"(%v104, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 1, 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<i32>, tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
    %v107 = stablehlo.transpose %v88, dims = [0, 1, 2] : (tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
    %v108 = "stablehlo.clamp"(%low, %v107, %high) : (tensor<i32>, tensor<2x2x2xi32>, tensor<i32>) -> tensor<2x2x2xi32>
    %v109 = stablehlo.broadcast_in_dim %v108, dims = [1, 2, 3] : (tensor<2x2x2xi32>) -> tensor<1x2x2x2xi32>
    %v110 = "stablehlo.clamp"(%low, %v109, %high) : (tensor<i32>, tensor<1x2x2x2xi32>, tensor<i32>) -> tensor<1x2x2x2xi32>
    %v111 = stablehlo.reshape %v104 : (tensor<2x2x1x1xi32>) -> tensor<1x2x1x2xi32>
    %v112 = "stablehlo.clamp"(%low, %v111, %high) : (tensor<i32>, tensor<1x2x1x2xi32>, tensor<i32>) -> tensor<1x2x1x2xi32>
    %v113 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %v114 = stablehlo.iota dim = 0 : tensor<3xi32>
    %v115 = stablehlo.add %v113, %v114 : tensor<3xi32>
    %v116 = stablehlo.dot_general %v112, %v115, contracting_dims = [] x [] : (tensor<1x2x1x2xi32>, tensor<3xi32>) -> tensor<1x2x1x2x3xi32>
    %v117 = "stablehlo.clamp"(%low, %v116, %high) : (tensor<i32>, tensor<1x2x1x2x3xi32>, tensor<i32>) -> tensor<1x2x1x2x3xi32>
    %v118 = stablehlo.reverse %v115, dims = [0] : tensor<3xi32>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v120 = stablehlo.transpose %v112, dims = [0, 2, 1, 3] : (tensor<1x2x1x2xi32>) -> tensor<1x1x2x2xi32>
    %v121 = "stablehlo.clamp"(%low, %v120, %high) : (tensor<i32>, tensor<1x1x2x2xi32>, tensor<i32>) -> tensor<1x1x2x2xi32>
    %v122 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x0x0xi32>
    %v123 = stablehlo.iota dim = 0 : tensor<2x0x0xi32>
    %v124 = stablehlo.add %v122, %v123 : tensor<2x0x0xi32>
    %v125 = stablehlo.iota dim = 1 : tensor<2x0x0xi32>
    %v126 = stablehlo.add %v124, %v125 : tensor<2x0x0xi32>
    %v127 = stablehlo.iota dim = 2 : tensor<2x0x0xi32>
    %v128 = stablehlo.add %v126, %v127 : tensor<2x0x0xi32>
    %v129 = stablehlo.constant dense<1> : tensor<i32>
    %v130 = stablehlo.constant dense<-1> : tensor<i32>
    %v131 = stablehlo.constant dense<0> : tensor<i32>
    %v132 = stablehlo.dynamic_update_slice %v108, %v128, %v129, %v130, %v131 : (tensor<2x2x2xi32>, tensor<2x0x0xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xi32>
    %v133 = "stablehlo.clamp"(%low, %v132, %high) : (tensor<i32>, tensor<2x2x2xi32>, tensor<i32>) -> tensor<2x2x2xi32>
    %v134 = "stablehlo.sort"(%v119) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<3xi32>) -> tensor<3xi32>
    %v135 = "stablehlo.clamp"(%low, %v134, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v136 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v137 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v138 = stablehlo.add %v136, %v137 : tensor<3x1xi32>
    %v139 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v140 = stablehlo.add %v138, %v139 : tensor<3x1xi32>
    %v141 = "stablehlo.gather"(%v119, %v140) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xi32>, tensor<3x1xi32>) -> tensor<3xi32>
    %v142 = "stablehlo.clamp"(%low, %v141, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v143 = stablehlo.abs %v119 : (tensor<3xi32>) -> tensor<3xi32>
    %v144 = "stablehlo.clamp"(%low, %v143, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v145 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %v146 = stablehlo.iota dim = 0 : tensor<1xi32>
    %v147 = stablehlo.add %v145, %v146 : tensor<1xi32>
    %v148 = "stablehlo.select_and_scatter"(%v142, %v147, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
    %v149 = "stablehlo.clamp"(%low, %v148, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v150 = stablehlo.reduce(%v144 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    %v151 = "stablehlo.clamp"(%low, %v150, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v152 = stablehlo.pad %v142, %high, low = [0], high = [0], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
    %v153 = "stablehlo.clamp"(%low, %v152, %high) : (tensor<i32>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %v154 = stablehlo.reshape %v4 : (tensor<3x1x1xi32>) -> tensor<3xi32>
    %v155 = stablehlo.reshape %v11 : (tensor<3x1x1xi32>) -> tensor<3xi32>
    %v156 = stablehlo.reshape %v13 : (tensor<3xi32>) -> tensor<3xi32>
    %v157 = stablehlo.reshape %v15 : (tensor<3xi32>) -> tensor<3xi32>
    %v158 = stablehlo.reshape %v17 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v159 = stablehlo.reshape %v24 : (tensor<1x2x1xi32>) -> tensor<2xi32>
    %v160 = stablehlo.reshape %v26 : (tensor<1x2x1x1xi32>) -> tensor<2xi32>
    %v161 = stablehlo.reshape %v35 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v162 = stablehlo.reshape %v39 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v163 = stablehlo.reshape %v41 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v164 = stablehlo.reshape %v48 : (tensor<1x2x1xi32>) -> tensor<2xi32>
    %v165 = stablehlo.reshape %v52 : (tensor<1x2x1xi32>) -> tensor<2xi32>
    %v166 = stablehlo.reshape %v54 : (tensor<0x2x1xi32>) -> tensor<0xi32>
    %v167 = stablehlo.reshape %v63 : (tensor<1x2x1x1xi32>) -> tensor<2xi32>
    %v168 = stablehlo.reshape %v70 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v169 = stablehlo.reshape %v79 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v170 = stablehlo.reshape %v82 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v171 = stablehlo.reshape %v84 : (tensor<2x2x0x0xi32>) -> tensor<0xi32>
    %v172 = stablehlo.reshape %v86 : (tensor<2x2xi32>) -> tensor<4xi32>
    %v173 = stablehlo.reshape %v88 : (tensor<2x2x2xi32>) -> tensor<8xi32>
    %v174 = stablehlo.reshape %v97 : (tensor<3x2x1x1xi32>) -> tensor<6xi32>
    %v175 = stablehlo.reshape %v104 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v176 = stablehlo.reshape %v106 : (tensor<2x2x1x1xi32>) -> tensor<4xi32>
    %v177 = stablehlo.reshape %v108 : (tensor<2x2x2xi32>) -> tensor<8xi32>
    %v178 = stablehlo.reshape %v110 : (tensor<1x2x2x2xi32>) -> tensor<8xi32>
    %v179 = stablehlo.reshape %v112 : (tensor<1x2x1x2xi32>) -> tensor<4xi32>
    %v180 = stablehlo.reshape %v115 : (tensor<3xi32>) -> tensor<3xi32>
    %v181 = stablehlo.reshape %v119 : (tensor<3xi32>) -> tensor<3xi32>
    %v182 = stablehlo.reshape %v121 : (tensor<1x1x2x2xi32>) -> tensor<4xi32>
    %v183 = stablehlo.reshape %v128 : (tensor<2x0x0xi32>) -> tensor<0xi32>
    %v184 = stablehlo.reshape %v133 : (tensor<2x2x2xi32>) -> tensor<8xi32>
    %v185 = stablehlo.reshape %v135 : (tensor<3xi32>) -> tensor<3xi32>
    %v186 = stablehlo.reshape %v142 : (tensor<3xi32>) -> tensor<3xi32>
    %v187 = stablehlo.reshape %v144 : (tensor<3xi32>) -> tensor<3xi32>
    %v188 = stablehlo.reshape %v147 : (tensor<1xi32>) -> tensor<1xi32>
    %v189 = stablehlo.reshape %v149 : (tensor<3xi32>) -> tensor<3xi32>
    %v190 = stablehlo.reshape %v151 : (tensor<i32>) -> tensor<1xi32>
    %v191 = stablehlo.reshape %v153 : (tensor<5xi32>) -> tensor<5xi32>
    %v192 = stablehlo.concatenate %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, dim = 0 : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<0xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<0xi32>, tensor<4xi32>, tensor<8xi32>, tensor<6xi32>, tensor<4xi32>, tensor<4xi32>, tensor<8xi32>, tensor<8xi32>, tensor<4xi32>, tensor<3xi32>, tensor<3xi32>, tensor<4xi32>, tensor<0xi32>, tensor<8xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<1xi32>, tensor<3xi32>, tensor<1xi32>, tensor<5xi32>) -> tensor<133xi32>
    return %v153, %v4, %v17, %v192 : tensor<5xi32>, tensor<3x1x1xi32>, tensor<2x2x1x1xi32>, tensor<133xi32>
  }
}
