import{a as t}from"./chunk-U3TZPZIW.js";import"./chunk-3TXHFKDN.js";var e=()=>t(document);export{e as attach};
