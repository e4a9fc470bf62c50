// Obstacles of a frame: shapes with a pose, and planes as floors that fade into the distance.
import * as THREE from "three";
import { materials } from "./bodies.js";
import { shaders } from "./shaders.js";

function geometryOf(c, shape) {
  const [a, b] = c.size;
  // three.js has cylinders along y, Weft along z.
  const upright = (g) => g.rotateX(Math.PI / 2);
  if (c.kind === "sphere") return new THREE.SphereGeometry(a, 64, 40);
  if (c.kind === "box") return new THREE.BoxGeometry(...c.size.map((h) => 2 * h));
  if (c.kind === "capsule") return upright(new THREE.CapsuleGeometry(a, 2 * b, 16, 48));
  if (c.kind === "cylinder") return upright(new THREE.CylinderGeometry(a, a, 2 * b, 64));
  if (c.kind === "plane") return new THREE.CircleGeometry(1, 96);
  const g = new THREE.BufferGeometry();
  g.setAttribute("position", new THREE.BufferAttribute(shape.vertices, 3));
  g.setIndex(new THREE.BufferAttribute(shape.triangles, 1));
  g.computeVertexNormals();
  return g;
}

export class Obstacle {
  constructor(c, shape, shared, index) {
    this.name = c.name;
    this.kind = c.kind;
    this.hash = c.shape;
    this.key = JSON.stringify([c.kind, c.size, c.shape]);
    this.geometry = geometryOf(c, shape);
    this.uniforms = {
      ...shared,
      colour: { value: new THREE.Vector3(...c.colour) },
      gloss: { value: c.look === "metal" || c.look === "glass" ? 0.4 : 0.06 },
      plain: { value: 0 },
      index: { value: index },
    };
    if (c.kind === "plane") this.makeFloor();
    else this.materials = materials("obstacle", this.uniforms);
    this.thing = new THREE.Mesh(this.geometry, this.materials.seen);
    this.thing.frustumCulled = false;
    this.thing.matrixAutoUpdate = false;
    if (c.kind === "plane") this.thing.renderOrder = 1;
  }

  makeFloor() {
    Object.assign(this.uniforms, {
      middle: { value: new THREE.Vector3() }, reach: { value: 1 }, spacing: { value: 1 }, gloss: { value: 0 },
    });
    const seen = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: shaders.floor.vertex,
      fragmentShader: shaders.floor.fragment,
      side: THREE.DoubleSide,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
      uniforms: this.uniforms,
    });
    this.materials = { seen }; // casts no shadow, and a click goes through it
  }

  fits(c) {
    return c.name === this.name && JSON.stringify([c.kind, c.size, c.shape]) === this.key;
  }

  /// `around`: the middle of the scene and how large it is.
  update(c, around) {
    const r = c.rotation;
    const m = this.thing.matrix;
    m.set(r[0], r[1], r[2], c.position[0], r[3], r[4], r[5], c.position[1], r[6], r[7], r[8], c.position[2], 0, 0, 0, 1);
    if (this.kind === "plane") {
      const normal = new THREE.Vector3(...c.size).applyMatrix3(new THREE.Matrix3().set(...r)).normalize();
      const middle = new THREE.Vector3(...around.middle);
      const foot = middle.clone().addScaledVector(normal, -normal.dot(middle.clone().sub(new THREE.Vector3(...c.position))));
      const reach = 4.5 * around.size;
      m.makeRotationFromQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal));
      m.scale(new THREE.Vector3(reach, reach, reach)).setPosition(foot);
      this.uniforms.middle.value.copy(foot);
      this.uniforms.reach.value = reach;
      this.uniforms.spacing.value = 10 ** Math.floor(Math.log10(Math.max(1e-9, around.size * 0.7)));
    }
    this.thing.matrixWorldNeedsUpdate = true;
  }

  dispose() {
    this.geometry.dispose();
    for (const m of Object.values(this.materials)) m.dispose();
  }
}
