// A million points, and a cloth of half a million triangles: what a frame costs on its way, and how fast it is drawn. The
// pictures are drawn by the processor here, which says little about a graphics card; bytes and the server's times are the same.
import assert from "node:assert/strict";
import { openPage, settled, until } from "./page.mjs";

/// Milliseconds and bytes of a frame, as the network sees it: the first time, and once it is kept.
const fetchFrame = (page, run, number) => page.evaluate(async (path) => {
  const times = [];
  for (let i = 0; i < 2; ++i) {
    const began = performance.now();
    await (await fetch(path)).arrayBuffer();
    times.push(performance.now() - began);
  }
  const entry = performance.getEntriesByType("resource").findLast((e) => e.name.endsWith(path));
  return { times, sent: entry.encodedBodySize, unpacked: entry.decodedBodySize };
}, `/api/run/${run}/frame/${number}?quantity=speed`);

/// Pictures a second while the camera turns: all points each time, or as many as are drawn while something moves.
const turnRate = (page, all) => page.evaluate(async (all) => {
  const { stage } = weft.page, began = performance.now();
  let pictures = 0;
  const gl = stage.renderer.getContext();
  while (performance.now() - began < 4000 && pictures < 100) {
    stage.camera.position.applyAxisAngle(stage.camera.up, 0.02);
    stage.controls.update();
    if (all) for (const b of stage.bodies) b.thin(false);
    stage.drawNow();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // until it is really drawn
    ++pictures;
  }
  return (1000 * pictures) / (performance.now() - began);
}, all);

async function measure(browser, start, run, points) {
  const viewer = await start(run);
  const page = await openPage(browser, viewer.address, { width: 1024, height: 700 });
  await until(page, "the frame", () => window.weft?.page?.stage.frame, 60);
  await settled(page, 60);
  assert.equal(await page.evaluate(() => weft.page.stage.frame.objects[0].points), points);
  const decoded = await page.evaluate(() => weft.page.stage.frame.milliseconds);
  await page.screenshot({ path: run.replace(".run", ".png") });
  const frame = await fetchFrame(page, run, 2);
  const shapes = await page.evaluate(() => performance.getEntriesByType("resource").filter((e) => /\/object\//.test(e.name)).length);
  const rate = await turnRate(page, true), thinned = await turnRate(page, false);
  console.log(`${run}: ${points} vertices; a frame travels as ${(frame.sent / 1e6).toFixed(2)} MB (${(frame.unpacked / 1e6).toFixed(2)} unpacked), ` +
    `the server takes ${frame.times[0].toFixed(0)} ms, ${frame.times[1].toFixed(0)} ms once it is kept; unpacked in ${decoded.toFixed(0)} ms; ` +
    `${rate.toFixed(1)} pictures/s of 724 x 590 pixels drawn by the processor, ${thinned.toFixed(1)} while something moves`);
  assert.ok(frame.sent < frame.unpacked && frame.sent < 10 * points, "the frame is not compressed");
  assert.ok(shapes <= 1, "a shape that is the same was sent again");
  assert.ok(rate > 0 && thinned > 0, "nothing was drawn");
  assert.deepEqual(page.troubles, []);
  await page.close();
  assert.equal(await viewer.stop(), 0);
}

export async function largeRuns(browser, start) {
  await measure(browser, start, "grains.run", 1000000);
  await measure(browser, start, "cloth.run", 251001);
}
