// Everything that js/play/later.js brings, in one place.

export { conflict } from "./conflict.js";
export { deleted, deletedFooter } from "./deleted.js";
export { history } from "./history.js";
export { tableView } from "./tableview.js";
