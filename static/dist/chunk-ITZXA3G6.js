var e=null;function n(t){return e??=new Intl.DateTimeFormat(document.documentElement.lang,{hour:"2-digit",minute:"2-digit",hourCycle:"h23"}),e.format(t?new Date(t):new Date)}export{n as a};
