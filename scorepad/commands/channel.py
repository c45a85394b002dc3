"""How Waitress refuses a request: what is ambiguous, and with which headers."""

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask

from scorepad.web.every_request.headers import FIXED


class StrictParser(HTTPRequestParser):  # type: ignore[misc] # it has no types
    """Refuses a length beside chunks, which a proxy may understand in another way.

    A proxy that goes by the length would take the next request for a part of the body.
    """

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request.

        :raises ParsingError: it is malformed or ambiguous.
        """
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # as of "GET http://[", which is no address
            raise ParsingError("Bad request line") from error
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length beside Transfer-Encoding")


class ProtectedErrorTask(ErrorTask):  # type: ignore[misc] # it has no types
    """Waitress' response to a request that it does not pass on, with our headers."""

    def execute(self) -> None:
        """Send the error."""
        self.response_headers.extend(FIXED.items())
        super().execute()


class Channel(HTTPChannel):  # type: ignore[misc] # it has no types
    """A connection of Waitress with these two."""

    parser_class = StrictParser
    error_task_class = ProtectedErrorTask
