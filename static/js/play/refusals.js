// Why a request has to wait, as {reason, until}: in a word that the page has a sentence for, and until when.

const TYPE = "urn:problem-type:scorepad:";
const REASONS = ["too_many_groups", "too_many_saves", "disk_full", "read_only", "database_locked", "database_away", "overloaded"];
const UP_TO_THE_HOST = ["signup_code_needed", "signups_closed"];
const FOR_NOW = [408, 425, 429];
const FORBIDDEN = 403;
const LOG_IN = 511;
const NOTE = "scorepad.refusal"; // for pages of the server that show nothing of a game it does not have yet
const LASTS_MS = 60_000; // beyond its time: the next try may take so long

const isOurs = (response) => response.headers.has("X-Scorepad");
const isForNow = ({ status }) => status >= 500 || FOR_NOW.includes(status);

// A hotel's log-in page says 200 or 511, a proxy without its server 502.
const strangerIn = ({ status }) => (status >= 500 && status !== LOG_IN ? "gateway" : "portal");

function reasonIn({ status }, { type = "" }) {
  const reason = type.replace(TYPE, "");
  if (REASONS.includes(reason)) return reason;
  return status >= 500 ? "server_error" : "too_often";
}

// A new group that needs a code or a link waits until the host has given it.
function upToTheHost({ type = "" }, until) {
  const reason = type.replace(TYPE, "");
  return UP_TO_THE_HOST.includes(reason) ? { reason, until } : null;
}

export const waitIn = (response) => 1000 * Number(response.headers.get("Retry-After")) || 0;

// Null where a response settles its request, one way or the other.
export async function refusalIn(response) {
  const until = Date.now() + waitIn(response);
  if (!isOurs(response)) return { reason: strangerIn(response), until };
  if (response.status === FORBIDDEN) return upToTheHost(await response.clone().json().catch(() => ({})), until);
  if (!isForNow(response)) return null;
  return { reason: reasonIn(response, await response.json().catch(() => ({}))), until };
}

export function remember(refusal) {
  try {
    localStorage.setItem(NOTE, JSON.stringify(refusal));
  } catch {
    // a browser that keeps nothing
  }
}

export function remembered(now = Date.now()) {
  try {
    const found = JSON.parse(localStorage.getItem(NOTE));
    return found?.until + LASTS_MS > now ? found : null;
  } catch {
    return null;
  }
}
