"use strict";
// Unpacks scripts and models that the page holds, and starts.
const original = document.documentElement.outerHTML;
const unpacked = async id => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), each => each.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
(async () => {
  const [engine, shown, style, payload] = (await unpacked("page")).split("\0");
  for (const [name, text] of Object.entries({ style, script: `${engine}\n${shown}` })) {
    const part = document.createElement(name);
    part.textContent = text;
    document.body.append(part);
  }
  await View.start(JSON.parse(payload), engine);
})();
