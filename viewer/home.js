// The first page: runs that are there, and the shipped scenes with their pictures.
import { json, post } from "./api.js";
import { statusWords } from "./status_card.js";
import { byId, duration, grouped, make, trouble } from "./text.js";

function runEntry(run) {
  const status = make("span", { className: "chip", textContent: statusWords[run.status] ?? run.status });
  status.dataset.status = run.status;
  const about = run.last === undefined ? "" : `frame ${run.frame} of ${run.last}, ${grouped(run.points)} points`;
  return make("li", {}, make("a", { href: `#run=${encodeURIComponent(run.key)}` },
    make("b", { textContent: run.key }), make("span", { className: "muted", textContent: about }),
    make("span", { className: "spring" }), status));
}

function sceneEntry(scene, begin) {
  const picture = scene.picture
    ? make("img", { src: `/api/picture/${encodeURIComponent(scene.name)}`, alt: "", loading: "lazy" })
    : make("div", { className: "blank" });
  const cost = scene.points ? `${grouped(scene.points)} points, about ${duration(scene.seconds)} a frame` : scene.name;
  const button = make("button", { type: "button" }, picture, make("span", { className: "name", textContent: scene.title }),
    make("span", { className: "about", textContent: scene.about }), make("span", { className: "cost", textContent: cost }));
  button.onclick = () => begin(scene, button);
  const entry = make("li", {}, button);
  entry.dataset.words = `${scene.name} ${scene.title} ${scene.about}`.toLowerCase();
  return entry;
}

export class Home {
  constructor() {
    byId("search").oninput = () => this.search();
  }

  async load() {
    try {
      const { runs, scenes } = await json("/api/home");
      const shown = runs.filter((r) => r.status !== "empty").sort((a, b) => (b.updated ?? "~").localeCompare(a.updated ?? "~"));
      byId("runs-part").hidden = shown.length === 0;
      byId("runs").replaceChildren(...shown.map(runEntry));
      byId("scenes").replaceChildren(...scenes.map((s) => sceneEntry(s, (...what) => this.begin(...what))));
      this.search();
    } catch (error) {
      trouble(error);
    }
  }

  async begin(scene, button) {
    button.disabled = true;
    try {
      const { run } = await post(`/api/start/${encodeURIComponent(scene.name)}`);
      location.hash = `run=${encodeURIComponent(run)}`;
    } catch (error) {
      trouble(error);
    }
    button.disabled = false;
  }

  search() {
    const words = byId("search").value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const entry of byId("scenes").children) {
      entry.hidden = !words.every((w) => entry.dataset.words.includes(w));
      if (!entry.hidden) ++found;
    }
    byId("no-scenes").hidden = found > 0;
  }
}
