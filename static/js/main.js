// <form data-behaviour="reckon"> loads behaviours/reckon.js and attaches it.
for (const element of document.querySelectorAll("[data-behaviour]")) {
  const { attach } = await import(`./behaviours/${element.dataset.behaviour}.js`);
  attach(element);
}
