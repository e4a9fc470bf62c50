// Fetches frames and shapes and makes of them what the graphics card takes, beside the page's own thread.
import { bytes, runPath } from "./api.js";
import { meshNormals } from "./normals.js";
import { openPacket, unpack16, unpack32 } from "./packet.js";

const MOST_SHAPES = 48;
const shapes = new Map(); // by run and hash, the oldest first: promises

async function loadShape(run, number, kind, index) {
  const { description: d, arrays } = openPacket(await bytes(runPath(run, kind, number, index)));
  const shape = { kind: d.kind };
  if (d.triangles) shape.triangles = unpack32(arrays, d.triangles.at, d.triangles.count);
  if (d.curves) shape.curves = unpack32(arrays, d.curves.at, d.curves.count);
  if (d.colours) shape.colours = arrays.slice(d.colours.at, d.colours.at + d.colours.count);
  if (d.vertices)
    shape.vertices = new Float32Array(arrays.slice(d.vertices.at, d.vertices.at + 12 * d.vertices.count).buffer);
  if (d.radii) {
    shape.radii = new Float32Array(d.radii.count);
    unpack16(arrays, d.radii.at, d.radii.count, shape.radii, 0, 1);
    for (let i = 0; i < d.radii.count; ++i)
      shape.radii[i] = d.radii.low + (shape.radii[i] / 65535) * (d.radii.high - d.radii.low);
  }
  return shape;
}

function shapeOf(run, hash, number, kind, index) {
  const key = run + " " + hash;
  const known = shapes.get(key) ?? loadShape(run, number, kind, index);
  shapes.delete(key);
  shapes.set(key, known);
  known.catch(() => shapes.delete(key));
  for (const old of shapes.keys()) {
    if (shapes.size <= MOST_SHAPES) break;
    shapes.delete(old);
  }
  return known;
}

/// Where all but a hundredth of the points are, so that a stray grain does not decide what the camera shows.
function busyBounds(place, low, size) {
  const count = place.length / 4, samples = Math.min(count, 3000);
  return [0, 1, 2].map((axis) => {
    const sample = [];
    // Scattered, not every so many: vertices often lie in rows of some length.
    for (let i = 0; i < samples; ++i) sample.push(place[4 * ((i * 7919 + (i >> 4) * 104729) % count) + axis]);
    sample.sort((a, b) => a - b);
    const cut = Math.floor(sample.length / 100);
    return [sample[cut], sample[sample.length - 1 - cut]].map((q) => low[axis] + ((q ?? 0) / 65535) * size[axis]);
  });
}

async function loadObject(o, index, request, arrays) {
  const size = o.high.map((h, k) => h - o.low[k]);
  const place = new Uint16Array(4 * o.points);
  for (let axis = 0; axis < 3; ++axis) unpack16(arrays, o.position[axis], o.points, place, axis, 4);
  if (o.values) unpack16(arrays, o.values.at, o.points, place, 3, 4);
  const out = { ...o, size, place, bounds: busyBounds(place, o.low, size), normals: null };
  if (o.kind !== "mesh") return out;
  const shape = await shapeOf(request.run, o.shape, request.number, "object", index);
  if (shape.triangles) out.normals = meshNormals(place, size, shape.triangles);
  return out;
}

async function loadFrame(request) {
  const query = request.quantity ? `?quantity=${encodeURIComponent(request.quantity)}` : "";
  const buffer = await bytes(runPath(request.run, "frame", request.number) + query);
  const began = performance.now();
  const { description, arrays } = openPacket(buffer);
  const objects = [];
  for (const [index, o] of description.objects.entries()) objects.push(await loadObject(o, index, request, arrays));
  return { ...description, objects, milliseconds: performance.now() - began };
}

onmessage = async ({ data: request }) => {
  try {
    const result = request.what === "frame"
      ? await loadFrame(request)
      : await shapeOf(request.run, request.hash, request.number, request.kind, request.index);
    const moved = request.what === "frame" ? result.objects.flatMap((o) => [o.place.buffer, ...(o.normals ? [o.normals.buffer] : [])]) : [];
    postMessage({ id: request.id, result }, moved);
  } catch (error) {
    postMessage({ id: request.id, error: { what: error.message, code: error.code, hint: error.hint } });
  }
};
