// Everything that js/play/later.js brings, in one place.

export { conflict } from "./conflict.js";
export { deleted, deletedFooter } from "./deleted.js";
export { honours, podium } from "./ending.js";
export { history } from "./history.js";
export { people, peopleFooter, peopleHeader } from "./people.js";
export { sharePicture } from "./sharing.js";
export { tableView } from "./tableview.js";
