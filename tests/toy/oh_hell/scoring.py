"""How Oh Hell is scored: 10 and one for each trick, nothing for a miss."""

from scorepad.games.wizard.scoring import HouseScoring, Scoring

FORMULAS = {Scoring.CLASSIC: HouseScoring(base=10, per_trick=1, per_miss=0)}
