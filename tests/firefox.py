"""A real Firefox with the extension in it, driven over Marionette, its own protocol."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.yardstick import PATIENCE

__all__ = ["ID", "Firefox", "firefox", "firefox_with"]

ID = "windrow@windrow.example"
# Nothing is asked of the web, and the tests may look into the browser itself.
_PREFERENCES = {
    "marionette.port": 0,
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


def firefox() -> str | None:
    """Return the Firefox of this machine, if there is one."""
    return shutil.which("firefox") or shutil.which("firefox-esr")


@dataclass
class Firefox:
    """A running Firefox."""

    stream: socket.socket
    asked: int = 0

    def ask(self, command: str, **words: Any) -> Any:
        """Have the browser do something, and return its answer."""
        self.asked += 1
        text = json.dumps([0, self.asked, command, words]).encode()
        self.stream.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.told()
        if error:
            raise AssertionError(f"{command}: {error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def told(self) -> Any:
        """Return the next message of the browser."""
        size = b""
        while not size.endswith(b":"):
            size += self._read(1)
        return json.loads(self._read(int(size[:-1])))

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            if not (part := self.stream.recv(size - len(found))):
                raise AssertionError("Firefox has gone away")
            found += part
        return found

    def run(self, script: str, *words: Any) -> Any:
        """Return what a script returns in the page that is looked at; it may be a promise."""
        asked = {"script": script, "args": [*words], "sandbox": None, "newSandbox": False}
        return self.ask("WebDriver:ExecuteScript", **asked)

    def inside(self, script: str, *words: Any) -> Any:
        """Return what a script returns that runs in the browser itself."""
        self.ask("Marionette:SetContext", value="chrome")
        try:
            return self.run(script, *words)
        finally:
            self.ask("Marionette:SetContext", value="content")

    def until(self, script: str, *words: Any) -> Any:
        """Wait until a script returns something, and return it."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script, *words)):
            assert time.monotonic() < end, f"Firefox does not come to: {script}"
            time.sleep(0.1)
        return found

    def opened(self, url: str) -> str:
        """Open a page in a tab of its own, look at it, and return its handle."""
        handle: str = self.ask("WebDriver:NewWindow", type="tab")["handle"]
        self.look(handle)
        self.ask("WebDriver:Navigate", url=url)
        return handle

    def look(self, handle: str) -> None:
        """Look at a tab, which comes to the front."""
        self.ask("WebDriver:SwitchToWindow", handle=handle, focus=True)

    def click(self) -> None:
        """Press the extension's button on the page in front."""
        self.inside(
            """const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
            const extension = WebExtensionPolicy.getByID(arguments[0]).extension;
            const actions = ExtensionParent.apiManager.global.browserActionFor(extension);
            const events = window.windowUtils.setHandlingUserInput(true);
            try { actions.triggerAction(window); } finally { events.destruct(); }""",
            ID,
        )


@contextmanager
def firefox_with(folder: Path, profile: Path) -> Iterator[Firefox]:
    """Run a Firefox with the extension in *folder* for as long as the block lasts."""
    program = firefox()
    assert program is not None
    profile.mkdir(parents=True, exist_ok=True)
    lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in _PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    process = subprocess.Popen(
        [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access",
         "--profile", str(profile)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        with socket.create_connection(("127.0.0.1", _port(profile)), timeout=PATIENCE) as stream:
            browser = Firefox(stream)
            browser.told()  # how it is called
            browser.ask("WebDriver:NewSession", capabilities={})
            browser.ask("Addon:Install", path=str(folder), temporary=True)
            yield browser
    finally:
        process.terminate()
        process.wait()


def _port(profile: Path) -> int:
    """Return where a Firefox that starts can be talked to."""
    end = time.monotonic() + PATIENCE
    file = profile / "MarionetteActivePort"
    while not (file.exists() and file.read_text().strip()):
        assert time.monotonic() < end, "Firefox does not start"
        time.sleep(0.1)
    return int(file.read_text())
