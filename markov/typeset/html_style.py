"""The look of a page: on a wide screen, on a narrow one, in the dark, and on paper."""

from markov.tables.drawing import INKS

_DARK = {
    "ink": "#dedad2",
    "faint": "#8f8b84",
    "first": "#8bb8ea",
    "second": "#f0a070",
    "third": "#85c795",
    "fill": "#262b31",
}
"""What each ink of a drawing is in the dark."""

_INKS = "\n".join(
    f'svg [style*="{paint}: {colour}"] {{ {paint}: var(--{ink}-drawn) !important }}'
    for ink, colour in INKS.items()
    for paint in ("stroke", "fill")
)
_DRAWN = "; ".join(f"--{ink}-drawn: {colour}" for ink, colour in INKS.items())
_DRAWN_DARK = "; ".join(f"--{ink}-drawn: {colour}" for ink, colour in _DARK.items())

# A face that every system has in some form, all of them with lining figures of one width.
STYLE = f"""
:root {{
  color-scheme: light dark;
  --paper: #fefdfb; --ink: #24211e; --faint: #6a655e; --rule: #24211e; --hair: #d9d4ca;
  --wash: #f6f3ec; --link: #1d4f80; --good: #1b6638; --bad: #a12a1e; --even: #74560a;
  {_DRAWN};
}}
@media screen and (prefers-color-scheme: dark) {{
  :root {{
    --paper: #1a1918; --ink: #dedad2; --faint: #a09b92; --rule: #a9a49b; --hair: #3b3835;
    --wash: #242220; --link: #9cc3ea; --good: #86cf9c; --bad: #f3a396; --even: #dcbd6c;
    {_DRAWN_DARK};
  }}
}}
* {{ box-sizing: border-box }}
html {{
  background: var(--paper); color: var(--ink); scroll-padding-top: 1.5rem;
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
  font: 1.0625rem/1.55 Charter, "Bitstream Charter", "Sitka Text", Cambria, Caladea, "Charis SIL",
    "Source Serif 4", "Noto Serif", "DejaVu Serif", serif;
  font-variant-numeric: lining-nums tabular-nums; font-kerning: normal;
}}
body {{
  margin: 0 auto; padding: 2.5rem 1.25rem 5rem; max-width: 60rem; overflow-wrap: break-word;
}}
h1, h2, h3, h4, h5, h6 {{ line-height: 1.25; font-weight: 600; text-wrap: balance; margin: 0 }}
h1 {{ font-size: 2.1rem; letter-spacing: -0.008em }}
main h2 {{ font-size: 1.5rem; margin: 4rem 0 1rem }}
main h3 {{ font-size: 1.2rem; margin: 2.75rem 0 0.75rem }}
main :is(h4, h5, h6) {{ font-size: 1.0625rem; margin: 2rem 0 0.5rem }}
.no {{ color: var(--faint); font-weight: 400; margin-right: 0.45em }}
p, ul, ol, dl, pre {{ margin: 0 0 0.9rem; max-width: 40rem }}
p {{ hyphens: manual; text-wrap: pretty }}
a {{ color: var(--link); text-decoration: underline 0.06em; text-underline-offset: 0.16em }}
a.ref {{ white-space: nowrap; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent) }}
a:hover, a.ref:hover {{ text-decoration-color: currentColor; text-decoration-thickness: 0.1em }}
:focus-visible {{ outline: 2px solid var(--link); outline-offset: 3px; border-radius: 2px }}
.skip {{ position: absolute; left: -999rem }}
.skip:focus {{ left: 1rem; top: 1rem; background: var(--paper); padding: 0.4rem 0.8rem; z-index: 1 }}
code, pre {{ font: 0.84em/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }}
code {{ overflow-wrap: anywhere }}
pre {{
  max-width: 100%; overflow-x: auto; padding: 0.8rem 1rem; background: var(--wash); border-radius: 3px;
}}
header {{ margin-bottom: 3rem }}
header .subtitle {{ font-size: 1.25rem; font-style: italic; color: var(--faint); margin: 0.35rem 0 1.75rem }}
header dl {{
  display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1.5rem; max-width: 46rem;
  border-top: 1px solid var(--hair); padding-top: 1rem; font-size: 0.95rem;
}}
header dt {{ color: var(--faint) }}
header dd {{ margin: 0 }}
nav {{ font-size: 0.95rem; line-height: 1.4; margin-bottom: 3rem }}
nav h2 {{ font-size: 1rem; margin-bottom: 0.6rem }}
nav ol {{ list-style: none; padding: 0; margin: 0 }}
nav li {{ margin: 0.3rem 0 }}
nav ol ol {{ padding-left: 1.3rem; font-size: 0.95em }}
nav a {{ display: flex; color: inherit; text-decoration: none }}
nav a:hover {{ color: var(--link); text-decoration: underline }}
nav .no {{ flex: none; min-width: 1.3rem }}
nav ol ol .no {{ min-width: 2rem }}
dl.terms {{ max-width: 46rem }}
dl.terms dt {{ font-style: italic; text-wrap: balance }}
dl.terms dd {{ margin: 0 0 0.7rem 1.5rem }}
dl.terms dt code {{ font-style: normal }}
dl.terms .display {{ margin: 0.2rem 0 0.3rem }}
li {{ margin: 0.25rem 0 }}
li::marker {{ color: var(--faint) }}
math {{
  font-family: "STIX Two Math", "Cambria Math", "Libertinus Math", "Latin Modern Math",
    "TeX Gyre Termes Math", math;
}}
mtd {{ padding: 0.3em 0.55em }}
.display {{ overflow: auto hidden; padding: 0.35rem 0; margin: 0.4rem 0 1rem; max-width: 100% }}
.display math {{ display: block math; width: max-content; margin: 0 auto 0 1.5rem }}
dd .display math {{ margin-left: 0 }}
figure {{ margin: 2rem 0 2.25rem; font-size: 0.92rem; line-height: 1.4 }}
figcaption, caption {{ text-align: left; text-wrap: pretty }}
figcaption {{ max-width: 40rem; margin-top: 0.6rem }}
figcaption p {{ color: var(--faint); font-size: 0.95em; margin: 0 0 0.35rem }}
.scroll {{ overflow-x: auto; max-width: 100%; overscroll-behavior-x: contain }}
svg {{ display: block; max-width: 100%; height: auto; color: var(--ink) }}
svg text {{ font-family: inherit !important }}
table {{ border-collapse: collapse; border-bottom: 1.5px solid var(--rule) }}
caption {{ padding-bottom: 0.55rem }}
caption > span {{
  display: block; position: sticky; left: 0; width: fit-content; max-width: min(40rem, calc(100vw - 2.5rem));
}}
caption b, figcaption b {{ font-weight: 600 }}
th, td {{
  padding: 0.26rem 0 0.26rem 1.4rem; text-align: right; vertical-align: top; font-weight: 400;
  unicode-bidi: isolate;
}}
:is(th, td):first-child {{ padding-left: 0 }}
.l {{ text-align: left }}
thead th {{
  color: var(--faint); vertical-align: bottom; font-size: 0.94em; line-height: 1.25; padding-bottom: 0.4rem;
}}
thead {{ border-top: 1.5px solid var(--rule); border-bottom: 0.75px solid var(--rule) }}
tbody tr + tr {{ border-top: 0.5px solid var(--hair) }}
tfoot tr:first-child {{ border-top: 0.75px solid var(--rule) }}
.good {{ color: var(--good) }}
.bad {{ color: var(--bad) }}
.even {{ color: var(--even) }}
.faint {{ color: var(--faint) }}
.t {{ display: inline-block; text-align: left }}
.k {{ white-space: nowrap }}
.g {{ margin-right: 0.16em }}
.n, .s {{ display: inline-block; text-align: left }}
.n {{ max-width: 36em }}
.s {{ max-width: 26em }}
:target {{ scroll-margin-top: 1.5rem }}
section:target > :is(h2, h3, h4, h5, h6), figure:target :is(caption > span, figcaption) {{
  background: var(--wash);
}}
{_INKS}
@media screen {{
  .drawn svg {{ zoom: 1.2 }}
  tbody tr:hover {{ background: var(--wash) }}
  td, tbody th, tfoot th {{ white-space: nowrap }}
  :is(th, td, .k) > wbr {{ display: none }}
  .n, .s {{ white-space: normal }}
  tr > th:first-child:not(:has(.s)) {{ position: sticky; left: 0; background: var(--paper) }}
  tbody tr:hover > th:first-child {{ background: var(--wash) }}
  .n {{ min-width: 14.5em }}
  .s {{ min-width: 15em }}
  .scroll {{
    background:
      linear-gradient(to right, var(--paper) 40%, transparent) left -2px top / 2.5rem 100% no-repeat local,
      linear-gradient(to left, var(--paper) 40%, transparent) right -2px top / 2.5rem 100% no-repeat local,
      linear-gradient(to right, var(--hair), transparent) left / 0.7rem 100% no-repeat scroll,
      linear-gradient(to left, var(--hair), transparent) right / 0.7rem 100% no-repeat scroll;
  }}
}}
@media screen and (min-width: 68rem) {{
  body {{
    display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 4rem; max-width: 92rem;
    padding: 4rem 3rem 6rem; align-items: start;
  }}
  header, main {{ grid-column: 2 }}
  nav {{
    grid-column: 1; grid-row: 1 / span 2; position: sticky; top: 0; max-height: 100vh; overflow-y: auto;
    padding: 0.5rem 0.75rem 2rem 0; margin: 0; font-size: 0.9rem; scrollbar-width: thin;
  }}
  main > section:first-child > h2 {{ margin-top: 0 }}
}}
@media print, (min-width: 40rem) {{
  dl.terms {{ display: grid; grid-template-columns: 10.5rem minmax(0, 1fr); gap: 0.65rem 1.5rem }}
  dl.terms dd {{ margin: 0; break-inside: avoid }}
}}
@media screen and (max-width: 40rem) {{
  .drawn svg {{ zoom: 1; max-width: none }}
}}
@media (max-width: 30rem) {{
  html {{ font-size: 1rem }}
  h1 {{ font-size: 1.7rem }}
  body {{ padding-top: 1.5rem }}
  header dl {{ grid-template-columns: 1fr; gap: 0 }}
  header dd {{ margin-bottom: 0.5rem }}
}}
@page {{
  margin: 21mm 19mm 23mm;
  @bottom-center {{ content: counter(page); font: 9pt Charter, Cambria, Caladea, serif }}
}}
@media print {{
  html {{ background: none; font-size: 10pt; line-height: 1.42 }}
  body {{ max-width: none; padding: 0 }}
  p, ul, ol, dl, figcaption {{ max-width: none; orphans: 3; widows: 3 }}
  .skip {{ display: none }}
  a {{ color: inherit; text-decoration: none }}
  h1, h2, h3, h4, h5, h6, caption, thead {{ break-after: avoid }}
  tr, li, svg, .display, .drawn {{ break-inside: avoid }}
  .short {{ break-inside: avoid }}
  figcaption {{ break-before: avoid }}
  main h2 {{ margin-top: 11mm }}
  main > section:first-child > h2 {{ margin-top: 0 }}
  nav {{ columns: 2; column-gap: 10mm; break-after: page }}
  nav h2 {{ column-span: all }}
  nav li {{ break-inside: avoid }}
  thead {{ display: table-header-group }}
  tfoot {{ display: table-row-group }}
  table {{ font-size: 8.5pt; line-height: 1.3 }}
  th, td {{ padding: 0.7mm 0 0.7mm 3.2mm }}
  .scroll, .display, pre {{ overflow: visible; white-space: normal }}
  pre {{ white-space: pre-wrap; overflow-wrap: anywhere; padding: 2mm 3mm }}
  .display math {{ max-width: 100% }}
}}
"""
