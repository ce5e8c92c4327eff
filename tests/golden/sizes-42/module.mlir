module @case {
  func.func public @main(%arg0: tensor<1x1x1xbf16>, %arg1: tensor<bf16>) -> (tensor<1x1x1x0xbf16>, tensor<1x1x1xbf16>, tensor<3x1x1xbf16>, tensor<58xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<1x1x1xbf16>) -> tensor<1x1x1xbf16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v5 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x1xbf16>
    %v6 = stablehlo.iota dim = 0 : tensor<1x1x1xbf16>
    %v7 = stablehlo.add %v5, %v6 : tensor<1x1x1xbf16>
    %v8 = stablehlo.iota dim = 1 : tensor<1x1x1xbf16>
    %v9 = stablehlo.add %v7, %v8 : tensor<1x1x1xbf16>
    %v10 = stablehlo.iota dim = 2 : tensor<1x1x1xbf16>
    %v11 = stablehlo.add %v9, %v10 : tensor<1x1x1xbf16>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %w12:3 = stablehlo.while(%i = %v12, %a = %v4, %b = %v11) : tensor<i32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1x1x1xbf16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1x1x1xbf16>, tensor<1x1x1xbf16>
}
    %v14 = "stablehlo.clamp"(%low, %w12#2, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v15 = "stablehlo.clamp"(%low, %v14, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v16 = "stablehlo.sort"(%v11) <{dimension = 2 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1x1x1xbf16>) -> tensor<1x1x1xbf16>
    %v17 = "stablehlo.clamp"(%low, %v16, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v18 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v19 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v20 = stablehlo.add %v18, %v19 : tensor<1x1xi32>
    %v21 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v22 = stablehlo.add %v20, %v21 : tensor<1x1xi32>
    %v23 = "stablehlo.gather"(%arg0, %v22) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x1x1xbf16>, tensor<1x1xi32>) -> tensor<1x1x1xbf16>
    %v24 = "stablehlo.clamp"(%low, %v23, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v25 = stablehlo.constant dense<0> : tensor<3x1xi32>
    %v26 = stablehlo.iota dim = 0 : tensor<3x1xi32>
    %v27 = stablehlo.add %v25, %v26 : tensor<3x1xi32>
    %v28 = stablehlo.iota dim = 1 : tensor<3x1xi32>
    %v29 = stablehlo.add %v27, %v28 : tensor<3x1xi32>
    %v30 = "stablehlo.gather"(%v11, %v29) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x1x1xbf16>, tensor<3x1xi32>) -> tensor<3x1x1xbf16>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<bf16>, tensor<3x1x1xbf16>, tensor<bf16>) -> tensor<3x1x1xbf16>
    %v32 = "stablehlo.reduce_window"(%v17, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v34 = stablehlo.transpose %v17, dims = [1, 0, 2] : (tensor<1x1x1xbf16>) -> tensor<1x1x1xbf16>
    %v35 = "stablehlo.clamp"(%low, %v34, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v36 = stablehlo.broadcast_in_dim %v15, dims = [1, 2, 3] : (tensor<1x1x1xbf16>) -> tensor<3x0x3x2xbf16>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<bf16>, tensor<3x0x3x2xbf16>, tensor<bf16>) -> tensor<3x0x3x2xbf16>
    %v38 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<3x0x2xbf16>
    %v39 = stablehlo.iota dim = 0 : tensor<3x0x2xbf16>
    %v40 = stablehlo.add %v38, %v39 : tensor<3x0x2xbf16>
    %v41 = stablehlo.iota dim = 1 : tensor<3x0x2xbf16>
    %v42 = stablehlo.add %v40, %v41 : tensor<3x0x2xbf16>
    %v43 = stablehlo.iota dim = 2 : tensor<3x0x2xbf16>
    %v44 = stablehlo.add %v42, %v43 : tensor<3x0x2xbf16>
    %v45 = stablehlo.dot_general %v37, %v44, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<3x0x3x2xbf16>, tensor<3x0x2xbf16>) -> tensor<3x3x2x2xbf16>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<bf16>, tensor<3x3x2x2xbf16>, tensor<bf16>) -> tensor<3x3x2x2xbf16>
    %v47 = "stablehlo.reduce_window"(%v44, %zero) <{padding = dense<[[2, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 3, 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<3x0x2xbf16>, tensor<bf16>) -> tensor<3x0x2xbf16>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<bf16>, tensor<3x0x2xbf16>, tensor<bf16>) -> tensor<3x0x2xbf16>
    %v49 = stablehlo.concatenate %v37, dim = 1 : (tensor<3x0x3x2xbf16>) -> tensor<3x0x3x2xbf16>
    %v50 = "stablehlo.clamp"(%low, %v49, %high) : (tensor<bf16>, tensor<3x0x3x2xbf16>, tensor<bf16>) -> tensor<3x0x3x2xbf16>
    %v51 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2x1x1xbf16>
    %v52 = stablehlo.iota dim = 0 : tensor<2x1x1xbf16>
    %v53 = stablehlo.add %v51, %v52 : tensor<2x1x1xbf16>
    %v54 = stablehlo.iota dim = 1 : tensor<2x1x1xbf16>
    %v55 = stablehlo.add %v53, %v54 : tensor<2x1x1xbf16>
    %v56 = stablehlo.iota dim = 2 : tensor<2x1x1xbf16>
    %v57 = stablehlo.add %v55, %v56 : tensor<2x1x1xbf16>
    %v58 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v59 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v60 = stablehlo.add %v58, %v59 : tensor<2x1xi32>
    %v61 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v62 = stablehlo.add %v60, %v61 : tensor<2x1xi32>
    %v63 = "stablehlo.scatter"(%v35, %v62, %v57) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x1xbf16>, tensor<2x1xi32>, tensor<2x1x1xbf16>) -> tensor<1x1x1xbf16>
    %v64 = "stablehlo.clamp"(%low, %v63, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v65 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0x0xbf16>
    %v66 = stablehlo.iota dim = 0 : tensor<0x0x0xbf16>
    %v67 = stablehlo.add %v65, %v66 : tensor<0x0x0xbf16>
    %v68 = stablehlo.iota dim = 1 : tensor<0x0x0xbf16>
    %v69 = stablehlo.add %v67, %v68 : tensor<0x0x0xbf16>
    %v70 = stablehlo.iota dim = 2 : tensor<0x0x0xbf16>
    %v71 = stablehlo.add %v69, %v70 : tensor<0x0x0xbf16>
    %v72 = "stablehlo.select_and_scatter"(%v64, %v71, %zero) <{window_dimensions = array<i64: 3, 2, 3>, window_strides = array<i64: 1, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x1xbf16>, tensor<0x0x0xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v73 = "stablehlo.clamp"(%low, %v72, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v74 = stablehlo.broadcast_in_dim %v71, dims = [0, 1, 3] : (tensor<0x0x0xbf16>) -> tensor<0x0x1x0xbf16>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<bf16>, tensor<0x0x1x0xbf16>, tensor<bf16>) -> tensor<0x0x1x0xbf16>
    %v76 = stablehlo.transpose %v73, dims = [0, 2, 1] : (tensor<1x1x1xbf16>) -> tensor<1x1x1xbf16>
    %v77 = "stablehlo.clamp"(%low, %v76, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v78 = stablehlo.broadcast_in_dim %v75, dims = [0, 1, 2, 3] : (tensor<0x0x1x0xbf16>) -> tensor<0x0x1x0xbf16>
    %v79 = "stablehlo.clamp"(%low, %v78, %high) : (tensor<bf16>, tensor<0x0x1x0xbf16>, tensor<bf16>) -> tensor<0x0x1x0xbf16>
    %v80 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x0xbf16>
    %v81 = stablehlo.iota dim = 0 : tensor<0x0xbf16>
    %v82 = stablehlo.add %v80, %v81 : tensor<0x0xbf16>
    %v83 = stablehlo.iota dim = 1 : tensor<0x0xbf16>
    %v84 = stablehlo.add %v82, %v83 : tensor<0x0xbf16>
    %v85 = stablehlo.dot_general %v79, %v84, contracting_dims = [0, 3] x [0, 1] : (tensor<0x0x1x0xbf16>, tensor<0x0xbf16>) -> tensor<0x1xbf16>
    %v86 = "stablehlo.clamp"(%low, %v85, %high) : (tensor<bf16>, tensor<0x1xbf16>, tensor<bf16>) -> tensor<0x1xbf16>
    %v87 = "stablehlo.reduce_window"(%v77, %zero) <{padding = dense<[[1, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 3, 1, 3>, window_strides = array<i64: 2, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<0x1x0xbf16>
    %v88 = "stablehlo.clamp"(%low, %v87, %high) : (tensor<bf16>, tensor<0x1x0xbf16>, tensor<bf16>) -> tensor<0x1x0xbf16>
    %v89 = "stablehlo.reduce_window"(%v84, %zero) <{padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x0xbf16>, tensor<bf16>) -> tensor<1x0xbf16>
    %v90 = "stablehlo.clamp"(%low, %v89, %high) : (tensor<bf16>, tensor<1x0xbf16>, tensor<bf16>) -> tensor<1x0xbf16>
    %v91 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x1xbf16>
    %v92 = stablehlo.iota dim = 0 : tensor<1x1x1xbf16>
    %v93 = stablehlo.add %v91, %v92 : tensor<1x1x1xbf16>
    %v94 = stablehlo.iota dim = 1 : tensor<1x1x1xbf16>
    %v95 = stablehlo.add %v93, %v94 : tensor<1x1x1xbf16>
    %v96 = stablehlo.iota dim = 2 : tensor<1x1x1xbf16>
    %v97 = stablehlo.add %v95, %v96 : tensor<1x1x1xbf16>
    %v98 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v99 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v100 = stablehlo.add %v98, %v99 : tensor<1x1xi32>
    %v101 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v102 = stablehlo.add %v100, %v101 : tensor<1x1xi32>
    %v103 = "stablehlo.scatter"(%v77, %v102, %v97) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x1xbf16>, tensor<1x1xi32>, tensor<1x1x1xbf16>) -> tensor<1x1x1xbf16>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v105 = "stablehlo.reduce_window"(%v86, %zero) <{padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0x1xbf16>, tensor<bf16>) -> tensor<0x1xbf16>
    %v106 = "stablehlo.clamp"(%low, %v105, %high) : (tensor<bf16>, tensor<0x1xbf16>, tensor<bf16>) -> tensor<0x1xbf16>
    %v107 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x0xbf16>
    %v108 = stablehlo.iota dim = 0 : tensor<1x0xbf16>
    %v109 = stablehlo.add %v107, %v108 : tensor<1x0xbf16>
    %v110 = stablehlo.iota dim = 1 : tensor<1x0xbf16>
    %v111 = stablehlo.add %v109, %v110 : tensor<1x0xbf16>
    %v112 = stablehlo.add %v90, %v111 : (tensor<1x0xbf16>, tensor<1x0xbf16>) -> tensor<1x0xbf16>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<bf16>, tensor<1x0xbf16>, tensor<bf16>) -> tensor<1x0xbf16>
    %v114 = stablehlo.transpose %v97, dims = [2, 1, 0] : (tensor<1x1x1xbf16>) -> tensor<1x1x1xbf16>
    %v115 = "stablehlo.clamp"(%low, %v114, %high) : (tensor<bf16>, tensor<1x1x1xbf16>, tensor<bf16>) -> tensor<1x1x1xbf16>
    %v116 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1xbf16>
    %v117 = stablehlo.iota dim = 0 : tensor<1x1xbf16>
    %v118 = stablehlo.add %v116, %v117 : tensor<1x1xbf16>
    %v119 = stablehlo.iota dim = 1 : tensor<1x1xbf16>
    %v120 = stablehlo.add %v118, %v119 : tensor<1x1xbf16>
    %v121 = stablehlo.dot_general %v115, %v120, contracting_dims = [2, 0] x [0, 1] : (tensor<1x1x1xbf16>, tensor<1x1xbf16>) -> tensor<1xbf16>
    %v122 = "stablehlo.clamp"(%low, %v121, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v123 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1x1x1x0xbf16>
    %v124 = stablehlo.iota dim = 0 : tensor<1x1x1x0xbf16>
    %v125 = stablehlo.add %v123, %v124 : tensor<1x1x1x0xbf16>
    %v126 = stablehlo.iota dim = 1 : tensor<1x1x1x0xbf16>
    %v127 = stablehlo.add %v125, %v126 : tensor<1x1x1x0xbf16>
    %v128 = stablehlo.iota dim = 2 : tensor<1x1x1x0xbf16>
    %v129 = stablehlo.add %v127, %v128 : tensor<1x1x1x0xbf16>
    %v130 = stablehlo.iota dim = 3 : tensor<1x1x1x0xbf16>
    %v131 = stablehlo.add %v129, %v130 : tensor<1x1x1x0xbf16>
    %v132 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<2x2x0x2xbf16>
    %v133 = stablehlo.iota dim = 0 : tensor<2x2x0x2xbf16>
    %v134 = stablehlo.add %v132, %v133 : tensor<2x2x0x2xbf16>
    %v135 = stablehlo.iota dim = 1 : tensor<2x2x0x2xbf16>
    %v136 = stablehlo.add %v134, %v135 : tensor<2x2x0x2xbf16>
    %v137 = stablehlo.iota dim = 2 : tensor<2x2x0x2xbf16>
    %v138 = stablehlo.add %v136, %v137 : tensor<2x2x0x2xbf16>
    %v139 = stablehlo.iota dim = 3 : tensor<2x2x0x2xbf16>
    %v140 = stablehlo.add %v138, %v139 : tensor<2x2x0x2xbf16>
    %v141 = stablehlo.convolution(%v131, %v140) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x0xbf16>, tensor<2x2x0x2xbf16>) -> tensor<1x1x0x2xbf16>
    %v142 = "stablehlo.clamp"(%low, %v141, %high) : (tensor<bf16>, tensor<1x1x0x2xbf16>, tensor<bf16>) -> tensor<1x1x0x2xbf16>
    %v143 = stablehlo.pad %v120, %high, low = [1, 0], high = [0, 0], interior = [1, 1] : (tensor<1x1xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
    %v144 = "stablehlo.clamp"(%low, %v143, %high) : (tensor<bf16>, tensor<2x1xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
    %v145 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0x1x0x0xbf16>
    %v146 = stablehlo.iota dim = 0 : tensor<0x1x0x0xbf16>
    %v147 = stablehlo.add %v145, %v146 : tensor<0x1x0x0xbf16>
    %v148 = stablehlo.iota dim = 1 : tensor<0x1x0x0xbf16>
    %v149 = stablehlo.add %v147, %v148 : tensor<0x1x0x0xbf16>
    %v150 = stablehlo.iota dim = 2 : tensor<0x1x0x0xbf16>
    %v151 = stablehlo.add %v149, %v150 : tensor<0x1x0x0xbf16>
    %v152 = stablehlo.iota dim = 3 : tensor<0x1x0x0xbf16>
    %v153 = stablehlo.add %v151, %v152 : tensor<0x1x0x0xbf16>
    %v154 = "stablehlo.select_and_scatter"(%v131, %v153, %zero) <{window_dimensions = array<i64: 3, 1, 3, 2>, window_strides = array<i64: 2, 1, 1, 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1x1x1x0xbf16>, tensor<0x1x0x0xbf16>, tensor<bf16>) -> tensor<1x1x1x0xbf16>
    %v155 = "stablehlo.clamp"(%low, %v154, %high) : (tensor<bf16>, tensor<1x1x1x0xbf16>, tensor<bf16>) -> tensor<1x1x1x0xbf16>
    %v156 = stablehlo.reshape %v4 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v157 = stablehlo.reshape %v11 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v158 = stablehlo.reshape %v15 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v159 = stablehlo.reshape %v17 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v160 = stablehlo.reshape %v24 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v161 = stablehlo.reshape %v31 : (tensor<3x1x1xbf16>) -> tensor<3xbf16>
    %v162 = stablehlo.reshape %v33 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v163 = stablehlo.reshape %v35 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v164 = stablehlo.reshape %v37 : (tensor<3x0x3x2xbf16>) -> tensor<0xbf16>
    %v165 = stablehlo.reshape %v44 : (tensor<3x0x2xbf16>) -> tensor<0xbf16>
    %v166 = stablehlo.reshape %v46 : (tensor<3x3x2x2xbf16>) -> tensor<36xbf16>
    %v167 = stablehlo.reshape %v48 : (tensor<3x0x2xbf16>) -> tensor<0xbf16>
    %v168 = stablehlo.reshape %v50 : (tensor<3x0x3x2xbf16>) -> tensor<0xbf16>
    %v169 = stablehlo.reshape %v57 : (tensor<2x1x1xbf16>) -> tensor<2xbf16>
    %v170 = stablehlo.reshape %v64 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v171 = stablehlo.reshape %v71 : (tensor<0x0x0xbf16>) -> tensor<0xbf16>
    %v172 = stablehlo.reshape %v73 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v173 = stablehlo.reshape %v75 : (tensor<0x0x1x0xbf16>) -> tensor<0xbf16>
    %v174 = stablehlo.reshape %v77 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v175 = stablehlo.reshape %v79 : (tensor<0x0x1x0xbf16>) -> tensor<0xbf16>
    %v176 = stablehlo.reshape %v84 : (tensor<0x0xbf16>) -> tensor<0xbf16>
    %v177 = stablehlo.reshape %v86 : (tensor<0x1xbf16>) -> tensor<0xbf16>
    %v178 = stablehlo.reshape %v88 : (tensor<0x1x0xbf16>) -> tensor<0xbf16>
    %v179 = stablehlo.reshape %v90 : (tensor<1x0xbf16>) -> tensor<0xbf16>
    %v180 = stablehlo.reshape %v97 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v181 = stablehlo.reshape %v104 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v182 = stablehlo.reshape %v106 : (tensor<0x1xbf16>) -> tensor<0xbf16>
    %v183 = stablehlo.reshape %v111 : (tensor<1x0xbf16>) -> tensor<0xbf16>
    %v184 = stablehlo.reshape %v113 : (tensor<1x0xbf16>) -> tensor<0xbf16>
    %v185 = stablehlo.reshape %v115 : (tensor<1x1x1xbf16>) -> tensor<1xbf16>
    %v186 = stablehlo.reshape %v120 : (tensor<1x1xbf16>) -> tensor<1xbf16>
    %v187 = stablehlo.reshape %v122 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v188 = stablehlo.reshape %v131 : (tensor<1x1x1x0xbf16>) -> tensor<0xbf16>
    %v189 = stablehlo.reshape %v140 : (tensor<2x2x0x2xbf16>) -> tensor<0xbf16>
    %v190 = stablehlo.reshape %v142 : (tensor<1x1x0x2xbf16>) -> tensor<0xbf16>
    %v191 = stablehlo.reshape %v144 : (tensor<2x1xbf16>) -> tensor<2xbf16>
    %v192 = stablehlo.reshape %v153 : (tensor<0x1x0x0xbf16>) -> tensor<0xbf16>
    %v193 = stablehlo.reshape %v155 : (tensor<1x1x1x0xbf16>) -> tensor<0xbf16>
    %v194 = stablehlo.concatenate %v156, %v157, %v158, %v159, %v160, %v161, %v162, %v163, %v164, %v165, %v166, %v167, %v168, %v169, %v170, %v171, %v172, %v173, %v174, %v175, %v176, %v177, %v178, %v179, %v180, %v181, %v182, %v183, %v184, %v185, %v186, %v187, %v188, %v189, %v190, %v191, %v192, %v193, dim = 0 : (tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<3xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<36xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<2xbf16>, tensor<0xbf16>, tensor<0xbf16>) -> tensor<58xbf16>
    return %v155, %v17, %v31, %v194 : tensor<1x1x1x0xbf16>, tensor<1x1x1xbf16>, tensor<3x1x1xbf16>, tensor<58xbf16>
  }
}
