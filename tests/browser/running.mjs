// A run in progress: frames appear while it goes; pause, continue, stop and resume, none of which loses a frame.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { openPage, settled, textOf, until } from "./page.mjs";

const info = () => JSON.parse(readFileSync("long.run/run.json", "utf8"));
const process_state = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "")[0];
const press = (page, action) => page.click(`#controls [data-action=${action}]`);
const shows = (page, word) => until(page, `the run is ${word}`, `document.getElementById("chip").textContent === "${word}"`, 30);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function runningRun(browser, start) {
  const viewer = await start("long.toml");
  const page = await openPage(browser, viewer.address);
  await shows(page, "running");
  await until(page, "three frames", () => weft.page.playback.numbers.length >= 3, 40);
  const first = await page.evaluate(() => weft.page.playback.numbers.length);
  await page.waitForFunction((n) => weft.page.playback.numbers.length > n && weft.page.stage.frame?.number > n, { timeout: 30000 }, first);
  const facts = await textOf(page, "facts");
  for (const word of ["time left", "set by", "a frame takes"]) assert.ok(facts.includes(word), `${facts} does not tell "${word}"`);
  await page.screenshot({ path: "running.png" });

  await press(page, "pause");
  await shows(page, "paused");
  const pid = info().pid;
  assert.equal(process_state(pid), "T");
  const held = info().frame;
  await pause(700);
  assert.equal(info().frame, held, "a paused run goes on");
  await page.screenshot({ path: "paused.png" });
  await press(page, "continue");
  await shows(page, "running");
  await page.waitForFunction((n) => Math.max(...weft.page.playback.numbers) > n + 1, { timeout: 30000 }, held);
  assert.equal(info().pid, pid, "another process goes on");

  await press(page, "stop");
  await shows(page, "stopped");
  assert.equal(info().status, "interrupted");
  assert.ok(!existsSync(`/proc/${pid}`) || !readFileSync(`/proc/${pid}/stat`, "utf8").includes("weft"), "the process is still there");
  const stopped = info().frame;
  await settled(page);
  await page.screenshot({ path: "stopped.png" });
  await press(page, "resume");
  await shows(page, "running");
  await page.waitForFunction((n) => Math.max(...weft.page.playback.numbers) > n, { timeout: 40000 }, stopped);
  const numbers = await page.evaluate(() => weft.page.playback.numbers);
  assert.deepEqual(numbers, numbers.map((_, i) => i + 1), "frames are missing");
  assert.deepEqual(page.troubles, []);
  assert.equal(await viewer.stop(), 0);
  assert.equal(info().status, "interrupted", "the run outlives its viewer");
}
