"use strict";
// The page: what a designer sees, types and sends. Every text is set as text, never as markup.

const View = (() => {
  const { text, percent, rounded, root, float, sub, mul, add, div, of, cmp, same, parse, worded, payText } = Exact;
  const BASES = { per_stake: "per stake", per_outlay: "per amount wagered", per_resolved: "pushes excluded",
    per_spin: "per spin" };
  const SHORT = 22, PAUSE = 150, SAMPLED = 8n;
  let page, ask, draw, state, model, certificate, shown = 0, base_, now_;
  const history = { past: [], future: [] }, proposals = [], all = {}, packs = {};
  const $ = id => document.getElementById(id);

  const el = (name, attributes = {}, ...inside) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value !== null) node.setAttribute(key, value);
    }
    node.append(...inside.filter(each => each !== null && each !== undefined));
    return node;
  };
  const row = (head, cells, more = {}) => el("tr", more, el("th", { scope: "row" }, head), ...cells.map(cell =>
    cell instanceof Node && cell.tagName === "TD" ? cell : el("td", {}, cell)));
  const said = words => el("td", { class: "words" }, words);
  const table = (heads, rows, more = {}) => el("div", { class: "wide", tabindex: "0" }, el("table", more, el("thead", {}, el("tr", {},
    ...heads.map(head => head ? el("th", { scope: "col" }, head) : el("td")))), el("tbody", {}, ...rows)));
  const button = (words, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, words);
  const select = (id, choices, present, chosen, more = {}) => el("select", { id, onchange: event => chosen(event.target.value), ...more },
    ...choices.map(([value, words]) => el("option", { value, selected: value === present }, words)));
  const exact = number => {
    const whole = number === null ? "–" : text(number).replace("-", "−");
    return el("span", { class: "exact", title: whole.length > SHORT ? whole : null },
      whole.length > SHORT ? `${whole.slice(0, 9)}…${whole.slice(-9)}` : whole);
  };
  const share = number => number === null ? "–" : percent(number);

  // Questions go to a worker, or are answered here where there is none: one at a time, of each kind the newest.
  const answering = engine => {
    const waiting = new Map(), loaded = new Set();
    let worker = null, busy = null;
    const next = () => {
      if (busy || !waiting.size) return;
      const [kind, question] = waiting.entries().next().value;
      waiting.delete(kind);
      busy = { kind, ...question };
      if (loaded.has(busy.given.key)) delete busy.given.model;
      loaded.add(busy.given.key);
      const { what, given } = busy;
      if (worker) worker.postMessage({ what, given }); else setTimeout(() => over(Work.replied({ what, given })));
    };
    const over = ({ answer, error }) => {
      const { kind, resolve, reject } = busy;
      busy = null;
      if (!waiting.has(kind)) if (error === undefined) resolve(answer); else reject(new Error(error));
      next();
    };
    try {
      worker = new Worker(URL.createObjectURL(new Blob([engine], { type: "text/javascript" })));
      worker.onmessage = ({ data }) => over(data);
      worker.onerror = event => { // no workers from a file here: the page answers itself
        event.preventDefault();
        worker = null;
        if (busy) over(Work.replied(busy));
      };
    } catch { /* the page answers itself */ }
    return (what, given, kind = what) => new Promise((resolve, reject) => {
      waiting.set(kind, { what, given, resolve, reject });
      next();
    });
  };

  // The reading with one choice made otherwise, and the model of a wager under it.
  const readingOf = () => ({ ...page.reading, ...state.choice });
  const chosen = choice => page.readings.find(each => JSON.stringify(each.choice) === JSON.stringify(choice));
  const packed = async slug => packs[slug] ??= JSON.parse(await unpacked(`pack-${slug}`));
  const modelled = pack => {
    model = pack.models[chosen(state.choice).models[state.slug]];
    ({ certificate } = pack);
    for (const [part, held] of Object.entries(model.chain || {})) { // a part that another model has is held there
      if (held?.as !== undefined) model.chain[part] = pack.models[held.as].chain[part];
    }
  };
  const pays = () => new Map([...state.edits].map(([ending, words]) => [ending, Send.pay(words)]));
  const given = more => ({ key: model.digest, model, edits: pays(), ending: state.ending, base: state.base, never: state.play === "never", ...more });
  // An edit is the pay in words, or "none"; so a state is texts alone.
  const snapshot = () => JSON.stringify({ ...state, edits: [...state.edits] });
  const restored = json => ({ ...JSON.parse(json), edits: new Map(JSON.parse(json).edits) });
  const blank = slug => ({ slug, choice: {}, edits: new Map(), base: "per_stake", play: "optimal", ending: null, edge: "15%" });

  // A change, which can be undone; while a slider moves it is one change.
  let began = null;
  const change = async (alter, moving = false) => {
    const before = began ?? snapshot();
    alter();
    began = moving ? before : null;
    if (moving) return update(true);
    if (before === snapshot()) return;
    history.past.push(before);
    history.future.length = 0;
    await show(before);
  };
  const step = async (from, to) => {
    if (!from.length) return;
    to.push(snapshot());
    await become(restored(from.pop()));
  };
  const become = async found => {
    state = all[found.slug] = found;
    await show("");
  };
  const open = async (slug, found = all[slug] || blank(slug)) => {
    history.past.length = history.future.length = 0;
    await become(found);
    $("wager").scrollIntoView({ block: "start" });
  };

  // Draws the wager anew where another is shown, else brings its figures up to date.
  const show = async before => {
    const old = before && JSON.parse(before);
    const turn = ++shown; // what is still drawn is of another
    const pack = await packed(state.slug);
    if (turn !== shown) return; // another was opened meanwhile
    modelled(pack);
    for (const [ending, words] of state.edits) { // an edit that is none, or does not fit this reading
      const line = model.lines.find(each => each.ending === ending), pay = Send.pay(words);
      const posted = line && line.line !== null ? parse(line.line) : null;
      if (!line || (pay ? posted && same(pay, posted) : !posted || line.forced)) state.edits.delete(ending);
    }
    state.ending ??= model.win;
    if (!old || JSON.stringify([old.slug, old.choice]) !== JSON.stringify([state.slug, state.choice])) layout();
    await update();
  };

  const editable = () => !model.baseline.strategy;
  // What a line pays now, and the word that it is said with; null for no such line.
  const present = line => {
    const words = state.edits.get(line.ending), pay = words ? Send.pay(words) : line.line && parse(line.line);
    if (!pay) return null;
    const way = words && words !== "nothing" ? Send.way(words) : line.way;
    return { pay, way: worded(pay, way) ? way : "for" };
  };
  const edit = (line, found) => state.edits.set(line.ending, found ? payText(found.pay, found.way) : "none");

  const layout = () => {
    const reading = Object.entries(readingOf()).map(pair => pair.join("=")).join(", ");
    $("wager").replaceChildren(...[
      el("h2", { id: "name", tabindex: "-1" }, model.name),
      el("p", { class: "faint" }, `${model.source}. `, el("span", { id: "digest", title: model.digest },
        `Model ${model.digest.slice(0, 16)}.`)),
      el("p", { id: "edge", class: "edge", "aria-live": "polite" }),
      el("p", { id: "warning", class: "warning", role: "status" }),
      model.why ? el("p", { class: "warning" }, whyNot()) : null,
      choices(),
      ...editable() ? [payFields(), priceForm(), el("div", { class: "buttons" },
        button("Undo", () => step(history.past, history.future), { id: "undo" }),
        button("Redo", () => step(history.future, history.past), { id: "redo" }),
        button("Back to the posted pays", () => change(() => state.edits.clear()), { id: "reset" }),
        button("Keep as a proposal", keep))] : [],
      el("h3", {}, "Figures"), el("div", { id: "figures" }),
      el("div", { id: "offers" }), el("div", { id: "charts" }),
      el("h3", {}, "Over many rounds"), el("label", {}, "Rounds ", el("input", { id: "rounds", size: 9, value: "10000",
        inputmode: "numeric", onchange: () => band() })), el("p", { id: "band" }),
      el("div", { id: "proposals" }), sending(), checking(),
      el("p", { class: "faint" }, `Reading: ${reading || "nothing is open"}. markov ${page.version
      }. What is edited here is not certified.`)].filter(Boolean));
    kept();
  };
  const whyNot = () => !editable() ? `Pays can't be changed here: ${model.why}. markov what-if does it.`
    : `Surrender can't be judged here: ${model.why}. The command below does it.`;

  // Readings as choices: each by itself is inside.
  const choices = () => {
    const box = el("div", { class: "choices" }), others = [];
    const put = (words, list) => box.append(el("label", { for: list.id }, words, list));
    for (const { key, question, choices: list } of page.options) {
      const able = page.readings.filter(({ choice, models }) => key in choice && state.slug in models);
      if (able.every(({ models }) => models[state.slug] === page.readings[0].models[state.slug])) { others.push(key); continue; }
      const inside = list.filter(([choice]) => choice === page.reading[key] || able.some(each => each.choice[key] === choice));
      put(question, select(`option-${key}`, inside.map(([choice, meaning]) => [choice, `${choice}: ${meaning}`]), readingOf()[key],
        choice => change(() => { state.choice = choice === page.reading[key] ? {} : { [key]: choice }; })));
    }
    put("Edge", select("base", Object.entries(BASES).map(([key, words]) => [key, words.replace("spin", model.trial)]), state.base,
      base => change(() => { state.base = base; })));
    put("Play", select("play", Object.entries(plays()), state.play, play => change(() => { state.play = play; })));
    if (others.length) box.append(el("p", { class: "faint" }, `No effect on this wager: ${others.join(", ")}.`));
    if (page.options.length > 1) {
      box.append(el("p", { class: "faint" }, "One choice at a time is inside; for several, add -o KEY=CHOICE to the command below."));
    }
    return box;
  };

  const payFields = () => {
    const rows = model.lines.filter(line => line.forced || model.chain || line.pay !== null).map(line => {
      const name = line.ending, type = moving => typed(line, field, way, moving);
      const field = el("input", { id: `pay-${name}`, type: "text", inputmode: "decimal", size: 7, autocomplete: "off", spellcheck: "false",
        "aria-label": `Pay of ${name}`, "aria-describedby": `note-${name}`, onchange: () => type(), onkeydown: event => nudge(event, line) });
      const way = select(`way-${name}`, [["for", "for 1"], ["to", "to 1"]], "", () => type(), { "aria-label": `${name}: for or to` });
      const slider = el("input", { id: `slide-${name}`, type: "range", min: 0, step: 1, "aria-label": `Slider of ${name}`,
        oninput: () => { field.value = slider.value; type(true); }, onchange: () => type() });
      return row(name, [el("td", { class: "pay" }, field, way), slider,
        said(line.text === "0 to 1" ? "pushes" : line.text || "no such line"), el("td", { id: `chance-${name}` }),
        el("td", { id: `part-${name}` }), el("td", { id: `note-${name}`, class: "note", role: "status" }),
        line.forced || line.hides ? "" : button("Remove", () => change(() => edit(line, null)), { "aria-label": `Remove ${name}`, id: `remove-${name}` })],
      { id: `line-${name}` });
    });
    return el("div", {}, el("h3", {}, "Pays"), el("p", { class: "faint" }, "Type 85, 7.5, 289/3, '45 for 1', '7 to 6' or nothing. ",
      "An empty surrender field is no such line. Arrow keys move by 1."),
    table(["ending", "pay", "", "posted", "chance", "of the return", "", ""], rows, { class: "pays" }));
  };
  const typed = (line, field, way, moving = false) => {
    const pay = Send.pay(field.value, way.value), note = $(`note-${line.ending}`);
    const wrong = pay === undefined ? "not a pay" : pay === null && (line.forced || line.hides) ? "needs a pay here" : "";
    field.setAttribute("aria-invalid", Boolean(wrong));
    note.textContent = wrong;
    if (!wrong) change(() => edit(line, pay && { pay, way: Send.way(field.value, way.value) }), moving);
  };
  const nudge = (event, line) => {
    const by = { ArrowUp: 1n, ArrowDown: -1n }[event.key], found = present(line);
    if (!by || !found) return;
    event.preventDefault();
    const pay = add(found.pay, of(by));
    if (pay.n >= 0n) change(() => edit(line, { ...found, pay }));
  };

  const priceForm = () => el("form", { class: "price", onsubmit: event => event.preventDefault() }, el("h3", {}, "The pay for an edge"),
    el("label", {}, "Pay of ", select("ending", model.lines.filter(line => line.forced || model.chain).map(({ ending }) => [ending, ending]),
      state.ending, ending => change(() => { state.ending = ending; }))),
    el("label", {}, " for a house edge of ", el("input", { id: "wanted", size: 8, value: state.edge, autocomplete: "off",
      onchange: event => change(() => { state.edge = event.target.value; }) })),
    el("div", { id: "answers", role: "status" }));

  // Brings figures up to date; while a slider moves only those.
  const update = async (moving = false) => {
    const turn = ++shown;
    if (editable()) fields();
    sent();
    $("wager").classList.add("stale");
    const now = await figured().catch(error => { $("warning").textContent = error.message; });
    if (!now || turn !== shown) return;
    now_ = now;
    $("wager").classList.remove("stale");
    headline(now);
    lines(now);
    figures(now);
    if (moving) return;
    offers(now);
    band();
    if (editable()) await price();
    setTimeout(() => turn === shown && pictures(turn, now), PAUSE);
  };
  // The figures as posted, kept in base_, and those of the edits.
  const figured = async () => {
    if (!editable()) return (base_ = { answer: { never: found(model.baseline.never), optimal: found(model.baseline.optimal), offers: [] } }).answer;
    if (base_?.digest !== model.digest) base_ = { digest: model.digest, answer: await ask("answer", given({ edits: new Map() }), "base") };
    return ask("answer", given());
  };
  const played = answer => answer[state.play];
  const was = () => base_.answer;

  const fields = () => {
    for (const line of model.lines) {
      const name = line.ending, field = $(`pay-${name}`), slider = $(`slide-${name}`), remove = $(`remove-${name}`);
      if (!field) continue;
      const found = present(line), number = found && worded(found.pay, found.way);
      field.removeAttribute("aria-invalid");
      $(`note-${name}`).textContent = "";
      $(`way-${name}`).value = found ? found.way : line.way;
      slider.max = Math.max(10, ...[line.line && parse(line.line), found && found.pay].map((pay, k) => pay ? Math.ceil(float(pay) * (2 - k)) : 0));
      if (document.activeElement !== slider || !began) {
        field.value = number ? text(number) : "";
        slider.value = number ? float(number) : 0;
      }
      slider.setAttribute("aria-valuetext", found ? payText(found.pay, found.way) : "no such line");
      $(`line-${name}`).classList.toggle("edited", state.edits.has(name));
      $(`line-${name}`).classList.toggle("absent", !found);
      if (remove) remove.disabled = !found;
    }
    $("undo").disabled = !history.past.length;
    $("redo").disabled = !history.future.length;
    $("reset").disabled = !state.edits.size;
  };

  const plays = () => ({ optimal: "best play", never: editable() ? "no surrender" : "first choices" });
  const baseWords = () => BASES[state.base].replace("spin", model.trial);
  const headline = now => {
    const edge = played(now).edge[state.base], before = played(was()).edge[state.base];
    $("edge").replaceChildren(el("strong", {}, share(edge)), ` house edge ${baseWords()}, ${plays()[state.play]} `, exact(edge),
      state.edits.size ? ` (posted: ${share(before)}; not certified)` : " as posted");
    $("warning").textContent = !edge || edge.n > 0n ? "" : edge.n ? "The player has the edge at these pays." : "An even game: no house edge.";
  };
  const lines = now => {
    const chances = new Map(played(now).endings.map(each => [each.ending, each]));
    for (const line of model.lines) {
      const cell = $(`chance-${line.ending}`), found = chances.get(line.ending);
      if (!cell) continue;
      cell.textContent = found ? share(found.probability) : "–";
      cell.title = found ? text(found.probability) : "";
      const back = played(now).returned;
      $(`part-${line.ending}`).textContent = found && back.n ? share(div(mul(found.probability, found.returned), back)) : "–";
    }
  };

  const FIGURES = [...Object.entries(BASES).map(([key, words]) => [`House edge, ${words}`, each => each.edge[key], percent]),
    ["RTP", each => each.rtp, percent], ["Total returned (stake included)", each => each.returned], ["Amount wagered", each => each.outlay],
    ["Hit frequency", each => each.hit_frequency, percent], ["Variance", each => each.variance],
    ["Standard deviation", each => each.variance, each => rounded(root(each), 6), true],
    ["Average spins", each => each.spins.mean], ["Variance of spins", each => each.spins.variance],
    ["Dealer bonus (envy)", each => each.envy], ["House after envy", each => each.house_after_envy, percent]];
  const figures = now => {
    const changed = state.edits.size > 0;
    const rows = FIGURES.map(([name, figure, decimal = each => rounded(each, 6), irrational]) => {
      const both = [figure(played(was())), ...changed ? [figure(played(now))] : []], [before, after] = both;
      return row(name.replace("spin", model.trial), [...both.map(number => number === null ? "–" : decimal(number)),
        ...both.map(number => el("td", {}, irrational && number ? "√" : "", exact(number)))],
      { class: after && before && !same(after, before) ? "moved" : null });
    });
    $("figures").replaceChildren(table(["per unit staked", "posted", ...changed ? ["changed", "posted, exact", "changed, exact"] : ["exact"]], rows));
  };

  // Offers: which is dead or a leak, and which state changed its mind.
  const offers = now => {
    const before = new Map(was().offers.map(each => [each.i, each.take])), box = $("offers");
    box.replaceChildren();
    if (!now.offers.length) return;
    const mind = each => (before.get(each.i) || false) !== each.take;
    const verdict = each => each.tie ? "tie: play on" : each.take ? "leak: taken" : "dead";
    const count = (those, test) => String(those.filter(test).reduce((sum, each) => sum + each.count, 0));
    box.append(el("h3", {}, "Surrender"), el("p", { class: "faint" }, "Playing on: average return if the player declines. ",
      "A leak is worth more than playing on, so best play takes it; a dead offer is never right to take."),
    now.offers.every(each => each.state) ? table(["state", "offer", "offered", "playing on", "exact", "margin", "best play", ""], now.offers.map(each =>
      row(each.count > 1 ? `${each.state} (${each.count} alike)` : each.state, [said(each.ending), text(each.offered), rounded(each.continuing, 6),
        exact(each.continuing), rounded(each.margin, 6), said(verdict(each)), said(mind(each) ? "changed" : "")], { class: each.take ? "leak" : null })))
      : table(["offer", "states", "taken in", "ties", "changed in"], [...new Set(now.offers.map(each => each.ending))].map(ending =>
        row(ending, [() => true, each => each.take, each => each.tie, mind].map(test => count(now.offers.filter(each => each.ending === ending), test))))));
  };

  const WHY = { lower: edge => `no pay does it: the edge is never more than ${share(edge)}`,
    higher: edge => `no pay does it: the edge is never below ${share(edge)}`,
    idle: edge => `no pay does it: this ending never happens in this play, and the edge stays ${share(edge)}`,
    leap: () => "no pay does it: the edge leaps over it", undefined: () => "there is no edge over this base at any pay" };
  const price = async () => {
    const box = $("answers"), wanted = Exact.share(state.edge);
    box.textContent = "…";
    if (!wanted) return box.textContent = "Write the edge like 15%, 9/49 or −1%.";
    const line = model.lines.find(each => each.ending === state.ending), word = (present(line) || line).way;
    const found = await draw("price", given({ edge: wanted })).catch(({ message }) => ({ message }));
    if (found.message) return box.textContent = found.message;
    if (!found.spans.length) return box.textContent = `${WHY[found.why[0]](found.why[1])}.`;
    const short = pay => payText(pay, word).length <= SHORT ? payText(pay, word) : `≈ ${rounded(worded(pay, word) || pay, 4)} ${word} 1`;
    const reach = ({ low, high }) => high === null ? "and every higher pay" : same(high, low) ? "exactly" : `up to ${short(high)}`;
    const exactly = found.exact.map((each, k) => ({ ...each, style: "exactly", beside: reach(found.spans[k]) }));
    const near = found.payable.filter(each => !exactly.some(({ pay }) => same(pay, each.pay)))
      .map(each => ({ ...each, style: "payable", beside: share(each.edge) }));
    box.replaceChildren(`${share(wanted)} ${baseWords()}, ${plays()[state.play]}: `, ...[...exactly, ...near].sort((a, b) => cmp(a.pay, b.pay))
      .map(({ pay, edge, style, beside }) => el("span", { class: "priced" }, button(short(pay), () => change(() => edit(line, { pay, way: word })),
        { class: style, title: `${text(pay)} in all; edge ${edge === null ? "–" : text(edge)}` }), beside)));
  };

  const band = () => {
    if (!now_) return;
    const n = Number($("rounds").value.replace(/[, ]/g, "")), play = played(now_);
    if (!(n >= 1)) return $("band").textContent = "Write a number of rounds, such as 10000.";
    const edge = float(play.edge.per_stake), sd = float(root(play.variance, 12)), width = 1.959964 * sd / Math.sqrt(n);
    const show = each => `${(each * 100).toFixed(3)}%`.replace("-", "−");
    $("band").textContent = `Standard deviation ${sd.toFixed(4)}; volatility index (1.96 × SD) ${(1.959964 * sd).toFixed(3)}. After ${n.toLocaleString("en")
    } rounds of one unit the actual edge lies between ${show(edge - width)} and ${show(edge + width)} with 95% (normal approximation).`;
  };

  // Pictures come after the figures, from the worker.
  const pictures = async (turn, now) => {
    const box = $("charts");
    const line = model.lines.find(each => each.ending === state.ending);
    const posted = line.line === null ? null : parse(line.line), current = present(line);
    const last = mul([posted, current && current.pay, of(2n)].filter(Boolean).reduce((a, b) => cmp(a, b) < 0 ? b : a), of(3n, 2n));
    const chances = new Map(played(was()).endings.map(each => [each.ending, each]));
    const part = each => each ? float(mul(each.probability, each.returned)) : 0;
    const rows = played(now).endings.filter(each => each.returned.n).map(each => ({ name: each.ending, now: part(each),
      was: part(chances.get(each.ending)), text: share(mul(each.probability, each.returned)) }));
    const figure = (caption, svg) => el("figure", {}, svg, el("figcaption", {}, caption));
    const drawn = [figure("Return by ending, per unit staked: now, and as posted behind it.", Chart.bars({ title: "Return by ending",
      said: rows.map(row => `${row.name} ${row.text}`).join(", "), rows }))];
    const [curve, law] = await Promise.all([editable() && draw("curve", given({ last })), model.chain && draw("law", given())]
      .map(each => each && each.catch(() => undefined)));
    if (turn !== shown) return;
    const bends = model.commission ? "it bends" : "best play changes";
    const bend = ({ points, kinks, marked }) => {
      const at = (answer, pay) => [float(pay), float(played(answer).edge[state.base] || of(0n))];
      const marks = marked.map(([pay, ...point]) => ({ point, style: "kink", name: kinks === undefined ? `exact at ${pay}` : `${bends} at ${pay}` }));
      if (posted && !state.edits.size) marks.push({ point: at(was(), posted), style: "posted", name: "posted" });
      if (state.edits.size && current) marks.push({ point: at(now, current.pay), style: "present", name: "now" });
      const words = kinks === undefined ? `exact at ${points.length} pays, joined by straight lines`
        : `${bends} at ${kinks} pay${kinks === 1 ? "" : "s"} shown`;
      return figure(`House edge ${baseWords()} by what ${state.ending} returns in all; ${words}.`, Chart.line({ marks, points, y: "house edge",
        title: `Edge by the pay of ${state.ending}`, x: `${state.ending} returns, per unit staked`,
        said: `${words}: ${marked.map(([pay]) => pay).slice(0, 12).join(", ")}` }));
    };
    if (curve && curve.points.length) drawn.unshift(bend(curve));
    if (law) {
      const median = law.findIndex(left => left <= 0.5);
      drawn.push(figure(`Chance that play lasts longer than so many ${model.trial}s; half of all rounds are over within ${median}.`,
        Chart.line({ title: `How many ${model.trial}s it lasts`, x: `${model.trial}s`, y: "still in play",
          said: `Half are over within ${median} ${model.trial}s.`, points: law.map((left, k) => [k, left]) })));
    }
    box.replaceChildren(el("h3", {}, "Pictures"), ...drawn);
    if (curve !== null) return;
    const points = []; // of a large chain: one question at a time, so that the pay for an edge is asked in between
    for (let k = 0n; k <= SAMPLED; k++) {
      const pay = mul(last, of(k, SAMPLED)), edge = await draw("edge", given({ edits: new Map([...pays(), [state.ending, pay]]) })).catch(() => null);
      if (turn !== shown) return;
      if (edge) points.push([pay, float(pay), float(edge)]);
    }
    box.firstChild.after(bend({ points: points.map(([, ...point]) => point), marked: points.map(([pay, ...point]) => [text(pay), ...point]) }));
  };

  // Proposals side by side.
  const keep = () => {
    proposals.push({ json: snapshot(), name: model.name, words: words(), figures: played(now_) });
    kept();
  };
  const words = () => [...state.edits].map(([ending, words]) => `${ending} ${words}`).join(", ")
    + Object.entries(state.choice).map(pair => ` (${pair.join("=")})`).join("") || "as posted";
  const kept = () => $("proposals").replaceChildren(...proposals.length ? [el("h3", {}, "Proposals side by side"),
    table(["proposal", "house edge", "RTP", "std. dev.", "hit frequency", "average", ""], proposals.map(({ json, name, words, figures: play }, k) =>
      row(`${name}: ${words}`, [share(play.edge.per_stake), share(play.rtp), rounded(root(play.variance, 4), 4), share(play.hit_frequency),
        rounded(play.spins.mean, 4), el("td", {}, button("Open", () => open(restored(json).slug, restored(json)), { "aria-label": `Open proposal ${k + 1}` }),
          button("Drop", () => { proposals.splice(k, 1); kept(); }, { "aria-label": `Drop proposal ${k + 1}` }))])))] : []);

  // Sending: a line, a command, a sheet, the page itself.
  const download = (name, type, content) =>
    el("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name }).click();
  const copied = id => button("Copy", async event => {
    $(id).select();
    try { await navigator.clipboard.writeText($(id).value); } catch { document.execCommand("copy"); }
    event.target.textContent = "Copied";
    setTimeout(() => { event.target.textContent = "Copy"; }, 1500);
  });
  const sending = (program = page.place.endsWith(".py")) => {
    const line = (id, words, more, ...beside) => [el("label", { for: id }, words), el("div", { class: "row" }, el("input", { id, ...more }), ...beside)];
    return el("section", { class: "send" }, el("h3", {}, "Send it"),
      ...line("line", "This proposal as one line", { readonly: true }, copied("line")),
      ...line("command", "The command that gives the same", { readonly: true }, copied("command")),
      ...line("paste", "Open a line that was sent", { autocomplete: "off" }, button("Open", pasted)),
      el("p", { id: "pasted", role: "status" }),
      el("div", { class: "buttons" }, program ? null : button("Download the sheet (TOML)", () => download(`${page.game}-edited.toml`, "application/toml",
        Send.overlay(page, readingOf(), new Map([[state.slug, state.edits]])))),
      button("Save this page with my edit", () => download(`${page.game}-${state.slug}-edited.html`, "text/html", saved()))),
      el("p", { class: "faint" }, program ? "The game is a program, which no sheet can name: change the program instead."
        : "The sheet is what markov what-if --save writes; markov report reads it."));
  };
  const saved = () => {
    const held = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ state: snapshot(), proposals: proposals.map(each => each.json) }))));
    return `<!DOCTYPE html>\n${original}`.replace(/<script type="text\/plain" id="saved">[^<]*<\/script>/, "")
      .replace("</main>", `</main><script type="text/plain" id="saved">${held}</script>`);
  };
  const pasted = async () => {
    const found = Send.parsed($("paste").value), fits = found && found.game === page.game && found.wager in (chosen(found.options)?.models || {});
    if (fits) await open(found.wager, { ...blank(found.wager), choice: found.options, edits: found.edits });
    $("pasted").textContent = !found ? "That is no line of a proposal."
      : !fits ? "That proposal is of another game or wager, or of a reading that is not inside."
        : model.digest.startsWith(found.digest) ? "The proposal is open; it was made on this same model."
          : "The proposal is open, but it was made on another model: compare the versions.";
  };
  const sent = () => {
    $("line").value = Send.line(page, model, readingOf(), state.edits);
    $("command").value = Send.command(page, state.slug, readingOf(), state.edits);
  };

  // The certificate proves the posted pays, by substitution.
  const checking = () => {
    const held = !Object.keys(state.choice).length && page.certificates[state.slug], result = el("p", { id: "checked", role: "status" });
    const way = `markov certify ${page.place} ${state.slug} -o certificate.json`;
    return el("section", {}, el("h3", {}, "Check"), ...!held ? [el("p", {}, `No certificate inside; ${way} writes one.`)]
      : typeof held === "string" ? [el("p", {}, `The certificate is not inside. SHA-256 ${held}; ${way} writes it, markov verify checks it.`)]
        : [el("p", {}, "The certificate of the posted pays is inside. To replay it is to substitute its numbers into the equations of the chain."),
          button("Check the certificate", async () => {
            result.textContent = "…";
            const { checks, message } = await ask("check", { certificate, baseline: model.baseline }).then(checks => ({ checks }), error => error);
            result.textContent = checks ? `It holds: ${checks.join("; ")}. It proves the posted pays, not an edit.` : `It does NOT hold: ${message}.`;
            result.className = checks ? "good" : "warning";
          }, { id: "check" }), result]);
  };
  // The figures that the program found, for a wager whose pays cannot be changed here.
  const found = ({ returned, net, rtp, hit_frequency, variance, edge, spins, envy, house_after_envy, endings }) => {
    const all = each => typeof each === "string" ? parse(each) : each && Object.fromEntries(Object.entries(each).map(([key, one]) => [key, all(one)]));
    return { ...all({ returned, rtp, hit_frequency, variance, edge, spins, envy, house_after_envy }), outlay: sub(parse(returned), parse(net)),
      endings: endings.map(each => ({ ending: each.ending, probability: parse(each.probability), returned: parse(each.returned) })) };
  };

  const start = async (payload, engine) => {
    page = payload;
    ask = answering(engine);
    draw = answering(engine); // pays for an edge and pictures take longer, and hold up no figure
    const slugs = Object.keys(page.names), held = $("saved");
    const route = () => {
      const slug = decodeURIComponent(location.hash.slice(1));
      if (slugs.includes(slug) && (!state || state.slug !== slug)) open(slug);
    };
    addEventListener("hashchange", route);
    addEventListener("keydown", event => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("input[type=text], input:not([type])")) return;
      event.preventDefault();
      if (event.shiftKey) step(history.future, history.past); else step(history.past, history.future);
    });
    if (held) {
      const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(held.textContent), each => each.charCodeAt(0))));
      for (const json of found.proposals) {
        await become(restored(json));
        keep();
      }
      await open(restored(found.state).slug, restored(found.state));
    } else if (slugs.length === 1) await open(slugs[0]);
    else route();
    document.documentElement.classList.add("ready");
  };
  return { start };
})();
