// Reads the structure of files whose decoder leaves frames out: it knows no animated PNG, and shows a GIF that was cut
// off as far as it goes.

/**
 * True if a PNG has an animation: an `acTL` chunk before the first `IDAT` (PNG, third edition, section 11.3.6.1). A
 * chunk consists of a length, a type, the data and a checksum.
 */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];

/** True if the blocks of a GIF reach its trailer (GIF89a, section 27). What follows the trailer does not count. */
export function isCompleteGif(bytes: Uint8Array): boolean {
  // The header, and the logical screen descriptor with the size of the global color table.
  let at = 13 + colorTable(bytes[10]);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === TRAILER) return true;
    if (block === EXTENSION) at = afterSubBlocks(bytes, at + 2);
    // An image descriptor, its color table, and the code size before its data.
    else if (block === IMAGE) at = afterSubBlocks(bytes, at + 11 + colorTable(bytes[at + 9]));
    else return false;
  }
  return false;
}

/** The bytes of the color table that the packed fields announce. */
const colorTable = (packed = 0): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

/** The place after a chain of sub-blocks, each of which begins with its length. An empty one ends the chain. */
function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let size = bytes[at]; size !== undefined; size = bytes[at]) {
    at += 1 + size;
    if (size === 0) return at;
  }
  return bytes.length;
}
