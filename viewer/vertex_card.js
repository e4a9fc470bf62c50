// The numbers of a vertex that was clicked, followed from frame to frame.
import { json, runPath } from "./api.js";
import { byId, fillFacts, make, short, trouble } from "./text.js";

const STILL = 4; // pixels that the pointer may move between press and release

export class VertexCard {
  constructor(page) {
    this.page = page;
    this.chosen = null;
    const canvas = byId("canvas");
    canvas.onpointerdown = (event) => (this.pressed = [event.clientX, event.clientY]);
    canvas.onpointerup = (event) => this.released(event);
    this.forget();
  }

  close() {
    this.forget();
    byId("canvas").onpointerdown = byId("canvas").onpointerup = null;
  }

  released(event) {
    const [x, y] = this.pressed ?? [-100, -100];
    if (event.button !== 0 || Math.hypot(event.clientX - x, event.clientY - y) > STILL) return;
    this.pickAt(event.offsetX, event.offsetY);
  }

  pickAt(x, y) {
    this.chosen = this.page.stage.pick(x, y);
    if (this.chosen) this.update(this.page.stage.frame);
    else this.forget();
  }

  forget() {
    this.chosen = null;
    byId("vertex").hidden = true;
    this.page.stage.mark(null);
  }

  async update(frame) {
    const c = this.chosen;
    if (!c) return;
    if (!frame.objects[c.object] || c.vertex >= frame.objects[c.object].points) return this.forget();
    this.page.stage.mark(this.page.stage.bodies[c.object].positionOf(c.vertex));
    try {
      const about = await json(runPath(this.page.run, "vertex", frame.number, c.object, c.vertex));
      if (this.chosen === c && this.page.stage.frame === frame) this.tell(about);
    } catch (error) {
      trouble(error);
    }
  }

  tell(v) {
    const vector = (x) => x.map(short).join("  ");
    const facts = [["vertex", v.vertex], ...(v.id === undefined ? [] : [["id", v.id]]), ["position", `${vector(v.position)} m`]];
    if (v.velocity) facts.push(["velocity", `${vector(v.velocity)} m/s`], ["speed", `${short(v.speed)} m/s`]);
    for (const [name, value] of Object.entries(v.scalars ?? {})) facts.push([name.replaceAll("_", " "), short(value)]);
    const list = make("dl");
    fillFacts(list, facts);
    byId("vertex").replaceChildren(make("h3", { textContent: v.object }), list);
    byId("vertex").hidden = false;
  }
}
