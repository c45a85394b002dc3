// Everything that js/later/unseen.js brings, in one place.

import { sealedFooter } from "./buttons.js";
import { haveBid, sealedSeats } from "./handing.js";
import { hasBid } from "./sealing.js";
import { hear } from "./sharing.js";

export { hasBid, haveBid, hear, sealedFooter, sealedSeats };
