// tinyusdz: every layer of a frame, as the text it makes of it; its numbers are the shortest that name the float.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Judge, frames, primvar } from './expected.mjs';

const folder = process.argv[2];
const judge = new Judge('tinyusdz', (a, b) => a === b);  // its text has no -0

// Its module was built for browsers and refuses to start where it sees Node.
process.type = 'renderer';
globalThis.window = globalThis;
const wasm = fs.readFileSync(createRequire(import.meta.url).resolve('tinyusdz/tinyusdz.wasm'));
const { default: start } = await import('tinyusdz/tinyusdz.js');
const tinyusdz = await start({
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(wasm, imports).then(({ instance }) => done(instance));
    return {};
  },
});

function text(file) {
  const loader = new tinyusdz.TinyUSDZLoaderNative();
  if (!loader.loadAsLayerFromBinary(fs.readFileSync(file), file))
    throw new Error(`tinyusdz cannot read ${file}: ${loader.error()}`);
  const out = loader.layerToString();
  loader.delete();
  return out;
}

/// The samples of a layer's text by path of the attribute: { time, numbers }.
function samples(text) {
  const found = new Map();
  const path = [];
  let attribute = null;
  for (const line of text.split('\n')) {
    const prim = line.match(/^\s*(?:over|def|class)\s+(?:\w+\s+)?"(.*)"/);
    if (prim) path.push(prim[1]);
    else if (attribute) {
      const sample = line.match(/^\s*([^:\s]+): (.*?),?$/);
      if (sample)
        found.set(attribute, { time: Number(sample[1]), numbers: (sample[2].match(/-?[\d.]+(?:e[-+]?\d+)?|-?inf|nan/gi) ?? []).map(Number) });
      else attribute = null;
    } else if (/\.timeSamples = \{/.test(line)) attribute = `/${path.join('/')}.${line.match(/(\S+)\.timeSamples/)[1]}`;
    else if (/^\s*\}/.test(line)) path.pop();
  }
  return found;
}

function judgeFrame(frame) {
  const layer = samples(text(frame.layer));
  const sample = (path) => {
    const s = layer.get(path);
    judge.equal(`time of ${path}`, s?.time, frame.number);
    return s.numbers;
  };
  for (const [prim, wanted] of Object.entries(frame.prims)) {
    if (wanted.matrix) {
      judge.numbers(`${prim}.xformOp:transform`, sample(`${prim}.xformOp:transform`), wanted.matrix);
      continue;
    }
    judge.floats(`${prim}.points`, sample(`${prim}.points`), wanted.points);
    judge.floats(`${prim}.velocities`, sample(`${prim}.velocities`), wanted.velocities);
    if (wanted.kind !== 'mesh') judge.floats(`${prim}.widths`, sample(`${prim}.widths`), wanted.widths);
    if (wanted.kind === 'points') judge.numbers(`${prim}.ids`, sample(`${prim}.ids`), wanted.ids);
    for (const [name, values] of Object.entries(wanted.scalars))
      judge.floats(`${prim} ${name}`, sample(`${prim}.${primvar(name)}`), values ?? []);
  }
}

const all = frames(folder);
all.forEach(judgeFrame);
judge.report(100 * all.length);
process.exit(0);  // its module would keep the process waiting
