module @case {
  func.func public @main(%arg0: tensor<0xbf16>, %arg1: tensor<1xbf16>, %arg2: tensor<0xbf16>, %arg3: tensor<1xbf16>) -> (tensor<0xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<48xbf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<bf16>
    %low = stablehlo.constant dense<-8.0> : tensor<bf16>
    %high = stablehlo.constant dense<8.0> : tensor<bf16>
    %v3 = "stablehlo.sort"(%arg3) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}) : (tensor<1xbf16>) -> tensor<1xbf16>
    %v4 = "stablehlo.clamp"(%low, %v3, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v5 = stablehlo.transpose %v4, dims = [0] : (tensor<1xbf16>) -> tensor<1xbf16>
    %v6 = "stablehlo.clamp"(%low, %v5, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v7 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v8 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v9 = stablehlo.add %v7, %v8 : tensor<1xbf16>
    %v10 = stablehlo.compare LT, %arg3, %v9 : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xi1>
    %v11 = stablehlo.select %v10, %v9, %arg3 : tensor<1xi1>, tensor<1xbf16>
    %v12 = "stablehlo.clamp"(%low, %v11, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v13 = stablehlo.reverse %arg3, dims = [0] : tensor<1xbf16>
    %v14 = "stablehlo.clamp"(%low, %v13, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v15 = "stablehlo.reduce_window"(%v4, %zero) <{padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v16 = "stablehlo.clamp"(%low, %v15, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v17 = stablehlo.constant dense<2> : tensor<i32>
    %v18 = stablehlo.dynamic_slice %v14, %v17, sizes = [1] : (tensor<1xbf16>, tensor<i32>) -> tensor<1xbf16>
    %v19 = "stablehlo.clamp"(%low, %v18, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v20 = stablehlo.constant dense<2> : tensor<i32>
    %v21 = stablehlo.dynamic_slice %v9, %v20, sizes = [1] : (tensor<1xbf16>, tensor<i32>) -> tensor<1xbf16>
    %v22 = "stablehlo.clamp"(%low, %v21, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v23 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v24 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v25 = stablehlo.add %v23, %v24 : tensor<1xbf16>
    %v26 = stablehlo.constant dense<0> : tensor<i32>
    %w26:3 = stablehlo.while(%i = %v26, %a = %v22, %b = %v25) : tensor<i32>, tensor<1xbf16>, tensor<1xbf16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<1xbf16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<1xbf16>, tensor<1xbf16>
}
    %v28 = "stablehlo.clamp"(%low, %w26#2, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v29 = "stablehlo.clamp"(%low, %v28, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v30 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0xbf16>
    %v31 = stablehlo.iota dim = 0 : tensor<0xbf16>
    %v32 = stablehlo.add %v30, %v31 : tensor<0xbf16>
    %v33 = "stablehlo.select_and_scatter"(%v19, %v32, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1xbf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v34 = "stablehlo.clamp"(%low, %v33, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v35 = stablehlo.pad %v29, %high, low = [1], high = [2], interior = [1] : (tensor<1xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v36 = "stablehlo.clamp"(%low, %v35, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v37 = stablehlo.transpose %v36, dims = [0] : (tensor<4xbf16>) -> tensor<4xbf16>
    %v38 = "stablehlo.clamp"(%low, %v37, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v39 = stablehlo.broadcast_in_dim %v29, dims = [1] : (tensor<1xbf16>) -> tensor<3x1x1xbf16>
    %v40 = "stablehlo.clamp"(%low, %v39, %high) : (tensor<bf16>, tensor<3x1x1xbf16>, tensor<bf16>) -> tensor<3x1x1xbf16>
    %v41 = stablehlo.reshape %v38 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v42 = "stablehlo.clamp"(%low, %v41, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v43 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
    %v44 = stablehlo.iota dim = 0 : tensor<4xbf16>
    %v45 = stablehlo.add %v43, %v44 : tensor<4xbf16>
    %v46 = stablehlo.dot_general %v42, %v45, contracting_dims = [0] x [0] : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<bf16>
    %v47 = "stablehlo.clamp"(%low, %v46, %high) : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %v48 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
    %v49 = stablehlo.iota dim = 0 : tensor<4xbf16>
    %v50 = stablehlo.add %v48, %v49 : tensor<4xbf16>
    %v51 = stablehlo.constant dense<0> : tensor<i32>
    %w51:3 = stablehlo.while(%i = %v51, %a = %v38, %b = %v50) : tensor<i32>, tensor<4xbf16>, tensor<4xbf16>
cond {
%e = stablehlo.constant dense<3> : tensor<i32>
%c = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%o = stablehlo.constant dense<1> : tensor<i32>
%j = stablehlo.add %i, %o : tensor<i32>
%s = stablehlo.add %a, %b : tensor<4xbf16>
stablehlo.return %j, %b, %s : tensor<i32>, tensor<4xbf16>, tensor<4xbf16>
}
    %v53 = "stablehlo.clamp"(%low, %w51#2, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v54 = "stablehlo.clamp"(%low, %v53, %high) : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %v55 = stablehlo.constant dense<1> : tensor<i32>
    %v56 = stablehlo.dynamic_slice %v54, %v55, sizes = [2] : (tensor<4xbf16>, tensor<i32>) -> tensor<2xbf16>
    %v57 = "stablehlo.clamp"(%low, %v56, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v58 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<1xbf16>
    %v59 = stablehlo.iota dim = 0 : tensor<1xbf16>
    %v60 = stablehlo.add %v58, %v59 : tensor<1xbf16>
    %v61 = stablehlo.constant dense<1> : tensor<i32>
    %v62 = stablehlo.dynamic_update_slice %v57, %v60, %v61 : (tensor<2xbf16>, tensor<1xbf16>, tensor<i32>) -> tensor<2xbf16>
    %v63 = "stablehlo.clamp"(%low, %v62, %high) : (tensor<bf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %v64 = stablehlo.constant dense<1> : tensor<i32>
    %v65 = stablehlo.dynamic_slice %v57, %v64, sizes = [1] : (tensor<2xbf16>, tensor<i32>) -> tensor<1xbf16>
    %v66 = "stablehlo.clamp"(%low, %v65, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v67 = "stablehlo.reduce_window"(%v60, %zero) <{padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v68 = "stablehlo.clamp"(%low, %v67, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v69 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0xbf16>
    %v70 = stablehlo.iota dim = 0 : tensor<0xbf16>
    %v71 = stablehlo.add %v69, %v70 : tensor<0xbf16>
    %v72 = stablehlo.constant dense<0> : tensor<i32>
    %v73 = stablehlo.dynamic_update_slice %v68, %v71, %v72 : (tensor<1xbf16>, tensor<0xbf16>, tensor<i32>) -> tensor<1xbf16>
    %v74 = "stablehlo.clamp"(%low, %v73, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v75 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0xbf16>
    %v76 = stablehlo.iota dim = 0 : tensor<0xbf16>
    %v77 = stablehlo.add %v75, %v76 : tensor<0xbf16>
    %v78 = stablehlo.constant dense<1> : tensor<i32>
    %v79 = stablehlo.dynamic_update_slice %v74, %v77, %v78 : (tensor<1xbf16>, tensor<0xbf16>, tensor<i32>) -> tensor<1xbf16>
    %v80 = "stablehlo.clamp"(%low, %v79, %high) : (tensor<bf16>, tensor<1xbf16>, tensor<bf16>) -> tensor<1xbf16>
    %v81 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0xbf16>
    %v82 = stablehlo.iota dim = 0 : tensor<0xbf16>
    %v83 = stablehlo.add %v81, %v82 : tensor<0xbf16>
    %v84 = stablehlo.compare LT, %v77, %v83 : (tensor<0xbf16>, tensor<0xbf16>) -> tensor<0xi1>
    %v85 = stablehlo.select %v84, %v83, %v77 : tensor<0xi1>, tensor<0xbf16>
    %v86 = "stablehlo.clamp"(%low, %v85, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v87 = stablehlo.constant dense<-1> : tensor<i32>
    %v88 = stablehlo.dynamic_slice %v77, %v87, sizes = [0] : (tensor<0xbf16>, tensor<i32>) -> tensor<0xbf16>
    %v89 = "stablehlo.clamp"(%low, %v88, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v90 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0xbf16>
    %v91 = stablehlo.iota dim = 0 : tensor<0xbf16>
    %v92 = stablehlo.add %v90, %v91 : tensor<0xbf16>
    %v93 = "stablehlo.select_and_scatter"(%v83, %v92, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0xbf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v94 = "stablehlo.clamp"(%low, %v93, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v95 = stablehlo.transpose %v83, dims = [0] : (tensor<0xbf16>) -> tensor<0xbf16>
    %v96 = "stablehlo.clamp"(%low, %v95, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v97 = stablehlo.broadcast_in_dim %v92, dims = [0] : (tensor<0xbf16>) -> tensor<0xbf16>
    %v98 = "stablehlo.clamp"(%low, %v97, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v99 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<0xbf16>
    %v100 = stablehlo.iota dim = 0 : tensor<0xbf16>
    %v101 = stablehlo.add %v99, %v100 : tensor<0xbf16>
    %v102 = "stablehlo.select_and_scatter"(%v94, %v101, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
stablehlo.return %r : tensor<i1>
}, {
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
%r = stablehlo.add %p, %q : tensor<bf16>
stablehlo.return %r : tensor<bf16>
}) : (tensor<0xbf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v103 = "stablehlo.clamp"(%low, %v102, %high) : (tensor<bf16>, tensor<0xbf16>, tensor<bf16>) -> tensor<0xbf16>
    %v104 = stablehlo.reshape %v4 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v105 = stablehlo.reshape %v6 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v106 = stablehlo.reshape %v9 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v107 = stablehlo.reshape %v12 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v108 = stablehlo.reshape %v14 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v109 = stablehlo.reshape %v16 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v110 = stablehlo.reshape %v19 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v111 = stablehlo.reshape %v22 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v112 = stablehlo.reshape %v25 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v113 = stablehlo.reshape %v29 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v114 = stablehlo.reshape %v32 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v115 = stablehlo.reshape %v34 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v116 = stablehlo.reshape %v36 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v117 = stablehlo.reshape %v38 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v118 = stablehlo.reshape %v40 : (tensor<3x1x1xbf16>) -> tensor<3xbf16>
    %v119 = stablehlo.reshape %v42 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v120 = stablehlo.reshape %v45 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v121 = stablehlo.reshape %v47 : (tensor<bf16>) -> tensor<1xbf16>
    %v122 = stablehlo.reshape %v50 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v123 = stablehlo.reshape %v54 : (tensor<4xbf16>) -> tensor<4xbf16>
    %v124 = stablehlo.reshape %v57 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v125 = stablehlo.reshape %v60 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v126 = stablehlo.reshape %v63 : (tensor<2xbf16>) -> tensor<2xbf16>
    %v127 = stablehlo.reshape %v66 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v128 = stablehlo.reshape %v68 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v129 = stablehlo.reshape %v71 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v130 = stablehlo.reshape %v74 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v131 = stablehlo.reshape %v77 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v132 = stablehlo.reshape %v80 : (tensor<1xbf16>) -> tensor<1xbf16>
    %v133 = stablehlo.reshape %v83 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v134 = stablehlo.reshape %v86 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v135 = stablehlo.reshape %v89 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v136 = stablehlo.reshape %v92 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v137 = stablehlo.reshape %v94 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v138 = stablehlo.reshape %v96 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v139 = stablehlo.reshape %v98 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v140 = stablehlo.reshape %v101 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v141 = stablehlo.reshape %v103 : (tensor<0xbf16>) -> tensor<0xbf16>
    %v142 = stablehlo.concatenate %v104, %v105, %v106, %v107, %v108, %v109, %v110, %v111, %v112, %v113, %v114, %v115, %v116, %v117, %v118, %v119, %v120, %v121, %v122, %v123, %v124, %v125, %v126, %v127, %v128, %v129, %v130, %v131, %v132, %v133, %v134, %v135, %v136, %v137, %v138, %v139, %v140, %v141, dim = 0 : (tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<3xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<1xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<1xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>, tensor<0xbf16>) -> tensor<48xbf16>
    return %v103, %v22, %v57, %v142 : tensor<0xbf16>, tensor<1xbf16>, tensor<2xbf16>, tensor<48xbf16>
  }
}
