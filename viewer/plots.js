// stats.csv and probes.csv as curves over time, growing while the run goes. A click goes to that frame.
import uPlot from "uplot";
import { byId, make, short } from "./text.js";

const HEIGHT = 118;
const inks = { light: ["#1f7078", "#b4602a", "#5c5aa8", "#3f7d3a", "#a63d62", "#7a6a2a"],
               dark: ["#63bfc6", "#e39b63", "#a3a1ea", "#85c47f", "#e788a8", "#cdbb6c"] };

/// What is plotted before anybody asks: those of these columns that the run has.
const usual = [
  { title: "energy", unit: "J", columns: ["kinetic", "elastic", "gravity"] },
  { title: "time step", unit: "s", columns: ["dt"] },
  { title: "a frame takes", unit: "s", columns: ["seconds"] },
];

export class Plots {
  constructor(goTo) {
    this.goTo = goTo;
    this.plots = [];
    this.added = [];
    this.list = "";
    this.rows = 0;
    byId("add-plot").onchange = () => this.add(byId("add-plot").value);
  }

  close() {
    for (const p of this.plots) p.chart?.destroy();
    this.plots = [];
    byId("plots").replaceChildren();
  }

  get visible() {
    return !byId("page-plots").hidden;
  }

  update(known) {
    this.known = known;
    const rows = known.stats.length + known.probes.length;
    if (rows === this.rows && this.list) return;
    this.rows = rows;
    this.redraw();
  }

  add(column) {
    byId("add-plot").value = "";
    if (!column) return;
    this.added = [...new Set([...this.added, column])];
    this.redraw();
  }

  remove(column) {
    this.added = this.added.filter((c) => c !== column);
    this.redraw();
  }

  /// What there is to plot now: { table, title, columns }.
  wanted() {
    const { columns } = this.known, stats = columns.stats ?? [];
    const plots = usual.filter((p) => p.columns.every((c) => stats.includes(c))).map((p) => ({ ...p, table: "stats" }));
    for (const c of (columns.probes ?? []).filter((c) => !["frame", "time"].includes(c)))
      plots.push({ title: c, columns: [c], table: "probes" });
    for (const c of this.added) plots.push({ title: c.replaceAll("_", " "), columns: [c], table: "stats", added: true });
    return plots;
  }

  redraw() {
    if (!this.known || !this.visible) return;
    const wanted = this.wanted(), ink = inks[document.documentElement.dataset.theme] ?? inks.light;
    const list = JSON.stringify([wanted, ink]);
    if (list !== this.list) {
      this.close();
      this.list = list;
      this.plots = wanted.map((p) => this.make(p, ink));
      this.offer();
    }
    for (const p of this.plots) p.chart.setData(this.data(p));
    this.setFrame(this.frame);
  }

  offer() {
    const numbers = (this.known.columns.stats ?? []).filter((c) => !["frame", "time", "limit", "stop", "device", "state_hash"].includes(c));
    byId("add-plot").replaceChildren(make("option", { value: "", textContent: "a column of stats.csv" }),
      ...numbers.map((c) => make("option", { value: c, textContent: c.replaceAll("_", " ") })));
  }

  data({ table, columns }) {
    const names = this.known.columns[table], rows = this.known[table];
    return ["time", ...columns].map((c) => {
      const k = names.indexOf(c);
      return rows.map((r) => (typeof r[k] === "number" ? r[k] : null));
    });
  }

  make(plot, ink) {
    const names = plot.columns.map((c, i) => {
      const mark = make("i");
      mark.style.background = ink[i];
      return make("span", {}, ...(plot.columns.length > 1 ? [mark, c] : []), make("em", { textContent: "" }));
    });
    const head = make("header", {}, make("b", { textContent: plot.title + (plot.unit ? ` [${plot.unit}]` : "") }), ...names);
    if (plot.added) {
      const away = make("button", { type: "button", className: "quiet", textContent: "×", ariaLabel: `Without ${plot.title}` });
      away.onclick = () => this.remove(plot.columns[0]);
      head.append(away);
    }
    const holder = make("div", { className: "plot", role: "group", ariaLabel: `${plot.title} over time` }, head);
    byId("plots").append(holder);
    const style = getComputedStyle(document.documentElement), muted = style.getPropertyValue("--muted"), line = style.getPropertyValue("--line");
    const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 }, font: "11px system-ui, sans-serif" };
    const chart = new uPlot({
      width: holder.clientWidth || 300,
      height: HEIGHT,
      legend: { show: false },
      cursor: { sync: { key: "time" }, points: { size: 6 }, y: false, drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [{ ...axis, size: 26, values: (_, all) => all.map(short) }, { ...axis, size: 52, values: (_, all) => all.map(short) }],
      series: [{}, ...plot.columns.map((c, i) => ({ label: c, stroke: ink[i], width: 1.6, points: { show: false } }))],
      hooks: { draw: [(u) => this.drawNow(u, plot.table, ink[0])] },
    }, this.data(plot), holder);
    chart.over.addEventListener("click", () => this.clicked(chart, plot.table));
    return { ...plot, chart, names };
  }

  clicked(chart, table) {
    const row = this.known[table][chart.cursor.idx];
    if (row) this.goTo(row[this.known.columns[table].indexOf("frame")]);
  }

  /// A line at the frame that is shown.
  drawNow(u, table, ink) {
    const row = this.rowOf(table);
    if (!row) return;
    const x = Math.round(u.valToPos(row[this.known.columns[table].indexOf("time")], "x", true));
    u.ctx.save();
    u.ctx.globalAlpha = 0.5;
    u.ctx.fillStyle = ink;
    u.ctx.fillRect(x, u.bbox.top, Math.max(1, devicePixelRatio), u.bbox.height);
    u.ctx.restore();
  }

  rowOf(table) {
    const k = this.known?.columns[table]?.indexOf("frame") ?? -1;
    return k < 0 ? undefined : this.known[table].findLast((r) => r[k] === this.frame);
  }

  setFrame(number) {
    this.frame = number;
    if (!this.visible) return;
    for (const p of this.plots) {
      const row = this.rowOf(p.table);
      for (const [i, c] of p.columns.entries())
        p.names[i].querySelector("em").textContent = row ? short(row[this.known.columns[p.table].indexOf(c)]) : "";
      p.chart.redraw(false, false);
    }
  }
}
