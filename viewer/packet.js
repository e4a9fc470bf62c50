// Packets of the server (src/view/packet.h): a description, and arrays of differences split into planes of bytes.

export function openPacket(buffer) {
  const head = new DataView(buffer);
  if (head.getUint32(0, false) !== 0x57454654) throw new Error("This is no packet of Weft.");
  const length = head.getUint32(4, true);
  const description = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  return { description, arrays: new Uint8Array(buffer, 8 + length) };
}

/// 16-bit numbers into `out` at out[offset], out[offset + stride] ...
export function unpack16(arrays, at, count, out, offset, stride) {
  let value = 0;
  for (let i = 0, o = offset, low = at, high = at + count; i < count; ++i, o += stride) {
    const z = arrays[low++] | (arrays[high++] << 8);
    value = (value + ((z >>> 1) ^ -(z & 1))) & 0xffff;
    out[o] = value;
  }
}

export function unpack32(arrays, at, count) {
  const out = new Uint32Array(count);
  let value = 0;
  for (let i = 0; i < count; ++i) {
    const k = at + i;
    const z = (arrays[k] | (arrays[k + count] << 8) | (arrays[k + 2 * count] << 16) | (arrays[k + 3 * count] << 24)) >>> 0;
    value = (value + ((z >>> 1) ^ -(z & 1))) >>> 0;
    out[i] = value;
  }
  return out;
}
