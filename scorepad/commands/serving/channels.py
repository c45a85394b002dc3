"""How Waitress reads requests, and how long a connection stays open."""

from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer
from waitress.task import ErrorTask, WSGITask

from scorepad.commands.serving.waiting import Connections
from scorepad.web.every_request.headers import FIXED


class StrictParser(HTTPRequestParser):  # type: ignore[misc] # it has no types
    """Refuses a length beside chunks: that could mean two things.

    Waitress goes by the chunks. A proxy in front that goes by the length takes what
    follows them for a part of the body, and it would be answered as a request.
    """

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request.

        :raises ParsingError: it can be understood in two ways, or not at all.
        """
        super().parse_header(header_plus)
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length beside Transfer-Encoding")


class LastingTask(WSGITask):  # type: ignore[misc] # it has no types
    """Leaves the connection open after an answer that has no body.

    Waitress ends it, since no length was said; but there is none where "nothing new" is
    all there is to say. A phone that looks on asks every two seconds, and would have to
    connect every time.
    """

    def set_close_on_finish(self) -> None:
        """Close after this answer, if that is what anybody asked for."""
        if self.has_body or self.version == "1.0" or self._is_last:
            super().set_close_on_finish()

    @property
    def _is_last(self) -> bool:
        said: str = self.request.headers.get("CONNECTION", "")
        return said.lower() == "close"


class ProtectedErrorTask(ErrorTask):  # type: ignore[misc] # it has no types
    """Waitress' response to a request that it does not pass on, with our headers."""

    def execute(self) -> None:
        """Send the error."""
        self.response_headers.extend(FIXED.items())
        super().execute()


class Channel(HTTPChannel):  # type: ignore[misc] # it has no types
    """A connection that reads strictly and lasts."""

    parser_class = StrictParser
    task_class = LastingTask
    error_task_class = ProtectedErrorTask

    def service(self) -> None:
        """Answer one request, or end the connection where not even that can be said.

        What is no Exception passes by Waitress, and the phone would wait for ever.
        """
        if isinstance(self._map, Connections):
            self._map.begin(self._fileno)
        try:
            super().service()
        except BaseException:
            with self.requests_lock:
                self.requests: list[Any] = []
            self.will_close = True
            self.server.pull_trigger()
            raise


def use_channels(listening: dict[int, Any]) -> None:
    """Let every server in this map of Waitress have such connections."""
    for each in listening.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = Channel
