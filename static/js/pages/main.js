// <form data-script="parts.join"> loads parts.js and calls its join with the form.
for (const element of document.querySelectorAll("[data-script]")) {
  const [module, name] = element.dataset.script.split(".");
  const functions = await import(`./${module}.js`);
  functions[name](element);
}
