// How things are drawn. Everything shares one light, so that sand, cloth and obstacles belong to one picture:
//
//   colour = base (sky(n) + sun max(0, n.l) lit) + gloss (n.h)^40 lit        in linear light, then sRGB
//
// lit comes from a map of what the sun sees, drawn whenever the frame changes.

const light = /* glsl */ `
uniform vec3 eye;
uniform vec4 clip;            // points with n.x > w are cut away; n = 0: nothing is
uniform float gloss;
uniform float plain;          // how much of the light is left out, so that colours can be compared with the legend
uniform mat4 sunView;
uniform highp sampler2DShadow sunMap;
uniform float shadows;        // 1: the sun casts them
uniform float sunTexel;
const vec3 sun = vec3(0.36, -0.48, 0.80);

vec3 toLinear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
vec3 toSrgb(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
float lit(vec3 x, vec3 n) {
  if (shadows < 0.5) return 1.0;
  vec4 p = sunView * vec4(x + n * sunTexel * 2.0, 1.0);
  vec3 q = p.xyz * 0.5 + 0.5;
  if (any(lessThan(q, vec3(0.0))) || any(greaterThan(q, vec3(1.0)))) return 1.0;
  q.z -= 0.0015;
  float sum = 0.0;
  vec2 texel = 1.0 / vec2(textureSize(sunMap, 0));
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) sum += texture(sunMap, vec3(q.xy + vec2(i, j) * 1.3 * texel, q.z));
  return sum / 9.0;
}
vec3 shade(vec3 base, vec3 n, vec3 x) {
  vec3 view = normalize(eye - x);
  if (dot(n, view) < 0.0) n = -n;
  float seen = lit(x, n);
  vec3 sky = mix(vec3(0.27, 0.25, 0.24), vec3(0.52, 0.55, 0.60), 0.5 + 0.5 * n.z);
  float front = 0.13 * max(0.0, dot(n, view));
  vec3 c = base * (sky + front + 0.72 * vec3(1.0, 0.97, 0.92) * max(0.0, dot(n, sun)) * seen);
  float shine = pow(max(0.0, dot(n, normalize(sun + view))), 40.0);
  return toSrgb(mix(c + gloss * shine * (0.3 + 0.7 * seen), base, plain));
}
`;

const finish = /* glsl */ `
out vec4 result;
#ifdef PICK
uniform float index;
vec4 told(float depth) {      // which object, and how far, in three bytes
  float d = depth * 16777215.0;
  return vec4(index, floor(d / 65536.0), floor(mod(d, 65536.0) / 256.0), floor(mod(d, 256.0))) / 255.0;
}
#endif
void cut(vec3 x) { if (dot(clip.xyz, x) > clip.w) discard; }
#ifdef PICK
#define FINISH(c) result = told(gl_FragCoord.z)
#elif defined(SHADOW)
#define FINISH(c) result = vec4(1.0)
#else
#define FINISH(c) result = vec4(c, 1.0)
#endif
`;

// A vertex is four 16-bit numbers: its place in the bounding box, and a quantity between its smallest and largest value.
const placed = /* glsl */ `
uniform vec3 low, size;
uniform mat4 view, projection;
uniform vec4 values;          // low and high of the quantity, low and high of the legend
uniform float byValue;        // 1: coloured by the quantity
uniform vec3 colour;          // sRGB
uniform sampler2D table;
in vec4 place;
#ifdef TINT
in vec3 tint;
#else
#define tint colour
#endif
vec3 baseOf(float w, vec3 own) {
  if (byValue < 0.5) return own;
  float v = mix(values.x, values.y, w);
  return texture(table, vec2(clamp((v - values.z) / max(values.w - values.z, 1e-30), 0.002, 0.998), 0.5)).rgb;
}
`;

const head = "precision highp float;\nprecision highp int;\n";

const mesh = {
  vertex: /* glsl */ `${head}${placed}
in vec3 normal;
out vec3 x, n, base;
void main() {
  x = low + place.xyz * size;
  n = normal;
  base = baseOf(place.w, tint);
  gl_Position = projection * view * vec4(x, 1.0);
}`,
  fragment: /* glsl */ `${head}${light}${finish}
in vec3 x, n, base;
void main() {
  cut(x);
  vec3 m = dot(n, n) > 0.01 ? normalize(n) : normalize(cross(dFdx(x), dFdy(x)));
  FINISH(shade(toLinear(base), m, x));
}`,
};

