import{a,b,c}from"./chunk-BBMQMO2F.js";import"./chunk-7F5TRTUM.js";import"./chunk-3TXHFKDN.js";export{b as ask,c as attach,a as pause};
