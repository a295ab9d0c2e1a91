"""The extension asks for few permissions, and both manifests say so."""

import json
from typing import Any

import pytest

from tests.served import ROOT

BROWSERS = ["chromium", "firefox"]


def manifest(browser: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (ROOT / "extension" / f"manifest.{browser}.json").read_text()
    )
    return found


@pytest.mark.parametrize("browser", BROWSERS)
def test_nothing_is_permitted_but_the_page_of_the_click_and_the_service(browser: str) -> None:
    found = manifest(browser)

    # Firefox has sidebars for everybody, and does not know the permission.
    side = ["sidePanel"] if browser == "chromium" else []
    assert found["permissions"] == ["activeTab", "scripting", "storage", *side]
    assert found["host_permissions"] == ["http://127.0.0.1/*"]
    wider = ("optional_permissions", "optional_host_permissions", "content_scripts",
             "web_accessible_resources", "externally_connectable", "declarative_net_request")  # fmt: skip
    assert not {*wider} & {*found}


@pytest.mark.parametrize("browser", BROWSERS)
def test_no_code_comes_from_elsewhere_and_nothing_goes_elsewhere(browser: str) -> None:
    policy = manifest(browser)["content_security_policy"]["extension_pages"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert rules["connect-src"] == "http://127.0.0.1:*"
    assert rules["frame-ancestors"] == "'none'"
    assert manifest(browser)["browser_specific_settings"]["gecko"][
        "data_collection_permissions"
    ] == {"required": ["none"]}


def test_both_say_the_same_but_for_how_a_panel_is_shown() -> None:
    ours, theirs = (manifest(browser) for browser in BROWSERS)

    differing = {key for key in {*ours, *theirs} if ours.get(key) != theirs.get(key)}
    assert differing == {"permissions", "background", "side_panel", "sidebar_action",
                         "minimum_chrome_version", "browser_specific_settings"}  # fmt: skip
