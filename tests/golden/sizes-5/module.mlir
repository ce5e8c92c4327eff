module @case {
  func.func public @main(%arg0: tensor<0x2x1xi32>, %arg1: tensor<1x1xi32>, %arg2: tensor<i32>, %arg3: tensor<1xi32>) -> (tensor<2xi32>, tensor<0x0xi32>, tensor<0xi32>, tensor<41xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-8> : tensor<i32>
    %high = stablehlo.constant dense<8> : tensor<i32>
    %v3 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<0x2x1xi32>) -> tensor<0x2x3xi32>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<i32>, tensor<0x2x3xi32>, tensor<i32>) -> tensor<0x2x3xi32>
    %v5 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<0x2x1xi32>) -> tensor<0x2x1xi32>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<i32>, tensor<0x2x1xi32>, tensor<i32>) -> tensor<0x2x1xi32>
    %v7 = stablehlo.constant dense<2> : tensor<i32>
    %v8 = stablehlo.constant dense<2> : tensor<i32>
    %v9 = stablehlo.dynamic_slice %arg1, %v7, %v8, sizes = [1, 0] : (tensor<1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x0xi32>
    %v10 = "stablehlo.clamp"(%low, %v9, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v11 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x1x2xi32>
    %v12 = stablehlo.iota dim = 0 : tensor<0x1x2xi32>
    %v13 = stablehlo.add %v11, %v12 : tensor<0x1x2xi32>
    %v14 = stablehlo.iota dim = 1 : tensor<0x1x2xi32>
    %v15 = stablehlo.add %v13, %v14 : tensor<0x1x2xi32>
    %v16 = stablehlo.iota dim = 2 : tensor<0x1x2xi32>
    %v17 = stablehlo.add %v15, %v16 : tensor<0x1x2xi32>
    %v18 = stablehlo.dot_general %v10, %v17, batching_dims = [1] x [0], contracting_dims = [0] x [1] : (tensor<1x0xi32>, tensor<0x1x2xi32>) -> tensor<0x2xi32>
    %v19 = "stablehlo.clamp"(%low, %v18, %high) : (tensor<i32>, tensor<0x2xi32>, tensor<i32>) -> tensor<0x2xi32>
    %v20 = "stablehlo.reduce_window"(%arg3, %zero) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1xi32>, tensor<i32>) -> tensor<0xi32>
    %v21 = "stablehlo.clamp"(%low, %v20, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v22 = stablehlo.pad %v21, %high, low = [0], high = [0], interior = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v23 = "stablehlo.clamp"(%low, %v22, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v24 = "stablehlo.reduce_window"(%v6, %zero) <{padding = dense<[[1, 0], [0, 1], [1, 1]]> : tensor<3x2xi64>, window_dimensions = array<i64: 3, 2, 1>, window_strides = array<i64: 2, 2, 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0x2x1xi32>, tensor<i32>) -> tensor<0x1x2xi32>
    %v25 = "stablehlo.clamp"(%low, %v24, %high) : (tensor<i32>, tensor<0x1x2xi32>, tensor<i32>) -> tensor<0x1x2xi32>
    %v26 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x0xi32>
    %v27 = stablehlo.iota dim = 0 : tensor<1x0xi32>
    %v28 = stablehlo.add %v26, %v27 : tensor<1x0xi32>
    %v29 = stablehlo.iota dim = 1 : tensor<1x0xi32>
    %v30 = stablehlo.add %v28, %v29 : tensor<1x0xi32>
    %v31 = stablehlo.add %v10, %v30 : (tensor<1x0xi32>, tensor<1x0xi32>) -> tensor<1x0xi32>
    %v32 = "stablehlo.clamp"(%low, %v31, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v33 = stablehlo.constant dense<1> : tensor<i32>
    %v34 = stablehlo.constant dense<0> : tensor<i32>
    %v35 = stablehlo.dynamic_slice %v32, %v33, %v34, sizes = [0, 0] : (tensor<1x0xi32>, tensor<i32>, tensor<i32>) -> tensor<0x0xi32>
    %v36 = "stablehlo.clamp"(%low, %v35, %high) : (tensor<i32>, tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %v37 = stablehlo.reverse %v32, dims = [0] : tensor<1x0xi32>
    %v38 = "stablehlo.clamp"(%low, %v37, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v39 = stablehlo.reverse %v23, dims = [0] : tensor<0xi32>
    %v40 = "stablehlo.clamp"(%low, %v39, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v41 = stablehlo.reshape %v30 : (tensor<1x0xi32>) -> tensor<1x1x0xi32>
    %v42 = "stablehlo.clamp"(%low, %v41, %high) : (tensor<i32>, tensor<1x1x0xi32>, tensor<i32>) -> tensor<1x1x0xi32>
    %v43 = "stablehlo.reduce_window"(%v32, %zero) <{padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v44 = "stablehlo.clamp"(%low, %v43, %high) : (tensor<i32>, tensor<1x0xi32>, tensor<i32>) -> tensor<1x0xi32>
    %v45 = stablehlo.pad %v32, %high, low = [2, 1], high = [1, 0], interior = [1, 1] : (tensor<1x0xi32>, tensor<i32>) -> tensor<4x1xi32>
    %v46 = "stablehlo.clamp"(%low, %v45, %high) : (tensor<i32>, tensor<4x1xi32>, tensor<i32>) -> tensor<4x1xi32>
    %v47 = stablehlo.slice %v44 [0:0:2, 0:0:2] : (tensor<1x0xi32>) -> tensor<0x0xi32>
    %v48 = "stablehlo.clamp"(%low, %v47, %high) : (tensor<i32>, tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %v49 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0x0xi32>
    %v50 = stablehlo.iota dim = 0 : tensor<0x0xi32>
    %v51 = stablehlo.add %v49, %v50 : tensor<0x0xi32>
    %v52 = stablehlo.iota dim = 1 : tensor<0x0xi32>
    %v53 = stablehlo.add %v51, %v52 : tensor<0x0xi32>
    %v54 = stablehlo.compare LT, %v48, %v53 : (tensor<0x0xi32>, tensor<0x0xi32>) -> tensor<0x0xi1>
    %v55 = stablehlo.select %v54, %v53, %v48 : tensor<0x0xi1>, tensor<0x0xi32>
    %v56 = "stablehlo.clamp"(%low, %v55, %high) : (tensor<i32>, tensor<0x0xi32>, tensor<i32>) -> tensor<0x0xi32>
    %v57 = stablehlo.transpose %v46, dims = [1, 0] : (tensor<4x1xi32>) -> tensor<1x4xi32>
    %v58 = "stablehlo.clamp"(%low, %v57, %high) : (tensor<i32>, tensor<1x4xi32>, tensor<i32>) -> tensor<1x4xi32>
    %v59 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x4xi32>
    %v60 = stablehlo.iota dim = 0 : tensor<1x4xi32>
    %v61 = stablehlo.add %v59, %v60 : tensor<1x4xi32>
    %v62 = stablehlo.iota dim = 1 : tensor<1x4xi32>
    %v63 = stablehlo.add %v61, %v62 : tensor<1x4xi32>
    %v64 = stablehlo.dot_general %v58, %v63, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<1xi32>
    %v65 = "stablehlo.clamp"(%low, %v64, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v66 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x1x2x1xi32>
    %v67 = stablehlo.iota dim = 0 : tensor<1x1x2x1xi32>
    %v68 = stablehlo.add %v66, %v67 : tensor<1x1x2x1xi32>
    %v69 = stablehlo.iota dim = 1 : tensor<1x1x2x1xi32>
    %v70 = stablehlo.add %v68, %v69 : tensor<1x1x2x1xi32>
    %v71 = stablehlo.iota dim = 2 : tensor<1x1x2x1xi32>
    %v72 = stablehlo.add %v70, %v71 : tensor<1x1x2x1xi32>
    %v73 = stablehlo.iota dim = 3 : tensor<1x1x2x1xi32>
    %v74 = stablehlo.add %v72, %v73 : tensor<1x1x2x1xi32>
    %v75 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1x3x1x3xi32>
    %v76 = stablehlo.iota dim = 0 : tensor<1x3x1x3xi32>
    %v77 = stablehlo.add %v75, %v76 : tensor<1x3x1x3xi32>
    %v78 = stablehlo.iota dim = 1 : tensor<1x3x1x3xi32>
    %v79 = stablehlo.add %v77, %v78 : tensor<1x3x1x3xi32>
    %v80 = stablehlo.iota dim = 2 : tensor<1x3x1x3xi32>
    %v81 = stablehlo.add %v79, %v80 : tensor<1x3x1x3xi32>
    %v82 = stablehlo.iota dim = 3 : tensor<1x3x1x3xi32>
    %v83 = stablehlo.add %v81, %v82 : tensor<1x3x1x3xi32>
    %v84 = stablehlo.convolution(%v74, %v83) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x1xi32>, tensor<1x3x1x3xi32>) -> tensor<1x3x1x3xi32>
    %v85 = "stablehlo.clamp"(%low, %v84, %high) : (tensor<i32>, tensor<1x3x1x3xi32>, tensor<i32>) -> tensor<1x3x1x3xi32>
    %v86 = stablehlo.transpose %v65, dims = [0] : (tensor<1xi32>) -> tensor<1xi32>
    %v87 = "stablehlo.clamp"(%low, %v86, %high) : (tensor<i32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
    %v88 = "stablehlo.reduce_window"(%v83, %zero) <{padding = dense<[[1, 0], [0, 0], [0, 0], [1, 1]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 2, 2, 1, 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<1x3x1x3xi32>, tensor<i32>) -> tensor<1x2x0x3xi32>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<i32>, tensor<1x2x0x3xi32>, tensor<i32>) -> tensor<1x2x0x3xi32>
    %v90 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v91 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v92 = stablehlo.add %v90, %v91 : tensor<0xi32>
    %v93 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %v94 = stablehlo.iota dim = 0 : tensor<1xi32>
    %v95 = stablehlo.add %v93, %v94 : tensor<1xi32>
    %v96 = stablehlo.concatenate %v65, %v92, %v95, dim = 0 : (tensor<1xi32>, tensor<0xi32>, tensor<1xi32>) -> tensor<2xi32>
    %v97 = "stablehlo.clamp"(%low, %v96, %high) : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %v98 = stablehlo.reshape %v97 : (tensor<2xi32>) -> tensor<2x1x1xi32>
    %v99 = "stablehlo.clamp"(%low, %v98, %high) : (tensor<i32>, tensor<2x1x1xi32>, tensor<i32>) -> tensor<2x1x1xi32>
    %v100 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v101 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v102 = stablehlo.add %v100, %v101 : tensor<0xi32>
    %v103 = "stablehlo.select_and_scatter"(%v92, %v102, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<0xi32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v104 = "stablehlo.clamp"(%low, %v103, %high) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
    %v105 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %v106 = stablehlo.iota dim = 0 : tensor<0xi32>
    %v107 = stablehlo.add %v105, %v106 : tensor<0xi32>
    %v108 = "stablehlo.select_and_scatter"(%v97, %v107, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<i32>, %q: tensor<i32>):
%r = stablehlo.add %p, %q : tensor<i32>
stablehlo.return %r : tensor<i32>
}) : (tensor<2xi32>, tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
    %v109 = "stablehlo.clamp"(%low, %v108, %high) : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %v110 = stablehlo.reshape %v4 : (tensor<0x2x3xi32>) -> tensor<0xi32>
    %v111 = stablehlo.reshape %v6 : (tensor<0x2x1xi32>) -> tensor<0xi32>
    %v112 = stablehlo.reshape %v10 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v113 = stablehlo.reshape %v17 : (tensor<0x1x2xi32>) -> tensor<0xi32>
    %v114 = stablehlo.reshape %v19 : (tensor<0x2xi32>) -> tensor<0xi32>
    %v115 = stablehlo.reshape %v21 : (tensor<0xi32>) -> tensor<0xi32>
    %v116 = stablehlo.reshape %v23 : (tensor<0xi32>) -> tensor<0xi32>
    %v117 = stablehlo.reshape %v25 : (tensor<0x1x2xi32>) -> tensor<0xi32>
    %v118 = stablehlo.reshape %v30 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v119 = stablehlo.reshape %v32 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v120 = stablehlo.reshape %v36 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v121 = stablehlo.reshape %v38 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v122 = stablehlo.reshape %v40 : (tensor<0xi32>) -> tensor<0xi32>
    %v123 = stablehlo.reshape %v42 : (tensor<1x1x0xi32>) -> tensor<0xi32>
    %v124 = stablehlo.reshape %v44 : (tensor<1x0xi32>) -> tensor<0xi32>
    %v125 = stablehlo.reshape %v46 : (tensor<4x1xi32>) -> tensor<4xi32>
    %v126 = stablehlo.reshape %v48 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v127 = stablehlo.reshape %v53 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v128 = stablehlo.reshape %v56 : (tensor<0x0xi32>) -> tensor<0xi32>
    %v129 = stablehlo.reshape %v58 : (tensor<1x4xi32>) -> tensor<4xi32>
    %v130 = stablehlo.reshape %v63 : (tensor<1x4xi32>) -> tensor<4xi32>
    %v131 = stablehlo.reshape %v65 : (tensor<1xi32>) -> tensor<1xi32>
    %v132 = stablehlo.reshape %v74 : (tensor<1x1x2x1xi32>) -> tensor<2xi32>
    %v133 = stablehlo.reshape %v83 : (tensor<1x3x1x3xi32>) -> tensor<9xi32>
    %v134 = stablehlo.reshape %v85 : (tensor<1x3x1x3xi32>) -> tensor<9xi32>
    %v135 = stablehlo.reshape %v87 : (tensor<1xi32>) -> tensor<1xi32>
    %v136 = stablehlo.reshape %v89 : (tensor<1x2x0x3xi32>) -> tensor<0xi32>
    %v137 = stablehlo.reshape %v92 : (tensor<0xi32>) -> tensor<0xi32>
    %v138 = stablehlo.reshape %v95 : (tensor<1xi32>) -> tensor<1xi32>
    %v139 = stablehlo.reshape %v97 : (tensor<2xi32>) -> tensor<2xi32>
    %v140 = stablehlo.reshape %v99 : (tensor<2x1x1xi32>) -> tensor<2xi32>
    %v141 = stablehlo.reshape %v102 : (tensor<0xi32>) -> tensor<0xi32>
    %v142 = stablehlo.reshape %v104 : (tensor<0xi32>) -> tensor<0xi32>
    %v143 = stablehlo.reshape %v107 : (tensor<0xi32>) -> tensor<0xi32>
    %v144 = stablehlo.reshape %v109 : (tensor<2xi32>) -> tensor<2xi32>
    %v145 = stablehlo.concatenate %v110, %v111, %v112, %v113, %v114, %v115, %v116, %v117, %v118, %v119, %v120, %v121, %v122, %v123, %v124, %v125, %v126, %v127, %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, %v142, %v143, %v144, dim = 0 : (tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<4xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<4xi32>, tensor<4xi32>, tensor<1xi32>, tensor<2xi32>, tensor<9xi32>, tensor<9xi32>, tensor<1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<2xi32>) -> tensor<41xi32>
    return %v109, %v36, %v92, %v145 : tensor<2xi32>, tensor<0x0xi32>, tensor<0xi32>, tensor<41xi32>
  }
}
