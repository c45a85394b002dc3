// Everything that js/later/unseen.js brings, in one place.

import { haveBid, sealedFooter, sealedSeats } from "./handing.js";
import { hasBid } from "./sealing.js";
import { hear } from "./sharing.js";

export { hasBid, haveBid, hear, sealedFooter, sealedSeats };
