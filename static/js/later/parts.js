// Everything that js/play/later.js brings, in one place.

import { whereabouts } from "./announcing.js";
import { conflict } from "./conflict.js";
import { deleted, deletedFooter } from "./deleted.js";
import { honours, podium } from "./ending.js";
import { foresight } from "./foresight.js";
import { history } from "./history.js";
import { choices, chosen, chosenWords, options, ownRounds, ruleWhy, scoredHow, written, wrongChoice } from "./options.js";
import { listen, onOwnPhone } from "./listening.js";
import { panelOf } from "./panels.js";
import { people, peopleFooter, peopleHeader } from "./people.js";
import { sharePicture } from "./sharing.js";
import { extras } from "./specials.js";
import { tableView } from "./tableview.js";
import { aboutTrump } from "./turnup.js";
import { besideName, fetchUnseen, sealedFooter, sealedSeats } from "./unseen.js";

export { aboutTrump, besideName, choices, chosen, chosenWords, conflict, deleted, deletedFooter, extras, fetchUnseen, foresight, honours, podium, history, listen, onOwnPhone, options, ownRounds, panelOf, ruleWhy, scoredHow, sealedFooter, sealedSeats, people, peopleFooter, peopleHeader, sharePicture, tableView, whereabouts, written, wrongChoice };
