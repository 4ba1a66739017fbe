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
    const charge = (commission, amount) => {
      const { ending } = commission;
      if (commission.on_win) found.pays.set(ending, sub(found.pays.get(ending), amount));
      else {
        for (const back of commission.refunded) {
          if (found.pays.has(back)) found.pays.set(back, add(found.pays.get(back), amount));
        }
        found.outlay = add(found.outlay, amount);
      }
    };
    if (taken) charge(taken, sub(ZERO, due(taken, taken.line)));
    const owed = new Map();
    for (const [ending, pay] of edits) {
      const line = model.lines.find(each => each.ending === ending);
      if (!line) throw new Misfit(`${ending} cannot happen`);
      if (pay === null && line.forced) throw new Misfit(`${ending} can happen, so it needs a pay`);
      if (pay !== null && !found.pays.has(ending)) owed.set(ending, envyOf(found, ending));
    }
    for (const [ending, pay] of edits) {
      if (pay === null) { found.pays.delete(ending); found.envy.delete(ending); }
      else found.pays.set(ending, pay);
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
  // A pay as it is posted, before a commission is taken out of it.
  const posted = (terms, ending) => terms.commission && terms.commission.ending === ending ? terms.commission.line
    : terms.pays.get(ending);

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
  const odds = (terms, play) => {
    const { pays, envy } = terms, chances = play.chances, spins = play.spins, endings = new Map();
    for (const [name, , p] of chances) endings.set(name, add(endings.get(name) || ZERO, p));
    let returned = ZERO, outlay = ZERO, square = ZERO, owed = ZERO, hit = ZERO;
    for (const [name, p] of endings) {
      const won = sub(pays.get(name), staked(terms, name));
      returned = add(returned, mul(p, pays.get(name)));
      outlay = add(outlay, mul(p, staked(terms, name)));
      square = add(square, mul(p, mul(won, won)));
      owed = add(owed, mul(p, envy.get(name) || ZERO));
      if (pays.get(name).n > 0n) hit = add(hit, p);
    }
    const loss = sub(outlay, returned);
    return {
      endings: [...endings].map(([ending, probability]) => ({ ending, probability, returned: pays.get(ending) })),
      returned, net: sub(returned, outlay), edge: edgeOf(loss, outlay, resolved(terms, chances), spins.mean),
      rtp: div(returned, outlay), hit_frequency: hit, variance: sub(square, mul(loss, loss)), spins,
      envy: owed, house_after_envy: sub(loss, owed), outlay,
    };
  };
  const edgeOf = (loss, outlay, decided, spins) => ({
    per_stake: loss, per_outlay: div(loss, outlay), per_resolved: decided.n ? div(loss, decided) : null,
    per_spin: spins.n ? div(loss, spins) : null,
  });
  const resolved = (terms, chances) => sum(chances.filter(([name, decides]) => decides
    && !same(terms.pays.get(name), staked(terms, name))).map(([, , p]) => p));

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

  // Affine functions of one unknown: constant and slope.
  const at = (line, x) => add(line.c, mul(line.k, x));
  const fixed = c => ({ c, k: ZERO });
  // What endings bring back and what was put down for them, the pay of one being c + k times the unknown.
  const cashFlows = (terms, ending, pay, winning = true) => {
    const pays = new Map([...terms.pays].map(([name, each]) => [name, fixed(each)]));
    const totals = new Map([...terms.pays].map(([name]) => [name, fixed(staked(terms, name))]));
    pays.set(ending, pay);
    const taken = terms.commission;
    if (!taken || taken.ending !== ending) return { pays, totals };
    if (taken.rounding !== null && taken.ofWinnings.n) {
      throw new Misfit("its commission is rounded to whole chips, so it moves in steps with the pay");
    }
    let [constant, slope] = dues(taken, winning);
    if (taken.rounding !== null) constant = due(taken, winning ? of(2n) : ZERO);
    const owed = { c: add(constant, mul(slope, pay.c)), k: mul(slope, pay.k) };
    if (taken.on_win) {
      pays.set(ending, { c: sub(pay.c, owed.c), k: sub(pay.k, owed.k) });
      return { pays, totals };
    }
    const more = { c: sub(owed.c, due(taken, taken.line)), k: owed.k };
    const plus = line => ({ c: add(line.c, more.c), k: add(line.k, more.k) });
    for (const back of taken.refunded) if (back !== ending && pays.has(back)) pays.set(back, plus(pays.get(back)));
    for (const [name, line] of totals) totals.set(name, plus(line));
    return { pays, totals };
  };

  // The return under one way of playing, or best play, along a line of pays.
  class Section {
    constructor(model, chain, flows, never) {
      Object.assign(this, { model, flows, never, chain: never ? null : chain, known: new Map() });
    }
    play(pays) { return bestOf(this.model, this.chain, pays); }
    lineOf(play) {
      if (play.found && play.taken.size) {
        const bring = part => Chains.worth(this.chain, play.found, new Map([...this.flows.pays].map(([name, line]) =>
          [name, line[part]])));
        return { c: bring("c"), k: bring("k") };
      }
      let c = ZERO, k = ZERO;
      for (const [name, , p] of play.chances) {
        c = add(c, mul(p, this.flows.pays.get(name).c));
        k = add(k, mul(p, this.flows.pays.get(name).k));
      }
      return { c, k };
    }
    at(x) {
      const key = text(x);
      if (!this.known.has(key)) {
        const play = this.play(new Map([...this.flows.pays].map(([name, line]) => [name, at(line, x)])));
        this.known.set(key, { line: this.lineOf(play), play });
      }
      return this.known.get(key);
    }
    steepest() { return this.lineOf(this.play(new Map([...this.flows.pays].map(([name, line]) => [name, line.k])))); }
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
    // The pieces over which best play is one and the same; each number from 0 up is in one of them.
    pieces(limit = 10 + 4e5 / (this.chain ? this.chain.rows.length : 1)) {
      if (this.never || !this.chain) return [this.piece(ZERO, null, true, false, ZERO)];
      const first = this.at(ZERO).line, bends = [], waiting = [this.steepest()];
      let left = first;
      while (waiting.length) {
        const right = waiting[waiting.length - 1];
        if (same(left.k, right.k)) { waiting.pop(); continue; }
        if (this.known.size > limit) throw new Misfit("best play changes at too many pays to follow them here");
        const x = div(sub(left.c, right.c), sub(right.k, left.k)), between = this.at(x).line;
        if (less(at(left, x), at(between, x))) waiting.push(between);
        else { bends.push([x, right]); left = waiting.pop(); }
      }
      const lines = [[ZERO, first], ...bends], pieces = [];
      const equal = (a, b) => same(a.k, b.k) && same(a.c, b.c);
      this.at(add(lines[lines.length - 1][0], ONE));
      for (let k = 0; k < lines.length; k++) {
        const [low, line] = lines[k], high = k + 1 < lines.length ? lines[k + 1][0] : null;
        if (high && same(low, high)) continue;
        const hasLow = equal(this.at(low).line, line), hasHigh = high !== null && equal(this.at(high).line, line);
        if (!hasLow && !(pieces.length && pieces[pieces.length - 1].hasHigh)) {
          pieces.push(this.piece(low, low, true, true, low));
        }
        const inside = [...this.known.values()].find(each => equal(each.line, line));
        pieces.push({ low, high, hasLow, hasHigh, ...inside, flows: this.flows, shift: ZERO });
      }
      return pieces;
    }
    piece(low, high, hasLow, hasHigh, x) {
      return { low, high, hasLow, hasHigh, ...this.at(x), flows: this.flows, shift: ZERO };
    }
  }

  // The return by the pay of an ending as posted: pieces, the least pay first.
  const curve = (model, chain, edits, ending, never = false) => {
    const { terms, sections } = byPay(model, chain, edits, ending, never);
    let [pieces, won] = sections.map(section => section.pieces());
    if (won) { // up to the stake, and what is won from there on
      pieces = pieces.filter(each => less(each.low, ONE) || (same(each.low, ONE) && each.hasLow))
        .map(each => each.high !== null && cmp(each.high, ONE) <= 0 ? each : { ...each, high: ONE, hasHigh: true });
      for (const each of won) {
        if (each.high !== null && !each.high.n) continue;
        const moved = line => ({ c: sub(line.c, line.k), k: line.k });
        const along = map => new Map([...map].map(([name, line]) => [name, moved(line)]));
        pieces.push({ ...each, low: add(each.low, ONE), high: each.high && add(each.high, ONE),
          hasLow: each.hasLow && each.low.n > 0n, line: moved(each.line),
          flows: { pays: along(each.flows.pays), totals: along(each.flows.totals) } });
      }
    }
    return { terms, pieces, ending };
  };
  const byPay = (model, chain, edits, ending, never) => {
    const with0 = priced(model, edits).pays.has(ending) ? edits : new Map([...edits, [ending, ZERO]]);
    const terms = priced(model, with0), taken = terms.commission;
    const section = (pay, winning) => new Section(model, chain, cashFlows(terms, ending, pay, winning), never);
    const plain = { c: ZERO, k: ONE };
    if (!taken || taken.ending !== ending || !moves(taken)) return { terms, sections: [section(plain, true)] };
    return { terms, sections: [section(plain, false), section({ c: ONE, k: ONE }, true)] };
  };

  const holds = (piece, pay) => (piece.hasLow && same(pay, piece.low)) || (piece.hasHigh && piece.high
    && same(pay, piece.high)) || (less(piece.low, pay) && (piece.high === null || less(pay, piece.high)));
  const outlayOf = piece => {
    let c = ZERO, k = ZERO;
    for (const [name, , p] of piece.play.chances) {
      c = add(c, mul(p, piece.flows.totals.get(name).c));
      k = add(k, mul(p, piece.flows.totals.get(name).k));
    }
    return { c, k };
  };
  const pushPays = function* (piece) {
    for (const [name, back] of piece.flows.pays) {
      const staked = piece.flows.totals.get(name), k = sub(back.k, staked.k);
      if (k.n) {
        const pay = div(sub(staked.c, back.c), k);
        if (pay.n >= 0n) yield pay;
      }
    }
  };
  // What an ending brings is a push at that pay; or always, where no pay is given.
  const pushed = (piece, pay) => new Set([...piece.flows.pays].filter(([name, back]) => {
    const staked = piece.flows.totals.get(name);
    return pay === null ? same(back.c, staked.c) && same(back.k, staked.k) : same(at(back, pay), at(staked, pay));
  }).map(([name]) => name));
  const decidedBut = (piece, pushes) => sum(piece.play.chances.filter(([name, decides]) => decides
    && !pushes.has(name)).map(([, , p]) => p));
  // The edge over a base at a pay, if it were played as on that piece; null where there is none.
  const edgeOn = (piece, pay, base, pushes = pushed(piece, null)) => {
    const outlay = at(outlayOf(piece), pay), loss = sub(outlay, at(piece.line, pay));
    if (base === "per_stake") return loss;
    if (base === "per_outlay") return div(loss, outlay);
    const counted = base === "per_spin" ? piece.play.spins.mean : decidedBut(piece, pushes);
    return counted.n ? div(loss, counted) : null;
  };
  const edgeAt = (found, pay, base) => {
    const piece = found.pieces.find(each => holds(each, pay));
    return edgeOn(piece, pay, base, pushed(piece, pay));
  };

  // Every pay at which the edge over the base is just that, in spans, the least first.
  const paysWithEdge = (found, edge, base) => {
    const spans = [], put = (low, high, hasHigh) => {
      const last = spans[spans.length - 1];
      if (last && !last.hasHigh && last.high && same(last.high, low)) ({ low } = spans.pop());
      spans.push({ low, high, hasHigh });
    };
    for (const piece of found.pieces) {
      const outlay = outlayOf(piece), counted = base === "per_outlay" ? outlay : fixed(base === "per_stake" ? ONE
        : base === "per_spin" ? piece.play.spins.mean : decidedBut(piece, pushed(piece, null)));
      const beyond = part => sub(sub(outlay[part], piece.line[part]), mul(edge, counted[part]));
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
    if (sections.length === 1 && (base === "per_stake" || base === "per_outlay") && !terms.later.get(ending).n
        && [...terms.later.values()].every(each => !each.n)) {
      const owed = base === "per_outlay" ? terms.outlay : ONE;
      const [section] = sections, reached = section.reaching(sub(terms.outlay, mul(edge, owed)));
      if (reached) spans = [{ low: reached[0], high: reached[1], hasHigh: reached[1] !== null }];
      else {
        const most = div(sub(terms.outlay, section.at(ZERO).line.c), owed);
        why = section.steepest().k.n ? ["lower", most] : ["idle", most];
      }
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
      for (const pay of [piece.low, piece.high, ...pushPays(piece)]) {
        if (pay === null || !(holds(piece, pay) || same(pay, piece.low) || (piece.high && same(pay, piece.high)))) continue;
        for (const each of [edgeOn(piece, pay, base), edgeAt(found, pay, base)]) if (each) edges.push(each);
      }
    }
    if (!edges.length) return ["undefined", null];
    const high = edges.reduce(most), low = edges.reduce(least);
    if (found.pieces.every(piece => same(piece.line.k, outlayOf(piece).k))) return ["idle", high];
    return less(high, edge) ? ["lower", high] : less(edge, low) ? ["higher", low] : ["leap", null];
  };

  // The nearest pays below and above that can be posted, and the pay itself if it can: whole numbers, n to m.
  const payable = pay => {
    const near = [];
    for (const units of [[1n], [1n, 2n, 3n, 4n, 5n, 6n]]) {
      const below = [], above = [];
      for (const unit of units) {
        const n = mul(pay, of(unit));
        if (n.n >= 0n && n.d === 1n) near.push(pay);
        if (n.n > 0n) below.push(of(ceil(n) - 1n, unit));
        const up = floor(n) + 1n;
        above.push(of(up > 0n ? up : 0n, unit));
      }
      if (below.length) near.push(below.reduce(most));
      near.push(above.reduce(least));
    }
    return near;
  };
  return { Misfit, priced, posted, staked, odds, answer, curve, edgeOn, edgeAt, price, payable, neverOf, bestOf };
})();
