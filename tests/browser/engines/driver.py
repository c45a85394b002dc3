"""WebKitGTK and Firefox, started and driven by the commands of W3C WebDriver.

WebKitGTK takes them over HTTP from its own driver, Firefox through its Marionette
socket. Neither can be told to go offline: put ``tests.browser.network`` in front.
"""

import http.client
import json
import os
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

STARTING_S = 60.0
PATIENCE_S = 15.0
SOON_S = 0.03
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

COMMANDS = {
    # name: (method and path of WebKit's driver, command of Marionette)
    "goto": ("POST url", "Navigate"),
    "back": ("POST back", "Back"),
    "find": ("POST element", "FindElement"),
    "click": ("POST element/{id}/click", "ElementClick"),
    "type": ("POST element/{id}/value", "ElementSendKeys"),
    "run": ("POST execute/sync", "ExecuteScript"),
    "run_async": ("POST execute/async", "ExecuteAsyncScript"),
    "tabs": ("GET window/handles", "GetWindowHandles"),
    "new_tab": ("POST window/new", "NewWindow"),
    "switch": ("POST window", "SwitchToWindow"),
    "close_tab": ("DELETE window", "CloseWindow"),
    "forget": ("DELETE cookie", "DeleteAllCookies"),
}
TO_THE_MIDDLE = (
    "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' });"
)
IS_SHOWN = "return !!document.querySelector(arguments[0])?.checkVisibility();"


class Browser:
    """A browser whose ``ask`` sends one of the `COMMANDS` and returns its result."""

    def goto(self, address):
        self.ask("goto", url=address)

    def back(self):
        self.ask("back")

    def reload(self):
        """Reload the page as people do: Marionette would bypass the service worker."""
        self.run("document.isOld = true; location.reload();")
        script = "return !document.isOld && document.readyState === 'complete';"
        self.wait_until(lambda: self.run(script), "the page again")

    def run(self, script, *words):
        return self.ask("run", script=script, args=words)

    def run_async(self, script):
        whole = f"({script})().then((it) => [it], String).then(arguments[0]);"
        answer = self.ask("run_async", script=whole, args=[])
        assert isinstance(answer, list), answer
        return answer[0]

    def wait(self, selector):
        """Wait until *selector* is on the page; return the seconds it took."""
        return self.wait_until(lambda: self.run(IS_SHOWN, selector), selector)

    def wait_until(self, holds, what, patience_s=PATIENCE_S):
        begun = time.monotonic()
        while not holds():
            waited = time.monotonic() - begun
            assert waited < patience_s, f"{what} is not there: {self.text('body')}"
            time.sleep(SOON_S)
        return time.monotonic() - begun

    def wait_for_count(self, selector, wanted, patience_s=PATIENCE_S):
        what = f"{wanted} {selector}"
        self.wait_until(lambda: self.count(selector) == wanted, what, patience_s)

    def find(self, selector):
        return self.ask("find", using="css selector", value=selector)[ELEMENT]

    def tap(self, selector):
        self.wait(selector)
        self.run(TO_THE_MIDDLE, selector)  # else it may be under the footer
        self.ask("click", id=self.find(selector))

    def type(self, selector, text):
        self.ask("type", id=self.find(selector), text=text)

    def text(self, selector):
        script = "return document.querySelector(arguments[0])?.innerText ?? '';"
        return self.run(script, selector)

    def count(self, selector):
        script = "return document.querySelectorAll(arguments[0]).length;"
        return self.run(script, selector)

    @property
    def address(self):
        return self.run("return location.href;")

    @contextmanager
    def new_tab(self, address):
        """Open *address* a second time until the block ends.

        It is a window of its own: WebKitGTK never brings a tab to the front.
        """
        first, *_ = self.ask("tabs")
        second = self.ask("new_tab", type="window")["handle"]
        self.ask("switch", handle=second)
        self.goto(address)
        try:
            yield
        finally:
            self.ask("switch", handle=second)
            self.ask("close_tab")
            self.ask("switch", handle=first)


class WebKit(Browser):
    def __init__(self, port, program):
        self.port = port
        browser = {"binary": program, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        made = self.request("POST", "/session", {"capabilities": wanted})
        self.session = f"/session/{made['sessionId']}"

    def ask(self, name, **words):
        method, path = COMMANDS[name][0].format(id=words.pop("id", "")).split()
        body = words if method == "POST" else None
        return self.request(method, f"{self.session}/{path}", body)

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text)
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(value["error"], value.get("message"))
        return value

    def quit(self):
        self.request("DELETE", self.session)


class Firefox(Browser):
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.stream = self.socket.makefile("rb")
        self.sent = 0
        self.read()  # it introduces itself
        self.send("WebDriver:NewSession", {})

    def ask(self, name, **words):
        answer = self.send(f"WebDriver:{COMMANDS[name][1]}", words)
        return answer["value"] if set(answer or ()) == {"value"} else answer

    def send(self, command, words):
        self.sent += 1
        text = json.dumps([0, self.sent, command, words]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, answer = self.read()
        if error:
            raise RuntimeError(error["error"], error["message"])
        return answer

    def read(self):
        length = b""
        while (byte := self.stream.read(1)) not in {b":", b""}:
            length += byte
        return json.loads(self.stream.read(int(length)))

    def quit(self):
        self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.stream.close()
        self.socket.close()


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
