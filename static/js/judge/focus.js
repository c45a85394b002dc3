// A question comes into view; the focus goes there when the button that had it is hidden or gone.

export function moveFocus(form, place) {
  form.querySelector("[data-begun]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  if (place.isConnected && place.checkVisibility()) return;
  const question = form.querySelector("[data-begun]:not([hidden]) button") ?? form.querySelector(".tray button") ?? form.querySelector(".figures button");
  question?.focus();
}
