"""An application that does nothing, on the port it is told, until it is ended."""

import sys

import waitress
from flask import Flask


def bare_app() -> Flask:
    app = Flask("bare")
    app.add_url_rule("/", "nothing", lambda: ("", 204), methods=["GET", "PUT"])
    return app


if __name__ == "__main__":
    waitress.serve(
        bare_app(),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        threads=8,
        connection_limit=1000,
    )
