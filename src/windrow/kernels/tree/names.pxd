cimport cython

from windrow.kernels.tree.lexbor cimport NodeAt

@cython.final
cdef class Names:
    cdef object held  # what the address below belongs to
    cdef int* table
    cdef size_t known
    cdef tuple first
    cdef dict numbered  # the numbers of the first names
    cdef dict new
    cdef dict others

    cdef int number(self, size_t name) except? -2
    cdef tuple every(self)

@cython.final
cdef class Ordinals:
    cdef object held  # what the addresses below belong to
    cdef int* ordinals
    cdef int* stamps
    cdef int* counts
    cdef dict others
    cdef int serial
    cdef int top

    cdef int enter(self, NodeAt parent) except? -1
