cpdef str member_label(object said, object prefix_label, int node, str position)
cpdef str anchor_text(object said, object names, int node)
