# The beginning of lexbor's own structs, and how to go from node to node.

cdef struct Node:
    void* events
    size_t name
    size_t prefix
    size_t space
    void* document
    void* next
    void* previous
    void* parent
    void* first
    void* last
    void* user
    int type

cdef struct Element:
    Node node
    size_t upper
    size_t qualified
    void* custom
    void* first_attribute

cdef struct Text:
    Node node
    unsigned char* data
    size_t length

cdef struct Words:
    unsigned char* data
    size_t length

cdef struct Attribute:
    Node node
    size_t upper
    size_t qualified
    void* value
    void* owner
    void* next

# A name the parser did not know: up to 16 bytes lie in place, longer ones elsewhere.
cdef struct Name:
    unsigned char* long
    size_t b
    size_t c
    size_t length

ctypedef Node* NodeAt
ctypedef Element* ElementAt
ctypedef Text* TextAt
ctypedef Words* WordsAt
ctypedef Attribute* AttributeAt
ctypedef Name* NameAt

cdef enum:
    ELEMENT = 1
    TEXT = 3
    # Names the parser knows have small ids; the id of any other name is its address.
    KNOWN = 4096


cdef inline NodeAt after(NodeAt node, NodeAt root) noexcept:
    """Return the node behind *node* and everything below it; NULL at the end of *root*."""
    while node != root:
        if node.next != NULL:
            return <NodeAt>node.next
        node = <NodeAt>node.parent
    return NULL


cdef inline int elements(NodeAt root) noexcept:
    """Return how many elements are below *root*."""
    cdef int count = 0
    cdef NodeAt node = root
    while True:
        if node.first != NULL:
            node = <NodeAt>node.first
        else:
            node = after(node, root)
            if node == NULL:
                return count
        count += node.type == ELEMENT


cdef inline bint equals(const unsigned char* a, const unsigned char* b, int length) noexcept:
    cdef int k
    for k in range(length):
        if a[k] != b[k]:
            return False
    return True


cdef inline bint says_hidden(WordsAt value) noexcept:
    """Return whether a value is the word "hidden", in letters of any size."""
    cdef const unsigned char* word = b"hidden"
    cdef int k
    if value.length != 6:
        return False
    for k in range(6):
        if (value.data[k] | 32) != word[k]:
            return False
    return True


cdef inline bint hides(WordsAt value) noexcept:
    """Return whether a style hides its element: display:none, visibility:hidden."""
    cdef size_t k = 0
    cdef int at = 0
    cdef unsigned char[24] found
    cdef unsigned char byte
    # Declarations one by one, lower case, without white space; only short ones matter.
    while k <= value.length:
        byte = value.data[k] if k < value.length else 59
        k += 1
        if byte == 59:
            if at >= 12 and equals(found, b"display:none", 12) and (at == 12 or found[12] == 33):
                return True
            if at >= 17 and equals(found, b"visibility:hidden", 17) and (at == 17 or found[17] == 33):
                return True
            at = 0
        elif byte == 32 or 9 <= byte <= 13:
            continue
        elif at < 24:
            found[at] = byte | 32 if 65 <= byte <= 90 else byte
            at += 1
    return False
