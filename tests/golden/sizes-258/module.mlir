module @case {
  func.func public @main(%arg0: tensor<3xbf16>, %arg1: tensor<bf16>, %arg2: tensor<1x0x3xbf16>) -> (tensor<2x1xbf16>, tensor<1x0x3xbf16>, tensor<1xbf16>, tensor<53xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = stablehlo.reverse %arg2, dims = [1] : tensor<1x0x3xbf16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<bf16>, tensor<1x0x3xbf16>, tensor<bf16>) -> tensor<1x0x3xbf16>
    %v5 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v6 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v7 = stablehlo.add %v5, %v6 : tensor<1x1xi32>
    %v8 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v9 = stablehlo.add %v7, %v8 : tensor<1x1xi32>
    %v10 = "stablehlo.gather"(%arg0, %v9) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xbf16>, tensor<1x1xi32>) -> tensor<1xbf16>
    %v11 = "stablehlo.clamp"(%low, %v10, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v12 = stablehlo.reduce(%v11 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<1xbf16>, tensor<bf16>) -> tensor<bf16>
    %v13 = "stablehlo.clamp"(%low, %v12, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v14 = stablehlo.concatenate %arg2, dim = 0 : (tensor<1x0x3xbf16>) -> tensor<1x0x3xbf16>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<bf16>, tensor<1x0x3xbf16>, tensor<bf16>) -> tensor<1x0x3xbf16>
    %v16 = stablehlo.transpose %arg2, dims = [0, 2, 1] : (tensor<1x0x3xbf16>) -> tensor<1x3x0xbf16>
    %v17 = "stablehlo.clamp"(%low, %v16, %high) : (tensor<bf16>, tensor<1x3x0xbf16>, tensor<bf16>) -> tensor<1x3x0xbf16>
    %v18 = stablehlo.broadcast_in_dim %v4, dims = [0, 1, 2] : (tensor<1x0x3xbf16>) -> tensor<2x0x3x1xbf16>
    %v19 = "stablehlo.clamp"(%low, %v18, %high) : (tensor<bf16>, tensor<2x0x3x1xbf16>, tensor<bf16>) -> tensor<2x0x3x1xbf16>
    %v20 = stablehlo.reshape %v13 : (tensor<bf16>) -> tensor<bf16>
    %v21 = "stablehlo.clamp"(%low, %v20, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v22 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x0x3x2xbf16>
    %v23 = stablehlo.iota dim = 0 : tensor<1x0x3x2xbf16>
    %v24 = stablehlo.add %v22, %v23 : tensor<1x0x3x2xbf16>
    %v25 = stablehlo.iota dim = 1 : tensor<1x0x3x2xbf16>
    %v26 = stablehlo.add %v24, %v25 : tensor<1x0x3x2xbf16>
    %v27 = stablehlo.iota dim = 2 : tensor<1x0x3x2xbf16>
    %v28 = stablehlo.add %v26, %v27 : tensor<1x0x3x2xbf16>
    %v29 = stablehlo.iota dim = 3 : tensor<1x0x3x2xbf16>
    %v30 = stablehlo.add %v28, %v29 : tensor<1x0x3x2xbf16>
    %v31 = stablehlo.dot_general %v19, %v30, batching_dims = [3] x [0], contracting_dims = [1, 2] x [1, 2] : (tensor<2x0x3x1xbf16>, tensor<1x0x3x2xbf16>) -> tensor<1x2x2xbf16>
    %v32 = "stablehlo.clamp"(%low, %v31, %high) : (tensor<bf16>, tensor<1x2x2xbf16>, tensor<bf16>) -> tensor<1x2x2xbf16>
    %v33 = stablehlo.reduce(%v17 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x3x0xbf16>, tensor<bf16>) -> tensor<bf16>
    %v34 = "stablehlo.clamp"(%low, %v33, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v35 = stablehlo.slice %v19 [1:1:1, 0:0:1, 1:3:2, 0:0:2] : (tensor<2x0x3x1xbf16>) -> tensor<0x0x1x0xbf16>
    %v36 = "stablehlo.clamp"(%low, %v35, %high) : (tensor<bf16>, tensor<0x0x1x0xbf16>, tensor<bf16>) -> tensor<0x0x1x0xbf16>
    %v37 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x0x0xbf16>
    %v38 = stablehlo.iota dim = 0 : tensor<0x0x0x0xbf16>
    %v39 = stablehlo.add %v37, %v38 : tensor<0x0x0x0xbf16>
    %v40 = stablehlo.iota dim = 1 : tensor<0x0x0x0xbf16>
    %v41 = stablehlo.add %v39, %v40 : tensor<0x0x0x0xbf16>
    %v42 = stablehlo.iota dim = 2 : tensor<0x0x0x0xbf16>
    %v43 = stablehlo.add %v41, %v42 : tensor<0x0x0x0xbf16>
    %v44 = stablehlo.iota dim = 3 : tensor<0x0x0x0xbf16>
    %v45 = stablehlo.add %v43, %v44 : tensor<0x0x0x0xbf16>
    %v46 = "stablehlo.select_and_scatter"(%v36, %v45, %zero) <{window_dimensions = array<i64: 1, 3, 2, 2>, window_strides = array<i64: 2, 2, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x0x1x0xbf16>, tensor<0x0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x1x0xbf16>
    %v47 = "stablehlo.clamp"(%low, %v46, %high) : (tensor<bf16>, tensor<0x0x1x0xbf16>, tensor<bf16>) -> tensor<0x0x1x0xbf16>
    %v48 = stablehlo.broadcast_in_dim %v30, dims = [0, 1, 2, 3] : (tensor<1x0x3x2xbf16>) -> tensor<2x0x3x2xbf16>
    %v49 = "stablehlo.clamp"(%low, %v48, %high) : (tensor<bf16>, tensor<2x0x3x2xbf16>, tensor<bf16>) -> tensor<2x0x3x2xbf16>
    %v50 = stablehlo.reduce(%v36 init: %low) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<0x0x1x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v51 = "stablehlo.clamp"(%low, %v50, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v52 = stablehlo.pad %v45, %high, low = [1, 2, 0, 0], high = [1, 1, 1, 2], interior = [1, 1, 1, 0] : (tensor<0x0x0x0xbf16>, tensor<bf16>) -> tensor<2x3x1x2xbf16>
    %v53 = "stablehlo.clamp"(%low, %v52, %high) : (tensor<bf16>, tensor<2x3x1x2xbf16>, tensor<bf16>) -> tensor<2x3x1x2xbf16>
    %v54 = stablehlo.transpose %v36, dims = [1, 0, 3, 2] : (tensor<0x0x1x0xbf16>) -> tensor<0x0x0x1xbf16>
    %v55 = "stablehlo.clamp"(%low, %v54, %high) : (tensor<bf16>, tensor<0x0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x0x1xbf16>
    %v56 = stablehlo.broadcast_in_dim %v55, dims = [0, 1, 2, 3] : (tensor<0x0x0x1xbf16>) -> tensor<0x0x0x0xbf16>
    %v57 = "stablehlo.clamp"(%low, %v56, %high) : (tensor<bf16>, tensor<0x0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0x0xbf16>
    %v58 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x2xbf16>
    %v59 = stablehlo.iota dim = 0 : tensor<0x2xbf16>
    %v60 = stablehlo.add %v58, %v59 : tensor<0x2xbf16>
    %v61 = stablehlo.iota dim = 1 : tensor<0x2xbf16>
    %v62 = stablehlo.add %v60, %v61 : tensor<0x2xbf16>
    %v63 = stablehlo.dot_general %v57, %v62, batching_dims = [3] x [0], contracting_dims = [] x [] : (tensor<0x0x0x0xbf16>, tensor<0x2xbf16>) -> tensor<0x0x0x0x2xbf16>
    %v64 = "stablehlo.clamp"(%low, %v63, %high) : (tensor<bf16>, tensor<0x0x0x0x2xbf16>, tensor<bf16>) -> tensor<0x0x0x0x2xbf16>
    %v65 = stablehlo.abs %v55 : (tensor<0x0x0x1xbf16>) -> tensor<0x0x0x1xbf16>
    %v66 = "stablehlo.clamp"(%low, %v65, %high) : (tensor<bf16>, tensor<0x0x0x1xbf16>, tensor<bf16>) -> tensor<0x0x0x1xbf16>
    %v67 = stablehlo.slice %v66 [0:0:1, 0:0:2, 0:0:2, 0:0:2] : (tensor<0x0x0x1xbf16>) -> tensor<0x0x0x0xbf16>
    %v68 = "stablehlo.clamp"(%low, %v67, %high) : (tensor<bf16>, tensor<0x0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0x0xbf16>
    %v69 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0xbf16>
    %v70 = stablehlo.iota dim = 0 : tensor<0x0xbf16>
    %v71 = stablehlo.add %v69, %v70 : tensor<0x0xbf16>
    %v72 = stablehlo.iota dim = 1 : tensor<0x0xbf16>
    %v73 = stablehlo.add %v71, %v72 : tensor<0x0xbf16>
    %v74 = stablehlo.dot_general %v68, %v73, contracting_dims = [3] x [0] : (tensor<0x0x0x0xbf16>, tensor<0x0xbf16>) -> tensor<0x0x0x0xbf16>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<bf16>, tensor<0x0x0x0xbf16>, tensor<bf16>) -> tensor<0x0x0x0xbf16>
    %v76 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x2xbf16>
    %v77 = stablehlo.iota dim = 0 : tensor<0x2xbf16>
    %v78 = stablehlo.add %v76, %v77 : tensor<0x2xbf16>
    %v79 = stablehlo.iota dim = 1 : tensor<0x2xbf16>
    %v80 = stablehlo.add %v78, %v79 : tensor<0x2xbf16>
    %v81 = stablehlo.constant dense<0> : tensor<i32>
    %w81:3 = stablehlo.while(%i = %v81, %a = %v62, %b = %v80) : tensor<i32>, tensor<0x2xbf16>, tensor<0x2xbf16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<0x2xbf16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<0x2xbf16>, tensor<0x2xbf16>
}
    %v83 = "stablehlo.clamp"(%low, %w81#2, %high) : (tensor<bf16>, tensor<0x2xbf16>, tensor<bf16>) -> tensor<0x2xbf16>
    %v84 = "stablehlo.clamp"(%low, %v83, %high) : (tensor<bf16>, tensor<0x2xbf16>, tensor<bf16>) -> tensor<0x2xbf16>
    %v85 = stablehlo.transpose %v73, dims = [0, 1] : (tensor<0x0xbf16>) -> tensor<0x0xbf16>
    %v86 = "stablehlo.clamp"(%low, %v85, %high) : (tensor<bf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<0x0xbf16>
    %v87 = stablehlo.pad %v80, %high, low = [0, -1], high = [0, 2], interior = [1, 0] : (tensor<0x2xbf16>, tensor<bf16>) -> tensor<0x3xbf16>
    %v88 = "stablehlo.clamp"(%low, %v87, %high) : (tensor<bf16>, tensor<0x3xbf16>, tensor<bf16>) -> tensor<0x3xbf16>
    %v89 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x2xbf16>
    %v90 = stablehlo.iota dim = 0 : tensor<0x2xbf16>
    %v91 = stablehlo.add %v89, %v90 : tensor<0x2xbf16>
    %v92 = stablehlo.iota dim = 1 : tensor<0x2xbf16>
    %v93 = stablehlo.add %v91, %v92 : tensor<0x2xbf16>
    %v94 = stablehlo.compare LT, %v84, %v93 : (tensor<0x2xbf16>, tensor<0x2xbf16>) -> tensor<0x2xi1>
    %v95 = stablehlo.select %v94, %v93, %v84 : tensor<0x2xi1>, tensor<0x2xbf16>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<bf16>, tensor<0x2xbf16>, tensor<bf16>) -> tensor<0x2xbf16>
    %v97 = stablehlo.reverse %v96, dims = [0] : tensor<0x2xbf16>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<bf16>, tensor<0x2xbf16>, tensor<bf16>) -> tensor<0x2xbf16>
    %v99 = stablehlo.pad %v84, %high, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<0x2xbf16>, tensor<bf16>) -> tensor<3x3xbf16>
    %v100 = "stablehlo.clamp"(%low, %v99, %high) : (tensor<bf16>, tensor<3x3xbf16>, tensor<bf16>) -> tensor<3x3xbf16>
    %v101 = stablehlo.transpose %v100, dims = [0, 1] : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
    %v102 = "stablehlo.clamp"(%low, %v101, %high) : (tensor<bf16>, tensor<3x3xbf16>, tensor<bf16>) -> tensor<3x3xbf16>
    %v103 = stablehlo.broadcast_in_dim %v98, dims = [0, 1] : (tensor<0x2xbf16>) -> tensor<0x2xbf16>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<bf16>, tensor<0x2xbf16>, tensor<bf16>) -> tensor<0x2xbf16>
    %v105 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2x0x1xbf16>
    %v106 = stablehlo.iota dim = 0 : tensor<2x0x1xbf16>
    %v107 = stablehlo.add %v105, %v106 : tensor<2x0x1xbf16>
    %v108 = stablehlo.iota dim = 1 : tensor<2x0x1xbf16>
    %v109 = stablehlo.add %v107, %v108 : tensor<2x0x1xbf16>
    %v110 = stablehlo.iota dim = 2 : tensor<2x0x1xbf16>
    %v111 = stablehlo.add %v109, %v110 : tensor<2x0x1xbf16>
    %v112 = stablehlo.dot_general %v104, %v111, batching_dims = [1] x [0], contracting_dims = [0] x [1] : (tensor<0x2xbf16>, tensor<2x0x1xbf16>) -> tensor<2x1xbf16>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<bf16>, tensor<2x1xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
    %v114 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x2xbf16>
    %v115 = stablehlo.iota dim = 0 : tensor<1x2xbf16>
    %v116 = stablehlo.add %v114, %v115 : tensor<1x2xbf16>
    %v117 = stablehlo.iota dim = 1 : tensor<1x2xbf16>
    %v118 = stablehlo.add %v116, %v117 : tensor<1x2xbf16>
    %v119 = "stablehlo.select_and_scatter"(%v100, %v118, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<3x3xbf16>, tensor<1x2xbf16>, tensor<bf16>) -> tensor<3x3xbf16>
    %v120 = "stablehlo.clamp"(%low, %v119, %high) : (tensor<bf16>, tensor<3x3xbf16>, tensor<bf16>) -> tensor<3x3xbf16>
    %v121 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0xbf16>
    %v122 = stablehlo.iota dim = 0 : tensor<0x0xbf16>
    %v123 = stablehlo.add %v121, %v122 : tensor<0x0xbf16>
    %v124 = stablehlo.iota dim = 1 : tensor<0x0xbf16>
    %v125 = stablehlo.add %v123, %v124 : tensor<0x0xbf16>
    %v126 = "stablehlo.select_and_scatter"(%v113, %v125, %zero) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<2x1xbf16>, tensor<0x0xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
    %v127 = "stablehlo.clamp"(%low, %v126, %high) : (tensor<bf16>, tensor<2x1xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
    %v128 = stablehlo.reshape %v4 : (tensor<1x0x3xbf16>) -> tensor<0xbf16>
    %v129 = stablehlo.reshape %v11 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v130 = stablehlo.reshape %v13 : (tensor<bf16>) -> tensor<1xbf16>
    %v131 = stablehlo.reshape %v15 : (tensor<1x0x3xbf16>) -> tensor<0xbf16>
    %v132 = stablehlo.reshape %v17 : (tensor<1x3x0xbf16>) -> tensor<0xbf16>
    %v133 = stablehlo.reshape %v19 : (tensor<2x0x3x1xbf16>) -> tensor<0xbf16>
    %v134 = stablehlo.reshape %v21 : (tensor<bf16>) -> tensor<1xbf16>
    %v135 = stablehlo.reshape %v30 : (tensor<1x0x3x2xbf16>) -> tensor<0xbf16>
    %v136 = stablehlo.reshape %v32 : (tensor<1x2x2xbf16>) -> tensor<4xbf16>
    %v137 = stablehlo.reshape %v34 : (tensor<bf16>) -> tensor<1xbf16>
    %v138 = stablehlo.reshape %v36 : (tensor<0x0x1x0xbf16>) -> tensor<0xbf16>
    %v139 = stablehlo.reshape %v45 : (tensor<0x0x0x0xbf16>) -> tensor<0xbf16>
    %v140 = stablehlo.reshape %v47 : (tensor<0x0x1x0xbf16>) -> tensor<0xbf16>
    %v141 = stablehlo.reshape %v49 : (tensor<2x0x3x2xbf16>) -> tensor<0xbf16>
    %v142 = stablehlo.reshape %v51 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v143 = stablehlo.reshape %v53 : (tensor<2x3x1x2xbf16>) -> tensor<12xbf16>
    %v144 = stablehlo.reshape %v55 : (tensor<0x0x0x1xbf16>) -> tensor<0xbf16>
    %v145 = stablehlo.reshape %v57 : (tensor<0x0x0x0xbf16>) -> tensor<0xbf16>
    %v146 = stablehlo.reshape %v62 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v147 = stablehlo.reshape %v66 : (tensor<0x0x0x1xbf16>) -> tensor<0xbf16>
    %v148 = stablehlo.reshape %v68 : (tensor<0x0x0x0xbf16>) -> tensor<0xbf16>
    %v149 = stablehlo.reshape %v73 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v150 = stablehlo.reshape %v75 : (tensor<0x0x0x0xbf16>) -> tensor<0xbf16>
    %v151 = stablehlo.reshape %v80 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v152 = stablehlo.reshape %v84 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v153 = stablehlo.reshape %v86 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v154 = stablehlo.reshape %v88 : (tensor<0x3xbf16>) -> tensor<0xbf16>
    %v155 = stablehlo.reshape %v93 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v156 = stablehlo.reshape %v96 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v157 = stablehlo.reshape %v98 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v158 = stablehlo.reshape %v100 : (tensor<3x3xbf16>) -> tensor<9xbf16>
    %v159 = stablehlo.reshape %v102 : (tensor<3x3xbf16>) -> tensor<9xbf16>
    %v160 = stablehlo.reshape %v104 : (tensor<0x2xbf16>) -> tensor<0xbf16>
    %v161 = stablehlo.reshape %v111 : (tensor<2x0x1xbf16>) -> tensor<0xbf16>
    %v162 = stablehlo.reshape %v113 : (tensor<2x1xbf16>) -> tensor<2xbf16>
    %v163 = stablehlo.reshape %v118 : (tensor<1x2xbf16>) -> tensor<2xbf16>
    %v164 = stablehlo.reshape %v120 : (tensor<3x3xbf16>) -> tensor<9xbf16>
    %v165 = stablehlo.reshape %v125 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v166 = stablehlo.reshape %v127 : (tensor<2x1xbf16>) -> tensor<2xbf16>
    %v167 = stablehlo.concatenate %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, dim = 0 : (tensor<0xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<4xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<12xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<9xbf16>, tensor<9xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<9xbf16>, tensor<0xbf16>, tensor<2xbf16>) -> tensor<53xbf16>
    return %v127, %v4, %v11, %v167 : tensor<2x1xbf16>, tensor<1x0x3xbf16>, tensor<1xbf16>, tensor<53xbf16>
  }
}
