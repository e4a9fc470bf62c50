// tinyusdz: every layer of a frame, as the text it makes of it; its numbers are the shortest that name the float.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Judge, frames, judgeSamples } from './expected.mjs';
import { usdaSamples } from './usda_samples.mjs';

const folder = process.argv[2];
const judge = new Judge('tinyusdz', (a, b) => a === b);  // its text has no -0

// Its module was built for browsers and refuses to start where it sees Node.
process.type = 'renderer';
globalThis.window = globalThis;
const wasm = fs.readFileSync(createRequire(import.meta.url).resolve('tinyusdz/tinyusdz.wasm'));
const { default: start } = await import('./tinyusdz.mjs');  // a copy that `run` made
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

const all = frames(folder);
for (const frame of all) {
  const layer = usdaSamples(text(frame.layer));
  judgeSamples(judge, frame, (path) => layer.get(path)?.get(frame.number), { ids: true });
}
judge.report(100 * all.length);
process.exit(0);
