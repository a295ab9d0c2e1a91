# Where the numbers of an array lie: a fraction of the cost of opening it as a memory view.

from cpython cimport array


cdef inline int* ints(array.array values) noexcept:
    """Return the numbers of an array of the type "i", valid as long as it is kept and not resized."""
    return values.data.as_ints


cdef inline long long* longs(array.array values) noexcept:
    """Return the numbers of an array of the type "q", in the same way."""
    return values.data.as_longlongs
