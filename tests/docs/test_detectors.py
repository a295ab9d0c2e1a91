"""The README's table of detectors says what the detectors say of themselves."""

import re
from pathlib import Path

import pytest

from windrow.detect import DETECTORS, LEARNERS

ROOT = Path(__file__).parents[2]

# The tests that show what a row of the README's tables claims, by the file below tests/unit/detect.
SHOWN: dict[tuple[str, str], list[str]] = {
    ("auto", "the list a reader would mean"): [
        "auto::products_come_before_the_menu",
        "auto::a_list_is_not_cut_by_an_advert",
    ],
    ("mdr", "runs of similar siblings"): ["mdr::the_longest_run_of_the_smallest_span_is_found"],
    ("depta", "the same with visual cues, and records whose parts lie apart"): [
        "depta::the_gap_decides_the_phase",
        "depta::boxes_say_what_is_nested_in_what",
        "depta::non_contiguous_case_one_names_stand_above_their_descriptions",
        "depta::non_contiguous_case_two_the_rows_are_regions_of_their_own",
    ],
    ("net", "nested records"): [
        "net::nested_rows_are_kept_in_a_field_of_their_own",
        "net::lists_in_lists_in_lists",
    ],
    ("gstm", "nested lists, from one page or several"): [
        "gstm::lists_in_records_are_nested_rows",
        "gstm_pages::a_learned_template_reads_lists_of_no_one_and_many_records",
    ],
    ("stem", "repeated tag paths, in linear time, noise tolerated"): [
        "stem::patterns_of_the_worked_examples",
        "stem::a_list_four_times_as_long_takes_at_most_four_and_a_half_times_as_long",
        "stem::records_with_parts_missing_or_changed_are_records",
    ],
    ("gza", "rows of tokens, in broken tables and plain text too"): [
        "gza::the_papers_two_rows_have_their_alignment_and_score",
        "gza::broken_rows_are_all_found",
        "gza::lines_of_plain_preformatted_text_are_rows",
    ],
    ("tpc", "paths that take turns evenly"): [
        "tpc::signals_that_take_turns_are_alike_and_others_are_not",
        "tpc::the_records_of_a_list_are_found_by_their_topmost_path",
    ],
    ("ctvs", "similar siblings, with anything between them; columns by types of values"): [
        "ctvs::records_with_something_else_between_them_are_one_region",
        "ctvs::values_of_like_types_are_in_one_column",
    ],
    ("roadrunner", "what pages share, as an expression with optional and repeated parts"): [
        "roadrunner::it_finds_the_expression_of_its_paper",
    ],
    ("exalg", "what pages share, by words and tags that all have equally often"): [
        "exalg::it_finds_the_equivalence_classes_of_its_paper",
    ],
    ("lr", "strings to the left and right of the values in examples"): [
        "wien::lr_learns_the_plain_page_and_not_the_framed_one",
    ],
    ("hlrt", "the same between a head and a tail of the page"): [
        "wien::a_head_and_a_tail_keep_the_bold_text_around_the_list_out",
    ],
    ("oclr", "the same with strings that open and close a record"): [
        "wien::an_opening_tells_records_from_other_bold_text",
    ],
    ("hoclrt", "the same with head, tail, opening and closing"): [
        "wien::a_head_and_a_tail_keep_the_bold_text_around_the_list_out",
        "wien::an_opening_tells_records_from_other_bold_text",
    ],
    ("nlr", "rows inside rows, by strings to the left and right"): [
        "wien::the_nested_classes_repeat_the_outer_attribute",
    ],
    ("nhlrt", "the same between a head and a tail of the page, rows inside rows"): [
        "wien::the_nested_classes_repeat_the_outer_attribute",
    ],
}


def cited(key: str) -> str:
    """Return the authors and the year of a paper: three names at most, else the first one."""
    if not key:
        return ""
    papers = (ROOT / "docs/papers.bib").read_text("utf-8")
    entry = re.split(r"^@", papers[papers.index(f"{{{key},") :], flags=re.MULTILINE)[0]
    fields = dict(re.findall(r"^ *(\w+) *= *\{(.*)\},?$", entry, re.MULTILINE))
    names = [author.split()[-1] for author in fields["author"].split(" and ")]
    return f"{', '.join(names) if len(names) <= 3 else f'{names[0]} et al.'} {fields['year']}"


def rows_under(head: str) -> set[tuple[str, ...]]:
    """Return the rows of the README's table of detectors, or of learners."""
    readme = (ROOT / "README.md").read_text("utf-8")
    table = readme.split(f"| {head} | paper | finds |\n|---|---|---|\n")[1].split("\n\n")[0]
    return {tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in table.splitlines()}


def test_the_readme_lists_every_detector_with_its_paper_and_what_it_finds() -> None:
    named = {(f"`{name}`", cited(new.paper), new.finds) for name, new in DETECTORS.items()}

    assert rows_under("detector") == named


def test_the_readme_lists_every_learner_with_its_paper_and_what_it_finds() -> None:
    named = {(f"`{name}`", cited(new.paper), new.finds) for name, new in LEARNERS.items()}

    assert rows_under("learner") == named


def test_every_claim_of_the_readme_is_shown_by_a_test() -> None:
    claims = {
        (name.strip("`"), claim)
        for head in ("detector", "learner")
        for name, _, claim in rows_under(head)
    }

    assert claims == SHOWN.keys()
    for test in (test for tests in SHOWN.values() for test in tests):
        file, name = test.split("::")
        source = (ROOT / f"tests/unit/detect/test_{file}.py").read_text("utf-8")
        assert f"def test_{name}(" in source, test


@pytest.mark.parametrize("name", [*DETECTORS, *LEARNERS])
def test_a_system_of_a_paper_gives_an_example_and_its_cost(name: str) -> None:
    system = DETECTORS[name] if name in DETECTORS else LEARNERS[name]
    explained = system.__doc__ or ""

    assert not system.paper or ">>> " in explained
    # The classes that extend another one cost what it costs, and say so.
    assert not system.paper or re.search(r"\bO\(|costs as", explained)


def test_every_cited_system_is_compared_and_explained() -> None:
    compared = (ROOT / "docs/compare.md").read_text("utf-8")
    explained = "".join(p.read_text("utf-8") for p in (ROOT / "docs/concept").glob("*.md"))

    papers = {name: new.paper for name, new in DETECTORS.items()}
    papers |= {name: new.paper for name, new in LEARNERS.items()}
    for name, paper in papers.items():
        assert f"| {name} |" in compared
        # MDR, the ancestor, is explained with DEPTA.
        assert not paper or name == "mdr" or f"`{paper}`" in explained
