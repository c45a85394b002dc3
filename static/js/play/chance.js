// Ids, claims and draws. crypto.randomUUID is denied on plain http, getRandomValues is not.

const bytes = (count) => crypto.getRandomValues(new Uint8Array(count));
const hex = (list) => Array.from(list, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const key = () => hex(bytes(16));

export function uuid() {
  const list = bytes(16);
  list[6] = (list[6] & 0x0f) | 0x40;
  list[8] = (list[8] & 0x3f) | 0x80;
  const text = hex(list);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

// 256 bits, base64url without padding.
export const claim = () =>
  btoa(String.fromCharCode(...bytes(32))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const draw = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;
