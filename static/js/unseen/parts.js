// Everything that js/later/unseen.js brings, in one place.

import { haveBid, sealedFooter, sealedSeats } from "./handing.js";
import { hear } from "./sharing.js";

export { haveBid, hear, sealedFooter, sealedSeats };
