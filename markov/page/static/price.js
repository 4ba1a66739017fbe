"use strict";
// Pays, commissions and edges of a model, and the pay of an ending for an edge: as in the program, with the same
// rules on ties, pushes and commissions. Nothing here touches a document.

const Pricing = (() => {
  const { ZERO, ONE, add, sub, mul, div, cmp, same, sum, text, parse, of } = Exact;
  const HALF = of(1n, 2n);
  const less = (a, b) => cmp(a, b) < 0, least = (a, b) => less(b, a) ? b : a, most = (a, b) => less(a, b) ? b : a;
  const floor = a => a.n >= 0n ? a.n / a.d : -((-a.n + a.d - 1n) / a.d);
  const ceil = a => -floor(of(-a.n, a.d));

  // A commission as the model has it, in numbers; what it takes of a stake whose ending returns so much.
  const commissionOf = said => said && {
    ...said, line: parse(said.line), ofStake: parse(said.of_stake), ofWinnings: parse(said.of_winnings),
    chips: of(BigInt(said.chips)), refunded: new Set(said.refunded),
  };
  const inChips = (amount, way) => of(way === "nearest" ? floor(add(amount, HALF)) : way === "up" ? ceil(amount)
    : floor(amount));
  const dues = (taken, winning) => winning ? [sub(taken.ofStake, taken.ofWinnings), taken.ofWinnings]
    : [taken.on_win ? ZERO : taken.ofStake, ZERO];
  const due = (taken, line) => {
    const winning = less(ONE, line);
    if (taken.on_win && !winning) return ZERO;
    const [constant, slope] = dues(taken, winning), exact = add(constant, mul(slope, line));
    return taken.rounding === null ? exact : div(inChips(mul(exact, taken.chips), taken.rounding), taken.chips);
  };
  const moves = taken => Boolean(taken.ofWinnings.n || (taken.on_win && taken.ofStake.n));

  // A line that a paytable cannot have, or an envy that is not said.
  class Misfit extends Error {}

  // The paytable of a model with some lines edited: by ending what is returned as posted, or null for no such line.
  const priced = (model, edits = new Map()) => {
    const found = { model, pays: new Map(), envy: new Map(), later: new Map(), outlay: parse(model.outlay) };
    for (const line of model.lines) {
      if (line.pay !== null) {
        found.pays.set(line.ending, parse(line.pay));
        found.envy.set(line.ending, parse(line.envy));
      }
      found.later.set(line.ending, parse(line.later));
    }
    let taken = commissionOf(model.commission);
    const charge = ({ ending, on_win, refunded }, amount) => {
      const more = (name, by) => found.pays.has(name) && found.pays.set(name, add(found.pays.get(name), by));
      if (on_win) return more(ending, sub(ZERO, amount));
      for (const back of refunded) more(back, amount);
      found.outlay = add(found.outlay, amount);
    };
    if (taken) charge(taken, sub(ZERO, due(taken, taken.line)));
    const owed = [...edits].filter(([ending, pay]) => pay && !found.pays.has(ending)).map(([ending]) => [ending, envyOf(found, ending)]);
    for (const [ending, pay] of edits) {
      const line = model.lines.find(each => each.ending === ending);
      if (!line) throw new Misfit(`${ending} cannot happen`);
      if (pay === null && (line.forced || line.hides)) throw new Misfit(`${ending} needs a pay here`);
      if (pay) found.pays.set(ending, pay);
      else for (const part of ["pays", "envy"]) found[part].delete(ending);
    }
    for (const [ending, envy] of owed) found.envy.set(ending, envy);
    if (taken) {
      taken = { ...taken, refunded: new Set([...taken.refunded].filter(each => !edits.has(each))) };
      taken.line = found.pays.get(taken.ending);
      charge(taken, due(taken, taken.line));
    }
    found.commission = taken;
    return found;
  };
  // The envy that each line of the kind of a new one owes.
  const envyOf = (found, ending) => {
    const kind = name => name.slice(0, Math.max(0, name.lastIndexOf("-")));
    const alike = [...found.pays.keys()].filter(line => kind(ending) && kind(line) === kind(ending));
    const owed = new Set(alike.map(line => text(found.envy.get(line) || ZERO)));
    if (owed.size > 1) throw new Misfit(`${alike.join(" and ")} owe different envies`);
    return owed.size ? parse([...owed][0]) : ZERO;
  };
  const staked = (terms, ending) => add(terms.outlay, terms.later.get(ending) || ZERO);

  // Play to the end, as the model has it.
  const neverOf = model => ({
    taken: new Set(),
    chances: model.never.chances.map(([name, decides, p]) => [name, decides, parse(p)]),
    spins: { mean: parse(model.never.spins.mean), variance: parse(model.never.spins.variance) },
  });
  // Best play; where nothing is on offer, or it cannot be found here, play to the end.
  const bestOf = (model, chain, pays) => {
    const never = neverOf(model);
    if (!chain || ![...chain.offers.values()].some(([name]) => pays.has(name))) return never;
    const found = Chains.best(chain, pays);
    if (!found.taken.size) return { ...never, found };
    return {
      found, taken: found.taken,
      get chances() { return found.law ||= Chains.chances(chain, found); },
      get spins() { return found.trials ||= Chains.trials(chain, found); },
    };
  };

  // The figures of one way of playing, as `markov odds --json` names them.
  const odds = (terms, { chances, spins }) => {
    const back = name => terms.pays.get(name), put = name => staked(terms, name), won = name => sub(back(name), put(name));
    const mean = worth => sum(chances.map(([name, decides, p]) => mul(p, worth(name, decides))));
    const returned = mean(back), outlay = mean(put), loss = sub(outlay, returned), envy = mean(name => terms.envy.get(name) || ZERO);
    const decided = mean((name, decides) => decides && won(name).n ? ONE : ZERO), over = by => by.n ? div(loss, by) : null;
    const names = [...new Set(chances.map(([name]) => name))];
    return {
      endings: names.map(ending => ({ ending, probability: mean(name => name === ending ? ONE : ZERO), returned: back(ending) })),
      returned, net: sub(returned, outlay), rtp: div(returned, outlay), hit_frequency: mean(name => back(name).n ? ONE : ZERO),
      edge: { per_stake: loss, per_outlay: over(outlay), per_resolved: over(decided), per_spin: over(spins.mean) },
      variance: sub(mean(name => mul(won(name), won(name))), mul(loss, loss)), spins, envy, house_after_envy: sub(loss, envy), outlay,
    };
  };

  // The exact odds of a model with those edits: play to the end, best play, and every offer by state. Of more offers
  // than so many it is said only whether best play takes them.
  const answer = (model, chain, edits, most = Infinity) => {
    const terms = priced(model, edits), never = odds(terms, neverOf(model));
    const play = bestOf(model, chain, terms.pays), { found } = play;
    const there = found ? [...chain.offers].filter(([, [ending]]) => terms.pays.has(ending)) : [];
    let offers;
    if (there.length > most && there.every(([i]) => chain.block[i] < 0)) {
      offers = there.map(([i, [ending, , , count]]) => ({ i, count, ending, take: found.taken.has(i),
        tie: found.on.get(i) === found.offers.get(i) * found.D[i] }));
    } else if (there.length) {
      const on = Chains.playingOn(chain, terms.pays, found);
      const forced = new Set(model.lines.filter(line => line.forced).map(line => line.ending));
      const idle = Chains.best(chain, new Map([...terms.pays].filter(([name]) => forced.has(name))));
      offers = there.map(([i, [ending, , state, count]]) => {
        const offered = terms.pays.get(ending), continuing = on.get(i), margin = sub(offered, continuing);
        return { i, state, count, ending, offered, continuing, never: idle.value(i), margin, take: margin.n > 0n,
          tie: margin.n === 0n };
      });
    }
    return { terms, never, optimal: play.taken.size ? odds(terms, play) : never, offers: offers || [], taken: play.taken };
  };

  // Affine functions of the pay of an ending: constant and slope.
  const at = (line, x) => add(line.c, mul(line.k, x));
  const fixed = c => ({ c, k: ZERO });
  const mixed = (chances, lines) => ["c", "k"].reduce((line, part) => ({ ...line,
    [part]: sum(chances.map(([name, , p]) => mul(p, lines.get(name)[part]))) }), {});
  // What endings bring back and what was put down for them: functions that the paytables at two pays give, on either
  // side of the stake, as a commission begins where a pay wins.
  const cashFlows = (model, edits, ending, [a, b]) => {
    const low = priced(model, new Map([...edits, [ending, a]])), high = priced(model, new Map([...edits, [ending, b]]));
    const { commission: taken } = low;
    if (taken && taken.ending === ending && taken.rounding !== null && taken.ofWinnings.n) {
      throw new Misfit("its commission is rounded to whole chips, so it moves in steps with the pay");
    }
    const through = from => new Map([...low.pays.keys()].map(name => {
      const c = from(low, name), k = div(sub(from(high, name), c), sub(b, a));
      return [name, { c: sub(c, mul(k, a)), k }];
    }));
    return { pays: through((terms, name) => terms.pays.get(name)), totals: through(staked) };
  };

  // The return under one way of playing, or best play, along a line of pays.
  class Section {
    constructor(model, chain, flows, from) { Object.assign(this, { model, flows, from, chain, known: new Map() }); }
    play(part) { return bestOf(this.model, this.chain, new Map([...this.flows.pays].map(([name, line]) => [name, part(line)]))); }
    lineOf(play) {
      if (!play.found || !play.taken.size) return mixed(play.chances, this.flows.pays);
      const bring = part => Chains.worth(this.chain, play.found, new Map([...this.flows.pays].map(([name, line]) => [name, line[part]])));
      return { c: bring("c"), k: bring("k") };
    }
    at(x) {
      const key = text(x);
      if (!this.known.has(key)) {
        const play = this.play(line => at(line, x));
        this.known.set(key, { line: this.lineOf(play), play });
      }
      return this.known.get(key);
    }
    steepest() { return this.lineOf(this.play(line => line.k)); }
    // The lowest and the highest unknown for a return; null where none brings it, high null where all do.
    reaching(returned) {
      const without = this.at(ZERO).line.c, order = cmp(without, returned);
      if (order > 0) return null;
      const highest = this.highest(returned);
      return order < 0 ? highest && [highest, highest] : [ZERO, highest];
    }
    highest(returned) {
      let line = this.steepest();
      if (!line.k.n) return null;
      for (;;) {
        const x = div(sub(returned, line.c), line.k);
        line = this.at(x).line;
        if (cmp(at(line, x), returned) <= 0) return x;
      }
    }
    // The pieces over which best play is one and the same, each number in one of them; of a large chain few are followed.
    pieces(limit = this.chain?.rows.length > 2e4 ? 4 : 4000) {
      if (!this.chain) return [this.piece(this.from, null)];
      const first = this.at(this.from).line, bends = [], waiting = [this.steepest()];
      let left = first;
      while (waiting.length) {
        const right = waiting[waiting.length - 1];
        if (same(left.k, right.k)) { waiting.pop(); continue; }
        if (this.known.size > limit) throw new Misfit("best play changes at too many pays to follow them here");
        const x = div(sub(left.c, right.c), sub(right.k, left.k)), between = this.at(x).line;
        if (less(at(left, x), at(between, x))) waiting.push(between);
        else { bends.push([x, right]); left = waiting.pop(); }
      }
      const lines = [[this.from, first], ...bends], pieces = [];
      const equal = (a, b) => same(a.k, b.k) && same(a.c, b.c);
      this.at(add(lines[lines.length - 1][0], ONE));
      for (let k = 0; k < lines.length; k++) {
        const [low, line] = lines[k], high = k + 1 < lines.length ? lines[k + 1][0] : null;
        if (high && same(low, high)) continue;
        const hasLow = equal(this.at(low).line, line), hasHigh = high !== null && equal(this.at(high).line, line);
        if (!hasLow && !pieces[pieces.length - 1]?.hasHigh) pieces.push(this.piece(low, low));
        const inside = [...this.known.values()].find(each => equal(each.line, line));
        pieces.push({ low, high, hasLow, hasHigh, ...inside, flows: this.flows });
      }
      return pieces;
    }
    piece(low, high) { return { low, high, hasLow: true, hasHigh: high !== null, ...this.at(low), flows: this.flows }; }
  }

  // The return by the pay of an ending as posted: pieces, the least pay first.
  const curve = (model, chain, edits, ending, never = false) => {
    const { terms, sections } = byPay(model, chain, edits, ending, never);
    const [first, won] = sections.map(section => section.pieces());
    let pieces = first;
    if (won) { // up to the stake, and what is won from there on
      pieces = pieces.filter(each => less(each.low, ONE) || (same(each.low, ONE) && each.hasLow))
        .map(each => each.high !== null && cmp(each.high, ONE) <= 0 ? each : { ...each, high: ONE, hasHigh: true });
      for (const each of won) {
        if (each.high === null || less(ONE, each.high)) pieces.push({ ...each, hasLow: each.hasLow && less(ONE, each.low) });
      }
    }
    return { terms, pieces, ending };
  };
  const byPay = (model, chain, edits, ending, never) => {
    const terms = priced(model, priced(model, edits).pays.has(ending) ? edits : new Map([...edits, [ending, ZERO]]));
    const taken = terms.commission, section = (from, a) => new Section(model, never ? null : chain,
      cashFlows(model, edits, ending, [a, add(a, ONE)]), from);
    const twice = taken && taken.ending === ending && moves(taken);
    return { terms, sections: twice ? [section(ZERO, ZERO), section(ONE, of(2n))] : [section(ZERO, ZERO)] };
  };

  const holds = (piece, pay) => (piece.hasLow && same(pay, piece.low)) || (piece.hasHigh && piece.high
    && same(pay, piece.high)) || (less(piece.low, pay) && (piece.high === null || less(pay, piece.high)));
  const outlayOf = piece => mixed(piece.play.chances, piece.flows.totals);
  // The pays at which an ending brings back just what was put down.
  const pushPays = piece => [...piece.flows.pays].map(([name, back]) => {
    const staked = piece.flows.totals.get(name), k = sub(back.k, staked.k);
    return k.n ? div(sub(staked.c, back.c), k) : null;
  }).filter(pay => pay && pay.n >= 0n);
  // What the loss is counted over; of pushes there are those at a pay, or where none is given those at every pay.
  const counted = (piece, base, pay = null) => {
    if (base === "per_outlay") return outlayOf(piece);
    const push = name => ["c", "k"].every(part => same(piece.flows.pays.get(name)[part], piece.flows.totals.get(name)[part]))
      || (pay && same(at(piece.flows.pays.get(name), pay), at(piece.flows.totals.get(name), pay)));
    return fixed(base === "per_stake" ? ONE : base === "per_spin" ? piece.play.spins.mean
      : sum(piece.play.chances.filter(([name, decides]) => decides && !push(name)).map(([, , p]) => p)));
  };
  // The edge over a base at a pay, if it were played as on that piece; null where there is none.
  const edgeOn = (piece, pay, base, by = counted(piece, base)) => {
    const loss = sub(at(outlayOf(piece), pay), at(piece.line, pay)), over = at(by, pay);
    return over.n ? div(loss, over) : null;
  };
  const edgeAt = (found, pay, base) => {
    const piece = found.pieces.find(each => holds(each, pay));
    return edgeOn(piece, pay, base, counted(piece, base, pay));
  };

  // Every pay at which the edge over the base is just that, in spans, the least first.
  const paysWithEdge = (found, edge, base) => {
    const spans = [], put = (low, high, hasHigh) => {
      const last = spans[spans.length - 1];
      if (last && !last.hasHigh && last.high && same(last.high, low)) ({ low } = spans.pop());
      spans.push({ low, high, hasHigh });
    };
    for (const piece of found.pieces) {
      const outlay = outlayOf(piece), by = counted(piece, base);
      const beyond = part => sub(sub(outlay[part], piece.line[part]), mul(edge, by[part]));
      const c = beyond("c"), k = beyond("k"), equal = each => each && same(each, edge);
      if (!k.n) {
        if (equal(edgeOn(piece, piece.low, base))) put(piece.low, piece.high, piece.hasHigh);
        continue;
      }
      const candidates = [...pushPays(piece), div(sub(ZERO, c), k)].sort(cmp);
      for (const [i, pay] of candidates.entries()) {
        if (i && same(pay, candidates[i - 1])) continue;
        if (pay.n >= 0n && holds(piece, pay) && equal(edgeAt(found, pay, base))) put(pay, pay, true);
      }
    }
    return spans;
  };

  // The pay of an ending for an edge over a base: every pay, the payable ones beside it, or the reason for none.
  const price = (model, chain, edits, ending, edge, base, never = false) => {
    const { terms, sections } = byPay(model, chain, edits, ending, never);
    let spans = [], why = "";
    if (sections.length === 1 && (base === "per_stake" || base === "per_outlay") && [...terms.later.values()].every(each => !each.n)) {
      const owed = base === "per_outlay" ? terms.outlay : ONE;
      const [section] = sections, reached = section.reaching(sub(terms.outlay, mul(edge, owed)));
      if (reached) spans = [{ low: reached[0], high: reached[1], hasHigh: reached[1] !== null }];
      else why = [section.steepest().k.n ? "lower" : "idle", div(sub(terms.outlay, section.at(ZERO).line.c), owed)];
    } else {
      const found = curve(model, chain, edits, ending, never);
      spans = paysWithEdge(found, edge, base);
      if (!spans.length) why = missed(found, edge, base);
    }
    const priceAt = pay => {
      const now = answer(model, chain, new Map([...edits, [ending, pay]]));
      return { pay, edge: (never ? now.never : now.optimal).edge[base] };
    };
    const near = new Map(spans.flatMap(span => payable(span.high || span.low)).map(pay => [text(pay), pay]));
    return { spans, exact: spans.map(span => priceAt(span.low)), payable: [...near.values()].sort(cmp).map(priceAt),
      why };
  };
  // Why no pay has the edge: idle, lower, higher, leap or undefined, with the edge that comes nearest.
  const missed = (found, edge, base) => {
    const edges = [];
    for (const piece of found.pieces) {
      for (const pay of [piece.low, piece.high, ...pushPays(piece).filter(pay => holds(piece, pay))].filter(Boolean)) {
        edges.push(...[edgeOn(piece, pay, base), edgeAt(found, pay, base)].filter(Boolean));
      }
    }
    if (!edges.length) return ["undefined", null];
    const high = edges.reduce(most), low = edges.reduce(least);
    if (found.pieces.every(piece => same(piece.line.k, outlayOf(piece).k))) return ["idle", high];
    return less(high, edge) ? ["lower", high] : less(edge, low) ? ["higher", low] : ["leap", null];
  };

  // The nearest pays below and above that can be posted, and the pay itself if it can: whole numbers, n to m.
  const payable = pay => [[1n], [1n, 2n, 3n, 4n, 5n, 6n]].flatMap(units => {
    const times = units.map(unit => [mul(pay, of(unit)), unit]);
    const below = times.filter(([n]) => n.n).map(([n, unit]) => of(ceil(n) - 1n, unit));
    const above = times.map(([n, unit]) => of(floor(n) + 1n, unit));
    return [...times.some(([n]) => n.d === 1n) ? [pay] : [], ...below.length ? [below.reduce(most)] : [], above.reduce(least)];
  });
  return { Misfit, staked, odds, answer, curve, edgeOn, edgeAt, price };
})();
