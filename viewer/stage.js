// The picture: camera, sun, bodies and obstacles of the frame that is shown. Draws only when something has changed.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Body } from "./bodies.js";
import { colourTable } from "./colours.js";
import { Obstacle } from "./obstacles.js";

const ANGLE = 32;         // of the camera, degrees
const SUN_MAP = 2048;     // pixels of the map of what the sun sees
const REST = 500;         // milliseconds after which nothing moves any more
const SUN = new THREE.Vector3(0.36, -0.48, 0.8).normalize();

export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.software = drawnByProcessor();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !this.software, alpha: true });
    this.renderer.setClearColor(0, 0);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(ANGLE, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(2, -4, 2);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.hurry());
    this.sunCamera = new THREE.OrthographicCamera();
    this.sunTarget = new THREE.WebGLRenderTarget(SUN_MAP, SUN_MAP);
    this.sunTarget.depthTexture = new THREE.DepthTexture(SUN_MAP, SUN_MAP);
    this.sunTarget.depthTexture.compareFunction = THREE.LessEqualCompare;
    this.sunTarget.depthTexture.magFilter = this.sunTarget.depthTexture.minFilter = THREE.LinearFilter;
    this.pickTarget = new THREE.WebGLRenderTarget(1, 1);
    const table = new THREE.DataTexture(colourTable(), 256, 1);
    table.magFilter = table.minFilter = THREE.LinearFilter;
    table.needsUpdate = true;
    const none = new THREE.Vector4(0, 0, 0, 1);
    this.shared = {
      view: { value: this.camera.matrixWorldInverse },
      projection: { value: this.camera.projectionMatrix },
      eye: { value: this.camera.position },
      clip: { value: none },
      table: { value: table },
      pixels: { value: 1 },
      lines: { value: 1 }, // of the floor: how light they are, and how light it is
      tone: { value: 1 },
      shadows: { value: 1 },
      sunView: { value: new THREE.Matrix4() },
      sunMap: { value: this.sunTarget.depthTexture },
      sunTexel: { value: 0 },
    };
    this.bodies = [];
    this.obstacles = [];
    this.hidden = new Set();
    this.range = [0, 1];
    this.around = { middle: [0, 0, 0.5], size: 1 };
    this.marker = this.makeMarker();
    this.drawn = 0; // pictures so far
    this.sunOld = true;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
  }

  makeMarker() {
    const map = new THREE.CanvasTexture(disc(48));
    const marker = new THREE.Points(
      new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute([0, 0, 0], 3)),
      new THREE.PointsMaterial({ map, size: 16, sizeAttenuation: false, depthTest: false, transparent: true }));
    marker.renderOrder = 2;
    marker.visible = false;
    this.scene.add(marker);
    return marker;
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
    if (!w || !h) return;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /// Shows a frame (frames.js); bodies keep their buffers where the shapes are those of the frame before.
  show(frame) {
    this.frame = frame;
    this.bounds = joined(this.bounds, frame);
    this.around = surroundings(this.bounds);
    this.bodies = this.renew(this.bodies, frame.objects, (o, i) => new Body(o, frame.shapes[i], this.shared, i + 1));
    this.obstacles = this.renew(this.obstacles, frame.colliders,
      (c, i) => new Obstacle(c, frame.obstacles[i], this.shared, 0));
    for (const [i, o] of frame.objects.entries()) {
      this.bodies[i].update(o);
      this.bodies[i].setRange(...this.range);
    }
    for (const [i, c] of frame.colliders.entries()) this.obstacles[i].update(c, this.around);
    this.applyHidden();
    this.sunOld = true;
    this.hurry();
  }

  renew(old, now, make) {
    const kept = now.map((o, i) => {
      if (old[i]?.fits(o)) return old[i];
      const made = make(o, i);
      this.scene.add(made.thing);
      return made;
    });
    for (const b of old)
      if (!kept.includes(b)) {
        this.scene.remove(b.thing);
        b.dispose();
      }
    return kept;
  }

  clear() {
    this.renew(this.bodies, []);
    this.renew(this.obstacles, []);
    this.bodies = this.obstacles = [];
    this.frame = this.bounds = null;
    this.mark(null);
  }

  setRange(low, high) {
    this.range = [low, high];
    for (const b of this.bodies) b.setRange(low, high);
    this.draw();
  }

  setHidden(names) {
    this.hidden = names;
    this.applyHidden();
    this.sunOld = true;
    this.draw();
  }

  applyHidden() {
    for (const b of [...this.bodies, ...this.obstacles]) b.thing.visible = !this.hidden.has(b.name);
  }

  /// Cuts away what lies beyond the plane n.x = w; null: nothing.
  setClip(plane) {
    this.shared.clip.value.set(...(plane ?? [0, 0, 0, 1]));
    this.sunOld = true;
    this.draw();
  }

  setDark(dark) {
    this.shared.lines.value = dark ? 0.6 : 0.45;
    this.shared.tone.value = dark ? 0.22 : 1.3;
    this.draw();
  }

  /// Something moves: without a graphics card, many points are thinned out until it has come to rest.
  hurry() {
    if (!this.canShadow) {
      for (const b of this.bodies) b.thin(true);
      clearTimeout(this.rest);
      this.rest = setTimeout(() => {
        for (const b of this.bodies) b.thin(false);
        this.draw();
      }, REST);
    }
    this.draw();
  }

  /// Without a graphics card, shadows of so many points would take seconds.
  get canShadow() {
    return !this.software || this.bodies.reduce((sum, b) => sum + b.points, 0) < 200000;
  }

  setShadows(on) {
    this.sunOld = true;
    this.shared.shadows.value = on ? 1 : 0;
    this.draw();
  }

  mark(x) {
    this.marker.visible = Boolean(x);
    if (x) this.marker.position.set(...x);
    this.draw();
  }

  /// The camera sees everything, from the front and the right, a little from above.
  frameCamera() {
    const { middle, size } = this.around;
    const from = this.frame?.plane ? new THREE.Vector3(0, -1, 0) : new THREE.Vector3(0.52, -1, 0.42).normalize();
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (0.56 * size) / Math.sin((ANGLE / 2) * (Math.PI / 180)) / narrow;
    this.controls.target.set(...middle);
    this.camera.position.copy(this.controls.target).addScaledVector(from, distance);
    this.camera.near = distance / 100;
    this.camera.far = distance * 40;
    this.controls.maxDistance = distance * 15;
    this.controls.minDistance = distance / 80;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.drawNow();
    });
  }

  drawNow() {
    this.camera.updateMatrixWorld();
    if (this.sunOld && this.shared.shadows.value > 0.5) this.drawSunMap();
    this.use("seen", this.camera, this.renderer.domElement.height);
    this.renderer.render(this.scene, this.camera);
    ++this.drawn;
  }

  /// Gives everything the material that `purpose` needs; what has none is left out.
  use(purpose, camera, height) {
    this.shared.view.value = camera.matrixWorldInverse;
    this.shared.projection.value = camera.projectionMatrix;
    this.shared.pixels.value = (height * camera.projectionMatrix.elements[5]) / 2;
    for (const b of [...this.bodies, ...this.obstacles]) {
      b.thing.visible = Boolean(b.materials[purpose]) && !this.hidden.has(b.name);
      if (b.materials[purpose]) b.thing.material = b.materials[purpose];
    }
  }

  drawSunMap() {
    this.sunOld = false;
    const { middle, size } = this.around, c = this.sunCamera, reach = 0.75 * size;
    c.position.set(...middle).addScaledVector(SUN, 3 * size);
    c.up.set(0, 1, 0);
    c.lookAt(...middle);
    Object.assign(c, { left: -reach, right: reach, top: reach, bottom: -reach, near: size, far: 5 * size });
    c.updateProjectionMatrix();
    c.updateMatrixWorld();
    this.shared.sunView.value.multiplyMatrices(c.projectionMatrix, c.matrixWorldInverse);
    this.shared.sunTexel.value = (2 * reach) / SUN_MAP;
    const marked = this.marker.visible;
    this.marker.visible = false;
    this.shared.sunMap.value = null; // it cannot be read while it is drawn
    this.use("shadow", c, SUN_MAP);
    this.renderer.setRenderTarget(this.sunTarget);
    this.renderer.clear();
    this.renderer.render(this.scene, c);
    this.renderer.setRenderTarget(null);
    this.shared.sunMap.value = this.sunTarget.depthTexture;
    this.marker.visible = marked;
  }

  /// What is at a pixel of the canvas: { object, vertex, position }, or null.
  pick(px, py) {
    const { clientWidth: w, clientHeight: h } = this.canvas, camera = this.camera;
    camera.setViewOffset(w, h, px, py, 1, 1);
    camera.updateMatrixWorld();
    const marked = this.marker.visible;
    this.marker.visible = false;
    this.use("pick", camera, 1);
    this.renderer.setRenderTarget(this.pickTarget);
    this.renderer.clear();
    this.renderer.render(this.scene, camera);
    const found = new Uint8Array(4);
    this.renderer.readRenderTargetPixels(this.pickTarget, 0, 0, 1, 1, found);
    this.renderer.setRenderTarget(null);
    const depth = (found[1] * 65536 + found[2] * 256 + found[3]) / 16777215;
    const x = new THREE.Vector3(0, 0, 2 * depth - 1).unproject(camera);
    camera.clearViewOffset();
    this.marker.visible = marked;
    this.draw();
    const body = this.bodies[found[0] - 1];
    if (!body) return null;
    const vertex = body.nearest(x.toArray());
    return { object: found[0] - 1, vertex, position: body.positionOf(vertex) };
  }
}

