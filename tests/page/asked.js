const models = new Map();
const load = (key, text) => {
  const model = JSON.parse(text);
  models.set(key, [model, model.chain && Chains.opened(model.chain)]);
};
const said = value => JSON.stringify(value, (key, each) => each === null || typeof each !== "object" ? each
  : typeof each.n === "bigint" ? Exact.text(each) : each instanceof Map ? Object.fromEntries(each)
  : each instanceof Set ? [...each] : each);
const editsOf = text => new Map(Object.entries(JSON.parse(text)).map(([k, v]) => [k, v && Exact.parse(v)]));
const played = (key, text) => {
  const { never, optimal } = Pricing.answer(...models.get(key), editsOf(text), 0);
  return said({ never, optimal });
};
const taken = (key, text) => {
  const { offers } = Pricing.answer(...models.get(key), editsOf(text), 0);
  return JSON.stringify(offers.map(({ count, ending, take, tie }) => [ending, take, tie, count]));
};
const answered = (key, text) => {
  const [model, chain] = models.get(key);
  try {
    const found = Pricing.answer(model, chain, editsOf(text));
    return said({ ...found, terms: null });
  } catch (error) {
    if (error instanceof Pricing.Misfit) return said({ misfit: error.message });
    throw error;
  }
};
const priced = (key, text, ending, edge, base, never) => {
  const [model, chain] = models.get(key);
  return said(Pricing.price(model, chain, editsOf(text), ending, Exact.parse(edge), base, never));
};
const kinks = (key, text, ending) => {
  const [model, chain] = models.get(key);
  const { pieces } = Pricing.curve(model, chain, editsOf(text), ending);
  return said(pieces.map(({ low, high, line }) => [low, high, line.c, line.k]));
};
const mapped = edits => new Map(Object.entries(edits));
const overlaid = (page, reading, slug, edits) =>
  JSON.stringify(Send.overlay(page, reading, new Map([[slug, mapped(edits)]])));
const sent = (page, model, reading, edits) => {
  const line = Send.line(page, model, reading, mapped(edits)), back = Send.parsed(line);
  return JSON.stringify([line, { options: back.options, edits: Object.fromEntries(back.edits) }]);
};
const replayed = (certificate, baseline) => {
  try {
    return JSON.stringify(Check.replay(certificate, baseline));
  } catch (error) {
    return JSON.stringify(error.message);
  }
};
const lawOf = (key, text, most) => {
  const [model, chain] = models.get(key);
  const found = Pricing.answer(model, chain, editsOf(text));
  const law = Chains.law(chain, found.taken, most);
  return JSON.stringify(law.list.map(([low, high]) => [`${low}`, `${high}`]));
};
const rootOf = (square, places) => JSON.stringify(Exact.rounded(Exact.root(Exact.parse(square), places), places));
