// Normals of triangle meshes, from positions as they travel: 16 bits an axis inside a box.
//
//   n_v = sum over the triangles at v of (x_b - x_a) x (x_c - x_a), normalised: larger triangles count more

/// `place` holds four numbers a vertex; `size` is the box. Returns four signed bytes a vertex.
export function meshNormals(place, size, triangles) {
  const count = place.length / 4;
  const sum = new Float32Array(3 * count);
  const [sx, sy, sz] = size;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t], b = triangles[t + 1], c = triangles[t + 2];
    const ax = place[4 * a], ay = place[4 * a + 1], az = place[4 * a + 2];
    const ux = (place[4 * b] - ax) * sx, uy = (place[4 * b + 1] - ay) * sy, uz = (place[4 * b + 2] - az) * sz;
    const vx = (place[4 * c] - ax) * sx, vy = (place[4 * c + 1] - ay) * sy, vz = (place[4 * c + 2] - az) * sz;
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    sum[3 * a] += nx; sum[3 * a + 1] += ny; sum[3 * a + 2] += nz;
    sum[3 * b] += nx; sum[3 * b + 1] += ny; sum[3 * b + 2] += nz;
    sum[3 * c] += nx; sum[3 * c + 1] += ny; sum[3 * c + 2] += nz;
  }
  const out = new Int8Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const x = sum[3 * i], y = sum[3 * i + 1], z = sum[3 * i + 2];
    const scale = 127 / (Math.sqrt(x * x + y * y + z * z) || 1);
    out[4 * i] = x * scale;
    out[4 * i + 1] = y * scale;
    out[4 * i + 2] = z * scale;
  }
  return out;
}
