cimport cython

@cython.final
cdef class Frame:
    cdef Py_ssize_t first_count
    cdef Py_ssize_t second_count
    cdef Py_ssize_t first_distinct
    cdef Py_ssize_t distinct
    cdef int[::1] children
    cdef int[::1] nodes
    cdef int[::1] times
    cdef int[::1] cells
    cdef int[::1] classes
    cdef int[::1] first_seen
    cdef int[::1] second_seen
    cdef int[::1] lists
    cdef double[::1] best
    cdef double[::1] best_sizes
    cdef double[::1] list_scores
    cdef double[::1] list_sizes

    cdef int make_room(self, Py_ssize_t children) except? -1
    cdef int make_cells(self) except? -1
    cdef int _make_distinct(self, Py_ssize_t count) except? -1
