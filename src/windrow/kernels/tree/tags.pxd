cdef class Tags:
    cdef bytes html
    cdef const unsigned char[::1] view
    cdef Py_ssize_t size
    cdef long long[::1] names
    cdef int[::1] lengths
    cdef int[::1] name_traits
    # The current tag: its packed name, where that starts, how long it is, and its traits.
    cdef long long name
    cdef Py_ssize_t start
    cdef Py_ssize_t length
    cdef int traits
    cdef bint self_closing
    cdef Py_ssize_t excess  # where its attributes become too many; 0 if they do not
    cdef Py_ssize_t end_tag  # where the end tag of a raw element begins

    cdef Py_ssize_t find(self, unsigned char byte, Py_ssize_t place) noexcept
    cdef void read_name(self, Py_ssize_t place) noexcept
    cdef int _listed_traits(self) noexcept
    cdef Py_ssize_t tag_end(self, Py_ssize_t place) noexcept
    cdef Py_ssize_t raw_end(self, Py_ssize_t place)
    cdef bint _ends_name(self) noexcept
    cdef Py_ssize_t comment_end(self, Py_ssize_t place) except? -2
