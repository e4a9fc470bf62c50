// The list of objects and obstacles, each on or off.
import { cssColour } from "./colours.js";
import { byId, grouped, make } from "./text.js";

export class Objects {
  constructor(stage) {
    this.stage = stage;
    this.hidden = new Set();
    this.names = "";
    stage.setHidden(this.hidden);
  }

  update(frame) {
    const all = [...frame.objects, ...frame.colliders];
    const names = JSON.stringify(all.map((o) => [o.name, o.points]));
    if (names === this.names) return;
    this.names = names;
    byId("objects").replaceChildren(...all.map((o) => this.entry(o)));
  }

  entry(o) {
    const box = make("input", { type: "checkbox", checked: !this.hidden.has(o.name) });
    const swatch = make("i");
    swatch.style.background = cssColour(o.colour);
    const about = o.points === undefined ? o.kind : `${grouped(o.points)} ${{ points: "points", curves: "vertices", mesh: "vertices" }[o.kind]}`;
    const label = make("label", { className: box.checked ? "" : "off" }, box, swatch, o.name || o.kind, make("small", { textContent: about }));
    box.onchange = () => {
      if (box.checked) this.hidden.delete(o.name);
      else this.hidden.add(o.name);
      label.className = box.checked ? "" : "off";
      this.stage.setHidden(this.hidden);
    };
    return make("li", {}, label);
  }

  toggle(index) {
    byId("objects").children[index]?.querySelector("input").click();
  }
}
