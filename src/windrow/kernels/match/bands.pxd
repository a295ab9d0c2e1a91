cdef int band(long long size_a, long long size_b, int count_a, int count_b) noexcept
cdef bint conflict(double[::1] boxes_a, double[::1] boxes_b, int a, int b) noexcept
cdef int low_end(int band, long long turn, long long count_a, long long count_b) noexcept
cdef int high_end(int band, long long turn, long long count_a, long long count_b) noexcept
cdef int count_children(int* sizes, int node) noexcept
cdef object longer(object numbers, Py_ssize_t count)
cdef void fill_children(int[::1] found, int* sizes, int node) noexcept
cdef object traced(
    unsigned char[::1] origin,
    long long[::1] begins,
    int[::1] lows,
    int[::1] highs,
    Py_ssize_t i,
    Py_ssize_t j,
)
cdef bint equal(int* numbers_a, int* numbers_b, int a, int b, int count) noexcept
cdef Py_ssize_t slot(long long* slots, long long room, long long key) noexcept
cdef object larger(object table, long long room)
