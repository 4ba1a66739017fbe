"use strict";
// Unpacks scripts and models that the page holds, and starts.
const original = document.documentElement.outerHTML;
const unpacked = async id => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), each => each.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
(async () => {
  const [engine, shown, style, payload] = (await unpacked("page")).split("\0");
  document.body.append(...Object.entries({ style, script: `${engine}\n${shown}` })
    .map(([name, textContent]) => Object.assign(document.createElement(name), { textContent })));
  await View.start(JSON.parse(payload), engine);
})().catch(error => document.querySelector(".scripted").replaceWith(`Pays can't be changed here: ${
  typeof DecompressionStream === "undefined" ? "it takes Chrome 85, Firefox 113, Safari 16.4 or later" : error.message}.`));
