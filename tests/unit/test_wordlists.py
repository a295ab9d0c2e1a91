from pathlib import Path

from windrow.wordlists import word_lists


def test_lines_of_one_name_are_one_list(tmp_path: Path) -> None:
    (tmp_path / "farm.txt").write_text(
        "# Crops.\ncrops: hay rye\n\ntools big: rake\ncrops: öats\n", "utf-8"
    )

    found = word_lists(str(tmp_path / "farm.py"))

    assert found == {"crops": ["hay", "rye", "öats"], "tools big": ["rake"]}
