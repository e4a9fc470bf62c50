// The frames of a run: fetched by the worker, the ones ahead before they are needed, the last ones kept.
import { ViewError } from "./api.js";

const MOST_BYTES = 400e6; // of frames that are kept
const AT_ONCE = 3;        // requests
const MOST_SHAPES = 48;

const bytesOf = (frame) => frame.objects.reduce((sum, o) => sum + o.place.byteLength + (o.normals?.byteLength ?? 0), 1000);

export class Frames {
  constructor(run) {
    this.run = run;
    this.quantity = "";
    this.worker = new Worker("/worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.waiting = new Map(); // request id -> { resolve, reject }
    this.asked = 0;
    this.kept = new Map();    // "12 speed" -> frame, the oldest first
    this.bytes = 0;
    this.pending = new Map(); // the same key -> promise
    this.shapes = new Map();  // hash -> promise of a shape
  }

  close() {
    this.worker.terminate();
  }

  /// Forgets everything: the run began anew.
  clear() {
    this.kept.clear();
    this.bytes = 0;
  }

  ask(request) {
    const id = ++this.asked;
    this.worker.postMessage({ id, run: this.run, ...request });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  answered({ id, result, error }) {
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) reject(new ViewError(error));
    else resolve(result);
  }

  key(number) {
    return `${number} ${this.quantity}`;
  }

  /// The frame if it is here.
  ready(number) {
    return this.kept.get(this.key(number));
  }

  load(number) {
    const key = this.key(number);
    const here = this.kept.get(key);
    if (here) {
      this.kept.delete(key);
      this.kept.set(key, here);
      return Promise.resolve(here);
    }
    if (!this.pending.has(key)) this.pending.set(key, this.fetch(key, number).finally(() => this.pending.delete(key)));
    return this.pending.get(key);
  }

  async fetch(key, number) {
    const frame = await this.ask({ what: "frame", number, quantity: this.quantity });
    frame.shapes = await Promise.all(frame.objects.map((o, index) => this.shape(o.shape, number, "object", index)));
    frame.obstacles = await Promise.all(
      frame.colliders.map((c, index) => (c.shape ? this.shape(c.shape, number, "collider", index) : null)));
    this.kept.set(key, frame);
    this.bytes += bytesOf(frame);
    for (const [old, f] of this.kept) {
      if (this.bytes <= MOST_BYTES || this.kept.size <= 2) break;
      this.kept.delete(old);
      this.bytes -= bytesOf(f);
    }
    return frame;
  }

  shape(hash, number, kind, index) {
    const known = this.shapes.get(hash) ?? this.ask({ what: "shape", hash, number, kind, index });
    this.shapes.delete(hash);
    this.shapes.set(hash, known);
    known.catch(() => this.shapes.delete(hash));
    for (const old of this.shapes.keys()) {
      if (this.shapes.size <= MOST_SHAPES) break;
      this.shapes.delete(old);
    }
    return known;
  }

  /// Fetches these soon, as many at once as do not get in the way.
  ahead(numbers) {
    for (const number of numbers) {
      if (this.pending.size >= AT_ONCE) return;
      if (!this.ready(number)) this.load(number).catch(() => {}); // what is wrong is told when it is shown
    }
  }
}
