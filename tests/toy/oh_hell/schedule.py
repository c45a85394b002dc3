"""How Oh Hell is dealt."""

from scorepad.games.wizard.schedule import Deals, Schedule, up_and_down

DEALS = Deals(
    seats=range(3, 8),
    deck=52,
    schedules={
        Schedule.UP_DOWN: up_and_down,
        Schedule.REVERSE: lambda most, _: range(most, 0, -1),
    },
)
