"""Alternating siblings can be cut in several places; records begin where their titles are."""

import pytest

from windrow.detect.auto import Auto
from windrow.detect.auto.candidates import candidates
from windrow.detect.auto.phase import one_phase
from windrow.detect.auto.signals import measure
from windrow.tree import Tree

Labels = tuple[str, ...]


def cuts(text: str) -> set[Labels]:
    """Return the labels of the second records of candidates whose records are several nodes."""
    tree = Tree.from_text(text)
    signals = measure(tree)
    found = set()
    for candidate in one_phase(tree, signals, candidates(tree, signals)):
        node, labels = candidate.starts[1], []
        while node < candidate.ends[1]:
            labels.append(tree.label(node))
            node += tree.sizes[node]
        if len(labels) > 1:
            found.add(tuple(labels))
    return found


@pytest.mark.parametrize(
    ("page", "record"),
    [
        ('dl(dt"Rake" dd"for hay" dt"Fork" dd"for straw" dt"Hoe" dd"for weeds")', ("dt", "dd")),
        # What comes first says nothing of where records begin; their titles do.
        ('div(p"All tools" h3"Rake" p"ash" h3"Fork" p"oak" h3"Hoe" p"elm")', ("h3", "p")),
        ('div(a"Rake" p"ash" a"Fork" p"oak" a"Hoe" p"elm" a"More")', ("a", "p")),
        # A picture before the title belongs to it: otherwise the last record lacks one.
        ('div(img[src=1] h3"Rake" img[src=2] h3"Fork" img[src=3] h3"Hoe")', ("img", "h3")),
        ('ul(li[class=t]"Rake" li[class=d]"ash" li[class=t]"Fork" li[class=d]"elm")', ("li", "li")),
        # A link before all of them belongs to none.
        (
            'div(a"New search" b"May" a"1.pdf" "Hay" a"2.pdf" "Rye" a"3.pdf" "Oat" a"4.pdf" "Bean" '
            'a"5.pdf" "Pea")',
            ("a", "#text"),
        ),
    ],
)
def test_one_of_several_rotations_is_kept(page: str, record: Labels) -> None:
    assert cuts(f"body({page})") == {record}


def test_terms_numbered_with_a_colon_begin_records() -> None:
    entries = " ".join(
        f'dt("{k}:" a[href=/{k}]"page{k}.html") dd"Score {90 - k}, size {k} kbytes"'
        for k in range(1, 9)
    )
    tree = Tree.from_text(f"body(dl({entries}))")

    [first, *_] = sorted(Auto().detect(tree), key=lambda region: -region.score)

    assert {tuple(map(tree.label, record)) for record in first.records} == {("dt", "dd")}


def test_columns_beside_each_other_are_not_rotations() -> None:
    """The terms alone, and the definitions alone, stay candidates: they are other lists."""
    tree = Tree.from_text('dl(dt"Rake" dd"for hay" dt"Fork" dd"for straw" dt"Hoe" dd"for weeds")')
    signals = measure(tree)

    found = one_phase(tree, signals, candidates(tree, signals))

    assert {tree.label(one.starts[0]) for one in found if len(one) == 3} == {"dt", "dd"}
