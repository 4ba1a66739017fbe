"use strict";
// Replays a certificate by substitution: its numbers into the equations of its chain, in whole numbers. What follows
// from that is in docs/why/certificates.md; form and digests are left to `markov verify`. Touches no document.

const Check = (() => {
  const { of, mul, div, lcm, text, same, parse } = Exact;
  const need = (holds, where) => { if (!holds) throw new Error(where); };
  const posted = words => {
    const said = /^(\S+) (for|to) (\S+)$/.exec({ nothing: "0 for 1", evens: "1 to 1" }[words.toLowerCase()] || words);
    need(said, `posted: ${words.slice(0, 40)} is no pay`);
    return Exact.returned(div(Exact.read(said[1]), Exact.read(said[3])), said[2]);
  };

  const paytable = given => {
    const happens = new Set([...Object.values(given.ends), ...given.offers.map(([, name]) => name)]);
    need(Object.keys(given.pays).length === happens.size && [...happens].every(each => given.pays[each] !== undefined),
      "pays: not one for each ending that can happen or is offered");
    const pays = new Map(Object.entries(given.pays).map(([name, pay]) => [name, parse(pay)]));
    for (const [name, pay] of pays) need(same(posted(given.posted[name]), pay), `posted, ${name}: not its pay`);
    const table = part => new Map([...pays.keys()].map(name => [name, parse((given[part] || {})[name] || "0")]));
    return { pays, envy: table("envy"), later: table("raises"), outlay: parse(given.outlay) };
  };
  // The states that the outcomes of each lead to, and their weights; ranks prove that play ends.
  const chain = given => {
    const wheels = (given.wheels || [given.wheel]).map(wheel => wheel.map(([, weight]) => BigInt(weight)));
    need(wheels.every(wheel => wheel.length && wheel.every(weight => weight > 0n)), "wheel: a weight of 0");
    const weights = given.rank.map((_, i) => wheels[given.turned ? given.turned[i] ?? 0 : 0]), { rank } = given;
    const to = given.columns.map(() => 0), at = to.map(column => column);
    const rows = weights.map((_, i) => given.ends[i] ?? weights[i].map((_, k) => to[k] += given.columns[k][at[k]++]));
    for (const [i, row] of rows.entries()) {
      if (typeof row === "string") { need(rank[i] === 0, `rank ${i}: not 0, and play is over`); continue; }
      need(row.every(j => rows[j] !== undefined), `row ${i}: no state for an outcome`);
      need(rank[i] === 1 + Math.min(...row.map(j => rank[j])), `rank ${i}: does not fall`);
    }
    const reached = new Set([0]);
    for (const i of reached) if (typeof rows[i] !== "string") for (const j of rows[i]) reached.add(j);
    need(reached.size === rows.length, "states: play never comes to one of them");
    return { rows, weights, totals: weights.map(each => each.reduce((a, b) => a + b)), offers: new Map(given.offers) };
  };
  const ahead = (walk, i, numbers) => walk.rows[i].reduce((sum, j, k) => sum + walk.weights[i][k] * numbers[j], 0n);

  // A witness: one denominator, and a number for each state. It is held as what its equations leave over, nothing
  // where they hold; the numbers follow from that, those of states where play is over first.
  const witness = (held, walk, over, trial, forwards = false) => {
    const unit = BigInt(held.denominator), numbers = walk.rows.map((_, i) => over(i) ? BigInt(held.left[i]) : 0n);
    const come = walk.totals.map((total, i) => forwards ? (i ? 0n : unit) : trial * unit * total);
    const order = [...walk.rows.keys()].filter(i => !over(i));
    for (const i of forwards ? order : order.reverse()) {
      const row = walk.rows[i], weights = walk.weights[i];
      const out = row.reduce((sum, j, k) => j === i ? sum : sum + weights[k], 0n);
      const number = of(BigInt(held.left[i]) + come[i] + (forwards ? 0n : ahead(walk, i, numbers)), out);
      need(number.d === 1n && number.n >= 0n, `a witness of state ${i}: no whole number`);
      numbers[i] = number.n;
      if (forwards) for (const [k, j] of row.entries()) come[j] += weights[k] * numbers[i];
    }
    return [unit, numbers];
  };

  // No play that ends is worth more than the value, and best play is worth as much.
  const bestPlay = (given, walk, { pays }) => {
    const stops = new Set(given.plays.optimal.stops), ended = i => typeof walk.rows[i] === "string";
    const [unit, value] = witness(given.value, walk, i => ended(i) || stops.has(i), 0n);
    const coin = [...pays.values()].reduce((coin, pay) => lcm(coin, pay.d), 1n);
    const coins = name => pays.get(name).n * (coin / pays.get(name).d) * unit, scaled = value.map(each => each * coin);
    for (const [i, row] of walk.rows.entries()) {
      if (ended(i)) { need(scaled[i] === coins(row), `value ${i}: not what the ending pays`); continue; }
      const worth = walk.totals[i] * scaled[i], on = ahead(walk, i, scaled), offer = walk.offers.has(i) ? coins(walk.offers.get(i)) : 0n;
      if (stops.has(i)) need(walk.offers.has(i) && scaled[i] === offer && worth > on, `value ${i}: not what is offered`);
      else need(worth === on && scaled[i] >= offer, `value ${i}: not what playing on is worth`);
    }
  };
  // Witnesses of a way of playing satisfy their equations, and every figure follows from them.
  const figures = (play, way, walk, money, undecided) => {
    const stops = new Set(play.stops), over = i => typeof walk.rows[i] === "string" || stops.has(i);
    const [unit, shares] = witness(play.shares, walk, over, 0n, true), [units, left] = witness(play.left, walk, over, 1n);
    const arriving = walk.rows.map((_, i) => i ? 0n : unit), ends = new Map();
    need(way !== "never" || !stops.size, "never, stops: this play goes on to its end");
    let mean = 0n, square = 0n;
    for (const [i, row] of walk.rows.entries()) {
      if (over(i)) { need(!shares[i] && !left[i], `${way}, state ${i}: trials where play is over`); continue; }
      for (const [k, j] of row.entries()) arriving[j] += walk.weights[i][k] * shares[i];
      need(walk.totals[i] * left[i] === walk.totals[i] * units + ahead(walk, i, left), `${way}, left ${i}: wrong`);
      mean += shares[i] * walk.totals[i];
      square += shares[i] * walk.totals[i] * (2n * left[i] - units);
    }
    for (const [i, row] of walk.rows.entries()) {
      if (!over(i)) need(shares[i] * walk.totals[i] === arriving[i], `${way}, share ${i}: not what arrives`);
      else if (arriving[i]) {
        const name = stops.has(i) ? walk.offers.get(i) : row;
        ends.set(name, (ends.get(name) || 0n) + arriving[i]);
      }
    }
    const spins = of(mean, unit), variance = Exact.sub(of(square, unit * units), mul(spins, spins));
    return Pricing.odds(money, { spins: { mean: spins, variance },
      chances: [...ends].map(([name, n]) => [name, !undecided.has(name), of(n, unit)]) });
  };
  // Every figure that is found is the one that is said.
  const equal = (found, said, where) => {
    if (found === null || typeof found.n === "bigint") need((found && text(found)) === said, `${where}: ${String(said).slice(0, 40)} is said`);
    else for (const [key, each] of Object.entries(found)) equal(each, said[key], `${where}, ${key}`);
  };

  // The checks that hold; raises an error that says what does not, and where. `baseline` is what the page shows.
  const replay = (given, baseline) => {
    if (given.plays.optimal === "never") given.plays.optimal = given.plays.never;
    const money = paytable(given), walk = chain(given), undecided = new Set(given.undecided);
    bestPlay(given, walk, money);
    for (const way of ["never", "optimal"]) {
      const { endings, outlay, ...found } = figures(given.plays[way], way, walk, money, undecided);
      const { claims } = given.plays[way];
      need(endings.length === Object.keys(claims.endings).length, `${way}, endings: others are claimed`);
      for (const { ending, ...each } of endings) equal(each, claims.endings[ending] || {}, `${way}, ${ending}`);
      equal(found, claims, way);
      if (baseline) equal(found, baseline[way], `the page shows another, ${way}`);
    }
    return [`pays are those posted`, `play ends with probability 1`, `no play is worth more than best play`,
      `every figure follows, and is the one shown`];
  };
  return { replay };
})();
