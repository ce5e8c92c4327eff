module @case {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> (tensor<0x0x1x1xi32>, tensor<1xi32>, tensor<0x1x2x2xi32>, tensor<39xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v4 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v5 = stablehlo.add %v3, %v4 : tensor<0xi32>
    %v6 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %v7 = stablehlo.iota dim = 0 : tensor<1xi32>
    %v8 = stablehlo.add %v6, %v7 : tensor<1xi32>
    %v9 = stablehlo.concatenate %v5, %v8, dim = 0 : (tensor<0xi32>, tensor<1xi32>) -> tensor<1xi32>
    %v10 = "stablehlo.clamp"(%low, %v9, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v11 = stablehlo.slice %v10 [1:1:2] : (tensor<1xi32>) -> tensor<0xi32>
    %v12 = "stablehlo.clamp"(%low, %v11, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v13 = "stablehlo.reduce_window"(%v5, %zero) <{padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0xi32>, tensor<i32>) -> tensor<1xi32>
    %v14 = "stablehlo.clamp"(%low, %v13, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v15 = stablehlo.abs %v14 : (tensor<1xi32>) -> tensor<1xi32>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v17 = stablehlo.pad %v5, %high, low = [2], high = [1], interior = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
    %v18 = "stablehlo.clamp"(%low, %v17, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v19 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v20 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v21 = stablehlo.add %v19, %v20 : tensor<0xi32>
    %v22 = "stablehlo.select_and_scatter"(%v14, %v21, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1xi32>, tensor<0xi32>, tensor<i32>) -> tensor<1xi32>
    %v23 = "stablehlo.clamp"(%low, %v22, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v24 = stablehlo.constant dense<0> : tensor<i32>
    %v25 = stablehlo.dynamic_slice %v14, %v24, sizes = [1] : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v26 = "stablehlo.clamp"(%low, %v25, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v27 = stablehlo.reverse %v18, dims = [0] : tensor<3xi32>
    %v28 = "stablehlo.clamp"(%low, %v27, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v29 = stablehlo.constant dense<0> : tensor<1x1xi32>
    %v30 = stablehlo.iota dim = 0 : tensor<1x1xi32>
    %v31 = stablehlo.add %v29, %v30 : tensor<1x1xi32>
    %v32 = stablehlo.iota dim = 1 : tensor<1x1xi32>
    %v33 = stablehlo.add %v31, %v32 : tensor<1x1xi32>
    %v34 = "stablehlo.gather"(%v16, %v33) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<1xi32>, tensor<1x1xi32>) -> tensor<1xi32>
    %v35 = "stablehlo.clamp"(%low, %v34, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v36 = "stablehlo.reduce_window"(%v35, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v37 = "stablehlo.clamp"(%low, %v36, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v38 = stablehlo.reduce(%v35 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
    %v39 = "stablehlo.clamp"(%low, %v38, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v40 = stablehlo.reshape %v23 : (tensor<1xi32>) -> tensor<i32>
    %v41 = "stablehlo.clamp"(%low, %v40, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v42 = stablehlo.reverse %v28, dims = [0] : tensor<3xi32>
    %v43 = "stablehlo.clamp"(%low, %v42, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v44 = stablehlo.concatenate %v43, dim = 0 : (tensor<3xi32>) -> tensor<3xi32>
    %v45 = "stablehlo.clamp"(%low, %v44, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v46 = stablehlo.slice %v43 [1:3:2] : (tensor<3xi32>) -> tensor<1xi32>
    %v47 = "stablehlo.clamp"(%low, %v46, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v48 = "stablehlo.sort"(%v45) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<3xi32>) -> tensor<3xi32>
    %v49 = "stablehlo.clamp"(%low, %v48, %high) : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    %v50 = stablehlo.negate %v39 : (tensor<i32>) -> tensor<i32>
    %v51 = "stablehlo.clamp"(%low, %v50, %high) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %v52 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x1x1x1xi32>
    %v53 = stablehlo.iota dim = 0 : tensor<1x1x1x1xi32>
    %v54 = stablehlo.add %v52, %v53 : tensor<1x1x1x1xi32>
    %v55 = stablehlo.iota dim = 1 : tensor<1x1x1x1xi32>
    %v56 = stablehlo.add %v54, %v55 : tensor<1x1x1x1xi32>
    %v57 = stablehlo.iota dim = 2 : tensor<1x1x1x1xi32>
    %v58 = stablehlo.add %v56, %v57 : tensor<1x1x1x1xi32>
    %v59 = stablehlo.iota dim = 3 : tensor<1x1x1x1xi32>
    %v60 = stablehlo.add %v58, %v59 : tensor<1x1x1x1xi32>
    %v61 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x1x1x2xi32>
    %v62 = stablehlo.iota dim = 0 : tensor<1x1x1x2xi32>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x1x1x2xi32>
    %v64 = stablehlo.iota dim = 1 : tensor<1x1x1x2xi32>
    %v65 = stablehlo.add %v63, %v64 : tensor<1x1x1x2xi32>
    %v66 = stablehlo.iota dim = 2 : tensor<1x1x1x2xi32>
    %v67 = stablehlo.add %v65, %v66 : tensor<1x1x1x2xi32>
    %v68 = stablehlo.iota dim = 3 : tensor<1x1x1x2xi32>
    %v69 = stablehlo.add %v67, %v68 : tensor<1x1x1x2xi32>
    %v70 = stablehlo.convolution(%v60, %v69) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x1xi32>, tensor<1x1x1x2xi32>) -> tensor<1x1x2x2xi32>
    %v71 = "stablehlo.clamp"(%low, %v70, %high) : (tensor<i32>, tensor<1x1x2x2xi32>, tensor<i32>) -> tensor<1x1x2x2xi32>
    %v72 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x0x1x1xi32>
    %v73 = stablehlo.iota dim = 0 : tensor<0x0x1x1xi32>
    %v74 = stablehlo.add %v72, %v73 : tensor<0x0x1x1xi32>
    %v75 = stablehlo.iota dim = 1 : tensor<0x0x1x1xi32>
    %v76 = stablehlo.add %v74, %v75 : tensor<0x0x1x1xi32>
    %v77 = stablehlo.iota dim = 2 : tensor<0x0x1x1xi32>
    %v78 = stablehlo.add %v76, %v77 : tensor<0x0x1x1xi32>
    %v79 = stablehlo.iota dim = 3 : tensor<0x0x1x1xi32>
    %v80 = stablehlo.add %v78, %v79 : tensor<0x0x1x1xi32>
    %v81 = stablehlo.constant dense<1> : tensor<i32>
    %v82 = stablehlo.constant dense<0> : tensor<i32>
    %v83 = stablehlo.constant dense<1> : tensor<i32>
    %v84 = stablehlo.constant dense<-1> : tensor<i32>
    %v85 = stablehlo.dynamic_update_slice %v60, %v80, %v81, %v82, %v83, %v84 : (tensor<1x1x1x1xi32>, tensor<0x0x1x1xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x1xi32>
    %v86 = "stablehlo.clamp"(%low, %v85, %high) : (tensor<i32>, tensor<1x1x1x1xi32>, tensor<i32>) -> tensor<1x1x1x1xi32>
    %v87 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x1x2x2xi32>
    %v88 = stablehlo.iota dim = 0 : tensor<0x1x2x2xi32>
    %v89 = stablehlo.add %v87, %v88 : tensor<0x1x2x2xi32>
    %v90 = stablehlo.iota dim = 1 : tensor<0x1x2x2xi32>
    %v91 = stablehlo.add %v89, %v90 : tensor<0x1x2x2xi32>
    %v92 = stablehlo.iota dim = 2 : tensor<0x1x2x2xi32>
    %v93 = stablehlo.add %v91, %v92 : tensor<0x1x2x2xi32>
    %v94 = stablehlo.iota dim = 3 : tensor<0x1x2x2xi32>
    %v95 = stablehlo.add %v93, %v94 : tensor<0x1x2x2xi32>
    %v96 = "stablehlo.select_and_scatter"(%v71, %v95, %zero) <{window_dimensions = array<i64: 3, 1, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1x1x2x2xi32>, tensor<0x1x2x2xi32>, tensor<i32>) -> tensor<1x1x2x2xi32>
    %v97 = "stablehlo.clamp"(%low, %v96, %high) : (tensor<i32>, tensor<1x1x2x2xi32>, tensor<i32>) -> tensor<1x1x2x2xi32>
    %v98 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x0x1x1xi32>
    %v99 = stablehlo.iota dim = 0 : tensor<0x0x1x1xi32>
    %v100 = stablehlo.add %v98, %v99 : tensor<0x0x1x1xi32>
    %v101 = stablehlo.iota dim = 1 : tensor<0x0x1x1xi32>
    %v102 = stablehlo.add %v100, %v101 : tensor<0x0x1x1xi32>
    %v103 = stablehlo.iota dim = 2 : tensor<0x0x1x1xi32>
    %v104 = stablehlo.add %v102, %v103 : tensor<0x0x1x1xi32>
    %v105 = stablehlo.iota dim = 3 : tensor<0x0x1x1xi32>
    %v106 = stablehlo.add %v104, %v105 : tensor<0x0x1x1xi32>
    %v107 = stablehlo.add %v80, %v106 : (tensor<0x0x1x1xi32>, tensor<0x0x1x1xi32>) -> tensor<0x0x1x1xi32>
    %v108 = "stablehlo.clamp"(%low, %v107, %high) : (tensor<i32>, tensor<0x0x1x1xi32>, tensor<i32>) -> tensor<0x0x1x1xi32>
    %v109 = stablehlo.reshape %v108 : (tensor<0x0x1x1xi32>) -> tensor<0xi32>
    %v110 = "stablehlo.clamp"(%low, %v109, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v111 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x0x1x1xi32>
    %v112 = stablehlo.iota dim = 0 : tensor<0x0x1x1xi32>
    %v113 = stablehlo.add %v111, %v112 : tensor<0x0x1x1xi32>
    %v114 = stablehlo.iota dim = 1 : tensor<0x0x1x1xi32>
    %v115 = stablehlo.add %v113, %v114 : tensor<0x0x1x1xi32>
    %v116 = stablehlo.iota dim = 2 : tensor<0x0x1x1xi32>
    %v117 = stablehlo.add %v115, %v116 : tensor<0x0x1x1xi32>
    %v118 = stablehlo.iota dim = 3 : tensor<0x0x1x1xi32>
    %v119 = stablehlo.add %v117, %v118 : tensor<0x0x1x1xi32>
    %v120 = stablehlo.compare LT, %v106, %v119 : (tensor<0x0x1x1xi32>, tensor<0x0x1x1xi32>) -> tensor<0x0x1x1xi1>
    %v121 = stablehlo.select %v120, %v119, %v106 : tensor<0x0x1x1xi1>, tensor<0x0x1x1xi32>
    %v122 = "stablehlo.clamp"(%low, %v121, %high) : (tensor<i32>, tensor<0x0x1x1xi32>, tensor<i32>) -> tensor<0x0x1x1xi32>
    %v123 = stablehlo.reshape %v5 : (tensor<0xi32>) -> tensor<0xi32>
    %v124 = stablehlo.reshape %v8 : (tensor<1xi32>) -> tensor<1xi32>
    %v125 = stablehlo.reshape %v10 : (tensor<1xi32>) -> tensor<1xi32>
    %v126 = stablehlo.reshape %v12 : (tensor<0xi32>) -> tensor<0xi32>
    %v127 = stablehlo.reshape %v14 : (tensor<1xi32>) -> tensor<1xi32>
    %v128 = stablehlo.reshape %v16 : (tensor<1xi32>) -> tensor<1xi32>
    %v129 = stablehlo.reshape %v18 : (tensor<3xi32>) -> tensor<3xi32>
    %v130 = stablehlo.reshape %v21 : (tensor<0xi32>) -> tensor<0xi32>
    %v131 = stablehlo.reshape %v23 : (tensor<1xi32>) -> tensor<1xi32>
    %v132 = stablehlo.reshape %v26 : (tensor<1xi32>) -> tensor<1xi32>
    %v133 = stablehlo.reshape %v28 : (tensor<3xi32>) -> tensor<3xi32>
    %v134 = stablehlo.reshape %v35 : (tensor<1xi32>) -> tensor<1xi32>
    %v135 = stablehlo.reshape %v37 : (tensor<1xi32>) -> tensor<1xi32>
    %v136 = stablehlo.reshape %v39 : (tensor<i32>) -> tensor<1xi32>
    %v137 = stablehlo.reshape %v41 : (tensor<i32>) -> tensor<1xi32>
    %v138 = stablehlo.reshape %v43 : (tensor<3xi32>) -> tensor<3xi32>
    %v139 = stablehlo.reshape %v45 : (tensor<3xi32>) -> tensor<3xi32>
    %v140 = stablehlo.reshape %v47 : (tensor<1xi32>) -> tensor<1xi32>
    %v141 = stablehlo.reshape %v49 : (tensor<3xi32>) -> tensor<3xi32>
    %v142 = stablehlo.reshape %v51 : (tensor<i32>) -> tensor<1xi32>
    %v143 = stablehlo.reshape %v60 : (tensor<1x1x1x1xi32>) -> tensor<1xi32>
    %v144 = stablehlo.reshape %v69 : (tensor<1x1x1x2xi32>) -> tensor<2xi32>
    %v145 = stablehlo.reshape %v71 : (tensor<1x1x2x2xi32>) -> tensor<4xi32>
    %v146 = stablehlo.reshape %v80 : (tensor<0x0x1x1xi32>) -> tensor<0xi32>
    %v147 = stablehlo.reshape %v86 : (tensor<1x1x1x1xi32>) -> tensor<1xi32>
    %v148 = stablehlo.reshape %v95 : (tensor<0x1x2x2xi32>) -> tensor<0xi32>
    %v149 = stablehlo.reshape %v97 : (tensor<1x1x2x2xi32>) -> tensor<4xi32>
    %v150 = stablehlo.reshape %v106 : (tensor<0x0x1x1xi32>) -> tensor<0xi32>
    %v151 = stablehlo.reshape %v108 : (tensor<0x0x1x1xi32>) -> tensor<0xi32>
    %v152 = stablehlo.reshape %v110 : (tensor<0xi32>) -> tensor<0xi32>
    %v153 = stablehlo.reshape %v119 : (tensor<0x0x1x1xi32>) -> tensor<0xi32>
    %v154 = stablehlo.reshape %v122 : (tensor<0x0x1x1xi32>) -> tensor<0xi32>
    %v155 = stablehlo.concatenate %v123, %v124, %v125, %v126, %v127, %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, %v145, %v146, %v147, %v148, %v149, %v150, %v151, %v152, %v153, %v154, dim = 0 : (tensor<0xi32>, tensor<1xi32>, tensor<1xi32>, tensor<0xi32>, tensor<1xi32>, tensor<1xi32>, tensor<3xi32>, tensor<0xi32>, tensor<1xi32>, tensor<1xi32>, tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<3xi32>, tensor<3xi32>, tensor<1xi32>, tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>, tensor<4xi32>, tensor<0xi32>, tensor<1xi32>, tensor<0xi32>, tensor<4xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>) -> tensor<39xi32>
    return %v122, %v16, %v95, %v155 : tensor<0x0x1x1xi32>, tensor<1xi32>, tensor<0x1x2x2xi32>, tensor<39xi32>
  }
}
