"""How states are kept and sealed."""

from scorepad.store.play.history import sealed


def test_the_same_state_has_the_same_seal_however_it_is_told():
    told = {"bids": [1, 0], "note": "Zoë"}

    assert sealed(told) == sealed(dict(reversed(told.items())))
    assert sealed(told) != sealed({**told, "bids": [0, 1]})
    assert "Zoë" in sealed(told)[0]
