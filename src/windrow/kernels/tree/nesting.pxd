cimport cython

from windrow.kernels.tree.tags cimport Tags

cdef class Nesting(Tags):
    cdef int limit
    cdef object held  # what the addresses below belong to
    # The open elements: packed name, traits, where the name starts, how long it is.
    cdef long long* open_names
    cdef long long* open_traits
    cdef long long* open_starts
    cdef long long* open_lengths
    cdef int depth
    cdef int deepest
    cdef int formats  # formatting elements that are open
    cdef int strange  # drawings, formulas and selects that are open
    cdef int drawing  # where on the stack a plain drawing began; -1 outside of one
    cdef long long copies
    cdef int options  # of the last select
    cdef bint can_cut  # parts of the page can be left out
    cdef Py_ssize_t kept  # what is before this place is written or left out

    cpdef int run(self)
    @cython.final
    cdef Py_ssize_t _start_tag(self, Py_ssize_t place) except? -2
    @cython.final
    cdef bint _open(self, Py_ssize_t place, Py_ssize_t end) except? -1
    cdef bint enter(self, Py_ssize_t place, Py_ssize_t end) except? -1
    cdef int cut(self, Py_ssize_t start, Py_ssize_t end) except? -1
    cdef int end_paragraph(self, Py_ssize_t place) except? -1
    cdef bint leave_out(self, Py_ssize_t place, Py_ssize_t end) except? -1
    cdef int close_below(self, Py_ssize_t place) except? -1
    @cython.final
    cdef void push(self) noexcept
    @cython.final
    cdef void pop(self) noexcept
    @cython.final
    cdef void _end_top(self) noexcept
    @cython.final
    cdef int _close(self, Py_ssize_t place, Py_ssize_t end) except? -1
    @cython.final
    cdef void _close_form(self) noexcept
    @cython.final
    cdef void _forget_form(self) noexcept
    @cython.final
    cdef int _open_form(self) noexcept
    @cython.final
    cdef Py_ssize_t _raw(self, Py_ssize_t place, Py_ssize_t end) except? -2
    @cython.final
    cdef Py_ssize_t _comment(self, Py_ssize_t place) except? -2
    @cython.final
    cdef bint is_same(self, int k) noexcept
