"use strict";
// Replays a certificate by substitution: its numbers into the equations of its chain, in whole numbers. What follows
// from that is in docs/why/certificates.md; form and digests are left to `markov verify`. Touches no document.

const Check = (() => {
  const { of, add, sub, mul, div, lcm, text, same, parse } = Exact;
  const need = (holds, where) => { if (!holds) throw new Error(where); };
  const whole = (said, where) => {
    need(typeof said === "string" && /^(0|[1-9]\d*)$/.test(said), `${where}: no whole number`);
    return BigInt(said);
  };
  const posted = words => {
    const said = /^(\S+) (for|to) (\S+)$/.exec({ nothing: "0 for 1", evens: "1 to 1" }[words.toLowerCase()] || words);
    need(said, `posted: ${words.slice(0, 40)} is no pay`);
    return Exact.returned(div(Exact.read(said[1]), Exact.read(said[3])), said[2]);
  };

  const paytable = given => {
    const happens = new Set([...given.rows.filter(row => typeof row === "string"), ...given.offers.map(([, name]) => name)]);
    need(Object.keys(given.pays).length === happens.size && [...happens].every(each => given.pays[each] !== undefined),
      "pays: not one for each ending that can happen or is offered");
    const pays = new Map(Object.entries(given.pays).map(([name, pay]) => [name, parse(pay)]));
    for (const [name, pay] of pays) need(same(posted(given.posted[name]), pay), `posted, ${name}: not its pay`);
    const table = part => new Map([...pays.keys()].map(name => [name, parse((given[part] || {})[name] || "0")]));
    return { pays, envy: table("envy"), raises: table("raises"), outlay: parse(given.outlay) };
  };
  // The weights of the outcomes of each state; ranks prove that play ends.
  const chain = given => {
    const wheels = (given.wheels || [given.wheel]).map(wheel => wheel.map(([, weight]) => whole(weight, "wheel")));
    need(wheels.every(wheel => wheel.length && wheel.every(weight => weight > 0n)), "wheel: a weight of 0");
    const { rows, rank } = given, weights = rows.map((_, i) => wheels[given.wheels ? given.turned[i] ?? 0 : 0]);
    need(rows.length && rank.length === rows.length && given.states.length === rows.length, "states: not a row for each");
    for (const [i, row] of rows.entries()) {
      if (typeof row === "string") { need(rank[i] === 0, `rank ${i}: not 0, and play is over`); continue; }
      need(row.length === weights[i].length && row.every(j => Number.isInteger(j) && rows[j] !== undefined),
        `row ${i}: no state for an outcome`);
      need(rank[i] === 1 + Math.min(...row.map(j => rank[j])), `rank ${i}: does not fall`);
    }
    const reached = new Set([0]);
    for (const i of reached) if (typeof rows[i] !== "string") for (const j of rows[i]) reached.add(j);
    need(reached.size === rows.length, "states: play never comes to one of them");
    return { rows, weights, totals: weights.map(each => each.reduce((a, b) => a + b)), offers: new Map(given.offers) };
  };
  const vector = (witness, size, where) => {
    const unit = whole(witness.denominator, where), numbers = witness.numerators.map(each => whole(each, where));
    need(unit > 0n && numbers.length === size, `${where}: not a number for every state`);
    return [unit, numbers];
  };
  const ahead = (walk, i, numbers) => walk.rows[i].reduce((sum, j, k) => sum + walk.weights[i][k] * numbers[j], 0n);

  // No play that ends is worth more than the value, and best play is worth as much.
  const bestPlay = (given, walk, { pays }) => {
    const [unit, value] = vector(given.value, walk.rows.length, "value"), stops = new Set(given.plays.optimal.stops);
    let coin = 1n;
    for (const pay of pays.values()) coin = lcm(coin, pay.d);
    const coins = name => pays.get(name).n * (coin / pays.get(name).d) * unit, scaled = value.map(each => each * coin);
    for (const [i, row] of walk.rows.entries()) {
      if (typeof row === "string") { need(scaled[i] === coins(row), `value ${i}: not what the ending pays`); continue; }
      const worth = walk.totals[i] * scaled[i], on = ahead(walk, i, scaled), offer = walk.offers.has(i) ? coins(walk.offers.get(i)) : 0n;
      if (stops.has(i)) need(walk.offers.has(i) && scaled[i] === offer && worth > on, `value ${i}: not what is offered`);
      else need(worth === on && scaled[i] >= offer, `value ${i}: not what playing on is worth`);
    }
  };
  // Witnesses of a way of playing satisfy their equations, and every claim follows from them.
  const claims = (play, way, walk, money, undecided) => {
    const [unit, shares] = vector(play.shares, walk.rows.length, `${way}, shares`);
    const [units, left] = vector(play.left, walk.rows.length, `${way}, left`), stops = new Set(play.stops);
    const arriving = walk.rows.map((_, i) => i ? 0n : unit), ends = new Map();
    need(way !== "never" || !stops.size, "never, stops: this play goes on to its end");
    let mean = 0n, square = 0n;
    const over = i => typeof walk.rows[i] === "string" || stops.has(i);
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
    const p = new Map([...ends].map(([name, n]) => [name, of(n, unit)])), { pays, envy, raises, outlay } = money;
    const mix = worth => Exact.sum([...p].map(([name, chance]) => mul(chance, worth(name))));
    const won = name => sub(pays.get(name), raises.get(name)), back = mix(name => pays.get(name)), net = mix(won);
    const staked = sub(add(outlay, back), net), owed = mix(name => envy.get(name)), loss = sub(staked, back);
    const decided = mix(name => undecided.has(name) || same(won(name), outlay) ? Exact.ZERO : Exact.ONE), spins = of(mean, unit);
    const found = { returned: back, net: sub(back, staked), rtp: div(back, staked), envy: owed, house_after_envy: sub(loss, owed),
      hit_frequency: mix(name => pays.get(name).n ? Exact.ONE : Exact.ZERO), variance: sub(mix(name => mul(won(name), won(name))), mul(net, net)),
      edge: { per_stake: loss, per_outlay: div(loss, staked), per_resolved: decided.n ? div(loss, decided) : null, per_spin: spins.n ? div(loss, spins) : null },
      spins: { mean: spins, variance: sub(of(square, unit * units), mul(spins, spins)) },
      endings: Object.fromEntries([...p].map(([name, chance]) => [name, { probability: chance, returned: pays.get(name) }])) };
    equal(found, play.claims, way);
    return found;
  };
  // Every figure that is found is the one that is claimed.
  const equal = (found, claimed, where) => {
    if (found === null || typeof found.n === "bigint") {
      need((found && text(found)) === claimed, `${where}: ${String(claimed).slice(0, 40)} is claimed`);
      return;
    }
    need(Object.keys(found).length === Object.keys(claimed).length, `${where}: other claims`);
    for (const [key, each] of Object.entries(found)) equal(each, claimed[key], `${where}, ${key}`);
  };

  // The checks that hold; raises an error that says what does not, and where. `baseline` is what the page shows.
  const replay = (certificate, baseline) => {
    const given = JSON.parse(certificate);
    need(/^markov\/certificate\/[234]$/.test(given.schema), `${String(given.schema).slice(0, 40)} is replayed by markov verify alone`);
    given.offers ??= [];
    if (given.plays.optimal === "never") given.plays.optimal = given.plays.never;
    const money = paytable(given), walk = chain(given), undecided = new Set(given.undecided);
    bestPlay(given, walk, money);
    for (const way of ["never", "optimal"]) {
      claims(given.plays[way], way, walk, money, undecided);
      if (!baseline) continue;
      const said = given.plays[way].claims, shown = baseline[way];
      for (const key of ["returned", "net", "rtp", "hit_frequency", "variance", "envy", "house_after_envy"]) {
        need(said[key] === shown[key], `${way}, ${key}: the page shows another`);
      }
      for (const key of ["edge", "spins"]) need(Object.entries(said[key]).every(([each, number]) => shown[key][each] === number), `${way}, ${key}: the page shows another`);
    }
    return [`pays are those posted`, `play ends with probability 1`, `no play is worth more than best play`,
      `every figure follows, and is the one shown`];
  };
  return { replay };
})();
