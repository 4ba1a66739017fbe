"use strict";
// Pictures as inline SVG, which print, scale and are read to the blind; colours are those of the style sheet.

const Chart = (() => {
  const WIDTH = 640, HEIGHT = 260, LEFT = 64, RIGHT = 16, TOP = 16, BOTTOM = 44;
  const make = (name, attributes, ...inside) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  };
  const frame = (title, words, height = HEIGHT) => make("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
    "aria-label": `${title}. ${words}` }, make("title", {}, title), make("desc", {}, words));
  const words = (x, y, said, anchor = "middle", style = "") => make("text", { x, y, "text-anchor": anchor,
    class: style }, said);
  const steps = (low, high) => { // some five round numbers
    const raw = (high - low) / 5 || 1, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= raw);
    const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
    return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
  };
  const plain = x => String(+x.toPrecision(6)).replace("-", "−");

  // A line of shares over axes; marks are dots with a name.
  const line = ({ title, said, points, marks = [], x, y }) => {
    const all = [...points, ...marks.map(each => each.point)];
    const xs = all.map(([each]) => each), ys = all.map(([, each]) => each);
    const [x0, x1] = [Math.min(...xs), Math.max(...xs)], low = Math.min(0, ...ys), high = Math.max(...ys, low + 1e-9);
    const px = each => LEFT + (each - x0) / (x1 - x0 || 1) * (WIDTH - LEFT - RIGHT);
    const py = each => HEIGHT - BOTTOM - (each - low) / (high - low) * (HEIGHT - TOP - BOTTOM);
    const svg = frame(title, said);
    for (const tick of steps(low, high)) {
      svg.append(make("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: py(tick), y2: py(tick), class: tick ? "grid" : "zero" }),
        words(LEFT - 6, py(tick) + 4, `${plain(tick * 100)}%`, "end"));
    }
    for (const tick of steps(x0, x1)) svg.append(words(px(tick), HEIGHT - BOTTOM + 18, plain(tick)));
    svg.append(words((LEFT + WIDTH) / 2, HEIGHT - 6, x), words(LEFT, TOP - 4, y, "start"),
      make("polyline", { points: points.map(([a, b]) => `${px(a).toFixed(1)},${py(b).toFixed(1)}`).join(" "), class: "line" }));
    for (const { point: [a, b], name, style } of marks) {
      svg.append(make("circle", { cx: px(a), cy: py(b), r: style === "kink" ? 2.5 : 5, class: style },
        make("title", {}, name)));
      if (style !== "kink") {
        const left = px(a) > WIDTH * .75;
        svg.append(words(px(a) + (left ? -9 : 9), py(b) + (style === "posted" ? -8 : 16), name, left ? "end" : "start"));
      }
    }
    return svg;
  };

  // A bar for each row, with what was posted behind it.
  const bars = ({ title, said, rows }) => {
    const step = 30, height = rows.length * step + 8, most = Math.max(1e-12, ...rows.flatMap(each => [each.now, each.was]));
    const svg = frame(title, said, height), from = 150, room = WIDTH - from - 150;
    for (const [k, row] of rows.entries()) {
      const y = 4 + k * step;
      svg.append(words(from - 8, y + 18, row.name.length > 18 ? `${row.name.slice(0, 17)}…` : row.name, "end"),
        make("rect", { x: from, y: y + 3, width: Math.max(0, row.was / most * room), height: 22, class: "was" }),
        make("rect", { x: from, y: y + 8, width: Math.max(0, row.now / most * room), height: 12, class: "now" }),
        words(from + Math.max(row.was, row.now) / most * room + 8, y + 18, row.text, "start"));
    }
    return svg;
  };
  return { line, bars };
})();
