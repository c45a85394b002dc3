// Registers the service worker and runs parts: <form data-script="parts.join"> calls join in parts.js.

import { registered } from "../play/names.js";

registered();
for (const element of document.querySelectorAll("[data-script]")) {
  const [module, name] = element.dataset.script.split(".");
  import(`./${module}.js`).then((functions) => functions[name](element));
}
