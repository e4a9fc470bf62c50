// The colours of quantities, the same as in pictures of `weft render` (src/output/picture/colour_map.cpp): from dark
// violet to light yellow-green, lightness even in Oklab.

const toSrgb = (x) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);

function fromOklab(L, a, b) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
  ];
}

export function colourAt(t) {
  const L = 0.32 + 0.58 * t, hue = ((300 - 195 * t) * Math.PI) / 180;
  for (let chroma = 0.15 + 0.02 * t; ; chroma -= 0.002) {
    const c = fromOklab(L, chroma * Math.cos(hue), chroma * Math.sin(hue));
    if (chroma <= 0 || c.every((v) => v >= 0 && v <= 1))
      return c.map((v) => Math.round(255 * toSrgb(Math.min(1, Math.max(0, v)))));
  }
}

/// 256 colours, four bytes each.
export function colourTable() {
  const table = new Uint8Array(1024);
  for (let i = 0; i < 256; ++i) table.set([...colourAt(i / 255), 255], 4 * i);
  return table;
}

export const cssColour = (c) => `rgb(${c.map((v) => Math.round(255 * v)).join(" ")})`;

export function cssGradient() {
  const stops = Array.from({ length: 17 }, (_, i) => `rgb(${colourAt(i / 16).join(" ")})`);
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
