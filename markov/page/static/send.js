"use strict";
// A proposal in words that leave the page: a line to paste, a command, a sheet. Nothing here touches a document.

const Send = (() => {
  const { read, returned, of } = Exact;
  const LINE = "markov-page:";

  // The pay that a text says, with the word for a bare number: null for no such line, undefined for none at all.
  const pay = (typed, way = "for") => {
    const said = typed.trim().toLowerCase().replace(/\s+/g, " ");
    if (said === "" || said === "none") return null;
    if (said === "nothing") return of(0n);
    if (said === "evens") return of(2n);
    const words = /^(\S+) (for|to) (\S+)$/.exec(said);
    if (words) {
      const won = read(words[1]), unit = read(words[3]);
      if (!won || !unit || won.n < 0n || unit.n <= 0n) return undefined;
      return returned(Exact.div(won, unit), words[2]);
    }
    const number = read(said);
    return number && number.n >= 0n ? returned(number, way) : undefined;
  };
  // The word that the text has, or evens means.
  const way = (typed, other = "for") => /evens/i.test(typed) ? "to" : /\b(for|to)\b/i.exec(typed)?.[1].toLowerCase() || other;

  const quotedShell = word => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  const changed = (page, reading) => Object.entries(reading).filter(([key, choice]) => page.reading[key] !== choice);
  const everyEdit = (page, wager, edits) => new Map([...Object.entries(page.edits[wager] || {}), ...edits]);
  // The command that gives the same figures.
  const command = (page, wager, reading, edits) => {
    const all = everyEdit(page, wager, edits), options = changed(page, reading);
    const words = ["markov", all.size || options.length ? "what-if" : "odds", page.place, wager];
    for (const [ending, edit] of all) words.push("--pay", `${ending}=${edit}`);
    for (const [key, choice] of options) words.push("-o", `${key}=${choice}`);
    return words.map(quotedShell).join(" ");
  };

  // The sheet with those edits, by slug, as `markov what-if --save` writes it.
  const quoted = word => JSON.stringify(word).replaceAll("\x7f", "\\u007f");
  const key = name => /^[A-Za-z0-9_-]+$/.test(name) ? name : quoted(name);
  const overlay = (page, reading, edited) => {
    const lines = [`sheet = ${quoted(page.place)}`, `name = ${quoted(page.edited)}`];
    const options = Object.entries(reading);
    if (options.length) lines.push("", "[reading]");
    for (const [option, choice] of options) lines.push(`${key(option)} = ${quoted(choice)}`);
    for (const slug of new Set([...Object.keys(page.edits), ...edited.keys()])) {
      const all = everyEdit(page, slug, edited.get(slug) || []);
      if (!all.size) continue;
      lines.push("", `[wagers.${key(page.names[slug])}.pays]`);
      for (const [ending, words] of all) lines.push(`${key(ending)} = ${quoted(words)}`);
    }
    return lines.map(line => `${line}\n`).join("");
  };

  // A proposal as one line, and the proposal of a line; null for a line that is none.
  const line = (page, model, reading, edits) => {
    const parts = changed(page, reading).map(([option, choice]) => [`o.${option}`, choice]);
    for (const [ending, edit] of edits) parts.push([`p.${ending}`, edit]);
    const coded = parts.map(pair => pair.map(each => encodeURIComponent(each).replaceAll("%20", "+")).join("="));
    return `${LINE}${page.game}/${model.wager}@${model.digest.slice(0, 16)}?${coded.join("&")}`;
  };
  const parsed = typed => {
    const match = /^markov-page:([a-z0-9-]+)\/([a-z0-9-]+)@([0-9a-f]{16})\?(.*)$/.exec(typed.trim());
    if (!match) return null;
    const found = { game: match[1], wager: match[2], digest: match[3], options: {}, edits: new Map() };
    let parts;
    try {
      parts = match[4].split("&").filter(Boolean).map(pair => pair.replaceAll("+", " ").split("=").map(decodeURIComponent));
    } catch { return null; }
    for (const [name, words = ""] of parts) {
      if (name.startsWith("o.")) found.options[name.slice(2)] = words;
      else if (name.startsWith("p.")) {
        if (pay(words) === undefined) return null;
        found.edits.set(name.slice(2), words);
      }
    }
    return found;
  };
  return { pay, way, command, overlay, line, parsed };
})();
