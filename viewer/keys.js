// The keyboard. Keys that a field or a button wants for itself are left to it.
import { byId } from "./text.js";

export function startKeys(page) {
  const actions = {
    " ": () => page.playback.toggle(),
    ArrowLeft: () => page.playback.step(-1),
    ArrowRight: () => page.playback.step(1),
    Home: () => page.playback.go(0),
    End: () => page.playback.go(Infinity),
    f: () => page.stage.frameCamera(),
    c: () => page.legend.next(),
    s: () => byId("shadows").click(),
    Escape: () => page.vertex.forget(),
    "?": () => byId("help").showModal(),
  };
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const own = event.target.closest?.("input:not([type=range]):not([type=checkbox]), select, textarea");
    const pressed = event.key === " " && event.target.closest?.("button, input, a");
    if (own || pressed) return;
    if (/^[1-9]$/.test(event.key)) page.objects.toggle(Number(event.key) - 1);
    else if (event.key.startsWith("Arrow") && event.target.id === "clip-at") return;
    else if (!actions[event.key]) return;
    else actions[event.key]();
    event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
