from windrow.kernels.wrap.said cimport Said

cpdef str member_label(Said said, int node, str position)
cpdef str anchor_text(Said said, object names, int node)
cpdef str prefix_label(str text)
