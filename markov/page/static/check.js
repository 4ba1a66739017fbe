"use strict";
// Replays a certificate by substitution: its numbers into the equations of its chain, in whole numbers. What follows
// from that is in docs/why/certificates.md; form and digests are left to `markov verify`. Touches no document.

const Check = (() => {
  const { of, mul, lcm, text, same, parse } = Exact;
  const need = (holds, where) => { if (!holds) throw new Error(where); };
  const paytable = given => {
    const pays = new Map(Object.entries(given.pays).map(([name, pay]) => [name, parse(pay)]));
    for (const [name, pay] of pays) need(same(Send.pay(given.posted[name]), pay), `posted, ${name}: not its pay`);
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
    return { rows, weights, totals: weights.map(each => each.reduce((a, b) => a + b)), offers: new Map(given.offers) };
  };
  const ahead = (walk, i, numbers) => walk.rows[i].reduce((sum, j, k) => sum + walk.weights[i][k] * numbers[j], 0n);

  // A witness: one denominator, and a number for each state. It is held as what its equations leave over, nothing
  // where they hold; the numbers follow from that, those of states where play is over first. Then each has to satisfy
  // its equation with all others: it is what comes of the states that lead here, or of those that it leads to.
  const witness = (held, walk, over, trial, where, forwards = false) => {
    const unit = BigInt(held.denominator), numbers = walk.rows.map((_, i) => over(i) ? BigInt(held.left[i]) : 0n);
    const order = [...walk.rows.keys()].filter(i => !over(i)), given = walk.totals.map((total, i) => forwards ? (i ? 0n : unit) : trial * unit * total);
    const come = [...given], arrive = (to, i) => walk.rows[i].forEach((j, k) => { to[j] += walk.weights[i][k] * numbers[i]; });
    for (const i of forwards ? order : [...order].reverse()) {
      const out = walk.rows[i].reduce((sum, j, k) => j === i ? sum : sum + walk.weights[i][k], 0n);
      const times = BigInt(held.left[i]) + come[i] + (forwards ? 0n : ahead(walk, i, numbers));
      numbers[i] = times / out;
      need(numbers[i] * out === times && times >= 0n, `${where}, state ${i}: no whole number`);
      if (forwards) arrive(come, i);
    }
    if (forwards) for (const i of order) arrive(given, i); else for (const i of order) given[i] += ahead(walk, i, numbers);
    for (const i of order) need(walk.totals[i] * numbers[i] === given[i], `${where}, state ${i}: its equation does not hold`);
    return [unit, numbers, given];
  };

  // No play that ends is worth more than the value, and best play is worth as much.
  const bestPlay = (given, walk, { pays }) => {
    const stops = new Set(given.plays.optimal.stops), ended = i => typeof walk.rows[i] === "string";
    const [unit, value] = witness(given.value, walk, i => ended(i) || stops.has(i), 0n, "value");
    const coin = [...pays.values()].reduce((coin, pay) => lcm(coin, pay.d), 1n);
    const coins = name => pays.get(name).n * (coin / pays.get(name).d) * unit, scaled = value.map(each => each * coin);
    for (const [i, row] of walk.rows.entries()) {
      const offer = walk.offers.has(i) ? coins(walk.offers.get(i)) : 0n;
      if (ended(i)) need(scaled[i] === coins(row), `value ${i}: not what the ending pays`);
      else if (!stops.has(i)) need(scaled[i] >= offer, `value ${i}: less than what is offered`);
      else need(walk.offers.has(i) && scaled[i] === offer && walk.totals[i] * offer > ahead(walk, i, scaled), `value ${i}: not what is offered`);
    }
  };
  // Witnesses of a way of playing satisfy their equations, and every figure follows from them.
  const figures = (play, way, walk, money, undecided) => {
    const stops = new Set(play.stops), over = i => typeof walk.rows[i] === "string" || stops.has(i);
    need(way !== "never" || !stops.size, "never, stops: this play goes on to its end");
    const [unit, shares, arriving] = witness(play.shares, walk, over, 0n, `${way}, shares`, true);
    const [units, left] = witness(play.left, walk, over, 1n, `${way}, left`), ends = new Map();
    let mean = 0n, square = 0n;
    for (const [i, row] of walk.rows.entries()) {
      mean += shares[i] * walk.totals[i];
      square += shares[i] * walk.totals[i] * (2n * left[i] - units);
      if (!over(i)) continue;
      need(!shares[i] && !left[i], `${way}, state ${i}: trials where play is over`);
      const name = stops.has(i) ? walk.offers.get(i) : row;
      if (arriving[i]) ends.set(name, (ends.get(name) || 0n) + arriving[i]);
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
