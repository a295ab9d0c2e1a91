cimport cython

@cython.final
cdef class Pairs:
    cdef double[::1] scores
    cdef double[::1] first_sizes
    cdef double[::1] second_sizes
    cdef Py_ssize_t count
    cdef long long[::1] keys
    cdef long long[::1] numbers

    cdef long long find(self, long long key) noexcept
    cdef long long remember(self, long long key, double score, double first_size, double second_size) except? -1
    cdef double score(self, long long cell) noexcept
    cdef double size(self, long long cell, int side) noexcept
    cdef double similarity(self, long long cell) noexcept
    cdef Py_ssize_t _slot(self, long long key) noexcept
    cdef int _make_room(self) except? -1
