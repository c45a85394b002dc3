import{a}from"./chunk-7F5TRTUM.js";import"./chunk-3TXHFKDN.js";export{a as uncover};
