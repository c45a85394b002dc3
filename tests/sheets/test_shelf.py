"""What was printed once is not printed again."""

import threading

import pytest

from scorepad.sheets.press.shelf import Shelf


class Maker:
    """Counts how often it was asked to print."""

    def __init__(self, made=b"%PDF"):
        self.made = made
        self.times = 0

    def __call__(self):
        self.times += 1
        return self.made


def test_the_same_sheet_is_made_once(tmp_path):
    shelf, make = Shelf(tmp_path), Maker()

    assert {shelf.get("a", make) for _ in range(3)} == {b"%PDF"}

    assert make.times == 1


def test_another_process_finds_it_in_the_folder(tmp_path):
    Shelf(tmp_path).get("a", Maker())

    assert Shelf(tmp_path).get("a", Maker(b"no")) == b"%PDF"


def test_whoever_asks_while_it_is_made_waits_for_it(tmp_path):
    shelf, go, found = Shelf(tmp_path), threading.Event(), []
    times = []

    def slow():
        times.append(1)
        go.wait(10)
        return b"%PDF"

    threads = [
        threading.Thread(target=lambda: found.append(shelf.get("a", slow)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()

    assert found == [b"%PDF"] * 4
    assert len(times) == 1


def test_a_sheet_that_could_not_be_made_is_tried_again(tmp_path):
    shelf = Shelf(tmp_path)

    def fail():
        raise ValueError("jammed")

    with pytest.raises(ValueError, match="jammed"):
        shelf.get("a", fail)
    assert shelf.get("a", Maker()) == b"%PDF"


def test_the_folder_and_the_memory_stay_small(tmp_path):
    shelf = Shelf(tmp_path, in_memory=250, on_disk=500)
    for number in range(20):
        shelf.get(str(number), Maker(b"x" * 100))

    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 500
    last, first = Maker(), Maker()
    shelf.get("19", last)
    shelf.get("0", first)
    assert (last.times, first.times) == (0, 1)


def test_what_need_not_be_held_is_in_the_folder_only(tmp_path):
    shelf, again = Shelf(tmp_path), Maker(b"again")
    shelf.get("a", Maker(), hold=False)
    shelf.get("a", Maker(), hold=False)
    (tmp_path / "a").unlink()

    assert shelf.get("a", again) == b"again"


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path):
    (tmp_path / "file").write_text("in the way")

    assert Shelf(tmp_path / "file").get("a", Maker()) == b"%PDF"


def test_names_keep_their_parts_apart(tmp_path):
    shelf = Shelf(tmp_path)

    assert shelf.key("ab", "c") != shelf.key("a", "bc")
    assert shelf.key("ab", "c") == Shelf(tmp_path).key("ab", "c")


def test_another_template_is_another_sheet(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, looks in ((one, "<p>"), (other, "<b>")):
        folder.mkdir()
        (folder / "sheet.html").write_text(looks)

    assert Shelf(tmp_path, shaping=(one,)).key("a") != Shelf(
        tmp_path, shaping=(other,)
    ).key("a")
