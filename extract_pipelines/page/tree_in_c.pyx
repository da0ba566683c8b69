# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What `tree_walk` does, in C and on the nodes of libxml2.

A node is touched only while an element of lxml's holds it, as the tree may change whenever Python runs:
each node is made an element first, and those around it are held until it is closed. To make an element
may set off a search for garbage, which runs Python before the node is held: meanwhile there is none.
"""

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM
from cpython.unicode cimport PyUnicode_DecodeASCII, PyUnicode_DecodeUTF8
from libc.string cimport memcmp, memset, strlen, strstr
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_ELEMENT_NODE,
    XML_TEXT_NODE,
    const_xmlChar,
    xmlAttr,
    xmlNode,
)

cdef extern from "Python.h":
    object PyType_GenericAlloc(PyTypeObject* kind, Py_ssize_t fields)
    int PyGC_Disable()
    int PyGC_Enable()

cdef extern from "lxml-version.h":
    const char* LXML_VERSION_STRING

cdef extern from "etree_defs.h":
    bint _isElement(xmlNode* node) noexcept nogil

# What lxml offers to C, as lxml.includes.etreepublic has it; an lxml may add fields to its objects.
cdef extern from "etree_api.h":
    int import_lxml__etree() except -1

    cdef class lxml.etree._Document [object LxmlDocument, check_size ignore]:
        pass

    cdef class lxml.etree._Element [object LxmlElement, check_size ignore]:
        cdef _Document _doc
        cdef xmlNode* _c_node

    _Element elementFactory(_Document document, xmlNode* node)
    unicode attributeValue(xmlNode* element, xmlAttr* attribute)
    unicode namespacedNameFromNsName(const_xmlChar* namespace, const_xmlChar* name)
    unicode pyunicode(const_xmlChar* text)

from lxml.etree import LXML_VERSION

from extract_pipelines.page.tag_paths import PATHS
from extract_pipelines.page.tree_walk import DEEPEST as _DEEPEST
from extract_pipelines.page.tree_walk import LONGEST_JOINED as _LONGEST_JOINED
from extract_pipelines.page.tree_walk import MOST_ATTRIBUTES as _MOST_ATTRIBUTES
from extract_pipelines.page.tree_walk import UNSEEN, Leaf, Walked

if LXML_VERSION[0] > int(LXML_VERSION_STRING.split(b".")[0]):
    raise ImportError(f"compiled for lxml {LXML_VERSION_STRING.decode()}, not a later one")
import_lxml__etree()

cdef int DEEPEST = _DEEPEST
cdef int LONGEST_JOINED = _LONGEST_JOINED
cdef int MOST_ATTRIBUTES = _MOST_ATTRIBUTES
# How many names of tags, and of attributes, are found again by where they stand in memory.
cdef enum:
    REMEMBERED = 512
    REMEMBERED_NAMES = 64


cdef struct Path:
    # A tag path: what `TagPath` says of it.
    PyObject* text
    PyObject* tag
    # The numbers of the elements of the tag; NULL before the first of them.
    PyObject* nodes
    bint unread
    bint filled
    bint breaks
    bint advances
    bint in_link


cdef struct Open:
    # An element that is open: the number of its path, and of the element that its text counts as,
    # which `by_tag` holds as an object for parents and leaves to share.
    int path
    int node
    PyObject* number


cdef struct Child:
    # Which path a tag of this name leads to, from another path.
    const_xmlChar* name
    int above
    int path


cdef class _Walk:
    cdef list elements, tags, parents, subtree_end, leaf_start, leaf_end, leaves
    # The elements that are open.
    cdef list above
    # Paths of this page by their number, with what their structs point to.
    cdef list steps
    cdef dict numbers, by_tag
    cdef Path* paths
    cdef Open* opened
    cdef Child children[REMEMBERED]
    cdef char* words
    cdef Py_ssize_t most_paths, most_opened, most_words
    cdef long position, line, source_line
    # The same as objects, which leaves and elements share.
    cdef object position_number, line_number, source_line_number, elements_number, leaves_number
    cdef object number_above
    cdef bint spaced
    # Whether no element began or ended since the last leaf.
    cdef bint joins

    def __cinit__(self):
        self.elements, self.tags, self.parents, self.subtree_end = [], [], [], []
        self.leaf_start, self.leaf_end, self.leaves = [], [], []
        self.above, self.steps, self.numbers, self.by_tag = [], [], {}, {}
        self.position_number = self.line_number = self.source_line_number = 0
        self.elements_number = self.leaves_number = 0
        self.number_above = -1
        self.spaced = True

    def __dealloc__(self):
        PyMem_Free(self.paths)
        PyMem_Free(self.opened)
        PyMem_Free(self.words)

    cdef int begin(self) except -1:
        """Stand above the root."""
        self.most_opened = 64
        self.opened = <Open*> grown(self.opened, self.most_opened * sizeof(Open))
        self.opened[0].path, self.opened[0].node = self.known(PATHS.begin()), -1
        self.opened[0].number = <PyObject*> self.number_above
        return 0

    cdef object arrays(self, truncated):
        return Walked(
            self.elements,
            self.tags,
            self.by_tag,
            self.parents,
            self.subtree_end,
            self.leaf_start,
            self.leaf_end,
            self.leaves,
            truncated,
        )

    cdef int known(self, object step) except -1:
        """The number of a path."""
        number = self.numbers.get(step)
        if number is not None:
            return number
        cdef int new = len(self.steps)
        if new == self.most_paths:
            self.most_paths = 2 * new + 64
            self.paths = <Path*> grown(self.paths, self.most_paths * sizeof(Path))
        text, tag = step.path, step.tag
        self.steps.append((step, text, tag))
        self.numbers[step] = new
        cdef Path* path = &self.paths[new]
        path.text, path.tag, path.nodes = <PyObject*> text, <PyObject*> tag, NULL
        path.unread, path.breaks, path.advances = step.unread, step.breaks, step.advances
        path.in_link, path.filled = step.in_link, step.filled
        return new

    cdef int below(self, int above, object tag) except -1:
        """The number of the path with one more tag."""
        step = self.steps[above][0]
        return self.known(step.longer.get(tag) or step.add(tag))

    cdef int path_of(self, int above, _Element element) except -1:
        """The number of an element's path."""
        cdef xmlNode* node = element._c_node
        cdef size_t place = (<size_t> node.name // 8 + <size_t> above * 31) % REMEMBERED
        cdef Child* child = &self.children[place]
        if child.name == node.name and child.above == above and node.ns == NULL:
            return child.path
        tag = element.tag
        cdef int path = self.below(above, tag)
        if tag == "template":
            if element.get("shadowrootmode"):
                return self.below(above, "div")
        elif node.ns == NULL:
            child.name, child.above, child.path = node.name, above, path
        return path

    cdef int open(self, _Element element) except -1:
        """Open an element."""
        cdef Py_ssize_t depth = len(self.above) + 1
        cdef Open* around
        cdef Open* here
        cdef Path* path
        self.joins = False
        if depth >= self.most_opened:
            self.most_opened = 2 * depth + 64
            self.opened = <Open*> grown(self.opened, self.most_opened * sizeof(Open))
        around, here = &self.opened[depth - 1], &self.opened[depth]
        here.path, here.node = self.path_of(around.path, element), around.node
        here.number = around.number
        self.above.append(element)
        path = &self.paths[here.path]
        if path.breaks:
            self.line += 1
            self.line_number = self.line
            self.spaced = True
        if not path.unread and depth <= DEEPEST:
            self.parents.append(<object> here.number)
            here.node = len(self.elements)
            self.nodes_of(path).append(self.elements_number)
            here.number = <PyObject*> self.elements_number
            self.elements.append(element)
            self.elements_number = here.node + 1
            self.tags.append(<object> path.tag)
            self.leaf_start.append(self.leaves_number)
            self.leaf_end.append(0)
            self.subtree_end.append(0)
            if path.advances:
                self.position += 1
                self.position_number = self.position
        return 0

    cdef list nodes_of(self, Path* path):
        """The numbers of the elements so far of a path's tag."""
        if path.nodes == NULL:
            nodes = self.by_tag.setdefault(<object> path.tag, [])
            path.nodes = <PyObject*> nodes
        return <list> path.nodes

    cdef int close(self) except -1:
        """Close the element that was opened last."""
        cdef Open* here = &self.opened[len(self.above)]
        cdef Path* path = &self.paths[here.path]
        self.joins = False
        if not path.unread:
            if path.breaks:
                self.line += 1
                self.line_number = self.line
                self.spaced = True
            self.subtree_end[here.node] = self.elements_number
            self.leaf_end[here.node] = self.leaves_number
        self.above.pop()
        return 0

    cdef int take(self, xmlNode* text) except -1:
        """Take the text that begins with a node, if that is one and a reader sees it."""
        cdef list parts
        if text == NULL or not is_text(text):
            return 0
        if self.paths[self.opened[len(self.above)].path].unread:
            return 0
        if text.next == NULL or not is_text(text.next):
            return self.add(<const char*> text.content)
        parts = []
        while text != NULL and is_text(text):
            if text.content != NULL:
                parts.append(<bytes> (<const char*> text.content))
            text = text.next
        joined = b"".join(parts)
        return self.add(<const char*> joined)

    cdef int add(self, const char* source) except -1:
        """Add a leaf of this source in UTF-8, if it has words."""
        cdef Py_ssize_t size = 0, newlines = 0
        cdef bint plain = True, begins, ends
        if source == NULL or source[0] == 0 or self.joined(source):
            return 0
        while source[size]:
            plain &= source[size] > 0
            newlines += source[size] == c"\n"
            size += 1
        if plain:
            length = self.squeezed(source, size)
            words = PyUnicode_DecodeASCII(self.words, length, NULL)
            if length == size and memcmp(self.words, source, size) == 0:
                raw = words
            elif length:
                raw = PyUnicode_DecodeASCII(source, size, NULL)
            begins, ends = is_space(source[0]), is_space(source[size - 1])
        else:
            raw = PyUnicode_DecodeUTF8(source, size, NULL)
            if has_unseen(source):
                raw = UNSEEN.sub("", raw)
                if not raw:
                    return 0
            words = " ".join((<str> raw).split())
            begins, ends = (<str> raw)[0].isspace(), (<str> raw)[len(<str> raw) - 1].isspace()
        if words and not self.paths[self.opened[len(self.above)].path].filled:
            self.append_leaf(words, self.spaced or begins, raw)
            self.spaced = ends
        else:
            self.spaced = True
        if newlines:
            self.source_line += newlines
            self.source_line_number = self.source_line
        return 0

    cdef Py_ssize_t squeezed(self, const char* source, Py_ssize_t size) except -1:
        """Copy ASCII to `words` with its white space normalised; the length of that."""
        cdef Py_ssize_t length = 0
        cdef bint behind = False
        if size > self.most_words:
            self.most_words = 2 * size
            self.words = <char*> grown(self.words, self.most_words)
        for i in range(size):
            if is_space(source[i]):
                behind = length > 0
            else:
                if behind:
                    self.words[length] = c" "
                    length += 1
                    behind = False
                self.words[length] = source[i]
                length += 1
        return length

    cdef int append_leaf(self, object words, bint spaced, object raw) except -1:
        cdef Open* here = &self.opened[len(self.above)]
        cdef Path* path = &self.paths[here.path]
        leaf = PyType_GenericAlloc(<PyTypeObject*> Leaf, 10)
        set_field(leaf, 0, <object> path.text)
        set_field(leaf, 1, words)
        set_field(leaf, 2, self.position_number)
        set_field(leaf, 3, self.line_number)
        set_field(leaf, 4, True if spaced else False)
        set_field(leaf, 5, raw)
        set_field(leaf, 6, self.source_line_number)
        set_field(leaf, 7, <object> here.number)
        set_field(leaf, 8, self.above[len(self.above) - 1])
        set_field(leaf, 9, True if path.in_link else False)
        self.leaves.append(leaf)
        self.leaves_number = len(self.leaves)
        self.joins = True
        return 0

    cdef bint joined(self, const char* source) except -1:
        """Whether a text of this source in UTF-8 was put behind the last leaf."""
        cdef Py_ssize_t last = len(self.leaves) - 1
        if not self.joins or len(<str> self.leaves[last].raw) >= LONGEST_JOINED:
            return False
        text = UNSEEN.sub("", PyUnicode_DecodeUTF8(source, strlen(source), NULL))
        if text:
            raw = self.leaves[last].raw + text
            self.leaves[last] = self.leaves[last]._replace(text=" ".join(raw.split()), raw=raw)
            self.spaced = text[len(text) - 1].isspace()
            self.source_line += text.count("\n")
            self.source_line_number = self.source_line
        return True


cdef inline int set_field(object leaf, Py_ssize_t place, object value) except -1:
    Py_INCREF(value)
    PyTuple_SET_ITEM(leaf, place, value)
    return 0


cdef void* grown(void* memory, size_t size) except NULL:
    cdef void* more = PyMem_Realloc(memory, size)
    if more == NULL:
        raise MemoryError
    return more


cdef inline bint is_space(char one) noexcept:
    """What `str.split` splits at, of ASCII."""
    return one == c" " or 9 <= one <= 13 or 28 <= one <= 31


cdef bint has_unseen(const char* source) noexcept:
    """Whether `UNSEEN` finds something in a text, which is in UTF-8."""
    return (
        strstr(source, b"\xe2\x80\x8b") != NULL
        or strstr(source, b"\xe2\x81\xa0") != NULL
        or strstr(source, b"\xef\xbb\xbf") != NULL
    )


cdef inline bint is_text(xmlNode* node) noexcept:
    return node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE


cdef inline xmlNode* element_from(xmlNode* node) noexcept:
    """The first of some siblings that lxml calls an element, comments among them."""
    while node != NULL and not _isElement(node):
        node = node.next
    return node


cdef bint is_last(xmlNode* root, xmlNode* node) noexcept:
    """Whether no element of a tree stands in this one or after it."""
    if node.type == XML_ELEMENT_NODE and element_from(node.children) != NULL:
        return False
    while node != NULL and node != root:
        if element_from(node.next) != NULL:
            return False
        node = node.parent
    return True


def walk(_Element root not None, max_elements):
    """As `tree_walk.walk`."""
    cdef bint collects = PyGC_Disable()
    try:
        return walked(root, max_elements)
    finally:
        if collects:
            PyGC_Enable()


cdef object walked(_Element root, max_elements):
    cdef _Walk walk = _Walk()
    cdef _Element element = root
    cdef Py_ssize_t left = max(0, min(max_elements, 1 << 60))
    cdef xmlNode* coming
    walk.begin()
    truncated = False
    while True:
        left -= 1
        if left <= 0:
            truncated = not is_last(root._c_node, element._c_node)
        coming = NULL
        if element._c_node.type == XML_ELEMENT_NODE:
            walk.open(element)
            walk.take(element._c_node.children)
            coming = element_from(element._c_node.children)
        while coming == NULL or left <= 0:
            if element._c_node.type == XML_ELEMENT_NODE:
                walk.close()
            if not walk.above:
                return walk.arrays(truncated)
            walk.take(element._c_node.next)
            coming = element_from(element._c_node.next)
            if coming == NULL or left <= 0:
                element = walk.above[len(walk.above) - 1]
        element = elementFactory(element._doc, coming)


cdef struct Values:
    # What the attributes of this name say: a dict that another one holds.
    const_xmlChar* name
    PyObject* by_element


def attributes_of(list elements not None):
    """As `tree_walk.attributes_of`."""
    cdef bint collects = PyGC_Disable()
    try:
        return attributes(elements)
    finally:
        if collects:
            PyGC_Enable()


cdef dict attributes(list elements):
    cdef dict found = {}
    cdef Values remembered[REMEMBERED_NAMES]
    cdef xmlNode* node
    cdef xmlAttr* attribute
    cdef Py_ssize_t number
    memset(remembered, 0, sizeof(remembered))
    for number in range(len(elements)):
        node = (<_Element?> elements[number])._c_node
        if few(node.properties):
            attribute = node.properties
            while attribute != NULL:
                values_of(found, remembered, attribute)[number] = value_of(node, attribute)
                attribute = attribute.next
    return found


cdef bint few(xmlAttr* attribute) noexcept:
    cdef int count = 0
    while attribute != NULL and count <= MOST_ATTRIBUTES:
        count += 1
        attribute = attribute.next
    return count <= MOST_ATTRIBUTES


cdef dict values_of(dict found, Values* remembered, xmlAttr* attribute):
    """What the attributes of a name say, by the number of the element."""
    cdef Values* known = &remembered[<size_t> attribute.name // 8 % REMEMBERED_NAMES]
    if known.name == attribute.name and attribute.ns == NULL:
        return <dict> known.by_element
    if attribute.ns != NULL:
        name = namespacedNameFromNsName(attribute.ns.href, attribute.name)
    else:
        name = pyunicode(attribute.name)
    values = found.setdefault(name, {})
    if attribute.ns == NULL:
        known.name, known.by_element = attribute.name, <PyObject*> values
    return values


cdef unicode value_of(xmlNode* node, xmlAttr* attribute):
    cdef xmlNode* text = attribute.children
    if text == NULL:
        return ""
    if text.next == NULL and text.type == XML_TEXT_NODE and text.content != NULL:
        return PyUnicode_DecodeUTF8(<char*> text.content, strlen(<char*> text.content), NULL)
    return attributeValue(node, attribute)
