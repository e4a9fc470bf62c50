// Everything a person does with `weft view`, in a browser: a finished run, one that runs, the shipped scenes, a million points.
//   node view.mjs WEFT [PART]      in a folder with done.run, grains.run, cloth.run and scene.toml (see run)
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { finishedRun } from "./finished.mjs";
import { largeRuns } from "./large.mjs";
import { startBrowser } from "./page.mjs";
import { startViewer } from "./program.mjs";
import { runningRun } from "./running.mjs";
import { shippedScenes } from "./shipped.mjs";

const weft = process.argv[2];
const scene = readFileSync("scene.toml", "utf8");
const longer = scene.replace("frames = [1, 12]", "frames = [1, 5000]");
assert.notEqual(longer, scene);
writeFileSync("long.toml", longer);
mkdirSync("offered", { recursive: true });
cpSync("scene.toml", "offered/small.toml");

const viewers = [];
const start = async (...words) => {
  viewers.push(await startViewer(weft, ...words));
  return viewers.at(-1);
};
const parts = { finishedRun, runningRun, shippedScenes, largeRuns };
const browser = await startBrowser();
let failed = 0;
for (const [name, part] of Object.entries(parts)) {
  if (process.argv[3] && process.argv[3] !== name) continue;
  const began = Date.now();
  try {
    await part(browser, start);
    console.log(`${name}: passed, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    ++failed;
    console.log(`${name}: FAILED, ${error.stack}`);
    for (const [i, page] of (await browser.pages()).entries())
      await page.screenshot({ path: `failed_${name}_${i}.png` }).catch(() => {});
  }
  for (const viewer of viewers.splice(0)) await viewer.stop();
  for (const page of (await browser.pages()).slice(1)) await page.close().catch(() => {});
}
await browser.close();
process.exit(failed ? 1 : 0);
