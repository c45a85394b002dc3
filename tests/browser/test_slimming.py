"""A browser reads the same rules from the styles as served as from their source."""

import pytest

from scorepad.settings import CHECKOUT
from scorepad.web.files.slimming import slim

STYLES = sorted((CHECKOUT / "static" / "css").glob("*.css"))
RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  // Chromium keeps a blank after a comma as it was written.
  return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(", ", ","));
}"""

pytestmark = pytest.mark.browser


def test_slimmed_styles_say_the_same(browser):
    page = browser.new_page()
    for path in STYLES:
        source = page.evaluate(RULES, path.read_text("utf-8"))

        assert len(source) > 5, path.name
        assert page.evaluate(RULES, slim(path).decode()) == source, path.name
    page.close()
