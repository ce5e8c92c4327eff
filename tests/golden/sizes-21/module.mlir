module @case {
  func.func public @main(%arg0: tensor<1x1x1xi32>, %arg1: tensor<0xi32>) -> (tensor<0xi32>, tensor<0x3x0x2xi32>, tensor<0x2x0x1xi32>, tensor<45xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.reverse %arg1, dims = [0] : tensor<0xi32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v5 = stablehlo.reduce(%v4 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<i32>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v7 = stablehlo.constant dense<-1> : tensor<i32>
    %v8 = stablehlo.dynamic_slice %v4, %v7, sizes = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v9 = "stablehlo.clamp"(%low, %v8, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v10 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v11 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v12 = stablehlo.add %v10, %v11 : tensor<0xi32>
    %v13 = "stablehlo.select_and_scatter"(%v9, %v12, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0xi32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v14 = "stablehlo.clamp"(%low, %v13, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v15 = "stablehlo.sort"(%v12) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0xi32>) -> tensor<0xi32>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v17 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x1xi32>
    %v18 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v19 = stablehlo.add %v17, %v18 : tensor<0x1xi32>
    %v20 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v21 = stablehlo.add %v19, %v20 : tensor<0x1xi32>
    %v22 = stablehlo.dot_general %v16, %v21, contracting_dims = [0] x [0] : (tensor<0xi32>, tensor<0x1xi32>) -> tensor<1xi32>
    %v23 = "stablehlo.clamp"(%low, %v22, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v24 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x1xi32>
    %v25 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v26 = stablehlo.add %v24, %v25 : tensor<0x1xi32>
    %v27 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v28 = stablehlo.add %v26, %v27 : tensor<0x1xi32>
    %v29 = "stablehlo.select_and_scatter"(%v21, %v28, %zero) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0x1xi32>, tensor<0x1xi32>, tensor<i32>) -> tensor<0x1xi32>
    %v30 = "stablehlo.clamp"(%low, %v29, %high) : (tensor<i32>, tensor<0x1xi32>, tensor<i32>) -> tensor<0x1xi32>
    %v31 = stablehlo.constant dense<1> : tensor<i32>
    %v32 = stablehlo.dynamic_slice %v14, %v31, sizes = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v33 = "stablehlo.clamp"(%low, %v32, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v34 = "stablehlo.sort"(%v23) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1xi32>) -> tensor<1xi32>
    %v35 = "stablehlo.clamp"(%low, %v34, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v36 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x3x1x2xi32>
    %v37 = stablehlo.iota dim = 0 : tensor<0x3x1x2xi32>
    %v38 = stablehlo.add %v36, %v37 : tensor<0x3x1x2xi32>
    %v39 = stablehlo.iota dim = 1 : tensor<0x3x1x2xi32>
    %v40 = stablehlo.add %v38, %v39 : tensor<0x3x1x2xi32>
    %v41 = stablehlo.iota dim = 2 : tensor<0x3x1x2xi32>
    %v42 = stablehlo.add %v40, %v41 : tensor<0x3x1x2xi32>
    %v43 = stablehlo.iota dim = 3 : tensor<0x3x1x2xi32>
    %v44 = stablehlo.add %v42, %v43 : tensor<0x3x1x2xi32>
    %v45 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<2x2x2x1xi32>
    %v46 = stablehlo.iota dim = 0 : tensor<2x2x2x1xi32>
    %v47 = stablehlo.add %v45, %v46 : tensor<2x2x2x1xi32>
    %v48 = stablehlo.iota dim = 1 : tensor<2x2x2x1xi32>
    %v49 = stablehlo.add %v47, %v48 : tensor<2x2x2x1xi32>
    %v50 = stablehlo.iota dim = 2 : tensor<2x2x2x1xi32>
    %v51 = stablehlo.add %v49, %v50 : tensor<2x2x2x1xi32>
    %v52 = stablehlo.iota dim = 3 : tensor<2x2x2x1xi32>
    %v53 = stablehlo.add %v51, %v52 : tensor<2x2x2x1xi32>
    %v54 = stablehlo.convolution(%v44, %v53) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x3x1x2xi32>, tensor<2x2x2x1xi32>) -> tensor<0x2x0x1xi32>
    %v55 = "stablehlo.clamp"(%low, %v54, %high) : (tensor<i32>, tensor<0x2x0x1xi32>, tensor<i32>) -> tensor<0x2x0x1xi32>
    %v56 = stablehlo.broadcast_in_dim %v53, dims = [0, 1, 2, 3] : (tensor<2x2x2x1xi32>) -> tensor<2x2x2x1xi32>
    %v57 = "stablehlo.clamp"(%low, %v56, %high) : (tensor<i32>, tensor<2x2x2x1xi32>, tensor<i32>) -> tensor<2x2x2x1xi32>
    %v58 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x3x0x2xi32>
    %v59 = stablehlo.iota dim = 0 : tensor<0x3x0x2xi32>
    %v60 = stablehlo.add %v58, %v59 : tensor<0x3x0x2xi32>
    %v61 = stablehlo.iota dim = 1 : tensor<0x3x0x2xi32>
    %v62 = stablehlo.add %v60, %v61 : tensor<0x3x0x2xi32>
    %v63 = stablehlo.iota dim = 2 : tensor<0x3x0x2xi32>
    %v64 = stablehlo.add %v62, %v63 : tensor<0x3x0x2xi32>
    %v65 = stablehlo.iota dim = 3 : tensor<0x3x0x2xi32>
    %v66 = stablehlo.add %v64, %v65 : tensor<0x3x0x2xi32>
    %v67 = stablehlo.constant dense<-1> : tensor<i32>
    %v68 = stablehlo.constant dense<0> : tensor<i32>
    %v69 = stablehlo.constant dense<1> : tensor<i32>
    %v70 = stablehlo.constant dense<0> : tensor<i32>
    %v71 = stablehlo.dynamic_update_slice %v44, %v66, %v67, %v68, %v69, %v70 : (tensor<0x3x1x2xi32>, tensor<0x3x0x2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x3x1x2xi32>
    %v72 = "stablehlo.clamp"(%low, %v71, %high) : (tensor<i32>, tensor<0x3x1x2xi32>, tensor<i32>) -> tensor<0x3x1x2xi32>
    %v73 = stablehlo.reverse %v53, dims = [0] : tensor<2x2x2x1xi32>
    %v74 = "stablehlo.clamp"(%low, %v73, %high) : (tensor<i32>, tensor<2x2x2x1xi32>, tensor<i32>) -> tensor<2x2x2x1xi32>
    %v75 = stablehlo.slice %v55 [0:0:2, 2:2:1, 0:0:2, 0:1:2] : (tensor<0x2x0x1xi32>) -> tensor<0x0x0x1xi32>
    %v76 = "stablehlo.clamp"(%low, %v75, %high) : (tensor<i32>, tensor<0x0x0x1xi32>, tensor<i32>) -> tensor<0x0x0x1xi32>
    %v77 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x2x0x1xi32>
    %v78 = stablehlo.iota dim = 0 : tensor<0x2x0x1xi32>
    %v79 = stablehlo.add %v77, %v78 : tensor<0x2x0x1xi32>
    %v80 = stablehlo.iota dim = 1 : tensor<0x2x0x1xi32>
    %v81 = stablehlo.add %v79, %v80 : tensor<0x2x0x1xi32>
    %v82 = stablehlo.iota dim = 2 : tensor<0x2x0x1xi32>
    %v83 = stablehlo.add %v81, %v82 : tensor<0x2x0x1xi32>
    %v84 = stablehlo.iota dim = 3 : tensor<0x2x0x1xi32>
    %v85 = stablehlo.add %v83, %v84 : tensor<0x2x0x1xi32>
    %v86 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x2x0x1xi32>
    %v87 = stablehlo.iota dim = 0 : tensor<0x2x0x1xi32>
    %v88 = stablehlo.add %v86, %v87 : tensor<0x2x0x1xi32>
    %v89 = stablehlo.iota dim = 1 : tensor<0x2x0x1xi32>
    %v90 = stablehlo.add %v88, %v89 : tensor<0x2x0x1xi32>
    %v91 = stablehlo.iota dim = 2 : tensor<0x2x0x1xi32>
    %v92 = stablehlo.add %v90, %v91 : tensor<0x2x0x1xi32>
    %v93 = stablehlo.iota dim = 3 : tensor<0x2x0x1xi32>
    %v94 = stablehlo.add %v92, %v93 : tensor<0x2x0x1xi32>
    %v95 = stablehlo.concatenate %v55, %v85, %v94, dim = 3 : (tensor<0x2x0x1xi32>, tensor<0x2x0x1xi32>, tensor<0x2x0x1xi32>) -> tensor<0x2x0x3xi32>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<i32>, tensor<0x2x0x3xi32>, tensor<i32>) -> tensor<0x2x0x3xi32>
    %v97 = stablehlo.reduce(%v72 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<0x3x1x2xi32>, tensor<i32>) -> tensor<2xi32>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %v99 = stablehlo.reduce(%v96 init: %low) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<0x2x0x3xi32>, tensor<i32>) -> tensor<3xi32>
    %v100 = "stablehlo.clamp"(%low, %v99, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v101 = stablehlo.broadcast_in_dim %v100, dims = [0] : (tensor<3xi32>) -> tensor<3xi32>
    %v102 = "stablehlo.clamp"(%low, %v101, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v103 = stablehlo.constant dense<0> : tensor<i32>
    %v104 = stablehlo.constant dense<0> : tensor<i32>
    %v105 = stablehlo.constant dense<1> : tensor<i32>
    %v106 = stablehlo.constant dense<2> : tensor<i32>
    %v107 = stablehlo.dynamic_slice %v85, %v103, %v104, %v105, %v106, sizes = [0, 1, 0, 0] : (tensor<0x2x0x1xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x1x0x0xi32>
    %v108 = "stablehlo.clamp"(%low, %v107, %high) : (tensor<i32>, tensor<0x1x0x0xi32>, tensor<i32>) -> tensor<0x1x0x0xi32>
    %v109 = "stablehlo.reduce_window"(%v100, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
    %v110 = "stablehlo.clamp"(%low, %v109, %high) : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %v111 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v112 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v113 = stablehlo.add %v111, %v112 : tensor<0xi32>
    %v114 = stablehlo.constant dense<0> : tensor<0x1xi32>
    %v115 = stablehlo.iota dim = 0 : tensor<0x1xi32>
    %v116 = stablehlo.add %v114, %v115 : tensor<0x1xi32>
    %v117 = stablehlo.iota dim = 1 : tensor<0x1xi32>
    %v118 = stablehlo.add %v116, %v117 : tensor<0x1xi32>
    %v119 = "stablehlo.scatter"(%v98, %v118, %v113) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2xi32>, tensor<0x1xi32>, tensor<0xi32>) -> tensor<2xi32>
    %v120 = "stablehlo.clamp"(%low, %v119, %high) : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %v121 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %v122 = stablehlo.iota dim = 0 : tensor<3xi32>
    %v123 = stablehlo.add %v121, %v122 : tensor<3xi32>
    %v124 = stablehlo.concatenate %v113, %v123, dim = 0 : (tensor<0xi32>, tensor<3xi32>) -> tensor<3xi32>
    %v125 = "stablehlo.clamp"(%low, %v124, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v126 = "stablehlo.sort"(%v113) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0xi32>) -> tensor<0xi32>
    %v127 = "stablehlo.clamp"(%low, %v126, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v128 = stablehlo.reshape %v4 : (tensor<0xi32>) -> tensor<0xi32>
    %v129 = stablehlo.reshape %v6 : (tensor<i32>) -> tensor<1xi32>
    %v130 = stablehlo.reshape %v9 : (tensor<0xi32>) -> tensor<0xi32>
    %v131 = stablehlo.reshape %v12 : (tensor<0xi32>) -> tensor<0xi32>
    %v132 = stablehlo.reshape %v14 : (tensor<0xi32>) -> tensor<0xi32>
    %v133 = stablehlo.reshape %v16 : (tensor<0xi32>) -> tensor<0xi32>
    %v134 = stablehlo.reshape %v21 : (tensor<0x1xi32>) -> tensor<0xi32>
    %v135 = stablehlo.reshape %v23 : (tensor<1xi32>) -> tensor<1xi32>
    %v136 = stablehlo.reshape %v28 : (tensor<0x1xi32>) -> tensor<0xi32>
    %v137 = stablehlo.reshape %v30 : (tensor<0x1xi32>) -> tensor<0xi32>
    %v138 = stablehlo.reshape %v33 : (tensor<0xi32>) -> tensor<0xi32>
    %v139 = stablehlo.reshape %v35 : (tensor<1xi32>) -> tensor<1xi32>
    %v140 = stablehlo.reshape %v44 : (tensor<0x3x1x2xi32>) -> tensor<0xi32>
    %v141 = stablehlo.reshape %v53 : (tensor<2x2x2x1xi32>) -> tensor<8xi32>
    %v142 = stablehlo.reshape %v55 : (tensor<0x2x0x1xi32>) -> tensor<0xi32>
    %v143 = stablehlo.reshape %v57 : (tensor<2x2x2x1xi32>) -> tensor<8xi32>
    %v144 = stablehlo.reshape %v66 : (tensor<0x3x0x2xi32>) -> tensor<0xi32>
    %v145 = stablehlo.reshape %v72 : (tensor<0x3x1x2xi32>) -> tensor<0xi32>
    %v146 = stablehlo.reshape %v74 : (tensor<2x2x2x1xi32>) -> tensor<8xi32>
    %v147 = stablehlo.reshape %v76 : (tensor<0x0x0x1xi32>) -> tensor<0xi32>
    %v148 = stablehlo.reshape %v85 : (tensor<0x2x0x1xi32>) -> tensor<0xi32>
    %v149 = stablehlo.reshape %v94 : (tensor<0x2x0x1xi32>) -> tensor<0xi32>
    %v150 = stablehlo.reshape %v96 : (tensor<0x2x0x3xi32>) -> tensor<0xi32>
    %v151 = stablehlo.reshape %v98 : (tensor<2xi32>) -> tensor<2xi32>
    %v152 = stablehlo.reshape %v100 : (tensor<3xi32>) -> tensor<3xi32>
    %v153 = stablehlo.reshape %v102 : (tensor<3xi32>) -> tensor<3xi32>
    %v154 = stablehlo.reshape %v108 : (tensor<0x1x0x0xi32>) -> tensor<0xi32>
    %v155 = stablehlo.reshape %v110 : (tensor<2xi32>) -> tensor<2xi32>
    %v156 = stablehlo.reshape %v113 : (tensor<0xi32>) -> tensor<0xi32>
    %v157 = stablehlo.reshape %v120 : (tensor<2xi32>) -> tensor<2xi32>
    %v158 = stablehlo.reshape %v123 : (tensor<3xi32>) -> tensor<3xi32>
    %v159 = stablehlo.reshape %v125 : (tensor<3xi32>) -> tensor<3xi32>
    %v160 = stablehlo.reshape %v127 : (tensor<0xi32>) -> tensor<0xi32>
    %v161 = stablehlo.concatenate %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, %v155, %v156, %v157, %v158, %v159, %v160, dim = 0 : (tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<8xi32>, tensor<0xi32>, tensor<8xi32>, tensor<0xi32>, tensor<0xi32>, tensor<8xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<0xi32>, tensor<2xi32>, tensor<0xi32>, tensor<2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<0xi32>) -> tensor<45xi32>
    return %v127, %v66, %v85, %v161 : tensor<0xi32>, tensor<0x3x0x2xi32>, tensor<0x2x0x1xi32>, tensor<45xi32>
  }
}