/// Does the browser draw without a graphics card?
function drawnByProcessor() {
  const gl = document.createElement("canvas").getContext("webgl2");
  const about = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = about ? gl.getParameter(about.UNMASKED_RENDERER_WEBGL) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/// An orange disc with a white rim.
function disc(size) {
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const ink = canvas.getContext("2d");
  ink.arc(size / 2, size / 2, size / 2 - 7, 0, 2 * Math.PI);
  Object.assign(ink, { fillStyle: "#ff5a36", strokeStyle: "#ffffff", lineWidth: 8 });
  ink.fill();
  ink.stroke();
  return canvas;
}

/// Where nearly everything has been in the frames so far: it only grows, so that floor and sun keep still.
function joined(before, frame) {
  const low = [...(before?.low ?? [Infinity, Infinity, Infinity])];
  const high = [...(before?.high ?? [-Infinity, -Infinity, -Infinity])];
  for (const o of frame.objects)
    for (let k = 0; o.points && k < 3; ++k) {
      low[k] = Math.min(low[k], o.bounds[k][0]);
      high[k] = Math.max(high[k], o.bounds[k][1]);
    }
  return low[0] <= high[0] ? { low, high } : null;
}

function surroundings(bounds) {
  const { low, high } = bounds ?? { low: [-0.5, -0.5, 0], high: [0.5, 0.5, 1] };
  const middle = low.map((l, k) => (l + high[k]) / 2);
  return { middle, size: Math.max(1e-6, Math.hypot(...high.map((v, k) => v - low[k]))) };
}
