// A finished run: loads, scrubs, plays, colours, plots, tells a vertex, cuts, hides; with the mouse and with keys.
import assert from "node:assert/strict";
import { choose, openPage, pictureOf, scrubTo, settled, textOf, until } from "./page.mjs";

async function time(page) {
  assert.match(await textOf(page, "clock"), /^12 \/ 12 · 0\.458 s/);
  for (let i = 0; i < 12; ++i) await scrubTo(page, i); // floor and sun reach as far as anything has been seen
  const end = await pictureOf(page);
  await scrubTo(page, 0);
  assert.match(await textOf(page, "clock"), /^1 \/ 12/);
  assert.notEqual(await pictureOf(page), end, "the first frame looks like the last");
  await page.focus("#canvas");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.match(await textOf(page, "clock"), /^2 \/ 12/);
  await page.keyboard.press("Space");
  await until(page, "playing has reached the end", () => /^12 /.test(document.getElementById("clock").textContent), 30);
  await settled(page);
  assert.equal(await pictureOf(page), end, "the last frame looks otherwise after playing");
}

async function colour(page) {
  const before = await pictureOf(page);
  await choose(page, "colour", "speed");
  await until(page, "values are here", () => weft.page.stage.frame.objects.every((o) => o.values));
  assert.equal(await textOf(page, "legend-title"), "speed [m/s]");
  const low = Number(await textOf(page, "legend-low")), high = Number(await textOf(page, "legend-high"));
  assert.ok(low >= 0 && high > low, `legend from ${low} to ${high}`);
  const coloured = await pictureOf(page);
  assert.notEqual(coloured, before, "colouring changes nothing");
  await page.$eval("#range-high", (e) => ((e.value = "0.5"), e.dispatchEvent(new Event("change"))));
  assert.notEqual(await pictureOf(page), coloured, "another range changes nothing");
  await page.click("#range-auto");
  assert.equal(await pictureOf(page), coloured);
}

async function plots(page) {
  await page.click("#tab-plots");
  await until(page, "plots", () => document.querySelectorAll("#plots canvas").length >= 4);
  const shown = await page.evaluate(() => weft.page.plots.plots.map((p) => ({ title: p.title, points: p.chart.data[0].length })));
  assert.deepEqual(shown.map((p) => p.title), ["energy", "time step", "a frame takes", "lowest"]);
  assert.ok(shown.every((p) => p.points === 12), JSON.stringify(shown));
  await choose(page, "add-plot", "penetration");
  await until(page, "one more plot", () => document.querySelectorAll("#plots canvas").length >= 5);
  const over = await page.$("#plots .u-over");
  const box = await over.boundingBox();
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await settled(page);
  const frame = await page.evaluate(() => weft.page.stage.frame.number);
  assert.ok(frame > 4 && frame < 9, `a click in the middle of a plot goes to frame ${frame}`);
}

/// The numbers of the card are those of the run, not of what travels in 16 bits.
async function vertex(page) {
  await page.click("#tab-view");
  const at = await page.evaluate(() => {
    const canvas = document.getElementById("canvas").getBoundingClientRect();
    for (let y = 0.3; y < 0.8; y += 0.05)
      for (let x = 0.2; x < 0.8; x += 0.05) {
        const found = weft.page.stage.pick(x * canvas.width, y * canvas.height);
        if (found?.object === 1) return [canvas.x + x * canvas.width, canvas.y + y * canvas.height];
      }
  });
  assert.ok(at, "no grain of sand is found by clicking");
  await page.mouse.click(...at);
  await until(page, "the vertex' numbers", () => !document.getElementById("vertex").hidden);
  const card = await page.$eval("#vertex", (e) => e.innerText);
  assert.match(card, /^sand\n/);
  assert.match(card, /plastic strain|speed/);
  const right = await page.evaluate(async () => {
    const { object, vertex, position } = weft.page.vertex.chosen;
    const told = await (await fetch(`/api/run/done.run/vertex/${weft.page.stage.frame.number}/${object}/${vertex}`)).json();
    return told.position.every((v, k) => Math.abs(v - position[k]) < 1e-3) && document.getElementById("vertex").innerText.includes(String(told.id));
  });
  assert.ok(right, "the marked vertex is not the one that is told");
  await page.screenshot({ path: "vertex.png" });
  await page.keyboard.press("Escape");
  assert.ok(await page.$eval("#vertex", (e) => e.hidden));
}

async function view(page) {
  await page.keyboard.press("f");
  const whole = await pictureOf(page);
  await page.click("#objects label");
  const without = await pictureOf(page);
  assert.notEqual(without, whole, "hiding the cloth changes nothing");
  await page.click("#objects label");
  assert.equal(await pictureOf(page), whole);
  await choose(page, "clip-axis", "0");
  assert.notEqual(await pictureOf(page), whole, "cutting changes nothing");
  await page.screenshot({ path: "cut.png" });
  await choose(page, "clip-axis", "");
  const { x, y, width, height } = await (await page.$("#canvas")).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 120, y + height / 2 + 20, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await pictureOf(page), whole, "dragging does not turn");
  await page.mouse.wheel({ deltaY: -300 });
  await page.keyboard.press("f");
  assert.equal(await pictureOf(page), whole, "framing does not come back");
}

export async function finishedRun(browser, start) {
  const viewer = await start("done.run");
  const page = await openPage(browser, viewer.address);
  await until(page, "the run is shown", () => document.getElementById("chip").textContent === "done");
  await settled(page);
  assert.ok(!page.url().includes("token"), "the token stays in the address");
  await page.screenshot({ path: "done_light.png" });
  await time(page);
  await view(page);
  await colour(page);
  await vertex(page);
  await plots(page);
  await page.screenshot({ path: "plots.png" });
  await page.click("#tab-scene");
  await until(page, "the scene's text", () => document.getElementById("scene-text").textContent.includes("For the browser test"));
  assert.deepEqual(page.troubles, []);
  const small = await openPage(browser, viewer.address, { width: 1024, height: 700, dark: true });
  await settled(small);
  await small.screenshot({ path: "done_dark.png" });
  const labels = await small.evaluate(() => [...document.querySelectorAll("button, input, select")]
    .filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map((e) => e.id));
  assert.deepEqual(labels, [], "controls without a name");
  assert.deepEqual(small.troubles, []);
  assert.equal(await viewer.stop(), 0);
}
