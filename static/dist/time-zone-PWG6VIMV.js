import"./chunk-3TXHFKDN.js";var t=()=>new Intl.DateTimeFormat().resolvedOptions().timeZone??"";function o(e){e.value=t()}export{o as attach,t as zone};
