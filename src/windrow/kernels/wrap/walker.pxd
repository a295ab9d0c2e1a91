cimport cython

@cython.final
cdef class Walker:
    cdef object held  # what the addresses below belong to
    cdef int* sizes
    cdef int* signatures
    cdef int* starts
    cdef unsigned char* buffer
    cdef int* group_starts
    cdef int* group_signatures
    cdef int* group_kinds
    cdef int* group_counts
    cdef int* group_parts
    cdef int* parts
    cdef long long* frozen
    cdef int* frozen_sizes
    cdef int* frozen_lengths
    cdef int* flags
    cdef int* counts
    cdef int* visit_nodes
    cdef int* visit_spots
    cdef int* visit_owners
    cdef readonly list visits  # the arrays of these three
    # What is still to be visited.
    cdef int* stack_nodes
    cdef int* stack_spots
    cdef int* stack_owners
    cdef object view  # of the buffer

    cpdef Py_ssize_t walk(self, int root, int root_spot, list left)
    cdef bint _is_frozen(self, int node, int spot)
    cdef bint _count(self, int node, int spot) noexcept
    cdef object _choose(self, int node, int spot, int owner, list left)
    cdef Py_ssize_t _push(self, int node, int spot, int owner, Py_ssize_t height) noexcept
    cdef void _forget(self, int spot) noexcept
