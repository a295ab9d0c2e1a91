cdef int SAMPLE

cdef double share(long long part, long long whole) noexcept
