// A page that lies over a game: one tap leads back to it.

import { keepWay } from "./back.js";

export const attach = () => keepWay(document);
