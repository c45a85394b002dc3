"""What kind of device a browser runs on, as far as it says so."""

# The first line that fits: an iPad is no iPhone, a tablet with Android no phone.
_KINDS = (
    ("ipad", ("iPad",)),
    ("iphone", ("iPhone",)),
    ("android_phone", ("Android", "Mobile")),
    ("android_tablet", ("Android",)),
    ("chromebook", ("CrOS",)),
    ("windows", ("Windows",)),
    ("mac", ("Macintosh",)),
    ("linux", ("Linux",)),
)


def kind_in(user_agent: str) -> str | None:
    """Recognise a kind of device; the rest of what a browser says is not kept.

    >>> kind_in("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari")
    'android_phone'
    """
    for kind, marks in _KINDS:
        if all(mark in user_agent for mark in marks):
            return kind
    return None
