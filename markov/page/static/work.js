"use strict";
// What a page asks for, beside its document: a worker runs this, or the page where there are no workers.

const Work = (() => {
  const { of, cmp, float, text } = Exact;
  const models = new Map();
  const POINTS = 120, TRIALS = 400, LISTED = 40, LARGE = 20_000;

  // The edge by a pay for a picture: exact kinks, of which at most so many are kept, and points between.
  const drawn = (found, base, last) => {
    const points = [], kinks = [];
    for (const piece of found.pieces) {
      if (cmp(piece.low, last) > 0) break;
      const high = piece.high === null || cmp(piece.high, last) > 0 ? last : piece.high;
      for (const pay of [piece.low, high]) {
        const edge = Pricing.edgeOn(piece, pay, base);
        if (edge) points.push([float(pay), float(edge)]);
      }
      if (piece.low.n && (piece.high === null || cmp(piece.low, piece.high))) kinks.push(piece.low);
    }
    const thinned = list => list.filter((_, k) => list.length <= POINTS || k % Math.ceil(list.length / POINTS) === 0
      || k === list.length - 1);
    return { points: thinned(points), kinks: kinks.length, marked: thinned(kinks).map(pay => [text(pay), float(pay),
      float(Pricing.edgeAt(found, pay, base) || of(0n))]) };
  };

  const asked = {
    answer: (model, chain, { edits }) => ({ ...Pricing.answer(model, chain, edits, LISTED), terms: null, taken: null }),
    price: (model, chain, { edits, ending, edge, base, never }) => Pricing.price(model, chain, edits, ending, edge, base, never),
    // Of a large chain only edges at some pays are asked for: best play changes at too many.
    curve: (model, chain, { edits, ending, base, never, last }) => chain && chain.rows.length > LARGE && !never ? null
      : drawn(Pricing.curve(model, chain, edits, ending, never), base, last),
    edge: (model, chain, { edits, base }) => Pricing.answer(model, chain, edits, LISTED).optimal.edge[base],
    // The chance that play lasts longer than 0, 1, 2, ... trials: a float of the least that it can be.
    law(model, chain, { edits, never }) {
      const { one, list } = Chains.law(chain, never ? new Set() : Pricing.answer(model, chain, edits, LISTED).taken, TRIALS);
      return list.map(([, high]) => 1 - float(of(high, one)));
    },
    check: (model, chain, { certificate, baseline }) => Check.replay(certificate, baseline),
  };
  // A question and its answer, or why there is none; a model comes with the first that is about it.
  const replied = ({ what, given }) => {
    try {
      const { key, model } = given;
      if (model) {
        const chain = model.chain && Chains.opened(model.chain);
        models.set(key, [model, chain]);
        if (chain) setTimeout(() => Chains.ordered(chain, new Set())); // so that no edit waits for it
      }
      return { answer: asked[what](...models.get(key) || [null, null], given) };
    } catch (error) {
      return { error: error.message };
    }
  };
  return { replied };
})();

if (typeof WorkerGlobalScope !== "undefined") onmessage = ({ data }) => postMessage(Work.replied(data));
