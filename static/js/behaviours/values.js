// <figure data-behaviour="values">: whichever value of the chart is touched, or reached by the slider, is written below.

export const textOf = (value) => value.querySelector("title").textContent;

export function attach(figure) {
  const values = [...figure.querySelectorAll(".value")];
  const line = figure.querySelector(".reading");
  const slider = line.querySelector("input");
  const said = line.querySelector("output");
  if (!values.length) return;
  line.hidden = false;

  const show = (value) => {
    for (const each of values) each.classList.toggle("on", each === value);
    said.textContent = textOf(value);
    slider.value = values.indexOf(value);
    slider.setAttribute("aria-valuetext", said.textContent);
  };
  const touched = ({ target }) => {
    const value = target.closest(".value");
    if (value) show(value);
  };

  figure.addEventListener("pointerover", touched);
  figure.addEventListener("pointerdown", touched);
  for (const kind of ["focus", "input"]) slider.addEventListener(kind, () => show(values[Number(slider.value)]));
}
