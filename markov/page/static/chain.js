"use strict";
// Chances, best play and trials of a chain, exactly. Nothing here touches a document.
//
// A state leads to states that are solved before it, to itself, or to others of its component. One elimination
// of each component (a state is taken out of the rows of those that are left) makes it an order too. Then every
// state i has a row: lead_i * v_i = sum of weight * v_j over states j that come before it. Let D_i be lead_i times
// the least common multiple of the D_j. Where ends are worth whole numbers, N_i = D_i * v_i is whole:
//
//     N_i = sum of (weight * (D_i / lead_i) / D_j) * N_j,
//
// whatever ends pay and wherever play stops, as a stop is worth a whole number too, so that N_i = D_i times it is.
// The D_i and the factors are found once; a new paytable then takes one multiplication a transition, no fraction
// is reduced, and an offer is compared with playing on in whole numbers: no float decides anything.

const Chains = (() => {
  const { gcd, lcm, of } = Exact;

  // The chain of a model: for each state its row without itself, what leads out of it, and its total.
  const opened = model => {
    const found = { start: model.start, rows: [], lead: [], total: [], ends: new Map(), offers: new Map(),
      together: model.together.map(([first, count]) => Array.from({ length: count }, (_, k) => first + k)), memo: new Map() };
    const columns = new Map();
    for (const [i, k] of model.shape.entries()) {
      const [stay, ...weights] = model.shapes[k], row = new Map();
      for (const [k, weight] of weights.entries()) {
        const name = `${weight},${k - weights.indexOf(weight)}`;
        if (!columns.has(name)) columns.set(name, { steps: model.steps[columns.size].values(), to: 0 });
        const column = columns.get(name);
        row.set(column.to += column.steps.next().value, BigInt(weight));
      }
      found.rows.push(row);
      found.lead.push([...row.values()].reduce((a, b) => a + b, 0n));
      found.total.push(found.lead[i] + BigInt(stay));
      if (!model.end[i]) continue;
      const end = model.ends[model.end[i] - 1], at = found.offers.size;
      if (row.size) found.offers.set(i, [...end, model.state[at] || "", model.size[at]]);
      else found.ends.set(i, end);
    }
    found.block = new Array(found.rows.length).fill(-1);
    for (const [k, states] of found.together.entries()) for (const i of states) found.block[i] = k;
    return found;
  };

  const reduced = row => {
    const g = [...row.to.values(), ...row.gain.values()].reduce(gcd, row.lead);
    if (g > 1n) for (const part of [row.to, row.gain]) for (const [j, w] of part) part.set(j, w / g);
    row.lead /= g;
    return row;
  };

  // The rows in an order in which they can be solved, play being over in those states of components.
  // A row also says what trials made in which states count for: gain, by state.
  const ordered = (chain, stops) => {
    const key = [...stops].join();
    if (chain.memo.has(key)) return chain.memo.get(key);
    const rows = [];
    for (let i = 0; i < chain.rows.length;) {
      const members = chain.together[chain.block[i]] || [i];
      i += members.length;
      const left = members.filter(m => chain.lead[m] && !stops.has(m));
      const work = new Map(left.map(m => [m, { state: m, lead: chain.lead[m], to: new Map(chain.rows[m]),
        gain: new Map([[m, 1n]]) }]));
      const out = [];
      for (const m of left) { // m is taken out of the rows of those that are left
        const taken = work.get(m);
        work.delete(m);
        out.unshift(taken);
        for (const row of work.values()) {
          const by = row.to.get(m);
          if (!by) continue;
          row.to.delete(m);
          for (const part of ["to", "gain"]) {
            for (const [j, w] of row[part]) row[part].set(j, w * taken.lead);
            for (const [j, w] of taken[part]) row[part].set(j, (row[part].get(j) || 0n) + by * w);
          }
          const back = row.to.get(row.state) || 0n;
          row.to.delete(row.state);
          row.lead = row.lead * taken.lead - back;
          reduced(row);
        }
      }
      rows.push(...out.map(reduced));
    }
    const plan = { rows, denominator: new Array(chain.rows.length).fill(1n), factors: [] };
    for (const row of rows) {
      let common = 1n;
      for (const j of row.to.keys()) common = lcm(common, plan.denominator[j]);
      plan.denominator[row.state] = row.lead * common;
      const factors = [];
      for (const [j, w] of row.to) factors.push(j, w * (common / plan.denominator[j]));
      plan.factors.push(factors);
    }
    if (chain.memo.size > 64) chain.memo.clear();
    chain.memo.set(key, plan);
    return plan;
  };

  // Numerators over the denominators of a plan: ends and stops are worth whole numbers, and trials bring gains.
  const pass = (plan, worth, gains = null, choose = null) => {
    const N = plan.denominator.map(() => 0n), D = plan.denominator;
    for (const [i, x] of worth) N[i] = x;
    for (let k = 0; k < plan.rows.length; k++) {
      const row = plan.rows[k], factors = plan.factors[k], i = row.state;
      let n = 0n;
      for (let f = 0; f < factors.length; f += 2) if (N[factors[f]]) n += factors[f + 1] * N[factors[f]];
      if (gains) for (const [j, w] of row.gain) n += w * gains[j] * (D[i] / row.lead);
      N[i] = choose ? choose(i, n, D[i]) : n;
    }
    return N;
  };

  // Worths of ends and offers as whole numbers of one coin, by state.
  const scaled = (chain, pays) => {
    let coin = 1n;
    for (const pay of pays.values()) coin = lcm(coin, pay.d);
    const whole = name => pays.has(name) ? pays.get(name).n * (coin / pays.get(name).d) : 0n;
    const ends = new Map([...chain.ends].map(([i, [name]]) => [i, whole(name)]));
    const offers = new Map([...chain.offers].filter(([, [name]]) => pays.has(name))
      .map(([i, [name]]) => [i, whole(name)]));
    return { coin, ends, offers };
  };

  // The worth of play once it leaves i.
  const leaving = (chain, N, D, i) => Exact.div(Exact.sum([...chain.rows[i]].map(([j, w]) => of(w * N[j], D[j]))), of(chain.lead[i]));

  // Best play where ends and offers bring those pays; on an exact tie it plays on.
  //
  // Outside components one pass from the ends decides: whatever it leads to is settled. In a component play starts
  // by stopping nowhere, and stops are changed to those states whose offer beats leaving them, until none changes
  // (Howard): the first component that changes comes first, all that it leads to being settled.
  const best = (chain, pays, declined = -1, begin = null) => {
    const { coin, ends, offers } = scaled(chain, pays);
    const stops = new Set(begin || []);
    for (;;) {
      const plan = ordered(chain, stops), D = plan.denominator, taken = new Set(stops), on = new Map();
      const N = pass(plan, new Map([...ends, ...[...stops].map(i => [i, offers.get(i)])]), null, (i, n, d) => {
        if (!offers.has(i) || chain.block[i] >= 0) return n;
        on.set(i, n);
        const offered = offers.get(i) * d;
        if (i === declined || offered <= n) return n;
        taken.add(i);
        return offered;
      });
      const beats = i => offers.has(i) && i !== declined && Exact.cmp(of(offers.get(i)), leaving(chain, N, D, i)) > 0;
      const moved = chain.together.map(states => states.filter(i => beats(i) !== stops.has(i))).find(states => states.length);
      if (!moved) return { N, D, coin, taken, stops, on, offers, plan, value: i => of(N[i], D[i] * coin) };
      for (const i of moved) if (!stops.delete(i)) stops.add(i);
    }
  };

  // What playing on is worth in every state with an offer: declined there for good, best play elsewhere.
  const playingOn = (chain, pays, found) => {
    const worth = new Map();
    for (const i of found.offers.keys()) {
      if (chain.block[i] < 0) worth.set(i, of(found.on.get(i), found.D[i] * found.coin));
      else if (!found.stops.has(i)) worth.set(i, found.value(i));
      else worth.set(i, best(chain, pays, i, [...found.stops].filter(stop => stop !== i)).value(i));
    }
    return worth;
  };

  // What the start is worth in that play where ends and stops bring whole numbers, by state.
  const brought = (chain, { plan, taken }, whole) => {
    const worth = new Map([...chain.ends.keys(), ...taken].map(i => [i, whole(i)]));
    const N = pass(plan, worth, null, (i, n, d) => taken.has(i) ? worth.get(i) * d : n);
    return of(N[chain.start], plan.denominator[chain.start]);
  };
  const worth = (chain, found, pays) => {
    const { coin, ends, offers } = scaled(chain, pays);
    return Exact.div(brought(chain, found, i => ends.get(i) ?? offers.get(i)), of(coin));
  };
  // The chance of each end from the start, play being over in those states: [name, decides, fraction].
  const chances = (chain, found) => {
    const groups = new Map();
    for (const [i, end] of [...chain.ends, ...[...found.taken].map(i => [i, chain.offers.get(i)])]) {
      const key = `${end[1]}${end[0]}`;
      if (!groups.has(key)) groups.set(key, { end, states: new Set() });
      groups.get(key).states.add(i);
    }
    return [...groups.values()].map(({ end: [name, decides], states }) => [name, decides,
      brought(chain, found, i => states.has(i) ? 1n : 0n)]).filter(([, , p]) => p.n);
  };

  // Mean and variance of the number of trials from the start.
  //
  // Left trials t satisfy total * t = total + weight * t; squares s satisfy lead * s = total * (2t - 1) + weight * s
  // over what a state leads to but itself.
  const trials = (chain, found) => {
    const { plan, taken } = found, D = plan.denominator, start = chain.start;
    const none = i => taken.has(i) && chain.block[i] < 0;
    const T = pass(plan, new Map(), chain.total, (i, n) => none(i) ? 0n : n);
    if (!plan.square) { // denominators of the squares
      plan.square = D.map(() => 1n);
      for (const row of plan.rows) {
        let common = 1n;
        for (const j of row.to.keys()) common = lcm(common, plan.square[j]);
        for (const j of row.gain.keys()) common = lcm(common, D[j]);
        plan.square[row.state] = row.lead * common;
      }
    }
    const S = D.map(() => 0n);
    for (const row of plan.rows) {
      if (none(row.state)) continue;
      const common = plan.square[row.state] / row.lead;
      let n = 0n;
      for (const [j, w] of row.gain) n += w * chain.total[j] * (2n * T[j] - D[j]) * (common / D[j]);
      for (const [j, w] of row.to) if (S[j]) n += w * S[j] * (common / plan.square[j]);
      S[row.state] = n;
    }
    const mean = of(T[start], D[start]), square = of(S[start], plan.square[start]);
    return { mean, variance: Exact.sub(square, Exact.mul(mean, mean)) };
  };

  // The chance that play is over within 0, 1, 2, ... trials, as low and high bounds in parts of 2^bits.
  //
  // Chances flow in whole parts of 2^-bits, and each share is rounded down. So what is over is no more than the
  // truth, and what is missing of the whole is at most what was rounded away: high = low + missing.
  const law = (chain, stops, most, bits = 96) => {
    const ONE = 1n << BigInt(bits), over = i => chain.ends.has(i) || stops.has(i);
    const list = [];
    let here = new Map([[chain.start, ONE]]), done = 0n;
    for (let n = 0; n <= most; n++) {
      let playing = 0n;
      const next = new Map();
      for (const [i, x] of here) {
        if (over(i)) { done += x; continue; }
        playing += x;
        const left = chain.total[i] - chain.lead[i];
        if (left) next.set(i, (next.get(i) || 0n) + x * left / chain.total[i]);
        for (const [j, w] of chain.rows[i]) next.set(j, (next.get(j) || 0n) + x * w / chain.total[i]);
      }
      list.push([done, ONE - playing]);
      if (playing * 1000n < ONE && n > 4) break;
      here = next;
    }
    return { one: ONE, list };
  };
  return { opened, best, playingOn, worth, chances, trials, law, ordered };
})();
