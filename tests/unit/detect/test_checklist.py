"""What a lazy implementation would skip, each with the test that shows we did not.

The claims are those of the specification's thirteen points, in its order. A test that is renamed
or removed must be replaced here.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

from windrow.align.partial import align
from windrow.detect import DETECTORS
from windrow.detect.gstm import GSTM
from windrow.tree import Tree, parse

TESTS = Path(__file__).parents[2]

PARTIAL, SEQUENCE = "align/test_partial.py", "match/test_sequence.py"
GRAMMAR, GENERALIZED = "match/test_grammar.py", "match/test_generalized.py"
SIMPLE, VISUAL, HERE = "match/test_simple.py", "tree/test_visual.py", "detect/test_checklist.py"
DEPTA, MDR, NET = "detect/test_depta.py", "detect/test_mdr.py", "detect/test_net.py"
GSTM_, PAGES = "detect/test_gstm.py", "detect/test_gstm_pages.py"
STEM, GZA = "detect/test_stem.py", "detect/test_gza.py"
KERNEL = "contract/test_kernel_sequence.py"
CONTRACT, TEMPLATES = "contract/test_detectors.py", "contract/test_templates.py"

CHECKLIST: dict[str, list[str]] = {
    "1 visual tag tree from rectangles": [
        f"{VISUAL}::test_a_tree_is_nested_by_its_boxes",
        f"{VISUAL}::test_of_equal_boxes_the_earlier_is_the_parent",
        f"{VISUAL}::test_what_overflows_goes_to_the_nearest_open_box_that_contains_it",
    ],
    "1 missing end tags": [f"{VISUAL}::test_a_table_without_end_tags_is_nested_by_its_boxes"],
    "2 visual gap rule": [
        f"{DEPTA}::test_the_gap_decides_the_phase",
        f"{DEPTA}::test_gaps_inside_records_may_not_exceed_gaps_between_them",
    ],
    "3 visual conflict in tree matching": [
        f"{SIMPLE}::test_nodes_drawn_very_differently_do_not_match",
        f"{NET}::test_boxes_that_conflict_do_not_match",
    ],
    "4 generalized nodes of several siblings": [
        f"{MDR}::test_unlike_rows_make_like_pairs_of_rows",
        f"{DEPTA}::test_three_rows_make_one_record",
    ],
    "4 phase choice": [f"{DEPTA}::test_the_gap_decides_the_phase"],
    "4 several regions under one parent": [
        f"{MDR}::test_three_kinds_of_siblings_are_three_runs_under_one_parent",
        f"{DEPTA}::test_several_regions_stand_under_one_parent",
    ],
    "5 non-contiguous case 1": [
        f"{DEPTA}::test_non_contiguous_case_one_names_stand_above_their_descriptions",
        f"{DEPTA}::test_non_contiguous_case_one_a_last_row_may_hold_fewer",
    ],
    "5 non-contiguous case 2": [
        f"{DEPTA}::test_non_contiguous_case_two_the_rows_are_regions_of_their_own",
        f"{DEPTA}::test_non_contiguous_case_two_wants_the_parts_below_each_other",
    ],
    "6 the exception for table rows": [
        f"{MDR}::test_a_table_row_is_one_record_although_its_cells_are_alike",
        f"{DEPTA}::test_a_table_row_of_like_cells_is_one_record",
    ],
    "7 partial alignment: second round": [
        f"{PARTIAL}::test_records_that_had_to_wait_are_aligned_when_the_seed_has_grown",
    ],
    "7 partial alignment: right-most and left-most test": [
        f"{PARTIAL}::test_a_run_goes_into_the_seed_only_where_its_place_is_unique",
    ],
    "7 partial alignment: columns for what is left over": [
        f"{PARTIAL}::test_an_item_without_a_place_gets_a_column_of_its_own",
    ],
    "8 of equal matchings the earliest": [
        f"{SIMPLE}::test_of_equal_matchings_the_earliest_is_taken",
    ],
    "9 NET: all pairs": [
        f"{NET}::test_all_pairs_an_advert_between_records_does_not_cut_the_list",
    ],
    "9 NET: kept while linked in part": [
        f"{NET}::test_a_record_linked_in_part_lends_its_other_items_to_later_ones",
    ],
    "9 NET: records of several children": [
        f"{NET}::test_records_of_several_children",
        f"{NET}::test_a_row_begins_where_a_link_comes_from_an_earlier_column",
    ],
    "9 NET: several tables under one node": [f"{NET}::test_several_tables_under_one_node"],
    "9 NET: prototypes": [
        f"{NET}::test_the_prototype_lifts_the_similarity_of_the_outer_records",
    ],
    "9 NET: nested rows expanded": [
        f"{NET}::test_flat_repeats_the_outer_record_for_every_inner_row",
        f"{NET}::test_the_jars_of_the_paper_nested_and_flat",
    ],
    "9 NET: pattern for other pages": [
        f"{NET}::test_the_prototype_finds_the_same_on_another_page",
    ],
    "10 G-STM: one-sided lists": [
        f"{GRAMMAR}::test_lists_match_lists_and_single_elements",
        f"{GENERALIZED}::test_lists_count_as_one_average_element",
        f"{PAGES}::test_lists_of_one_page_alone_are_found_by_a_single_element_on_the_other",
    ],
    "10 G-STM: collapsed sizes in all branches": [
        f"{GENERALIZED}::test_nested_lists_of_other_lengths_on_two_pages_are_alike",
        f"{GENERALIZED}::test_raw_sizes_are_those_of_the_print",
    ],
    "10 G-STM: groups of several symbols": [
        f"{GRAMMAR}::test_a_string_has_its_expression",
        f"{GSTM_}::test_records_of_several_symbols_are_cut_by_the_grammar",
    ],
    "10 G-STM: nested groups": [
        f"{GRAMMAR}::test_nested_groups_match_one_by_one",
        f"{GSTM_}::test_groups_nested_in_one_row_of_siblings_are_nested_rows",
    ],
    "10 G-STM: record boundaries from the grammar": [
        f"{GRAMMAR}::test_the_records_of_a_list_are_cut_out",
    ],
    "10 G-STM: inner lists aligned first": [
        f"{GSTM_}::test_inner_lists_of_all_records_share_one_template",
    ],
    "10 G-STM: a page matched with its copy": [
        f"{GENERALIZED}::test_a_tree_with_uneven_lists_inside_is_not_quite_like_itself",
        f"{HERE}::test_matched_with_its_copy_a_page_wants_records_more_alike",
    ],
    "10 G-STM: more than two pages": [
        f"{PAGES}::test_more_than_two_pages_give_one_template_with_optional_parts",
    ],
    "10 G-STM: template text and data text": [
        f"{PAGES}::test_what_pages_share_is_template_and_what_differs_is_data",
        f"{PAGES}::test_a_label_in_every_record_of_a_list_is_no_data",
    ],
    "10 G-STM: pages with 0, 1 and n records": [
        f"{PAGES}::test_a_learned_template_reads_lists_of_no_one_and_many_records",
        f"{GSTM_}::test_a_template_reads_pages_with_no_record_and_with_one",
    ],
    "10 G-STM: primitive lists": [
        f"{GENERALIZED}::test_cells_of_rows_with_as_many_cells_are_columns",
        f"{GENERALIZED}::test_plain_leaves_are_a_list_where_their_number_differs",
        f"{GENERALIZED}::test_usual_list_items_are_a_list_even_where_their_number_is_the_same",
    ],
    "11 STEM: linear suffix tree": [
        f"{KERNEL}::test_the_nodes_are_those_of_the_suffix_tree",
        f"{KERNEL}::test_long_periodic_sequences_take_linear_time",
        f"{STEM}::test_a_list_four_times_as_long_takes_at_most_four_and_a_half_times_as_long",
    ],
    "11 STEM: tolerance by common subsequences": [
        f"{STEM}::test_a_repeat_is_followed_by_something_alike_so_often",
    ],
    "11 STEM: rotation": [
        f"{STEM}::test_patterns_of_the_worked_examples",
        f"{STEM}::test_an_empty_element_after_a_list_is_no_record",
    ],
    "11 STEM: both kinds of repetition": [
        f"{STEM}::test_patterns_of_the_worked_examples",
        f"{STEM}::test_rows_of_cards_are_not_records_but_the_cards_are",
        f"{SEQUENCE}::test_a_repetition_is_a_whole_number_of_periods",
    ],
    "11 STEM: noise records": [
        f"{STEM}::test_records_with_parts_missing_or_changed_are_records",
        f"{STEM}::test_two_noisy_records_in_a_row_are_two_and_literally_one",
    ],
    "11 STEM: extra content inside a record": [
        f"{STEM}::test_an_advert_between_records_is_none_and_rich_records_are_whole",
    ],
    "11 STEM: several regions of one pattern": [
        f"{STEM}::test_one_pattern_in_two_places_is_two_regions_with_a_common_number",
        f"{STEM}::test_the_places_of_one_pattern_can_be_joined",
    ],
    "11 STEM: lists of two records": [
        f"{STEM}::test_two_records_are_a_list",
        f"{STEM}::test_two_records_are_none_literally",
    ],
    "11 STEM: plain tables": [f"{STEM}::test_a_plain_table_has_a_record_a_row"],
    "12 GZA: five criteria with early exit": [
        f"{GZA}::test_the_papers_two_rows_have_their_five_criteria",
        f"{GZA}::test_the_first_three_criteria_end_the_work_before_any_alignment",
    ],
    "12 GZA: gap penalty for any length": [
        f"{GZA}::test_a_gap_of_any_length_costs_one_and_a_third_of_its_length",
        f"{SEQUENCE}::test_one_long_gap_is_cheaper_than_two_short_ones",
    ],
    "12 GZA: closure of opt and alt": [
        f"{GZA}::test_generalisation_is_closed",
        f"{GZA}::test_the_order_of_rows_does_not_matter_to_generalisation",
    ],
    "12 GZA: reuse on other pages": [
        f"{GZA}::test_a_template_extracts_from_other_pages_what_learning_afresh_would",
    ],
    "12 GZA: several regions": [f"{GZA}::test_two_lists_and_a_menu_are_three_regions"],
    "12 GZA: separators": [
        f"{GZA}::test_separator_rows_are_skipped",
        f"{GZA}::test_any_number_of_empty_rows_are_one_separator",
    ],
    "12 GZA: records of several rows": [
        f"{GZA}::test_records_of_two_rows_are_not_twice_as_many_records",
        f"{GZA}::test_records_take_up_to_four_rows",
    ],
    "12 GZA: landscape tables": [f"{GZA}::test_a_landscape_table_is_transposed"],
    "12 GZA: images and links": [
        f"{GZA}::test_a_flat_list_with_an_optional_field_keeps_links",
        f"{GZA}::test_images_alone_make_a_row",
    ],
    "13 all: images and links are items": [f"{HERE}::test_images_and_links_are_items"],
    "13 all: nested tables": [
        f"{CONTRACT}::test_a_table_inside_a_record_does_not_break_the_list",
        f"{DEPTA}::test_a_table_inside_a_table_does_not_break_the_outer_one",
        f"{GZA}::test_of_nested_tables_the_inner_one_with_the_rows_is_found",
    ],
    "13 all: empty page": [f"{CONTRACT}::test_a_page_without_records_has_no_region"],
    "13 all: page with no list": [f"{CONTRACT}::test_a_page_without_records_has_no_region"],
    "13 all: 10,000 nodes in two seconds": [
        "contract/test_cost.py::"
        "test_a_page_of_20000_nodes_takes_two_seconds_and_half_of_it_about_half",
    ],
    "13 all: deterministic": [f"{CONTRACT}::test_detection_is_deterministic"],
    "13 all: text beyond ASCII": [f"{CONTRACT}::test_text_of_any_script_comes_through"],
    "13 all: attributes in another order": [
        f"{CONTRACT}::test_the_order_of_attributes_does_not_matter",
    ],
}


@cache
def named_tests(file: str) -> frozenset[str]:
    """Return the tests of a file below tests/ or tests/unit/, each as ``file::name``."""
    path = TESTS / file if file.startswith("contract/") else TESTS / "unit" / file
    found = ast.walk(ast.parse(path.read_text("utf-8")))
    names = [node.name for node in found if isinstance(node, ast.FunctionDef)]
    return frozenset(f"{file}::{name}" for name in names if name.startswith("test_"))


@pytest.mark.parametrize("claim", CHECKLIST)
def test_the_claim_has_its_tests(claim: str) -> None:
    named = CHECKLIST[claim]

    assert named
    assert [place for place in named if place not in named_tests(place.split("::")[0])] == []


def test_all_points_are_on_the_list() -> None:
    assert sorted({int(claim.split()[0]) for claim in CHECKLIST}) == list(range(1, 14))


# What no other file shows.


def test_matched_with_its_copy_a_page_wants_records_more_alike() -> None:  # 10
    # Every node is its own perfect partner, so that the share of the best decides, not tau1.
    literal = GSTM(mode="literal")

    assert literal.detect(Tree.from_text("body(ul(li(a) li(a b)) p)")) == []
    [region] = literal.detect(Tree.from_text("body(ul(li(a b c) li(a b)) p)"))
    assert len(region.records) == 2


@pytest.mark.parametrize("name", DETECTORS)
def test_images_and_links_are_items(name: str) -> None:  # 13
    rows = "".join(
        f"<div><h3>Name {k}</h3><a href=/more/{k}><img src=/{k}.png alt=''></a><p>Text {k}</p></div>"
        for k in range(4)
    )
    tree = parse(f"<h1>Things</h1><main>{rows}</main>")

    region = max(DETECTORS[name]().detect(tree), key=lambda region: region.score)

    lines = str(region.alignment or align(tree, region.records)).splitlines()
    assert len(lines) == 4
    for k, line in enumerate(lines):
        assert {f"Name {k}", f"/more/{k}", f"/{k}.png", f"Text {k}"} <= {
            *map(str.strip, line.split("|"))
        }
