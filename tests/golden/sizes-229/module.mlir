module @case {
  func.func public @main(%arg0: tensor<1x3x0xi32>, %arg1: tensor<i32>, %arg2: tensor<1xi32>) -> (tensor<15x6x3xi32>, tensor<0x1xi32>, tensor<0x1xi32>, tensor<377xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.transpose %arg0, dims = [1, 2, 0] : (tensor<1x3x0xi32>) -> tensor<3x0x1xi32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i32>, tensor<3x0x1xi32>, tensor<i32>) -> tensor<3x0x1xi32>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %v6 = stablehlo.iota dim = 0 : tensor<1xi32>
    %v7 = stablehlo.add %v5, %v6 : tensor<1xi32>
    %v8 = stablehlo.dot_general %v4, %v7, batching_dims = [2] x [0], contracting_dims = [] x [] : (tensor<3x0x1xi32>, tensor<1xi32>) -> tensor<1x3x0xi32>
    %v9 = "stablehlo.clamp"(%low, %v8, %high) : (tensor<i32>, tensor<1x3x0xi32>, tensor<i32>) -> tensor<1x3x0xi32>
    %v10 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0x3xi32>
    %v11 = stablehlo.iota dim = 0 : tensor<1x0x3xi32>
    %v12 = stablehlo.add %v10, %v11 : tensor<1x0x3xi32>
    %v13 = stablehlo.iota dim = 1 : tensor<1x0x3xi32>
    %v14 = stablehlo.add %v12, %v13 : tensor<1x0x3xi32>
    %v15 = stablehlo.iota dim = 2 : tensor<1x0x3xi32>
    %v16 = stablehlo.add %v14, %v15 : tensor<1x0x3xi32>
    %v17 = stablehlo.dot_general %v9, %v16, contracting_dims = [0, 2] x [0, 1] : (tensor<1x3x0xi32>, tensor<1x0x3xi32>) -> tensor<3x3xi32>
    %v18 = "stablehlo.clamp"(%low, %v17, %high) : (tensor<i32>, tensor<3x3xi32>, tensor<i32>) -> tensor<3x3xi32>
    %v19 = stablehlo.transpose %arg2, dims = [0] : (tensor<1xi32>) -> tensor<1xi32>
    %v20 = "stablehlo.clamp"(%low, %v19, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v21 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v22 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v23 = stablehlo.add %v21, %v22 : tensor<1x0xi32>
    %v24 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v25 = stablehlo.add %v23, %v24 : tensor<1x0xi32>
    %v26 = stablehlo.constant dense<0> : tensor<i32>
    %v27 = stablehlo.constant dense<0> : tensor<i32>
    %v28 = stablehlo.dynamic_update_slice %v18, %v25, %v26, %v27 : (tensor<3x3xi32>, tensor<1x0xi32>, tensor<i32>, tensor<i32>) -> tensor<3x3xi32>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<i32>, tensor<3x3xi32>, tensor<i32>) -> tensor<3x3xi32>
    %v30 = stablehlo.reverse %v16, dims = [1] : tensor<1x0x3xi32>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<i32>, tensor<1x0x3xi32>, tensor<i32>) -> tensor<1x0x3xi32>
    %v32 = "stablehlo.reduce_window"(%v20, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v34 = stablehlo.constant dense<-1> : tensor<i32>
    %v35 = stablehlo.constant dense<1> : tensor<i32>
    %v36 = stablehlo.dynamic_slice %v29, %v34, %v35, sizes = [0, 1] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<0x1xi32>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<i32>, tensor<0x1xi32>, tensor<i32>) -> tensor<0x1xi32>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v39 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v40 = stablehlo.add %v38, %v39 : tensor<1x0xi32>
    %v41 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v42 = stablehlo.add %v40, %v41 : tensor<1x0xi32>
    %v43 = stablehlo.constant dense<0> : tensor<i32>
    %w43:3 = stablehlo.while(%i = %v43, %a = %v25, %b = %v42) : tensor<i32>, tensor<1x0xi32>, tensor<1x0xi32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x0xi32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x0xi32>, tensor<1x0xi32>
}
    %v45 = "stablehlo.clamp"(%low, %w43#2, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v47 = stablehlo.transpose %v37, dims = [0, 1] : (tensor<0x1xi32>) -> tensor<0x1xi32>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<i32>, tensor<0x1xi32>, tensor<i32>) -> tensor<0x1xi32>
    %v49 = stablehlo.transpose %v42, dims = [1, 0] : (tensor<1x0xi32>) -> tensor<0x1xi32>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<i32>, tensor<0x1xi32>, tensor<i32>) -> tensor<0x1xi32>
    %v51 = stablehlo.broadcast_in_dim %v37, dims = [0, 2] : (tensor<0x1xi32>) -> tensor<0x1x3x1xi32>
    %v52 = "stablehlo.clamp"(%low, %v51, %high) : (tensor<i32>, tensor<0x1x3x1xi32>, tensor<i32>) -> tensor<0x1x3x1xi32>
    %v53 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x3x1x1xi32>
    %v54 = stablehlo.iota dim = 0 : tensor<0x3x1x1xi32>
    %v55 = stablehlo.add %v53, %v54 : tensor<0x3x1x1xi32>
    %v56 = stablehlo.iota dim = 1 : tensor<0x3x1x1xi32>
    %v57 = stablehlo.add %v55, %v56 : tensor<0x3x1x1xi32>
    %v58 = stablehlo.iota dim = 2 : tensor<0x3x1x1xi32>
    %v59 = stablehlo.add %v57, %v58 : tensor<0x3x1x1xi32>
    %v60 = stablehlo.iota dim = 3 : tensor<0x3x1x1xi32>
    %v61 = stablehlo.add %v59, %v60 : tensor<0x3x1x1xi32>
    %v62 = stablehlo.dot_general %v52, %v61, batching_dims = [0] x [0], contracting_dims = [2, 1] x [1, 2] : (tensor<0x1x3x1xi32>, tensor<0x3x1x1xi32>) -> tensor<0x1x1xi32>
    %v63 = "stablehlo.clamp"(%low, %v62, %high) : (tensor<i32>, tensor<0x1x1xi32>, tensor<i32>) -> tensor<0x1x1xi32>
    %v64 = stablehlo.transpose %v61, dims = [0, 1, 2, 3] : (tensor<0x3x1x1xi32>) -> tensor<0x3x1x1xi32>
    %v65 = "stablehlo.clamp"(%low, %v64, %high) : (tensor<i32>, tensor<0x3x1x1xi32>, tensor<i32>) -> tensor<0x3x1x1xi32>
    %v66 = stablehlo.broadcast_in_dim %v63, dims = [0, 1, 2] : (tensor<0x1x1xi32>) -> tensor<0x2x1x0xi32>
    %v67 = "stablehlo.clamp"(%low, %v66, %high) : (tensor<i32>, tensor<0x2x1x0xi32>, tensor<i32>) -> tensor<0x2x1x0xi32>
    %v68 = stablehlo.reshape %v50 : (tensor<0x1xi32>) -> tensor<0xi32>
    %v69 = "stablehlo.clamp"(%low, %v68, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v70 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<i32>
    %v71 = stablehlo.dot_general %v69, %v70, contracting_dims = [] x [] : (tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v72 = "stablehlo.clamp"(%low, %v71, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v73 = stablehlo.transpose %v72, dims = [0] : (tensor<0xi32>) -> tensor<0xi32>
    %v74 = "stablehlo.clamp"(%low, %v73, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v75 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v76 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v77 = stablehlo.add %v75, %v76 : tensor<0xi32>
    %v78 = "stablehlo.select_and_scatter"(%v74, %v77, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0xi32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v79 = "stablehlo.clamp"(%low, %v78, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v80 = "stablehlo.sort"(%v79) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0xi32>) -> tensor<0xi32>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v82 = stablehlo.reduce(%v77 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<i32>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v84 = stablehlo.reshape %v81 : (tensor<0xi32>) -> tensor<3x1x0xi32>
    %v85 = "stablehlo.clamp"(%low, %v84, %high) : (tensor<i32>, tensor<3x1x0xi32>, tensor<i32>) -> tensor<3x1x0xi32>
    %v86 = "stablehlo.sort"(%v85) <{dimension = 2 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<3x1x0xi32>) -> tensor<3x1x0xi32>
    %v87 = "stablehlo.clamp"(%low, %v86, %high) : (tensor<i32>, tensor<3x1x0xi32>, tensor<i32>) -> tensor<3x1x0xi32>
    %v88 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v89 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v90 = stablehlo.add %v88, %v89 : tensor<0xi32>
    %v91 = stablehlo.constant dense<0> : tensor<i32>
    %w91:3 = stablehlo.while(%i = %v91, %a = %v77, %b = %v90) : tensor<i32>, tensor<0xi32>, tensor<0xi32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<0xi32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<0xi32>, tensor<0xi32>
}
    %v93 = "stablehlo.clamp"(%low, %w91#2, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v94 = "stablehlo.clamp"(%low, %v93, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v95 = stablehlo.constant dense<2> : tensor<i32>
    %v96 = stablehlo.dynamic_slice %v81, %v95, sizes = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v97 = "stablehlo.clamp"(%low, %v96, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v98 = stablehlo.pad %v85, %high, low = [0, 0, 0], high = [2, 2, 2], interior = [1, 0, 0] : (tensor<3x1x0xi32>, tensor<i32>) -> tensor<7x3x2xi32>
    %v99 = "stablehlo.clamp"(%low, %v98, %high) : (tensor<i32>, tensor<7x3x2xi32>, tensor<i32>) -> tensor<7x3x2xi32>
    %v100 = stablehlo.broadcast_in_dim %v99, dims = [0, 1, 3] : (tensor<7x3x2xi32>) -> tensor<7x3x0x2xi32>
    %v101 = "stablehlo.clamp"(%low, %v100, %high) : (tensor<i32>, tensor<7x3x0x2xi32>, tensor<i32>) -> tensor<7x3x0x2xi32>
    %v102 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x3x2xi32>
    %v103 = stablehlo.iota dim = 0 : tensor<0x3x2xi32>
    %v104 = stablehlo.add %v102, %v103 : tensor<0x3x2xi32>
    %v105 = stablehlo.iota dim = 1 : tensor<0x3x2xi32>
    %v106 = stablehlo.add %v104, %v105 : tensor<0x3x2xi32>
    %v107 = stablehlo.iota dim = 2 : tensor<0x3x2xi32>
    %v108 = stablehlo.add %v106, %v107 : tensor<0x3x2xi32>
    %v109 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v110 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v111 = stablehlo.add %v109, %v110 : tensor<0x1xi32>
    %v112 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v113 = stablehlo.add %v111, %v112 : tensor<0x1xi32>
    %v114 = "stablehlo.scatter"(%v99, %v113, %v108) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<7x3x2xi32>, tensor<0x1xi32>, tensor<0x3x2xi32>) -> tensor<7x3x2xi32>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<i32>, tensor<7x3x2xi32>, tensor<i32>) -> tensor<7x3x2xi32>
    %v116 = stablehlo.negate %v108 : (tensor<0x3x2xi32>) -> tensor<0x3x2xi32>
    %v117 = "stablehlo.clamp"(%low, %v116, %high) : (tensor<i32>, tensor<0x3x2xi32>, tensor<i32>) -> tensor<0x3x2xi32>
    %v118 = stablehlo.pad %v115, %high, low = [0, -1, -1], high = [2, 2, 1], interior = [1, 1, 1] : (tensor<7x3x2xi32>, tensor<i32>) -> tensor<15x6x3xi32>
    %v119 = "stablehlo.clamp"(%low, %v118, %high) : (tensor<i32>, tensor<15x6x3xi32>, tensor<i32>) -> tensor<15x6x3xi32>
    %v120 = stablehlo.reshape %v4 : (tensor<3x0x1xi32>) -> tensor<0xi32>
    %v121 = stablehlo.reshape %v7 : (tensor<1xi32>) -> tensor<1xi32>
    %v122 = stablehlo.reshape %v9 : (tensor<1x3x0xi32>) -> tensor<0xi32>
    %v123 = stablehlo.reshape %v16 : (tensor<1x0x3xi32>) -> tensor<0xi32>
    %v124 = stablehlo.reshape %v18 : (tensor<3x3xi32>) -> tensor<9xi32>
    %v125 = stablehlo.reshape %v20 : (tensor<1xi32>) -> tensor<1xi32>
    %v126 = stablehlo.reshape %v25 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v127 = stablehlo.reshape %v29 : (tensor<3x3xi32>) -> tensor<9xi32>
    %v128 = stablehlo.reshape %v31 : (tensor<1x0x3xi32>) -> tensor<0xi32>
    %v129 = stablehlo.reshape %v33 : (tensor<1xi32>) -> tensor<1xi32>
    %v130 = stablehlo.reshape %v37 : (tensor<0x1xi32>) -> tensor<0xi32>
    %v131 = stablehlo.reshape %v42 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v132 = stablehlo.reshape %v46 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v133 = stablehlo.reshape %v48 : (tensor<0x1xi32>) -> tensor<0xi32>
    %v134 = stablehlo.reshape %v50 : (tensor<0x1xi32>) -> tensor<0xi32>
    %v135 = stablehlo.reshape %v52 : (tensor<0x1x3x1xi32>) -> tensor<0xi32>
    %v136 = stablehlo.reshape %v61 : (tensor<0x3x1x1xi32>) -> tensor<0xi32>
    %v137 = stablehlo.reshape %v63 : (tensor<0x1x1xi32>) -> tensor<0xi32>
    %v138 = stablehlo.reshape %v65 : (tensor<0x3x1x1xi32>) -> tensor<0xi32>
    %v139 = stablehlo.reshape %v67 : (tensor<0x2x1x0xi32>) -> tensor<0xi32>
    %v140 = stablehlo.reshape %v69 : (tensor<0xi32>) -> tensor<0xi32>
    %v141 = stablehlo.reshape %v70 : (tensor<i32>) -> tensor<1xi32>
    %v142 = stablehlo.reshape %v72 : (tensor<0xi32>) -> tensor<0xi32>
    %v143 = stablehlo.reshape %v74 : (tensor<0xi32>) -> tensor<0xi32>
    %v144 = stablehlo.reshape %v77 : (tensor<0xi32>) -> tensor<0xi32>
    %v145 = stablehlo.reshape %v79 : (tensor<0xi32>) -> tensor<0xi32>
    %v146 = stablehlo.reshape %v81 : (tensor<0xi32>) -> tensor<0xi32>
    %v147 = stablehlo.reshape %v83 : (tensor<i32>) -> tensor<1xi32>
    %v148 = stablehlo.reshape %v85 : (tensor<3x1x0xi32>) -> tensor<0xi32>
    %v149 = stablehlo.reshape %v87 : (tensor<3x1x0xi32>) -> tensor<0xi32>
    %v150 = stablehlo.reshape %v90 : (tensor<0xi32>) -> tensor<0xi32>
    %v151 = stablehlo.reshape %v94 : (tensor<0xi32>) -> tensor<0xi32>
    %v152 = stablehlo.reshape %v97 : (tensor<0xi32>) -> tensor<0xi32>
    %v153 = stablehlo.reshape %v99 : (tensor<7x3x2xi32>) -> tensor<42xi32>
    %v154 = stablehlo.reshape %v101 : (tensor<7x3x0x2xi32>) -> tensor<0xi32>
    %v155 = stablehlo.reshape %v108 : (tensor<0x3x2xi32>) -> tensor<0xi32>
    %v156 = stablehlo.reshape %v115 : (tensor<7x3x2xi32>) -> tensor<42xi32>
    %v157 = stablehlo.reshape %v117 : (tensor<0x3x2xi32>) -> tensor<0xi32>
    %v158 = stablehlo.reshape %v119 : (tensor<15x6x3xi32>) -> tensor<270xi32>
    %v159 = stablehlo.concatenate %v120, %v121, %v122, %v123, %v124, %v125, %v126, %v127, %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, dim = 0 : (tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<9xi32>, tensor<1xi32>, tensor<0xi32>, tensor<9xi32>, tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<42xi32>, tensor<0xi32>, tensor<0xi32>, tensor<42xi32>, tensor<0xi32>, tensor<270xi32>) -> tensor<377xi32>
    return %v119, %v37, %v48, %v159 : tensor<15x6x3xi32>, tensor<0x1xi32>, tensor<0x1xi32>, tensor<377xi32>
  }
}
