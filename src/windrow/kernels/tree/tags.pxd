cimport cython

cdef class Tags:
    cdef bytes html
    cdef unsigned char* view
    cdef unsigned char* classes
    cdef unsigned char* lower
    cdef Py_ssize_t size
    cdef long long* names
    cdef int* lengths
    cdef int* name_traits
    # The current tag: its packed name, where that starts, how long it is, and its traits.
    cdef long long name
    cdef Py_ssize_t start
    cdef Py_ssize_t length
    cdef int traits
    cdef bint self_closing
    cdef Py_ssize_t excess  # where its attributes become too many; 0 if they do not
    cdef Py_ssize_t end_tag  # where the end tag of a raw element begins

    @cython.final
    cdef Py_ssize_t find(self, unsigned char byte, Py_ssize_t place) noexcept
    @cython.final
    cdef void read_name(self, Py_ssize_t place) noexcept
    @cython.final
    cdef int _listed_traits(self) noexcept
    @cython.final
    cdef Py_ssize_t tag_end(self, Py_ssize_t place) noexcept
    @cython.final
    cdef Py_ssize_t raw_end(self, Py_ssize_t place) except? -2
    @cython.final
    cdef bint _ends_name(self) noexcept
    @cython.final
    cdef Py_ssize_t comment_end(self, Py_ssize_t place) except? -2
