// What a reader must find (written by usd_sequence), and how its answers are judged.
import fs from 'node:fs';
import path from 'node:path';

/// The frames of a folder in order: { number, prims: { path: values } }, and where their layers are.
export function frames(folder) {
  const expected = path.join(folder, 'expected');
  const layers = path.join(folder, 'usd', 'frames');
  return fs.readdirSync(expected).sort().map((file) => {
    const name = file.replace('.json', '');
    const frame = JSON.parse(fs.readFileSync(path.join(expected, file), 'utf8'));
    const layer = fs.readdirSync(layers).filter((l) => l.endsWith(`.${name}.usdc`));
    if (layer.length !== 1) throw new Error(`${layer.length} layers of frame ${name}`);
    return { ...frame, layer: path.join(layers, layer[0]) };
  });
}

export function rootFile(folder) {
  const usd = path.join(folder, 'usd');
  const roots = fs.readdirSync(usd).filter((f) => f.endsWith('.usda'));
  if (roots.length !== 1) throw new Error(`${roots.length} root layers`);
  return path.join(usd, roots[0]);
}

/// Counts what was compared; fails at the first value that differs.
export class Judge {
  /// `same` tells whether two numbers are one.
  constructor(reader, same = Object.is) {
    this.reader = reader;
    this.same = same;
    this.compared = 0;
  }

  /// Equal as floats.
  floats(where, found, wanted) {
    this.numbers(where, Array.from(found, Math.fround), wanted.map(Math.fround));
  }

  numbers(where, found, wanted) {
    if (found === undefined || found === null) throw new Error(`${this.reader}: ${where} is not there`);
    if (found.length !== wanted.length)
      throw new Error(`${this.reader}: ${where} has ${found.length} values, not ${wanted.length}`);
    for (let i = 0; i < wanted.length; ++i)
      if (!this.same(found[i], wanted[i]))
        throw new Error(`${this.reader}: ${where}[${i}] is ${found[i]}, not ${wanted[i]}`);
    this.compared += wanted.length;
  }

  equal(where, found, wanted) {
    if (found !== wanted) throw new Error(`${this.reader}: ${where} is ${found}, not ${wanted}`);
    ++this.compared;
  }

  /// Says what was done; a reader that compared next to nothing has not read.
  report(least) {
    if (this.compared < least) throw new Error(`${this.reader}: only ${this.compared} values compared`);
    console.log(`${this.reader}: ${this.compared} values equal`);
  }
}

/// The name of the primvar of a scalar.
const primvar = (name) => 'primvars:' + name.replace(/[^A-Za-z0-9_]/g, '_');

/// Compares all samples of a frame; `sample` gives the numbers of an attribute by its path.
export function judgeSamples(judge, frame, sample, { ids }) {
  for (const [prim, wanted] of Object.entries(frame.prims)) {
    const floats = (name, values) =>
      judge.floats(`${prim}.${name} of frame ${frame.number}`, sample(`${prim}.${name}`), values);
    if (wanted.matrix) {
      judge.numbers(`${prim} matrix`, sample(`${prim}.xformOp:transform`), wanted.matrix);
      if (wanted.kind === 'mesh') floats('points', wanted.points);
      continue;
    }
    floats('points', wanted.points);
    floats('velocities', wanted.velocities);
    if (wanted.kind !== 'mesh') floats('widths', wanted.widths);
    if (wanted.kind === 'points' && ids) judge.numbers(`${prim}.ids`, sample(`${prim}.ids`), wanted.ids);
    for (const [name, values] of Object.entries(wanted.scalars)) floats(primvar(name), values ?? []);
  }
}
