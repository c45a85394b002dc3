"""Starts WebKitGTK and Firefox, each with a temporary profile."""

import json
import os
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

from tests.browser.engines.driver import SOON_S, Firefox, WebKit

STARTING_S = 60.0
MINI_BROWSER = "*/webkit2gtk-4.1/MiniBrowser"
PREFERENCES = {
    "marionette.port": 0,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


@contextmanager
def webkit(folder):
    port = _free_port()
    with _screen() as display:
        environment = {"DISPLAY": display, "HOME": str(folder)}
        with _running(["WebKitWebDriver", f"--port={port}"], environment):
            _wait_for(lambda: socket.create_connection(("127.0.0.1", port)).close())
            browser = WebKit(port, str(next(Path("/usr/lib").glob(MINI_BROWSER))))
            try:
                yield browser
            finally:
                browser.quit()


@contextmanager
def firefox(folder):
    lines = [f'user_pref("{k}", {json.dumps(v)});' for k, v in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = ["firefox-esr", "--headless", "--marionette", "--profile", str(folder)]
    with _running(command, {"HOME": str(folder)}):
        port = _wait_for(lambda: int((folder / "MarionetteActivePort").read_text()))
        browser = Firefox(port)
        try:
            yield browser
        finally:
            browser.quit()


@contextmanager
def _screen():
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x900x24"]
    with _running(command, {}, keep=(writing,)), os.fdopen(reading) as told:
        os.close(writing)
        yield f":{told.readline().strip()}"


@contextmanager
def _running(command, environment, keep=()):
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        pass_fds=keep,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(STARTING_S)


def _free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(find):
    until = time.monotonic() + STARTING_S
    while True:
        try:
            return find()
        except (OSError, ValueError):
            if time.monotonic() > until:
                raise
            time.sleep(SOON_S)
