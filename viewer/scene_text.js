// The scene as it was given, with a little colour: comments, tables, keys, texts, numbers.
import { runPath, text } from "./api.js";
import { byId, make, trouble } from "./text.js";

const pieces = /(#.*$)|(^\s*\[\[?[^\]]*\]\]?)|("(?:[^"\\]|\\.)*")|([A-Za-z_][\w.-]*)(?=\s*=)|(?<![\w.])([-+]?\d[\d_.]*(?:e[-+]?\d+)?)/gm;
const kinds = ["comment", "head", "text", "key", "number"];

export function highlighted(scene) {
  const out = [];
  let from = 0;
  for (const match of scene.matchAll(pieces)) {
    out.push(scene.slice(from, match.index));
    const kind = kinds[match.slice(1).findIndex((m) => m !== undefined)];
    out.push(make("span", { className: kind, textContent: match[0] }));
    from = match.index + match[0].length;
  }
  return [...out, scene.slice(from)];
}

export async function showScene(run) {
  try {
    byId("scene-text").replaceChildren(...highlighted(await text(runPath(run, "scene"))));
  } catch (error) {
    trouble(error);
  }
}
