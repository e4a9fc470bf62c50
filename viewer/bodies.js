// An object of a frame as something three.js draws: points as balls, meshes as surfaces, curves as threads.
import * as THREE from "three";
import { shaders } from "./shaders.js";

const glossy = { metal: 0.5, water: 0.6, goo: 0.35, glass: 0.6, plastic: 0.3, rubber: 0.12, hair: 0.15, snow: 0.06 };

const FEW = 60000; // points that a processor draws quickly enough

function material(kind, uniforms, defines) {
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: shaders[kind].vertex,
    fragmentShader: shaders[kind].fragment,
    side: THREE.DoubleSide,
    uniforms,
    defines,
  });
}

/// The three faces of a thing: as it is seen, as the sun sees it, and as a click finds it.
export function materials(kind, uniforms, defines = {}) {
  return {
    seen: material(kind, uniforms, defines),
    shadow: material(kind, uniforms, { ...defines, SHADOW: "" }),
    pick: material(kind, uniforms, { ...defines, PICK: "" }),
  };
}

export class Body {
  /// `shared`: uniforms that all have. `index`: 1 for the first object; what a click finds.
  constructor(o, shape, shared, index) {
    this.name = o.name;
    this.kind = o.kind;
    this.shape = shape;
    this.hash = o.shape;
    this.points = o.points;
    const defines = {};
    if (shape.colours) defines.TINT = "";
    if (shape.radii && o.kind === "points") defines.RADII = "";
    this.uniforms = {
      ...shared,
      low: { value: new THREE.Vector3() },
      size: { value: new THREE.Vector3() },
      values: { value: new THREE.Vector4(0, 1, 0, 1) },
      byValue: { value: 0 },
      colour: { value: new THREE.Vector3(...o.colour) },
      gloss: { value: glossy[o.look] ?? 0.04 },
      plain: { value: 0 },
      radius: { value: o.radius },
      swell: { value: 1 },
      index: { value: index },
    };
    this.geometry = o.kind === "curves" ? new THREE.InstancedBufferGeometry() : new THREE.BufferGeometry();
    this.makeBuffers(o, shape);
    this.materials = materials(o.kind, this.uniforms, defines);
    const Thing = o.kind === "points" ? THREE.Points : THREE.Mesh;
    this.thing = new Thing(this.geometry, this.materials.seen);
    this.thing.frustumCulled = false;
  }

  /// Every k-th point (k odd, for vertices often lie in rows), larger: for pictures that must come quickly. Only points can be thinned out.
  thin(few) {
    if (this.kind !== "points" || few === Boolean(this.thinned)) return;
    this.thinned?.dispose();
    this.uniforms.swell.value = 1;
    this.thinned = few ? this.makeThinned(Math.ceil(this.points / FEW) | 1) : null;
    this.thing.geometry = this.thinned ?? this.geometry;
  }

  makeThinned(k) {
    const count = Math.floor(this.points / k), thinned = new THREE.BufferGeometry();
    for (const [name, { array, itemSize, normalized }] of Object.entries(this.geometry.attributes)) {
      const some = new array.constructor(itemSize * count);
      for (let i = 0; i < count; ++i)
        for (let c = 0; c < itemSize; ++c) some[itemSize * i + c] = array[itemSize * i * k + c];
      thinned.setAttribute(name, new THREE.BufferAttribute(some, itemSize, normalized));
    }
    thinned.setDrawRange(0, count);
    this.uniforms.swell.value = Math.cbrt(k);
    return thinned;
  }

  makeBuffers(o, shape) {
    if (o.kind === "curves") return this.makeThreads(o, shape);
    this.place = new THREE.BufferAttribute(o.place, 4, true);
    this.place.setUsage(THREE.DynamicDrawUsage);
    this.geometry.setAttribute("place", this.place);
    if (shape.colours) this.geometry.setAttribute("tint", new THREE.BufferAttribute(shape.colours, 3, true));
    if (shape.radii && o.kind === "points") this.geometry.setAttribute("ownRadius", new THREE.BufferAttribute(shape.radii, 1));
    if (o.kind === "points") return this.geometry.setDrawRange(0, o.points);
    this.normals = new THREE.BufferAttribute(o.normals ?? new Int8Array(4 * o.points), 4, true);
    this.geometry.setAttribute("normal", this.normals);
    this.geometry.setIndex(new THREE.BufferAttribute(shape.triangles ?? new Uint32Array(0), 1));
  }

  /// Every vertex but the last is an instance of a band to the next one: the same buffer, read one vertex later.
  makeThreads(o, shape) {
    const joined = new Uint8Array(Math.max(1, o.points)).fill(1);
    let end = 0;
    for (const n of shape.curves ?? []) joined[(end += n) - 1] = 0;
    this.place = new THREE.InstancedInterleavedBuffer(o.place, 4);
    this.place.setUsage(THREE.DynamicDrawUsage);
    const set = (name, attribute) => this.geometry.setAttribute(name, attribute);
    set("corner", new THREE.BufferAttribute(new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]), 2));
    this.geometry.setIndex([0, 1, 2, 2, 1, 3]);
    set("place", new THREE.InterleavedBufferAttribute(this.place, 4, 0, true));
    set("placeNext", new THREE.InterleavedBufferAttribute(this.place, 4, 4, true));
    set("joined", new THREE.InstancedBufferAttribute(joined, 1));
    if (shape.colours) {
      const tint = new THREE.InstancedInterleavedBuffer(shape.colours, 3);
      set("tint", new THREE.InterleavedBufferAttribute(tint, 3, 0, true));
      set("tintNext", new THREE.InterleavedBufferAttribute(tint, 3, 3, true));
    }
    this.geometry.instanceCount = Math.max(0, o.points - 1);
  }

  /// Can it show this object of another frame with the buffers it has?
  fits(o) {
    return o.name === this.name && o.kind === this.kind && o.shape === this.hash && o.points === this.points;
  }

  update(o) {
    this.thin(false);
    this.place.array = o.place;
    this.place.needsUpdate = true;
    if (this.normals && o.normals) {
      this.normals.array = o.normals;
      this.normals.needsUpdate = true;
    }
    this.low = o.low;
    this.size = o.size;
    this.uniforms.low.value.fromArray(o.low);
    this.uniforms.size.value.fromArray(o.size);
    this.uniforms.byValue.value = o.values ? 1 : 0;
    this.uniforms.plain.value = o.values ? 0.4 : 0;
    if (o.values) {
      this.uniforms.values.value.x = o.values.low;
      this.uniforms.values.value.y = o.values.high;
    }
  }

  setRange(low, high) {
    this.uniforms.values.value.z = low;
    this.uniforms.values.value.w = high;
  }

  /// The vertex nearest to a place of the world.
  nearest(x) {
    const place = this.place.array;
    const at = [0, 1, 2].map((k) => (x[k] - this.low[k]) * (this.size[k] > 0 ? 65535 / this.size[k] : 0));
    let best = -1, least = Infinity;
    for (let i = 0; i < this.points; ++i) {
      let sum = 0;
      for (let k = 0; k < 3; ++k) sum += ((place[4 * i + k] - at[k]) * this.size[k]) ** 2;
      if (sum < least) [best, least] = [i, sum];
    }
    return best;
  }

  positionOf(vertex) {
    return [0, 1, 2].map((k) => this.low[k] + (this.place.array[4 * vertex + k] / 65535) * this.size[k]);
  }

  dispose() {
    this.geometry.dispose();
    this.thinned?.dispose();
    for (const m of Object.values(this.materials)) m.dispose();
  }
}
