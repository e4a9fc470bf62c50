// Without a scene: what there is, and a click that runs one.
import assert from "node:assert/strict";
import { openPage, settled, until } from "./page.mjs";

export async function shippedScenes(browser, start) {
  const all = await start();
  const page = await openPage(browser, all.address);
  await until(page, "the scenes", () => document.querySelectorAll("#scenes li").length > 50);
  await page.type("#search", "curtain");
  const found = await page.$$eval("#scenes li:not([hidden])", (list) => list.length);
  assert.ok(found > 1 && found < 20, `${found} scenes with curtains`);
  await page.$eval("#search", (e) => ((e.value = ""), e.dispatchEvent(new Event("input"))));
  await until(page, "pictures", () => [...document.querySelectorAll("#scenes img")].slice(0, 8).every((i) => i.complete && i.naturalWidth > 0));
  await page.screenshot({ path: "home.png" });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await page.setViewport({ width: 1024, height: 700 });
  await page.screenshot({ path: "home_dark.png" });
  assert.deepEqual(page.troubles, []);
  assert.equal(await all.stop(), 0);

  const few = await start("--scenes", "offered");
  const other = await openPage(browser, few.address);
  await other.waitForSelector("#scenes button");
  await other.click("#scenes button");
  await until(other, "the run is done", () => document.getElementById("chip").textContent === "done", 60);
  await settled(other);
  assert.equal(await other.evaluate(() => weft.page.playback.numbers.length), 12);
  assert.deepEqual(other.troubles, []);
  assert.equal(await few.stop(), 0);
}
