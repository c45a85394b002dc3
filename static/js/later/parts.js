// Everything that js/play/later.js brings, in one place.

export { tableView } from "./tableview.js";
