"""Checks that a page has room for its text."""

MAY_BE_CUT = ".visually-hidden, .where, .name, :has(> bdi), input"
"""Visually hidden text; long names, which get a smaller font; what scrolls."""

CUT_OFF = """may => [...document.querySelectorAll("body *")].filter((e) => {
    if (!e.offsetParent || e.closest(may)) return false;
    const hides = ["hidden", "clip"].includes(getComputedStyle(e).overflowX);
    const holds = e.matches("button, a, h1, h2, label, summary, th");
    return (hides || holds) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0;
}).map((e) => e.outerHTML.slice(0, 120))
"""
"""Elements with more text than room."""

TORN = """() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const torn = [];
    while (nodes.nextNode()) {
        const node = nodes.currentNode, around = node.parentElement;
        if (!around.offsetParent || around.closest("bdi")) continue;
        for (const { 0: word, index } of node.data.matchAll(/[\\uac00-\\ud7a3]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map((r) => r.top));
            if (lines.size > 1) torn.push(word);
        }
    }
    return torn;
}"""
"""Korean words that are broken across lines."""


def lost(page, width):
    wide = page.evaluate("document.documentElement.scrollWidth")
    too_wide = [f"{wide} pixels wide"] * (wide > width)
    return [*too_wide, *page.evaluate(CUT_OFF, MAY_BE_CUT), *page.evaluate(TORN)]


def assert_it_fits(page, width):
    """Nothing is too wide for the screen or cut off, and no Korean word is broken."""
    assert lost(page, width) == [], lost(page, width)
