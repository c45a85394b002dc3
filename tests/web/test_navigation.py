"""Every page shows its place, and links to the four main ones."""

import re

from tests.support.invitations import let_in

TAB = re.compile(r'<a class="tab" href="([^"]+)"( aria-current)?')


def tabs_of(page):
    return TAB.findall(page.text)


def test_a_page_of_a_group_leads_to_the_places_of_this_group(host):
    page = host.client.get(f"/g/{host.group}/people")

    assert [address for address, _here in tabs_of(page)] == [
        f"/?group={host.group}",
        f"/g/{host.group}/",
        f"/g/{host.group}/print",
        f"/g/{host.group}/people",
    ]
    assert [bool(here) for _address, here in tabs_of(page)] == [False] * 3 + [True]


def test_ways_without_a_group_lead_to_the_newest_one(host, client):
    assert host.client.get("/season").location == f"/g/{host.group}/"
    assert host.client.get("/group").location == f"/g/{host.group}/people"
    assert host.client.get("/me").location == f"/g/{host.group}/mine"
    assert client.get("/season").location == "/"
    assert "/season" in [address for address, _here in tabs_of(client.get("/how"))]
    assert client.get(f"/home?group={host.group}").location == f"/?group={host.group}"


def test_my_page_asks_who_i_am_until_that_is_known(host):
    guest = let_in(host, "player")

    assert guest.client.get(f"/g/{host.group}/mine").location.endswith("/me")
