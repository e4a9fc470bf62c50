// Numbers and durations as people read them; small helpers for the page.

export const byId = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/// Three digits, without needless zeros: 0.0123, 12.3, 4.56e-7.
export function short(v) {
  if (typeof v !== "number" || !Number.isFinite(v)) return String(v);
  if (v === 0) return "0";
  const size = Math.abs(v);
  if (size >= 1e5 || size < 1e-3) return v.toExponential(2).replace(/\.?0*e\+?/, "e");
  return String(Number(v.toPrecision(3)));
}

/// 1 234 567
export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");

export function duration(seconds) {
  const s = Math.round(seconds);
  if (s >= 3600) return `${Math.floor(s / 3600)} h ${String(Math.floor((s % 3600) / 60)).padStart(2, "0")} min`;
  if (s >= 60) return `${Math.floor(s / 60)} min ${String(s % 60).padStart(2, "0")} s`;
  return seconds < 10 ? `${Number(seconds.toPrecision(2))} s` : `${s} s`;
}

/// Terms and their values into a definition list.
export function fillFacts(list, facts) {
  list.replaceChildren(...facts.flatMap(([name, value]) => [make("dt", { textContent: name }), make("dd", { textContent: value })]));
}

/// Says what went wrong above everything else; null: nothing any more.
export function trouble(error) {
  const box = byId("trouble");
  box.hidden = !error;
  if (!error) return;
  box.replaceChildren((error.code ? `${error.code}: ` : "") + error.message);
  if (error.hint) box.append(make("small", { textContent: error.hint }));
}
