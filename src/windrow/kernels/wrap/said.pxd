cimport cython

@cython.final
cdef class Said:
    cdef int[::1] labels
    cdef int[::1] parents
    cdef int[::1] sizes
    cdef int[::1] kinds
    cdef int[::1] spans
    cdef int[::1] spacing
    cdef int[::1] starts
    cdef int[::1] attributes
    cdef int[::1] roles
    cdef int[::1] inline
    cdef int[::1] breaks
    cdef int[::1] flows
    cdef bytes buffer
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
