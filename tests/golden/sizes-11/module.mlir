module @case {
  func.func public @main(%arg0: tensor<i16>, %arg1: tensor<1xi16>) -> (tensor<0x1xi16>, tensor<1xi16>, tensor<3x3x1x1xi16>, tensor<77xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i16>
    %low = stablehlo.constant dense<-8> : tensor<i16>
    %high = stablehlo.constant dense<8> : tensor<i16>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1xi16>
    %v4 = stablehlo.iota dim = 0 : tensor<1xi16>
    %v5 = stablehlo.add %v3, %v4 : tensor<1xi16>
    %v6 = "stablehlo.select_and_scatter"(%arg1, %v5, %zero) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1xi16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v7 = "stablehlo.clamp"(%low, %v6, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v8 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x0x1x0xi16>
    %v9 = stablehlo.iota dim = 0 : tensor<1x0x1x0xi16>
    %v10 = stablehlo.add %v8, %v9 : tensor<1x0x1x0xi16>
    %v11 = stablehlo.iota dim = 1 : tensor<1x0x1x0xi16>
    %v12 = stablehlo.add %v10, %v11 : tensor<1x0x1x0xi16>
    %v13 = stablehlo.iota dim = 2 : tensor<1x0x1x0xi16>
    %v14 = stablehlo.add %v12, %v13 : tensor<1x0x1x0xi16>
    %v15 = stablehlo.iota dim = 3 : tensor<1x0x1x0xi16>
    %v16 = stablehlo.add %v14, %v15 : tensor<1x0x1x0xi16>
    %v17 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x3x0x1xi16>
    %v18 = stablehlo.iota dim = 0 : tensor<3x3x0x1xi16>
    %v19 = stablehlo.add %v17, %v18 : tensor<3x3x0x1xi16>
    %v20 = stablehlo.iota dim = 1 : tensor<3x3x0x1xi16>
    %v21 = stablehlo.add %v19, %v20 : tensor<3x3x0x1xi16>
    %v22 = stablehlo.iota dim = 2 : tensor<3x3x0x1xi16>
    %v23 = stablehlo.add %v21, %v22 : tensor<3x3x0x1xi16>
    %v24 = stablehlo.iota dim = 3 : tensor<3x3x0x1xi16>
    %v25 = stablehlo.add %v23, %v24 : tensor<3x3x0x1xi16>
    %v26 = stablehlo.convolution(%v16, %v25) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x1x0xi16>, tensor<3x3x0x1xi16>) -> tensor<1x0x0x1xi16>
    %v27 = "stablehlo.clamp"(%low, %v26, %high) : (tensor<i16>, tensor<1x0x0x1xi16>, tensor<i16>) -> tensor<1x0x0x1xi16>
    %v28 = "stablehlo.reduce_window"(%v27, %zero) <{padding = dense<[[1, 1], [1, 1], [1, 1], [1, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 1, 2>, window_strides = array<i64: 2, 1, 2, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x0x0x1xi16>, tensor<i16>) -> tensor<2x0x1x1xi16>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<i16>, tensor<2x0x1x1xi16>, tensor<i16>) -> tensor<2x0x1x1xi16>
    %v30 = stablehlo.transpose %v7, dims = [0] : (tensor<1xi16>) -> tensor<1xi16>
    %v31 = "stablehlo.clamp"(%low, %v30, %high) : (tensor<i16>, tensor<1xi16>, tensor<i16>) -> tensor<1xi16>
    %v32 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x0x1x1xi16>
    %v33 = stablehlo.iota dim = 0 : tensor<1x0x1x1xi16>
    %v34 = stablehlo.add %v32, %v33 : tensor<1x0x1x1xi16>
    %v35 = stablehlo.iota dim = 1 : tensor<1x0x1x1xi16>
    %v36 = stablehlo.add %v34, %v35 : tensor<1x0x1x1xi16>
    %v37 = stablehlo.iota dim = 2 : tensor<1x0x1x1xi16>
    %v38 = stablehlo.add %v36, %v37 : tensor<1x0x1x1xi16>
    %v39 = stablehlo.iota dim = 3 : tensor<1x0x1x1xi16>
    %v40 = stablehlo.add %v38, %v39 : tensor<1x0x1x1xi16>
    %v41 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v42 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v43 = stablehlo.add %v41, %v42 : tensor<1x1xi32>
    %v44 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v45 = stablehlo.add %v43, %v44 : tensor<1x1xi32>
    %v46 = "stablehlo.scatter"(%v29, %v45, %v40) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<2x0x1x1xi16>, tensor<1x1xi32>, tensor<1x0x1x1xi16>) -> tensor<2x0x1x1xi16>
    %v47 = "stablehlo.clamp"(%low, %v46, %high) : (tensor<i16>, tensor<2x0x1x1xi16>, tensor<i16>) -> tensor<2x0x1x1xi16>
    %v48 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x0x1x1xi16>
    %v49 = stablehlo.iota dim = 0 : tensor<2x0x1x1xi16>
    %v50 = stablehlo.add %v48, %v49 : tensor<2x0x1x1xi16>
    %v51 = stablehlo.iota dim = 1 : tensor<2x0x1x1xi16>
    %v52 = stablehlo.add %v50, %v51 : tensor<2x0x1x1xi16>
    %v53 = stablehlo.iota dim = 2 : tensor<2x0x1x1xi16>
    %v54 = stablehlo.add %v52, %v53 : tensor<2x0x1x1xi16>
    %v55 = stablehlo.iota dim = 3 : tensor<2x0x1x1xi16>
    %v56 = stablehlo.add %v54, %v55 : tensor<2x0x1x1xi16>
    %v57 = stablehlo.constant dense<0> : tensor<i32>
    %w57:3 = stablehlo.while(%i = %v57, %a = %v29, %b = %v56) : tensor<i32>, tensor<2x0x1x1xi16>, tensor<2x0x1x1xi16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<2x0x1x1xi16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<2x0x1x1xi16>, tensor<2x0x1x1xi16>
}
    %v59 = "stablehlo.clamp"(%low, %w57#2, %high) : (tensor<i16>, tensor<2x0x1x1xi16>, tensor<i16>) -> tensor<2x0x1x1xi16>
    %v60 = "stablehlo.clamp"(%low, %v59, %high) : (tensor<i16>, tensor<2x0x1x1xi16>, tensor<i16>) -> tensor<2x0x1x1xi16>
    %v61 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x2x1x1xi16>
    %v62 = stablehlo.iota dim = 0 : tensor<1x2x1x1xi16>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x2x1x1xi16>
    %v64 = stablehlo.iota dim = 1 : tensor<1x2x1x1xi16>
    %v65 = stablehlo.add %v63, %v64 : tensor<1x2x1x1xi16>
    %v66 = stablehlo.iota dim = 2 : tensor<1x2x1x1xi16>
    %v67 = stablehlo.add %v65, %v66 : tensor<1x2x1x1xi16>
    %v68 = stablehlo.iota dim = 3 : tensor<1x2x1x1xi16>
    %v69 = stablehlo.add %v67, %v68 : tensor<1x2x1x1xi16>
    %v70 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x3x1x1xi16>
    %v71 = stablehlo.iota dim = 0 : tensor<3x3x1x1xi16>
    %v72 = stablehlo.add %v70, %v71 : tensor<3x3x1x1xi16>
    %v73 = stablehlo.iota dim = 1 : tensor<3x3x1x1xi16>
    %v74 = stablehlo.add %v72, %v73 : tensor<3x3x1x1xi16>
    %v75 = stablehlo.iota dim = 2 : tensor<3x3x1x1xi16>
    %v76 = stablehlo.add %v74, %v75 : tensor<3x3x1x1xi16>
    %v77 = stablehlo.iota dim = 3 : tensor<3x3x1x1xi16>
    %v78 = stablehlo.add %v76, %v77 : tensor<3x3x1x1xi16>
    %v79 = stablehlo.convolution(%v69, %v78) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1x1xi16>, tensor<3x3x1x1xi16>) -> tensor<1x1x0x1xi16>
    %v80 = "stablehlo.clamp"(%low, %v79, %high) : (tensor<i16>, tensor<1x1x0x1xi16>, tensor<i16>) -> tensor<1x1x0x1xi16>
    %v81 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x0x1x1xi16>
    %v82 = stablehlo.iota dim = 0 : tensor<2x0x1x1xi16>
    %v83 = stablehlo.add %v81, %v82 : tensor<2x0x1x1xi16>
    %v84 = stablehlo.iota dim = 1 : tensor<2x0x1x1xi16>
    %v85 = stablehlo.add %v83, %v84 : tensor<2x0x1x1xi16>
    %v86 = stablehlo.iota dim = 2 : tensor<2x0x1x1xi16>
    %v87 = stablehlo.add %v85, %v86 : tensor<2x0x1x1xi16>
    %v88 = stablehlo.iota dim = 3 : tensor<2x0x1x1xi16>
    %v89 = stablehlo.add %v87, %v88 : tensor<2x0x1x1xi16>
    %v90 = stablehlo.maximum %v47, %v89 : (tensor<2x0x1x1xi16>, tensor<2x0x1x1xi16>) -> tensor<2x0x1x1xi16>
    %v91 = "stablehlo.clamp"(%low, %v90, %high) : (tensor<i16>, tensor<2x0x1x1xi16>, tensor<i16>) -> tensor<2x0x1x1xi16>
    %v92 = stablehlo.reverse %v78, dims = [0] : tensor<3x3x1x1xi16>
    %v93 = "stablehlo.clamp"(%low, %v92, %high) : (tensor<i16>, tensor<3x3x1x1xi16>, tensor<i16>) -> tensor<3x3x1x1xi16>
    %v94 = stablehlo.reshape %v93 : (tensor<3x3x1x1xi16>) -> tensor<9xi16>
    %v95 = "stablehlo.clamp"(%low, %v94, %high) : (tensor<i16>, tensor<9xi16>, tensor<i16>) -> tensor<9xi16>
    %v96 = stablehlo.transpose %v91, dims = [0, 3, 1, 2] : (tensor<2x0x1x1xi16>) -> tensor<2x1x0x1xi16>
    %v97 = "stablehlo.clamp"(%low, %v96, %high) : (tensor<i16>, tensor<2x1x0x1xi16>, tensor<i16>) -> tensor<2x1x0x1xi16>
    %v98 = stablehlo.reduce(%v80 init: %zero) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x1x0x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v99 = "stablehlo.clamp"(%low, %v98, %high) : (tensor<i16>, tensor<1x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v100 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<3x2x1x1xi16>
    %v101 = stablehlo.iota dim = 0 : tensor<3x2x1x1xi16>
    %v102 = stablehlo.add %v100, %v101 : tensor<3x2x1x1xi16>
    %v103 = stablehlo.iota dim = 1 : tensor<3x2x1x1xi16>
    %v104 = stablehlo.add %v102, %v103 : tensor<3x2x1x1xi16>
    %v105 = stablehlo.iota dim = 2 : tensor<3x2x1x1xi16>
    %v106 = stablehlo.add %v104, %v105 : tensor<3x2x1x1xi16>
    %v107 = stablehlo.iota dim = 3 : tensor<3x2x1x1xi16>
    %v108 = stablehlo.add %v106, %v107 : tensor<3x2x1x1xi16>
    %v109 = stablehlo.constant dense<0> : tensor<i32>
    %v110 = stablehlo.constant dense<2> : tensor<i32>
    %v111 = stablehlo.constant dense<-1> : tensor<i32>
    %v112 = stablehlo.constant dense<0> : tensor<i32>
    %v113 = stablehlo.dynamic_update_slice %v93, %v108, %v109, %v110, %v111, %v112 : (tensor<3x3x1x1xi16>, tensor<3x2x1x1xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x1x1xi16>
    %v114 = "stablehlo.clamp"(%low, %v113, %high) : (tensor<i16>, tensor<3x3x1x1xi16>, tensor<i16>) -> tensor<3x3x1x1xi16>
    %v115 = stablehlo.reshape %v93 : (tensor<3x3x1x1xi16>) -> tensor<9xi16>
    %v116 = "stablehlo.clamp"(%low, %v115, %high) : (tensor<i16>, tensor<9xi16>, tensor<i16>) -> tensor<9xi16>
    %v117 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<2x3x0x0xi16>
    %v118 = stablehlo.iota dim = 0 : tensor<2x3x0x0xi16>
    %v119 = stablehlo.add %v117, %v118 : tensor<2x3x0x0xi16>
    %v120 = stablehlo.iota dim = 1 : tensor<2x3x0x0xi16>
    %v121 = stablehlo.add %v119, %v120 : tensor<2x3x0x0xi16>
    %v122 = stablehlo.iota dim = 2 : tensor<2x3x0x0xi16>
    %v123 = stablehlo.add %v121, %v122 : tensor<2x3x0x0xi16>
    %v124 = stablehlo.iota dim = 3 : tensor<2x3x0x0xi16>
    %v125 = stablehlo.add %v123, %v124 : tensor<2x3x0x0xi16>
    %v126 = stablehlo.constant dense<-1> : tensor<i32>
    %v127 = stablehlo.constant dense<-1> : tensor<i32>
    %v128 = stablehlo.constant dense<2> : tensor<i32>
    %v129 = stablehlo.constant dense<-1> : tensor<i32>
    %v130 = stablehlo.dynamic_update_slice %v114, %v125, %v126, %v127, %v128, %v129 : (tensor<3x3x1x1xi16>, tensor<2x3x0x0xi16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x1x1xi16>
    %v131 = "stablehlo.clamp"(%low, %v130, %high) : (tensor<i16>, tensor<3x3x1x1xi16>, tensor<i16>) -> tensor<3x3x1x1xi16>
    %v132 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1xi16>
    %v133 = stablehlo.iota dim = 0 : tensor<1x1xi16>
    %v134 = stablehlo.add %v132, %v133 : tensor<1x1xi16>
    %v135 = stablehlo.iota dim = 1 : tensor<1x1xi16>
    %v136 = stablehlo.add %v134, %v135 : tensor<1x1xi16>
    %v137 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v138 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v139 = stablehlo.add %v137, %v138 : tensor<1x1xi32>
    %v140 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v141 = stablehlo.add %v139, %v140 : tensor<1x1xi32>
    %v142 = "stablehlo.scatter"(%v99, %v141, %v136) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x1xi16>, tensor<1x1xi32>, tensor<1x1xi16>) -> tensor<1x1xi16>
    %v143 = "stablehlo.clamp"(%low, %v142, %high) : (tensor<i16>, tensor<1x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v144 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x0x2xi16>
    %v145 = stablehlo.iota dim = 0 : tensor<1x1x0x2xi16>
    %v146 = stablehlo.add %v144, %v145 : tensor<1x1x0x2xi16>
    %v147 = stablehlo.iota dim = 1 : tensor<1x1x0x2xi16>
    %v148 = stablehlo.add %v146, %v147 : tensor<1x1x0x2xi16>
    %v149 = stablehlo.iota dim = 2 : tensor<1x1x0x2xi16>
    %v150 = stablehlo.add %v148, %v149 : tensor<1x1x0x2xi16>
    %v151 = stablehlo.iota dim = 3 : tensor<1x1x0x2xi16>
    %v152 = stablehlo.add %v150, %v151 : tensor<1x1x0x2xi16>
    %v153 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x2x2x0xi16>
    %v154 = stablehlo.iota dim = 0 : tensor<1x2x2x0xi16>
    %v155 = stablehlo.add %v153, %v154 : tensor<1x2x2x0xi16>
    %v156 = stablehlo.iota dim = 1 : tensor<1x2x2x0xi16>
    %v157 = stablehlo.add %v155, %v156 : tensor<1x2x2x0xi16>
    %v158 = stablehlo.iota dim = 2 : tensor<1x2x2x0xi16>
    %v159 = stablehlo.add %v157, %v158 : tensor<1x2x2x0xi16>
    %v160 = stablehlo.iota dim = 3 : tensor<1x2x2x0xi16>
    %v161 = stablehlo.add %v159, %v160 : tensor<1x2x2x0xi16>
    %v162 = stablehlo.convolution(%v152, %v161) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x0x2xi16>, tensor<1x2x2x0xi16>) -> tensor<1x2x0x0xi16>
    %v163 = "stablehlo.clamp"(%low, %v162, %high) : (tensor<i16>, tensor<1x2x0x0xi16>, tensor<i16>) -> tensor<1x2x0x0xi16>
    %v164 = "stablehlo.reduce_window"(%v161, %zero) <{padding = dense<[[1, 0], [0, 1], [1, 0], [1, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 3, 1, 3, 1>, window_strides = array<i64: 1, 2, 2, 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x2x2x0xi16>, tensor<i16>) -> tensor<0x2x1x1xi16>
    %v165 = "stablehlo.clamp"(%low, %v164, %high) : (tensor<i16>, tensor<0x2x1x1xi16>, tensor<i16>) -> tensor<0x2x1x1xi16>
    %v166 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<0x1xi16>
    %v167 = stablehlo.iota dim = 0 : tensor<0x1xi16>
    %v168 = stablehlo.add %v166, %v167 : tensor<0x1xi16>
    %v169 = stablehlo.iota dim = 1 : tensor<0x1xi16>
    %v170 = stablehlo.add %v168, %v169 : tensor<0x1xi16>
    %v171 = "stablehlo.select_and_scatter"(%v136, %v170, %zero) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare GE, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<1x1xi16>, tensor<0x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v172 = "stablehlo.clamp"(%low, %v171, %high) : (tensor<i16>, tensor<1x1xi16>, tensor<i16>) -> tensor<1x1xi16>
    %v173 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x1x1x1xi16>
    %v174 = stablehlo.iota dim = 0 : tensor<1x1x1x1xi16>
    %v175 = stablehlo.add %v173, %v174 : tensor<1x1x1x1xi16>
    %v176 = stablehlo.iota dim = 1 : tensor<1x1x1x1xi16>
    %v177 = stablehlo.add %v175, %v176 : tensor<1x1x1x1xi16>
    %v178 = stablehlo.iota dim = 2 : tensor<1x1x1x1xi16>
    %v179 = stablehlo.add %v177, %v178 : tensor<1x1x1x1xi16>
    %v180 = stablehlo.iota dim = 3 : tensor<1x1x1x1xi16>
    %v181 = stablehlo.add %v179, %v180 : tensor<1x1x1x1xi16>
    %v182 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i16>) -> tensor<1x2x1x1xi16>
    %v183 = stablehlo.iota dim = 0 : tensor<1x2x1x1xi16>
    %v184 = stablehlo.add %v182, %v183 : tensor<1x2x1x1xi16>
    %v185 = stablehlo.iota dim = 1 : tensor<1x2x1x1xi16>
    %v186 = stablehlo.add %v184, %v185 : tensor<1x2x1x1xi16>
    %v187 = stablehlo.iota dim = 2 : tensor<1x2x1x1xi16>
    %v188 = stablehlo.add %v186, %v187 : tensor<1x2x1x1xi16>
    %v189 = stablehlo.iota dim = 3 : tensor<1x2x1x1xi16>
    %v190 = stablehlo.add %v188, %v189 : tensor<1x2x1x1xi16>
    %v191 = stablehlo.convolution(%v181, %v190) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x1xi16>, tensor<1x2x1x1xi16>) -> tensor<1x2x1x1xi16>
    %v192 = "stablehlo.clamp"(%low, %v191, %high) : (tensor<i16>, tensor<1x2x1x1xi16>, tensor<i16>) -> tensor<1x2x1x1xi16>
    %v193 = "stablehlo.reduce_window"(%v170, %zero) <{padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %r : tensor<i16>
}) : (tensor<0x1xi16>, tensor<i16>) -> tensor<0x1xi16>
    %v194 = "stablehlo.clamp"(%low, %v193, %high) : (tensor<i16>, tensor<0x1xi16>, tensor<i16>) -> tensor<0x1xi16>
    %v195 = "stablehlo.sort"(%v194) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%r = stablehlo.compare LT, %p, %q : (tensor<i16>, tensor<i16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x1xi16>) -> tensor<0x1xi16>
    %v196 = "stablehlo.clamp"(%low, %v195, %high) : (tensor<i16>, tensor<0x1xi16>, tensor<i16>) -> tensor<0x1xi16>
    %v197 = stablehlo.broadcast_in_dim %v172, dims = [0, 1] : (tensor<1x1xi16>) -> tensor<1x3x1xi16>
    %v198 = "stablehlo.clamp"(%low, %v197, %high) : (tensor<i16>, tensor<1x3x1xi16>, tensor<i16>) -> tensor<1x3x1xi16>
    %v199 = stablehlo.reverse %v196, dims = [0] : tensor<0x1xi16>
    %v200 = "stablehlo.clamp"(%low, %v199, %high) : (tensor<i16>, tensor<0x1xi16>, tensor<i16>) -> tensor<0x1xi16>
    %v201 = stablehlo.reshape %v5 : (tensor<1xi16>) -> tensor<1xi16>
    %v202 = stablehlo.reshape %v7 : (tensor<1xi16>) -> tensor<1xi16>
    %v203 = stablehlo.reshape %v16 : (tensor<1x0x1x0xi16>) -> tensor<0xi16>
    %v204 = stablehlo.reshape %v25 : (tensor<3x3x0x1xi16>) -> tensor<0xi16>
    %v205 = stablehlo.reshape %v27 : (tensor<1x0x0x1xi16>) -> tensor<0xi16>
    %v206 = stablehlo.reshape %v29 : (tensor<2x0x1x1xi16>) -> tensor<0xi16>
    %v207 = stablehlo.reshape %v31 : (tensor<1xi16>) -> tensor<1xi16>
    %v208 = stablehlo.reshape %v40 : (tensor<1x0x1x1xi16>) -> tensor<0xi16>
    %v209 = stablehlo.reshape %v47 : (tensor<2x0x1x1xi16>) -> tensor<0xi16>
    %v210 = stablehlo.reshape %v56 : (tensor<2x0x1x1xi16>) -> tensor<0xi16>
    %v211 = stablehlo.reshape %v60 : (tensor<2x0x1x1xi16>) -> tensor<0xi16>
    %v212 = stablehlo.reshape %v69 : (tensor<1x2x1x1xi16>) -> tensor<2xi16>
    %v213 = stablehlo.reshape %v78 : (tensor<3x3x1x1xi16>) -> tensor<9xi16>
    %v214 = stablehlo.reshape %v80 : (tensor<1x1x0x1xi16>) -> tensor<0xi16>
    %v215 = stablehlo.reshape %v89 : (tensor<2x0x1x1xi16>) -> tensor<0xi16>
    %v216 = stablehlo.reshape %v91 : (tensor<2x0x1x1xi16>) -> tensor<0xi16>
    %v217 = stablehlo.reshape %v93 : (tensor<3x3x1x1xi16>) -> tensor<9xi16>
    %v218 = stablehlo.reshape %v95 : (tensor<9xi16>) -> tensor<9xi16>
    %v219 = stablehlo.reshape %v97 : (tensor<2x1x0x1xi16>) -> tensor<0xi16>
    %v220 = stablehlo.reshape %v99 : (tensor<1x1xi16>) -> tensor<1xi16>
    %v221 = stablehlo.reshape %v108 : (tensor<3x2x1x1xi16>) -> tensor<6xi16>
    %v222 = stablehlo.reshape %v114 : (tensor<3x3x1x1xi16>) -> tensor<9xi16>
    %v223 = stablehlo.reshape %v116 : (tensor<9xi16>) -> tensor<9xi16>
    %v224 = stablehlo.reshape %v125 : (tensor<2x3x0x0xi16>) -> tensor<0xi16>
    %v225 = stablehlo.reshape %v131 : (tensor<3x3x1x1xi16>) -> tensor<9xi16>
    %v226 = stablehlo.reshape %v136 : (tensor<1x1xi16>) -> tensor<1xi16>
    %v227 = stablehlo.reshape %v143 : (tensor<1x1xi16>) -> tensor<1xi16>
    %v228 = stablehlo.reshape %v152 : (tensor<1x1x0x2xi16>) -> tensor<0xi16>
    %v229 = stablehlo.reshape %v161 : (tensor<1x2x2x0xi16>) -> tensor<0xi16>
    %v230 = stablehlo.reshape %v163 : (tensor<1x2x0x0xi16>) -> tensor<0xi16>
    %v231 = stablehlo.reshape %v165 : (tensor<0x2x1x1xi16>) -> tensor<0xi16>
    %v232 = stablehlo.reshape %v170 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v233 = stablehlo.reshape %v172 : (tensor<1x1xi16>) -> tensor<1xi16>
    %v234 = stablehlo.reshape %v181 : (tensor<1x1x1x1xi16>) -> tensor<1xi16>
    %v235 = stablehlo.reshape %v190 : (tensor<1x2x1x1xi16>) -> tensor<2xi16>
    %v236 = stablehlo.reshape %v192 : (tensor<1x2x1x1xi16>) -> tensor<2xi16>
    %v237 = stablehlo.reshape %v194 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v238 = stablehlo.reshape %v196 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v239 = stablehlo.reshape %v198 : (tensor<1x3x1xi16>) -> tensor<3xi16>
    %v240 = stablehlo.reshape %v200 : (tensor<0x1xi16>) -> tensor<0xi16>
    %v241 = stablehlo.concatenate %v201, %v202, %v203, %v204, %v205, %v206, %v207, %v208, %v209, %v210, %v211, %v212, %v213, %v214, %v215, %v216, %v217, %v218, %v219, %v220, %v221, %v222, %v223, %v224, %v225, %v226, %v227, %v228, %v229, %v230, %v231, %v232, %v233, %v234, %v235, %v236, %v237, %v238, %v239, %v240, dim = 0 : (tensor<1xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<2xi16>, tensor<9xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<9xi16>, tensor<9xi16>, tensor<0xi16>, tensor<1xi16>, tensor<6xi16>, tensor<9xi16>, tensor<9xi16>, tensor<0xi16>, tensor<9xi16>, tensor<1xi16>, tensor<1xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<0xi16>, tensor<1xi16>, tensor<1xi16>, tensor<2xi16>, tensor<2xi16>, tensor<0xi16>, tensor<0xi16>, tensor<3xi16>, tensor<0xi16>) -> tensor<77xi16>
    return %v200, %v7, %v131, %v241 : tensor<0x1xi16>, tensor<1xi16>, tensor<3x3x1x1xi16>, tensor<77xi16>
  }
}
