// Warnings, rollbacks, crossings: what is out of the ordinary, the newest first.
import { byId, make, short } from "./text.js";

function describe(e) {
  if (e.event === "warning") return ["warning", `${e.code}: ${e.text}`, e.hint ?? ""];
  if (e.event === "rollback")
    return ["warning", `Frame ${e.frame} was tried again`, `${e.cause} (${e.code}) at ${e.place}; the step was scaled by ${short(e.dt_scale)}`];
  if (e.event === "crossings")
    return ["warning", `${e.pairs} crossings at t = ${short(e.time)} s`,
      (e.between ?? []).map((b) => `${b.first} and ${b.second}: ${b.pairs}, ${short(b.depth)} m deep`).join("\n")];
  if (e.event === "end") return e.exit ? ["error", `Ended: ${e.status}`, `${e.reason} ${e.code ?? ""}`] : ["", "The run is done", ""];
  if (e.event === "note") return ["", e.text, ""];
  return ["error", e.text ?? e.event ?? "", ""];
}

export class Messages {
  constructor() {
    this.shown = "";
    byId("messages").replaceChildren();
  }

  /// `events` of the run folder; `state.said` by a process that this viewer has started; both without repetition.
  update(events, state) {
    const all = [...(state.said ?? []), ...events];
    if (state.status === "failed") all.push({ event: "end", status: "failed", reason: state.reason, exit: 1 });
    const now = JSON.stringify(all);
    if (now === this.shown) return;
    this.shown = now;
    const entries = all.map(describe);
    const list = entries.map(([kind, what, more]) => make("li", { className: kind }, make("b", { textContent: what }), make("small", { textContent: more })));
    byId("messages").replaceChildren(...(list.length ? list.reverse() : [make("li", { className: "muted", textContent: "Nothing out of the ordinary so far." })]));
    const count = entries.filter(([kind]) => kind).length;
    byId("message-count").hidden = count === 0;
    byId("message-count").textContent = count;
  }
}
