cimport cython

@cython.final
cdef class Said:
    cdef object held  # what the addresses below belong to
    cdef int* labels
    cdef int* parents
    cdef int* sizes
    cdef int* kinds
    cdef int* spans
    cdef int* spacing
    cdef int* starts
    cdef int* attributes
    cdef int* roles
    cdef int* inline
    cdef int* breaks
    cdef int* flows
    cdef bytes buffer
    cdef str title
    cdef dict wholes

    cpdef int last_byte(self, int node) noexcept
    cpdef str text(self, int node)
    cpdef str whole(self, int node)
    cdef bint _apart(self, int last, int node) noexcept
    cpdef list children(self, int node)
    cpdef int first(self, int start, int end, int kinds) noexcept
    cpdef int last_text(self, int node) noexcept
    cpdef bint flow(self, int node) noexcept
    cdef str _attribute(self, int node, int role)
    cpdef dict values(self, int node, bint member)
