import{a}from"./chunk-U3TZPZIW.js";import"./chunk-3TXHFKDN.js";export{a as keepWay};
