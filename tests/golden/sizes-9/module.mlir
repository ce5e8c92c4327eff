module @case {
  func.func public @main(%arg0: tensor<3x1x0xi32>, %arg1: tensor<2x2xi32>, %arg2: tensor<3x2x3xi32>) -> (tensor<3x3x2x2xi32>, tensor<1x2xi32>, tensor<3x3x2x2xi32>, tensor<525xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x2x3xi32>
    %v4 = stablehlo.iota dim = 0 : tensor<3x2x3xi32>
    %v5 = stablehlo.add %v3, %v4 : tensor<3x2x3xi32>
    %v6 = stablehlo.iota dim = 1 : tensor<3x2x3xi32>
    %v7 = stablehlo.add %v5, %v6 : tensor<3x2x3xi32>
    %v8 = stablehlo.iota dim = 2 : tensor<3x2x3xi32>
    %v9 = stablehlo.add %v7, %v8 : tensor<3x2x3xi32>
    %v10 = stablehlo.constant dense<0> : tensor<i32>
    %w10:3 = stablehlo.while(%i = %v10, %a = %arg2, %b = %v9) : tensor<i32>, tensor<3x2x3xi32>, tensor<3x2x3xi32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<3x2x3xi32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<3x2x3xi32>, tensor<3x2x3xi32>
}
    %v12 = "stablehlo.clamp"(%low, %w10#2, %high) : (tensor<i32>, tensor<3x2x3xi32>, tensor<i32>) -> tensor<3x2x3xi32>
    %v13 = "stablehlo.clamp"(%low, %v12, %high) : (tensor<i32>, tensor<3x2x3xi32>, tensor<i32>) -> tensor<3x2x3xi32>
    %v14 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
    %v15 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %v16 = stablehlo.add %v14, %v15 : tensor<2x2xi32>
    %v17 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %v18 = stablehlo.add %v16, %v17 : tensor<2x2xi32>
    %v19 = stablehlo.constant dense<0> : tensor<i32>
    %w19:3 = stablehlo.while(%i = %v19, %a = %arg1, %b = %v18) : tensor<i32>, tensor<2x2xi32>, tensor<2x2xi32>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<2x2xi32>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<2x2xi32>, tensor<2x2xi32>
}
    %v21 = "stablehlo.clamp"(%low, %w19#2, %high) : (tensor<i32>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<i32>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v23 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v24 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v25 = stablehlo.add %v23, %v24 : tensor<1x1xi32>
    %v26 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v27 = stablehlo.add %v25, %v26 : tensor<1x1xi32>
    %v28 = "stablehlo.gather"(%v18, %v27) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x2xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<i32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x2xi32>
    %v30 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
    %v31 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %v32 = stablehlo.add %v30, %v31 : tensor<2x2xi32>
    %v33 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %v34 = stablehlo.add %v32, %v33 : tensor<2x2xi32>
    %v35 = stablehlo.constant dense<-1> : tensor<i32>
    %v36 = stablehlo.constant dense<2> : tensor<i32>
    %v37 = stablehlo.dynamic_update_slice %v22, %v34, %v35, %v36 : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
    %v38 = "stablehlo.clamp"(%low, %v37, %high) : (tensor<i32>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v39 = stablehlo.broadcast_in_dim %v38, dims = [2, 3] : (tensor<2x2xi32>) -> tensor<3x3x2x2xi32>
    %v40 = "stablehlo.clamp"(%low, %v39, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v41 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x1x1x2xi32>
    %v42 = stablehlo.iota dim = 0 : tensor<0x1x1x2xi32>
    %v43 = stablehlo.add %v41, %v42 : tensor<0x1x1x2xi32>
    %v44 = stablehlo.iota dim = 1 : tensor<0x1x1x2xi32>
    %v45 = stablehlo.add %v43, %v44 : tensor<0x1x1x2xi32>
    %v46 = stablehlo.iota dim = 2 : tensor<0x1x1x2xi32>
    %v47 = stablehlo.add %v45, %v46 : tensor<0x1x1x2xi32>
    %v48 = stablehlo.iota dim = 3 : tensor<0x1x1x2xi32>
    %v49 = stablehlo.add %v47, %v48 : tensor<0x1x1x2xi32>
    %v50 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x2x2x0xi32>
    %v51 = stablehlo.iota dim = 0 : tensor<2x2x2x0xi32>
    %v52 = stablehlo.add %v50, %v51 : tensor<2x2x2x0xi32>
    %v53 = stablehlo.iota dim = 1 : tensor<2x2x2x0xi32>
    %v54 = stablehlo.add %v52, %v53 : tensor<2x2x2x0xi32>
    %v55 = stablehlo.iota dim = 2 : tensor<2x2x2x0xi32>
    %v56 = stablehlo.add %v54, %v55 : tensor<2x2x2x0xi32>
    %v57 = stablehlo.iota dim = 3 : tensor<2x2x2x0xi32>
    %v58 = stablehlo.add %v56, %v57 : tensor<2x2x2x0xi32>
    %v59 = stablehlo.convolution(%v49, %v58) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x1x1x2xi32>, tensor<2x2x2x0xi32>) -> tensor<0x2x0x0xi32>
    %v60 = "stablehlo.clamp"(%low, %v59, %high) : (tensor<i32>, tensor<0x2x0x0xi32>, tensor<i32>) -> tensor<0x2x0x0xi32>
    %v61 = stablehlo.constant dense<-1> : tensor<i32>
    %v62 = stablehlo.constant dense<-1> : tensor<i32>
    %v63 = stablehlo.dynamic_slice %v34, %v61, %v62, sizes = [1, 2] : (tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
    %v64 = "stablehlo.clamp"(%low, %v63, %high) : (tensor<i32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x2xi32>
    %v65 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x1x1x1xi32>
    %v66 = stablehlo.iota dim = 0 : tensor<2x1x1x1xi32>
    %v67 = stablehlo.add %v65, %v66 : tensor<2x1x1x1xi32>
    %v68 = stablehlo.iota dim = 1 : tensor<2x1x1x1xi32>
    %v69 = stablehlo.add %v67, %v68 : tensor<2x1x1x1xi32>
    %v70 = stablehlo.iota dim = 2 : tensor<2x1x1x1xi32>
    %v71 = stablehlo.add %v69, %v70 : tensor<2x1x1x1xi32>
    %v72 = stablehlo.iota dim = 3 : tensor<2x1x1x1xi32>
    %v73 = stablehlo.add %v71, %v72 : tensor<2x1x1x1xi32>
    %v74 = "stablehlo.select_and_scatter"(%v40, %v73, %zero) <{window_dimensions = array<i64: 1, 2, 1, 2>, window_strides = array<i64: 2, 2, 2, 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<3x3x2x2xi32>, tensor<2x1x1x1xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v75 = "stablehlo.clamp"(%low, %v74, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v76 = stablehlo.abs %v64 : (tensor<1x2xi32>) -> tensor<1x2xi32>
    %v77 = "stablehlo.clamp"(%low, %v76, %high) : (tensor<i32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x2xi32>
    %v78 = stablehlo.reduce(%v77 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<1x2xi32>, tensor<i32>) -> tensor<2xi32>
    %v79 = "stablehlo.clamp"(%low, %v78, %high) : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %v80 = stablehlo.pad %v77, %high, low = [1, 1], high = [0, 2], interior = [1, 0] : (tensor<1x2xi32>, tensor<i32>) -> tensor<2x5xi32>
    %v81 = "stablehlo.clamp"(%low, %v80, %high) : (tensor<i32>, tensor<2x5xi32>, tensor<i32>) -> tensor<2x5xi32>
    %v82 = stablehlo.reduce(%v79 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %v83 = "stablehlo.clamp"(%low, %v82, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v84 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x3x2x2xi32>
    %v85 = stablehlo.iota dim = 0 : tensor<3x3x2x2xi32>
    %v86 = stablehlo.add %v84, %v85 : tensor<3x3x2x2xi32>
    %v87 = stablehlo.iota dim = 1 : tensor<3x3x2x2xi32>
    %v88 = stablehlo.add %v86, %v87 : tensor<3x3x2x2xi32>
    %v89 = stablehlo.iota dim = 2 : tensor<3x3x2x2xi32>
    %v90 = stablehlo.add %v88, %v89 : tensor<3x3x2x2xi32>
    %v91 = stablehlo.iota dim = 3 : tensor<3x3x2x2xi32>
    %v92 = stablehlo.add %v90, %v91 : tensor<3x3x2x2xi32>
    %v93 = stablehlo.compare LT, %v75, %v92 : (tensor<3x3x2x2xi32>, tensor<3x3x2x2xi32>) -> tensor<3x3x2x2xi1>
    %v94 = stablehlo.select %v93, %v92, %v75 : tensor<3x3x2x2xi1>, tensor<3x3x2x2xi32>
    %v95 = "stablehlo.clamp"(%low, %v94, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v96 = stablehlo.negate %v83 : (tensor<i32>) -> tensor<i32>
    %v97 = "stablehlo.clamp"(%low, %v96, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v98 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x3x2x2xi32>
    %v99 = stablehlo.iota dim = 0 : tensor<1x3x2x2xi32>
    %v100 = stablehlo.add %v98, %v99 : tensor<1x3x2x2xi32>
    %v101 = stablehlo.iota dim = 1 : tensor<1x3x2x2xi32>
    %v102 = stablehlo.add %v100, %v101 : tensor<1x3x2x2xi32>
    %v103 = stablehlo.iota dim = 2 : tensor<1x3x2x2xi32>
    %v104 = stablehlo.add %v102, %v103 : tensor<1x3x2x2xi32>
    %v105 = stablehlo.iota dim = 3 : tensor<1x3x2x2xi32>
    %v106 = stablehlo.add %v104, %v105 : tensor<1x3x2x2xi32>
    %v107 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v108 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v109 = stablehlo.add %v107, %v108 : tensor<1x1xi32>
    %v110 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v111 = stablehlo.add %v109, %v110 : tensor<1x1xi32>
    %v112 = "stablehlo.scatter"(%v95, %v111, %v106) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<3x3x2x2xi32>, tensor<1x1xi32>, tensor<1x3x2x2xi32>) -> tensor<3x3x2x2xi32>
    %v113 = "stablehlo.clamp"(%low, %v112, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v114 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v115 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v116 = stablehlo.add %v114, %v115 : tensor<1x1xi32>
    %v117 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v118 = stablehlo.add %v116, %v117 : tensor<1x1xi32>
    %v119 = "stablehlo.gather"(%v106, %v118) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3, 1, 2>}> : (tensor<1x3x2x2xi32>, tensor<1x1xi32>) -> tensor<1x1x3x2xi32>
    %v120 = "stablehlo.clamp"(%low, %v119, %high) : (tensor<i32>, tensor<1x1x3x2xi32>, tensor<i32>) -> tensor<1x1x3x2xi32>
    %v121 = stablehlo.reduce(%v95 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<i32>
    %v122 = "stablehlo.clamp"(%low, %v121, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v123 = stablehlo.reshape %v95 : (tensor<3x3x2x2xi32>) -> tensor<3x3x2x2x1xi32>
    %v124 = "stablehlo.clamp"(%low, %v123, %high) : (tensor<i32>, tensor<3x3x2x2x1xi32>, tensor<i32>) -> tensor<3x3x2x2x1xi32>
    %v125 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3x3x2x2xi32>
    %v126 = stablehlo.iota dim = 0 : tensor<3x3x2x2xi32>
    %v127 = stablehlo.add %v125, %v126 : tensor<3x3x2x2xi32>
    %v128 = stablehlo.iota dim = 1 : tensor<3x3x2x2xi32>
    %v129 = stablehlo.add %v127, %v128 : tensor<3x3x2x2xi32>
    %v130 = stablehlo.iota dim = 2 : tensor<3x3x2x2xi32>
    %v131 = stablehlo.add %v129, %v130 : tensor<3x3x2x2xi32>
    %v132 = stablehlo.iota dim = 3 : tensor<3x3x2x2xi32>
    %v133 = stablehlo.add %v131, %v132 : tensor<3x3x2x2xi32>
    %v134 = stablehlo.compare LT, %v95, %v133 : (tensor<3x3x2x2xi32>, tensor<3x3x2x2xi32>) -> tensor<3x3x2x2xi1>
    %v135 = stablehlo.select %v134, %v133, %v95 : tensor<3x3x2x2xi1>, tensor<3x3x2x2xi32>
    %v136 = "stablehlo.clamp"(%low, %v135, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v137 = stablehlo.broadcast_in_dim %v113, dims = [0, 1, 2, 3] : (tensor<3x3x2x2xi32>) -> tensor<3x3x2x2xi32>
    %v138 = "stablehlo.clamp"(%low, %v137, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v139 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x3x2x2xi32>
    %v140 = stablehlo.iota dim = 0 : tensor<2x3x2x2xi32>
    %v141 = stablehlo.add %v139, %v140 : tensor<2x3x2x2xi32>
    %v142 = stablehlo.iota dim = 1 : tensor<2x3x2x2xi32>
    %v143 = stablehlo.add %v141, %v142 : tensor<2x3x2x2xi32>
    %v144 = stablehlo.iota dim = 2 : tensor<2x3x2x2xi32>
    %v145 = stablehlo.add %v143, %v144 : tensor<2x3x2x2xi32>
    %v146 = stablehlo.iota dim = 3 : tensor<2x3x2x2xi32>
    %v147 = stablehlo.add %v145, %v146 : tensor<2x3x2x2xi32>
    %v148 = stablehlo.constant dense<0> : tensor<2x1xi32>
    %v149 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v150 = stablehlo.add %v148, %v149 : tensor<2x1xi32>
    %v151 = stablehlo.iota dim = 1 : tensor<2x1xi32>
    %v152 = stablehlo.add %v150, %v151 : tensor<2x1xi32>
    %v153 = "stablehlo.scatter"(%v113, %v152, %v147) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<3x3x2x2xi32>, tensor<2x1xi32>, tensor<2x3x2x2xi32>) -> tensor<3x3x2x2xi32>
    %v154 = "stablehlo.clamp"(%low, %v153, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v155 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x3x2x2xi32>
    %v156 = stablehlo.iota dim = 0 : tensor<0x3x2x2xi32>
    %v157 = stablehlo.add %v155, %v156 : tensor<0x3x2x2xi32>
    %v158 = stablehlo.iota dim = 1 : tensor<0x3x2x2xi32>
    %v159 = stablehlo.add %v157, %v158 : tensor<0x3x2x2xi32>
    %v160 = stablehlo.iota dim = 2 : tensor<0x3x2x2xi32>
    %v161 = stablehlo.add %v159, %v160 : tensor<0x3x2x2xi32>
    %v162 = stablehlo.iota dim = 3 : tensor<0x3x2x2xi32>
    %v163 = stablehlo.add %v161, %v162 : tensor<0x3x2x2xi32>
    %v164 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v165 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v166 = stablehlo.add %v164, %v165 : tensor<0x1xi32>
    %v167 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v168 = stablehlo.add %v166, %v167 : tensor<0x1xi32>
    %v169 = "stablehlo.scatter"(%v147, %v168, %v163) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2x3x2x2xi32>, tensor<0x1xi32>, tensor<0x3x2x2xi32>) -> tensor<2x3x2x2xi32>
    %v170 = "stablehlo.clamp"(%low, %v169, %high) : (tensor<i32>, tensor<2x3x2x2xi32>, tensor<i32>) -> tensor<2x3x2x2xi32>
    %v171 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v172 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v173 = stablehlo.add %v171, %v172 : tensor<1x1xi32>
    %v174 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v175 = stablehlo.add %v173, %v174 : tensor<1x1xi32>
    %v176 = "stablehlo.gather"(%v170, %v175) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3, 1, 2>}> : (tensor<2x3x2x2xi32>, tensor<1x1xi32>) -> tensor<1x2x3x2xi32>
    %v177 = "stablehlo.clamp"(%low, %v176, %high) : (tensor<i32>, tensor<1x2x3x2xi32>, tensor<i32>) -> tensor<1x2x3x2xi32>
    %v178 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x3x2x2xi32>
    %v179 = stablehlo.iota dim = 0 : tensor<1x3x2x2xi32>
    %v180 = stablehlo.add %v178, %v179 : tensor<1x3x2x2xi32>
    %v181 = stablehlo.iota dim = 1 : tensor<1x3x2x2xi32>
    %v182 = stablehlo.add %v180, %v181 : tensor<1x3x2x2xi32>
    %v183 = stablehlo.iota dim = 2 : tensor<1x3x2x2xi32>
    %v184 = stablehlo.add %v182, %v183 : tensor<1x3x2x2xi32>
    %v185 = stablehlo.iota dim = 3 : tensor<1x3x2x2xi32>
    %v186 = stablehlo.add %v184, %v185 : tensor<1x3x2x2xi32>
    %v187 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v188 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v189 = stablehlo.add %v187, %v188 : tensor<1x1xi32>
    %v190 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v191 = stablehlo.add %v189, %v190 : tensor<1x1xi32>
    %v192 = "stablehlo.scatter"(%v138, %v191, %v186) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<3x3x2x2xi32>, tensor<1x1xi32>, tensor<1x3x2x2xi32>) -> tensor<3x3x2x2xi32>
    %v193 = "stablehlo.clamp"(%low, %v192, %high) : (tensor<i32>, tensor<3x3x2x2xi32>, tensor<i32>) -> tensor<3x3x2x2xi32>
    %v194 = stablehlo.reshape %v9 : (tensor<3x2x3xi32>) -> tensor<18xi32>
    %v195 = stablehlo.reshape %v13 : (tensor<3x2x3xi32>) -> tensor<18xi32>
    %v196 = stablehlo.reshape %v18 : (tensor<2x2xi32>) -> tensor<4xi32>
    %v197 = stablehlo.reshape %v22 : (tensor<2x2xi32>) -> tensor<4xi32>
    %v198 = stablehlo.reshape %v29 : (tensor<1x2xi32>) -> tensor<2xi32>
    %v199 = stablehlo.reshape %v34 : (tensor<2x2xi32>) -> tensor<4xi32>
    %v200 = stablehlo.reshape %v38 : (tensor<2x2xi32>) -> tensor<4xi32>
    %v201 = stablehlo.reshape %v40 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v202 = stablehlo.reshape %v49 : (tensor<0x1x1x2xi32>) -> tensor<0xi32>
    %v203 = stablehlo.reshape %v58 : (tensor<2x2x2x0xi32>) -> tensor<0xi32>
    %v204 = stablehlo.reshape %v60 : (tensor<0x2x0x0xi32>) -> tensor<0xi32>
    %v205 = stablehlo.reshape %v64 : (tensor<1x2xi32>) -> tensor<2xi32>
    %v206 = stablehlo.reshape %v73 : (tensor<2x1x1x1xi32>) -> tensor<2xi32>
    %v207 = stablehlo.reshape %v75 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v208 = stablehlo.reshape %v77 : (tensor<1x2xi32>) -> tensor<2xi32>
    %v209 = stablehlo.reshape %v79 : (tensor<2xi32>) -> tensor<2xi32>
    %v210 = stablehlo.reshape %v81 : (tensor<2x5xi32>) -> tensor<10xi32>
    %v211 = stablehlo.reshape %v83 : (tensor<i32>) -> tensor<1xi32>
    %v212 = stablehlo.reshape %v92 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v213 = stablehlo.reshape %v95 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v214 = stablehlo.reshape %v97 : (tensor<i32>) -> tensor<1xi32>
    %v215 = stablehlo.reshape %v106 : (tensor<1x3x2x2xi32>) -> tensor<12xi32>
    %v216 = stablehlo.reshape %v113 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v217 = stablehlo.reshape %v120 : (tensor<1x1x3x2xi32>) -> tensor<6xi32>
    %v218 = stablehlo.reshape %v122 : (tensor<i32>) -> tensor<1xi32>
    %v219 = stablehlo.reshape %v133 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v220 = stablehlo.reshape %v136 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v221 = stablehlo.reshape %v138 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v222 = stablehlo.reshape %v147 : (tensor<2x3x2x2xi32>) -> tensor<24xi32>
    %v223 = stablehlo.reshape %v154 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v224 = stablehlo.reshape %v163 : (tensor<0x3x2x2xi32>) -> tensor<0xi32>
    %v225 = stablehlo.reshape %v170 : (tensor<2x3x2x2xi32>) -> tensor<24xi32>
    %v226 = stablehlo.reshape %v177 : (tensor<1x2x3x2xi32>) -> tensor<12xi32>
    %v227 = stablehlo.reshape %v186 : (tensor<1x3x2x2xi32>) -> tensor<12xi32>
    %v228 = stablehlo.reshape %v193 : (tensor<3x3x2x2xi32>) -> tensor<36xi32>
    %v229 = stablehlo.concatenate %v194, %v195, %v196, %v197, %v198, %v199, %v200, %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, %v216, %v217, %v218, %v219, %v220, %v221, %v222, %v223, %v224, %v225, %v226, %v227, %v228, dim = 0 : (tensor<18xi32>, tensor<18xi32>, tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>, tensor<36xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<2xi32>, tensor<2xi32>, tensor<36xi32>, tensor<2xi32>, tensor<2xi32>, tensor<10xi32>, tensor<1xi32>, tensor<36xi32>, tensor<36xi32>, tensor<1xi32>, tensor<12xi32>, tensor<36xi32>, tensor<6xi32>, tensor<1xi32>, tensor<36xi32>, tensor<36xi32>, tensor<36xi32>, tensor<24xi32>, tensor<36xi32>, tensor<0xi32>, tensor<24xi32>, tensor<12xi32>, tensor<12xi32>, tensor<36xi32>) -> tensor<525xi32>
    return %v193, %v29, %v75, %v229 : tensor<3x3x2x2xi32>, tensor<1x2xi32>, tensor<3x3x2x2xi32>, tensor<525xi32>
  }
}
