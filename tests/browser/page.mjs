// Chromium without a screen, and what the tests do with its pages.
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import puppeteer from "puppeteer-core";

const software = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]; // no graphics card here
const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
               "--disable-sync"]; // no request to anybody but the viewer

export async function startBrowser() {
  mkdirSync("profile", { recursive: true });
  return puppeteer.launch({
    executablePath: "/usr/bin/chromium", headless: true, userDataDir: "profile", protocolTimeout: 180000,
    args: ["--no-sandbox", ...software, ...quiet],
  });
}

/// Opens an address; what goes wrong in the page, and answers that are errors, are kept in page.troubles.
export async function openPage(browser, address, { width = 1440, height = 900, dark = false } = {}) {
  const page = await browser.newPage();
  page.troubles = [];
  page.on("pageerror", (e) => page.troubles.push(`error in the page: ${e.message}`));
  page.on("console", (m) => ["error", "warn"].includes(m.type()) && !/GPU stall|ReadPixels/.test(m.text()) && page.troubles.push(`console: ${m.text()}`));
  page.on("response", (r) => r.status() >= 400 && page.troubles.push(`${r.status()} ${new URL(r.url()).pathname}`));
  page.on("request", (r) => /^https?:/.test(r.url()) && !r.url().startsWith("http://127.0.0.1:") && page.troubles.push(`request to ${r.url()}`));
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.goto(address);
  return page;
}

/// Waits until a condition in the page holds; says which one when it does not.
export async function until(page, what, condition, seconds = 20) {
  try {
    await page.waitForFunction(condition, { timeout: seconds * 1000, polling: 100 });
  } catch {
    throw new Error(`not after ${seconds} s: ${what}; the page shows "${await page.evaluate(() => document.getElementById("chip").textContent)}"`);
  }
}

export const textOf = (page, id) => page.$eval(`#${id}`, (e) => e.textContent.trim());

/// The picture is drawn, and nothing is on its way.
export const settled = (page, seconds = 20) =>
  until(page, "the picture stands still", () => window.weft?.page?.stage.frame && !weft.page.playback.loading && !weft.page.stage.asked, seconds);

/// A hash of what is drawn, without what lies over it.
export async function pictureOf(page) {
  await settled(page);
  const picture = await page.evaluate(() => {
    weft.page.stage.drawNow();
    return document.getElementById("canvas").toDataURL();
  });
  return createHash("sha256").update(picture).digest("hex");
}

export const choose = (page, id, value) => page.select(`#${id}`, value);

/// Moves the slider of time as a hand would.
export async function scrubTo(page, index) {
  await page.$eval("#scrub", (e, value) => ((e.value = value), e.dispatchEvent(new Event("input"))), index);
  await settled(page);
}
