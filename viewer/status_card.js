// How far the run is, how long the rest takes, what limits its steps; and what can be done about it.
import { post, runPath } from "./api.js";
import { byId, duration, fillFacts, grouped, make, short, trouble } from "./text.js";

/// What run.json and `weft status` call it, in words.
export const statusWords = {
  running: "running", paused: "paused", done: "done", stopped: "stopped at a limit", interrupted: "stopped",
  failed: "failed", killed: "was killed", starting: "starting", empty: "not begun",
};
/// What sets the time step (src/world/world.h), in words.
const limits = {
  max: "the largest that is allowed", cfl: "speed (cfl)", wave: "waves (wave)", mesh: "stiff edges (mesh)",
  viscosity: "viscosity", frame: "the end of the frame", fixed: "the scene", retry: "a step tried again",
};

export class StatusCard {
  constructor(run, changed) {
    this.run = run;
    this.changed = changed;
    this.status = "";
    byId("controls").replaceChildren();
  }

  update(state, known) {
    const chip = byId("chip");
    if (chip.dataset.status !== state.status) chip.textContent = statusWords[state.status] ?? state.status;
    chip.dataset.status = state.status;
    chip.title = state.reason ?? "";
    this.progress(state);
    fillFacts(byId("facts"), this.facts(state, known));
    if (this.status !== state.status) this.offer(state);
    this.status = state.status;
  }

  progress({ frame = 0, first = 1, last = 1 }) {
    const part = last > first ? Math.max(0, (frame - first) / (last - first)) : 0;
    byId("progress-bar").style.width = `${100 * part}%`;
    const bar = byId("progress");
    bar.setAttribute("aria-valuemin", first);
    bar.setAttribute("aria-valuemax", last);
    bar.setAttribute("aria-valuenow", frame);
  }

  facts(s, known) {
    if (s.last === undefined) return [["folder", s.folder]];
    const facts = [["frame", `${s.frame} of ${s.last}`]];
    if (s.status === "running" && s.seconds_left > 0) facts.push(["time left", `about ${duration(s.seconds_left)}`]);
    if (s.seconds_a_frame > 0) facts.push(["a frame takes", duration(s.seconds_a_frame)]);
    const row = known.stats[known.stats.length - 1], column = (name) => row?.[known.columns.stats.indexOf(name)];
    if (row && column("limit") !== "start")
      facts.push(["time step", `${short(column("dt"))} s`], ["set by", limits[column("limit")] ?? String(column("limit"))]);
    facts.push(["points", grouped(s.points)], ["device", s.device === "cpu" ? `cpu, ${s.threads} thread${s.threads === 1 ? "" : "s"}` : s.device]);
    if (s.reason && s.status !== "running" && s.status !== "done") facts.push(["because", s.reason]);
    return facts;
  }

  offer({ status }) {
    const button = (text, action, main) => {
      const b = make("button", { type: "button", textContent: text, className: main ? "main" : "" });
      b.dataset.action = action;
      b.onclick = () => this.act(action, b);
      return b;
    };
    const offers = {
      running: [button("Pause", "pause"), button("Stop", "stop")],
      paused: [button("Continue", "continue", true), button("Stop", "stop")],
      interrupted: [button("Resume", "resume", true)],
      stopped: [button("Resume", "resume", true)],
      killed: [button("Resume", "resume", true)],
    };
    byId("controls").replaceChildren(...(offers[status] ?? []));
  }

  async act(action, button) {
    button.disabled = true;
    try {
      await post(runPath(this.run, action));
      trouble(null);
    } catch (error) {
      trouble(error);
    }
    this.status = ""; // the offers are made anew
    this.changed();
  }
}
