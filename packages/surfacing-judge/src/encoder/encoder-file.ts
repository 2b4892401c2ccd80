// The file from scripts/build-encoder.mjs: one line of JSON with a SHA-256, then named arrays of numbers.
import { createHash } from 'node:crypto';

type Numbers = Int8Array | Uint8Array | Float32Array | Float64Array;

interface Place {
  readonly kind: string;
  readonly at: number;
  readonly length: number;
}

export interface EncoderFile {
  /** The bytes of all parts. Each begins at a multiple of 16. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offset of a part in `bytes`. */
  place(name: string): number;
  /** The numbers of a part, as a view of `bytes`. */
  numbers(name: string): Numbers;
  /** The same file with a copy of `bytes`, so that the original can be freed. */
  over(copy: Uint8Array<ArrayBuffer>): EncoderFile;
}

type Parts = Readonly<Record<string, Place>>;

const FORMAT = 4;
const NEW_LINE = 10;
const KINDS = { Int8Array, Uint8Array, Float32Array, Float64Array } as const;

/** Reads the file. Throws if it has another format, is truncated, or has been changed. */
export function readEncoderFile(file: Uint8Array): EncoderFile {
  const end = file.indexOf(NEW_LINE);
  const head = JSON.parse(new TextDecoder().decode(file.subarray(0, Math.max(0, end)))) as {
    readonly format: number;
    readonly sha256: string;
    readonly parts: Parts;
  };
  if (head.format !== FORMAT) throw new Error('The sentence encoder is of another format. Build it again.');
  // Copied, so that the parts are aligned.
  const bytes = new Uint8Array(file.subarray(Math.ceil((end + 1) / 16) * 16));
  for (const { kind, at, length } of Object.values(head.parts)) {
    const size = KINDS[kind as keyof typeof KINDS]?.BYTES_PER_ELEMENT;
    if (size === undefined || at + length * size > bytes.length) {
      throw new Error('The sentence encoder is cut short. Build it again.');
    }
  }
  if (createHash('sha256').update(bytes).digest('hex') !== head.sha256) {
    throw new Error('The sentence encoder is damaged. Build it again.');
  }
  return partsOf(head.parts, bytes);
}

function partsOf(parts: Parts, bytes: Uint8Array<ArrayBuffer>): EncoderFile {
  const placeOf = (name: string): Place => {
    const place = parts[name];
    if (place === undefined) throw new Error(`The sentence encoder lacks ${name}. Build it again.`);
    return place;
  };
  return {
    bytes,
    place: (name) => placeOf(name).at,
    numbers(name) {
      const { kind, at, length } = placeOf(name);
      const Kind = KINDS[kind as keyof typeof KINDS];
      return new Kind(bytes.buffer, bytes.byteOffset + at, length);
    },
    over: (copy) => partsOf(parts, copy),
  };
}
