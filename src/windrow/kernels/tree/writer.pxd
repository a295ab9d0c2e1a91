cimport cython

@cython.final
cdef class Writer:
    cdef object held  # what the addresses below belong to
    cdef int* labels
    cdef int* parents
    cdef int* sizes
    cdef int* depths
    cdef int* kinds
    cdef int* texts
    cdef int* spacing
    cdef int* positions
    cdef int* ordinals
    cdef int* starts
    cdef int* attributes
    cdef unsigned char* buffer
    cdef int nodes
    cdef int bytes
    cdef int count
    cdef int found_spacing
    cdef bint space
    cdef bint lined
    cdef object breaks

    cdef int add(self, int label, int parent, int depth) noexcept
    cdef int add_text(
        self, int parent, int depth, int start, int end, int spacing, int ordinal
    ) noexcept
    cdef int set_text(self, int node, int start, int end, int spacing) noexcept
    cdef bint fold(self, unsigned char* data, size_t length) except? -1
    cdef int _move_breaks(self, int start)
    cdef int join(self, int before, int behind, int start) except? -1
    cdef int add_break(self, int place)
