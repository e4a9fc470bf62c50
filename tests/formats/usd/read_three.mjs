// three.js: every layer of a frame by itself, and the topology.
import fs from 'node:fs';
import path from 'node:path';
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js';
import { Judge, frames, judgeSamples } from './expected.mjs';

const folder = process.argv[2];
const judge = new Judge('three.js');

// It knows no arrays of 64-bit integers (5), which is what USD wants ids to be, and no lists of layers (49, 50).
console.warn = (...text) => {
  if (!/Unsupported (array type 5|scalar type (49|50))$/.test(text.join(' '))) throw new Error(text.join(' '));
};

function specs(file) {
  const bytes = fs.readFileSync(file);
  return new USDCParser().parseData(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)).specsByPath;
}

const types = { mesh: 'Mesh', curves: 'BasisCurves', points: 'Points' };

function judgeFrame(frame) {
  const layer = specs(frame.layer);
  const sample = (path) => {
    const samples = layer[path]?.fields.timeSamples;
    judge.numbers(`times of ${path}`, samples?.times, [frame.number]);
    return samples.values[0];
  };
  judgeSamples(judge, frame, sample, { ids: false });
}

function judgeTopology(frame) {
  const layer = specs(path.join(folder, 'usd', 'topology.usdc'));
  const held = (path) => layer[path]?.fields.default;
  for (const [prim, wanted] of Object.entries(frame.prims)) {
    if (wanted.matrix) continue;
    judge.equal(`type of ${prim}`, layer[prim]?.fields.typeName, types[wanted.kind]);
    judge.equal(`name of ${prim}`, held(`${prim}.userProperties:name`), wanted.name);
    if (wanted.kind === 'mesh') {
      judge.numbers(`${prim}.faceVertexCounts`, held(`${prim}.faceVertexCounts`), wanted.faces);
      judge.numbers(`${prim}.faceVertexIndices`, held(`${prim}.faceVertexIndices`), wanted.corners);
      if (wanted.uv.length) judge.floats(`${prim}.primvars:st`, held(`${prim}.primvars:st`), wanted.uv);
    }
    if (wanted.kind === 'curves')
      judge.numbers(`${prim}.curveVertexCounts`, held(`${prim}.curveVertexCounts`), wanted.curves);
  }
}

const all = frames(folder);
all.forEach(judgeFrame);
judgeTopology(all[0]);
judge.report(100 * all.length);
