// Everything that js/later/unseen.js brings, in one place.

import { haveBid, sealedFooter, sealedSeats } from "./handing.js";

export { haveBid, sealedFooter, sealedSeats };
