/** The panel's own sheet. All that a page may change is a variable that begins with --jackfield; its colour scheme is followed. */
export const style = `
:host {
  color-scheme: light dark;
  display: block;
  position: relative;
  container-type: inline-size;
  font: 14px/1.45 var(--jackfield-font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif);
  color: var(--fg);
  --bg: var(--jackfield-bg, light-dark(#fdfcfa, #1a1917));
  --sunk: var(--jackfield-sunk, light-dark(#f4f2ed, #232220));
  --fg: var(--jackfield-fg, light-dark(#1f1d1a, #eceae5));
  --muted: var(--jackfield-muted, light-dark(#68635a, #a19b90));
  --line: var(--jackfield-line, light-dark(#e3dfd6, #35322e));
  --edge: var(--jackfield-edge, light-dark(#8d877c, #79736a));
  --accent: var(--jackfield-accent, light-dark(#1f1d1a, #eceae5));
  --on-accent: var(--jackfield-on-accent, light-dark(#fdfcfa, #1a1917));
  --ok: var(--jackfield-ok, light-dark(#1f7a4a, #5cc78d));
  --warn: var(--jackfield-warn, light-dark(#8f5a08, #e3a94d));
  --warn-bg: var(--jackfield-warn-bg, light-dark(#fbf2df, #2d2517));
  --danger: var(--jackfield-danger, light-dark(#ab2f23, #f08a7c));
  --radius: var(--jackfield-radius, 10px);
  --small-radius: calc(var(--radius) * 0.7);
  --mono: var(--jackfield-mono, ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace);
}
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
:host([hidden]), [hidden] { display: none !important }
*, ::before, ::after { box-sizing: border-box; margin: 0 }
.panel {
  background: var(--bg); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden;
  overflow-wrap: anywhere; text-align: start;
}
section, header { padding: 16px 20px }
section { border-top: 1px solid var(--line) }
header { display: flex; gap: 12px; align-items: center }
header > div { flex: 1; min-width: 0 }
header button:not(.switch) { flex: none }
h2 { font-size: 15px; line-height: 1.3; font-weight: 600; letter-spacing: -.005em }
h3 { font-size: 12.5px; font-weight: 600; color: var(--muted); margin-bottom: 8px }
p + p { margin-top: 6px }
.muted, small { color: var(--muted); font-size: 12.5px }
ul { list-style: none; padding: 0 }
code, pre { font: 12.5px/1.5 var(--mono) }
button, select, input { font: inherit; color: inherit }
button {
  min-height: 34px; padding: 0 12px; border: 1px solid var(--line); border-radius: var(--small-radius);
  background: none; cursor: pointer; font-weight: 500; white-space: nowrap;
}
button:hover { border-color: var(--edge) }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
button.main:hover { opacity: .86 }
button.quiet { border-color: transparent; color: var(--muted); padding: 0 8px }
button.quiet:hover { color: var(--fg); background: var(--sunk) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
select, input:not([type=checkbox]) {
  height: 34px; padding: 0 10px; border: 1px solid var(--line); border-radius: var(--small-radius);
  background: var(--bg); max-width: 100%;
}
input:not([type=checkbox]) { width: 100% }
select { padding-inline-start: 6px }
.row { display: flex; gap: 8px; align-items: center; flex-wrap: wrap }
.stack > :not([hidden]) ~ * { margin-top: 10px }
.grow { flex: 1; min-width: 0 }
.jack {
  width: 14px; height: 14px; flex: none; border-radius: 50%; border: 2px solid var(--edge); display: inline-grid;
  place-items: center; color: var(--edge);
}
.jack::after { content: ""; width: 6px; height: 6px; border-radius: 50% }
.jack.ready { border-color: currentColor; color: var(--ok) }
.jack.ready::after { background: currentColor }
.jack.connecting { border-color: currentColor; color: var(--warn); animation: wait 1.4s ease-in-out infinite }
.jack.refused, .jack.displaced, .jack.expired, .jack.paused { border-color: currentColor; color: var(--warn) }
.jack.paused::after { background: currentColor; border-radius: 1px }
@keyframes wait {
  50% { opacity: .35 }
}
.presence { display: flex; gap: 8px; align-items: center; color: var(--muted); font-size: 13px; margin-top: 3px; flex-wrap: wrap }
.mode { border: 1px solid var(--edge); border-radius: 99px; padding: 0 8px; font-size: 12px; white-space: nowrap }
.switch {
  position: relative; width: 46px; min-height: 26px; height: 26px; padding: 0; border-radius: 99px;
  border-color: var(--edge); flex: none;
}
.switch::after {
  content: ""; position: absolute; top: 3px; left: 3px; width: 18px; height: 18px; border-radius: 50%;
  border: 2px solid var(--edge); transition: translate .16s,background .16s,border-color .16s;
}
.switch[aria-checked=true] { background: var(--accent); border-color: var(--accent) }
.switch[aria-checked=true]::after { translate: 20px; background: var(--bg); border-color: var(--bg) }
.tabs { display: flex; gap: 6px; flex-wrap: wrap }
.tabs button { display: inline-flex; gap: 8px; align-items: center }
.tabs [aria-current=true] { background: var(--sunk); border-color: var(--edge) }
.tabs { margin-inline-end: auto }
.tabs .jack { width: 12px; height: 12px }
.tabs .jack::after { width: 4px; height: 4px }
.address {
  display: flex; align-items: center; gap: 4px; background: var(--sunk); border-radius: var(--small-radius);
  padding: 4px 4px 4px 12px;
}
.address code { flex: 1; min-width: 0; padding: 6px 0 }
.qr { display: grid; grid-template-columns: auto 1fr; gap: 16px; align-items: center }
.qr svg { width: 132px; height: 132px; background: #fff; border-radius: var(--small-radius); fill: #111; shape-rendering: crispEdges }
.note { background: var(--warn-bg); border-radius: var(--small-radius); padding: 12px 14px }
.note .row { margin-top: 10px }
.note button, .ask button:not(.main) { border-color: var(--edge) }
.note li { padding-inline-start: 14px; position: relative }
.note li::before { content: "–"; position: absolute; inset-inline-start: 0; color: var(--warn) }
.ask { background: var(--warn-bg) }
.ask li + li { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line) }
.ask h4 { font-size: 15px; font-weight: 600; margin: 2px 0 0 }
.ask .says { margin-top: 8px }
.ask pre {
  background: var(--bg); border: 1px solid var(--line); border-radius: var(--small-radius); padding: 10px 12px;
  margin: 10px 0; max-height: 200px; overflow: auto; white-space: pre-wrap;
}
.ask label { display: block; margin: 8px 0 }
.ask label > span { display: block; font-size: 12.5px; color: var(--muted); margin-bottom: 3px }
.mark { font-size: 12px; color: var(--muted); white-space: nowrap }
.mark.strong { color: var(--danger) }
.set label { display: flex; gap: 10px; align-items: flex-start; padding: 5px 0; cursor: pointer }
[type=checkbox] { width: 16px; height: 16px; margin: 2px 0 0; accent-color: var(--accent); flex: none }
.set .muted { display: block }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 8px }
.pair label { display: block }
.pair span { display: block; font-size: 12.5px; color: var(--muted); margin-bottom: 3px }
.pair select, .pair input { width: 100% }
.list li { display: grid; grid-template-columns: 1fr auto; gap: 0 12px; padding: 7px 0; align-items: baseline }
.list li + li { border-top: 1px solid var(--line) }
.list .muted { grid-column: 1/-1 }
.list .end { font-size: 12.5px; color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap }
.list button { min-height: 24px; margin-block: -3px; font-size: 13px }
.list .bad { color: var(--danger) }
summary {
  cursor: pointer; font-size: 12.5px; font-weight: 600; color: var(--muted); border-radius: 4px; list-style: none;
  display: flex; align-items: center; gap: 6px;
}
summary::-webkit-details-marker { display: none }
summary::before {
  content: ""; width: 5px; height: 5px; border: solid currentColor; border-width: 0 1.5px 1.5px 0; rotate: -45deg;
  transition: rotate .12s; margin-inline: 2px;
}
details[open] > summary::before { rotate: 45deg }
details[open] > summary { margin-bottom: 8px }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
:host([floating]) {
  position: fixed; inset: auto 20px 20px auto; z-index: 2147483000; display: flex; flex-direction: column;
  align-items: flex-end; gap: 10px; container-type: normal; max-width: calc(100vw - 24px);
}
:host([floating]) .panel {
  width: 400px; max-width: 100%; max-height: min(720px,calc(100dvh - 90px)); overflow: auto;
  box-shadow: 0 1px 2px #0000000f,0 12px 32px #0000002b;
}
.launch { display: none }
:host([floating]) .launch {
  display: inline-flex; gap: 9px; align-items: center; min-height: 40px; border-radius: 99px; background: var(--bg);
  padding: 0 16px; box-shadow: 0 1px 2px #0000000f,0 4px 14px #00000024;
}
.launch b { background: var(--warn); color: var(--bg); font-size: 12px; border-radius: 99px; min-width: 20px; padding: 1px 6px }
@container (max-width:340px) {
  section, header { padding: 14px }
  .qr, .pair { grid-template-columns: 1fr }
}
@media (max-width:440px) {
  :host([floating]) { inset: auto 12px 12px 12px }
  :host([floating]) .panel { width: 100% }
}
@media (pointer:coarse) {
  button, select, input:not([type=checkbox]) { min-height: 42px }
  .switch { min-height: 26px }
}
@media (prefers-reduced-motion:reduce) {
  *, ::after, ::before { animation: none !important; transition: none !important }
}
@media (forced-colors:active) {
  .jack.ready::after { background: CanvasText }
  .switch[aria-checked=true] { background: Highlight }
  .switch[aria-checked=true]::after { background: Canvas }
}
`;
