cimport cython

@cython.final
cdef class Writer:
    cdef int[::1] labels
    cdef int[::1] parents
    cdef int[::1] sizes
    cdef int[::1] depths
    cdef int[::1] kinds
    cdef int[::1] texts
    cdef int[::1] spacing
    cdef int[::1] positions
    cdef int[::1] ordinals
    cdef int[::1] starts
    cdef int[::1] attributes
    cdef unsigned char[::1] buffer
    cdef int nodes
    cdef int bytes
    cdef int count
    cdef int found_spacing
    cdef bint space
    cdef bint lined
    cdef object breaks

    cdef int add(self, int label, int parent, int depth)
    cdef int add_text(self, int parent, int depth, int start, int end, int spacing, int ordinal)
    cdef int set_text(self, int node, int start, int end, int spacing)
    cdef bint fold(self, unsigned char* data, size_t length)
    cdef int join(self, int before, int behind, int start)
    cdef int add_break(self, int place)