const points = {
  vertex: /* glsl */ `${head}${placed}
uniform float radius, pixels; // pixels: of one metre at one metre's distance
uniform float swell;          // of each point, where only some are drawn
#ifdef RADII
in float ownRadius;
#else
#define ownRadius radius
#endif
out vec3 centre, base;
out float r;
void main() {
  centre = low + place.xyz * size;
  base = baseOf(place.w, tint);
  vec4 seen = view * vec4(centre, 1.0);
  gl_Position = projection * seen;
  r = ownRadius * swell;
  gl_PointSize = clamp(2.0 * r * pixels / gl_Position.w, 1.5, 256.0);
}`,
  fragment: /* glsl */ `${head}uniform mat4 view;
${light}${finish}
in vec3 centre, base;
in float r;
void main() {
  cut(centre);
  vec2 d = gl_PointCoord * vec2(2.0, -2.0) + vec2(-1.0, 1.0);
  float rest = 1.0 - dot(d, d);
  if (rest < 0.0) discard;
  vec3 n = transpose(mat3(view)) * vec3(d, sqrt(rest));
  FINISH(shade(toLinear(base), n, centre + n * r));
}`,
};

// A segment is a band that faces the eye and is shaded as the cylinder it stands for.
const curves = {
  vertex: /* glsl */ `${head}${placed}
uniform float radius, pixels;
in vec4 placeNext;
in float joined;              // 0: the next vertex belongs to another curve
in vec2 corner;
#ifdef TINT
in vec3 tintNext;
#else
#define tintNext colour
#endif
out vec3 x, side, up, base;
out float across;
void main() {
  vec3 a = low + place.xyz * size, b = low + placeNext.xyz * size;
  vec4 p = view * vec4(a, 1.0), q = view * vec4(b, 1.0);
  vec4 seen = mix(p, q, corner.x);
  float depth = max(1e-6, (projection * seen).w);
  vec3 along = q.xyz - p.xyz;
  vec3 toEye = projection[3][3] > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-seen.xyz);
  vec3 across3 = cross(along, toEye);
  float norm = length(across3);
  across3 = norm > 0.0 ? across3 / norm : vec3(1.0, 0.0, 0.0);
  seen.xyz += across3 * corner.y * max(radius, 0.6 * depth / pixels);
  mat3 home = transpose(mat3(view));
  side = home * across3;
  up = home * normalize(cross(across3, along + vec3(0.0, 0.0, 1e-12)));
  across = corner.y;
  x = mix(a, b, corner.x);
  base = baseOf(mix(place.w, placeNext.w, corner.x), mix(tint, tintNext, corner.x));
  gl_Position = joined > 0.5 ? projection * seen : vec4(2.0, 2.0, 2.0, 1.0);
}`,
  fragment: /* glsl */ `${head}${light}${finish}
in vec3 x, side, up, base;
in float across;
void main() {
  cut(x);
  vec3 n = normalize(side * across + up * sqrt(max(0.0, 1.0 - across * across)));
  FINISH(shade(toLinear(base), n, x));
}`,
};

// Obstacles: meshes of three.js with a pose of their own.
const obstacle = {
  vertex: /* glsl */ `${head}
uniform mat4 view, projection, modelMatrix;
uniform vec3 colour;
in vec3 position, normal;
out vec3 x, n, base;
void main() {
  x = (modelMatrix * vec4(position, 1.0)).xyz;
  n = normalize(mat3(modelMatrix) * normal);
  base = colour;
  gl_Position = projection * view * vec4(x, 1.0);
}`,
  fragment: mesh.fragment,
};

// The floor: a disc that fades out, with lines every `spacing` metres; it is never cut.
const floor = {
  vertex: obstacle.vertex,
  fragment: /* glsl */ `${head}${light}
in vec3 x, n, base;
uniform vec3 middle;
uniform float reach, spacing, lines, tone;
out vec4 result;
float line(vec2 p) {
  vec2 d = abs(fract(p - 0.5) - 0.5) / max(fwidth(p), vec2(1e-6));
  return 1.0 - min(1.0, min(d.x, d.y));
}
void main() {
  vec3 m = abs(n);
  vec2 p = (m.z > m.x && m.z > m.y ? x.xy : m.x > m.y ? x.yz : x.xz) / spacing;
  float far = length(x - middle) / reach;
  vec3 c = shade(toLinear(base) * tone, n, x);
  c = mix(c, vec3(lines), 0.22 * line(p) + 0.10 * line(p / 5.0));
  result = vec4(c, 1.0 - smoothstep(0.35, 1.0, far));
}`,
};

export const shaders = { mesh, points, curves, obstacle, floor };
