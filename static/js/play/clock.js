// A time of day, such as 20:14; of now where none is given.

let format = null; // slow to make

export function clock(time) {
  format ??= new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return format.format(time ? new Date(time) : new Date());
}
