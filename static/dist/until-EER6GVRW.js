import{a}from"./chunk-ITZXA3G6.js";import"./chunk-3TXHFKDN.js";function o(t){t.textContent=t.dataset.said.replace("{time}",a(t.dataset.at))}export{o as attach};
