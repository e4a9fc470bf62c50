// Pixar's USD (in three-usdz-loader): opens the root layer, composes it with its value clips, and its imaging asks
// for the points, faces and transforms of every frame; what imaging does not want is compared in the text that the
// composed stage becomes. Run with `node --require ./browser.cjs`.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { Judge, frames, judgeSamples, rootFile } from './expected.mjs';
import { usdaSamples } from './usda_samples.mjs';

const folder = process.argv[2];
const judge = new Judge("Pixar's USD");

const module = createRequire(import.meta.url).resolve('three-usdz-loader/external/emHdBindings.js');
const complaints = [];
const note = (text) => {
  // The module comes without the plugin of volumes and says so whenever it starts.
  if (/Error|Warning/.test(text) && !/'UsdVol/.test(text)) complaints.push(text);
};
console.error = console.warn = (...text) => note(text.join(' '));
const usd = await createRequire(import.meta.url)(module)({ print: note, printErr: note }, path.dirname(module));
await usd.ready;

/// Puts a folder and all in it where the module sees it.
function mount(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const file = path.join(from, entry.name);
    if (entry.isDirectory()) {
      usd.FS_createPath(to, entry.name, true, true);
      mount(file, `${to}/${entry.name}`);
    } else usd.FS_createDataFile(to, entry.name, fs.readFileSync(file), true, true, true);
  }
}

/// Remembers what the imaging says of each prim last.
class Imaging {
  prims = {};
  createRPrim(type, id) {
    const prim = { type };
    this.prims[id] = prim;
    return {
      updatePoints: (points) => (prim.points = Array.from(points)),
      updateIndices: (indices) => (prim.triangles = Array.from(indices)),
      setTransform: (matrix) => (prim.matrix = Array.from(matrix)),
      updatePrimvar() {},
      updateNormals() {},
      setMaterial() {},
    };
  }
  createBPrim() {}
  createSPrim() {}
  CommitResources() {}
}

/// A fan of triangles for each polygon.
function fans(faces, corners) {
  const out = [];
  let first = 0;
  for (const n of faces) {
    for (let k = 2; k < n; ++k) out.push(corners[first], corners[first + k - 1], corners[first + k]);
    first += n;
  }
  return out;
}

/// Its products of matrices make 0 of -0.
const unsigned = (x) => x + 0;

/// The largest x and z of a shape that imaging made of its sizes.
function judgeReach(path, points, [x, z]) {
  const largest = (axis) => points.reduce((most, p, i) => (i % 3 === axis ? Math.max(most, p) : most), -Infinity);
  for (const [axis, wanted] of [[0, x], [2, z]])
    if (!(Math.abs(largest(axis) - wanted) <= 1e-6 * wanted))
      throw new Error(`Pixar's USD: ${path} reaches ${largest(axis)} along axis ${axis}, not ${wanted}`);
}

const kinds = { mesh: 'mesh', curves: 'basisCurves', points: 'points' };

function judgeFrame(frame, prims) {
  for (const [path, wanted] of Object.entries(frame.prims)) {
    const prim = prims[path];
    if (!prim) throw new Error(`Pixar's USD: no ${path} in frame ${frame.number}`);
    if (wanted.matrix) {
      judge.floats(`${path} matrix`, prim.matrix.map(unsigned), wanted.matrix.map(unsigned));
      if (wanted.kind === 'mesh') judge.floats(`${path} points`, prim.points, wanted.points);
      judgeReach(path, prim.points, wanted.reach);
      continue;
    }
    judge.equal(`kind of ${path}`, prim.type, kinds[wanted.kind]);
    judge.floats(`${path} points of frame ${frame.number}`, prim.points ?? [], wanted.points);
    if (wanted.kind === 'mesh')
      judge.numbers(`${path} faces of frame ${frame.number}`, prim.triangles ?? [], fans(wanted.faces, wanted.corners));
  }
}

/// A stage with its imaging, and the function that shows a time of it.
function open(file) {
  const imaging = new Imaging();
  const driver = new usd.HdWebSyncDriver(imaging, file);
  const show = (frame) => {
    driver.SetTime(frame.number);
    driver.Draw();
    judgeFrame(frame, imaging.prims);
  };
  return { stage: driver.GetStage(), show };
}

usd.FS_createPath('/', 'run', true, true);
mount(path.join(folder, 'usd'), '/run');
const all = frames(folder);
const { stage, show } = open(`/run/${path.basename(rootFile(folder))}`);
judge.equal('startTimeCode', stage.GetStartTimeCode(), all[0].number);
judge.equal('endTimeCode', stage.GetEndTimeCode(), all.at(-1).number);
judge.equal('timeCodesPerSecond', stage.GetTimeCodesPerSecond(), 24);
[...all, all[0], all.at(-1)].forEach(show);  // and back again

const composed = usdaSamples(stage.ExportToString());
for (const frame of all)
  judgeSamples(judge, frame, (path) => composed.get(path)?.get(frame.number), { ids: true });

// A frame can be opened by itself, too.
open(`/run/frames/${path.basename(all[1].layer)}`).show(all[1]);

if (complaints.length) throw new Error(`Pixar's USD complains:\n${complaints.join('\n')}`);
judge.report(100 * all.length);
process.exit(0);
