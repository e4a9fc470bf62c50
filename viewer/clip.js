// The plane that cuts things open.
import { byId } from "./text.js";

export class Clip {
  constructor(stage) {
    this.stage = stage;
    for (const id of ["clip-axis", "clip-turn", "clip-at"]) byId(id).oninput = () => this.update();
    this.update();
  }

  update() {
    const axis = byId("clip-axis").value;
    byId("clip-at").disabled = axis === "";
    if (axis === "") return this.set(null);
    const { low, high } = this.stage.bounds ?? { low: [0, 0, 0], high: [1, 1, 1] };
    const k = Number(axis), room = 0.02 * (high[k] - low[k]);
    const at = low[k] - room + (Number(byId("clip-at").value) / 1000) * (high[k] - low[k] + 2 * room);
    const sign = byId("clip-turn").checked ? -1 : 1;
    const plane = [0, 0, 0, sign * at];
    plane[k] = sign;
    byId("clip-at").setAttribute("aria-valuetext", `${"xyz"[k]} = ${at.toPrecision(3)} m`);
    this.set(plane);
  }

  set(plane) {
    const now = JSON.stringify(plane);
    if (now === this.now) return;
    this.now = now;
    this.stage.setClip(plane);
  }
}
