"""A browser's connection, for a crowd of hundreds in one process."""

import asyncio


class Connection:
    """It stays open as long as the server lets it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, headers: dict[str, str], body: str = ""
    ) -> tuple[int, str]:
        """Send one request; the status of its answer, and its ETag.

        As browsers do, it asks once more where a connection that was open is closed.
        """
        was_open = self.open is not None
        try:
            return await self._ask(method, path, headers, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            if not was_open:
                raise
        return await self._ask(method, path, headers, body)

    async def _ask(
        self, method: str, path: str, headers: dict[str, str], body: str
    ) -> tuple[int, str]:
        if self.open is None:
            self.open = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.open
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body:
            lines.append(f"Content-Length: {len(body.encode())}")
        writer.write("\r\n".join([*lines, "", body]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.split("\r\n")
        said = dict(line.lower().split(": ", 1) for line in rest if line)
        await reader.readexactly(int(said.get("content-length", "0")))
        if said.get("connection") == "close":
            self.close()
        return int(first.split()[1]), said.get("etag", "")

    def close(self) -> None:
        if self.open is not None:
            self.open[1].close()
            self.open = None
