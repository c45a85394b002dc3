"""WeasyPrint as it comes: a page in JSON on each line in, the size of its PDF out."""

import json
import os
import sys

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from scorepad.pdf.worker import NICENESS


def main() -> None:
    os.nice(NICENESS)
    fonts = FontConfiguration()
    for line in sys.stdin:
        pdf = HTML(string=json.loads(line)).write_pdf(font_config=fonts)
        print(len(pdf), flush=True)


if __name__ == "__main__":
    main()
