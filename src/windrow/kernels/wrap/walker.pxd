cimport cython

@cython.final
cdef class Walker:
    cdef int[::1] sizes
    cdef int[::1] signatures
    cdef int[::1] starts
    cdef const unsigned char[::1] buffer
    cdef int[::1] group_starts
    cdef int[::1] group_signatures
    cdef int[::1] group_kinds
    cdef int[::1] group_counts
    cdef int[::1] group_parts
    cdef int[::1] parts
    cdef long long[::1] frozen
    cdef int[::1] frozen_sizes
    cdef int[::1] frozen_lengths
    cdef int[::1] flags
    cdef int[::1] counts
    cdef readonly int[::1] visit_nodes
    cdef readonly int[::1] visit_spots
    cdef readonly int[::1] visit_owners
    # What is still to be visited.
    cdef int[::1] stack_nodes
    cdef int[::1] stack_spots
    cdef int[::1] stack_owners
    cdef object view  # of the buffer

    cpdef Py_ssize_t walk(self, int root, int root_spot, list left)
    cdef bint _is_frozen(self, int node, int spot)
    cdef bint _count(self, int node, int spot) noexcept
    cdef object _choose(self, int node, int spot, int owner, list left)
    cdef Py_ssize_t _push(self, int node, int spot, int owner, Py_ssize_t height) noexcept
    cdef void _forget(self, int spot) noexcept
