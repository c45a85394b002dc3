"""Reads the PDF of a book."""

from io import BytesIO

import pikepdf


def links_of(book, page):
    named = destinations_of(book)
    links = book.pages[page - 1].get("/Annots", ())
    return {named[str(link.Dest if "/Dest" in link else link.A.D)] for link in links}


def destinations_of(book):
    names = list(book.Root.Names.Dests.Names)
    pairs = zip(names[::2], names[1::2], strict=True)
    return {str(name): number_of(book, target[0]) for name, target in pairs}


def number_of(book, page):
    return book.pages.index(pikepdf.Page(page)) + 1


def bookmarks_of(book):
    found = []

    def gather(items, level):
        for item in items:
            found.append((level, item.title, number_of(book, item.destination[0])))
            gather(item.children, level + 1)

    with book.open_outline() as outline:
        gather(outline.root, 0)
    return found


def alone(book, page):
    made = BytesIO()
    with pikepdf.new() as pdf:
        pdf.pages.append(book.pages[page - 1])
        pdf.save(made)
    return made.getvalue()


def pages_in(pdf):
    with pikepdf.open(BytesIO(pdf)) as book:
        return [alone(book, number) for number in range(1, len(book.pages) + 1)]
