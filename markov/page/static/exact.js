"use strict";
// Exact numbers: fractions of BigInt in lowest terms, read and written as the program reads and writes them.
// Nothing here touches a document.

const Exact = (() => {
  const gcd = (a, b) => {
    if (a < 0n) a = -a;
    if (b < 0n) b = -b;
    while (b) {
      if (a <= 0x1fffffffffffffn && b <= 0x1fffffffffffffn) {
        let x = Number(a), y = Number(b);
        while (y) [x, y] = [y, x % y];
        return BigInt(x);
      }
      [a, b] = [b, a % b];
    }
    return a;
  };
  const lcm = (a, b) => a % b === 0n ? a : b % a === 0n ? b : a / gcd(a, b) * b;
  // The fraction n/d in lowest terms, d above 0.
  const of = (n, d = 1n) => {
    if (d < 0n) [n, d] = [-n, -d];
    if (d !== 1n) {
      const g = gcd(n, d);
      if (g !== 1n) [n, d] = [n / g, d / g];
    }
    return { n, d };
  };
  const ZERO = of(0n), ONE = of(1n);
  const add = (a, b) => of(a.n * b.d + b.n * a.d, a.d * b.d);
  const sub = (a, b) => of(a.n * b.d - b.n * a.d, a.d * b.d);
  const mul = (a, b) => of(a.n * b.n, a.d * b.d);
  const div = (a, b) => of(a.n * b.d, a.d * b.n);
  const cmp = (a, b) => {
    const left = a.n * b.d, right = b.n * a.d;
    return left < right ? -1 : left > right ? 1 : 0;
  };
  const same = (a, b) => a.n === b.n && a.d === b.d;
  const sum = all => all.reduce(add, ZERO);
  const text = a => a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`;
  // The nearest float, or one beside it; for pictures and widths alone.
  const float = a => {
    const unit = 10n ** BigInt(Math.max(0, 20 + `${a.d}`.length - `${a.n}`.length));
    return Number(a.n * unit / a.d) / Number(unit);
  };

  const NUMBER = /^([+−-]?)(\d+)(?:\.(\d+))?(?:\/(\d+))?$/;
  const LONGEST = 60; // characters of a number that is typed
  // The number that a text says: 40, 7.5, 15/2; null where it is none.
  const read = typed => {
    const said = typed.trim();
    const match = said.length <= LONGEST && NUMBER.exec(said.startsWith(".") ? `0${said}` : said);
    if (!match || (match[3] && match[4]) || (match[4] && BigInt(match[4]) === 0n)) return null;
    const places = match[3] || "";
    const number = of(BigInt(match[2] + places), 10n ** BigInt(places.length) * BigInt(match[4] || 1));
    return "−-".includes(match[1] || "+") ? of(-number.n, number.d) : number;
  };
  // A fraction as the program writes it, however long.
  const parse = written => of(...written.split("/").map(BigInt));
  // An edge: a percentage with its sign, or a fraction; null where it is none.
  const share = typed => {
    const number = read(typed.trim().replace(/\s*%$/, ""));
    return number && typed.trim().endsWith("%") ? div(number, of(100n)) : number;
  };
  // The number to so many places, a half away from 0.
  const rounded = (a, places) => {
    const negative = a.n < 0n, units = (2n * (negative ? -a.n : a.n) * 10n ** BigInt(places) + a.d) / (2n * a.d);
    const digits = `${units}`.padStart(places + 1, "0");
    return (negative && units ? "−" : "") + (places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits);
  };
  const percent = (a, places = 4) => `${rounded(mul(a, of(100n)), places)}%`;
  // The square root to so many places, the nearest, by twice the root.
  const root = (a, places = 6) => {
    const unit = 10n ** BigInt(places);
    const square = 4n * a.n * unit * unit / a.d;
    let x = square ? 1n << BigInt(`${square.toString(2)}`.length + 1 >> 1) : 0n;
    while (x * x > square) x = (x + square / x) / 2n;
    return of(x + 1n >> 1n, unit);
  };

  // What a pay returns of one unit staked, from its number and its word.
  const returned = (number, way) => way === "to" ? add(number, ONE) : number;
  // The number that is said with a word for what is returned; null where the word cannot say it.
  const worded = (pay, way) => {
    const number = way === "to" ? sub(pay, ONE) : pay;
    return number.n < 0n ? null : number;
  };
  // A pay in whole numbers: 39 to 1, 13 for 6, nothing.
  const payText = (pay, way) => !pay.n ? "nothing" : way === "for" || cmp(pay, ONE) < 0 ? `${pay.n} for ${pay.d}`
    : `${pay.n - pay.d} to ${pay.d}`;
  return { gcd, lcm, of, ZERO, ONE, add, sub, mul, div, cmp, same, sum, text, float, read, parse, share,
    rounded, percent, root, returned, worded, payText };
})();
