// Everything that js/play/later.js brings, in one place.

import { conflict } from "./conflict.js";
import { deleted, deletedFooter } from "./deleted.js";
import { honours, podium } from "./ending.js";
import { history } from "./history.js";
import { people, peopleFooter, peopleHeader } from "./people.js";
import { sharePicture } from "./sharing.js";
import { tableView } from "./tableview.js";

export { conflict, deleted, deletedFooter, honours, podium, history, people, peopleFooter, peopleHeader, sharePicture, tableView };
