// A run: asks how far it is, and brings its parts together.
import { json, runPath } from "./api.js";
import { Clip } from "./clip.js";
import { Frames } from "./frames.js";
import { startKeys } from "./keys.js";
import { Legend } from "./legend.js";
import { Messages } from "./messages.js";
import { Objects } from "./objects.js";
import { Playback } from "./playback.js";
import { Plots } from "./plots.js";
import { showScene } from "./scene_text.js";
import { Stage } from "./stage.js";
import { StatusCard } from "./status_card.js";
import { startTabs } from "./tabs.js";
import { byId, trouble } from "./text.js";
import { isDark } from "./theme.js";
import { VertexCard } from "./vertex_card.js";

const SOON = 400, LATER = 3000; // milliseconds between two questions: of a run that goes, of one that stands

/// [[1, 4, 1], [6, 10, 2]] -> 1 2 3 4 6 8 10
function unrolled(ranges) {
  const out = [];
  for (const [first, last, step] of ranges) for (let n = first; n <= last; n += step) out.push(n);
  return out;
}

let stage = null; // one for all runs: a browser has few contexts to draw with

export class RunPage {
  constructor(run) {
    this.run = run;
    this.known = { stats: [], probes: [], columns: {}, events: [] };
    stage ??= new Stage(byId("canvas"));
    stage.clear();
    stage.resize();
    this.stage = stage;
    this.frames = new Frames(run);
    this.playback = new Playback(this.frames, (frame) => this.show(frame));
    this.legend = new Legend(this);
    this.objects = new Objects(stage);
    this.clip = new Clip(stage);
    this.plots = new Plots((frame) => this.playback.goToRow(frame));
    this.messages = new Messages();
    this.card = new StatusCard(run, () => this.poll());
    this.vertex = new VertexCard(this);
    this.stopKeys = startKeys(this);
    this.tabs = startTabs((tab) => this.tabChanged(tab));
    byId("frame-camera").onclick = () => stage.frameCamera();
    byId("shadows").onchange = () => stage.setShadows(byId("shadows").checked);
    byId("scene-text").replaceChildren();
    this.themeChanged();
    this.poll();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.playback.close();
    this.frames.close();
    this.plots.close();
    this.vertex.close();
    this.stopKeys();
    stage.clear();
  }

  themeChanged() {
    stage.setDark(isDark());
    this.plots.redraw();
  }

  tabChanged(tab) {
    if (tab === "plots") this.plots.redraw();
    if (tab === "scene" && !byId("scene-text").childNodes.length) showScene(this.run);
  }

  async poll() {
    clearTimeout(this.timer);
    let wait = LATER;
    try {
      const k = this.known;
      const query = `?stats=${k.stats.length}&probes=${k.probes.length}&events=${k.events.length}`;
      const state = await json(runPath(this.run) + query);
      if (this.closed) return;
      this.take(state);
      this.troubled &&= (trouble(null), false);
      if (["running", "starting"].includes(state.status)) wait = SOON;
    } catch (error) {
      if (this.closed) return;
      this.troubled = true;
      trouble(error);
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.poll(), wait);
  }

  take(state) {
    if (this.began && state.began && this.began !== state.began) this.frames.clear();
    this.began = state.began;
    this.state = state;
    const k = this.known;
    for (const table of ["stats", "probes"]) {
      k[table].splice(state[table].from, Infinity, ...state[table].rows);
      k.columns[table] = state[table].columns;
    }
    k.events.splice(state.events.from, Infinity, ...state.events.rows);
    const numbers = unrolled(state.frames);
    const waiting = byId("waiting");
    waiting.hidden = numbers.length > 0;
    waiting.textContent = state.status === "starting" ? "The run is beginning …" : "There are no frames yet.";
    this.card.update(state, k);
    this.messages.update(k.events, state);
    this.plots.update(k);
    this.playback.setNumbers(numbers, state.fps, ["running", "starting"].includes(state.status));
    if (numbers.length && this.legend.framesThen !== numbers.length) this.legend.learn(numbers.length);
  }

  /// The first frame decides where the camera stands, and whether shadows can be drawn fast enough.
  begin() {
    byId("shadows").checked = stage.canShadow;
    stage.setShadows(stage.canShadow);
    stage.frameCamera();
  }

  show(frame) {
    const first = stage.frame === null || stage.frame === undefined;
    stage.show(frame);
    if (first) this.begin();
    this.objects.update(frame);
    this.clip.update();
    this.legend.update(frame);
    this.plots.setFrame(frame.number);
    this.vertex.update(frame);
  }
}
