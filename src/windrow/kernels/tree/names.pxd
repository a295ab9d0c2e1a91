cimport cython

from windrow.kernels.tree.lexbor cimport NodeAt

@cython.final
cdef class Names:
    cdef int[::1] table
    cdef dict ids
    cdef dict others

    cdef int number(self, size_t name)

@cython.final
cdef class Ordinals:
    cdef int[::1] ordinals
    cdef int[::1] stamps
    cdef int[::1] counts
    cdef dict others
    cdef int serial
    cdef int top

    cdef int enter(self, NodeAt parent)
