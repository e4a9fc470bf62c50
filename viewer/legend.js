// Colour by a quantity: the choice, the range, the legend in the picture.
import { json, runPath } from "./api.js";
import { cssGradient } from "./colours.js";
import { byId, make, short, trouble } from "./text.js";

export class Legend {
  constructor(page) {
    this.page = page;
    this.quantities = [];
    this.framesThen = 0;
    this.own = null; // a range that somebody has typed
    byId("legend-bar").style.background = cssGradient();
    byId("colour").onchange = () => this.choose(byId("colour").value);
    for (const id of ["range-low", "range-high"]) byId(id).onchange = () => this.typed();
    byId("range-auto").onclick = () => this.auto();
    this.choose("");
  }

  /// Asks what can be shown, and between which values; again whenever the run has become twice as long.
  async learn(frames) {
    if (this.framesThen && frames < 2 * this.framesThen && this.page.state.status !== "done") return;
    this.framesThen = frames;
    try {
      this.quantities = await json(runPath(this.page.run, "quantities"));
    } catch (error) {
      return trouble(error);
    }
    const chosen = byId("colour").value;
    byId("colour").replaceChildren(make("option", { value: "", textContent: "object" }),
      ...this.quantities.map((q) => make("option", { value: q.name, textContent: q.title })));
    byId("colour").value = this.quantities.some((q) => q.name === chosen) ? chosen : "";
    this.setRange();
  }

  get chosen() {
    return this.quantities.find((q) => q.name === byId("colour").value);
  }

  choose(name) {
    byId("colour").value = name;
    this.own = null;
    this.page.frames.quantity = name;
    byId("range").hidden = byId("legend").hidden = name === "";
    this.setRange();
    this.page.playback.reload();
  }

  next() {
    const names = ["", ...this.quantities.map((q) => q.name)];
    this.choose(names[(names.indexOf(byId("colour").value) + 1) % names.length]);
  }

  typed() {
    const low = Number(byId("range-low").value), high = Number(byId("range-high").value);
    if (Number.isFinite(low) && Number.isFinite(high) && low < high) this.own = [low, high];
    this.setRange();
  }

  auto() {
    this.own = null;
    this.setRange();
  }

  setRange() {
    if (!this.chosen) return;
    let [low, high] = this.own ?? [this.chosen.low, this.chosen.high];
    if (!(high > low)) high = low + (Math.abs(low) || 1) * 1e-6;
    this.page.stage.setRange(low, high);
    byId("range-low").value = short(low);
    byId("range-high").value = short(high);
    byId("legend-title").textContent = this.chosen.title;
    for (const [id, v] of [["low", low], ["middle", (low + high) / 2], ["high", high]]) byId(`legend-${id}`).textContent = short(v);
  }

  /// Objects that do not have the quantity keep their colour, and the legend says so.
  update(frame) {
    if (!this.chosen) return;
    const without = frame.objects.filter((o) => !o.values).map((o) => o.name);
    const all = without.length === frame.objects.length;
    byId("legend-title").textContent = this.chosen.title + (all ? " – in no object of this frame" : without.length ? ` – not in ${without.join(", ")}` : "");
  }
}
