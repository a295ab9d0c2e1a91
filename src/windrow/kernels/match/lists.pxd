cimport cython

from windrow.kernels.match.frames cimport Frame
from windrow.kernels.match.pairs cimport Pairs

cdef int WIDTH

@cython.final
cdef class Lists:
    cdef Pairs pairs
    cdef int[::1] labels
    cdef int[::1] counts
    cdef unsigned char[::1] tags
    cdef double tau1
    cdef double tau2
    cdef bint guard
    cdef bint raw_sizes
    cdef bint always_ask
    cdef object find_lists
    cdef int questions
    # Scratch: one row of the matrix of the heaviest matching, and the children that take part.
    cdef double[::1] row
    cdef int[::1] taking

    cdef int group(self, Frame frame) noexcept
    cdef int symbol(self, Frame frame, Py_ssize_t k) noexcept
    cdef long long close(self, Frame frame, long long key, int a, int b, bint same) except? -1
    cdef bint _is_list(self, Frame frame, Py_ssize_t u) noexcept
    cdef double _collapsed(self, Frame frame, bint second) noexcept
    cdef bint _mark_lists(self, Frame frame) except? -1
    cdef bint _ask(self, Frame frame) except? -1
    cdef bint _guarded(self, Frame frame, Py_ssize_t root) noexcept
    cdef int _average(self, Frame frame, Py_ssize_t root) noexcept
    cdef double _heaviest(self, Frame frame, bint lists, bint same) except? -1
    cdef Py_ssize_t _taking_part(self, Frame frame, bint second, Py_ssize_t to, bint lists) noexcept
    cdef double _weight(self, Frame frame, Py_ssize_t u, Py_ssize_t v, bint lists) noexcept
