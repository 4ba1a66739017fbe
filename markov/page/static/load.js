"use strict";
// Unpacks scripts and models that the page holds, and starts.
const original = document.documentElement.outerHTML;
const unpacked = async id => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), each => each.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
(async () => {
  const engine = await unpacked("engine");
  for (const code of [engine, await unpacked("shown")]) {
    const script = document.createElement("script");
    script.textContent = code;
    document.body.append(script);
  }
  await View.start(JSON.parse(await unpacked("payload")), engine);
})();
