"""Requests that could mean two things are refused before anybody reads them."""

from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer


class StrictParser(HTTPRequestParser):  # type: ignore[misc] # it has no types
    """Refuses a length beside chunks.

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


class StrictChannel(HTTPChannel):  # type: ignore[misc] # it has no types
    """A connection whose requests are read strictly."""

    parser_class = StrictParser


def read_strictly(listening: dict[int, Any]) -> None:
    """Let every server in this map of Waitress read strictly."""
    for each in listening.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = StrictChannel
